//! Scenario files: what holds passes, what does not is shown with its step.

use kuhn_poker::KuhnPoker;
use table::scenario::{Failed, Passed, Scenario};

fn run(steps: &str) -> Result<Passed, Failed> {
    let text =
        format!("game = \"kuhn-poker\"\nabout = \"A bet\"\nseed = 1\noptions = {{ players = 2 }}\n{steps}");
    Scenario::parse(&text).unwrap_or_else(|refusal| panic!("{refusal}")).run::<KuhnPoker>()
}

#[test]
fn a_scenario_that_holds_counts_its_checks() {
    let passed = run(r#"
expect = { waiting = [1], has = { "1" = ["Bet"] }, lacks = { "1" = ["Call"] }, hides = { "1" = ["/cards/1"] } }
[[step]]
seat = 1
action = "bet"
[[step]]
seat = 2
action = "check"
refused = "you call or fold"
[[step]]
seat = 2
action = "Fold"
expect = { over = true, ending = "fold", winners = [1], scores = [1, -1] }
"#);
    assert_eq!(passed, Ok(Passed { steps: 3, checks: 9 }));
}

#[test]
fn the_first_difference_is_shown_with_its_step_and_the_open_table() {
    let cases = [
        ("expect = { waiting = [2] }", 0, "waits on {1}, expected"),
        ("[[step]]\nseat = 1\naction = \"call\"", 1, "seat 1 was refused"),
        ("[[step]]\nseat = 1\naction = \"Dance\"", 1, "has no option \"Dance\"; it has"),
        ("[[step]]\nseat = 1\naction = \"bet\"\nrefused = \"no\"", 1, "was accepted and should be refused"),
        ("[[step]]\naction = \"bet\"", 1, "neither \"seat\" nor \"seats\""),
        ("[[step]]\nseat = 1\naction = \"bet\"\nexpect = { over = true }", 1, "over"),
        ("expect = { lacks = { \"9\" = [\"Bet\"] } }", 0, "there is no seat 9 at a table of 2"),
        ("expect = { has = { \"3\" = [\"Bet\"] } }", 0, "there is no seat 3 at a table of 2"),
        ("expect = { sees = { \"9\" = {} } }", 0, "there is no seat 9 at a table of 2"),
        ("expect = { hides = { \"9\" = [] } }", 0, "there is no seat 9 at a table of 2"),
        ("[[step]]\nseat = 3\naction = \"Bet\"", 1, "There is no seat 3 at this table."),
    ];
    for (steps, step, difference) in cases {
        let failed = run(steps).unwrap_err();
        assert_eq!(failed.step, step, "{failed}");
        assert!(failed.difference.contains(difference), "{steps}: {failed}");
        assert!(failed.table.contains("Card"), "the open table shows the cards: {failed}");
    }
}

#[test]
fn unknown_fields_and_other_games_are_refused() {
    let unknown =
        Scenario::parse("game = \"kuhn-poker\"\nabout = \"\"\noptions = {}\ncolour = 1").unwrap_err();
    assert!(unknown.reason.contains("unknown field `colour`"), "{unknown}");
    let other = Scenario::parse("game = \"whist\"\nabout = \"\"\noptions = { players = 2 }").unwrap();
    assert!(other.run::<KuhnPoker>().unwrap_err().difference.contains("for whist, not for kuhn-poker"));
}
