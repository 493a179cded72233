//! Section 5: Night cards.

use bloodwood::pieces::{Card, Cards, Deck};
use bloodwood::{Action, Event, TurnStage};
use laws::{seat, seats};
use serde_json::json;
use table::{Game, Observer};

use crate::{Forest as _, Table, at, cards, on, play, rule, standard};

/// Seat 1 is to play at night; `more` is laid over it.
fn night(players: usize, seated: serde_json::Value) -> Table {
    at(&standard(players), json!({"turn": 1, "phase": "night", "seats": seated}))
}

/// A turn without consequences.
fn pass(table: &mut Table, number: usize) {
    let card = table.hand(number).kinds().next().unwrap();
    table.act(number, Action::Discard(card)).draw_all();
}

#[test]
fn night_cards_are_for_others() {
    // rule 5.1
    let night_cards = [Card::Bite, Card::CurseMark, Card::Chains, Card::Tranquillizer, Card::Voodoo];
    for card in night_cards {
        let table = night(5, json!({"1": {"hand": [card]}}));
        assert_eq!(rule(&table, 1, on(card, 1)), "5.1");
        assert!((2..=5).all(|target| table.may(1, on(card, target))));
        assert_eq!(table.refused(1, on(card, 6)).reason, "There is no such player.");
    }
}

#[test]
fn a_bite_turns_dna_over() {
    // rules 1.2, 5.2
    let mut table = night(
        5,
        json!({"1": {"hand": ["bite", "bite"]}, "2": {"hand": []}, "3": {"dna": "mutated", "hand": []}}),
    );
    table.act(1, on(Card::Bite, 2));
    assert!(table.before(2).mutated && !table.before(2).permanent);
    assert_eq!(table.discarded(Card::Bite), 1);
    assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 3, then: bloodwood::Then::End });
    let mut table = night(5, json!({"1": {"hand": ["bite"]}, "3": {"dna": "mutated", "hand": []}}));
    table.act(1, on(Card::Bite, 3));
    assert!(!table.before(3).mutated);
}

#[test]
fn a_curse_falls_after_two_turns_of_its_bearer() {
    // rules 5.3, 5.4
    let mut table = night(5, json!({"1": {"hand": ["curse-mark"]}, "3": {"hand": []}}));
    table.act(1, on(Card::CurseMark, 3)).draw_all();
    assert_eq!(table.before(3).curse, 2);
    assert_eq!(table.discarded(Card::CurseMark), 0, "it lies before the bearer");
    pass(&mut table, 2);
    table.draw_all(); // seat 3 has no cards and draws: its first turn
    assert_eq!((table.before(3).curse, table.before(3).mutated), (1, false));
    for number in [4, 5, 1, 2] {
        pass(&mut table, number);
    }
    assert_eq!(table.before(3).curse, 1);
    pass(&mut table, 3);
    assert_eq!((table.before(3).curse, table.before(3).mutated, table.before(3).permanent), (0, true, true));
    assert!(table.told.iter().any(|(_, event)| *event == Event::CurseFell { seat: seat(3) }));
}

#[test]
fn sleep_counts_for_a_curse_and_extra_plays_do_not() {
    // rules 5.4, 5.10
    let mut table = night(
        5,
        json!({"1": {"hand": ["bite"]}, "2": {"curse": 1, "tranquillized": true, "dna": "mutated"}}),
    );
    pass(&mut table, 1);
    assert!(table.before(2).permanent, "the slept-through turn was the last");
    assert_eq!(table.discarded(Card::CurseMark), 1);
    let mut table = night(5, json!({"1": {"hand": ["night-eclipse", "day-time-loop"], "curse": 2}}));
    table.act(1, play(Card::NightEclipse)).act(1, Action::Draw(Deck::Day));
    table.act(1, play(Card::DayTimeLoop)).act(1, Action::Draw(Deck::Day));
    assert_eq!(table.before(1).curse, 2);
    pass(&mut table, 1);
    assert_eq!(table.before(1).curse, 1, "all that was one turn");
}

#[test]
fn a_mark_from_ones_own_bite_spares_that_turn() {
    // rules 5.5, 5.6
    let mut table = night(5, json!({"1": {"hand": ["bite"]}, "2": {"curse": 1, "hand": []}}));
    table.act(1, on(Card::Bite, 2)).draw_all();
    assert_eq!((table.before(1).curse, table.before(2).curse), (2, 0));
    assert!(table.before(2).mutated, "the Bite works as always");
    for number in [2, 3, 4, 5] {
        table.draw_all();
        if table.all().turn == seat(number) {
            pass(&mut table, number);
        }
    }
    assert_eq!(table.all().turn, seat(1));
    pass(&mut table, 1);
    assert_eq!(table.before(1).curse, 1);
}

#[test]
fn a_biting_bearer_passes_the_mark_on() {
    // rule 5.6
    let mut table = night(5, json!({"1": {"hand": ["bite"], "curse": 1}, "2": {"hand": []}}));
    table.act(1, on(Card::Bite, 2));
    assert_eq!((table.before(1).curse, table.before(2).curse), (0, 2));
    assert!(!table.before(1).permanent);
    assert_eq!(table.discarded(Card::CurseMark), 0);
    // Both bear one: both keep theirs.
    let mut table = night(5, json!({"1": {"hand": ["bite"], "curse": 2}, "2": {"hand": [], "curse": 1}}));
    table.act(1, on(Card::Bite, 2));
    assert_eq!((table.before(1).curse, table.before(2).curse), (2, 1));
    assert!(table.before(2).mutated);
    // Neither does: nothing moves.
    let mut table = night(5, json!({"1": {"hand": ["bite"]}, "2": {"hand": []}}));
    table.act(1, on(Card::Bite, 2));
    assert_eq!((table.before(1).curse, table.before(2).curse), (0, 0));
}

#[test]
fn a_mark_does_not_move_to_one_mutated_for_good() {
    // rule 5.7
    let mut table =
        night(5, json!({"1": {"hand": ["bite"], "dna": "permanent"}, "2": {"hand": [], "curse": 1}}));
    table.act(1, on(Card::Bite, 2));
    assert_eq!((table.before(1).curse, table.before(2).curse), (0, 1));
    assert!(table.before(2).mutated);
}

#[test]
fn mutated_for_good_is_beyond_bite_curse_and_vaccine() {
    // rule 5.8
    let hand = json!(["bite", "curse-mark", "chains", "tranquillizer"]);
    let table = night(5, json!({"1": {"hand": hand}, "2": {"dna": "permanent"}}));
    assert_eq!(rule(&table, 1, on(Card::Bite, 2)), "5.8");
    assert_eq!(rule(&table, 1, on(Card::CurseMark, 2)), "5.8");
    assert!(table.may(1, on(Card::Chains, 2)) && table.may(1, on(Card::Tranquillizer, 2)));
    let table = at(
        &standard(5),
        json!({"turn": 1, "seats": {
        "1": {"hand": ["vaccine", "blood-test", "thief", "pandoras-box"]},
        "2": {"dna": "permanent"}, "3": {"dna": "mutated"}}}),
    );
    assert_eq!(rule(&table, 1, on(Card::Vaccine, 2)), "5.8");
    assert!(table.may(1, on(Card::Vaccine, 3)));
    assert!([Card::BloodTest, Card::Thief, Card::PandorasBox].iter().all(|&card| table.may(1, on(card, 2))));
    // And such a player plays on.
    let mut table =
        night(5, json!({"1": {"hand": ["bite", "voodoo"], "dna": "permanent"}, "2": {"hand": []}}));
    assert!(table.may(1, on(Card::Voodoo, 2)));
    table.act(1, on(Card::Bite, 2)).draw_all();
    assert!(table.before(2).mutated);
}

#[test]
fn chains_stop_night_cards_only() {
    // rule 5.9
    let mut table = night(5, json!({"1": {"hand": ["chains"]}, "2": {"hand": []}}));
    table.act(1, on(Card::Chains, 2));
    assert!(table.before(2).chained);
    let hand = json!(["bite", "leshy", "night-eclipse", "day-time-loop"]);
    let table = night(5, json!({"1": {"hand": hand, "chained": true}}));
    assert_eq!(rule(&table, 1, on(Card::Bite, 2)), "5.9");
    assert_eq!(rule(&table, 1, play(Card::Leshy)), "5.9");
    assert!(table.may(1, play(Card::NightEclipse)) && table.may(1, play(Card::DayTimeLoop)));
    assert!(table.may(1, Action::Discard(Card::Bite)));
    let day = at(&standard(5), json!({"turn": 1, "seats": {"1": {"hand": ["thief"], "chained": true}}}));
    assert!(day.may(1, on(Card::Thief, 2)));
}

#[test]
fn the_tranquillized_sleep_through_a_turn() {
    // rule 5.10
    let mut table = night(5, json!({"1": {"hand": ["tranquillizer"]}, "2": {"hand": ["mirror"]}}));
    table.act(1, on(Card::Tranquillizer, 2)).act(2, Action::Endure);
    assert!(table.before(2).tranquillized);
    table.draw_all();
    assert_eq!(table.all().turn, seat(3));
    assert_eq!((table.hand(2).len(), table.discarded(Card::Tranquillizer)), (1, 1));
    for number in [3, 4, 5, 1] {
        pass(&mut table, number);
    }
    assert_eq!(table.all().turn, seat(2), "only one turn");
}

#[test]
fn no_second_mark_chains_or_tranquillizer() {
    // rule 5.11
    let hand = json!(["curse-mark", "chains", "tranquillizer", "bite"]);
    let table =
        night(5, json!({"1": {"hand": hand}, "2": {"curse": 2, "chained": true, "tranquillized": true}}));
    for card in [Card::CurseMark, Card::Chains, Card::Tranquillizer] {
        assert_eq!(rule(&table, 1, on(card, 2)), "5.11");
        assert!(table.may(1, on(card, 3)));
    }
    assert!(table.may(1, on(Card::Bite, 2)), "any other card is allowed");
}

#[test]
fn voodoo_takes_a_hand_and_keeps_four() {
    // rules 5.12, 6.10
    let mut table = night(
        5,
        json!({"1": {"hand": ["voodoo", "bite", "bite", "candle"]},
        "2": {"hand": ["keys", "amulet", "thief", "vaccine"]}}),
    );
    table.act(1, on(Card::Voodoo, 2)).act(2, Action::Endure);
    assert_eq!((table.hand(1).len(), table.hand(2).len()), (7, 0));
    assert_eq!(rule(&table, 1, Action::Keep), "5.12");
    table.act(1, Action::Return(Card::Bite)).act(1, Action::Return(Card::Bite));
    assert_eq!(
        table.refused(1, Action::Return(Card::Bite)).reason,
        "You have already chosen every Bite you hold."
    );
    table.act(1, Action::Return(Card::Thief));
    assert!(table.may(1, Action::Keep) && table.may(1, Action::Return(Card::Keys)));
    table.act(1, Action::Keep);
    assert_eq!(table.hand(1), cards(&[Card::Candle, Card::Keys, Card::Amulet, Card::Vaccine]));
    assert_eq!(table.hand(2), cards(&[Card::Bite, Card::Bite, Card::Thief]));
    assert_eq!((table.all().turn, table.all().stage), (seat(2), TurnStage::Play), "nobody draws");
    // The fourth card back ends it: nobody may have more than four.
    let mut table = night(
        5,
        json!({"1": {"hand": ["voodoo", "bite"]}, "2": {"hand": ["keys", "amulet", "thief", "vaccine"]}}),
    );
    table.act(1, on(Card::Voodoo, 2)).act(2, Action::Endure);
    for card in [Card::Bite, Card::Keys, Card::Thief, Card::Vaccine] {
        table.act(1, Action::Return(card));
    }
    assert_eq!((table.hand(1).len(), table.hand(2).len(), table.all().turn), (1, 4, seat(2)));
    // Against an empty hand it is a way to give cards away.
    let mut table = night(5, json!({"1": {"hand": ["voodoo", "bite"]}, "2": {"hand": []}}));
    table.act(1, on(Card::Voodoo, 2)).act(1, Action::Return(Card::Bite));
    assert_eq!((table.hand(1).len(), table.hand(2).len()), (0, 1));
}

#[test]
fn the_leshy_takes_two_from_everybody_else() {
    // rules 5.13, 6.8
    let mut table = night(
        5,
        json!({"1": {"hand": ["leshy", "bite"]}, "2": {"hand": ["amulet", "mirror", "keys"]},
        "3": {"hand": ["candle"]}, "4": {"hand": []}, "5": {"hand": ["bite", "bite", "bite", "thief"]}}),
    );
    table.act(1, play(Card::Leshy));
    // Hands of one or two cards go whole, and nobody is asked for what is forced.
    assert_eq!(table.waiting(), seats(&[2, 5]));
    assert_eq!(rule(&table, 2, Action::Amulet), "6.1");
    table
        .act(5, Action::Discard(Card::Bite))
        .act(2, Action::Discard(Card::Amulet))
        .act(2, Action::Discard(Card::Keys));
    // A choice is sealed until all are in.
    assert_eq!((table.hand(2).len(), table.discarded(Card::Amulet)), (3, 0));
    assert_eq!(table.sees(5).sealed[1], None);
    assert_eq!(table.sees(2).sealed[1], Some(cards(&[Card::Keys, Card::Amulet])));
    assert_eq!(table.waiting(), seats(&[5]));
    table.act(5, Action::Discard(Card::Bite));
    assert_eq!((table.hand(2), table.hand(3)), (cards(&[Card::Mirror]), Cards::EMPTY));
    assert_eq!(table.hand(5), cards(&[Card::Bite, Card::Thief]));
    assert_eq!(table.hand(1).len(), 1);
    assert_eq!((table.discarded(Card::Bite), table.discarded(Card::Candle)), (2, 1));
    assert_eq!(table.all().stage, TurnStage::Draw { seat: seat(1), left: 3, then: bloodwood::Then::End });
}

#[test]
fn the_hunter_gathers_a_card_from_everybody_else() {
    // rules 5.14, 6.8
    let mut table = night(
        7,
        json!({"1": {"hand": ["hunter", "bite", "bite"]}, "2": {"hand": ["amulet", "mirror"]},
        "3": {"hand": ["candle"]}, "4": {"hand": []}, "5": {"hand": ["keys", "thief"]},
        "6": {"hand": ["vaccine", "chains"]}, "7": {"hand": ["voodoo", "leshy"]}}),
    );
    table.act(1, play(Card::Hunter));
    assert_eq!((table.discarded(Card::Bite), table.hand(1).len()), (2, 0));
    assert_eq!(table.waiting(), seats(&[2, 5, 6, 7]), "seat 3 has no choice and seat 4 no card");
    table
        .act(7, Action::Give(Card::Voodoo))
        .act(5, Action::Give(Card::Keys))
        .act(2, Action::Give(Card::Mirror));
    assert_eq!(table.hand(5).len(), 2, "sealed until all have chosen");
    table.act(6, Action::Give(Card::Chains));
    assert_eq!(table.hand(1), cards(&[Card::Mirror, Card::Candle, Card::Keys, Card::Chains, Card::Voodoo]));
    assert_eq!(table.all().stage, TurnStage::Catch);
    assert_eq!(rule(&table, 1, Action::Keep), "5.14");
    table.act(1, Action::Discard(Card::Candle));
    assert_eq!(table.discarded(Card::Candle), 1);
    table.act(1, Action::Discard(Card::Keys)).act(1, Action::Keep);
    assert_eq!(table.hand(1), cards(&[Card::Mirror, Card::Chains, Card::Voodoo]));
    assert_eq!((table.all().turn, table.all().stage), (seat(2), TurnStage::Play), "nobody draws");
    assert_eq!(table.hand(2), cards(&[Card::Amulet]));
    assert_eq!(rule(&table, 2, Action::Give(Card::Amulet)), "5.14");
}

#[test]
fn eleven_bites_for_the_hunter() {
    // Found by thought: a full table can give more cards alike than a hand usually holds.
    let mut seated = serde_json::Map::new();
    seated.insert("1".into(), json!({"hand": ["hunter"]}));
    for number in 2..=12 {
        seated.insert(number.to_string(), json!({"hand": ["bite"]}));
    }
    let mut table = night(12, json!(seated));
    table.act(1, play(Card::Hunter));
    assert_eq!(table.hand(1).count(Card::Bite), 11);
    for observer in Observer::every(12) {
        let seen = bloodwood::Bloodwood::observe(&table.state, observer);
        let twin = bloodwood::Bloodwood::sample(&seen, &mut table.chance);
        assert_eq!(bloodwood::Bloodwood::observe(&twin, observer), seen);
    }
    for _ in 0..7 {
        table.act(1, Action::Discard(Card::Bite));
    }
    table.act(1, Action::Keep);
    assert_eq!(table.hand(1).len(), 4);
}

#[test]
fn a_hunter_without_prey_ends_the_turn() {
    // rule 5.14
    let mut table = night(
        5,
        json!({"1": {"hand": ["hunter"]}, "2": {"hand": []}, "3": {"hand": []}, "4": {"hand": []}, "5": {"hand": []}}),
    );
    table.act(1, play(Card::Hunter));
    assert_eq!((table.all().turn, table.hand(1).len()), (seat(2), 0));
}
