//! Sections 1 and 2: the box, the teams, the deal.

use bloodwood::pieces::{Card, Deck, Entity, Faction};
use bloodwood::{Bloodwood, DeclareWhen, Options, TurnStage};
use laws::seat;
use table::Audit as _;
use table::{Game, Observer, Options as _, Seat};

use crate::{Forest as _, Table, standard};

fn count(table: &Table, wanted: Entity) -> usize {
    table.all().entities.iter().filter(|entity| **entity == Some(wanted)).count()
}

#[test]
fn teams_for_every_number_of_players() {
    // rules 1.1, 2.1, 2.2
    for (players, plain, small_plain) in [(5, 3, 1), (7, 4, 2), (9, 5, 3), (11, 6, 4)] {
        let mut larger = [0; 2];
        for seed in 0..60 {
            let table = Table::deal(&standard(players), seed);
            let [vampires, wolves] = [Entity::Vampire, Entity::Werewolf].map(|it| count(&table, it));
            let [dracula, alpha] = [Entity::Dracula, Entity::Alpha].map(|it| count(&table, it));
            if vampires > wolves {
                assert_eq!((vampires, wolves, dracula, alpha), (plain, small_plain, 0, 1));
                larger[0] += 1;
            } else {
                assert_eq!((vampires, wolves, dracula, alpha), (small_plain, plain, 1, 0));
                larger[1] += 1;
            }
        }
        assert!(larger.iter().all(|&n| n > 10), "a coin decides: {larger:?}");
    }
    for players in [6, 8, 10, 12] {
        let table = Table::deal(&standard(players), 1);
        let all =
            [Entity::Vampire, Entity::Werewolf, Entity::Dracula, Entity::Alpha].map(|it| count(&table, it));
        assert_eq!(all, [players / 2 - 1, players / 2 - 1, 1, 1]);
    }
}

#[test]
fn leaders_see_everybody_and_others_themselves() {
    // rules 2.3, 2.4
    for players in 5..=12 {
        let table = Table::deal(&standard(players), 5);
        let truth = table.all().entities;
        for me in Seat::all(players) {
            let seen = table.sees(me.number()).entities;
            if truth[me.index()].is_some_and(Entity::leads) {
                assert_eq!(seen, truth);
            } else {
                for other in Seat::all(players) {
                    assert_eq!(seen[other.index()], truth[other.index()].filter(|_| other == me));
                }
            }
        }
        let spectator = Bloodwood::observe(&table.state, Observer::Spectator);
        assert!(spectator.entities.iter().all(Option::is_none));
        assert!(spectator.hands.iter().all(Option::is_none));
    }
}

#[test]
fn each_deck_has_its_cards() {
    // rule 2.5
    let expected = [
        (Card::Bite, 16),
        (Card::CurseMark, 8),
        (Card::Chains, 8),
        (Card::Tranquillizer, 8),
        (Card::Voodoo, 8),
        (Card::Leshy, 4),
        (Card::Hunter, 4),
        (Card::Mirror, 8),
        (Card::NightEclipse, 2),
        (Card::NightTimeLoop, 2),
        (Card::Vaccine, 8),
        (Card::Candle, 8),
        (Card::Keys, 8),
        (Card::PandorasBox, 8),
        (Card::Thief, 8),
        (Card::BloodTest, 8),
        (Card::Confession, 8),
        (Card::Amulet, 8),
        (Card::DayEclipse, 2),
        (Card::DayTimeLoop, 2),
    ];
    let table = Table::deal(&standard(8), 2);
    let pieces = Bloodwood::pieces(&table.state);
    for (card, copies) in expected {
        assert_eq!(pieces.iter().filter(|&&piece| piece == card.index() as u16).count(), copies, "{card}");
    }
    assert_eq!(pieces.iter().filter(|&&piece| piece < 100).count(), 136);
}

#[test]
fn anybody_may_begin() {
    // rule 2.6
    let begins: std::collections::BTreeSet<_> =
        (0..100).map(|seed| Table::deal(&standard(5), seed).all().turn).collect();
    assert_eq!(begins.len(), 5);
}

#[test]
fn without_leaders_nobody_knows_anybody() {
    // rule 2.7
    for players in [6, 8, 10, 12] {
        let options = Options { leaders: false, ..standard(players) };
        assert!(options.check().is_ok());
        let table = Table::deal(&options, 4);
        assert_eq!(count(&table, Entity::Vampire), players / 2);
        assert_eq!(count(&table, Entity::Werewolf), players / 2);
        for number in 1..=players {
            assert_eq!(table.sees(number).entities.iter().flatten().count(), 1);
        }
    }
    let refusal = Options { leaders: false, ..standard(7) }.check().unwrap_err();
    assert_eq!(refusal.rule.as_deref(), Some("2.7"));
}

#[test]
fn the_last_winner_may_say_who_begins() {
    // rule 10.3
    for seed in 0..20 {
        let options = Options { first: 4, ..standard(6) };
        assert_eq!(Table::deal(&options, seed).all().turn, seat(4));
    }
    assert!(Options { first: 7, ..standard(6) }.check().is_err());
    let read =
        |text: &str| table::options::from_json::<Options>(5..=12, &serde_json::from_str(text).unwrap());
    assert!(read(r#"{"players": 6, "first": 7}"#).is_err());
    assert!(read(r#"{"players": 13}"#).is_err());
    assert!(read(r#"{"players": 6, "entities": ["dracula"]}"#).is_err(), "nobody hands out entities");
    let options = read(r#"{"players": 6, "declare": "own-turn", "rounds": 30}"#).unwrap();
    assert_eq!((options.declare, options.rounds), (DeclareWhen::OwnTurn, 30));
}

#[test]
fn labels_say_what_a_seat_was() {
    let table = Table::deal(&standard(6), 9);
    for me in Seat::all(6) {
        let labels = Bloodwood::labels(&table.state, me);
        let entity = table.all().entities[me.index()].unwrap();
        let faction = if entity.faction() == Faction::Vampires { "Vampires" } else { "Werewolves" };
        assert_eq!(labels, [("faction", faction.to_owned()), ("entity", entity.name().to_owned())]);
    }
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<bloodwood::State>() <= 2048, "{}", size_of::<bloodwood::State>());
    assert!(size_of::<bloodwood::Action>() <= 4);
    assert_eq!(Deck::Day.other(), Deck::Night);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    use serde_json::json;
    let options = standard(5);
    let bites = vec!["bite"; 4];
    let cases = [
        (json!({"seats": {"6": {}}}), "no seat \"6\""),
        (json!({"turn": 6}), "no seat 6"),
        (
            json!({"seats": {"1": {"hand": ["leshy", "leshy", "leshy", "leshy"]}, "2": {"hand": ["leshy"]}}}),
            "only 4",
        ),
        (json!({"seats": {"1": {"hand": ["bite", "bite", "bite", "bite", "bite"]}}}), "more than 4"),
        (json!({"seats": {"1": {"curse": 3}}}), "at most 2"),
        (json!({"seats": {"1": {"curse": 1, "dna": "permanent"}}}), "no Curse Mark"),
        (json!({"turn": 1, "seats": {"1": {"tranquillized": true}}}), "sleeps"),
        (json!({"turn": 1, "seats": {"1": {"hand": []}}}), "needs a card"),
        (json!({"counter": 5}), "cannot have 5"),
        (json!({"turns": 500}), "limit of rounds"),
        (json!({"seats": {"1": {"entity": "dracula"}, "2": {"entity": "alpha"}}}), "do not make the teams"),
        (json!({"seats": {"1": {"shown": [1]}}}), "other players"),
        (json!({"day-pile": ["bite"]}), "not a Day card"),
        (json!({"seats": {"1": {"horns": true}}}), "horns"),
        (
            json!({"seats": {"1": {"hand": bites}, "2": {"hand": bites}, "3": {"hand": bites}, "4": {"hand": bites}, "5": {"hand": ["bite"]}}}),
            "only 16",
        ),
        (
            json!({"seats": {"1": {"dna": "permanent"}, "2": {"dna": "permanent"}, "3": {"dna": "permanent"}, "4": {"dna": "permanent"}, "5": {"dna": "permanent"}}}),
            "would be over",
        ),
    ];
    for (position, reason) in cases {
        match Table::try_at_json(&options, position.clone()) {
            Ok(_) => panic!("{position} is possible"),
            Err(refusal) => assert!(refusal.reason.contains(reason), "{position}: {refusal}"),
        }
    }
}

#[test]
fn a_new_game_is_in_the_day_with_two_of_each() {
    // rules 1.1, 2.6, 3.6
    for players in 5..=12 {
        let table = Table::deal(&standard(players), 3);
        let all = table.all();
        assert_eq!((all.phase, all.counter, all.clockwise, all.stage), (Deck::Day, 0, true, TurnStage::Play));
        for number in 1..=players {
            let hand = table.hand(number);
            assert_eq!((hand.of_deck(Deck::Day), hand.of_deck(Deck::Night)), (2, 2));
            assert!(!table.before(number).mutated);
        }
        assert_eq!(usize::from(all.day_pile), 68 - 2 * players);
        assert_eq!(usize::from(all.night_pile), 68 - 2 * players);
    }
}
