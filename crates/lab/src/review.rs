//! A judgement in sentences: the turning points, and what a bot would have done.

use serde::Serialize;
use table::{Name, Record, Seat, Standing, Text, say};

use crate::judge::{Advice, Judgement, Moment, ReviewSettings, TurningPoint};

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
    pub turning_points: Vec<Text>,
    /// What the bot would have done, in sentences.
    pub advice: Vec<Text>,
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
    pub fn turns_in_words(&self, names: &[String]) -> Vec<Text> {
        let words = |turn: &TurningPoint<'_>| {
            let told = turn.after.story.iter().rev().take(3).rev().cloned();
            let chance = |moment: &Moment| Name(percent(moment.truth[turn.seat.index()]));
            let what =
                if turn.after.story.is_empty() { say!("something hidden") } else { Text::sentences(told) };
            let sentence = say!(
                "Action {number}: {seat} goes from {before} to {after}. ({what})",
                number = turn.after.version,
                seat = turn.seat,
                before = chance(turn.before),
                after = chance(turn.after)
            );
            sentence.named(|seat| name(names, seat))
        };
        self.turning_points(MOST).iter().map(words).collect()
    }

    /// The advice that would have mattered most, a sentence each.
    pub fn advice_in_words(&self, names: &[String]) -> Vec<Text> {
        let words = |it: &&Advice| {
            let sentence = say!(
                "Action {number}: {seat} chose \"{played}\" ({chance}); the bot would have chosen \"{advised}\" ({better}).",
                number = it.version,
                seat = it.seat,
                played = it.played,
                chance = Name(percent(it.played_chance)),
                advised = it.advised,
                better = Name(percent(it.advised_chance))
            );
            sentence.named(|seat| name(names, seat))
        };
        self.best_advice(MOST).iter().map(words).collect()
    }

    /// How often each seat did what the bot would have done.
    pub fn agreement_in_words(&self, names: &[String]) -> Option<Text> {
        let parts = Seat::all(names.len()).filter(|seat| self.decisions[seat.index()] > 0).map(|seat| {
            let (agreed, of) = (self.agreed[seat.index()], self.decisions[seat.index()]);
            say!("{seat} {agreed} of {of}").named(|seat| name(names, seat))
        });
        let parts = parts.reduce(|first, next| say!("{first}, {next}"))?;
        Some(say!("Decisions as the bot would have made them: {parts}."))
    }
}

/// A text with the names of seats put in.
pub fn named(text: &Text, names: &[String]) -> String {
    text.with_names(|seat| name(names, seat))
}

fn name(names: &[String], seat: Seat) -> String {
    names.get(seat.index()).cloned().unwrap_or_else(|| format!("Seat {}", seat.number()))
}

/// A chance as people write it.
pub fn percent(chance: f32) -> String {
    format!("{:.0} %", 100.0 * chance)
}
