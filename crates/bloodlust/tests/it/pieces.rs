//! The box: counts and what the published rules say of it.

use std::collections::BTreeMap;
use table::Code;

use bloodlust::{Card, Class, DECK, EventCard, Sign, Vampire};

fn count(fits: impl Fn(Card) -> bool) -> usize {
    Card::all().filter(|&card| fits(card)).map(|card| usize::from(card.copies)).sum()
}

// rule 2.2
#[test]
fn the_deck_has_sixty_cards_of_six_kinds() {
    assert_eq!(count(|_| true), DECK);
    assert_eq!(count(|card| card.class == Class::Bloodlust), 22);
    let slayer = |class| matches!(class, Class::SlayerBloodline | Class::SlayerHealth | Class::SlayerChoice);
    assert_eq!(count(|card| slayer(card.class)), 11);
    assert_eq!(count(|card| card.class == Class::Daylight), 12);
    assert_eq!(count(|card| card.class == Class::Night), 4);
    assert_eq!(count(|card| card.class == Class::Invitation), 3);
    assert_eq!(count(|card| card.class == Class::Event), 8);
    for sign in Sign::ALL {
        assert_eq!(count(|card| card.sign == sign), 20, "{}", sign.name());
    }
}

// rules 4.1, 4.2, 4.3, 4.4, 4.6, 4.7
#[test]
fn values_are_as_the_rules_say() {
    let values = |class: Class, value: fn(Card) -> u8| -> BTreeMap<u8, usize> {
        let mut values = BTreeMap::new();
        for card in Card::all().filter(|card| card.class == class) {
            *values.entry(value(card)).or_default() += usize::from(card.copies);
        }
        values
    };
    assert_eq!(values(Class::Bloodlust, |card| card.bloodline), BTreeMap::from([(1, 8), (2, 8), (3, 6)]));
    assert_eq!(values(Class::SlayerBloodline, |card| card.bloodline), BTreeMap::from([(2, 2), (3, 2)]));
    assert_eq!(values(Class::SlayerHealth, |card| card.health), BTreeMap::from([(1, 3), (2, 2)]));
    assert_eq!(values(Class::SlayerChoice, |card| card.bloodline), BTreeMap::from([(2, 2)]));
    assert_eq!(values(Class::SlayerChoice, |card| card.health), BTreeMap::from([(1, 2)]));
    assert_eq!(values(Class::Daylight, |card| card.daylight), BTreeMap::from([(1, 6), (2, 6)]));
    assert_eq!(values(Class::Night, |card| card.daylight), BTreeMap::from([(1, 3), (2, 1)]));
    for card in Card::all().filter(|card| card.class == Class::Daylight) {
        assert_eq!(card.bloodline, card.daylight);
    }
}

// rules 6.7, 6.8, 6.9, 6.10, 6.11, 6.12, 6.13, 6.14
#[test]
fn events_carry_the_signs_the_rules_give_them() {
    let signs: Vec<(&str, Sign)> = EventCard::all().map(|event| (event.name(), event.sign())).collect();
    let expected = [
        ("Sanctuary", Sign::Full),
        ("Blood Feast", Sign::Full),
        ("Ambush", Sign::Full),
        ("Mist Form", Sign::Half),
        ("Long Night", Sign::Half),
        ("Daybreak", Sign::Quarter),
        ("Dark Healing", Sign::Quarter),
        ("Blood Tithe", Sign::Quarter),
    ];
    assert_eq!(signs, expected);
}

// rule 10.3
#[test]
fn vampires_carry_the_signs_the_rules_give_them() {
    let with = |sign| -> Vec<&str> {
        Vampire::all().filter(|vampire| vampire.sign() == sign).map(Vampire::name).collect()
    };
    assert_eq!(with(Sign::Full), ["Felicity", "Jake", "Sabine"]);
    assert_eq!(with(Sign::Half), ["Luther", "Ilse", "Drago", "Marek"]);
    assert_eq!(with(Sign::Quarter), ["Mastema", "Corvin", "Vesper"]);
}

#[test]
fn names_lead_back_to_their_pieces() {
    for card in Card::all() {
        assert_eq!(Card::named(card.slug), Some(card));
        let json = serde_json::to_string(&card).unwrap();
        assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
    }
    for vampire in Vampire::all() {
        assert_eq!(Vampire::named(&vampire.name().to_uppercase()), Some(vampire));
    }
    assert_eq!(Card::named("bloodlust 4 full"), None);
}
