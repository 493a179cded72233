//! How bots decide here.

use bots::{Budget, Level, Utterance};
use hosting::work::{self, Timing, Work};
use hosting::{BotSeats, Decision, HINT_TIME, HintQuestion, MatchLog};
use serde::{Deserialize, Serialize};
use table::{Hint, Observer, Refusal, Seat};

use crate::boundary::clock;

/// A [`Decision`] on its way from the thinker to the host.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Choice {
    seat: Seat,
    about: u32,
    waited_on: bool,
    choice: Option<u32>,
    /// What it says, and what that answers.
    #[serde(default)]
    word: Option<(u32, Option<u32>)>,
}

/// What bots have decided, and when it may be shown.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Thoughts {
    choices: Vec<Choice>,
    ready_at: u64,
}

impl From<Decision> for Choice {
    fn from(Decision { seat, about, waited_on, choice, word }: Decision) -> Choice {
        let word = word.map(|Utterance { code, reply_to }| (code, reply_to));
        Choice { seat, about, waited_on, choice, word }
    }
}

impl From<Choice> for Decision {
    fn from(Choice { seat, about, waited_on, choice, word }: Choice) -> Decision {
        let word = word.map(|(code, reply_to)| Utterance { code, reply_to });
        Decision { seat, about, waited_on, choice, word }
    }
}

/// Has all bots think that are asked something.
pub(crate) fn think(log: &MatchLog, bots: &mut BotSeats, timing: Timing) -> Thoughts {
    let Work::Think { mut thoughts, ready_at } = work::next(log, bots, timing) else {
        return Thoughts::default();
    };
    for thought in &mut thoughts {
        let end = clock() + thought.time.as_secs_f64() * 1000.0;
        thought.think(&mut || clock() >= end);
    }
    Thoughts { choices: bots.back(thoughts).into_iter().map(Choice::from).collect(), ready_at }
}

/// Thinks about a hint.
pub(crate) fn hint(question: &HintQuestion) -> Result<Hint, Refusal> {
    let begun = clock();
    question.answer(&mut || 1.0 - ((clock() - begun) / HINT_TIME as f64) as f32)
}

/// Decides for the bots that are waited on without thinking: after a thinker has failed.
pub(crate) fn by_instinct(log: &MatchLog) -> Thoughts {
    let Some(game) = log.game() else { return Thoughts::default() };
    let waiting = log.waiting();
    let bots = waiting.iter().filter(|seat| log.bot_at(*seat).is_some());
    let decide = |seat: Seat| {
        let mut bot = log.entry().bots.bot(Level::Greedy, u64::from(log.revision()));
        let codes: Vec<u32> = log.codes(seat).collect();
        let mut budget = Budget { iterations: 1, time_is_up: &mut || true };
        let (seen, said) = (game.seen(Observer::Seat(seat)), game.said());
        let choice = bot.decide(&*seen, seat, &codes, waiting, said, &mut budget);
        Choice { seat, about: log.revision(), waited_on: true, choice, word: None }
    };
    Thoughts { choices: bots.map(decide).collect(), ready_at: 0 }
}
