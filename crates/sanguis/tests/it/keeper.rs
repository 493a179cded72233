//! What the keeper of a house does from the command line: back up, restore, check, and upgrade.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use house::store::{AnyStore, Place};

use crate::cli::{folder, json, ok, refused, sanguis, text};

/// An empty store at this path, and how commands name it.
fn store(path: &Path) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(AnyStore::open(&Place::Sqlite(path.to_owned()))).unwrap();
    format!("sqlite:{}", path.display())
}

/// The key that signs cookies.
fn seal(path: &Path) -> Vec<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = AnyStore::open(&Place::Sqlite(path.to_owned())).await.unwrap();
        store.house_value("seal", b"first").await.unwrap()
    })
}

fn record() -> String {
    format!("{}/../bloodlust/records/nights-over.json", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_backup_is_taken_of_the_store_that_the_configuration_names_and_restored_elsewhere() {
    let folder = folder("backup");
    let db = store(&folder.join("club.db"));
    let config = folder.join("house.toml").display().to_string();
    std::fs::write(&config, format!("db = {db:?}\n")).unwrap();
    let id = ok(&["admin", "import", &record(), "--config", &config]);
    let backup = folder.join("backup.db").display().to_string();
    ok(&["backup", "--config", &config, &backup]);
    assert!(refused(&["backup", "--config", &config, &backup]).contains("is there already"));
    let copy = format!("sqlite:{backup}");
    assert!(ok(&["fsck", "--db", &copy]).starts_with("1 matches"));
    let fresh = format!("sqlite:{}", folder.join("fresh.db").display());
    ok(&["restore", &backup, "--db", &fresh]);
    assert_eq!(json(&["admin", "list", "--json", "--db", &fresh])[0]["id"], id.trim());
    assert!(refused(&["restore", &backup, "--db", &fresh]).contains("empty"));
    assert!(
        refused(&["fsck", "--db", &format!("sqlite:{}", folder.join("none.db").display())])
            .contains("no store")
    );
}

/// A program that answers `fsck --json` with these words.
#[cfg(unix)]
fn program(path: &Path, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[cfg(unix)]
#[test]
fn an_upgrade_is_tried_on_a_copy_before_it_is_made() {
    let folder = folder("upgrade");
    let path = folder.join("house.db");
    let db = store(&path);
    let id = ok(&["admin", "import", &record(), "--db", &db]).trim().to_owned();
    let same = ok(&["fsck", "--db", &db, "--with", env!("CARGO_BIN_EXE_sanguis")]);
    assert!(same.ends_with("0 of them would stop.\n"), "{same}");
    // Rules under which the match stops. The program spoils the store that it is shown.
    let findings =
        format!(r#"{{"matches":1,"entries":9,"faults":[{{"id":"{id}","what":"it stops at entry 3"}}]}}"#);
    let newer = program(&folder.join("newer"), &format!("echo > \"${{4#sqlite:}}\"; echo '{findings}'"));
    let checked = sanguis(&["fsck", "--db", &db, "--with", &newer]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(
        text(&checked.stdout).contains(&format!("{id}: it stops at entry 3")),
        "{}",
        text(&checked.stdout)
    );
    assert!(text(&checked.stdout).contains("1 of them would stop"));
    assert!(ok(&["fsck", "--db", &db]).contains("as they were played"), "the store itself is not touched");
    let broken = program(&folder.join("broken"), "echo 'this needs a newer system' >&2; exit 2");
    assert!(refused(&["fsck", "--db", &db, "--with", &broken]).contains("needs a newer system"));
}

#[test]
fn a_new_seal_is_made_when_it_is_meant() {
    let folder = folder("seal");
    let path = folder.join("house.db");
    let db = store(&path);
    let first = seal(&path);
    assert!(refused(&["admin", "rotate-seal", "--db", &db]).contains("--yes"));
    assert_eq!(seal(&path), first);
    ok(&["admin", "rotate-seal", "--yes", "--db", &db]);
    let second = seal(&path);
    assert!(second != first && second.len() == 32);
    assert!(ok(&["admin", "log", "--db", &db]).contains("rotate"));
}

/// A house, stopped with the test.
struct House(Child);

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn one_file_has_one_house() {
    let folder = folder("one-house");
    let db = format!("sqlite:{}", folder.join("house.db").display());
    let serve = ["serve", "--listen", "127.0.0.1:0", "--db", &db];
    let mut house = House(
        Command::new(env!("CARGO_BIN_EXE_sanguis"))
            .args(serve)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let mut line = String::new();
    BufReader::new(house.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("The house is open"), "{line}");
    let second = sanguis(&serve);
    assert!(!second.status.success());
    assert!(text(&second.stderr).contains("Another house is open"), "{}", text(&second.stderr));
    // Keepers' tools work beside it.
    ok(&["fsck", "--db", &db]);
}

/// The options after each `sanguis COMMAND` in a text.
fn uses(text: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let command = |line: &str| -> Option<(Vec<String>, Vec<String>)> {
        let mut words = line.split(['`', '#', ';']).next()?.split_whitespace();
        let first = words.next()?.to_owned();
        let mut name = vec![first];
        if name[0] == "admin" {
            name.push(words.next()?.to_owned());
        }
        let option = |word: &str| {
            word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word).to_owned())
        };
        Some((name, words.filter_map(option).collect()))
    };
    let known = ["serve", "backup", "restore", "fsck", "admin"];
    let found =
        text.lines().flat_map(|line| line.match_indices("sanguis ").map(|(at, it)| &line[at + it.len()..]));
    found
        .filter(|rest| known.iter().any(|name| rest.starts_with(&format!("{name} "))))
        .filter_map(command)
        .collect()
}

#[test]
fn what_operators_are_told_to_type_the_program_understands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let mut told = Vec::new();
    for path in
        ["docs/hosting.md", "docs/house.md", "deploy/sanguis.service", "deploy/sanguis-backup.service"]
    {
        told.extend(uses(&read(path)));
    }
    // In these the program is an image.
    let compose = read("deploy/compose.yaml");
    let options = compose.lines().filter_map(|line| line.trim().strip_prefix("- --")?.split('=').next());
    told.push((vec!["serve".into()], options.map(str::to_owned).collect()));
    let image = read("deploy/Containerfile");
    let options = image.lines().filter(|line| line.starts_with("CMD")).flat_map(|line| line.split('"'));
    told.push((
        vec!["serve".into()],
        options.filter_map(|word| word.strip_prefix("--")).map(str::to_owned).collect(),
    ));
    assert!(told.iter().map(|(_, options)| options.len()).sum::<usize>() > 15, "{told:?}");
    for (name, options) in told {
        let mut asked: Vec<&str> = name.iter().map(String::as_str).collect();
        asked.push("--help");
        let help = ok(&asked);
        for option in options {
            let known = help
                .split_whitespace()
                .any(|word| word.trim_end_matches([',', ';']) == format!("--{option}"));
            assert!(known, "{name:?} has no --{option}");
        }
    }
}
