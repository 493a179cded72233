//! What prompts, options and the drawing of the tree promise.

use kings_blood::pieces::{Special, deck};
use kings_blood::sight::PhaseView;
use kings_blood::{Action, Event, KingsBlood, Options};
use serde_json::json;
use table::chance::quick;
use table::game::barred;
use table::{Game as _, Observer, Options as _, Seat, Text, rollout};

use crate::{Moves as _, Table, action, card, table};

fn detail(table: &Table, number: usize, doing: serde_json::Value) -> Text {
    KingsBlood::describe(&table.sees(number), &[action(doing)])[0].detail.clone()
}

fn label(table: &Table, number: usize, doing: serde_json::Value) -> Text {
    KingsBlood::describe(&table.sees(number), &[action(doing)])[0].label.clone()
}

// rules 5.3, 6.4, 6.5, 8.1, 11.2
#[test]
fn a_prompt_promises_only_what_the_seat_can_do() {
    let mut options = Options::standard(4);
    options.advanced = true;
    let (mut chance, mut actions, mut stuck) = (quick(11), Vec::new(), 0);
    for _ in 0..60 {
        let mut state = KingsBlood::deal(&options, &mut chance);
        while let Some((seat, action)) = rollout::choose::<KingsBlood, _>(&state, &mut actions, &mut chance) {
            let seen = KingsBlood::observe(&state, Observer::Seat(seat));
            let prompt = KingsBlood::scene(&seen, KingsBlood::waiting_on(&state)).prompt.to_string();
            let plays = actions.iter().any(|action| matches!(action, Action::Play(_)));
            if matches!(
                seen.phase,
                PhaseView::Debt
                    | PhaseView::Play
                    | PhaseView::Drawn { .. }
                    | PhaseView::Extra
                    | PhaseView::Newborn
                    | PhaseView::Sibling { .. }
            ) {
                let ends = [": draw", ": draw one", ": pass", ": keep it", ": end your turn"];
                let says_so = ends.iter().any(|end| prompt.ends_with(end));
                assert_eq!(says_so, !plays, "{prompt}: {actions:?}");
                stuck += usize::from(!plays);
            }
            KingsBlood::apply(&mut state, seat, action, &mut chance, &mut ());
        }
    }
    assert!(stuck > 300, "{stuck}");
}

// rule 8.4
#[test]
fn nobody_is_told_to_draw_more_than_there_is() {
    let owing = |pile: &[&str]| {
        table(
            json!({ "players": 2 }),
            json!({ "turn": 1, "debt": 6, "pile": pile, "discards": [], "hands": { "1": ["art-1-f"] },
                "tree": [{ "card": "money-9-m", "row": 0, "column": 0 }] }),
        )
    };
    let six = ["art-1-m", "art-2-m", "art-3-m", "art-4-m", "art-5-m", "art-6-m"];
    assert_eq!(label(&owing(&six), 1, json!("accept")), "Draw 6 cards");
    assert_eq!(label(&owing(&six[..4]), 1, json!("accept")), "Draw what is left: 4 cards");
    assert_eq!(label(&owing(&[]), 1, json!("accept")), "Draw nothing: no card is left");
}

// rules 7.6, 9.1
#[test]
fn events_are_explained_and_a_card_they_strike_promises_no_ability() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "hands": { "1": ["new-connection-old-promise", "money-8-m", "art-1-m"] },
            "tree": [{ "card": "money-1-m", "row": 0, "column": 0 }, { "card": "money-3-m", "row": 0, "column": 2 }] }),
    );
    assert!(detail(&table, 1, json!({ "play": "money-8-m" })).contains("Reverse"));
    let event = json!({ "play": "new-connection-old-promise" });
    assert_eq!(
        detail(&table, 1, event),
        "Move an active card beside any other; a man and a woman of one colour may marry."
    );
    table.play(1, "new-connection-old-promise");
    let skip = detail(&table, 1, json!({ "target": "money-1-m" }));
    assert!(!skip.contains("Skip"), "{skip}");
}

// rule 13.4
#[test]
fn without_the_last_marriage_the_hand_ends() {
    let mut table = table(
        json!({ "players": 2, "scoring": "a" }),
        json!({ "turn": 1, "called": [1], "hands": { "1": ["money-8-f"] },
            "tree": [{ "card": "money-2-m", "row": 0, "column": 0 }] }),
    );
    table.play(1, "money-8-f").place(1, "money-2-m", "left");
    assert_eq!(detail(&table, 1, json!("decline")), "The hand ends.");
}

// rule 10.4
#[test]
fn the_last_card_without_the_call_warns() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "hands": { "1": ["money-8-f"] }, "tree": [{ "card": "money-2-m", "row": 0, "column": 0 }] }),
    );
    let play = json!({ "play": "money-8-f" });
    assert!(detail(&table, 1, play.clone()).contains("Call first, or you draw three cards"));
    table.does(1, json!("call"));
    assert!(!detail(&table, 1, play).contains("Call first"));
}

// rules 9.2, 12.2
#[test]
fn the_help_is_about_the_card_that_was_played() {
    let mut table = table(
        json!({ "players": 2, "advanced": true }),
        json!({ "turn": 1, "hands": { "1": ["kings-blood", "assassination-night-dagger", "art-1-m", "art-2-m"] },
            "tree": [{ "card": "money-1-m", "row": 0, "column": 0 }, { "card": "money-3-m", "row": 0, "column": 2 }] }),
    );
    let help = |table: &Table| table.scene(Observer::Spectator).help;
    table.play(1, "kings-blood");
    assert_eq!(help(&table), "12.2");
    table.does(1, json!({ "target": "money-1-m" }));
    assert_eq!((table.sees(1).phase, help(&table)), (PhaseView::Extra, "12.2".to_owned()));
    table.play(1, "assassination-night-dagger");
    assert_eq!(help(&table), "9.2");
    table.does(1, json!({ "target": "money-3-m" }));
    assert_eq!((table.sees(1).phase, help(&table)), (PhaseView::Extra, "9.2".to_owned()));
}

// rules 4.1, 6.1
#[test]
fn a_card_played_below_two_who_did_not_marry_is_not_their_child() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "hands": { "1": ["battle-8-m", "art-1-m"] }, "tree": [
            { "card": "money-3-m", "row": 0, "column": 0 },
            { "card": "money-6-f", "row": 0, "column": 2 },
            { "card": "money-8-m", "row": 0, "column": 4 },
            { "card": "art-8-m", "row": 1, "column": 1 },
        ] }),
    );
    table.play(1, "battle-8-m").place(1, "art-8-m", "right");
    let parents = |id: &str| {
        let tree = table.scene(Observer::Spectator).tree.unwrap();
        tree.cards.into_iter().find(|leaf| leaf.piece.id == id).unwrap().parents
    };
    assert_eq!(parents("tree/art-8-m"), ["tree/money-3-m", "tree/money-6-f"]);
    assert!(parents("tree/battle-8-m").is_empty());
}

// rules 4.3, 4.4
#[test]
fn a_card_that_nothing_can_join_says_why_before_a_card_is_shown() {
    let table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "hands": { "1": ["battle-8-m", "art-1-m"] }, "tree": [
            { "card": "money-3-m", "row": 0, "column": 0 },
            { "card": "money-6-f", "row": 0, "column": 2 },
            { "card": "art-8-m", "row": 1, "column": 1 },
            { "card": "art-2-m", "row": 1, "column": 3 },
            { "card": "art-3-m", "row": 1, "column": 5 },
        ] }),
    );
    let why = |table: &Table, id: &str| {
        let barred = barred::<KingsBlood>(&table.state, Seat::new(0), &table.sees(1), &table.legal(1));
        let barred = barred.into_iter().find(|barred| barred.about == id);
        barred.map(|barred| (barred.rule, barred.text.to_string()))
    };
    assert_eq!(table.sees(1).phase, PhaseView::Play);
    let (rule, covered) = why(&table, "tree/money-3-m").unwrap();
    assert_eq!(rule, "4.3");
    assert!(
        covered.contains("not active: the child ") && covered.ends_with(" lies on this card."),
        "{covered}"
    );
    let (_, crowded) = why(&table, "tree/art-2-m").unwrap();
    assert!(crowded.ends_with("is not active: there is no room on either side."), "{crowded}");
    assert_eq!(why(&table, "tree/art-3-m"), None, "an active card can be joined");
}

// rules 6.1, 7.1
#[test]
fn a_marriage_says_which_ability_it_costs() {
    let marriage = |card: &str| {
        let mut table = table(
            json!({ "players": 4 }),
            json!({ "turn": 1, "hands": { "1": [card, "art-1-m", "art-2-m"] },
                "tree": [{ "card": "money-9-m", "row": 0, "column": 0 }] }),
        );
        table.play(1, card).place(1, "money-9-m", "left");
        detail(&table, 1, json!("marry")).to_string()
    };
    let woman = |special: Option<Special>| {
        let numbers = (1..=9).map(|number| format!("money-{number}-f"));
        let of = |slug: &String| deck().specials(false).of(card(slug));
        marriage(&numbers.into_iter().find(|slug| of(slug) == special).unwrap())
    };
    let child = "Their child comes from the pile, and you may play on beside it.";
    assert_eq!(woman(None), child);
    assert_eq!(woman(Some(Special::Draw3)), format!("Draw 3 is lost. {child}"));
}

// rule 7.1
#[test]
fn an_event_after_a_card_with_an_ability_says_that_the_ability_is_lost() {
    let slugs = (1..=9).flat_map(|number| ["m", "f"].map(|sex| format!("art-{number}-{sex}")));
    let draws = |slug: &String| deck().specials(false).of(card(slug)) == Some(Special::Draw3);
    let child = slugs.into_iter().find(draws).unwrap();
    let mut table = table(
        json!({ "players": 4 }),
        json!({ "turn": 1, "top": [child],
            "hands": { "1": ["romance-7-m", "assassination-night-dagger", "battle-9-m", "battle-8-m"] },
            "tree": [{ "card": "romance-4-f", "row": 0, "column": 0 }] }),
    );
    table.play(1, "romance-7-m").place(1, "romance-4-f", "right").does(1, json!("marry"));
    let lost = Event::Covered { card: card(&child) };
    let told = |table: &Table| table.told.iter().any(|(_, event)| *event == lost);
    assert!(!told(&table), "the child may be the last card of the turn");
    table.play(1, "assassination-night-dagger");
    assert!(told(&table), "{:?}", table.told);
}

// rules 7.3 to 7.5
#[test]
fn an_ability_that_works_shows_what_it_does() {
    let (one, all) =
        (Seat::new(0), [("Skip", "loses"), ("Reverse", "turns round"), ("Draw 3", "draws three")]);
    let events = [
        Event::Skipped { seat: one },
        Event::Reversed { clockwise: false },
        Event::Turn { seat: one, debt: 3 },
    ];
    for (event, (name, does)) in events.iter().zip(all) {
        let face = KingsBlood::beat(event).face.unwrap_or_else(|| panic!("{event:?} shows nothing"));
        assert_eq!(face.name, name);
        assert!(
            face.text.contains(does) && face.text.contains("Only as the last card of a turn."),
            "{event:?}"
        );
    }
    assert!(KingsBlood::beat(&Event::Turn { seat: one, debt: 0 }).face.is_none(), "an ordinary turn");
}

#[test]
fn an_event_that_is_played_shows_its_card() {
    let played = |card| KingsBlood::beat(&Event::Played { seat: Seat::new(0), card, known: false });
    let dagger = card("assassination-night-dagger");
    assert_eq!(played(dagger).face.map(|face| face.name.clone()), Some(dagger.name()));
}

// rules 8.1, 8.4
#[test]
fn the_help_for_a_debt_is_about_what_can_be_done() {
    let owing = |card: &str| {
        let table = table(
            json!({ "players": 4 }),
            json!({ "turn": 1, "debt": 3, "hands": { "1": [card] },
                "tree": [{ "card": "money-9-m", "row": 0, "column": 0 }] }),
        );
        table.scene(Observer::Seat(table.asked())).help
    };
    assert_eq!(owing("art-1-f"), "8.4");
    assert_eq!(owing("money-8-m"), "8.1");
}

// rule 10.7
#[test]
fn the_end_says_how_many_cards_everybody_had_left() {
    let mut table = table(
        json!({ "players": 2 }),
        json!({ "turn": 1, "called": [1], "hands": { "1": ["money-8-f"], "2": ["art-1-m", "art-2-m"] },
            "tree": [{ "card": "money-2-m", "row": 0, "column": 0 }] }),
    );
    let titles = |table: &Table| {
        let seats = table.scene(Observer::Spectator).seats;
        seats.into_iter().map(|place| place.title.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(titles(&table), ["", ""]);
    table.play(1, "money-8-f").place(1, "money-2-m", "left");
    assert_eq!(titles(&table), ["no card left", "2 cards left"]);
}
