//! A match on this machine: people at one screen, bots on the other seats, and a file in which nothing is lost.

use std::path::{Path, PathBuf};
use std::time::Instant;

use bots::{AnyBot, Budget, Level};
use lab::DecisionBudget;
use shelf::GameEntry;
use table::chance::{Quick, quick};
use table::{AnyMatch, Move, Observer, Record, Refusal, Seat, SeatSet, Turn as Asked, referee};

use crate::{Failure, files};

/// The name of a person who is alone with bots. Resuming finds the seat by it.
pub(crate) const YOU: &str = "You";

/// Who decides next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Nobody any more.
    Over,
    /// A person; an interrupt may be let pass.
    Person { seat: Seat, interrupt: bool },
    /// A bot.
    Bots,
}

pub(crate) struct Host {
    pub(crate) entry: &'static GameEntry,
    pub(crate) hosted: Box<dyn AnyMatch>,
    pub(crate) names: Vec<String>,
    pub(crate) people: SeatSet,
    pub(crate) file: Option<PathBuf>,
    bots: Vec<Box<dyn AnyBot>>,
    /// How long they may think.
    patience: DecisionBudget,
    /// The bots have seen the game up to this version.
    witnessed: Option<usize>,
    /// For a bot that finds no answer.
    chance: Quick,
    /// Ask people whenever an interrupt is possible?
    interrupts: bool,
    /// The people who have let the interrupt pass, and at which version.
    waved: (usize, SeatSet),
    /// The person who was asked last goes on first, so that the screen need not change hands.
    last: Option<Seat>,
}

impl Host {
    pub(crate) fn new(
        entry: &'static GameEntry,
        hosted: Box<dyn AnyMatch>,
        names: Vec<String>,
        level: Level,
        seed: u64,
        file: Option<PathBuf>,
        interrupts: bool,
    ) -> Host {
        // A resumed game goes on with bots that have forgotten what they dreamt, not what they know.
        let seed = seed ^ (hosted.version() as u64) << 32;
        let seats = Seat::all(hosted.players());
        let bots = seats.clone().map(|seat| entry.bots.bot(level, seed ^ (seat.index() as u64 + 1) << 48));
        Host {
            bots: bots.collect(),
            people: seats.filter(|&seat| !is_bot(&names[seat.index()], seat)).collect(),
            entry,
            hosted,
            names,
            file,
            patience: DecisionBudget::Time(level.budget()),
            witnessed: None,
            chance: quick(seed),
            interrupts,
            waved: (0, SeatSet::EMPTY),
            last: None,
        }
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| crate::output::seat_name(seat))
    }

    pub(crate) fn turn(&mut self) -> Turn {
        if self.hosted.outcome().is_some() {
            return Turn::Over;
        }
        // At the same time as bots people decide first: nobody sees the difference.
        let mine = self.hosted.waiting_on().intersection(self.people);
        let waved = if self.waved.0 == self.hosted.version() { self.waved.1 } else { SeatSet::EMPTY };
        let could = self.hosted.interrupts().intersection(self.people).minus(waved);
        let could = if self.interrupts { could } else { SeatSet::EMPTY };
        let (seats, interrupt) = if mine.is_empty() { (could, true) } else { (mine, false) };
        let last = self.last.filter(|&seat| seats.contains(seat));
        match last.or(seats.first()) {
            Some(seat) => {
                self.last = Some(seat);
                Turn::Person { seat, interrupt }
            }
            None => Turn::Bots,
        }
    }

    /// A person lets an interrupt pass.
    pub(crate) fn wave(&mut self, seat: Seat) {
        let version = self.hosted.version();
        if self.waved.0 != version {
            self.waved = (version, SeatSet::EMPTY);
        }
        self.waved.1.insert(seat);
    }

    pub(crate) fn play(&mut self, seat: Seat, code: u32) -> Result<(), Refusal> {
        self.witness();
        self.hosted.play(seat, &Move::Code(code))
    }

    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.hosted.undo(seat)
    }

    /// Lets the bots act that want to interrupt, then the first that is waited on. False if nobody could. Complaints of bots
    /// that failed and went on by instinct are put to the others.
    pub(crate) fn bots_act(&mut self, complaints: &mut Vec<String>) -> bool {
        self.witness();
        let asked = referee::order(self.hosted.waiting_on(), self.hosted.interrupts());
        let bots: Vec<Asked> = asked.filter(|turn| !self.people.contains(turn.seat)).collect();
        bots.into_iter().any(|turn| self.bot_acts(turn, complaints))
    }

    /// A bot's decision, if it makes one: a bot that is waited on always does.
    fn bot_acts(&mut self, Asked { seat, waited_on }: Asked, complaints: &mut Vec<String>) -> bool {
        let view = self.hosted.view(Observer::Seat(seat));
        let codes: Vec<u32> = view.options.iter().map(|option| option.code).collect();
        let seen = self.hosted.seen(Observer::Seat(seat));
        let (patience, begin) = (self.patience, Instant::now());
        let mut budget =
            Budget { iterations: patience.iterations(), time_is_up: &mut || patience.is_up(begin.elapsed()) };
        let bot = &mut self.bots[seat.index()];
        let choice = bot.decide(&*seen, seat, &codes, self.hosted.waiting_on(), &mut budget);
        if let Some(complaint) = bot.complaint() {
            complaints.push(format!("{} has a problem: {complaint}", self.name(seat)));
        }
        match choice {
            Some(code) if self.hosted.play(seat, &Move::Code(code)).is_ok() => true,
            _ if waited_on => self.hosted.play_random(Some(seat), &mut self.chance).is_some(),
            _ => false,
        }
    }

    /// Lets the bots see what has happened since they last looked.
    fn witness(&mut self) {
        let version = self.hosted.version();
        if self.witnessed == Some(version) {
            return;
        }
        for (seat, bot) in Seat::all(self.bots.len()).zip(&mut self.bots).filter(|(_, bot)| bot.remembers()) {
            let observer = Observer::Seat(seat);
            let told = self.hosted.told(observer, version.saturating_sub(1));
            bot.witness(seat, version, &*self.hosted.seen(observer), &*told);
        }
        self.witnessed = Some(version);
    }

    /// Writes the game to its file. If that fails it says so once and goes on without.
    pub(crate) fn keep(&mut self) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        if let Err(error) = files::write(file, &self.hosted.record().to_text()) {
            let failure = Failure(format!("This game cannot be kept in {}: {error}.", file.display()));
            self.file = None;
            return Err(failure);
        }
        Ok(())
    }

    /// Makes the folder of the file, and writes the game for the first time.
    pub(crate) fn keep_first(&mut self) -> Result<(), Failure> {
        if let Some(folder) = self.file.as_deref().and_then(Path::parent) {
            let _ = std::fs::create_dir_all(folder);
        }
        self.keep()
    }
}

/// What a bot is called.
pub(crate) fn bot_name(seat: Seat) -> String {
    format!("Bot {}", seat.number())
}

fn is_bot(name: &str, seat: Seat) -> bool {
    name == bot_name(seat) || name == crate::output::seat_name(seat)
}

/// A number that follows from a record, for bots that go on with it.
pub(crate) fn seed_of(record: &Record) -> u64 {
    record.seed.secret.bytes().fold(7, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}
