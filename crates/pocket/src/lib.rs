//! A house in a browser.
//!
//! The page's workers load this crate as WebAssembly. One of them [hosts](Pocket) the tables, another [thinks](Pocket) for the bots;
//! both run the same module. Everything goes through one function that takes a request as JSON and gives an answer as JSON. Nothing
//! here does IO: what is to be written is handed to the worker, which says when it is written. A worker can be thrown away at any
//! time; a new one folds the logs.

mod ask;
mod boundary;
mod live;
mod pocket;
mod same;
mod thinker;

pub use ask::Ask;
pub use pocket::Pocket;
