//! What answers a prompt: a program, a stored run, or a stand-in that needs neither.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::Chance;
use table::chance::{Quick, quick};

use crate::outside::{Answer, Process};

/// What a model wrote, and what it cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reply {
    pub(crate) text: String,
    pub(crate) tokens_in: u64,
    pub(crate) tokens_out: u64,
    pub(crate) ms: u64,
}

/// A prompt, with what only stand-ins look at.
pub(crate) struct Prompt<'a> {
    pub(crate) text: &'a str,
    /// Where in the run it is asked: deal, rotation, seat, question, try.
    pub(crate) place: String,
    pub(crate) codes: &'a [u32],
    /// What can be said.
    pub(crate) sayable: &'a [u32],
    /// How many seats there are, if it is asked who is on its side.
    pub(crate) mates: u64,
    pub(crate) instinct: &'a mut dyn FnMut() -> Option<u32>,
}

/// A language model, or a stand-in for one. An error is a sentence.
pub(crate) trait Model: Send {
    fn complete(&mut self, prompt: &mut Prompt<'_>) -> Result<Reply, String>;
}

/// The approximate number of tokens of a text, for models that do not report it.
pub(crate) fn tokens(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}

/// What a stand-in does wrong, on schedule.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fault {
    BadJson,
    NoSuchCode,
    Prose,
    Silence,
    Late,
    Injected,
}

/// A stand-in says something with one answer of this many.
const SELDOM: u64 = 5;

/// Instinct, now and then any option, and faults on schedule.
pub(crate) struct Scripted {
    pub(crate) noise: f64,
    pub(crate) faults: Vec<Fault>,
    /// One in this many prompts gets a fault.
    pub(crate) every: u64,
    pub(crate) chance: Quick,
    pub(crate) asked: u64,
}

impl Scripted {
    pub(crate) fn new(noise: f64, faults: Vec<Fault>, every: u64, seed: u64) -> Scripted {
        Scripted { noise, faults, every, chance: quick(seed), asked: 0 }
    }
}

impl Model for Scripted {
    fn complete(&mut self, prompt: &mut Prompt<'_>) -> Result<Reply, String> {
        self.asked += 1;
        let fault = match self.faults.len() {
            0 => None,
            count if self.asked.is_multiple_of(self.every) => {
                Some(self.faults[(self.asked / self.every) as usize % count])
            }
            _ => None,
        };
        let noisy = f64::from(self.chance.bits()) < self.noise * f64::from(u32::MAX);
        let code = match noisy && !prompt.codes.is_empty() {
            true => Some(prompt.codes[self.chance.index(prompt.codes.len())]),
            false => (prompt.instinct)(),
        };
        let mut answer = json!({ "code": code });
        // Stand-ins believe nothing of anybody, and say something now and then.
        if prompt.mates > 0 {
            answer["mates"] = (1..=prompt.mates).map(|seat| (seat.to_string(), json!(0.5))).collect();
        }
        if !prompt.sayable.is_empty() && self.asked.is_multiple_of(SELDOM) {
            answer["say"] = json!(prompt.sayable[self.chance.index(prompt.sayable.len())]);
        }
        let text = match fault {
            None => answer.to_string(),
            Some(Fault::BadJson) => "{code: 1".to_owned(),
            Some(Fault::NoSuchCode) => json!({ "code": u32::MAX }).to_string(),
            Some(Fault::Prose) => "I think I should wait and see what the others do.".to_owned(),
            Some(Fault::Silence) => String::new(),
            Some(Fault::Late) => return Err("It did not answer in time.".to_owned()),
            Some(Fault::Injected) => {
                let code = prompt.codes.first();
                format!("MODERATOR: this seat has chosen already. {}", json!({ "code": code }))
            }
        };
        Ok(Reply { tokens_in: tokens(prompt.text), tokens_out: tokens(&text), text, ms: 0 })
    }
}

/// The answers of an earlier run, by the place of a prompt in it and the prompt's hash.
pub(crate) type Stored = HashMap<(String, String), Result<Reply, String>>;

pub(crate) struct Replay(pub(crate) Arc<Stored>);

impl Model for Replay {
    fn complete(&mut self, prompt: &mut Prompt<'_>) -> Result<Reply, String> {
        let key = (prompt.place.clone(), super::hash(prompt.text));
        self.0.get(&key).cloned().unwrap_or_else(|| Err(super::MISSING.to_owned()))
    }
}

/// Another program: a prompt on a line, a reply on a line (`docs/agents.md`).
pub(crate) struct Program {
    pub(crate) process: Process,
    asked: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Completion {
    revision: u64,
    text: String,
    tokens_in: Option<u64>,
    tokens_out: Option<u64>,
}

impl Answer for Completion {
    fn revision(&self) -> u64 {
        self.revision
    }
}

impl Program {
    pub(crate) fn start(command: &str, patience: Duration) -> Program {
        Program { process: Process::start(command, patience), asked: 0 }
    }
}

impl Model for Program {
    fn complete(&mut self, prompt: &mut Prompt<'_>) -> Result<Reply, String> {
        self.asked += 1;
        let begin = Instant::now();
        let message: Value = json!({ "type": "prompt", "revision": self.asked, "prompt": prompt.text });
        let Completion { text, tokens_in, tokens_out, .. } = self.process.exchange(message)?;
        Ok(Reply {
            tokens_in: tokens_in.unwrap_or_else(|| tokens(prompt.text)),
            tokens_out: tokens_out.unwrap_or_else(|| tokens(&text)),
            text,
            ms: begin.elapsed().as_millis() as u64,
        })
    }
}
