//! Bots for whichever game: the counterpart of [`table::AnyGame`].

use std::any::Any;

use serde_json::Value;
use table::instinct::Instinct;
use table::{Action, Erased, Refusal, Seat, options};

use crate::arena::{Arena, Played};
use crate::bot::{Bot, Budget, Level, Question, bot};

/// The bots of a game.
pub trait AnyBots: Send + Sync {
    /// A bot of a level.
    fn bot(&self, level: Level, seed: u64) -> Box<dyn AnyBot>;

    /// An arena for a field of bots.
    fn arena(&self, options: &Value, field: &[Level], iterations: u32) -> Result<Box<dyn AnyArena>, Refusal>;
}

/// A bot of whichever game.
pub trait AnyBot: Send {
    /// The code of the chosen action, out of those given; nothing to let an interrupt pass. `seen` is what
    /// [`table::AnyMatch::seen`] gives for the seat. Nothing, too, if it is another game's observation.
    fn decide(
        &mut self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waited_on: bool,
        budget: &mut Budget<'_>,
    ) -> Option<u32>;

    /// How many iterations the last decision took.
    fn iterations(&self) -> u32;
}

/// An arena of whichever game.
pub trait AnyArena: Send + Sync {
    /// How many games one deal gives.
    fn rotations(&self) -> usize;

    /// Plays a deal with the field rotated; the clock is told when a decision begins, and asked whether its time is up.
    fn play(&self, deal: u64, rotation: usize, clock: &mut dyn FnMut(bool) -> bool) -> Played;
}

impl<G: Instinct> AnyBots for Erased<G> {
    fn bot(&self, level: Level, seed: u64) -> Box<dyn AnyBot> {
        Box::new(bot::<G>(level, seed))
    }

    fn arena(&self, given: &Value, field: &[Level], iterations: u32) -> Result<Box<dyn AnyArena>, Refusal> {
        let options = options::from_json(G::INFO.players(), given)?;
        Ok(Box::new(Arena::<G> { options, field: field.to_vec(), iterations }))
    }
}

impl<G: Instinct> AnyBot for Box<dyn Bot<G>> {
    fn decide(
        &mut self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waited_on: bool,
        budget: &mut Budget<'_>,
    ) -> Option<u32> {
        let observation = seen.downcast_ref::<G::Observation>()?;
        let actions: Vec<G::Action> = codes.iter().filter_map(|&code| G::Action::from_code(code)).collect();
        if actions.is_empty() {
            return None;
        }
        let question = Question { observation, seat, actions: &actions, waited_on };
        let at = self.as_mut().decide(&question, budget)?;
        actions.get(at).map(|action| action.code())
    }

    fn iterations(&self) -> u32 {
        self.as_ref().iterations()
    }
}

impl<G: Instinct> AnyArena for Arena<G> {
    fn rotations(&self) -> usize {
        Arena::rotations(self)
    }

    fn play(&self, deal: u64, rotation: usize, clock: &mut dyn FnMut(bool) -> bool) -> Played {
        Arena::play(self, deal, rotation, clock)
    }
}
