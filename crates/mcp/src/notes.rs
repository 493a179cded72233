//! What models write down for themselves: one text for each account and table. Nobody else reads it, and the game takes no notice. It is kept as
//! long as the program runs.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// The longest note, in characters.
pub(crate) const LONGEST: usize = 1000;
/// How many notes are kept; the oldest go first.
const MOST: usize = 1000;

struct Note {
    whose: String,
    table: String,
    text: String,
}

/// The notes of all accounts, the latest last.
#[derive(Default)]
pub(crate) struct Notes(Mutex<VecDeque<Note>>);

/// The notes of one account.
#[derive(Clone, Copy)]
pub(crate) struct Own<'a> {
    pub(crate) notes: &'a Notes,
    /// A name for the account that nobody can guess a token from.
    pub(crate) whose: &'a str,
}

impl Own<'_> {
    /// Replaces the note on a table; an empty one is removed.
    pub(crate) fn write(&self, table: &str, text: &str) -> Result<(), String> {
        if text.chars().count() > LONGEST {
            return Err(format!("A note has at most {LONGEST} characters."));
        }
        let mut notes = self.notes.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.retain(|note| (note.whose.as_str(), note.table.as_str()) != (self.whose, table));
        if !text.is_empty() {
            notes.push_back(Note {
                whose: self.whose.to_owned(),
                table: table.to_owned(),
                text: text.to_owned(),
            });
        }
        if notes.len() > MOST {
            notes.pop_front();
        }
        Ok(())
    }

    /// The note on a table, quoted, as a line; nothing where there is none.
    pub(crate) fn reminder(&self, table: &str) -> String {
        let notes = self.notes.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = notes.iter().find(|note| (note.whose.as_str(), note.table.as_str()) == (self.whose, table));
        own.map_or(String::new(), |note| format!("Your notes: {}\n", Value::from(note.text.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_kept_apart_and_within_bounds() {
        let notes = Notes::default();
        let (one, other) = (Own { notes: &notes, whose: "one" }, Own { notes: &notes, whose: "other" });
        one.write("t", "Seat 3 \"lies\"").unwrap();
        other.write("t", "Seat 5").unwrap();
        assert_eq!(one.reminder("t"), "Your notes: \"Seat 3 \\\"lies\\\"\"\n");
        assert_eq!([other.reminder("t"), other.reminder("u")], ["Your notes: \"Seat 5\"\n", ""]);
        assert!(one.write("t", &"x".repeat(LONGEST + 1)).is_err());
        one.write("t", "").unwrap();
        assert_eq!(one.reminder("t"), "");
        (0..MOST).for_each(|table| one.write(&table.to_string(), "n").unwrap());
        assert_eq!(
            [other.reminder("t"), one.reminder("0")],
            ["", "Your notes: \"n\"\n"],
            "the oldest go first"
        );
    }
}
