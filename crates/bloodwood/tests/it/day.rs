//! Section 7: Day cards.

use bloodwood::pieces::{Card, Cards, Deck, Entity};
use bloodwood::{Action, Event, Then, TurnStage};
use laws::{seat, seats};
use serde_json::json;

use crate::{Forest as _, Table, at, on, rule, standard};

fn day(seated: serde_json::Value) -> Table {
    at(&standard(5), json!({"turn": 1, "seats": seated}))
}

#[test]
fn a_vaccine_makes_pure() {
    // rule 7.1
    for target in [1, 2] {
        let mut table = day(json!({"1": {"hand": ["vaccine"], "dna": "mutated"}, "2": {"dna": "mutated"}}));
        table.act(1, on(Card::Vaccine, target));
        assert!(!table.before(target).mutated);
        assert_eq!(table.discarded(Card::Vaccine), 1);
        assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 4, then: Then::End });
    }
    let table = day(json!({"1": {"hand": ["vaccine"]}, "2": {"dna": "mutated"}}));
    assert_eq!(rule(&table, 1, on(Card::Vaccine, 3)), "7.1");
}

#[test]
fn a_candle_burns_a_mark() {
    // rule 7.2
    for target in [1, 2] {
        let mut table = day(json!({"1": {"hand": ["candle"], "curse": 1}, "2": {"curse": 2}}));
        table.act(1, on(Card::Candle, target));
        assert_eq!(table.before(target).curse, 0);
        assert_eq!((table.discarded(Card::Candle), table.discarded(Card::CurseMark)), (1, 1));
        table.draw_all();
        assert_eq!(table.before(1).permanent, target != 1);
    }
    let table = day(json!({"1": {"hand": ["candle"]}, "2": {"curse": 2}}));
    assert_eq!(rule(&table, 1, on(Card::Candle, 3)), "7.2");
}

#[test]
fn keys_open_chains() {
    // rule 7.3
    for target in [1, 2] {
        let mut table = day(json!({"1": {"hand": ["keys"], "chained": true}, "2": {"chained": true}}));
        table.act(1, on(Card::Keys, target));
        assert!(!table.before(target).chained);
        assert_eq!((table.discarded(Card::Keys), table.discarded(Card::Chains)), (1, 1));
    }
    let table = day(json!({"1": {"hand": ["keys"]}, "2": {"chained": true}}));
    assert_eq!(rule(&table, 1, on(Card::Keys, 3)), "7.3");
}

#[test]
fn pandoras_box_on_oneself() {
    // rule 7.4
    let mut table = day(json!({"1": {"hand": ["pandoras-box", "bite", "candle"]}}));
    table.act(1, on(Card::PandorasBox, 1));
    assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 4, then: Then::End });
    assert_eq!([Card::PandorasBox, Card::Bite, Card::Candle].map(|card| table.discarded(card)), [1; 3]);
    table.draw_all();
    assert_eq!((table.hand(1).len(), table.all().turn), (4, seat(2)), "and no further draw");
}

#[test]
fn pandoras_box_on_another() {
    // rule 7.5
    for hand in [json!(["mirror", "amulet"]), json!([])] {
        let mut table = day(json!({"1": {"hand": ["pandoras-box", "bite"]}, "3": {"hand": hand}}));
        table.act(1, on(Card::PandorasBox, 3));
        assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(3), left: 4, then: Then::Refill });
        assert_eq!((table.waiting(), table.interrupts()), (seats(&[3]), seats(&[])));
        for _ in 0..4 {
            table.act(3, Action::Draw(Deck::Night));
        }
        assert_eq!(table.hand(3).of_deck(Deck::Night), 4);
        assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 3, then: Then::End });
    }
}

#[test]
fn a_thief_takes_a_random_card() {
    // rule 7.6
    let mut taken = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut table = day(
            json!({"1": {"hand": ["thief", "bite", "bite", "bite"]}, "2": {"hand": ["keys", "candle", "voodoo"]}, "3": {"hand": []}}),
        );
        table.chance = table::chance::quick(seed);
        assert_eq!(rule(&table, 1, on(Card::Thief, 3)), "7.6");
        assert_eq!(rule(&table, 1, on(Card::Thief, 1)), "7.6");
        table.act(1, on(Card::Thief, 2));
        assert_eq!((table.hand(1).len(), table.hand(2).len()), (4, 2));
        assert_eq!(table.all().turn, seat(2), "four cards: no draw");
        taken.extend(table.hand(1).kinds().filter(|card| *card != Card::Bite));
    }
    assert_eq!(taken.len(), 3);
    let mut table = day(json!({"1": {"hand": ["thief"]}, "2": {"hand": ["keys"]}}));
    table.act(1, on(Card::Thief, 2));
    assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 3, then: Then::End });
}

#[test]
fn a_blood_test_is_for_one_pair_of_eyes() {
    // rules 7.7, 9.3
    let mut table = day(
        json!({"1": {"hand": ["blood-test", "blood-test"], "entity": "vampire"}, "2": {"entity": "werewolf"},
        "3": {"entity": "vampire"}, "4": {"entity": "vampire"}, "5": {"entity": "alpha"}}),
    );
    assert_eq!(table.sees(1).entities[1], None);
    assert_eq!(rule(&table, 1, on(Card::BloodTest, 1)), "7.7");
    table.act(1, on(Card::BloodTest, 2));
    assert_eq!(table.sees(1).entities[1], Some(Entity::Werewolf));
    assert_eq!(table.sees(3).entities[1], None);
    assert_eq!(table.sees(2).entities[0], None);
    // That it happened is open to all.
    assert_eq!(table.sees(3).seats[0].shown, seats(&[2]));
    let told = |number: usize| {
        let observer = table::Observer::Seat(seat(number));
        table.told.iter().any(|(audience, event)| {
            audience.includes(observer) && matches!(event, Event::ShownEntity { .. })
        })
    };
    assert!(told(1) && !told(2) && !told(3));
    // Testing the same player again is allowed.
    table.draw_all();
    for number in 2..=5 {
        let card = table.hand(number).kinds().next().unwrap();
        table.act(number, Action::Discard(card)).draw_all();
    }
    // It is night now, so look at a position instead.
    let table = day(json!({"1": {"hand": ["blood-test"], "shown": [2]}}));
    assert!(table.may(1, on(Card::BloodTest, 2)));
}

#[test]
fn a_confession_is_heard_once_by_each() {
    // rules 7.8, 9.3
    let mut table = day(json!({"1": {"hand": ["confession"], "entity": "werewolf", "confessed": [2]}}));
    assert_eq!(table.sees(2).entities[0], Some(Entity::Werewolf));
    assert_eq!(rule(&table, 1, on(Card::Confession, 2)), "7.8");
    assert_eq!(rule(&table, 1, on(Card::Confession, 1)), "7.8");
    table.act(1, on(Card::Confession, 4));
    assert_eq!(table.sees(4).entities[0], Some(Entity::Werewolf));
    assert_eq!(table.sees(5).seats[0].confessed, seats(&[2, 4]));
    let open = table.told.iter().filter(|(audience, _)| *audience == table::Audience::Everyone);
    assert!(open.clone().any(|(_, event)| matches!(event, Event::Shown { how: Card::Confession, .. })));
    assert!(!open.clone().any(|(_, event)| matches!(event, Event::ShownEntity { .. })));
}

#[test]
fn without_a_target_there_is_no_play() {
    // rule 7.9
    let hand = json!(["vaccine", "candle", "keys", "confession"]);
    let table = day(json!({"1": {"hand": hand, "confessed": [2, 3, 4, 5]}}));
    let plays =
        table.legal(1).into_iter().filter(|action| matches!(action, Action::PlayOn { .. } | Action::Play(_)));
    assert_eq!(plays.count(), 0);
    assert_eq!(table.hand(1), Cards::from_iter([Card::Vaccine, Card::Candle, Card::Keys, Card::Confession]));
}
