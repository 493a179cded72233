//! What is left of a match when it is over: its record, and who made its moves.

use table::{Record, Refusal, Seat, say};
use wire::{Sitter, Stage};

use super::{Carried, MatchLog, Past};
use crate::log::{Hand, LogEvent};

impl MatchLog {
    /// Notes who made a move.
    pub(super) fn remember_hand(&mut self, seat: Seat, by: Hand) {
        if self.past == Past::Whole {
            let sitter = self.seatings.get(seat.index()).map(|seating| &seating.sitter);
            self.by_people.push(by == Hand::Sitter && matches!(sitter, Some(Sitter::Person { .. })));
        }
    }

    /// Of each action, whether a person chose it: not a bot, one that stood in, or the clock. From a fold that kept the whole past;
    /// shorter than the record where the rules have changed since.
    pub fn by_people(&self) -> &[bool] {
        &self.by_people
    }

    /// The record of a finished match, from a fold that kept the whole past. A running match reveals its secrets to nobody.
    pub fn record(&self) -> Result<Record, Refusal> {
        if let Some(record) = &self.record {
            return Ok((**record).clone());
        }
        match (&self.game, self.past, self.stage) {
            (Some(game), Past::Whole, Stage::Finished) => Ok(game.record()),
            _ => Err(Refusal::not_allowed(say!("The record of a match becomes available when it is over."))),
        }
    }

    /// Writes the record of the finished game into the log, so that it survives changes of the rules. Nothing if it is there
    /// already.
    pub fn keep_record(&mut self, record: &Record, now: u64) -> Result<Carried, Refusal> {
        if self.recorded || self.stage != Stage::Finished {
            return Ok(Carried::Before(self.revision));
        }
        let (record, verdict) = (Box::new(record.clone()), self.verdict.clone());
        self.commit(LogEvent::Recorded { record, verdict }, None, now).map(Carried::Now)
    }

    /// The record of a match that may not be over. It reveals every secret: for the operator only.
    pub fn unfinished_record(&self) -> Option<Record> {
        self.game.as_ref().filter(|_| self.past == Past::Whole).map(|game| game.record())
    }
}
