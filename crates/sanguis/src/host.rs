//! A match on this machine: people at one screen, bots on the other seats, and a file so that nothing is lost.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use bots::Level;
use hosting::work::{self, Timing, Work};
use hosting::{BotSeats, Entry, HINT_TIME, Hand, LogEvent, MatchLog, Past, Setup};
use shelf::GameEntry;
use table::talk::{By, Heard};
use table::{AnyMatch, Hint, Name, Observer, Record, Refusal, Seat, SeatSet, Text, say};
use wire::Sitter;

use crate::{Failure, files, output};

/// Who decides next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Nobody: the game is over.
    Over,
    /// A person, who may let it pass if it is an interrupt.
    Person { seat: Seat, interrupt: bool },
    /// Bots.
    Bots,
}

pub(crate) struct Host {
    log: MatchLog,
    bots: BotSeats,
    names: Vec<String>,
    pub(crate) people: SeatSet,
    pub(crate) file: Option<PathBuf>,
    /// Ask people whenever an interrupt is possible?
    interrupts: bool,
    /// Who has let an interrupt pass, and after which action.
    passed: (u32, SeatSet),
    /// The person who was asked last is asked first, so that the screen need not change hands.
    last: Option<Seat>,
}

impl Host {
    /// Deals a new game, or replays the actions of a record.
    pub(crate) fn new(
        setup: Setup,
        record: Option<&Record>,
        seed: u64,
        file: Option<PathBuf>,
        interrupts: bool,
    ) -> Result<Host, Refusal> {
        let is_person =
            |(seat, sitter): (Seat, &Sitter)| matches!(sitter, Sitter::Person { .. }).then_some(seat);
        output::speak_of(setup.entry.game.info());
        let people = Seat::all(setup.sitters.len()).zip(&setup.sitters).filter_map(is_person).collect();
        let names: Vec<_> = setup.sitters.iter().map(|sitter| sitter.name().to_owned()).collect();
        let (mut log, _) = setup.start("", Past::Whole, now())?;
        if let Some(record) = record {
            log.play_record(record, now())?;
        }
        // The bots of a resumed game draw other numbers than they did at its start.
        let played = log.game().map_or(0, AnyMatch::version) as u64;
        let bots = BotSeats::new(names.len(), seed ^ played << 32);
        let passed = (0, SeatSet::EMPTY);
        Ok(Host { log, bots, names, people, file, interrupts, passed, last: None })
    }

    pub(crate) fn entry(&self) -> &'static GameEntry {
        self.log.entry()
    }

    pub(crate) fn game(&self) -> &dyn AnyMatch {
        self.log.game().expect("a setup starts its game")
    }

    /// The name of a seat as this reader sees it: a person without a name who plays alone with bots is "You" to themselves.
    pub(crate) fn name(&self, seat: Seat, reader: Observer) -> String {
        let alone = self.people == SeatSet::one(seat);
        match reader.is(seat) && alone && output::is_nameless(&self.names, seat) {
            true => output::say(&say!("You")),
            false => output::name_in(&self.names, seat),
        }
    }

    /// All names, as this reader sees them.
    pub(crate) fn names(&self, reader: Observer) -> Vec<String> {
        Seat::all(self.names.len()).map(|seat| self.name(seat, reader)).collect()
    }

    /// What was said from this number on. People are called there what others call them: nobody says "Strike You!".
    pub(crate) fn heard(&self, from: u32) -> Vec<Heard> {
        let mut heard = self.game().heard(from);
        for claim in &mut heard {
            claim.text = claim.text.named(|seat| output::name_in(&self.names, seat));
        }
        heard
    }

    pub(crate) fn turn(&mut self) -> Turn {
        if self.game().outcome().is_some() {
            return Turn::Over;
        }
        // Where people and bots decide at the same time people go first: nobody sees the difference.
        let mine = self.log.waiting().intersection(self.people);
        let passed = if self.passed.0 == self.log.acted() { self.passed.1 } else { SeatSet::EMPTY };
        let could = match self.interrupts {
            true => self.log.interrupts().intersection(self.people).minus(passed),
            false => SeatSet::EMPTY,
        };
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
    pub(crate) fn pass(&mut self, seat: Seat) {
        let acted = self.log.acted();
        if self.passed.0 != acted {
            self.passed = (acted, SeatSet::EMPTY);
        }
        self.passed.1.insert(seat);
    }

    pub(crate) fn play(&mut self, seat: Seat, code: u32) -> Result<(), Refusal> {
        let about = self.log.revision();
        let entry = self.log.play_for(seat, code, about, Hand::Sitter, now())?;
        self.acted(&entry);
        Ok(())
    }

    /// A person says something.
    pub(crate) fn claim(&mut self, seat: Seat, code: u32, reply_to: Option<u32>) -> Result<(), Refusal> {
        let said = LogEvent::Claimed { seat, code, reply_to, by: By::Person };
        self.log.act(said, now())?;
        self.confer();
        Ok(())
    }

    /// Help with a person's decision, or why there is none.
    pub(crate) fn hint(&mut self, seat: Seat) -> Result<Hint, Refusal> {
        let person = self.log.person_at(seat).unwrap_or_default().to_owned();
        let question = self.log.hint(&person, self.log.revision())?;
        self.log.note_hint(&person, now())?;
        let begun = Instant::now();
        question.answer(&mut || 1.0 - begun.elapsed().as_millis() as f32 / HINT_TIME as f32)
    }

    /// Are there hints at this table?
    pub(crate) fn has_hints(&self) -> bool {
        self.log.is_solo()
    }

    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.log.act(LogEvent::Undone { seat }, now()).map(|_| ())
    }

    /// Lets the bots that are waited on or may interrupt decide. False if none of them could. `complaints` takes those of bots that
    /// failed and chose by instinct.
    pub(crate) fn bots_act(&mut self, complaints: &mut Vec<Text>) -> bool {
        let Work::Think { mut thoughts, .. } = work::next(&self.log, &mut self.bots, Timing::default())
        else {
            return false;
        };
        for thought in &mut thoughts {
            let end = Instant::now() + thought.time;
            thought.think(&mut || Instant::now() >= end);
            if let Some(complaint) = thought.complaint() {
                let name = Name(self.name(thought.seat, Observer::All));
                complaints.push(say!("{name} has a problem: {complaint}", complaint = Name(complaint)));
            }
        }
        let mut any = false;
        for decision in self.bots.back(thoughts) {
            // A decision that no longer fits is asked for again.
            if let Some(Ok(entry)) = self.log.decided(decision, now()) {
                self.acted(&entry);
                any = true;
            }
        }
        any
    }

    fn acted(&mut self, entry: &Entry) {
        if let (LogEvent::Played { .. }, Some(game)) = (&entry.what, self.log.game()) {
            self.bots.witness(game);
            self.confer();
        }
    }

    /// Lets bots say something about what was done or said.
    fn confer(&mut self) {
        let mut thoughts = work::confer(&self.log, &mut self.bots);
        thoughts.iter_mut().for_each(|thought| thought.think(&mut || false));
        for word in self.bots.back(thoughts) {
            // What cannot be said after all stays unsaid.
            let _ = self.log.decided(word, now());
        }
    }

    /// Writes the game to its file. If that fails, says so once and continues without.
    pub(crate) fn keep(&mut self) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        if let Err(error) = files::write(file, &self.game().record().to_text()) {
            let why = say!(
                "Cannot save this game to {file}: {why}.",
                file = Name(file.display()),
                why = Name(error)
            );
            let failure = Failure(output::say(&why));
            self.file = None;
            return Err(failure);
        }
        Ok(())
    }

    /// Creates the folder of the file, and writes the game for the first time.
    pub(crate) fn keep_first(&mut self) -> Result<(), Failure> {
        if let Some(folder) = self.file.as_deref().and_then(Path::parent) {
            let _ = std::fs::create_dir_all(folder);
        }
        self.keep()
    }
}

/// The time, as Unix time in milliseconds.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// Who sits where: bots of a level on every seat that is named like one.
pub(crate) fn sitters(names: &[String], level: Level) -> Vec<Sitter> {
    let sitter =
        |(seat, name): (Seat, &String)| match *name == bot_name(seat) || *name == output::seat_name(seat) {
            true => Sitter::Bot { level: level.name().to_owned(), name: name.clone() },
            false => Sitter::Person { id: name.clone(), name: name.clone() },
        };
    Seat::all(names.len()).zip(names).map(sitter).collect()
}

/// What a person who leaves can do with the game's file.
pub(crate) fn farewell(file: &Path, over: bool) -> String {
    let file = Name(file.display());
    let lines = match over {
        true => vec![
            say!("The deal was fair: sanguis verify {file}"),
            say!("See it again:      sanguis replay {file}"),
            say!("What mattered:     sanguis review {file}"),
        ],
        false => vec![say!("The game waits for you: sanguis play --resume {file}")],
    };
    lines.iter().map(output::say).collect::<Vec<_>>().join("\n")
}

/// What a bot is called.
pub(crate) fn bot_name(seat: Seat) -> String {
    format!("Bot {}", seat.number())
}

/// A seed derived from a record, for the bots that continue it.
pub(crate) fn seed_of(record: &Record) -> u64 {
    record.seed.secret.bytes().fold(7, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}
