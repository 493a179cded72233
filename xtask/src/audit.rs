//! `cargo xtask audit`: what is checked now and then rather than on every change.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::step::{Step, Steps};
use crate::{any_line, cargo, root};

const HELP: &str = "\
cargo xtask audit [--minutes N]
  licences and sources of all dependencies, published advisories, dependencies that nothing uses,
  the minimum Rust version that Cargo.toml declares, and N minutes of fuzzing (default 3; 0 skips it)";

/// Licences we can pass on in a binary. Of a choice, one must be here; of a combination, all.
const LICENCES: [&str; 12] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "ISC",
    "Zlib",
    "BSL-1.0",
    "Unlicense",
    "Unicode-3.0",
    "CDLA-Permissive-2.0",
];

/// The only place that dependencies come from.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Where advisories are published.
const ADVISORIES: &str = "https://github.com/RustSec/advisory-db";

pub(crate) fn run(args: &[String]) -> Result<(), u8> {
    let minutes = match args {
        [] => 3,
        [name, number] if name == "--minutes" => number.parse::<u32>().map_err(|_| usage())?,
        _ => return Err(usage()),
    };
    let steps = Steps::new();
    // All of them, whatever fails: the table at the end says which.
    let _ = steps.step("licences and sources", licences_and_sources);
    let _ = steps.step("unused dependencies", unused);
    let _ = steps.step("advisories", advisories);
    let _ = steps.step("oldest compiler", oldest_compiler);
    if minutes > 0 {
        let _ = steps.step("fuzzing", |step| fuzz(step, minutes));
    }
    steps.finish()
}

fn usage() -> u8 {
    eprintln!("{HELP}");
    2
}

fn licences_and_sources(step: &mut Step) -> Result<(), u8> {
    let lock = read(&root().join("Cargo.lock"));
    let sources = lock.lines().filter_map(|line| line.strip_prefix("source = "));
    let mut faults: BTreeSet<String> = sources
        .map(|source| source.trim_matches('"'))
        .filter(|source| *source != SOURCE)
        .map(|source| format!("a dependency comes from {source}"))
        .collect();
    let mut tree = cargo();
    tree.args(["tree", "--workspace", "--locked", "--target", "all", "--edges", "normal,build,dev"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"])
        .stderr(Stdio::inherit());
    let listed = tree.output().map_err(|error| step.fail(&format!("{tree:?} cannot be started: {error}")))?;
    let text = String::from_utf8_lossy(&listed.stdout);
    let packages: BTreeSet<(&str, &str)> =
        text.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('|')).collect();
    if !listed.status.success() || packages.is_empty() {
        return Err(step.fail("cargo tree lists no dependencies"));
    }
    for (package, licence) in &packages {
        if !is_allowed(licence) {
            faults.insert(format!("{package} has the licence \"{licence}\""));
        }
    }
    report(step, faults, &format!("{} packages", packages.len()))
}

/// Does an SPDX expression allow what we do with it? `AND` binds tighter than `OR`; old crates write `/` for `OR`.
fn is_allowed(licence: &str) -> bool {
    let licence = licence.replace('/', " OR ");
    // Brackets appear only around choices: the innermost is judged first.
    if let Some(open) = licence.rfind('(')
        && let Some(length) = licence[open..].find(')')
    {
        let inner = if is_allowed(&licence[open + 1..open + length]) { LICENCES[0] } else { "none" };
        return is_allowed(&format!("{}{inner}{}", &licence[..open], &licence[open + length + 1..]));
    }
    licence.split(" OR ").any(|choice| choice.split(" AND ").all(|one| LICENCES.contains(&one.trim())))
}

/// Every dependency of every crate is named somewhere in its code.
fn unused(step: &mut Step) -> Result<(), u8> {
    let mut faults = BTreeSet::new();
    let crates =
        fs::read_dir(root().join("crates")).into_iter().flatten().flatten().map(|entry| entry.path());
    for folder in crates.chain([root().join("xtask"), root().join("fuzz")]) {
        let mut section = String::new();
        for line in read(&folder.join("Cargo.toml")).lines() {
            if line.starts_with('[') {
                section = line.trim_matches(['[', ']']).to_owned();
            }
            let places: &[&str] = match section.as_str() {
                "dependencies" => &["src", "fuzz_targets"],
                "dev-dependencies" => &["src", "tests", "examples", "benches"],
                "build-dependencies" => &["build.rs"],
                _ => continue,
            };
            let Some((name, _)) = line.split_once(['.', ' ', '=']).filter(|(name, _)| !name.is_empty())
            else {
                continue;
            };
            let named = name.replace('-', "_");
            if !line.starts_with(['[', '#'])
                && !places.iter().any(|place| any_line(&folder.join(place), &|line| mentions(line, &named)))
            {
                faults.insert(format!("{} does not use {name} ({section})", folder.display()));
            }
        }
    }
    report(step, faults, "every dependency is named in the code")
}

/// Does a line name a crate? As a path, a macro, or in a derive.
fn mentions(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let rest = &line[at + name.len()..];
        !line[..at].ends_with(word) && ["::", "!", ";", " as "].iter().any(|next| rest.starts_with(next))
    })
}

/// Known vulnerabilities, by cargo-audit; only where the database of advisories can be reached.
fn advisories(step: &mut Step) -> Result<(), u8> {
    let mut reach = Command::new("git");
    reach.args(["ls-remote", "--quiet", ADVISORIES, "HEAD"]).env("GIT_TERMINAL_PROMPT", "0");
    let reached = reach.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !reached.is_ok_and(|status| status.success()) {
        println!("advisories are NOT checked: {ADVISORIES} cannot be reached.");
        return Ok(());
    }
    let tool = installed(step, "cargo-audit")?;
    step.run(Command::new(tool).arg("audit").current_dir(root()))
}

/// The workspace compiles with the `rust-version` it declares. rustup fetches that compiler the first time.
fn oldest_compiler(step: &mut Step) -> Result<(), u8> {
    let manifest = read(&root().join("Cargo.toml"));
    let declared = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let version =
        declared.map(|version| version.trim_matches('"')).ok_or_else(|| step.fail("no rust-version"))?;
    let installs = ["toolchain", "install", version, "--profile", "minimal", "--no-self-update"];
    if step.run(Command::new("rustup").args(installs)).is_err() {
        println!("Rust {version} is NOT checked: rustup is missing, or cannot fetch it.");
        return Ok(());
    }
    let mut check = Command::new("rustup");
    check.args(["run", version, "cargo", "check", "--workspace", "--locked"]).current_dir(root());
    // This program was started by another cargo, whose variables would choose the compiler.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        check.env_remove(name);
    }
    step.run(check.env("CARGO_TARGET_DIR", root().join("target/oldest")))
}

/// The fuzz target for some minutes. A stable compiler does what cargo-fuzz asks of a nightly one when told to.
fn fuzz(step: &mut Step, minutes: u32) -> Result<(), u8> {
    let tool = installed(step, "cargo-fuzz")?;
    let folder = root().join("fuzz");
    fs::create_dir_all(folder.join("corpus/fuzz_entry")).map_err(|error| step.fail(&error.to_string()))?;
    let mut command = Command::new(tool);
    command
        .args(["fuzz", "run", "--dev", "--sanitizer", "none", "fuzz_entry"])
        .args(["corpus/fuzz_entry", "seeds/fuzz_entry", "--"])
        .arg(format!("-max_total_time={}", minutes * 60))
        .current_dir(folder)
        .env("RUSTC_BOOTSTRAP", "1");
    step.run(&mut command)
}

/// A tool from crates.io, built into `target/tools` the first time. Not optimised: it mostly waits for others.
fn installed(step: &mut Step, tool: &str) -> Result<std::path::PathBuf, u8> {
    let home = root().join("target/tools");
    let program = home.join("bin").join(tool);
    if !program.exists() {
        println!("{tool} is missing: building it into target/tools, which takes a few minutes.");
        crate::status(cargo().args(["install", "--locked", "--debug", tool, "--root"]).arg(&home))
            .map_err(|_| step.fail(&format!("{tool} cannot be installed; it comes from crates.io")))?;
    }
    Ok(program)
}

fn report(step: &mut Step, faults: BTreeSet<String>, fine: &str) -> Result<(), u8> {
    faults.iter().for_each(|fault| step.print(fault));
    if faults.is_empty() {
        step.print(fine);
        return Ok(());
    }
    Err(step.fail(&format!("{} faults", faults.len())))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn licences_are_choices_and_combinations() {
        assert!(is_allowed("MIT OR GPL-3.0"));
        assert!(is_allowed("MIT/Apache-2.0"));
        assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"));
        assert!(!is_allowed("MIT AND GPL-3.0"));
        assert!(!is_allowed("(GPL-2.0 OR GPL-3.0) AND MIT"));
        assert!(!is_allowed(""));
    }
}
