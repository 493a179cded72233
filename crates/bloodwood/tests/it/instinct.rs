//! Instinct is worth something.

use bloodwood::{Bloodwood, Options};
use bots::{Arena, Iterations, Level};
use table::{Options as _, Seat};

#[test]
fn greedy_beats_random() {
    let arena = Arena::<Bloodwood>::of_levels(Options::standard(8), &[Level::Greedy, Level::Random]);
    let (mut won, mut games) = (0, 0);
    for deal in 0..12 {
        for rotation in 0..arena.rotations() {
            let played = arena.play(deal, rotation, &mut Iterations(0));
            games += 1;
            won += usize::from(
                Seat::all(8).any(|seat| played.winners.contains(seat) && played.who[seat.index()] == 0),
            );
        }
    }
    assert!(won * 10 >= games * 9, "{won} of {games}");
}
