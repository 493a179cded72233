//! A table in memory: what is written, who looks at it, and what they are shown.

use hosting::{
    BotSeats, Carried, ConnectionCursor, Entry, FrameCache, LogEvent, MatchLog, Past, Present, RenderContext,
    Seal, Setup, Summary, Viewer, Who, words,
};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use table::digest::Digest;
use table::{Name, Record, Refusal, Seat, SeatSet, say};
use wire::{Command, Sitter, Stage};

use crate::ask::Owner;

/// What is to be written before anything else is asked about a table.
#[derive(Serialize)]
pub(crate) struct Write {
    pub(crate) table: String,
    /// Entries that follow those that are written.
    pub(crate) entries: Vec<Entry>,
    pub(crate) summary: Summary,
}

/// What becomes of a command: entries to be written, unless it was carried out before.
#[derive(Serialize)]
struct Decided {
    revision: u32,
    /// Another table, to be written at the same time.
    first: Option<Write>,
    write: Option<Write>,
}

/// A command that changes nothing.
pub(crate) fn decided(revision: u32) -> Answer {
    give(&Decided { revision, first: None, write: None })
}

/// A table in memory.
pub(crate) struct Live {
    pub(crate) log: MatchLog,
    pub(crate) frames: FrameCache,
    pub(crate) bots: BotSeats,
    /// The page that looks at it.
    pub(crate) page: Option<(Viewer, ConnectionCursor)>,
    /// Who has the device, where several people share it.
    pub(crate) unveiled: Option<Seat>,
    pub(crate) thinking: bool,
    /// What is being written.
    pub(crate) pending: Option<LogEvent>,
}

/// Nothing is signed: there is nobody to invite.
pub(crate) struct NoSeal;

impl Seal for NoSeal {
    fn sign(&self, _: &str, _: &[&str]) -> String {
        String::new()
    }
}

pub(crate) type Answer = Result<Box<RawValue>, Refusal>;

pub(crate) fn give(value: &impl Serialize) -> Answer {
    to_raw_value(value).map_err(|error| Refusal::malformed(Name(error)))
}

impl Live {
    /// An entry that is decided and to be written.
    pub(crate) fn pend(&mut self, entry: Entry) -> Answer {
        self.pend_with(None, entry)
    }

    fn pend_with(&mut self, first: Option<Write>, entry: Entry) -> Answer {
        let revision = entry.revision;
        self.pending = Some(entry.what.clone());
        let (table, entries) = (self.log.id().to_owned(), vec![entry]);
        give(&Decided { revision, first, write: Some(Write { table, entries, summary: self.log.summary() }) })
    }

    /// Opens the same table again, with everybody where they sat.
    pub(crate) fn again(&mut self, me: Who<'_>, command: &Command, entropy: [u8; 32], now: u64) -> Answer {
        if self.log.rematch().is_some() {
            return decided(self.log.revision());
        }
        let id = fresh_id(&entropy);
        let created = self.log.again(me, Digest::of("pocket secret", &[&entropy]).0);
        let first = begun(&id, created, now)?;
        let name = format!("{}/{}", me.id, command.id());
        match self.log.propose_again(&id, &name, now)? {
            Carried::Now(entry) => self.pend_with(Some(first), entry),
            Carried::Before(revision) => decided(revision),
        }
    }

    /// Something was written.
    pub(crate) fn passed(&mut self, what: Option<&LogEvent>) {
        self.frames.pass(&self.log, what);
        if let (Some(LogEvent::Played { .. }), Some(game)) = (what, self.log.game()) {
            self.bots.witness(game);
        }
    }

    pub(crate) fn name(&self, seat: Seat) -> Option<String> {
        self.log.sitters().find(|(at, _)| *at == seat).map(|(_, sitter)| sitter.name().to_owned())
    }

    /// The seats of people at this device.
    pub(crate) fn people(&self) -> SeatSet {
        let person = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. });
        self.log.sitters().filter(|(_, sitter)| person(sitter)).map(|(seat, _)| seat).collect()
    }

    /// Who must take the device before the game goes on, where several people share it.
    pub(crate) fn curtain(&self) -> Option<Seat> {
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
    pub(crate) fn person(&self, me: &Owner) -> &str {
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

    pub(crate) fn present(&self) -> Present {
        let bots = self.log.waiting().iter().filter(|seat| self.log.bot_at(*seat).is_some());
        let thinking = if self.thinking { bots.collect() } else { SeatSet::EMPTY };
        Present { seats: self.people(), thinking, watching: 0 }
    }

    /// What the page is shown now, and whether a bot is to think.
    pub(crate) fn shown(&mut self, me: &Owner, now: u64) -> Answer {
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
pub(crate) fn is_due(log: &MatchLog) -> bool {
    hosting::work::is_due(log, 0)
}

/// The first entries of a table at which everybody sits.
pub(crate) fn begun(id: &str, created: LogEvent, now: u64) -> Result<Write, Refusal> {
    let first = Entry { revision: 1, at: now, command: None, what: created };
    let mut log =
        MatchLog::fold(id, vec![first.clone()], Past::Recent).map_err(|why| Refusal::malformed(Name(why)))?;
    let start = log.act(LogEvent::Started { digest: String::new() }, now)?;
    Ok(Write { table: id.to_owned(), entries: vec![first, start], summary: log.summary() })
}

/// A recorded game as a table. One that is not over goes on: the seats with the names of our bots are bots again.
pub(crate) fn import(who: Who<'_>, text: &str, entropy: [u8; 32], now: u64) -> Answer {
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

pub(crate) fn whole(table: &str, entries: Vec<Entry>) -> Result<MatchLog, Refusal> {
    MatchLog::fold(table, entries, Past::Whole).map_err(|why| Refusal::malformed(Name(why)))
}

pub(crate) fn usual_name(me: &Owner) -> String {
    if me.name.is_empty() { words::guest_name(&me.id) } else { me.name.clone() }
}

/// An id of sixteen letters and digits.
pub(crate) fn fresh_id(entropy: &[u8; 32]) -> String {
    Digest::of("pocket table", &[entropy]).to_string()[..16].to_owned()
}
