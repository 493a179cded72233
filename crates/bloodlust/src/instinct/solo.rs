//! A vampire alone with the deck: what the night still promises, when to go home, how likely it is to gain a given amount.
//!
//! Computed once by dynamic programming, for decks with more and with less daylight in them. Cards are drawn with replacement.

use std::sync::LazyLock;

use super::deck::{Deck, Kind};
use crate::pieces::{Class, tables};

/// More Bloodline than this makes no difference.
const MOST: usize = 48;
/// A deck's shade is its share of daylight cards, in steps of one in `SHADES`.
const SHADES: usize = 24;
/// The brightest shade; the darkest is 0.
const BRIGHTEST: usize = 12;
/// Sweeps of value iteration: nights are shorter than this.
const SWEEPS: usize = 40;

/// What a lonely hunter can expect.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Outlook {
    /// The mean of what it brings home.
    pub(super) worth: f32,
    /// How much better it is to stay for the next card than to leave; below zero if it is worse.
    pub(super) pull: f32,
    /// The variance of what it brings home.
    pub(super) spread: f32,
    /// The mean of the square of what it brings home.
    square: f32,
    /// The chance to gain exactly what it wants or more, if nothing less will do.
    pub(super) reach: f32,
}

impl Outlook {
    /// How likely it is that the hunt goes on for a while.
    pub(super) fn later(&self) -> f32 {
        let pull = self.pull.max(0.0);
        pull / (pull + 0.3)
    }
}

/// Outlooks by shade of the deck, daylight marker and Bloodline.
pub(super) struct Solo {
    outlooks: Vec<Outlook>,
    dawn: usize,
}

static SOLO: LazyLock<Solo> = LazyLock::new(Solo::compute);

pub(super) fn solo() -> &'static Solo {
    &SOLO
}

/// The shade of a deck with `daylight` daylight cards among `left`.
pub(super) fn shade(daylight: usize, left: usize) -> usize {
    ((daylight * SHADES + left / 2) / left.max(1)).min(BRIGHTEST)
}

/// A card that may come next.
pub(super) struct NextCard {
    pub(super) chance: f32,
    pub(super) gain: i16,
    pub(super) daylight: i16,
}

impl Solo {
    /// The outlook with this much Bloodline (or, for [`Outlook::reach`], wanting this much).
    #[inline]
    pub(super) fn outlook(&self, shade: usize, daylight: i16, bloodline: i16) -> &Outlook {
        let daylight = (daylight.max(0) as usize).min(self.dawn - 1);
        let bloodline = (bloodline.max(0) as usize).min(MOST - 1);
        &self.outlooks[(shade * self.dawn + daylight) * MOST + bloodline]
    }

    fn compute() -> Solo {
        let dawn = usize::from(tables().dawn);
        let mut outlooks = Vec::new();
        for shade in 0..=BRIGHTEST {
            outlooks.extend(Night::new(shade, dawn).solve());
        }
        Solo { outlooks, dawn }
    }
}

/// One shade of deck.
struct Night {
    next_cards: Vec<NextCard>,
    dawn: usize,
    outlooks: Vec<Outlook>,
}

impl Night {
    fn new(shade: usize, dawn: usize) -> Night {
        let outlooks = (0..dawn * MOST)
            .map(|at| {
                let bloodline = (at % MOST) as f32;
                let reach = if at % MOST == 0 { 1.0 } else { 0.0 };
                Outlook { worth: bloodline, square: bloodline * bloodline, reach, ..Outlook::default() }
            })
            .collect();
        Night { next_cards: next_cards(shade), dawn, outlooks }
    }

    fn solve(mut self) -> Vec<Outlook> {
        for _ in 0..SWEEPS {
            for daylight in (0..self.dawn).rev() {
                for bloodline in (0..MOST).rev() {
                    self.outlooks[daylight * MOST + bloodline] = self.look(daylight, bloodline);
                }
            }
        }
        self.outlooks
    }

    fn look(&self, daylight: usize, bloodline: usize) -> Outlook {
        let (mut worth, mut square, mut reach) = (0.0, 0.0, 0.0);
        for card in &self.next_cards {
            let then = (daylight as i16 + card.daylight).max(0) as usize;
            if then >= self.dawn {
                continue; // Dawn: everything is lost.
            }
            let place = |bloodline: i16| then * MOST + (bloodline.max(0) as usize).min(MOST - 1);
            let rich = &self.outlooks[place(bloodline as i16 + card.gain)];
            worth += card.chance * rich.worth;
            square += card.chance * rich.square;
            reach += card.chance * self.outlooks[place(bloodline as i16 - card.gain)].reach;
        }
        let home = bloodline as f32;
        let pull = worth - home;
        if pull <= 0.0 || bloodline == MOST - 1 {
            (worth, square) = (home, home * home);
        }
        match bloodline {
            0 => reach = 1.0,
            _ if bloodline == MOST - 1 => reach = 0.0,
            _ => {}
        }
        Outlook { worth, pull, spread: (square - worth * worth).max(0.0), square, reach }
    }
}

/// The shade of the whole deck.
pub(super) fn usual_shade() -> usize {
    let deck = &tables().deck;
    shade(deck.iter().filter(|&&card| tables().face(card).class == Class::Daylight).count(), deck.len())
}

/// The whole deck, reweighted so that its share of daylight has this shade.
pub(super) fn next_cards(shade: usize) -> Vec<NextCard> {
    let deck = Deck::with(&tables().deck);
    let usual = deck.expect(|kind| if kind.class == Class::Daylight { 1.0 } else { 0.0 });
    let share = shade as f32 / SHADES as f32;
    let mut next_cards = Vec::new();
    deck.each(|kind, chance| {
        let chance = match kind.class {
            Class::Daylight => chance * share / usual,
            _ => chance * (1.0 - share) / (1.0 - usual),
        };
        let (gain, other) = gains(kind);
        for gain in [gain, other] {
            next_cards.push(NextCard { chance: chance / 2.0, gain, daylight: steps(kind) });
        }
    });
    next_cards
}

/// How far a card moves the marker.
fn steps(kind: &Kind) -> i16 {
    if kind.class == Class::Night { -kind.daylight } else { kind.daylight }
}

/// What a card brings, as two equally likely amounts. An Invitation and an event are worth something, too.
fn gains(kind: &Kind) -> (i16, i16) {
    match kind.class {
        Class::Bloodlust | Class::Daylight => (kind.bloodline, kind.bloodline),
        Class::SlayerBloodline => (-kind.bloodline, -kind.bloodline),
        Class::SlayerChoice => (-kind.bloodline, 0),
        Class::Invitation => (1, 1),
        Class::Event => (1, 0),
        Class::SlayerHealth | Class::Night => (0, 0),
    }
}
