//! The table beside its game: who sits where, by which clock, and how tables are set up, listed and joined.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Seat, SeatSet, Text};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Seats are being taken.
    Gathering,
    /// The game is on.
    Playing,
    /// It is over.
    Finished,
    /// It was ended by agreement or by the host of the house.
    Cancelled,
    /// Its rules have changed under it; it can be looked at but not played.
    Frozen,
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 5] =
        [Stage::Gathering, Stage::Playing, Stage::Finished, Stage::Cancelled, Stage::Frozen];

    /// In messages and stores.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Gathering => "gathering",
            Stage::Playing => "playing",
            Stage::Finished => "finished",
            Stage::Cancelled => "cancelled",
            Stage::Frozen => "frozen",
        }
    }
}

/// Who sits on a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet; anyone may sit down.
    Open,
    /// Nobody yet; kept for somebody with the link.
    Invited,
    /// A person.
    Person {
        /// Public id.
        id: String,
        /// The chosen name.
        name: String,
    },
    /// A bot of the house.
    Bot {
        /// Its level.
        level: String,
        /// What it is called.
        name: String,
    },
    /// A bot from outside, by its account.
    Outside {
        /// Public id of the account.
        id: String,
        /// Its name.
        name: String,
    },
}

/// A chair at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
pub struct Chair {
    /// Which seat of the game.
    pub seat: Seat,
    /// Who sits here.
    pub sitter: Sitter,
    /// Is a page or program of the sitter connected? Bots always are.
    pub present: bool,
    /// A bot of this level plays for the absent sitter, who can come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// What is left to decide with, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// A bot is thinking here.
    pub thinking: bool,
    /// The host of the table has silenced the sitter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>"))]
    pub silenced: bool,
}

/// A chair's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Clock {
    /// When the decision is due, if one is awaited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "number"))]
    pub due_at: Option<u64>,
    /// What is left in the bank beyond the time of each decision.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub bank: u64,
}

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockPlan {
    /// Nobody is hurried.
    #[default]
    None,
    /// Seconds for each decision, and a bank for the whole game.
    Live {
        /// Seconds for each decision.
        each: u32,
        /// Seconds in the bank.
        bank: u32,
    },
    /// Hours for each decision.
    Slow {
        /// Hours for each decision.
        hours: u32,
    },
}

/// What happens when time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Timeout {
    /// A bot plays on until the sitter is back.
    #[default]
    StandIn,
    /// The decision's declared default is taken.
    Default,
}

/// Who may look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Spectators {
    /// Nobody.
    Off,
    /// Anyone, the public view.
    #[default]
    Public,
    /// Anyone, the public view, some actions late.
    Delayed {
        /// How many actions late.
        actions: u32,
    },
}

/// What may be said at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TableTalk {
    /// Anything.
    #[default]
    Open,
    /// Only claims, no free text.
    Claims,
    /// Nothing.
    Silent,
}

/// A table with everything that is not the game itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
pub struct TableInfo {
    /// In addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The game's options, complete. Changes leave them out.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[cfg_attr(
        feature = "schema",
        ts(type = "Record<string, unknown>"),
        schemars(with = "serde_json::Map<String, Value>")
    )]
    pub options: Value,
    /// How far it is.
    pub stage: Stage,
    /// Why it is frozen or was cancelled; else empty.
    pub notice: Text,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// How time is kept.
    pub clock: ClockPlan,
    /// What happens when time runs out.
    pub timeout: Timeout,
    /// Who may look on.
    pub spectators: Spectators,
    /// What may be said.
    #[serde(default)]
    pub talk: TableTalk,
    /// How many look on.
    pub watching: u32,
    /// The seat of the person who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Seat>,
    /// Is the person who asks the host of this table?
    pub host: bool,
    /// Links to the seats that wait for a friend, for the host only: paths that begin with `/`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<Invite>>"))]
    pub invites: Vec<Invite>,
    /// The commitment to the house's part of the shuffle, in hexadecimal.
    pub commitment: String,
    /// Seats that agree to cancel.
    pub cancel_votes: Vec<Seat>,
    /// The table of the rematch, once somebody has proposed one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// When a rematch begins, even without those who have not come.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "number"))]
    pub starts_at: Option<u64>,
    /// Where the host sits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_seat: Option<Seat>,
    /// A link to any free seat, for the host only: a path that begins with `/`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// A table as lists show it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct TableCard {
    /// In addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// When something last happened.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub moved_at: u64,
    /// Does the game wait for the person who asks?
    pub your_turn: bool,
    /// Where the person who asks sits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub you: Option<Seat>,
    /// Who won, in a sentence with placeholders; empty before the end.
    pub verdict: Text,
    /// The seats that won; empty before the end and after a draw.
    #[serde(default)]
    pub winners: SeatSet,
}

/// A link to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Invite {
    /// Which seat.
    pub seat: Seat,
    /// The path, such as `/join/…`.
    pub path: String,
}

/// Where the link `/join/{token}` leads: `GET /api/invites/{token}`. To sit down, post `TableAct::Join` with the token as `invite`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Invitation {
    /// The table.
    pub table: TableInfo,
    /// Is the seat still free?
    pub good: bool,
}

/// Which tables `GET /api/tables?shelf=…` lists, latest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TableShelf {
    /// With a chair that anyone may take.
    #[default]
    Open,
    /// Where I sit, gathering or being played.
    Mine,
    /// Finished, where I sat.
    Finished,
}

/// A request for a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The game's options; `players` at least.
    #[cfg_attr(
        feature = "schema",
        ts(type = "Record<string, unknown>"),
        schemars(with = "serde_json::Map<String, Value>")
    )]
    pub options: Value,
    /// Who is to sit on each chair, in seat order; chairs left out are open. `you` takes the first chair if none is given.
    #[serde(default)]
    pub chairs: Vec<ChairPlan>,
    /// How time is kept.
    #[serde(default)]
    pub clock: ClockPlan,
    /// What happens when time runs out.
    #[serde(default)]
    pub timeout: Timeout,
    /// Who may look on.
    #[serde(default)]
    pub spectators: Spectators,
    /// What may be said.
    #[serde(default)]
    pub talk: TableTalk,
    /// Start at once if nobody is missing: without a contribution to the shuffle by the one who asks.
    #[serde(default)]
    pub start: bool,
}

/// Play now, against bots: `POST /api/tables/quick`, answered with [`TableInfo`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct QuickTable {
    /// The game's id.
    pub game: String,
    /// How many sit at the table; the usual number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u32>,
    /// How the bots play; the middle level if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Wait for the host's contribution to the shuffle and their start, instead of starting at once?
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>"))]
    pub wait: bool,
}

/// Who is to sit on a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ChairPlan {
    /// The person who asks.
    You,
    /// Anyone.
    Open,
    /// Anyone with the link.
    Invited,
    /// A bot of the house.
    Bot {
        /// Its level.
        level: String,
    },
    /// A bot from outside, by the id of its account.
    Outside {
        /// Public id of the account.
        id: String,
    },
}

/// The proof of a fair shuffle: `GET /api/tables/{id}/fairness`. What is secret before the end is left out until then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
pub struct Fairness {
    /// Published before the first decision.
    pub commitment: String,
    /// What each seat added, in seat order, once the game has begun.
    pub contributions: Vec<String>,
    /// What the commitment binds the house to, in hexadecimal; only after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

impl Sitter {
    /// The id of the person or outside bot.
    pub fn id(&self) -> Option<&str> {
        match self {
            Sitter::Person { id, .. } | Sitter::Outside { id, .. } => Some(id),
            _ => None,
        }
    }

    /// What the sitter is called; empty for nobody.
    pub fn name(&self) -> &str {
        match self {
            Sitter::Person { name, .. } | Sitter::Bot { name, .. } | Sitter::Outside { name, .. } => name,
            _ => "",
        }
    }

    /// Is nobody here yet?
    pub fn is_nobody(&self) -> bool {
        matches!(self, Sitter::Open | Sitter::Invited)
    }
}
