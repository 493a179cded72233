//! Law 7: samples have the right weight.
//!
//! Deal a true world, observe it, and sample a world from the observation. If samples have the right weights, the two are
//! exchangeable: any event defined by what the observer sees and what is hidden from it is equally frequent in both. The law counts
//! such events (one hidden fact, or two at once, among worlds where the observer holds the same) over many worlds and looks for a
//! difference that chance does not explain.
//!
//! `sample` does not count players' choices as evidence. A random player's choice is evidence, though: it says something about how many
//! options there were. So each true world is weighted by the inverse probability of the choices that led to it.

use std::collections::{HashMap, HashSet};

use table::chance::quick;
use table::{Audit, Chance, Fact, Observer, Options, Seat};

use crate::breach::Breach;
use crate::law::{Case, Law};
use crate::walk::breach;

/// A difference of more standard deviations is not chance, even among tens of thousands of events.
const LIMIT: f64 = 6.0;

/// Rarer events are not judged: the normal approximation does not hold for them.
const RARE: u32 = 40;

/// Decisions before the observation. The more there are, the more evidence there is, and the more the weights spread.
const STEPS: [u32; 4] = [0, 4, 12, 24];

/// Differences between truth and samples.
#[derive(Default)]
struct Tally {
    sum: f64,
    squares: f64,
    count: u32,
}

impl Tally {
    fn add(&mut self, weight: f64) {
        self.sum += weight;
        self.squares += weight * weight;
        self.count += 1;
    }
}

pub(crate) fn samples_have_the_right_weight<G: Audit>(case: &Case<G>) -> Result<(), Box<Breach>> {
    let players = case.options.players();
    let mut actions = Vec::new();
    for (round, steps) in STEPS.into_iter().enumerate() {
        let mut tallies: HashMap<String, Tally> = HashMap::new();
        let mut chance = quick(case.seed ^ (round as u64) << 32 ^ 0xa11);
        for _ in 0..case.effort.worlds / STEPS.len() as u32 {
            let mut state = G::deal(&case.options, &mut chance);
            let mut weight = 1.0;
            let observer = Observer::Seat(Seat::new(chance.index(players)));
            let mut before = None;
            for step in 0..steps {
                // No interrupts: whether somebody interrupts has no probability to invert.
                let Some(seat) = G::waiting_on(&state).first() else { break };
                actions.clear();
                G::legal(&state, seat, &mut actions);
                if actions.is_empty() {
                    break;
                }
                weight *= actions.len() as f64 / 4.0;
                let action = chance.pick(&actions);
                if step + 1 == steps {
                    before = Some(G::observe(&state, observer));
                }
                G::apply(&mut state, seat, action, &mut chance, &mut ());
            }
            if G::outcome(&state).is_some() {
                continue;
            }
            let seen = G::observe(&state, observer);
            if before.is_some_and(|before| before == seen) {
                continue; // How many steps somebody takes unseen is evidence that has no probability to invert.
            }
            let twin = G::sample(&seen, &mut chance);
            let own = facts::<G>(&state, observer);
            let truth = hidden::<G>(&state, &own);
            let imagined = hidden::<G>(&twin, &own);
            if truth == imagined {
                continue;
            }
            let holding = own.first().map(|fact| format!("{observer} knows {fact:?}")).unwrap_or_default();
            // What holds in both worlds cancels out.
            let (true_events, imagined_events) = (events(&truth, &holding), events(&imagined, &holding));
            for event in true_events.difference(&imagined_events) {
                tallies.entry(event.clone()).or_default().add(weight);
            }
            for event in imagined_events.difference(&true_events) {
                tallies.entry(event.clone()).or_default().add(-weight);
            }
        }
        let worst = tallies
            .iter()
            .filter(|(_, tally)| tally.count >= RARE && tally.squares > 0.0)
            .map(|(event, tally)| (tally.sum / tally.squares.sqrt(), event))
            .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        if let Some((deviation, event)) = worst
            && deviation.abs() > LIMIT
        {
            let more = if deviation > 0.0 { "rarer" } else { "more frequent" };
            let what = format!(
                "in samples this is {more} than in truth by {:.1} standard deviations: {event}",
                deviation.abs()
            );
            let breach = breach(case, Law::SamplesHaveTheRightWeight, None, what);
            return Err(Box::new(Breach { step: steps as usize, ..*breach }));
        }
    }
    Ok(())
}

/// What is compared: one hidden fact, one among worlds where the observer knows the same, and two at once.
fn events(world: &[Fact], holding: &str) -> HashSet<String> {
    let single = world.iter().map(|fact| format!("{fact:?}"));
    let given = world.iter().map(|fact| format!("{holding}: {fact:?}"));
    let pairs = world.windows(2).map(|pair| format!("{:?} with {:?}", pair[0], pair[1]));
    single.chain(given).chain(pairs).collect()
}

fn facts<G: Audit>(state: &G::State, observer: Observer) -> Vec<Fact> {
    let mut facts = G::facts(&G::observe(state, observer));
    facts.sort();
    facts
}

/// All that is true in a world and unknown to somebody who knows `own`.
fn hidden<G: Audit>(state: &G::State, own: &[Fact]) -> Vec<Fact> {
    let mut all = facts::<G>(state, Observer::All);
    all.retain(|fact| own.binary_search(fact).is_err());
    all
}
