//! The web table: its packages, its build, its tests in a real browser, its screenshots.
//!
//! Needs Node and, for the tests, Chromium. On Debian both are installed when they are missing; elsewhere an error says what to do.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Tally, cargo, number_before, status};

/// Everything under `web/`, built into `web/dist`, from where it goes into the binary.
pub(crate) fn build() -> Result<(), u8> {
    packages()?;
    status(npm().args(["run", "--silent", "build"]))
}

/// Types and unit tests.
pub(crate) fn check(tally: &mut Tally) -> Result<(), u8> {
    packages()?;
    status(npm().args(["run", "--silent", "check"]))?;
    counted(npm().args(["run", "--silent", "test"]), tally)
}

/// Types, unit tests, and whole games in a browser against the real house.
pub(crate) fn test(tally: &mut Tally) -> Result<(), u8> {
    check(tally)?;
    tool("chromium", &["chromium"], "Chromium")?;
    house()?;
    counted(npm().args(["run", "--silent", "test:browser"]), tally)
}

/// Pictures of every page and of an early, middle and final position of all games, in `web/shots`.
pub(crate) fn shots() -> Result<(), u8> {
    build()?;
    tool("chromium", &["chromium"], "Chromium")?;
    house()?;
    status(npm().args(["run", "--silent", "shots"]))
}

/// What a seat sees in real matches, for the workbench and the unit tests.
pub(crate) fn fixtures() -> Result<(), u8> {
    status(cargo().args(["run", "--quiet", "--package", "shelf", "--example", "fixtures"]))
}

/// The house that the browser plays against: with the table as it was built just now.
fn house() -> Result<(), u8> {
    status(cargo().args(["build", "--quiet", "--package", "sanguis"]))
}

/// The packages as the lock file names them, fetched when they are not there.
fn packages() -> Result<(), u8> {
    tool("npm", &["nodejs", "npm"], "Node.js 20.19 or later, with npm")?;
    let changed = |path: &str| std::fs::metadata(folder().join(path)).and_then(|file| file.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(here), Some(wanted)) if here >= wanted => Ok(()),
        _ => status(npm().args(["ci", "--no-fund", "--no-audit"])),
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder());
    command
}

/// Makes sure that a program is there: installs its Debian packages if it is not.
fn tool(program: &str, debian: &[&str], words: &str) -> Result<(), u8> {
    if found(program) {
        return Ok(());
    }
    if found("apt-get") {
        println!("{words} is missing: installing it with apt-get.");
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", "--no-install-recommends"]).args(debian);
        let installed = status(&mut install).or_else(|_| {
            status(Command::new("apt-get").arg("update"))?;
            status(&mut install)
        });
        if installed.is_ok() && found(program) {
            return Ok(());
        }
    }
    eprintln!("error: the web table needs {words}. Install it so that `{program}` is found, and try again.");
    Err(2)
}

fn found(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Runs a test command, shows what it says, and counts its tests.
fn counted(command: &mut Command, tally: &mut Tally) -> Result<(), u8> {
    crate::each_line(command.env("NO_COLOR", "1"), |line| {
        if let Some(counts) = line.trim_start().strip_prefix("Tests ") {
            tally.passed += number_before(counts, " passed");
            tally.failed += number_before(counts, " failed");
        }
    })
}
