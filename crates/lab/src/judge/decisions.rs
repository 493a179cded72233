//! The decisions of a game, looked at again: briefly all of them, closely those at which most seems to have been lost.

use std::ops::Range;

use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Code, Game, Match, Observer, Seat};

use super::{Advice, Judgement, ReviewSettings, error, rollout};

/// How many options of a decision are tried: the one that was played, and those the policy likes best.
const OPTIONS: usize = 10;
/// In how many imagined worlds each is tried at the first look.
const FIRST_LOOK: u64 = 6;
/// Of these the most promising are tried again, twice, before the best is compared with what was played.
const HEATS: [(usize, u64); 2] = [(5, 24), (2, 48)];
/// Even at a table full of people everybody's worst decisions are looked at.
const FEWEST: usize = 3;
/// Few trials that agree may do so by luck: as if one more had come out the other way.
pub(crate) const DOUBT: f32 = 1.0;

/// A decision that somebody made, and what its first look found.
pub(crate) struct Decision<G: Game> {
    version: usize,
    seat: Seat,
    observation: G::Observation,
    played: G::Action,
    /// Other options, the most promising first.
    others: Vec<G::Action>,
    /// How much better the most promising of them seems.
    suspected: f32,
}

/// Tries options in worlds sampled from what a seat knew.
pub(crate) struct Trials<G: Game> {
    settings: ReviewSettings,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
}

impl<G: Instinct> Trials<G> {
    pub(crate) fn new(settings: ReviewSettings) -> Trials<G> {
        Trials { settings, actions: Vec::new(), weights: Vec::new() }
    }

    /// The first look at what a seat is about to do; nothing if it has no choice.
    pub(crate) fn first_look(
        &mut self,
        game: &Match<G>,
        seat: Seat,
        played: G::Action,
    ) -> Option<Decision<G>> {
        let mut actions = Vec::new();
        G::legal(game.state(), seat, &mut actions);
        if actions.len() < 2 || !G::waiting_on(game.state()).contains(seat) {
            return None;
        }
        let observation = G::observe(game.state(), Observer::Seat(seat));
        let mut weights = Vec::new();
        // The policy says the same in all worlds that the seat cannot tell apart.
        G::policy_weights(game.state(), seat, &actions, &mut weights);
        let mut others: Vec<(G::Action, f32)> = actions.into_iter().zip(weights).collect();
        others.retain(|(action, _)| *action != played);
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let others = others.into_iter().take(OPTIONS - 1).map(|(action, _)| action).collect();
        let version = game.version() + 1;
        let mut decision = Decision { version, seat, observation, played, others, suspected: 0.0 };
        decision.suspected = self.heat(&mut decision, 0..FIRST_LOOK);
        Some(decision)
    }

    /// Puts the other options in the order of how they do in these worlds; returns how far the first is ahead of what was played.
    fn heat(&mut self, decision: &mut Decision<G>, worlds: Range<u64>) -> f32 {
        let options: Vec<G::Action> = [&[decision.played], &*decision.others].concat();
        let mut sums = vec![0.0f32; options.len()];
        let count = worlds.clone().count().max(1) as f32;
        for world in worlds {
            self.each_value(decision, &options, world, |at, value| sums[at] += value);
        }
        let mut others: Vec<(G::Action, f32)> =
            options.into_iter().zip(sums.iter().copied()).skip(1).collect();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let ahead = others.first().map_or(0.0, |(_, sum)| (sum - sums[0]) / count);
        decision.others = others.into_iter().map(|(action, _)| action).collect();
        ahead
    }

    /// What each option leads to in one world, with the same luck for all.
    fn each_value(
        &mut self,
        decision: &Decision<G>,
        options: &[G::Action],
        world: u64,
        mut each: impl FnMut(usize, f32),
    ) {
        let mut luck: Quick = quick((decision.version as u64) << 32 | world);
        let sampled = G::sample(&decision.observation, &mut luck);
        let steps = self.settings.steps.max(G::SEARCH.rollout);
        for (at, &option) in options.iter().enumerate() {
            let (mut state, mut luck) = (sampled.clone(), luck.clone());
            G::apply(&mut state, decision.seat, option, &mut luck, &mut ());
            let values = rollout::<G>(&mut state, steps, &mut luck, (&mut self.actions, &mut self.weights));
            each(at, values[decision.seat.index()]);
        }
    }

    /// A closer look: which other option is best, and is it better in worlds that had no say in choosing it?
    fn closer_look(&mut self, mut decision: Decision<G>) -> Option<Advice> {
        let mut from = FIRST_LOOK;
        for (most, worlds) in HEATS {
            decision.others.truncate(most);
            self.heat(&mut decision, from..from + worlds);
            from += worlds;
        }
        let (played, advised) = (decision.played, *decision.others.first()?);
        let (mut sums, mut squares) = ([0.0f32; 2], 0.0f32);
        let worlds = u64::from(self.settings.worlds);
        for world in from..from + worlds {
            let mut values = [0.0; 2];
            self.each_value(&decision, &[played, advised], world, |at, value| values[at] = value);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            squares += (values[1] - values[0]).powi(2);
        }
        let count = worlds.max(1) as f32;
        let [played_chance, advised_chance] = sums.map(|sum| (sum / count).clamp(0.0, 1.0));
        let described = G::describe(&decision.observation, &[played, advised]);
        let mut words = described.into_iter().map(|described| described.label);
        Some(Advice {
            version: decision.version,
            seat: decision.seat,
            code: played.code(),
            played: words.next().unwrap_or_default(),
            advised: words.next().unwrap_or_default(),
            played_chance,
            advised_chance,
            noise: error(sums[1] - sums[0], squares + DOUBT, count),
        })
    }

    /// Looks closely at each seat's most suspicious decisions.
    pub(crate) fn look_closer(
        &mut self,
        mut decisions: Vec<Decision<G>>,
        judgement: &mut Judgement,
        go_on: &mut dyn FnMut() -> bool,
    ) {
        for decision in &decisions {
            judgement.decisions[decision.seat.index()] += 1;
        }
        let deciders = judgement.decisions.iter().filter(|&&count| count > 0).count().max(1);
        let each = (self.settings.closely / deciders).max(FEWEST);
        decisions.sort_by(|a, b| b.suspected.total_cmp(&a.suspected));
        for decision in decisions {
            let seat = decision.seat.index();
            if judgement.closely[seat] == each {
                continue;
            }
            if !go_on() {
                break;
            }
            judgement.closely[seat] += 1;
            if let Some(advice) = self.closer_look(decision)
                && advice.advised_chance > advice.played_chance
            {
                if advice.is_clear() {
                    judgement.balance[seat].given_away += advice.gain();
                }
                judgement.advice.push(advice);
            }
        }
        judgement.advice.sort_by_key(|it| it.version);
    }
}
