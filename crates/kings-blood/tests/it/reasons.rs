//! Reasons for hints, each proved in a position.

use kings_blood::{Action, KingsBlood};
use serde_json::json;
use table::{Game, Instinct, Options as _};

use crate::Table;

fn reasons(table: &Table, number: usize, action: Action) -> Vec<(String, String)> {
    let mut reasons = Vec::new();
    KingsBlood::reasons(&table.sees(number), action, &mut reasons);
    reasons.into_iter().map(|reason| (reason.rule, reason.text.to_string())).collect()
}

/// In games of the policy every counted fact is as the state has it.
#[test]
fn what_is_counted_is_true() {
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut table = Table::deal(&<KingsBlood as Game>::Options::standard(4), seed);
        for _ in 0..60 {
            let Some(seat) = table.waiting().first() else { break };
            let number = seat.number();
            for action in table.legal(number) {
                for (rule, text) in reasons(&table, number, action) {
                    met.insert(rule.clone());
                    if rule == "10.7" {
                        let held = table.state.held(seat);
                        assert_eq!(held, 1, "{text}");
                    }
                    if rule == "5.3" {
                        let unseen = table.state.hidden().minus(table.state.hands[seat.index()]).len();
                        assert!(text.contains(&format!("Of the {unseen} cards")), "{text}");
                    }
                    if rule == "10.2" {
                        assert_eq!(table.state.held(seat), 2, "{text}");
                    }
                }
            }
            table.act_at_random();
        }
    }
    let proved = ["5.1", "5.2", "5.3", "6.1", "6.2", "7.5", "9.2"];
    assert!(proved.iter().all(|rule| met.contains(*rule)), "{met:?}");
}

#[test]
fn a_call_is_needed() {
    let table = Table::deal(&<KingsBlood as Game>::Options::standard(2), 1);
    let call = reasons(&table, table.asked().number(), crate::action(json!("call")));
    assert_eq!(call[0].0, "10.3");
}
