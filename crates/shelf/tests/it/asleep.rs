//! The default decision of a seat that does not decide in time.

use serde_json::json;
use table::seed::Seed;
use table::{Move, Seat};

/// A game in which nobody ever decides comes to an end, by legal default decisions that are the same every time.
#[test]
fn a_table_asleep_comes_to_its_end() {
    for entry in shelf::games() {
        let info = entry.game.info();
        for players in info.min_players..=info.max_players {
            let options = entry.game.options(&json!({ "players": players })).unwrap();
            let names = vec![String::new(); players];
            let mut game = entry.game.start(&options, None, names, Seed::from_number(3, players)).unwrap();
            while game.outcome().is_none() {
                assert!(game.version() < 20_000, "{} with {players} sleeps for ever", info.id);
                let seat = game.waiting_on().first().unwrap();
                let code = game.fallback(seat).unwrap();
                game.play(seat, &Move::Code(code)).unwrap();
            }
        }
    }
}

/// The first default decision, in the words of the game.
#[test]
fn sleepers_do_what_costs_least() {
    let first = |game: &str, players: usize| {
        let entry = shelf::find(game).unwrap();
        let options = entry.game.options(&json!({ "players": players })).unwrap();
        let seed = Seed::from_number(1, players);
        let game = entry.game.start(&options, None, vec![String::new(); players], seed).unwrap();
        let seat: Seat = game.waiting_on().first().unwrap();
        let code = game.fallback(seat).unwrap();
        let offers = game.offers(seat);
        offers.into_iter().find(|(offered, _)| *offered == code).unwrap().1
    };
    assert_eq!(first("bloodlust", 4), "Leave the hunt");
    assert!(first("blood-bound", 6).contains("Pass the dagger"), "{}", first("blood-bound", 6));
    assert!(first("kings-blood", 4).contains("Draw"), "{}", first("kings-blood", 4));
}
