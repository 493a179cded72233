//! Section 9: what is known, and what samples make of it.

use std::collections::HashMap;

use bloodwood::pieces::{Card, Cards, Deck, Entity};
use bloodwood::{Action, Bloodwood, Options};
use laws::{seat, seats};
use serde_json::json;
use table::chance::quick;
use table::{Audit as _, Game, Observer};

use crate::{Forest as _, Table, at, cards, on, play, standard};

/// What `eyes` surely knows of a hand: the cards, and at least how many Night and Day cards.
fn known(table: &Table, eyes: usize, hand: usize) -> (Cards, u8, u8) {
    let known = table.sees(eyes).known[hand - 1];
    (known.cards, known.night, known.day)
}

fn open(table: &Table, hand: usize) -> (u8, u8) {
    let open = Bloodwood::observe(&table.state, Observer::Spectator).open[hand - 1];
    (open.night, open.day)
}

#[test]
fn what_lies_open() {
    // rule 9.1
    let table = at(
        &standard(5),
        json!({"turn": 2, "phase": "night", "counter": 3, "anticlockwise": true,
        "discards": ["bite", "bite", "keys"],
        "seats": {"1": {"dna": "permanent", "chained": true}, "3": {"curse": 1, "tranquillized": true, "hand": ["keys"]}}}),
    );
    let seen = Bloodwood::observe(&table.state, Observer::Spectator);
    assert_eq!((seen.phase, seen.counter, seen.clockwise, seen.turn), (Deck::Night, 3, false, seat(2)));
    assert!(seen.seats[0].permanent && seen.seats[0].mutated && seen.seats[0].chained);
    assert_eq!((seen.seats[2].curse, seen.seats[2].tranquillized, seen.seats[2].hand), (1, true, 1));
    assert_eq!((seen.discards[&Card::Bite], seen.discards[&Card::Keys]), (2, 1));
    // 68 Night cards: 8 in hands, 2 discarded, 3 before seats. 68 Day cards: 9 in hands, 1 discarded.
    assert_eq!((seen.night_pile, seen.day_pile), (55, 58));
}

#[test]
fn what_is_hidden() {
    // rule 9.2
    let table = Table::deal(&standard(7), 8);
    for number in 1..=7 {
        let seen = table.sees(number);
        for other in 1..=7 {
            assert_eq!(seen.hands[other - 1].is_some(), other == number);
        }
        assert!(seen.minds.is_empty());
        let text = serde_json::to_string(&seen).unwrap();
        let mine = table.hand(number);
        for card in Card::ALL.into_iter().filter(|&card| !mine.has(card)) {
            let name = serde_json::to_string(&card).unwrap();
            assert!(!text.contains(&name), "seat {number} reads {name}");
        }
    }
    // Which cards a pile holds makes no difference to anybody: the piles of two worlds may differ while they look alike.
    let spectator = Bloodwood::observe(&table.state, Observer::Spectator);
    let worlds: std::collections::HashSet<String> =
        (0..20).map(|seed| format!("{:?}", Bloodwood::sample(&spectator, &mut quick(seed)))).collect();
    assert_eq!(worlds.len(), 20);
}

#[test]
fn draws_are_counted_and_hidden_cards_blur_the_count() {
    // rule 9.5
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "seats": {
        "1": {"hand": ["thief", "keys"]}, "2": {"hand": ["bite", "bite", "candle", "vaccine"]}}}),
    );
    assert_eq!((open(&table, 1), open(&table, 2)), ((0, 2), (2, 2)));
    table.chance = quick(1);
    table.act(1, on(Card::Thief, 2));
    let stolen = if table.hand(1).has(Card::Bite) { Deck::Night } else { Deck::Day };
    // The public only knows that one card of four has gone over.
    assert_eq!((open(&table, 1), open(&table, 2)), ((0, 1), (1, 1)));
    assert_eq!(known(&table, 3, 2), (Cards::EMPTY, 1, 1));
    // The thief saw its back.
    let expected = if stolen == Deck::Night { (1, 2) } else { (2, 1) };
    assert_eq!((known(&table, 1, 2).1, known(&table, 1, 2).2), expected);
    // Draws go on being counted.
    table.act(1, Action::Draw(Deck::Night)).act(1, Action::Draw(Deck::Night));
    assert_eq!(open(&table, 1), (2, 1));
}

#[test]
fn a_stolen_card_is_known_to_its_former_owner() {
    // rules 9.4, 7.6
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "seats": {
        "1": {"hand": ["thief", "keys"]}, "2": {"hand": ["candle"]}}}),
    );
    table.act(1, on(Card::Thief, 2)).act(1, Action::Draw(Deck::Day)).act(1, Action::Draw(Deck::Day));
    assert_eq!(known(&table, 2, 1).0, cards(&[Card::Candle]));
    assert_eq!(known(&table, 3, 1).0, Cards::EMPTY);
    // Seat 3 knows that a hand of a single Day card can only have lost a Day card.
    assert_eq!(known(&table, 3, 1).2, 4);
    let facts = Bloodwood::facts(&table.sees(2));
    assert!(facts.iter().all(|(name, _)| name != "hand of 1"), "three cards of four are not known");
}

#[test]
fn voodoo_shows_both_hands_to_the_keeper() {
    // rules 9.4, 5.12
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "phase": "night", "seats": {
        "1": {"hand": ["voodoo", "bite"]}, "2": {"hand": ["keys", "amulet", "thief"]}}}),
    );
    table.act(1, on(Card::Voodoo, 2)).act(2, Action::Endure);
    assert_eq!(known(&table, 2, 1).0, cards(&[Card::Keys, Card::Amulet, Card::Thief]));
    table.act(1, Action::Return(Card::Bite)).act(1, Action::Return(Card::Thief)).act(1, Action::Keep);
    // The keeper knows the hand that went back; the other knows what did not come back.
    assert_eq!(known(&table, 1, 2), (cards(&[Card::Bite, Card::Thief]), 1, 1));
    assert_eq!(known(&table, 2, 1), (cards(&[Card::Keys, Card::Amulet]), 0, 2));
    assert!(Bloodwood::facts(&table.sees(1)).contains(&("hand of 2".into(), "Bite and Thief".into())));
    // Third parties know that of one Night and three Day cards two went each way.
    assert_eq!((known(&table, 3, 1), known(&table, 3, 2)), ((Cards::EMPTY, 0, 1), (Cards::EMPTY, 0, 1)));
    // Known cards stay known through draws and until they are shown.
    table.act(2, on(Card::Bite, 3)).act(3, Action::Endure);
    assert_eq!(known(&table, 1, 2).0, cards(&[Card::Thief]));
    table.draw_all();
    assert_eq!(known(&table, 1, 2).0, cards(&[Card::Thief]));
    assert_eq!(known(&table, 2, 1).0, cards(&[Card::Keys, Card::Amulet]));
}

#[test]
fn a_gift_to_the_hunter_is_known_to_its_giver() {
    // rules 9.4, 5.14
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "phase": "night", "seats": {
        "1": {"hand": ["hunter"]}, "2": {"hand": ["keys", "amulet"]}, "3": {"hand": ["bite", "bite"]},
        "4": {"hand": []}, "5": {"hand": []}}}),
    );
    table.act(1, play(Card::Hunter)).act(2, Action::Give(Card::Keys)).act(3, Action::Give(Card::Bite));
    assert_eq!(known(&table, 2, 1).0, cards(&[Card::Keys]));
    assert_eq!(known(&table, 3, 1).0, cards(&[Card::Bite]));
    assert_eq!(known(&table, 4, 1), (Cards::EMPTY, 1, 1), "by what the givers must have held");
    // The hunter saw what came from whom.
    assert_eq!((known(&table, 1, 2).2, known(&table, 1, 3).1), (1, 1));
    table.act(1, Action::Discard(Card::Keys)).act(1, Action::Keep);
    assert_eq!(known(&table, 2, 1).0, Cards::EMPTY);
    assert_eq!(known(&table, 3, 1).0, cards(&[Card::Bite]));
}

#[test]
fn entities_once_shown_stay_known() {
    // rules 9.4, 9.3
    let mut table = at(
        &standard(6),
        json!({"turn": 1, "seats": {
        "1": {"hand": ["blood-test"], "entity": "vampire"}, "2": {"entity": "werewolf"}, "3": {"entity": "vampire", "confessed": [1]}}}),
    );
    table.act(1, on(Card::BloodTest, 2)).draw_all();
    for _ in 0..300 {
        if table.random_step(u32::MAX).is_none() {
            break;
        }
        let seen = table.sees(1).entities;
        assert_eq!((seen[1], seen[2]), (Some(Entity::Werewolf), Some(Entity::Vampire)));
        assert_eq!(table.sees(4).seats[0].shown.intersection(seats(&[2, 3])), seats(&[2, 3]));
    }
}

#[test]
fn nothing_but_tests_and_confessions_shows_an_entity() {
    // rule 9.6
    for seed in 0..20 {
        let mut table = Table::deal(&Options { leaders: false, ..standard(6) }, seed);
        while let Some((_, action)) = table.random_step(u32::MAX) {
            if Bloodwood::outcome(&table.state).is_some() {
                break;
            }
            let shows = matches!(action, Action::PlayOn { card, .. } if matches!(*card, Card::BloodTest | Card::Confession));
            let told =
                table.told.drain(..).any(|(_, event)| matches!(event, bloodwood::Event::ShownEntity { .. }));
            assert_eq!(told, shows);
            for number in 1..=6 {
                let seen = table.sees(number);
                let shown = seen.seats[number - 1].shown.with(seat(number));
                assert_eq!(seen.entities.iter().flatten().count(), shown.len());
            }
        }
    }
}

/// Hands as often as they should be, against a count of all possible worlds.
#[test]
fn sampled_hands_have_the_right_weight() {
    // Night: 2 Bites and 1 Voodoo unaccounted for, one of them in the hand of seat 2, two in the pile; the hand also holds
    // one Day card of 1 Keys, 1 Candle.
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "day-pile": ["keys"], "night-pile": ["bite", "bite"],
        "seats": {"1": {"hand": ["candle"]}, "2": {"hand": ["voodoo", "candle"]},
            "3": {"hand": []}, "4": {"hand": []}, "5": {"hand": []}}}),
    );
    let seen = table.sees(1);
    let mut counts: HashMap<Cards, u32> = HashMap::new();
    let worlds = 30_000;
    for _ in 0..worlds {
        let twin = Bloodwood::sample(&seen, &mut table.chance);
        let hand = Bloodwood::observe(&twin, Observer::All).hands[1].unwrap();
        *counts.entry(hand).or_default() += 1;
    }
    let expected = [
        (cards(&[Card::Bite, Card::Keys]), 2.0 / 6.0),
        (cards(&[Card::Bite, Card::Candle]), 2.0 / 6.0),
        (cards(&[Card::Voodoo, Card::Keys]), 1.0 / 6.0),
        (cards(&[Card::Voodoo, Card::Candle]), 1.0 / 6.0),
    ];
    assert_eq!(counts.len(), expected.len());
    let chi: f64 = expected
        .iter()
        .map(|(hand, p)| {
            let expected = p * f64::from(worlds);
            (f64::from(counts[hand]) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi < 16.3, "chi squared with 3 degrees of freedom is {chi}");
}

/// A card whose back nobody knows is a Day card as often as the unaccounted cards say.
#[test]
fn sampled_backs_have_the_right_weight() {
    // Seat 1 steals from seat 2 (1 Bite, 1 Keys): seat 3 knows that the two hold one of each, and nothing else is hidden.
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "day-pile": ["keys"], "night-pile": ["bite"],
        "seats": {"1": {"hand": ["thief", "candle", "candle", "candle"]}, "2": {"hand": ["bite", "keys"]},
            "3": {"hand": []}, "4": {"hand": []}, "5": {"hand": []}}}),
    );
    table.act(1, on(Card::Thief, 2));
    let seen = table.sees(3);
    let mut day = 0;
    let worlds = 20_000;
    for _ in 0..worlds {
        let twin = Bloodwood::sample(&seen, &mut table.chance);
        let hand = Bloodwood::observe(&twin, Observer::All).hands[1].unwrap();
        assert_eq!(hand.len(), 1);
        day += u32::from(hand.of_deck(Deck::Day) == 1);
    }
    // Two open places (one in each hand), one Day and one Night card for them.
    let deviation = (f64::from(day) - f64::from(worlds) / 2.0) / (f64::from(worlds) / 4.0).sqrt();
    assert!(deviation.abs() < 4.0, "{day} of {worlds}");
}

#[test]
fn a_reshuffled_deck_holds_what_was_discarded() {
    // rule 9.5
    // All eight Amulets are in hands when the Day deck is reshuffled: nobody can draw one, and no sample has one there.
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "day-pile": [], "seats": {
        "1": {"hand": ["bite", "amulet", "amulet"]}, "2": {"hand": ["amulet", "amulet", "keys"]},
        "3": {"hand": ["amulet", "amulet", "amulet", "amulet"]}, "4": {"hand": ["keys"]}, "5": {"hand": ["bite"]}}}),
    );
    table.act(1, Action::Discard(Card::Bite)).act(1, Action::Draw(Deck::Day));
    for eyes in [Observer::Seat(seat(1)), Observer::Seat(seat(4)), Observer::Spectator] {
        let seen = Bloodwood::observe(&table.state, eyes);
        assert_eq!(seen.limits_open[Card::Amulet.index()], 0);
        for _ in 0..50 {
            let twin = Bloodwood::sample(&seen, &mut table.chance);
            let hands = Bloodwood::observe(&twin, Observer::All).hands;
            let amulets: u8 = hands.iter().flatten().map(|hand| hand.count(Card::Amulet)).sum();
            assert_eq!(amulets, 8);
        }
    }
    // The one who drew knows what is gone.
    let drawn = table.hand(1).kinds().find(|card| *card != Card::Amulet).unwrap();
    assert_eq!(table.sees(1).limits[drawn.index()] + 1, table.sees(2).limits[drawn.index()]);
}

#[test]
fn of_an_odd_number_a_leaders_side_is_the_smaller_one() {
    // rule 2.2: the notebook knows what the deal knows.
    let may_be = |tested: &str| {
        let seated = json!({"1": {"entity": "werewolf", "hand": ["blood-test"]}, "2": {"entity": tested}});
        let mut table = at(&standard(5), json!({"turn": 1, "phase": "day", "seats": seated}));
        table.act(1, on(Card::BloodTest, 2));
        let scene = Bloodwood::scene(&table.sees(1), table::SeatSet::EMPTY);
        scene.notebook.expect("the game goes on").rows.into_iter().map(|row| row.may_be).collect::<Vec<_>>()
    };
    let [vampires, werewolves] = [vec![0], vec![1]];
    let either = vec![0, 1];
    assert_eq!(
        may_be("alpha"),
        [&werewolves, &werewolves, &vampires, &vampires, &vampires].map(Clone::clone)
    );
    assert_eq!(may_be("werewolf"), [&werewolves, &werewolves, &either, &either, &either].map(Clone::clone));
}
