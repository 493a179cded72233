//! `cargo ci`: everything that must hold before a change lands.
//!
//! What does not depend on each other runs side by side: packages are fetched while Rust is linted, and all test programs, the
//! browser and Python share the processors at the end, because each of them waits now and then.

use std::collections::VecDeque;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use crate::step::{Step, Steps};
use crate::{SCHEMA, cargo, postgres, programs, python, web};

/// Something to run when a worker is free.
type Job<'a> = (String, Box<dyn FnOnce(&mut Step) -> Result<(), u8> + Send + 'a>);

pub(crate) fn run() -> Result<(), u8> {
    let steps = Steps::new();
    let done = thread::scope(|scope| {
        let environment = scope.spawn(|| steps.step("python: packages", python::environment));
        steps.step("format", |step| step.run(cargo().args(["fmt", "--all", "--check"])))?;
        // Before anything compiles the house, because what it builds becomes part of the program.
        steps.step("web: packages and build", web::build)?;
        scope.spawn(|| steps.step("web: types and unit tests", web::check));
        let system = scope.spawn(|| {
            let server = steps.step("PostgreSQL", postgres::running);
            (server, steps.step("Chromium", web::browser))
        });
        steps.step("lints", lints)?;
        steps.step("docs", docs)?;
        let programs = steps.step("build", programs::build)?;
        let (server, chromium) = system.join().unwrap_or((Err(1), Err(1)));
        let server = server?;
        let mut jobs: VecDeque<Job<'_>> = VecDeque::new();
        // The longest first, and those that wait most.
        if chromium.is_ok() {
            jobs.push_back(("web: tests in a browser".into(), Box::new(web::play)));
        }
        if environment.join().is_ok_and(|done| done.is_ok()) {
            jobs.push_back(("python: tests".into(), Box::new(|step| python::built_tests(step, &[]))));
        }
        for program in &programs {
            let url = server.url();
            jobs.push_back((program.name.clone(), Box::new(move |step| programs::run(step, program, url))));
        }
        jobs.push_back(("features of cargo play".into(), Box::new(reduced)));
        jobs.push_back(("examples in docs".into(), Box::new(programs::examples)));
        side_by_side(&steps, jobs);
        Ok(())
    });
    steps.finish().and(done)
}

fn lints(step: &mut Step) -> Result<(), u8> {
    step.run(linted(cargo().args(["check", "--workspace", "--all-targets", "--quiet"]).args(SCHEMA)))
}

/// What `cargo play` and `cargo play --terminal` build compiles without warnings. Other features mean that dependencies are checked
/// again, so this waits until the processors have little else to do.
fn reduced(step: &mut Step) -> Result<(), u8> {
    for features in ["house", "terminal"] {
        let mut check = cargo();
        check.args([
            "check",
            "--quiet",
            "--package",
            "sanguis",
            "--no-default-features",
            "--features",
            features,
        ]);
        step.run(linted(&mut check))?;
    }
    Ok(())
}

fn docs(step: &mut Step) -> Result<(), u8> {
    let mut doc = cargo();
    doc.args(["doc", "--workspace", "--no-deps", "--quiet"]).args(SCHEMA).env("RUSTDOCFLAGS", "-D warnings");
    step.run(linted(&mut doc))
}

/// What `cargo clippy` does to `cargo check`. Done to `cargo doc` too, because then it finds all crates checked already.
fn linted(command: &mut Command) -> &mut Command {
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", "-Dwarnings")
}

/// One job more than there are processors, since the browser and the house wait for each other.
fn side_by_side(steps: &Steps, jobs: VecDeque<Job<'_>>) {
    let workers = thread::available_parallelism().map_or(2, usize::from) + 1;
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_front();
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((name, work)) = next() {
                    // What failed is in the table at the end.
                    let _ = steps.step(&name, work);
                }
            });
        }
    });
}
