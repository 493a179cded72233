//! Games as research programs drive them.
//!
//! - [`Desk`]: one match, asked one seat at a time.
//! - [`Crowd`]: thousands of games at once, without a log, writing arrays into memory that is lent to it.
//! - [`World`]: a game tree in which every lot is drawn in view, for solvers.
//! - [`Census`]: a small tree counted and valued to its last leaf.
//!
//! All of them ask in the same [order](Order), and pay the same [`rewards`].

mod census;
mod crowd;
mod desk;
mod games;
mod log;
mod order;
mod reward;
mod script;
mod world;

pub use census::Census;
pub use crowd::{AnyCrowd, Crowd, Rows, Snapshot};
pub use desk::{AnyDesk, Desk};
pub use games::{AnyDrill, Seedling, Trainer, find, seat_names, trainers};
pub use order::{Order, Turn, pass_code};
pub use reward::rewards;
pub use script::Script;
pub use world::{AnyWorld, Node, World};
