//! Battle, withdrawal and retreat (section 8).

use bloodstones::map::{Terrain, bit};
use bloodstones::odds;
use bloodstones::pieces::{Faction, Force, Unit};
use bloodstones::state::{Phase, Swap};
use bloodstones::{Action, Bloodstones, Event};
use laws::seat;
use table::{Game, Observer};

use crate::vale::{War, on};

// rules 8.3, 8.4, 8.5, 8.7, 8.8, 8.10, 8.11: the rulebook's example of a battle
#[test]
fn dragon_riders_attack_horse_lords_in_the_plains() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "cavalry, 2 lizardmen, leader" }, { seat = 2, area = "Mead", units = "swords, shield" }]
        villages = [{ seat = 1, area = "Fell" }]
        hands = { 1 = "blank, ship", 2 = "ship" }
        battle-tiles = [[4, 3, 3, 2], [5, 3, 2]]
    "#);
    t.play("Attack seat 2 in Mead");
    assert_eq!(t.state.phase, Phase::Swap, "fewer cavalry: no withdrawing");
    assert_eq!((t.state.battle.sides[0].drawn, t.state.battle.sides[1].drawn), (4, 3));
    assert_eq!(t.decides(), 1, "the attacker first");
    t.play("Swap in Blank (5 pips)");
    assert_eq!(t.decides(), 2);
    t.play("Swap in Ship (4 pips)");
    let shown: Vec<_> = t
        .told
        .iter()
        .filter_map(|(_, event)| match event {
            Event::Shown { tiles, total, .. } => Some((*tiles, *total)),
            _ => None,
        })
        .collect();
    assert_eq!(shown, [([5, 4, 3], 16), ([5, 4, 3], 14)]);
    assert_eq!(t.points(1), 2, "two units were beaten");
    assert_eq!((t.decides(), t.choices()), (2, vec!["Give up Swords".into(), "Give up Shield".into()]));
    t.play("Give up Shield");
    assert_eq!(t.places("Retreat to"), ["Far", "Home", "Wood"], "not where only an enemy village stands");
    t.play("Retreat to Home");
    assert_eq!(
        (t.units(2, "Home").as_str(), t.units(1, "Mead").as_str()),
        ("Swords", "Cavalry, 2 Lizardmen, Leader")
    );
    assert_eq!((t.discards(1).as_str(), t.discards(2).as_str()), ("Blank", "Shield, Ship"));
}

// rule 8.1
#[test]
fn several_enemies_are_fought_one_after_the_other() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords", "hill-folk"]
        units = [
            { seat = 1, area = "Isle", units = "4 swords" }, { seat = 2, area = "Isle", units = "swords" }, { seat = 3, area = "Isle", units = "castle" },
        ]
        hands = { 1 = "ship", 2 = "", 3 = "" }
        battle-tiles = [[5, 5, 4, 4], [2, 2, 3]]
    "#);
    assert_eq!(t.places("Attack"), ["seat 2 in Isle", "seat 3 in Isle"], "in the attacker's order");
    t.play("Attack seat 3 in Isle");
    t.play("Keep your battle tiles");
    assert_eq!(t.units(3, "Isle"), "nobody");
    assert!(t.refusal(Action::Done).contains("(rule 5.8)"), "and then the next");
    t.play("Attack seat 2 in Isle");
}

// rule 8.1
#[test]
fn idle_enemies_in_one_area_wait_for_a_turn() {
    let t = on(r#"
        factions = ["dragon-riders", "horse-lords", "hill-folk"]
        units = [{ seat = 2, area = "Isle", units = "swords" }, { seat = 3, area = "Isle", units = "castle" }]
        hands = { 1 = "ship" }
    "#);
    assert!(t.has("End your main actions"));
    assert!(t.refusal(Action::Attack { foe: seat(2), area: t.area("Isle") }).contains("(rule 8.1)"));
}

fn withdraws(attacker: &str, defender: &str) -> bool {
    let mut t = on(&format!(
        r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{{ seat = 1, area = "Mead", units = "{attacker}" }}, {{ seat = 2, area = "Mead", units = "{defender}" }}]
        hands = {{ 1 = "ship", 2 = "ship" }}
        "#
    ));
    t.play("Attack seat 2 in Mead");
    t.state.phase == Phase::Withdraw
}

// rule 8.2
#[test]
fn cavalry_decides_who_can_withdraw() {
    assert!(withdraws("swords", "swords"), "none against none is as many");
    assert!(withdraws("cavalry", "cavalry, shield"));
    assert!(!withdraws("2 cavalry", "cavalry"));
    assert!(!withdraws("swords", "cavalry, castle"), "not from a castle");
    assert!(!withdraws("dragon", "3 cavalry"), "not from a dragon");
    assert!(!withdraws("swords", "citadel, cavalry"), "not from a citadel");
}

// rule 8.2
#[test]
fn a_withdrawal_moves_everyone_and_scores_nothing() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "swords" }, { seat = 2, area = "Mead", units = "shield, 2 skirmishers" }]
        hands = { 1 = "ship", 2 = "" }
    "#);
    t.all(&["Attack seat 2 in Mead", "Withdraw to Far"]);
    assert_eq!((t.points(1), t.units(2, "Far").as_str(), t.decides()), (0, "2 Skirmishers, Shield", 1));
    assert_eq!(t.state.phase, Phase::Main);
}

// rule 8.2
#[test]
fn ships_may_withdraw_at_sea() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Bay", units = "ship" }, { seat = 2, area = "Bay", units = "2 ships" }]
        hands = { 1 = "ship", 2 = "" }
    "#);
    t.play("Attack seat 2 in Bay");
    assert_eq!(t.places("Withdraw to"), ["Deep"]);
}

// rule 8.3
#[test]
fn numbers_decide_how_many_tiles_are_drawn() {
    let two = Force::NONE.with(Unit::Swords).with(Unit::Shield);
    let one = Force::NONE.with(Unit::Citadel);
    assert_eq!(odds::tiles_drawn(Faction::HorseLords, &two, &one), 4);
    assert_eq!(odds::tiles_drawn(Faction::HorseLords, &one, &two), 3);
    assert_eq!(odds::tiles_drawn(Faction::HorseLords, &two, &two), 3);
    assert_eq!(odds::BATTLE_TILES, [2, 2, 3, 3, 4, 4, 5, 5]);
}

// rule 8.4
#[test]
fn that_a_tile_was_swapped_is_open_and_its_pips_are_not() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "swords" }, { seat = 2, area = "Isle", units = "swords" }]
        hands = { 1 = "ship", 2 = "ship" }
    "#);
    t.all(&["Attack seat 2 in Isle", "Swap in Ship (4 pips)"]);
    for observer in [Observer::Seat(seat(2)), Observer::Spectator] {
        let seen = Bloodstones::observe(&t.state, observer);
        assert_eq!(seen.battle.expect("a battle").sides[0].swap, Swap::Swapped);
        assert_eq!(seen.realms[0].swapped, None);
    }
    assert!(t.refusal(Action::Swap(Unit::Castle)).contains("(rule 1.2)"));
}

// rule 8.4
#[test]
fn an_empty_hand_is_not_asked() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "swords" }, { seat = 2, area = "Isle", units = "swords" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#);
    t.all(&["Attack seat 2 in Isle", "Keep your battle tiles"]);
    assert_eq!((t.state.phase, t.points(1)), (Phase::Main, 1));
}

// rule 8.5
#[test]
fn the_best_three_count_and_a_swapped_tile_takes_the_place_of_the_lowest() {
    assert_eq!(odds::counting([5, 4, 3, 2], None), [5, 4, 3]);
    assert_eq!(odds::counting([5, 4, 3, 2], Some(4)), [5, 4, 4]);
    assert_eq!(odds::counting([4, 3, 2, 2], Some(5)), [5, 4, 3]);
    assert_eq!(odds::counting([5, 4, 3, 2], Some(2)), [5, 4, 3]);
    assert_eq!(odds::counting([5, 4, 3, 0], Some(2)), [5, 4, 2]);
    assert_eq!(odds::counting([5, 4, 2, 0], Some(3)), [5, 4, 3]);
}

// rule 8.6
#[test]
fn a_shield_in_defence_wins_a_tie() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "swords" }, { seat = 2, area = "Isle", units = "shield" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 4, 3], [5, 4, 3]]
    "#);
    t.all(&["Attack seat 2 in Isle", "Keep your battle tiles"]);
    assert_eq!((t.points(2), t.units(1, "Isle").as_str()), (1, "nobody"));
}

// rule 8.6
#[test]
fn other_ties_are_fought_again_without_withdrawing() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "swords" }, { seat = 2, area = "Mead", units = "swords" }]
        hands = { 1 = "2 ship", 2 = "shield, skirmishers" }
        battle-tiles = [[5, 4, 2], [5, 4, 4]]
    "#);
    t.all(&["Attack seat 2 in Mead", "Stand and fight", "Swap in Ship (4 pips)", "Keep your battle tiles"]);
    assert_eq!(t.state.battle.ties, 1);
    assert_eq!((t.state.phase, t.decides()), (Phase::Swap, 1), "a new draw and a new swap");
    assert_eq!((t.discards(1).as_str(), t.hand(1)), ("Ship", 1));
    assert_eq!(t.state.battle.sides[0].swap, Swap::Open);
}

// rules 8.7, 8.8, 8.9
#[test]
fn walls_fall_as_the_casualty_and_a_citadel_goes_to_the_winner() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "2 dragons, 4 swords" }, { seat = 2, area = "Mead", units = "citadel, 2 castles, shield, swords" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 5, 4, 4], [2, 2, 3]]
    "#);
    t.all(&["Attack seat 2 in Mead", "Keep your battle tiles"]);
    assert_eq!(t.points(1), 5, "the citadel is one unit");
    assert_eq!(t.state.phase, Phase::Retreat, "nobody else is given up");
    t.play("Retreat to Home");
    assert_eq!((t.units(2, "Home").as_str(), t.discards(2).as_str()), ("Swords, Shield", "2 Castles"));
    assert_eq!((t.state.citadels_taken(seat(1)), t.state.spoils(seat(1))), (1, 5));
}

// rule 8.8
#[test]
fn a_castle_among_losing_attackers_falls_too() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "castle, 2 swords" }, { seat = 2, area = "Mead", units = "2 siege engines, swords" }]
        villages = [{ seat = 1, area = "Mead" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[2, 2, 3], [5, 5, 4]]
    "#);
    t.fight("Attack seat 2 in Mead");
    assert_eq!(t.state.phase, Phase::Retreat);
    t.play("Retreat to Home");
    assert_eq!((t.units(1, "Home").as_str(), t.discards(1).as_str()), ("2 Swords", "Castle"));
    let castle = Force::NONE.with(Unit::Castle);
    let engines = Force::NONE.with(Unit::SiegeEngine);
    assert_eq!(odds::strength(Faction::HorseLords, &engines, &castle, Terrain::Plains, false), 2);
}

// rule 8.10
#[test]
fn the_loser_goes_and_the_winner_stays() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Cape", units = "3 swords" }, { seat = 2, area = "Cape", units = "castle" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[2, 2, 3, 3], [5, 5, 4]]
    "#);
    t.fight("Attack seat 2 in Cape");
    // One kind to give up and one place to go: nothing to ask.
    assert_eq!((t.units(1, "Far").as_str(), t.units(2, "Cape").as_str()), ("2 Swords", "Castle"));
    assert_eq!(t.points(2), 3);
}

// rule 8.11
#[test]
fn one_flees_to_empty_or_own_ground_only() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords", "hill-folk"]
        units = [
            { seat = 1, area = "Mead", units = "swords" }, { seat = 2, area = "Mead", units = "3 swords" }, { seat = 3, area = "Fell", units = "swords" },
            { seat = 3, area = "Far", units = "swords" },
        ]
        villages = [{ seat = 1, area = "Wood" }, { seat = 2, area = "Far" }]
        hands = { 1 = "ship", 2 = "", 3 = "" }
    "#);
    t.play("Attack seat 2 in Mead");
    // Fell holds enemy units alone, Wood an enemy village alone; in Far there is a village of their own beside enemy units.
    assert_eq!(t.places("Withdraw to"), ["Far", "Home"]);
    assert!(t.refusal(Action::Withdraw(t.area("Wood"))).contains("(rule 8.11)"));
    t.play("Withdraw to Far");
    assert_eq!(
        t.state.contested(seat(2)) & bit(t.area("Far")),
        bit(t.area("Far")),
        "to be fought out in somebody's turn"
    );
}

// rule 8.12
#[test]
fn a_dragon_flees_to_the_sea_along_ones_ships() {
    let mut t = on(r#"
        factions = ["horse-lords", "dragon-riders"]
        units = [
            { seat = 1, area = "Home", units = "swords" }, { seat = 2, area = "Home", units = "dragon" },
            { seat = 2, area = "Bay", units = "ship" }, { seat = 2, area = "Deep", units = "ship" },
        ]
        hands = { 1 = "ship", 2 = "" }
    "#);
    t.play("Attack seat 2 in Home");
    assert_eq!(t.places("Withdraw to"), ["Bay", "Cape", "Deep", "Gulf", "Isle", "Mead", "Wood"]);
    t.play("Withdraw to Deep");
    assert_eq!(t.units(2, "Deep"), "Ship, Dragon");
}

// rule 8.12
#[test]
fn one_flees_by_sea_along_ones_ships() {
    let position = r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [
            { seat = 1, area = "Home", units = "swords" }, { seat = 2, area = "Home", units = "2 swords" },
            { seat = 2, area = "Bay", units = "ship" }, { seat = 2, area = "Deep", units = "ship" },
        ]
        villages = [{ seat = 1, area = "Isle" }]
        hands = { 1 = "ship", 2 = "" }
    "#;
    let mut t = on(position);
    t.play("Attack seat 2 in Home");
    assert_eq!(
        t.places("Withdraw to"),
        ["Cape", "Mead", "Wood"],
        "not to the Isle, where an enemy village stands alone"
    );
    let mut t = on(&position.replace(
        "{ seat = 2, area = \"Deep\"",
        "{ seat = 1, area = \"Bay\", units = \"ship\" }, { seat = 2, area = \"Deep\"",
    ));
    t.play("Attack seat 2 in Home");
    assert_eq!(t.places("Withdraw to"), ["Mead", "Wood"], "not through a contested sea");
}

// rule 8.13
#[test]
fn who_cannot_follow_is_lost() {
    let mut t = on(r#"
        factions = ["hill-folk", "dragon-riders"]
        units = [{ seat = 1, area = "Fell", units = "swords" }, { seat = 2, area = "Fell", units = "dragon, 2 swords" }, { seat = 1, area = "Far", units = "castle" }]
        villages = [{ seat = 1, area = "Mead" }, { seat = 1, area = "Wood" }, { seat = 1, area = "Down" }]
        hands = { 1 = "ship", 2 = "" }
    "#);
    t.play("Attack seat 2 in Fell");
    assert_eq!(t.places("Withdraw to"), ["Peak"], "the dragon can, so it is a choice");
    t.play("Withdraw to Peak");
    assert_eq!((t.units(2, "Peak").as_str(), t.discards(2).as_str()), ("Dragon", "2 Swords"));
    assert_eq!(t.points(1), 0);
}

// rule 8.13
#[test]
fn with_nowhere_to_go_everyone_is_lost() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "3 swords" }, { seat = 2, area = "Isle", units = "2 swords, shield" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#);
    t.play("Attack seat 2 in Isle");
    assert_eq!(t.state.phase, Phase::Swap, "and withdrawing is not offered");
    t.all(&["Keep your battle tiles", "Give up Shield"]);
    assert_eq!((t.units(2, "Isle").as_str(), t.discards(2).as_str()), ("nobody", "2 Swords, Shield"));
}

// rule 8.14
#[test]
fn nobody_flees_back_and_forth() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Home", units = "2 swords" }, { seat = 2, area = "Home", units = "shield" }]
        hands = { 1 = "2 ships", 2 = "" }
    "#);
    t.all(&["Attack seat 2 in Home", "Withdraw to Mead"]);
    t.all(&["Move from Home", "Go to Mead", "Spend Ship (4 pips)", "Attack seat 2 in Mead"]);
    assert_eq!(t.places("Withdraw to"), ["Far", "Fell", "Wood"], "Home was fled from in this turn");
    t.play("Withdraw to Wood");
    t.all(&["End your main actions", "Construct nothing"]);
    assert_eq!(t.state.realms[1].fled, 0, "the next turn forgets");
}

// rule 8.15
#[test]
fn a_defender_draws_only_after_the_own_turn() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "swords" }, { seat = 2, area = "Isle", units = "shield" }, { seat = 2, area = "Home", units = "citadel" }]
        hands = { 1 = "2 ships", 2 = "2 ships" }
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#);
    t.all(&["Attack seat 2 in Isle", "Keep your battle tiles", "Swap in Ship (4 pips)"]);
    t.all(&["End your main actions", "Construct nothing"]);
    assert_eq!((t.hand(2), t.discards(2).as_str()), (1, "Shield, Ship"));
    t.all(&["End your main actions", "Construct nothing"]);
    assert_eq!(t.hand(2), 7);
}

// rules 8.11, 5.8
#[test]
fn a_loser_who_retreats_onto_enemies_must_attack_again() {
    let mut t = on(r#"
        factions = ["dragon-riders", "horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Cape", units = "2 swords" }, { seat = 2, area = "Cape", units = "castle" }, { seat = 3, area = "Far", units = "swords" }]
        villages = [{ seat = 1, area = "Far" }]
        hands = { 1 = "ship", 2 = "", 3 = "" }
        battle-tiles = [[2, 2, 3, 3], [5, 5, 4]]
    "#);
    t.fight("Attack seat 2 in Cape");
    assert_eq!(t.units(1, "Far"), "Swords");
    assert!(t.has("Attack seat 3 in Far"));
    assert!(t.refusal(Action::Done).contains("(rule 5.8)"));
}
