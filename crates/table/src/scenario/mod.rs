//! Scenarios: a position written by hand, steps, and what is expected. See `docs/scenarios.md`.

mod expect;
mod labels;
mod run;
mod twin;

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use crate::game::Game;
use crate::play::Match;
use crate::position::seat_name;
use crate::refusal::Refusal;
use crate::seat::{Observer, Seat};
use crate::text::{Name, say, with_names};

/// A scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The game's id.
    pub game: String,
    /// What it shows, in a sentence.
    #[serde(default)]
    pub about: String,
    /// The rules it tests, by number.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Fills what the position leaves open.
    #[serde(default = "one")]
    pub seed: u64,
    /// Tries seeds from this one on until everything holds: whatever must be drawn is named by what is expected.
    #[serde(default, rename = "any-seed")]
    pub any_seed: bool,
    /// The host's choices: at least the number of players.
    pub options: Value,
    /// The position; nothing for a fresh deal.
    #[serde(default)]
    pub position: Option<Value>,
    /// The set-up must be refused, for a reason that contains this.
    #[serde(default)]
    pub refused: Option<String>,
    /// Another position that somebody must not be able to tell from this one.
    #[serde(default)]
    pub twin: Option<Twin>,
    /// What must hold before the first step.
    #[serde(default)]
    pub expect: Expect,
    /// What happens.
    #[serde(default)]
    pub step: Vec<Step>,
}

fn one() -> u64 {
    1
}

/// A position that looks the same to an observer: the same steps are taken in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Twin {
    /// Who must not see a difference.
    pub observer: Observer,
    /// The other position, whole.
    pub position: Value,
    /// After how many steps the comparison ends; else after the last.
    #[serde(default)]
    pub steps: Option<usize>,
}

/// One step of a scenario: one of `action`, `undo` and `all`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Who acts: a seat, or the spectator, who is always refused.
    #[serde(default)]
    pub seat: Option<Observer>,
    /// Several who do the same, one after the other.
    #[serde(default)]
    pub seats: Vec<Seat>,
    /// An option in words, or an action in its JSON form.
    #[serde(default)]
    pub action: Option<Value>,
    /// Takes the last action back.
    #[serde(default)]
    pub undo: bool,
    /// Everybody who is waited on does this, as do those who are asked only after the others; nobody twice.
    #[serde(default)]
    pub all: Option<Value>,
    /// It must be refused, for a reason that contains this.
    #[serde(default)]
    pub refused: Option<String>,
    /// What must hold afterwards.
    #[serde(default)]
    pub expect: Expect,
}

/// What must hold at a moment.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Exactly these seats are waited on.
    pub waiting: Option<Vec<Seat>>,
    /// Options that seats have, in words or in their JSON form.
    #[serde(default)]
    pub has: BTreeMap<String, Vec<Value>>,
    /// Options that seats do not have.
    #[serde(default)]
    pub lacks: BTreeMap<String, Vec<Value>>,
    /// Seats have exactly these options, in any order.
    #[serde(default)]
    pub options: BTreeMap<String, Vec<Value>>,
    /// What the prompt says to observers, or a part of it.
    #[serde(default)]
    pub prompt: BTreeMap<String, String>,
    /// What the details of options say, by label, or a part of it.
    #[serde(default)]
    pub details: BTreeMap<String, BTreeMap<String, String>>,
    /// Lines told to observers in this step, in this order, or parts of them. An empty list: nothing was told.
    #[serde(default)]
    pub log: BTreeMap<String, Vec<String>>,
    /// What observers see: a JSON pointer into the observation, and the value there; `{ null = true }` stands for null.
    #[serde(default)]
    pub sees: BTreeMap<String, BTreeMap<String, Value>>,
    /// What observers do not see: JSON pointers to where there is nothing, or null.
    #[serde(default)]
    pub hides: BTreeMap<String, Vec<String>>,
    /// The scores at the end.
    pub scores: Option<Vec<i32>>,
    /// The winners at the end.
    pub winners: Option<Vec<Seat>>,
    /// The way it ended.
    pub ending: Option<String>,
    /// Is it over?
    pub over: Option<bool>,
}

/// A scenario that passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// How many steps were taken.
    pub steps: usize,
    /// How many expectations were checked, refusals included.
    pub checks: usize,
}

/// A scenario that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The step, counted from 1; 0 is the set-up.
    pub step: usize,
    /// The first difference.
    pub difference: String,
    /// The table at that moment with all cards open, if it could be set up.
    pub table: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            0 => write!(f, "set-up: {}", self.difference)?,
            step => write!(f, "step {step}: {}", self.difference)?,
        }
        if !self.table.is_empty() {
            write!(f, "\n\n{}", self.table)?;
        }
        Ok(())
    }
}

impl Scenario {
    /// Reads a scenario file, with a clear refusal of anything else.
    pub fn parse(text: &str) -> Result<Scenario, Refusal> {
        crate::file::read(text).map_err(|error: toml::de::Error| {
            Refusal::malformed(say!(
                "This scenario cannot be read: {why}",
                why = Name(error.to_string().trim_end())
            ))
        })
    }
}

/// Reads who looks at the table: a seat that it has, the spectator, or all.
fn observer<G: Game>(game: &Match<G>, name: &str) -> Result<Observer, String> {
    let observer: Observer = name.parse()?;
    let players = crate::Options::players(game.options());
    match observer.seat().filter(|seat| seat.index() >= players) {
        Some(seat) => Err(format!("there is no seat {} at a table of {players}", seat.number())),
        None => Ok(observer),
    }
}

fn named(text: &str) -> String {
    with_names(text, seat_name)
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}
