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
        ("[[step]]\nseat = 3\nundo = true", 1, "There is no seat 3 at this table."),
        ("[[step]]\nseat = 1\nundo = true", 1, "seat 1 was refused: This cannot be taken back"),
        ("[[step]]\nseat = 1", 1, "it needs one of \"action\", \"undo\" and \"all\""),
        ("[[step]]\nseat = 1\nundo = true\naction = \"bet\"", 1, "it needs one of"),
        ("[[step]]\nundo = true", 1, "neither \"seat\" nor \"seats\""),
        ("[[step]]\nseat = 1\nall = \"Check\"", 1, "leave out \"seat\""),
        ("[[step]]\nall = \"call\"", 1, "seat 1 was refused: Nobody has bet yet"),
        ("[[step]]\nseat = \"spectator\"\naction = \"Bet\"", 1, "You have no seat at this table."),
        ("[[step]]\nseat = \"all\"\naction = \"Bet\"", 1, "is not a seat"),
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

/// The first difference before any step.
fn difference(expect: &str) -> String {
    run(&format!("position = {{ cards = [1, 3] }}\nexpect = {{ {expect} }}")).unwrap_err().difference
}

/// How many things were checked before any step.
fn holds(expect: &str) -> usize {
    let passed = run(&format!("position = {{ cards = [1, 3] }}\nexpect = {{ {expect} }}"));
    passed.unwrap_or_else(|failed| panic!("{failed}")).checks
}

#[test]
fn a_path_that_leads_nowhere_is_an_error() {
    assert_eq!(holds(r#"hides = { "1" = ["/cards/1"], spectator = ["/cards/0"] }"#), 2);
    let cases = [
        (r#"sees = { "1" = { "/cards/0" = 2 } }"#, "sees 1 at /cards/0, expected 2"),
        (r#"sees = { "1" = { "/cards/2" = 1 } }"#, "no \"2\" in /cards, which has 2 entries, from 0"),
        (r#"sees = { "1" = { "/cards/0/rank" = 1 } }"#, "no \"rank\" in /cards/0, which has only 1"),
        (
            r#"sees = { "1" = { "/card/0" = 1 } }"#,
            "no \"card\" in the observation, which has observer, cards",
        ),
        (r#"sees = { "1" = { "cards" = 1 } }"#, "\"cards\" is not a path"),
        (r#"hides = { "1" = ["/cards/0"] }"#, "1 sees 1 at /cards/0 and should not"),
        (r#"hides = { "1" = ["/card/1"] }"#, "nobody has anything at /card/1 that could be hidden"),
        (r#"hides = { "1" = ["/cards/2"] }"#, "no \"2\" in /cards"),
    ];
    for (expect, reason) in cases {
        let difference = difference(expect);
        assert!(difference.contains(reason), "{expect}: {difference}");
    }
}

#[test]
fn null_can_be_expected() {
    let null = r#"sees = { "1" = { "/cards/1" = { null = true } } }"#;
    assert_eq!(holds(null), 1);
    assert!(difference(&null.replace("cards/1", "cards/0")).contains("sees 1 at /cards/0, expected null"));
    assert!(difference(&null.replace("cards/1", "cards/9")).contains("no \"9\" in /cards"));
}

#[test]
fn options_can_be_listed_whole_and_written_as_actions() {
    assert_eq!(holds(r#"options = { "1" = ["Bet", "Check"], "2" = [] }"#), 2);
    assert_eq!(holds(r#"has = { "1" = ["bet"] }, lacks = { "1" = ["Call"] }"#), 2);
    let cases = [
        (r#"options = { "1" = ["Bet"] }"#, "seat 1 also has the option \"Check\"; it has: Check | Bet"),
        (r#"options = { "1" = ["Bet", "Call"] }"#, "seat 1 lacks the option \"Call\""),
        (r#"options = { "2" = ["Call"] }"#, "seat 2 lacks the option \"Call\"; it has: nothing"),
        (r#"options = { spectator = [] }"#, "only seats have options"),
        // The same label in other spelling is not another option.
        (r#"lacks = { "1" = ["b e t."] }"#, "seat 1 has the option \"b e t.\"; it has: Check | Bet"),
        (r#"lacks = { "1" = [{ dance = 1 }] }"#, "is not an action of Kuhn poker"),
    ];
    for (expect, reason) in cases {
        let difference = difference(expect);
        assert!(difference.contains(reason), "{expect}: {difference}");
    }
}

#[test]
fn a_set_up_can_be_expected_to_be_refused() {
    let refused =
        |cards: &str, why: &str| run(&format!("refused = \"{why}\"\nposition = {{ cards = {cards} }}"));
    assert_eq!(refused("[2, 2]", "one of each"), Ok(Passed { steps: 0, checks: 1 }));
    let cases = [
        ("[2, 2]", "too few", "but not for \"too few\": The cards"),
        ("[2, 3]", "one", "was accepted and should"),
    ];
    for (cards, why, reason) in cases {
        let failed = refused(cards, why).unwrap_err();
        assert!(failed.step == 0 && failed.difference.contains(reason), "{failed}");
    }
    for more in ["[[step]]\nseat = 1\naction = \"bet\"", "expect = { over = true }"] {
        let failed = run(&format!("refused = \"one\"\nposition = {{ cards = [2, 2] }}\n{more}")).unwrap_err();
        assert!(failed.difference.contains("has no steps, expectations or twin"), "{failed}");
    }
}

#[test]
fn steps_are_taken_back_by_everybody_and_by_spectators() {
    let passed = run(r#"
[[step]]
seat = "spectator"
action = "Bet"
refused = "no seat"
[[step]]
seat = "spectator"
undo = true
refused = "no seat"
[[step]]
seat = 1
action = "Bet"
[[step]]
seat = 2
undo = true
refused = "cannot be taken back"
[[step]]
seat = 1
undo = true
expect = { waiting = [1], options = { "1" = ["Check", "Bet"] }, log = { "2" = [] } }
[[step]]
all = "Check"
expect = { over = true, ending = "showdown" }
"#);
    assert_eq!(passed, Ok(Passed { steps: 6, checks: 8 }));
}

#[test]
fn prompts_details_and_log_lines_are_checked() {
    let text = r#"
position = { cards = [1, 3] }
expect = { prompt = { "1" = "you check or bet", "2" = "seat 1 checks" }, log = { "1" = [] } }
[[step]]
all = "Check"
[step.expect]
prompt = { "1" = "" }
log = { "1" = ["You check", "cards are 1 and 3"], "2" = ["seat 1 checks", "you check", "1 and 3"] }
"#;
    assert_eq!(run(text), Ok(Passed { steps: 1, checks: 6 }));
    let failing = |from: &str, to: &str| run(&text.replacen(from, to, 1)).unwrap_err();
    let prompt = failing("you check or bet", "you fold");
    assert!(prompt.difference.contains("the prompt of 1 is \"You check or bet.\", expected \"you fold\""));
    let order = failing("\"You check\", \"cards are 1 and 3\"", "\"cards are\", \"You check\"");
    assert!(order.step == 1 && order.difference.contains("1 was not told \"You check\"; it was told: You"));
    let nothing = failing("[\"seat 1 checks\", \"you check\", \"1 and 3\"]", "[]");
    assert!(nothing.difference.contains("2 should be told nothing; it was told: seat 1 checks. | You"));
    // Only what was told in the step itself counts.
    let later = "[[step]]\nseat = 1\naction = \"bet\"\n[[step]]\nseat = 2\naction = \"fold\"\nexpect = ";
    assert!(run(&format!("{later}{{ log = {{ \"1\" = [\"seat 2 folds\"] }} }}")).is_ok());
    let earlier = run(&format!("{later}{{ log = {{ \"1\" = [\"You bet\"] }} }}")).unwrap_err();
    assert!(
        earlier.difference.contains("1 was not told \"You bet\"; it was told: seat 2 folds."),
        "{earlier}"
    );
    assert_eq!(holds(r#"details = { "1" = { "Bet" = "" } }"#), 1);
    assert!(difference(r#"details = { "1" = { "Bet" = "risky" } }"#).contains("is \"\", expected \"risky\""));
    assert!(difference(r#"details = { "1" = { "Call" = "" } }"#).contains("lacks the option \"Call\""));
}

#[test]
fn twins_are_told_apart_only_by_what_the_observer_sees() {
    let twin = |observer: &str, cards: &str, more: &str| {
        run(&format!(
            r#"
position = {{ cards = [1, 3] }}
twin = {{ observer = {observer}, position = {{ cards = {cards} }}{more} }}
[[step]]
seat = 1
action = "call"
refused = "Nobody has bet"
[[step]]
seat = 1
action = "Bet"
[[step]]
seat = 2
action = "Call"
"#
        ))
    };
    assert_eq!(twin("1", "[1, 2]", ", steps = 2"), Ok(Passed { steps: 3, checks: 4 }));
    assert_eq!(twin("\"spectator\"", "[2, 1]", ", steps = 2"), Ok(Passed { steps: 3, checks: 4 }));
    let cases = [
        (twin("1", "[1, 2]", ""), 3, "seat 1 can tell the twin position: the observation has 3 at /cards/1"),
        (twin("2", "[1, 2]", ""), 0, "seat 2 can tell the twin position: the observation has 3 at /cards/1"),
        (twin("3", "[1, 2]", ""), 0, "there is no seat 3"),
        (twin("1", "[1, 1]", ""), 0, "the twin position is refused: The cards"),
    ];
    for (result, step, difference) in cases {
        let failed = result.unwrap_err();
        assert!(failed.step == step && failed.difference.contains(difference), "{failed}");
    }
}

#[test]
fn a_position_can_begin_with_moves() {
    let moves = |moves: &str, expect: &str| {
        run(&format!("position = {{ cards = [1, 3], moves = [{moves}] }}\nexpect = {{ {expect} }}"))
    };
    let bet =
        moves(r#"{ seat = 1, action = "Bet" }"#, r#"waiting = [2], options = { "2" = ["Call", "Fold"] }"#);
    assert_eq!(bet, Ok(Passed { steps: 0, checks: 2 }));
    let cases = [
        (r#"{ seats = [1, 2], action = "check" }"#, "The moves of the position end the game."),
        (r#"{ action = "check" }"#, "Move 1 of the position says neither \"seat\" nor \"seats\"."),
        (
            r#"{ seat = 1, action = "Bet" }, { seat = 1, action = "Bet" }"#,
            "Move 2 of the position: Seat 1 has no option",
        ),
        (r#"{ seat = 1, action = "call" }"#, "Move 1 of the position: Nobody has bet yet"),
        (r#"{ seat = 3, action = "Bet" }"#, "Move 1 of the position: There is no seat 3"),
        (r#"{ seat = 1, deed = "Bet" }"#, "The position cannot be read: unknown field `deed`"),
    ];
    for (given, reason) in cases {
        let failed = moves(given, "").unwrap_err();
        assert!(failed.step == 0 && failed.difference.contains(reason), "{failed}");
    }
}

#[test]
fn a_seed_is_found_in_which_the_cards_are_as_expected() {
    let dealt = |cards: &str| {
        let text = format!(
            "game = \"kuhn-poker\"\nany-seed = true\noptions = {{ players = 2 }}\nexpect = {{ sees = {{ all = {{ \"/cards\" = {cards} }} }} }}"
        );
        Scenario::parse(&text).unwrap().run::<KuhnPoker>()
    };
    for cards in ["[1, 2]", "[1, 3]", "[2, 1]", "[2, 3]", "[3, 1]", "[3, 2]"] {
        assert!(dealt(cards).is_ok(), "{cards}: {:?}", dealt(cards));
    }
    let impossible = dealt("[3, 3]").unwrap_err();
    assert!(impossible.difference.starts_with("with none of 2000 seeds"), "{impossible}");
}
