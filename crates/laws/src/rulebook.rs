//! Rules and their tests: every numbered rule of `RULES.md` is cited by a test, and every scenario file holds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use table::Game;
use table::scenario::Scenario;

/// Runs a scenario written in a test.
///
/// # Panics
/// If it cannot be read or does not go as expected.
pub fn scenario<G: Game>(text: &str) {
    run::<G>("scenario", text);
}

/// Runs every file of the game's `scenarios/` folder.
///
/// # Panics
/// If one fails, or there are none.
pub fn scenario_files<G: Game>(crate_root: &str) {
    let files = files_below(&Path::new(crate_root).join("scenarios"), "toml");
    assert!(!files.is_empty(), "{} has no scenario files", G::INFO.name);
    for file in files {
        run::<G>(&file.display().to_string(), &read(&file));
    }
}

fn run<G: Game>(name: &str, text: &str) {
    let scenario = Scenario::parse(text).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    match scenario.run::<G>() {
        Ok(passed) => assert!(passed.checks > 0, "{name} expects nothing"),
        Err(failed) => panic!("{name}: {failed}"),
    }
}

/// Checks that every numbered rule is cited by a test: a comment `// rule 3.2` or `// rules 3.2, 3.4` in `tests/`, or the
/// `rules` list of a scenario file; and that nothing cites a rule that does not exist.
///
/// # Panics
/// If a rule is not cited, or a citation leads nowhere.
pub fn assert_rules_cited<G: Game>(crate_root: &str) {
    let rules: BTreeSet<String> = numbered_rules(G::INFO.rules).collect();
    assert!(!rules.is_empty(), "RULES.md has no numbered rules");
    let pictured: BTreeSet<String> = G::pictures().into_iter().map(|picture| picture.rule).collect();
    let unknown: Vec<_> = pictured.difference(&rules).cloned().collect();
    assert!(
        unknown.is_empty(),
        "pictures stand at rule {}, which RULES.md does not have",
        unknown.join(", ")
    );
    let root = Path::new(crate_root);
    let mut cited = BTreeSet::new();
    for file in files_below(&root.join("tests"), "rs") {
        cited.extend(read(&file).lines().flat_map(cited_in_comment));
    }
    for file in files_below(&root.join("scenarios"), "toml") {
        let scenario =
            Scenario::parse(&read(&file)).unwrap_or_else(|refusal| panic!("{}: {refusal}", file.display()));
        cited.extend(scenario.rules);
    }
    let missing: Vec<_> = rules.difference(&cited).cloned().collect();
    assert!(missing.is_empty(), "no test cites rule {}", missing.join(", "));
    let dangling: Vec<_> = cited.difference(&rules).cloned().collect();
    assert!(dangling.is_empty(), "tests cite rule {}, which RULES.md does not have", dangling.join(", "));
}

/// The numbers of the rules: paragraphs that begin with one in bold.
pub(crate) fn numbered_rules(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| {
        let rest = line.trim_start_matches(['-', ' ']).strip_prefix("**")?;
        let number = &rest[..rest.find("**")?];
        is_number(number).then(|| number.to_owned())
    })
}

/// The rule numbers in a comment line that says "rule" or "rules".
fn cited_in_comment(line: &str) -> Vec<String> {
    let Some(comment) = line.split_once("//").map(|(_, comment)| comment) else { return Vec::new() };
    let mut words =
        comment.split(|c: char| c.is_whitespace() || ",;:()".contains(c)).filter(|word| !word.is_empty());
    if !words.any(|word| matches!(word.to_lowercase().as_str(), "rule" | "rules")) {
        return Vec::new();
    }
    words
        .take_while(|word| *word == "and" || is_number(word.trim_end_matches('.')))
        .map(|word| word.trim_end_matches('.').to_owned())
        .filter(|word| word != "and")
        .collect()
}

/// `3.2`, `12.4a`.
fn is_number(word: &str) -> bool {
    let Some((section, rule)) = word.split_once('.') else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits(section) && digits(rule.trim_end_matches(|c: char| c.is_ascii_lowercase()))
}

pub(crate) fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

pub(crate) fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found_where_they_are() {
        assert_eq!(cited_in_comment("    // rule 3.2"), ["3.2"]);
        assert_eq!(cited_in_comment("// rules 3.2, 3.4 and 10.1a: the dagger"), ["3.2", "3.4", "10.1a"]);
        assert!(cited_in_comment("let x = 3.2; // rule of thumb").is_empty());
        assert!(cited_in_comment("rule 3.2").is_empty());
    }

    #[test]
    fn numbers_of_rules_are_found() {
        let text = "# Game\n\n## 1. Idea\n\n**1.1** You win.\n**1.2a** Or not.\n**Note** that.\n";
        assert_eq!(numbered_rules(text).collect::<Vec<_>>(), ["1.1", "1.2a"]);
    }
}
