//! The Python package: its environment, its build, its tests.
//!
//! Needs PyPI, and Python 3.10 or later with `venv`, which is installed where apt-get can do it. Everything goes into
//! `target/python`. The extension is built by cargo with the profile and the target folder of the Rust tests, so that the games
//! are not compiled a second time; maturin, which builds wheels, only checks the package's metadata here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::step::Step;
use crate::{cargo, root, status, target};

/// Builds the package and runs its tests; arguments go to pytest.
pub(crate) fn test(step: &mut Step, args: &[String]) -> Result<(), u8> {
    environment(step)?;
    // The command line too: its reports are compared with those of the package.
    step.run(cargo().args(["build", "--package", "sanguis", "--package", "sanguis-python"]))?;
    built_tests(step, args)
}

/// Runs the tests with the extension and the command line as they were built last.
pub(crate) fn built_tests(step: &mut Step, args: &[String]) -> Result<(), u8> {
    place(step, "debug")?;
    let metadata = home().join("metadata");
    let _ = fs::create_dir_all(&metadata);
    step.run(tool("maturin").args(["pep517", "write-dist-info", "--metadata-directory"]).arg(metadata))?;
    step.run(tool("pytest").args(args))
}

/// Builds the package for speed and measures it; arguments go to `python -m sanguis.bench`.
pub(crate) fn bench(args: &[String]) -> Result<(), u8> {
    let mut step = Step::on_screen();
    environment(&mut step)?;
    step.run(cargo().args(["build", "--release", "--package", "sanguis-python"]))?;
    place(&mut step, "release")?;
    status(tool("python").args(["-m", "sanguis.bench"]).args(args))
}

/// Puts the extension where Python looks for it: among the package's sources.
fn place(step: &mut Step, profile: &str) -> Result<(), u8> {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    let built = target().join(profile).join(format!("{DLL_PREFIX}_sanguis{DLL_SUFFIX}"));
    let suffix = if cfg!(windows) { "pyd" } else { "abi3.so" };
    let wanted = package().join(format!("python/sanguis/_sanguis.{suffix}"));
    // Removed first: a running program may have the old one mapped, and must not see it change.
    let _ = fs::remove_file(&wanted);
    fs::copy(&built, &wanted).map(|_| ()).map_err(|error| {
        step.fail(&format!("cannot copy {} to {}: {error}", built.display(), wanted.display()))
    })
}

/// The packages that the tests need, fetched when the list has changed.
pub(crate) fn environment(step: &mut Step) -> Result<(), u8> {
    let list = package().join("requirements-test.txt");
    let stamp = home().join("requirements-test.txt");
    let read = |path: &Path| fs::read_to_string(path).ok();
    if read(&list) == read(&stamp) {
        return Ok(());
    }
    if !is_here() {
        step.print("Python with venv is missing: installing it with apt-get.");
        // Where it fails, what is needed is said below.
        let _ = crate::apt_install(step, &["python3-venv", "python3-pip"]);
    }
    if !is_here() {
        return Err(step.fail("the tests need Python 3.10 or later with venv and pip, found as `python3`."));
    }
    step.run(Command::new("python3").args(["-m", "venv"]).arg(home()))?;
    // Most of what is fetched is never imported, so compiling it ahead would be wasted.
    let quiet = ["--quiet", "--disable-pip-version-check", "--no-compile"];
    step.run(tool("pip").arg("install").args(quiet).arg("-r").arg(&list))?;
    fs::copy(&list, &stamp)
        .map(|_| ())
        .map_err(|error| step.fail(&format!("cannot write {}: {error}", stamp.display())))
}

/// Can an environment be made here? Debian leaves `ensurepip` out of its Python.
fn is_here() -> bool {
    let question = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
    let quiet = || Stdio::null();
    let mut python = Command::new("python3");
    python.args(["-c", question]).stdin(quiet()).stdout(quiet()).stderr(quiet());
    python.status().is_ok_and(|status| status.success())
}

fn package() -> PathBuf {
    root().join("crates/python")
}

fn home() -> PathBuf {
    root().join("target/python")
}

/// A program of the environment, run in the package's folder.
fn tool(program: &str) -> Command {
    let mut command = Command::new(home().join("bin").join(program));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(home().join("bin")).chain(std::env::split_paths(&path));
    if let Ok(path) = std::env::join_paths(folders) {
        command.env("PATH", path);
    }
    command
        .current_dir(package())
        .env("VIRTUAL_ENV", home())
        .env("PYTHONPATH", package().join("python"))
        .stdin(Stdio::null());
    command
}
