//! Matches that start with everybody seated: local games and recorded ones.

use bots::Level;
use serde_json::Value;
use shelf::GameEntry;
use table::digest::Digest;
use table::record;
use table::seed::Seed;
use table::{Name, Observer, Record, Refusal, Seat, say};
use wire::{ClockPlan, PlayOn, Sitter, Spectators, TableTalk, Timeout};

use crate::{Entry, Hand, LogEvent, MatchLog, Past, Who, words};

/// A table at which everybody is seated.
pub struct Setup {
    /// The game.
    pub entry: &'static GameEntry,
    /// Its options, complete.
    pub options: Value,
    /// The position to start from, in place of a fresh deal.
    pub position: Option<Value>,
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// Are the names part of the proof, as in older records?
    pub named: bool,
    /// Where chance comes from.
    pub seed: Seed,
    /// The id of the table's host; empty for none.
    pub host: String,
    /// Where it was set up from, as the house recognises it again; empty if nobody asks.
    pub origin: String,
}

impl Setup {
    /// The table that a record was played at.
    pub fn of(record: &Record, sitters: Vec<Sitter>) -> Result<Setup, Refusal> {
        let secret = Digest::parse(&record.seed.secret)
            .ok_or_else(|| Refusal::malformed(say!("The seed of this record cannot be read.")))?;
        Ok(Setup {
            entry: shelf::find(&record.game)?,
            options: record.options.clone(),
            position: record.position.clone(),
            sitters,
            named: record.proves_names(),
            seed: Seed { secret: secret.0, contributions: record.seed.contributions.clone() },
            host: String::new(),
            origin: String::new(),
        })
    }

    /// A table that continues a finished game from an earlier moment: `who` sits in the requested seat, bots in the others.
    pub fn continuing(record: &Record, who: Who<'_>, wish: PlayOn) -> Result<Setup, Refusal> {
        let seats = record.seats.len();
        if wish.version as usize >= record.actions.len() || wish.seat.index() >= seats {
            return Err(Refusal::malformed(say!("This game has no such moment to continue from.")));
        }
        let sitter = |seat| match seat == wish.seat {
            true => who.sitter(),
            false => {
                Sitter::Bot { level: Level::Normal.name().to_owned(), name: words::bot_name(seat).to_owned() }
            }
        };
        let setup = Setup::of(record, Seat::all(seats).map(sitter).collect())?;
        Ok(Setup { host: who.id.to_owned(), named: false, ..setup })
    }

    /// Deals. Returns the match and its first entries.
    pub fn start(self, id: &str, past: Past, now: u64) -> Result<(MatchLog, Vec<Entry>), Refusal> {
        let created = LogEvent::Created {
            game: self.entry.game.info().id.to_owned(),
            rules: self.entry.game.info().rules_version,
            options: self.options,
            position: self.position,
            host: self.host,
            invites: vec![None; self.sitters.len()],
            sitters: self.sitters.clone(),
            clock: ClockPlan::None,
            timeout: Timeout::default(),
            spectators: Spectators::default(),
            talk: TableTalk::default(),
            secret: Digest(self.seed.secret).to_string(),
            origin: self.origin,
        };
        let mut entries = vec![Entry { revision: 1, at: now, command: None, what: created }];
        let mut log =
            MatchLog::fold(id, entries.clone(), past).map_err(|why| Refusal::malformed(Name(why)))?;
        let seats = Seat::all(self.sitters.len());
        for (seat, (sitter, contribution)) in seats.zip(self.sitters.into_iter().zip(self.seed.contributions))
        {
            entries.push(
                log.act(LogEvent::Seated { seat, sitter, invite: None, contribution, removed: None }, now)?,
            );
        }
        let digest = if self.named { log.deal(true)?.digest() } else { String::new() };
        entries.push(log.act(LogEvent::Started { digest }, now)?);
        Ok((log, entries))
    }
}

impl MatchLog {
    /// Plays the actions of a record, whose digests must match, and repeats its claims. Returns the entries.
    pub fn play_record(&mut self, record: &Record, now: u64) -> Result<Vec<Entry>, Refusal> {
        let mut entries = Vec::with_capacity(record.actions.len());
        let mut talk = record.talk.iter().peekable();
        let mut numbers = Vec::new();
        for (at, entry) in record.actions.iter().enumerate() {
            while let Some(remark) = talk.next_if(|remark| remark.0 <= at) {
                entries.extend(self.say_again(remark, &mut numbers, now));
            }
            entries.push(self.play_entry(entry, entry.2.clone(), now)?);
        }
        for remark in talk {
            entries.extend(self.say_again(remark, &mut numbers, now));
        }
        Ok(entries)
    }

    /// Repeats the claims of a record. Nothing depends on a claim: one that can no longer be made is left out, and so are answers to it.
    /// `numbers` has the new number of each.
    fn say_again(
        &mut self,
        record::Remark(_, seat, claim, reply_to, by, _): &record::Remark,
        numbers: &mut Vec<Option<u32>>,
        now: u64,
    ) -> Option<Entry> {
        let renumbered = |old: u32| numbers.get((old as usize).checked_sub(1)?).copied().flatten();
        let reply = reply_to.map(renumbered);
        let code = self.game().and_then(|game| game.claim_code(claim));
        let said = match (code, reply) {
            (None, _) | (_, Some(None)) => None,
            (Some(code), reply) => {
                let reply_to = reply.flatten();
                self.act(LogEvent::Claimed { seat: *seat, code, reply_to, by: *by }, now).ok()
            }
        };
        numbers.push(said.is_some().then(|| self.game().map_or(0, |game| game.said().len() as u32)));
        said
    }

    /// Plays the first actions of a record at a table with other players, so the digests are new. Returns the entries.
    pub fn play_prefix_of(&mut self, record: &Record, count: usize, now: u64) -> Result<Vec<Entry>, Refusal> {
        let play = |entry: &record::Entry| self.play_entry(entry, String::new(), now);
        record.actions.iter().take(count).map(play).collect()
    }

    fn play_entry(&mut self, entry: &record::Entry, digest: String, now: u64) -> Result<Entry, Refusal> {
        let impossible =
            || Refusal::malformed(say!("The record holds an action that is not legal at that point."));
        let record::Entry(seat, action, _) = entry;
        let options = self.game().ok_or_else(impossible)?.view(Observer::Seat(*seat)).options;
        let choice = options.into_iter().find(|choice| choice.action == *action).ok_or_else(impossible)?;
        self.act(LogEvent::Played { seat: *seat, code: choice.code, digest, by: Hand::Sitter }, now)
    }
}
