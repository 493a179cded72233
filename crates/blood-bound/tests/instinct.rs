//! Instinct is worth something.

use blood_bound::{BloodBound, Options};
use bots::{Arena, Level};
use table::Options as _;

#[test]
fn greedy_beats_random() {
    let arena = Arena::<BloodBound> {
        options: Options::standard(8),
        field: vec![Level::Greedy, Level::Random],
        iterations: 0,
    };
    const DEALS: u64 = 30;
    let won = (0..DEALS)
        .flat_map(|deal| (0..arena.rotations()).map(move |rotation| (deal, rotation)))
        .map(|(deal, rotation)| arena.play(deal, rotation, &mut |_| false))
        .filter(|played| played.winners.first().is_some_and(|seat| played.who[seat.index()] == 0))
        .count();
    assert!(won >= 48, "won {won} of 60 games");
}
