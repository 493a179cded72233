//! The type-erased facade does what the game does, and refuses what is not of this game.

use kuhn_poker::KuhnPoker;
use serde_json::{Value, json};
use table::chance::quick;
use table::seed::Seed;
use table::{AnyGame, AnyMatch, Erased, Move, Observer};

use super::seat;

const GAME: Erased<KuhnPoker> = Erased::new();

fn start(seed: u64) -> Box<dyn AnyMatch> {
    let names = vec!["Ann".to_owned(), "Bo".to_owned()];
    GAME.start(&json!({ "players": 2 }), None, names, Seed::from_number(seed, 2)).unwrap()
}

#[test]
fn actions_come_as_codes_or_as_json() {
    let (mut one, mut two) = (start(1), start(1));
    one.play(seat(1), &Move::Code(1)).unwrap();
    two.play(seat(1), &Move::Json(json!("bet"))).unwrap();
    assert_eq!(one.digest(), two.digest());
    for wrong in [
        Move::Code(4),
        Move::Code(u32::MAX),
        Move::Json(json!("raise")),
        Move::Json(json!({ "bet": null })),
        Move::Json(Value::Null),
    ] {
        let refusal = one.play(seat(2), &wrong).unwrap_err();
        assert!(refusal.reason.contains("Kuhn poker"), "{wrong:?}: {refusal}");
    }
    assert_eq!(one.digest(), two.digest(), "a refusal changes nothing");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    assert!(GAME.start(&json!({ "players": 3 }), None, Vec::new(), Seed::from_number(1, 3)).is_err());
    assert!(
        GAME.start(
            &json!({ "players": 2 }),
            Some(json!({ "cards": 1 })),
            Vec::new(),
            Seed::from_number(1, 2)
        )
        .is_err()
    );
    assert_eq!(GAME.options(&json!({ "players": 2 })).unwrap(), json!({ "players": 2 }));
}

#[test]
fn a_random_game_can_be_played_again() {
    let mut seen = 0;
    GAME.playouts(&json!({ "players": 2 }), None, 5..25, &mut |playout| {
        let (mut game, mut chance) = (start(playout.seed), quick(playout.seed));
        while game.play_random(None, &mut chance).is_some() {}
        assert_eq!(game.version() as u32, playout.steps);
        assert_eq!(game.outcome(), playout.outcome);
        seen += 1;
        seen < 12
    })
    .unwrap();
    assert_eq!(seen, 12, "the listener says when it has heard enough");
}

#[test]
fn a_seat_is_shown_its_own_card_and_a_spectator_none() {
    let game = start(2);
    let cards = |observer| game.observation(observer)["cards"].clone();
    assert!(cards(Observer::Seat(seat(1)))[0].is_number() && cards(Observer::Seat(seat(1)))[1].is_null());
    assert_eq!(cards(Observer::Spectator), json!([null, null]));
    assert!(cards(Observer::All)[0].is_number() && cards(Observer::All)[1].is_number());
}
