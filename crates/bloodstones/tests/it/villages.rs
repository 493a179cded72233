//! Constructing villages (section 9).

use bloodstones::Action;
use bloodstones::state::Phase;
use laws::seat;

use crate::vale::{War, on};

// rules 9.1, 9.2: the rulebook's example of the Hill Folk
#[test]
fn five_pips_make_four_villages() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [
            { seat = 1, area = "Home", units = "citadel" }, { seat = 1, area = "Bay", units = "ship" }, { seat = 1, area = "Deep", units = "ship" },
            { seat = 1, area = "Fell", units = "swords" }, { seat = 1, area = "Mead", units = "swords" },
        ]
        hands = { 1 = "blank, skirmishers" }
    "#);
    // Beside the citadel, beyond the ships, and beyond the units in Mead and Fell.
    assert_eq!(t.places("Construct a village in"), ["Cape", "Down", "Far", "Fell", "Isle", "Mead", "Wood"]);
    t.all(&["Construct a village in Mead", "Construct a village in Mead", "Construct a village in Cape"]);
    assert!(t.refusal(Action::Construct(t.area("Mead"))).contains("(rule 9.1)"), "plains hold two");
    assert!(t.refusal(Action::Construct(t.area("Cape"))).contains("(rule 9.1)"), "forest holds one");
    t.play("Construct a village in Down");
    assert_eq!(t.state.turn.due, 5);
    assert_eq!(t.choices(), ["Spend Blank (5 pips)"]);
    t.play("Spend Blank (5 pips)");
    assert_eq!(t.state.villages_of(seat(1)), 4);
}

// rule 9.1
#[test]
fn no_village_on_bad_ground() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [{ seat = 1, area = "Down", units = "citadel" }]
        hands = { 1 = "blank" }
    "#);
    for area in ["Waste", "Peak"] {
        assert!(t.refusal(Action::Construct(t.area(area))).contains("(rule 9.1)"));
    }
}

// rule 9.2
#[test]
fn villages_need_a_link_and_new_ones_count() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [{ seat = 1, area = "Far", units = "swords" }]
        villages = [{ seat = 1, area = "Home" }]
        hands = { 1 = "blank" }
    "#);
    assert_eq!(t.places("Construct a village in"), ["Home", "Mead", "Wood"], "Far is not linked yet");
    assert!(t.refusal(Action::Construct(t.area("Down"))).contains("(rule 9.2)"));
    t.play("Construct a village in Mead");
    assert!(
        t.has("Construct a village in Far") && t.has("Construct a village in Down"),
        "now it is, and beyond"
    );
}

// rule 9.2
#[test]
fn a_chain_may_run_through_enemy_villages() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [{ seat = 1, area = "Mead", units = "swords" }]
        villages = [{ seat = 1, area = "Home" }, { seat = 2, area = "Mead" }]
        hands = { 1 = "blank" }
    "#);
    assert_eq!(t.places("Construct a village in"), ["Far", "Fell", "Home", "Wood"]);
}

// rule 9.3
#[test]
fn foreign_pieces_and_ones_own_citadel_keep_villages_out() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [{ seat = 1, area = "Home", units = "citadel" }, { seat = 2, area = "Mead", units = "swords" }]
        villages = [{ seat = 2, area = "Wood" }]
        hands = { 1 = "blank" }
    "#);
    // Nothing is left to build on, so the step is passed over and it is the other's turn.
    assert_eq!(t.decides(), 2);
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [{ seat = 1, area = "Mead", units = "citadel" }, { seat = 2, area = "Home", units = "swords" }]
        hands = { 1 = "blank" }
    "#);
    assert!(t.refusal(Action::Construct(t.area("Home"))).contains("(rule 9.3)"));
    assert!(t.refusal(Action::Construct(t.area("Mead"))).contains("(rule 9.3)"));
}

// rule 9.4
#[test]
fn twenty_villages_are_all_there_are() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        villages = [{ seat = 1, area = "Home" }]
        captured = [{ by = 2, from = 1, count = 18 }]
        hands = { 1 = "blank" }
    "#);
    t.play("Construct a village in Home");
    assert!(t.refusal(Action::Construct(t.area("Mead"))).contains("(rule 9.4)"));
    assert_eq!(t.state.villages_left(seat(1)), 0);
    t.play("Spend Blank (5 pips)");
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        villages = [{ seat = 1, area = "Home" }]
        captured = [{ by = 2, from = 1, count = 19 }]
        hands = { 1 = "blank" }
    "#);
    assert_eq!((t.decides(), t.state.phase), (2, Phase::Main));
}

// rule 9.5
#[test]
fn a_player_who_lost_everything_starts_anywhere() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        units = [{ seat = 2, area = "Mead", units = "swords" }]
        villages = [{ seat = 2, area = "Home" }]
        hands = { 1 = "blank" }
    "#);
    assert_eq!(t.places("Construct a village in"), ["Cape", "Down", "Far", "Fell", "Isle", "Wood"]);
    t.play("Construct a village in Isle");
    assert_eq!(t.places("Construct a village in"), ["Isle"], "then the usual rules hold");
}
