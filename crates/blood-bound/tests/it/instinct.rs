//! Instinct is worth something.

use blood_bound::{BloodBound, Options};
use bots::{Arena, Iterations, Level};
use table::Options as _;

#[test]
fn greedy_beats_random() {
    let arena = Arena::<BloodBound>::of_levels(Options::standard(8), &[Level::Greedy, Level::Random]);
    const DEALS: u64 = 30;
    let won = (0..DEALS)
        .flat_map(|deal| (0..arena.rotations()).map(move |rotation| (deal, rotation)))
        .map(|(deal, rotation)| arena.play(deal, rotation, &mut Iterations(0)))
        .filter(|played| played.winners.first().is_some_and(|seat| played.who[seat.index()] == 0))
        .count();
    assert!(won >= 48, "won {won} of 60 games");
}
