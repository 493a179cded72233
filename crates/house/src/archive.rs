//! A cache of the records of recently requested finished games, so that not every request folds a log.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hosting::MatchLog;
use shelf::GameEntry;
use table::{Record, Refusal};
use wire::Spectators;

/// How many are kept.
const KEPT: usize = 32;

/// A finished game.
pub(crate) struct Finished {
    pub(crate) entry: &'static GameEntry,
    pub(crate) record: Record,
    /// Of each action, whether a person chose it.
    pub(crate) by_people: Vec<bool>,
    /// The ids of the players, if nobody else may watch.
    players: Option<Vec<String>>,
    /// How many of its actions still lead where they led when it was played.
    reach: OnceLock<Result<usize, Refusal>>,
}

impl Finished {
    /// Of a log that was folded with its whole past.
    pub(crate) fn new(log: &MatchLog) -> Result<Finished, Refusal> {
        let players = || log.sitters().filter_map(|(_, sitter)| sitter.id().map(str::to_owned)).collect();
        let private = log.spectators() == Spectators::Off;
        let (record, players) = (log.record()?, private.then(players));
        let by_people = log.by_people().to_vec();
        Ok(Finished { entry: log.entry(), record, by_people, players, reach: OnceLock::new() })
    }

    /// How many of its actions can be shown: all of them, unless the rules have changed since. Refused if not even the first one
    /// fits, because then the deal is another one, too. This replays the game.
    pub(crate) fn reach(&self) -> Result<usize, Refusal> {
        let replay = |count: usize| self.entry.game.replay(&self.record, count).map(|_| count);
        let whole = self.record.actions.len();
        let reach = self.reach.get_or_init(|| {
            replay(whole).or_else(|_| {
                let (mut good, mut bad) = (replay(1)?, whole);
                while bad - good > 1 {
                    let middle = good + (bad - good) / 2;
                    match replay(middle) {
                        Ok(_) => good = middle,
                        Err(_) => bad = middle,
                    }
                }
                Ok(good)
            })
        });
        reach.clone()
    }

    fn shows_itself_to(&self, person: &str) -> bool {
        self.players.as_ref().is_none_or(|players| players.iter().any(|player| player == person))
    }
}

/// The latest finished games.
#[derive(Default)]
pub(crate) struct Archive(Mutex<VecDeque<(String, Arc<Finished>)>>);

impl Archive {
    fn games(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Finished>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game, if it is cached and this person may watch it.
    pub(crate) fn get(&self, id: &str, person: &str) -> Option<Arc<Finished>> {
        let games = self.games();
        let (_, game) = games.iter().find(|(known, _)| known == id)?;
        game.shows_itself_to(person).then(|| game.clone())
    }

    /// Keeps a game for a while.
    pub(crate) fn keep(&self, id: &str, game: Finished) -> Arc<Finished> {
        let game = Arc::new(game);
        let mut games = self.games();
        games.retain(|(known, _)| known != id);
        if games.len() >= KEPT {
            games.pop_front();
        }
        games.push_back((id.to_owned(), game.clone()));
        game
    }

    /// Drops a game that is deleted.
    pub(crate) fn forget(&self, id: &str) {
        self.games().retain(|(known, _)| known != id);
    }
}
