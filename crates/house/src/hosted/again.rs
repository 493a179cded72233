//! The same table again.

use table::digest::Digest;
use table::{Refusal, Seat};

use super::{Carried, Hosted, Who};
use crate::log::Happening;
use crate::seal;
use wire::Sitter;

impl Hosted {
    /// A new table like this one, hosted by `who`: bots sit down at once, the others' chairs are kept for them. `keep` gives the
    /// hash of the token that opens the chair of a person.
    pub fn again(&self, who: Who<'_>, keep: impl Fn(&str) -> String) -> Happening {
        let own = self.seat_of(who.id);
        let chair = |(seat, sitter): (Seat, &Sitter)| match sitter {
            Sitter::Person { id, .. } if Some(seat) != own => (Sitter::Invited, Some(keep(id))),
            sitter => (sitter.clone(), None),
        };
        let (sitters, invites) = self.sitters().map(chair).unzip();
        Happening::Created {
            game: self.entry.game.info().id.to_owned(),
            rules: self.entry.game.info().rules_version,
            options: self.options.clone(),
            host: who.id.to_owned(),
            sitters,
            invites,
            clock: self.clock,
            timeout: self.timeout,
            spectators: self.spectators,
            secret: Digest(seal::random()).to_string(),
        }
    }

    /// Notes the table of the rematch, by a command of a person. Whoever was faster has proposed it.
    pub fn propose_again(&mut self, table: &str, command: &str, now: u64) -> Result<Carried, Refusal> {
        match self.rematch {
            Some(_) => Ok(Carried::Before(self.revision)),
            None => {
                let what = Happening::Rematch { table: table.to_owned() };
                self.commit(what, Some(command.to_owned()), now).map(Carried::Now)
            }
        }
    }
}
