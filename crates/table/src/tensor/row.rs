//! The pen that writes into memory, and leaves what has not changed.

use super::Pen;
use super::cells::{SPREAD, fill_word, put_word};
use super::trace::{Blank, Mark, Trace};

/// Writes into memory.
pub(super) struct Row<'a>(pub(super) &'a mut [i8]);

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

    /// Eight cells at once if possible, without a branch on whether there is a place.
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

#[cfg(test)]
mod tests {
    use super::*;

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
            let mut fresh = [9; 61];
            write(moment, &mut traces, &mut row);
            write(moment, &mut Traces::default(), &mut fresh);
            assert_eq!(row, fresh, "at {moment}");
        }
    }
}
