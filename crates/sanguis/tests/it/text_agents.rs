//! Agents that play by text: every fault counted and none played, the same bytes twice, and the example of the documentation.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn arena(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanguis"));
    command.arg("arena").args(args).current_dir(folder).output().unwrap()
}

fn report(folder: &Path, args: &[&str]) -> Value {
    let output = arena(folder, &[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn lines(file: &Path) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const FAULTS: &str = r#"
    model = "scripted"
    noise = 0.1
    faults = ["bad-json", "no-such-code", "prose", "silence", "late", "injected"]
    every = 2
"#;

#[test]
fn all_faults_are_counted_and_a_run_repeats_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("agent.toml"), FAULTS).unwrap();
    fs::write(at("again.toml"), "name = \"agent\"\nmodel = \"replay\"\nreplies = \"one.jsonl\"\n").unwrap();
    let prices = "dated = \"2026-11-17\"\ncurrency = \"USD\"\n[models.agent]\ninput = 1.0\noutput = 2.0\n";
    fs::write(at("prices.toml"), prices).unwrap();
    let run = |agent: &str, transcript: &str| {
        let field = format!("llm:{agent}.toml,greedy");
        let args = ["blood-bound", "-p", "6", "--games", "6", "--prices", "prices.toml", "--field", &field];
        report(folder.path(), &[&args[..], &["--transcript", transcript]].concat())
    };
    let mut first = run("agent", "one.jsonl");
    assert_eq!(first, run("agent", "two.jsonl"));
    assert_eq!(fs::read(at("one.jsonl")).unwrap(), fs::read(at("two.jsonl")).unwrap());
    let mut replayed = run("again", "three.jsonl");
    assert_eq!(fs::read(at("one.jsonl")).unwrap(), fs::read(at("three.jsonl")).unwrap());
    assert_eq!(replayed["players"][0]["agent"]["model"].take(), "replay");
    assert_eq!(first["players"][0]["agent"]["model"].take(), "scripted");
    assert_eq!(first, replayed);

    let agent = &first["players"][0]["agent"];
    let count = |name: &str| agent[name].as_u64().unwrap();
    let asked = lines(&at("one.jsonl"));
    let asked: Vec<&Value> = asked.iter().filter(|line| line["prompt"].is_string()).collect();
    let invalid = asked.iter().filter(|line| line["invalid"].is_string()).count() as u64;
    let failed = asked.iter().filter(|line| line["failed"].is_string()).count() as u64;
    assert_eq!((count("invalid"), count("failed")), (invalid, failed));
    assert!(invalid > 5 && failed > 0, "{agent}");
    assert_eq!(count("retried"), asked.iter().filter(|line| line["try"] == 2).count() as u64);
    let played = asked.iter().filter(|line| line["invalid"].is_null() && line["failed"].is_null()).count();
    assert_eq!(count("questions"), played as u64 + count("substituted"), "what is not played is instinct's");
    assert!(agent["cost"].as_f64().unwrap() > 0.0 && agent["prices"] == "USD, 2026-11-17", "{agent}");
    let text =
        arena(folder.path(), &["blood-bound", "-p", "6", "--games", "2", "--field", "llm:agent.toml,greedy"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("agent went wrong first with: "), "{text:?}");
    // Other games than those of the stored run.
    let other =
        ["blood-bound", "-p", "6", "--seed", "77", "--games", "2", "--field", "llm:again.toml,greedy"];
    assert_eq!(arena(folder.path(), &other).status.code(), Some(2));
    let few =
        ["blood-bound", "-p", "6", "--games", "600", "--max-tokens", "1", "--field", "llm:agent.toml,greedy"];
    let few = report(folder.path(), &few);
    assert_eq!((&few["games"], &few["stopped"]), (&8.into(), &"--max-tokens".into()));
}

/// The Python program in `docs/agents.md` is a whole agent.
#[test]
fn the_example_of_the_documentation_plays() {
    let folder = tempfile::tempdir().unwrap();
    let page = include_str!("../../../../docs/agents.md");
    let program = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    fs::write(folder.path().join("agent.py"), program).unwrap();
    fs::write(folder.path().join("agent.toml"), "model = \"cmd\"\ncommand = \"python3 agent.py\"\n").unwrap();
    let args = [
        "kings-blood",
        "-p",
        "2",
        "--games",
        "2",
        "--field",
        "llm:agent.toml,greedy",
        "--transcript",
        "run.jsonl",
    ];
    let report = report(folder.path(), &args);
    let agent = &report["players"][0]["agent"];
    assert!(agent["questions"].as_u64().unwrap() > 2, "{agent}");
    for fault in ["invalid", "failed", "substituted"] {
        assert_eq!(agent[fault], 0, "{agent}");
    }
    // Its notes come back to it.
    assert!(fs::read_to_string(folder.path().join("run.jsonl")).unwrap().contains("asked 2 times"));
}

#[cfg(unix)]
#[test]
fn an_agent_that_fails_does_not_stop_a_game() {
    let folder = tempfile::tempdir().unwrap();
    for (name, command, patience) in [
        ("crash", "exit 3", 60_000),
        ("hang", "while read line; do :; done", 5),
        ("nonsense", "while read line; do echo nonsense; done", 60_000),
        ("missing", "no-program-of-this-name 2>/dev/null", 60_000),
    ] {
        let file = format!("model = \"cmd\"\ncommand = \"{command}\"\npatience-ms = {patience}\n");
        fs::write(folder.path().join(format!("{name}.toml")), file).unwrap();
        let field = format!("llm:{name}.toml,greedy");
        let report = report(folder.path(), &["kings-blood", "-p", "2", "--games", "2", "--field", &field]);
        let agent = &report["players"][0]["agent"];
        assert_eq!(
            (&report["games"], &agent["substituted"]),
            (&2.into(), &agent["questions"]),
            "{name}: {report}"
        );
        assert_eq!(agent["failed"], agent["questions"], "{name}: {agent}");
        assert!(agent["first_trouble"].is_string(), "{name}: {agent}");
    }
}

#[test]
fn the_suite_has_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("agent.toml"), "model = \"scripted\"\n").unwrap();
    let report = report(folder.path(), &["suite", "sanguis-talk-1", "--agent", "agent.toml", "--deals", "1"]);
    let tables = report["tables"].as_array().unwrap();
    let named: Vec<_> =
        tables.iter().map(|it| (it["game"].as_str().unwrap(), it["table"].as_str().unwrap())).collect();
    let (one, team, talk) = (
        "one agent among greedy",
        "a team of agents against greedy",
        "a team of agents against greedy, with talk",
    );
    let all = ["blood-bound", "bloodwood"].map(|game| [(game, one), (game, team), (game, talk)]);
    assert_eq!(named, all.concat());
    for of_game in tables.chunks(3) {
        let agent = |table: usize| &of_game[table]["players"][0]["agent"];
        let count = |table: usize, name: &str| agent(table)[name].as_u64().unwrap();
        assert!(count(1, "questions") > count(0, "questions") && count(0, "questions") > 0, "{report}");
        assert_eq!(of_game[0]["games"], 2);
        for (table, played) in of_game.iter().enumerate() {
            // The stand-in says one half of everybody.
            let loss = agent(table)["log_loss"].as_f64().unwrap();
            assert!(count(table, "beliefs") > 0 && (loss - 2f64.ln()).abs() < 1e-6, "{report}");
            assert!(
                count(table, "reviewed") > 0 && count(table, "right") <= count(table, "reviewed"),
                "{report}"
            );
            assert_eq!(count(table, "invalid"), 0, "{report}");
            let claims = played["players"][0]["claims"].as_f64().unwrap();
            assert_eq!(claims > 0.0, table == 2, "{report}");
        }
    }
    assert_eq!(report["talk_gain"].as_array().map(Vec::len), Some(2), "{report}");
}

#[test]
fn bad_files_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (file, words) in [
        ("model = \"oracle\"", "unknown variant"),
        ("model = \"scripted\"\nmagic = 1", "unknown field"),
        ("model = \"cmd\"", "command"),
        ("model = \"replay\"", "replies"),
        ("model = \"replay\"\nreplies = \"nowhere.jsonl\"", "nowhere.jsonl"),
        ("model = \"scripted\"\nnoise = 2.0", "noise"),
        ("model = \"scripted\"\nevery = 0", "every"),
    ] {
        fs::write(folder.path().join("agent.toml"), file).unwrap();
        let output = arena(folder.path(), &["bloodlust", "--field", "llm:agent.toml,greedy"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{file}: {said}");
        assert!(said.contains(words), "{file}: {said}");
    }
    for args in [
        &["bloodlust", "--field", "llm:nowhere.toml,greedy"][..],
        &["bloodlust", "--field", "llm:,greedy"],
        &["bloodlust", "--field", "llm:agent.toml,greedy", "--max-cost", "1"],
        &["suite", "sanguis-talk-9", "--agent", "agent.toml"],
    ] {
        fs::write(folder.path().join("agent.toml"), "model = \"scripted\"").unwrap();
        assert_eq!(arena(folder.path(), args).status.code(), Some(2), "{args:?}");
    }
}
