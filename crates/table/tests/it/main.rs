//! What the platform makes of a game, tried on the smallest one: Kuhn poker.

mod bit_sets;
mod erased;
mod matches;
mod options;
mod records;
mod scenarios;
mod text;

use kuhn_poker::KuhnPoker;
use table::options::PlayersOnly;
use table::seed::Seed;
use table::{Match, Seat};

fn seat(number: usize) -> Seat {
    Seat::from_number(number).unwrap()
}

/// A fresh game of Ann and Bo.
fn deal(seed: u64) -> Match<KuhnPoker> {
    let names = vec!["Ann".to_owned(), "Bo".to_owned()];
    Match::start(PlayersOnly { players: 2 }, None, names, Seed::from_number(seed, 2)).unwrap()
}
