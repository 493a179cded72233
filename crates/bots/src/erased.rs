//! Bots for whichever game: the counterpart of [`table::AnyGame`].

use std::any::Any;

use serde_json::Value;
use table::instinct::Instinct;
use table::{Action, Erased, Refusal, Seat, options};

use crate::arena::{Arena, Played, Timekeeper};
use crate::bot::{Bot, Budget, Question, Witnessed, bot};
use crate::level::Level;

/// The bots of a game.
pub trait AnyBots: Send + Sync {
    /// A bot of a level.
    fn bot(&self, level: Level, seed: u64) -> Box<dyn AnyBot>;

    /// An arena for a field of bots.
    fn arena(&self, options: &Value, field: &[Level]) -> Result<Box<dyn AnyArena>, Refusal>;
}

/// A bot of whichever game.
pub trait AnyBot: Send {
    /// The code of the chosen action, out of those given; nothing to let an interrupt pass. `seen` is what
    /// [`table::AnyMatch::seen`] gives for the seat. With another game's observation it can only take the first option, and
    /// complains.
    fn decide(
        &mut self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waited_on: bool,
        budget: &mut Budget<'_>,
    ) -> Option<u32>;

    /// Sees what happened. Whoever runs the match calls this once before the first action and once after every action, the bot's
    /// own included, with the match's version, what [`table::AnyMatch::seen`] gives for the seat, and what
    /// [`table::AnyMatch::told`] gives for it of this one action. Not needed: a bot that is not told only believes less.
    fn witness(&mut self, seat: Seat, version: usize, seen: &dyn Any, told: &dyn Any);

    /// Does it make anything of what it witnesses? If not, nobody needs to tell it.
    fn remembers(&self) -> bool;

    /// How many iterations the last decision took.
    fn iterations(&self) -> u32;

    /// What went wrong, if anything did since this was last asked: a sentence. The bot has gone on by instinct.
    fn complaint(&mut self) -> Option<String>;
}

/// A bot behind the facade.
struct Erasure<G: Instinct> {
    bot: Box<dyn Bot<G>>,
    complaint: Option<String>,
}

/// An arena of whichever game.
pub trait AnyArena: Send + Sync {
    /// How many games one deal gives.
    fn rotations(&self) -> usize;

    /// Plays a deal with the field rotated.
    fn play(&self, deal: u64, rotation: usize, time: &mut dyn Timekeeper) -> Played;
}

impl<G: Instinct> AnyBots for Erased<G> {
    fn bot(&self, level: Level, seed: u64) -> Box<dyn AnyBot> {
        Box::new(Erasure { bot: bot::<G>(level, seed), complaint: None })
    }

    fn arena(&self, given: &Value, field: &[Level]) -> Result<Box<dyn AnyArena>, Refusal> {
        let options = options::from_json(G::INFO.players(), given)?;
        Ok(Box::new(Arena::<G>::of_levels(options, field)))
    }
}

impl<G: Instinct> AnyBot for Erasure<G> {
    fn decide(
        &mut self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waited_on: bool,
        budget: &mut Budget<'_>,
    ) -> Option<u32> {
        let actions: Vec<G::Action> = codes.iter().filter_map(|&code| G::Action::from_code(code)).collect();
        let observation = seen.downcast_ref::<G::Observation>();
        let (Some(observation), false) = (observation, actions.is_empty()) else {
            self.complaint = Some(format!("It was not asked about {}.", G::INFO.name));
            return codes.first().copied().filter(|_| waited_on);
        };
        let question = Question { observation, seat, actions: &actions, waited_on };
        let at = self.bot.decide(&question, budget)?;
        actions.get(at).map(|action| action.code())
    }

    fn witness(&mut self, seat: Seat, version: usize, seen: &dyn Any, told: &dyn Any) {
        let seen = (seen.downcast_ref::<G::Observation>(), told.downcast_ref::<Vec<G::Event>>());
        if let (Some(observation), Some(events)) = seen {
            self.bot.witness(&Witnessed { seat, version, observation, events });
        }
    }

    fn remembers(&self) -> bool {
        self.bot.remembers()
    }

    fn iterations(&self) -> u32 {
        self.bot.iterations()
    }

    fn complaint(&mut self) -> Option<String> {
        self.complaint.take().or_else(|| self.bot.complaint())
    }
}

impl<G: Instinct> AnyArena for Arena<G> {
    fn rotations(&self) -> usize {
        Arena::rotations(self)
    }

    fn play(&self, deal: u64, rotation: usize, time: &mut dyn Timekeeper) -> Played {
        Arena::play(self, deal, rotation, time)
    }
}
