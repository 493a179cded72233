//! The games of the lab, which can be played in one process and counted in another.

use std::time::Instant;

use bots::Level;
use lab::{RunPlan, SelfPlayStats, Study};
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{Name, Refusal};

use crate::bot::read_level;
use crate::refusal::{Raises, read_budget, to_text};

/// What is to be played: everything a worker needs to know.
#[derive(Serialize, Deserialize)]
struct Plan {
    game: String,
    level: Level,
    budget: String,
    seed: u64,
    runs: Vec<RunPlan>,
}

fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, Refusal> {
    serde_json::from_str(text)
        .map_err(|error| Refusal::malformed(Name(format!("This is not a {what}: {error}."))))
}

/// Checks what is to be played and returns the plan, as JSON.
#[pyfunction]
pub(crate) fn lab_plan(
    game: &str,
    players: Vec<usize>,
    options: &str,
    against: &str,
    level: &str,
    seed: u64,
    budget: String,
) -> Raises<String> {
    let knobs: Map<String, Value> = read(options, "set of options")?;
    let changed: Map<String, Value> = read(against, "set of options")?;
    let level = read_level(level)?;
    read_budget(Some(&budget), level)?;
    let runs = RunPlan::of(research::find(game)?.entry.lab, &players, &knobs, &changed)?;
    Ok(to_text(&Plan { game: game.to_owned(), level, budget, seed, runs }))
}

/// Plays the games of a run with these numbers and returns their statistics, as JSON.
#[pyfunction]
pub(crate) fn lab_games(py: Python<'_>, plan: &str, run: usize, numbers: Vec<u64>) -> Raises<String> {
    let play = || -> Result<SelfPlayStats, Refusal> {
        let plan: Plan = read(plan, "plan of the lab")?;
        let budget = read_budget(Some(&plan.budget), plan.level)?;
        let entry = research::find(&plan.game)?.entry;
        let tables = plan.runs.get(run).map_or(&[][..], |run| &run.tables);
        let table = |options| entry.lab.self_play(options, plan.level, budget.iterations(), false);
        let tables = tables.iter().map(table).collect::<Result<Vec<_>, _>>()?;
        if tables.is_empty() {
            return Err(Refusal::malformed("This plan has no such run."));
        }
        let mut stats = SelfPlayStats::default();
        for number in numbers {
            let mut begin = Instant::now();
            let mut clock = |fresh| {
                begin = if fresh { Instant::now() } else { begin };
                budget.is_up(begin.elapsed())
            };
            let table = &tables[number as usize % tables.len()];
            table.play(plan.seed.wrapping_add(number), &mut clock, &mut stats);
        }
        Ok(stats)
    };
    Ok(to_text(&py.detach(play)?))
}

/// Adds up the statistics of each run and reports on them: as JSON, and as an HTML page.
#[pyfunction]
pub(crate) fn lab_study(plan: &str, counted: Vec<Vec<String>>, command: String) -> Raises<(String, String)> {
    let plan: Plan = read(plan, "plan of the lab")?;
    let entry = research::find(&plan.game)?.entry;
    let mut runs = Vec::new();
    for (run, counted) in plan.runs.into_iter().zip(counted) {
        let mut stats = SelfPlayStats::default();
        for text in counted {
            stats.merge(read(&text, "result of the lab")?);
        }
        runs.push(run.with(stats));
    }
    let mut runs = runs.into_iter();
    let study = Study {
        game: entry.game.info(),
        accounts: entry.lab.accounts(false),
        level: plan.level.name().to_owned(),
        seed: plan.seed,
        command,
        run: runs.next().ok_or_else(|| Refusal::malformed("There is nothing to report on."))?,
        against: runs.next(),
    };
    Ok((study.to_json().to_string(), study.to_html()))
}
