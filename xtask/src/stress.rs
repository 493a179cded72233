//! `cargo xtask torture` and `cargo xtask load`: build the house and what puts it under stress, and run them.

use std::process::Command;

use crate::step::Step;
use crate::{cargo, postgres, status, target};

/// Runs a trial; the rest of the arguments are its own.
pub(crate) fn run(trial: &str, args: &[String]) -> Result<(), u8> {
    status(cargo().args(["build", "--profile", "stress", "--package", "sanguis", "--package", "stress"]))?;
    let built = target().join("stress");
    let mut command = Command::new(built.join("stress"));
    command.arg("--sanguis").arg(built.join("sanguis"));
    let asks = |word: &str| args.iter().any(|arg| arg == word || arg.ends_with(&format!("={word}")));
    let needs_server = match trial {
        "torture" => !asks("sqlite"),
        _ => asks("postgres"),
    };
    // Stays until the trial is over.
    let server =
        if needs_server && !asks("--help") { Some(postgres::running(&mut Step::on_screen())?) } else { None };
    if let Some(server) = &server {
        command.args(["--postgres", server.url()]);
    }
    status(command.arg(trial).args(args))
}
