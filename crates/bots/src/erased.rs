//! Type-erased bots: the counterpart of [`table::AnyGame`].

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;
use table::chance::quick;
use table::hint::Hint;
use table::instinct::Instinct;
use table::talk::Spoken;
use table::{Chance, Code, Erased, Observer, Refusal, Seat, SeatSet, options};

use crate::arena::{Arena, BotMaker, Played, Timekeeper};
use crate::bot::{Bot, Budget, Floor, Question, Utterance, Witnessed};
use crate::external::{ExternalBot, Outside};
use crate::hint::{Tried, hint, tried};
use crate::level::Level;
use crate::policy_bot::weighted;
use crate::roster::{bot, talking};
use crate::script::Part;
use crate::search::{Search, Settings};

/// The most iterations of a hint's search.
const HINT_ITERATIONS: u32 = 2000;

/// The bots of a game.
pub trait AnyBots: Send + Sync {
    /// A bot of a level.
    fn bot(&self, level: Level, seed: u64) -> Box<dyn AnyBot>;

    /// A hint for a seat that is waited on; see [`hint`](crate::hint()). `seen` is what [`table::AnyMatch::seen`] gives for it.
    fn hint(
        &self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waiting: SeatSet,
        left: &mut dyn FnMut() -> f32,
    ) -> Option<Hint>;

    /// What a search finds of each option in this many iterations, in the order of the codes. Nothing for another game's
    /// observation.
    fn weigh(
        &self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waiting: SeatSet,
        iterations: u32,
        seed: u64,
    ) -> Vec<Tried>;

    /// An arena for a field of bots.
    fn arena(&self, options: &Value, field: &[Entrant]) -> Result<Box<dyn AnyArena>, Refusal>;

    /// Tools that measure how fast bots look ahead.
    fn search_benchmark(&self, options: &Value, seed: u64) -> Result<Box<dyn SearchBenchmark>, Refusal>;
}

/// Who enters an arena.
#[derive(Clone)]
pub enum Entrant {
    /// One of our bots.
    Level(Level),
    /// One of our bots at a table with talk.
    Talking(Level, Part),
    /// Another program, started for each seat and game.
    Outside(Arc<dyn Fn() -> Box<dyn Outside> + Send + Sync>),
}

/// Measures how fast bots look ahead. The clock is the caller's.
pub trait SearchBenchmark {
    /// Thinks about the next position of a game for this many iterations. Returns how many steps of the game that took.
    fn think(&mut self, iterations: u32) -> u64;
}

/// A type-erased bot.
pub trait AnyBot: Send {
    /// The code of the chosen action, out of those given; nothing to let an interrupt pass. `seen` is what
    /// [`table::AnyMatch::seen`] gives for the seat, `said` all that was said at the table. With another game's observation it can
    /// only take the first option, and complains.
    fn decide(
        &mut self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waiting: SeatSet,
        said: &[Spoken],
        budget: &mut Budget<'_>,
    ) -> Option<u32>;

    /// What it says now that it has the floor, if anything. `version` is how many actions have been taken.
    fn speak(&mut self, seen: &dyn Any, seat: Seat, version: usize, said: &[Spoken]) -> Option<Utterance>;

    /// Sees what happened. The host calls this once before the first action and once after every action, the bot's own included,
    /// with the match's version, what [`table::AnyMatch::seen`] gives for the seat, and what
    /// [`table::AnyMatch::told`] gives for it of this one action. The call is optional: without it the bot knows less.
    fn witness(&mut self, seat: Seat, version: usize, seen: &dyn Any, told: &dyn Any);

    /// Does it use what it witnesses? If not, nobody needs to tell it.
    fn remembers(&self) -> bool;

    /// How many iterations the last decision took.
    fn iterations(&self) -> u32;

    /// What went wrong since this was last asked, in a sentence. The bot has fallen back on instinct.
    fn complaint(&mut self) -> Option<String>;
}

/// A bot behind the facade.
struct ErasedBot<G: Instinct> {
    bot: Box<dyn Bot<G>>,
    complaint: Option<String>,
}

/// A type-erased arena.
pub trait AnyArena: Send + Sync {
    /// How many games one deal gives.
    fn rotations(&self) -> usize;

    /// Plays a deal with the field rotated.
    fn play(&self, deal: u64, rotation: usize, time: &mut dyn Timekeeper) -> Played;
}

impl<G: Instinct> AnyBots for Erased<G> {
    fn bot(&self, level: Level, seed: u64) -> Box<dyn AnyBot> {
        Box::new(ErasedBot { bot: bot::<G>(level, seed), complaint: None })
    }

    fn hint(
        &self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waiting: SeatSet,
        left: &mut dyn FnMut() -> f32,
    ) -> Option<Hint> {
        let observation = seen.downcast_ref::<G::Observation>()?;
        let actions: Vec<G::Action> = codes.iter().filter_map(|&code| G::Action::from_code(code)).collect();
        hint(
            &Question::<G> { observation, seat, actions: &actions, waiting, said: &[] },
            HINT_ITERATIONS,
            left,
        )
    }

    fn weigh(
        &self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waiting: SeatSet,
        iterations: u32,
        seed: u64,
    ) -> Vec<Tried> {
        let Some(observation) = seen.downcast_ref::<G::Observation>() else { return Vec::new() };
        let actions: Vec<G::Action> = codes.iter().filter_map(|&code| G::Action::from_code(code)).collect();
        let question = Question::<G> { observation, seat, actions: &actions, waiting, said: &[] };
        tried(&question, seed, &mut Budget { iterations, time_is_up: &mut || false })
    }

    fn arena(&self, given: &Value, field: &[Entrant]) -> Result<Box<dyn AnyArena>, Refusal> {
        table::research()?;
        let options: G::Options = options::from_json(G::INFO.players(), given)?;
        let part = |entrant: &Entrant| match entrant {
            Entrant::Talking(_, part) => Some(part.script),
            _ => None,
        };
        let talks = field.iter().any(|entrant| part(entrant).is_some());
        let maker = |entrant: &Entrant| -> BotMaker<G> {
            match entrant.clone() {
                Entrant::Level(level) => Arc::new(move |seed| bot(level, seed)),
                Entrant::Talking(level, part) => Arc::new(move |seed| talking(level, part, seed)),
                Entrant::Outside(start) => {
                    let options = options.clone();
                    Arc::new(move |seed| {
                        Box::new(ExternalBot::<G>::new(start(), options.clone(), talks, seed))
                    })
                }
            }
        };
        let scripts = field.iter().map(|entrant| part(entrant).flatten()).collect();
        let arena = Arena::<G>::of_bots(options.clone(), field.iter().map(maker).collect());
        Ok(Box::new(if talks { arena.talking(scripts) } else { arena }))
    }

    fn search_benchmark(&self, given: &Value, seed: u64) -> Result<Box<dyn SearchBenchmark>, Refusal> {
        let options = options::from_json(G::INFO.players(), given)?;
        Ok(Box::new(Positions::<G>::of(&options, seed)))
    }
}

impl<G: Instinct> AnyBot for ErasedBot<G> {
    fn decide(
        &mut self,
        seen: &dyn Any,
        seat: Seat,
        codes: &[u32],
        waiting: SeatSet,
        said: &[Spoken],
        budget: &mut Budget<'_>,
    ) -> Option<u32> {
        let actions: Vec<G::Action> = codes.iter().filter_map(|&code| G::Action::from_code(code)).collect();
        let observation = seen.downcast_ref::<G::Observation>();
        let (Some(observation), false) = (observation, actions.is_empty()) else {
            self.complaint = Some(format!("It was not asked about {}.", G::INFO.name));
            return codes.first().copied().filter(|_| waiting.contains(seat));
        };
        let question = Question { observation, seat, actions: &actions, waiting, said };
        let at = self.bot.decide(&question, budget)?;
        actions.get(at).map(|action| action.code())
    }

    fn speak(&mut self, seen: &dyn Any, seat: Seat, version: usize, said: &[Spoken]) -> Option<Utterance> {
        let observation = seen.downcast_ref::<G::Observation>()?;
        self.bot.speak(&Floor { observation, seat, version, said })
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

/// Positions of a game with a choice, to think over.
struct Positions<G: Instinct> {
    positions: Vec<(G::Observation, Seat, Vec<G::Action>)>,
    search: Search<G>,
    next: usize,
}

impl<G: Instinct> Positions<G> {
    /// Positions of games that instinct plays.
    fn of(options: &G::Options, seed: u64) -> Self {
        let (mut chance, mut positions, mut weights) = (quick(seed), Vec::new(), Vec::new());
        while positions.len() < 40 {
            let mut state = G::deal(options, &mut chance);
            while let Some(seat) = G::waiting_on(&state).first() {
                let mut actions = Vec::new();
                G::legal(&state, seat, &mut actions);
                weights.clear();
                G::policy_weights(&state, seat, &actions, &mut weights);
                let action = actions[weighted(&weights, &mut chance)];
                if actions.len() > 1 && chance.below(4) == 0 {
                    positions.push((G::observe(&state, Observer::Seat(seat)), seat, actions));
                }
                G::apply(&mut state, seat, action, &mut chance, &mut ());
            }
        }
        Positions { positions, search: Search::new(seed, Settings::of::<G>()), next: 0 }
    }
}

impl<G: Instinct> SearchBenchmark for Positions<G> {
    fn think(&mut self, iterations: u32) -> u64 {
        // Steps through the list so that any few positions are from all parts of the games.
        self.next = (self.next + 17) % self.positions.len();
        let (observation, seat, actions) = &self.positions[self.next];
        let waiting = SeatSet::one(*seat);
        let question = Question { observation, seat: *seat, actions, waiting, said: &[] };
        self.search.decide(&question, &mut Budget { iterations, time_is_up: &mut || false });
        self.search.steps()
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
