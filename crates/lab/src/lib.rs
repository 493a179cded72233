//! Statistics of many games, and the review of one. The command line and the Python package share it.
//!
//! - Is the game balanced? [`SelfPlay`] plays games between equal bots and counts them in [`SelfPlayStats`]; a [`Study`] of one run,
//!   or of two side by side, says what stands out and what is noise.
//! - Which bot is stronger? [`ArenaStats`] counts the games of an arena and makes an [`ArenaReport`].
//! - What do random games look like? [`SimulationStats`] makes a [`SimulationReport`].
//! - What happened in this game? [`Judgement`] and [`Review`].
//!
//! No clock, no threads, no files: those belong to the caller.

mod arena;
mod arena_report;
mod budget;
mod counts;
mod estimate;
mod findings;
mod judge;
mod merge;
mod page;
mod review;
mod self_play;
mod self_play_stats;
mod share;
mod simulation;
mod study;
mod talk;

pub use arena::{ArenaClock, ArenaGame, ArenaStats, SaidInGame, TimedDecision};
pub use arena_report::{ArenaReport, BotReport, Turned};
pub use budget::DecisionBudget;
pub use counts::{Counts, Summary};
pub use estimate::Estimate;
pub use findings::{Difference, Finding};
pub use judge::{Advice, Balance, Judgement, Moment, Progress, ReviewSettings, TurningPoint};
pub use review::{Review, SeatAccount, named, percent};
pub use self_play::{AnyLab, AnySelfPlay, SelfPlay};
pub use self_play_stats::{PlayedGames, SelfPlayStats};
pub use share::{Share, wilson};
pub use simulation::{SimulationReport, SimulationStats};
pub use study::{Run, RunPlan, Study};
