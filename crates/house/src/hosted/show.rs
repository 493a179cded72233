//! What is shown of a hosted match beside the game itself: chairs, cards for lists, summaries.

use table::{Observer, Seat, SeatSet};

use super::{Hosted, Seating};
use crate::seal::{self, Seal};
use crate::store::Summary;
use wire::{Chair, Clock, ClockPlan, Invite, Said, Sitter, Spectators, Stage, TableCard, TableInfo};

/// What the house knows of a table at this moment and does not write down.
#[derive(Clone, Copy, Default, Debug)]
pub struct Present {
    /// Whose page or program is connected.
    pub seats: SeatSet,
    /// Where a bot is thinking.
    pub thinking: SeatSet,
    /// How many look on.
    pub watching: u32,
}

impl Hosted {
    /// A table with everything that is not the game itself, for a person.
    pub fn info(&self, person: &str, present: Present, seal: &Seal) -> TableInfo {
        let host = self.host == person;
        TableInfo {
            id: self.id.clone(),
            game: self.entry.game.info().id.to_owned(),
            options: self.options.clone(),
            stage: self.stage,
            notice: self.notice.clone(),
            chairs: self.chairs(present),
            clock: self.clock,
            timeout: self.timeout,
            spectators: self.spectators,
            watching: present.watching,
            you: self.seat_of(person),
            host,
            invites: if host { self.invites(seal) } else { Vec::new() },
            commitment: self.commitment(),
            cancel_votes: self.votes.iter().collect(),
            rematch: self.rematch.clone(),
        }
    }

    /// The commitment to the house's part of the shuffle.
    pub fn commitment(&self) -> String {
        let seed = table::seed::Seed { secret: self.secret, contributions: Vec::new() };
        seed.commitment().to_string()
    }

    /// What each seat added to the shuffle.
    pub fn contributions(&self) -> Vec<String> {
        self.seatings.iter().map(|seating| seating.contribution.clone()).collect()
    }

    /// Does a token with this hash open a chair?
    pub fn opens(&self, hash: &str) -> bool {
        let opens = |seating: &Seating| {
            seating.sitter == Sitter::Invited
                && seating.invite.as_ref().is_some_and(|(known, _)| seal::same(known, hash))
        };
        self.stage == Stage::Gathering && self.seatings.iter().any(opens)
    }

    fn chairs(&self, present: Present) -> Vec<Chair> {
        let chair = |(seat, seating): (Seat, &Seating)| Chair {
            seat,
            sitter: seating.sitter.clone(),
            present: present.seats.contains(seat) || matches!(seating.sitter, Sitter::Bot { .. }),
            stand_in: seating.stand_in.clone(),
            clock: self.clock_of(seat, seating),
            thinking: present.thinking.contains(seat),
        };
        Seat::all(self.seatings.len()).zip(&self.seatings).map(chair).collect()
    }

    fn clock_of(&self, seat: Seat, seating: &Seating) -> Option<Clock> {
        let timed = self.clock != ClockPlan::None && !matches!(seating.sitter, Sitter::Bot { .. });
        timed.then(|| Clock { due_at: self.due(seat), bank: seating.bank })
    }

    fn invites(&self, seal: &Seal) -> Vec<Invite> {
        let waiting = self.sitters().filter(|(_, sitter)| **sitter == Sitter::Invited);
        let invite = |(seat, _): (Seat, &Sitter)| {
            let (hash, made_at) = self.seatings[seat.index()].invite.as_ref()?;
            let token = invitation(seal, &self.id, seat, *made_at);
            // A chair that is kept for a certain person has no link.
            (seal::hash(&token) == *hash).then(|| Invite { seat, path: format!("/join/{token}") })
        };
        waiting.filter_map(invite).collect()
    }

    /// What lists show.
    pub fn summary(&self) -> Summary {
        let ids = |seats: &mut dyn Iterator<Item = Seat>| {
            seats.filter_map(|seat| self.seatings[seat.index()].sitter.id().map(str::to_owned)).collect()
        };
        Summary {
            game: self.entry.game.info().id.to_owned(),
            stage: Some(self.stage),
            open: self.stage == Stage::Gathering
                && self.seatings.iter().any(|seating| seating.sitter == Sitter::Open),
            moved_at: self.moved_at,
            persons: ids(&mut Seat::all(self.seatings.len())),
            waiting: ids(&mut self.waiting().iter().filter(|seat| self.bot_at(*seat).is_none())),
            wake_at: self.wake_at(),
            card: self.card.clone(),
        }
    }

    /// The part of a [`TableCard`] that changes seldom.
    pub(super) fn write_card(&mut self) {
        let card = TableCard {
            id: self.id.clone(),
            game: self.entry.game.info().id.to_owned(),
            stage: self.stage,
            chairs: self
                .chairs(Present::default())
                .into_iter()
                .map(|chair| Chair { clock: None, ..chair })
                .collect(),
            moved_at: 0,
            your_turn: false,
            verdict: self.verdict.clone(),
        };
        self.card = serde_json::to_string(&card).unwrap_or_default();
    }

    /// The talk, with the number of its first line.
    pub fn talk(&self) -> (usize, impl ExactSizeIterator<Item = &Said>) {
        (self.talked, self.talk.iter())
    }

    /// Through whose eyes a person looks at the table; nobody's if they may not look on.
    pub fn eyes_of(&self, person: &str) -> Option<Observer> {
        match (self.seat_of(person), self.spectators) {
            (Some(seat), _) => Some(Observer::Seat(seat)),
            (None, Spectators::Off) if self.game.is_some() => None,
            _ => Some(Observer::Spectator),
        }
    }
}

/// The token of an invitation to a chair, made at a revision: the host is shown it again whenever they ask, and nobody can guess it.
pub fn invitation(seal: &Seal, table: &str, seat: Seat, made_at: u32) -> String {
    let signature = seal.sign("invitation", &[table, &seat.number().to_string(), &made_at.to_string()]);
    format!("{table}-{signature}")
}

/// The token of the chair that a rematch keeps for a certain person, who never sees it.
pub fn kept_for(seal: &Seal, table: &str, person: &str) -> String {
    seal.sign("kept chair", &[table, person])
}
