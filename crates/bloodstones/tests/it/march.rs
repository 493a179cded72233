//! Moving (section 7).

use bloodstones::Action;
use bloodstones::pieces::Unit;
use bloodstones::state::Phase;

use crate::vale::{War, on};

// rules 7.1, 7.3: the rulebook's example of three units and a leader
#[test]
fn a_leader_and_two_units_walk_two_areas_for_six_pips() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Home", units = "leader, swords, shield" }]
        hands = { 1 = "castle, cavalry, blank" }
    "#);
    t.all(&["Move from Home", "Go to Wood"]);
    assert_eq!(t.state.turn.due, 4);
    t.play("Go to Mead");
    assert_eq!(t.state.turn.due, 6);
    assert_eq!(t.units(1, "Mead"), "Swords, Shield, Leader");
    t.all(&["Spend Castle (4 pips)", "Spend Cavalry (3 pips)"]);
    assert_eq!(t.state.phase, Phase::Main, "the left-over pip is lost");
    assert_eq!((t.hand(1), t.discards(1).as_str()), (1, "Cavalry, Castle"));
}

// rule 7.1
#[test]
fn the_last_tile_pays_by_itself() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Home", units = "2 swords" }, { seat = 1, area = "Mead", units = "citadel" }]
        hands = { 1 = "castle, cavalry" }
    "#);
    t.all(&["Move from Home", "Go to Wood", "Go to Home", "Spend Castle (4 pips)"]);
    assert_eq!(t.discards(1), "Cavalry, Castle", "there was only one way to pay the rest");
}

// rule 7.1
#[test]
fn several_stacks_move_for_one_payment() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "2 swords" }, { seat = 1, area = "Far", units = "swords" }]
        hands = { 1 = "ship, shield, skirmishers" }
    "#);
    t.all(&["Move from Home", "Pick Swords", "Go to Wood", "Move from Far", "Go to Mead"]);
    assert_eq!(t.state.turn.due, 3);
    assert!(t.refusal(Action::Done).contains("(rule 7.1)"));
    t.play("Spend Ship (4 pips)");
    assert_eq!(t.state.phase, Phase::Main, "paid with one tile; a pip is lost");
    assert_eq!(
        (t.units(1, "Home").as_str(), t.units(1, "Wood").as_str(), t.units(1, "Mead").as_str()),
        ("Swords", "Swords", "Swords")
    );
}

// rule 7.1
#[test]
fn nobody_walks_further_than_the_purse_allows() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "3 swords" }]
        hands = { 1 = "skirmishers" }
    "#);
    t.play("Move from Home");
    assert_eq!(t.places("Go to"), [""; 0], "three units cost three pips");
    t.play("Pick Swords");
    assert_eq!(t.places("Go to"), ["Mead", "Wood"]);
    t.play("Pick Swords");
    assert_eq!(t.places("Go to"), ["Mead"]);
    assert!(t.refusal(Action::Take(Unit::Swords)).contains("(rule 7.1)"));
    assert!(t.refusal(Action::Go(t.area("Wood"))).contains("more than you have left"));
}

// rule 7.2
#[test]
fn enemy_units_stop_and_hold_villages_do_not() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }, { seat = 2, area = "Far", units = "citadel" }]
        villages = [{ seat = 2, area = "Mead" }]
        hands = { 1 = "2 blank" }
    "#);
    t.all(&["Move from Home", "Go to Mead", "Go to Far"]);
    assert!(t.refusal(Action::Go(t.area("Cape"))).contains("(rule 7.2)"));
    t.play("Spend Blank (5 pips)");
    assert!(t.refusal(Action::March(t.area("Far"))).contains("(rule 7.2)"));
}

// rule 7.3
#[test]
fn two_leaders_and_a_unit_pay_once() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Mead", units = "2 leaders, swords, shield" }]
        hands = { 1 = "blank, ship" }
    "#);
    t.all(&["Move from Mead", "Pick Leader", "Pick Leader", "Pick Swords", "Go to Fell"]);
    assert_eq!(t.state.turn.due, 3);
    // With the fourth unit it is one payment more.
    t.all(&["Spend Blank (5 pips)", "Move from Mead", "Go to Fell", "Spend Ship (4 pips)"]);
    assert_eq!(t.units(1, "Fell"), "Swords, Shield, 2 Leaders");
}

// rule 7.3
#[test]
fn the_companion_may_change_on_the_way() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "leader, swords" }, { seat = 1, area = "Mead", units = "cavalry" }]
        hands = { 1 = "ship" }
    "#);
    t.all(&["Move from Home", "Go to Mead", "Move from Mead", "Pick Leader", "Pick Cavalry", "Go to Far"]);
    assert_eq!(t.state.turn.due, 2);
    assert_eq!((t.units(1, "Mead").as_str(), t.units(1, "Far").as_str()), ("Swords", "Cavalry, Leader"));
}

// rules 7.3, 3.1
#[test]
fn a_leader_pays_its_own_ground_and_frees_the_dearest() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "leader, dragon, swords" }]
        hands = { 1 = "2 blank" }
    "#);
    t.all(&["Move from Mead", "Go to Fell"]);
    assert_eq!(t.state.turn.due, 4, "the leader 3, the Swords free, the Dragon 1");
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "leader, dragon" }]
        hands = { 1 = "2 blank" }
    "#);
    t.all(&["Move from Mead", "Go to Fell"]);
    assert_eq!(t.state.turn.due, 3, "with the Dragon alone it is the Dragon that goes free");
}

// rule 7.4
#[test]
fn ships_are_a_bridge() {
    let position = r#"
        factions = ["horse-lords", "hill-folk"]
        units = [
            { seat = 1, area = "Home", units = "swords" }, { seat = 1, area = "Bay", units = "ship" }, { seat = 1, area = "Deep", units = "ship" },
        ]
        hands = { 1 = "2 blank" }
    "#;
    let mut t = on(position);
    t.play("Move from Home");
    assert_eq!(t.places("Go to"), ["Cape", "Isle", "Mead", "Wood"]);
    t.play("Go to Cape");
    assert_eq!(t.state.turn.due, 2, "only the landing is paid");
    t.play("Go to Far");
    assert_eq!(t.state.turn.due, 3, "and it may be part of a longer march");

    let blocked = position.replace(
        "{ seat = 1, area = \"Deep\", units = \"ship\" },",
        "{ seat = 1, area = \"Deep\", units = \"ship\" }, { seat = 2, area = \"Deep\", units = \"ship\" },",
    );
    let mut t = on(&blocked);
    t.play("Move from Home");
    assert_eq!(t.places("Go to"), ["Isle", "Mead", "Wood"], "an enemy breaks the chain");

    let mut t = on(position);
    t.play("Move from Bay");
    assert_eq!(t.places("Go to"), ["Deep"], "ships sail, they are not carried");
    assert!(t.refusal(Action::Go(t.area("Isle"))).contains("(rule 2.4)"));
}

// rule 7.4: the rulebook's example of a crossing for one pip
#[test]
fn a_leader_and_companion_cross_for_one_payment() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Wood", units = "leader, swords" }, { seat = 1, area = "Bay", units = "ship" }]
        hands = { 1 = "lizardmen" }
    "#);
    t.all(&["Move from Wood", "Go to Isle"]);
    assert_eq!((t.state.turn.due, t.units(1, "Isle").as_str()), (1, "Swords, Leader"));
}

// rule 7.4
#[test]
fn only_dragons_end_a_passage_at_sea() {
    let position = r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [
            { seat = 1, area = "Home", units = "dragon" }, { seat = 1, area = "Bay", units = "ship" }, { seat = 1, area = "Deep", units = "ship" },
            { seat = 2, area = "Gulf", units = "ship" },
        ]
        hands = { 1 = "lizardmen" }
    "#;
    let mut t = on(position);
    t.play("Move from Home");
    assert_eq!(t.places("Go to"), ["Bay", "Cape", "Deep", "Gulf", "Isle", "Mead", "Wood"]);
    t.play("Go to Gulf");
    assert_eq!(t.state.turn.due, 1, "only the last area is paid");
    let mut t = on(&position.replace("\"dragon\"", "\"swords\""));
    t.play("Move from Home");
    assert_eq!(t.places("Go to"), ["Cape", "Isle", "Mead", "Wood"], "no sea");
}

// rule 7.5
#[test]
fn the_same_units_may_move_again() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }]
        hands = { 1 = "2 ships" }
    "#);
    t.all(&["Move from Home", "Go to Mead", "Spend Ship (4 pips)"]);
    t.all(&["Move from Mead", "Go to Home", "Spend Ship (4 pips)"]);
    assert_eq!(t.units(1, "Home"), "Swords");
}
