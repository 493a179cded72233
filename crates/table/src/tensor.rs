//! What a seat may know as an array of small numbers, for programs that learn.
//!
//! A game names the parts of the array and fills them in one go ([`Tensor::write`]); the same code tells the layout ([`layout`])
//! and writes the numbers ([`write()`]), so the two cannot drift apart.
//!
//! Programs that learn ask for an array at every step, and most of a table does not change in a step. So a row can be kept up to
//! date instead ([`update`]): sections that were last written from the same things are left as they are.

use crate::chance::quick;
use crate::game::Game;
use crate::seat::{Seat, SeatSet};

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
    /// [block](Pen::block) or in one of the forms that are left as they are while nothing happens to what they tell. Must not
    /// allocate.
    fn write<P: Pen>(state: &Self::State, seat: Seat, traces: &mut Self::Traces, pen: &mut P);
}

/// What writes an array.
pub trait Pen {
    /// The next part, of this name and length: zeros, to be filled.
    fn part(&mut self, name: &'static str, len: usize) -> &mut [i8];

    /// Parts that have this length together and follow from `now` alone. Where they were last written from the same, they may be
    /// left as they are.
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

    /// Parts that have this length together and are all zeros unless there is something to `tell`, which is seldom.
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

/// Where a [marker](Pen::marker) stands, counted from 1; 0 if nowhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark(u8);

/// Are cells that are [seldom](Pen::seldom) told of all zeros, as they were left?
#[derive(Clone, Copy, Default)]
pub struct Blank(bool);

/// What a section is written from: numbers, or references to arrays of them, so that nothing is copied before it is known to be
/// new.
pub trait Trace {
    /// What is kept of it.
    type Kept;
    /// Is it what was kept?
    fn is(&self, kept: &Self::Kept) -> bool;
    /// What is to be kept.
    fn keep(self) -> Self::Kept;
}

/// A number, or something small, in an array that is a [`Trace`].
pub trait Figure: Copy + PartialEq {
    /// Are these the same? All are looked at: most often they are the same, and to stop at the first that is not takes longer.
    #[inline(always)]
    fn all_same<const N: usize>(one: &[Self; N], two: &[Self; N]) -> bool {
        one.iter().zip(two).fold(true, |same, (one, two)| same & (one == two))
    }
}

impl Figure for u8 {
    /// Eight at a time, the last ones twice: none is left to be looked at alone.
    #[inline(always)]
    fn all_same<const N: usize>(one: &[u8; N], two: &[u8; N]) -> bool {
        let (Some(one_end), Some(two_end)) = (one.last_chunk::<8>(), two.last_chunk::<8>()) else {
            return one.iter().zip(two).fold(0, |differs, (one, two)| differs | (one ^ two)) == 0;
        };
        let differ = |one: &[u8; 8], two: &[u8; 8]| u64::from_ne_bytes(*one) ^ u64::from_ne_bytes(*two);
        let eights = one.as_chunks().0.iter().zip(two.as_chunks().0);
        eights.fold(differ(one_end, two_end), |differs, (one, two)| differs | differ(one, two)) == 0
    }
}

macro_rules! numbers_are_figures {
    ($($number:ty)*) => {$(
        impl Figure for $number {
            #[inline(always)]
            fn all_same<const N: usize>(one: &[Self; N], two: &[Self; N]) -> bool {
                one.iter().zip(two).fold(0, |differs, (one, two)| differs | (one ^ two)) == 0
            }
        }
    )*};
}

numbers_are_figures!(u16 u32 u128);

macro_rules! numbers_are_traces {
    ($($number:ty)*) => {$(
        impl Trace for $number {
            type Kept = Self;

            #[inline(always)]
            fn is(&self, kept: &Self) -> bool {
                self == kept
            }

            #[inline(always)]
            fn keep(self) -> Self {
                self
            }
        }
    )*};
}

numbers_are_traces!(u8 u16 u32 u128);

impl<const N: usize> Figure for [u8; N] {}
impl Figure for SeatSet {}
impl Figure for Option<Seat> {}

impl<T: Figure, const N: usize> Trace for [T; N] {
    type Kept = [T; N];

    #[inline(always)]
    fn is(&self, kept: &[T; N]) -> bool {
        T::all_same(self, kept)
    }

    #[inline(always)]
    fn keep(self) -> [T; N] {
        self
    }
}

impl<T: Figure, const N: usize> Trace for &[T; N] {
    type Kept = [T; N];

    #[inline(always)]
    fn is(&self, kept: &[T; N]) -> bool {
        T::all_same(self, kept)
    }

    #[inline(always)]
    fn keep(self) -> [T; N] {
        *self
    }
}

macro_rules! tuples_are_traces {
    ($(($($name:ident $index:tt)+))*) => {$(
        impl<$($name: Trace),+> Trace for ($($name,)+) {
            type Kept = ($($name::Kept,)+);

            #[inline(always)]
            fn is(&self, kept: &Self::Kept) -> bool {
                $(self.$index.is(&kept.$index))&+
            }

            #[inline(always)]
            fn keep(self) -> Self::Kept {
                ($(self.$index.keep(),)+)
            }
        }
    )*};
}

tuples_are_traces!((A 0 B 1)(A 0 B 1 C 2)(A 0 B 1 C 2 D 3));

/// A number as a cell holds it: at most 127.
#[inline]
pub const fn cell(number: u8) -> i8 {
    if number > i8::MAX as u8 { i8::MAX } else { number as i8 }
}

/// Puts numbers into cells.
#[inline]
pub fn fill(cells: &mut [i8], numbers: &[u8]) {
    for (to, &from) in cells.iter_mut().zip(numbers) {
        *to = cell(from);
    }
}

/// Puts a number that may be large into two cells: the hundreds, and the rest.
#[inline]
pub fn fill_wide(cells: &mut [i8], number: i32) {
    cells[0] = (number / 100).clamp(-127, 127) as i8;
    cells[1] = (number % 100) as i8;
}

/// Puts a 1 into the cell of each bit of a mask.
#[inline]
pub fn fill_bits(cells: &mut [i8], mask: u128) {
    if cells.len() <= 64 { fill_word(cells, mask as u64) } else { fill_long(cells, mask) }
}

#[inline]
fn fill_long(cells: &mut [i8], mask: u128) {
    let (low, high) = cells.split_at_mut(64);
    fill_word(low, mask as u64);
    fill_word(high, (mask >> 64) as u64);
}

/// Eight cells at a time.
#[inline]
fn fill_word(cells: &mut [i8], mask: u64) {
    if mask == 0 {
        return;
    }
    put_word(cells, mask);
}

/// Eight cells at a time, zeros too.
#[inline(always)]
fn put_word(cells: &mut [i8], mut mask: u64) {
    let mut eights = cells.chunks_exact_mut(8);
    for eight in &mut eights {
        eight.copy_from_slice(&SPREAD[(mask & 0xff) as usize]);
        mask >>= 8;
    }
    let rest = eights.into_remainder();
    rest.copy_from_slice(&SPREAD[(mask & 0xff) as usize][..rest.len()]);
}

/// The eight cells of each byte of a mask.
static SPREAD: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as i8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

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

/// Writes what a seat may know into a row that is as it was left by the last call with the same traces; whichever game, seat and
/// moment that was about.
///
/// # Panics
/// If the row is too short.
#[inline]
pub fn update<G: Tensor>(state: &G::State, seat: Seat, traces: &mut G::Traces, row: &mut [i8]) {
    G::write(state, seat, traces, &mut Row(row));
}

/// Writes into memory.
struct Row<'a>(&'a mut [i8]);

impl Pen for Row<'_> {
    #[inline(always)]
    fn part(&mut self, _: &'static str, len: usize) -> &mut [i8] {
        let (part, rest) = std::mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        part
    }

    #[inline(always)]
    fn section<T: Trace>(
        &mut self,
        last: &mut Option<T::Kept>,
        now: T,
        len: usize,
        parts: impl FnOnce(&mut Self),
    ) {
        let (section, rest) = std::mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        if !last.as_ref().is_some_and(|last| now.is(last)) {
            section.fill(0);
            let mut pen = Row(section);
            parts(&mut pen);
            debug_assert!(pen.0.is_empty(), "a section of {len} has {} left", pen.0.len());
            *last = Some(now.keep());
        }
    }

    #[inline(always)]
    fn block(&mut self, len: usize, parts: impl FnOnce(&mut Self)) {
        let (block, rest) = std::mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        block.fill(0);
        let mut pen = Row(block);
        parts(&mut pen);
        debug_assert!(pen.0.is_empty(), "a block of {len} has {} left", pen.0.len());
    }

    #[inline(always)]
    fn rest(&mut self, parts: impl FnOnce(&mut Self)) {
        self.0.fill(0);
        parts(self);
    }

    #[inline(always)]
    fn seldom(&mut self, blank: &mut Blank, len: usize, tell: bool, parts: impl FnOnce(&mut Self)) {
        let (cells, rest) = std::mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        if !blank.0 {
            cells.fill(0);
        }
        if tell {
            let mut pen = Row(cells);
            parts(&mut pen);
            debug_assert!(pen.0.is_empty(), "{} of {len} cells are left", pen.0.len());
        }
        *blank = Blank(!tell);
    }

    #[inline(always)]
    fn lasting_masks<const N: usize>(
        &mut self,
        _: &'static str,
        len: usize,
        lasts: &mut Option<[u32; N]>,
        count: usize,
        now: impl Fn(usize) -> u32,
    ) {
        let part = self.part("", len * count);
        let mut differing = match lasts {
            None => u32::MAX >> (32 - count),
            Some(lasts) => (0..count).fold(0, |bits, at| bits | u32::from(lasts[at] != now(at)) << at),
        };
        let lasts = lasts.get_or_insert([0; N]);
        while differing != 0 {
            let at = differing.trailing_zeros() as usize;
            differing &= differing - 1;
            lasts[at] = now(at);
            put_word(&mut part[at * len..][..len], lasts[at].into());
        }
    }

    #[inline(always)]
    fn pieces<T: Trace>(
        &mut self,
        _: &'static str,
        len: usize,
        lasts: &mut [Option<T::Kept>],
        now: impl Fn(usize) -> T,
        fill: impl Fn(usize, &mut [i8]),
    ) {
        for (index, last) in lasts.iter_mut().enumerate() {
            self.section(last, now(index), len, |pen| fill(index, pen.part("", len)));
        }
    }

    #[inline(always)]
    fn marker(&mut self, _: &'static str, len: usize, last: &mut Option<Mark>, index: Option<usize>) {
        let part = self.part("", len);
        let place = index.filter(|&index| index < len).map_or(0, |index| index + 1);
        let now = Some(Mark(place as u8));
        // Where it stays, the row need not be fetched from memory.
        if *last != now {
            match last {
                None => part.fill(0),
                Some(Mark(before)) => part[usize::from(before.saturating_sub(1))] = 0,
            }
            part[place.saturating_sub(1)] = (place > 0).into();
            *last = now;
        }
    }

    /// Eight cells at once where it can be done: no need to guess if there is a place.
    #[inline(always)]
    fn one_of(&mut self, _: &'static str, len: usize, index: Option<usize>) {
        let row = std::mem::take(&mut self.0);
        let index = index.unwrap_or(usize::MAX);
        match row.first_chunk_mut::<8>() {
            Some(eight) if len <= 8 => {
                *eight = (u64::from(index < len) << (8 * (index % 8))).to_le_bytes().map(|cell| cell as i8);
            }
            _ => {
                if let Some(cell) = row[..len].get_mut(index) {
                    *cell = 1;
                }
            }
        }
        self.0 = &mut row[len..];
    }

    #[inline(always)]
    fn bits(&mut self, _: &'static str, len: usize, mask: u128) {
        if len <= 64 {
            return self.spread(len, mask as u64);
        }
        self.spread(64, mask as u64);
        self.spread(len - 64, (mask >> 64) as u64);
    }

    #[inline(always)]
    fn masks(&mut self, _: &'static str, len: usize, masks: impl ExactSizeIterator<Item = u64>) {
        masks.for_each(|mask| self.spread(len, mask));
    }
}

impl Row<'_> {
    /// Eight cells at a time, even beyond the end: what follows is not written yet and stays zero.
    #[inline(always)]
    fn spread(&mut self, len: usize, mask: u64) {
        let row = std::mem::take(&mut self.0);
        match row.first_chunk_mut::<8>() {
            Some(eight) if len <= 8 => *eight = SPREAD[(mask & ((1 << len) - 1)) as usize],
            _ => spread_long(row, len, mask),
        }
        self.0 = &mut row[len..];
    }
}

#[inline(always)]
fn spread_long(row: &mut [i8], len: usize, mask: u64) {
    let mut mask = mask & (u64::MAX >> (64 - len.clamp(1, 64)));
    match row.get_mut(..len.next_multiple_of(8)) {
        _ if mask == 0 => {}
        Some(cells) => cells.chunks_exact_mut(8).for_each(|eight| {
            eight.copy_from_slice(&SPREAD[(mask & 0xff) as usize]);
            mask >>= 8;
        }),
        None => fill_word(&mut row[..len], mask),
    }
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

/// Measures instead of writing.
#[derive(Default)]
struct Ruler {
    parts: Vec<Part>,
    scratch: Vec<i8>,
}

impl Ruler {
    fn length(&self) -> usize {
        self.parts.last().map_or(0, |part| part.start + part.len)
    }

    /// Measures parts, and whether they have the length they claim together.
    fn measure(&mut self, len: usize, parts: impl FnOnce(&mut Self)) {
        let start = self.length();
        parts(self);
        assert_eq!(self.length() - start, len, "the parts from {start} on have another length together");
    }
}

impl Pen for Ruler {
    fn part(&mut self, name: &'static str, len: usize) -> &mut [i8] {
        self.parts.push(Part { name, start: self.length(), len });
        self.scratch.clear();
        self.scratch.resize(len, 0);
        &mut self.scratch
    }

    fn section<T: Trace>(
        &mut self,
        _: &mut Option<T::Kept>,
        _: T,
        len: usize,
        parts: impl FnOnce(&mut Self),
    ) {
        self.measure(len, parts);
    }

    fn block(&mut self, len: usize, parts: impl FnOnce(&mut Self)) {
        self.measure(len, parts);
    }

    fn seldom(&mut self, _: &mut Blank, len: usize, _: bool, parts: impl FnOnce(&mut Self)) {
        self.measure(len, parts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_to_their_cells() {
        for len in [3, 8, 13, 64, 72, 83] {
            let mask = 0x0f12_3456_789a_bcde_f013_5799_2468_ace1_u128;
            let mut cells = vec![0; len];
            fill_bits(&mut cells, mask);
            let expected: Vec<i8> = (0..len).map(|bit| (mask >> bit & 1) as i8).collect();
            assert_eq!(cells, expected);
        }
    }

    #[test]
    fn masks_end_where_their_part_ends() {
        for len in [3, 8, 13, 64] {
            let mut row = vec![0; 2 * len + 80 + 5];
            let mut pen = Row(&mut row);
            pen.masks("", len, [u64::MAX, 1].into_iter());
            pen.bits("", 80, u128::MAX);
            pen.bits("", 5, 0b10010);
            let ones = |count, zeros| std::iter::repeat_n(1, count).chain(std::iter::repeat_n(0, zeros));
            let expected: Vec<i8> =
                ones(len, 0).chain(ones(1, len - 1)).chain(ones(80, 0)).chain([0, 1, 0, 0, 1]).collect();
            assert_eq!(row, expected);
        }
    }

    #[test]
    fn what_is_left_as_it_was_is_what_it_would_be() {
        #[derive(Default)]
        struct Traces {
            masks: Option<[u32; 3]>,
            mark: Option<Mark>,
            blank: Blank,
        }
        let write = |moment: u32, traces: &mut Traces, row: &mut [i8]| {
            let mut pen = Row(row);
            pen.lasting_masks("", 11, &mut traces.masks, 3, |at| ((moment >> at) * 37) & 0x7ff);
            let place = (!moment.is_multiple_of(3)).then_some(moment as usize / 4 % 12);
            pen.marker("", 10, &mut traces.mark, place);
            pen.seldom(&mut traces.blank, 5, moment % 4 == 3, |pen| pen.bits("", 5, moment.into()));
            pen.block(13, |pen| {
                pen.one_of("", 3, Some(moment as usize % 5));
                pen.one_of("", 10, place);
            });
            assert!(pen.0.is_empty());
        };
        let (mut traces, mut row) = (Traces::default(), [7; 61]);
        for moment in (0..200).map(|moment| moment * moment % 97) {
            let mut anew = [9; 61];
            write(moment, &mut traces, &mut row);
            write(moment, &mut Traces::default(), &mut anew);
            assert_eq!(row, anew, "at {moment}");
        }
    }

    #[test]
    fn a_trace_sees_every_number() {
        fn check<const N: usize>() {
            let now = [5u8; N];
            assert!(
                now.is(&now)
                    && (&now, 3u16).is(&(now, 3))
                    && (now, 3u16).is(&(now, 3))
                    && !(now, 3u16).is(&(now, 4))
            );
            for at in 0..N {
                let mut kept = now;
                kept[at] = 6;
                assert!(!now.is(&kept), "{at} of {N}");
            }
        }
        check::<1>();
        check::<8>();
        check::<13>();
        check::<60>();
    }

    #[test]
    fn large_numbers_take_two_cells() {
        let mut cells = [0; 2];
        fill_wide(&mut cells, 345);
        assert_eq!(cells, [3, 45]);
        fill_wide(&mut cells, -120);
        assert_eq!(cells, [-1, -20]);
        assert_eq!((cell(12), cell(200)), (12, 127));
    }
}
