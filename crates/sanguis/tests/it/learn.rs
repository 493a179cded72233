//! Lessons, from the command line.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn state(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn learn(state: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanguis"));
    command.arg("learn").args(args).env("XDG_STATE_HOME", state).env("LC_ALL", "C").stderr(Stdio::piped());
    command
}

/// What it prints for this input.
fn says(state: &Path, args: &[&str], input: &str) -> String {
    let mut child = learn(state, args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may exit before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn listed(state: &Path, game: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(&says(state, &["--json"], "")).unwrap();
    all.into_iter().filter(|lesson| lesson["game"] == game).collect()
}

#[test]
fn every_lesson_can_be_walked_through_by_enter_alone() {
    let state = state("learn-all");
    let all: Vec<Value> = serde_json::from_str(&says(&state, &["--json"], "")).unwrap();
    assert!(!all.is_empty());
    for lesson in all {
        let name = |value: &Value| value.as_str().unwrap().to_owned();
        let (game, name) = (name(&lesson["game"]), name(&lesson["lesson"]["name"]));
        let told = says(&state, &[&game, &name, "--plain"], &"\n".repeat(2000));
        assert!(
            told.contains("Coach:") && told.contains("That was the last part."),
            "{game} {name}:\n{told}"
        );
        for part in told.split("\n== ") {
            let mut coach: Vec<&str> = part.lines().filter(|line| line.starts_with("Coach:")).collect();
            let spoken = coach.len();
            coach.sort_unstable();
            coach.dedup();
            assert_eq!(coach.len(), spoken, "{game} {name}: the coach repeats himself:\n{part}");
        }
        assert!(listed(&state, &game).iter().any(|it| it["lesson"]["name"] == *name && it["done"] == true));
    }
}

#[test]
fn a_translation_can_be_tried_before_it_is_built_in() {
    let state = state("learn-translation");
    std::fs::create_dir_all(&state).unwrap();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let lesson = crates.join("bloodlust/lessons/1-one-more-card.toml").display().to_string();
    let built_in = std::fs::read_to_string(crates.join("bloodlust/lessons/de.json")).unwrap();
    let check = |german: &str| {
        let file = state.join("de.json");
        std::fs::write(&file, german).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sanguis"));
        command.args(["lesson", "check", &lesson, "--german"]).arg(&file).env("LC_ALL", "C").output().unwrap()
    };
    let whole = check(&built_in);
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stdout));
    let lacking = check("{}");
    let told = [lacking.stdout, lacking.stderr].map(|it| String::from_utf8(it).unwrap()).concat();
    assert!(!lacking.status.success() && told.contains("One more card?"), "{told}");
    let other = built_in.replace("\"One more card?\": \"", "\"One more card?\": \"Neu: ");
    std::fs::write(state.join("de.json"), other).unwrap();
    let german = state.join("de.json").display().to_string();
    let told = says(&state, &["--from", &lesson, "--german", &german, "--plain"], "q\n");
    assert!(told.contains("Neu: "), "{told}");
}

#[test]
fn a_wrong_choice_is_shown_and_taken_back() {
    let state = state("learn-wrong");
    let told = says(&state, &["bloodlust", "one-more-card", "--plain"], "leave\n\n1\nq\n");
    assert!(told.contains("You are home, safe and hungry"), "{told}");
    assert!(told.contains("Press Enter to take it back"), "{told}");
    assert!(told.contains("Use her ability."), "the right choice leads on:\n{told}");
    assert!(told.contains("Part 1 waits for you: sanguis learn bloodlust one-more-card"), "{told}");
}

#[test]
fn leaving_the_path_to_a_goal_is_said_before_the_part_begins_again() {
    let state = state("learn-off");
    let told = says(&state, &["bloodstones", "--plain", "--part", "2"], "\nMove\n2\n\nq\n");
    assert!(told.contains("You are off this lesson's path: the part begins again."), "{told}");
    assert_eq!(told.matches("Part 2 of").count() + told.matches(", part 2 of").count(), 2, "{told}");
}

#[test]
fn a_played_part_gives_the_rule_of_the_question_and_ends_with_the_sources_of_points() {
    let state = state("learn-played");
    let told = says(&state, &["blood-bound", "--plain", "--part", "7"], "?\nq\n");
    assert!(told.contains("4.1 "), "the dagger is asked about:\n{told}");
    let told = says(&state, &["bloodstones", "--plain", "--part", "8"], &"\n".repeat(2000));
    assert!(told.contains("(Villages at regroups: "), "{told}");
    assert!(told.contains("sanguis learn bloodstones puzzle-1"), "{told}");
}

#[test]
fn skipping_or_leaving_says_how_to_come_back() {
    let state = state("learn-skip");
    let told = says(&state, &["bloodlust", "--plain"], "s\ns\nq\n");
    assert!(told.contains("Part 2 of 6") && told.contains("Part 3 waits for you"), "{told}");
    let told = says(&state, &["bloodlust", "--plain"], &"s\n".repeat(4));
    assert!(told.contains("That was the last part.") && !told.contains("waits for you"), "{told}");
    let told = says(&state, &["bloodlust", "face-down", "--plain"], "q\n");
    assert!(told.contains("sanguis learn bloodlust face-down"), "the lesson that was left:\n{told}");
}

#[test]
fn plain_text_tells_a_first_lesson_in_few_words() {
    let state = state("learn-words");
    // About half of what they took while the whole table was printed again and again.
    for (game, most) in [
        ("blood-bound", 2510),
        ("kings-blood", 1880),
        ("bloodstones", 4389),
        ("bloodlust", 1780),
        ("bloodwood", 3228),
    ] {
        let told = says(&state, &[game, "--plain"], &"\n".repeat(2000));
        let (lesson, _) = told.rsplit_once("\n== ").expect("parts have headings");
        let words = lesson.split_whitespace().count();
        assert!(words <= most, "{game}: {words} words before the game is played on");
    }
}

#[test]
fn the_whole_table_can_be_asked_for_at_any_time() {
    let state = state("learn-view");
    let told = says(&state, &["bloodlust", "--plain"], "1\nv\nq\n");
    assert_eq!(told.matches("Bring home the most Bloodline").count(), 2, "{told}");
}

#[test]
fn notes_about_others_mind_cards_that_lie_open() {
    let state = state("learn-notes");
    // The learner is the Rose Berserker, 7, and the Rose Mentalist, 5, lies open.
    let told = says(&state, &["blood-bound", "--plain", "--part", "3"], "q\n");
    assert!(told.contains("May be Rose 1, 6, 8, 9\n"), "{told}");
}

#[test]
fn a_map_as_text_says_what_lies_next_to_own_pieces() {
    let state = state("learn-map");
    let told = says(&state, &["bloodstones", "--plain", "--part", "2"], "1\nv\nq\n");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let next = "Citadel. Next to Longfield (plains), Cloverfield (plains) and Elderthicket (forest).";
    assert!(told.contains(next), "{told}");
}

#[test]
fn a_lesson_goes_on_at_the_part_in_which_it_was_killed() {
    let state = state("learn-killed");
    let mut child = learn(&state, &["bloodlust", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("s\ns\n".as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("Part 3 of")), "it never came to part 3");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(listed(&state, "bloodlust")[0]["part"], 3);
    let told = says(&state, &["bloodlust", "--plain"], "q\n");
    assert!(told.contains("part 3 of"), "{told}");
    let told = says(&state, &["bloodlust", "--plain", "--again"], "q\n");
    assert!(told.contains("part 1 of"), "{told}");
}

#[test]
fn a_lesson_speaks_german() {
    let state = state("learn-german");
    let told = says(&state, &["bloodlust", "--plain", "--language", "de"], "q\n");
    assert!(told.contains("Lehrer:") && told.contains("Du bist Felicity"), "{told}");
}

#[test]
fn what_does_not_exist_is_refused() {
    let state = state("learn-refused");
    for args in [&["chess"][..], &["bloodlust", "two"], &["bloodlust", "--part", "99"]] {
        let output = learn(&state, args).stdin(Stdio::null()).stdout(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && output.stderr.starts_with(b"error: "), "{args:?}");
    }
}
