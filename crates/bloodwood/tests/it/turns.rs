//! Sections 3 and 4: turns, draws, phases, specials.

use bloodwood::pieces::{Card, Deck, Targeted, Untargeted};
use bloodwood::{Action, Bloodwood, Options, Then, TurnStage};
use laws::{seat, seats};
use serde_json::json;
use table::{Game as _, Observer};

use crate::{Forest as _, Table, at, cards, on, play, rule, standard};

const DAY: Action = Action::Draw(Deck::Day);
const NIGHT: Action = Action::Draw(Deck::Night);

#[test]
fn a_card_of_the_phase_or_a_special() {
    // rules 1.2, 3.1
    let position = json!({"turn": 1, "seats": {"1": {"hand": ["bite", "blood-test", "day-eclipse", "night-time-loop"]}}});
    let table = at(&standard(5), position.clone());
    assert!(table.may(1, on(Card::BloodTest, 3)));
    assert!(table.may(1, play(Card::DayEclipse)));
    assert!(table.may(1, play(Card::NightTimeLoop)));
    let bite = on(Card::Bite, 2);
    assert_eq!(table.refused(1, bite).text(), "Bite is a Night card, and it is Day. (rule 3.1)");
    let mut position = position;
    position["phase"] = json!("night");
    let table = at(&standard(5), position);
    assert!(table.may(1, bite));
    assert!(table.may(1, play(Card::DayEclipse)));
    assert_eq!(rule(&table, 1, on(Card::BloodTest, 3)), "3.1");
}

#[test]
fn or_a_discard_of_either_deck() {
    // rules 1.3, 3.2
    let position = json!({"turn": 1, "seats": {"1": {"hand": ["bite", "blood-test"]}}});
    for card in [Card::Bite, Card::BloodTest] {
        let mut table = at(&standard(5), position.clone());
        table.act(1, Action::Discard(card));
        assert_eq!(table.discarded(card), 1);
        assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 3, then: Then::End });
        assert_eq!(rule(&table, 1, Action::Discard(Card::Bite)), "3.2");
    }
    let table = at(&standard(5), position);
    assert_eq!(table.refused(1, Action::Discard(Card::Candle)).reason, "You do not hold Candle.");
}

#[test]
fn nothing_to_play_and_nothing_at_all() {
    // rule 3.3
    let position =
        json!({"turn": 1, "seats": {"1": {"hand": ["bite", "bite", "mirror", "amulet"]}, "2": {"hand": []}}});
    let mut table = at(&standard(5), position);
    let only_discards = table.legal(1).into_iter().filter(|action| *action != Action::Declare);
    assert!(
        only_discards.clone().count() == 3
            && only_discards.clone().all(|it| matches!(it, Action::Discard(_)))
    );
    table.act(1, Action::Discard(Card::Bite)).act(1, DAY);
    // The next player has no cards and draws four.
    assert_eq!(table.all().turn, seat(2));
    assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(2), left: 4, then: Then::End });
    table.act(2, DAY).act(2, DAY).act(2, NIGHT).act(2, DAY);
    assert_eq!(table.hand(2).of_deck(Deck::Day), 3);
    assert_eq!(table.all().turn, seat(3));
}

#[test]
fn defences_are_not_played_on_ones_turn() {
    // rule 3.4
    for phase in ["day", "night"] {
        let position = json!({"turn": 1, "phase": phase, "seats": {"1": {"hand": ["mirror", "amulet"]}}});
        let mut table = at(&standard(5), position);
        let actions = table.legal(1);
        assert!(actions.iter().all(|action| matches!(action, Action::Discard(_) | Action::Declare)));
        for card in [Card::Mirror, Card::Amulet] {
            assert_eq!((Targeted::new(card), Untargeted::new(card)), (None, None));
        }
        assert_eq!(rule(&table, 1, Action::Mirror), "6.1");
        table.act(1, Action::Discard(Card::Amulet));
    }
}

#[test]
fn drawing_card_by_card() {
    // rules 3.5, 3.6, 3.8
    let position = json!({
        "turn": 1,
        "seats": {"1": {"hand": ["candle", "keys"]}},
        "day-pile": ["amulet", "amulet", "amulet"], "night-pile": ["voodoo", "voodoo", "voodoo"],
    });
    let mut table = at(&standard(5), position);
    table.act(1, Action::Discard(Card::Candle)).act(1, DAY);
    // What was drawn is in the hand before the next deck is chosen.
    assert_eq!(table.sees(1).hands[0], Some(cards(&[Card::Keys, Card::Amulet])));
    assert_eq!(table.sees(2).hands[0], None);
    table.act(1, NIGHT).act(1, NIGHT);
    assert_eq!(table.hand(1), cards(&[Card::Keys, Card::Amulet, Card::Voodoo, Card::Voodoo]));
    assert_eq!((table.all().turn, table.all().stage), (seat(2), TurnStage::Play));
    // Nobody ever has more than four cards between turns.
    let mut table = Table::deal(&standard(9), 11);
    while table.random_step(100).is_some() {
        if table.all().stage == TurnStage::Play {
            assert!(table.all().seats.iter().all(|before| before.hand <= 4));
        }
    }
}

#[test]
fn an_empty_deck_is_reshuffled_from_its_own_discards() {
    // rule 3.7
    let position = json!({
        "turn": 1, "phase": "night",
        "seats": {"1": {"hand": ["bite", "candle"]}},
        "day-pile": [], "night-pile": ["voodoo"],
    });
    let mut table = at(&standard(5), position);
    let day_discards =
        table.all().discards.iter().filter(|(card, _)| card.deck() == Deck::Day).map(|it| it.1).sum::<u8>();
    table.act(1, Action::Discard(Card::Candle)).act(1, DAY);
    assert_eq!(table.all().day_pile, day_discards); // one more discarded, one drawn
    assert!(table.all().discards.keys().all(|card| card.deck() == Deck::Night));
    assert!(table.told.iter().any(|(_, event)| *event == bloodwood::Event::Reshuffled { deck: Deck::Day }));
    // Every card goes home to the deck of its back.
    let position = json!({"turn": 1, "seats": {"1": {"hand": ["night-eclipse", "day-eclipse"]}}});
    let mut table = at(&standard(5), position);
    table.act(1, play(Card::NightEclipse));
    assert_eq!((table.discarded(Card::NightEclipse), table.discarded(Card::DayEclipse)), (1, 0));
}

#[test]
fn a_deck_that_is_all_in_play_is_not_asked_for() {
    // rule 3.7
    // Every Night card lies before somebody or in a hand: 24 before seats 1 to 8, 44 in the hands of seats 1 to 11.
    let mut night: Vec<&str> = Vec::new();
    for (card, count) in [
        ("bite", 16),
        ("voodoo", 8),
        ("leshy", 4),
        ("hunter", 4),
        ("mirror", 8),
        ("night-eclipse", 2),
        ("night-time-loop", 2),
    ] {
        night.extend(std::iter::repeat_n(card, count));
    }
    let mut seated = serde_json::Map::new();
    for (index, hand) in night.chunks(4).enumerate() {
        let marked = index < 8;
        let curse = if marked { 2 } else { 0 };
        let entry = json!({"hand": hand, "curse": curse, "chained": marked, "tranquillized": marked});
        seated.insert((index + 1).to_string(), entry);
    }
    seated.insert("12".into(), json!({"hand": ["candle", "keys"]}));
    let mut table = at(&standard(12), json!({"turn": 12, "seats": seated}));
    assert_eq!((table.all().night_pile, table.all().discards.len()), (0, 0));
    table.act(12, Action::Discard(Card::Candle));
    assert_eq!(table.hand(12).of_deck(Deck::Day), 4, "drawn without asking");
    assert_eq!(table.all().turn, seat(9), "and the tranquillized have slept");
}

#[test]
fn a_phase_is_one_turn_for_everybody() {
    // rules 3.8, 4.1
    let mut table = at(&standard(5), json!({"turn": 3}));
    let mut order = Vec::new();
    for turn in 0..10 {
        let all = table.all();
        assert_eq!(all.phase, if turn < 5 { Deck::Day } else { Deck::Night }, "turn {turn}");
        assert_eq!(usize::from(all.counter), turn % 5);
        order.push(all.turn.number());
        let card = table.hand(all.turn.number()).kinds().next().unwrap();
        table.act(all.turn.number(), Action::Discard(card)).draw_all();
    }
    assert_eq!(order, [3, 4, 5, 1, 2, 3, 4, 5, 1, 2]);
    assert_eq!(table.all().phase, Deck::Day);
}

#[test]
fn a_slept_through_turn_counts_for_the_phase() {
    // rules 4.1, 5.10
    let position = json!({"turn": 1, "counter": 3, "seats": {
        "1": {"hand": ["bite"]}, "2": {"tranquillized": true, "hand": ["bite", "candle"]}}});
    let mut table = at(&standard(5), position);
    table.act(1, Action::Discard(Card::Bite)).draw_all();
    assert_eq!((table.all().turn, table.all().phase, table.all().counter), (seat(3), Deck::Night, 0));
    assert_eq!(table.hand(2).len(), 2, "no draw");
    assert!(!table.before(2).tranquillized);
    assert_eq!(table.discarded(Card::Tranquillizer), 1);
}

#[test]
fn the_draw_after_an_extra_play_names_the_rule_of_the_card() {
    // rules 4.2, 4.3
    for (name, card, rule) in
        [("night-eclipse", Card::NightEclipse, "4.2"), ("day-time-loop", Card::DayTimeLoop, "4.3")]
    {
        let mut table =
            at(&standard(5), json!({"turn": 1, "phase": "night", "seats": {"1": {"hand": [name]}}}));
        table.act(1, play(card));
        assert_eq!(table.scene(Observer::Seat(seat(1))).help, rule);
    }
}

#[test]
fn eclipse_flips_the_phase_and_gives_another_play() {
    // rules 4.2, 4.5
    let position = json!({"turn": 2, "counter": 3, "night-pile": ["bite", "bite", "bite", "bite", "bite"],
        "seats": {"2": {"hand": ["day-eclipse", "candle"]}}});
    let mut table = at(&standard(5), position);
    table.act(2, play(Card::DayEclipse));
    assert_eq!((table.all().phase, table.all().counter), (Deck::Night, 0));
    assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(2), left: 1, then: Then::PlayOn });
    table.act(2, NIGHT);
    assert_eq!((table.all().turn, table.all().stage), (seat(2), TurnStage::Play));
    table.act(2, on(Card::Bite, 3)).act(3, Action::Endure).draw_all();
    // The whole sequence was turn 1 of the new count.
    assert_eq!((table.all().turn, table.all().counter, table.all().turns), (seat(3), 1, 4));
    for turn in [3, 4, 5, 1] {
        assert_eq!(table.all().phase, Deck::Night);
        let card = table.hand(turn).kinds().next().unwrap();
        table.act(turn, Action::Discard(card)).draw_all();
    }
    assert_eq!((table.all().turn, table.all().phase), (seat(2), Deck::Day));
}

#[test]
fn time_loop_turns_the_order_round() {
    // rules 4.3, 4.5
    let position = json!({"turn": 2, "counter": 3, "seats": {"2": {"hand": ["day-time-loop", "keys"]}}});
    let mut table = at(&standard(6), position);
    table.act(2, play(Card::DayTimeLoop)).act(2, DAY);
    assert_eq!((table.all().phase, table.all().counter, table.all().clockwise), (Deck::Day, 0, false));
    table.act(2, Action::Discard(Card::Keys)).draw_all();
    let mut order = Vec::new();
    for _ in 0..6 {
        let turn = table.all().turn.number();
        order.push((turn, table.all().phase));
        let card = table.hand(turn).kinds().next().unwrap();
        table.act(turn, Action::Discard(card)).draw_all();
    }
    let expected =
        [(1, Deck::Day), (6, Deck::Day), (5, Deck::Day), (4, Deck::Day), (3, Deck::Day), (2, Deck::Night)];
    assert_eq!(order, expected);
}

#[test]
fn no_special_follows_its_own_kind() {
    // rule 4.4
    let position = json!({"turn": 1, "night-pile": ["bite", "bite", "bite", "bite"], "seats": {
        "1": {"hand": ["day-eclipse", "night-eclipse", "day-time-loop"]},
        "2": {"hand": ["day-eclipse", "bite"]}}});
    let mut table = at(&standard(5), position);
    table.act(1, play(Card::DayEclipse)).act(1, NIGHT);
    assert_eq!(rule(&table, 1, play(Card::NightEclipse)), "4.4");
    // A Time Loop in between lifts it.
    table.act(1, play(Card::DayTimeLoop)).act(1, NIGHT);
    assert!(table.may(1, play(Card::NightEclipse)));
    table.act(1, play(Card::NightEclipse)).act(1, NIGHT);
    assert_eq!(table.all().phase, Deck::Day);
    table.act(1, Action::Discard(Card::Bite)).draw_all();
    // Others are not affected, and the order has been reversed.
    assert_eq!(table.all().turn, seat(5));
    let position = json!({"turn": 1, "night-pile": ["bite", "bite", "bite", "bite"], "seats": {
        "1": {"hand": ["day-eclipse", "bite"]}, "2": {"hand": ["night-eclipse", "bite"]}}});
    let mut table = at(&standard(5), position);
    table.act(1, play(Card::DayEclipse)).act(1, NIGHT);
    table.act(1, Action::Discard(Card::Bite)).draw_all();
    assert!(table.may(2, play(Card::NightEclipse)));
    let table = at(
        &standard(5),
        json!({"turn": 1, "extra-after": "time-loop", "seats": {"1": {"hand": ["night-time-loop"]}}}),
    );
    assert_eq!(rule(&table, 1, play(Card::NightTimeLoop)), "4.4");
}

#[test]
fn a_turn_may_slip_by_only_where_the_table_allows_it() {
    // rule 10.1
    let options = Options { slowness: true, ..standard(5) };
    let position = json!({"turn": 1, "seats": {"1": {"hand": ["bite"], "curse": 2}}});
    let mut table = at(&options, position.clone());
    table.act(1, Action::Dally);
    assert_eq!((table.all().turn, table.all().counter, table.hand(1).len()), (seat(2), 1, 1));
    assert_eq!(table.before(1).curse, 1);
    let table = at(&standard(5), position);
    assert_eq!(rule(&table, 1, Action::Dally), "10.1");
}

#[test]
fn what_is_against_the_rules_is_refused_and_changes_nothing() {
    // rule 10.2
    let mut table = at(
        &standard(5),
        json!({"turn": 1, "seats": {"1": {"hand": ["bite", "candle"]}, "2": {"dna": "mutated"}}}),
    );
    let before = table.state.clone();
    let tries = [
        (1, on(Card::Bite, 2)),
        (1, on(Card::Candle, 2)),
        (1, on(Card::Candle, 12)),
        (1, play(Card::DayEclipse)),
        (1, Action::Endure),
        (2, Action::Discard(Card::Bite)),
        (3, Action::Draw(Deck::Day)),
    ];
    for (number, action) in tries {
        assert!(table.try_act(number, action).is_err(), "{action:?}");
    }
    assert_eq!(table.state, before);
    assert!(table.told.is_empty());
    assert_eq!(table.waiting(), seats(&[1]));
}

#[test]
fn a_prompt_promises_only_what_the_seat_can_do() {
    // rules 3.3, 6.9
    let mut said = [0; 2];
    for seed in 0..40 {
        let mut table = Table::deal(&standard(5 + seed as usize % 8), seed);
        while let Some(actor) = table.waiting().first() {
            let actions = table.legal(actor.number());
            let prompt = Bloodwood::scene(&table.sees(actor.number()), table.waiting()).prompt;
            let plays = actions.iter().any(|it| matches!(it, Action::Play(_) | Action::PlayOn { .. }));
            match table.all().stage {
                TurnStage::Play if actions.contains(&Action::Dally) => {}
                TurnStage::Play => {
                    said[0] += usize::from(!plays);
                    assert_eq!(prompt.contains("You can play none"), !plays, "{prompt}: {actions:?}");
                }
                TurnStage::Defend { .. } => {
                    said[1] += usize::from(actions.len() == 1);
                    assert_eq!(prompt.contains("no answer"), actions.len() == 1, "{prompt}: {actions:?}");
                }
                _ => {}
            }
            table.random_step(2_000);
        }
    }
    assert!(said.iter().all(|&count| count > 10), "{said:?}");
}
