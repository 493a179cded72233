//! Games as research programs drive them.
//!
//! - [`Env`]: one match, asked one seat at a time.
//! - [`Batch`]: thousands of games at once, without a log, written to arrays of the caller.
//! - [`TreeState`]: a game tree with explicit chance nodes, for solvers.
//! - [`TreeStats`]: a small tree, counted and valued to its last leaf.
//!
//! All ask seats in the same [order](table::referee) and pay the same [`rewards`].

mod batch;
mod env;
mod games;
pub mod log;
mod pass;
mod reward;
mod scripted;
mod tree;
mod tree_stats;

pub use batch::{AnyBatch, Batch, Rows, Snapshot};
pub use env::{AnyEnv, Env};
pub use games::{AnyResearch, ResearchGame, TreeRoot, find, research_games, seat_names};
pub use pass::pass_code;
pub use reward::rewards;
pub use scripted::ScriptedChance;
pub use tree::{AnyTreeState, Node, TreeState};
pub use tree_stats::TreeStats;
