//! Scenes and words: enough to play from.

use bloodstones::pieces::Faction;
use bloodstones::{Bloodstones, Options};
use laws::seat;
use table::scene::{Described, Piece, Sentence};
use table::{Game, Observer, Seat};

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
    described.into_iter().find(|it| it.label.starts_with(label)).expect("the option")
}

#[test]
fn attackers_see_their_odds_if_the_table_wants_it() {
    let shown = option(&on(BATTLE), "Attack").detail;
    assert!(shown.contains("win") && shown.contains("if you swap in 5 pips"), "{shown}");
    let lines = |t: &Table, observer| {
        Bloodstones::scene(&Bloodstones::observe(&t.state, observer), Bloodstones::waiting_on(&t.state))
            .knowledge
    };
    let told =
        |lines: Vec<Sentence>| lines.iter().any(|sentence| sentence.text.starts_with("Your odds in Mead"));
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
            .any(|sentence| sentence.text.starts_with("In your bag") && sentence.about == "bag/2")
    );
    assert!(mine.prompt.contains("Mead"));
    assert_eq!(mine.seats[0].title, Faction::HorseLords.name());
    assert_eq!(mine.map.expect("a map").areas.len(), 13);
}
