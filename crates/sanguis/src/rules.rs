//! `sanguis rules`: the rules of a game, whole or on a topic.

use std::process::ExitCode;

use table::AnyGame;

use crate::{Failure, Outcome, output};

pub(crate) fn show(game: &dyn AnyGame, topic: &str) -> Outcome {
    let text = output::rules(game.info());
    let found = if topic.is_empty() { text.to_owned() } else { on_topic(text, topic) };
    if found.is_empty() {
        return Err(Failure(format!(
            "The rules of {} have nothing on \"{topic}\"; try a section (3), a rule (3.2) or other words.",
            game.info().name
        )));
    }
    output::print(&plain(&found, output::width()));
    Ok(ExitCode::SUCCESS)
}

/// The rule with this number, or an empty text.
pub(crate) fn rule(game: &dyn AnyGame, number: &str) -> String {
    plain(&on_topic(output::rules(game.info()), number), output::width())
}

/// The parts of a rules text about a topic: a section's number, a rule's number, or words.
fn on_topic(text: &str, topic: &str) -> String {
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

/// Markdown as plain text, wrapped.
fn plain(markdown: &str, width: usize) -> String {
    let text = table::plain::PlainText { names: &output::seat_name, width, colour: false, words: None };
    let mut out = String::new();
    for line in join_paragraphs(markdown) {
        if line.is_empty() {
            out.push('\n');
        } else if let Some(title) = line.strip_prefix("# ") {
            out.push_str(&format!("{}\n{}\n", title, "=".repeat(title.chars().count())));
        } else if let Some(title) =
            line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
        {
            out.push_str(&format!("{}\n{}\n", title, "-".repeat(title.chars().count())));
        } else if line.starts_with('|') {
            out.push_str(&line.replace("**", "").replace('`', ""));
            out.push('\n');
        } else {
            let bullet = line.starts_with("- ");
            let words = line.trim_start_matches("- ").replace("**", "").replace('`', "");
            out.push_str(&text.wrap(if bullet { "- " } else { "" }, &words));
        }
    }
    out
}

/// Lines of one paragraph become one line.
fn join_paragraphs(markdown: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in markdown.lines() {
        let fresh = line.is_empty()
            || line.starts_with(['#', '|', '-', '*'])
            || lines.last().is_none_or(|last| last.is_empty() || last.starts_with(['#', '|']));
        match lines.last_mut() {
            Some(last) if !fresh => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.trim_end().to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Game\n\n## 1. Idea\n\n**1.1** You win.\n\n## 2. Dawn\n\n**2.1** At **dawn** you lose\nall.\n\n**2.2** More.\n";

    #[test]
    fn topics_are_found() {
        assert_eq!(on_topic(TEXT, "1"), "## 1. Idea\n\n**1.1** You win.\n\n");
        assert_eq!(on_topic(TEXT, "2.1"), "**2.1** At **dawn** you lose\nall.\n\n");
        assert_eq!(on_topic(TEXT, "lose"), "## 2. Dawn\n\n**2.1** At **dawn** you lose\nall.\n\n");
        assert_eq!(on_topic(TEXT, "nothing"), "");
    }

    #[test]
    fn markdown_becomes_plain() {
        assert_eq!(plain("**2.1** At **dawn**\nyou `lose`.\n", 80), "2.1 At dawn you lose.\n");
    }
}
