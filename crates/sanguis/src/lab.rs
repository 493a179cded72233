//! `sanguis lab`: thousands of games between equal bots, and a report on them.
//!
//! What has been played is kept in a results file beside the report, so that a run that was stopped goes on where it was, and
//! another run can be compared with it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bots::Level;
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};
use lab::{AnyBench, Done, Run, Study, Tally};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shelf::GameEntry;

use crate::arena::Thinking;
use crate::{Failure, Outcome, cli, effort, files, output};

/// Set by Ctrl-C: report what has been played.
static STOP: AtomicBool = AtomicBool::new(false);

/// The format of results files that this version writes and reads.
const FORMAT: u32 = 1;

/// How often a worker hands in what it has counted, and how often that is written down.
const HAND_IN: Duration = Duration::from_millis(200);
const WRITE_DOWN: Duration = Duration::from_secs(5);

/// A results file: what was to be played, and what has been.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    format: u32,
    plan: Plan,
    runs: Vec<Sheet>,
}

/// What was to be played. Two runs with the same plan can be put together.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    game: String,
    rules: u32,
    level: Level,
    budget: String,
    seed: u64,
    runs: Vec<Setting>,
}

/// One way to play.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    label: String,
    /// Played in turn.
    tables: Vec<Value>,
}

/// What has been played of a run.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    done: Done,
    tally: Tally,
}

pub(crate) fn lab(entry: &'static GameEntry, args: &ArgMatches) -> Outcome {
    let info = entry.game.info();
    let level = args.get_one::<Level>("level").copied().unwrap_or(Level::Greedy);
    let thinking = args.get_one::<Thinking>("budget").copied().unwrap_or(Thinking::Iterations(400));
    let games = args.get_one::<u64>("games").copied().unwrap_or(1000);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let json = args.get_flag("json");
    let out =
        args.get_one::<PathBuf>("out").cloned().unwrap_or_else(|| format!("lab-{}.html", info.id).into());
    let (settings, earlier) = settings(entry, args)?;
    let budget = format!("{thinking:?}");
    let plan = Plan { game: info.id.into(), rules: info.rules_version, level, budget, seed, runs: settings };
    let file = out.with_extension("results.json");
    let mut results = match args.get_flag("fresh") {
        true => None,
        false => going_on(&file, &plan)?,
    }
    .unwrap_or_else(|| Results { format: FORMAT, runs: vec![Sheet::default(); plan.runs.len()], plan });
    let benches = benches(entry, &results.plan, thinking)?;
    let before: u64 = results.runs.iter().map(|sheet| sheet.done.len()).sum();
    // A first line, so that a folder that cannot be written to is known before hours have passed.
    keep(&file, &results)?;
    if before > 0 {
        eprintln!("Going on with {}: {before} games are there already.", file.display());
    }
    // Without a handler Ctrl-C just ends the program, which loses what was played since the last writing.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    let begin = Instant::now();
    play(&mut results, &benches, games, thinking, &file);
    let seconds = begin.elapsed().as_secs_f64();
    keep(&file, &results)?;

    let played: u64 = results.runs.iter().map(|sheet| sheet.done.len()).sum();
    let mut runs = results.plan.runs.iter().zip(results.runs).map(|(setting, sheet)| Run {
        label: setting.label.clone(),
        tables: setting.tables.clone(),
        tally: sheet.tally,
    });
    let run = runs.next().ok_or_else(|| Failure("There is nothing to play.".into()))?;
    let against = runs.next().or(earlier);
    let study = Study {
        game: info,
        accounts: entry.lab.accounts(),
        level: level.name().to_owned(),
        seed,
        command: command(),
        run,
        against,
    };
    if json {
        output::line(&serde_json::to_string_pretty(&study.to_json()).unwrap_or_default());
    }
    if !json || args.get_one::<PathBuf>("out").is_some() {
        files::write(&out, &study.to_html())
            .map_err(|error| Failure(format!("{} cannot be written: {error}.", out.display())))?;
    }
    if !json {
        output::print(&summary(&study, played - before, seconds));
        output::line(&format!("\nThe report: {}\nThe results: {}", out.display(), file.display()));
    }
    if STOP.load(Ordering::Relaxed) {
        eprintln!("Stopped with {played} games played; the same command goes on.");
    }
    Ok(ExitCode::SUCCESS)
}

/// The ways to play that the command asks for, and the earlier run it is to be compared with.
fn settings(entry: &GameEntry, args: &ArgMatches) -> Result<(Vec<Setting>, Option<Run>), Failure> {
    let info = entry.game.info();
    let knobs = knobs(entry, args)?;
    let players = match args.get_one::<String>("players") {
        Some(text) => numbers(text, info.min_players, info.max_players)?,
        None => vec![info.usual_players],
    };
    let tables = |knobs: &Map<String, Value>| -> Result<Vec<Value>, Failure> {
        let mut tables = Vec::new();
        for &players in &players {
            let mut options = knobs.clone();
            options.insert("players".into(), Value::from(players));
            tables.extend(entry.lab.tables(&Value::Object(options))?);
        }
        Ok(tables)
    };
    let mut settings = vec![Setting { label: lab::label(&knobs), tables: tables(&knobs)? }];
    let (mut other, mut changed, mut earlier) = (knobs, Map::new(), None);
    for text in args.get_many::<String>("against").into_iter().flatten() {
        match text.split_once('=') {
            Some((key, value)) => {
                let knob = entry.game.knobs().iter().find(|knob| knob.name == key).ok_or_else(|| {
                    let known: Vec<_> = entry.game.knobs().iter().map(|knob| knob.name).collect();
                    Failure(format!("There is no option \"{key}\"; there are: {}.", known.join(", ")))
                })?;
                let value = knob.parse(&cli::knob_text(knob, value)?)?;
                changed.insert(key.into(), value.clone());
                other.insert(key.into(), value);
            }
            None => earlier = Some(earlier_run(Path::new(text), info.id)?),
        }
    }
    if !changed.is_empty() {
        if earlier.is_some() {
            return Err(Failure("--against takes options or a results file, not both.".into()));
        }
        settings.push(Setting { label: lab::label(&changed), tables: tables(&other)? });
    }
    Ok((settings, earlier))
}

/// The options that were given on the command line.
fn knobs(entry: &GameEntry, args: &ArgMatches) -> Result<Map<String, Value>, Failure> {
    let mut map = Map::new();
    for knob in entry.game.knobs() {
        if let Some(text) = args.get_one::<String>(knob.name) {
            map.insert(knob.name.into(), knob.parse(&cli::knob_text(knob, text)?)?);
        }
    }
    Ok(map)
}

/// Numbers of players as a person writes them: "4", "2-5", "3,5", "all".
fn numbers(text: &str, least: usize, most: usize) -> Result<Vec<usize>, Failure> {
    let wrong = || {
        Failure(format!(
            "--players takes numbers from {least} to {most} here: 4, 3,5, {least}-{most} or all; not \"{text}\"."
        ))
    };
    if text == "all" {
        return Ok((least..=most).collect());
    }
    let mut all = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| {
            text.trim().parse::<usize>().ok().filter(|n| (least..=most).contains(n)).ok_or_else(wrong)
        };
        all.extend(number(from)?..=number(to)?);
    }
    all.sort_unstable();
    all.dedup();
    if all.is_empty() { Err(wrong()) } else { Ok(all) }
}

fn read_results(file: &Path) -> Result<Results, Failure> {
    let wrong = |why: String| Failure(format!("{} is not a results file of the lab: {why}.", file.display()));
    let results: Results =
        serde_json::from_str(&files::read(file)?).map_err(|error| wrong(error.to_string()))?;
    if results.format != FORMAT || results.runs.len() != results.plan.runs.len() {
        return Err(wrong(format!("it has format {}, this version reads format {FORMAT}", results.format)));
    }
    Ok(results)
}

/// What is there already of this plan. Another plan's results are not written over.
fn going_on(file: &Path, plan: &Plan) -> Result<Option<Results>, Failure> {
    if !file.exists() {
        return Ok(None);
    }
    let results = read_results(file)?;
    if results.plan != *plan {
        return Err(Failure(format!(
            "{} holds the results of another run: give --out another name, or --fresh to begin anew.",
            file.display()
        )));
    }
    Ok(Some(results))
}

/// A run to compare with, from its results file.
fn earlier_run(file: &Path, game: &str) -> Result<Run, Failure> {
    if !file.is_file() {
        return Err(Failure(format!(
            "--against takes an option such as KEY=VALUE or a results file; \"{}\" is neither.",
            file.display()
        )));
    }
    let results = read_results(file)?;
    if results.plan.game != game {
        return Err(Failure(format!("{} holds results of {}.", file.display(), results.plan.game)));
    }
    let pair = results.plan.runs.into_iter().zip(results.runs).next();
    let (setting, sheet) = pair.ok_or_else(|| Failure(format!("{} is empty.", file.display())))?;
    let stem = file.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let label = format!("{} ({})", setting.label, stem.trim_end_matches(".results.json"));
    Ok(Run { label, tables: setting.tables, tally: sheet.tally })
}

/// For each run, its tables.
fn benches(
    entry: &GameEntry,
    plan: &Plan,
    thinking: Thinking,
) -> Result<Vec<Vec<Box<dyn AnyBench>>>, Failure> {
    let bench = |options: &Value| entry.lab.bench(options, plan.level, thinking.iterations());
    let run = |setting: &Setting| setting.tables.iter().map(bench).collect::<Result<Vec<_>, _>>();
    Ok(plan.runs.iter().map(run).collect::<Result<Vec<_>, _>>()?)
}

/// Plays what is missing on all cores.
fn play(
    results: &mut Results,
    benches: &[Vec<Box<dyn AnyBench>>],
    games: u64,
    thinking: Thinking,
    file: &Path,
) {
    let runs = benches.len() as u64;
    let seed = results.plan.seed;
    let played: Vec<Done> = results.runs.iter().map(|sheet| sheet.done.clone()).collect();
    let missing =
        played.iter().map(|done| (0..games).filter(|&game| !done.contains(game)).count() as u64).sum();
    let bar = ProgressBar::new(missing).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let next = AtomicU64::new(0);
    let shared = Mutex::new((results, Instant::now()));
    let hand_in = |run: usize, tally: &mut Tally, numbers: &mut Vec<u64>| {
        if let Ok(mut shared) = shared.lock() {
            let (results, written) = &mut *shared;
            results.runs[run].tally.merge(std::mem::take(tally));
            numbers.drain(..).for_each(|game| results.runs[run].done.insert(game));
            if written.elapsed() > WRITE_DOWN {
                // What cannot be written now is tried again at the end, and said then.
                let _ = keep(file, results);
                *written = Instant::now();
            }
        }
    };
    let work = || {
        let mut counted: Vec<(Tally, Vec<u64>)> = vec![Default::default(); benches.len()];
        let mut last = Instant::now();
        while !STOP.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let (run, game) = ((index % runs) as usize, index / runs);
            if game >= games {
                break;
            }
            if played[run].contains(game) {
                continue;
            }
            let bench = &benches[run][game as usize % benches[run].len()];
            let (tally, numbers) = &mut counted[run];
            let mut begin = effort::spent();
            let mut clock = |fresh| {
                begin = if fresh { effort::spent() } else { begin };
                thinking.is_up(effort::spent() - begin)
            };
            bench.play(seed.wrapping_add(game), &mut clock, tally);
            numbers.push(game);
            bar.inc(1);
            if last.elapsed() > HAND_IN {
                counted.iter_mut().enumerate().for_each(|(run, it)| hand_in(run, &mut it.0, &mut it.1));
                last = Instant::now();
            }
        }
        counted.iter_mut().enumerate().for_each(|(run, it)| hand_in(run, &mut it.0, &mut it.1));
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        (0..cores).for_each(|_| {
            scope.spawn(work);
        });
    });
    bar.finish_and_clear();
}

fn keep(file: &Path, results: &Results) -> Result<(), Failure> {
    let text = serde_json::to_string(results).map_err(|error| Failure(format!("{error}.")))?;
    files::write(file, &text)
        .map_err(|error| Failure(format!("{} cannot be written: {error}.", file.display())))
}

/// The command as it was given, so that it can be given again.
fn command() -> String {
    let quoted = |word: String| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=.,/:".contains(c));
        if plain && !word.is_empty() { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let words = std::env::args().skip(1).filter(|word| word != "--fresh").map(quoted);
    ["sanguis".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn summary(study: &Study, fresh: u64, seconds: f64) -> String {
    let text = output::text(&output::seat_name);
    let mut out =
        format!("{}: {} games between {} bots", study.game.name, study.run.tally.games(), study.level);
    if let Some(other) = &study.against {
        out.push_str(&format!(", and {} with {}", other.tally.games(), other.label));
    }
    out.push_str(&format!(
        ". {fresh} played now, {} a second.\n",
        output::thousands(fresh as f64 / seconds.max(1e-9))
    ));
    let mut list = |title: &str, items: Vec<String>, none: &str| {
        out.push_str(&format!("\n{title}\n"));
        if items.is_empty() {
            out.push_str(&text.wrap("  ", none));
        }
        let more = items.len().saturating_sub(12);
        items.iter().take(12).for_each(|item| out.push_str(&text.wrap("  - ", item)));
        if more > 0 {
            out.push_str(&format!("  - and {more} more in the report\n"));
        }
    };
    list(
        "What stands out:",
        study.outstanding(),
        "Nothing: no figure differs from an even table by more than luck explains.",
    );
    if study.against.is_some() {
        list("What is different:", study.real_differences(), "Nothing that luck does not explain.");
    }
    list("Within noise:", study.noise(), "Nothing.");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_are_read() {
        assert_eq!(numbers("4", 2, 6).unwrap(), [4]);
        assert_eq!(numbers("5,2-3", 2, 6).unwrap(), [2, 3, 5]);
        assert_eq!(numbers("all", 2, 4).unwrap(), [2, 3, 4]);
        for wrong in ["", "7", "3-", "x", "4-3"] {
            assert!(numbers(wrong, 2, 6).is_err(), "{wrong}");
        }
    }
}
