//! What is left in the deck. That is public, except for events: all other cards lie face up once they are drawn.

use std::sync::LazyLock;

use crate::pieces::{Class, tables};
use crate::state::State;

/// What a card does, apart from its sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) class: Class,
    pub(super) bloodline: i16,
    pub(super) health: i16,
    pub(super) daylight: i16,
}

/// All kinds of card.
pub(super) struct Kinds {
    kinds: Vec<Kind>,
    /// The kind of every face.
    of: Vec<u8>,
}

static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let mut all = Kinds { kinds: Vec::new(), of: Vec::new() };
    for face in &tables().faces {
        let kind = Kind {
            class: face.class,
            bloodline: face.bloodline.into(),
            health: face.health.into(),
            daylight: face.daylight.into(),
        };
        let known = all.kinds.iter().position(|other| *other == kind);
        all.of.push(known.unwrap_or(all.kinds.len()) as u8);
        if known.is_none() {
            all.kinds.push(kind);
        }
    }
    assert!(all.kinds.len() <= MOST, "too many kinds of card");
    all
});

/// The most kinds of card.
const MOST: usize = 24;

/// The kinds of card in the box.
pub(super) fn kinds() -> &'static Kinds {
    &KINDS
}

impl Kinds {
    /// The number of a card's kind.
    pub(super) fn place(&self, card: u8) -> u8 {
        self.of[card as usize]
    }

    /// The kind of a card.
    pub(super) fn of(&self, card: u8) -> &Kind {
        &self.kinds[usize::from(self.of[card as usize])]
    }
}

/// How many cards of each kind are left.
pub(super) struct Deck {
    counts: [u8; MOST],
    left: u8,
}

impl Deck {
    pub(super) fn of(state: &State) -> Deck {
        Deck::with(&state.cards[..state.left.into()])
    }

    /// A deck of these cards.
    pub(super) fn with(cards: &[u8]) -> Deck {
        let kinds = kinds();
        let mut counts = [0; MOST];
        for &card in cards {
            counts[usize::from(kinds.of[card as usize])] += 1;
        }
        Deck { counts, left: cards.len() as u8 }
    }

    /// The mean of a value over all cards that may come next.
    pub(super) fn expect(&self, mut value: impl FnMut(&Kind) -> f32) -> f32 {
        let mut mean = 0.0;
        self.each(|kind, chance| mean += chance * value(kind));
        mean
    }

    /// Visits every kind of card that may come next, with its chance.
    pub(super) fn each(&self, mut visit: impl FnMut(&Kind, f32)) {
        let one = 1.0 / f32::from(self.left.max(1));
        for (kind, &count) in kinds().kinds.iter().zip(&self.counts) {
            if count > 0 {
                visit(kind, f32::from(count) * one);
            }
        }
    }
}
