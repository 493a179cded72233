//! Rewards.

use table::{MAX_SEATS, Outcome, Seat};

/// A reward for each seat: the share of the other seats that it left behind, less the share that were better. A sole winner gets 1,
/// a sole last -1; a draw is 0 for all. Rewards sum to 0.
pub fn rewards(outcome: &Outcome) -> [f32; MAX_SEATS] {
    let mut rewards = [0.0; MAX_SEATS];
    let seats = || Seat::all(outcome.seats());
    let others = (outcome.seats().max(2) - 1) as f32;
    for seat in seats() {
        let own = outcome.placing(seat);
        let behind = seats().filter(|&other| outcome.placing(other) > own).count() as f32;
        let ahead = seats().filter(|&other| outcome.placing(other) < own).count() as f32;
        rewards[seat.index()] = (behind - ahead) / others;
    }
    rewards
}
