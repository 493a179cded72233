//! How a game ended: the only authority on who won.

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::text::Text;

/// The end of a game. Small and plain, so that rollouts can ask for it without allocating.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    seats: u8,
    placing: [u8; MAX_SEATS],
    score: [i32; MAX_SEATS],
    ending: &'static str,
}

impl Outcome {
    /// The higher score wins; seats with the same score share the better place.
    pub fn by_score(ending: &'static str, scores: &[i32]) -> Outcome {
        Outcome::by_rank(ending, scores, |seat| scores[seat.index()])
    }

    /// Some seats win together and the others lose together, with scores 1 and 0.
    pub fn for_winners(ending: &'static str, seats: usize, winners: SeatSet) -> Outcome {
        let mut scores = [0; MAX_SEATS];
        winners.iter().for_each(|seat| scores[seat.index()] = 1);
        Outcome::by_score(ending, &scores[..seats])
    }

    /// Nobody wins: all share the first place with score 0.
    pub fn draw(ending: &'static str, seats: usize) -> Outcome {
        Outcome::by_score(ending, &[0; MAX_SEATS][..seats])
    }

    /// Seats are placed by a separate rank (higher is better), for tie-breaks that are not part of the score.
    pub fn by_rank<K: Ord>(ending: &'static str, scores: &[i32], rank: impl Fn(Seat) -> K) -> Outcome {
        let seats = scores.len();
        let mut outcome =
            Outcome { seats: seats as u8, placing: [0; MAX_SEATS], score: [0; MAX_SEATS], ending };
        outcome.score[..seats].copy_from_slice(scores);
        for seat in Seat::all(seats) {
            let own = rank(seat);
            let better = Seat::all(seats).filter(|&other| rank(other) > own).count();
            outcome.placing[seat.index()] = better as u8 + 1;
        }
        outcome
    }

    /// How many seats the table had.
    pub fn seats(&self) -> usize {
        self.seats.into()
    }

    /// A short name for the way it ended, such as `leader-captured`.
    pub fn ending(&self) -> &'static str {
        self.ending
    }

    /// 1 for the best; seats may share a place.
    pub fn placing(&self, seat: Seat) -> usize {
        self.placing[seat.index()].into()
    }

    /// Points, where the game counts them; else 1 for winners and 0 for the others.
    pub fn score(&self, seat: Seat) -> i32 {
        self.score[seat.index()]
    }

    /// Did nobody win: are all seats level?
    pub fn is_draw(&self) -> bool {
        self.first_place().len() == self.seats()
    }

    /// Who won; nobody in a draw.
    pub fn winners(&self) -> SeatSet {
        if self.is_draw() { SeatSet::EMPTY } else { self.first_place() }
    }

    fn first_place(&self) -> SeatSet {
        Seat::all(self.seats()).filter(|&seat| self.placing(seat) == 1).collect()
    }
}

/// An outcome in files and on the wire.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Standing {
    /// A short name for the way it ended.
    pub ending: String,
    /// Per seat, 1 for the best.
    pub placings: Vec<usize>,
    /// Per seat.
    pub scores: Vec<i32>,
}

impl Standing {
    /// Who won; nobody in a draw.
    pub fn winners(&self) -> SeatSet {
        let seats = Seat::all(self.placings.len().min(MAX_SEATS));
        let first: SeatSet = seats.filter(|seat| self.placings[seat.index()] == 1).collect();
        if first.len() == self.placings.len() { SeatSet::EMPTY } else { first }
    }
}

impl From<&Outcome> for Standing {
    fn from(outcome: &Outcome) -> Standing {
        let seats = || Seat::all(outcome.seats());
        Standing {
            ending: outcome.ending.to_owned(),
            placings: seats().map(|seat| outcome.placing(seat)).collect(),
            scores: seats().map(|seat| outcome.score(seat)).collect(),
        }
    }
}

/// Points from one source.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ScoreRow {
    /// Where they came from: "Night 2", "Battles".
    pub label: Text,
    /// Per seat.
    pub points: Vec<i32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place() {
        let outcome = Outcome::by_score("test", &[5, 9, 5, 1]);
        assert_eq!(Standing::from(&outcome).placings, [2, 1, 2, 4]);
        assert_eq!(outcome.winners(), SeatSet::one(Seat::new(1)));
    }

    #[test]
    fn a_draw_has_no_winner() {
        let outcome = Outcome::draw("stalled", 6);
        assert!(outcome.is_draw());
        assert_eq!(outcome.winners(), SeatSet::EMPTY);
        assert_eq!(outcome.placing(Seat::new(5)), 1);
    }
}
