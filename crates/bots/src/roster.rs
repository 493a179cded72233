//! Which bot plays at which level.

use table::chance::quick;
use table::instinct::Instinct;

use crate::bot::Bot;
use crate::catch_panic::CatchPanic;
use crate::level::Level;
use crate::policy_bot::{PolicyBot, Random};
use crate::search::{Search, Settings};

/// A bot of a level. One that panics goes on by its policy and says so.
pub fn bot<G: Instinct>(level: Level, seed: u64) -> Box<dyn Bot<G>> {
    let inner: Box<dyn Bot<G>> = match level {
        Level::Random => Box::new(Random(quick(seed))),
        Level::Easy => Box::new(PolicyBot::<G>::new(seed, false)),
        Level::Greedy => Box::new(PolicyBot::<G>::new(seed, true)),
        Level::Normal => Box::new(Search::<G>::new(seed, Settings { variety: 0.5, ..Settings::of::<G>() })),
        Level::Search => Box::new(Search::<G>::new(seed, Settings::of::<G>())),
        Level::Deep | Level::Hard => Box::new(Search::<G>::new(seed, Settings::deep::<G>())),
    };
    Box::new(CatchPanic::new(inner, seed))
}
