//! What the worker can ask.

use hosting::Entry;
use lessons::Files;
use serde::Deserialize;
use serde_json::{Map, Value};
use table::Seat;
use wire::{Command, HintAsked, LessonSoFar, NewTable, PlayOn, QuickTable};

use crate::thinker::Choice;

/// The person whose browser this is.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Owner {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// A request, with the time and fresh randomness.
pub(crate) struct Request {
    pub(crate) now: u64,
    /// 32 bytes in hexadecimal.
    pub(crate) entropy: String,
    pub(crate) me: Owner,
    pub(crate) ask: Ask,
}

impl Request {
    /// Reads an object that has everything side by side. What it holds is read from values, as options and positions are: code to read
    /// it from something else would be as large again.
    pub(crate) fn parse(text: &[u8]) -> serde_json::Result<Request> {
        let mut fields: Map<String, Value> = serde_json::from_slice(text)?;
        let mut take = |name: &str| fields.shift_remove(name).unwrap_or_default();
        let (now, entropy, me) = (take("now"), take("entropy"), take("me"));
        let ask = String::deserialize(take("ask"))?;
        let named = Value::Object(Map::from_iter([(ask, Value::Object(fields))]));
        Ok(Request {
            now: u64::deserialize(now)?,
            entropy: String::deserialize(entropy)?,
            me: Owner::deserialize(me)?,
            ask: Ask::deserialize(named)?,
        })
    }
}

/// What the worker can ask.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// The version, for the settings.
    House {},
    /// The boxes on the shelf.
    Games {},
    /// The rules of a game, from the files that the page has of them.
    Rules {
        /// Such as `de`.
        language: String,
        /// `RULES.md`.
        english: String,
        /// Its translation; empty where there is none.
        translated: String,
    },
    /// The pieces that the rules of a game speak of.
    Illustrations {
        /// The game's id.
        game: String,
        /// The files that the page has of it.
        files: Files<'static>,
    },
    /// The lessons of a game.
    Lessons {
        /// The files that the page has of it.
        files: Files<'static>,
    },
    /// The puzzles of a game.
    Puzzles {
        /// The files that the page has of it.
        files: Files<'static>,
    },
    /// The table of a lesson after the learner's answers.
    Lesson {
        /// The game's id.
        game: String,
        /// The lesson's name.
        lesson: String,
        /// The part, and all answers in it.
        so_far: LessonSoFar,
        /// The files that the page has of the game.
        files: Files<'static>,
    },
    /// The owner, under a name that was checked.
    Me {
        /// The wanted name; the present one if it is left out.
        name: Option<String>,
    },
    /// A table as wished for.
    Open {
        /// The wish.
        wish: NewTable,
    },
    /// A table against bots.
    Quick {
        /// The wish.
        wish: QuickTable,
    },
    /// A record from a file, as a table that is over, or to be played on.
    Import {
        /// The record.
        text: String,
    },
    /// Folds a table, or adds entries to one that is here.
    Fold {
        /// Its id.
        table: String,
        /// Entries that are not folded yet.
        entries: Vec<Entry>,
    },
    /// Forgets a table: what was decided last may not have been written.
    Drop {
        /// Its id.
        table: String,
    },
    /// A command of the player at the table.
    Command {
        /// The table's id.
        table: String,
        /// The command.
        command: Command,
    },
    /// Somebody who plays alone asks for a hint: writes it down, or says why there is none.
    Hinted {
        /// The table's id.
        table: String,
        /// What they see.
        asked: HintAsked,
    },
    /// Has a bot think about a hint that is written down.
    Hint {
        /// The table's id.
        table: String,
        /// What was seen.
        asked: HintAsked,
    },
    /// What a bot has decided.
    Decided {
        /// The table's id.
        table: String,
        /// The decision.
        choice: Choice,
    },
    /// The last entry is written: shows what came of it.
    Written {
        /// The table's id.
        table: String,
    },
    /// A page looks at a table from now on.
    Look {
        /// The table's id.
        table: String,
    },
    /// No page looks at a table any more.
    Leave {
        /// The table's id.
        table: String,
    },
    /// The person of a seat has taken over the device.
    Unveil {
        /// The table's id.
        table: String,
        /// The seat.
        seat: Seat,
    },
    /// A bot thinks, or has stopped.
    Thinking {
        /// The table's id.
        table: String,
        /// Does it?
        yes: bool,
    },
    /// Has the bots think. The worker that thinks asks this of itself.
    Think {
        /// The table's id.
        table: String,
        /// How long a bot takes to answer, in milliseconds.
        pause: u64,
    },
    /// Decides for the bots without thinking.
    Instinct {
        /// The table's id.
        table: String,
    },
    /// The table without its game.
    Info {
        /// The table's id.
        table: String,
    },
    /// The whole story.
    Story {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// A moment of a finished game.
    Moment {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
        /// After which action, or `last`.
        version: String,
        /// Through whose eyes.
        eyes: String,
    },
    /// A table at which a finished game is played on from an earlier moment.
    PlayOn {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
        /// From where, and by whom.
        wish: PlayOn,
    },
    /// What the bots say about a finished game.
    Review {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// The proof of the shuffle.
    Fairness {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// The record of a game, running or over: to save it in a file.
    Record {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// The digest of a recorded game.
    Verify {
        /// The record.
        text: String,
    },
    /// What a scenario checks.
    Scenario {
        /// The scenario's file.
        text: String,
    },
    /// The digest of a random game.
    Random {
        /// The game's id.
        game: String,
        /// The same number gives the same game.
        number: u64,
    },
    /// How many iterations a second a bot makes: games, seconds, result in iterations.
    Bench {
        /// The game's id.
        game: String,
        /// For how long, in milliseconds.
        milliseconds: f64,
    },
}
