//! `sanguis rules`: the rules of a game, whole or on a topic.

use std::process::ExitCode;

use table::AnyGame;
use table::rulebook::on_topic;

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

    #[test]
    fn markdown_becomes_plain() {
        assert_eq!(plain("**2.1** At **dawn**\nyou `lose`.\n", 80), "2.1 At dawn you lose.\n");
    }
}
