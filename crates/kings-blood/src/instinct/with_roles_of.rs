//! Puts a hand of today into the past, to see what somebody could have played then and did not.

use crate::pieces::Cards;
use crate::state::{Phase, State};

/// Gives the current player in the past the cards that this player holds today and that were hidden then. Cards that have come
/// into sight since stay where they were imagined, because they may have been played from there. Which of today's cards were
/// drawn since is not known, so any of them may fill the hand. Returns false where a choice tells nothing about the hand.
pub(super) fn with_roles_of(past: &mut State, today: &State) -> bool {
    if !matches!(past.phase, Phase::Play | Phase::Debt | Phase::Extra | Phase::Newborn) {
        return false;
    }
    if past.hand != today.hand {
        return true; // Another deal: today's cards say nothing about it.
    }
    let seat = past.turn;
    let (old, hidden) = (past.hands[seat.index()], past.hidden());
    let revealed = hidden.minus(today.hidden());
    let mut hand = old.minus(hidden).union(old.intersection(revealed));
    let room = old.len() - hand.len();
    let held = today.hands[seat.index()].intersection(hidden).minus(hand);
    hand = hand.union(some(held, room, today));
    // The rest of the hand has been played since.
    hand = hand.union(some(revealed.minus(hand), old.len() - hand.len(), today));
    hand = hand.union(some(old.minus(hand), old.len() - hand.len(), today));
    for (came, went) in hand.minus(old).iter().zip(old.minus(hand).iter()) {
        let others = past.hands.iter_mut().chain([&mut past.pile]);
        if let Some(place) = others.into_iter().find(|place| place.contains(came)) {
            place.remove(came);
            place.insert(went);
        }
    }
    past.hands[seat.index()] = hand;
    true
}

/// `count` of these cards: always the same in the same world, and evenly spread over worlds.
fn some(cards: Cards, count: usize, world: &State) -> Cards {
    if cards.len() <= count {
        return cards;
    }
    let bits = world.pile.bits();
    let skip = (bits ^ bits >> 41).wrapping_mul(0x9E37_79B9_7F4A_7C15) as u64 >> 33;
    let start = skip as usize % cards.len();
    cards.iter().chain(cards.iter()).skip(start).take(count).collect()
}

#[cfg(test)]
mod tests {
    use table::chance::quick;
    use table::{Game, Observer, Options as _, Seat, rollout};

    use super::*;
    use crate::KingsBlood;
    use crate::options::Options;

    #[test]
    fn hands_of_the_past_keep_their_size_and_hold_what_is_still_there() {
        let (mut chance, mut actions, mut kept) = (quick(3), Vec::new(), 0);
        for _ in 0..40 {
            let mut state = KingsBlood::deal(&Options::standard(4), &mut chance);
            let mut pasts = Vec::new();
            for _ in 0..60 {
                let next = rollout::choose::<KingsBlood, _>(&state, &mut actions, &mut chance);
                let Some((seat, action)) = next else { break };
                pasts.push(KingsBlood::observe(&state, Observer::Seat(Seat::new(0))));
                KingsBlood::apply(&mut state, seat, action, &mut chance, &mut ());
            }
            for seen in &pasts {
                let mut past = KingsBlood::sample(seen, &mut chance);
                let before = past.clone();
                if !with_roles_of(&mut past, &state) {
                    assert_eq!(past, before);
                    continue;
                }
                let all = |state: &State| state.hands.iter().fold(state.pile, |all, hand| all.union(*hand));
                assert_eq!(all(&past), all(&before), "no card is lost");
                for (hand, count) in past.hands.iter().zip(before.counts) {
                    assert_eq!(hand.len(), usize::from(count));
                }
                let turn = past.turn.index();
                kept += past.hands[turn].intersection(state.hands[turn]).minus(before.hands[turn]).len();
            }
        }
        assert!(kept > 500, "the hands of today are there: {kept}");
    }
}
