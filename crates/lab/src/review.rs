//! A judgement in sentences: the turning points, and what a bot would have done.

use serde::Serialize;
use table::text::with_names;
use table::{Record, Seat, Standing};

use crate::judge::{Advice, Judgement, ReviewSettings, TurningPoint};

/// The most turning points, and the most pieces of advice, that a review tells.
const MOST: usize = 8;

impl ReviewSettings {
    /// Quick enough for somebody who is waiting.
    pub const QUICK: ReviewSettings =
        ReviewSettings { moments: 60, rollouts: 10, steps: 10, adviser: bots::Level::Search, iterations: 60 };
}

/// What the bots say about a game that has been played, as data.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The game's id.
    pub game: String,
    /// Who sat where.
    pub seats: Vec<String>,
    /// How it ended, if it did.
    pub outcome: Option<Standing>,
    /// Chances over time.
    pub judgement: Judgement,
    /// The largest swings, in sentences.
    pub turning_points: Vec<String>,
    /// What the bot would have done, in sentences.
    pub advice: Vec<String>,
}

impl Review {
    /// The review of a judged record.
    pub fn new(record: &Record, judgement: Judgement) -> Review {
        Review {
            game: record.game.clone(),
            seats: record.seats.clone(),
            outcome: record.outcome.clone(),
            turning_points: judgement.turns_in_words(&record.seats),
            advice: judgement.advice_in_words(&record.seats),
            judgement,
        }
    }
}

impl Judgement {
    /// The largest swings, a sentence each.
    pub fn turns_in_words(&self, names: &[String]) -> Vec<String> {
        let words = |turn: &TurningPoint<'_>| {
            let told: Vec<&str> = turn.after.story.iter().rev().take(3).rev().map(String::as_str).collect();
            let (before, after) = (turn.before.truth[turn.seat.index()], turn.after.truth[turn.seat.index()]);
            let what = if told.is_empty() { "something hidden".to_owned() } else { told.join(" ") };
            named(
                &format!(
                    "Action {}: {} goes from {} to {}. ({what})",
                    turn.after.version,
                    turn.seat,
                    percent(before),
                    percent(after)
                ),
                names,
            )
        };
        self.turning_points(MOST).iter().map(words).collect()
    }

    /// The advice that would have mattered most, a sentence each.
    pub fn advice_in_words(&self, names: &[String]) -> Vec<String> {
        let words = |it: &&Advice| {
            named(
                &format!(
                    "Action {}: {} chose \"{}\" ({}); the bot would have chosen \"{}\" ({}).",
                    it.version,
                    it.seat,
                    it.played,
                    percent(it.played_chance),
                    it.advised,
                    percent(it.advised_chance)
                ),
                names,
            )
        };
        self.best_advice(MOST).iter().map(words).collect()
    }

    /// How often each seat did what the bot would have done.
    pub fn agreement_in_words(&self, names: &[String]) -> Option<String> {
        let parts: Vec<String> = Seat::all(names.len())
            .filter(|seat| self.decisions[seat.index()] > 0)
            .map(|seat| {
                let (agreed, of) = (self.agreed[seat.index()], self.decisions[seat.index()]);
                named(&format!("{seat} {agreed} of {of}"), names)
            })
            .collect();
        (!parts.is_empty())
            .then(|| format!("Decisions as the bot would have made them: {}.", parts.join(", ")))
    }
}

/// A text with the names of seats put in.
pub fn named(text: &str, names: &[String]) -> String {
    with_names(text, |seat| {
        names.get(seat.index()).cloned().unwrap_or_else(|| format!("Seat {}", seat.number()))
    })
}

/// A chance as people write it.
pub fn percent(chance: f32) -> String {
    format!("{:.0} %", 100.0 * chance)
}
