//! The turn, captures, Undead, building (sections 5 and 6), drawing (section 10).

use bloodstones::Action;
use bloodstones::action::Buildable;
use bloodstones::pieces::{Place, Unit};
use bloodstones::state::Phase;
use laws::seat;

use crate::vale::{Table, War, on, vale};

// rules 5.1, 5.9
#[test]
fn a_turn_goes_step_by_step() {
    let mut t = on(r#"
        factions = ["necromancers", "horse-lords"]
        start = "turn"
        units = [{ seat = 1, area = "Mead", units = "undead, goblins" }, { seat = 1, area = "Home", units = "citadel" }]
        villages = [{ seat = 2, area = "Mead" }]
        hands = { 1 = "3 goblins" }
    "#);
    assert_eq!(t.state.phase, Phase::Capture);
    t.play("Capture nothing");
    assert_eq!(t.state.phase, Phase::Undead);
    t.play("Leave the Undead where they are");
    assert_eq!(t.state.phase, Phase::Main);
    t.play("End your main actions");
    assert_eq!(t.state.phase, Phase::Construct);
    t.play("Construct nothing");
    assert_eq!((t.hand(1), t.decides()), (6, 2), "the tiles are drawn and it is the left neighbour's turn");
    assert_eq!(t.state.phase, Phase::Main, "steps with nothing to do are passed over");
}

// rule 5.2: the rulebook's example of capturing
#[test]
fn villages_are_captured_with_one_tile() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        start = "turn"
        units = [{ seat = 1, area = "Mead", units = "swords" }, { seat = 1, area = "Wood", units = "swords" }, { seat = 1, area = "Fell", units = "swords" }]
        villages = [{ seat = 2, area = "Mead", count = 2 }, { seat = 2, area = "Wood" }, { seat = 2, area = "Fell" }, { seat = 2, area = "Far" }]
        hands = { 1 = "leader, shield" }
    "#);
    assert_eq!(t.places("Capture a village in"), ["Fell", "Mead", "Wood"]);
    assert!(t.refusal(Action::Capture(t.area("Far"))).contains("(rule 5.2)"));
    t.all(&["Capture a village in Mead", "Capture a village in Mead", "Capture a village in Wood"]);
    assert_eq!(t.state.turn.due, 3);
    assert!(t.has("Spend Shield (3 pips)"));
    t.play("Capture a village in Fell");
    assert_eq!(t.state.turn.due, 5);
    assert!(!t.has("Spend Shield (3 pips)"), "one tile pays for all");
    t.play("Spend Leader (5 pips)");
    assert_eq!(t.state.realms[0].captured[1], 4);
    assert_eq!(t.villages("Mead"), 0);
}

// rule 5.3
#[test]
fn captured_villages_are_lost_for_good() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        start = "turn"
        units = [{ seat = 1, area = "Mead", units = "swords" }]
        villages = [{ seat = 2, area = "Mead", count = 2 }]
        hands = { 1 = "shield" }
    "#);
    assert_eq!(t.state.villages_left(seat(2)), 18);
    t.all(&["Capture a village in Mead", "Spend Shield (3 pips)"]);
    assert_eq!(t.state.villages_left(seat(2)), 18);
    assert_eq!(t.state.villages_of(seat(2)), 1);
}

// rule 5.4
#[test]
fn captures_under_enemy_eyes() {
    let position = r#"
        factions = ["chaos-horde", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "hordes" }, { seat = 2, area = "Mead", units = "castle" }]
        villages = [{ seat = 2, area = "Mead", count = 2 }]
        hands = { 1 = "hordes" }
    "#;
    assert!(on(position).has("Capture a village in Mead"));
    let polite = Table::at(&bloodstones::Options { polite_horde: true, ..vale(2) }, position);
    assert!(polite.refusal(Action::Capture(polite.area("Mead"))).contains("(rule 5.4)"));
    let other = position
        .replace("chaos-horde", "dragon-riders")
        .replace("hordes", "lizardmen")
        .replace("units = [", "start = \"turn\"\nunits = [");
    assert!(
        Table::at(&bloodstones::Options { polite_horde: true, ..vale(2) }, &other)
            .has("Capture a village in Mead"),
        "others may"
    );
}

// rule 5.5
#[test]
fn undead_walk_two_areas_free() {
    let mut t = on(r#"
        factions = ["necromancers", "horse-lords"]
        start = "undead"
        units = [{ seat = 1, area = "Mead", units = "2 undead" }, { seat = 1, area = "Bay", units = "ship" }, { seat = 2, area = "Far", units = "swords" }]
        hands = { 1 = "ship" }
    "#);
    t.play("Move an Undead from Mead");
    // Two steps over any land; through Home or Wood and over the Bay to the Isle; but not through Far, where enemies stop them.
    assert_eq!(t.places("Go to"), ["Down", "Far", "Fell", "Home", "Isle", "Peak", "Wood"]);
    t.play("Go to Peak");
    assert_eq!((t.units(1, "Peak").as_str(), t.hand(1)), ("Undead", 1));
    assert_eq!(t.places("Move an Undead from"), ["Mead"], "each moves once");
    t.all(&["Move an Undead from Mead", "Go to Far"]);
    assert_eq!(t.state.phase, Phase::Main);
}

// rule 5.5
#[test]
fn undead_do_not_leave_enemies() {
    let t = on(r#"
        factions = ["necromancers", "horse-lords"]
        start = "undead"
        units = [{ seat = 1, area = "Mead", units = "undead" }, { seat = 2, area = "Mead", units = "swords" }]
        hands = { 1 = "ship" }
    "#);
    assert_eq!(t.state.phase, Phase::Main);
}

// rule 5.6
#[test]
fn undead_march_with_nobody_but_flee_with_a_force() {
    let mut t = on(r#"
        factions = ["necromancers", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "undead, leader" }, { seat = 2, area = "Far", units = "swords" }, { seat = 1, area = "Wood", units = "undead" }]
        hands = { 1 = "2 leaders, ship", 2 = "2 ships" }
    "#.replace("2 leaders", "necromancer").as_str());
    assert!(t.refusal(Action::March(t.area("Wood"))).contains("(rule 5.6)"));
    t.play("Move from Mead");
    assert!(!t.choices().iter().any(|label| label.starts_with("Pick")), "only the leader can go");
    t.all(&["Go to Home", "Spend Ship (4 pips)"]);
    assert_eq!(t.units(1, "Mead"), "Undead");
    t.all(&["End your main actions", "Construct nothing"]);
    t.all(&[
        "Move from Far",
        "Go to Mead",
        "Spend Ship (4 pips)",
        "Attack seat 1 in Mead",
        "Withdraw to Home",
    ]);
    assert_eq!(t.units(1, "Home"), "Leader, Undead");
}

// rule 5.7
#[test]
fn actions_come_in_any_order() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel, swords" }, { seat = 2, area = "Mead", units = "skirmishers" }]
        hands = { 1 = "2 skirmishers, ship, swords, blank", 2 = "" }
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#);
    t.play("Build Skirmishers in Home");
    t.all(&["Move from Home", "Pick Swords", "Go to Mead", "Spend Ship (4 pips)"]);
    t.play("Build Skirmishers in Home");
    t.fight("Attack seat 2 in Mead");
    assert_eq!(t.units(1, "Mead"), "Swords");
    t.all(&["Move from Mead", "Go to Far", "Spend Blank (5 pips)"]);
    assert_eq!(t.units(1, "Far"), "Swords", "winners may move on");
}

// rule 5.8
#[test]
fn battles_must_be_fought() {
    let t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "swords" }, { seat = 2, area = "Home", units = "swords" }]
        hands = { 1 = "ship" }
    "#);
    assert!(t.refusal(Action::Done).contains("(rule 5.8)"));
}

// rule 6.1: the rulebook's example of a castle and a ship
#[test]
fn a_unit_costs_other_tiles() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel" }]
        villages = [{ seat = 1, area = "Mead" }]
        hands = { 1 = "castle, 2 ships, skirmishers, shield, blank" }
    "#);
    t.all(&["Build Castle in Mead", "Discard Ship", "Discard Skirmishers"]);
    assert_eq!((t.units(1, "Mead").as_str(), t.discards(1).as_str()), ("Castle", "Skirmishers, Ship"));
    assert!(t.refusal(Action::Build(Buildable(Unit::Shield), t.area("Far"))).contains("(rule 6.1)"));
    t.all(&["Build Ship in Bay", "Discard Shield"]);
    assert_eq!(t.units(1, "Bay"), "Ship");
    assert_eq!(t.hand(1), 1);
}

// rule 6.1
#[test]
fn a_unit_that_cannot_be_paid_is_not_built() {
    let t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel" }]
        hands = { 1 = "castle, ship" }
    "#);
    assert!(
        t.refusal(Action::Build(Buildable(Unit::Castle), t.area("Home")))
            .contains("costs 2 other tiles; you have 1")
    );
}

// rule 6.2
#[test]
fn ships_are_built_off_the_coast() {
    let t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        villages = [{ seat = 1, area = "Cape" }, { seat = 1, area = "Mead" }]
        hands = { 1 = "2 ships" }
    "#);
    assert_eq!(t.places("Build Ship in"), ["Deep"]);
    assert!(t.refusal(Action::Build(Buildable(Unit::Ship), t.area("Bay"))).contains("(rule 6.2)"));
}

// rules 6.3, 6.4
#[test]
fn one_may_build_among_enemies_and_without_limit() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 2, area = "Home", units = "swords" }, { seat = 2, area = "Bay", units = "ship" }]
        villages = [{ seat = 1, area = "Home" }]
        hands = { 1 = "4 skirmishers, ship, blank" }
    "#);
    for _ in 0..4 {
        t.play("Build Skirmishers in Home");
    }
    assert_eq!(t.units(1, "Home"), "4 Skirmishers");
    t.play("Build Ship in Bay");
    assert!(t.refusal(Action::Done).contains("(rule 5.8)"));
    assert!(t.refusal(Action::March(t.area("Home"))).contains("(rule 7.2)"));
}

// rule 10.1
#[test]
fn the_desert_takes_its_toll_at_the_end_of_the_owners_turn() {
    let desert = |faction: &str, units: &str, left: &str| {
        let t = on(&format!(
            r#"
            factions = ["{faction}", "horse-lords"]
            start = "draw"
            units = [{{ seat = 1, area = "Waste", units = "{units}" }}]
            "#
        ));
        assert_eq!(t.units(1, "Waste"), left);
    };
    desert("dragon-riders", "lizardmen, dragon, swords, leader", "Lizardmen, Dragon");
    desert("necromancers", "goblins, necromancer, undead", "Goblins, Undead");
    desert("hill-folk", "reivers, giant", "nobody");
    let other = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "draw"
        units = [{ seat = 2, area = "Waste", units = "swords" }]
    "#);
    assert_eq!(other.units(2, "Waste"), "Swords", "only in one's own turn");
}

// rule 10.2
#[test]
fn hands_are_filled_at_the_end_of_the_turn() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "draw"
        hands = { 1 = "blank" }
    "#);
    assert_eq!((t.hand(1), t.state.count(seat(1), Place::BAG)), (6, 30));
}

// rule 10.3
#[test]
fn an_empty_bag_means_regrouping() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "draw"
        hands = { 1 = "blank" }
        bags = { 1 = "2 swords" }
        villages = [{ seat = 1, area = "Home", count = 2 }, { seat = 1, area = "Wood" }]
        captured = [{ by = 1, from = 2, count = 4 }]
    "#);
    assert_eq!(
        (t.points(1), t.state.realms[0].regroups, t.hand(1)),
        (3, 1, 6),
        "captured villages do not count yet"
    );
    assert_eq!(t.discards(1), "nobody");
    assert_eq!(t.state.count(seat(1), Place::BAG), 30);
}

// rule 10.3
#[test]
fn one_regroup_in_a_draw_is_enough_even_of_nothing() {
    let t = on(r#"
        factions = ["chaos-horde", "horse-lords"]
        start = "draw"
        hands = { 1 = "" }
        bags = { 1 = "" }
        discards = { 1 = "" }
        units = [{ seat = 1, area = "Home", units = "20 hordes, 10 cavalry, 2 leaders" }, { seat = 1, area = "Bay", units = "2 ships" }]
    "#.replace("hands = { 1 = \"\" }", "hands = { 1 = \"2 blank\" }").as_str());
    assert_eq!((t.state.realms[0].regroups, t.hand(1)), (1, 2));
}

// rule 10.4
#[test]
fn an_empty_bag_alone_is_no_regroup() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "draw"
        hands = { 1 = "blank, 4 shield" }
        bags = { 1 = "swords" }
    "#);
    assert_eq!((t.state.realms[0].regroups, t.hand(1), t.state.count(seat(1), Place::BAG)), (0, 6, 0));
}

// rule 10.5
#[test]
fn later_regroups_score_nothing() {
    let t = on(r#"
        factions = ["hill-folk", "horse-lords", "corsairs"]
        start = "draw"
        regroups = [2, 1, 0]
        hands = { 1 = "blank" }
        bags = { 1 = "" }
        villages = [{ seat = 1, area = "Home", count = 2 }]
    "#);
    assert_eq!((t.points(1), t.state.realms[0].regroups, t.hand(1)), (0, 2, 6));
    assert_eq!(Table::at(&vale(2), "").state.table.regroups, 3, "three with two players");
    assert_eq!(Table::at(&vale(3), "").state.table.regroups, 2);
}
