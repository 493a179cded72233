//! Instinct is better than nothing.

use bloodlust::{BloodLust, Options};
use bots::{Arena, Level};
use table::{Options as _, Seat};

#[test]
fn instinct_beats_chance() {
    let field = vec![Level::Greedy, Level::Random];
    let arena = Arena::<BloodLust> { options: Options::standard(2), field, iterations: 0 };
    let (mut won, mut games) = (0, 0);
    for deal in 0..20 {
        for rotation in 0..arena.rotations() {
            let played = arena.play(deal, rotation, &mut |_| false);
            let greedy = Seat::all(2).find(|seat| played.who[seat.index()] == 0);
            won += usize::from(greedy.is_some_and(|seat| played.winners.contains(seat)));
            games += 1;
        }
    }
    assert!(won * 100 >= games * 95, "instinct won {won} of {games} games");
}
