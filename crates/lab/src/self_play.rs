//! Games between equal bots, counted by the game's own chronicle.

use bots::{Bot, Budget, Level, Question, Seats, bot};
use serde_json::Value;
use table::chance::Fair;
use table::chronicle::{Account, Chronicle, Ledger, Step};
use table::instinct::Instinct;
use table::seed::Seed;
use table::talk::Spoken;
use table::{Erased, MAX_SEATS, Options, Record, Refusal, Seat, options};

use crate::judge::{self, Judgement, Progress, ReviewSettings};
use crate::self_play_stats::{FinishedGame, SelfPlayStats};
use crate::talk::{self, TalkNotes, note_turned};

/// A table at which bots of one level play against each other.
pub struct SelfPlay<G: Chronicle> {
    options: G::Options,
    level: Level,
    iterations: u32,
    /// Do the bots talk?
    talk: bool,
}

/// Says when a decision begins, and asks whether its time is up.
type Clock<'a> = dyn FnMut(bool) -> bool + 'a;

/// The lab of a type-erased game: the counterpart of [`table::AnyGame`].
pub trait AnyLab: Send + Sync {
    /// What is kept count of, with what is said where the bots talk.
    fn accounts(&self, talk: bool) -> Vec<Account>;

    /// The tables to play for these options: several if the options leave open something worth comparing, such as the map.
    fn tables(&self, options: &Value) -> Result<Vec<Value>, Refusal>;

    /// Judges a recorded game. `own` says of each action whether the person who had the seat chose it: those decisions are judged. If
    /// nobody did, or nothing is known, all are.
    fn judge(
        &self,
        record: &Record,
        own: &[bool],
        settings: ReviewSettings,
        progress: Progress<'_>,
    ) -> Result<Judgement, Refusal>;

    /// A table for bots of a level. They talk if they shall, where the game has talk.
    fn self_play(
        &self,
        options: &Value,
        level: Level,
        iterations: u32,
        talk: bool,
    ) -> Result<Box<dyn AnySelfPlay>, Refusal>;
}

/// A [`SelfPlay`] of a type-erased game.
pub trait AnySelfPlay: Send + Sync {
    /// Plays the game with this number and counts it. `clock(true)` says that a decision begins, `clock(false)` asks whether its time
    /// is up.
    fn play(&self, deal: u64, clock: &mut dyn FnMut(bool) -> bool, stats: &mut SelfPlayStats);
}

impl<G: Chronicle + Instinct> AnyLab for Erased<G> {
    fn accounts(&self, talk: bool) -> Vec<Account> {
        let own = table::research().map_or(&[][..], |()| G::ACCOUNTS);
        let said = if talk { &talk::ACCOUNTS[..] } else { &[] };
        [own, said].concat()
    }

    fn tables(&self, given: &Value) -> Result<Vec<Value>, Refusal> {
        table::research()?;
        let options: G::Options = options::from_json(G::INFO.players(), given)?;
        Ok(G::tables(&options).iter().filter_map(|options| serde_json::to_value(options).ok()).collect())
    }

    fn judge(
        &self,
        record: &Record,
        own: &[bool],
        settings: ReviewSettings,
        progress: Progress<'_>,
    ) -> Result<Judgement, Refusal> {
        judge::judge::<G>(record, own, settings, progress)
    }

    fn self_play(
        &self,
        given: &Value,
        level: Level,
        iterations: u32,
        talk: bool,
    ) -> Result<Box<dyn AnySelfPlay>, Refusal> {
        table::research()?;
        let options = options::from_json(G::INFO.players(), given)?;
        let talk = talk && G::talk().is_some();
        Ok(Box::new(SelfPlay::<G> { options, level, iterations, talk }))
    }
}

/// Is told of each action, with what has been said before it.
type Note<'a, G> = dyn FnMut(&Step<'_, G>, usize, &[Spoken]) + 'a;

impl<G: Chronicle + Instinct> SelfPlay<G> {
    /// Plays a deal to its end. The lots are those of the bots.
    fn game(
        &self,
        deal: u64,
        lots: u64,
        talk: bool,
        clock: &mut Clock<'_>,
        note: &mut Note<'_, G>,
    ) -> (G::State, Vec<Spoken>) {
        let (mut chance, mut state) = self.deal(deal);
        let seed = |seat: usize| deal ^ (seat as u64 + 1) << 40 ^ lots << 50;
        let bots = (0..self.options.players()).map(|seat| bot(self.level, seed(seat))).collect();
        let mut table = Seats::<G>::new(bots, &state);
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
            table.act(&mut state, (seat, action), &mut chance);
            let step = Step { before: &before, after: &state, seat, action, told: table.told() };
            note(&step, table.version(), table.said());
            if talk && G::outcome(&state).is_none() {
                table.confer(&state, deal, &mut |_, _| None, &mut |bot, floor| bot.speak(floor));
            }
        }
        (state, table.said().to_vec())
    }

    fn deal(&self, deal: u64) -> (Fair, G::State) {
        let mut chance = Seed::from_number(deal, self.options.players()).chance();
        let state = G::deal(&self.options, &mut chance);
        (chance, state)
    }
}

impl<G: Chronicle + Instinct> AnySelfPlay for SelfPlay<G> {
    fn play(&self, deal: u64, clock: &mut Clock<'_>, stats: &mut SelfPlayStats) {
        let players = self.options.players();
        let (mut memory, mut ledger) = (G::Memory::default(), Ledger::default());
        let mut decisions = [0u32; MAX_SEATS];
        let mut notes = self.talk.then(|| TalkNotes::<G>::new(deal, players, &self.deal(deal).1));
        let (state, said) = self.game(deal, 0, self.talk, clock, &mut |step, version, said| {
            decisions[step.seat.index()] += 1;
            G::note(&mut memory, step, &mut ledger);
            notes.iter_mut().for_each(|notes| notes.note(step, version, said));
        });
        let outcome = G::outcome(&state);
        if let Some(outcome) = &outcome {
            G::close(&memory, &state, outcome, &mut ledger);
        }
        if let Some(notes) = notes {
            notes.close(&state, &said, &mut ledger);
            let winners = |state: &G::State| G::outcome(state).map(|outcome| outcome.winners());
            let mut silent = |lots| winners(&self.game(deal, lots, false, clock, &mut |_, _, _| {}).0);
            let (same, other) = (silent(0), silent(1));
            note_turned(&mut ledger, winners(&state) != same, same != other);
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
