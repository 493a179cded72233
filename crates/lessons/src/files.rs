//! The files of a game, built in or fetched.

use std::borrow::Cow;

use serde::Deserialize;
use table::Info;

/// The files of a game that its lessons, examples and puzzles are made of: a program has them built in, a page fetches them.
#[derive(Clone, Default, Debug, Deserialize)]
pub struct Files<'a> {
    /// The game's name.
    #[serde(skip)]
    pub game: &'a str,
    /// The name and the text of each lesson.
    pub lessons: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The name and the text of each example.
    pub examples: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// All puzzles.
    pub puzzles: Cow<'a, str>,
}

impl<'a> From<&'a Info> for Files<'a> {
    fn from(info: &'a Info) -> Files<'a> {
        let all = |files: &'a [(&str, &str)]| {
            files.iter().map(|&(name, text)| (Cow::Borrowed(name), Cow::Borrowed(text))).collect()
        };
        Files {
            game: info.name,
            lessons: all(info.lessons),
            examples: all(info.examples),
            puzzles: Cow::Borrowed(info.puzzles),
        }
    }
}
