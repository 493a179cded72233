//! Reasons for hints, each proved in a position.

use bloodwood::pieces::Card;
use bloodwood::{Action, Bloodwood};
use serde_json::json;
use table::Instinct;

use crate::{Table, at, on, standard};

#[track_caller]
fn says(table: &Table, number: usize, action: Action, rule: &str, words: &str) {
    let mut reasons = Vec::new();
    Bloodwood::reasons(&table.sees(number), action, &mut reasons);
    let fits = |reason: &table::Reason| reason.rule == rule && reason.text.to_string().contains(words);
    assert!(reasons.iter().any(fits), "{reasons:#?}");
}

#[test]
fn a_bite_says_what_it_does_and_to_whom() {
    let seats = json!({
        "1": {"entity": "dracula", "hand": ["bite", "curse-mark", "chains", "tranquillizer"]},
        "2": {"entity": "werewolf", "hand": []}, "3": {"entity": "vampire", "dna": "mutated", "hand": []},
        "4": {"entity": "alpha"}, "5": {"entity": "vampire"}, "6": {"entity": "werewolf"},
    });
    let table = at(&standard(6), json!({"turn": 1, "phase": "night", "seats": seats}));
    says(&table, 1, on(Card::Bite, 2), "5.2", "mutates");
    // Dracula sees everybody: there is one way.
    says(&table, 1, on(Card::Bite, 2), "1.2", "an enemy in 1 of the 1 ways");
    says(&table, 1, on(Card::Bite, 3), "5.2", "pure again");
    says(&table, 1, on(Card::Bite, 3), "1.2", "on your side in 1 of the 1 ways");
    says(&table, 1, on(Card::CurseMark, 2), "5.4", "mutated for good");
    says(&table, 1, on(Card::Chains, 2), "5.9", "no Night cards");
    says(&table, 1, on(Card::Tranquillizer, 2), "5.10", "sleeps");
}

#[test]
fn the_end_is_counted() {
    let seats = json!({
        "1": {"entity": "dracula"}, "2": {"entity": "werewolf", "dna": "mutated"}, "3": {"entity": "vampire"},
        "4": {"entity": "alpha", "dna": "mutated"}, "5": {"entity": "vampire"},
        "6": {"entity": "werewolf", "dna": "mutated"},
    });
    let table = at(&standard(6), json!({"turn": 1, "phase": "day", "seats": seats}));
    says(&table, 1, Action::Declare, "8.4", "mutated in 1 of the 1 ways");
    says(&table, 1, Action::Name(laws::seat(2)), "8.3", "an enemy in 1 of the 1 ways");
    // A plain Vampire among six knows only itself: three of the others are enemies, in some of the ways these.
    says(&table, 3, Action::Declare, "8.4", "of the");
    says(&table, 3, on(Card::BloodTest, 4), "7.7", "You do not know yet what");
}
