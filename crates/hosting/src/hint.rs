//! Hints for a person who plays alone against bots.
//!
//! A hint is computed from what the seat sees, like a bot's decision; on which thread is up to the host. It is written to the log
//! before it is shown.

use std::any::Any;

use shelf::GameEntry;
use table::{Hint, Observer, Refusal, Refused, Seat, SeatSet, say};
use wire::{Sitter, Stage};

use crate::log::LogEvent;
use crate::match_log::question;
use crate::{Carried, MatchLog};

/// How long a hint may take, in milliseconds.
pub const HINT_TIME: u64 = 300;

/// A question that can be taken to another thread.
pub struct HintQuestion {
    entry: &'static GameEntry,
    seat: Seat,
    waiting: SeatSet,
    codes: Vec<u32>,
    seen: Box<dyn Any + Send>,
}

impl HintQuestion {
    /// Thinks about it. `left` says which share of the time is left, from 1 to 0.
    pub fn answer(&self, left: &mut dyn FnMut() -> f32) -> Result<Hint, Refusal> {
        let hint = self.entry.bots.hint(&*self.seen, self.seat, &self.codes, self.waiting, left);
        hint.ok_or_else(|| Refusal::not_allowed(say!("There is nothing for you to decide now.")))
    }
}

impl MatchLog {
    /// Does one person play here against the host's own bots?
    pub fn is_solo(&self) -> bool {
        let people = self.sitters().filter(|(_, sitter)| matches!(sitter, Sitter::Person { .. })).count();
        people == 1
            && self.sitters().all(|(_, sitter)| matches!(sitter, Sitter::Person { .. } | Sitter::Bot { .. }))
    }

    /// The question that a person wants a hint for, or why they cannot have one. `revision` is that of the frame they see.
    pub fn hint(&self, person: &str, revision: u32) -> Result<HintQuestion, Refusal> {
        let seat = self
            .seat_of(person)
            .ok_or_else(|| Refusal::new(Refused::NotYours, say!("You have no seat at this table.")))?;
        if !self.is_solo() {
            return Err(Refusal::not_allowed(say!(
                "Hints are for tables where you play alone against bots: at this one others would be at a disadvantage."
            )));
        }
        let game = self.game().filter(|_| self.stage() == Stage::Playing && self.waiting().contains(seat));
        let game =
            game.ok_or_else(|| Refusal::not_allowed(say!("There is nothing for you to decide now.")))?;
        if self.asked_at(seat).is_none_or(|since| revision < since) {
            return Err(question::stale());
        }
        Ok(HintQuestion {
            entry: self.entry(),
            seat,
            waiting: self.waiting(),
            codes: self.codes(seat).collect(),
            seen: game.seen(Observer::Seat(seat)),
        })
    }

    /// Records that a person was given a hint: once for each decision.
    pub fn note_hint(&mut self, person: &str, now: u64) -> Result<Carried, Refusal> {
        let seat = self.hint(person, self.revision())?.seat;
        match self.hinted_at() == self.asked_at(seat) {
            true => Ok(Carried::Before(self.revision())),
            false => self.act(LogEvent::Hinted { seat }, now).map(Carried::Now),
        }
    }
}
