//! The arena: bots against bots, on equal terms.
//!
//! A deal is played once for every rotation of the field around the table, so that luck of the deal and of the seat cancels out.

use table::chance::quick;
use table::instinct::Instinct;
use table::seed::Seed;
use table::{Audience, Chance, Game, Observer, Options, Outcome, Seat, SeatSet};

use crate::bot::{Bot, Budget, Question, Witnessed, bot};
use crate::level::Level;
use crate::search::fits;

/// A field of bots at one table.
#[derive(Clone, Debug)]
pub struct Arena<G: Game> {
    /// The table.
    pub options: G::Options,
    /// Who plays: dealt out round the table, or to the two teams where the game has teams.
    pub field: Vec<Level>,
    /// Iterations for each decision of those that look ahead.
    pub iterations: u32,
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
}

impl<G: Instinct> Arena<G> {
    /// How many games one deal gives: every rotation, or each team for each.
    pub fn rotations(&self) -> usize {
        self.field.len()
    }

    /// Plays a deal with the field rotated. `time_is_up` is told when a decision begins, and asked during it.
    pub fn play(&self, deal: u64, rotation: usize, clock: &mut dyn FnMut(bool) -> bool) -> Played {
        const { assert!(fits::<G>(), "too many codes for the search") };
        let players = self.options.players();
        let mut chance = Seed::from_number(deal, players).chance();
        let mut state = G::deal(&self.options, &mut chance);
        let who = self.seating(&state, rotation);
        let mut bots: Vec<Box<dyn Bot<G>>> = who
            .iter()
            .enumerate()
            .map(|(seat, &index)| {
                bot(self.field[index], deal ^ (seat as u64 + 1) << 40 ^ (rotation as u64) << 50)
            })
            .collect();
        let mut actions = Vec::new();
        let mut told = Vec::new();
        let mut steps = 0;
        show(&state, steps, &told, &mut bots);
        let bound = G::bound(&self.options);
        // Who is asked first whether to interrupt, by lot.
        let mut order = quick(deal);
        while steps < bound {
            let waiting = G::waiting_on(&state);
            let Some(next) = waiting.first() else { break };
            let mut choice = None;
            let mut interrupts = G::interrupts(&state);
            while !interrupts.is_empty() && choice.is_none() {
                let Some(seat) = interrupts.nth(order.index(interrupts.len())) else { break };
                interrupts.remove(seat);
                choice = self.ask(&state, seat, false, &mut bots, &mut actions, clock);
            }
            let choice = choice.or_else(|| self.ask(&state, next, true, &mut bots, &mut actions, clock));
            let Some((seat, action)) = choice else { break };
            told.clear();
            G::apply(&mut state, seat, action, &mut chance, &mut told);
            steps += 1;
            show(&state, steps, &told, &mut bots);
        }
        let outcome = G::outcome(&state);
        Played {
            who,
            winners: outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners()),
            draw: outcome.is_none_or(|outcome| outcome.is_draw()),
            steps,
            outcome,
        }
    }

    fn ask(
        &self,
        state: &G::State,
        seat: Seat,
        waited_on: bool,
        bots: &mut [Box<dyn Bot<G>>],
        actions: &mut Vec<G::Action>,
        clock: &mut dyn FnMut(bool) -> bool,
    ) -> Option<(Seat, G::Action)> {
        actions.clear();
        G::legal(state, seat, actions);
        if actions.is_empty() {
            return None;
        }
        let observation = G::observe(state, Observer::Seat(seat));
        let question = Question { observation: &observation, seat, actions, waited_on };
        clock(true);
        let mut budget = Budget { iterations: self.iterations, time_is_up: &mut || clock(false) };
        let at = bots[seat.index()].decide(&question, &mut budget)?;
        Some((seat, actions[at]))
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

/// Every bot sees what its seat sees, and hears what its seat was told.
fn show<G: Game>(
    state: &G::State,
    version: u32,
    told: &[(Audience, G::Event)],
    bots: &mut [Box<dyn Bot<G>>],
) {
    for (seat, bot) in Seat::all(bots.len()).zip(bots.iter_mut()).filter(|(_, bot)| bot.remembers()) {
        let observer = Observer::Seat(seat);
        let heard = told.iter().filter(|(audience, _)| audience.includes(observer));
        let events: Vec<G::Event> = heard.map(|(_, event)| event.clone()).collect();
        let observation = G::observe(state, observer);
        bot.witness(&Witnessed {
            seat,
            version: version as usize,
            observation: &observation,
            events: &events,
        });
    }
}
