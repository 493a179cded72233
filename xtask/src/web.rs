//! The web table: its packages, its build, its tests in a real browser, its screenshots.
//!
//! Needs Node and, for the tests, Chromium. On Debian both are installed when they are missing; elsewhere an error says what to do.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::step::Step;
use crate::{cargo, root, status};

/// Everything under `web/`, built into `web/dist`, from where it goes into the binary.
pub(crate) fn build(step: &mut Step) -> Result<(), u8> {
    packages(step)?;
    npm_run(step, "build")?;
    std::fs::write(built(), "").map_err(|error| step.fail(&error.to_string()))
}

/// The pages that play without a house, into `web/dist-pocket`.
pub(crate) fn pocket(step: &mut Step) -> Result<(), u8> {
    packages(step)?;
    npm_run(step, "pocket")
}

/// Written after each build that succeeded.
fn built() -> PathBuf {
    folder().join("node_modules/.sanguis-built")
}

/// Is `web/dist` there, and younger than everything it is made from?
pub(crate) fn is_built() -> bool {
    let Some(built) = changed(&built()) else { return false };
    let sources =
        ["src", "public", "build", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js"];
    let words = std::fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    folder().join("dist/index.html").exists()
        && sources.iter().all(|path| is_older(&folder().join(path), built))
        && words.map(|game| game.path().join("words")).all(|path| is_older(&path, built))
}

/// Is a file, or everything in a folder and the folder itself, older than this? What is not there is.
fn is_older(path: &Path, than: SystemTime) -> bool {
    let inside = || std::fs::read_dir(path).into_iter().flatten().flatten();
    changed(path).is_none_or(|at| at < than) && inside().all(|entry| is_older(&entry.path(), than))
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Node with npm, installed where it is missing.
pub(crate) fn node(step: &mut Step) -> Result<(), u8> {
    tool(step, "npm", &["nodejs", "npm"], "Node.js 20.19 or later, with npm")
}

/// Types and unit tests.
pub(crate) fn check(step: &mut Step) -> Result<(), u8> {
    npm_run(step, "check")?;
    npm_run(step, "test")
}

/// Chromium, installed where it is missing.
pub(crate) fn browser(step: &mut Step) -> Result<(), u8> {
    tool(step, "chromium", &["chromium"], "Chromium")
}

/// Whole games in a browser against the house as it was built last.
pub(crate) fn play(step: &mut Step) -> Result<(), u8> {
    npm_run(step, "test:browser")
}

/// The build, types, unit tests, and whole games in a browser against the real house.
pub(crate) fn test(step: &mut Step) -> Result<(), u8> {
    build(step)?;
    check(step)?;
    browser(step)?;
    house(step)?;
    play(step)
}

/// Pictures of every page and of an early, middle and final position of all games, in `web/shots`.
pub(crate) fn shots() -> Result<(), u8> {
    let mut step = Step::on_screen();
    build(&mut step)?;
    browser(&mut step)?;
    house(&mut step)?;
    npm_run(&mut step, "shots")
}

/// What a seat sees in real matches, for the workbench and the unit tests.
pub(crate) fn fixtures() -> Result<(), u8> {
    status(cargo().args(["run", "--quiet", "--package", "shelf", "--example", "fixtures"]))
}

/// The house that the browser plays against: with the table as it was built just now.
fn house(step: &mut Step) -> Result<(), u8> {
    step.run(cargo().args(["build", "--quiet", "--package", "sanguis"]))
}

/// The packages as the lock file names them, fetched when they are not there.
fn packages(step: &mut Step) -> Result<(), u8> {
    node(step)?;
    let changed = |path: &str| changed(&folder().join(path));
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(here), Some(wanted)) if here >= wanted => Ok(()),
        _ => step.run(&mut npm(&["ci", "--no-fund", "--no-audit"])),
    }
}

fn folder() -> PathBuf {
    root().join("web")
}

pub(crate) fn npm_run(step: &mut Step, script: &str) -> Result<(), u8> {
    step.run(&mut npm(&["run", "--silent", script]))
}

/// A script of this folder, run by Node.
pub(crate) fn node_script(path: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(path).current_dir(folder());
    command
}

pub(crate) fn npm(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir(folder());
    command
}

/// Makes sure that a program is there: installs its Debian packages if it is not.
fn tool(step: &mut Step, program: &str, debian: &[&str], words: &str) -> Result<(), u8> {
    if found(program) {
        return Ok(());
    }
    if found("apt-get") {
        step.print(&format!("{words} is missing: installing it with apt-get."));
        if crate::apt_install(step, debian).is_ok() && found(program) {
            return Ok(());
        }
    }
    Err(step.fail(&format!(
        "the web table needs {words}. Install it so that `{program}` is found, and try again."
    )))
}

pub(crate) fn found(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
