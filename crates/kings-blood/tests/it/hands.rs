//! Rules that need more than a scenario file: whole deals, edges of the table, many cards.

use kings_blood::pieces::{Card, Cards, Colour, Kind, Special, deck};
use kings_blood::state::Phase;
use kings_blood::{Action, Event, Options};
use laws::seat;
use serde_json::json;
use table::{Options as _, Seat};

use crate::{Moves, Table, action, card, cards, row_from_the_edge, table};

// rules 2.1, 2.3
#[test]
fn the_deck_has_one_of_everything() {
    let deck = deck();
    assert_eq!(Cards::CHARACTERS.len(), 72);
    for colour in Colour::ALL {
        for number in 1..=9 {
            for woman in [false, true] {
                let card = Card::character(colour, number, woman);
                assert_eq!((card.colour(), card.number(), card.woman()), (colour, number, woman));
                assert_eq!(card.points(), i32::from(number));
            }
        }
    }
    let kinds = [Kind::Assassination, Kind::Exile, Kind::NewConnection, Kind::Enthronement];
    assert_eq!(kinds.map(|kind| deck.of_kind(kind).len()), [3, 3, 2, 2]);
    for event in Cards::DECK.minus(Cards::CHARACTERS).iter() {
        assert_eq!(event.points(), if event.kind() == Some(Kind::Enthronement) { 20 } else { 10 });
    }
    assert_eq!(Card::BLOOD.points(), 20);
}

// rule 2.2
#[test]
fn each_colour_has_two_of_each_ability() {
    for colour in Colour::ALL {
        for (many, count) in [(true, 2), (false, 1)] {
            let specials = deck().specials(!many);
            for special in [Special::Skip, Special::Reverse, Special::Draw3] {
                let able: Vec<Card> = Cards::CHARACTERS
                    .iter()
                    .filter(|card| card.colour() == colour && specials.of(*card) == Some(special))
                    .collect();
                assert_eq!(able.len(), count);
                assert!(!many || able[0].woman() != able[1].woman());
            }
        }
    }
}

// rules 3.1, 3.2, 3.3
#[test]
fn a_fresh_deal() {
    let mut dealers = [0; 6];
    for players in 2..=6 {
        for seed in 0..200 {
            let state = Table::deal(&Options::standard(players), seed).state;
            assert!(Seat::all(players).all(|seat| state.hands[seat.index()].len() == 7));
            let founder = state.tree.cards().first().unwrap();
            assert!(state.tree.cards().only().is_some() && founder.is_character());
            assert_eq!(state.pile.len(), 82 - 7 * players - 1);
            // The founder's ability does nothing.
            assert_eq!((state.phase, state.debt, state.clockwise), (Phase::Play, 0, true));
            assert_eq!(state.turn, state.dealer.left(players));
            dealers[state.dealer.index()] += 1;
        }
    }
    assert!(dealers.iter().all(|&times| times > 10), "{dealers:?}");
}

// rules 4.7, 11.3
#[test]
fn edge_to_edge_nobody_can_play_and_all_pass() {
    let tree = row_from_the_edge(Cards::CHARACTERS.iter().take(58));
    let mut table =
        table(json!({ "players": 3 }), json!({ "turn": 1, "tree": tree, "pile": [], "discards": [] }));
    assert!(table.state.tree.active().is_empty());
    for number in [1, 2, 3] {
        assert_eq!(table.legal(number), [Action::Pass]);
        table.does(number, json!("pass"));
    }
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.ending(), "all-passed");
    assert!(outcome.winners().is_empty());
}

// rule 6.3
#[test]
fn an_event_without_a_target_is_discarded() {
    // The 58th card closes the row from edge to edge: nothing is active when the wedding brings an Event.
    let (bride, groom) = (card("battle-2-f"), card("battle-7-m"));
    let tree = row_from_the_edge(Cards::CHARACTERS.iter().take(56).chain([bride]));
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "tree": tree, "top": ["exile-long-road"],
                "hands": { "1": [groom, "battle-9-m", "battle-9-f", "battle-8-m"] } }),
    );
    table.play(1, groom.slug()).does(1, json!("marry"));
    assert!(table.told.iter().any(|(_, event)| *event == Event::Fizzled { card: card("exile-long-road") }));
    assert!(table.state.discards.contains(card("exile-long-road")));
    assert_eq!(table.turn(), 2);
}

// rules 6.5, 6.1
#[test]
fn one_card_of_the_childs_number_is_an_ordinary_play_and_may_marry() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "newborn": "art-8-m", "top": ["battle-3-f"],
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-f", "row": 0, "column": 2 },
                         { "card": "art-8-m", "row": 1, "column": 1 }],
                "hands": { "1": ["art-8-f", "romance-8-m", "money-1-m"] } }),
    );
    table.play(1, "art-8-f").place(1, "art-8-m", "left").does(1, json!("marry"));
    assert_eq!(table.state.child, Some(card("battle-3-f")));
    assert_eq!(table.state.phase, Phase::Newborn);
}

// rule 6.5
#[test]
fn a_run_of_siblings_is_asked_for_by_what_is_public() {
    // The seat holds no sibling, but nobody else can know that: it is asked all the same.
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "newborn": "art-8-m",
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-f", "row": 0, "column": 2 },
                         { "card": "art-8-m", "row": 1, "column": 1 }],
                "hands": { "1": ["romance-8-m", "money-1-m", "money-2-m"] } }),
    );
    table.play(1, "romance-8-m").place(1, "art-8-m", "left");
    assert_eq!(table.legal(1), [Action::Stop]);
    table.does(1, json!("stop"));
    assert_eq!(table.turn(), 2);
}

// rule 6.4
#[test]
fn every_event_can_be_played_on_a_newborn() {
    for event in [
        "assassination-loose-stair",
        "exile-long-road",
        "new-connection-old-promise",
        "enthronement-ringing-bells",
    ] {
        let mut table = table(
            json!({ "players": 2 }),
            json!({ "turn": 1, "newborn": "art-8-m",
                    "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-f", "row": 0, "column": 2 },
                             { "card": "art-8-m", "row": 1, "column": 1 }],
                    "hands": { "1": [event, "money-1-m", "money-2-m"] } }),
        );
        table.play(1, event);
        match card(event).kind() {
            Some(Kind::Assassination) => assert_eq!(table.state.phase, Phase::Extra),
            Some(Kind::Exile) => assert_eq!(table.state.phase, Phase::Give(card("art-8-m"))),
            Some(Kind::NewConnection) => {
                assert!(matches!(table.state.phase, Phase::Connect(moved, _) if moved == card("art-8-m")))
            }
            _ => assert_eq!((table.state.tree.cards(), table.turn()), (cards(&["art-8-m"]), 2)),
        }
    }
}

// rules 9.2, 10.1
#[test]
fn assassinations_chain_but_an_event_is_never_the_last_card() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1,
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-m", "row": 0, "column": 2 },
                         { "card": "money-7-m", "row": 0, "column": 4 }],
                "hands": { "1": ["assassination-loose-stair", "assassination-night-dagger", "exile-long-road"] } }),
    );
    table.play(1, "assassination-loose-stair").does(1, json!({ "target": "money-3-m" }));
    table.play(1, "assassination-night-dagger").does(1, json!({ "target": "money-7-m" }));
    assert_eq!(table.state.phase, Phase::Extra);
    assert_eq!(table.refused(1, action(json!({ "play": "exile-long-road" }))).rule.as_deref(), Some("10.1"));
    assert_eq!(table.legal(1), [Action::Stop, Action::Call]);
}

// rules 6.3, 9.2
#[test]
fn an_assassination_drawn_by_a_marriage_gives_an_extra_play_too() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "top": ["assassination-loose-stair"],
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }],
                "hands": { "1": ["money-9-f", "money-6-f", "art-1-m"] } }),
    );
    table.play(1, "money-9-f").place(1, "money-3-m", "left").does(1, json!("marry"));
    table.does(1, json!({ "target": "money-9-f" }));
    assert_eq!(table.state.phase, Phase::Extra);
    table.play(1, "money-6-f").place(1, "money-3-m", "right");
    assert!(matches!(table.state.phase, Phase::Marry(..)));
}

// rules 9.3, 9.6
#[test]
fn a_lone_founder_sent_to_exile_is_replaced() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "top": ["battle-1-f"], "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }],
                "hands": { "1": ["exile-long-road", "money-6-f", "art-1-m"] } }),
    );
    table.play(1, "exile-long-road").does(1, json!({ "give": 1 }));
    assert_eq!(table.state.tree.cards(), cards(&["battle-1-f"]));
    assert_eq!(table.state.shown[0], cards(&["money-3-m"]));
    assert_eq!((table.turn(), table.state.held(seat(1))), (2, 3));
}

// rule 9.3
#[test]
fn an_enthroned_card_takes_its_enthronement_into_exile() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "enthroned": "money-3-m", "throne": "enthronement-oath-of-the-realm",
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-m", "row": 0, "column": 2 }],
                "hands": { "1": ["exile-long-road", "money-6-f", "art-1-m"] } }),
    );
    table.play(1, "exile-long-road").does(1, json!({ "target": "money-3-m" })).does(1, json!({ "give": 2 }));
    assert_eq!(table.state.shown[1], cards(&["money-3-m", "enthronement-oath-of-the-realm"]));
    assert_eq!(table.state.throne, None);
}

// rules 9.6, 11.1
#[test]
fn a_founder_is_found_even_if_the_discards_must_be_shuffled_for_it() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }],
                "pile": ["exile-long-road"], "discards": [],
                "hands": { "1": ["assassination-loose-stair", "money-6-f", "art-1-m"] } }),
    );
    table.play(1, "assassination-loose-stair");
    // The Exile is drawn and discarded; the discards are shuffled, and the only Character in them is the victim.
    assert_eq!(table.state.tree.cards(), cards(&["money-3-m"]));
    assert_eq!(table.state.phase, Phase::Extra);
}

// rule 11.1
#[test]
fn discards_that_come_later_are_shuffled_when_a_card_is_needed() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "pile": [], "discards": [],
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-m", "row": 0, "column": 2 }],
                "hands": { "1": ["assassination-loose-stair", "money-9-m", "art-1-m"] } }),
    );
    table
        .play(1, "assassination-loose-stair")
        .does(1, json!({ "target": "money-6-m" }))
        .does(1, json!("stop"));
    assert_eq!((table.state.pile.len(), table.state.discards.len()), (0, 2));
    table.does(2, json!("draw"));
    assert_eq!((table.state.pile.len(), table.state.discards.len()), (1, 0));
}

// rules 10.4, 11.1
#[test]
fn a_forgotten_call_with_nothing_to_draw_does_not_win_either() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "pile": [], "discards": [],
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }], "hands": { "1": ["money-9-m"] } }),
    );
    table.play(1, "money-9-m").place(1, "money-3-m", "left");
    assert_eq!(table.outcome(), None);
    assert_eq!((table.turn(), table.state.held(seat(1))), (2, 0));
    // After the lost turn the empty hand can only pass, or draw as soon as there is something to draw.
    let fits = card("money-6-m");
    table.play(2, fits.slug()).place(2, "money-3-m", "right");
    assert_eq!(table.turn(), 2);
    table
        .play(2, "assassination-loose-stair")
        .does(2, json!({ "target": "money-9-m" }))
        .does(2, json!("stop"));
    assert_eq!((table.turn(), table.legal(1)), (1, vec![Action::Draw]));
    table.does(1, json!("draw"));
    assert!(table.legal(1).contains(&Action::Call));
}

// rules 10.7, 13.1
#[test]
fn the_winners_draw_three_does_not_reach_into_the_next_hand() {
    let mut table = table(
        json!({ "players": 2, "scoring": "b", "target": 300 }),
        json!({ "turn": 1, "called": [1], "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }],
                "hands": { "1": ["money-7-m"], "2": ["art-5-m", "art-8-m"] } }),
    );
    table.play(1, "money-7-m").place(1, "money-3-m", "left");
    assert_eq!((table.state.hand, table.state.debt, table.state.phase), (2, 0, Phase::Play));
    assert_eq!(table.state.scores[..2], [0, 13]);
}

// rule 13.1
#[test]
fn a_hand_without_a_winner_scores_nothing() {
    let tree = row_from_the_edge(Cards::CHARACTERS.iter().take(58));
    let mut table = table(
        json!({ "players": 2, "scoring": "a" }),
        json!({ "turn": 1, "tree": tree, "pile": [], "discards": [], "scores": [7, 3] }),
    );
    table.does(1, json!("pass")).does(2, json!("pass"));
    assert_eq!((table.state.hand, &table.state.scores[..2]), (2, &[7, 3][..]));
    let shown = table.told.iter().filter(|(_, event)| matches!(event, Event::HandShown { .. })).count();
    assert_eq!(shown, 2);
}

// rule 12.1
#[test]
fn the_blood_is_taken_from_the_very_card_that_is_enthroned() {
    let mut table = table(
        json!({ "players": 2, "advanced": true }),
        json!({ "turn": 1, "blood-on": "money-3-m", "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }],
                "hands": { "1": ["enthronement-ringing-bells", "money-6-f"] } }),
    );
    table.play(1, "enthronement-ringing-bells");
    assert_eq!(table.state.throne, Some((card("enthronement-ringing-bells"), card("money-3-m"))));
    assert_eq!((table.state.blood_on, table.state.shown[0]), (None, cards(&["kings-blood"])));
}

// rules 12.1, 12.5
#[test]
fn taking_the_blood_from_a_fuller_hand_leaves_its_holder_in_the_game() {
    let mut table = table(
        json!({ "players": 2, "advanced": true }),
        json!({ "turn": 1, "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }],
                "hands": { "1": ["enthronement-ringing-bells", "money-6-f"], "2": ["kings-blood", "money-9-m"] } }),
    );
    table.play(1, "enthronement-ringing-bells");
    assert_eq!((table.turn(), table.state.held(seat(2))), (2, 1));
    // Somebody else has brought this hand down to one card: the call is due on its own turn.
    assert!(table.legal(2).contains(&Action::Call));
}

// rule 12.3
#[test]
fn new_connection_beside_the_blood_always_marries() {
    let mut table = table(
        json!({ "players": 2, "advanced": true }),
        json!({ "turn": 1, "blood-on": "money-3-m", "top": ["battle-6-f"],
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "art-6-m", "row": 0, "column": 2 },
                         { "card": "battle-8-m", "row": 0, "column": 4 }],
                "hands": { "1": ["new-connection-forged-letter", "money-6-f", "art-1-m"] } }),
    );
    table.play(1, "new-connection-forged-letter").does(1, json!({ "target": "battle-8-m" }));
    // There is only one new place: left of the King's Blood.
    assert_eq!(table.state.child, Some(card("battle-6-f")));
}

// rules 13.2, 4.1
#[test]
fn without_an_enthronement_generations_score_nothing() {
    let mut table = table(
        json!({ "players": 2, "scoring": "a", "target": 300 }),
        json!({ "turn": 1, "called": [1],
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }, { "card": "money-6-f", "row": 0, "column": 2 },
                         { "card": "art-8-m", "row": 1, "column": 1 }],
                "hands": { "1": ["art-9-m"], "2": ["romance-5-m", "assassination-night-dagger"] } }),
    );
    assert_eq!(table.state.tree.generations(), 2);
    table.play(1, "art-9-m").place(1, "art-8-m", "left");
    assert_eq!(table.state.scores[..2], [15, 0]);
}

// rule 13.4
#[test]
fn an_enthronement_drawn_by_the_last_marriage_counts() {
    let mut table = table(
        json!({ "players": 2, "scoring": "a", "target": 300, "advanced": true }),
        json!({ "turn": 1, "called": [1], "top": ["enthronement-ringing-bells"],
                "tree": [{ "card": "money-3-m", "row": 0, "column": 0 }],
                "hands": { "1": ["money-9-f"], "2": ["kings-blood"] } }),
    );
    table.play(1, "money-9-f").place(1, "money-3-m", "left").does(1, json!("marry"));
    table.does(1, json!({ "target": "money-9-f" }));
    // The King's Blood card leaves the loser's hand, which does not undo the victory: only the one generation counts.
    assert_eq!(table.state.scores[..2], [5, 0]);
}

#[test]
fn options_are_checked() {
    let wrong = |value| table::options::from_json::<Options>(2..=6, &value).is_err();
    assert!(wrong(json!({ "players": 7 })));
    assert!(wrong(json!({ "players": 4, "target": 20 })));
    assert!(wrong(json!({ "players": 4, "scoring": "c" })));
    assert_eq!(Table::options(&json!({ "players": 4, "scoring": "b" })).target, 100);
}
