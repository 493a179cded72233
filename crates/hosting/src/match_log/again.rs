//! Rematches.

use table::digest::Digest;
use table::{Refusal, Seat};
use wire::Sitter;

use super::{Carried, MatchLog, Who};
use crate::log::LogEvent;

impl MatchLog {
    /// A new table like this one, hosted by `who`: bots sit down at once, everybody else's chair is reserved. `reserve` gives the
    /// hash of the token that opens a person's chair; `secret` is fresh randomness for the shuffle.
    pub fn again(&self, who: Who<'_>, secret: [u8; 32], reserve: impl Fn(&str) -> String) -> LogEvent {
        let own = self.seat_of(who.id);
        let chair = |(seat, sitter): (Seat, &Sitter)| match sitter {
            Sitter::Person { id, .. } if Some(seat) != own => (Sitter::Invited, Some(reserve(id))),
            sitter => (sitter.clone(), None),
        };
        let (sitters, invites) = self.sitters().map(chair).unzip();
        LogEvent::Created {
            game: self.entry.game.info().id.to_owned(),
            rules: self.entry.game.info().rules_version,
            options: self.options.clone(),
            position: self.position.clone(),
            host: who.id.to_owned(),
            sitters,
            invites,
            clock: self.clock,
            timeout: self.timeout,
            spectators: self.spectators,
            secret: Digest(secret).to_string(),
        }
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
