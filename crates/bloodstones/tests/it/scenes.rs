//! Scenes and words: enough to play from.

use bloodstones::event::{Spot, Troops};
use bloodstones::odds::{self, Totals};
use bloodstones::pieces::{Faction, Force, Unit};
use bloodstones::{Action, Bloodstones, Event, Options};
use laws::{Bench, seat};
use table::scene::{Described, Piece, Sentence, Tint};
use table::words::Catalogue;
use table::{Game, Observer, Options as _, Seat, Text};

use crate::vale::{Table, War, on, vale};

const BATTLE: &str = r#"
    factions = ["horse-lords", "hill-folk"]
    units = [{ seat = 1, area = "Mead", units = "2 cavalry" }, { seat = 2, area = "Mead", units = "swords" }]
    hands = { 1 = "ship, blank", 2 = "giant" }
    battle-tiles = [[5, 4, 3, 2], [5, 4, 3]]
"#;

fn option(t: &Table, label: &str) -> Described {
    let seat = Seat::new(t.decides() - 1);
    let seen = Bloodstones::observe(&t.state, Observer::Seat(seat));
    let mut actions = Vec::new();
    Bloodstones::legal(&t.state, seat, &mut actions);
    let described = Bloodstones::describe(&seen, &actions).into_iter();
    described.into_iter().find(|it| it.label.to_string().starts_with(label)).expect("the option")
}

#[test]
fn attackers_see_their_odds_if_the_table_wants_it() {
    let shown = option(&on(BATTLE), "Attack").detail;
    assert!(shown.contains("win") && shown.contains("with 5 pips swapped in"), "{shown}");
    let lines = |t: &Table, observer| {
        Bloodstones::scene(&Bloodstones::observe(&t.state, observer), Bloodstones::waiting_on(&t.state))
            .knowledge
    };
    let told =
        |lines: Vec<Sentence>| lines.iter().any(|sentence| sentence.text.contains("Your odds in Mead"));
    assert!(told(lines(&on(BATTLE), Observer::Seat(seat(1)))));
    assert!(!told(lines(&on(BATTLE), Observer::Seat(seat(2)))), "only to the player about to attack");
    let hidden = Table::at(&Options { show_odds: false, ..vale(2) }, BATTLE);
    assert!(!told(lines(&hidden, Observer::Seat(seat(1)))));
    assert_eq!(option(&hidden, "Attack").detail, "");
}

#[test]
fn steps_show_their_cost() {
    let mut t = on(&BATTLE.replace(
        "{ seat = 2, area = \"Mead\", units = \"swords\" }",
        "{ seat = 2, area = \"Far\", units = \"swords\" }",
    ));
    t.play("Move from Mead");
    let step = option(&t, "Go to Home");
    assert_eq!(step.detail, "the whole stack: 2 Cavalry for 2 pips, 2 in all");
    assert_eq!(step.cost, Some(2));
    let mut t = on(&BATTLE.replace("seat = 2, area = \"Mead\"", "seat = 2, area = \"Home\""));
    t.play("Move from Mead");
    let step = option(&t, "Go to Home").detail.to_string();
    assert!(step.contains("2 in all; against {s2}: before swaps win"), "{step}");
    assert!(option(&t, "Go to Home").touches.contains(&"seat/2".into()), "whom it would be fought against");
}

#[test]
fn what_one_wants_is_told_before_a_faction_is_chosen_and_who_one_is_after() {
    let mut t = Table::deal(&Options::standard(3), 1);
    let scene = |t: &Table, seat| {
        Bloodstones::scene(
            &Bloodstones::observe(&t.state, Observer::Seat(seat)),
            Bloodstones::waiting_on(&t.state),
        )
    };
    let first = Seat::new(t.decides() - 1);
    let before = scene(&t, first);
    assert!(before.goal.contains("villages at each regroup") && before.role.is_none(), "{}", before.goal);
    while !scene(&t, first).prompt.contains("citadel") {
        let action = t.legal(t.decides())[0];
        t.act(t.decides(), action);
    }
    let after = scene(&t, first);
    assert!(after.role.is_some() && after.goal.contains("when all have regrouped 2 times"), "{}", after.goal);
}

#[test]
fn ending_a_step_says_what_follows() {
    let t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        units = [{ seat = 1, area = "Home", units = "citadel, swords" }]
        hands = { 1 = "2 swords" }
    "#);
    assert_eq!(option(&t, "End your main").detail, "Then you may construct villages, and you draw.");
}

#[test]
fn the_scene_shows_a_battle_to_those_who_may_see_it() {
    let mut t = on(BATTLE);
    t.all(&["Attack seat 2 in Mead", "Swap in Ship (4 pips)"]);
    let scene = |observer| {
        Bloodstones::scene(&Bloodstones::observe(&t.state, observer), Bloodstones::waiting_on(&t.state))
    };
    let faces = |observer| {
        let scene = scene(observer);
        let zone = scene
            .zones
            .iter()
            .find(|zone| zone.id == "battle/attacker")
            .expect("the attacker's tiles")
            .clone();
        let unit = |piece: &Piece| piece.marks.iter().any(|mark| mark.label == "Strength");
        zone.pieces.iter().filter(|piece| piece.face.is_some() && !unit(piece)).count()
    };
    assert_eq!(faces(Observer::Seat(seat(1))), 5);
    assert_eq!(faces(Observer::Seat(seat(2))), 0);
    assert_eq!(faces(Observer::Spectator), 0);
    assert_eq!(faces(Observer::All), 5);
    let mine = scene(Observer::Seat(seat(2)));
    assert_eq!(mine.mood, "battle");
    assert_eq!(mine.help, "8.4");
    assert!(
        mine.knowledge
            .iter()
            .any(|sentence| sentence.text.contains("In your bag") && sentence.about == "bag/2")
    );
    assert!(mine.prompt.contains("Mead"));
    assert_eq!(mine.seats[0].title, Faction::HorseLords.name());
    assert_eq!(mine.map.expect("a map").areas.len(), 13);
}

/// What everybody was told, as a seat reads it.
fn story(t: &Table, number: usize) -> Vec<Text> {
    let reader = Observer::Seat(seat(number));
    let heard = t.told.iter().filter(|(audience, _)| audience.includes(reader));
    heard.map(|(_, event)| Bloodstones::narrate(event, reader)).filter(|line| !line.is_empty()).collect()
}

fn prompt(t: &Table) -> Text {
    t.scene(Observer::Seat(seat(t.decides()))).prompt
}

// rule 8.13
#[test]
fn a_flight_shows_the_ground_and_who_is_lost() {
    let mut t = on(r#"
        factions = ["horse-lords", "dragon-riders"]
        units = [{ seat = 1, area = "Bay", units = "3 ships" }, { seat = 2, area = "Bay", units = "dragon, 2 ships" }]
        hands = { 1 = "blank", 2 = "" }
        battle-tiles = [[5, 5, 4], [2, 2, 3]]
    "#);
    t.play("Attack seat 2 in Bay");
    assert_eq!(option(&t, "Withdraw to Home").detail, "Plains; lost: 2 Ships");
    assert_eq!(option(&t, "Withdraw to Deep").detail, "Sea");
    t.all(&["Stand and fight", "Keep your battle tiles", "Give up Ship"]);
    assert_eq!(option(&t, "Retreat to Home").detail, "Plains; lost: Ship");
    assert_eq!(option(&t, "Retreat to Deep").detail, "Sea");
}

// rule 12.1
#[test]
fn a_cutiecorn_beside_the_map_is_nobodys() {
    let t = Table::at(&Options { cutiecorn: true, ..vale(2) }, "factions = [\"horse-lords\", \"hill-folk\"]");
    let scene = t.scene(Observer::Spectator);
    let zone = scene.zones.iter().find(|zone| zone.id == "beside").expect("the zone");
    let face = zone.pieces[0].face.as_ref().expect("a face");
    assert_eq!(
        (face.name.to_string().as_str(), face.sign.is_empty(), face.tint),
        ("Cutiecorn", true, Tint::Plain)
    );
}

// rule 3.4
#[test]
fn the_pool_of_undead_is_shown() {
    let t = on(r#"
        factions = ["necromancers", "hill-folk"]
        units = [{ seat = 1, area = "Mead", units = "undead" }]
    "#);
    let scene = t.scene(Observer::Spectator);
    let pool = |seat: usize| scene.seats[seat].marks.iter().find(|mark| mark.label == "Undead pool");
    assert_eq!(pool(0).map(|mark| (mark.count, mark.of)), Some((Some(3), Some(4))));
    assert!(pool(1).is_none());
}

// rule 4.1
#[test]
fn lots_that_tied_are_shown_with_the_ones_drawn_after_them() {
    let note = |t: &Table, seat: usize| t.scene(Observer::Spectator).seats[seat].marks[0].note.to_string();
    let tied = (0..200).map(|seed| Bench::<Bloodstones>::deal(&Options::standard(2), seed)).find(|t| {
        let notes = [note(t, 0), note(t, 1)];
        notes.iter().all(|note| note.contains("a tie, then"))
    });
    let tied = tied.expect("a tie");
    for (index, realm) in tied.state.realms[..2].iter().enumerate() {
        let [a, b] = realm.lots;
        let note = note(&tied, index);
        assert!(
            note.starts_with("Drew ") && note.ends_with(&format!("{a} and {b} for the order of play.")),
            "{note}"
        );
    }
}

// rule 8.4
#[test]
fn odds_count_the_tile_that_the_other_side_has_swapped_in() {
    let mut t = on(&(BATTLE.replace("ship, blank", "blank") + "bags = { 1 = \"\" }"));
    let chances = |t: &Table| {
        let scene = t.scene(Observer::Seat(seat(2)));
        let track = scene.tracks.into_iter().find(|track| track.id == "track/odds").expect("odds");
        track.markers.iter().map(|marker| marker.at as u32).collect::<Vec<_>>()
    };
    t.play("Attack seat 2 in Mead");
    let before = chances(&t);
    t.play("Swap in Blank (5 pips)");
    // Two Cavalry in plains with four tiles and a five, against 5, 4, 3 and Swords.
    let attacker = Totals::swapped(odds::Side { tiles: 4, strength: 2, swap: None }, [0, 0, 0, 1]);
    let [win, tie, lose] = odds::compare(attacker, Totals::certain(13), false).percent();
    assert_eq!(chances(&t), [lose, tie, win]);
    assert_ne!(chances(&t), before);
}

// rule 8.4
#[test]
fn odds_count_the_tile_that_one_has_swapped_in_oneself() {
    let mut t = on(BATTLE);
    t.play("Attack seat 2 in Mead");
    let swapped = option(&t, "Swap in Blank").detail;
    t.play("Swap in Blank (5 pips)");
    let scene = t.scene(Observer::Seat(seat(1)));
    let track = scene.tracks.into_iter().find(|track| track.id == "track/odds").expect("odds");
    let at: Vec<i32> = track.markers.iter().map(|marker| marker.at).collect();
    assert_eq!(swapped, format!("Win {} %, tie {} %, lose {} %", at[0], at[1], at[2]).as_str());
}

// rules 5.2, 9.1
#[test]
fn a_tile_that_is_too_small_is_refused_by_the_rule_of_its_step() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        start = "turn"
        units = [{ seat = 1, area = "Home", units = "cavalry" }, { seat = 1, area = "Fell", units = "cavalry" }]
        villages = [{ seat = 2, area = "Home" }, { seat = 2, area = "Fell" }]
        hands = { 1 = "blank, skirmishers" }
    "#);
    assert!(t.refusal(Action::Spend(Unit::Blank)).contains("(rule 5.2)"));
    t.all(&["Capture a village in Home", "Capture a village in Fell"]);
    let refusal = t.refusal(Action::Spend(Unit::Skirmishers));
    assert!(refusal.contains("3 pips") && refusal.contains("(rule 5.2)"), "{refusal}");
    let t = on(
        "factions = [\"horse-lords\", \"hill-folk\"]\nstart = \"construct\"\nvillages = [{ seat = 1, area = \"Home\" }]\nhands = { 1 = \"blank\" }",
    );
    assert!(t.refusal(Action::Spend(Unit::Blank)).contains("(rule 9.1)"));
}

// rule 8.1
#[test]
fn an_attack_on_nobody_is_refused_in_plain_words() {
    let t = on(BATTLE);
    let refusal = t.refusal(Action::Attack { foe: seat(2), area: t.area("Home") });
    assert!(refusal.starts_with("You and {s2} do not both have units in Home."), "{refusal}");
    let refusal = t.refusal(Action::Attack { foe: seat(1), area: t.area("Mead") });
    assert!(refusal.starts_with("You cannot attack yourself."), "{refusal}");
}

#[test]
fn prompts_promise_only_what_can_be_done() {
    let main = |hand: &str, units: &str| {
        let units = if units.is_empty() {
            String::new()
        } else {
            format!("{{ seat = 1, area = \"Home\", units = \"{units}\" }}")
        };
        on(&format!(
            "factions = [\"horse-lords\", \"hill-folk\"]\nunits = [{units}]\nhands = {{ 1 = \"{hand}\" }}"
        ))
    };
    assert_eq!(prompt(&main("blank", "")), "There is nothing to build or move: end your main actions");
    assert_eq!(prompt(&main("blank", "swords")), "Move, or end your main actions");
    assert_eq!(prompt(&main("2 swords", "citadel, swords")), "Build, move, or end your main actions");
    let mut t = main("blank, ship", "swords");
    assert_eq!(prompt(t.play("Move from Home")), "Choose where to move Swords from Home");
    assert_eq!(prompt(t.play("Go to Mead")), "Move on from Mead, or pay 1 pip");
    let mut t = on(BATTLE);
    assert_eq!(prompt(&t), "Attack: your battles must be fought");
    t.state.turn.build_points = 1;
    t.state.phase = bloodstones::state::Phase::Muster;
    t.state.turn.from = t.area("Home");
    assert_eq!(prompt(&t), "Build your first units: 1 build point left");
    assert_eq!(option(&t, "Build Ship").detail, "1 build point");
    let end = option(&t, "End your set-up");
    assert_eq!(end.detail, "1 build point would be lost");
    assert_eq!(end.cost, Some(1));
}

#[test]
fn a_battle_that_no_tile_can_save_is_not_asked_about() {
    let mut t = on(&BATTLE
        .replace("2 cavalry", "4 swords, 4 cavalry, 3 skirmishers")
        .replace("5, 4, 3]]", "2, 2, 3]]"));
    t.play("Attack seat 2 in Mead");
    t.play("Keep your battle tiles");
    assert_eq!(t.decides(), 2);
    assert_eq!(prompt(&t), "Battle in Mead: it is lost, whatever you swap in. Go on");
}

#[test]
fn the_owner_of_a_captured_village_is_spoken_to() {
    let mut t = on(r#"
        factions = ["horse-lords", "hill-folk"]
        start = "turn"
        units = [{ seat = 1, area = "Home", units = "cavalry" }]
        villages = [{ seat = 2, area = "Home" }]
        hands = { 1 = "blank" }
    "#);
    t.all(&["Capture a village in Home", "Spend Blank (5 pips)"]);
    assert_eq!(story(&t, 2)[0], "{s1} captures one of your villages in Home.");
    assert_eq!(story(&t, 1)[0], "You capture a village of {s2} in Home.");
}

// rules 10.5, 11.2
#[test]
fn a_bag_that_is_refilled_for_nothing_leaves_a_line() {
    let refilled = "You refill the bag from the discard pile, which scores nothing any more.";
    let position = |regroups: &str| {
        format!(
            r#"
        factions = ["hill-folk", "horse-lords", "corsairs"]
        start = "construct"
        regroups = {regroups}
        hands = {{ 1 = "blank" }}
        bags = {{ 1 = "", 2 = "" }}
        villages = [{{ seat = 1, area = "Home", count = 2 }}]
    "#
        )
    };
    let mut t = on(&position("[2, 1, 0]"));
    t.play("Construct nothing");
    assert!(story(&t, 1).iter().any(|line| line == refilled), "{:?}", story(&t, 1));
    let mut t = on(&position("[1, 2, 2]"));
    t.play("Construct nothing");
    assert!(story(&t, 2).iter().any(|line| line == refilled), "in the last battles: {:?}", story(&t, 2));
}

// rule 11.5
#[test]
fn when_all_are_level_it_is_a_draw() {
    let mut t = on(r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        regroups = [2, 3]
        points = [9, 10]
        hands = { 1 = "blank" }
        bags = { 1 = "" }
        villages = [{ seat = 1, area = "Home" }, { seat = 2, area = "Mead" }]
    "#);
    t.play("Construct nothing");
    assert!(t.outcome().expect("the end").is_draw());
    let verdict = t.scene(Observer::Seat(seat(1))).verdict;
    assert_eq!(
        verdict.expect("a verdict"),
        "All have made their last regroup. It is a draw: all are level with 10 points."
    );
}

// rule 11.5
#[test]
fn the_verdict_says_what_broke_a_tie() {
    let ended = |points: &str, theirs: u8, captured: &str| {
        let mut t = on(&format!(
            r#"
        factions = ["hill-folk", "horse-lords"]
        start = "construct"
        regroups = [2, 3]
        points = {points}
        hands = {{ 1 = "blank" }}
        bags = {{ 1 = "" }}
        villages = [{{ seat = 1, area = "Home", count = 2 }}, {{ seat = 2, area = "Mead", count = {theirs} }}]
        {captured}
    "#
        ));
        t.play("Construct nothing");
        t.scene(Observer::Seat(seat(1))).verdict.expect("a verdict").to_string()
    };
    let villages = "You win with 10 points. After a tie at 10, more villages on the map win: 2 against 1.";
    let told = ended("[8, 10]", 1, "");
    assert!(told.ends_with(villages), "{told}");
    let spoils = ended("[8, 8]", 2, "captured = [{ by = 2, from = 1, count = 2 }]");
    assert!(spoils.ends_with("captured villages and citadels win: 2 against 0."), "{spoils}");
}

#[test]
fn units_and_factions_bend_in_german() {
    let german = Catalogue::of("de", Bloodstones::INFO.languages).expect("German");
    let told = |event: &Event| german.or_english(&Bloodstones::narrate(event, Observer::Seat(seat(2))));
    let lost = |faction, units: &[Unit]| {
        let units = units.iter().fold(Force::NONE, |force, &unit| force.with(unit));
        let troops = Troops { faction, units };
        told(&Event::Fell { seat: seat(1), troops, area: Spot::Named("Home".into()) })
    };
    assert_eq!(
        lost(
            Faction::DragonRiders,
            &[Unit::Swords, Unit::Swords, Unit::Castle, Unit::Special, Unit::Citadel]
        ),
        "{s1} verliert 2 Schwertkämpfer, eine Burg, einen Drachen, die Zitadelle in Home."
    );
    assert_eq!(lost(Faction::Necromancers, &[Unit::Undead]), "{s1} verliert einen Untoten in Home.");
    assert_eq!(
        lost(Faction::Necromancers, &[Unit::Irregular, Unit::Irregular, Unit::Undead, Unit::Undead]),
        "{s1} verliert 2 Goblins, 2 Untote in Home."
    );
    assert_eq!(
        told(&Event::Chose { seat: seat(2), faction: Faction::HillFolk }),
        "Du führst das Hügelvolk an."
    );
    assert_eq!(
        told(&Event::Won { seat: seat(1), foe: seat(2), points: 1 }),
        "{s1} besiegt dich und bekommt 1 Punkt."
    );
}
