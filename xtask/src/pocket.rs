//! `cargo xtask pocket`: the games as a folder of files that any server can offer, from any path, and that plays without one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::step::Step;
use crate::{cargo, root, status, target, web};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the rules for browsers and the pages around them, into `web/dist-pocket`; then tests or measures them.
pub(crate) fn run(args: &[String]) -> Result<(), u8> {
    let after: fn(&mut Step) -> Result<(), u8> = match args {
        [] => |_| Ok(()),
        [word] if word == "--test" => {
            |step| web::browser(step).and_then(|()| web::npm_run(step, "test:pocket"))
        }
        [word] if word == "--bench" => |step| web::npm_run(step, "pocket:bench"),
        _ => {
            eprintln!("error: cargo xtask pocket [--test|--bench]");
            return Err(2);
        }
    };
    build()?;
    after(&mut Step::on_screen())
}

fn build() -> Result<(), u8> {
    let mut step = Step::on_screen();
    compiler(&mut step)?;
    status(cargo().args(["rustc", "--profile", "pocket", "--package", "pocket", "--lib"]).args([
        "--crate-type",
        "cdylib",
        "--target",
        TARGET,
    ]))?;
    let module = root().join("web/pocket/pocket.wasm");
    let built = target().join(TARGET).join("pocket/pocket.wasm");
    let copied =
        fs::create_dir_all(root().join("web/pocket")).and_then(|()| fs::copy(&built, &module).map(|_| ()));
    copied.map_err(|error| step.fail(&format!("{} cannot be copied: {error}", built.display())))?;
    web::pocket(&mut step)?;
    let folder = root().join("web/dist-pocket");
    println!("The rules: {}.", size(&module));
    println!("The pages are in {}: offer this folder with any file server.", folder.display());
    Ok(())
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

/// The compiler's library for browsers, which rustup fetches where it is missing.
fn compiler(step: &mut Step) -> Result<(), u8> {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = asked
        .map_or_else(|_| String::new(), |answer| String::from_utf8_lossy(&answer.stdout).trim().to_owned());
    if Path::new(&folder).is_dir() {
        return Ok(());
    }
    step.print("The compiler's library for browsers is missing: fetching it with rustup.");
    let fetched = Command::new("rustup").args(["target", "add", TARGET]).stdin(Stdio::null()).status();
    match fetched {
        Ok(status) if status.success() => Ok(()),
        _ => Err(step.fail(&format!(
            "the pocket page needs Rust's target {TARGET}: `rustup target add {TARGET}`, or your system's package for it."
        ))),
    }
}
