//! Who may be what: probabilities from what one seat knows, without sampling whole deals.
//!
//! What a seat may be is exact (tokens, ranks, looks, the clue of its neighbour). How likely each clan is follows from counting
//! the ways to fill both clans with such seats; that two seats cannot hold the same card counts only where the card is certain.
//! Who leads follows as if seats were independent. Where the cards leave no doubt, the probabilities are 0 and 1.
//!
//! [`deals`] draws whole deals, [`exact`] lists them.

pub(crate) mod deals;
mod exact;

use table::{MAX_SEATS, Seat, SeatSet};

use self::deals::{CROSS, Quota};
use crate::pieces::{Card, Cards, Clan};
use crate::state::State;

/// What each seat may be by all that this one was shown.
pub(crate) fn may_be_to(state: &State, seat: Seat) -> [Cards; MAX_SEATS] {
    let mut may_be = [Cards::default(); MAX_SEATS];
    for other in state.seats() {
        let (card, open) = (state.card(other), state.open[other.index()]);
        may_be[other.index()] = if other == seat || state.looks[seat.index()].contains(other) {
            Cards::one(card)
        } else if other.left(state.players()) == seat {
            open.intersection(card.clue().clued_cards())
        } else {
            open
        };
    }
    may_be
}

/// Shows every deal in which each seat's card is from its set, in this world; false if there are more than `most`.
pub(crate) fn each_assignment(
    may_be: &[Cards],
    world: &mut State,
    most: usize,
    each: &mut dyn FnMut(&State),
) -> bool {
    let Some(deals) = exact::all(&may_be[..world.players()], most) else { return false };
    for cards in deals {
        world.cards = cards;
        each(world);
    }
    true
}

/// Cards of a clan.
const CLAN_SIZE: usize = 9;

/// A probability not worth following up.
const NEGLIGIBLE: f32 = 1e-3;

/// A probability for each seat.
pub(crate) type Probabilities = [f32; MAX_SEATS];

/// What a seat believes. The Inquisitor counts the Rose as his own clan.
pub(crate) struct Beliefs {
    pub(crate) own: Clan,
    quills: SeatSet,
    players: usize,
    /// What each seat may be.
    may_be: [u32; MAX_SEATS],
    /// Belongs to one's own clan.
    pub(crate) kin: Probabilities,
    /// Belongs to the rival clan.
    pub(crate) foe: Probabilities,
}

impl Beliefs {
    /// What this seat knows, and what follows.
    pub(crate) fn of(state: &State, seat: Seat) -> Beliefs {
        Beliefs::from(state, state.card(seat).clan().unwrap_or(Clan::Rose), may_be_to(state, seat))
    }

    /// What everybody knows, seen with the eyes of the Rose.
    pub(crate) fn public(state: &State) -> Beliefs {
        Beliefs::from(state, Clan::Rose, state.open)
    }

    fn from(state: &State, own: Clan, may_be: [Cards; MAX_SEATS]) -> Beliefs {
        let players = state.players();
        let mut beliefs = Beliefs {
            own,
            quills: state.quills,
            players,
            may_be: may_be.map(Cards::bits),
            kin: [0.0; MAX_SEATS],
            foe: [0.0; MAX_SEATS],
        };
        let mut cards = [Card::at(0); MAX_SEATS];
        let mut quota = Quota::of(players);
        let mut open = deals::settle(&mut beliefs.may_be[..players], &mut cards, &mut quota).unwrap_or(0);
        for (i, card) in cards[..players].iter().enumerate() {
            if open >> i & 1 == 0 {
                beliefs.may_be[i] = Cards::one(*card).bits();
                beliefs.kin[i] = f32::from(card.clan() == Some(beliefs.own));
                beliefs.foe[i] = f32::from(card.clan() == Some(beliefs.own.rival()));
            }
        }
        beliefs.pair_off(&mut open, &mut quota);
        beliefs.weigh(open, quota);
        beliefs
    }

    /// Two seats of the same rank belong to different clans, nobody knows who to which.
    fn pair_off(&mut self, open: &mut u32, quota: &mut Quota) {
        let mut rest = *open;
        while rest != 0 {
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let both = self.may_be[i];
            if both.count_ones() != 2 || both & CROSS != 0 {
                continue;
            }
            let twin = |&j: &usize| rest >> j & 1 == 1 && self.may_be[j] == both;
            let Some(j) = (i + 1..self.players).find(twin) else { continue };
            for seat in [i, j] {
                (self.kin[seat], self.foe[seat]) = (0.5, 0.5);
                *open &= !(1 << seat);
                rest &= !(1 << seat);
            }
            quota.rose = quota.rose.saturating_sub(1);
            quota.beast = quota.beast.saturating_sub(1);
            for other in 0..self.players {
                if *open >> other & 1 == 1 {
                    self.may_be[other] &= !both;
                }
            }
        }
    }

    /// Counts the ways to fill the clans with the open seats, from both ends, and how many of them put each seat where.
    fn weigh(&mut self, open: u32, quota: Quota) {
        const WIDE: usize = MAX_SEATS / 2 + 2;
        let (own, rival) = (self.own.cards().bits(), self.own.rival().cards().bits());
        let (kin_room, foe_room) = match self.own {
            Clan::Rose => (quota.rose, quota.beast),
            Clan::Beast => (quota.beast, quota.rose),
        };
        let mut seats = [0usize; MAX_SEATS];
        let mut share = [[0.0f32; 3]; MAX_SEATS];
        let mut count = 0;
        let mut rest = open;
        while rest != 0 {
            let seat = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let of = |cards: u32| (self.may_be[seat] & cards).count_ones() as f32;
            seats[count] = seat;
            share[count] = [of(own), of(rival), of(CROSS)];
            count += 1;
        }
        // after[i][k][c]: ways for the seats from i on to give k kin and c crosses, the others foes.
        let mut after = [[[0.0f32; 2]; WIDE]; MAX_SEATS + 1];
        after[count][0][0] = 1.0;
        for i in (0..count).rev() {
            let [kin, foe, cross] = share[i];
            for k in 0..=kin_room.min(count - i) {
                let fewer = if k > 0 { after[i + 1][k - 1] } else { [0.0; 2] };
                let same = after[i + 1][k];
                after[i][k][0] = kin * fewer[0] + foe * same[0];
                after[i][k][1] = kin * fewer[1] + foe * same[1] + cross * same[0];
            }
        }
        let crosses = quota.cross.min(1);
        if kin_room + foe_room + crosses != count {
            // Today's cards put into a past position can contradict what a seat had seen by then: nothing follows.
            return;
        }
        let mut before = [[0.0f32; 2]; WIDE];
        before[0][0] = 1.0;
        for i in 0..count {
            let [kin, foe, cross] = share[i];
            let (mut as_kin, mut as_foe, mut as_cross) = (0.0, 0.0, 0.0);
            let mut next = [[0.0f32; 2]; WIDE];
            for k in 0..=kin_room.min(i) {
                for c in 0..=crosses {
                    let ways = before[k][c];
                    if ways == 0.0 {
                        continue;
                    }
                    next[k + 1][c] += ways * kin;
                    next[k][c] += ways * foe;
                    let left = kin_room - k;
                    if left > 0 {
                        as_kin += ways * kin * after[i + 1][left - 1][crosses - c];
                    }
                    as_foe += ways * foe * after[i + 1][left][crosses - c];
                    if c < crosses {
                        next[k][1] += ways * cross;
                        as_cross += ways * cross * after[i + 1][left][0];
                    }
                }
            }
            before = next;
            let all = (as_kin + as_foe + as_cross).max(f32::MIN_POSITIVE);
            self.kin[seats[i]] = as_kin / all;
            self.foe[seats[i]] = as_foe / all;
        }
    }

    /// How likely each seat leads one's own clan.
    pub(crate) fn own_leader(&self) -> Probabilities {
        self.leads(self.own, &self.kin)
    }

    /// How likely each seat leads the rival clan.
    pub(crate) fn rival_leader(&self) -> Probabilities {
        self.leads(self.own.rival(), &self.foe)
    }

    fn leads(&self, clan: Clan, members: &Probabilities) -> Probabilities {
        let quill = self.quills.iter().map(|seat| members[seat.index()]).sum::<f32>().min(1.0);
        let mut leads = [0.0; MAX_SEATS];
        for (share, from_highest) in [(1.0 - quill, false), (quill, true)] {
            match self.players {
                _ if share == 0.0 => {}
                ..=8 => self.add_leads::<8>(clan, members, share, from_highest, &mut leads),
                _ => self.add_leads::<MAX_SEATS>(clan, members, share, from_highest, &mut leads),
            }
        }
        leads
    }

    /// Goes through the ranks from the top: a seat leads with a rank if nobody else holds one above it. Whole arrays without
    /// branches, so that the compiler takes several seats at a time.
    fn add_leads<const SEATS: usize>(
        &self,
        clan: Clan,
        members: &Probabilities,
        share: f32,
        from_highest: bool,
        leads: &mut Probabilities,
    ) {
        let shift = if clan == Clan::Rose { 0 } else { CLAN_SIZE };
        let mut ranks = [0u32; SEATS];
        let mut each = [0.0f32; SEATS];
        for i in 0..self.players {
            // As long as the clan has not used its Quill, the holder of one is of the other clan.
            if from_highest || !self.quills.contains(Seat::new(i)) {
                ranks[i] = self.may_be[i] >> shift & 0x1FF;
                each[i] = members[i] / ranks[i].count_ones().max(1) as f32;
            }
        }
        let held = ranks.iter().fold(0, |held, ranks| held | ranks);
        let mut without = [1.0f32; SEATS]; // how likely a seat holds none of the ranks so far
        let mut found = [0.0f32; SEATS];
        for step in 0..CLAN_SIZE {
            let rank = if from_highest { CLAN_SIZE - 1 - step } else { step };
            if held >> rank & 1 == 0 {
                continue;
            }
            let nobody = product(&without);
            if nobody < NEGLIGIBLE {
                break;
            }
            for i in 0..SEATS {
                let here = each[i] * (ranks[i] >> rank & 1) as f32;
                found[i] += here * nobody / without[i];
                without[i] = (without[i] - here).max(NEGLIGIBLE * NEGLIGIBLE);
            }
        }
        let sum: f32 = found.iter().sum();
        if sum > 0.0 {
            for (lead, found) in leads.iter_mut().zip(found) {
                *lead += share * found / sum;
            }
        }
    }
}

/// Four at a time, which is faster than one by one.
fn product(numbers: &[f32]) -> f32 {
    let mut of_four = [1.0; 4];
    for four in numbers.as_chunks::<4>().0 {
        of_four = std::array::from_fn(|i| of_four[i] * four[i]);
    }
    of_four[0] * of_four[1] * (of_four[2] * of_four[3])
}

#[cfg(test)]
mod tests {
    use table::chance::quick;
    use table::{Game, Observer, Options as _, rollout};

    use super::*;
    use crate::rules::ending;
    use crate::{BloodBound, Options};

    #[test]
    fn beliefs_agree_with_samples() {
        let mut chance = quick(5);
        let (mut off, mut of_lead, mut terms) = (0.0, 0.0, 0.0);
        for seed in 0..24 {
            let players = 6 + seed % 7;
            let options = Options::standard(players);
            let mut state = BloodBound::deal(&options, &mut chance);
            let mut actions = Vec::new();
            for _ in 0..40 + seed {
                let Some((actor, action)) =
                    rollout::choose::<BloodBound, _>(&state, &mut actions, &mut chance)
                else {
                    break;
                };
                let before = state.clone();
                BloodBound::apply(&mut state, actor, action, &mut chance, &mut ());
                if BloodBound::outcome(&state).is_some() {
                    state = before;
                    break;
                }
            }
            let seat = Seat::new(seed % players);
            let beliefs = Beliefs::of(&state, seat);
            let leaders = beliefs.rival_leader();
            let seen = BloodBound::observe(&state, Observer::Seat(seat));
            let (mut foes, mut leads) = ([0.0f32; MAX_SEATS], [0.0f32; MAX_SEATS]);
            const SAMPLES: usize = 2_000;
            for _ in 0..SAMPLES {
                let world = BloodBound::sample(&seen, &mut chance);
                for foe in world.clan(beliefs.own.rival()) {
                    foes[foe.index()] += 1.0 / SAMPLES as f32;
                }
                if let Some(leader) = ending::leader(&world, beliefs.own.rival()) {
                    leads[leader.index()] += 1.0 / SAMPLES as f32;
                }
            }
            for i in 0..players {
                assert!((beliefs.foe[i] - foes[i]).abs() < 0.25, "{} for {}", beliefs.foe[i], foes[i]);
                off += (beliefs.foe[i] - foes[i]).abs();
                of_lead += (leaders[i] - leads[i]).abs();
                terms += 1.0;
            }
        }
        let (off, of_lead) = (off / terms, of_lead / terms);
        assert!(off < 0.02 && of_lead < 0.03, "foes are off by {off}, leaders by {of_lead}");
    }
}
