//! Speaking to an observer, who is "you"; everybody else goes by name.

use crate::seat::{Observer, Seat, SeatSet};
use crate::text::Text;

/// Whom sentences about seats address: `say!(voice, seat: "{seat} strikes {whom}.", "You strike {whom}.")`.
#[derive(Clone, Copy, Debug)]
pub struct Voice(pub Observer);

impl Voice {
    /// "{s3}", or "you": for places other than the subject, whose verb changes.
    pub fn whom(self, seat: Seat) -> Text {
        if self.0.is(seat) { Text::fixed("you") } else { Text::filled(&seat) }
    }

    /// "{s1}, {s4} and you", or "nobody".
    pub fn list(self, seats: SeatSet) -> Text {
        if seats.is_empty() {
            return Text::fixed("nobody");
        }
        let (you, others): (Vec<Seat>, Vec<Seat>) = seats.iter().partition(|&seat| self.0.is(seat));
        Text::list(others.into_iter().chain(you).map(|seat| self.whom(seat)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::say;

    #[test]
    fn an_observer_is_spoken_to_and_the_others_are_named() {
        let (two, three) = (Seat::new(1), Seat::new(2));
        let voice = Voice(Observer::Seat(two));
        let strikes = |seat: Seat, target: Seat| {
            let whom = voice.whom(target);
            say!(voice, seat: "{seat} strikes {whom}.", "You strike {whom}.")
        };
        assert_eq!(strikes(two, three), "You strike {s3}.");
        assert_eq!(strikes(three, two).as_marked(), "{s3} strikes [you].");
        assert_eq!(voice.list(SeatSet::full(4)), "{s1}, {s3}, {s4} and you");
        assert_eq!(voice.list(SeatSet::one(two)), "you");
        assert_eq!(voice.list(SeatSet::EMPTY), "nobody");
        assert_eq!(Voice(Observer::Spectator).list(SeatSet::full(2)), "{s1} and {s2}");
    }
}
