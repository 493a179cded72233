//! `cargo play`: from a fresh clone to a first game in minutes, and in seconds from then on.
//!
//! It builds less than what is installed (the features that a first game needs, by `[profile.play]`), and the web table beside the
//! house, which then serves it from `web/dist`.

use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::step::Step;
use crate::{cargo, root, status, target, web};

/// Processor time to build the house and the web table from nothing, and the terminal, in seconds (docs/performance.md).
const HOUSE: u64 = 235;
const TERMINAL: u64 = 215;

/// In the browser without arguments, in the terminal with the arguments of `sanguis play`.
pub(crate) fn run(args: &[String]) -> Result<(), u8> {
    match args {
        [] => in_the_browser(),
        [link, ..] if link.contains("://") => in_the_terminal("terminal,outward", args),
        _ => in_the_terminal("terminal", args),
    }
}

fn in_the_browser() -> Result<(), u8> {
    let built = web::is_built();
    if !built || !program().exists() {
        announce("the house and its web table", HOUSE);
    }
    let begin = Instant::now();
    // Before the two begin, because it may have to be installed.
    let mut step = Step::on_screen();
    if !built {
        web::node(&mut step)?;
    }
    thread::scope(|scope| {
        let table = (!built).then(|| {
            scope.spawn(|| {
                let mut kept = Step::kept();
                let done = web::build(&mut kept);
                match done {
                    Ok(()) => eprintln!("The web table is built ({} s).", begin.elapsed().as_secs()),
                    Err(_) => eprintln!("{}", kept.output()),
                }
                done
            })
        });
        let house = build(if has_sqlite() { "house" } else { "bundled" });
        table.map_or(Ok(()), |table| table.join().unwrap_or(Err(1))).and(house)
    })?;
    status(Command::new(program()).args(["serve", "--web"]).arg(root().join("web/dist")))
}

fn in_the_terminal(features: &str, args: &[String]) -> Result<(), u8> {
    if !program().exists() {
        announce("the terminal table", TERMINAL);
    }
    build(features)?;
    status(Command::new(program()).arg("play").args(args))
}

/// Says what is going to happen and how long it takes.
fn announce(what: &str, processor_seconds: u64) {
    let processors = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    // Not everything can be built at once.
    let minutes = (processor_seconds * 5 / 4 / processors.min(4)).div_ceil(60);
    eprintln!(
        "Building {what}. The first time this takes about {minutes} min on this machine, and the time to fetch packages; later \
         starts take seconds."
    );
}

fn build(features: &str) -> Result<(), u8> {
    let mut command = cargo();
    command.args(["build", "--profile", "play", "--package", "sanguis", "--no-default-features"]);
    // What cargo says on the way is its progress; a line for each package would hide what matters.
    status(command.args(["--features", features]))
}

/// The program that was built.
fn program() -> std::path::PathBuf {
    target().join("play").join(format!("sanguis{}", std::env::consts::EXE_SUFFIX))
}

/// Does the system have an SQLite library to compile with? Then none has to be compiled.
pub(crate) fn has_sqlite() -> bool {
    let mut ask = Command::new("pkg-config");
    ask.args(["--exists", "sqlite3 >= 3.35"]).output().is_ok_and(|answer| answer.status.success())
}
