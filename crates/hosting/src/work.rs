//! What the host itself has to do for a match: let bots think, watch the clocks.

use std::time::Duration;

use table::{Seat, SeatSet, Turn, referee};

use crate::{BotSeats, MatchLog, Thought};

/// A deadline within this many milliseconds is waited for.
pub const SOON: u64 = 60_000;

/// Bots that have nothing to decide speak this many milliseconds after what was done or said, or after a pause if that is shorter.
const BREATH: u64 = 700;

/// How long a bot that could interrupt may think in any case, in milliseconds.
const MOMENT: u64 = 300;

/// What there is to do.
pub enum Work {
    /// Nothing.
    None,
    /// Bots must decide.
    Think {
        /// The questions.
        thoughts: Vec<Thought>,
        /// Their answers are held back until this time.
        ready_at: u64,
    },
    /// A clock runs out.
    Wait {
        /// When.
        until: u64,
        /// Whose.
        seat: Seat,
    },
    /// A rematch begins.
    Start {
        /// When.
        at: u64,
    },
}

/// The times that decide when something is due, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timing {
    /// The present time.
    pub now: u64,
    /// How long a bot takes to answer when people play.
    pub bot_pause: u64,
    /// No clock runs out before this time, so that everybody can reconnect after a restart.
    pub grace: u64,
}

/// Is there anything to do?
pub fn is_due(log: &MatchLog, now: u64) -> bool {
    let bots = |seats: SeatSet| seats.iter().any(|seat| log.bot_at(seat).is_some());
    let next = || log.starts_at().or_else(|| log.next_due().map(|(due, _)| due));
    let soon = || next().is_some_and(|due| due < now + SOON);
    bots(log.waiting()) || bots(log.interrupts()) || soon() || may_talk(log)
}

/// Is a bot at the table that might say something?
fn may_talk(log: &MatchLog) -> bool {
    log.may_claim() && log.has_talk() && log.sitters().any(|(seat, _)| log.bot_at(seat).is_some())
}

/// The bots that have the floor and are asked nothing else.
fn speakers(log: &MatchLog, bots: &mut BotSeats, floor: SeatSet) -> Vec<Thought> {
    let speak = |seat| {
        let mut thought = bots.ask(log, Turn { seat, waited_on: false })?;
        (thought.asked, thought.speaks) = (false, true);
        Some(thought)
    };
    floor.iter().filter_map(speak).collect()
}

/// Lets bots speak without waiting for the right moment, at a table on a single screen.
pub fn confer(log: &MatchLog, bots: &mut BotSeats) -> Vec<Thought> {
    let floor = bots.floor(log);
    speakers(log, bots, floor)
}

/// What to do next. Bots are asked all at once, and their answers count in the referee's order; those that could interrupt are asked
/// once after each action.
pub fn next(log: &MatchLog, bots: &mut BotSeats, timing: Timing) -> Work {
    let interrupts = if bots.passed_at == log.acted() { SeatSet::EMPTY } else { log.interrupts() };
    bots.passed_at = log.acted();
    let asked = referee::order(log.waiting(), interrupts);
    let mut thoughts: Vec<Thought> = asked.filter_map(|turn| bots.ask(log, turn)).collect();
    let floor = bots.floor(log);
    let deciding: SeatSet = thoughts.iter().map(|thought| thought.seat).collect();
    thoughts.iter_mut().for_each(|thought| thought.speaks = floor.contains(thought.seat));
    let ready_at = ready_at(log, &mut thoughts, timing.bot_pause);
    thoughts.append(&mut speakers(log, bots, floor.minus(deciding)));
    if !thoughts.is_empty() {
        let people = || log.has_people().then(|| log.heard_at() + timing.bot_pause.min(BREATH));
        return Work::Think { thoughts, ready_at: ready_at.or_else(people).unwrap_or(0) };
    }
    if let Some(at) = log.starts_at().filter(|at| *at < timing.now + SOON) {
        // Who has come waits for nobody who may still be reconnecting.
        let missing = log.sitters().any(|(seat, _)| log.is_standing_in(seat));
        return Work::Start { at: if missing { at.max(timing.grace) } else { at } };
    }
    match log.next_due() {
        // Nobody waits for hours: the host's rounds find a slow clock when it is due.
        Some((due, seat)) if due < timing.now + SOON => Work::Wait { until: due.max(timing.grace), seat },
        _ => Work::None,
    }
}

/// When the bots' answers are shown: always the same time after the question, so that the wait says nothing about the decision. When
/// people play, a bot that decides does not wait for a slower one that could interrupt: both have the same time.
fn ready_at(log: &MatchLog, thoughts: &mut [Thought], bot_pause: u64) -> Option<u64> {
    if !log.has_people() {
        return thoughts.first().map(|_| 0);
    }
    let takes = |thought: &Thought| bot_pause.max(thought.level.budget().as_millis() as u64);
    let deciding = thoughts.iter().filter(|thought| thought.waited_on);
    if let Some(longest) = deciding.map(takes).max() {
        let most = Duration::from_millis(longest.max(MOMENT));
        for thought in thoughts.iter_mut().filter(|thought| !thought.waited_on) {
            thought.time = thought.time.min(most);
        }
    }
    let shown = |thought: &Thought| {
        let takes = takes(thought).min(bot_pause.max(thought.time.as_millis() as u64));
        log.asked(thought.seat).1 + takes
    };
    thoughts.iter().map(shown).max()
}
