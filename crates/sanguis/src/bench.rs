//! `sanguis bench`: how fast the games are, on one core.

use std::time::Duration;

use clap::ArgMatches;
use serde::Serialize;
use serde_json::json;
use table::{AnyGame, Benchmark};

use crate::{Failure, Outcome, args, effort, output};

/// The speed of one game at one table.
#[derive(Serialize)]
struct Figures {
    game: &'static str,
    players: usize,
    games_per_second: f64,
    steps_per_second: f64,
    nanoseconds_per_step: f64,
    steps_per_game: f64,
    bytes_per_state: usize,
    nanoseconds_per_sample: f64,
    nanoseconds_per_observation: f64,
}

pub(crate) fn bench(args: &ArgMatches) -> Outcome {
    let seconds = args.get_one::<f64>("seconds").copied().unwrap_or(0.5);
    if !(0.01..=60.0).contains(&seconds) {
        return Err(Failure("--seconds takes a number from 0.01 to 60.".into()));
    }
    let time = Duration::from_secs_f64(seconds);
    let games: Vec<&'static dyn AnyGame> = match args.get_one::<String>("game") {
        Some(_) => vec![args::named_game(args)?.game],
        None => shelf::games().iter().map(|entry| entry.game).collect(),
    };
    let asked = args.get_one::<u64>("players").map(|&players| players as usize);
    let tables: Vec<(&'static dyn AnyGame, usize)> = games
        .into_iter()
        .flat_map(|game| game.info().players().map(move |players| (game, players)))
        .filter(|(_, players)| asked.is_none_or(|asked| asked == *players))
        .collect();
    if tables.is_empty() {
        return Err(Failure(
            "No game takes that many players; `sanguis games` lists how many each takes.".into(),
        ));
    }
    let json = args.get_flag("json");
    if args.get_flag("search") {
        let all = measure_all(tables, |game, players| measure_search(game, players, time))?;
        let rows = all.iter().map(SearchFigures::row);
        return output::report(json, &all, || output::columns(&SearchFigures::HEAD, rows));
    }
    let all = measure_all(tables, |game, players| measure(game, players, time))?;
    output::report(json, &all, || output::columns(&Figures::HEAD, all.iter().map(Figures::row)))
}

/// Measures at one table after the other.
fn measure_all<T>(
    tables: Vec<(&'static dyn AnyGame, usize)>,
    measure: impl Fn(&'static dyn AnyGame, usize) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let bar = output::progress(tables.len() as u64, "tables, {msg}");
    let mut all = Vec::new();
    for (game, players) in tables {
        bar.set_message(format!("{} for {players}", game.info().name));
        all.push(measure(game, players)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(all)
}

impl Figures {
    const HEAD: [&str; 8] = [
        "game, players",
        "games/s",
        "steps/s",
        "ns/step",
        "steps/game",
        "state B",
        "ns/sample",
        "ns/observation",
    ];

    fn row(&self) -> Vec<String> {
        vec![
            format!("{} {}", self.game, self.players),
            report::thousands(self.games_per_second),
            report::thousands(self.steps_per_second),
            format!("{:.0}", self.nanoseconds_per_step),
            format!("{:.0}", self.steps_per_game),
            self.bytes_per_state.to_string(),
            format!("{:.0}", self.nanoseconds_per_sample),
            format!("{:.0}", self.nanoseconds_per_observation),
        ]
    }
}

/// The speed of the search in one game at one table.
#[derive(Serialize)]
struct SearchFigures {
    game: &'static str,
    players: usize,
    iterations_per_second: f64,
    steps_per_iteration: f64,
    search_steps_per_second: f64,
    rollout_steps_per_second: f64,
    /// Search steps against rollout steps.
    ratio: f64,
}

/// About as many iterations as a decision takes at the usual budget.
const ITERATIONS: u32 = 20_000;

impl SearchFigures {
    const HEAD: [&str; 6] =
        ["game, players", "iterations/s", "steps each", "search steps/s", "rollout steps/s", "ratio"];

    fn row(&self) -> Vec<String> {
        vec![
            format!("{} {}", self.game, self.players),
            report::thousands(self.iterations_per_second),
            format!("{:.1}", self.steps_per_iteration),
            report::thousands(self.search_steps_per_second),
            report::thousands(self.rollout_steps_per_second),
            format!("{:.0} %", 100.0 * self.ratio),
        ]
    }
}

fn measure_search(
    game: &'static dyn AnyGame,
    players: usize,
    time: Duration,
) -> Result<SearchFigures, Failure> {
    let options = game.options(&json!({ "players": players }))?;
    let (mut benchmark, mut steps) = (game.benchmark(&options, 1)?, 0);
    let (_, seconds) = repeat(time, |count| steps += benchmark.rollouts(count), 16);
    let rollout_steps_per_second = steps as f64 / seconds;
    let (mut thinker, mut steps) = (shelf::find(game.info().id)?.bots.search_benchmark(&options, 1)?, 0);
    let (iterations, seconds) = repeat(4 * time, |count| steps += thinker.think(count), ITERATIONS);
    let search_steps_per_second = steps as f64 / seconds;
    Ok(SearchFigures {
        game: game.info().id,
        players,
        iterations_per_second: iterations as f64 / seconds,
        steps_per_iteration: steps as f64 / iterations as f64,
        search_steps_per_second,
        rollout_steps_per_second,
        ratio: search_steps_per_second / rollout_steps_per_second,
    })
}

fn measure(game: &'static dyn AnyGame, players: usize, time: Duration) -> Result<Figures, Failure> {
    let options = game.options(&json!({ "players": players }))?;
    let mut benchmark = game.benchmark(&options, 1)?;
    let mut steps = 0;
    let (games, seconds) = repeat(time, |count| steps += benchmark.rollouts(count), 16);
    let per = |benchmark: &mut dyn Benchmark, work: fn(&mut dyn Benchmark, u32)| {
        let (count, seconds) = repeat(time / 4, |count| work(benchmark, count), 256);
        1e9 * seconds / count as f64
    };
    Ok(Figures {
        game: game.info().id,
        players,
        games_per_second: games as f64 / seconds,
        steps_per_second: steps as f64 / seconds,
        nanoseconds_per_step: 1e9 * seconds / steps as f64,
        steps_per_game: steps as f64 / games as f64,
        bytes_per_state: benchmark.state_bytes(),
        nanoseconds_per_sample: per(&mut *benchmark, |benchmark, count| benchmark.samples(count)),
        nanoseconds_per_observation: per(&mut *benchmark, |benchmark, count| benchmark.observations(count)),
    })
}

/// Repeats work in batches until the time is up; returns how much was done, and the seconds it took.
fn repeat(time: Duration, mut work: impl FnMut(u32), batch: u32) -> (u64, f64) {
    let begin = effort::spent();
    let mut done = 0;
    loop {
        work(batch);
        done += u64::from(batch);
        let passed = effort::spent() - begin;
        if passed >= time {
            return (done, passed.as_secs_f64());
        }
    }
}
