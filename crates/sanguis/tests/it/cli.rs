//! The command line, as people and scripts use it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) fn sanguis(args: &[&str]) -> Output {
    with_input(args, "")
}

fn with_input(args: &[&str], input: &str) -> Output {
    let state = Path::new(env!("CARGO_TARGET_TMPDIR")).join("state");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sanguis"))
        .args(args)
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may exit before it has read everything.
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Succeeds, and prints this.
pub(crate) fn ok(args: &[&str]) -> String {
    let output = sanguis(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Is refused with exit code 2 and a message; nothing on standard output.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = sanguis(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stdout));
    assert_eq!(text(&output.stdout), "", "{args:?}");
    let message = text(&output.stderr);
    assert!(message.starts_with("error: "), "{message}");
    assert!(!message.contains("panicked"), "{message}");
    message
}

pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&ok(args)).unwrap()
}

fn game_ids() -> Vec<String> {
    let games = json(&["games", "--json"]);
    games.as_array().unwrap().iter().map(|game| game["info"]["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_shelf_is_listed() {
    let ids = game_ids();
    assert!(ids.contains(&"bloodlust".to_owned()) && ids.contains(&"blood-bound".to_owned()), "{ids:?}");
    for id in ids {
        assert!(ok(&["games"]).contains(&id));
        assert!(ok(&["play", &id, "--help"]).contains("--players"));
    }
}

#[test]
fn bad_input_is_one_sentence_and_exit_code_2() {
    let folder = folder("bad-input");
    let file = |name: &str, content: &str| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    assert!(refused(&["rules", "chess"]).contains("bloodlust"));
    refused(&["play", "chess"]);
    refused(&["simulate", "chess"]);
    assert!(refused(&["play", "blood-bound", "--players", "5"]).contains("6 to 12"));
    assert!(refused(&["simulate", "bloodlust", "--players", "11"]).contains("2 to 10"));
    assert!(refused(&["simulate", "bloodlust", "--rounds", "none"]).contains("The option \"rounds\""));
    refused(&["simulate", "bloodlust", "--no-such-option", "1"]);
    assert!(refused(&["play", "bloodlust", "--players", "3", "--seat", "4"]).contains("1 to 3"));
    refused(&["bench", "bloodlust", "--players", "11"]);
    assert!(refused(&["replay", "/no/such/file"]).contains("cannot be read"));
    refused(&["replay", &file("empty.json", "")]);
    refused(&["replay", &file("bytes.json", "{\"format\":1}")]);
    assert!(refused(&["verify", &file("future.json", "{\"format\":99}")]).contains("format 99"));
    assert!(refused(&["scenario", "check", &file("bad.toml", "game = 3")]).contains("cannot be read"));
    let chess = file("chess.toml", "game = \"chess\"\noptions = {players = 2}");
    assert!(refused(&["scenario", "check", &chess]).contains("no game"));
    refused(&["play", "--resume", &file("left.json", "{}")]);
    assert!(refused(&["play"]).contains("sanguis games"));
    assert!(refused(&["rules", "bloodlust", "zeppelins"]).contains("nothing on"));
    let written = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(written, 6, "only our own files are there");
}

#[test]
fn a_simulation_can_be_repeated_and_its_records_are_true() {
    let folder = folder("records");
    for id in game_ids() {
        let record = folder.to_str().unwrap();
        let args = ["simulate", &id, "--games", "6", "--seed", "5", "--json"];
        let first = json(&[&args[..], &["--record", record]].concat());
        let again = json(&args);
        for key in ["games", "steps", "endings", "wins_by_seat", "wins_by", "branching", "draws"] {
            assert_eq!(first[key], again[key], "{id}: {key}");
        }
        assert_eq!(first["games"], 6);
        assert_eq!(first["unfinished"], 0);
        let file = folder.join(format!("{id}-5.json"));
        let file = file.to_str().unwrap();
        assert!(ok(&["verify", file]).contains("true"));
        assert_eq!(json(&["verify", "--json", file])[0]["ok"], true);
        let story = ok(&["replay", file, "--as", "1"]);
        assert!(story.lines().count() > 20, "{story}");
        ok(&["replay", file, "--as", "spectator"]);
        ok(&["replay", file, "--at", "3", "--json"]);
        assert!(refused(&["replay", file, "--as", "13"]).contains("seat"));
        assert!(refused(&["replay", file, "--at", "1000000"]).contains("no moment"));

        // One check changed: the message says where it goes wrong.
        let changed = folder.join("changed.json");
        let text = std::fs::read_to_string(file).unwrap();
        let line = text.lines().find(|line| line.starts_with('[')).unwrap();
        let check = &line[line.len() - 11..line.len() - 3];
        std::fs::write(&changed, text.replacen(check, "00000000", 1)).unwrap();
        assert!(refused(&["verify", changed.to_str().unwrap()]).contains("Action 1 "));
    }
}

#[test]
fn a_game_can_be_played_left_and_resumed() {
    for id in game_ids() {
        let file = folder(&format!("play-{id}")).join("game.json");
        let file = file.to_str().unwrap();
        // Unknown words are refused politely, help and log work, and `q` quits.
        let output = with_input(
            &["play", &id, "--seed", "2", "--record", file, "--bots", "easy"],
            "zeppelin\n99999\n?\nl\n1\nu\n1\n1\n1\nq\n",
        );
        let screen = text(&output.stdout);
        assert!(output.status.success(), "{id}: {}", text(&output.stderr));
        assert!(
            screen.contains("No option begins like that") || !screen.contains("Your choice"),
            "{id}: {screen}"
        );
        assert!(
            screen.contains("The game waits for you") || screen.contains("The deal was fair"),
            "{id}: {screen}"
        );
        assert!(!screen.contains('\x1b'), "no colours in a pipe");
        assert!(!screen.contains("{s"), "{id}: a placeholder on the screen: {screen}");
        assert!(ok(&["verify", file]).contains("true"));

        // A saved game is not overwritten.
        assert!(refused(&["play", &id, "--seed", "2", "--record", file]).contains("--resume"));

        // Always the first option until the game is over; the end of the input quits, too.
        let output = with_input(&["play", "--resume", file, "--bots", "easy"], &"1\n".repeat(300));
        assert!(output.status.success(), "{id}: {}", text(&output.stderr));
        assert!(ok(&["verify", file]).contains("true"));
    }
}

#[test]
fn rules_are_shown_whole_and_by_topic() {
    for id in game_ids() {
        let whole = ok(&["rules", &id]);
        assert!(whole.lines().count() > 40, "{id}");
        assert!(!whole.contains("**"));
        let one = ok(&["rules", &id, "1.1"]);
        assert!(one.starts_with("1.1 "), "{one}");
        assert!(ok(&["rules", &id, "2"]).len() < whole.len());
        let longest =
            whole.lines().filter(|line| !line.starts_with('|')).map(|line| line.chars().count()).max();
        assert!(longest.unwrap() <= 80, "{id}: {longest:?}");
    }
}

#[test]
fn templates_hold_and_can_be_played_from() {
    for id in game_ids() {
        let file = folder(&format!("template-{id}")).join("new.toml");
        std::fs::write(&file, ok(&["scenario", "new", &id])).unwrap();
        let file = file.to_str().unwrap();
        assert!(ok(&["scenario", "check", file]).contains("holds"));
        assert_eq!(json(&["scenario", "check", "--json", file])[0]["ok"], true);
        ok(&["simulate", &id, "--from", file, "--games", "3"]);
        let output = with_input(&["play", &id, "--from", file], "q\n");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

#[test]
fn a_failing_scenario_shows_the_difference_and_the_table() {
    let file = folder("failing").join("wrong.toml");
    std::fs::write(&file, "game = \"bloodlust\"\n[options]\nplayers = 3\n[expect]\nover = true\n").unwrap();
    let message = refused(&["scenario", "check", file.to_str().unwrap()]);
    assert!(message.contains("the game is not over"), "{message}");
    assert!(message.contains("seat 1"), "{message}");
}

#[test]
fn the_bench_measures() {
    let args = ["bench", "bloodlust", "--players", "4", "--seconds", "0.02"];
    let figures = json(&[&args[..], &["--json"]].concat());
    assert!(figures[0]["steps_per_second"].as_f64().unwrap() > 0.0);
    assert!(figures[0]["bytes_per_state"].as_u64().unwrap() > 0);
    assert!(ok(&args).contains("steps/s"));
}

#[test]
fn bots_meet_in_the_arena() {
    for id in game_ids() {
        let report = json(&["arena", &id, "--field", "greedy,random", "--games", "4", "--json"]);
        assert_eq!(report["games"], 4, "{id}");
        assert_eq!(report["unfinished"], 0, "{id}");
        assert_eq!(report["bots"][0]["bot"], "greedy", "{id}");
    }
    let args = [
        "arena",
        "bloodlust",
        "--players",
        "2",
        "--field",
        "search,greedy",
        "--games",
        "4",
        "--budget",
        "30",
        "--json",
    ];
    // Times differ; the games do not.
    let games =
        || json(&args)["bots"].as_array().unwrap().iter().map(|bot| bot["wins"].clone()).collect::<Vec<_>>();
    assert_eq!(games(), games(), "with a budget of iterations the same games are played again");
    assert!(refused(&["arena", "bloodlust", "--field", "greedy"]).contains("--field"));
    assert!(refused(&["arena", "bloodlust", "--field", "greedy,genius"]).contains("genius"));
    assert!(refused(&["arena", "bloodlust", "--budget", "soon"]).contains("budget"));
}

#[test]
fn maps_are_checked_and_drawn_and_odds_are_exact() {
    let maps = json(&["map", "list", "--json"]);
    assert!(maps.as_array().unwrap().len() >= 5);
    for map in maps.as_array().unwrap() {
        let name = map["map"].as_str().unwrap();
        assert!(ok(&["map", "check", name]).contains("a good map"), "{name}");
        assert!(ok(&["map", "draw", name]).starts_with("<svg"), "{name}");
    }
    let file = folder("maps").join("broken.toml");
    std::fs::write(&file, "name = \"Nowhere\"\nplayers = 3\n").unwrap();
    let output = sanguis(&["map", "check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("line "), "{}", text(&output.stdout));
    assert!(refused(&["simulate", "bloodstones", "--map", file.to_str().unwrap()]).contains("line"));
    assert!(refused(&["map", "draw", "atlantis"]).contains("sanguis map list"));

    // Three tiles against three, level: 42, 17 and 42 % in the rules' own table.
    let odds = json(&["odds", "--attacker", "horse-lords: swords", "--defender", "corsairs: axes", "--json"]);
    let share = |key: &str| odds[key].as_f64().unwrap() / odds["of"].as_f64().unwrap();
    assert_eq!(odds["win"], odds["lose"]);
    assert!((share("win") - 0.417).abs() < 0.005 && (share("tie") - 0.166).abs() < 0.005, "{odds}");
    assert!(refused(&["odds", "--attacker", "elves: bow", "--defender", "corsairs: axes"]).contains("elves"));
}

#[test]
fn the_lab_reports_goes_on_and_compares() {
    for id in game_ids() {
        let folder = folder(&format!("lab-{id}"));
        let out = folder.join("first.html");
        let out = out.to_str().unwrap();
        let args = ["lab", &id, "--games", "6", "--level", "random", "--seed", "3", "--out", out];
        assert!(ok(&args).contains("What stands out"), "{id}");
        let page = std::fs::read_to_string(out).unwrap();
        for needed in ["<svg", "Wins by seat", "Do it again", "sanguis lab", "within noise"] {
            assert!(page.contains(needed), "{id}: {needed}");
        }
        // A larger run plays only what is missing, and its figures are those of a single run.
        let more = ["lab", &id, "--games", "8", "--level", "random", "--seed", "3", "--out", out, "--json"];
        let grown = json(&more);
        assert_eq!(grown["run"]["games"], 8, "{id}");
        let other = folder.join("second.html");
        let other = other.to_str().unwrap();
        let fresh =
            json(&["lab", &id, "--games", "8", "--level", "random", "--seed", "3", "--out", other, "--json"]);
        for key in ["run", "findings"] {
            assert_eq!(grown[key], fresh[key], "{id}: {key}");
        }
        // Another run does not overwrite these results.
        let refused =
            refused(&["lab", &id, "--games", "6", "--level", "random", "--seed", "4", "--out", out]);
        assert!(refused.contains("--fresh"), "{refused}");
        let results = folder.join("first.results.json");
        let against = json(&[
            "lab",
            &id,
            "--games",
            "6",
            "--level",
            "random",
            "--seed",
            "9",
            "--out",
            other,
            "--fresh",
            "--json",
            "--against",
            results.to_str().unwrap(),
        ]);
        assert_eq!(against["against"]["games"], 8, "{id}");
        assert!(!against["differences"].as_array().unwrap().is_empty(), "{id}");
    }
    let folder = folder("lab-options");
    let out = folder.join("options.html");
    let out = out.to_str().unwrap();
    let args = [
        "lab",
        "blood-bound",
        "--players",
        "6-7",
        "--games",
        "8",
        "--against",
        "patience=0",
        "--out",
        out,
        "--json",
    ];
    let both = json(&args);
    assert_eq!(both["run"]["tables"].as_array().unwrap().len(), 2, "two numbers of players");
    assert_eq!(both["against"]["label"], "patience=0");
    assert!(std::fs::read_to_string(out).unwrap().contains("usual against patience=0"));
    // What is said, in the game's own accounts, in sentences, and on the page.
    let talk =
        ["lab", "blood-bound", "--players", "6", "--games", "12", "--level", "easy", "--talk", "--out", out];
    let told = ok(&[&talk[..], &["--fresh"]].concat());
    let page = std::fs::read_to_string(out).unwrap();
    for needed in
        ["A seat makes ", "0 % are lies", "go back on", "have a log-loss of", "Talk changes who wins in"]
    {
        assert!(told.contains(needed), "{needed}: {told}");
    }
    let report = json(&[&talk[..], &["--json"]].concat());
    let accounts = report["run"]["accounts"].as_array().unwrap();
    let entries =
        |id: &str| accounts.iter().find(|it| it["id"] == id).unwrap()["entries"].as_array().unwrap();
    for id in ["talk-amount", "talk-said", "talk-truth", "talk-settled", "talk-beliefs", "talk-turned"] {
        assert!(!entries(id).is_empty(), "{id}: {report}");
    }
    let share = |id: &str, name: &str| {
        let entry = entries(id).iter().find(|it| it["name"] == name).unwrap();
        entry["share"]["value"].as_f64().unwrap()
    };
    let all = ["true, and the speaker knows", "false, and the speaker knows", "the speaker cannot know"];
    assert!((all.map(|name| share("talk-truth", name)).iter().sum::<f64>() - 1.0).abs() < 1e-9, "{report}");
    assert_eq!(share("talk-truth", all[1]), 0.0, "easy bots do not lie");
    for needed in
        ["Talk: what was said", "Talk: true and false", "Talk: beliefs about teams", "Talk: what it turns"]
    {
        assert!(page.contains(needed), "{needed}");
    }
    assert!(refused(&["lab", "bloodlust", "--talk", "--out", out]).contains("no talk"));
    assert!(
        refused(&["lab", "blood-bound", "--players", "6", "--games", "12", "--level", "easy", "--out", out])
            .contains("--fresh")
    );
    let folder = folder.to_str().unwrap();
    assert!(refused(&["lab", "bloodlust", "--players", "11", "--out", out]).contains("2 to 10"));
    assert!(refused(&["lab", "bloodlust", "--against", "moon=full", "--out", out]).contains("moon"));
    assert!(refused(&["lab", "bloodlust", "--against", "nowhere.json", "--out", out]).contains("neither"));
    assert!(
        refused(&["lab", "bloodlust", "--games", "2", "--fresh", "--out", folder])
            .contains("cannot be written")
    );
    assert!(
        refused(&["lab", "bloodlust", "--games", "2", "--out", "/no/such/folder/x.html"])
            .contains("cannot be")
    );
}

#[test]
fn a_recorded_game_is_reviewed() {
    for id in game_ids() {
        let folder = folder(&format!("review-{id}"));
        ok(&["simulate", &id, "--games", "1", "--seed", "5", "--record", folder.to_str().unwrap()]);
        let file = folder.join(format!("{id}-5.json"));
        let file = file.to_str().unwrap();
        let page = folder.join("review.html");
        let words = ok(&["review", file, "--moments", "4", "--html", page.to_str().unwrap()]);
        assert!(words.contains("Turning points") && words.contains("as Seat 1 saw it"), "{id}: {words}");
        assert!(!words.contains("{s"), "{id}: a placeholder: {words}");
        let html = std::fs::read_to_string(&page).unwrap();
        assert!(
            html.contains("Chances over time") && html.contains("The story") && !html.contains("{s"),
            "{id}"
        );
        let data = json(&["review", file, "--moments", "4", "--json"]);
        let moments = data["judgement"]["moments"].as_array().unwrap();
        assert!(moments.len() >= 3, "{id}");
        // At the end everything is known: the chance of winners is 1, of losers 0, and even in a draw.
        let last = moments.last().unwrap()["truth"].as_array().unwrap();
        let places = data["outcome"]["placings"].as_array().unwrap();
        let draw = places.iter().all(|place| place == 1);
        for (chance, place) in last.iter().zip(places) {
            let expected = if draw { 1.0 / last.len() as f64 } else { f64::from(u8::from(*place == 1)) };
            assert!((chance.as_f64().unwrap() - expected).abs() < 1e-3, "{id}: {last:?} {places:?}");
        }
    }
    assert!(refused(&["review", "/no/such/file"]).contains("cannot be read"));
}
