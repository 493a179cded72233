//! Matches that start with everybody seated: local games and recorded ones.

use serde_json::Value;
use shelf::GameEntry;
use table::digest::Digest;
use table::record;
use table::seed::Seed;
use table::{Name, Observer, Record, Refusal, Seat, say};
use wire::{ClockPlan, Sitter, Spectators, TableTalk, Timeout};

use crate::{Entry, Hand, LogEvent, MatchLog, Past};

/// A table at which everybody has sat down.
pub struct Setup {
    /// The game.
    pub entry: &'static GameEntry,
    /// Its options, complete.
    pub options: Value,
    /// The position to start from, in place of a fresh deal.
    pub position: Option<Value>,
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// Where chance comes from.
    pub seed: Seed,
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
            seed: Seed { secret: secret.0, contributions: record.seed.contributions.clone() },
        })
    }

    /// Deals. Gives the match and its first entries.
    pub fn start(self, id: &str, past: Past, now: u64) -> Result<(MatchLog, Vec<Entry>), Refusal> {
        let created = LogEvent::Created {
            game: self.entry.game.info().id.to_owned(),
            rules: self.entry.game.info().rules_version,
            options: self.options,
            position: self.position,
            host: String::new(),
            invites: vec![None; self.sitters.len()],
            sitters: self.sitters.clone(),
            clock: ClockPlan::None,
            timeout: Timeout::default(),
            spectators: Spectators::default(),
            talk: TableTalk::default(),
            secret: Digest(self.seed.secret).to_string(),
            origin: String::new(),
        };
        let mut entries = vec![Entry { revision: 1, at: now, command: None, what: created }];
        let mut log =
            MatchLog::fold(id, entries.clone(), past).map_err(|why| Refusal::malformed(Name(why)))?;
        let seats = Seat::all(self.sitters.len());
        for (seat, (sitter, contribution)) in seats.zip(self.sitters.into_iter().zip(self.seed.contributions))
        {
            entries.push(log.act(LogEvent::Seated { seat, sitter, invite: None, contribution }, now)?);
        }
        entries.push(log.act(LogEvent::Started { digest: String::new() }, now)?);
        Ok((log, entries))
    }
}

impl MatchLog {
    /// Plays the actions of a record, whose digests must match, and says what was said. Gives the entries.
    pub fn play_record(&mut self, record: &Record, now: u64) -> Result<Vec<Entry>, Refusal> {
        let impossible =
            || Refusal::malformed(say!("The record holds an action that is not legal at that point."));
        let mut entries = Vec::with_capacity(record.actions.len());
        let mut talk = record.talk.iter().peekable();
        let mut numbers = Vec::new();
        for (at, record::Entry(seat, action, digest)) in record.actions.iter().enumerate() {
            while let Some(remark) = talk.next_if(|remark| remark.0 <= at) {
                entries.extend(self.say_again(remark, &mut numbers, now));
            }
            let game = self.game().ok_or_else(impossible)?;
            let options = game.view(Observer::Seat(*seat)).options;
            let choice =
                options.into_iter().find(|choice| choice.action == *action).ok_or_else(impossible)?;
            let (digest, by) = (digest.clone(), Hand::Sitter);
            entries.push(self.act(LogEvent::Played { seat: *seat, code: choice.code, digest, by }, now)?);
        }
        for remark in talk {
            entries.extend(self.say_again(remark, &mut numbers, now));
        }
        Ok(entries)
    }

    /// Says what a record has. Nothing depends on a claim: one that can no longer be made is left out, and so are answers to it.
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
}
