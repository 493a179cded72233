//! The Python package: its environment, its build, its tests.
//!
//! Needs Python 3.10 or later with `venv`, which is installed where that can be done, and PyPI. Everything is installed into `target/python` and nowhere else.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Tally, cargo, number_before, status};

/// Builds the package into an environment of its own and runs its tests; arguments go to pytest.
pub(crate) fn test(tally: &mut Tally, args: &[String]) -> Result<(), u8> {
    environment()?;
    // The command line, whose reports are compared with those of the package.
    status(cargo().args(["build", "--quiet", "--package", "sanguis"]))?;
    // The profile of `cargo test`, so that most of it is built already.
    status(tool("maturin").args(["develop", "--quiet"]))?;
    crate::each_line(tool("pytest").args(args).env("NO_COLOR", "1"), |line| {
        if line.contains(" in ") && (line.contains(" passed") || line.contains(" failed")) {
            tally.passed += number_before(line, " passed");
            tally.failed += number_before(line, " failed");
        }
    })
}

/// Builds the package for speed and measures it; arguments go to `python -m sanguis.bench`.
pub(crate) fn bench(args: &[String]) -> Result<(), u8> {
    environment()?;
    status(tool("maturin").args(["develop", "--quiet", "--release"]))?;
    status(tool("python").args(["-m", "sanguis.bench"]).args(args))
}

/// The packages the tests need, fetched when the list has changed.
fn environment() -> Result<(), u8> {
    let list = package().join("requirements-test.txt");
    let stamp = home().join("requirements-test.txt");
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    if read(&list) == read(&stamp) {
        return Ok(());
    }
    if !is_here() {
        install();
    }
    if !is_here() {
        eprintln!(
            "error: the tests need Python 3.10 or later with venv and pip. Install it so that `python3` is found."
        );
        return Err(2);
    }
    status(Command::new("python3").args(["-m", "venv"]).arg(home()))?;
    status(tool("pip").args(["install", "--quiet", "--disable-pip-version-check", "-r"]).arg(&list))?;
    std::fs::copy(&list, &stamp).map(|_| ()).map_err(|error| {
        eprintln!("error: {} cannot be written: {error}", stamp.display());
        1
    })
}

/// Can an environment be made here? Debian leaves `ensurepip` out of its Python.
fn is_here() -> bool {
    let question = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
    let quiet = || Stdio::null();
    let mut python = Command::new("python3");
    python.args(["-c", question]).stdin(quiet()).stdout(quiet()).stderr(quiet());
    python.status().is_ok_and(|status| status.success())
}

/// Where it fails, the caller says what is needed.
fn install() {
    println!("Python with venv is missing: installing it with apt-get.");
    let packages = ["install", "--yes", "--no-install-recommends", "python3-venv", "python3-pip"];
    let apt = |args: &[&str]| Command::new("apt-get").args(args).stdin(Stdio::null()).status();
    if !apt(&packages).is_ok_and(|status| status.success()) {
        let _ = apt(&["update"]).and_then(|_| apt(&packages));
    }
}

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/python")
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python")
}

/// A program of the environment, run in the package's folder.
fn tool(program: &str) -> Command {
    let home = home().canonicalize().unwrap_or_else(|_| home());
    let mut command = Command::new(home.join("bin").join(program));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(home.join("bin")).chain(std::env::split_paths(&path));
    if let Ok(path) = std::env::join_paths(folders) {
        command.env("PATH", path);
    }
    command.current_dir(package()).env("VIRTUAL_ENV", home).stdin(Stdio::null());
    command
}
