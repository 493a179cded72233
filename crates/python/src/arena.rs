//! The games of an arena, which can be played in one process and counted in another.

use std::time::Instant;

use bots::{AnyArena, Entrant, Level};
use lab::{ArenaClock, ArenaGame, ArenaStats, DecisionBudget};
use pyo3::prelude::*;
use serde_json::Value;
use table::{Name, Refusal};

use crate::bot::read_level;
use crate::refusal::{Raises, read_budget, read_json, to_text};

struct Contest {
    arena: Box<dyn AnyArena>,
    budgets: Vec<DecisionBudget>,
}

fn field(names: &[String], players: usize) -> Result<Vec<Level>, Refusal> {
    if names.len() < 2 || names.len() > players {
        return Err(Refusal::malformed(Name(format!("A field has two to {players} bots at this table."))));
    }
    names.iter().map(|name| read_level(name)).collect()
}

fn contest(game: &str, options: &str, names: &[String], budget: Option<&str>) -> Result<Contest, Refusal> {
    let game = research::find(game)?;
    let options = game.game().options(&read_json(options)?)?;
    let levels = field(names, options["players"].as_u64().unwrap_or(0) as usize)?;
    let entrants: Vec<Entrant> = levels.iter().map(|&level| Entrant::Level(level)).collect();
    let budgets = levels.iter().map(|&level| read_budget(budget, level)).collect::<Result<_, _>>()?;
    Ok(Contest { arena: game.entry.bots.arena(&options, &entrants)?, budgets })
}

/// Plays the games of an arena with these numbers, counted from 0 over all deals and rotations; as JSON.
#[pyfunction]
#[pyo3(signature = (game, options, field, seed, indices, budget=None))]
pub(crate) fn arena_games(
    py: Python<'_>,
    game: &str,
    options: &str,
    field: Vec<String>,
    seed: u64,
    indices: Vec<u64>,
    budget: Option<&str>,
) -> Raises<String> {
    let contest = contest(game, options, &field, budget)?;
    let games: Vec<ArenaGame> = py.detach(|| {
        let begin = Instant::now();
        let time = || begin.elapsed();
        let clock = ArenaClock { wall: &time, effort: &time, stopped: &|| false };
        let play = |index| ArenaGame::play(contest.arena.as_ref(), seed, index, &contest.budgets, clock);
        indices.into_iter().map(play).collect()
    });
    Ok(to_text(&games))
}

/// The report on games that were played, as JSON: what `sanguis arena --json` prints. The field is a list of names and budgets;
/// `chunks` are lists of games, as JSON.
#[pyfunction]
pub(crate) fn arena_report(
    game: &str,
    options: &str,
    field: Vec<(String, String)>,
    seed: u64,
    chunks: Vec<String>,
    seconds: f64,
) -> Raises<String> {
    let (info, options): (_, Value) = (research::find(game)?.game().info(), read_json(options)?);
    let mut stats = ArenaStats::new(&field);
    for chunk in &chunks {
        let games: Vec<ArenaGame> = serde_json::from_value(read_json(chunk)?).map_err(|error| {
            Refusal::malformed(Name(format!("These are not games of an arena: {error}.")))
        })?;
        for game in games {
            if !game.fits(field.len()) {
                let reason = format!("Game {} has other bots than the field.", game.index);
                return Err(Refusal::malformed(Name(reason)).into());
            }
            stats.add(game);
        }
    }
    Ok(to_text(&stats.report(info, options, seed, seconds)))
}

/// The budget of a bot as a report says it: what was asked for, or the default of its level.
#[pyfunction]
#[pyo3(signature = (level, budget=None))]
pub(crate) fn budget_words(level: &str, budget: Option<&str>) -> Raises<String> {
    Ok(read_budget(budget, read_level(level)?)?.to_string())
}
