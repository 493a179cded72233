//! The engine and its checks, with Kuhn poker.

use kuhn_poker::KuhnPoker;
use lessons::{Files, Lesson, Session, check, find};
use table::{Erased, Refused};
use wire::{LessonAnswer, Wants};

/// Seat 1 has the king and learns to bet it; seat 2 has the queen.
const LESSON: &str = r#"
game = "kuhn-poker"
title = "The best card"
minutes = 1
about = "A bet."
[[part]]
options = { players = 2 }
position = { cards = [3, 2] }
[[part.step]]
coach = "You hold the best card."
point = ["seat/2"]
rule = "1.1"
[[part.step]]
coach = "Bet it."
rule = "2.1"
expect = ["Bet"]
then = [{ seat = 2, action = "Call" }]
check = { over = true, winners = [1], ending = "showdown" }
praise = "Two chips."
[[part.step.wrong]]
action = "Check"
show = true
then = [{ seat = 2, action = "Check" }]
check = { over = true, winners = [1], ending = "showdown" }
say = "You win, but only one chip."
[[part]]
options = { players = 2 }
position = { cards = [1, 2] }
[[part.step]]
coach = "The worst card: check."
expect = ["Check"]
then = [{ all = "Bet" }]
[[part.step.wrong]]
action = "*"
say = "Not with this card."
[[part.step]]
coach = "Lose no more than you must."
goal = { over = true, ending = "fold" }
path = ["Fold"]
within = 1
again = "That cost two chips. Look at your card."
[[part]]
options = { players = 2 }
[[part.step]]
coach = "Now play."
play = true
praise = "Well played."
"#;

const GAME: Erased<KuhnPoker> = Erased::new();

fn lesson(text: &str) -> Lesson {
    Lesson::parse(text).unwrap_or_else(|fault| panic!("{fault}"))
}

fn fault(text: &str) -> String {
    match Lesson::parse(text) {
        Err(fault) => fault.to_string(),
        Ok(lesson) => check(&GAME, &GAME, &lesson).expect_err("it is broken").to_string(),
    }
}

fn answer(question: u32, code: Option<u32>) -> LessonAnswer {
    LessonAnswer { question, code }
}

/// The code of an option that the learner has.
fn option(session: &Session<'_>, label: &str) -> Option<u32> {
    let options = session.frame().view.options;
    let found = options.iter().find(|option| option.described.label == *label);
    Some(found.unwrap_or_else(|| panic!("no option {label}")).code)
}

#[test]
fn a_good_lesson_holds() {
    let passed = check(&GAME, &GAME, &lesson(LESSON)).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((passed.parts, passed.steps), (3, 5));
    assert!(passed.answers > 50, "{passed:?}");
}

#[test]
fn the_right_answer_leads_on() {
    let lesson = lesson(LESSON);
    let mut session = Session::open(&GAME, &GAME, &lesson, 1).unwrap();
    let coach = session.coach();
    assert_eq!((coach.text.to_string().as_str(), coach.wants), ("You hold the best card.", Wants::GoOn));
    assert_eq!((coach.part, coach.parts, coach.step, coach.steps), (1, 3, 1, 2));
    assert_eq!(coach.point, ["seat/2"]);
    assert!(session.frame().view.options.is_empty(), "there is nothing to choose yet");
    session.answer(answer(0, None)).unwrap();
    let bet = option(&session, "Bet");
    assert_eq!((session.coach().wants, session.coach().hint.first().copied()), (Wants::Choice, bet));
    session.answer(answer(1, bet)).unwrap();
    let coach = session.coach();
    assert_eq!(coach.wants, Wants::Next);
    assert!(coach.remark.is_some_and(|remark| remark.right && remark.text == *"Two chips."));
    assert!(session.is_over());
    assert_eq!(session.answer(answer(2, None)).unwrap_err().kind, Refused::Over);
}

#[test]
fn a_wrong_answer_is_played_shown_and_taken_back() {
    let lesson = lesson(LESSON);
    let mut session = Session::open(&GAME, &GAME, &lesson, 1).unwrap();
    session.answer(answer(0, None)).unwrap();
    let before = session.frame().view;
    session.answer(answer(1, option(&session, "Check"))).unwrap();
    let frame = session.frame();
    assert_eq!(frame.coach.wants, Wants::Back);
    assert!(frame.view.outcome.is_some(), "the consequence is on the table");
    assert!(frame.coach.remark.is_some_and(|remark| !remark.right));
    session.answer(answer(2, None)).unwrap();
    assert_eq!(session.frame().view, before);
    assert_eq!((session.coach().wants, session.coach().remark), (Wants::Choice, None));
}

#[test]
fn what_is_only_said_changes_nothing_on_the_table() {
    let lesson = lesson(LESSON);
    let mut session = Session::open(&GAME, &GAME, &lesson, 2).unwrap();
    let before = session.frame().view;
    session.answer(answer(0, option(&session, "Bet"))).unwrap();
    assert_eq!(session.frame().view, before);
    assert!(session.coach().remark.is_some_and(|remark| remark.text == *"Not with this card."));
}

#[test]
fn a_goal_that_is_missed_begins_again() {
    let lesson = lesson(LESSON);
    let mut session = Session::open(&GAME, &GAME, &lesson, 2).unwrap();
    session.answer(answer(0, option(&session, "Check"))).unwrap();
    let before = session.frame().view;
    session.answer(answer(1, option(&session, "Call"))).unwrap();
    assert_eq!(session.coach().wants, Wants::Back);
    session.answer(answer(2, None)).unwrap();
    assert_eq!(session.frame().view, before);
    session.answer(answer(3, option(&session, "Fold"))).unwrap();
    assert!(session.is_over());
}

#[test]
fn a_goal_is_missed_as_soon_as_others_have_acted() {
    // Seat 2 bets its king after a check, and the learner is asked again.
    let text = r#"
game = "kuhn-poker"
title = "Now or never"
minutes = 1
about = "A bet."
[[part]]
options = { players = 2 }
position = { cards = [2, 3] }
[[part.step]]
coach = "Bet."
goal = { has = { 2 = ["Call"] } }
path = ["Bet"]
within = 8
again = "Too late."
"#;
    let lesson = lesson(text);
    check(&GAME, &GAME, &lesson).unwrap_or_else(|fault| panic!("{fault}"));
    let mut session = Session::open(&GAME, &GAME, &lesson, 1).unwrap();
    session.answer(answer(0, option(&session, "Check"))).unwrap();
    let coach = session.coach();
    assert_eq!(coach.wants, Wants::Back);
    assert_eq!(coach.remark.map(|remark| remark.text.to_string()).as_deref(), Some("Too late."));
}

#[test]
fn all_other_options_can_be_shown() {
    let text = LESSON.replace(
        "action = \"Check\"\nshow = true\nthen = [{ seat = 2, action = \"Check\" }]\ncheck = { over = true, winners = [1], ending = \"showdown\" }",
        "action = \"*\"\nshow = true\nthen = [{ seat = 2, action = \"Check\" }]",
    );
    assert_ne!(text, LESSON);
    check(&GAME, &GAME, &lesson(&text)).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn a_stale_or_foreign_answer_is_refused_and_changes_nothing() {
    let lesson = lesson(LESSON);
    let mut session = Session::open(&GAME, &GAME, &lesson, 1).unwrap();
    session.answer(answer(0, None)).unwrap();
    let before = session.frame();
    let bet = option(&session, "Bet");
    for (wrong, kind) in [
        (answer(0, None), Refused::Stale),
        (answer(0, bet), Refused::Stale),
        (answer(7, bet), Refused::Stale),
        (answer(1, None), Refused::Malformed),
        (answer(1, Some(9999)), Refused::Illegal),
    ] {
        assert_eq!(session.answer(wrong).unwrap_err().kind, kind, "{wrong:?}");
        let now = session.frame();
        assert_eq!((now.coach, now.view), (before.coach.clone(), before.view.clone()));
    }
    assert!(
        matches!(Session::open(&GAME, &GAME, &lesson, 0), Err(refusal) if refusal.kind == Refused::Missing)
    );
    assert!(
        matches!(Session::open(&GAME, &GAME, &lesson, 4), Err(refusal) if refusal.kind == Refused::Missing)
    );
}

#[test]
fn a_session_is_the_fold_of_its_answers() {
    let lesson = lesson(LESSON);
    for part in 1..=3 {
        let mut session = Session::open(&GAME, &GAME, &lesson, part).unwrap();
        let mut answers = Vec::new();
        while !session.is_over() {
            let coach = session.coach();
            let code = (coach.wants == Wants::Choice).then(|| coach.hint[0]);
            answers.push(answer(coach.question, code));
            session.answer(answers[answers.len() - 1]).unwrap();
            let again = Session::fold(&GAME, &GAME, &lesson, part, &answers).unwrap();
            assert_eq!(again.coach(), session.coach());
            assert_eq!(again.frame().view, session.frame().view);
        }
    }
}

/// Rules, labels and ids change; the lesson says where it no longer fits.
#[test]
fn a_planted_change_fails_the_named_step() {
    let planted = [
        (
            "expect = [\"Bet\"]",
            "expect = [\"Raise\"]",
            "part 1, step 2: seat 1 has no option \"Raise\"; it has: Check | Bet",
        ),
        (
            "point = [\"seat/2\"]",
            "point = [\"seat/3\"]",
            "part 1, step 1: the learner's table has no element \"seat/3\"",
        ),
        ("rule = \"2.1\"", "rule = \"2.9\"", "part 1, step 2: there is no rule 2.9"),
        (
            "winners = [1], ending = \"showdown\" }\npraise",
            "winners = [2] }\npraise",
            "part 1, step 2: after \"Bet\": the winners are",
        ),
        (
            "winners = [1], ending = \"showdown\" }\nsay",
            "winners = [2] }\nsay",
            "part 1, step 2: after \"Check\": the winners are",
        ),
        (
            "action = \"Call\"",
            "action = \"Check\"",
            "part 1, step 2: after \"Bet\": seat 2 has no option \"Check\"",
        ),
        (
            "action = \"*\"",
            "action = \"Check\"",
            "part 2, step 1: after \"Bet\": nothing is said about the option \"Bet\"",
        ),
        ("then = [{ all = \"Bet\" }]", "", "part 2, step 2"),
        ("path = [\"Fold\"]", "path = [\"Call\"]", "part 2, step 2: the path does not lead to the goal"),
        ("cards = [3, 2]", "cards = [3, 3]", "part 1: The cards are 1, 2 and 3"),
        (
            "coach = \"Now play.\"",
            "coach = \"a b c d e f g h i j k l m n o p q r s t u v w x y z\"",
            "part 3, step 1: 26 words, at most 25",
        ),
        ("play = true", "until = { over = false }", "part 3, step 1"),
    ];
    for (was, is, expected) in planted {
        assert!(LESSON.contains(was), "{was}");
        let found = fault(&LESSON.replacen(was, is, 1));
        assert!(found.starts_with(expected), "{is}\n  expected: {expected}\n  found:    {found}");
    }
}

#[test]
fn a_file_that_makes_no_sense_says_so() {
    let planted = [
        (
            "play = true",
            "play = true\nexpect = [\"Bet\"]",
            "part 3, step 1: a step that is played on has no \"expect\"",
        ),
        ("within = 1", "", "part 2, step 2: a step with a goal needs"),
        ("then = [{ all = \"Bet\" }]", "then = [{ seat = 2 }]", "part 2, step 1: \"then\" needs"),
        ("coach = \"Bet it.\"", "coach = \"Bet [it].\"", "brackets have a meaning"),
        ("minutes = 1", "minutes = 1\nhours = 2", "TOML parse error at line 5"),
        ("game = \"kuhn-poker\"", "game = \"chess\"", "part 1: it is for chess"),
    ];
    for (was, is, expected) in planted {
        let found = fault(&LESSON.replacen(was, is, 1));
        assert!(found.starts_with(expected), "{is}\n  expected: {expected}\n  found:    {found}");
    }
}

/// A wrong choice in a puzzle is told what was counted of it, and of no other: that would give the answer away.
#[test]
fn a_wrong_choice_is_told_what_comes_of_it() {
    let puzzles = r#"
game = "kuhn-poker"
[[puzzle]]
seat = 1
rating = 1
best = "Bet"
chance = 60
options = { players = 2 }
why = ["After \"[Check]\" it is over before your next turn in [43] of [96] games like this, and you lose [42] of them.", "A king wins."]
seed = 1
played = ""
wrong = [["Check", 20]]
"#;
    let files = Files { game: "Kuhn poker", puzzles: puzzles.into(), ..Files::default() };
    let lesson = find(&files, "puzzle-1").unwrap();
    let game = Erased::<KuhnPoker>::new();
    let mut session = Session::open(&game, &game, &lesson, 1).unwrap();
    let options = session.frame().view.options;
    let code = options.iter().find(|it| it.described.label == "Check").map(|it| it.code);
    session.answer(LessonAnswer { question: 0, code }).unwrap();
    let told = session.coach().remark.unwrap();
    let words = told.text.to_string();
    assert!(!told.right && words.contains("you lose 42 of them") && words.contains("about 20 %"), "{words}");
    assert!(!words.contains("A king wins"), "{words}");
}
