//! How a program plays with a bot account: see `docs/bot-api.md`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::talk::{Heard, Sayable};
use table::{Seat, Standing};

/// A line of a bot's stream: `GET /api/bot/stream`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum BotNews {
    /// The bot sits at a table, and the game has begun.
    Start {
        /// The table's id.
        table: String,
        /// The game's id.
        game: &'static str,
        /// The game's options.
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, Value>"))]
        options: Value,
        /// The bot's seat.
        seat: Seat,
        /// Everybody's name, in seat order.
        seats: Vec<String>,
    },
    /// The bot is asked for a decision.
    Ask {
        /// The table's id.
        table: String,
        /// The answer repeats it.
        revision: u32,
        /// How many actions have been taken.
        version: usize,
        /// False for an interrupt, which the bot may let pass.
        waited_on: bool,
        /// When time runs out; null without a clock.
        due_at: Option<u64>,
        /// All that the seat knows, as data.
        observation: Value,
        /// The table in words.
        text: String,
        /// What the seat was told since the last question.
        story: Vec<String>,
        /// What the seat may do.
        options: Vec<BotOption>,
        /// What was claimed at the table since the last question.
        heard: Vec<Heard>,
        /// What the seat may claim; empty in a game without talk and at a silent table.
        sayable: Vec<Sayable>,
    },
    /// The game is over.
    End {
        /// The table's id.
        table: String,
        /// Who won; null if the match was cancelled.
        outcome: Option<Standing>,
    },
}

/// Something a bot may do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotOption {
    /// The answer names it.
    pub code: u32,
    /// In words.
    pub label: String,
    /// As data.
    pub action: Value,
}

/// A bot's answer: `POST /api/bot/tables/{id}/move`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BotMove {
    /// The revision of the question.
    pub revision: u32,
    /// The option's code.
    pub code: u32,
    /// The bot's own id of this answer; if left out, it is made of revision and code.
    #[serde(default)]
    pub id: Option<String>,
    /// What the bot claims before it does that.
    #[serde(default)]
    pub say: Vec<BotClaim>,
}

/// A claim of a bot.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BotClaim {
    /// The claim's code.
    pub code: u32,
    /// The number of the claim that it answers.
    #[serde(default)]
    pub reply_to: Option<u32>,
}
