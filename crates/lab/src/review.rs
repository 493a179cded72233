//! A judgement in sentences: the turning points, and what would have been better.

use serde::Serialize;
use table::{Name, Record, Seat, SeatSet, Standing, Text, say};

use crate::judge::{Advice, Judgement, Moment, ReviewSettings, TurningPoint};

/// The most turning points, and the most pieces of advice, that a review tells.
const MOST: usize = 8;

impl ReviewSettings {
    /// Quick enough for a person who is waiting.
    pub const QUICK: ReviewSettings =
        ReviewSettings { moments: 60, rollouts: 10, steps: 10, closely: 8, worlds: 160 };
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
    /// What would have been better, in sentences.
    pub advice: Vec<Text>,
    /// What decided the game, in a sentence; empty if the chances never moved far.
    pub decided: Text,
    /// Each seat's own account, in order.
    pub accounts: Vec<SeatAccount>,
}

/// How a game went for a seat: luck or choice?
#[derive(Clone, Debug, Serialize)]
pub struct SeatAccount {
    /// In sentences.
    pub remarks: Vec<Text>,
    /// The decision that is most worth trying again: how many actions come before it.
    pub again: Option<usize>,
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
            decided: judgement.decided_in_words(&record.seats),
            accounts: judgement.accounts(&record.seats),
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
                "Move {number}: {side} went from {before} to {after}. ({what})",
                number = turn.after.version,
                side = Text::list(self.side_of(turn.seat)),
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
                "Move {number}: {seat} chose \"{played}\" ({chance}); better was \"{advised}\" ({better}).",
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

    /// The greatest swing, in a sentence; empty if the chances never moved far.
    pub fn decided_in_words(&self, names: &[String]) -> Text {
        let turns = self.turning_points(1);
        let Some(turn) = turns.first() else { return Text::default() };
        let chance = |moment: &Moment| Name(percent(moment.truth[turn.seat.index()]));
        let sentence = say!(
            "The biggest swing came with move {number}: {side} went from {before} to {after}.",
            number = turn.after.version,
            side = Text::list(self.side_of(turn.seat)),
            before = chance(turn.before),
            after = chance(turn.after)
        );
        Text::sentences([sentence].into_iter().chain(turn.after.story.iter().rev().take(2).rev().cloned()))
            .named(|seat| name(names, seat))
    }

    /// A seat and those who always have the same chance: they win together.
    fn side_of(&self, seat: Seat) -> SeatSet {
        let alike = |other: &Seat| {
            self.moments.iter().all(|moment| moment.truth[other.index()] == moment.truth[seat.index()])
        };
        Seat::all(self.decisions.len()).filter(alike).collect()
    }

    /// Luck or choice, for each seat.
    pub fn accounts(&self, names: &[String]) -> Vec<SeatAccount> {
        Seat::all(names.len()).map(|seat| self.account(seat, names)).collect()
    }

    fn account(&self, seat: Seat, names: &[String]) -> SeatAccount {
        let points = |share: f32| (100.0 * share).round() as u32;
        let balance = self.balance[seat.index()];
        let mut remarks = Vec::new();
        let (of, closely) = (self.decisions[seat.index()], self.closely[seat.index()]);
        if of > 0 {
            remarks.push(match self.clearly_worse(seat).count() {
                0 => say!(
                    "{seat}: the bots looked closely at {closely} of {of} decisions and found no clear mistake."
                ),
                worse => say!(
                    "{seat}: the bots looked closely at {closely} of {of} decisions. Clear mistakes: {worse}."
                ),
            });
        }
        let bots = self.stood_in[seat.index()];
        if bots > 0 {
            remarks.push(say!("{seat}: moves made by a stand-in bot, not counted: {bots}."));
        }
        let (gained, lost, given) =
            (points(balance.luck_gained), points(balance.luck_lost), points(balance.given_away));
        if of > 0 && gained + lost + given > 0 {
            remarks.push(say!(
                "{seat}: luck added {gained} % to the chance of winning and took {lost} % away; mistakes cost {given} %."
            ));
        }
        let again = self.worth_trying(seat);
        if let Some(it) = again {
            remarks.push(say!(
                "{seat}: worth trying again at move {number}: \"{advised}\" instead of \"{played}\" (+{gain} % chance to win).",
                number = it.version,
                advised = it.advised,
                played = it.played,
                gain = points(it.gain())
            ));
        }
        SeatAccount {
            remarks: remarks.iter().map(|it| it.named(|seat| name(names, seat))).collect(),
            again: again.map(|it| it.version - 1),
        }
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
