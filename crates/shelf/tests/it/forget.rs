//! A match that forgets its past continues as if it had not.

use serde_json::json;
use table::chance::quick;
use table::seed::Seed;
use table::{AnyMatch, Chance, Move, Observer, Seat};

#[test]
fn a_match_that_forgets_goes_on_alike() {
    for entry in shelf::games() {
        let info = entry.game.info();
        let players = info.min_players;
        let options = entry.game.options(&json!({ "players": players })).unwrap();
        let start = || {
            entry
                .game
                .start(&options, None, vec![String::new(); players], Seed::from_number(5, players))
                .unwrap()
        };
        let (mut whole, mut short, mut chance) = (start(), start(), quick(5));
        let (mut undone, mut recent) = (0, 0);
        for _ in 0..300 {
            let could = |game: &dyn AnyMatch| Seat::all(players).find(|seat| game.may_undo(*seat));
            assert_eq!(could(&*whole), could(&*short), "{}", info.id);
            match could(&*whole).filter(|_| chance.index(4) == 0) {
                Some(seat) => {
                    whole.undo(seat).unwrap();
                    short.undo(seat).unwrap();
                    undone += 1;
                }
                None => {
                    let Some((seat, code)) = whole.play_random(None, &mut chance) else { break };
                    short.play(seat, &Move::Code(code)).unwrap();
                }
            }
            short.forget(3);
            assert_eq!((whole.version(), whole.digest()), (short.version(), short.digest()), "{}", info.id);
            // What an undo takes away does not bring back what was forgotten.
            recent = recent.max(whole.version().saturating_sub(3));
            for observer in Observer::every(players) {
                assert_eq!(whole.story(observer, recent), short.story(observer, recent), "{}", info.id);
            }
        }
        assert_eq!(whole.view(Observer::All), short.view(Observer::All));
        assert!(undone > 0 || info.id != "kings-blood", "nothing was ever taken back");
    }
}
