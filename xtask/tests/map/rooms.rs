//! What is inside a crate: the same rooms in every game, and no circles between rooms.

use std::collections::{BTreeMap, BTreeSet};

use super::crates::shelf_games;
use super::{code_words, files, read, root, rows};

/// The code of a file: no comments, no unit tests.
fn code(file: &str) -> String {
    let text = read(file);
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The room of a file: its first name below `src`.
fn room(file: &str) -> &str {
    let below = file.split("/src/").nth(1).unwrap_or_default();
    below.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

#[test]
fn every_game_has_the_same_rooms() {
    let page = read("docs/architecture.md");
    let plan = rows(&page, "## Inside a game");
    for game in shelf_games() {
        let folder = format!("crates/{game}");
        let exists = |path: &str| root().join(&folder).join(path).exists();
        let mut known = BTreeSet::new();
        for row in &plan {
            let optional = row[2].contains("where");
            for name in code_words(&row[0]) {
                let name = name.trim_end_matches('/');
                known.insert(name.to_owned());
                let there =
                    exists(name) || exists(&format!("src/{name}")) || exists(&format!("src/{name}.rs"));
                assert!(there || optional, "{game} has no room {name}");
            }
        }
        let own: BTreeSet<&str> = plan_of_own_rooms(&page, &game);
        for file in files(&format!("{folder}/src"), ".rs") {
            let room = room(&file);
            assert!(
                known.contains(room) || own.contains(room),
                "{file}: docs/architecture.md knows no room {room:?} in a game"
            );
        }
    }
}

/// The rooms that one game has beside the plan: "`kings-blood`: `genealogy`".
fn plan_of_own_rooms<'a>(page: &'a str, game: &str) -> BTreeSet<&'a str> {
    let line = page.lines().find(|line| line.starts_with(&format!("- `{game}`:")));
    line.into_iter().flat_map(|line| code_words(line).skip(1)).collect()
}

/// The rooms of a crate, each with those it imports.
fn imports(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let files = files(&format!("{folder}/src"), ".rs");
    let rooms: BTreeSet<String> = files.iter().map(|file| room(file).to_owned()).collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files.iter().filter(|file| !matches!(room(file), "lib" | "main")) {
        let code = code(file);
        let paths = code.split("crate::").skip(1).flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split("};").next().unwrap_or_default();
                list.split(|c: char| !c.is_alphanumeric() && c != '_').collect::<Vec<_>>()
            }
            None => vec![rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()],
        });
        let uses = graph.entry(room(file).to_owned()).or_default();
        uses.extend(paths.filter(|path| rooms.contains(*path) && *path != room(file)).map(str::to_owned));
    }
    graph
}

/// A way from a room back to itself, if there is one.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    for start in graph.keys() {
        let mut ways = vec![vec![start.clone()]];
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop() {
            for next in way.last().and_then(|room| graph.get(room)).into_iter().flatten() {
                if next == start {
                    return Some(way);
                }
                if seen.insert(next.clone()) {
                    ways.push([way.clone(), vec![next.clone()]].concat());
                }
            }
        }
    }
    None
}

#[test]
fn no_circles_between_the_rooms_of_a_crate() {
    let manifests = files("crates", "Cargo.toml");
    let crates: Vec<&str> = manifests.iter().filter_map(|file| file.strip_suffix("/Cargo.toml")).collect();
    assert!(crates.len() > 10, "crates cannot be found: {crates:?}");
    for folder in crates {
        if let Some(way) = circle(&imports(folder)) {
            panic!("{folder}: the imports go round in a circle: {} and back", way.join(" → "));
        }
    }
}

#[test]
fn a_circle_would_be_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    };
    assert!(circle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])).is_none());
    assert!(circle(&graph(&[("a", "b"), ("b", "c"), ("c", "a")])).is_some());
}

/// Secrets are withheld only in the rooms that the map names, each with the laws that check it.
#[test]
fn secrets_are_withheld_only_where_the_map_says() {
    let page = read("docs/architecture.md");
    let named: BTreeSet<String> = rows(&page, "## Where secrets are kept")
        .iter()
        .inspect(|row| assert!(row[2].contains("law"), "{row:?} names no law"))
        .flat_map(|row| {
            code_words(&row[0]).map(|word| word.trim_end_matches('/').to_owned()).collect::<Vec<_>>()
        })
        .collect();
    for game in shelf_games() {
        for file in files(&format!("crates/{game}/src"), ".rs") {
            let room = room(&file);
            // Code that holds the whole truth and knows who is looking decides what is told.
            let code = code(&file);
            let knows_who_looks = code.contains("Observer") || code.contains(".sees(");
            let holds_the_truth = code.contains("&State") || code.contains("state::State");
            assert!(
                !(knows_who_looks && holds_the_truth) || room == "lib" || named.contains(room),
                "{file} holds a State and knows the observer; docs/architecture.md does not name its room"
            );
        }
    }
}

/// What people read is written by `say!`, so that it can be said in other languages; `format!` is for ids.
#[test]
fn sentences_are_said() {
    for game in shelf_games() {
        let mut said = files(&format!("crates/{game}/src/scene"), ".rs");
        said.extend(["rules/refuse.rs", "options.rs"].map(|file| format!("crates/{game}/src/{file}")));
        for file in said {
            let found = code(&file).split("format!(").skip(1).find_map(|call| {
                let literal = call.trim_start().strip_prefix('"')?.split('"').next()?;
                has_words(literal).then(|| literal.to_owned())
            });
            assert_eq!(found, None, "{file}: use say! for what people read");
        }
    }
}

/// Are there two words beside each other?
fn has_words(literal: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let words: Vec<&str> = literal.split(' ').collect();
    words.windows(2).any(|pair| is_word(pair[0]) || is_word(pair[1]))
}

#[test]
fn a_sentence_would_be_found() {
    assert!(has_words("{} strikes {}.") && has_words("Not yet"));
    assert!(!has_words("hand/{}/{}") && !has_words("{} {}"));
}
