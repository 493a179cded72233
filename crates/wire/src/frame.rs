//! What viewers are shown.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::play::{Line, View};
use table::{Refused, Seat, SeatSet, Standing, Text};
#[cfg(feature = "schema")]
use ts_rs::TS;

use crate::tables::{Stage, TableInfo};

/// What the house sends over the socket or the event stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(concrete(F = Box<Frame>)), schemars(rename = "News"))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum News<F = Box<Frame>> {
    /// The table as this viewer sees it now. Frames may be skipped under load; the last one counts.
    Frame(F),
    /// A command took effect, durably.
    Done {
        /// The command's id.
        id: String,
        /// The revision it led to.
        revision: u32,
    },
    /// A command was refused and changed nothing.
    Refused {
        /// The command's id.
        id: String,
        /// For programs.
        kind: Refused,
        /// For people.
        reason: Text,
        /// The rule that says no, where one does.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        rule: Option<String>,
    },
    /// This connection ends; come back (after some milliseconds) or do not (no number).
    Bye {
        /// Why, for people.
        reason: Text,
        /// When to connect again.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        again_in: Option<u32>,
    },
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(concrete(T = TableInfo, V = View, L = Line, S = Said)), schemars(rename = "Frame"))]
pub struct Frame<T = TableInfo, V = View, L = Line, S = Said> {
    /// Goes up with everything that happens to the match, undo included. Decisions answer a revision.
    pub revision: u32,
    /// The house's time, to show clocks by.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub now_at: u64,
    /// Everything that is not the game itself.
    pub table: T,
    /// The game, once it has begun. The first frame of a connection has the whole scene; in later ones the still parts of a map
    /// (outlines, rivers, neighbours) are left out, and the client keeps those it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub view: Option<V>,
    /// The story: replaces everything from `from` on.
    pub story: Tail<L>,
    /// The talk: replaces everything from `from` on.
    pub talk: Tail<S>,
}

/// A frame that borrows its parts, some of which have been serialised before.
pub type RawFrame<'a> = Frame<Option<&'a RawValue>, RawView<'a>, &'a Line, &'a Said>;

/// A [`View`], or its JSON.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum RawView<'a> {
    /// To be serialised.
    Fresh(&'a View),
    /// Serialised before.
    Json(&'a RawValue),
}

/// A table without its scene, for programs: what a connection with `?lean=1` gets in place of frames.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Lean {
    /// Always `lean`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "lean")))]
    pub kind: &'static str,
    /// Decisions answer a revision.
    pub revision: u32,
    /// How far it is.
    pub stage: Stage,
    /// The seat of the caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub seat: Option<Seat>,
    /// How many actions have been taken.
    pub version: usize,
    /// Who is waited on.
    pub waiting: SeatSet,
    /// What the seat may do now.
    pub options: Vec<LeanOption>,
    /// May the seat take back its last action?
    pub may_undo: bool,
    /// Who won, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub outcome: Option<Standing>,
}

/// An option in few words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct LeanOption {
    /// Its integer form.
    pub code: u32,
    /// Its words.
    pub label: Text,
}

/// A table for programs that know the game: what a connection with `?lean=2` gets in place of frames.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bare {
    /// Always `bare`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "bare")))]
    pub kind: &'static str,
    /// Decisions answer a revision.
    pub revision: u32,
    /// How far it is.
    pub stage: Stage,
    /// The seat of the caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Who is waited on.
    pub waiting: SeatSet,
    /// The codes of what the seat may do now.
    pub codes: Vec<u32>,
}

/// The end of a list that the client already has the beginning of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), schemars(rename = "{T}Tail"))]
pub struct Tail<T> {
    /// How many entries stay.
    pub from: u32,
    /// What follows them.
    pub items: Vec<T>,
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Said {
    /// Who, by name.
    pub name: String,
    /// Their seat, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub seat: Option<Seat>,
    /// When.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub said_at: u64,
    /// Text, never markup.
    pub text: String,
}

/// A moment of a finished match: `GET /api/tables/{id}/replay/{version}?eyes=all|spectator|1|2|…`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Moment {
    /// How many actions the match has.
    pub of: u32,
    /// The table after `view.version` actions, as the chosen eyes saw it.
    pub view: View,
    /// The story up to here.
    pub story: Vec<Line>,
}
