//! The observation tensor: what a seat may know as an array of small numbers, for learning programs.
//!
//! A game names the parts of the array and fills them in one go ([`Tensor::write`]); the same code gives the layout ([`layout`])
//! and writes the numbers ([`write()`]), so the two cannot drift apart.
//!
//! Learning programs ask for an array at every step, and most of a table does not change in a step. So a row can be updated instead
//! ([`update`]): sections that were last written from the same values are left as they are.

mod cells;
mod row;
mod ruler;
mod trace;

use crate::chance::quick;
use crate::game::Game;
use crate::seat::Seat;
pub use cells::{cell, fill, fill_bits, fill_chosen, fill_wide};
use row::Row;
use ruler::Ruler;
pub use trace::{Blank, Figure, Mark, Trace};

/// A game whose observations have an array form.
///
/// It is written from the state and not from an [`Observation`](Game::Observation), because millions of arrays are made each
/// second and an observation has to be built first. So it is an allow-list of its own, under the same law as instinct: in all
/// worlds the seat cannot tell apart the array is the same. And what the seat can tell apart while it decides, the array tells
/// apart too (`laws::assert_tensor`).
pub trait Tensor: Game {
    /// What the sections of a row were last written from; by default, nothing.
    type Traces: Default + Send + Sync;

    /// Writes what this seat may know: the same parts in the same order at every moment of a game. Parts stand in a
    /// [block](Pen::block), or in one of the forms that are left as they are while nothing happens to what they tell, or are
    /// [numbers](Pen::numbers), which fill all their cells. Must not allocate.
    fn write<P: Pen>(state: &Self::State, seat: Seat, traces: &mut Self::Traces, pen: &mut P);
}

/// What writes an array.
pub trait Pen {
    /// The next part, of this name and length: zeros, to be filled.
    fn part(&mut self, name: &'static str, len: usize) -> &mut [i8];

    /// Parts that have this length together and depend on `now` alone. If they were last written from the same value, they may be left
    /// as they are.
    #[inline]
    fn section<T: Trace>(
        &mut self,
        last: &mut Option<T::Kept>,
        now: T,
        len: usize,
        parts: impl FnOnce(&mut Self),
    ) {
        let _ = (last, now, len);
        parts(self);
    }

    /// Parts that have this length together and are written at every moment. Where the length is a constant, so are all places
    /// in them.
    #[inline(always)]
    fn block(&mut self, len: usize, parts: impl FnOnce(&mut Self)) {
        let _ = len;
        parts(self);
    }

    /// The last parts, written at every moment.
    #[inline(always)]
    fn rest(&mut self, parts: impl FnOnce(&mut Self)) {
        parts(self);
    }

    /// Parts that have this length together and are all zeros unless there is something to `tell`, which is rare.
    #[inline(always)]
    fn seldom(&mut self, blank: &mut Blank, len: usize, tell: bool, parts: impl FnOnce(&mut Self)) {
        let _ = (blank, len, tell);
        parts(self);
    }

    /// A part with one of these masks after the other, each as long as this; those that are as they were last may be left as they
    /// are.
    #[inline(always)]
    fn lasting_masks<const N: usize>(
        &mut self,
        name: &'static str,
        len: usize,
        lasts: &mut Option<[u32; N]>,
        count: usize,
        now: impl Fn(usize) -> u32,
    ) {
        let _ = lasts;
        self.masks(name, len, (0..count).map(|at| now(at).into()));
    }

    /// A part with one piece after the other, each of this length. Each follows from its own `now` alone; where it was last
    /// written from the same, it may be left as it is.
    #[inline]
    fn pieces<T: Trace>(
        &mut self,
        name: &'static str,
        len: usize,
        lasts: &mut [Option<T::Kept>],
        now: impl Fn(usize) -> T,
        fill: impl Fn(usize, &mut [i8]),
    ) {
        let _ = now;
        for (index, cells) in self.part(name, len * lasts.len()).chunks_exact_mut(len).enumerate() {
            fill(index, cells);
        }
    }

    /// A part with a 1 in one place, if there is one, which may be moved from where it was.
    #[inline]
    fn marker(&mut self, name: &'static str, len: usize, last: &mut Option<Mark>, index: Option<usize>) {
        let _ = last;
        self.one_of(name, len, index);
    }

    /// A part with one number.
    #[inline]
    fn number(&mut self, name: &'static str, number: u8) {
        self.part(name, 1)[0] = cell(number);
    }

    /// A part with a number that may be large: the hundreds, and the rest.
    #[inline]
    fn wide(&mut self, name: &'static str, number: i32) {
        fill_wide(self.part(name, 2), number);
    }

    /// A part with a 1 in one place, if there is one.
    #[inline]
    fn one_of(&mut self, name: &'static str, len: usize, index: Option<usize>) {
        let part = self.part(name, len);
        if let Some(cell) = index.and_then(|index| part.get_mut(index)) {
            *cell = 1;
        }
    }

    /// A part with a 1 for each bit of a mask.
    #[inline]
    fn bits(&mut self, name: &'static str, len: usize, mask: u128) {
        fill_bits(self.part(name, len), mask);
    }

    /// A part with one of these masks after the other, each as long as this.
    #[inline]
    fn masks(&mut self, name: &'static str, len: usize, masks: impl ExactSizeIterator<Item = u64>) {
        let part = self.part(name, len * masks.len());
        for (cells, mask) in part.chunks_exact_mut(len).zip(masks) {
            fill_bits(cells, mask.into());
        }
    }

    /// A part with these numbers.
    #[inline]
    fn numbers(&mut self, name: &'static str, numbers: &[u8]) {
        fill(self.part(name, numbers.len()), numbers);
    }
}

/// A part of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Part {
    /// What it tells.
    pub name: &'static str,
    /// Where it begins.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

/// The parts of a game's arrays at a table, in order.
pub fn layout<G: Tensor>(options: &G::Options) -> Vec<Part> {
    let state = G::deal(options, &mut quick(0));
    layout_of::<G>(&state)
}

/// The parts of the array of a state, in order: the same for all states of a table.
pub fn layout_of<G: Tensor>(state: &G::State) -> Vec<Part> {
    let mut ruler = Ruler::default();
    G::write(state, Seat::new(0), &mut G::Traces::default(), &mut ruler);
    ruler.parts
}

/// Writes what a seat may know into a row as long as the [`layout`] says.
///
/// # Panics
/// If the row is too short.
#[inline]
pub fn write<G: Tensor>(state: &G::State, seat: Seat, row: &mut [i8]) {
    update::<G>(state, seat, &mut G::Traces::default(), row);
}

/// Writes what a seat may know into a row that the last call with the same traces has left, whatever game, seat or moment that call was
/// about.
///
/// # Panics
/// If the row is too short.
#[inline]
pub fn update<G: Tensor>(state: &G::State, seat: Seat, traces: &mut G::Traces, row: &mut [i8]) {
    G::write(state, seat, traces, &mut Row(row));
}

/// Calls a function with the number of players as its first constant, so that all lengths and places are known when it is compiled.
#[macro_export]
macro_rules! with_players {
    ($players:expr, [$($count:literal)+], $write:ident $arguments:tt) => {
        match $players {
            $($count => $write::<$count, _> $arguments,)+
            players => unreachable!("no table of this game has {players} seats"),
        }
    };
}
