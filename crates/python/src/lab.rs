//! Games of the lab, played here so that they can be counted anywhere.

use std::time::Instant;

use bots::Level;
use lab::{Run, Study, Tally};
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::Refusal;

use crate::bot::read_level;
use crate::refusal::{OrRaise, to_text};
use crate::thinking::Thinking;

/// What is to be played: all that a worker needs to know.
#[derive(Serialize, Deserialize)]
struct Plan {
    game: String,
    level: Level,
    iterations: Option<u32>,
    milliseconds: Option<u64>,
    seed: u64,
    runs: Vec<Setting>,
}

/// One way to play.
#[derive(Serialize, Deserialize)]
struct Setting {
    label: String,
    /// Played in turn.
    tables: Vec<Value>,
}

fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::malformed(format!("This is no {what}: {error}.")))
}

fn setting(
    game: &str,
    players: &[usize],
    knobs: &Map<String, Value>,
    label: String,
) -> Result<Setting, Refusal> {
    let entry = research::find(game)?.entry;
    let mut tables = Vec::new();
    for &players in players {
        let mut options = knobs.clone();
        options.insert("players".into(), players.into());
        tables.extend(entry.lab.tables(&Value::Object(options))?);
    }
    Ok(Setting { label, tables })
}

/// Checks what is to be played, in one way or in two, and writes it down as JSON.
#[pyfunction]
#[pyo3(signature = (game, players, options, against, level, seed, iterations=None, milliseconds=None))]
#[expect(clippy::too_many_arguments, reason = "what a command line says")]
pub(crate) fn lab_plan(
    py: Python<'_>,
    game: &str,
    players: Vec<usize>,
    options: &str,
    against: &str,
    level: &str,
    seed: u64,
    iterations: Option<u32>,
    milliseconds: Option<u64>,
) -> PyResult<String> {
    let plan = || -> Result<Plan, Refusal> {
        let knobs: Map<String, Value> = read(options, "set of options")?;
        let changed: Map<String, Value> = read(against, "set of options")?;
        let mut runs = vec![setting(game, &players, &knobs, lab::label(&knobs))?];
        if !changed.is_empty() {
            let mut other = knobs;
            other.extend(changed.clone());
            runs.push(setting(game, &players, &other, lab::label(&changed))?);
        }
        Ok(Plan { game: game.to_owned(), level: read_level(level)?, iterations, milliseconds, seed, runs })
    };
    Ok(to_text(&plan().or_raise(py)?))
}

/// Plays the games with these numbers of one way to play, and gives back what happened in all of them, as JSON.
#[pyfunction]
pub(crate) fn lab_games(py: Python<'_>, plan: &str, run: usize, numbers: Vec<u64>) -> PyResult<String> {
    let play = || -> Result<Tally, Refusal> {
        let plan: Plan = read(plan, "plan of the lab")?;
        let thinking = Thinking::new(plan.iterations, plan.milliseconds, plan.level);
        let entry = research::find(&plan.game)?.entry;
        let tables = plan.runs.get(run).map_or(&[][..], |setting| &setting.tables);
        let bench = |options| entry.lab.bench(options, plan.level, thinking.iterations());
        let benches = tables.iter().map(bench).collect::<Result<Vec<_>, _>>()?;
        if benches.is_empty() {
            return Err(Refusal::malformed("This plan of the lab has no such run."));
        }
        let mut tally = Tally::default();
        for number in numbers {
            let mut begin = Instant::now();
            let mut clock = |fresh| {
                begin = if fresh { Instant::now() } else { begin };
                thinking.is_up(begin)
            };
            let bench = &benches[number as usize % benches.len()];
            bench.play(plan.seed.wrapping_add(number), &mut clock, &mut tally);
        }
        Ok(tally)
    };
    Ok(to_text(&py.detach(play).or_raise(py)?))
}

/// Puts together what was counted, for each way to play, and reports on it: as JSON, and as a page.
#[pyfunction]
pub(crate) fn lab_study(
    py: Python<'_>,
    plan: &str,
    counted: Vec<Vec<String>>,
    command: String,
) -> PyResult<(String, String)> {
    let study = || -> Result<Study, Refusal> {
        let plan: Plan = read(plan, "plan of the lab")?;
        let entry = research::find(&plan.game)?.entry;
        let mut runs = Vec::new();
        for (setting, counted) in plan.runs.into_iter().zip(counted) {
            let mut tally = Tally::default();
            for text in counted {
                tally.merge(read(&text, "tally of the lab")?);
            }
            runs.push(Run { label: setting.label, tables: setting.tables, tally });
        }
        let mut runs = runs.into_iter();
        Ok(Study {
            game: entry.game.info(),
            accounts: entry.lab.accounts(),
            level: plan.level.name().to_owned(),
            seed: plan.seed,
            command,
            run: runs.next().ok_or_else(|| Refusal::malformed("There is nothing to report on."))?,
            against: runs.next(),
        })
    };
    let study = study().or_raise(py)?;
    Ok((study.to_json().to_string(), study.to_html()))
}
