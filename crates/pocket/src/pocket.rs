//! The tables of this browser, and the requests about them.
//!
//! A command is decided on the folded copy and the entry handed out; after the worker has written it, [`Ask::Written`] shows what
//! came of it. Until then nothing else is asked about that table. If it could not be written, the worker drops the table.

use std::collections::HashMap;

use hosting::work::Timing;
use hosting::{
    BotSeats, Carried, ConnectionCursor, Detail, Entry, FrameCache, LogEvent, MatchLog, Past, Present,
    RenderContext, Seal, Setup, Summary, Viewer, Who, lobby, words,
};
use lab::{Review, ReviewSettings};
use lessons::{Files, Session};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use table::digest::Digest;
use table::{Name, Observer, Record, Refusal, Refused, Seat, SeatSet, rulebook, say};
use wire::{
    ClockPlan, Command, HintAsked, HouseInfo, Illustrations, LessonSoFar, Me, NewTable, Notices, PlayOn,
    Problem, QuickTable, Sitter, Spectators, Stage, TableAct,
};

use crate::same;
use crate::thinker::{self, Choice};

/// The person whose browser this is.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Owner {
    id: String,
    name: String,
}

/// A request, with the time and fresh randomness.
#[derive(Deserialize)]
struct Request {
    now: u64,
    /// 32 bytes in hexadecimal.
    entropy: String,
    me: Owner,
    #[serde(flatten)]
    ask: Ask,
}

/// What the worker can ask.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Ask {
    /// The version, for the settings.
    House,
    /// The boxes on the shelf.
    Games,
    /// The rules of a game, from the files that the page has of them.
    Rules {
        /// Such as `de`.
        language: String,
        /// `RULES.md`.
        english: String,
        /// Its translation; empty where there is none.
        translated: String,
    },
    /// The pieces that the rules of a game speak of.
    Illustrations {
        /// The game's id.
        game: String,
        /// The files that the page has of it.
        files: Files<'static>,
    },
    /// The lessons of a game.
    Lessons {
        /// The files that the page has of it.
        files: Files<'static>,
    },
    /// The puzzles of a game.
    Puzzles {
        /// The files that the page has of it.
        files: Files<'static>,
    },
    /// The table of a lesson after the learner's answers.
    Lesson {
        /// The game's id.
        game: String,
        /// The lesson's name.
        lesson: String,
        /// The part, and all answers in it.
        so_far: LessonSoFar,
        /// The files that the page has of the game.
        files: Files<'static>,
    },
    /// The owner, under a name that was checked.
    Me {
        /// The wanted name; the present one if it is left out.
        name: Option<String>,
    },
    /// A table as wished for.
    Open {
        /// The wish.
        wish: NewTable,
    },
    /// A table against bots.
    Quick {
        /// The wish.
        wish: QuickTable,
    },
    /// A record from a file, as a table that is over, or to be played on.
    Import {
        /// The record.
        text: String,
    },
    /// Folds a table, or adds entries to one that is here.
    Fold {
        /// Its id.
        table: String,
        /// Entries that are not folded yet.
        entries: Vec<Entry>,
    },
    /// Forgets a table: what was decided last may not have been written.
    Drop {
        /// Its id.
        table: String,
    },
    /// A command of the player at the table.
    Command {
        /// The table's id.
        table: String,
        /// The command.
        command: Command,
    },
    /// Somebody who plays alone asks for a hint: writes it down, or says why there is none.
    Hinted {
        /// The table's id.
        table: String,
        /// What they see.
        asked: HintAsked,
    },
    /// Has a bot think about a hint that is written down.
    Hint {
        /// The table's id.
        table: String,
        /// What was seen.
        asked: HintAsked,
    },
    /// What a bot has decided.
    Decided {
        /// The table's id.
        table: String,
        /// The decision.
        choice: Choice,
    },
    /// The last entry is written: shows what came of it.
    Written {
        /// The table's id.
        table: String,
    },
    /// A page looks at a table from now on.
    Look {
        /// The table's id.
        table: String,
    },
    /// No page looks at a table any more.
    Leave {
        /// The table's id.
        table: String,
    },
    /// The person of a seat has taken over the device.
    Unveil {
        /// The table's id.
        table: String,
        /// The seat.
        seat: Seat,
    },
    /// A bot thinks, or has stopped.
    Thinking {
        /// The table's id.
        table: String,
        /// Does it?
        yes: bool,
    },
    /// Has the bots think. The worker that thinks asks this of itself.
    Think {
        /// The table's id.
        table: String,
        /// How long a bot takes to answer, in milliseconds.
        pause: u64,
    },
    /// Decides for the bots without thinking.
    Instinct {
        /// The table's id.
        table: String,
    },
    /// The table without its game.
    Info {
        /// The table's id.
        table: String,
    },
    /// The whole story.
    Story {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// A moment of a finished game.
    Moment {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
        /// After which action, or `last`.
        version: String,
        /// Through whose eyes.
        eyes: String,
    },
    /// A table at which a finished game is played on from an earlier moment.
    PlayOn {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
        /// From where, and by whom.
        wish: PlayOn,
    },
    /// What the bots say about a finished game.
    Review {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// The proof of the shuffle.
    Fairness {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// The record of a game, running or over: to save it in a file.
    Record {
        /// The table's id.
        table: String,
        /// Its log.
        entries: Vec<Entry>,
    },
    /// The digest of a recorded game.
    Verify {
        /// The record.
        text: String,
    },
    /// What a scenario checks.
    Scenario {
        /// The scenario's file.
        text: String,
    },
    /// The digest of a random game.
    Random {
        /// The game's id.
        game: String,
        /// The same number gives the same game.
        number: u64,
    },
    /// How many iterations a second a bot makes: games, seconds, result in iterations.
    Bench {
        /// The game's id.
        game: String,
        /// For how long, in milliseconds.
        milliseconds: f64,
    },
}

/// What is to be written before anything else is asked about a table.
#[derive(Serialize)]
struct Write {
    table: String,
    /// Entries that follow those that are written.
    entries: Vec<Entry>,
    summary: Summary,
}

/// A table in memory.
struct Live {
    log: MatchLog,
    frames: FrameCache,
    bots: BotSeats,
    /// The page that looks at it.
    page: Option<(Viewer, ConnectionCursor)>,
    /// Who has the device, where several people share it.
    unveiled: Option<Seat>,
    thinking: bool,
    /// What is being written.
    pending: Option<LogEvent>,
}

/// All tables that are in memory.
#[derive(Default)]
pub struct Pocket {
    tables: HashMap<String, Live>,
}

/// Nothing is signed: there is nobody to invite.
struct NoSeal;

impl Seal for NoSeal {
    fn sign(&self, _: &str, _: &[&str]) -> String {
        String::new()
    }
}

type Answer = Result<Box<RawValue>, Refusal>;

fn give(value: &impl Serialize) -> Answer {
    to_raw_value(value).map_err(|error| Refusal::malformed(Name(error)))
}

impl Pocket {
    /// Answers a request: `{"ok": …}`, or `{"problem": …}` with a [`Problem`].
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = serde_json::from_slice::<Request>(request)
            .map_err(|error| {
                Refusal::malformed(say!("The request cannot be read: {why}.", why = Name(error)))
            })
            .and_then(|request| self.obey(request));
        let text = match answer {
            Ok(value) => serde_json::to_vec(&json!({ "ok": value })),
            Err(refusal) => {
                let rule = refusal.rule.as_ref().map(ToString::to_string);
                let problem = Problem { kind: refusal.kind, reason: refusal.reason.clone(), rule };
                serde_json::to_vec(&json!({ "problem": problem }))
            }
        };
        text.unwrap_or_default()
    }

    fn obey(&mut self, request: Request) -> Answer {
        let Request { now, entropy, me, ask } = request;
        let entropy = Digest::parse(&entropy).map_or([0; 32], |digest| digest.0);
        let who = Who { id: &me.id, name: &me.name, outside: false };
        match ask {
            Ask::House => give(&HouseInfo {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                push_key: String::new(),
                mail: false,
            }),
            Ask::Games => give(&lobby::boxes()),
            Ask::Rules { language, english, translated } => {
                give(&rulebook::from_texts(&english, &translated, &language))
            }
            Ask::Illustrations { game, files } => {
                let pictures = shelf::find(&game)?.game.pictures();
                give(&Illustrations { pictures, examples: lessons::examples(&files) })
            }
            Ask::Lessons { files } => give(&lessons::cards(&files)),
            Ask::Puzzles { files } => give(&lessons::puzzle_cards(&files)),
            Ask::Lesson { game, lesson, so_far, files } => {
                let entry = shelf::find(&game)?;
                let lesson = lessons::find(&Files { game: entry.game.info().name, ..files }, &lesson)?;
                let part = so_far.part as usize;
                give(&Session::fold(entry.game, entry.bots, &lesson, part, &so_far.answers)?.frame())
            }
            Ask::Me { name } => {
                let name = name.as_deref().map_or_else(|| Ok(usual_name(&me)), words::name)?;
                give(&Me { id: me.id, name, notices: Notices::default(), may_open: true })
            }
            Ask::Open { wish } => self.open(who, wish, entropy, now),
            Ask::Quick { wish } => self.open(who, lobby::quick(wish)?, entropy, now),
            Ask::Import { text } => import(who, &text, entropy, now),
            Ask::Fold { table, entries } => self.fold(table, entries, entropy),
            Ask::Drop { table } => {
                self.tables.remove(&table);
                give(&())
            }
            Ask::Command { table, command } => self.command(who, &table, &command, entropy, now),
            Ask::Hinted { table, asked } => {
                let live = self.live(&table)?;
                let person = live.person(&me).to_owned();
                live.log.hint(&person, asked.revision)?;
                match live.log.note_hint(&person, now)? {
                    Carried::Now(entry) => live.pend(entry),
                    Carried::Before(revision) => give(&json!({ "revision": revision })),
                }
            }
            Ask::Hint { table, asked } => {
                let live = self.live(&table)?;
                let question = live.log.hint(live.person(&me), asked.revision)?;
                give(&thinker::hint(&question)?)
            }
            Ask::Decided { table, choice } => {
                let live = self.live(&table)?;
                live.thinking = false;
                match live.log.decided(choice.into(), now) {
                    Some(entry) => live.pend(entry?),
                    None => give(&()),
                }
            }
            Ask::Written { table } => {
                let live = self.live(&table)?;
                let what = live.pending.take();
                live.passed(what.as_ref());
                live.shown(&me, now)
            }
            Ask::Look { table } => {
                let live = self.live(&table)?;
                let (observer, detail) = (Observer::Spectator, Detail::Page);
                let viewer = Viewer { observer, person: String::new(), detail };
                live.page = Some((viewer, ConnectionCursor::default()));
                live.shown(&me, now)
            }
            Ask::Leave { table } => {
                if let Some(live) = self.tables.get_mut(&table) {
                    live.page = None;
                    live.unveiled = None;
                }
                give(&())
            }
            Ask::Unveil { table, seat } => {
                let live = self.live(&table)?;
                live.unveiled = Some(seat);
                live.shown(&me, now)
            }
            Ask::Thinking { table, yes } => {
                let live = self.live(&table)?;
                live.thinking = yes;
                live.shown(&me, now)
            }
            Ask::Think { table, pause } => {
                let live = self.live(&table)?;
                let timing = Timing { now, bot_pause: pause, grace: 0 };
                give(&thinker::think(&live.log, &mut live.bots, timing))
            }
            Ask::Instinct { table } => give(&thinker::by_instinct(&self.live(&table)?.log)),
            Ask::Info { table } => {
                let live = self.live(&table)?;
                let person = live.person(&me).to_owned();
                give(&live.log.info(&person, live.present(), &NoSeal))
            }
            Ask::Story { table, entries } => {
                let person = self.live(&table)?.person(&me).to_owned();
                let log = whole(&table, entries)?;
                give(&log.story(log.eyes_of(&person)?, 0))
            }
            Ask::Moment { table, entries, version, eyes } => {
                give(&whole(&table, entries)?.moment(&version, &eyes)?)
            }
            Ask::Review { table, entries } => {
                let log = whole(&table, entries)?;
                let record = log.record()?;
                let judgement = log.entry().lab.judge(&record, ReviewSettings::QUICK, &mut |_, _| true)?;
                give(&Review::new(&record, judgement))
            }
            Ask::PlayOn { table, entries, wish } => {
                let record = whole(&table, entries)?.record()?;
                let id = fresh_id(&entropy);
                let setup = Setup::to_play_on(&record, who, wish)?;
                let (mut log, mut entries) = setup.start(&id, Past::Recent, now)?;
                entries.extend(log.play_start_of(&record, wish.version as usize, now)?);
                give(&Write { table: id, entries, summary: log.summary() })
            }
            Ask::Fairness { table, entries } => give(&whole(&table, entries)?.fairness()),
            Ask::Record { table, entries } => {
                let log = whole(&table, entries)?;
                let record = log.record().ok().or_else(|| log.unfinished_record());
                let none = || Refusal::not_allowed(say!("The game has not begun."));
                give(&record.ok_or_else(none)?.to_text())
            }
            Ask::Verify { text } => give(&same::verify(&text)?),
            Ask::Scenario { text } => give(&same::scenario(&text)?),
            Ask::Random { game, number } => give(&same::random(&game, number)?),
            Ask::Bench { game, milliseconds } => bench(&game, milliseconds),
        }
    }

    fn live(&mut self, table: &str) -> Result<&mut Live, Refusal> {
        let missing = || {
            Refusal::new(Refused::Missing, say!("There is nothing here: the address is wrong or it is gone."))
        };
        self.tables.get_mut(table).ok_or_else(missing)
    }

    /// Sets a table up. Chairs that are open or kept for somebody are for people at this device.
    fn open(&mut self, who: Who<'_>, wish: NewTable, entropy: [u8; 32], now: u64) -> Answer {
        let id = fresh_id(&entropy);
        let wish = NewTable { clock: ClockPlan::None, spectators: Spectators::Public, ..wish };
        let secret = Digest::of("pocket secret", &[&entropy]).0;
        let mut created = lobby::plan(&id, who, "", &wish, secret, &NoSeal, &|_| None)?;
        if let LogEvent::Created { sitters, invites, .. } = &mut created {
            for (seat, sitter) in Seat::all(sitters.len()).zip(&mut *sitters) {
                if sitter.is_nobody() {
                    let name = format!("Player {}", seat.number());
                    *sitter = Sitter::Person { id: format!("{}~{}", who.id, seat.number()), name };
                }
            }
            invites.clear();
        }
        give(&begun(&id, created, now)?)
    }

    fn fold(&mut self, table: String, entries: Vec<Entry>, entropy: [u8; 32]) -> Answer {
        if let Some(live) = self.tables.get_mut(&table) {
            for entry in entries {
                if entry.revision > live.log.revision() {
                    let what = entry.what.clone();
                    live.log.add(entry);
                    live.passed(Some(&what));
                }
            }
        } else {
            let log =
                MatchLog::fold(&table, entries, Past::Recent).map_err(|why| Refusal::malformed(Name(why)))?;
            let seed = u64::from_le_bytes(entropy.first_chunk().copied().unwrap_or_default());
            let live = Live {
                bots: BotSeats::new(log.sitters().count(), seed),
                frames: FrameCache::default(),
                page: None,
                unveiled: None,
                thinking: false,
                pending: None,
                log,
            };
            self.tables.insert(table.clone(), live);
        }
        let log = &self.live(&table)?.log;
        give(&json!({ "revision": log.revision(), "due": is_due(log) }))
    }

    fn command(
        &mut self,
        me: Who<'_>,
        table: &str,
        command: &Command,
        entropy: [u8; 32],
        now: u64,
    ) -> Answer {
        let live = self.live(table)?;
        let owner = Owner { id: me.id.to_owned(), name: me.name.to_owned() };
        let person = live.person(&owner).to_owned();
        let name = live.log.seat_of(&person).and_then(|seat| live.name(seat)).unwrap_or(owner.name);
        let who = Who { id: &person, name: &name, outside: false };
        let over = matches!(live.log.stage(), Stage::Finished | Stage::Cancelled);
        if let (Command::Table { act: TableAct::Rematch, .. }, true) = (command, over) {
            return live.again(me, command, entropy, now);
        }
        match live.log.carry_out(who, command, live.present().seats, &NoSeal, now)? {
            Carried::Now(entry) => live.pend(entry),
            Carried::Before(revision) => give(&json!({ "revision": revision })),
        }
    }
}

impl Live {
    /// An entry that is decided and to be written.
    fn pend(&mut self, entry: Entry) -> Answer {
        let revision = entry.revision;
        self.pending = Some(entry.what.clone());
        give(&json!({ "revision": revision, "write": self.write(vec![entry]) }))
    }

    fn write(&self, entries: Vec<Entry>) -> Write {
        Write { table: self.log.id().to_owned(), entries, summary: self.log.summary() }
    }

    /// Opens the same table again, with everybody where they sat.
    fn again(&mut self, me: Who<'_>, command: &Command, entropy: [u8; 32], now: u64) -> Answer {
        if self.log.rematch().is_some() {
            return give(&json!({ "revision": self.log.revision() }));
        }
        let id = fresh_id(&entropy);
        let created = self.log.again(me, Digest::of("pocket secret", &[&entropy]).0);
        let first = begun(&id, created, now)?;
        let name = format!("{}/{}", me.id, command.id());
        match self.log.propose_again(&id, &name, now)? {
            Carried::Now(entry) => {
                let revision = entry.revision;
                self.pending = Some(entry.what.clone());
                give(&json!({ "revision": revision, "first": first, "write": self.write(vec![entry]) }))
            }
            Carried::Before(revision) => give(&json!({ "revision": revision })),
        }
    }

    /// Something was written.
    fn passed(&mut self, what: Option<&LogEvent>) {
        self.frames.pass(&self.log, what);
        if let (Some(LogEvent::Played { .. }), Some(game)) = (what, self.log.game()) {
            self.bots.witness(game);
        }
    }

    fn name(&self, seat: Seat) -> Option<String> {
        self.log.sitters().find(|(at, _)| *at == seat).map(|(_, sitter)| sitter.name().to_owned())
    }

    /// The seats of people at this device.
    fn people(&self) -> SeatSet {
        let person = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. });
        self.log.sitters().filter(|(_, sitter)| person(sitter)).map(|(seat, _)| seat).collect()
    }

    /// Who must take the device before the game goes on, where several people share it.
    fn curtain(&self) -> Option<Seat> {
        let people = self.people();
        if people.len() < 2 || self.log.stage() != Stage::Playing {
            return None;
        }
        let asked = self.log.waiting().intersection(people);
        match self.unveiled {
            Some(seat) if asked.contains(seat) => None,
            _ => asked.first(),
        }
    }

    /// Who looks at the table: the owner, or the player who has the device. Nobody's hand is shown while others are asked.
    fn person(&self, me: &Owner) -> &str {
        let people = self.people();
        let owned = |seat: Seat| self.log.person_at(seat).unwrap_or_default();
        if people.len() < 2 || self.log.stage() != Stage::Playing {
            // A table that was opened from a file may have people who are not the owner.
            let own = self.log.sitters().find(|(_, sitter)| sitter.id() == Some(me.id.as_str()));
            return own
                .and_then(|(_, sitter)| sitter.id())
                .unwrap_or_else(|| people.first().map_or("", owned));
        }
        let asked = self.log.waiting().intersection(people);
        self.unveiled.filter(|seat| asked.contains(*seat)).map_or("", owned)
    }

    fn present(&self) -> Present {
        let bots = self.log.waiting().iter().filter(|seat| self.log.bot_at(*seat).is_some());
        let thinking = if self.thinking { bots.collect() } else { SeatSet::EMPTY };
        Present { seats: self.people(), thinking, watching: 0 }
    }

    /// What the page is shown now, and whether a bot is to think.
    fn shown(&mut self, me: &Owner, now: u64) -> Answer {
        let person = self.person(me).to_owned();
        let (present, curtain) = (self.present(), self.curtain());
        let observer = self.log.eyes_of(&person)?;
        let frame = self.page.as_mut().map(|(viewer, cursor)| {
            if viewer.person != person || viewer.observer != observer {
                viewer.person = person;
                viewer.observer = observer;
                *cursor = ConnectionCursor::default();
            }
            let mut out = Vec::new();
            let context = RenderContext { log: &self.log, present, seal: &NoSeal, now };
            self.frames.frame(&context, viewer, cursor, &mut out);
            String::from_utf8(out).ok().and_then(|text| RawValue::from_string(text).ok())
        });
        let curtain =
            curtain.map(|seat| json!({ "seat": seat, "name": self.name(seat).unwrap_or_default() }));
        give(&Shown { frame: frame.flatten(), curtain, due: is_due(&self.log) })
    }
}

/// What a page is shown.
#[derive(Serialize)]
struct Shown {
    /// A [`wire::News::Frame`].
    frame: Option<Box<RawValue>>,
    /// Who must take the device.
    curtain: Option<Value>,
    /// Is a bot to decide?
    due: bool,
}

/// Is a bot to decide, or could one interrupt?
fn is_due(log: &MatchLog) -> bool {
    hosting::work::is_due(log, 0)
}

/// The first entries of a table at which everybody sits.
fn begun(id: &str, created: LogEvent, now: u64) -> Result<Write, Refusal> {
    let first = Entry { revision: 1, at: now, command: None, what: created };
    let mut log =
        MatchLog::fold(id, vec![first.clone()], Past::Recent).map_err(|why| Refusal::malformed(Name(why)))?;
    let start = log.act(LogEvent::Started { digest: String::new() }, now)?;
    Ok(Write { table: id.to_owned(), entries: vec![first, start], summary: log.summary() })
}

/// A recorded game as a table. One that is not over goes on: the seats with the names of our bots are bots again.
fn import(who: Who<'_>, text: &str, entropy: [u8; 32], now: u64) -> Answer {
    let record = Record::parse(text)?;
    let entry = shelf::find(&record.game)?;
    let verified = entry.game.verify(text)?;
    let id = fresh_id(&entropy);
    let mut taken = false;
    let sitter = |(seat, name): (Seat, &String)| {
        if name == words::bot_name(seat) || *name == format!("Bot {}", seat.number()) {
            return Sitter::Bot { level: "normal".to_owned(), name: name.clone() };
        }
        let own = !std::mem::replace(&mut taken, true);
        let id = if own { who.id.to_owned() } else { format!("{}~{}", who.id, seat.number()) };
        Sitter::Person { id, name: name.clone() }
    };
    let sitters = Seat::all(record.seats.len()).zip(&record.seats).map(sitter).collect();
    let (mut log, mut entries) = Setup::of(&record, sitters)?.start(&id, Past::Recent, now)?;
    entries.append(&mut log.play_record(&record, now)?);
    if log.game().map(|game| game.digest()) != Some(verified.digest()) {
        return Err(Refusal::malformed(say!("This record does not lead to the digest it names.")));
    }
    give(&Write { table: id, entries, summary: log.summary() })
}

fn whole(table: &str, entries: Vec<Entry>) -> Result<MatchLog, Refusal> {
    MatchLog::fold(table, entries, Past::Whole).map_err(|why| Refusal::malformed(Name(why)))
}

fn usual_name(me: &Owner) -> String {
    if me.name.is_empty() { words::guest_name(&me.id) } else { me.name.clone() }
}

/// An id of sixteen letters and digits.
fn fresh_id(entropy: &[u8; 32]) -> String {
    Digest::of("pocket table", &[entropy]).to_string()[..16].to_owned()
}

/// Iterations of the search in a number of milliseconds.
fn bench(game: &str, milliseconds: f64) -> Answer {
    const AT_ONCE: u32 = 200;
    let game = shelf::find(game)?;
    let options = game.game.options(&json!({ "players": game.game.info().usual_players }))?;
    let mut positions = game.bots.search_benchmark(&options, 1)?;
    let (begin, mut iterations) = (crate::boundary::clock(), 0u64);
    while crate::boundary::clock() - begin < milliseconds {
        positions.think(AT_ONCE);
        iterations += u64::from(AT_ONCE);
    }
    give(&json!({ "iterations": iterations, "milliseconds": crate::boundary::clock() - begin }))
}
