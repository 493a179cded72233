//! Random deals that agree with what is known.
//!
//! Every way to give each seat a card it may have, no card twice, with as many Rose as Beast (and one Inquisitor at odd tables)
//! comes out of [`draw`] with the same probability.
//!
//! Seats that may be the same cards form a group. How many of a group are Rose, Beast or Inquisitor is drawn by exact counting,
//! from the tightest group to the widest, with an upper bound on the cards that earlier groups leave free; then each seat draws
//! a number below its bound, and the deal is rejected if that many cards are not free. The bounds are exact where groups are
//! nested or disjoint, so few deals are rejected. If many are, [`exact`] counts all deals.

use table::{Chance, MAX_SEATS};

use super::exact;
use crate::pieces::{Card, Cards, Clan, INQUISITORS};

/// After this many rejected deals in a row, counting is cheaper.
const PATIENCE: u32 = 2_000;

pub(super) const ROSE: u32 = Clan::Rose.cards().bits();
pub(super) const BEAST: u32 = Clan::Beast.cards().bits();
pub(super) const CROSS: u32 = INQUISITORS.bits();

/// How many of each a table has.
#[derive(Clone, Copy)]
pub(crate) struct Quota {
    pub(crate) rose: usize,
    pub(crate) beast: usize,
    pub(crate) cross: usize,
}

impl Quota {
    pub(crate) fn of(players: usize) -> Quota {
        Quota { rose: players / 2, beast: players / 2, cross: players % 2 }
    }
}

/// Seats that may be the same cards.
#[derive(Clone, Copy, Default)]
struct Group {
    cards: u32,
    seats: [u8; MAX_SEATS],
    size: usize,
    /// Seats in earlier groups.
    before: usize,
    /// Seats in earlier groups that may be Rose, or Beast, with a card that this group may not be.
    strangers: [usize; 2],
}

impl Group {
    /// How many Rose (or Beast) cards are free for this group at most, if this many were given to earlier groups.
    fn free(&self, clan: usize, given: usize) -> usize {
        let own = (self.cards & [ROSE, BEAST][clan]).count_ones() as usize;
        own.saturating_sub(given.saturating_sub(self.strangers[clan]))
    }
}

/// Ways to finish with `[rose given][crosses given]` before a group.
type Ways = [[u64; 2]; MAX_SEATS / 2 + 1];

/// A fair deal in which each seat's card is from its set, if there is one.
pub(crate) fn draw<C: Chance>(may_be: &[Cards], chance: &mut C) -> Option<[Card; MAX_SEATS]> {
    let mut quota = Quota::of(may_be.len());
    let mut cards = [Card::at(0); MAX_SEATS];
    let mut masks = [0u32; MAX_SEATS];
    for (mask, cards) in masks.iter_mut().zip(may_be) {
        *mask = cards.bits();
    }
    let masks = &mut masks[..may_be.len()];
    let open = settle(masks, &mut cards, &mut quota)?;
    if open == 0 {
        return Some(cards);
    }
    let (groups, count) = group(masks, open);
    let groups = &groups[..count];
    let ways = count_ways(groups, quota);
    if ways[0][0][0] == 0 {
        return None;
    }
    for _ in 0..PATIENCE {
        if attempt(groups, &ways, quota, &mut cards, chance) {
            return Some(cards);
        }
    }
    exact::Counts::new(may_be).draw(chance)
}

/// Deals their card to seats that can be only one, and takes it from everybody else. Returns the seats left, as bits, or nothing
/// if that is impossible.
pub(crate) fn settle(masks: &mut [u32], cards: &mut [Card; MAX_SEATS], quota: &mut Quota) -> Option<u32> {
    let mut open = (1u32 << masks.len()) - 1;
    loop {
        let mut taken = 0;
        let mut rest = open;
        while rest != 0 {
            let seat = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mask = masks[seat] & !taken;
            if mask == 0 {
                return None;
            }
            if mask.is_power_of_two() {
                let left = if mask & ROSE != 0 {
                    &mut quota.rose
                } else if mask & BEAST != 0 {
                    &mut quota.beast
                } else {
                    &mut quota.cross
                };
                *left = left.checked_sub(1)?;
                cards[seat] = Card::at(mask.trailing_zeros() as usize);
                taken |= mask;
                open &= !(1 << seat);
            }
        }
        // A clan that is complete has no room for anybody else.
        let full = (if quota.rose == 0 { ROSE } else { 0 })
            | (if quota.beast == 0 { BEAST } else { 0 })
            | (if quota.cross == 0 { CROSS } else { 0 });
        let mut changed = false;
        let mut rest = open;
        while rest != 0 {
            let seat = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mask = masks[seat] & !taken & !full;
            changed |= mask != masks[seat];
            masks[seat] = mask;
        }
        if !changed {
            return Some(open);
        }
    }
}

/// Rules out what plainly cannot be: a card that somebody else surely is, a clan that is complete, and any other clan for seats
/// without whom a clan could not be complete. Nothing if no deal fits.
pub(crate) fn narrow(masks: &mut [u32]) -> Option<()> {
    loop {
        let before = masks.iter().map(|mask| mask.count_ones()).sum::<u32>();
        let (mut quota, mut cards) = (Quota::of(masks.len()), [Card::at(0); MAX_SEATS]);
        for (clan, size) in [(ROSE, quota.rose), (BEAST, quota.beast), (CROSS, quota.cross)] {
            if masks.iter().filter(|&&mask| mask & !clan == 0).count() == size {
                masks.iter_mut().filter(|mask| **mask & !clan != 0).for_each(|mask| *mask &= !clan);
            }
            if masks.iter().filter(|&&mask| mask & clan != 0).count() == size {
                masks.iter_mut().filter(|mask| **mask & clan != 0).for_each(|mask| *mask &= clan);
            }
        }
        let open = settle(masks, &mut cards, &mut quota)?;
        for seat in (0..masks.len()).filter(|seat| open >> seat & 1 == 0) {
            masks[seat] = Cards::one(cards[seat]).bits();
        }
        if masks.iter().map(|mask| mask.count_ones()).sum::<u32>() == before {
            return Some(());
        }
    }
}

/// All cards of the clans that occur among these, and both Inquisitors if one does.
pub(crate) fn clans_of(cards: Cards) -> Cards {
    Cards::from_bits([ROSE, BEAST, CROSS].into_iter().filter(|clan| cards.bits() & clan != 0).sum())
}

/// Groups of seats with the same cards, the tightest first.
fn group(masks: &[u32], open: u32) -> ([Group; MAX_SEATS], usize) {
    let mut groups = [Group::default(); MAX_SEATS];
    let mut count = 0;
    let mut rest = open;
    while rest != 0 {
        let seat = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let mask = masks[seat];
        let width = mask.count_ones();
        let mut at = 0;
        while at < count && groups[at].cards != mask && groups[at].cards.count_ones() <= width {
            at += 1;
        }
        if at == count || groups[at].cards != mask {
            groups.copy_within(at..count, at + 1);
            groups[at] = Group { cards: mask, ..Group::default() };
            count += 1;
        }
        let group = &mut groups[at];
        group.seats[group.size] = seat as u8;
        group.size += 1;
    }
    let mut before = 0;
    for at in 0..count {
        let mut strangers = [0; 2];
        for earlier in &groups[..at] {
            for (clan, mask) in [ROSE, BEAST].into_iter().enumerate() {
                if earlier.cards & mask & !groups[at].cards != 0 {
                    strangers[clan] += earlier.size;
                }
            }
        }
        groups[at].before = before;
        groups[at].strangers = strangers;
        before += groups[at].size;
    }
    (groups, count)
}

/// `from · (from - 1) · …`, `count` factors.
fn falling(from: usize, count: usize) -> u64 {
    (0..count).map(|i| from.saturating_sub(i) as u64).product()
}

const fn choose() -> [[u64; MAX_SEATS + 1]; MAX_SEATS + 1] {
    let mut table = [[0; MAX_SEATS + 1]; MAX_SEATS + 1];
    let mut n = 0;
    while n <= MAX_SEATS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

const CHOOSE: [[u64; MAX_SEATS + 1]; MAX_SEATS + 1] = choose();

/// How many seats of a group are Rose and how many are the Inquisitor, with the number of ways, given what came before.
fn splits(
    group: &Group,
    quota: Quota,
    rose_given: usize,
    cross_given: usize,
    after: Option<&Ways>,
    mut each: impl FnMut(usize, usize, u64) -> bool,
) {
    let beast_given = group.before - rose_given - cross_given;
    let free_rose = group.free(0, rose_given);
    let free_beast = group.free(1, beast_given);
    let crosses = u64::from((group.cards & CROSS).count_ones());
    let most_crosses = if crosses == 0 { 0 } else { (quota.cross - cross_given).min(group.size) };
    for cross in 0..=most_crosses {
        let clans = group.size - cross;
        let rose_room = free_rose.min(quota.rose - rose_given);
        let beast_room = free_beast.min(quota.beast - beast_given);
        for rose in clans.saturating_sub(beast_room)..=clans.min(rose_room) {
            let later = after.map_or(1, |ways| ways[rose_given + rose][cross_given + cross]);
            if later == 0 {
                continue;
            }
            let mut ways = CHOOSE[clans][rose] * falling(free_rose, rose) * falling(free_beast, clans - rose);
            if cross == 1 {
                ways *= group.size as u64 * crosses;
            }
            if each(rose, cross, ways * later) {
                return;
            }
        }
    }
}

/// Counts from the last group back to the first.
fn count_ways(groups: &[Group], quota: Quota) -> [Ways; MAX_SEATS] {
    let mut ways = [Ways::default(); MAX_SEATS];
    for at in (0..groups.len()).rev() {
        let group = &groups[at];
        let (here, after) = ways.split_at_mut(at + 1);
        let after = if at + 1 < groups.len() { Some(&after[0]) } else { None };
        for (rose, ways) in here[at].iter_mut().enumerate() {
            for (cross, ways) in ways.iter_mut().enumerate() {
                let placed = rose + cross;
                if placed > group.before
                    || group.before - placed > quota.beast
                    || rose > quota.rose
                    || cross > quota.cross
                {
                    continue;
                }
                splits(group, quota, rose, cross, after, |_, _, more| {
                    *ways += more;
                    false
                });
            }
        }
    }
    ways
}

/// One deal by the bounds; false if it is rejected.
fn attempt<C: Chance>(
    groups: &[Group],
    ways: &[Ways; MAX_SEATS],
    quota: Quota,
    cards: &mut [Card; MAX_SEATS],
    chance: &mut C,
) -> bool {
    let (mut rose_given, mut cross_given, mut used) = (0, 0, 0u32);
    for (at, group) in groups.iter().enumerate() {
        let mut lot = below(ways[at][rose_given][cross_given], chance);
        let after = if at + 1 < groups.len() { Some(&ways[at + 1]) } else { None };
        let (mut rose, mut cross) = (0, 0);
        splits(group, quota, rose_given, cross_given, after, |r, c, ways| {
            (rose, cross) = (r, c);
            let found = lot < ways;
            lot = lot.wrapping_sub(ways);
            found
        });
        let mut left = [rose, group.size - rose - cross, cross];
        let mut bound = [
            group.free(0, rose_given),
            group.free(1, group.before - rose_given - cross_given),
            (group.cards & CROSS).count_ones() as usize,
        ];
        rose_given += rose;
        cross_given += cross;
        for (i, &seat) in group.seats[..group.size].iter().enumerate() {
            // Which of the seats are Rose, Beast or Inquisitor: every order is equally likely.
            let kind = if group.size - i == left[0] {
                0
            } else if group.size - i == left[1] {
                1
            } else {
                let lot = chance.index(group.size - i);
                if lot < left[0] {
                    0
                } else if lot < left[0] + left[1] {
                    1
                } else {
                    2
                }
            };
            left[kind] -= 1;
            let mut free = group.cards & [ROSE, BEAST, CROSS][kind] & !used;
            let lot = chance.below(bound[kind] as u32);
            bound[kind] -= 1;
            if lot >= free.count_ones() {
                return false;
            }
            for _ in 0..lot {
                free &= free - 1;
            }
            used |= free & free.wrapping_neg();
            cards[usize::from(seat)] = Card::at(free.trailing_zeros() as usize);
        }
    }
    true
}

/// A uniform number below a large one.
pub(super) fn below<C: Chance>(n: u64, chance: &mut C) -> u64 {
    if let Ok(n) = u32::try_from(n) {
        return chance.below(n).into();
    }
    let limit = n.wrapping_neg() % n;
    loop {
        let bits = u64::from(chance.bits()) << 32 | u64::from(chance.bits());
        let product = u128::from(bits) * u128::from(n);
        if product as u64 >= limit {
            return (product >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use table::chance::quick;

    use super::exact::Counts;
    use super::*;
    use crate::pieces::showing;
    use crate::rules::setup::cards_in_play;

    /// What the deals look like: how often each seat gets each card.
    fn table_of(may_be: &[Cards], mut draw: impl FnMut() -> [Card; MAX_SEATS]) -> Vec<[u32; Card::COUNT]> {
        let mut seen = vec![[0; Card::COUNT]; may_be.len()];
        for _ in 0..20_000 {
            let cards = draw();
            let mut used = 0;
            for ((seen, cards_of), card) in seen.iter_mut().zip(may_be).zip(cards) {
                assert!(cards_of.contains(card));
                assert_eq!(used >> card.index() & 1, 0, "no card twice");
                used |= 1u32 << card.index();
                seen[card.index()] += 1;
            }
            assert_eq!((used & ROSE).count_ones() as usize, may_be.len() / 2);
            assert_eq!((used & CROSS).count_ones() as usize, may_be.len() % 2);
        }
        seen
    }

    #[test]
    fn quick_draws_agree_with_counting() {
        let cases: [Vec<Cards>; 4] = [
            vec![cards_in_play(6); 6],
            [showing(1, 0, 1), showing(1, 0, 0), showing(0, 0, 2), showing(0, 0, 1), showing(0, 1, 0)]
                .into_iter()
                .chain([cards_in_play(7), cards_in_play(7)])
                .collect(),
            [showing(1, 0, 1), showing(1, 0, 1), showing(1, 0, 1), Clan::Rose.clued_cards()]
                .into_iter()
                .chain([cards_in_play(8); 4])
                .map(|cards| cards.intersection(cards_in_play(8)))
                .collect(),
            (0..9).map(|i| if i % 2 == 0 { Clan::Beast.clued_cards() } else { showing(0, 0, 1) }).collect(),
        ];
        for may_be in cases {
            let (mut one, mut other) = (quick(1), quick(2));
            let fast = table_of(&may_be, || draw(&may_be, &mut one).expect("a deal"));
            let slow = {
                // One count serves all draws.
                let mut counts = Counts::new(&may_be);
                counts.count(0);
                table_of(&may_be, || counts.draw(&mut other).expect("a deal"))
            };
            for (fast, slow) in fast.iter().zip(&slow) {
                for (&a, &b) in fast.iter().zip(slow) {
                    let spread = 6.0 * f64::from(a + b + 1).sqrt();
                    assert!(f64::from(a.abs_diff(b)) < spread, "{fast:?} against {slow:?}");
                }
            }
        }
    }

    #[test]
    fn few_deals_are_rejected() {
        use table::rollout::choose;
        use table::{Game, Observer, Options as _, Seat};

        use crate::{BloodBound, Options};

        let (mut chance, mut policy, mut actions) = (quick(1), quick(2), Vec::new());
        for players in 6..=12 {
            let (mut tries, mut draws, mut worst) = (0, 0, 0);
            for _ in 0..40 {
                let mut state = BloodBound::deal(&Options::standard(players), &mut chance);
                while let Some((seat, action)) = choose::<BloodBound, _>(&state, &mut actions, &mut policy) {
                    let eyes = Observer::Seat(Seat::new(draws as usize % players));
                    let o = BloodBound::observe(&state, eyes);
                    let may_be: Vec<Cards> = o.seats.iter().map(|view| view.may_be()).collect();
                    let needed = tries_for(&may_be, &mut chance);
                    tries += needed;
                    worst = worst.max(needed);
                    draws += 1;
                    BloodBound::apply(&mut state, seat, action, &mut chance, &mut ());
                }
            }
            println!("{players}: {draws} draws, {tries} tries, {worst} at worst");
            assert!(tries < 3 * draws && worst < PATIENCE / 10);
        }
    }

    fn tries_for<C: Chance>(may_be: &[Cards], chance: &mut C) -> u32 {
        let (mut quota, mut cards) = (Quota::of(may_be.len()), [Card::at(0); MAX_SEATS]);
        let mut masks: Vec<u32> = may_be.iter().map(|cards| cards.bits()).collect();
        let open = settle(&mut masks, &mut cards, &mut quota).expect("a deal");
        let (groups, count) = group(&masks, open);
        let ways = count_ways(&groups[..count], quota);
        let mut tries = 1;
        while count > 0 && !attempt(&groups[..count], &ways, quota, &mut cards, chance) {
            tries += 1;
        }
        tries
    }

    #[test]
    fn impossible_deals_are_noticed() {
        let elder = Cards::one(Card::at(0));
        let mut may_be = vec![cards_in_play(6); 6];
        may_be[0] = elder;
        may_be[1] = elder;
        assert!(draw(&may_be, &mut quick(1)).is_none());
        let rose = Clan::Rose.cards();
        let may_be = vec![rose, rose, rose, rose, cards_in_play(6), cards_in_play(6)];
        assert!(draw(&may_be, &mut quick(1)).is_none());
        // Four seats for three cards of one kind: only counting finds out.
        let three = showing(0, 0, 2).intersection(rose);
        let two = Cards::from_bits(0b10 | 0b100);
        let may_be = [
            vec![two, Cards::from_bits(0b100 | 0b1000), Cards::from_bits(0b10 | 0b1000), three],
            vec![cards_in_play(8); 4],
        ]
        .concat();
        assert!(draw(&may_be, &mut quick(1)).is_none());
    }
}
