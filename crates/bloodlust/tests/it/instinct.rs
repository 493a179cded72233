//! Instinct is better than nothing.

use bloodlust::{BloodLust, Options};
use bots::{Arena, Iterations, Level};
use table::{Options as _, Seat};

#[test]
fn instinct_beats_chance() {
    let arena = Arena::<BloodLust>::of_levels(Options::standard(2), &[Level::Greedy, Level::Random]);
    let (mut won, mut games) = (0, 0);
    for deal in 0..20 {
        for rotation in 0..arena.rotations() {
            let played = arena.play(deal, rotation, &mut Iterations(0));
            let greedy = Seat::all(2).find(|seat| played.who[seat.index()] == 0);
            won += usize::from(greedy.is_some_and(|seat| played.winners.contains(seat)));
            games += 1;
        }
    }
    assert!(won * 100 >= games * 95, "instinct won {won} of {games} games");
}
