//! Chance that is written down beforehand, so that every lot can be drawn in view.

use table::Chance;
use table::chance::{Quick, quick};

/// A list of lots. When it is used up it notes how many ways the next lot could fall; what happens from there on is of no
/// meaning, and whoever holds the script throws it away.
pub struct Script<'a> {
    lots: &'a [u32],
    drawn: usize,
    asked: Option<u32>,
    beyond: Quick,
}

impl<'a> Script<'a> {
    /// Chance that falls as written.
    pub fn new(lots: &'a [u32]) -> Script<'a> {
        Script { lots, drawn: 0, asked: None, beyond: quick(0) }
    }

    /// How many ways the first lot beyond the list could fall; nothing if the list was enough.
    pub fn asked(&self) -> Option<u32> {
        self.asked
    }
}

impl Chance for Script<'_> {
    /// No game draws bare bits when it deals or acts (`every_lot_is_counted` sees to that); samples do, and are not scripted.
    fn bits(&mut self) -> u32 {
        self.below(u32::MAX)
    }

    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        if let Some(&lot) = self.lots.get(self.drawn) {
            self.drawn += 1;
            return lot.min(n - 1);
        }
        self.asked.get_or_insert(n);
        self.beyond.below(n)
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}
