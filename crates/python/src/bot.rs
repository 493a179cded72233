//! Our bots, asked from Python.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bots::{AnyBot, Budget, Level};
use pyo3::prelude::*;
use table::{Name, Observer, Refusal};

use crate::env::Env;
use crate::refusal::{Raises, seat};

/// All levels, weakest first.
#[pyfunction]
pub(crate) fn levels() -> Vec<&'static str> {
    Level::ALL.iter().map(|level| level.name()).collect()
}

/// A bot of a level.
#[pyclass(module = "sanguis._sanguis")]
pub(crate) struct Bot {
    bot: Mutex<Box<dyn AnyBot>>,
    game: String,
    iterations: u32,
    time: Option<Duration>,
}

/// The level of this name.
pub(crate) fn read_level(name: &str) -> Result<Level, Refusal> {
    name.parse()
}

#[pymethods]
impl Bot {
    /// A bot with a limit of iterations and, if given, of seconds for each decision.
    #[new]
    #[pyo3(signature = (game, level, seed=0, iterations=400, seconds=None))]
    fn new(game: &str, level: &str, seed: u64, iterations: u32, seconds: Option<f64>) -> Raises<Bot> {
        let time = seconds
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(|_| Refusal::malformed("The time to think must not be negative."))?;
        let bot = research::find(game)?.entry.bots.bot(read_level(level)?, seed);
        Ok(Bot { bot: Mutex::new(bot), game: game.to_owned(), iterations, time })
    }

    /// Shows the bot what its seat sees now and was told of the last action. Call it before the first action and after each one; a bot
    /// that misses some of it only has weaker beliefs.
    fn witness(&mut self, env: &Env, seat_index: i64) -> Raises<()> {
        let game = env.env.game();
        let observer = Observer::Seat(seat(seat_index, game.players())?);
        let bot = self.bot.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(seat) = observer.seat().filter(|_| bot.remembers()) {
            let version = game.version();
            let (seen, told) = (game.seen(observer), game.told(observer, version.saturating_sub(1)));
            bot.witness(seat, version, seen.as_ref(), told.as_ref());
        }
        Ok(())
    }

    /// The bot's choice for a seat that is waited on or may interrupt; the last code lets the moment pass. The bot gets what the seat
    /// sees and nothing more.
    fn decide(&mut self, py: Python<'_>, env: &Env, seat_index: i64) -> Raises<u32> {
        let game = env.env.game();
        let seat = seat(seat_index, game.players())?;
        let (mut codes, pass) = (Vec::new(), env.pass_code());
        env.env.legal(seat, &mut codes);
        if game.info().id != self.game {
            let reason = format!("This bot plays {}, not {}.", self.game, game.info().id);
            return Err(Refusal::malformed(Name(reason)).into());
        }
        if codes.is_empty() {
            return Err(Refusal::not_yours().into());
        }
        let waiting = game.waiting_on();
        codes.retain(|&code| code != pass);
        let seen = game.seen(Observer::Seat(seat));
        let bot = self.bot.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut();
        let (iterations, time, asked) = (self.iterations, self.time, codes.as_slice());
        let choice = py.detach(move || {
            let begin = Instant::now();
            let mut time_is_up = || time.is_some_and(|most| begin.elapsed() >= most);
            let mut budget = Budget { iterations, time_is_up: &mut time_is_up };
            bot.decide(seen.as_ref(), seat, asked, waiting, &[], &mut budget)
        });
        Ok(choice.unwrap_or(if waiting.contains(seat) { codes[0] } else { pass }))
    }
}
