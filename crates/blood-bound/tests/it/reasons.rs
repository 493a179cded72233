//! Reasons for hints, each proved in a position.

use blood_bound::pieces::Token;
use blood_bound::{Action, BloodBound};
use laws::{Bench, seat};
use table::Instinct;

use crate::at;

fn reasons(table: &Bench<BloodBound>, number: usize, action: Action) -> Vec<(String, String)> {
    let mut reasons = Vec::new();
    BloodBound::reasons(&table.sees(number), action, &mut reasons);
    reasons.into_iter().map(|reason| (reason.rule, reason.text.to_string())).collect()
}

#[track_caller]
fn says(table: &Bench<BloodBound>, number: usize, action: Action, rule: &str, words: &str) {
    let all = reasons(table, number, action);
    assert!(all.iter().any(|(of, text)| of == rule && text.contains(words)), "{all:#?}");
}

/// All ranks of the Beast are out: the Assassin leads.
const KNOWN: &str = r#"
    dagger = 1
    seats.1.character = "rose-berserker"
    seats.2 = { character = "beast-mage", tokens = ["unknown", "beast", "rank"] }
    seats.3 = { character = "rose-guardian", tokens = ["rose", "rose"] }
    seats.4 = { character = "beast-assassin", tokens = ["unknown", "unknown", "rank"] }
    seats.5 = { character = "beast-courtesan", tokens = ["beast", "rank"] }
    seats.6 = { character = "rose-mentalist", tokens = ["rose"] }
"#;

#[test]
fn the_leader_with_three_wounds_is_counted_out() {
    let table = at(6, KNOWN);
    let strike = reasons(&table, 1, Action::Strike(seat(4)));
    assert_eq!(strike[0].0, "10.2");
    // Rank 2 is out and no Elder can be left in the Beast: every way has the Assassin in the lead.
    assert!(strike[0].1.contains("leads the Beast"), "{strike:#?}");
    let wrong = reasons(&table, 1, Action::Strike(seat(2)));
    assert!(wrong.iter().all(|(rule, _)| rule != "10.2"), "a Mage does not lead: {wrong:#?}");
    says(&table, 1, Action::Strike(seat(5)), "1.3", "certainly of the Beast");
}

#[test]
fn a_token_says_what_it_keeps_secret() {
    let mut table = at(6, KNOWN);
    table.act(1, Action::Strike(seat(6))).act(6, Action::StandAlone);
    says(&table, 6, Action::Take(Token::Rank), "8.5", "The rank token opens your ability");
    says(&table, 6, Action::Take(Token::Rose), "5.2", "you can still intervene");
}

#[test]
fn two_reasons_are_given_where_two_hold() {
    let mut table = at(6, KNOWN);
    // The Courtesan's clan lies open, and a wound always shows one more icon.
    let strike = reasons(&table, 1, Action::Strike(seat(5)));
    assert_eq!(strike.iter().map(|(rule, _)| rule.as_str()).collect::<Vec<_>>(), ["1.3", "6.1"]);
    table.act(1, Action::Strike(seat(6))).act(6, Action::StandAlone);
    let token = reasons(&table, 6, Action::Take(Token::Rose));
    assert_eq!(token.len(), 2, "the clan lies open, and the rank stays hidden: {token:#?}");
}

#[test]
fn a_call_and_an_answer() {
    let mut table = at(6, KNOWN);
    table.act(1, Action::Strike(seat(4)));
    says(&table, 4, Action::Call, "6.4", "three wounds");
    table.act(4, Action::Call);
    let asked = table.asked().number();
    let stay = reasons(&table, asked, Action::StayOut);
    assert!(stay.iter().all(|(rule, _)| !rule.is_empty()));
}

#[test]
fn nobody_is_told_in_how_few_ways_an_open_rival_leads_them() {
    let mut table = at(6, KNOWN);
    table.act(1, Action::Strike(seat(5))).act(5, Action::Call);
    says(&table, 3, Action::StayOut, "5.5", "certainly not of your clan");
}
