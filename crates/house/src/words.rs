//! Words that people give us, made fit to be shown: text, never markup.

use table::{Refusal, Seat};

/// The longest name.
const NAME: usize = 24;
/// The longest thing said.
const SAYING: usize = 500;
/// The longest contribution to a shuffle.
const CONTRIBUTION: usize = 128;

/// A name: one line without control characters or braces, so that it cannot pass for a seat in a text.
pub fn name(text: &str) -> Result<String, Refusal> {
    let name = one_line(text).replace(['{', '}'], "");
    match name.chars().count() {
        1..=NAME => Ok(name),
        _ => Err(Refusal::malformed(format!("A name has 1 to {NAME} characters."))),
    }
}

/// Something said at the table.
pub fn saying(text: &str) -> Result<String, Refusal> {
    let text = one_line(text);
    match text.chars().count() {
        1..=SAYING => Ok(text),
        _ => Err(Refusal::malformed(format!("Say something in 1 to {SAYING} characters."))),
    }
}

/// A contribution to a shuffle.
pub fn contribution(text: &str) -> Result<String, Refusal> {
    match text.len() {
        0..=CONTRIBUTION => Ok(text.to_owned()),
        _ => Err(Refusal::malformed(format!(
            "A contribution to the shuffle has at most {CONTRIBUTION} bytes."
        ))),
    }
}

/// Where notices are posted: an address on the web, or nothing.
pub fn webhook(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let fits = text.len() <= 500
        && (text.starts_with("https://") || text.starts_with("http://"))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    match text.is_empty() || fits {
        true => Ok(text.to_owned()),
        false => Err(Refusal::malformed("A webhook is an address that begins with https:// or http://.")),
    }
}

/// A mail address, or nothing.
pub fn mail(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let fits = text.len() <= 200
        && text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>,;\"".contains(c));
    match text.is_empty() || fits {
        true => Ok(text.to_owned()),
        false => Err(Refusal::malformed("That is no mail address.")),
    }
}

/// Invisible characters that turn the direction of a text or hide in it.
fn is_trick(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn one_line(text: &str) -> String {
    let visible: String = text.chars().map(|c| if is_trick(c) { ' ' } else { c }).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the bot on a chair is called.
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

/// What a guest is called before choosing a name: follows from the id.
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
        assert!(name(&"x".repeat(25)).is_err());
        assert!(saying(&"ä".repeat(500)).is_ok());
        assert!(saying(&"ä".repeat(501)).is_err());
    }
}
