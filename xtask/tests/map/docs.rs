//! Pages that must not lie.

use std::collections::BTreeSet;

use super::{code_words, files, read, root};

/// All pages of the project.
fn pages() -> Vec<String> {
    files(".", ".md").into_iter().filter(|file| !file.contains("/target/")).collect()
}

/// GitHub's anchor of a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn no_link_is_dead() {
    let mut dead = Vec::new();
    for page in pages() {
        let text = read(&page);
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.starts_with("mailto:") || link.contains(' ') {
                continue;
            }
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { page.clone() } else { format!("{folder}/{path}") };
            let target = target.trim_start_matches('/').to_owned();
            if !root().join(&target).exists() {
                dead.push(format!("{page}: {link}"));
            } else if !place.is_empty() && target.ends_with(".md") {
                let anchors: BTreeSet<String> =
                    read(&target).lines().filter(|line| line.starts_with('#')).map(anchor).collect();
                if !anchors.contains(place) {
                    dead.push(format!("{page}: {link} (no such heading)"));
                }
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

#[test]
fn the_words_of_the_glossary_exist() {
    let glossary = read("docs/glossary.md");
    let sources: String = ["crates", "xtask", "web/src", "docs/example"]
        .iter()
        .flat_map(|folder| [".rs", ".ts", ".svelte"].map(|ending| files(folder, ending)))
        .flatten()
        .map(read)
        .collect();
    let words: BTreeSet<&str> = sources.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let lines = glossary.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| word "));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.trim_matches('|').split('|').collect()).collect();
    assert!(rows.len() > 30 && rows.iter().all(|row| row.len() == 4), "the glossary cannot be read");
    for row in rows {
        for place in code_words(row[3]) {
            let there = root().join(place).exists()
                || place
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .filter(|word| !word.is_empty())
                    .all(|word| {
                        words.contains(word) || root().join("crates").join(word.replace('_', "-")).exists()
                    });
            assert!(
                there,
                "the glossary says that \"{}\" lives in `{place}`, which does not exist",
                row[0].trim()
            );
        }
    }
}

#[test]
fn adding_a_game_shows_the_example_as_it_is() {
    let page = read("docs/adding-a-game.md");
    let example: Vec<String> = files("docs/example", "")
        .iter()
        .filter(|file| file.ends_with(".rs") || file.ends_with(".toml") || file.ends_with(".md"))
        .map(read)
        .collect();
    let blocks: Vec<&str> = page
        .split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| block.split_once('\n'))
        .filter(|(kind, _)| matches!(*kind, "rust" | "markdown" | "toml"))
        .map(|(_, block)| block)
        .collect();
    assert!(blocks.len() > 5, "the page shows hardly any code");
    for block in blocks {
        let there = example.iter().any(|file| file.contains(block.trim_end()));
        assert!(there, "docs/adding-a-game.md shows code that docs/example does not have:\n{block}");
    }
}
