//! `cargo xtask pocket`: the games as a folder of files that any server can offer, from any path, and that plays without one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::step::Step;
use crate::{SCHEMA, cargo, has_library, root, target, web};

const TARGET: &str = "wasm32-unknown-unknown";

const USAGE: &str = "\
cargo xtask pocket              the folder web/dist-pocket
cargo xtask pocket --test       plays it in Chromium: whole games, lessons, and what can go wrong
cargo xtask pocket --short      the same with few games, and rules that are built quickly
cargo xtask pocket --same [N]   records, scenarios and N random games of each kind give the same digests as here (20)
cargo xtask pocket --bench [PROFILE]  in Chromium: sizes, bots beside a program of this profile (release), answers, the first decision";

/// Builds the rules for browsers and the pages around them, into `web/dist-pocket`; then tests or measures them.
pub(crate) fn run(args: &[String]) -> Result<(), u8> {
    let mut step = Step::on_screen();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => build(&mut step, "pocket").map(|()| sizes()),
        ["--test"] => {
            build(&mut step, "pocket")?;
            web::browser(&mut step)?;
            web::npm_run(&mut step, "test:pocket")
        }
        ["--short"] => short(&mut step),
        ["--same"] => same(&mut step, "pocket", "20"),
        ["--same", count] => same(&mut step, "pocket", count),
        ["--bench"] => bench(&mut step, "release"),
        ["--bench", profile] => bench(&mut step, profile),
        _ => {
            eprintln!("error: {USAGE}");
            Err(2)
        }
    }
}

/// The folder, for a release.
pub(crate) fn folder(step: &mut Step) -> Result<(), u8> {
    build(step, "pocket")
}

/// The same digests, and a few things in Chromium, with rules that are built quickly.
fn short(step: &mut Step) -> Result<(), u8> {
    same(step, "dev", "1")?;
    web::browser(step)?;
    web::npm_run(step, "test:pocket-short")
}

fn same(step: &mut Step, profile: &str, count: &str) -> Result<(), u8> {
    build(step, profile)?;
    // Of the whole workspace, because cargo would build a part of it with other features.
    step.run(cargo().args(["build", "--quiet", "--workspace", "--example", "answers"]).args(SCHEMA))?;
    let program = target().join("debug/examples/answers");
    step.run(web::node_script("build/pocket-same.js").arg(program).arg(count))
}

fn bench(step: &mut Step, profile: &str) -> Result<(), u8> {
    build(step, "pocket")?;
    let mut native = cargo();
    native.args(["build", "--quiet", "--package", "pocket", "--example", "answers", "--profile", profile]);
    step.run(&mut native)?;
    web::browser(step)?;
    let mut figures = web::npm(&["run", "--silent", "figures:pocket"]);
    step.run(
        figures
            .env("ANSWERS", target().join(folder_of(profile)).join("examples/answers"))
            .env("PROFILE", profile),
    )
}

fn build(step: &mut Step, profile: &str) -> Result<(), u8> {
    let library = library(step).map_err(|missing| step.fail(&missing))?;
    let mut rules = cargo();
    rules.args(["rustc", "--profile", profile, "--package", "pocket", "--lib", "--crate-type", "cdylib"]);
    rules.args(["--target", TARGET]).args(library);
    // The profile of tests, whose macros are built already, without what makes the rules fast.
    if profile == "dev" {
        rules.envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "false")]);
    }
    if !library.is_empty() {
        // Leave to build the library with a compiler that is not a nightly one.
        rules.env("RUSTC_BOOTSTRAP", "1");
    }
    step.run(&mut rules)?;
    let module = root().join("web/pocket/pocket.wasm");
    let built = target().join(TARGET).join(folder_of(profile)).join("pocket.wasm");
    let copied =
        fs::create_dir_all(root().join("web/pocket")).and_then(|()| fs::copy(&built, &module).map(|_| ()));
    copied.map_err(|error| step.fail(&format!("{} cannot be copied: {error}", built.display())))?;
    web::pocket(step)
}

/// Where cargo puts what it builds by a profile.
fn folder_of(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

fn sizes() {
    println!("The rules with all games: {}.", size(&root().join("web/pocket/pocket.wasm")));
    let folder = root().join("web/dist-pocket");
    println!("The pages are in {}: offer this folder with any file server.", folder.display());
}

/// How large a file is, as it is and as servers send it.
fn size(path: &Path) -> String {
    let plain = fs::metadata(path).map_or(0, |file| file.len());
    let packed = Command::new("gzip").arg("-9c").arg(path).output().map_or(0, |packed| packed.stdout.len());
    match packed {
        0 => format!("{} KiB", plain >> 10),
        packed => format!("{} KiB, {} KiB compressed", plain >> 10, packed >> 10),
    }
}

/// What cargo must be told to find the compiler's library for browsers: nothing where it is installed or rustup fetches it. Where there
/// are only its sources, as in distributions, it is built. Or a sentence that says what to do.
fn library(step: &mut Step) -> Result<&'static [&'static str], String> {
    if has_library(TARGET) {
        return Ok(&[]);
    }
    if web::found("rustup") {
        step.print("The compiler's library for browsers is missing: fetching it with rustup.");
        let mut fetch = Command::new("rustup");
        if step.run(fetch.args(["target", "add", TARGET]).stdin(Stdio::null())).is_ok() {
            return Ok(&[]);
        }
    }
    let asked = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot =
        asked.map_or_else(|_| String::new(), |answer| String::from_utf8_lossy(&answer.stdout).into());
    if Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.toml").exists() {
        step.print("The compiler's library for browsers is built from its sources.");
        return Ok(&["-Zbuild-std=std,panic_abort"]);
    }
    Err(format!(
        "the pocket page needs Rust's target {TARGET}: `rustup target add {TARGET}`; without rustup, the sources of Rust's library \
         (in Debian the package rust-src, or rust-web-src beside rustc-web)"
    ))
}
