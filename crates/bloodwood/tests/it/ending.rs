//! Section 8: the declaration and the ways a game ends.

use bloodwood::pieces::{Card, Deck};
use bloodwood::{Action, Bloodwood, DeclareWhen, Options, TurnStage};
use laws::{seat, seats};
use serde_json::json;
use table::{Game, Outcome};

use crate::{Forest as _, Table, at, on, play, rule, standard};

/// Seats 1 to 3 are Vampires, seats 4 to 6 Werewolves; who is mutated is given.
fn six(mutated: &[usize], options: &Options) -> Table {
    let mut seated = serde_json::Map::new();
    for (index, entity) in
        ["vampire", "dracula", "vampire", "werewolf", "alpha", "werewolf"].iter().enumerate()
    {
        let dna = if mutated.contains(&(index + 1)) { "mutated" } else { "pure" };
        seated.insert((index + 1).to_string(), json!({"entity": entity, "dna": dna}));
    }
    at(options, json!({"turn": 4, "seats": seated}))
}

fn declare(table: &mut Table, number: usize, named: &[usize]) -> Outcome {
    table.act(number, Action::Declare);
    for &enemy in named {
        table.act(number, Action::Name(seat(enemy)));
    }
    Bloodwood::outcome(&table.state).expect("it is over")
}

#[test]
fn a_right_declaration_wins_for_the_whole_team() {
    // rules 1.3, 8.3, 8.4
    let mut table = six(&[3, 4, 5, 6], &standard(6));
    let outcome = declare(&mut table, 1, &[6, 4, 5]);
    assert_eq!((outcome.ending(), outcome.winners()), ("declared", seats(&[1, 2, 3])));
    assert!(table.waiting().is_empty() && table.interrupts().is_empty());
}

#[test]
fn one_mistake_loses() {
    // rules 1.3, 8.4
    let mut table = six(&[3, 4, 5, 6], &standard(6));
    let outcome = declare(&mut table, 1, &[3, 4, 5]);
    assert_eq!((outcome.ending(), outcome.winners()), ("false-declaration", seats(&[4, 5, 6])));
    // The right names, but one of them is pure.
    let mut table = six(&[4, 5], &standard(6));
    let outcome = declare(&mut table, 1, &[4, 5, 6]);
    assert_eq!((outcome.ending(), outcome.winners()), ("false-declaration", seats(&[4, 5, 6])));
    // A Werewolf who is wrong hands the game to the Vampires.
    let mut table = six(&[1, 2, 3], &standard(6));
    let outcome = declare(&mut table, 4, &[1, 2, 5]);
    assert_eq!(outcome.winners(), seats(&[1, 2, 3]));
}

#[test]
fn the_verdict_names_every_mistake_of_a_declaration() {
    // rule 8.4
    let verdict = |mutated: &[usize], named: &[usize]| {
        let mut table = six(mutated, &standard(6));
        declare(&mut table, 1, named);
        Bloodwood::scene(&table.all(), seats(&[])).verdict.expect("it is over").to_string()
    };
    let (wrong, pure) = ("named the wrong players", "still pure");
    let has = |verdict: String| (verdict.contains(wrong), verdict.contains(pure));
    assert_eq!(has(verdict(&[3, 4, 5, 6], &[3, 4, 5])), (true, false));
    assert_eq!(has(verdict(&[4, 5], &[4, 5, 6])), (false, true));
    assert_eq!(has(verdict(&[4, 5], &[3, 4, 5])), (true, true));
}

#[test]
fn only_the_pure_declare_in_or_out_of_turn() {
    // rules 8.1, 8.2, 8.7
    let mut table = six(&[3, 4, 5], &standard(6));
    assert_eq!(table.waiting(), seats(&[4]));
    assert_eq!(table.interrupts(), seats(&[1, 2, 6]));
    assert_eq!(table.legal(1), [Action::Declare]);
    assert!(!table.may(4, Action::Declare), "mutated");
    assert_eq!(rule(&table, 4, Action::Declare), "8.1");
    assert_eq!(rule(&table, 1, Action::Discard(Card::Bite)), "3.1");
    table.act(6, Action::Declare);
    assert_eq!((table.waiting(), table.interrupts()), (seats(&[6]), seats(&[])), "the table waits");
    // With one pure player left, that one alone may.
    let table = six(&[1, 2, 3, 4, 5], &standard(6));
    assert_eq!(table.interrupts(), seats(&[6]));
    // Chained and tranquillized players may.
    let position = json!({"turn": 1, "seats": {"2": {"chained": true, "tranquillized": true}, "3": {"dna": "permanent"}}});
    let table = at(&standard(5), position);
    assert_eq!(table.interrupts(), seats(&[2, 4, 5]));
    assert!(table.may(1, Action::Declare));
}

#[test]
fn not_while_a_card_is_being_resolved() {
    // rule 8.2
    let four = json!(["bite", "keys", "keys", "candle"]);
    let night = |card: &str| {
        at(
            &standard(5),
            json!({"turn": 1, "phase": "night", "seats": {"1": {"hand": [card, "thief"]}, "2": {"hand": four}, "3": {"hand": four}}}),
        )
    };
    let nobody = seats(&[]);
    let mut table = night("bite");
    table.act(1, on(Card::Bite, 2));
    assert_eq!(table.interrupts(), nobody);
    assert_eq!(rule(&table, 2, Action::Declare), "8.2");
    let mut table = night("leshy");
    table.act(1, play(Card::Leshy));
    assert_eq!(table.interrupts(), nobody);
    let mut table = night("hunter");
    table.act(1, play(Card::Hunter));
    assert_eq!(table.interrupts(), nobody);
    let mut table = night("voodoo");
    table.act(1, on(Card::Voodoo, 2)).act(2, Action::Endure);
    assert!(matches!(table.all().stage, TurnStage::Voodoo { .. }));
    assert_eq!(table.interrupts(), nobody);
    assert_eq!(rule(&table, 1, Action::Declare), "8.2");
    let mut table = at(&standard(5), json!({"turn": 1, "seats": {"1": {"hand": ["pandoras-box"]}}}));
    table.act(1, on(Card::PandorasBox, 2));
    assert_eq!(table.interrupts(), nobody);
}

#[test]
fn while_cards_are_drawn_only_a_declaration_that_could_be_right_is_heard() {
    // rule 8.2
    let mut table = six(&[5, 6], &standard(6));
    let card = table.hand(4).kinds().next().unwrap();
    table.act(4, Action::Discard(card));
    assert_eq!(table.interrupts(), seats(&[]));
    assert_eq!(rule(&table, 4, Action::Declare), "8.2");
    let mut table = six(&[1, 2, 3], &standard(6));
    let card = table.hand(4).kinds().next().unwrap();
    table.act(4, Action::Discard(card));
    assert!(table.may(4, Action::Declare), "right after the card that did it");
    assert_eq!(table.interrupts(), seats(&[5, 6]));
    assert_eq!(declare(&mut table, 4, &[1, 2, 3]).winners(), seats(&[4, 5, 6]));
}

#[test]
fn naming_is_step_by_step_and_for_good() {
    // rule 8.3
    let mut table = six(&[4, 5, 6], &standard(6));
    table.act(1, Action::Declare);
    assert_eq!(table.legal(1).len(), 5, "everybody but oneself");
    assert_eq!(table.refused(1, Action::Name(seat(1))).reason, "You are not your own enemy.");
    table.act(1, Action::Name(seat(4)));
    assert_eq!(rule(&table, 1, Action::Name(seat(4))), "8.3");
    assert_eq!(rule(&table, 1, Action::Accuse), "8.3");
    assert_eq!(rule(&table, 1, Action::Draw(Deck::Day)), "3.5");
    assert_eq!(table.sees(3).stage, TurnStage::Declare { seat: seat(1), named: seats(&[4]) });
    table.act(1, Action::Name(seat(5))).act(1, Action::Name(seat(6)));
    assert!(Bloodwood::outcome(&table.state).is_some(), "half of the table is named: it is judged");
    assert_eq!(six(&[], &standard(6)).refused(4, Action::Name(seat(1))).reason, "Declare the end first.");
}

#[test]
fn a_declaration_cannot_be_taken_back() {
    // rule 8.3
    let seed = table::seed::Seed::from_number(1, 6);
    let mut game = table::Match::<Bloodwood>::start(standard(6), None, Vec::new(), seed).unwrap();
    game.play(seat(1), Action::Declare).unwrap();
    assert!(!game.may_undo(seat(1)));
    game.play(seat(1), Action::Name(seat(2))).unwrap();
    assert!(!game.may_undo(seat(1)));
    assert!(game.undo(seat(1)).is_err());
}

#[test]
fn who_may_not_declare_is_told_why() {
    // rules 8.1, 8.2
    let table = six(&[1, 2], &standard(6));
    let refused = table.refused(1, Action::Declare);
    assert_eq!((refused.kind, refused.rule.as_deref()), (table::Refused::NotYours, Some("8.1")));
    assert_eq!(table.refused(1, Action::Keep).rule, None);
    let position =
        json!({"turn": 1, "phase": "night", "seats": {"1": {"hand": ["bite"]}, "2": {"hand": ["keys"]}}});
    let mut table = at(&standard(5), position);
    table.act(1, on(Card::Bite, 2));
    assert_eq!(rule(&table, 3, Action::Declare), "8.2");
}

#[test]
fn names_that_lose_say_so() {
    // rule 8.4
    let mut table = six(&[3, 4, 5, 6], &standard(6));
    table.act(2, Action::Declare);
    let detail = |table: &Table, enemy| {
        let words = Bloodwood::describe(&table.sees(2), &[Action::Name(seat(enemy))]);
        words[0].detail.to_string()
    };
    assert_eq!(detail(&table, 1), "This player is pure: with this name your side loses.");
    assert_eq!(detail(&table, 3), "This player is on your side: with this name your side loses.");
    assert_eq!(detail(&table, 4), "For good. One wrong name, and your side loses.");
    table.act(2, Action::Name(seat(4))).act(2, Action::Name(seat(5)));
    assert!(detail(&table, 6).ends_with("It is the last name: the game ends at once."));
    let declare = Bloodwood::describe(&six(&[5, 6], &standard(6)).sees(1), &[Action::Declare]);
    assert!(
        declare[0].detail.to_string().ends_with("It would lose now: only 2 mutated, and at least 3 enemies.")
    );
}

#[test]
fn at_an_odd_table_the_enemies_may_be_one_more_or_less() {
    // rule 8.3
    let seated = json!({"1": {"entity": "vampire"}, "2": {"entity": "vampire"}, "3": {"entity": "vampire"},
        "4": {"entity": "werewolf", "dna": "mutated"}, "5": {"entity": "alpha", "dna": "mutated"}});
    let mut table = at(&standard(5), json!({"turn": 1, "seats": seated}));
    table.act(1, Action::Declare).act(1, Action::Name(seat(5))).act(1, Action::Name(seat(4)));
    assert_eq!(table.legal(1).len(), 3, "stop here, or one more of two");
    table.act(1, Action::Accuse);
    assert_eq!(Bloodwood::outcome(&table.state).unwrap().winners(), seats(&[1, 2, 3]));
    let seated = json!({"1": {"entity": "vampire", "dna": "mutated"}, "2": {"entity": "vampire", "dna": "mutated"},
        "3": {"entity": "vampire", "dna": "mutated"}, "4": {"entity": "werewolf"}, "5": {"entity": "alpha"}});
    let mut table = at(&standard(5), json!({"turn": 1, "seats": seated}));
    assert_eq!(declare(&mut table, 4, &[1, 2, 3]).winners(), seats(&[4, 5]));
}

#[test]
fn what_a_turn_has_done_is_seen_before_the_next_is_slept_through() {
    // rules 5.10, 8.2: seat 1's curse falls, which makes seat 2's declaration right; seat 2's own curse would fall in its sleep.
    let seated = json!({"1": {"entity": "werewolf", "curse": 1, "hand": ["bite"]},
        "2": {"entity": "vampire", "curse": 1, "tranquillized": true}, "3": {"entity": "dracula", "dna": "mutated"},
        "4": {"entity": "alpha", "dna": "mutated"}, "5": {"entity": "vampire"}, "6": {"entity": "werewolf", "dna": "mutated"}});
    let asleep = || {
        let mut table = at(&standard(6), json!({"turn": 1, "seats": seated}));
        table.act(1, Action::Discard(Card::Bite)).draw_all();
        table
    };
    let mut table = asleep();
    assert_eq!((table.all().turn, table.waiting(), table.interrupts()), (seat(2), seats(&[2]), seats(&[5])));
    assert_eq!(table.legal(2), [Action::Dally, Action::Declare]);
    let card = table.hand(2).kinds().next().unwrap();
    assert_eq!(rule(&table, 2, Action::Discard(card)), "5.10");
    assert_eq!(declare(&mut table, 2, &[1, 4, 6]).winners(), seats(&[2, 3, 5]));
    let mut table = asleep();
    table.act(2, Action::Dally);
    assert_eq!(
        (table.all().turn, table.before(2).tranquillized, table.before(2).permanent),
        (seat(3), false, true)
    );
    // With one of six mutated no declaration could be right: nobody is asked.
    let position = json!({"turn": 1, "seats": {"1": {"hand": ["bite"]}, "2": {"tranquillized": true}, "3": {"dna": "mutated"}}});
    let mut table = at(&standard(6), position);
    table.act(1, Action::Discard(Card::Bite)).draw_all();
    assert_eq!(table.all().turn, seat(3));
}

#[test]
fn who_runs_out_of_time_lays_a_card_off() {
    let position = json!({"turn": 1, "phase": "night", "seats": {"1": {"hand": ["bite", "mirror"]}}});
    let table = at(&standard(6), position);
    let actions = table.legal(1);
    assert!(actions.iter().any(|action| matches!(action, Action::PlayOn { .. })));
    let chosen = actions[Bloodwood::fallback(&table.state, seat(1), &actions)];
    assert!(matches!(chosen, Action::Discard(_)), "{chosen:?}");
}

#[test]
fn on_ones_own_turn_only() {
    // rule 8.5
    let options = Options { declare: DeclareWhen::OwnTurn, ..standard(6) };
    let mut table = six(&[1, 2, 3], &options);
    assert_eq!(table.interrupts(), seats(&[]));
    assert!(table.may(4, Action::Declare));
    let card = table.hand(4).kinds().next().unwrap();
    table.act(4, Action::Discard(card));
    assert_eq!(rule(&table, 4, Action::Declare), "8.5");
    // Before playing: not in the extra play either.
    let position = json!({"turn": 1, "extra-after": "eclipse"});
    assert!(!at(&options, position).may(1, Action::Declare));
    // A player without cards may before drawing.
    let position = json!({"turn": 1, "seats": {"1": {"hand": ["bite"]}, "2": {"hand": []}}});
    let mut table = at(&options, position);
    table.act(1, Action::Discard(Card::Bite)).draw_all_of(1);
    assert!(table.may(2, Action::Declare));
    // A turn that is slept through gives no chance.
    let position = json!({"turn": 1, "seats": {"1": {"hand": ["bite"]}, "2": {"tranquillized": true}}});
    let mut table = at(&options, position);
    assert!(!table.may(2, Action::Declare));
    table.act(1, Action::Discard(Card::Bite)).draw_all();
    assert_eq!((table.all().turn, table.may(2, Action::Declare)), (seat(3), false));
    // Not with a mutation.
    let table = six(&[4], &options);
    assert_eq!(rule(&table, 4, Action::Declare), "8.1");
}

#[test]
fn with_nobody_pure_it_goes_on() {
    // rule 8.6
    let all = ["1", "2", "3", "4", "5"];
    let seated: serde_json::Map<_, _> = all
        .iter()
        .map(|number| (number.to_string(), json!({"dna": "mutated", "hand": ["vaccine", "bite"]})))
        .collect();
    let mut table = at(&standard(5), json!({"turn": 1, "seats": seated}));
    assert_eq!((table.waiting(), table.interrupts()), (seats(&[1]), seats(&[])));
    table.act(1, on(Card::Vaccine, 3));
    assert_eq!(table.interrupts(), seats(&[3]));
}

#[test]
fn everybody_mutated_for_good_is_a_draw() {
    // rule 8.8
    let mut seated: serde_json::Map<_, _> =
        (2..=5).map(|number| (number.to_string(), json!({"dna": "permanent"}))).collect();
    seated.insert("1".into(), json!({"hand": ["bite"], "curse": 1}));
    let mut table = at(&standard(5), json!({"turn": 1, "seats": seated}));
    table.act(1, Action::Discard(Card::Bite)).draw_all();
    let outcome = Bloodwood::outcome(&table.state).unwrap();
    assert_eq!((outcome.ending(), outcome.is_draw()), ("all-cursed", true));
    assert!(outcome.winners().is_empty());
}

#[test]
fn the_limit_of_rounds() {
    // rule 8.9
    for (options, turns) in [(standard(5), 499), (Options { rounds: 7, ..standard(5) }, 34)] {
        let mut table = at(&options, json!({"turn": 2, "turns": turns}));
        let card = table.hand(2).kinds().next().unwrap();
        table.act(2, Action::Discard(card)).draw_all();
        assert_eq!(Bloodwood::outcome(&table.state).unwrap().ending(), "stalemate");
        let heading = Bloodwood::scene(&table.all(), seats(&[])).heading;
        assert_eq!(heading.to_string(), format!("The end, in round {}", options.rounds));
        let mut table = at(&options, json!({"turn": 2, "turns": turns - 1}));
        let card = table.hand(2).kinds().next().unwrap();
        table.act(2, Action::Discard(card)).draw_all();
        assert!(Bloodwood::outcome(&table.state).is_none());
    }
}

#[test]
fn the_end_opens_all_entities() {
    // rule 9.6
    let mut table = six(&[], &standard(6));
    assert_eq!(table.sees(1).entities.iter().flatten().count(), 1);
    declare(&mut table, 1, &[4, 5, 6]);
    for number in 1..=6 {
        assert_eq!(table.sees(number).entities, table.all().entities);
    }
    let over = table::game::check::<Bloodwood>(&table.state, seat(1), Action::Declare).unwrap_err();
    assert_eq!(over.kind, table::Refused::Over);
}
