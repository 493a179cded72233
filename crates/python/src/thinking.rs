//! How long bots that look ahead may think.

use std::time::{Duration, Instant};

use bots::Level;

/// The most a bot may spend on a decision.
#[derive(Clone, Copy)]
pub(crate) enum Thinking {
    Iterations(u32),
    Time(Duration),
}

impl Thinking {
    /// What was asked for, or what is usual for a bot of this level.
    pub(crate) fn new(iterations: Option<u32>, milliseconds: Option<u64>, level: Level) -> Thinking {
        match (iterations, milliseconds) {
            (Some(most), _) => Thinking::Iterations(most),
            (None, Some(most)) => Thinking::Time(Duration::from_millis(most)),
            (None, None) => Thinking::Time(level.budget()),
        }
    }

    pub(crate) fn iterations(self) -> u32 {
        match self {
            Thinking::Iterations(most) => most,
            Thinking::Time(_) => u32::MAX,
        }
    }

    /// Is the time up for a decision that began then?
    pub(crate) fn is_up(self, begin: Instant) -> bool {
        matches!(self, Thinking::Time(most) if begin.elapsed() >= most)
    }
}
