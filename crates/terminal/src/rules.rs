//! The rules, as help.

use crate::sheet::wrapped;

/// The rules text in lines of a width, and the line at which a rule begins.
pub(crate) fn lines(markdown: &str, width: usize, rule: &str) -> (Vec<String>, usize) {
    let mut lines: Vec<String> = Vec::new();
    let mut start = None;
    let wanted = format!("**{rule}**");
    for paragraph in markdown.split("\n\n") {
        if start.is_none() && !rule.is_empty() && paragraph.trim_start().starts_with(&wanted) {
            start = Some(lines.len());
        }
        let rows: Vec<&str> = paragraph.lines().collect();
        let plain = |text: &str| text.replace("**", "").replace('`', "");
        if let Some(title) = paragraph.trim_start().strip_prefix('#') {
            let title = plain(title.trim_start_matches('#').trim());
            let rule: String = "─".repeat(title.chars().count().min(width));
            lines.extend([title, rule]);
        } else if rows.iter().any(|row| row.trim_start().starts_with(['|', '-'])) {
            for row in rows {
                let bullet = row.trim_start().starts_with("- ");
                for (i, line) in wrapped(&plain(row.trim()), width.saturating_sub(2)).into_iter().enumerate()
                {
                    lines.push(if bullet && i > 0 { format!("  {line}") } else { line });
                }
            }
        } else {
            lines.extend(wrapped(&plain(paragraph), width));
        }
        lines.push(String::new());
    }
    (lines, start.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_opens_at_the_rule() {
        let (lines, at) =
            lines("# Game\n\n## 1. Idea\n\n**1.1** You `win`.\n\n**1.2** Or\nnot.\n", 40, "1.2");
        assert_eq!(lines[at], "1.2 Or not.");
        assert!(lines.contains(&"1.1 You win.".to_owned()));
    }
}
