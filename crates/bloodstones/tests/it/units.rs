//! Units, terrain and the factions' powers (sections 1 to 3).

use crate::vale::{Table, War, on, vale};
use bloodstones::action::Buildable;
use bloodstones::map::{Terrain, bit};
use bloodstones::odds::{strength, tiles_drawn};
use bloodstones::pieces::{Faction, Force, Place, Unit};
use bloodstones::state::Phase;
use bloodstones::{Action, Bloodstones};
use laws::seat;
use table::Audit as _;
use table::chance::{Chance, quick};
use table::{Event as _, Game, Observer};

fn one(unit: Unit) -> Force {
    Force::NONE.with(unit)
}

fn adds(faction: Faction, unit: Unit, terrain: Terrain, attacks: bool) -> u8 {
    strength(faction, &one(unit), &one(Unit::Skirmishers), terrain, attacks)
}

// rule 1.1
#[test]
fn no_tile_leaves_hand_bag_map_and_discard_pile() {
    for seed in 0..4 {
        let mut chance = quick(seed);
        let mut state = Bloodstones::deal(&vale(4), &mut chance);
        let mut actions = Vec::new();
        let all = Bloodstones::pieces(&state);
        while let Some(seat) = Bloodstones::waiting_on(&state).first() {
            actions.clear();
            Bloodstones::legal(&state, seat, &mut actions);
            let action = chance.pick(&actions);
            Bloodstones::apply(&mut state, seat, action, &mut chance, &mut ());
            assert_eq!(Bloodstones::pieces(&state), all);
        }
        assert!(all.iter().filter(|&&piece| piece < 600 && piece % 100 < 36).count() == 6 * 36);
    }
}

// rules 1.2, 8.15
#[test]
fn a_tile_has_four_uses() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Mead", units = "citadel, cavalry" }, { seat = 2, area = "Home", units = "swords" }]
        hands = { 1 = "2 swords, ship, shield", 2 = "2 skirmishers" }
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#);
    t.play("Build Swords in Mead");
    t.play("Discard Ship");
    assert_eq!(t.discards(1), "Ship");
    t.all(&["Move from Mead", "Pick Cavalry", "Go to Home", "Spend Shield (3 pips)"]);
    assert_eq!(t.discards(1), "Shield, Ship");
    t.all(&["Attack seat 2 in Home", "Swap in Swords (4 pips)", "Swap in Skirmishers (2 pips)"]);
    assert_eq!(t.discards(1), "Swords, Shield, Ship");
    assert_eq!(t.hand(2), 1, "the defender draws nothing for a swapped tile yet");
}

// rule 1.4
#[test]
fn hands_and_battle_tiles_are_hidden_and_counts_open() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "cavalry" }, { seat = 2, area = "Home", units = "swords" }]
        hands = { 1 = "2 swords, ship", 2 = "castle, blank" }
        discards = { 2 = "giant" }
    "#);
    t.all(&["Attack seat 2 in Home", "Swap in Ship (4 pips)"]);
    let seen = Bloodstones::observe(&t.state, Observer::Seat(seat(2)));
    assert_eq!(seen.realms[0].hand, None);
    assert_eq!((seen.realms[0].hand_count, seen.realms[1].hand_count), (2, 2));
    assert_eq!(seen.realms[1].hand, Some(vec![Unit::Castle, Unit::Blank]));
    assert_eq!(seen.realms[1].discard, [Unit::Special]);
    let battle = seen.battle.expect("a battle");
    assert!(battle.sides[0].tiles.is_none() && battle.sides[1].tiles.is_some());
    assert_eq!(seen.realms[0].swapped, None);
    let spectator = Bloodstones::observe(&t.state, Observer::Spectator);
    assert!(spectator.realms.iter().all(|realm| realm.hand.is_none()));
    assert!(
        t.told.iter().any(|(audience, event)| event.reveals() && !audience.includes(Observer::Spectator))
    );
}

// rule 2.1
#[test]
fn steady_strengths() {
    for terrain in Terrain::ALL {
        for attacks in [true, false] {
            assert_eq!(adds(Faction::HorseLords, Unit::Swords, terrain, attacks), 1);
            assert_eq!(adds(Faction::HorseLords, Unit::Leader, terrain, attacks), 1);
            assert_eq!(adds(Faction::HorseLords, Unit::Ship, terrain, attacks), 1);
            assert_eq!(adds(Faction::Necromancers, Unit::Special, terrain, attacks), 1);
            assert_eq!(adds(Faction::Necromancers, Unit::Undead, terrain, attacks), 1);
            assert_eq!(adds(Faction::HillFolk, Unit::Special, terrain, attacks), 2);
            assert_eq!(adds(Faction::DragonRiders, Unit::Special, terrain, attacks), 4);
        }
    }
    let two = one(Unit::Swords).with(Unit::Swords);
    assert_eq!(strength(Faction::Corsairs, &two, &one(Unit::Ship), Terrain::Plains, true), 2, "each counts");
}

// rule 2.2
#[test]
fn strengths_that_need_the_right_ground_or_side() {
    let riders = Faction::DragonRiders;
    for terrain in Terrain::ALL {
        for attacks in [true, false] {
            let forest = u8::from(terrain == Terrain::Forest);
            let plains = u8::from(terrain == Terrain::Plains);
            assert_eq!(adds(riders, Unit::Skirmishers, terrain, attacks), forest);
            assert_eq!(adds(riders, Unit::Cavalry, terrain, attacks), plains);
            assert_eq!(adds(riders, Unit::Cutiecorn, terrain, attacks), plains);
            assert_eq!(adds(riders, Unit::Shield, terrain, attacks), u8::from(!attacks));
            assert_eq!(adds(riders, Unit::Irregular, terrain, attacks), u8::from(attacks));
            assert_eq!(adds(riders, Unit::Castle, terrain, attacks), if attacks { 0 } else { 3 });
            assert_eq!(adds(riders, Unit::Citadel, terrain, attacks), if attacks { 0 } else { 5 });
        }
    }
}

// rule 2.3
#[test]
fn siege_engines_count_against_walls_only() {
    let engines = one(Unit::SiegeEngine).with(Unit::SiegeEngine);
    let against =
        |enemy: Force, attacks| strength(Faction::HillFolk, &engines, &enemy, Terrain::Plains, attacks);
    assert_eq!(against(one(Unit::Swords), true), 0);
    assert_eq!(against(one(Unit::Castle), true), 4);
    assert_eq!(against(one(Unit::Castle).with(Unit::Castle), true), 4, "per engine, not per castle");
    assert_eq!(against(one(Unit::Citadel), true), 4);
    assert_eq!(against(one(Unit::Castle), false), 4, "a castle can be among attackers");
}

fn toll(faction: &str, unit: &str, from: &str, to: &str) -> Option<u8> {
    let mut t = on(&format!(
        r#"
        factions = ["{faction}", "chaos-horde"]
        units = [{{ seat = 1, area = "{from}", units = "{unit}" }}]
        hands = {{ 1 = "2 blank" }}
        "#
    ));
    t.play(&format!("Move from {from}"));
    let label = format!("Go to {to}");
    t.has(&label).then(|| t.play(&label).state.turn.due)
}

// rule 2.4
#[test]
fn ground_has_its_price() {
    assert_eq!(toll("horse-lords", "swords", "Mead", "Home"), Some(1));
    assert_eq!(toll("horse-lords", "swords", "Mead", "Wood"), Some(2));
    assert_eq!(toll("horse-lords", "swords", "Mead", "Fell"), Some(3));
    assert_eq!(toll("horse-lords", "swords", "Far", "Waste"), Some(1));
    assert_eq!(toll("horse-lords", "swords", "Fell", "Peak"), None);
    assert_eq!(toll("horse-lords", "swords", "Home", "Bay"), None);
    assert_eq!(toll("horse-lords", "ship", "Bay", "Deep"), Some(1));
    assert_eq!(toll("horse-lords", "ship", "Bay", "Home"), None);
}

// rule 2.5
#[test]
fn walls_stay_and_citadels_are_units() {
    let t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel, castle" }, { seat = 2, area = "Mead", units = "swords" }]
        villages = [{ seat = 2, area = "Far" }]
        hands = { 1 = "2 blank", 2 = "" }
    "#);
    assert!(t.refusal(Action::March(t.area("Home"))).contains("(rule 2.5)"));
    assert_eq!(t.units(1, "Home"), "Castle, Citadel");
    // A citadel holds an area against its enemies like any unit; a village does not.
    assert!(t.state.realms[0].units & bit(t.area("Home")) != 0);
    assert!(t.state.realms[1].units & bit(t.area("Far")) == 0);
}

// rule 2.6
#[test]
fn blanks_are_never_built() {
    let t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel" }]
        hands = { 1 = "2 blank, swords" }
    "#);
    assert!(t.refusal(Action::Build(Buildable(Unit::Blank), t.area("Home"))).contains("(rule 2.6)"));
    for faction in Faction::ALL {
        assert_eq!(faction.tile(Unit::Blank).pips, 5);
        assert!(Unit::tiles().all(|unit| faction.tile(unit).cost <= 2));
    }
}

// rule 3.1
#[test]
fn dragons_fly_anywhere_for_one_pip() {
    for (from, to) in [
        ("Fell", "Peak"),
        ("Home", "Bay"),
        ("Mead", "Fell"),
        ("Home", "Wood"),
        ("Far", "Waste"),
        ("Bay", "Deep"),
    ] {
        assert_eq!(toll("dragon-riders", "dragon", from, to), Some(1), "{from} to {to}");
    }
}

// rules 3.1, 8.2
#[test]
fn dragons_that_attack_and_win_are_spent() {
    let position = |tiles: &str| {
        format!(
            r#"
            factions = ["dragon-riders", "horse-lords"]
            units = [{{ seat = 1, area = "Mead", units = "2 dragons, swords" }}, {{ seat = 2, area = "Mead", units = "2 cavalry" }}]
            villages = [{{ seat = 2, area = "Home" }}]
            hands = {{ 1 = "blank, ship", 2 = "" }}
            battle-tiles = {tiles}
            "#
        )
    };
    let mut won = on(&position("[[5, 5, 4, 4], [2, 2, 3]]"));
    won.play("Attack seat 2 in Mead");
    assert_eq!(won.state.phase, Phase::Swap, "nobody withdraws from dragons, not even cavalry");
    won.play("Keep your battle tiles");
    won.play("Retreat to Home");
    assert_eq!((won.units(1, "Mead").as_str(), won.discards(1).as_str()), ("Swords", "2 Dragons"));

    let mut defends = on(&position("[[2, 2, 3], [5, 5, 4]]")
        .replace("factions", "active = 2\nfactions")
        .replace("2 = \"\"", "2 = \"ship\""));
    defends.play("Attack seat 1 in Mead");
    assert_eq!(defends.decides(), 1, "dragons may withdraw from anybody");
    defends.all(&["Stand and fight", "Keep your battle tiles", "Keep your battle tiles"]);
    assert_eq!(defends.units(1, "Mead"), "Swords, 2 Dragons", "a defence does not spend them");
}

// rule 3.2
#[test]
fn horse_lords_hold_seven() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel" }, { seat = 2, area = "Far", units = "citadel" }]
        hands = { 1 = "blank", 2 = "blank" }
    "#);
    t.all(&["End your main actions", "Construct nothing"]);
    assert_eq!(t.hand(1), 7);
    t.all(&["End your main actions", "Construct nothing"]);
    assert_eq!(t.hand(2), 6);
    assert_eq!(Faction::HorseLords.tile(Unit::Leader).count, 2);
}

// rule 3.3
#[test]
fn hill_folk_are_at_home_up_there() {
    assert_eq!(toll("hill-folk", "swords", "Mead", "Fell"), Some(2));
    assert_eq!(toll("hill-folk", "swords", "Fell", "Peak"), Some(3));
    assert_eq!(Faction::HillFolk.tile(Unit::Castle).cost, 1);
    assert_eq!(Faction::HorseLords.tile(Unit::Castle).cost, 2);
    let giant = one(Unit::Special);
    let crowd = one(Unit::Swords).with(Unit::Swords).with(Unit::Swords);
    assert_eq!(tiles_drawn(Faction::HillFolk, &giant, &crowd), 4);
    assert_eq!(tiles_drawn(Faction::HorseLords, &crowd, &giant), 4, "both may draw four");
}

// rule 3.4
#[test]
fn the_fallen_rise_where_a_necromancer_wins() {
    let mut t = on(r#"
        factions = ["necromancers", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "necromancer, 3 goblins" }, { seat = 2, area = "Isle", units = "2 swords, castle" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 5, 4, 4], [2, 2, 3]]
    "#);
    t.fight("Attack seat 2 in Isle");
    // The castle falls as the casualty, the swords have nowhere to go: three units.
    assert_eq!(t.choices(), ["Raise nobody", "Raise 1 Undead", "Raise 2 Undead", "Raise 3 Undead"]);
    t.play("Raise 3 Undead");
    assert_eq!(t.units(1, "Isle"), "3 Goblins, Necromancer, 3 Undead");
    assert_eq!(t.points(1), 3);
}

// rule 3.4
#[test]
fn fallen_undead_return_to_the_pool() {
    let mut t = on(r#"
        factions = ["necromancers", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "undead" }, { seat = 2, area = "Isle", units = "2 swords, castle" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[2, 2, 3], [5, 5, 4, 4]]
    "#);
    t.fight("Attack seat 2 in Isle");
    assert_eq!(t.units(1, "Isle"), "nobody");
    assert_eq!(t.state.force(seat(1), Place::BESIDE).of(Unit::Undead), 4);
    assert_eq!(t.discards(1), "nobody");
}

// rule 3.4
#[test]
fn nobody_rises_without_a_necromancer_or_after_a_withdrawal() {
    let mut t = on(r#"
        factions = ["necromancers", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "4 goblins" }, { seat = 2, area = "Isle", units = "2 swords" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 5, 4, 4], [2, 2, 3]]
    "#);
    t.fight("Attack seat 2 in Isle");
    assert_eq!(t.state.phase, Phase::Main);
    let mut t = on(r#"
        factions = ["necromancers", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "necromancer" }, { seat = 2, area = "Mead", units = "2 swords" }]
        hands = { 1 = "ship", 2 = "" }
    "#);
    t.all(&["Attack seat 2 in Mead", "Withdraw to Home"]);
    assert_eq!((t.state.phase, t.points(1)), (Phase::Main, 0));
}

// rule 3.5
#[test]
fn the_horde_begin_with_ten_points_and_no_home() {
    let t = on(r#"
        factions = ["chaos-horde", "horse-lords"]
        captured = [{ by = 1, from = 2, count = 3 }]
    "#);
    assert_eq!(t.points(1), 10);
    assert_eq!((t.state.villages_left(seat(1)), t.state.villages_left(seat(2))), (0, 17));
    assert_eq!(t.state.spoils(seat(1)), 6);
    assert!(!Faction::ChaosHorde.settles());
}

// rule 3.6
#[test]
fn the_horde_build_where_they_stand_and_land_from_ships() {
    let t = on(r#"
        factions = ["chaos-horde", "horse-lords"]
        units = [
            { seat = 1, area = "Mead", units = "hordes" }, { seat = 1, area = "Deep", units = "ship" },
            { seat = 2, area = "Mead", units = "swords" }, { seat = 2, area = "Isle", units = "swords" },
        ]
        villages = [{ seat = 2, area = "Cape" }]
        hands = { 1 = "hordes, ship, cavalry" }
    "#);
    assert_eq!(
        t.places("Build Hordes in"),
        ["Cape", "Mead"],
        "contested ground is fine, a landing against units is not"
    );
    assert_eq!(t.places("Build Ship in"), ["Deep"]);
    let t = on(r#"
        factions = ["chaos-horde", "horse-lords"]
        units = [{ seat = 1, area = "Home", units = "hordes" }]
        hands = { 1 = "ship, cavalry" }
    "#);
    assert_eq!(t.places("Build Ship in"), ["Bay"], "next to land units");
    assert!(t.refusal(Action::Build(Buildable(Unit::Cavalry), t.area("Mead"))).contains("(rule 3.6)"));
}

// rule 3.7
#[test]
fn the_horde_capture_once_among_their_actions() {
    let mut t = on(r#"
        factions = ["chaos-horde", "horse-lords"]
        start = "turn"
        units = [{ seat = 1, area = "Mead", units = "hordes" }, { seat = 1, area = "Home", units = "hordes" }]
        villages = [{ seat = 2, area = "Mead", count = 2 }, { seat = 2, area = "Home" }]
        hands = { 1 = "2 hordes, cavalry" }
    "#);
    assert_eq!(t.state.phase, Phase::Main, "no capture step of their own");
    t.all(&["Capture a village in Mead", "Capture a village in Mead", "Spend Hordes (3 pips)"]);
    assert_eq!(t.state.phase, Phase::Main);
    assert!(t.refusal(Action::Capture(t.area("Home"))).contains("(rule 3.7)"));
    assert_eq!(t.state.realms[0].captured[1], 2);
}

// rule 3.8
#[test]
fn the_horde_come_back_from_nothing() {
    let mut t = on(r#"
        factions = ["chaos-horde", "horse-lords"]
        start = "turn"
        units = [{ seat = 2, area = "Mead", units = "swords" }]
        villages = [{ seat = 2, area = "Home" }]
        hands = { 1 = "cavalry, hordes" }
    "#);
    assert_eq!(t.state.phase, Phase::Return);
    assert_eq!(t.places("Build Cavalry in"), ["Cape", "Down", "Far", "Fell", "Isle", "Waste", "Wood"]);
    t.play("Build Cavalry in Far");
    assert_eq!((t.units(1, "Far").as_str(), t.discards(1).as_str()), ("Cavalry", "Hordes"));
}

// rule 3.8
#[test]
fn the_horde_are_out_where_nothing_is_empty() {
    let areas = ["Home", "Mead", "Wood", "Fell", "Down", "Far", "Cape", "Isle"]
        .map(|area| format!("{{ seat = 2, area = \"{area}\" }}"));
    let mut t = on(&format!(
        r#"
        factions = ["chaos-horde", "necromancers"]
        active = 2
        start = "construct"
        regroups = [0, 3]
        points = [10, 0]
        units = [
            {{ seat = 2, area = "Bay", units = "ship" }}, {{ seat = 2, area = "Deep", units = "ship" }}, {{ seat = 2, area = "Gulf", units = "ship" }},
            {{ seat = 2, area = "Peak", units = "undead" }}, {{ seat = 2, area = "Waste", units = "undead" }},
        ]
        villages = [{}]
        hands = {{ 2 = "leader" }}
        "#,
        areas.join(", ")
    ));
    t.play("Construct nothing");
    assert!(t.state.realms[0].out);
    assert_eq!(t.decides(), 0, "and nobody waits for their regroups");
    assert_eq!(t.state.phase, Phase::Over);
}

// rule 3.9
#[test]
fn corsairs_have_the_sea_and_a_point_more() {
    let fleet = one(Unit::Ship).with(Unit::Ship);
    let at = |terrain| strength(Faction::Corsairs, &fleet, &one(Unit::Ship), terrain, false);
    assert_eq!((at(Terrain::Sea), at(Terrain::Plains)), (3, 2), "once a battle, not once a ship");
    let mut t = on(r#"
        factions = ["corsairs", "horse-lords"]
        units = [{ seat = 1, area = "Isle", units = "axes" }, { seat = 2, area = "Isle", units = "2 swords" }]
        hands = { 1 = "ship", 2 = "" }
        battle-tiles = [[5, 5, 4], [2, 2, 3, 3]]
    "#);
    t.fight("Attack seat 2 in Isle");
    assert_eq!(t.points(1), 3);
}

// rules 3.10, 8.4
#[test]
fn corsairs_decide_last_and_see_what_counts() {
    for (active, corsair) in [(1, "attacker"), (2, "defender")] {
        let mut t = on(&format!(
            r#"
            factions = ["corsairs", "horse-lords"]
            active = {active}
            units = [{{ seat = 1, area = "Isle", units = "axes" }}, {{ seat = 2, area = "Isle", units = "swords" }}]
            hands = {{ 1 = "ship", 2 = "leader" }}
            battle-tiles = [[5, 4, 2], [5, 4, 2]]
            "#
        ));
        t.play(&format!("Attack seat {} in Isle", 3 - active));
        assert_eq!(t.decides(), 2, "the {corsair}'s enemy swaps first");
        t.play("Swap in Leader (5 pips)");
        assert_eq!(t.decides(), 1);
        let seen = Bloodstones::observe(&t.state, Observer::Seat(seat(1)));
        let battle = seen.battle.as_ref().expect("a battle");
        let theirs = battle.sides.iter().find(|side| side.seat.number() == 2).expect("seat 2");
        assert_eq!((theirs.tiles, theirs.total), (Some([5, 5, 4, 0]), 15));
        assert_eq!(seen.realms[1].swapped, Some(Unit::Leader));
    }
}

// rule 3.11
#[test]
fn corsairs_slip_away_by_sea() {
    let position = r#"
        factions = ["corsairs", "horse-lords", "dragon-riders"]
        active = 2
        units = [
            { seat = 1, area = "Home", units = "2 axes" }, { seat = 1, area = "Bay", units = "ship" },
            { seat = 2, area = "Home", units = "2 cavalry" },
        ]
        hands = { 1 = "", 2 = "ship" }
    "#;
    let mut t = on(position);
    t.play("Attack seat 1 in Home");
    assert_eq!(t.places("Withdraw to"), ["Isle", "Wood"], "over the Bay, not on foot to Mead");
    t.play("Withdraw to Isle");
    assert_eq!(t.units(1, "Isle"), "2 Axes");
    let mut walled = on(&position.replace("2 axes", "2 axes, castle"));
    walled.play("Attack seat 1 in Home");
    assert_eq!(walled.state.phase, Phase::Swap);
    let mut burnt = on(&position
        .replace("active = 2", "active = 3")
        .replace(
            "seat = 2, area = \"Home\", units = \"2 cavalry\"",
            "seat = 3, area = \"Home\", units = \"dragon\"",
        )
        .replace("2 = \"ship\"", "3 = \"ship\""));
    burnt.play("Attack seat 1 in Home");
    assert_eq!(burnt.state.phase, Phase::Swap);
}

// rule 3.12
#[test]
fn corsair_ships_hold_the_enemy_fast() {
    let attack = |defender: &str, ship: &str, options: &str| {
        let mut t = on(&format!(
            r#"
            factions = ["corsairs", "horse-lords"]
            units = [
                {{ seat = 1, area = "Home", units = "axes" }}, {{ seat = 1, area = "{ship}", units = "ship" }},
                {{ seat = 2, area = "Home", units = "{defender}" }},
            ]
            hands = {{ 1 = "ship", 2 = "" }}
            {options}
            "#
        ));
        t.play("Attack seat 2 in Home");
        t.state.phase
    };
    assert_eq!(attack("swords", "Bay", ""), Phase::Swap, "the ship counts as cavalry");
    assert_eq!(attack("cavalry", "Bay", ""), Phase::Withdraw);
    assert_eq!(attack("swords", "Gulf", ""), Phase::Withdraw, "a ship elsewhere does not");
}

// rules 3.12, 12.1
#[test]
fn a_corsair_cutiecorn_adds_to_the_ship() {
    let attack = |defender: &str| {
        let options = bloodstones::Options { cutiecorn: true, ..vale(2) };
        let mut t = Table::at(
            &options,
            &format!(
                r#"
            factions = ["corsairs", "horse-lords"]
            units = [
                {{ seat = 1, area = "Home", units = "axes" }}, {{ seat = 1, area = "Bay", units = "ship" }},
                {{ seat = 2, area = "Home", units = "{defender}" }},
            ]
            cutiecorn = {{ seat = 1, area = "Home" }}
            hands = {{ 1 = "ship", 2 = "" }}
            "#
            ),
        );
        t.play("Attack seat 2 in Home");
        t.state.phase
    };
    assert_eq!(attack("cavalry"), Phase::Swap);
    assert_eq!(attack("2 cavalry"), Phase::Withdraw);
}

// rule 3.13
#[test]
fn some_factions_need_more_players() {
    let options = |players| bloodstones::Options { restrict_factions: true, ..vale(players) };
    let two = Table::at(&options(2), "");
    assert!(two.refusal(Action::Choose(Faction::Corsairs)).contains("(rule 3.13)"));
    assert!(two.refusal(Action::Choose(Faction::ChaosHorde)).contains("(rule 3.13)"));
    let three = Table::at(&options(3), "");
    assert!(three.has("Lead the Corsairs") && !three.has("Lead the Chaos Horde"));
    assert!(Table::at(&options(4), "").has("Lead the Chaos Horde"));
    assert!(Table::at(&vale(2), "").has("Lead the Chaos Horde"), "unless the host allows it");
}
