//! Statistics of random games.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use table::{Info, Playout, Seat};

use crate::counts::{Counts, Summary};
use crate::merge::{Merge, merge_fields};
use crate::share::Share;

/// What is counted over many random games at one table.
#[derive(Default)]
pub struct SimulationStats {
    games: u64,
    steps: Counts,
    options: u64,
    endings: BTreeMap<&'static str, u64>,
    unfinished: u64,
    draws: u64,
    wins_by_seat: Vec<u64>,
    /// By kind of label and label: seats that had it, and how many of them won.
    labels: BTreeMap<&'static str, BTreeMap<String, (u64, u64)>>,
}

impl SimulationStats {
    /// Nothing counted yet.
    pub fn new(players: usize) -> SimulationStats {
        SimulationStats { wins_by_seat: vec![0; players], ..SimulationStats::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Playout) {
        self.games += 1;
        self.steps.add(game.steps.into());
        self.options += game.options;
        match &game.outcome {
            Some(outcome) => *self.endings.entry(outcome.ending()).or_default() += 1,
            None => self.unfinished += 1,
        }
        self.draws += u64::from(game.outcome.is_some_and(|outcome| outcome.is_draw()));
        for (seat, labels) in Seat::all(self.wins_by_seat.len()).zip(&game.labels) {
            let won = u64::from(game.winners.contains(seat));
            self.wins_by_seat[seat.index()] += won;
            for (kind, label) in labels {
                let (had, wins) = self.labels.entry(kind).or_default().entry(label.clone()).or_default();
                *had += 1;
                *wins += won;
            }
        }
    }

    /// Adds what others have counted at the same table.
    pub fn merge(mut self, other: SimulationStats) -> SimulationStats {
        Merge::merge(&mut self, other);
        self
    }

    /// The report on the games that were counted.
    pub fn report(self, info: &'static Info, options: Value, seed: u64, seconds: f64) -> SimulationReport {
        let steps = self.steps.summary();
        let all_steps = steps.mean * self.games as f64;
        let share = |count: u64| Share::new(count, self.games);
        SimulationReport {
            game: info.id,
            options,
            seed,
            games: self.games,
            unfinished: self.unfinished,
            draws: share(self.draws),
            steps,
            branching: if all_steps > 0.0 { self.options as f64 / all_steps } else { 0.0 },
            endings: self.endings.iter().map(|(&ending, &count)| (ending, share(count))).collect(),
            wins_by_seat: self.wins_by_seat.iter().map(|&wins| share(wins)).collect(),
            wins_by: self
                .labels
                .into_iter()
                .map(|(kind, labels)| {
                    let wins = labels.into_iter().map(|(label, (had, won))| (label, Share::new(won, had)));
                    (kind, wins.collect())
                })
                .collect(),
            seconds,
            games_per_second: self.games as f64 / seconds,
            steps_per_second: all_steps / seconds,
        }
    }
}

merge_fields! {
    SimulationStats { games, steps, options, endings, unfinished, draws, wins_by_seat, labels }
}

/// What `sanguis simulate --json` prints.
#[derive(Serialize)]
pub struct SimulationReport {
    /// The game's id.
    pub game: &'static str,
    /// The options it was played with.
    pub options: Value,
    /// The first game's seed.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Games that did not end within the game's bound.
    pub unfinished: u64,
    /// Games without a winner.
    pub draws: Share,
    /// Decisions in a game.
    pub steps: Summary,
    /// Options at a decision, on average.
    pub branching: f64,
    /// By ending, the share of games.
    pub endings: BTreeMap<&'static str, Share>,
    /// By seat, the share of games it won.
    pub wins_by_seat: Vec<Share>,
    /// By kind of label and label, the share of seats that won.
    pub wins_by: BTreeMap<&'static str, BTreeMap<String, Share>>,
    /// How long it took.
    pub seconds: f64,
    /// Games in a second.
    pub games_per_second: f64,
    /// Decisions in a second.
    pub steps_per_second: f64,
}
