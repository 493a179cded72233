//! `sanguis mcp` as a client starts it: a child process, spoken to by the protocol's own client library.

use std::process::Stdio;

use rmcp::model::{CallToolRequestParams, ReadResourceRequestParams};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

struct Client {
    running: RunningService<RoleClient, ()>,
    child: Child,
}

impl Client {
    async fn start(args: &[&str], environment: &[(&str, &str)]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sanguis"))
            .arg("mcp")
            .args(args)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let pipes = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
        Client { running: ().serve(pipes).await.unwrap(), child }
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> String {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = self.running.call_tool(request).await.unwrap();
        let result = serde_json::to_value(result).unwrap();
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Plays the first option, or the last in every third question.
    async fn play(&self, game: &str, players: u32) {
        let mut text = self.call("sit", json!({ "game": game, "players": players, "level": "easy" })).await;
        let table = text.split("table ").nth(1).unwrap().split(',').next().unwrap().to_owned();
        let mut questions = 0;
        while !text.ends_with("The game is over.\n") {
            let options = text.split("Your options, each after its code:\n").nth(1).unwrap_or_default();
            let codes: Vec<u32> =
                options.lines().map_while(|line| line.split_once(": ")?.0.parse().ok()).collect();
            let revision = text.split("revision ").nth(1).map(|rest| {
                rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().unwrap()
            });
            let choice = if questions % 3 == 2 { codes.last() } else { codes.first() };
            text = match choice.zip(revision) {
                Some((code, revision)) => {
                    questions += 1;
                    self.call("act", json!({ "table": table, "revision": revision, "code": code })).await
                }
                None => self.call("wait", json!({ "table": table })).await,
            };
        }
        assert!(questions > 0, "{game}: {text}");
        let record = ReadResourceRequestParams::new(format!("sanguis://record/{table}"));
        let record = serde_json::to_value(self.running.read_resource(record).await.unwrap()).unwrap();
        let record = record["contents"][0]["text"].as_str().unwrap();
        shelf::find(game).unwrap().game.verify(record).unwrap_or_else(|refusal| panic!("{refusal}"));
    }

    /// The client hangs up, and the program ends.
    async fn end(mut self) {
        self.running.cancel().await.unwrap();
        assert!(self.child.wait().await.unwrap().success());
    }
}

#[tokio::test]
async fn a_client_plays_whole_games_of_all_five() {
    let client = Client::start(&[], &[]).await;
    assert_eq!(client.running.list_all_tools().await.unwrap().len(), 9);
    for (game, players) in
        [("blood-bound", 6), ("bloodlust", 2), ("bloodstones", 2), ("bloodwood", 5), ("kings-blood", 2)]
    {
        client.play(game, players).await;
    }
    client.end().await;
}

#[tokio::test]
async fn a_model_finds_its_notes_again() {
    let client = Client::start(&[], &[]).await;
    let text = client.call("sit", json!({ "game": "blood-bound", "players": 6, "level": "easy" })).await;
    let table = text.split("table ").nth(1).unwrap().split(',').next().unwrap().to_owned();
    assert!(!text.contains("Your notes"), "{text}");
    assert!(client.call("note", json!({ "table": table })).await.contains("no notes"));
    client.call("note", json!({ "table": table, "text": "Seat 3 is a Rose." })).await;
    for tool in ["note", "look", "wait"] {
        let told = client.call(tool, json!({ "table": table })).await;
        assert!(told.starts_with("Your notes: \"Seat 3 is a Rose.\"\n"), "{tool}: {told}");
    }
    let say = CallToolRequestParams::new("note");
    let long = json!({ "table": table, "text": "x".repeat(1001) }).as_object().cloned().unwrap();
    let elsewhere = json!({ "table": "nowhere", "text": "x" }).as_object().cloned().unwrap();
    for arguments in [long, elsewhere] {
        let refused = client.running.call_tool(say.clone().with_arguments(arguments)).await.unwrap();
        assert_eq!(refused.is_error, Some(true), "{refused:?}");
    }
    client.end().await;
}

/// A program that is killed cannot tidy up; the next one does, and leaves alone what is in use.
#[tokio::test]
async fn the_folder_of_a_killed_program_is_removed_by_the_next() {
    let temp = tempfile::tempdir().unwrap();
    let environment = [("TMPDIR", temp.path().to_str().unwrap())];
    let folders = || std::fs::read_dir(temp.path()).unwrap().count();
    let mut killed = Client::start(&[], &environment).await;
    let running = Client::start(&[], &environment).await;
    assert_eq!(folders(), 2);
    killed.child.kill().await.unwrap();
    let next = Client::start(&[], &environment).await;
    assert_eq!(folders(), 2, "one of the running program, one of the next");
    running.call("tables", json!({})).await;
    running.end().await;
    next.end().await;
    assert_eq!(folders(), 0);
}

#[tokio::test]
async fn a_client_plays_at_a_house() {
    let folder = tempfile::tempdir().unwrap();
    let db = format!("sqlite:{}", folder.path().join("house.db").display());
    let mut house = Command::new(env!("CARGO_BIN_EXE_sanguis"))
        .args(["serve", "--listen", "127.0.0.1:0", "--bot-pause", "0", "--db", &db])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut said = tokio::io::BufReader::new(house.stdout.take().unwrap());
    let mut line = String::new();
    tokio::io::AsyncBufReadExt::read_line(&mut said, &mut line).await.unwrap();
    let origin = line.trim().rsplit(' ').next().unwrap().to_owned();
    let made = origin.clone();
    let account = tokio::task::spawn_blocking(move || {
        let mut reply = ureq::post(format!("{made}/api/bots"))
            .header("content-type", "application/json")
            .send(r#"{"name":"Clank"}"#)
            .unwrap();
        serde_json::from_str::<Value>(&reply.body_mut().read_to_string().unwrap()).unwrap()
    });
    let token = account.await.unwrap()["token"].as_str().unwrap().to_owned();
    let client = Client::start(&["--house", &origin], &[("SANGUIS_TOKEN", &token)]).await;
    client.play("bloodlust", 2).await;
    client.end().await;
    // From a file as well; a token that is not valid is refused by every tool.
    let file = folder.path().join("token");
    std::fs::write(&file, "wrong\n").unwrap();
    let client = Client::start(&["--house", &origin, "--token-file", file.to_str().unwrap()], &[]).await;
    let result = client.running.call_tool(CallToolRequestParams::new("tables")).await.unwrap();
    assert_eq!(result.is_error, Some(true), "{result:?}");
    client.end().await;
}

#[tokio::test]
async fn a_house_wants_a_token() {
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sanguis"));
        command.arg("mcp").args(args).env_remove("SANGUIS_TOKEN").stdin(Stdio::null()).output().unwrap()
    };
    for (args, words) in [
        (&["--house", "http://127.0.0.1:9"][..], "SANGUIS_TOKEN"),
        (&["--house", "games", "--token-file", "/dev/null"], "token"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
    }
}
