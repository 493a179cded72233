//! Rematches.

use table::digest::Digest;
use table::{Refusal, SeatSet};
use wire::{ClockPlan, Sitter, Stage};

use super::{Carried, MatchLog, Who};
use crate::log::{Entry, LogEvent};

/// How long the others have to join a rematch, in milliseconds. In games by mail they have as long as for a decision.
const WAIT: u64 = 20_000;

impl MatchLog {
    /// A new table like this one, hosted by `who`: everybody sits where they sat. `secret` is fresh randomness for the shuffle.
    pub fn again(&self, who: Who<'_>, secret: [u8; 32]) -> LogEvent {
        LogEvent::Created {
            game: self.entry.game.info().id.to_owned(),
            rules: self.entry.game.info().rules_version,
            options: self.options.clone(),
            position: self.position.clone(),
            host: who.id.to_owned(),
            sitters: self.sitters().map(|(_, sitter)| sitter.clone()).collect(),
            invites: Vec::new(),
            clock: self.clock,
            timeout: self.timeout,
            spectators: self.spectators,
            talk: self.table_talk,
            secret: Digest(secret).to_string(),
            origin: self.origin.clone(),
        }
    }

    /// The people besides `who`. In a rematch bots play for them until they come.
    pub fn others(&self, who: Who<'_>) -> SeatSet {
        let other = |sitter: &Sitter| matches!(sitter, Sitter::Person { id, .. } if id != who.id);
        self.sitters().filter(|(_, sitter)| other(sitter)).map(|(seat, _)| seat).collect()
    }

    /// When a rematch begins: once everybody has come or time is up. `None` at other tables, and while a chair is empty.
    pub fn starts_at(&self) -> Option<u64> {
        let full = self.sitters().all(|(_, sitter)| !sitter.is_nobody());
        self.starts_at.filter(|_| self.stage == Stage::Gathering && full)
    }

    /// Begins a rematch if it is time.
    pub fn start_again(&mut self, now: u64) -> Option<Result<Entry, Refusal>> {
        let due = self.starts_at().is_some_and(|at| at <= now);
        due.then(|| self.act(LogEvent::Started { digest: String::new() }, now))
    }

    /// Before the start, somebody has come to a rematch, left it, or is waited for.
    pub(super) fn gather_again(&mut self, now: u64) {
        let wait = match self.clock {
            ClockPlan::Slow { hours } => u64::from(hours) * 3_600_000,
            _ => WAIT,
        };
        let missing = self.seatings.iter().any(|seating| seating.stand_in.is_some());
        self.starts_at = match self.starts_at {
            None if missing => Some(now + wait),
            Some(_) if !missing => Some(now),
            same => same,
        };
    }

    /// Records the table of the rematch, by a person's command. The first proposal stands.
    pub fn propose_again(&mut self, table: &str, command: &str, now: u64) -> Result<Carried, Refusal> {
        match self.rematch {
            Some(_) => Ok(Carried::Before(self.revision)),
            None => {
                let what = LogEvent::Rematch { table: table.to_owned() };
                self.commit(what, Some(command.to_owned()), now).map(Carried::Now)
            }
        }
    }
}
