//! The arena: bots against bots, on equal terms.
//!
//! A deal is played once for every rotation of the field around the table, so that luck of the deal and of the seat cancels out.

use std::sync::Arc;

use table::chance::quick;
use table::instinct::Instinct;
use table::seed::Seed;
use table::{Audience, Chance, Game, Observer, Options, Outcome, Seat, SeatSet};

use crate::bot::{Bot, Budget, Question, Witnessed, bot};
use crate::level::Level;
use crate::search::fits;

/// Makes a bot from a seed.
pub type Maker<G> = Arc<dyn Fn(u64) -> Box<dyn Bot<G>> + Send + Sync>;

/// A field of bots at one table.
#[derive(Clone)]
pub struct Arena<G: Game> {
    options: G::Options,
    field: Vec<Maker<G>>,
}

/// Keeps the time of an arena's game: bots themselves have no clock.
pub trait Timekeeper {
    /// A bot of the field begins to think, and may do so for so many iterations.
    fn begin(&mut self, who: usize) -> u32;

    /// Is its time up?
    fn time_is_up(&mut self) -> bool;

    /// It has answered a question with several options, after so many iterations, or has a complaint.
    fn end(&mut self, who: usize, iterations: u32, complaint: Option<String>);
}

/// So many iterations for everybody, however long they take.
pub struct Iterations(pub u32);

impl Timekeeper for Iterations {
    fn begin(&mut self, _: usize) -> u32 {
        self.0
    }

    fn time_is_up(&mut self) -> bool {
        false
    }

    fn end(&mut self, _: usize, _: u32, _: Option<String>) {}
}

/// One game of the arena.
#[derive(Clone, Debug)]
pub struct Played {
    /// Per seat, the index into the field.
    pub who: Vec<usize>,
    /// Who won.
    pub winners: SeatSet,
    /// Was it a draw?
    pub draw: bool,
    /// How many decisions it took.
    pub steps: u32,
    /// Nothing if it did not end within the bound.
    pub outcome: Option<Outcome>,
    /// How it ended, for each seat, as the game labels it.
    pub labels: Vec<Vec<(&'static str, String)>>,
}

impl<G: Instinct> Arena<G> {
    /// A field of levels: dealt out round the table, or to the two teams where the game has teams.
    pub fn of_levels(options: G::Options, field: &[Level]) -> Self {
        let maker = |&level: &Level| -> Maker<G> { Arc::new(move |seed| bot(level, seed)) };
        Arena::of_bots(options, field.iter().map(maker).collect())
    }

    /// A field of bots of one's own.
    pub fn of_bots(options: G::Options, field: Vec<Maker<G>>) -> Self {
        const { assert!(fits::<G>(), "too many codes for the search") };
        Arena { options, field }
    }

    /// How many games one deal gives: every rotation, or each team for each.
    pub fn rotations(&self) -> usize {
        self.field.len()
    }

    /// Plays a deal with the field rotated.
    pub fn play(&self, deal: u64, rotation: usize, time: &mut dyn Timekeeper) -> Played {
        let players = self.options.players();
        let mut chance = Seed::from_number(deal, players).chance();
        let mut state = G::deal(&self.options, &mut chance);
        let who = self.seating(&state, rotation);
        let seed = |seat: usize| deal ^ (seat as u64 + 1) << 40 ^ (rotation as u64) << 50;
        let bots = who.iter().enumerate().map(|(seat, &index)| self.field[index](seed(seat))).collect();
        let mut table = Table::<G> { bots, who, actions: Vec::new() };
        let mut told = Vec::new();
        let mut steps = 0;
        let bound = G::bound(&self.options);
        // Who is asked first whether to interrupt, by lot.
        let mut order = quick(deal);
        while steps < bound {
            table.show(&state, steps, &told);
            let Some(next) = G::waiting_on(&state).first() else { break };
            let mut choice = None;
            let mut interrupts = G::interrupts(&state);
            while !interrupts.is_empty() && choice.is_none() {
                let Some(seat) = interrupts.nth(order.index(interrupts.len())) else { break };
                interrupts.remove(seat);
                choice = table.ask(&state, seat, false, time);
            }
            let choice = choice.or_else(|| table.ask(&state, next, true, time));
            let Some((seat, action)) = choice else { break };
            told.clear();
            G::apply(&mut state, seat, action, &mut chance, &mut told);
            steps += 1;
        }
        let outcome = G::outcome(&state);
        Played {
            who: table.who,
            winners: outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners()),
            draw: outcome.is_none_or(|outcome| outcome.is_draw()),
            steps,
            outcome,
            labels: Seat::all(players).map(|seat| G::labels(&state, seat)).collect(),
        }
    }

    fn seating(&self, state: &G::State, rotation: usize) -> Vec<usize> {
        let players = self.options.players();
        let team = |seat| {
            let kind = G::TEAMS?;
            G::labels(state, seat).into_iter().find(|(name, _)| *name == kind).map(|(_, value)| value)
        };
        let first = team(Seat::new(0));
        Seat::all(players)
            .map(|seat| {
                let place = match (&first, team(seat)) {
                    (Some(first), Some(own)) => usize::from(own != *first),
                    _ => seat.index(),
                };
                (place + rotation) % self.field.len()
            })
            .collect()
    }
}

/// The bots at a table.
struct Table<G: Game> {
    bots: Vec<Box<dyn Bot<G>>>,
    who: Vec<usize>,
    actions: Vec<G::Action>,
}

impl<G: Game> Table<G> {
    /// Every bot sees what its seat sees, and hears what its seat was told.
    fn show(&mut self, state: &G::State, version: u32, told: &[(Audience, G::Event)]) {
        for (i, bot) in self.bots.iter_mut().enumerate().filter(|(_, bot)| bot.remembers()) {
            let (seat, version) = (Seat::new(i), version as usize);
            let observer = Observer::Seat(seat);
            let heard = told.iter().filter(|(audience, _)| audience.includes(observer));
            let events: Vec<G::Event> = heard.map(|(_, event)| event.clone()).collect();
            let observation = &G::observe(state, observer);
            bot.witness(&Witnessed { seat, version, observation, events: &events });
        }
    }

    fn ask(
        &mut self,
        state: &G::State,
        seat: Seat,
        waited_on: bool,
        time: &mut dyn Timekeeper,
    ) -> Option<(Seat, G::Action)> {
        self.actions.clear();
        G::legal(state, seat, &mut self.actions);
        if self.actions.is_empty() {
            return None;
        }
        let observation = &G::observe(state, Observer::Seat(seat));
        let question = Question { observation, seat, actions: &self.actions, waited_on };
        let (who, bot) = (self.who[seat.index()], &mut self.bots[seat.index()]);
        let iterations = time.begin(who);
        let answer = bot.decide(&question, &mut Budget { iterations, time_is_up: &mut || time.time_is_up() });
        let complaint = bot.complaint();
        if complaint.is_some() || (waited_on && self.actions.len() > 1) {
            time.end(who, bot.iterations(), complaint);
        }
        Some((seat, self.actions[answer?]))
    }
}
