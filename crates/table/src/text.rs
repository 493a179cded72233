//! Sentences as values: what is said, with its blanks marked, so that every client can say it in its own language.
//!
//! A [`Text`] is an English sentence in which everything that was filled in stands in square brackets, and seats are
//! placeholders: `{s3} plays [Bite] on [you].` Its [template](Text::template) is what is left: `{} plays {} on {}.` A catalogue
//! (see [`crate::words`]) has templates of another language; without one, the brackets are dropped. The value holds nothing
//! that its English sentence does not say, so it cannot reveal more.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

use crate::seat::{Seat, SeatSet};

pub use macros::say;

/// A sentence or a word, in English, with its blanks marked. [`Display`](fmt::Display) is the plain sentence, seats still
/// placeholders.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct Text(Cow<'static, str>);

impl Text {
    /// A text without blanks.
    pub const fn fixed(text: &'static str) -> Text {
        Text(Cow::Borrowed(text))
    }

    /// A text with its blanks in brackets: what [`say!`] makes.
    pub fn marked(text: String) -> Text {
        Text(Cow::Owned(text))
    }

    /// The text as it goes over the wire.
    pub fn as_marked(&self) -> &str {
        &self.0
    }

    /// Is nothing said?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Does the plain sentence contain this?
    pub fn contains(&self, part: &str) -> bool {
        self.to_string().contains(part)
    }

    /// The sentence with its blanks empty: `{} plays {} on {}.`
    pub fn template(&self) -> String {
        parts(&self.0).map(|part| if let Part::Plain(plain) = part { plain } else { "{}" }).collect()
    }

    /// The plain sentence with names in the places of seats.
    pub fn with_names(&self, name: impl Fn(Seat) -> String) -> String {
        with_names(&self.to_string(), name)
    }

    /// The same with names in the places of seats, as a value.
    #[must_use]
    pub fn named(&self, name: impl Fn(Seat) -> String) -> Text {
        let filled = |seat| Text::filled(&Name(name(seat))).0.into_owned();
        Text::marked(with_names(&self.0, filled))
    }

    /// "a, b and c", "a and b", "a"; empty for nothing.
    pub fn list<T: Blank>(items: impl IntoIterator<Item = T>) -> Text {
        let mut items = items.into_iter().map(|item| Text::filled(&item));
        let Some(mut so_far) = items.next() else { return Text::default() };
        let Some(mut last) = items.next() else { return so_far };
        for next in items {
            so_far = say!("{so_far}, {last}");
            last = next;
        }
        say!("{so_far} and {last}")
    }

    /// Sentences one after the other. Empty ones are left out.
    pub fn sentences(texts: impl IntoIterator<Item = Text>) -> Text {
        let texts = texts.into_iter().filter(|text| !text.is_empty());
        texts.reduce(|first, next| say!("{first} {next}")).unwrap_or_default()
    }

    /// A text that is nothing but one blank.
    pub fn filled(blank: &impl Blank) -> Text {
        let mut text = String::new();
        blank.fill(&mut text);
        Text::marked(text)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        parts(&self.0).try_for_each(|part| match part {
            Part::Plain(plain) => f.write_str(plain),
            Part::Seat(seat) => write!(f, "{seat}"),
            Part::Blank(blank) => match blank.strip_prefix('=') {
                Some(name) => f.write_str(name),
                None => write!(f, "{}", Text(Cow::Owned(blank.to_owned()))),
            },
        })
    }
}

impl<T: fmt::Display> From<Name<T>> for Text {
    fn from(name: Name<T>) -> Text {
        Text::filled(&name)
    }
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Text {
        Text::fixed(text)
    }
}

impl PartialEq<str> for Text {
    /// Is this the plain sentence?
    fn eq(&self, plain: &str) -> bool {
        let own = self.to_string();
        own == plain
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, plain: &&str) -> bool {
        self == *plain
    }
}

/// A name that is the same in every language, such as that of a person, a place or a file.
#[derive(Clone, Copy, Debug)]
pub struct Name<T>(pub T);

/// What can fill a blank of a sentence.
pub trait Blank {
    /// Appends it, in brackets unless it is a seat.
    fn fill(&self, text: &mut String);
}

impl<T: Blank + ?Sized> Blank for &T {
    fn fill(&self, text: &mut String) {
        (**self).fill(text);
    }
}

impl Blank for Seat {
    fn fill(&self, text: &mut String) {
        let _ = write!(text, "{self}");
    }
}

impl Blank for SeatSet {
    /// "{s1}, {s4} and {s5}", or "nobody".
    fn fill(&self, text: &mut String) {
        if self.is_empty() { "nobody".fill(text) } else { Text::list(self.iter()).fill(text) }
    }
}

/// A word that catalogues know: printed on a piece, or one of a few that a sentence can have in this place.
impl Blank for &'static str {
    fn fill(&self, text: &mut String) {
        in_brackets(self, text);
    }
}

impl Blank for Text {
    /// A text that is nothing but a blank fills the new one as it is.
    fn fill(&self, text: &mut String) {
        match mark(&self.0) {
            Some((_, length)) if length == self.0.len() => text.push_str(&self.0),
            _ => in_brackets(&self.0, text),
        }
    }
}

impl<T: fmt::Display> Blank for Name<T> {
    fn fill(&self, text: &mut String) {
        text.push_str("[=");
        text.extend(self.0.to_string().chars().map(|c| match c {
            '[' | '{' => '(',
            ']' | '}' => ')',
            c => c,
        }));
        text.push(']');
    }
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Blank for $number {
            fn fill(&self, text: &mut String) {
                let _ = write!(text, "[{self}]");
            }
        }
    )* };
}
numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

fn in_brackets(marked: &str, text: &mut String) {
    text.push('[');
    text.push_str(marked);
    text.push(']');
}

/// A stretch of a marked text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    Plain(&'a str),
    Seat(Seat),
    /// What stands in brackets.
    Blank(&'a str),
}

/// Blanks within blanks, at most: a text may come from anybody's house.
const DEEPEST: i32 = 64;

/// Takes a marked text apart. What is not well-formed is plain.
pub(crate) fn parts(marked: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = marked;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((part, length)) = mark(rest) {
            rest = &rest[length..];
            return Some(part);
        }
        let mut signs = rest.match_indices(['[', '{']).map(|(at, _)| at).filter(|&at| at > 0);
        let ahead = signs.find(|&at| mark(&rest[at..]).is_some());
        let (plain, after) = rest.split_at(ahead.unwrap_or(rest.len()));
        rest = after;
        Some(Part::Plain(plain))
    })
}

/// The blank or seat that a text begins with, and its length.
fn mark(text: &str) -> Option<(Part<'_>, usize)> {
    if let Some(inside) = text.strip_prefix("{s") {
        let end = inside.find('}')?;
        let seat = inside[..end].parse().ok().and_then(Seat::from_number)?;
        return Some((Part::Seat(seat), end + 3));
    }
    let inside = text.strip_prefix('[')?;
    let mut depth = 0;
    let end = inside.bytes().position(|byte| {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => return false,
        }
        !(0..DEEPEST).contains(&depth)
    })?;
    (depth < 0).then(|| (Part::Blank(&inside[..end]), end + 2))
}

/// Puts names into a plain text: every placeholder `{s3}` becomes what `name` says of that seat.
pub fn with_names(text: &str, name: impl Fn(Seat) -> String) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(start) = rest.find("{s") {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        match mark(rest) {
            Some((Part::Seat(seat), length)) => {
                out.push_str(&name(seat));
                rest = &rest[length..];
            }
            _ => {
                out.push_str("{s");
                rest = &rest[2..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: Seat = Seat::new(0);
    const BO: Seat = Seat::new(1);
    const CY: Seat = Seat::new(2);

    #[test]
    fn a_sentence_keeps_its_blanks() {
        let (card, wounds) = ("Bite", 3_u8);
        let text =
            say!("{who} plays {card} on {whom}: {wounds} wounds.", who = ANN, whom = Text::fixed("you"));
        assert_eq!(text.as_marked(), "{s1} plays [Bite] on [you]: [3] wounds.");
        assert_eq!(text.template(), "{} plays {} on {}: {} wounds.");
        assert_eq!(text, "{s1} plays Bite on you: 3 wounds.");
        assert_eq!(say!("Nothing to say.").as_marked(), "Nothing to say.");
    }

    #[test]
    fn texts_nest() {
        let list = Text::list([ANN, BO, CY]);
        assert_eq!(list, "{s1}, {s2} and {s3}");
        assert_eq!(list.as_marked(), "[{s1}, {s2}] and {s3}");
        let text = say!("{list} win.");
        assert_eq!(
            (text.template().as_str(), text.to_string().as_str()),
            ("{} win.", "{s1}, {s2} and {s3} win.")
        );
        assert_eq!(say!("{one} wins.", one = Text::list([BO])).as_marked(), "{s2} wins.");
        assert_eq!(say!("{none} wins.", none = SeatSet::EMPTY), "nobody wins.");
        let both = Text::sentences([say!("One."), Text::default(), say!("Two {n}.", n = 2)]);
        assert_eq!((both.as_marked(), both.template().as_str()), ("[One.] [Two [2].]", "{} {}"));
    }

    #[test]
    fn a_name_cannot_pass_for_a_blank_or_a_seat() {
        let text = say!("{area} burns.", area = Name("[x] {s1}"));
        assert_eq!((text.template().as_str(), text.to_string().as_str()), ("{} burns.", "(x) (s1) burns."));
    }

    #[test]
    fn seats_can_become_names() {
        let text = say!("{list} win.", list = Text::list([ANN, BO]))
            .named(|seat| ["Ann", "Bo"][seat.index()].into());
        assert_eq!((text.as_marked(), text.template().as_str()), ("[[=Ann] and [=Bo]] win.", "{} win."));
        assert_eq!(text, "Ann and Bo win.");
    }

    #[test]
    fn damaged_marks_are_plain() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        for text in ["[", "]", "[[a]", "{s", "{s99}", "ä][", &deep] {
            assert_eq!(
                Text::marked(text.into()).to_string().replace(['[', ']'], ""),
                text.replace(['[', ']'], "")
            );
        }
    }

    #[test]
    fn names_take_the_place_of_seats() {
        let names = |seat: Seat| ["Ann", "Bo"].get(seat.index()).unwrap_or(&"?").to_string();
        assert_eq!(with_names("{s1} strikes {s2}.", names), "Ann strikes Bo.");
        assert_eq!(with_names("{s99} {sx} {s", names), "{s99} {sx} {s");
    }
}
