//! Questions whose answers are the same on every machine: the rules in a browser are held against the same rules here
//! (`cargo xtask pocket --same`).

use serde_json::{Value, json};
use table::chance::quick;
use table::digest::Digest;
use table::scenario::Scenario;
use table::seed::Seed;
use table::{Name, Record, Refusal, Seat};

/// Verifies a record; gives the digest of the last position.
pub(crate) fn verify(text: &str) -> Result<Value, Refusal> {
    let record = Record::parse(text)?;
    let game = shelf::find(&record.game)?.game.verify(text)?;
    Ok(json!({ "actions": game.version(), "digest": game.digest() }))
}

/// Runs a scenario; gives how much was checked.
pub(crate) fn scenario(text: &str) -> Result<Value, Refusal> {
    let scenario = Scenario::parse(text)?;
    let passed = shelf::find(&scenario.game)?.game.run_scenario(&scenario);
    let passed = passed.map_err(|failed| Refusal::malformed(Name(failed)))?;
    Ok(json!({ "steps": passed.steps, "checks": passed.checks }))
}

/// Plays a random game, with players and options by its number, then folds its record again; gives the digest of the record, which
/// has one of every position.
pub(crate) fn random(game: &str, number: u64) -> Result<Value, Refusal> {
    let game = shelf::find(game)?.game;
    let info = game.info();
    let sizes = (info.max_players - info.min_players + 1) as u64;
    let players = info.min_players + (number % sizes) as usize;
    let variants = game.variants(players);
    let options = &variants[(number / sizes) as usize % variants.len()];
    let names = Seat::all(players).map(|seat| format!("Seat {}", seat.number())).collect();
    let mut table = game.start(options, None, names, Seed::from_number(number, players))?;
    let mut chance = quick(number);
    while table.outcome().is_none() && table.play_random(None, &mut chance).is_some() {}
    let text = table.record().to_text();
    let folded = game.verify(&text)?;
    Ok(json!({ "actions": folded.version(), "record": Digest::of("record", &[text.as_bytes()]).to_string() }))
}
