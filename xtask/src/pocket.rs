//! `cargo xtask pocket`: the games as a folder of files that any server can offer, from any path, and that plays without one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::step::Step;
use crate::{SCHEMA, cargo, has_library, root, target, web};

const TARGET: &str = "wasm32-unknown-unknown";

/// Has a panic end the module at once, without words.
const SILENT: [&str; 2] = ["-Cpanic=immediate-abort", "-Zunstable-options"];

/// Four numbers at a time, as programs for this machine have it. Browsers can do it since 2021, Safari since 2023.
const VECTORS: &str = "-Ctarget-feature=+simd128";

/// What writes the module again. It is fetched when it is first needed, because it is larger than all other packages together.
const BINARYEN: &str = "binaryen@132.0.0";

const USAGE: &str = "\
cargo xtask pocket              the folder web/dist-pocket
cargo xtask pocket --test       plays it in Chromium: whole games, lessons, and what can go wrong
cargo xtask pocket --same [N]   records, scenarios and N random games of each kind give the same digests as here (20)
cargo xtask pocket --bench [PROFILE]  in Chromium: sizes, bots beside a program of this profile (release), answers, the first decision";

/// Builds the folder; then tests or measures what is in it.
pub(crate) fn run(args: &[String]) -> Result<(), u8> {
    let mut step = Step::on_screen();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => build(&mut step).map(|()| sizes()),
        ["--test"] => {
            build(&mut step)?;
            web::browser(&mut step)?;
            web::npm_run(&mut step, "test:pocket")
        }
        ["--same"] => same(&mut step, "20"),
        ["--same", count] => same(&mut step, count),
        ["--bench"] => bench(&mut step, "release"),
        ["--bench", profile] => bench(&mut step, profile),
        _ => {
            eprintln!("error: {USAGE}");
            Err(2)
        }
    }
}

fn same(step: &mut Step, count: &str) -> Result<(), u8> {
    build(step)?;
    // Of the whole workspace, because cargo would build a part of it with other features.
    step.run(cargo().args(["build", "--quiet", "--workspace", "--example", "answers"]).args(SCHEMA))?;
    let program = target().join("debug/examples/answers");
    step.run(web::node_script("build/pocket-same.js").arg(program).arg(count))
}

fn bench(step: &mut Step, profile: &str) -> Result<(), u8> {
    build(step)?;
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

/// Builds the rules for browsers and the pages around them, into `web/dist-pocket`.
pub(crate) fn build(step: &mut Step) -> Result<(), u8> {
    let mut rules = cargo();
    rules.args(["rustc", "--profile", "pocket", "--package", "pocket", "--lib", "--crate-type", "cdylib"]);
    rules.args(["--target", TARGET]);
    let mut flags = vec![VECTORS];
    match library(step).map_err(|missing| step.fail(&missing))? {
        Library::Here => {}
        Library::Sources => {
            rules.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
            for quick in ["alloc", "compiler_builtins", "core", "dlmalloc"] {
                rules.args(["--config", &format!("profile.pocket.package.{quick}.opt-level=3")]);
            }
            if can_be_silent() {
                // Nobody would read what a panic says, and what says it is a large part of the module.
                flags.extend(SILENT);
            }
            // Leave to do so with a compiler that is not a nightly one.
            rules.env("RUSTC_BOOTSTRAP", "1");
        }
    }
    let variable = TARGET.to_uppercase().replace('-', "_");
    step.run(rules.env(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), flags.join(" ")))?;
    let module = root().join("web/pocket/pocket.wasm");
    let built = target().join(TARGET).join("pocket/pocket.wasm");
    let copied =
        fs::create_dir_all(root().join("web/pocket")).and_then(|()| fs::copy(&built, &module).map(|_| ()));
    copied.map_err(|error| step.fail(&format!("{} cannot be copied: {error}", built.display())))?;
    web::node(step)?;
    if rewrite(step, &built, &module).is_err() {
        step.print("Without wasm-opt, the module for browsers is a fifth larger than necessary.");
    }
    web::pocket(step)
}

/// Writes the module again without names. Functions that are called most are first, and of those called equally often the ones with
/// like names beside each other, which are alike: so it can be packed better.
fn rewrite(step: &mut Step, built: &Path, module: &Path) -> Result<(), u8> {
    let mut optimise = web::npm(&["exec", "--yes", "--package", BINARYEN, "--", "wasm-opt"]);
    optimise.args([
        "--all-features",
        "--strip-debug",
        "--strip-producers",
        "--duplicate-function-elimination",
    ]);
    optimise.args(["--reorder-locals", "--vacuum", "--reorder-functions"]);
    step.run(optimise.arg(built).arg("--output").arg(module))
}

/// Where cargo puts what it builds by a profile.
fn folder_of(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

fn sizes() {
    println!("The rules with all games: {}.", size(&root().join("web/pocket/pocket.wasm")));
    let folder = root().join("web/dist-pocket");
    println!("The pages are in {}: serve this folder with any file server.", folder.display());
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

/// Where the compiler's library for browsers comes from.
enum Library {
    /// The compiler has it.
    Here,
    /// It is built from its sources.
    Sources,
}

/// Finds or fetches the compiler's library for browsers, or says in a sentence what to do. Built from its sources, as it must be where
/// a distribution has nothing else, it makes the module smaller.
fn library(step: &mut Step) -> Result<Library, String> {
    if has_sources() || (rustup(step, &["component", "add", "rust-src"]) && has_sources()) {
        return Ok(Library::Sources);
    }
    if has_library(TARGET) || rustup(step, &["target", "add", TARGET]) {
        step.print("Without the sources of Rust's library, the module for browsers is a little larger than necessary.");
        return Ok(Library::Here);
    }
    Err(format!(
        "the pocket page needs the sources of Rust's library: `rustup component add rust-src`, or in Debian the package rust-src \
         (rust-web-src beside rustc-web); or Rust's target {TARGET}"
    ))
}

fn has_sources() -> bool {
    let asked = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot =
        asked.map_or_else(|_| String::new(), |answer| String::from_utf8_lossy(&answer.stdout).into());
    Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.toml").exists()
}

/// Does this compiler know how?
fn can_be_silent() -> bool {
    let mut ask = Command::new("rustc");
    let answer = ask.args(SILENT).args(["--print", "cfg"]).env("RUSTC_BOOTSTRAP", "1").output();
    answer.is_ok_and(|answer| answer.status.success())
}

fn rustup(step: &mut Step, args: &[&str]) -> bool {
    if !web::found("rustup") {
        return false;
    }
    step.print(&format!(
        "Running `rustup {}` to fetch what the browser build of the rules needs.",
        args.join(" ")
    ));
    step.run(Command::new("rustup").args(args).stdin(Stdio::null())).is_ok()
}
