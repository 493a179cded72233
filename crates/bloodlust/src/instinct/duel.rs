//! Two vampires and the deck: who ends up ahead if both know when to go home.
//!
//! Cards feed both hunters alike, so what counts is the lead, and what each would lose at dawn. Solved on first use by backward
//! induction, night by night and card by card, as a game of simultaneous decisions. Cards are drawn with replacement, as in
//! [`super::solo`]. Health and powers are left to the caller.

use std::sync::OnceLock;

use super::solo::{NextCard, next_cards, usual_shade};
use crate::pieces::tables;

/// A larger lead is as good as this one.
const FAR: i16 = 20;
const LEADS: usize = 2 * FAR as usize + 1;
/// More Bloodline at stake counts as this much.
const MOST: usize = 18;
/// Two hunters' stakes are at most this far apart.
const APART: i16 = 4;
const GAPS: usize = 2 * APART as usize + 1;
/// A night is solved only if fewer than this many follow.
pub(super) const NIGHTS: usize = 4;
/// Shades of the deck that are solved, two steps of [`super::solo::shade`] each.
const SHADES: usize = 7;
/// Sweeps of value iteration.
const SWEEPS: usize = 8;

/// One night with one shade of deck.
pub(super) struct Duel {
    /// The chance of a hunter whose rival is home, by marker, lead and stake.
    alone: Vec<f32>,
    /// The first one's chance while both hunt, by marker, lead, first stake and how much larger the second is.
    both: Vec<f32>,
}

static NIGHT: [[OnceLock<Duel>; SHADES]; NIGHTS] = [const { [const { OnceLock::new() }; SHADES] }; NIGHTS];

/// The duel with this many nights to follow and a deck of this shade.
pub(super) fn duel(nights: usize, shade: usize) -> &'static Duel {
    NIGHT[nights][(shade / 2).min(SHADES - 1)].get_or_init(|| Duel::solve(nights, shade / 2 * 2))
}

/// The chance of a player with this lead when a night is over.
pub(super) fn after(nights: usize, lead: i16) -> f32 {
    match nights {
        0 => 0.5 + 0.5 * f32::from(lead.signum()),
        _ => duel(nights - 1, usual_shade()).both[both(0, lead, 0, 0)],
    }
}

fn alone(marker: usize, lead: i16, stake: i16) -> usize {
    let lead = (lead.clamp(-FAR, FAR) + FAR) as usize;
    (marker * LEADS + lead) * MOST + (stake.max(0) as usize).min(MOST - 1)
}

fn both(marker: usize, lead: i16, stake: i16, other: i16) -> usize {
    alone(marker, lead, stake) * GAPS + ((other - stake).clamp(-APART, APART) + APART) as usize
}

impl Duel {
    /// The chance of a hunter whose rival is home. The lead is what it would be if everybody went home now.
    #[inline]
    pub(super) fn alone(&self, marker: i16, lead: f32, stake: i16) -> f32 {
        let marker = before_dawn(marker);
        between(lead, |lead| self.alone[alone(marker, lead, stake)])
    }

    /// The first one's chance while both hunt.
    #[inline]
    pub(super) fn both(&self, marker: i16, lead: f32, stake: i16, other: i16) -> f32 {
        let marker = before_dawn(marker);
        between(lead, |lead| self.both[both(marker, lead, stake, other)])
    }

    fn solve(nights: usize, shade: usize) -> Duel {
        let dawn = usize::from(tables().dawn);
        let after: Vec<f32> = (-FAR..=FAR).map(|lead| after(nights, lead)).collect();
        let after = |lead: i16| after[(lead.clamp(-FAR, FAR) + FAR) as usize];
        let next_cards = merged(next_cards(shade));
        // To begin with, everybody goes home.
        let home =
            || (0..dawn).flat_map(|_| -FAR..=FAR).flat_map(|lead| std::iter::repeat_n(after(lead), MOST));
        let mut stay: Vec<f32> = home().collect();
        let both_home = home().flat_map(|chance| std::iter::repeat_n(chance, GAPS)).collect();
        let mut now = Duel { alone: stay.clone(), both: both_home };
        for _ in 0..SWEEPS {
            for marker in (0..dawn).rev() {
                places(|lead, stake| {
                    let at = alone(marker, lead, stake);
                    stay[at] = expect(&next_cards, marker, dawn, |gain, then| {
                        let Some(then) = then else { return after(lead - stake) };
                        let more = fed(stake, gain);
                        now.alone[alone(then, lead + more - stake, more)]
                    });
                    now.alone[at] = stay[at].max(after(lead));
                });
                places(|lead, stake| {
                    for other in (stake - APART).max(0)..=stake + APART {
                        let stays = expect(&next_cards, marker, dawn, |gain, then| {
                            let Some(then) = then else { return after(lead - stake + other) };
                            let (one, two) = (fed(stake, gain), fed(other, gain));
                            now.both[both(then, lead + one - stake - (two - other), one, two)]
                        });
                        let stays_alone = stay[alone(marker, lead, stake)];
                        let leaves = 1.0 - stay[alone(marker, -lead, other)];
                        now.both[both(marker, lead, stake, other)] =
                            worth([[stays, stays_alone], [leaves, after(lead)]]);
                    }
                });
            }
        }
        now
    }
}

/// Every lead and every stake. The highest come first, because most cards lead there: values spread faster.
fn places(mut visit: impl FnMut(i16, i16)) {
    for lead in (-FAR..=FAR).rev() {
        (0..MOST as i16).rev().for_each(|stake| visit(lead, stake));
    }
}

/// The marker, clamped to places before dawn.
fn before_dawn(marker: i16) -> usize {
    (marker.max(0) as usize).min(usize::from(tables().dawn) - 1)
}

/// The stake after a card: never below 0.
fn fed(stake: i16, gain: i16) -> i16 {
    (stake + gain).max(0)
}

/// The mean over the next card, of a function of its gain and of the new place of the marker: none at dawn.
fn expect(
    next_cards: &[NextCard],
    marker: usize,
    dawn: usize,
    value: impl Fn(i16, Option<usize>) -> f32,
) -> f32 {
    let mut mean = 0.0;
    for card in next_cards {
        let then = (marker as i16 + card.daylight).max(0) as usize;
        mean += card.chance * value(card.gain, (then < dawn).then_some(then));
    }
    mean
}

/// The value of a zero-sum game with two choices each, to the player who chooses the row.
fn worth([[a, b], [c, d]]: [[f32; 2]; 2]) -> f32 {
    let low = a.min(b).max(c.min(d));
    let high = a.max(c).min(b.max(d));
    if low >= high { low } else { (a * d - b * c) / (a + d - b - c) }
}

/// Merges cards that do the same.
fn merged(next_cards: Vec<NextCard>) -> Vec<NextCard> {
    let mut all: Vec<NextCard> = Vec::new();
    for card in next_cards {
        match all.iter_mut().find(|other| (other.gain, other.daylight) == (card.gain, card.daylight)) {
            Some(other) => other.chance += card.chance,
            None => all.push(card),
        }
    }
    all
}

/// Interpolates between two whole leads.
#[inline]
fn between(lead: f32, value: impl Fn(i16) -> f32) -> f32 {
    let low = lead.floor();
    let part = lead - low;
    let first = value(low as i16);
    if part == 0.0 { first } else { first + part * (value(low as i16 + 1) - first) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_is_even_and_a_lead_is_never_worse() {
        for nights in 0..NIGHTS {
            assert!((after(nights, 0) - 0.5).abs() < 1e-4);
            let duel = duel(nights, usual_shade());
            for marker in 0..5 {
                assert!((duel.both(marker, 0.0, 6, 6) - 0.5).abs() < 1e-4, "{nights} {marker}");
                for lead in -10i16..10 {
                    let [less, more] = [lead, lead + 1].map(|lead| duel.both(marker, f32::from(lead), 6, 6));
                    assert!(more >= less - 1e-4, "{nights} {marker} {lead}: {less} {more}");
                }
            }
        }
    }

    #[test]
    fn on_the_last_night_the_one_behind_goes_on() {
        let last = duel(0, usual_shade());
        // Ahead of a rival who is home: going home wins.
        assert!((last.alone(0, 1.0, 5) - 1.0).abs() < 1e-6);
        // Behind, there is a chance: smaller near dawn, and smaller the more is missing.
        let chance = |marker: i16, missing: i16| last.alone(marker, f32::from(-missing), 0);
        assert!(chance(0, 1) > chance(3, 1) && chance(0, 1) > chance(0, 6) && chance(0, 6) > 0.0);
        // While both hunt, the same lead is worth less with more at stake.
        assert!(last.both(3, 2.0, 8, 4) < last.both(3, 2.0, 4, 4));
    }

    #[test]
    fn a_game_of_two_choices() {
        assert!((worth([[1.0, 0.0], [0.0, 1.0]]) - 0.5).abs() < 1e-6);
        assert!((worth([[0.7, 0.6], [0.4, 0.9]]) - (0.63 - 0.24) / 0.6).abs() < 1e-5);
        assert!((worth([[0.3, 0.4], [0.2, 0.1]]) - 0.3).abs() < 1e-6);
    }
}
