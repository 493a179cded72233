//! `sanguis lab`: thousands of games between equal bots, and a report on them.
//!
//! What has been played is kept in a results file beside the report, so that a stopped run can be resumed and compared with another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bots::Level;
use clap::ArgMatches;
use lab::{AnySelfPlay, DecisionBudget, PlayedGames, Run, RunPlan, SelfPlayStats, Study};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shelf::GameEntry;

use crate::{Failure, Outcome, args, effort, files, output, stop};

/// The format of results files that this version writes and reads.
const FORMAT: u32 = 1;

/// How often a worker hands in what it has counted, and how often that is written to the file.
const HAND_IN: Duration = Duration::from_millis(200);
const WRITE: Duration = Duration::from_secs(5);

/// The most sentences of a kind that the summary tells.
const MOST: usize = 12;

/// A results file: what is to be played, and what has been.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    format: u32,
    plan: Plan,
    runs: Vec<RunResults>,
}

/// What is to be played. Results of the same plan can be added up.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    game: String,
    rules: u32,
    level: Level,
    budget: String,
    seed: u64,
    /// Do the bots talk?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    talk: bool,
    runs: Vec<RunPlan>,
}

/// What has been played of a run.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunResults {
    #[serde(rename = "done")]
    played: PlayedGames,
    #[serde(rename = "tally")]
    stats: SelfPlayStats,
}

pub(crate) fn lab(entry: &'static GameEntry, args: &ArgMatches) -> Outcome {
    let info = entry.game.info();
    let level = args.get_one::<Level>("level").copied().unwrap_or(Level::Greedy);
    let budget = args.get_one::<DecisionBudget>("budget").copied().unwrap_or(DecisionBudget::Iterations(400));
    let games = args.get_one::<u64>("games").copied().unwrap_or(1000);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let (json, talk) = (args.get_flag("json"), args.get_flag("talk"));
    if talk && entry.game.claim_codes() == 0 {
        return Err(Failure(format!("There is no talk in {}.", info.name)));
    }
    let out =
        args.get_one::<PathBuf>("out").cloned().unwrap_or_else(|| format!("lab-{}.html", info.id).into());
    let (runs, earlier) = runs(entry, args)?;
    let written = format!("{budget:?}");
    let plan =
        Plan { game: info.id.into(), rules: info.rules_version, level, budget: written, seed, talk, runs };
    let file = out.with_extension("results.json");
    let mut results = match args.get_flag("fresh") {
        true => None,
        false => resume(&file, &plan)?,
    }
    .unwrap_or_else(|| Results {
        format: FORMAT,
        runs: vec![RunResults::default(); plan.runs.len()],
        plan,
    });
    let tables = tables(entry, &results.plan, budget)?;
    let before: u64 = results.runs.iter().map(|run| run.played.len()).sum();
    // Written before anything is played: a folder that cannot be written to is noticed now, not after hours.
    keep(&file, &results)?;
    if before > 0 {
        eprintln!("Resuming {}: {before} games have been played already.", file.display());
    }
    stop::on_ctrl_c();
    let begin = Instant::now();
    play(&mut results, &tables, games, budget, &file);
    let seconds = begin.elapsed().as_secs_f64();
    keep(&file, &results)?;

    let played: u64 = results.runs.iter().map(|run| run.played.len()).sum();
    let mut runs = results.plan.runs.into_iter().zip(results.runs).map(|(plan, run)| plan.with(run.stats));
    let run = runs.next().ok_or_else(|| Failure("There is nothing to play.".into()))?;
    let against = runs.next().or(earlier);
    let study = Study {
        game: info,
        accounts: entry.lab.accounts(talk),
        level: level.name().to_owned(),
        seed,
        command: command(),
        run,
        against,
    };
    if json {
        output::json(&study.to_json());
    }
    if !json || args.get_one::<PathBuf>("out").is_some() {
        files::save(&out, &study.to_html())?;
    }
    if !json {
        output::print(&summary(&study, played - before, seconds));
        output::line(&format!("\nThe report: {}\nThe results: {}", out.display(), file.display()));
    }
    if stop::requested() {
        eprintln!("Stopped after {played} games; the same command resumes.");
    }
    Ok(ExitCode::SUCCESS)
}

/// The runs that the command asks for, and the earlier one to compare with.
fn runs(entry: &GameEntry, args: &ArgMatches) -> Result<(Vec<RunPlan>, Option<Run>), Failure> {
    let info = entry.game.info();
    let knobs = args::knobs(entry.game, args)?;
    let players = match args.get_one::<String>("players") {
        Some(text) => numbers(text, info.min_players, info.max_players)?,
        None => vec![info.usual_players],
    };
    let (mut changed, mut earlier) = (Map::new(), None);
    for text in args.get_many::<String>("against").into_iter().flatten() {
        match text.split_once('=') {
            Some((key, value)) => {
                let knob = entry.game.knobs().iter().find(|knob| knob.name == key).ok_or_else(|| {
                    let known: Vec<_> = entry.game.knobs().iter().map(|knob| knob.name).collect();
                    Failure(format!("There is no option \"{key}\". The options are: {}.", known.join(", ")))
                })?;
                changed.insert(key.into(), knob.parse(&args::knob_text(knob, value)?)?);
            }
            None => earlier = Some(earlier_run(Path::new(text), info.id)?),
        }
    }
    if !changed.is_empty() && earlier.is_some() {
        return Err(Failure("--against takes options or a results file, not both.".into()));
    }
    Ok((RunPlan::of(entry.lab, &players, &knobs, &changed)?, earlier))
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

/// What has been played of this plan. Results of another plan are not overwritten.
fn resume(file: &Path, plan: &Plan) -> Result<Option<Results>, Failure> {
    if !file.exists() {
        return Ok(None);
    }
    let results = read_results(file)?;
    if results.plan != *plan {
        return Err(Failure(format!(
            "{} holds the results of another run: give --out another name, or start over with --fresh.",
            file.display()
        )));
    }
    Ok(Some(results))
}

/// The run of a results file.
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
    let (plan, run) = pair.ok_or_else(|| Failure(format!("{} is empty.", file.display())))?;
    let stem = file.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let label = format!("{} ({})", plan.label, stem.trim_end_matches(".results.json"));
    Ok(RunPlan { label, ..plan }.with(run.stats))
}

/// The tables of each run.
fn tables(
    entry: &GameEntry,
    plan: &Plan,
    budget: DecisionBudget,
) -> Result<Vec<Vec<Box<dyn AnySelfPlay>>>, Failure> {
    let table = |options: &Value| entry.lab.self_play(options, plan.level, budget.iterations(), plan.talk);
    let run = |run: &RunPlan| run.tables.iter().map(table).collect::<Result<Vec<_>, _>>();
    Ok(plan.runs.iter().map(run).collect::<Result<Vec<_>, _>>()?)
}

/// Plays what is missing on all cores.
fn play(
    results: &mut Results,
    tables: &[Vec<Box<dyn AnySelfPlay>>],
    games: u64,
    budget: DecisionBudget,
    file: &Path,
) {
    let runs = tables.len() as u64;
    let seed = results.plan.seed;
    let played: Vec<PlayedGames> = results.runs.iter().map(|run| run.played.clone()).collect();
    let missing =
        played.iter().map(|played| (0..games).filter(|&game| !played.contains(game)).count() as u64).sum();
    let bar = output::progress(missing, "games, {per_sec}, {eta} left");
    let next = AtomicU64::new(0);
    let shared = Mutex::new((results, Instant::now()));
    let hand_in = |run: usize, stats: &mut SelfPlayStats, numbers: &mut Vec<u64>| {
        if let Ok(mut shared) = shared.lock() {
            let (results, written) = &mut *shared;
            results.runs[run].stats.merge(std::mem::take(stats));
            numbers.drain(..).for_each(|game| results.runs[run].played.insert(game));
            if written.elapsed() > WRITE {
                // If this fails, the last write fails as well and says so.
                let _ = keep(file, results);
                *written = Instant::now();
            }
        }
    };
    let work = || {
        let mut counted: Vec<(SelfPlayStats, Vec<u64>)> = vec![Default::default(); tables.len()];
        let mut last = Instant::now();
        while !stop::requested() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let (run, game) = ((index % runs) as usize, index / runs);
            if game >= games {
                break;
            }
            if played[run].contains(game) {
                continue;
            }
            let table = &tables[run][game as usize % tables[run].len()];
            let (stats, numbers) = &mut counted[run];
            let mut begin = effort::spent();
            let mut clock = |fresh| {
                begin = if fresh { effort::spent() } else { begin };
                budget.is_up(effort::spent() - begin)
            };
            table.play(seed.wrapping_add(game), &mut clock, stats);
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
    files::save(file, &text)
}

/// The command line, quoted for a shell.
fn command() -> String {
    let quoted = |word: String| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=.,/:".contains(c));
        if plain && !word.is_empty() { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let words = std::env::args().skip(1).filter(|word| word != "--fresh").map(quoted);
    ["sanguis".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn summary(study: &Study, fresh: u64, seconds: f64) -> String {
    let mut out =
        format!("{}: {} games between {} bots", study.game.name, study.run.stats.games(), study.level);
    if let Some(other) = &study.against {
        out.push_str(&format!(", and {} with {}", other.stats.games(), other.label));
    }
    out.push_str(&format!(
        ". {fresh} played now, {} a second.\n",
        report::thousands(fresh as f64 / seconds.max(1e-9))
    ));
    let mut list = |title: &str, items: Vec<String>, none: &str| {
        let told = items.len().min(MOST);
        out.push_str(&output::list(title, &items[..told], none));
        if told < items.len() {
            out.push_str(&format!("  - and {} more in the report\n", items.len() - told));
        }
    };
    list(
        "What stands out:",
        study.outstanding(),
        "Nothing: no figure differs from an even table by more than luck explains.",
    );
    if study.against.is_some() {
        list("What is different:", study.real_differences(), "Nothing beyond what luck explains.");
    }
    list("Within noise:", study.noise(), "Nothing.");
    let talk = study.talk();
    if !talk.is_empty() {
        list("Talk:", talk, "");
    }
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
