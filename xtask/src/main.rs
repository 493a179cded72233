//! `cargo play`, `cargo ci` and friends. No dependencies, so that it builds in a second.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

mod postgres;
mod python;
mod stress;
mod web;

const HELP: &str = "\
cargo play              build everything and open the house: play in the browser at the address it says
cargo play GAME …       play in the terminal; arguments go to `sanguis play`
cargo ci                format, lints, docs and all tests
cargo xtask soak …      the laws at length; --help explains
cargo xtask torture …   kill houses at random moments and compare; --help explains
cargo xtask load …      measure a house under a thousand matches; --help explains
cargo xtask postgres …  run a command with a private PostgreSQL server beside it (cargo test -p house)
cargo xtask types       rewrite what the web client takes from Rust: the server's types, the list of games
cargo xtask web         build the web table into web/dist
cargo xtask web-test    its types, its unit tests, and whole games in a browser
cargo xtask shots       pictures of every page and table, in web/shots
cargo xtask python …    the Python package: set up, build, test; arguments go to pytest
cargo xtask python-bench …  how fast the Python package is
cargo xtask fixtures    write the frames anew that the workbench shows";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match args.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let done = match command {
        "play" if rest.is_empty() => {
            web::build().and_then(|()| run_release("sanguis", &["serve".to_owned()]))
        }
        "play" => run_release("sanguis", &[&["play".to_owned()], rest].concat()),
        "soak" => soak(rest),
        "types" => {
            let mut games = cargo();
            games.args(["test", "--package", "shelf", "--test", "types"]);
            [types(), games].iter_mut().try_for_each(|test| status(test.env("SANGUIS_TYPES", "1")))
        }
        "web" => web::build(),
        "web-test" => web::build().and_then(|()| web::test(&mut Tally::default())),
        "shots" => web::shots(),
        "fixtures" => web::fixtures(),
        "torture" | "load" => stress::run(command, rest),
        "postgres" => postgres::beside(rest),
        "python" => python::test(&mut Tally::default(), rest),
        "python-bench" => python::bench(rest),
        "ci" => ci(),
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

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Builds a program in release mode, showing how far it is, and runs it.
fn run_release(package: &str, args: &[String]) -> Result<(), u8> {
    status(cargo().args(["build", "--release", "--package", package]))?;
    status(cargo().args(["run", "--release", "--quiet", "--package", package, "--"]).args(args))
}

/// The laws at length: an example of the test kit, so that it may know the games that the kit itself does not.
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

/// Everything that must hold before a change lands.
fn ci() -> Result<(), u8> {
    let begin = Instant::now();
    step("format", || status(cargo().args(["fmt", "--all", "--check"])))?;
    // First, because what it builds becomes part of the program.
    step("web table", web::build)?;
    step("lints", || {
        status(cargo().args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
    })?;
    step("docs", || {
        status(
            cargo().args(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"),
        )
    })?;
    let server = postgres::running()?;
    let mut tally = Tally::default();
    let tests = step("tests", || tests(server.url(), &mut tally));
    let web = step("tests of the web table", || web::test(&mut tally));
    let python = step("tests of the Python package", || python::test(&mut tally, &[]));
    println!("\nThat took {} s.", begin.elapsed().as_secs());
    println!("{} passed, {} failed", tally.passed, tally.failed);
    tests.and(web).and(python)
}

fn step(name: &str, work: impl FnOnce() -> Result<(), u8>) -> Result<(), u8> {
    println!("== {name}");
    let begin = Instant::now();
    let result = work();
    let word = if result.is_ok() { "ok" } else { "FAILED" };
    println!("== {name}: {word}, {} s", begin.elapsed().as_secs());
    result
}

#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
}

/// Runs all tests, showing their output as it comes, and counts them.
fn tests(postgres: &str, tally: &mut Tally) -> Result<(), u8> {
    let mut command = cargo();
    // Snapshots are compared, never written.
    command
        .args(["test", "--workspace", "--no-fail-fast"])
        .env("INSTA_UPDATE", "no")
        .env(postgres::GIVEN, postgres);
    let mut count = |command: &mut Command| {
        each_line(command, |line| {
            if let Some(counts) = line.strip_prefix("test result: ") {
                tally.passed += number_before(counts, " passed");
                tally.failed += number_before(counts, " failed");
            }
        })
    };
    count(&mut command).and(count(&mut types()))
}

/// Checks that the web table's types are current. A build of its own: everything else does without the feature that writes them.
fn types() -> Command {
    let mut command = cargo();
    command.args(["test", "--package", "wire", "--features", "ts", "--test", "types"]);
    command
}

/// Runs a command, shows its output as it comes, and has each line looked at.
fn each_line(command: &mut Command, mut look: impl FnMut(&str)) -> Result<(), u8> {
    command.stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| {
        eprintln!("error: {command:?} cannot be started: {error}");
        1u8
    })?;
    for line in
        child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()).map_while(Result::ok)
    {
        println!("{line}");
        look(&line);
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(1),
    }
}

/// The number that stands before a word: 12 in "ok. 12 passed; 0 failed".
fn number_before(text: &str, word: &str) -> u64 {
    let before = text.split(word).next().unwrap_or("");
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    if text.contains(word) { digits.parse().unwrap_or(0) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::number_before;

    #[test]
    fn results_of_tests_are_counted() {
        let line = "ok. 12 passed; 3 failed; 0 ignored; 0 measured";
        assert_eq!((number_before(line, " passed"), number_before(line, " failed")), (12, 3));
        assert_eq!(number_before("nothing", " passed"), 0);
    }
}
