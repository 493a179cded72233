//! What clients ask of a table, and the answers.

use serde::{Deserialize, Serialize};
use table::{Refused, Seat, Text};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// What a client sends over the socket, or posts to `/api/tables/{id}/commands`. Each has an id of the client's own choosing: a
/// resend with the same id takes effect once and is answered alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// A decision.
    Play {
        /// The client's own id of this command.
        id: String,
        /// The revision of the frame that it answers.
        revision: u32,
        /// The option's code.
        code: u32,
    },
    /// Take back my last action.
    Undo {
        /// The client's own id of this command.
        id: String,
        /// The revision of the frame that it answers.
        revision: u32,
    },
    /// Table talk.
    Say {
        /// The client's own id of this command.
        id: String,
        /// What is said.
        text: String,
    },
    /// A claim: one that the menu of the view offers, or an answer to one (0 agrees, 1 denies, 2 takes back).
    Claim {
        /// The client's own id of this command.
        id: String,
        /// The claim's code.
        code: u32,
        /// The number of the claim that it answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        reply_to: Option<u32>,
    },
    /// Everything else that concerns the table.
    Table {
        /// The client's own id of this command.
        id: String,
        /// What to do.
        #[serde(rename = "do")]
        act: TableAct,
    },
}

/// What a sitter or host can do with a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TableAct {
    /// Sit down on an open chair (or the given one), adding a contribution to the shuffle.
    Join {
        /// Which chair; any open one if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        seat: Option<Seat>,
        /// The token of an invitation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        invite: Option<String>,
        /// Anything, mixed into the shuffle.
        #[serde(default)]
        contribution: String,
    },
    /// Add a contribution to the shuffle, before the start, in place of an earlier one. The house has shown the commitment to its own
    /// part by then. A host without a seat adds it for the first bot.
    Contribute {
        /// Anything.
        contribution: String,
    },
    /// Get up before the start; during play, hand over to a bot for good.
    Leave,
    /// Let a bot play for me until I am back.
    SitOut,
    /// I am back.
    Return,
    /// Begin: the host's, once all chairs are taken.
    Start,
    /// Put a bot on an empty chair, or for a sitter who is away: the host's.
    SeatBot {
        /// Which chair.
        seat: Seat,
        /// The level.
        level: String,
    },
    /// Silence somebody, or let them write again: the host's.
    Silence {
        /// Which chair.
        seat: Seat,
        /// Silence them?
        silent: bool,
    },
    /// Make a chair open or invited again, before the start: the host's. Who sat there needs a
    /// link to sit down at this table again.
    Free {
        /// Which chair.
        seat: Seat,
        /// Only for people with the link?
        invited: bool,
    },
    /// Agree to cancel; when all persons do, the match ends without a result.
    Cancel,
    /// Take back the agreement.
    GoOn,
    /// Propose, or join, the same table again.
    Rematch,
}

/// Asks for help with a decision: `POST /api/tables/{id}/hint`. The answer is a [`table::Hint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HintAsked {
    /// The revision of the frame it is about.
    pub revision: u32,
}

/// Plays a finished game on from an earlier moment, against bots: `POST /api/tables/{id}/again`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayOn {
    /// How many actions have been taken.
    pub version: u32,
    /// Where the caller sits.
    pub seat: Seat,
}

/// A command took effect: the body of the answer to `POST /api/tables/{id}/commands`. A refusal is a [`Problem`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema))]
pub struct Done {
    /// The command's id.
    pub id: String,
    /// The revision it led to.
    pub revision: u32,
}

/// A refusal as the body of an HTTP answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, schemars::JsonSchema), ts(optional_fields))]
pub struct Problem {
    /// For programs.
    pub kind: Refused,
    /// For people.
    pub reason: Text,
    /// The rule that says no, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Command {
    /// The client's own id of this command.
    pub fn id(&self) -> &str {
        match self {
            Command::Play { id, .. }
            | Command::Undo { id, .. }
            | Command::Say { id, .. }
            | Command::Claim { id, .. }
            | Command::Table { id, .. } => id,
        }
    }
}
