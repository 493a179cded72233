//! `sanguis simulate`: many random games on all cores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use table::chance::quick;
use table::seed::Seed;
use table::{AnyGame, Playout, Seat};

use crate::stats::{Histogram, Share, Summary};
use crate::{Failure, Outcome, cli, files, output};

/// Games are dealt out to the cores in batches of this many.
const BATCH: u64 = 64;

/// Set by Ctrl-C: report what has been played.
static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn simulate(game: &'static dyn AnyGame, args: &ArgMatches) -> Outcome {
    let (options, position) = start(game, args)?;
    let games = args.get_one::<u64>("games").copied().unwrap_or(1000);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let json = args.get_flag("json");
    let folder = args.get_one::<PathBuf>("record");
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    // A first game, so that an impossible position is refused before anything is written.
    game.playouts(&options, position.as_ref(), seed..seed + 1, &mut |_| false)?;
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure(format!("{} cannot be made: {error}.", folder.display())))?;
    }
    // Without a handler Ctrl-C just ends the program, which loses only the report.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));

    let bar = ProgressBar::new(games).with_style(style());
    let begin = Instant::now();
    let failed = AtomicU64::new(0);
    let tally = (0..games.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let mut tally = Tally::new(players);
            let from = seed + batch * BATCH;
            let to = (from + BATCH).min(seed + games);
            let _ = game.playouts(&options, position.as_ref(), from..to, &mut |played| {
                if STOP.load(Ordering::Relaxed) {
                    return false;
                }
                if let Some(folder) = folder
                    && record(game, &options, position.as_ref(), players, &played, folder).is_err()
                {
                    failed.fetch_add(1, Ordering::Relaxed);
                }
                tally.add(&played);
                bar.inc(1);
                true
            });
            tally
        })
        .reduce(|| Tally::new(players), Tally::merge);
    let seconds = begin.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if failed.load(Ordering::Relaxed) > 0 {
        return Err(Failure(format!("{} records could not be written.", failed.into_inner())));
    }
    let report = tally.report(game, options, seed, seconds);
    if json {
        output::line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        output::print(&report.text());
    }
    Ok(ExitCode::SUCCESS)
}

/// The options and, with `--from`, the position to start from.
pub(crate) fn start(
    game: &'static dyn AnyGame,
    args: &ArgMatches,
) -> Result<(Value, Option<Value>), Failure> {
    let Some(path) = args.get_one::<PathBuf>("from") else { return Ok((cli::options(game, args)?, None)) };
    let scenario = files::read_scenario(path)?;
    if scenario.game != game.info().id {
        return Err(Failure(format!("{} is a position of {}.", path.display(), scenario.game)));
    }
    Ok((game.options(&scenario.options)?, scenario.position))
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Plays a random game again, this time with a record.
fn record(
    game: &'static dyn AnyGame,
    options: &Value,
    position: Option<&Value>,
    players: usize,
    played: &Playout,
    folder: &Path,
) -> Result<(), Failure> {
    let names = Seat::all(players).map(output::seat_name).collect();
    let mut again = game.start(options, position.cloned(), names, Seed::from_number(played.seed, players))?;
    let mut policy = quick(played.seed);
    for _ in 0..played.steps {
        again.play_random(None, &mut policy);
    }
    files::write(
        &folder.join(format!("{}-{}.json", game.info().id, played.seed)),
        &again.record().to_text(),
    )?;
    Ok(())
}

#[derive(Default)]
struct Tally {
    games: u64,
    steps: Histogram,
    options: u64,
    endings: BTreeMap<&'static str, u64>,
    unfinished: u64,
    draws: u64,
    seat_wins: Vec<u64>,
    /// For each kind of label and each of its values: seats that had it, and those of them that won.
    labels: BTreeMap<&'static str, BTreeMap<String, (u64, u64)>>,
}

impl Tally {
    fn new(players: usize) -> Tally {
        Tally { seat_wins: vec![0; players], ..Tally::default() }
    }

    fn add(&mut self, played: &Playout) {
        self.games += 1;
        self.steps.add(played.steps.into());
        self.options += played.options;
        match &played.outcome {
            Some(outcome) => *self.endings.entry(outcome.ending()).or_default() += 1,
            None => self.unfinished += 1,
        }
        self.draws += u64::from(played.outcome.is_some_and(|outcome| outcome.is_draw()));
        for (seat, labels) in Seat::all(self.seat_wins.len()).zip(&played.labels) {
            let won = u64::from(played.winners.contains(seat));
            self.seat_wins[seat.index()] += won;
            for (kind, value) in labels {
                let (had, wins) = self.labels.entry(kind).or_default().entry(value.clone()).or_default();
                *had += 1;
                *wins += won;
            }
        }
    }

    fn merge(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.steps.merge(other.steps);
        self.options += other.options;
        self.unfinished += other.unfinished;
        self.draws += other.draws;
        for (ending, count) in other.endings {
            *self.endings.entry(ending).or_default() += count;
        }
        for (mine, theirs) in self.seat_wins.iter_mut().zip(other.seat_wins) {
            *mine += theirs;
        }
        for (kind, values) in other.labels {
            let known = self.labels.entry(kind).or_default();
            for (value, (had, won)) in values {
                let entry = known.entry(value).or_default();
                entry.0 += had;
                entry.1 += won;
            }
        }
        self
    }

    fn report(self, game: &dyn AnyGame, options: Value, seed: u64, seconds: f64) -> Report {
        let steps = self.steps.summary();
        let all_steps = steps.mean * self.games as f64;
        Report {
            game: game.info().id,
            options,
            seed,
            games: self.games,
            unfinished: self.unfinished,
            draws: Share::new(self.draws, self.games),
            steps,
            branching: if all_steps > 0.0 { self.options as f64 / all_steps } else { 0.0 },
            endings: self
                .endings
                .into_iter()
                .map(|(ending, count)| (ending.to_owned(), Share::new(count, self.games)))
                .collect(),
            wins_by_seat: self.seat_wins.iter().map(|&wins| Share::new(wins, self.games)).collect(),
            wins_by: self
                .labels
                .into_iter()
                .map(|(kind, values)| {
                    let shares =
                        values.into_iter().map(|(value, (had, won))| (value, Share::new(won, had))).collect();
                    (kind, shares)
                })
                .collect(),
            seconds,
            games_per_second: self.games as f64 / seconds,
            steps_per_second: all_steps / seconds,
        }
    }
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    options: Value,
    seed: u64,
    games: u64,
    unfinished: u64,
    draws: Share,
    steps: Summary,
    branching: f64,
    endings: BTreeMap<String, Share>,
    wins_by_seat: Vec<Share>,
    wins_by: BTreeMap<&'static str, BTreeMap<String, Share>>,
    seconds: f64,
    games_per_second: f64,
    steps_per_second: f64,
}

impl Report {
    fn text(&self) -> String {
        let mut out = format!(
            "{} random games of {} from seed {}, options {}\n\n",
            self.games, self.game, self.seed, self.options
        );
        out.push_str(&format!(
            "Length: {:.1} decisions (10 % {}, median {}, 90 % {}, longest {}), {:.1} options at each.\n",
            self.steps.mean, self.steps.p10, self.steps.p50, self.steps.p90, self.steps.max, self.branching
        ));
        out.push_str(&format!(
            "Speed: {} games/s, {} decisions/s.\n",
            output::thousands(self.games_per_second),
            output::thousands(self.steps_per_second)
        ));
        if self.unfinished > 0 {
            out.push_str(&format!("{} games did not end within the bound.\n", self.unfinished));
        }
        let rows: Vec<Vec<String>> =
            self.endings.iter().map(|(name, share)| vec![name.clone(), share.percent()]).collect();
        out.push_str(&format!("\n{}", output::columns(&["ending", "share of games (95 %)"], &rows)));
        let rows: Vec<Vec<String>> = self
            .wins_by_seat
            .iter()
            .enumerate()
            .map(|(i, share)| vec![format!("seat {}", i + 1), share.percent()])
            .collect();
        out.push_str(&format!("\n{}", output::columns(&["seat", "wins (95 %)"], &rows)));
        for (kind, values) in &self.wins_by {
            let rows: Vec<Vec<String>> = values
                .iter()
                .map(|(value, share)| {
                    vec![value.clone(), output::thousands(share.of as f64), share.percent()]
                })
                .collect();
            out.push_str(&format!("\n{}", output::columns(&[kind, "seats", "wins (95 %)"], &rows)));
        }
        out
    }
}
