//! `cargo xtask release`: everything that people can download, in `target/release-files`, and a trial of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::step::Step;
use crate::{apt_install, cargo, has_library, pocket, root, target, web};

const VERSION: &str = env!("CARGO_PKG_VERSION");

const USAGE: &str = "\
cargo xtask release                 programs, Debian packages, a container image, the pages as a zip, a bill of materials, checksums
cargo xtask release --program FILE  the same around a static program that is built already
cargo xtask release --profile NAME  the same, built by another profile: to try the task itself";

/// A machine that programs are built for.
struct Machine {
    triple: &'static str,
    debian: &'static str,
    /// The C compiler, for SQLite and the cryptography, and the Debian packages that have it.
    compiler: &'static str,
    packages: &'static [&'static str],
    /// Runs its programs on another machine, and the Debian package that has it.
    emulator: (&'static str, &'static str),
}

const MACHINES: [Machine; 2] = [
    Machine {
        triple: "x86_64-unknown-linux-musl",
        debian: "amd64",
        compiler: "musl-gcc",
        packages: &["musl-tools"],
        emulator: ("qemu-x86_64-static", "qemu-user-static"),
    },
    // Debian has no compiler for musl on this machine. The program needs a C library as new as that of the machine it is built on.
    Machine {
        triple: "aarch64-unknown-linux-gnu",
        debian: "arm64",
        compiler: "aarch64-linux-gnu-gcc",
        packages: &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
        emulator: ("qemu-aarch64-static", "qemu-user-static"),
    },
];

pub(crate) fn run(args: &[String]) -> Result<(), u8> {
    let mut step = Step::on_screen();
    let out = target().join("release-files");
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (given, profile) = match words[..] {
        [] => (None, "release"),
        ["--program", program] => (Some(PathBuf::from(program)), "release"),
        ["--profile", profile] => (None, profile),
        _ => {
            eprintln!("error: {USAGE}");
            return Err(2);
        }
    };
    done(&mut step, "the folder of the release", fs::remove_dir_all(&out).or(Ok(())))?;
    done(&mut step, "the folder of the release", fs::create_dir_all(&out))?;
    if given.is_none() {
        web::build(&mut step)?;
        pocket::build(&mut step)?;
    }
    for machine in &MACHINES {
        let native = machine.triple.starts_with(std::env::consts::ARCH);
        let program = match &given {
            Some(program) if native => Some(program.clone()),
            Some(_) => None,
            None => program(&mut step, machine, profile)?,
        };
        let Some(program) = program else { continue };
        let archive = archive(&mut step, &out, machine, &program)?;
        let package = debian(&mut step, &out, machine, &program)?;
        let before = if native { Vec::new() } else { emulator(&mut step, machine)? };
        try_archive(&mut step, &archive, &before)?;
        try_package(&mut step, &package, &before)?;
        if native {
            image(&mut step, &out, machine, &program)?;
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

/// A program for a machine, where there is a compiler for it.
fn program(step: &mut Step, machine: &Machine, profile: &str) -> Result<Option<PathBuf>, u8> {
    if !web::found(machine.compiler) && web::found("apt-get") {
        // What is missing afterwards is said below.
        let _ = apt_install(step, machine.packages);
    }
    if !web::found(machine.compiler) {
        step.print(&format!("No program for {}: there is no {}.", machine.triple, machine.compiler));
        return Ok(None);
    }
    if !has_library(machine.triple) {
        step.run(Command::new("rustup").args(["target", "add", machine.triple]).stdin(Stdio::null()))?;
    }
    let variable = machine.triple.to_uppercase().replace('-', "_");
    let mut build = cargo();
    build.args([
        "build",
        "--profile",
        profile,
        "--locked",
        "--package",
        "sanguis",
        "--target",
        machine.triple,
    ]);
    build
        .env(format!("CC_{}", machine.triple.replace('-', "_")), machine.compiler)
        .env(format!("CARGO_PROFILE_{}_STRIP", profile.to_uppercase()), "true");
    // Rust links static programs itself. What musl-gcc links wants musl's loader, and crashes without it.
    if !machine.triple.ends_with("musl") {
        build.env(format!("CARGO_TARGET_{variable}_LINKER"), machine.compiler);
    }
    step.run(&mut build)?;
    Ok(Some(target().join(machine.triple).join(profile).join("sanguis")))
}

/// What runs the programs of another machine on this one.
fn emulator(step: &mut Step, machine: &Machine) -> Result<Vec<String>, u8> {
    let (program, package) = machine.emulator;
    if !web::found(program) && web::found("apt-get") {
        apt_install(step, &[package])?;
    }
    let libraries = format!("/usr/{}-linux-gnu", machine.triple.split('-').next().unwrap_or_default());
    Ok(vec![program.to_owned(), "-L".to_owned(), libraries])
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
         Maintainer: {}\n{}Recommends: ca-certificates\nDescription: One table for five games of blood\n A house where people and \
         bots play over the web, and a table in the terminal.\n",
        machine.debian,
        maintainer(step)?,
        needs(step, program)?
    );
    done(step, "control", fs::write(tree.join("DEBIAN/control"), control))?;
    done(step, "conffiles", fs::write(tree.join("DEBIAN/conffiles"), "/etc/sanguis.toml\n"))?;
    let package = out.join(format!("sanguis_{VERSION}_{}.deb", machine.debian));
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "--build"]).env("SOURCE_DATE_EPOCH", "0").stdout(Stdio::null());
    step.run(pack.arg(&tree).arg(&package))?;
    Ok(package)
}

/// What a program needs of the system it runs on, in Debian's words: nothing if it is static, or else the newest C library that it
/// takes functions of.
fn needs(step: &mut Step, program: &Path) -> Result<String, u8> {
    let bytes = done(step, "the program", fs::read(program))?;
    let text = String::from_utf8_lossy(&bytes);
    let minor = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok();
    let newest = text.split("GLIBC_2.").skip(1).filter_map(minor).max();
    Ok(newest.map_or_else(String::new, |minor| format!("Depends: libc6 (>= 2.{minor}), libgcc-s1\n")))
}

/// Who answers for the packages: by Debian's variables, or the author of the commit that is released.
fn maintainer(step: &mut Step) -> Result<String, u8> {
    let given = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if let (Some(name), Some(email)) = (given("DEBFULLNAME"), given("DEBEMAIL")) {
        return Ok(format!("{name} <{email}>"));
    }
    let mut log = Command::new("git");
    let output =
        done(step, "git", log.args(["log", "-1", "--format=%an <%ae>"]).current_dir(root()).output())?;
    let author = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if author.contains('@') {
        return Ok(author);
    }
    Err(step.fail("a package names its maintainer: set DEBFULLNAME and DEBEMAIL"))
}

fn try_archive(step: &mut Step, archive: &Path, before: &[String]) -> Result<(), u8> {
    let tree = scratch(step, "try")?;
    step.run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&tree).arg("--strip-components=1"))?;
    smoke(step, archive, before, &tree.join("sanguis"), "")
}

fn try_package(step: &mut Step, package: &Path, before: &[String]) -> Result<(), u8> {
    let tree = scratch(step, "try")?;
    step.run(Command::new("dpkg-deb").arg("-x").arg(package).arg(&tree))?;
    smoke(step, package, before, &tree.join("usr/bin/sanguis"), "")
}

/// Starts, serves, plays a game and restores a backup.
fn smoke(step: &mut Step, what: &Path, before: &[String], program: &Path, root: &str) -> Result<(), u8> {
    step.print(&format!("Trying {}.", what.file_name().unwrap_or_default().to_string_lossy()));
    step.run(web::node_script("build/smoke.js").args(before).arg(program).env("ROOT", root))
}

/// A container image around a static program, as an archive that docker and podman load.
fn image(step: &mut Step, out: &Path, machine: &Machine, program: &Path) -> Result<(), u8> {
    let tree = scratch(step, "image")?;
    for folder in ["data/sanguis", "etc/ssl/certs", "tmp"] {
        done(step, folder, fs::create_dir_all(tree.join(folder)))?;
    }
    copy(step, program, &tree.join("sanguis"))?;
    let certificates = Path::new("etc/ssl/certs/ca-certificates.crt");
    if Path::new("/").join(certificates).exists() {
        copy(step, &Path::new("/").join(certificates), &tree.join(certificates))?;
    } else {
        step.print("The image has no certificates, because this machine has none: notices by webhook and mail need them.");
    }
    let image = out.join(format!("sanguis-{VERSION}-{}.oci.tar", machine.debian));
    let mut write = web::node_script("build/image.js");
    step.run(write.args([VERSION, machine.debian]).arg(&tree).arg(&image))?;
    try_image(step, &image)
}

/// Tries the files of an image, with nothing else around them.
fn try_image(step: &mut Step, image: &Path) -> Result<(), u8> {
    let layout = scratch(step, "layout")?;
    step.run(Command::new("tar").arg("-xf").arg(image).arg("-C").arg(&layout))?;
    // Of the blobs only the layer is packed.
    let tree = scratch(step, "try")?;
    let blobs = done(step, "the image", fs::read_dir(layout.join("blobs/sha256")))?;
    let packed = |path: &PathBuf| fs::read(path).is_ok_and(|bytes| bytes.starts_with(&[0x1f, 0x8b]));
    for layer in blobs.filter_map(|entry| Some(entry.ok()?.path())).filter(packed) {
        step.run(Command::new("tar").arg("-xzf").arg(layer).arg("-C").arg(&tree))?;
    }
    if !crate::postgres::is_root() {
        step.print("The image is not tried: that needs root.");
        return Ok(());
    }
    let root = tree.to_string_lossy().into_owned();
    smoke(step, image, &["chroot".to_owned(), root.clone()], Path::new("/sanguis"), &root)
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

/// What the programs and pages are made of, as CycloneDX.
fn bill_of_materials(step: &mut Step, out: &Path) -> Result<(), u8> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--package", "sanguis", "--edges", "normal", "--prefix", "none"]);
    let output = done(step, "cargo tree", tree.args(["--no-dedupe", "--format", "{p}|{l}"]).output())?;
    let list = scratch(step, "bill")?.join("crates");
    done(step, "the bill of materials", fs::write(&list, output.stdout))?;
    let list = done(step, "the bill of materials", fs::File::open(&list))?;
    let bill = out.join(format!("sanguis-{VERSION}.cdx.json"));
    step.run(web::node_script("build/bill.js").arg(VERSION).arg(bill).stdin(list))
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
