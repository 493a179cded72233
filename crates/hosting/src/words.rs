//! Texts from people, cleaned up for display: plain text, never markup.

use bots::Level;
use table::{Name, Refusal, Seat, Text, say};

/// The longest name.
const NAME: usize = 24;
/// The longest chat message.
const SAYING: usize = 500;
/// The longest contribution to a shuffle.
const CONTRIBUTION: usize = 128;

/// A name: one line without control characters, and without braces so that it cannot pass for a seat placeholder.
pub fn name(text: &str) -> Result<String, Refusal> {
    limited(say!("A name"), one_line(text).replace(['{', '}'], ""), NAME)
}

/// A chat message.
pub fn saying(text: &str) -> Result<String, Refusal> {
    limited(say!("A message"), one_line(text), SAYING)
}

fn limited(what: Text, text: String, most: usize) -> Result<String, Refusal> {
    match (1..=most).contains(&text.chars().count()) {
        true => Ok(text),
        false => Err(Refusal::malformed(say!("{what} has 1 to {most} characters."))),
    }
}

/// A player's contribution to the shuffle.
pub fn contribution(text: &str) -> Result<String, Refusal> {
    match text.len() {
        0..=CONTRIBUTION => Ok(text.to_owned()),
        _ => Err(Refusal::malformed(say!("A contribution to the shuffle has at most {CONTRIBUTION} bytes."))),
    }
}

/// Control characters, and invisible ones that reverse the direction of a text or hide in it.
fn is_trick(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}')
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}')
        || matches!(c, '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

fn one_line(text: &str) -> String {
    let visible: String = text.chars().map(|c| if is_trick(c) { ' ' } else { c }).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The level of a bot that a person may ask for.
pub fn level(text: &str) -> Result<Level, Refusal> {
    Level::FOR_PEOPLE.into_iter().find(|level| level.name() == text).ok_or_else(|| {
        let known = Level::FOR_PEOPLE.map(Level::name).join(", ");
        Refusal::malformed(say!(
            "There is no bot \"{text}\"; there are: {known}.",
            text = Name(text),
            known = Name(known)
        ))
    })
}

/// The name of the bot on a chair.
pub fn bot_name(seat: Seat) -> &'static str {
    const NAMES: [&str; table::MAX_SEATS] = [
        "Aldith",
        "Bertram",
        "Cosima",
        "Drogo",
        "Elsbeth",
        "Falk",
        "Gisela",
        "Hadrian",
        "Isolde",
        "Joscelin",
        "Kunigunde",
        "Lothar",
    ];
    NAMES[seat.index()]
}

/// The name of a guest who has not chosen one, derived from the id.
pub fn guest_name(id: &str) -> String {
    const FIRST: [&str; 8] = ["Pale", "Quiet", "Red", "Silver", "Grey", "Midnight", "Hollow", "Crimson"];
    const LAST: [&str; 8] = ["Raven", "Fox", "Heron", "Wolf", "Moth", "Thorn", "Owl", "Stag"];
    let sum = id.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) as usize;
    format!("{} {}", FIRST[sum % 8], LAST[sum / 8 % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_text() {
        assert_eq!(name("  Ann\n\tof  {s3} ").unwrap(), "Ann of s3");
        assert_eq!(name("\u{202e}evil\u{0}").unwrap(), "evil");
        assert!(name(" \n ").is_err());
        for nothing in ["\u{3164}", "\u{ad}\u{2060}", "\u{2800} \u{ffa0}", "\u{e0041}"] {
            assert!(name(nothing).is_err(), "{nothing:?}");
        }
        assert!(name(&"x".repeat(25)).is_err());
        assert!(saying(&"ä".repeat(500)).is_ok());
        assert!(saying(&"ä".repeat(501)).is_err());
    }
}
