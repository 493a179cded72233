//! The command line: one binary for players, hosts, researchers and designers.
//!
//! Bad input is one sentence on standard error and exit code 2; nothing is written then.

mod admin;
mod arena;
mod args;
mod bench;
mod bloodstones;
mod cli;
mod effort;
mod files;
mod host;
mod lab;
mod local;
mod memory;
mod output;
mod outside;
mod plain;
mod play;
mod remote;
mod replay;
mod review;
mod rules;
mod serve;
mod simulate;
mod stop;
mod verify;
mod watch;

use std::process::ExitCode;

/// The result of a command.
type Outcome = Result<ExitCode, Failure>;

/// Why a command failed, as a sentence.
#[derive(Debug)]
struct Failure(String);

impl From<table::Refusal> for Failure {
    fn from(refusal: table::Refusal) -> Failure {
        Failure(refusal.to_string())
    }
}

impl From<String> for Failure {
    fn from(reason: String) -> Failure {
        Failure(reason)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure(format!("{error}."))
    }
}

fn main() -> ExitCode {
    let matches = cli::command().get_matches();
    match cli::run(&matches) {
        Ok(code) => code,
        Err(Failure(reason)) => {
            eprintln!("error: {}", table::text::with_names(&reason, output::seat_name));
            ExitCode::from(2)
        }
    }
}
