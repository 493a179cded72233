//! Games, options, files and speed.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use table::scenario::Scenario;
use table::{Record, Refusal};

use crate::refusal::{Raises, read_json, to_text};

/// Every game with its description and options, as JSON.
#[pyfunction]
pub(crate) fn games() -> String {
    let games = research::research_games().map(|game| {
        let game = game.game();
        json!({ "info": game.info(), "knobs": game.knobs(), "codes": game.codes() })
    });
    json!(games.collect::<Vec<_>>()).to_string()
}

/// The rules text of a game.
#[pyfunction]
pub(crate) fn rules(game: &str) -> Raises<&'static str> {
    Ok(research::find(game)?.game().info().rules)
}

/// Checks options and fills in the defaults, as JSON.
#[pyfunction]
pub(crate) fn options(game: &str, given: &str) -> Raises<String> {
    Ok(research::find(game)?.game().options(&read_json(given)?)?.to_string())
}

/// The files of the networks that our bots play from.
#[pyfunction]
pub(crate) fn networks(py: Python<'_>) -> Vec<Bound<'_, PyBytes>> {
    let files = research::research_games().flat_map(|game| game.research.networks());
    files.map(|file| PyBytes::new(py, file)).collect()
}

/// The parts of the observation tensor, as JSON.
#[pyfunction]
pub(crate) fn layout(game: &str, options: &str) -> Raises<String> {
    Ok(to_text(&research::find(game)?.research.layout(&read_json(options)?)?))
}

/// Reads a scenario file: game, options, position and seed, as JSON.
#[pyfunction]
pub(crate) fn scenario(text: &str) -> Raises<String> {
    let scenario = Scenario::parse(text)?;
    let options = research::find(&scenario.game)?.game().options(&scenario.options)?;
    let read = json!({
        "game": scenario.game, "about": scenario.about, "options": options,
        "position": scenario.position, "seed": scenario.seed,
    });
    Ok(read.to_string())
}

/// Deals and replays a record and checks everything it claims.
#[pyfunction]
pub(crate) fn verify(text: &str) -> Raises<()> {
    research::find(&Record::parse(text)?.game)?.game().verify(text)?;
    Ok(())
}

/// Steps per second of random play in Rust alone, on one core, measured for about this long.
#[pyfunction]
pub(crate) fn rollouts(py: Python<'_>, game: &str, seconds: f64) -> Raises<f64> {
    let measure = || -> Result<f64, Refusal> {
        let game = research::find(game)?.game();
        let options = game.options(&json!({ "players": game.info().usual_players }))?;
        let mut benchmark = game.benchmark(&options, 1)?;
        let (begin, mut steps) = (Instant::now(), benchmark.rollouts(2));
        while begin.elapsed().as_secs_f64() < seconds {
            steps += benchmark.rollouts(20);
        }
        Ok(steps as f64 / begin.elapsed().as_secs_f64())
    };
    Ok(py.detach(measure)?)
}
