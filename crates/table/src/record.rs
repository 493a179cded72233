//! Records: a whole game in one file, replayed and verified by anyone.
//!
//! A record is canonical JSON, one action to a line. The game is the fold of its record: options, seed material and actions
//! give every state. Each action carries the first digits of a hash over everything up to it, so a check of a changed file
//! finds where it was changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::digest::Digest;
use crate::outcome::Standing;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::seed::{Opened, Seed};
use crate::talk::By;
use crate::text::{Name, say};

/// The format of a record without talk.
pub const FORMAT: u32 = 1;
/// The format of a record with talk. Its actions and their checks are as in the first one.
pub const TALK_FORMAT: u32 = 2;
/// The format of a record whose names are not part of the proof: they can be changed, for instance because a player wants to be
/// forgotten. It may have talk.
pub const UNNAMED_FORMAT: u32 = 3;

/// The largest record that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this file format.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The host's choices.
    pub options: Value,
    /// The position it began from, where that was not a fresh deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// Names, in seat order.
    pub seats: Vec<String>,
    /// Where chance came from.
    pub seed: Opened,
    /// What was done.
    pub actions: Vec<Entry>,
    /// How it ended; nothing for an unfinished game.
    pub outcome: Option<Standing>,
    /// The hash over everything.
    pub digest: String,
    /// What was said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub talk: Vec<Remark>,
    /// The hash over the talk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talk_digest: Option<String>,
}

/// One action: who, what, and the first digits of the hash over everything up to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry(pub Seat, pub Value, pub String);

/// Something said: after how many actions, who, what, the number of what it answers, whose hand it was, and the first digits of the
/// hash over the talk up to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remark(pub usize, pub Seat, pub Value, pub Option<u32>, pub By, pub String);

impl Record {
    /// Reads a record, with a clear refusal of anything else.
    pub fn parse(text: &str) -> Result<Record, Refusal> {
        if text.len() > MAX_BYTES {
            return Err(Refusal::malformed(say!("A record has at most {most} MiB.", most = MAX_BYTES >> 20)));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| {
            Refusal::malformed(say!("This is not a whole JSON file: {why}.", why = Name(error)))
        })?;
        match value.get("format").and_then(Value::as_u64) {
            Some(format) if (u64::from(FORMAT)..=u64::from(UNNAMED_FORMAT)).contains(&format) => {}
            Some(format) => {
                return Err(Refusal::malformed(say!(
                    "This record has format {format}; this version of sanguis reads formats {FORMAT} to {UNNAMED_FORMAT}."
                )));
            }
            None => return Err(Refusal::malformed(say!("This is not a record: it has no \"format\"."))),
        }
        serde_json::from_value(value).map_err(|error| {
            Refusal::malformed(say!("This record cannot be read: {why}.", why = Name(error)))
        })
    }

    /// Writes the canonical text: the same record always gives the same bytes.
    pub fn to_text(&self) -> String {
        let mut lines: Vec<String> = Vec::with_capacity(self.actions.len() + 12);
        let mut field = |name: &str, value: Value| lines.push(format!("{name:?}:{value},"));
        field("format", self.format.into());
        field("game", self.game.as_str().into());
        field("rules", self.rules.into());
        field("options", self.options.clone());
        if let Some(position) = &self.position {
            field("position", position.clone());
        }
        field("seats", to_json(&self.seats));
        field("seed", to_json(&self.seed));
        lines.push("\"actions\":[".to_owned());
        let count = self.actions.len();
        for (i, entry) in self.actions.iter().enumerate() {
            let comma = if i + 1 < count { "," } else { "" };
            lines.push(format!("{}{comma}", to_json(entry)));
        }
        lines.push("],".to_owned());
        lines.push(format!("\"outcome\":{},", to_json(&self.outcome)));
        match &self.talk_digest {
            None => lines.push(format!("\"digest\":{}", to_json(&self.digest))),
            Some(digest) => {
                lines.push(format!("\"digest\":{},", to_json(&self.digest)));
                lines.push("\"talk\":[".to_owned());
                let count = self.talk.len();
                for (i, remark) in self.talk.iter().enumerate() {
                    let comma = if i + 1 < count { "," } else { "" };
                    lines.push(format!("{}{comma}", to_json(remark)));
                }
                lines.push("],".to_owned());
                lines.push(format!("\"talk_digest\":{}", to_json(digest)));
            }
        }
        format!("{{\n{}\n}}\n", lines.join("\n"))
    }

    /// Are the names part of the proof?
    pub fn proves_names(&self) -> bool {
        self.format < UNNAMED_FORMAT
    }

    /// The seed material, if it can be read and fits its commitment.
    pub(crate) fn seed(&self) -> Result<Seed, Refusal> {
        let secret = Digest::parse(&self.seed.secret)
            .ok_or_else(|| Refusal::malformed(say!("The secret is not 64 hexadecimal digits.")))?;
        let seed = Seed { secret: secret.0, contributions: self.seed.contributions.clone() };
        if seed.commitment().to_string() == self.seed.commitment {
            Ok(seed)
        } else {
            Err(Refusal::malformed(say!(
                "The secret does not fit the commitment that was published before the game: one of them was changed."
            )))
        }
    }
}

/// The JSON form of plain data of ours, which always has one.
pub(crate) fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
