//! The log of a match: all that ever happened to it, in order. A match *is* the fold of its log; everything else is a cache.
//!
//! Entries hold secrets (the seed, sealed choices): they go to the store and nowhere else.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Seat;

use wire::{ClockPlan, Sitter, Spectators, Timeout};

/// One thing that happened to a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Counts from 1 without gaps. Two nodes that write the same revision of the same match meet in the store: one of them wins,
    /// the other reads on and decides again.
    pub revision: u32,
    /// When, as Unix time in milliseconds.
    pub at: u64,
    /// The command that caused it, as `person/id`, so that a resend takes effect once; nothing for the house's own doing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What happened.
    pub what: Happening,
}

/// What can happen to a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Happening {
    /// The table was set up. The secret is the house's part of the shuffle; its commitment is public from here on.
    Created {
        game: String,
        rules: u32,
        options: Value,
        host: String,
        sitters: Vec<Sitter>,
        /// Hashes of the tokens of invitations, per chair.
        invites: Vec<Option<String>>,
        clock: ClockPlan,
        timeout: Timeout,
        spectators: Spectators,
        secret: String,
    },
    /// Somebody or something took a chair, or it became free again.
    Seated {
        seat: Seat,
        sitter: Sitter,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invite: Option<String>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        contribution: String,
    },
    /// The cards were dealt. The digest is that of the deal: a rules change shows.
    Started { digest: String },
    /// A seat acted. The digest is the match's chain after it, shortened.
    Played { seat: Seat, code: u32, digest: String, by: Hand },
    /// A seat took back its last action.
    Undone { seat: Seat },
    /// A bot plays for an absent sitter.
    StoodIn { seat: Seat, level: String },
    /// The sitter is back.
    Returned { seat: Seat },
    /// Table talk.
    Said { name: String, seat: Option<Seat>, text: String },
    /// A person agrees to cancel, or no longer does.
    Voted { seat: Seat, cancel: bool },
    /// The match ended without a result.
    Cancelled { why: String },
    /// The host of the house froze the match, or thawed it (empty).
    Frozen { why: String },
    /// The same people sit down again at this table.
    Rematch { table: String },
}

/// Whose hand made a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// The sitter's own.
    Sitter,
    /// A bot that plays for the sitter.
    StandIn,
    /// The clock's.
    Clock,
}
