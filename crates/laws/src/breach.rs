//! A broken law, and how to reproduce it.

use std::fmt;

use serde_json::Value;
use table::Record;

use crate::law::Law;

/// A broken law.
#[derive(Clone, Debug)]
pub struct Breach {
    /// Which law.
    pub law: Law,
    /// The game's id.
    pub game: &'static str,
    /// The table's options.
    pub options: Value,
    /// The seed of the walk.
    pub seed: u64,
    /// After how many actions.
    pub step: usize,
    /// What is wrong.
    pub what: String,
    /// The game up to there.
    pub record: Option<Record>,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "law {} ({}) is broken after action {}: {}\nreproduce: cargo xtask soak --game {} --law {} --seed {} --options '{}'",
            self.law.number(),
            self.law,
            self.step,
            self.what,
            self.game,
            self.law.number(),
            self.seed,
            self.options,
        )
    }
}
