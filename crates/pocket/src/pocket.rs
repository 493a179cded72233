//! The tables of this browser, and the requests about them.
//!
//! A command is decided on the folded copy and the entry handed out; after the worker has written it, [`Ask::Written`] shows what
//! came of it. Until then nothing else is asked about that table. If it could not be written, the worker drops the table.

use std::collections::HashMap;

use hosting::work::Timing;
use hosting::{
    BotSeats, Carried, ConnectionCursor, Detail, Entry, FrameCache, LogEvent, MatchLog, Past, Setup, Viewer,
    Who, lobby, words,
};
use lab::{Review, ReviewSettings};
use lessons::{Files, Session};
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;
use table::digest::Digest;
use table::{Name, Observer, Refusal, Refused, Seat, rulebook, say};
use wire::{
    ClockPlan, Command, HouseInfo, Illustrations, Me, NewTable, Notices, Problem, Sitter, Spectators, Stage,
    TableAct,
};

use crate::ask::{Ask, Owner, Request};
use crate::live::{
    Answer, Live, NoSeal, Write, begun, decided, fresh_id, give, import, is_due, usual_name, whole,
};
use crate::same;
use crate::thinker;

/// All tables that are in memory.
#[derive(Default)]
pub struct Pocket {
    tables: HashMap<String, Live>,
}

/// What the worker reads.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answered {
    Ok(Box<RawValue>),
    Problem(Problem),
}

impl Pocket {
    /// Answers a request: `{"ok": …}`, or `{"problem": …}` with a [`Problem`].
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = Request::parse(request)
            .map_err(|error| {
                Refusal::malformed(say!("The request cannot be read: {why}.", why = Name(error)))
            })
            .and_then(|request| self.obey(request));
        let answer = match answer {
            Ok(value) => Answered::Ok(value),
            Err(refusal) => {
                let rule = refusal.rule.as_ref().map(ToString::to_string);
                Answered::Problem(Problem { kind: refusal.kind, reason: refusal.reason.clone(), rule })
            }
        };
        serde_json::to_vec(&answer).unwrap_or_default()
    }

    fn obey(&mut self, request: Request) -> Answer {
        let Request { now, entropy, me, ask } = request;
        let entropy = Digest::parse(&entropy).map_or([0; 32], |digest| digest.0);
        let who = Who { id: &me.id, name: &me.name, outside: false };
        match ask {
            Ask::House {} => give(&HouseInfo {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                push_key: String::new(),
                mail: false,
            }),
            Ask::Games {} => give(&lobby::boxes()),
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
                give(&Me { id: me.id, name, notices: Notices::default(), may_open: true, host: false })
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
                    Carried::Before(revision) => decided(revision),
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
                let (lab, by_people) = (log.entry().lab, log.by_people());
                let judgement = lab.judge(&record, by_people, ReviewSettings::QUICK, &mut |_, _| true)?;
                give(&Review::new(&record, judgement))
            }
            Ask::PlayOn { table, entries, wish } => {
                let record = whole(&table, entries)?.record()?;
                let id = fresh_id(&entropy);
                let setup = Setup::continuing(&record, who, wish)?;
                let (mut log, mut entries) = setup.start(&id, Past::Recent, now)?;
                entries.extend(log.play_prefix_of(&record, wish.version as usize, now)?);
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
            Carried::Before(revision) => decided(revision),
        }
    }
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
