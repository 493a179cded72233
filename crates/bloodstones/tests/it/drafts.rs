//! What a player has begun and not paid for: the others see nothing of it until a tile is spent (rule 1.4).

use bloodstones::state::State;
use bloodstones::{Bloodstones, Observation};
use laws::seat;
use serde_json::json;
use table::seed::Seed;
use table::{Game, Match, Observer};

use crate::vale::{Table, War, on, vale};

const OTHERS: [Observer; 2] = [Observer::Seat(seat_2()), Observer::Spectator];

const fn seat_2() -> table::Seat {
    table::Seat::new(1)
}

fn views(state: &State) -> Vec<Observation> {
    OTHERS.into_iter().map(|observer| Bloodstones::observe(state, observer)).collect()
}

/// What the spectator has heard.
fn story(t: &Table) -> Vec<String> {
    let heard = t.told.iter().filter(|(audience, _)| audience.includes(Observer::Spectator));
    heard
        .map(|(_, event)| Bloodstones::narrate(event, Observer::Spectator))
        .filter(|it| !it.is_empty())
        .map(|it| it.to_string())
        .collect()
}

/// Plays the hidden part, of which nobody else learns anything, and then spends a tile. Returns what is told then.
fn begins_unseen(t: &mut Table, hidden: &[&str], spend: &str) -> Vec<String> {
    let (before, told) = (views(&t.state), story(t).len());
    for label in hidden {
        t.play(label);
        assert_eq!(views(&t.state), before, "{label} is seen");
        assert_eq!(story(t).len(), told, "{label} is heard of");
        assert_ne!(t.sees(1), before[0], "the player who moves sees it");
    }
    t.play(spend);
    assert_ne!(views(&t.state), before);
    story(t).split_off(told)
}

#[test]
fn a_move_is_seen_when_the_first_tile_is_spent() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "leader, swords, shield" }, { seat = 1, area = "Far", units = "cavalry" }]
        hands = { 1 = "2 blank, swords" }
    "#);
    let hidden = [
        "Move from Home",
        "Pick Leader",
        "Pick Swords",
        "Go to Mead",
        "Go to Far",
        "Move from Far",
        "Pick Cavalry",
        "Go to Mead",
    ];
    let told = begins_unseen(&mut t, &hidden, "Spend Swords (4 pips)");
    assert_eq!(
        told[..3],
        [
            "{s1} moves Swords, Leader from Home to Far.",
            "{s1} moves Cavalry from Far to Mead.",
            "{s1}'s whole move costs 3 pips."
        ]
    );
}

#[test]
fn a_move_of_one_group_is_told_as_one() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }]
        hands = { 1 = "2 blank, swords" }
    "#);
    let told = begins_unseen(&mut t, &["Move from Home", "Go to Mead", "Go to Far"], "Spend Blank (5 pips)");
    assert_eq!(told, ["{s1} moves Swords from Home to Far for 2 pips.", "{s1} spends Blank for 5 pips."]);
}

#[test]
fn a_move_that_leads_back_is_told_too() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }]
        hands = { 1 = "2 blank, swords" }
    "#);
    t.all(&["Move from Home", "Go to Mead", "Go to Home", "Spend Blank (5 pips)"]);
    assert_eq!(story(&t), ["{s1} moves there and back for 2 pips.", "{s1} spends Blank for 5 pips."]);
}

#[test]
fn captures_are_seen_when_the_tile_is_spent() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        start = "turn"
        units = [{ seat = 1, area = "Home", units = "cavalry" }, { seat = 1, area = "Fell", units = "cavalry" }]
        villages = [{ seat = 2, area = "Home", count = 2 }, { seat = 2, area = "Fell" }]
        hands = { 1 = "blank, swords" }
    "#);
    let hidden = ["Capture a village in Home", "Capture a village in Home", "Capture a village in Fell"];
    let told = begins_unseen(&mut t, &hidden, "Spend Blank (5 pips)");
    assert_eq!(told.iter().filter(|line| line.contains("captures a village")).count(), 3, "{told:?}");
    assert_eq!(t.observe(Observer::Spectator).realms[0].captured, [0, 3]);
}

#[test]
fn captures_of_the_horde_are_seen_when_the_tile_is_spent() {
    let mut t = on(r#"
        factions = ["chaos-horde", "hill-folk"]
        units = [{ seat = 1, area = "Mead", units = "hordes" }]
        villages = [{ seat = 2, area = "Mead", count = 2 }]
        hands = { 1 = "2 blank, hordes" }
    "#);
    begins_unseen(
        &mut t,
        &["Capture a village in Mead", "Capture a village in Mead"],
        "Spend Blank (5 pips)",
    );
}

#[test]
fn villages_are_seen_when_the_tile_is_spent() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [{ seat = 1, area = "Home", units = "citadel" }]
        hands = { 1 = "blank, skirmishers" }
    "#);
    let hidden =
        ["Construct a village in Mead", "Construct a village in Mead", "Construct a village in Wood"];
    let told = begins_unseen(&mut t, &hidden, "Spend Blank (5 pips)");
    assert_eq!(told.iter().filter(|line| line.contains("constructs a village")).count(), 3, "{told:?}");
}

/// Rule 12.4: it changes sides at once, but the others learn of it with the move.
#[test]
fn a_cutiecorn_that_changes_sides_in_a_move_is_seen_with_it() {
    let mut options = vale(2);
    options.cutiecorn = true;
    let mut t = Table::at(
        &options,
        r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }]
        cutiecorn = { seat = 2, area = "Mead" }
        hands = { 1 = "2 blank" }
    "#,
    );
    let told = begins_unseen(&mut t, &["Move from Home", "Go to Mead"], "Spend Blank (5 pips)");
    assert!(told.iter().any(|line| line == "The Cutiecorn trots over to {s1}."), "{told:?}");
}

#[test]
fn a_move_can_be_taken_back_until_a_tile_is_spent() {
    let position = json!({
        "factions": ["horse-lords", "hill-folk"],
        "units": [{ "seat": 1, "area": "Home", "units": "3 swords" }],
        "hands": { "1": "2 blank, swords" },
    });
    let names = vec!["A".into(), "B".into()];
    let mut game =
        Match::<Bloodstones>::start(vale(2), Some(position), names, Seed::from_number(1, 2)).unwrap();
    let choose = |game: &mut Match<Bloodstones>, label: &str| {
        let view = game.view(Observer::Seat(seat(1)));
        let at = view.options.iter().position(|it| it.described.label == label).expect(label);
        let action = table::game::legal::<Bloodstones>(game.state(), seat(1))[at];
        game.play(seat(1), action).unwrap();
    };
    choose(&mut game, "Move from Home");
    choose(&mut game, "Go to Mead");
    assert!(game.undo(seat(1)).is_ok() && game.undo(seat(1)).is_ok());
    for label in ["Move from Home", "Go to Mead", "Go to Far", "Spend Blank (5 pips)"] {
        choose(&mut game, label);
    }
    assert!(game.undo(seat(1)).is_err());
}
