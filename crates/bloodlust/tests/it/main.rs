//! All integration tests of BloodLust.

mod instinct;
mod laws;
mod pieces;
mod reasons;
mod rules;
mod twins;
mod words;

use bloodlust::{BloodLust, Options};
use table::Options as _;

type Table = ::laws::Bench<BloodLust>;

fn options(players: usize) -> Options {
    Options::standard(players)
}
