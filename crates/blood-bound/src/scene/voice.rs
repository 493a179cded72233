//! Speaking to somebody: he is "you", the others go by their names.

use table::{Observer, Seat, SeatSet};

/// Who listens.
#[derive(Clone, Copy)]
pub(crate) struct Voice(pub(crate) Observer);

impl Voice {
    /// "{s3} strikes", or "You strike" to that seat itself.
    pub(crate) fn does(self, seat: Seat, third: &str, second: &str) -> String {
        if self.0.is(seat) { format!("You {second}") } else { format!("{seat} {third}") }
    }

    /// "{s3}", or "you".
    pub(crate) fn whom(self, seat: Seat) -> String {
        if self.0.is(seat) { "you".to_owned() } else { seat.to_string() }
    }

    /// "the card of {s3}", or "your card".
    pub(crate) fn card_of(self, seat: Seat) -> String {
        if self.0.is(seat) { "your card".to_owned() } else { format!("the card of {seat}") }
    }

    /// "{s1}, {s4} and you", or "nobody".
    pub(crate) fn list(self, seats: SeatSet) -> String {
        match self.0.seat().filter(|&seat| seats.contains(seat)) {
            None => seats.to_string(),
            Some(_) if seats.len() == 1 => "you".to_owned(),
            Some(you) => match seats.without(you) {
                others if others.len() == 1 => format!("{others} and you"),
                others => {
                    let names: Vec<String> = others.iter().map(|seat| seat.to_string()).collect();
                    format!("{} and you", names.join(", "))
                }
            },
        }
    }
}
