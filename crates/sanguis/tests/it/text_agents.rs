//! Agents that play by text: every fault counted and none played, the same bytes twice, and the example of the documentation.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

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
        ("model = \"http\"\n[http]\nurl = \"https://a.example\"\nmodel = \"m\"", "--network"),
    ] {
        fs::write(folder.path().join("agent.toml"), file).unwrap();
        let output = arena(folder.path(), &["bloodlust", "--field", "llm:agent.toml,greedy"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{file}: {said}");
        assert!(said.contains(words), "{file}: {said}");
    }
    for (part, words) in [
        ("", "[http]"),
        ("[http]\nurl = \"ftp://a.example\"\nmodel = \"m\"", "https://"),
        ("[http]\nurl = \"https://a.example\"\nmodel = \"m\"\nkey = \"secret\"", "unknown field"),
        ("[http]\nurl = \"https://a.example\"\nmodel = \"m\"\nkey-variable = \"NO_SUCH_KEY\"", "NO_SUCH_KEY"),
        ("[http]\nurl = \"http://a.example\"\nmodel = \"m\"\nkey-variable = \"PATH\"", "https:// only"),
        ("[http]\nurl = \"https://a.example\"\nmodel = \"m\"\nrequest = { stream = true }", "stream"),
    ] {
        fs::write(folder.path().join("agent.toml"), format!("model = \"http\"\n{part}")).unwrap();
        let output = arena(folder.path(), &["bloodlust", "--network", "--field", "llm:agent.toml,greedy"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{part}: {said}");
        assert!(said.contains(words), "{part}: {said}");
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

/// A request that the server in the test got: its head, and its body as JSON.
type Asked = (String, Value);

/// A server on this machine that answers what `answer` makes of each request and of its number. It ends with the test program.
fn serve(answer: impl Fn(usize, &Asked) -> String + Send + 'static) -> (String, Arc<Mutex<Vec<Asked>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1/chat/completions", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = asked.clone();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().unwrap());
            let (mut head, mut length) = (String::new(), 0);
            while !head.ends_with("\r\n\r\n") {
                let before = head.len();
                if lines.read_line(&mut head).unwrap_or(0) == 0 {
                    break;
                }
                let line = head[before..].to_lowercase();
                length = line.strip_prefix("content-length:").map_or(length, |it| it.trim().parse().unwrap());
            }
            let mut body = vec![0; length];
            lines.read_exact(&mut body).unwrap();
            let request = (head, serde_json::from_slice(&body).unwrap());
            let mut log = log.lock().unwrap();
            let answer = answer(log.len(), &request);
            log.push(request);
            drop(log);
            // A client that has lost its patience is gone.
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    (address, asked)
}

fn http(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// Takes the first option of the prompt.
fn first_option((_, body): &Asked) -> String {
    let prompt = body["messages"][0]["content"].as_str().unwrap();
    let options = prompt.split("each after its code:\n").nth(1).unwrap();
    let code: u32 = options.split(':').next().unwrap().parse().unwrap();
    let message = json!({ "role": "assistant", "content": json!({ "code": code }).to_string() });
    let usage = json!({ "prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14 });
    http("200 OK", &json!({ "choices": [{ "index": 0, "message": message }], "usage": usage }).to_string())
}

const KEY: &str = "canary-4711";

/// Two games of King's Blood with a model that is asked at an address.
fn ask_server(folder: &Path, address: &str, patience: u64, more: &str) -> Output {
    let file = format!(
        "model = \"http\"\npatience-ms = {patience}\n[http]\nurl = \"{address}\"\nmodel = \"parrot-1\"\n\
         key-variable = \"A_KEY\"\n{more}"
    );
    fs::write(folder.join("agent.toml"), file).unwrap();
    let args = "arena kings-blood -p 2 --games 2 --field llm:agent.toml,greedy --transcript run.jsonl --network --json";
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanguis"));
    // One game after the other, so that the order of requests is known.
    command.args(args.split(' ')).current_dir(folder).env("A_KEY", KEY).env("RAYON_NUM_THREADS", "1");
    command.output().unwrap()
}

#[test]
fn a_model_is_asked_over_http() {
    let folder = tempfile::tempdir().unwrap();
    // Busy at first: twice it is asked again.
    let (address, asked) = serve(|number, request| match number {
        0 => http("429 Too Many Requests\r\nretry-after: 0", &format!("slow down, {KEY}")),
        1 => http("503 Service Unavailable", ""),
        _ => first_option(request),
    });
    let output =
        ask_server(folder.path(), &address, 60_000, "request = { temperature = 0.5, max_tokens = 60 }");
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let agent = &report["players"][0]["agent"];
    let asked = asked.lock().unwrap();
    let count = |name: &str| agent[name].as_u64().unwrap();
    assert_eq!(
        (agent["model"].as_str(), count("failed"), count("substituted")),
        (Some("http parrot-1"), 0, 0)
    );
    assert_eq!(count("questions"), asked.len() as u64 - 2, "{agent}");
    assert_eq!((count("tokens_in"), count("tokens_out")), (11 * count("questions"), 3 * count("questions")));
    for (head, body) in asked.iter() {
        assert!(head.starts_with("POST /v1/chat/completions "), "{head}");
        assert!(head.to_lowercase().contains(&format!("authorization: bearer {KEY}\r\n")), "{head}");
        assert_eq!((&body["model"], &body["temperature"]), (&json!("parrot-1"), &json!(0.5)), "{body}");
        assert_eq!(body["messages"][0]["role"], "user", "{body}");
    }
    assert_eq!(asked[0].1, asked[2].1, "the same prompt again");
    // The key is for the server alone.
    let written = fs::read(folder.path().join("run.jsonl")).unwrap();
    for bytes in [&output.stdout, &output.stderr, &written] {
        assert!(!String::from_utf8_lossy(bytes).contains(KEY));
    }
    assert!(!written.is_empty());
}

#[test]
fn a_server_that_fails_does_not_stop_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = serve(|_, request| first_option(request));
    let (elsewhere, reached) = (elsewhere.0, elsewhere.1);
    type Answer = Box<dyn Fn(usize, &Asked) -> String + Send>;
    let answers: [(&str, Answer); 6] = [
        ("401", Box::new(|_, _| http("401 Unauthorized", &format!("wrong key {KEY}")))),
        ("307", Box::new(move |_, _| http(&format!("307 Elsewhere\r\nlocation: {elsewhere}"), ""))),
        ("not a chat completion", Box::new(|_, _| http("200 OK", "{\"choices\": 3}"))),
        ("too long", Box::new(|_, _| http("200 OK", &" ".repeat((1 << 20) + 1)))),
        ("broke off", Box::new(|_, _| "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{".to_owned())),
        (
            "not answer in time",
            Box::new(|_, _| {
                std::thread::sleep(Duration::from_millis(300));
                String::new()
            }),
        ),
    ];
    for (words, answer) in answers {
        let (address, _) = serve(answer);
        let patience = if words.ends_with("time") { 30 } else { 60_000 };
        let output = ask_server(folder.path(), &address, patience, "");
        assert!(output.status.success(), "{words}: {output:?}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let agent = &report["players"][0]["agent"];
        assert_eq!(
            (&agent["failed"], &agent["substituted"]),
            (&agent["questions"], &agent["questions"]),
            "{words}"
        );
        assert!(agent["first_trouble"].as_str().unwrap().contains(words), "{words}: {agent}");
        let written = fs::read_to_string(folder.path().join("run.jsonl")).unwrap();
        assert!(!written.contains(KEY), "{words}");
    }
    assert_eq!(reached.lock().unwrap().len(), 0, "a redirection would take the key elsewhere");
}
