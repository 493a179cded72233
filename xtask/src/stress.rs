//! `cargo xtask torture`, `steady` and `load`: build the house and what puts it under stress, and run them.

use std::process::Command;

use crate::play::has_sqlite;
use crate::step::Step;
use crate::{cargo, postgres, status, target};

/// Runs a trial. `--release` builds what is shipped, for figures to publish, which takes several times as long; otherwise only what
/// the trial needs is built. The other arguments are the trial's own.
pub(crate) fn run(trial: &str, args: &[String]) -> Result<(), u8> {
    let (shipped, args): (Vec<_>, Vec<_>) = args.iter().cloned().partition(|arg| arg == "--release");
    let profile = if shipped.is_empty() { "stress" } else { "release" };
    let asks = |word: &str| args.iter().any(|arg| arg == word || arg.ends_with(&format!("={word}")));
    let needs_server = match trial {
        "torture" => !asks("sqlite"),
        _ => asks("postgres"),
    };
    let mut build = cargo();
    build.args(["build", "--profile", profile, "--package", "sanguis", "--package", "stress"]);
    if shipped.is_empty() {
        build.args(["--no-default-features", "--features", "sanguis/house"]);
        if !has_sqlite() {
            build.args(["--features", "sanguis/bundled,stress/bundled"]);
        }
        if needs_server {
            build.args(["--features", "sanguis/postgres,stress/postgres"]);
        }
    }
    status(&mut build)?;
    // Stays until the trial is over.
    let server =
        if needs_server && !asks("--help") { Some(postgres::running(&mut Step::on_screen())?) } else { None };
    let built = target().join(profile);
    let mut command = Command::new(built.join("stress"));
    command.arg("--sanguis").arg(built.join("sanguis"));
    if let Some(server) = &server {
        command.args(["--postgres", server.url()]);
    }
    status(command.arg(trial).args(args))
}
