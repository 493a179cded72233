//! Plays the steps of a scenario.

use serde_json::Value;

use super::twin::World;
use super::{Expect, Failed, Passed, Scenario, Step, contains, named};
use crate::game::Game;
use crate::options::{self, Options};
use crate::plain::PlainText;
use crate::play::Match;
use crate::position::{check_seat, read_action, seat_name};
use crate::refusal::{Refusal, Refused};
use crate::seat::{Observer, Seat, SeatSet};
use crate::seed::Seed;
use crate::text::{Name, say};

/// How many seeds are tried.
const SEEDS: u64 = 2000;

impl Scenario {
    /// Sets the position up.
    pub fn open<G: Game>(&self) -> Result<Match<G>, Refusal> {
        self.open_at(self.position.as_ref(), self.seed)
    }

    /// Sets a position up with these options.
    pub(super) fn open_at<G: Game>(&self, position: Option<&Value>, seed: u64) -> Result<Match<G>, Refusal> {
        if self.game != G::INFO.id {
            return Err(Refusal::malformed(say!(
                "This scenario is for {game}, not for {other}.",
                game = Name(&self.game),
                other = Name(G::INFO.id)
            )));
        }
        let options: G::Options = options::from_json(G::INFO.players(), &self.options)?;
        let players = options.players();
        let names = Seat::all(players).map(seat_name).collect();
        Match::start(options, position.cloned(), names, Seed::from_number(seed, players))
    }

    /// Plays the steps and checks what is expected.
    pub fn run<G: Game>(&self) -> Result<Passed, Failed> {
        match &self.refused {
            Some(why) => self.refuses::<G>(why),
            None => self.play::<G>().map(|playing| Passed { steps: self.step.len(), checks: playing.checks }),
        }
    }

    /// Plays the steps; gives back the match after the last.
    pub fn play_through<G: Game>(&self) -> Result<Match<G>, Failed> {
        self.play::<G>().map(|playing| playing.game)
    }

    /// Checks that the set-up is refused.
    fn refuses<G: Game>(&self, why: &str) -> Result<Passed, Failed> {
        if !self.step.is_empty() || self.twin.is_some() || self.expect != Expect::default() {
            return Err(set_up("a set-up that must be refused has no steps, expectations or twin".into()));
        }
        let checks = match self.open::<G>() {
            Ok(game) => judge(Some(why), Ok(()), "the set-up").map_err(|what| failed(&game, 0, what)),
            Err(refusal) => judge(Some(why), Err(refusal), "the set-up").map_err(set_up),
        };
        Ok(Passed { steps: 0, checks: checks? })
    }

    /// Plays with one seed, or with the first of many for which everything holds. If there is none, the failure is that of the seed
    /// that got furthest.
    fn play<G: Game>(&self) -> Result<Playing<'_, G>, Failed> {
        let mut furthest = match self.play_from(self.seed) {
            Err(failed) if self.any_seed => failed,
            played => return played,
        };
        for seed in 1..SEEDS {
            match self.play_from(self.seed.wrapping_add(seed)) {
                Err(failed) if failed.step > furthest.step => furthest = failed,
                Err(_) => {}
                played => return played,
            }
        }
        furthest.difference =
            format!("with none of {SEEDS} seeds; with the best one: {}", furthest.difference);
        Err(furthest)
    }

    fn play_from<G: Game>(&self, seed: u64) -> Result<Playing<'_, G>, Failed> {
        let game = self.open_at::<G>(self.position.as_ref(), seed);
        let game = game.map_err(|refusal| set_up(refusal.to_string()))?;
        let twin = self.twin.as_ref().map(|twin| World::open(self, twin, &game, seed)).transpose();
        let twin = twin.map_err(|difference| failed(&game, 0, difference))?;
        let mut playing = Playing { game, twin, checks: 0 };
        playing.begin(self).map_err(|difference| failed(&playing.game, 0, difference))?;
        for (step, number) in self.step.iter().zip(1..) {
            playing.take(step, number).map_err(|difference| failed(&playing.game, number, difference))?;
        }
        Ok(playing)
    }
}

fn set_up(difference: String) -> Failed {
    Failed { step: 0, difference, table: String::new() }
}

fn failed<G: Game>(game: &Match<G>, step: usize, difference: String) -> Failed {
    let plain = PlainText { names: &seat_name, width: 100, colour: false, words: None };
    Failed { step, difference, table: plain.table(&game.view(Observer::All)) }
}

/// Was it accepted or refused as expected?
fn judge(refused: Option<&str>, result: Result<(), Refusal>, who: &str) -> Result<usize, String> {
    match (refused, result) {
        (None, Ok(())) => Ok(0),
        (Some(why), Err(refusal)) if contains(&named(&refusal.to_string()), why) => Ok(1),
        (None, Err(refusal)) => Err(named(&format!("{who} was refused: {refusal}"))),
        (Some(why), Err(refusal)) => {
            Err(named(&format!("refused as it should be, but not for \"{why}\": {refusal}")))
        }
        (Some(why), Ok(())) => Err(format!("was accepted and should be refused for \"{why}\"")),
    }
}

/// What a step does.
enum Deed<'a> {
    Act(&'a Value),
    Undo,
}

/// What a seat does to a match.
#[derive(Clone, Copy)]
pub(super) enum Move<A> {
    Act(A),
    Undo,
}

impl<A: crate::Code> Move<A> {
    pub(super) fn make<G: Game<Action = A>>(self, game: &mut Match<G>, seat: Seat) -> Result<(), Refusal> {
        match self {
            Move::Act(action) => game.play(seat, action),
            Move::Undo => game.undo(seat),
        }
    }
}

/// A scenario that is being played.
struct Playing<'a, G: Game> {
    game: Match<G>,
    twin: Option<World<'a, G>>,
    checks: usize,
}

impl<G: Game> Playing<'_, G> {
    fn begin(&mut self, scenario: &Scenario) -> Result<(), String> {
        self.compare()?;
        self.checks += scenario.expect.check(&self.game, 0)?;
        Ok(())
    }

    fn take(&mut self, step: &Step, number: usize) -> Result<(), String> {
        if self.twin.as_ref().is_some_and(|twin| twin.ends_before(number)) {
            self.twin = None;
        }
        let before = self.game.version();
        let refused = step.refused.as_deref();
        let actors: Vec<Observer> =
            step.seat.into_iter().chain(step.seats.iter().copied().map(Observer::Seat)).collect();
        match (&step.action, step.undo, &step.all) {
            (None, false, Some(_)) if !actors.is_empty() => {
                return Err("\"all\" is everybody who is waited on: leave out \"seat\" and \"seats\"".into());
            }
            (None, false, Some(action)) => self.everybody(action, refused)?,
            (Some(_), false, None) | (None, true, None) if actors.is_empty() => {
                return Err("it says neither \"seat\" nor \"seats\"".into());
            }
            (Some(action), false, None) => {
                actors.into_iter().try_for_each(|actor| self.attempt(actor, &Deed::Act(action), refused))?;
            }
            (None, true, None) => {
                actors.into_iter().try_for_each(|actor| self.attempt(actor, &Deed::Undo, refused))?;
            }
            _ => return Err("it needs one of \"action\", \"undo\" and \"all\"".into()),
        }
        self.checks += step.expect.check(&self.game, before)?;
        Ok(())
    }

    /// Everybody who is waited on does this, as do those who are asked only after the others; nobody twice.
    fn everybody(&mut self, action: &Value, refused: Option<&str>) -> Result<(), String> {
        let first = G::waiting_on(self.game.state());
        if first.is_empty() {
            return Err("nobody is waited on: the game is over".into());
        }
        let mut done = SeatSet::EMPTY;
        while let Some(seat) = G::waiting_on(self.game.state()).minus(done).first() {
            done.insert(seat);
            if !first.contains(seat) && self.read(seat, action).is_err() {
                break;
            }
            self.attempt(Observer::Seat(seat), &Deed::Act(action), refused)?;
        }
        Ok(())
    }

    /// A seat acts, and is accepted or refused as expected.
    fn attempt(&mut self, actor: Observer, deed: &Deed<'_>, refused: Option<&str>) -> Result<(), String> {
        if actor == Observer::All {
            return Err("\"all\" is not a seat: \"all\" instead of \"action\" lets everybody act".into());
        }
        let result = match actor.seat() {
            Some(seat) => self.act(seat, deed)?,
            None => Err(Refusal::new(Refused::NotYours, say!("You have no seat at this table."))),
        };
        self.checks += judge(refused, result, &actor.to_string())?;
        self.compare()
    }

    fn act(&mut self, seat: Seat, deed: &Deed<'_>) -> Result<Result<(), Refusal>, String> {
        let a_move = match deed {
            Deed::Act(action) => self.read(seat, action).map(Move::Act),
            Deed::Undo => check_seat(self.game.options().players(), seat).map(|()| Move::Undo),
        };
        let a_move = match a_move {
            Ok(a_move) => a_move,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let result = a_move.make(&mut self.game, seat);
        if let Some(twin) = &mut self.twin {
            twin.follow(seat, a_move, &result)?;
        }
        Ok(result)
    }

    fn read(&self, seat: Seat, action: &Value) -> Result<G::Action, Refusal> {
        read_action::<G>(self.game.state(), self.game.options().players(), seat, action)
    }

    fn compare(&mut self) -> Result<(), String> {
        if let Some(twin) = &self.twin {
            self.checks += 1;
            twin.compare(&self.game)?;
        }
        Ok(())
    }
}
