//! `cargo xtask release`: everything that people can download, in `target/release-files`, and a trial of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::step::Step;
use crate::{apt_install, cargo, pocket, root, target, web};

const VERSION: &str = env!("CARGO_PKG_VERSION");

const USAGE: &str = "\
cargo xtask release                 static programs, a Debian package, the pages as a zip, a container image where docker or podman
                                    works, a bill of materials, checksums
cargo xtask release --program FILE  the same around a program that is built already";

/// A machine that programs are built for.
struct Machine {
    triple: &'static str,
    debian: &'static str,
    /// The C compiler, for SQLite and the cryptography, and the Debian package that has it.
    compiler: &'static str,
    package: Option<&'static str>,
}

const MACHINES: [Machine; 2] = [
    Machine {
        triple: "x86_64-unknown-linux-musl",
        debian: "amd64",
        compiler: "musl-gcc",
        package: Some("musl-tools"),
    },
    Machine {
        triple: "aarch64-unknown-linux-musl",
        debian: "arm64",
        compiler: "aarch64-linux-musl-gcc",
        package: None,
    },
];

pub(crate) fn run(args: &[String]) -> Result<(), u8> {
    let mut step = Step::on_screen();
    let out = target().join("release-files");
    let given = match args {
        [] => None,
        [word, program] if word == "--program" => Some(PathBuf::from(program)),
        _ => {
            eprintln!("error: {USAGE}");
            return Err(2);
        }
    };
    done(&mut step, "the folder of the release", fs::remove_dir_all(&out).or(Ok(())))?;
    done(&mut step, "the folder of the release", fs::create_dir_all(&out))?;
    if given.is_none() {
        web::build(&mut step)?;
        pocket::folder(&mut step)?;
    }
    for machine in &MACHINES {
        let native = machine.triple.starts_with(std::env::consts::ARCH);
        let program = match &given {
            Some(program) if native => Some(program.clone()),
            Some(_) => None,
            None => program(&mut step, machine)?,
        };
        let Some(program) = program else { continue };
        let archive = archive(&mut step, &out, machine, &program)?;
        let package = debian(&mut step, &out, machine, &program)?;
        // What is for another machine cannot be tried on this one.
        if native {
            try_archive(&mut step, &archive)?;
            try_package(&mut step, &package)?;
            image(&mut step, &program)?;
        }
    }
    pages(&mut step, &out)?;
    bill_of_materials(&mut step, &out)?;
    checksums(&mut step, &out)?;
    println!("The release is in {}.", out.display());
    Ok(())
}

fn done<T>(step: &mut Step, what: &str, result: std::io::Result<T>) -> Result<T, u8> {
    result.map_err(|error| step.fail(&format!("{what}: {error}")))
}

fn name(machine: &Machine) -> String {
    format!("sanguis-{VERSION}-{}", machine.triple)
}

/// A program that needs nothing of the system it runs on, where there is a compiler for it.
fn program(step: &mut Step, machine: &Machine) -> Result<Option<PathBuf>, u8> {
    if !web::found(machine.compiler) {
        match machine.package {
            Some(package) if web::found("apt-get") => apt_install(step, &[package])?,
            _ => {
                step.print(&format!("No program for {}: there is no {}.", machine.triple, machine.compiler));
                return Ok(None);
            }
        }
    }
    step.run(Command::new("rustup").args(["target", "add", machine.triple]).stdin(Stdio::null()))?;
    let variable = machine.triple.to_uppercase().replace('-', "_");
    let mut build = cargo();
    build.args(["build", "--release", "--locked", "--package", "sanguis", "--target", machine.triple]);
    step.run(
        build
            .env(format!("CC_{}", machine.triple.replace('-', "_")), machine.compiler)
            .env(format!("CARGO_TARGET_{variable}_LINKER"), machine.compiler)
            .env("CARGO_PROFILE_RELEASE_STRIP", "true"),
    )?;
    Ok(Some(target().join(machine.triple).join("release/sanguis")))
}

/// The program with what to read, as an archive that has the same bytes each time.
fn archive(step: &mut Step, out: &Path, machine: &Machine, program: &Path) -> Result<PathBuf, u8> {
    let folder = scratch(step, "archive")?.join(name(machine));
    done(step, "the archive", fs::create_dir_all(folder.join("deploy")))?;
    copy(step, program, &folder.join("sanguis"))?;
    for file in ["LICENSE", "README.md", "CHANGELOG.md", "deploy/sanguis.toml", "deploy/sanguis.service"] {
        copy(step, &root().join(file), &folder.join(file))?;
    }
    let archive = out.join(format!("{}.tar.gz", name(machine)));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"]);
    tar.args(["--use-compress-program=gzip -n9", "-cf"]).arg(&archive).arg("-C");
    step.run(tar.arg(folder.parent().unwrap_or(&folder)).arg(name(machine)))?;
    Ok(archive)
}

/// A Debian package: the program, its services, and the options in /etc.
fn debian(step: &mut Step, out: &Path, machine: &Machine, program: &Path) -> Result<PathBuf, u8> {
    let tree = scratch(step, "debian")?;
    for folder in ["DEBIAN", "usr/bin", "usr/lib/systemd/system", "etc", "usr/share/doc/sanguis"] {
        done(step, folder, fs::create_dir_all(tree.join(folder)))?;
    }
    copy(step, program, &tree.join("usr/bin/sanguis"))?;
    copy(step, &root().join("deploy/sanguis.toml"), &tree.join("etc/sanguis.toml"))?;
    copy(step, &root().join("LICENSE"), &tree.join("usr/share/doc/sanguis/copyright"))?;
    for unit in ["sanguis.service", "sanguis-backup.service", "sanguis-backup.timer"] {
        let text = done(step, unit, fs::read_to_string(root().join("deploy").join(unit)))?;
        let text = text.replace("/usr/local/bin/", "/usr/bin/");
        done(step, unit, fs::write(tree.join("usr/lib/systemd/system").join(unit), text))?;
    }
    let control = format!(
        "Package: sanguis\nVersion: {VERSION}\nArchitecture: {}\nSection: games\nPriority: optional\n\
         Maintainer: The Sanguis developers <sanguis@localhost>\nRecommends: ca-certificates\n\
         Description: One table for five games of blood\n A house where people and bots play over the web, and a table in the \
         terminal.\n",
        machine.debian
    );
    done(step, "control", fs::write(tree.join("DEBIAN/control"), control))?;
    done(step, "conffiles", fs::write(tree.join("DEBIAN/conffiles"), "/etc/sanguis.toml\n"))?;
    let package = out.join(format!("sanguis_{VERSION}_{}.deb", machine.debian));
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "--build"]).env("SOURCE_DATE_EPOCH", "0").stdout(Stdio::null());
    step.run(pack.arg(&tree).arg(&package))?;
    Ok(package)
}

fn try_archive(step: &mut Step, archive: &Path) -> Result<(), u8> {
    let tree = scratch(step, "try")?;
    step.run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&tree).arg("--strip-components=1"))?;
    smoke(step, archive, &[tree.join("sanguis").to_string_lossy().into_owned()])
}

fn try_package(step: &mut Step, package: &Path) -> Result<(), u8> {
    let tree = scratch(step, "try")?;
    step.run(Command::new("dpkg-deb").arg("-x").arg(package).arg(&tree))?;
    smoke(step, package, &[tree.join("usr/bin/sanguis").to_string_lossy().into_owned()])
}

fn smoke(step: &mut Step, what: &Path, command: &[String]) -> Result<(), u8> {
    step.print(&format!("Trying {}.", what.file_name().unwrap_or_default().to_string_lossy()));
    step.run(web::node_script("build/smoke.js").args(command))
}

/// A container image around the program, where docker or podman can build one.
fn image(step: &mut Step, program: &Path) -> Result<(), u8> {
    let works =
        |tool: &&str| Command::new(tool).arg("info").output().is_ok_and(|answer| answer.status.success());
    let Some(tool) = ["podman", "docker"].into_iter().find(works) else {
        step.print("No container image: neither podman nor docker works here.");
        return Ok(());
    };
    let folder = scratch(step, "image")?;
    copy(step, program, &folder.join("sanguis"))?;
    let recipe = root().join("deploy/Containerfile.release");
    let mut build = Command::new(tool);
    build.args(["build", "--quiet", "--tag", &format!("sanguis:{VERSION}"), "--file"]);
    step.run(build.arg(recipe).arg(&folder))?;
    step.run(Command::new(tool).args(["run", "--rm", &format!("sanguis:{VERSION}"), "--version"]))
}

/// The pages that play without a house, as a zip; and what is in it, tried.
fn pages(step: &mut Step, out: &Path) -> Result<(), u8> {
    let folder = root().join("web/dist-pocket");
    if !folder.join("index.html").exists() {
        return Err(step.fail("there is no web/dist-pocket: cargo xtask pocket writes it"));
    }
    let archive = out.join(format!("sanguis-{VERSION}-pocket.zip"));
    let mut zip = Command::new("python3");
    zip.args(["-m", "zipfile", "-c"]).arg(&archive).arg(".").current_dir(&folder);
    step.run(&mut zip)?;
    let tree = scratch(step, "try")?;
    step.run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&archive).arg(&tree))?;
    step.run(web::node_script("build/pocket-try.js").arg(&tree))
}

/// What the program is made of, as CycloneDX.
fn bill_of_materials(step: &mut Step, out: &Path) -> Result<(), u8> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--package", "sanguis", "--edges", "normal", "--prefix", "none"]);
    let output = done(step, "cargo tree", tree.args(["--no-dedupe", "--format", "{p}|{l}"]).output())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut parts: Vec<String> = text.lines().filter_map(component).collect();
    parts.sort();
    parts.dedup();
    let bill = format!(
        "{{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.5\",\"version\":1,\"metadata\":{{\"component\":{{\"type\":\"application\",\
         \"name\":\"sanguis\",\"version\":\"{VERSION}\"}}}},\"components\":[\n{}\n]}}\n",
        parts.join(",\n")
    );
    done(step, "the bill of materials", fs::write(out.join(format!("sanguis-{VERSION}.cdx.json")), bill))
}

/// `serde v1.0.1 (proc-macro)|MIT OR Apache-2.0` as a component; nothing for our own crates, which are the program.
fn component(line: &str) -> Option<String> {
    let (package, licence) = line.split_once('|')?;
    if package.contains("(/") {
        return None;
    }
    let (name, rest) = package.split_once(" v")?;
    let version = rest.split(' ').next()?;
    let licence = licence.replace('/', " OR ").replace("  ", " ");
    Some(format!(
        "{{\"type\":\"library\",\"name\":\"{name}\",\"version\":\"{version}\",\"purl\":\"pkg:cargo/{name}@{version}\",\
         \"licenses\":[{{\"expression\":\"{licence}\"}}]}}"
    ))
}

fn checksums(step: &mut Step, out: &Path) -> Result<(), u8> {
    let mut names: Vec<String> = done(step, "the release", fs::read_dir(out))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let sums = done(step, "sha256sum", Command::new("sha256sum").args(&names).current_dir(out).output())?;
    print!("{}", String::from_utf8_lossy(&sums.stdout));
    done(step, "the checksums", fs::write(out.join("SHA256SUMS"), sums.stdout))
}

fn copy(step: &mut Step, from: &Path, to: &Path) -> Result<(), u8> {
    done(step, &from.display().to_string(), fs::copy(from, to).map(|_| ()))
}

/// An empty folder.
fn scratch(step: &mut Step, name: &str) -> Result<PathBuf, u8> {
    let folder = target().join("release-scratch").join(name);
    done(step, name, fs::remove_dir_all(&folder).or(Ok(())))?;
    done(step, name, fs::create_dir_all(&folder))?;
    Ok(folder)
}
