//! Blood Bound from outside.

mod beliefs;
mod instinct;
mod laws;
mod reasons;
mod rules;
mod words;

use ::laws::Bench;
use blood_bound::{BloodBound, Options};
use table::Options as _;

/// A standard table in a position written as in a scenario file.
fn at(players: usize, position: &str) -> Bench<BloodBound> {
    Bench::at(&Options::standard(players), position)
}
