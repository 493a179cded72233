//! Which bot plays at which level.

use table::chance::quick;
use table::instinct::Instinct;

use crate::bot::Bot;
use crate::catch_panic::CatchPanic;
use crate::level::Level;
use crate::policy_bot::{PolicyBot, Random};
use crate::reflex::Reflex;
use crate::script::Part;
use crate::search::{Search, Settings};
use crate::voice::Manners;

/// A bot of a level. If it panics, its policy takes over and it says so.
pub fn bot<G: Instinct>(level: Level, seed: u64) -> Box<dyn Bot<G>> {
    talking(level, Part::default(), seed)
}

/// A bot of a level that takes this part in talk.
pub(crate) fn talking<G: Instinct>(level: Level, part: Part, seed: u64) -> Box<dyn Bot<G>> {
    let manners = match level {
        _ if part.mute => Manners::Silent,
        Level::Random => Manners::Silent,
        Level::Easy | Level::Normal => Manners::Plain,
        Level::Greedy | Level::Net | Level::Search | Level::Deep | Level::Hard => Manners::Cunning,
    };
    let settings = Settings { manners, ears: !part.deaf, ..Settings::of::<G>() };
    let deep = Settings { manners, ears: !part.deaf, ..Settings::deep::<G>() };
    let inner: Box<dyn Bot<G>> = match level {
        Level::Random => Box::new(Random(quick(seed))),
        Level::Easy => Box::new(PolicyBot::<G>::talking(seed, false, !part.deaf, manners)),
        Level::Greedy => Box::new(PolicyBot::<G>::talking(seed, true, !part.deaf, manners)),
        Level::Net => Box::new(Reflex::<G>::new(seed, G::NETWORKS, manners, deep)),
        Level::Normal => Box::new(Search::<G>::new(seed, Settings { variety: 0.5, ..settings })),
        Level::Search => Box::new(Search::<G>::new(seed, settings)),
        Level::Deep | Level::Hard => Box::new(Search::<G>::new(seed, deep)),
    };
    Box::new(CatchPanic::new(inner, seed))
}
