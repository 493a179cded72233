//! Chance with outcomes chosen beforehand, which makes chance nodes of a game's random draws.

use table::Chance;
use table::chance::{Quick, quick};

/// A list of chance outcomes. At the first draw beyond the list it notes how many outcomes that draw has; from then on its results
/// are meaningless, and the caller discards them.
pub struct ScriptedChance<'a> {
    outcomes: &'a [u32],
    drawn: usize,
    missing: Option<u32>,
    beyond: Quick,
}

impl<'a> ScriptedChance<'a> {
    /// Chance with these outcomes.
    pub fn new(outcomes: &'a [u32]) -> ScriptedChance<'a> {
        ScriptedChance { outcomes, drawn: 0, missing: None, beyond: quick(0) }
    }

    /// The number of outcomes of the first draw beyond the list; nothing if the list was long enough.
    pub fn missing(&self) -> Option<u32> {
        self.missing
    }
}

impl Chance for ScriptedChance<'_> {
    /// No game draws raw bits when it deals or acts: `every_random_tree_reaches_an_end` checks that. Samples do, but they are not
    /// scripted.
    fn bits(&mut self) -> u32 {
        self.below(u32::MAX)
    }

    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        if let Some(&outcome) = self.outcomes.get(self.drawn) {
            self.drawn += 1;
            return outcome.min(n - 1);
        }
        self.missing.get_or_insert(n);
        self.beyond.below(n)
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}
