//! The command line: one binary for players, hosts, researchers and designers.
//!
//! Bad input is one sentence on standard error and exit code 2; nothing is written then.

#![cfg_attr(
    not(feature = "full"),
    allow(dead_code, unused_imports, reason = "what only commands need that are left out")
)]

mod args;
mod bloodstones;
mod cli;
mod files;
mod memory;
mod output;
mod rules;
mod verify;

#[cfg(all(feature = "house", feature = "workshop"))]
mod admin;
#[cfg(all(feature = "house", feature = "workshop"))]
mod people;
#[cfg(feature = "house")]
mod serve;

#[cfg(feature = "mcp")]
mod mcp;

#[cfg(feature = "terminal")]
mod hint;
#[cfg(feature = "terminal")]
mod host;
#[cfg(feature = "terminal")]
mod learn;
#[cfg(feature = "terminal")]
mod local;
#[cfg(feature = "terminal")]
mod plain;
#[cfg(feature = "terminal")]
mod play;
#[cfg(feature = "terminal")]
mod remarks;
#[cfg(all(feature = "terminal", feature = "outward"))]
mod remote;
#[cfg(feature = "terminal")]
mod replay;
#[cfg(feature = "terminal")]
mod watch;

#[cfg(feature = "workshop")]
mod arena;
#[cfg(feature = "workshop")]
mod bench;
#[cfg(feature = "workshop")]
mod effort;
#[cfg(feature = "workshop")]
mod lab;
#[cfg(feature = "workshop")]
mod outside;
#[cfg(feature = "workshop")]
mod puzzles;
#[cfg(feature = "workshop")]
mod recorded;
#[cfg(feature = "workshop")]
mod review;
#[cfg(feature = "workshop")]
mod simulate;
#[cfg(feature = "workshop")]
mod stop;
#[cfg(feature = "workshop")]
mod text_agents;

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

#[cfg(feature = "house")]
impl From<house::store::StoreError> for Failure {
    fn from(house::store::StoreError(reason): house::store::StoreError) -> Failure {
        Failure(reason)
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
