//! Games between equal bots, with the game's own chronicler at the table.

use bots::{Bot, Budget, Level, Question, Witnessed, bot};
use serde_json::Value;
use table::chance::quick;
use table::chronicle::{Account, Chronicle, Ledger, Step};
use table::instinct::Instinct;
use table::seed::Seed;
use table::{Audience, Chance, Erased, Game, MAX_SEATS, Observer, Options, Record, Refusal, Seat, options};

use crate::judge::{self, Care, Judgement, Progress};
use crate::tally::{Played, Tally};

/// A table at which bots of one level play.
pub struct Bench<G: Chronicle> {
    options: G::Options,
    level: Level,
    iterations: u32,
}

impl<G: Chronicle + Instinct> Bench<G> {
    /// Plays the game with this number and adds what happened.
    pub fn play(&self, deal: u64, clock: &mut dyn FnMut(bool) -> bool, tally: &mut Tally) {
        let players = self.options.players();
        let mut chance = Seed::from_number(deal, players).chance();
        let mut state = G::deal(&self.options, &mut chance);
        let mut bots: Vec<Box<dyn Bot<G>>> =
            (0..players).map(|seat| bot(self.level, deal ^ (seat as u64 + 1) << 40)).collect();
        // Who is asked first whether to interrupt, by lot.
        let mut order = quick(deal);
        let (mut memory, mut ledger) = (G::Memory::default(), Ledger::default());
        let mut actions = Vec::new();
        let mut told: Vec<(Audience, G::Event)> = Vec::new();
        let mut decisions = [0u32; MAX_SEATS];
        let bound = G::bound(&self.options);
        show(&state, 0, &told, &mut bots);
        while decisions.iter().sum::<u32>() < bound {
            let Some(next) = G::waiting_on(&state).first() else { break };
            let mut choice = None;
            let mut interrupts = G::interrupts(&state);
            while !interrupts.is_empty() && choice.is_none() {
                let Some(seat) = interrupts.nth(order.index(interrupts.len())) else { break };
                interrupts.remove(seat);
                choice = self.ask(&state, seat, false, &mut bots, &mut actions, clock);
            }
            let choice = choice.or_else(|| self.ask(&state, next, true, &mut bots, &mut actions, clock));
            let Some((seat, action)) = choice else { break };
            let before = state.clone();
            told.clear();
            G::apply(&mut state, seat, action, &mut chance, &mut told);
            decisions[seat.index()] += 1;
            let step = Step { before: &before, after: &state, seat, action, told: &told };
            G::note(&mut memory, &step, &mut ledger);
            show(&state, decisions.iter().sum(), &told, &mut bots);
        }
        let outcome = G::outcome(&state);
        if let Some(outcome) = &outcome {
            G::close(&memory, &state, outcome, &mut ledger);
        }
        tally.add(&Played {
            players,
            decisions: &decisions[..players],
            outcome,
            labels: Seat::all(players).map(|seat| G::labels(&state, seat)).collect(),
            ledger,
        });
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
        actions.get(at).map(|&action| (seat, action))
    }
}

/// Bots that draw conclusions see what their seat sees, and hear what it was told.
fn show<G: Game>(
    state: &G::State,
    version: u32,
    told: &[(Audience, G::Event)],
    bots: &mut [Box<dyn Bot<G>>],
) {
    for (seat, bot) in Seat::all(bots.len()).zip(bots.iter_mut()).filter(|(_, bot)| bot.remembers()) {
        let heard = told.iter().filter(|(audience, _)| audience.includes(Observer::Seat(seat)));
        let events: Vec<G::Event> = heard.map(|(_, event)| event.clone()).collect();
        let observation = G::observe(state, Observer::Seat(seat));
        bot.witness(&Witnessed {
            seat,
            version: version as usize,
            observation: &observation,
            events: &events,
        });
    }
}

/// The lab of whichever game: the counterpart of [`table::AnyGame`].
pub trait AnyLab: Send + Sync {
    /// What the game keeps count of.
    fn accounts(&self) -> &'static [Account];

    /// The tables to play for these options: several where the host has left something open that is worth comparing.
    fn tables(&self, options: &Value) -> Result<Vec<Value>, Refusal>;

    /// Judges a game that has been played.
    fn judge(&self, record: &Record, care: Care, progress: Progress<'_>) -> Result<Judgement, Refusal>;

    /// A table for bots of a level.
    fn bench(&self, options: &Value, level: Level, iterations: u32) -> Result<Box<dyn AnyBench>, Refusal>;
}

/// A [`Bench`] of whichever game.
pub trait AnyBench: Send + Sync {
    /// Plays the game with this number and adds what happened. The clock is told when a decision begins, and asked whether its
    /// time is up.
    fn play(&self, deal: u64, clock: &mut dyn FnMut(bool) -> bool, tally: &mut Tally);
}

impl<G: Chronicle + Instinct> AnyLab for Erased<G> {
    fn accounts(&self) -> &'static [Account] {
        G::ACCOUNTS
    }

    fn tables(&self, given: &Value) -> Result<Vec<Value>, Refusal> {
        let options: G::Options = options::from_json(G::INFO.players(), given)?;
        Ok(G::tables(&options).iter().filter_map(|options| serde_json::to_value(options).ok()).collect())
    }

    fn judge(&self, record: &Record, care: Care, progress: Progress<'_>) -> Result<Judgement, Refusal> {
        judge::judge::<G>(record, care, progress)
    }

    fn bench(&self, given: &Value, level: Level, iterations: u32) -> Result<Box<dyn AnyBench>, Refusal> {
        let options = options::from_json(G::INFO.players(), given)?;
        Ok(Box::new(Bench::<G> { options, level, iterations }))
    }
}

impl<G: Chronicle + Instinct> AnyBench for Bench<G> {
    fn play(&self, deal: u64, clock: &mut dyn FnMut(bool) -> bool, tally: &mut Tally) {
        Bench::play(self, deal, clock, tally);
    }
}
