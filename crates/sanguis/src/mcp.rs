//! `sanguis mcp`: a seat for a language model, over standard input and output.

use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{ArgMatches, Command};
use house::config::Config;
use house::house::House;
use house::store::{AnyStore, Place};
use mcp::{Answered, Api};
use serde_json::Value;
use table::{Name, Refused, say};
use ureq::Agent;
use ureq::http::Request;
use ureq::tls::TlsConfig;
use wire::Problem;

use crate::args::{option, path};
use crate::{Failure, Outcome, files};

/// Where the token is looked for.
const TOKEN: &str = "SANGUIS_TOKEN";
/// A timeout longer than the longest wait of a house.
const SILENCE: Duration = Duration::from_secs(40);

pub(crate) fn command() -> Command {
    Command::new("mcp")
        .about("Seat a language model at a table, by the Model Context Protocol on standard input and output")
        .after_help(
            "A client such as a chat program or an agent starts this command and plays through its tools. Without --house the tables \
             are in this process, against bots, and end with it. docs/agents.md shows how to connect a client.\n\n\
             The token of a bot account is read from the environment (SANGUIS_TOKEN) or from a file, never from the command line.",
        )
        .arg(option("house", "URL", "Play at the tables of a house, such as https://games.example.org"))
        .arg(path("token-file", "FILE", "The file with the token of a bot account").requires("house"))
}

pub(crate) fn serve(args: &ArgMatches) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match args.get_one::<String>("house") {
            Some(url) => mcp::stdio(Arc::new(Remote::new(url, token(args)?)?)).await?,
            None => {
                let folder = Folder::new()?;
                let store = AnyStore::open(&Place::Sqlite(folder.path.join("tables.db"))).await?;
                // One client and no strangers: nothing needs to be limited, and nobody wants to watch bots pause.
                let config = Config {
                    bot_pause: 0,
                    requests_per_second: 0,
                    connections_per_address: 0,
                    connections: 0,
                    waiting_tables: 0,
                    running_tables: 0,
                    bot_tables: 0,
                    ..Config::default()
                };
                let house = House::open(config, Arc::new(store)).await?;
                mcp::stdio(house::mcp::account(&house, "Model").await?).await?;
                house.close();
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn token(args: &ArgMatches) -> Result<String, Failure> {
    let token = match args.get_one::<PathBuf>("token-file") {
        Some(file) => files::read(file)?,
        None => std::env::var(TOKEN).unwrap_or_default(),
    };
    match token.trim() {
        "" => Err(Failure(format!(
            "A house requires a token: put it into {TOKEN} or name its file with --token-file."
        ))),
        token => Ok(token.to_owned()),
    }
}

/// What the folders of such processes begin with, and the file in each that its process keeps locked.
const FOLDERS: &str = "sanguis-mcp-";
const LOCK: &str = "lock";

/// A folder for the tables of this process, removed with it.
struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    fn new() -> Result<Folder, Failure> {
        tidy();
        let path = std::env::temp_dir().join(format!("{FOLDERS}{}", house::seal::fresh_id()));
        std::fs::create_dir_all(&path)?;
        // Locked before it has its name: nobody finds it unlocked.
        let lock = File::create(path.join("lock.new"))?;
        lock.lock()?;
        std::fs::rename(path.join("lock.new"), path.join(LOCK))?;
        Ok(Folder { path, _lock: lock })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next such process.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes the folders of processes that were killed: nobody holds their locks.
fn tidy() {
    let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(FOLDERS)) {
        let lock = File::open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// A house elsewhere, by the token of a bot account.
struct Remote {
    agent: Agent,
    origin: String,
    token: String,
}

impl Remote {
    fn new(url: &str, token: String) -> Result<Remote, Failure> {
        let origin = url.trim_end_matches('/').to_owned();
        if !origin.starts_with("http://") && !origin.starts_with("https://") {
            return Err(Failure(format!(
                "{url} is not the address of a house: it begins with https:// or http://."
            )));
        }
        let tls = if origin.starts_with("https:") { house::trust::ureq() } else { TlsConfig::default() };
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            // The token is for this house and no other.
            .max_redirects(0)
            .timeout_connect(Some(SILENCE))
            .timeout_recv_response(Some(SILENCE))
            .user_agent(concat!("sanguis/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Remote { agent: config.into(), origin, token })
    }
}

fn away(why: impl std::fmt::Display) -> Problem {
    let reason = say!("The house does not answer: {why}.", why = Name(why));
    Problem { kind: Refused::Unavailable, reason, rule: None }
}

/// One request and its answer.
fn request(agent: &Agent, request: Request<String>) -> Result<Value, Problem> {
    let mut response = agent.run(request).map_err(away)?;
    let is_json = response.headers().get("content-type").is_some_and(|kind| kind == "application/json");
    let text = response.body_mut().read_to_string().map_err(away)?;
    let status = response.status();
    if !status.is_success() {
        return Err(
            serde_json::from_str(&text).unwrap_or_else(|_| away(format!("it answered {}", status.as_u16())))
        );
    }
    match is_json {
        true => serde_json::from_str(&text).map_err(away),
        false => Ok(Value::String(text)),
    }
}

impl Api for Remote {
    fn ask(&self, method: &'static str, path: String, body: Option<Value>) -> Answered<'_> {
        Box::pin(async move {
            let body = body.map(|body| body.to_string()).unwrap_or_default();
            let asked = Request::builder()
                .method(method)
                .uri(format!("{}{path}", self.origin))
                .header("content-type", "application/json")
                .header("authorization", format!("Bearer {}", self.token))
                .body(body)
                .map_err(away)?;
            let agent = self.agent.clone();
            tokio::task::spawn_blocking(move || request(&agent, asked)).await.map_err(away)?
        })
    }
}
