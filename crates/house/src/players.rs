//! The bots of the house: who plays for which seat, and where they think.
//!
//! Thinking is done by a bounded number of threads that serve no connection. A bot is given what its seat sees and nothing else,
//! and its answer is taken only for the position it was asked about.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{AnyBot, Budget, Level};
use table::{AnyMatch, Observer, Seat, SeatSet, Turn};
use tokio::sync::Semaphore;

use crate::hosted::Hosted;
use crate::seal;

/// The bots at a table.
pub(crate) struct Players {
    seats: Vec<Player>,
    /// The revision at which those who could interrupt were last asked.
    pub(crate) passed_at: u32,
}

/// The bot of a seat.
#[derive(Default)]
struct Player {
    level: Option<Level>,
    /// Nothing while it is thinking elsewhere.
    bot: Option<Box<dyn AnyBot>>,
    /// What happened meanwhile.
    missed: Vec<Witnessed>,
}

struct Witnessed {
    version: usize,
    seen: Box<dyn Any + Send>,
    told: Box<dyn Any + Send>,
}

/// A question to a bot, with the bot itself: goes to the thinking threads and comes back.
pub(crate) struct Thought {
    pub(crate) seat: Seat,
    pub(crate) level: Level,
    /// The revision it is asked about.
    pub(crate) about: u32,
    pub(crate) waited_on: bool,
    waiting: SeatSet,
    bot: Box<dyn AnyBot>,
    seen: Box<dyn Any + Send>,
    codes: Vec<u32>,
}

impl Players {
    pub(crate) fn new(seats: usize) -> Players {
        Players { seats: (0..seats).map(|_| Player::default()).collect(), passed_at: 0 }
    }

    /// Gives a bot of the house what its seat sees, if one plays there. Nobody asks it again before it is [back](Players::back).
    pub(crate) fn ask(&mut self, hosted: &Hosted, Turn { seat, waited_on }: Turn) -> Option<Thought> {
        let level: Level = hosted.bot_at(seat)?.parse().ok()?;
        let (game, player) = (hosted.game()?, self.seats.get_mut(seat.index())?);
        // A bot that never came back from thinking is lost; another takes its place.
        if player.level != Some(level) || player.bot.is_none() {
            let mut bot = hosted.entry().bots.bot(level, u64::from_le_bytes(seal::random()));
            if game.version() == 0 && bot.remembers() {
                let observer = Observer::Seat(seat);
                bot.witness(seat, 0, &*game.seen(observer), &*game.told(observer, 0));
            }
            *player = Player { level: Some(level), bot: Some(bot), missed: Vec::new() };
        }
        Some(Thought {
            seat,
            level,
            about: hosted.revision(),
            waited_on,
            waiting: game.waiting_on(),
            bot: player.bot.take()?,
            seen: game.seen(Observer::Seat(seat)),
            codes: game.codes(seat),
        })
    }

    /// Takes a bot back from thinking, and tells it what it missed.
    pub(crate) fn back(&mut self, thought: Thought) {
        let Some(player) = self.seats.get_mut(thought.seat.index()) else { return };
        if player.level != Some(thought.level) || player.bot.is_some() {
            return;
        }
        let mut bot = thought.bot;
        for one in player.missed.drain(..) {
            bot.witness(thought.seat, one.version, &*one.seen, &*one.told);
        }
        player.bot = Some(bot);
    }

    /// Shows the bots what their seats see of an action.
    pub(crate) fn witness(&mut self, game: &dyn AnyMatch) {
        for (seat, player) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            let wants = match (&player.bot, player.level) {
                (Some(bot), _) => bot.remembers(),
                (None, level) => level.is_some_and(|level| level.budget() > Duration::ZERO),
            };
            if !wants {
                continue;
            }
            let (observer, version) = (Observer::Seat(seat), game.version());
            let (seen, told) = (game.seen(observer), game.told(observer, version.saturating_sub(1)));
            match &mut player.bot {
                Some(bot) => bot.witness(seat, version, &*seen, &*told),
                None => player.missed.push(Witnessed { version, seen, told }),
            }
        }
    }
}

/// The threads that bots think on.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Semaphore>);

impl Pool {
    pub(crate) fn new(threads: usize) -> Pool {
        Pool(Arc::new(Semaphore::new(threads.max(1))))
    }

    /// Lets a bot think. Gives the bot back with the code of its choice; nothing to let an interrupt pass. A bot that fails has
    /// no choice and does not come back.
    pub(crate) async fn think(&self, mut thought: Thought) -> Option<(Thought, Option<u32>)> {
        let thinking = self.run(move || {
            let end = Instant::now() + thought.level.budget();
            // Bots that do not think answer at once and never look at the clock; the others stop by time.
            let mut budget = Budget { iterations: u32::MAX, time_is_up: &mut || Instant::now() >= end };
            let choice = thought.bot.decide(
                &*thought.seen,
                thought.seat,
                &thought.codes,
                thought.waiting,
                &mut budget,
            );
            // Its words are not for the log: they may speak of what the bot sees.
            if thought.bot.complaint().is_some() {
                tracing::warn!(
                    level = thought.level.name(),
                    "a bot could not answer and went on by instinct"
                );
            }
            (thought, choice)
        });
        thinking.await
    }

    /// Does something long when there is a place for it; nothing if it fails.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let place = self.0.clone().acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.inspect_err(|error| tracing::error!(%error, "a bot has failed")).ok()
    }
}
