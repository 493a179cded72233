//! Section 6: Mirror and Amulet.

use bloodwood::pieces::{Card, Cards};
use bloodwood::{Action, Then, TurnStage};
use laws::{seat, seats};
use serde_json::json;

use crate::{Forest as _, Table, at, on, rule, standard};

/// Seat 1 plays a Night card on seat 2.
fn attack(card: Card, attacker: serde_json::Value, defender: serde_json::Value) -> Table {
    let mut attacker = attacker;
    if attacker.get("hand").is_none() {
        attacker["hand"] = json!([card]);
    }
    let position = json!({"turn": 1, "phase": "night", "seats": {"1": attacker, "2": defender}});
    let mut table = at(&standard(5), position);
    table.act(1, on(card, 2));
    table
}

const ATTACKS: [Card; 5] = [Card::Bite, Card::CurseMark, Card::Chains, Card::Tranquillizer, Card::Voodoo];
const BOTH: [&str; 3] = ["mirror", "amulet", "keys"];

#[test]
fn every_attack_may_be_answered() {
    // rules 6.1, 6.9
    for card in ATTACKS {
        let table = attack(card, json!({}), json!({"hand": BOTH}));
        assert_eq!(table.all().stage, TurnStage::Defend { target: seat(2), card });
        assert_eq!(table.legal(2), [Action::Endure, Action::Mirror, Action::Amulet]);
        assert_eq!((table.waiting(), table.interrupts()), (seats(&[2]), seats(&[])));
        // The question is the same for a hand without an answer.
        let table = attack(card, json!({}), json!({"hand": ["keys"]}));
        assert_eq!((table.waiting(), table.legal(2)), (seats(&[2]), vec![Action::Endure]));
        assert_eq!(rule(&table, 2, Action::Mirror), "6.3");
        assert_eq!(rule(&table, 2, Action::Amulet), "6.2");
    }
}

#[test]
fn an_amulet_ends_it() {
    // rules 6.2, 6.10
    for card in ATTACKS {
        let mut table = attack(card, json!({"curse": 2}), json!({"hand": BOTH}));
        table.act(2, Action::Amulet);
        assert_eq!((table.discarded(card), table.discarded(Card::Amulet)), (1, 1));
        let before = table.before(2);
        assert!(!before.mutated && !before.chained && !before.tranquillized && before.curse == 0);
        assert_eq!(before.hand, 2, "the defender draws nothing");
        if card == Card::Voodoo {
            assert_eq!((table.all().turn, table.hand(1).len()), (seat(2), 0), "after Voodoo nobody draws");
        } else {
            assert_eq!(table.before(1).curse, 2, "no mark moves");
            assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 4, then: Then::End });
        }
    }
}

#[test]
fn a_mirror_turns_it_back() {
    // rules 6.3, 6.5, 6.10
    for card in [Card::CurseMark, Card::Chains, Card::Tranquillizer] {
        let mut table = attack(card, json!({}), json!({"hand": BOTH}));
        table.act(2, Action::Mirror);
        let (attacker, defender) = (table.before(1), table.before(2));
        assert_eq!(attacker.curse > 0, card == Card::CurseMark);
        assert_eq!(attacker.chained, card == Card::Chains);
        assert_eq!(attacker.tranquillized, card == Card::Tranquillizer);
        assert!(defender.curse == 0 && !defender.chained && !defender.tranquillized);
        assert_eq!((table.discarded(Card::Mirror), table.discarded(card)), (1, 0));
        // rule 6.7: the attacker is not asked, but draws at once.
        assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 4, then: Then::End });
    }
}

#[test]
fn a_reflected_mark_spares_the_turn_of_the_attack() {
    // rule 5.5
    let mut table = attack(Card::CurseMark, json!({}), json!({"hand": BOTH}));
    table.act(2, Action::Mirror).draw_all();
    assert_eq!(table.before(1).curse, 2);
}

#[test]
fn a_mirrored_bite_is_the_defenders() {
    // rules 6.4, 6.7
    let mut table = attack(Card::Bite, json!({}), json!({"hand": BOTH}));
    table.act(2, Action::Mirror);
    assert!(table.before(1).mutated && !table.before(2).mutated);
    // The defender's mark goes over to the attacker, fresh.
    let mut table = attack(Card::Bite, json!({"dna": "mutated"}), json!({"hand": BOTH, "curse": 1}));
    table.act(2, Action::Mirror).draw_all();
    assert!(!table.before(1).mutated);
    assert_eq!((table.before(1).curse, table.before(2).curse), (2, 0));
    // The attacker's mark goes over to the defender.
    let mut table = attack(Card::Bite, json!({"curse": 1}), json!({"hand": BOTH}));
    table.act(2, Action::Mirror).draw_all();
    assert_eq!((table.before(1).curse, table.before(2).curse), (0, 2));
}

#[test]
fn what_the_attacker_may_not_be_given_is_discarded() {
    // rules 6.5, 5.7
    let cases = [
        (Card::CurseMark, json!({"curse": 2})),
        (Card::CurseMark, json!({"dna": "permanent"})),
        (Card::Bite, json!({"dna": "permanent"})),
    ];
    for (card, attacker) in cases {
        let mut table = attack(
            card,
            attacker.clone(),
            json!({"hand": BOTH, "curse": if card == Card::Bite { 1 } else { 0 }}),
        );
        table.act(2, Action::Mirror);
        assert_eq!(table.discarded(card), 1, "{card} at {attacker}");
        assert_eq!(u64::from(table.before(1).curse), attacker["curse"].as_u64().unwrap_or(0));
        assert_eq!(table.before(2).curse, u8::from(card == Card::Bite));
        assert_eq!(table.before(1).permanent, attacker.get("dna").is_some());
        assert!(matches!(table.all().stage, TurnStage::Draw { .. }));
    }
    // A chained player cannot play Chains, and a tranquillized one has no turn: those two never meet their own kind.
}

#[test]
fn mirrored_voodoo_lets_the_defender_choose() {
    // rules 6.6, 6.10
    let mut table = attack(
        Card::Voodoo,
        json!({"hand": ["voodoo", "bite", "bite", "candle"]}),
        json!({"hand": ["mirror", "amulet", "keys"]}),
    );
    table.act(2, Action::Mirror);
    assert_eq!(table.all().stage, TurnStage::Voodoo { keeper: seat(2), other: seat(1) });
    assert_eq!((table.hand(1).len(), table.hand(2).len()), (0, 5));
    assert_eq!(rule(&table, 2, Action::Keep), "5.12");
    table.act(2, Action::Return(Card::Bite)).act(2, Action::Keep);
    assert_eq!(table.hand(1), Cards::from_iter([Card::Bite]));
    assert_eq!(table.hand(2), Cards::from_iter([Card::Bite, Card::Candle, Card::Amulet, Card::Keys]));
    assert_eq!((table.all().turn, table.all().stage), (seat(2), TurnStage::Play));
}

#[test]
fn no_answer_to_day_cards() {
    // rule 6.8
    for card in [Card::Thief, Card::BloodTest, Card::PandorasBox, Card::Confession] {
        let position =
            json!({"turn": 1, "seats": {"1": {"hand": [card]}, "2": {"hand": ["amulet", "mirror"]}}});
        let mut table = at(&standard(5), position);
        table.act(1, on(card, 2));
        assert!(matches!(table.all().stage, TurnStage::Draw { .. }), "{card}");
    }
}

#[test]
fn who_is_asked_follows_from_what_lies_open() {
    // rules 6.9, 5.9
    // Tranquillized: not asked, whatever is in the hand.
    let table = attack(Card::Bite, json!({}), json!({"hand": BOTH, "tranquillized": true}));
    assert!(table.before(2).mutated);
    // No cards: not asked.
    let table = attack(Card::Bite, json!({}), json!({"hand": []}));
    assert!(table.before(2).mutated);
    // Chained: asked, and may use the Amulet but not the Mirror.
    let table = attack(Card::Bite, json!({}), json!({"hand": BOTH, "chained": true}));
    assert_eq!(table.legal(2), [Action::Endure, Action::Amulet]);
    assert_eq!(rule(&table, 2, Action::Mirror), "5.9");
    let table = attack(Card::Bite, json!({}), json!({"hand": ["mirror"], "chained": true}));
    assert_eq!((table.waiting(), table.legal(2)), (seats(&[2]), vec![Action::Endure]));
}
