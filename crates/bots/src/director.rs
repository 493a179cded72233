//! Who is given the floor: the pace of talk at a table of bots.
//!
//! It follows from public knowledge and the table's own lots alone, so that nobody learns anything from *when* a bot speaks.

use table::{Seat, SeatSet};

use crate::index::mix;

/// After one action in this many, a seat is given the floor by lot.
const SELDOM: u64 = 3;

/// Who may say something now: those who were spoken to or about since the last floor, every other time the one who is attacked, and now
/// and then one more. `moment` tells this floor from all others of the table.
pub fn on_the_floor(
    seed: u64,
    moment: u64,
    players: usize,
    addressed: SeatSet,
    attacked: Option<Seat>,
) -> SeatSet {
    let lot = mix(mix(seed).wrapping_add(moment)) >> 16;
    let drawn = Seat::new((lot / SELDOM) as usize % players.max(1));
    let attacked = attacked.filter(|_| (lot / SELDOM / players.max(1) as u64).is_multiple_of(2));
    let floor = addressed.union(attacked.into_iter().collect()).intersection(SeatSet::full(players));
    if lot.is_multiple_of(SELDOM) { floor.with(drawn) } else { floor }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_gets_a_turn_and_nobody_many() {
        let mut turns = [0; 8];
        for moment in 0..2400 {
            for seat in on_the_floor(5, moment, 8, SeatSet::EMPTY, None) {
                turns[seat.index()] += 1;
            }
        }
        assert!(turns.iter().all(|count| (70..130).contains(count)), "{turns:?}");
        let asked = SeatSet::one(Seat::new(3));
        assert!((0..100).all(|moment| on_the_floor(5, moment, 8, asked, None).contains(Seat::new(3))));
        let struck = |moment: &u64| {
            on_the_floor(5, *moment, 8, SeatSet::EMPTY, Some(Seat::new(3))).contains(Seat::new(3))
        };
        let spoke = (0..1000).filter(struck).count();
        assert!((480..600).contains(&spoke), "{spoke}");
    }
}
