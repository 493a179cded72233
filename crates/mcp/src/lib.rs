//! A seat for language models.
//!
//! A model reaches a house by the Model Context Protocol (MCP) and gets what any client gets, as text. Every tool is a request or two
//! to the [API of a house](Api) under the account of one token, so secrecy, limits and idempotence are the house's. `tools` and
//! `resources` are plain functions; `server` is the only file that knows the protocol's library.

mod catalogue;
mod look;
mod notes;
mod resources;
mod server;
mod tools;

use std::pin::Pin;

use serde_json::Value;
use wire::Problem;

pub use catalogue::{INSTRUCTIONS, prompts, tools as tool_list};
pub use resources::{prompt, read};
pub use server::{HttpService, http, stdio};
pub use tools::Told;

/// How long a tool waits for the seat to be asked, in seconds. Some clients give up after thirty.
pub const PATIENCE: u64 = 25;

/// The answer of a house: JSON, or a text where it sends one.
pub type Answered<'a> = Pin<Box<dyn Future<Output = Result<Value, Problem>> + Send + 'a>>;

/// A house, as one account sees it.
pub trait Api: Send + Sync {
    /// Sends a request of `openapi.json`.
    fn ask(&self, method: &'static str, path: String, body: Option<Value>) -> Answered<'_>;
}

/// An id or the like in a path that a model has written: it must not lead elsewhere.
fn checked<'a>(what: &str, name: &'a str) -> Result<&'a str, String> {
    let fine = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    match !name.is_empty() && name.len() <= 80 && name.chars().all(fine) {
        true => Ok(name),
        false => Err(format!("This cannot be the id of a {what}.")),
    }
}
