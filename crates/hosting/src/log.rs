//! The log of a match: everything that ever happened to it, in order. A match *is* the fold of its log; the rest is a cache.
//!
//! Entries hold secrets (the seed, sealed choices): they go to the store and nowhere else.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::talk::By;
use table::{Record, Seat, Text};
use wire::{ClockPlan, Sitter, Spectators, TableTalk, Timeout};

/// One entry of a log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Counts from 1 without gaps. If two nodes write the same revision of a match, the store takes one of them; the other node
    /// reads on and decides again.
    pub revision: u32,
    /// When, as Unix time in milliseconds.
    pub at: u64,
    /// The command that caused it, as `person/id`, so that a resend takes effect only once; none for the host's own acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What happened.
    pub what: LogEvent,
}

/// What can happen to a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum LogEvent {
    /// The table was set up. The secret is the host's part of the shuffle; its commitment is public from here on.
    Created {
        game: String,
        rules: u32,
        options: Value,
        /// The position to start from, in place of a fresh deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<Value>,
        host: String,
        sitters: Vec<Sitter>,
        /// Hashes of invitation tokens, one per chair.
        invites: Vec<Option<String>>,
        clock: ClockPlan,
        timeout: Timeout,
        spectators: Spectators,
        #[serde(default)]
        talk: TableTalk,
        secret: String,
        /// Where it was set up from, as the house recognises it again: not an address.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        origin: String,
    },
    /// A chair was taken, or became free again.
    Seated {
        seat: Seat,
        sitter: Sitter,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invite: Option<String>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        contribution: String,
        /// The id of the sitter whom the host has removed, and who needs a link to sit down here again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        removed: Option<String>,
    },
    /// A contribution to the shuffle was added for a chair.
    Contributed { seat: Seat, contribution: String },
    /// The game started. The digest is that of the deal, so that a change of the rules is noticed.
    Started { digest: String },
    /// A seat acted. The digest is the match's hash chain after it, shortened.
    Played { seat: Seat, code: u32, digest: String, by: Hand },
    /// A seat took back its last action.
    Undone { seat: Seat },
    /// A bot plays for an absent sitter.
    StoodIn { seat: Seat, level: String },
    /// The sitter is back.
    Returned { seat: Seat },
    /// The table's host mutes or unmutes a sitter.
    Silenced { seat: Seat, silent: bool },
    /// Chat.
    Said { name: String, seat: Option<Seat>, text: String },
    /// A claim.
    Claimed {
        seat: Seat,
        code: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reply_to: Option<u32>,
        by: By,
    },
    /// A person who plays alone against bots was given a hint. Games with hints are never rated.
    Hinted { seat: Seat },
    /// A person agrees to cancel, or no longer does.
    Voted { seat: Seat, cancel: bool },
    /// The match ended without a result.
    Cancelled { why: Text },
    /// The operator froze the match, or thawed it (empty).
    Frozen { why: Text },
    /// The game is over, and this is its record: it stays readable even if the rules change.
    Recorded { record: Box<Record>, verdict: Text },
    /// A rematch was opened at this table.
    Rematch { table: String },
}

/// Who made a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// The sitter.
    Sitter,
    /// A bot that plays for the sitter.
    StandIn,
    /// The clock.
    Clock,
}
