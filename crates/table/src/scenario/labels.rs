//! Which labels the options of a game can have.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;

use crate::game::Game;

/// Could an option have this label? The catalogue of another language lists every sentence of the game, so a label that fits none
/// is misspelt. A game without one cannot tell, nor can a browser, which has no catalogues.
pub(super) fn possible<G: Game>(label: &str) -> bool {
    let Some(language) = G::INFO.languages.first() else { return true };
    let sentences: BTreeMap<String, IgnoredAny> = serde_json::from_str(language.words).unwrap_or_default();
    let label = label.to_lowercase();
    sentences.is_empty()
        || sentences.keys().any(|template| tells(template) && fits(&template.to_lowercase(), &label))
}

/// Is there enough in a template to recognise a label by? Almost anything fits "{} and {}"; "Bid {}" begins with its word.
fn tells(template: &str) -> bool {
    let letters = template.chars().filter(|c| c.is_alphabetic()).count();
    (letters > 3 || template.starts_with(char::is_alphabetic)) && !template.ends_with('.')
}

/// Is a label this template with something in each blank?
fn fits(template: &str, label: &str) -> bool {
    let Some((first, blanks)) = template.split_once("{}") else { return template == label };
    let Some(mut rest) = label.strip_prefix(first) else { return false };
    let mut pieces = blanks.split("{}").peekable();
    while let Some(piece) = pieces.next() {
        let mut filled = rest.char_indices().skip(1).map(|(at, _)| &rest[at..]).chain([""]);
        if pieces.peek().is_none() {
            return !rest.is_empty() && filled.any(|after| after == piece);
        }
        let Some(after) = filled.find_map(|after| after.strip_prefix(piece)) else { return false };
        rest = after;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_fits_its_template_with_every_blank_filled() {
        let good = [
            ("stay active", "stay active"),
            ("strike {}", "strike seat 2"),
            ("{} stays on the hunt", "vesper stays on the hunt"),
            ("play {} on {}", "play sanctuary on seat 1"),
            ("play {} on {} ({} card)", "play on on on on x (day card)"),
        ];
        for (template, label) in good {
            assert!(fits(template, label), "{template}: {label}");
        }
        let bad = [
            ("stay active", "stay activ"),
            ("stay active", "stay active now"),
            ("strike {}", "strike "),
            ("strike {}", "strik seat 2"),
            ("{} stays on the hunt", " stays on the hunt"),
            ("play {} on {}", "play sanctuary"),
            ("play {} on {}", "play sanctuary on "),
            ("swap in {} ({} pips)", "swap in ship (4 pips"),
        ];
        for (template, label) in bad {
            assert!(!fits(template, label), "{template}: {label}");
        }
    }
}
