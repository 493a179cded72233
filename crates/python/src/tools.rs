//! Games, options, files and speed.

use std::time::Instant;

use pyo3::prelude::*;
use serde_json::{Value, json};
use table::scenario::Scenario;
use table::{Record, Refusal};

use crate::refusal::{OrRaise, read_json, to_text};

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
pub(crate) fn rules(py: Python<'_>, game: &str) -> PyResult<&'static str> {
    Ok(research::find(game).or_raise(py)?.game().info().rules)
}

/// Checks options and fills in the defaults, as JSON.
#[pyfunction]
pub(crate) fn options(py: Python<'_>, game: &str, given: &str) -> PyResult<String> {
    let checked = || research::find(game)?.game().options(&read_json(given)?);
    Ok(checked().or_raise(py)?.to_string())
}

/// The parts of the observation tensor, as JSON.
#[pyfunction]
pub(crate) fn layout(py: Python<'_>, game: &str, options: &str) -> PyResult<String> {
    let parts = || research::find(game)?.research.layout(&read_json(options)?);
    Ok(to_text(&parts().or_raise(py)?))
}

/// Reads a scenario file: game, options, position and seed, as JSON.
#[pyfunction]
pub(crate) fn scenario(py: Python<'_>, text: &str) -> PyResult<String> {
    let read = || -> Result<Value, Refusal> {
        let scenario = Scenario::parse(text)?;
        let options = research::find(&scenario.game)?.game().options(&scenario.options)?;
        Ok(json!({
            "game": scenario.game, "about": scenario.about, "options": options,
            "position": scenario.position, "seed": scenario.seed,
        }))
    };
    Ok(read().or_raise(py)?.to_string())
}

/// Deals and replays a record and checks everything it claims.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, text: &str) -> PyResult<()> {
    let prove = || research::find(&Record::parse(text)?.game)?.game().verify(text).map(|_| ());
    prove().or_raise(py)
}

/// Steps per second of random play in Rust alone, on one core, measured for about this long.
#[pyfunction]
pub(crate) fn rollouts(py: Python<'_>, game: &str, seconds: f64) -> PyResult<f64> {
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
    py.detach(measure).or_raise(py)
}
