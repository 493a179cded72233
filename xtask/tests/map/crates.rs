//! Which crate uses which.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use super::{code_words, files, read, root, rows};

/// Every crate of the workspace with those it is built from.
fn workspace() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a workspace has packages");
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let all: BTreeSet<String> = packages.iter().map(name).collect();
    let uses = |package: &Value| {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null()).map(name);
        normal.filter(|name| all.contains(name)).collect()
    };
    packages.iter().map(|package| (name(package), uses(package))).collect()
}

#[test]
fn the_table_of_crates_says_what_each_uses() {
    let page = read("docs/architecture.md");
    let games = shelf_games();
    let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows(&page, "## The crates") {
        let uses: BTreeSet<String> = code_words(&row[2])
            .flat_map(|word| if word == "<game>" { games.clone() } else { vec![word.to_owned()] })
            .collect();
        for name in code_words(&row[0]) {
            let names = if name == "<game>" { games.clone() } else { vec![name.to_owned()] };
            told.extend(names.into_iter().map(|name| (name, uses.clone())));
        }
    }
    let real = workspace();
    for (name, uses) in &real {
        let told =
            told.get(name).unwrap_or_else(|| panic!("docs/architecture.md does not list the crate {name}"));
        assert_eq!(told, uses, "what docs/architecture.md says {name} uses (left), and what it does use");
    }
    for name in told.keys() {
        assert!(real.contains_key(name), "docs/architecture.md lists {name}, which does not exist");
    }
}

#[test]
fn the_drawing_has_every_crate_above_those_it_uses() {
    let page = read("docs/architecture.md");
    let drawing =
        page.split("```text floors\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a drawing");
    let games = shelf_games();
    let mut floors = BTreeMap::new();
    for (floor, line) in drawing.lines().rev().enumerate() {
        for word in line.split_whitespace() {
            let names = if word == "<game>" { games.clone() } else { vec![word.to_owned()] };
            floors.extend(names.into_iter().map(|name| (name, floor)));
        }
    }
    for (name, uses) in workspace() {
        let floor = floors.get(&name).unwrap_or_else(|| panic!("the drawing lacks {name}"));
        for other in uses {
            assert!(floors[&other] < *floor, "{name} uses {other}, which the drawing does not show below it");
        }
    }
}

/// The crates of the games, as the shelf lists them.
pub(super) fn shelf_games() -> Vec<String> {
    let list = read("crates/shelf/src/lib.rs");
    let list = list.split("macro_rules! every_game").nth(1).and_then(|rest| rest.split("\n}").next());
    let lines =
        list.expect("the shelf has a list").lines().filter(|line| line.contains("=>") && line.contains("::"));
    let crates = lines.filter_map(|line| line.rsplit("::").nth(1)).map(|path| path.trim().replace('_', "-"));
    let games: Vec<String> = crates.filter(|name| !name.is_empty() && !name.contains('$')).collect();
    assert!(games.len() > 1, "the list of games cannot be read: {games:?}");
    games
}

/// Code that names two games is a second list of them.
#[test]
fn the_shelf_is_the_only_list_of_games() {
    let games: Vec<String> = shelf_games().iter().map(|name| name.replace('-', "_")).collect();
    for file in files("crates", ".rs").into_iter().filter(|file| file.contains("/src/")) {
        if file.starts_with("crates/shelf/") {
            continue;
        }
        let text = read(&file);
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words: BTreeSet<&str> =
            code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
        let named: Vec<_> = games.iter().filter(|game| words.contains(game.as_str())).collect();
        assert!(named.len() < 2, "{file} lists games itself: {named:?}");
    }
}
