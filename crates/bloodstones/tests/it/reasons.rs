//! Reasons for hints, each proved in a position.

use bloodstones::odds;
use bloodstones::pieces::Unit;
use bloodstones::{Action, Bloodstones};
use laws::seat;
use table::Instinct;

use crate::vale::{Table, War, on};

#[track_caller]
fn says(t: &Table, number: usize, action: Action, rule: &str, words: &str) {
    let mut reasons = Vec::new();
    Bloodstones::reasons(&t.sees(number), action, &mut reasons);
    let fits = |reason: &table::Reason| reason.rule == rule && reason.text.to_string().contains(words);
    assert!(reasons.iter().any(fits), "{reasons:#?}");
}

#[test]
fn an_attack_has_exact_odds() {
    let t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "cavalry, 2 lizardmen, leader" }, { seat = 2, area = "Mead", units = "swords, shield" }]
        villages = [{ seat = 1, area = "Fell" }]
        hands = { 1 = "blank, ship", 2 = "ship" }
    "#);
    let area = t.state.map().find("Mead").expect("a place of the vale");
    let forces = [1, 2].map(|number| t.state.force(seat(number), area));
    let factions = [1, 2].map(|number| t.state.faction(seat(number)));
    let odds = odds::battle(
        (factions[0], &forces[0]),
        (factions[1], &forces[1]),
        t.state.map().terrain(area),
        None,
        None,
    );
    let attack = Action::Attack { foe: seat(2), area };
    says(&t, 1, attack, "8.5", &format!("you win {} %", odds.percent()[0]));
    says(&t, 1, attack, "8.7", "every unit there: 2");
    says(&t, 1, Action::Take(Unit::Leader), "7.3", "one other unit along");
    says(&t, 1, Action::Spend(Unit::Blank), "2.6", "never be built");
    says(&t, 1, Action::Construct(area), "10.3", "each time you regroup");
    says(&t, 1, Action::Capture(area), "11.4", "worth 1 at the end");
    says(&t, 1, Action::Done, "5.9", "attacked: 2");
}

#[test]
fn a_move_has_a_destination() {
    let t = on(r#"
        factions = ["dragon-riders", "horse-lords"]
        units = [{ seat = 1, area = "Mead", units = "2 swords" }]
        villages = [{ seat = 2, area = "Home" }]
        hands = { 1 = "2 blank" }
    "#);
    let march = Action::March(t.area("Mead"));
    says(&t, 1, march, "7.1", "The best way from Mead leads to Home.");
    says(&t, 1, march, "5.2", "which you can capture in your next turn: 1");
}
