//! Where a game is.

use table::talk::Heard;
use table::text::with_names;
use table::words::Catalogue;
use table::{Info, Line, Observer, Seat, Text, View};

/// What the application is shown: all of it is what one observer may know.
#[derive(Clone, Debug)]
pub struct Look {
    /// The game.
    pub info: &'static Info,
    /// The table and the options.
    pub view: View,
    /// Through whose eyes.
    pub observer: Observer,
    /// What seats are called, in order.
    pub names: Vec<String>,
    /// What the observer was told from the beginning.
    pub story: Vec<Line>,
    /// What was claimed at the table.
    pub heard: Vec<Heard>,
    /// Playing or watching.
    pub mode: Mode,
    /// A sentence for the person: why something was refused, where the game is kept.
    pub notice: Option<Text>,
    /// The rules in the person's language.
    pub rules: &'static str,
    /// The language; English without one.
    pub words: Option<&'static Catalogue>,
    /// What the bots say about the game, once it is over and they have thought about it.
    pub review: Option<Review>,
    /// Can the person have a hint?
    pub hints: bool,
}

impl Look {
    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_default()
    }

    /// A text in the person's language, with names.
    pub(crate) fn say(&self, text: &Text) -> String {
        say_in(self.words, text, |seat| self.name(seat))
    }
}

/// A text in a language, with names.
pub(crate) fn say_in(words: Option<&Catalogue>, text: &Text, name: impl Fn(Seat) -> String) -> String {
    with_names(&words.map_or_else(|| text.to_string(), |words| words.or_english(text)), name)
}

/// What the person is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// At a table.
    Play {
        /// Hidden until this seat's person says that nobody else is looking. The look is a spectator's then.
        curtain: Option<Seat>,
        /// The options are an interrupt that may be let pass.
        passable: bool,
    },
    /// Going through a game that has been played.
    Watch {
        /// How many actions have been played.
        at: usize,
        /// Out of how many.
        of: usize,
    },
}

/// What the person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Take the option with this code, offered at this version.
    Play {
        /// The version of the view it was offered in.
        version: usize,
        /// The option's code.
        code: u32,
    },
    /// Say this.
    Claim {
        /// The claim's code.
        code: u32,
        /// The number of the claim that it answers.
        reply_to: Option<u32>,
    },
    /// Take back the last action.
    Undo,
    /// Have a hint, or more of it.
    Hint,
    /// Let the interrupt pass.
    Pass,
    /// Nobody else is looking: show this seat's hand.
    Unveil,
    /// Go to the moment after this many actions of a watched game.
    Go(usize),
    /// Watch through other eyes.
    Eyes(Observer),
    /// Get up. The game is kept.
    Leave,
}

/// A line to a game.
pub trait Connection {
    /// Says what the person wants. What comes of it is the next look.
    fn ask(&mut self, request: Request);

    /// The newest look, if there is one that has not been shown. Never waits.
    fn news(&mut self) -> Option<Look>;
}

/// What the bots say about a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// For each seat, its chance to win after each action that was judged.
    pub lines: Vec<ReviewLine>,
    /// Turning points and better moves, in sentences.
    pub remarks: Vec<Text>,
}

/// A seat's chances.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReviewLine {
    /// Whose.
    pub name: String,
    /// After how many actions, and the chance.
    pub points: Vec<(f64, f64)>,
}
