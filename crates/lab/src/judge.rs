//! Judging a game after it is over: who was ahead, when did it turn, and what would a bot have done?
//!
//! A chance to win is the game's own evaluation after a few steps of its default policy, averaged over many such rollouts: from the true
//! state, and from states sampled from what a seat knew.

use bots::{Budget, Level, Question, bot, weighted};
use serde::Serialize;
use table::chance::{Quick, quick};
use table::instinct::Instinct;
use table::{Game, MAX_SEATS, Match, Observer, Outcome, Record, Refusal, Seat, Text};

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
    /// What was done.
    pub played: Text,
    /// What the adviser would have done.
    pub advised: Text,
    /// The seat's chance from its own view after what was done.
    pub played_chance: f32,
    /// And after what was advised.
    pub advised_chance: f32,
}

/// A game that has been judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// In order.
    pub moments: Vec<Moment>,
    /// Decisions that were judged, by seat.
    pub decisions: Vec<usize>,
    /// Those of them that the adviser would have made, too, by seat.
    pub agreed: Vec<usize>,
    /// The others.
    pub advice: Vec<Advice>,
}

/// Is told how many actions of how many are done; says whether to go on.
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
    };
    let every = count.div_ceil(settings.moments.max(1)).max(1);
    let mut told = 0;
    for index in 0..count {
        let (seat, action) = record.action::<G>(index)?;
        let due = (index + 1) % every == 0 || index + 1 == count;
        if due {
            judge.advise(&game, seat, action, &mut judgement);
        }
        game.play(seat, action)?;
        if due {
            judgement.moments.push(judge.moment(&game, told));
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
        let truth = self.average(seats, |_| game.state().clone());
        let seen = Seat::all(seats)
            .map(|seat| {
                let observation = G::observe(game.state(), Observer::Seat(seat));
                self.average(seats, |chance| G::sample(&observation, chance))[seat.index()]
            })
            .collect();
        let story = game.story(Observer::All, told).into_iter().map(|line| line.text).collect();
        Moment { version: game.version(), truth, seen, story }
    }

    fn average(&mut self, seats: usize, mut start: impl FnMut(&mut Quick) -> G::State) -> Vec<f32> {
        let mut sums = [0.0; MAX_SEATS];
        for _ in 0..self.settings.rollouts {
            let mut state = start(&mut self.chance);
            let values = self.rollout(&mut state);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        sums[..seats].iter().map(|sum| (sum / self.settings.rollouts.max(1) as f32).clamp(0.0, 1.0)).collect()
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
        let question = Question { observation: &observation, seat, actions: &actions, waiting };
        let mut budget = Budget { iterations: self.settings.iterations, time_is_up: &mut || false };
        let mut adviser = bot::<G>(self.settings.adviser, game.version() as u64);
        let Some(&advised) = adviser.decide(&question, &mut budget).and_then(|at| actions.get(at)) else {
            return;
        };
        judgement.decisions[seat.index()] += 1;
        if advised == played {
            judgement.agreed[seat.index()] += 1;
            return;
        }
        // Both are tried in the same sampled states, so that only the decision differs.
        let mut sums = [0.0f32; 2];
        for _ in 0..self.settings.rollouts {
            let sampled = G::sample(&observation, &mut self.chance);
            for (sum, action) in sums.iter_mut().zip([played, advised]) {
                let mut state = sampled.clone();
                G::apply(&mut state, seat, action, &mut self.chance, &mut ());
                *sum += self.rollout(&mut state)[seat.index()];
            }
        }
        let [played_chance, advised_chance] =
            sums.map(|sum| (sum / self.settings.rollouts.max(1) as f32).clamp(0.0, 1.0));
        let mut words =
            G::describe(&observation, &[played, advised]).into_iter().map(|described| described.label);
        judgement.advice.push(Advice {
            version: game.version() + 1,
            seat,
            played: words.next().unwrap_or_default(),
            advised: words.next().unwrap_or_default(),
            played_chance,
            advised_chance,
        });
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
        turns.retain(|turn| turn.by.abs() >= 0.08);
        turns.sort_by_key(|turn| turn.after.version);
        turns
    }

    /// The advice that would have mattered most, in the order of the game.
    pub fn best_advice(&self, most: usize) -> Vec<&Advice> {
        let worth = |it: &&Advice| it.advised_chance - it.played_chance;
        let mut advice: Vec<&Advice> = self.advice.iter().filter(|it| worth(it) >= 0.03).collect();
        advice.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        advice.truncate(most);
        advice.sort_by_key(|it| it.version);
        advice
    }
}
