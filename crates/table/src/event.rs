//! What happened, and who is told.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use crate::seat::{Observer, Seat, SeatSet};

/// Something that happened at the table: plain data, put into words by [`crate::Game::narrate`].
pub trait Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Does this tell anyone who hears it a fact that was hidden from them (a card turned up, a hand shown, a die rolled)?
    ///
    /// Two worlds that look alike to a seat stay alike until it hears a revealing event (law 6), and nothing can be undone
    /// behind one.
    fn reveals(&self) -> bool;
}

/// Who is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody, spectators too.
    Everyone,
    /// These seats (and the open table).
    Only(SeatSet),
    /// Everybody but these seats, who are told more in an event of their own. The open table hears only that fuller one.
    AllBut(SeatSet),
}

impl Audience {
    /// One seat alone.
    pub fn only(seat: Seat) -> Audience {
        Audience::Only(SeatSet::one(seat))
    }

    /// Everybody except one seat.
    pub fn all_but(seat: Seat) -> Audience {
        Audience::AllBut(SeatSet::one(seat))
    }

    /// Does this observer hear it?
    pub fn includes(self, observer: Observer) -> bool {
        match (self, observer) {
            (Audience::Everyone, _) => true,
            (Audience::Only(seats), Observer::Seat(seat)) => seats.contains(seat),
            (Audience::Only(_), observer) => observer == Observer::All,
            (Audience::AllBut(seats), Observer::Seat(seat)) => !seats.contains(seat),
            (Audience::AllBut(_), observer) => observer == Observer::Spectator,
        }
    }
}

/// Where a game sends its events. Rollouts pass `&mut ()`, which costs nothing.
pub trait Sink<E> {
    /// Does anybody listen? If not, events need not be prepared.
    const LISTENS: bool = true;

    /// Something happened.
    fn tell(&mut self, audience: Audience, event: E);

    /// Everybody hears it.
    #[inline]
    fn tell_all(&mut self, event: E) {
        self.tell(Audience::Everyone, event);
    }

    /// One seat hears all of it, everybody else what they may know.
    #[inline]
    fn tell_apart(&mut self, seat: Seat, whole: E, redacted: E) {
        self.tell(Audience::only(seat), whole);
        self.tell(Audience::all_but(seat), redacted);
    }
}

impl<E> Sink<E> for () {
    const LISTENS: bool = false;

    #[inline]
    fn tell(&mut self, _: Audience, _: E) {}
}

impl<E> Sink<E> for Vec<(Audience, E)> {
    fn tell(&mut self, audience: Audience, event: E) {
        self.push((audience, event));
    }
}
