//! How bots decide here.

use bots::{Budget, Level};
use hosting::work::{self, Timing, Work};
use hosting::{BotSeats, Decision, MatchLog};
use serde::{Deserialize, Serialize};
use table::{Observer, Seat};

use crate::boundary::clock;

/// A [`Decision`] on its way from the thinker to the host.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Choice {
    seat: Seat,
    about: u32,
    waited_on: bool,
    choice: Option<u32>,
}

/// What bots have decided, and when it may be shown.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Thoughts {
    choices: Vec<Choice>,
    ready_at: u64,
}

impl From<Decision> for Choice {
    fn from(Decision { seat, about, waited_on, choice }: Decision) -> Choice {
        Choice { seat, about, waited_on, choice }
    }
}

impl From<Choice> for Decision {
    fn from(Choice { seat, about, waited_on, choice }: Choice) -> Decision {
        Decision { seat, about, waited_on, choice }
    }
}

/// Has all bots think that are asked something.
pub(crate) fn think(log: &MatchLog, bots: &mut BotSeats, timing: Timing) -> Thoughts {
    let Work::Think { mut thoughts, ready_at } = work::next(log, bots, timing) else {
        return Thoughts::default();
    };
    for thought in &mut thoughts {
        let end = clock() + thought.level.budget().as_secs_f64() * 1000.0;
        thought.think(&mut || clock() >= end);
    }
    Thoughts { choices: bots.back(thoughts).into_iter().map(Choice::from).collect(), ready_at }
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
        let choice = bot.decide(&*game.seen(Observer::Seat(seat)), seat, &codes, waiting, &mut budget);
        Choice { seat, about: log.revision(), waited_on: true, choice }
    };
    Thoughts { choices: bots.map(decide).collect(), ready_at: 0 }
}
