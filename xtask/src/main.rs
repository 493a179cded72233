//! `cargo play`, `cargo ci` and friends. No dependencies, so that it builds in a second.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use step::Step;

mod audit;
mod ci;
mod play;
mod pocket;
mod postgres;
mod programs;
mod python;
mod release;
mod step;
mod stress;
mod web;

const HELP: &str = "\
cargo play              build and play in the browser, at the address it prints
cargo play GAME …       play in the terminal; arguments go to `sanguis play`
cargo ci                set up and run all tests: format, lints, docs, SQLite, PostgreSQL, browser, Python
cargo xtask soak …      the laws over many more games; see --help
cargo xtask torture …   kill houses at random moments and compare logs; see --help
cargo xtask steady …    play on one house for a long time and watch its memory; see --help
cargo xtask load …      measure a house under a thousand matches; see --help; --release measures the release build
cargo xtask postgres …  run a command with a private PostgreSQL server beside it (cargo test -p house)
cargo xtask types       rewrite what is generated from Rust types: the web client's types, the API's schemas, the list of games
cargo xtask translated  mark the translated rules as up to date with the English ones
cargo xtask web         build the web table into web/dist
cargo xtask pocket …    the games as files that play in a browser without a house, into web/dist-pocket; --test plays them in
                        Chromium, --same compares their digests with ours, --bench measures them
cargo xtask release …   build and try everything that people can download, in target/release-files; --program FILE packs an existing build
cargo xtask web-test    test the web client: types, unit tests, and whole games in a browser
cargo xtask shots       pictures of every page and table, in web/shots
cargo xtask python …    the Python package: set up, build, test; arguments go to pytest
cargo xtask python-bench …  how fast the Python package is
cargo xtask fixtures    write the frames that the workbench shows
cargo xtask audit …     licences and sources of dependencies, advisories, unused dependencies, fuzzing; see --help";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match args.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let done = match command {
        "play" => play::run(rest),
        "soak" => soak(rest),
        "types" => {
            let mut tests = cargo();
            tests.args(["test", "--package", "wire", "--package", "shelf", "--test", "types", "--quiet"]);
            status(tests.args(SCHEMA).env("SANGUIS_TYPES", "1"))
        }
        "translated" => status(
            cargo()
                .args(["test", "--workspace", "--test", "it", "every_language_says_everything"])
                .env("SANGUIS_TRANSLATED", "1"),
        ),
        "web" => web::build(&mut Step::on_screen()),
        "pocket" => pocket::run(rest),
        "release" => release::run(rest),
        "web-test" => web::test(&mut Step::on_screen()),
        "shots" => web::shots(),
        "fixtures" => web::fixtures(),
        "torture" | "steady" | "load" => stress::run(command, rest),
        "postgres" => postgres::beside(rest),
        "python" => python::test(&mut Step::on_screen(), rest),
        "python-bench" => python::bench(rest),
        "audit" => audit::run(rest),
        "ci" => ci::run(),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        other => {
            eprintln!("error: there is no task \"{other}\".\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(code) => ExitCode::from(code),
    }
}

/// Turns on the types and schemas that `wire` writes for others. Everything in `cargo ci` is built with it, or `table` would be
/// compiled twice.
const SCHEMA: [&str; 2] = ["--features", "wire/schema"];

/// The root of the repository.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap_or(root)
}

/// Where cargo builds: this program is in one of its folders.
fn target() -> PathBuf {
    let own = std::env::current_exe().ok();
    own.as_deref()
        .and_then(|own| own.parent()?.parent())
        .map_or_else(|| root().join("target"), Path::to_owned)
}

/// Installs Debian packages as root, or by `sudo` if that needs no password. Waits for another apt-get that may be running.
fn apt_install(step: &mut Step, packages: &[&str]) -> Result<(), u8> {
    let mut apt = |args: &[&str]| {
        let mut command = if postgres::is_root() { Command::new("env") } else { Command::new("sudo") };
        if !postgres::is_root() {
            command.args(["-n", "env"]);
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]);
        step.run(command.args(args).stdin(Stdio::null()))
    };
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    apt(&install).or_else(|_| apt(&["update"]).and_then(|()| apt(&install)))
}

/// Is a line of a Rust file, or of one below a folder, such a line?
fn any_line(path: &Path, is_such: &dyn Fn(&str) -> bool) -> bool {
    if path.is_dir() {
        let mut inside = std::fs::read_dir(path).into_iter().flatten().flatten();
        return inside.any(|entry| any_line(&entry.path(), is_such));
    }
    let is_rust = path.extension().is_some_and(|it| it == "rs");
    is_rust && std::fs::read_to_string(path).unwrap_or_default().lines().any(is_such)
}

/// Does the compiler have the standard library for this target?
fn has_library(target: &str) -> bool {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    asked.is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_dir())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The laws over many more games: an example of the test kit, because the kit itself does not know the games.
fn soak(args: &[String]) -> Result<(), u8> {
    status(cargo().args(["run", "--release", "--package", "laws", "--example", "soak", "--"]).args(args))
}

fn status(command: &mut Command) -> Result<(), u8> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("error: {command:?} cannot be started: {error}");
            Err(1)
        }
    }
}
