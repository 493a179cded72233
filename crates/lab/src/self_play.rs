//! Games between equal bots, counted by the game's own chronicle.

use bots::{Bot, Budget, Level, Question, Seats, bot};
use serde_json::Value;
use table::chronicle::{Account, Chronicle, Ledger, Step};
use table::instinct::Instinct;
use table::seed::Seed;
use table::{Erased, MAX_SEATS, Options, Record, Refusal, Seat, options};

use crate::judge::{self, Judgement, Progress, ReviewSettings};
use crate::self_play_stats::{FinishedGame, SelfPlayStats};

/// A table at which bots of one level play against each other.
pub struct SelfPlay<G: Chronicle> {
    options: G::Options,
    level: Level,
    iterations: u32,
}

/// The lab of a type-erased game: the counterpart of [`table::AnyGame`].
pub trait AnyLab: Send + Sync {
    /// What the game keeps count of.
    fn accounts(&self) -> &'static [Account];

    /// The tables to play for these options: several if the options leave open something worth comparing, such as the map.
    fn tables(&self, options: &Value) -> Result<Vec<Value>, Refusal>;

    /// Judges a recorded game.
    fn judge(
        &self,
        record: &Record,
        settings: ReviewSettings,
        progress: Progress<'_>,
    ) -> Result<Judgement, Refusal>;

    /// A table for bots of a level.
    fn self_play(
        &self,
        options: &Value,
        level: Level,
        iterations: u32,
    ) -> Result<Box<dyn AnySelfPlay>, Refusal>;
}

/// A [`SelfPlay`] of a type-erased game.
pub trait AnySelfPlay: Send + Sync {
    /// Plays the game with this number and counts it. `clock(true)` says that a decision begins, `clock(false)` asks whether its time
    /// is up.
    fn play(&self, deal: u64, clock: &mut dyn FnMut(bool) -> bool, stats: &mut SelfPlayStats);
}

impl<G: Chronicle + Instinct> AnyLab for Erased<G> {
    fn accounts(&self) -> &'static [Account] {
        table::research().map_or(&[], |()| G::ACCOUNTS)
    }

    fn tables(&self, given: &Value) -> Result<Vec<Value>, Refusal> {
        table::research()?;
        let options: G::Options = options::from_json(G::INFO.players(), given)?;
        Ok(G::tables(&options).iter().filter_map(|options| serde_json::to_value(options).ok()).collect())
    }

    fn judge(
        &self,
        record: &Record,
        settings: ReviewSettings,
        progress: Progress<'_>,
    ) -> Result<Judgement, Refusal> {
        judge::judge::<G>(record, settings, progress)
    }

    fn self_play(
        &self,
        given: &Value,
        level: Level,
        iterations: u32,
    ) -> Result<Box<dyn AnySelfPlay>, Refusal> {
        table::research()?;
        let options = options::from_json(G::INFO.players(), given)?;
        Ok(Box::new(SelfPlay::<G> { options, level, iterations }))
    }
}

impl<G: Chronicle + Instinct> AnySelfPlay for SelfPlay<G> {
    fn play(&self, deal: u64, clock: &mut dyn FnMut(bool) -> bool, stats: &mut SelfPlayStats) {
        let players = self.options.players();
        let mut chance = Seed::from_number(deal, players).chance();
        let mut state = G::deal(&self.options, &mut chance);
        let bots = (0..players).map(|seat| bot(self.level, deal ^ (seat as u64 + 1) << 40)).collect();
        let mut table = Seats::<G>::new(bots, &state);
        let (mut memory, mut ledger) = (G::Memory::default(), Ledger::default());
        let mut decisions = [0u32; MAX_SEATS];
        let bound = G::bound(&self.options) as usize;
        let mut ask = |bot: &mut dyn Bot<G>, question: &Question<'_, G>| {
            clock(true);
            bot.decide(
                question,
                &mut Budget { iterations: self.iterations, time_is_up: &mut || clock(false) },
            )
        };
        while table.version() < bound
            && let Some((seat, action)) = table.decide(&state, &mut ask)
        {
            let before = state.clone();
            let told = table.act(&mut state, (seat, action), &mut chance);
            decisions[seat.index()] += 1;
            let step = Step { before: &before, after: &state, seat, action, told };
            G::note(&mut memory, &step, &mut ledger);
        }
        let outcome = G::outcome(&state);
        if let Some(outcome) = &outcome {
            G::close(&memory, &state, outcome, &mut ledger);
        }
        stats.add(&FinishedGame {
            players,
            decisions: &decisions[..players],
            outcome,
            labels: Seat::all(players).map(|seat| G::labels(&state, seat)).collect(),
            ledger,
        });
    }
}
