//! Judging a game after it is over: who was ahead, when did it turn, and what would a bot have done?
//!
//! A chance to win is the game's own evaluation after a few steps of its default policy, averaged over many such rollouts: from the true
//! state, and from states sampled from what a seat knew.

use bots::{Budget, Level, Question, bot, weighted};
use serde::Serialize;
use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Chance, Code, Game, MAX_SEATS, Match, Observer, Outcome, Record, Refusal, Seat, Text};

/// A difference counts from this many standard errors on.
const CLEAR: f32 = 2.0;
/// A turning point moves a chance by this much.
const NOTABLE: f32 = 0.08;

/// How thoroughly a game is judged.
#[derive(Clone, Copy, Debug)]
pub struct ReviewSettings {
    /// The most moments to judge, evenly spread; the first and the last are among them.
    pub moments: usize,
    /// Rollouts from each moment, for the true state and for each seat's view.
    pub rollouts: u32,
    /// Steps of each rollout.
    pub steps: u32,
    /// The bot that is asked for advice.
    pub adviser: Level,
    /// Iterations of an adviser that looks ahead.
    pub iterations: u32,
}

impl Default for ReviewSettings {
    fn default() -> ReviewSettings {
        ReviewSettings { moments: 150, rollouts: 24, steps: 12, adviser: Level::Search, iterations: 300 }
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

/// A decision that the adviser would have made differently.
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
    /// What the adviser would have done.
    pub advised: Text,
    /// The seat's chance from its own view after what was done.
    pub played_chance: f32,
    /// And after what was advised.
    pub advised_chance: f32,
    /// The standard error of the difference.
    pub noise: f32,
}

impl Advice {
    /// Would it have been clearly better? If not, what was done counts as right.
    pub fn is_clear(&self) -> bool {
        self.advised_chance - self.played_chance > CLEAR * self.noise
    }
}

/// What moved a seat's chance to win, as sums over the actions that were judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Balance {
    /// What luck gave: swings beyond the noise, all cards open, at actions that drew from chance.
    pub luck_gained: f32,
    /// What they took.
    pub luck_lost: f32,
    /// What the seat's own decisions gave away, where the advice was clear.
    pub given_away: f32,
    /// Decisions that were as good as the advised one, within the noise.
    pub right: usize,
}

/// A game that has been judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// In order.
    pub moments: Vec<Moment>,
    /// Decisions that were judged, by seat.
    pub decisions: Vec<usize>,
    /// Those of them that the adviser would have made as well, by seat.
    pub agreed: Vec<usize>,
    /// The others.
    pub advice: Vec<Advice>,
    /// Luck and choice, by seat.
    pub balance: Vec<Balance>,
}

/// Gets the number of actions done and the total; returns whether to continue.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize) -> bool;

/// Judges a record.
pub(crate) fn judge<G: Instinct>(
    record: &Record,
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
        agreed: vec![0; seats],
        advice: Vec::new(),
        balance: vec![Balance::default(); seats],
    };
    let every = count.div_ceil(settings.moments.max(1)).max(1);
    let mut told = 0;
    for index in 0..count {
        let (seat, action) = record.action::<G>(index)?;
        let due = (index + 1) % every == 0 || index + 1 == count;
        if due {
            judge.advise(&game, seat, action, &mut judgement);
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
            break;
        }
    }
    Ok(judgement)
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
            let values = self.rollout(&mut state);
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

    /// A few steps of the default policy, and the chances after them.
    fn rollout(&mut self, state: &mut G::State) -> [f32; MAX_SEATS] {
        for _ in 0..self.settings.steps {
            let Some(seat) = G::waiting_on(state).first() else { break };
            self.actions.clear();
            G::legal(state, seat, &mut self.actions);
            let at = match self.actions.len() {
                0 => break,
                1 => 0,
                _ => {
                    self.weights.clear();
                    G::policy_weights(state, seat, &self.actions, &mut self.weights);
                    weighted(&self.weights, &mut self.chance)
                }
            };
            G::apply(state, seat, self.actions[at], &mut self.chance, &mut ());
        }
        G::outcome(state).map_or_else(|| G::evaluate(state), |outcome| worth(&outcome))
    }

    /// What the adviser would have done instead of this.
    fn advise(&mut self, game: &Match<G>, seat: Seat, played: G::Action, judgement: &mut Judgement) {
        let mut actions = Vec::new();
        G::legal(game.state(), seat, &mut actions);
        let waiting = G::waiting_on(game.state());
        if actions.len() < 2 || !waiting.contains(seat) {
            return;
        }
        let observation = G::observe(game.state(), Observer::Seat(seat));
        let said = game.said();
        let question = Question { observation: &observation, seat, actions: &actions, waiting, said };
        let mut budget = Budget { iterations: self.settings.iterations, time_is_up: &mut || false };
        let mut adviser = bot::<G>(self.settings.adviser, game.version() as u64);
        let Some(&advised) = adviser.decide(&question, &mut budget).and_then(|at| actions.get(at)) else {
            return;
        };
        judgement.decisions[seat.index()] += 1;
        if advised == played {
            judgement.agreed[seat.index()] += 1;
            judgement.balance[seat.index()].right += 1;
            return;
        }
        // Both are tried in the same sampled states, so that only the decision differs.
        let (mut sums, mut squares) = ([0.0f32; 2], 0.0f32);
        for _ in 0..self.settings.rollouts {
            let sampled = G::sample(&observation, &mut self.chance);
            let values = [played, advised].map(|action| {
                let mut state = sampled.clone();
                G::apply(&mut state, seat, action, &mut self.chance, &mut ());
                self.rollout(&mut state)[seat.index()]
            });
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            squares += (values[1] - values[0]).powi(2);
        }
        let count = self.settings.rollouts.max(1) as f32;
        let noise = error(sums[1] - sums[0], squares + DOUBT, count);
        let [played_chance, advised_chance] = sums.map(|sum| (sum / count).clamp(0.0, 1.0));
        let mut words =
            G::describe(&observation, &[played, advised]).into_iter().map(|described| described.label);
        let advice = Advice {
            version: game.version() + 1,
            seat,
            code: played.code(),
            played: words.next().unwrap_or_default(),
            advised: words.next().unwrap_or_default(),
            played_chance,
            advised_chance,
            noise,
        };
        let balance = &mut judgement.balance[seat.index()];
        match advice.is_clear() {
            true => balance.given_away += advised_chance - played_chance,
            false => balance.right += 1,
        }
        judgement.advice.push(advice);
    }
}

/// The standard error of a mean, from the sum of the values and of their squares.
fn error(sum: f32, squares: f32, count: f32) -> f32 {
    ((squares / count - (sum / count).powi(2)).max(0.0) / count).sqrt()
}

/// Few trials that agree may do so by luck: as if one more had come out the other way.
const DOUBT: f32 = 1.0;

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
        let worth = |it: &&Advice| it.advised_chance - it.played_chance;
        let mut advice: Vec<&Advice> =
            self.advice.iter().filter(|it| worth(it) >= 0.03 && it.is_clear()).collect();
        advice.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        advice.truncate(most);
        advice.sort_by_key(|it| it.version);
        advice
    }

    /// A seat's decision that is most worth trying again.
    pub fn worth_trying(&self, seat: Seat) -> Option<&Advice> {
        let gain = |it: &&Advice| it.advised_chance - it.played_chance;
        let own = self.advice.iter().filter(|it| it.seat == seat && it.is_clear());
        own.max_by(|a, b| gain(a).total_cmp(&gain(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
