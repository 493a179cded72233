//! The pen that measures.

use super::trace::{Blank, Trace};
use super::{Part, Pen};

/// Measures instead of writing.
#[derive(Default)]
pub(super) struct Ruler {
    pub(super) parts: Vec<Part>,
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
