//! All deals that agree with what is known, counted or listed one by one.

use std::collections::HashMap;

use table::{Chance, MAX_SEATS};

use super::deals::{BEAST, CROSS, Quota, ROSE, below};
use crate::pieces::{Card, Cards};

/// Listing deals is given up after this many steps for each one wanted: most steps would be dead ends.
const STEPS_FOR_A_DEAL: usize = 16;

/// All deals in which each seat's card is from its set; nothing if there are more than `most`.
pub(crate) fn all(may_be: &[Cards], most: usize) -> Option<Vec<[Card; MAX_SEATS]>> {
    let counts = Counts::new(may_be);
    let mut deals = Vec::new();
    let mut steps = STEPS_FOR_A_DEAL * most;
    let whole = counts.list(0, [Card::at(0); MAX_SEATS], &mut deals, most, &mut steps);
    whole.then_some(deals)
}

pub(super) struct Counts<'a> {
    may_be: &'a [Cards],
    known: HashMap<u32, u64>,
}

impl Counts<'_> {
    pub(super) fn new(may_be: &[Cards]) -> Counts<'_> {
        Counts { may_be, known: HashMap::new() }
    }

    /// A fair deal by counting all of them, if there are any. Slow where much is open.
    pub(super) fn draw<C: Chance>(&mut self, chance: &mut C) -> Option<[Card; MAX_SEATS]> {
        let mut lot = below(Some(self.count(0)).filter(|&n| n > 0)?, chance);
        let mut cards = [Card::at(0); MAX_SEATS];
        let mut used = 0;
        for card in &mut cards[..self.may_be.len()] {
            let mut free = self.free(used);
            loop {
                let next = free & free.wrapping_neg();
                free &= free - 1;
                let ways = self.count(used | next);
                if lot < ways {
                    *card = Card::at(next.trailing_zeros() as usize);
                    used |= next;
                    break;
                }
                lot -= ways;
            }
        }
        Some(cards)
    }

    /// Lists the deals that begin with these cards; false once there are too many or it takes too long.
    fn list(
        &self,
        used: u32,
        mut cards: [Card; MAX_SEATS],
        deals: &mut Vec<[Card; MAX_SEATS]>,
        most: usize,
        steps: &mut usize,
    ) -> bool {
        let seat = used.count_ones() as usize;
        if seat == self.may_be.len() {
            deals.push(cards);
            return deals.len() <= most;
        }
        let mut free = self.free(used);
        while free != 0 {
            let next = free & free.wrapping_neg();
            free &= free - 1;
            cards[seat] = Card::at(next.trailing_zeros() as usize);
            let Some(left) = steps.checked_sub(1) else { return false };
            *steps = left;
            if !self.list(used | next, cards, deals, most, steps) {
                return false;
            }
        }
        true
    }

    /// What the next seat may be once these cards are dealt, one to each seat before it.
    fn free(&self, used: u32) -> u32 {
        let quota = Quota::of(self.may_be.len());
        let room =
            |mask: u32, quota: usize| if ((used & mask).count_ones() as usize) < quota { mask } else { 0 };
        let seat = used.count_ones() as usize;
        let open = room(ROSE, quota.rose) | room(BEAST, quota.beast) | room(CROSS, quota.cross);
        self.may_be[seat].bits() & open & !used
    }

    /// Deals that begin with these cards.
    pub(super) fn count(&mut self, used: u32) -> u64 {
        if used.count_ones() as usize == self.may_be.len() {
            return 1;
        }
        if let Some(&count) = self.known.get(&used) {
            return count;
        }
        let mut free = self.free(used);
        let mut count = 0;
        while free != 0 {
            let next = free & free.wrapping_neg();
            free &= free - 1;
            count += self.count(used | next);
        }
        self.known.insert(used, count);
        count
    }
}

#[cfg(test)]
mod tests {
    use table::chance::quick;

    use super::*;
    use crate::beliefs::deals;
    use crate::rules::setup::cards_in_play;

    #[test]
    fn a_list_of_all_deals_has_each_of_them_once() {
        let mut chance = quick(8);
        let mut lists = 0;
        for _ in 0..300 {
            // Everybody may be the card they are, and one or two others.
            let players = 6 + chance.index(7);
            let deal = deals::draw(&[cards_in_play(players); MAX_SEATS][..players], &mut chance).unwrap();
            let may_be: Vec<Cards> = (deal[..players].iter())
                .map(|&card| {
                    Cards::from_bits(Cards::one(card).bits() | 1 << chance.index(18) | 1 << chance.index(18))
                })
                .collect();
            let count = Counts::new(&may_be).count(0) as usize;
            let Some(mut deals) = all(&may_be, 100) else { continue };
            assert_eq!(deals.len(), count);
            assert!(deals.contains(&deal));
            assert!(count <= 100 && all(&may_be, count - 1).is_none());
            deals.sort_unstable_by_key(|deal| deal.map(Card::index));
            deals.dedup();
            assert_eq!(deals.len(), count, "none comes twice");
            lists += 1;
        }
        assert!(lists > 50, "only {lists} lists");
    }
}
