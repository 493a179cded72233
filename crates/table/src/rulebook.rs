//! Rules by topic and in other languages: `RULES.de.md` beside `RULES.md`, with the same numbers.
//!
//! A translation ends with a comment that has a hash of the English text of each rule. A rule whose English has changed since is
//! shown in English, with a mark, until the translation has been checked; `cargo xtask translated` then updates the hashes.

use crate::digest::Digest;
use crate::game::Info;
use crate::text::say;
use crate::words::Catalogue;

const BEGIN: &str = "<!-- made from\n";
const END: &str = "-->";

/// The rules of a game in a language, or in English if there is no translation.
pub fn in_language(info: &Info, code: &str) -> String {
    let translation = info.languages.iter().find(|language| language.code == code);
    from_texts(info.rules, translation.map_or("", |translation| translation.rules), code)
}

/// The rules from their English text and that of a language, which is empty if there is no translation.
pub fn from_texts(english: &str, translated: &str, code: &str) -> String {
    if translated.is_empty() {
        return english.to_owned();
    }
    let note = say!("This rule has changed and is not translated yet.");
    let note = Catalogue::of(code, &[]).map_or_else(|| note.to_string(), |words| words.or_english(&note));
    merged(english, translated, &note)
}

/// The translation, with the English text in place of every rule that is out of date.
fn merged(english: &str, translated: &str, note: &str) -> String {
    let outdated = stale(english, translated);
    let text = translated.split(BEGIN).next().unwrap_or_default().trim_end();
    let paragraph = |own: &str| match number(own).filter(|number| outdated.iter().any(|it| it == number)) {
        Some(rule) => {
            let original = english.split("\n\n").find(|it| number(it) == Some(rule)).unwrap_or(own);
            format!("{} *({note})*", original.trim_end())
        }
        None => own.to_owned(),
    };
    let paragraphs: Vec<String> = text.split("\n\n").map(paragraph).collect();
    format!("{}\n", paragraphs.join("\n\n"))
}

/// The rules whose English has changed since they were translated.
pub fn stale(english: &str, translated: &str) -> Vec<String> {
    let list =
        translated.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).map_or("", |(list, _)| list);
    let now = made_from(english);
    now.lines().filter(|line| !list.lines().any(|known| known == *line)).map(first_word).collect()
}

/// The translation with fresh hashes.
pub fn renewed(english: &str, translated: &str) -> String {
    let text = translated.split(BEGIN).next().unwrap_or_default().trim_end();
    format!("{text}\n\n{BEGIN}{}{END}\n", made_from(english))
}

/// A line for each rule: its number and a hash of its English.
fn made_from(english: &str) -> String {
    let rules = english.split("\n\n").filter_map(|paragraph| Some((number(paragraph)?, paragraph)));
    rules
        .map(|(number, paragraph)| {
            let words: Vec<&str> = paragraph.split_whitespace().collect();
            let hash = Digest::of("sanguis rule, 1", &[words.join(" ").as_bytes()]);
            format!("{number} {}\n", hash.short())
        })
        .collect()
}

/// The parts of a rules text about a topic: a section's number, a rule's number, or words. Empty if there are none.
pub fn on_topic(text: &str, topic: &str) -> String {
    let number = topic.chars().all(|c| c.is_ascii_digit() || c == '.' || c.is_ascii_lowercase())
        && topic.starts_with(|c: char| c.is_ascii_digit());
    if number && !topic.contains('.') {
        let heading = format!("## {topic}.");
        let mut inside = false;
        return text
            .lines()
            .filter(|line| {
                if line.starts_with("## ") {
                    inside = line.starts_with(&heading);
                }
                inside
            })
            .map(|line| format!("{line}\n"))
            .collect();
    }
    let wanted = topic.to_lowercase();
    let (mut out, mut heading, mut told) = (String::new(), "", "");
    for paragraph in text.split("\n\n") {
        if let Some(line) = paragraph.lines().find(|line| line.starts_with('#')) {
            heading = line;
        }
        let hit = if number {
            paragraph.trim_start().starts_with(&format!("**{topic}**"))
        } else {
            !paragraph.starts_with('#') && paragraph.to_lowercase().contains(&wanted)
        };
        if hit {
            if heading != told && !number {
                out.push_str(heading);
                out.push_str("\n\n");
                told = heading;
            }
            out.push_str(paragraph.trim_end());
            out.push_str("\n\n");
        }
    }
    out
}

/// The number of the rule that a paragraph is, if it is one: `**3.2** …`.
fn number(paragraph: &str) -> Option<&str> {
    let (number, _) = paragraph.trim_start_matches(['-', ' ', '\n']).strip_prefix("**")?.split_once("**")?;
    number.starts_with(|c: char| c.is_ascii_digit()).then_some(number)
}

fn first_word(line: &str) -> String {
    line.split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "# Game\n\n**1.1** You win.\n\n**1.2** Or\nnot.\n";
    const GERMAN: &str = "# Spiel\n\n**1.1** Du gewinnst.\n\n**1.2** Oder nicht.\n";

    #[test]
    fn a_rule_that_has_changed_is_shown_in_english() {
        let german = renewed(ENGLISH, GERMAN);
        assert_eq!(stale(ENGLISH, &german), Vec::<String>::new());
        assert_eq!(merged(ENGLISH, &german, "alt"), GERMAN);
        let changed = ENGLISH.replace("You win.", "You lose.");
        assert_eq!(stale(&changed, &german), ["1.1"]);
        assert_eq!(merged(&changed, &german, "alt"), GERMAN.replace("Du gewinnst.", "You lose. *(alt)*"));
        // Line breaks are not a change.
        assert!(stale(&ENGLISH.replace("Or\nnot", "Or not"), &german).is_empty());
    }

    #[test]
    fn the_list_can_be_renewed() {
        let german = renewed(ENGLISH, GERMAN);
        assert_eq!(renewed(ENGLISH, &german), german);
        assert_eq!(stale(ENGLISH, GERMAN), ["1.1", "1.2"], "without a list nothing is known");
    }

    const RULES: &str = "# Game\n\n## 1. Idea\n\n**1.1** You win.\n\n## 2. Dawn\n\n**2.1** At **dawn** you lose\nall.\n\n**2.2** More.\n";

    #[test]
    fn topics_are_found() {
        assert_eq!(on_topic(RULES, "1"), "## 1. Idea\n\n**1.1** You win.\n\n");
        assert_eq!(on_topic(RULES, "2.1"), "**2.1** At **dawn** you lose\nall.\n\n");
        assert_eq!(on_topic(RULES, "lose"), "## 2. Dawn\n\n**2.1** At **dawn** you lose\nall.\n\n");
        assert_eq!(on_topic(RULES, "nothing"), "");
    }
}
