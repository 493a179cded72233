//! Time at a table: what a decision costs, when one is due, and when the host must wake.

use table::Seat;
use wire::{ClockPlan, Sitter};

use super::question::Question;
use super::{ClockBefore, MatchLog};

/// After the deal live clocks rest as long as one decision may take, and at most this many milliseconds: people read who they are.
const READING: u64 = 30_000;

impl MatchLog {
    /// Remembers a seat's clock as it was before a decision.
    pub(super) fn remember_time(&mut self, seat: Seat) {
        // Nobody takes back what others have answered.
        self.clocks.retain(|clock| clock.seat == seat);
        let (since, bank) = (self.questions[seat.index()].since, self.seatings[seat.index()].bank);
        self.clocks.push(ClockBefore { seat, since, bank });
    }

    /// A seat takes back a decision: it has been asked for as long as it was before, not since now.
    pub(super) fn take_back_time(&mut self, seat: Seat) {
        if let Some(ClockBefore { since, bank, .. }) = self.clocks.pop_if(|clock| clock.seat == seat) {
            self.questions[seat.index()].since = since;
            self.seatings[seat.index()].bank = bank;
        }
    }

    /// Charges the time a decision took beyond its allowance to the bank.
    pub(super) fn use_time(&mut self, seat: Seat, now: u64) {
        let (ClockPlan::Live { each, .. }, Some(question)) = (self.clock, self.questions.get(seat.index()))
        else {
            return;
        };
        let over = now.saturating_sub(self.runs_from(question)).saturating_sub(u64::from(each) * 1000);
        if question.waited && !self.is_standing_in(seat) && !self.is_last_awake(seat) {
            let bank = &mut self.seatings[seat.index()].bank;
            *bank = bank.saturating_sub(over);
        }
    }

    /// When the decision of a person or outside bot is due, if the game waits for it and there is a clock.
    pub fn due(&self, seat: Seat) -> Option<u64> {
        let seating = self.seatings.get(seat.index())?;
        if self.bot_at(seat).is_some() || !self.waiting().contains(seat) {
            return None;
        }
        let question = self.questions.get(seat.index())?;
        match self.clock {
            ClockPlan::None => None,
            ClockPlan::Live { .. } if self.is_last_awake(seat) => None,
            ClockPlan::Live { each, .. } => {
                Some(self.runs_from(question) + u64::from(each) * 1000 + seating.bank)
            }
            ClockPlan::Slow { hours } => Some(question.since + u64::from(hours) * 3_600_000),
        }
    }

    /// When a live clock begins to run for a question.
    fn runs_from(&self, question: &Question) -> u64 {
        let ClockPlan::Live { each, .. } = self.clock else { return question.since };
        question.since.max(self.dealt_at + READING.min(u64::from(each) * 1000))
    }

    /// Do bots play for all the other people, or have those left? Then nobody is kept waiting, and the bots must not play the game to its
    /// end alone.
    fn is_last_awake(&self, seat: Seat) -> bool {
        let others = Seat::all(self.seatings.len()).zip(&self.seatings).filter(|(other, _)| *other != seat);
        let mut people = others
            .filter(|(_, seating)| seating.left || matches!(seating.sitter, Sitter::Person { .. }))
            .peekable();
        people.peek().is_some() && people.all(|(_, seating)| seating.left || seating.stand_in.is_some())
    }

    /// The next deadline, and whose it is.
    pub fn next_due(&self) -> Option<(u64, Seat)> {
        self.waiting().iter().filter_map(|seat| Some((self.due(seat)?, seat))).min()
    }

    /// When the host itself must act next: at once if a bot is to decide.
    pub fn wake_at(&self) -> Option<u64> {
        match self.waiting().iter().any(|seat| self.bot_at(seat).is_some()) {
            true => Some(self.moved_at),
            false => self.starts_at().or_else(|| self.next_due().map(|(due, _)| due)),
        }
    }
}
