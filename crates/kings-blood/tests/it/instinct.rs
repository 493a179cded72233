//! Instinct is better than nothing.

use bots::{Arena, Iterations, Level};
use kings_blood::{KingsBlood, Options};
use table::Options as _;

#[test]
fn instinct_beats_chance() {
    let arena = Arena::<KingsBlood>::of_levels(
        Options::standard(4),
        &[Level::Greedy, Level::Random, Level::Random, Level::Random],
    );
    let games = (0..15).flat_map(|deal| (0..arena.rotations()).map(move |rotation| (deal, rotation)));
    let won = games
        .filter(|&(deal, rotation)| {
            let game = arena.play(deal, rotation, &mut Iterations(0));
            game.winners.iter().any(|seat| game.who[seat.index()] == 0)
        })
        .count();
    assert!(won >= 45, "{won} of 60 games, against three who play anything");
}
