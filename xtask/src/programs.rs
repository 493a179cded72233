//! The tests of the workspace: built once, together with everything that other tests need, and run side by side.
//!
//! `cargo test` runs one test program after the other, and two programs built by separate commands can differ in the features of
//! what they share. One build for all of them compiles everything once.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::Step;
use crate::{SCHEMA, cargo, root};

/// A test program.
pub(crate) struct Program {
    /// `house tests/it`.
    pub(crate) name: String,
    path: PathBuf,
    folder: PathBuf,
}

/// Builds libraries, the Python extension, programs and tests.
pub(crate) fn build(step: &mut Step) -> Result<Vec<Program>, u8> {
    let mut command = cargo();
    command
        .args(["build", "--workspace", "--lib", "--bins", "--tests"])
        .args(SCHEMA)
        .arg("--message-format=json-render-diagnostics");
    let output =
        command.output().map_err(|error| step.fail(&format!("{command:?} cannot be started: {error}")))?;
    step.print(String::from_utf8_lossy(&output.stderr).trim_end());
    if !output.status.success() {
        return Err(step.fail("the tests do not compile"));
    }
    let mut programs: Vec<Program> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(program).collect();
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    if programs.is_empty() { Err(step.fail("cargo has built no tests")) } else { Ok(programs) }
}

/// The test program that a message of cargo tells of, if it tells of one.
fn program(message: &str) -> Option<Program> {
    let text = |key: &str| {
        let (_, rest) = message.split_once(&format!("\"{key}\":\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    let (_, profile) = message.split_once("\"profile\":")?;
    if !profile.contains("\"test\":true") {
        return None;
    }
    let folder = Path::new(text("manifest_path")?).parent()?.to_owned();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    let source = Path::new(text("src_path")?).strip_prefix(&folder).ok()?.with_extension("");
    Some(Program {
        name: format!("{package} {}", source.display()),
        path: text("executable")?.into(),
        folder,
    })
}

/// Runs a test program as `cargo test` would.
pub(crate) fn run(step: &mut Step, program: &Program, postgres: &str) -> Result<(), u8> {
    let mut command = Command::new(&program.path);
    command
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder)
        // Snapshots are compared, never written.
        .env("INSTA_UPDATE", "no")
        .env("INSTA_WORKSPACE_ROOT", root())
        .env(crate::postgres::GIVEN, postgres);
    step.run(&mut command)
}

/// The examples in the documentation. Of the whole workspace, because cargo would build a part of it with other features.
pub(crate) fn examples(step: &mut Step) -> Result<(), u8> {
    step.run(cargo().args(["test", "--doc", "--workspace", "--quiet"]).args(SCHEMA))
}
