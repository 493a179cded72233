//! Speaking to an observer, who is "you"; everybody else goes by name.

use crate::seat::{Observer, Seat, SeatSet};

/// The grammar of sentences about seats, for one observer.
#[derive(Clone, Copy, Debug)]
pub struct Voice(pub Observer);

impl Voice {
    /// `does(seat, "strikes", "strike")` is "{s3} strikes", or "You strike" to that seat itself.
    pub fn does(self, seat: Seat, third_person: &str, second_person: &str) -> String {
        if self.0.is(seat) { format!("You {second_person}") } else { format!("{seat} {third_person}") }
    }

    /// "{s3}", or "you".
    pub fn whom(self, seat: Seat) -> String {
        if self.0.is(seat) { "you".to_owned() } else { seat.to_string() }
    }

    /// `of(seat, "card")` is "the card of {s3}", or "your card".
    pub fn of(self, seat: Seat, thing: &str) -> String {
        if self.0.is(seat) { format!("your {thing}") } else { format!("the {thing} of {seat}") }
    }

    /// "{s1}, {s4} and you", or "nobody".
    pub fn list(self, seats: SeatSet) -> String {
        let others = match self.0.seat().filter(|&seat| seats.contains(seat)) {
            None => return seats.to_string(),
            Some(you) => seats.without(you),
        };
        let names: Vec<String> = others.iter().map(|seat| seat.to_string()).collect();
        if names.is_empty() { "you".to_owned() } else { format!("{} and you", names.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_observer_is_spoken_to_and_the_others_are_named() {
        let (two, three) = (Seat::new(1), Seat::new(2));
        let voice = Voice(Observer::Seat(two));
        assert_eq!(voice.does(two, "strikes", "strike"), "You strike");
        assert_eq!(voice.does(three, "strikes", "strike"), "{s3} strikes");
        assert_eq!((voice.whom(two), voice.of(three, "card")), ("you".into(), "the card of {s3}".into()));
        assert_eq!(voice.list(SeatSet::full(4)), "{s1}, {s3}, {s4} and you");
        assert_eq!(voice.list(SeatSet::one(two)), "you");
        assert_eq!(Voice(Observer::Spectator).list(SeatSet::full(2)), "{s1} and {s2}");
    }
}
