//! Lessons, examples and puzzles by their names.

use table::{Name, Refusal, Refused, say};

use crate::file::{Lesson, broken, example};
use crate::files::Files;
use crate::puzzle::{self, PUZZLE};

/// A lesson of a game by its name, an example of its rules, or a puzzle.
pub fn find(files: &Files<'_>, name: &str) -> Result<Lesson, Refusal> {
    if let Some((name, text)) = files.examples.iter().find(|(known, _)| *known == name) {
        return example(name, text).map_err(broken);
    }
    if let Some(number) = name.strip_prefix(PUZZLE) {
        return puzzle::find(files, number);
    }
    let known = files.lessons.iter().find(|(known, _)| *known == name);
    let (_, text) = known.ok_or_else(|| {
        let known: Vec<&str> = files.lessons.iter().map(|(name, _)| &**name).collect();
        let (game, name, known) = (Name(files.game), Name(name), Name(known.join(", ")));
        Refusal::new(Refused::Missing, say!("{game} has no lesson \"{name}\"; the lessons it has: {known}."))
    })?;
    Lesson::parse(text).map_err(broken)
}
