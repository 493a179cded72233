//! What an arena counts.

use std::collections::BTreeMap;
use std::time::Duration;

use bots::{Played, Rating, rate};
use serde::Serialize;
use serde_json::Value;
use table::Info;

use super::{Player, Stopwatch, Thinking};
use crate::output;
use crate::stats::{Histogram, Share, Summary};

/// How a kind of bot has done. Every bot of the same kind counts together.
pub(super) struct Entry {
    pub(super) name: String,
    player: Player,
    /// Seats it had.
    seats: u64,
    /// Games, in shares: several winners share a game, and all share a draw.
    won: f64,
    games: u64,
    /// The time of each decision with a choice, in microseconds.
    times: Histogram,
    thought: Duration,
    iterations: u64,
    complaints: u64,
    first_complaint: Option<String>,
}

impl Entry {
    pub(super) fn wins(&self) -> Share {
        Share::new(self.won.round() as u64, self.games)
    }
}

pub(super) struct Tally {
    pub(super) entries: Vec<Entry>,
    /// Per place of the field, the entry.
    entry_of: Vec<usize>,
    /// In the order in which they were asked for, whatever the order in which they ended.
    games: BTreeMap<u64, Played>,
    draws: u64,
    unfinished: u64,
    seats: u64,
    steps: Histogram,
    endings: BTreeMap<String, u64>,
}

impl Tally {
    pub(super) fn new(field: &[Player]) -> Tally {
        let mut entries: Vec<Entry> = Vec::new();
        let mut entry_of = Vec::new();
        for player in field {
            let known = entries.iter().position(|entry| entry.player == *player);
            entry_of.push(known.unwrap_or(entries.len()));
            if known.is_none() {
                entries.push(Entry {
                    name: player.name(),
                    player: player.clone(),
                    seats: 0,
                    won: 0.0,
                    games: 0,
                    times: Histogram::default(),
                    thought: Duration::ZERO,
                    iterations: 0,
                    complaints: 0,
                    first_complaint: None,
                });
            }
        }
        Tally {
            entries,
            entry_of,
            games: BTreeMap::new(),
            draws: 0,
            unfinished: 0,
            seats: 0,
            steps: Histogram::default(),
            endings: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, index: u64, played: Played, watch: &Stopwatch<'_>) {
        self.draws += u64::from(played.draw);
        self.unfinished += u64::from(played.outcome.is_none());
        self.seats += played.who.len() as u64;
        self.steps.add(played.steps.into());
        let ending = played.outcome.map_or("unfinished", |outcome| outcome.ending());
        *self.endings.entry(ending.to_owned()).or_default() += 1;
        for (i, entry) in self.entries.iter_mut().enumerate() {
            entry.seats += played.who.iter().filter(|&&who| self.entry_of[who] == i).count() as u64;
            entry.games += 1;
            entry.won += share(&played, |who| self.entry_of[who] == i);
        }
        for decision in &watch.decisions {
            let entry = &mut self.entries[self.entry_of[decision.who]];
            entry.times.add(decision.time.as_micros() as u64);
            if decision.iterations > 0 {
                entry.thought += decision.time;
                entry.iterations += u64::from(decision.iterations);
            }
        }
        for (who, words) in &watch.complaints {
            let entry = &mut self.entries[self.entry_of[*who]];
            entry.complaints += 1;
            entry.first_complaint.get_or_insert_with(|| words.clone());
        }
        self.games.insert(index, played);
    }

    /// Ratings after all games, in their order.
    fn ratings(&self) -> Vec<Rating> {
        let mut ratings = vec![Rating::default(); self.entries.len()];
        for played in self.games.values() {
            let Some(outcome) = played.outcome else { continue };
            // Each kind of bot once, by the best place it got.
            let place = |entry: usize| {
                let own = table::Seat::all(played.who.len())
                    .filter(|seat| self.entry_of[played.who[seat.index()]] == entry)
                    .map(|seat| outcome.placing(seat));
                own.min()
            };
            let present: Vec<(usize, usize)> =
                (0..ratings.len()).filter_map(|entry| Some((entry, place(entry)?))).collect();
            let before: Vec<Rating> = present.iter().map(|(entry, _)| ratings[*entry]).collect();
            let places: Vec<usize> = present.iter().map(|(_, place)| *place).collect();
            for ((entry, _), rating) in present.iter().zip(rate(&before, &places)) {
                ratings[*entry] = rating;
            }
        }
        ratings
    }

    /// The share of games an entry has won after so many games.
    fn course(&self, entry: usize) -> Vec<(u64, Share)> {
        let every = (self.games.len() / 60).max(1);
        let (mut won, mut course) = (0.0, Vec::new());
        for (i, played) in self.games.values().enumerate() {
            won += share(played, |who| self.entry_of[who] == entry);
            let count = i + 1;
            if count.is_multiple_of(every) || count == self.games.len() {
                course.push((count as u64, Share::new(won.round() as u64, count as u64)));
            }
        }
        course
    }

    pub(super) fn report(
        self,
        info: &'static Info,
        options: Value,
        seed: u64,
        budget: Option<Thinking>,
        seconds: f64,
    ) -> Report {
        let ratings = self.ratings();
        let standing = |(i, entry): (usize, &Entry)| Standing {
            bot: entry.name.clone(),
            budget: match budget.unwrap_or(entry.player.usual()) {
                Thinking::Iterations(count) => format!("{count} iterations"),
                Thinking::Time(most) => format!("{} ms", most.as_millis()),
            },
            par: entry.seats as f64 / self.seats.max(1) as f64,
            wins: entry.wins(),
            rating: ratings[i],
            decisions: entry.times.count(),
            milliseconds_p50: entry.times.quantile(0.5) as f64 / 1e3,
            milliseconds_p99: entry.times.quantile(0.99) as f64 / 1e3,
            iterations_per_second: entry.iterations as f64 / entry.thought.as_secs_f64().max(1e-9),
            complaints: entry.complaints,
            first_complaint: entry.first_complaint.clone(),
            course: self.course(i),
            times: entry.times.clone(),
        };
        Report {
            game: info.id,
            name: info.name,
            options,
            seed,
            games: self.games.len() as u64,
            draws: self.draws,
            unfinished: self.unfinished,
            steps: self.steps.summary(),
            bots: self.entries.iter().enumerate().map(standing).collect(),
            endings: self.endings,
            seconds,
            lengths: self.steps,
        }
    }
}

/// The share of a game that some of the field won.
fn share(played: &Played, is_own: impl Fn(usize) -> bool) -> f64 {
    let own = |seats: &mut dyn Iterator<Item = usize>| {
        seats.filter(|&seat| is_own(played.who[seat])).count() as f64
    };
    if played.draw {
        own(&mut (0..played.who.len())) / played.who.len() as f64
    } else {
        own(&mut played.winners.iter().map(|seat| seat.index())) / played.winners.len() as f64
    }
}

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) game: &'static str,
    #[serde(skip)]
    pub(super) name: &'static str,
    pub(super) options: Value,
    pub(super) seed: u64,
    pub(super) games: u64,
    pub(super) draws: u64,
    pub(super) unfinished: u64,
    pub(super) steps: Summary,
    pub(super) bots: Vec<Standing>,
    /// How games ended, and how often.
    pub(super) endings: BTreeMap<String, u64>,
    pub(super) seconds: f64,
    #[serde(skip)]
    pub(super) lengths: Histogram,
}

#[derive(Serialize)]
pub(super) struct Standing {
    pub(super) bot: String,
    pub(super) budget: String,
    /// The share of wins that its share of the seats would give.
    pub(super) par: f64,
    pub(super) wins: Share,
    /// For display: Plackett-Luce, 25 before the first game.
    pub(super) rating: Rating,
    /// Decisions with more than one option.
    pub(super) decisions: u64,
    pub(super) milliseconds_p50: f64,
    pub(super) milliseconds_p99: f64,
    pub(super) iterations_per_second: f64,
    /// How often it failed and instinct answered for it.
    pub(super) complaints: u64,
    pub(super) first_complaint: Option<String>,
    #[serde(skip)]
    pub(super) course: Vec<(u64, Share)>,
    #[serde(skip)]
    pub(super) times: Histogram,
}

/// The columns of the table of bots.
pub(super) const HEAD: [&str; 8] =
    ["bot", "budget", "par", "wins (95 %)", "rating", "ms p50", "ms p99", "iterations/s"];

impl Standing {
    pub(super) fn row(&self) -> Vec<String> {
        vec![
            self.bot.clone(),
            self.budget.clone(),
            format!("{:.1} %", 100.0 * self.par),
            self.wins.percent(),
            format!("{:.1} ± {:.1}", self.rating.mean, 2.0 * self.rating.deviation),
            format!("{:.2}", self.milliseconds_p50),
            format!("{:.2}", self.milliseconds_p99),
            output::thousands(self.iterations_per_second),
        ]
    }

    /// Whether it won more or less than its share, as far as the games can tell.
    pub(super) fn verdict(&self) -> &'static str {
        if self.wins.low > self.par {
            "better than par"
        } else if self.wins.high < self.par {
            "worse than par"
        } else {
            "not to be told from par"
        }
    }
}

impl Report {
    pub(super) fn text(&self) -> String {
        let rows: Vec<Vec<String>> = self.bots.iter().map(Standing::row).collect();
        let mut text = format!(
            "{} games of {} from seed {}, options {}: {} draws, {:.0} decisions each, {:.1} s\n\n{}",
            self.games,
            self.game,
            self.seed,
            self.options,
            self.draws,
            self.steps.mean,
            self.seconds,
            output::columns(&HEAD, &rows)
        );
        for bot in self.bots.iter().filter(|bot| bot.complaints > 0) {
            let first = bot.first_complaint.as_deref().unwrap_or_default();
            text += &format!("\n{} failed {} times; the first: {first}\n", bot.bot, bot.complaints);
        }
        text
    }
}
