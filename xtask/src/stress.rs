//! `cargo xtask torture` and `cargo xtask load`: builds the house and its stress as they are shipped, and runs them.

use std::path::PathBuf;
use std::process::Command;

use crate::{cargo, postgres, status};

/// Runs a trial; the rest of the arguments are its own.
pub(crate) fn run(trial: &str, args: &[String]) -> Result<(), u8> {
    status(cargo().args(["build", "--release", "--package", "sanguis", "--package", "stress"]))?;
    let release = release()?;
    let mut command = Command::new(release.join("stress"));
    command.arg("--sanguis").arg(release.join("sanguis"));
    let asks = |word: &str| args.iter().any(|arg| arg == word || arg.ends_with(&format!("={word}")));
    let needs_server = match trial {
        "torture" => !asks("sqlite"),
        _ => asks("postgres"),
    };
    // Stays until the trial is over.
    let server = if needs_server && !asks("--help") { Some(postgres::running()?) } else { None };
    if let Some(server) = &server {
        command.args(["--postgres", server.url()]);
    }
    status(command.arg(trial).args(args))
}

/// Where release builds are: beside the folder this very program was built into.
fn release() -> Result<PathBuf, u8> {
    let own = std::env::current_exe().ok();
    let target = own.as_deref().and_then(|own| own.parent()?.parent());
    target.map(|target| target.join("release")).ok_or_else(|| {
        eprintln!("error: it is not known where programs are built.");
        1
    })
}
