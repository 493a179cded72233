//! `sanguis arena`: bots against bots, with intervals.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::Level;
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use shelf::Boxed;

use crate::stats::{Histogram, Share, Summary};
use crate::{Failure, Outcome, cli, output};

/// Set by Ctrl-C: report what has been played.
static STOP: AtomicBool = AtomicBool::new(false);

/// How long bots that look ahead may think at each decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Thinking {
    Iterations(u32),
    Time(Duration),
}

impl std::str::FromStr for Thinking {
    type Err = String;

    /// "400" iterations, or "300ms", or "1s".
    fn from_str(text: &str) -> Result<Thinking, String> {
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|&n| (1..=10_000_000).contains(&n));
        let read = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(digits), _) => number(digits).map(|n| Thinking::Time(Duration::from_millis(n.into()))),
            (None, Some(digits)) => number(digits).map(|n| Thinking::Time(Duration::from_secs(n.into()))),
            (None, None) => number(text).map(Thinking::Iterations),
        };
        read.ok_or_else(|| format!("\"{text}\" is no budget: write 400 for iterations, 300ms or 1s for time"))
    }
}

impl Thinking {
    pub(crate) fn iterations(self) -> u32 {
        match self {
            Thinking::Iterations(count) => count,
            Thinking::Time(_) => u32::MAX,
        }
    }

    /// A clock for the bots: told when a decision begins, asked whether its time is up.
    pub(crate) fn clock(self) -> impl FnMut(bool) -> bool {
        let mut begin = Instant::now();
        move |fresh| match self {
            Thinking::Iterations(_) => false,
            Thinking::Time(_) if fresh => {
                begin = Instant::now();
                false
            }
            Thinking::Time(most) => begin.elapsed() >= most,
        }
    }
}

pub(crate) fn arena(boxed: &'static Boxed, args: &ArgMatches) -> Outcome {
    let options = cli::options(boxed.game, args)?;
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    let field: Vec<Level> = args.get_many::<Level>("field").into_iter().flatten().copied().collect();
    if field.len() < 2 || field.len() > players {
        return Err(Failure(format!(
            "--field takes two to {players} bots at this table, separated by commas."
        )));
    }
    let games = args.get_one::<u64>("games").copied().unwrap_or(200);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let thinking = args.get_one::<Thinking>("budget").copied().unwrap_or(Thinking::Iterations(400));
    let arena = boxed.bots.arena(&options, &field, thinking.iterations())?;
    // Without a handler Ctrl-C just ends the program, which loses only the report.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));

    let rotations = arena.rotations() as u64;
    let deals = games.div_ceil(rotations);
    let bar = ProgressBar::new(deals * rotations).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left, {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let begin = Instant::now();
    let tally = Mutex::new(Tally::new(&field));
    (0..deals * rotations).into_par_iter().for_each(|index| {
        if STOP.load(Ordering::Relaxed) {
            return;
        }
        let played =
            arena.play(seed + index / rotations, (index % rotations) as usize, &mut thinking.clock());
        if let Ok(mut tally) = tally.lock() {
            tally.add(&played);
            bar.set_message(tally.entries[0].wins().percent());
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let report = tally.report(boxed.game.info().id, options, seed, begin.elapsed().as_secs_f64());
    if args.get_flag("json") {
        output::line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        output::print(&report.text());
    }
    Ok(ExitCode::SUCCESS)
}

/// How a kind of bot has done. Every bot of the same level counts together.
struct Entry {
    level: Level,
    /// Seats it had, and seats there were.
    seats: u64,
    /// Games with a winner, in halves of which it won a share; drawn games count a share for all.
    won: f64,
    games: u64,
}

impl Entry {
    fn wins(&self) -> Share {
        Share::new(self.won.round() as u64, self.games)
    }
}

struct Tally {
    entries: Vec<Entry>,
    field: Vec<Level>,
    games: u64,
    draws: u64,
    unfinished: u64,
    seats: u64,
    steps: Histogram,
}

impl Tally {
    fn new(field: &[Level]) -> Tally {
        let mut entries: Vec<Entry> = Vec::new();
        for &level in field {
            if entries.iter().all(|entry| entry.level != level) {
                entries.push(Entry { level, seats: 0, won: 0.0, games: 0 });
            }
        }
        let field = field.to_vec();
        Tally { entries, field, games: 0, draws: 0, unfinished: 0, seats: 0, steps: Histogram::default() }
    }

    fn add(&mut self, played: &bots::Played) {
        self.games += 1;
        self.draws += u64::from(played.draw);
        self.unfinished += u64::from(played.outcome.is_none());
        self.seats += played.who.len() as u64;
        self.steps.add(played.steps.into());
        let all = played.who.len();
        for entry in &mut self.entries {
            let is_own = |seat: usize| self.field[played.who[seat]] == entry.level;
            let own = (0..all).filter(|&seat| is_own(seat)).count();
            entry.seats += own as u64;
            entry.games += 1;
            entry.won += if played.draw {
                own as f64 / all as f64
            } else {
                let winners = played.winners.len() as f64;
                played.winners.iter().filter(|seat| is_own(seat.index())).count() as f64 / winners
            };
        }
    }

    fn report(self, game: &'static str, options: Value, seed: u64, seconds: f64) -> Report {
        Report {
            game,
            options,
            seed,
            games: self.games,
            draws: self.draws,
            unfinished: self.unfinished,
            steps: self.steps.summary(),
            bots: self
                .entries
                .iter()
                .map(|entry| Standing {
                    bot: entry.level.name(),
                    par: entry.seats as f64 / self.seats.max(1) as f64,
                    wins: entry.wins(),
                })
                .collect(),
            seconds,
        }
    }
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    options: Value,
    seed: u64,
    games: u64,
    draws: u64,
    unfinished: u64,
    steps: Summary,
    bots: Vec<Standing>,
    seconds: f64,
}

#[derive(Serialize)]
struct Standing {
    bot: &'static str,
    /// The share of wins that its share of the seats would give.
    par: f64,
    wins: Share,
}

impl Report {
    fn text(&self) -> String {
        let rows: Vec<Vec<String>> = self
            .bots
            .iter()
            .map(|bot| vec![bot.bot.to_owned(), format!("{:.1} %", 100.0 * bot.par), bot.wins.percent()])
            .collect();
        format!(
            "{} games of {} from seed {}, options {}: {} draws, {:.0} decisions each, {:.1} s\n\n{}",
            self.games,
            self.game,
            self.seed,
            self.options,
            self.draws,
            self.steps.mean,
            self.seconds,
            output::columns(&["bot", "par", "wins (95 %)"], &rows)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read() {
        assert_eq!("400".parse(), Ok(Thinking::Iterations(400)));
        assert_eq!("300ms".parse(), Ok(Thinking::Time(Duration::from_millis(300))));
        assert_eq!("2s".parse(), Ok(Thinking::Time(Duration::from_secs(2))));
        assert!("soon".parse::<Thinking>().is_err());
        assert!("0".parse::<Thinking>().is_err());
    }
}
