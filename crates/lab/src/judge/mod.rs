//! Judging a game after it is over: who was ahead, when did it turn, and what would a bot have done?
//!
//! A chance to win is the game's own evaluation after a few steps of its default policy, averaged over many such rollouts: from the true
//! state, and from states sampled from what a seat knew.

mod decisions;

use bots::weighted;
use serde::Serialize;
use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Chance, Game, MAX_SEATS, Match, Observer, Outcome, Record, Refusal, Seat, Text};

use decisions::Trials;

/// A difference counts from this many standard errors on.
const CLEAR: f32 = 2.0;
/// A better choice that adds less than this to the chance of winning is not worth a word.
const WORTH: f32 = 0.03;
/// A turning point moves a chance by this much.
const NOTABLE: f32 = 0.08;
/// How many decisions are looked at for each moment that is judged, at most.
const FIRST_LOOKS: usize = 2;

/// How thoroughly a game is judged.
#[derive(Clone, Copy, Debug)]
pub struct ReviewSettings {
    /// The most moments to judge, evenly spread; the first and the last are among them.
    pub moments: usize,
    /// Rollouts from each moment, for the true state and for each seat's view.
    pub rollouts: u32,
    /// Steps of each rollout.
    pub steps: u32,
    /// How many decisions are looked at closely, shared among those who decided.
    pub closely: usize,
    /// Imagined worlds in which such a decision is compared with the best other one.
    pub worlds: u32,
}

impl Default for ReviewSettings {
    fn default() -> ReviewSettings {
        ReviewSettings { moments: 150, rollouts: 24, steps: 12, closely: 32, worlds: 400 }
    }
}

/// Each seat's chance to win at one moment of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// The number of actions before it.
    pub version: usize,
    /// By seat, judged with all cards open.
    pub truth: Vec<f32>,
    /// The standard errors of these.
    pub noise: Vec<f32>,
    /// By seat, judged from what that seat knew.
    pub seen: Vec<f32>,
    /// What has happened since the last moment, as an open table is told it.
    pub story: Vec<Text>,
}

/// A decision that was looked at closely, and another option that did better.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The action's number, counted from 1.
    pub version: usize,
    /// Who decided.
    pub seat: Seat,
    /// The code of what was done.
    pub code: u32,
    /// What was done.
    pub played: Text,
    /// The best of the other options.
    pub advised: Text,
    /// The seat's chance from its own view after what was done.
    pub played_chance: f32,
    /// And after the other option.
    pub advised_chance: f32,
    /// The standard error of the difference.
    pub noise: f32,
}

impl Advice {
    /// How much it would have added to the chance of winning.
    pub fn gain(&self) -> f32 {
        self.advised_chance - self.played_chance
    }

    /// Would it have been clearly better, and by enough to speak of?
    pub fn is_clear(&self) -> bool {
        self.gain() >= WORTH && self.gain() > CLEAR * self.noise
    }
}

/// What moved a seat's chance to win, as sums over the actions that were judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Balance {
    /// What luck gave: swings beyond the noise, all cards open, at actions that drew from chance.
    pub luck_gained: f32,
    /// What it took.
    pub luck_lost: f32,
    /// What the seat's own decisions gave away, where something else was clearly better.
    pub given_away: f32,
}

/// A game that has been judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// In order.
    pub moments: Vec<Moment>,
    /// Decisions that were looked at, by seat.
    pub decisions: Vec<usize>,
    /// Those of them that were looked at closely, by seat.
    pub closely: Vec<usize>,
    /// Actions that a bot took for a person, by seat: they are not the person's decisions.
    pub stood_in: Vec<usize>,
    /// Where another option did better.
    pub advice: Vec<Advice>,
    /// Luck and choice, by seat.
    pub balance: Vec<Balance>,
}

/// Gets the number of actions done and the total; returns whether to continue.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize) -> bool;

/// Judges a record. `own` says of each action whether the person who had the seat chose it; if nobody did, all decisions are judged.
pub(crate) fn judge<G: Instinct>(
    record: &Record,
    own: &[bool],
    settings: ReviewSettings,
    progress: Progress<'_>,
) -> Result<Judgement, Refusal> {
    let mut game: Match<G> = record.open::<G>()?;
    let (count, seats) = (record.actions.len(), record.seats.len());
    let mut judge =
        Judge::<G> { settings, chance: quick(count as u64), actions: Vec::new(), weights: Vec::new() };
    let mut judgement = Judgement {
        moments: vec![judge.moment(&game, 0)],
        decisions: vec![0; seats],
        closely: vec![0; seats],
        stood_in: stood_in(record, own),
        advice: Vec::new(),
        balance: vec![Balance::default(); seats],
    };
    let (mut trials, mut decisions) = (Trials::new(settings), Vec::new());
    let people = own.iter().filter(|&&own| own).count();
    let looks = if people > 0 { people } else { count };
    let (every, look_at) = (spread(count, settings.moments), spread(looks, FIRST_LOOKS * settings.moments));
    let (mut told, mut chosen) = (0, 0);
    for index in 0..count {
        let (seat, action) = record.action::<G>(index)?;
        let due = (index + 1) % every == 0 || index + 1 == count;
        if people == 0 || own.get(index) == Some(&true) {
            chosen += 1;
            if chosen % look_at == 0 {
                decisions.extend(trials.first_look(&game, seat, action));
            }
        }
        let before = (due && judge.draws(&game, seat, action)).then(|| match judgement.moments.last() {
            Some(last) if last.version == game.version() => (last.truth.clone(), last.noise.clone()),
            _ => judge.truth(&game),
        });
        game.play(seat, action)?;
        if due {
            let moment = judge.moment(&game, told);
            if let Some((truth, noise)) = before {
                for (seat, balance) in judgement.balance.iter_mut().enumerate() {
                    let by = moment.truth[seat] - truth[seat];
                    if by.abs() > CLEAR * noise[seat].hypot(moment.noise[seat]) {
                        balance.luck_gained += by.max(0.0);
                        balance.luck_lost += (-by).max(0.0);
                    }
                }
            }
            judgement.moments.push(moment);
            told = game.version();
        }
        if !progress(index + 1, count) {
            return Ok(judgement);
        }
    }
    trials.look_closer(decisions, &mut judgement, &mut || progress(count, count));
    Ok(judgement)
}

/// Every how many of them one is taken, to take at most this many.
fn spread(of: usize, most: usize) -> usize {
    of.div_ceil(most.max(1)).max(1)
}

/// By seat, the actions that a bot took for a person.
fn stood_in(record: &Record, own: &[bool]) -> Vec<usize> {
    let (mut by_person, mut by_others) = (vec![0; record.seats.len()], vec![0; record.seats.len()]);
    for (entry, &own) in record.actions.iter().zip(own) {
        let counts = if own { &mut by_person } else { &mut by_others };
        if let Some(count) = counts.get_mut(entry.0.index()) {
            *count += 1;
        }
    }
    let counts = by_person.into_iter().zip(by_others);
    counts.map(|(by_person, by_others)| if by_person > 0 { by_others } else { 0 }).collect()
}

struct Judge<G: Game> {
    settings: ReviewSettings,
    chance: Quick,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
}

impl<G: Instinct> Judge<G> {
    fn moment(&mut self, game: &Match<G>, told: usize) -> Moment {
        let seats = table::Options::players(game.options());
        let (truth, noise) = self.truth(game);
        let seen = Seat::all(seats)
            .map(|seat| {
                let observation = G::observe(game.state(), Observer::Seat(seat));
                self.average(seats, |chance| G::sample(&observation, chance)).0[seat.index()]
            })
            .collect();
        let story = game.story(Observer::All, told).into_iter().map(|line| line.text).collect();
        Moment { version: game.version(), truth, noise, seen, story }
    }

    fn truth(&mut self, game: &Match<G>) -> (Vec<f32>, Vec<f32>) {
        self.average(table::Options::players(game.options()), |_| game.state().clone())
    }

    /// Does an action draw from chance?
    fn draws(&mut self, game: &Match<G>, seat: Seat, action: G::Action) -> bool {
        let mut chance = Counted { chance: self.chance.clone(), draws: 0 };
        G::apply(&mut game.state().clone(), seat, action, &mut chance, &mut ());
        chance.draws > 0
    }

    /// Each seat's chance over many rollouts, and its standard error.
    fn average(
        &mut self,
        seats: usize,
        mut start: impl FnMut(&mut Quick) -> G::State,
    ) -> (Vec<f32>, Vec<f32>) {
        let (mut sums, mut squares) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        for _ in 0..self.settings.rollouts {
            let mut state = start(&mut self.chance);
            let lists = (&mut self.actions, &mut self.weights);
            let values = rollout::<G>(&mut state, self.settings.steps, &mut self.chance, lists);
            for seat in 0..seats {
                sums[seat] += values[seat];
                squares[seat] += values[seat] * values[seat];
            }
        }
        let count = self.settings.rollouts.max(1) as f32;
        let errors = sums.iter().zip(squares).map(|(sum, squares)| error(*sum, squares, count));
        (
            sums[..seats].iter().map(|sum| (sum / count).clamp(0.0, 1.0)).collect(),
            errors.take(seats).collect(),
        )
    }
}

/// A few steps of the default policy, and the chances after them. The two lists only save allocations.
pub(crate) fn rollout<G: Instinct>(
    state: &mut G::State,
    steps: u32,
    chance: &mut Quick,
    (actions, weights): (&mut Vec<G::Action>, &mut Vec<f32>),
) -> [f32; MAX_SEATS] {
    for _ in 0..steps {
        let Some(seat) = G::waiting_on(state).first() else { break };
        actions.clear();
        G::legal(state, seat, actions);
        let at = match actions.len() {
            0 => break,
            1 => 0,
            _ => {
                weights.clear();
                G::policy_weights(state, seat, actions, weights);
                weighted(weights, chance)
            }
        };
        G::apply(state, seat, actions[at], chance, &mut ());
    }
    G::outcome(state).map_or_else(|| G::evaluate(state), |outcome| worth(&outcome))
}

/// The standard error of a mean, from the sum of the values and of their squares.
pub(crate) fn error(sum: f32, squares: f32, count: f32) -> f32 {
    ((squares / count - (sum / count).powi(2)).max(0.0) / count).sqrt()
}

/// Chance that counts how often it is drawn from.
struct Counted {
    chance: Quick,
    draws: u32,
}

impl Chance for Counted {
    fn bits(&mut self) -> u32 {
        self.draws += 1;
        self.chance.bits()
    }
}

/// What an outcome is worth to each seat.
fn worth(outcome: &Outcome) -> [f32; MAX_SEATS] {
    let mut values = [0.0; MAX_SEATS];
    let value = if outcome.is_draw() { 1.0 / outcome.seats() as f32 } else { 1.0 };
    let first = Seat::all(outcome.seats()).filter(|&seat| outcome.placing(seat) == 1);
    first.for_each(|seat| values[seat.index()] = value);
    values
}

/// A moment at which chances moved, with the one before it.
#[derive(Clone, Debug)]
pub struct TurningPoint<'a> {
    /// The moment before.
    pub before: &'a Moment,
    /// The moment itself.
    pub after: &'a Moment,
    /// The seat whose chance moved most.
    pub seat: Seat,
    /// By how much.
    pub by: f32,
}

impl Judgement {
    /// The largest swings with all cards open, in the order of the game.
    pub fn turning_points(&self, most: usize) -> Vec<TurningPoint<'_>> {
        let mut turns: Vec<TurningPoint<'_>> = self
            .moments
            .windows(2)
            .filter_map(|pair| {
                let (before, after) = (&pair[0], &pair[1]);
                let moves = Seat::all(after.truth.len())
                    .map(|seat| (seat, after.truth[seat.index()] - before.truth[seat.index()]));
                let (seat, by) = moves.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
                Some(TurningPoint { before, after, seat, by })
            })
            .collect();
        turns.sort_by(|a, b| b.by.abs().total_cmp(&a.by.abs()));
        turns.truncate(most);
        let noise = |turn: &TurningPoint<'_>| {
            let seat = turn.seat.index();
            turn.before.noise[seat].hypot(turn.after.noise[seat])
        };
        turns.retain(|turn| turn.by.abs() >= NOTABLE && turn.by.abs() > CLEAR * noise(turn));
        turns.sort_by_key(|turn| turn.after.version);
        turns
    }

    /// The advice that would have mattered most, in the order of the game.
    pub fn best_advice(&self, most: usize) -> Vec<&Advice> {
        let mut advice: Vec<&Advice> = self.advice.iter().filter(|it| it.is_clear()).collect();
        advice.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
        advice.truncate(most);
        advice.sort_by_key(|it| it.version);
        advice
    }

    /// A seat's decisions at which something else was clearly better.
    pub fn clearly_worse(&self, seat: Seat) -> impl Iterator<Item = &Advice> {
        self.advice.iter().filter(move |it| it.seat == seat && it.is_clear())
    }

    /// A seat's decision that is most worth trying again.
    pub fn worth_trying(&self, seat: Seat) -> Option<&Advice> {
        self.clearly_worse(seat).max_by(|a, b| a.gain().total_cmp(&b.gain()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decisions::DOUBT;

    /// Ten trials in which one option is always a little better prove nothing; much better ones do.
    #[test]
    fn a_few_trials_that_agree_are_not_certain() {
        let advice = |by: f32| Advice {
            version: 1,
            seat: Seat::new(0),
            code: 0,
            played: Text::default(),
            advised: Text::default(),
            played_chance: 0.3,
            advised_chance: 0.3 + by,
            noise: error(10.0 * by, 10.0 * by * by + DOUBT, 10.0),
        };
        assert!(!advice(0.1).is_clear());
        assert!(advice(0.5).is_clear());
    }
}
