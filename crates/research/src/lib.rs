//! Games as research programs drive them.
//!
//! - [`Env`]: one match, asked one seat at a time.
//! - [`Batch`]: thousands of games at once, without a log, writing arrays into memory that is lent to it.
//! - [`World`]: a game tree in which every lot is drawn in view, for solvers.
//! - [`Census`]: a small tree counted and valued to its last leaf.
//!
//! All of them ask in the same [order](table::referee), and pay the same [`rewards`].

mod batch;
mod census;
mod env;
mod games;
mod log;
mod pass;
mod reward;
mod script;
mod world;

pub use batch::{AnyBatch, Batch, Rows, Snapshot};
pub use census::Census;
pub use env::{AnyEnv, Env};
pub use games::{AnyResearch, ResearchGame, Seedling, find, research_games, seat_names};
pub use pass::pass_code;
pub use reward::rewards;
pub use script::Script;
pub use world::{AnyWorld, Node, World};
