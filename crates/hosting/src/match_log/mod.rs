//! A match as the fold of its log.
//!
//! Nothing here waits, writes or sends. [`MatchLog::add`] folds an entry, [`MatchLog::carry_out`] decides what a command leads to
//! and folds that; the rest only reads.

mod again;
mod clock;
mod decide;
mod info;
pub(crate) mod question;
mod record;

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;
use shelf::GameEntry;
use table::digest::Digest;
use table::play::View;
use table::seed::Seed;
use table::{AnyMatch, Line, Move, Name, Observer, Record, Refusal, Seat, SeatSet, Text, say};
use wire::{ClockPlan, Said, Sitter, Spectators, Stage, TableTalk, Timeout};

use crate::log::{Entry, Hand, LogEvent};
use question::Question;

pub use decide::{Carried, Who};
pub use info::{Present, Summary, invitation, token_hash};

/// How many actions, with their events, are kept in memory ...
const ACTIONS: usize = 24;
/// ... trimmed once every this many actions.
const FORGET: usize = 8;
/// How many lines of chat are kept in memory.
const TALK: usize = 100;
/// How many recent commands are remembered, so that a resend takes effect only once.
const COMMANDS: usize = 64;
/// The level of a bot that plays for an absent sitter.
const STAND_IN: &str = "normal";

/// How much of the past a fold keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// All of it: for records and replays.
    Whole,
    /// Only the last actions, so that memory does not grow with the length of a match.
    Recent,
}

/// A chair and its sitter.
#[derive(Clone, Debug)]
struct Seating {
    sitter: Sitter,
    /// The hash of the token that opens this chair, and the revision that made it.
    invite: Option<(String, u32)>,
    /// Is it reserved for the holder of a link, even after somebody has left it?
    kept: bool,
    contribution: String,
    stand_in: Option<String>,
    /// Has a bot taken the chair of somebody who left the game?
    left: bool,
    /// The table's host has muted this sitter.
    silenced: bool,
    /// What is left of the time bank, in milliseconds.
    bank: u64,
    /// How many commands of its sitters, besides decisions, are in the log.
    entries: u32,
}

/// A seat's clock before a decision.
#[derive(Clone, Copy, Debug)]
struct ClockBefore {
    seat: Seat,
    since: u64,
    bank: u64,
}

/// A match and its table, folded from the log.
pub struct MatchLog {
    id: String,
    revision: u32,
    past: Past,
    entry: &'static GameEntry,
    /// The version of the rules it was begun under.
    rules: u32,
    options: Value,
    position: Option<Value>,
    host: String,
    origin: String,
    stage: Stage,
    notice: Text,
    /// The log no longer folds: the rules have changed since.
    broken: bool,
    /// Has the game begun?
    begun: bool,
    /// Is the record of the finished game in the log?
    recorded: bool,
    /// The record, in a fold that keeps the whole past.
    record: Option<Box<Record>>,
    /// Of each action, whether a person chose it; in a fold that keeps the whole past.
    by_people: Vec<bool>,
    seatings: Vec<Seating>,
    clock: ClockPlan,
    timeout: Timeout,
    spectators: Spectators,
    table_talk: TableTalk,
    secret: [u8; 32],
    /// The public commitment to the secret, in hexadecimal.
    commitment: String,
    game: Option<Box<dyn AnyMatch>>,
    questions: Vec<Question>,
    /// The clocks before the decisions that may be taken back, the last one last.
    clocks: Vec<ClockBefore>,
    /// The revision of the last action or undo.
    acted: u32,
    /// The revision of the question for which the last hint was given.
    hinted: Option<u32>,
    dealt_at: u64,
    moved_at: u64,
    votes: SeatSet,
    /// The ids of people whom the host has removed before the game.
    removed: Vec<String>,
    rematch: Option<String>,
    /// The revision that made the link to the table.
    linked_at: u32,
    /// When a rematch begins, even if somebody is missing.
    starts_at: Option<u64>,
    answered: VecDeque<(u64, u32)>,
    talk: VecDeque<Said>,
    /// How many older lines of chat were dropped.
    talked: usize,
    verdict: Text,
    /// Who won.
    winners: SeatSet,
    /// The revision of the last change to the table itself: chairs, votes, stage, rematch. Actions and chat leave it alone.
    table_changed: u32,
    /// The [`wire::TableCard`] of this match as JSON.
    card: String,
}

impl MatchLog {
    /// Folds a log.
    pub fn fold(id: &str, entries: Vec<Entry>, past: Past) -> Result<MatchLog, String> {
        let mut entries = entries.into_iter();
        let first = entries.next().ok_or_else(|| format!("Match {id} has no log."))?;
        let mut log = MatchLog::create(id, first, past)?;
        entries.for_each(|entry| log.add(entry));
        Ok(log)
    }

    /// A match from its first entry.
    fn create(id: &str, first: Entry, past: Past) -> Result<MatchLog, String> {
        let LogEvent::Created {
            game,
            rules,
            options,
            position,
            host,
            sitters,
            invites,
            clock,
            timeout,
            spectators,
            talk,
            secret,
            origin,
        } = first.what
        else {
            return Err(format!("The log of match {id} does not start with its creation."));
        };
        let entry = shelf::find(&game).map_err(|refusal| refusal.to_string())?;
        let secret =
            Digest::parse(&secret).ok_or_else(|| format!("The secret of match {id} cannot be read."))?;
        let bank = match clock {
            ClockPlan::Live { bank, .. } => u64::from(bank) * 1000,
            _ => 0,
        };
        let seatings = sitters.into_iter().zip(invites.into_iter().chain(std::iter::repeat(None)));
        let seatings: Vec<Seating> = seatings
            .map(|(sitter, invite)| Seating {
                kept: sitter == Sitter::Invited,
                sitter,
                invite: invite.map(|hash| (hash, first.revision)),
                contribution: String::new(),
                stand_in: None,
                left: false,
                silenced: false,
                bank,
                entries: 0,
            })
            .collect();
        let mut log = MatchLog {
            id: id.to_owned(),
            revision: first.revision,
            past,
            entry,
            rules,
            options,
            position,
            host,
            origin,
            stage: Stage::Gathering,
            notice: Text::default(),
            broken: false,
            begun: false,
            recorded: false,
            record: None,
            by_people: Vec::new(),
            questions: vec![Question::default(); seatings.len()],
            seatings,
            clock,
            timeout,
            spectators,
            table_talk: talk,
            commitment: Seed { secret: secret.0, contributions: Vec::new() }.commitment().to_string(),
            secret: secret.0,
            game: None,
            clocks: Vec::new(),
            acted: 0,
            hinted: None,
            dealt_at: 0,
            moved_at: first.at,
            votes: SeatSet::EMPTY,
            removed: Vec::new(),
            rematch: None,
            linked_at: first.revision,
            starts_at: None,
            answered: VecDeque::new(),
            talk: VecDeque::new(),
            talked: 0,
            verdict: Text::default(),
            winners: SeatSet::EMPTY,
            table_changed: first.revision,
            card: String::new(),
        };
        log.write_card();
        Ok(log)
    }

    /// Folds one more entry. An entry that no longer fits freezes the match: the rules have changed since it was written.
    pub fn add(&mut self, mut entry: Entry) {
        self.revision = entry.revision;
        // Seats and chat do not depend on the rules.
        let depends_on_rules = matches!(
            entry.what,
            LogEvent::Started { .. }
                | LogEvent::Played { .. }
                | LogEvent::Undone { .. }
                | LogEvent::Frozen { .. }
        );
        self.begun |= matches!(entry.what, LogEvent::Started { .. });
        // Nothing depends on a claim: one that can no longer be made is left out.
        let claim = matches!(entry.what, LogEvent::Claimed { .. });
        if claim {
            let _ = self.happen(&mut entry.what, entry.at);
        } else if !(self.broken && depends_on_rules)
            && let Err(refusal) = self.happen(&mut entry.what, entry.at)
        {
            self.break_off(say!(
                "The rules have changed since this match was played: it stops at entry {number}. ({refusal})",
                number = entry.revision
            ));
            self.table_changes();
        }
        self.remember(entry.command.as_deref(), matches!(entry.what, LogEvent::Played { .. }));
    }

    fn break_off(&mut self, why: Text) {
        self.broken = true;
        self.stage = Stage::Frozen;
        self.notice = why;
    }

    fn remember(&mut self, command: Option<&str>, played: bool) {
        if let Some(command) = command {
            let person = command.split('/').next().unwrap_or_default();
            if !played && let Some(seat) = self.seat_of(person) {
                self.seatings[seat.index()].entries += 1;
            }
            if self.answered.len() >= COMMANDS {
                self.answered.pop_front();
            }
            self.answered.push_back((short(command), self.revision));
        }
    }

    /// The revision a recent command led to.
    fn answer_to(&self, command: &str) -> Option<u32> {
        let short = short(command);
        self.answered.iter().rev().find(|(known, _)| *known == short).map(|(_, revision)| *revision)
    }

    /// Applies an event at the present revision, or says why it cannot and changes nothing. An empty digest is filled in; one
    /// that is given must match.
    fn happen(&mut self, what: &mut LogEvent, at: u64) -> Result<(), Refusal> {
        match what {
            LogEvent::Created { .. } => {
                return Err(Refusal::malformed(say!("This match has been created already.")));
            }
            LogEvent::Seated { seat, sitter, invite, contribution, removed } => {
                self.removed.extend(removed.clone());
                let revision = self.revision;
                let playing = self.game.is_some();
                let seating = self.seating(*seat)?;
                seating.left = playing && matches!(sitter, Sitter::Bot { .. });
                seating.kept = match sitter {
                    Sitter::Invited => true,
                    Sitter::Open | Sitter::Bot { .. } => false,
                    Sitter::Person { .. } | Sitter::Outside { .. } => seating.kept,
                };
                seating.sitter = sitter.clone();
                seating.invite = invite.clone().map(|hash| (hash, revision));
                (seating.stand_in, seating.silenced) = (None, false);
                if !playing {
                    seating.contribution = contribution.clone();
                }
                self.votes.remove(*seat);
                if invite.is_some() {
                    self.linked_at = revision;
                }
            }
            LogEvent::Contributed { seat, contribution } => {
                self.seating(*seat)?.contribution = contribution.clone();
            }
            LogEvent::Started { digest } => {
                let (rules, known) = (self.rules, self.entry.game.info().rules_version);
                if digest.is_empty() && !self.entry.game.plays_rules(rules) {
                    return Err(Refusal::not_allowed(say!(
                        "This table was set up for version {rules} of the rules, and this house has version {known}: set up a new one."
                    )));
                }
                // Names are no longer part of the proof. Where they are, the digest says so.
                let mut game = self.deal(false)?;
                if !digest.is_empty() && *digest != game.digest() {
                    game = self.deal(true)?;
                }
                check(digest, game.digest())?;
                self.game = Some(game);
                self.begun = true;
                self.stage = Stage::Playing;
                self.acted = self.revision;
                self.dealt_at = at;
                self.ask(None, at);
            }
            LogEvent::Played { seat, code, digest, by } => {
                let game = self.game.as_mut().ok_or_else(not_begun)?;
                game.play(*seat, &Move::Code(*code))?;
                let fits = check(digest, game.digest()[..8].to_owned());
                if self.past == Past::Recent && game.version() % FORGET == 0 {
                    game.forget(ACTIONS);
                }
                fits?;
                self.remember_hand(*seat, *by);
                self.remember_time(*seat);
                self.use_time(*seat, at);
                let stood_in = *by == Hand::Sitter && self.seating(*seat)?.stand_in.take().is_some();
                self.acted = self.revision;
                self.moved_at = at;
                self.ask(Some(*seat), at);
                if stood_in {
                    self.table_changed = self.revision;
                }
                if self.finish() {
                    self.table_changes();
                }
                return Ok(());
            }
            LogEvent::Undone { seat } => {
                self.game.as_mut().ok_or_else(not_begun)?.undo(*seat)?;
                self.by_people.pop();
                self.acted = self.revision;
                self.moved_at = at;
                self.ask(Some(*seat), at);
                self.take_back_time(*seat);
                return Ok(());
            }
            LogEvent::StoodIn { seat, level } => self.seating(*seat)?.stand_in = Some(level.clone()),
            LogEvent::Silenced { seat, silent } => self.seating(*seat)?.silenced = *silent,
            LogEvent::Returned { seat } => self.seating(*seat)?.stand_in = None,
            LogEvent::Said { name, seat, text } => {
                let (name, text) = (name.clone(), text.clone());
                self.hear(Said { name, seat: *seat, said_at: at, text, claim: None });
                return Ok(());
            }
            LogEvent::Claimed { seat, code, reply_to, by } => {
                let game = self.game.as_mut().ok_or_else(not_begun)?;
                game.say(*seat, *code, *reply_to, *by)?;
                let heard = game.heard(game.said().len() as u32).pop();
                if let Some(claim) = heard {
                    let seatings = &self.seatings;
                    let name = |seat: Seat| {
                        let seating = seatings.get(seat.index());
                        seating.map_or_else(String::new, |seating| seating.sitter.name().to_owned())
                    };
                    let (name, text) = (name(*seat), claim.text.with_names(name));
                    let claim = Some(Box::new(claim));
                    self.hear(Said { name, seat: Some(*seat), said_at: at, text, claim });
                }
                return Ok(());
            }
            LogEvent::Hinted { seat } => {
                self.hinted = self.asked_at(*seat);
                return Ok(());
            }
            LogEvent::Voted { seat, cancel } => match cancel {
                true => self.votes.insert(*seat),
                false => self.votes.remove(*seat),
            },
            LogEvent::Cancelled { why } => {
                self.stage = Stage::Cancelled;
                self.notice = why.clone();
            }
            LogEvent::Frozen { why } => {
                self.notice = why.clone();
                self.stage = match (why.is_empty(), &self.game) {
                    (false, _) => Stage::Frozen,
                    (true, None) => Stage::Gathering,
                    (true, Some(game)) if game.outcome().is_some() => Stage::Finished,
                    (true, Some(_)) => Stage::Playing,
                };
            }
            LogEvent::Rematch { table } => self.rematch = Some(table.clone()),
            LogEvent::Recorded { record, verdict } => {
                self.recorded = true;
                self.verdict = verdict.clone();
                if let Some(outcome) = &record.outcome {
                    self.winners = outcome.winners();
                }
                if self.past == Past::Whole {
                    self.record = Some(record.clone());
                }
                if self.broken {
                    self.stage = Stage::Finished;
                    self.notice = say!(
                        "The rules have changed since this game was played: the table shows how far they agree."
                    );
                }
            }
        }
        if self.game.is_none() {
            self.gather_again(at);
        }
        self.moved_at = at;
        self.table_changes();
        Ok(())
    }

    fn hear(&mut self, said: Said) {
        if self.talk.len() >= TALK && self.past == Past::Recent {
            self.talk.pop_front();
            self.talked += 1;
        }
        self.talk.push_back(said);
    }

    /// The table itself has changed: caches of it are stale.
    fn table_changes(&mut self) {
        self.table_changed = self.revision;
        self.write_card();
    }

    fn seating(&mut self, seat: Seat) -> Result<&mut Seating, Refusal> {
        let seats = self.seatings.len();
        self.seatings
            .get_mut(seat.index())
            .ok_or_else(|| Refusal::malformed(say!("This table has seats 1 to {seats}.")))
    }

    /// `named` says whether the names are part of the proof.
    pub(crate) fn deal(&self, named: bool) -> Result<Box<dyn AnyMatch>, Refusal> {
        let names = self.seatings.iter().map(|seating| seating.sitter.name().to_owned()).collect();
        let contributions = self.contributions();
        let seed = Seed { secret: self.secret, contributions };
        self.entry.game.start_by(self.rules, &self.options, self.position.clone(), names, named, seed)
    }

    fn ask(&mut self, actor: Option<Seat>, now: u64) {
        if let Some(game) = &self.game {
            question::ask(&mut self.questions, &**game, actor, self.revision, now);
        }
    }

    /// Records the end of the game, if it has ended.
    fn finish(&mut self) -> bool {
        let over = self.game.as_ref().filter(|game| game.outcome().is_some());
        let Some(game) = over else { return false };
        self.verdict = game.view(Observer::Spectator).scene.verdict.unwrap_or_default();
        self.winners = game.outcome().map_or(SeatSet::EMPTY, |outcome| outcome.winners());
        self.stage = Stage::Finished;
        true
    }

    /// The id of the match, as in addresses.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The revision of the last entry.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Where the match stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Why the log no longer folds, if it does not: the rules have changed, or the log was tampered with.
    pub fn fault(&self) -> Option<&Text> {
        (self.broken && !self.recorded).then_some(&self.notice)
    }

    /// The game and its bots.
    pub fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    /// The game, once it has started.
    pub fn game(&self) -> Option<&dyn AnyMatch> {
        self.game.as_deref()
    }

    /// Takes the game and drops the rest.
    pub fn into_game(self) -> Option<Box<dyn AnyMatch>> {
        self.game
    }

    /// Who may watch.
    pub fn spectators(&self) -> Spectators {
        self.spectators
    }

    /// What may be said.
    pub fn table_talk(&self) -> TableTalk {
        self.table_talk
    }

    /// How time is kept.
    pub fn clock(&self) -> ClockPlan {
        self.clock
    }

    /// The revision of the last change to the table itself: chairs, votes, stage, rematch.
    pub(crate) fn table_changed(&self) -> u32 {
        self.table_changed
    }

    /// Where it was set up from, as the house recognises it again.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Is this person the host of the table?
    pub fn is_host(&self, person: &str) -> bool {
        self.host == person
    }

    /// The table of the rematch.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Where a person or outside bot sits.
    pub fn seat_of(&self, person: &str) -> Option<Seat> {
        let at = self.seatings.iter().position(|seating| seating.sitter.id() == Some(person))?;
        Some(Seat::new(at))
    }

    /// Who sits where, in seat order.
    pub fn sitters(&self) -> impl Iterator<Item = (Seat, &Sitter)> {
        Seat::all(self.seatings.len()).zip(self.seatings.iter().map(|seating| &seating.sitter))
    }

    /// Does a person sit here, even one for whom a bot plays?
    pub fn has_people(&self) -> bool {
        self.seatings.iter().any(|seating| matches!(seating.sitter, Sitter::Person { .. }))
    }

    /// The level of the hosted bot that plays a seat now: the sitter itself or a stand-in.
    pub fn bot_at(&self, seat: Seat) -> Option<&str> {
        let seating = self.seatings.get(seat.index())?;
        match &seating.sitter {
            Sitter::Bot { level, .. } => Some(level),
            _ => seating.stand_in.as_deref(),
        }
    }

    /// The seats the game waits for; none unless it is being played.
    pub fn waiting(&self) -> SeatSet {
        self.playing().map_or(SeatSet::EMPTY, |game| game.waiting_on())
    }

    /// The seats that may act without being waited on.
    pub fn interrupts(&self) -> SeatSet {
        self.playing().map_or(SeatSet::EMPTY, |game| game.interrupts())
    }

    fn playing(&self) -> Option<&dyn AnyMatch> {
        self.game().filter(|_| self.stage == Stage::Playing)
    }

    /// The seats that the present revision is the first to ask.
    pub fn newly_asked(&self) -> SeatSet {
        self.waiting().iter().filter(|seat| self.questions[seat.index()].asked_at == self.revision).collect()
    }

    /// The codes of a seat's options.
    pub fn codes(&self, seat: Seat) -> impl Iterator<Item = u32> {
        let playing = self.questions.get(seat.index()).filter(|_| self.stage == Stage::Playing);
        playing.into_iter().flat_map(Question::codes)
    }

    /// The id of the person who plays a seat themselves.
    pub fn person_at(&self, seat: Seat) -> Option<&str> {
        match self.seatings.get(seat.index()) {
            Some(Seating { sitter: Sitter::Person { id, .. }, stand_in: None, .. }) => Some(id),
            _ => None,
        }
    }

    /// The revision of the last action or undo.
    pub fn acted(&self) -> u32 {
        self.acted
    }

    /// Since which revision a seat is asked what it is asked now.
    pub(crate) fn asked_at(&self, seat: Seat) -> Option<u32> {
        self.questions.get(seat.index()).map(|question| question.asked_at)
    }

    /// The revision of the question for which the last hint was given.
    pub(crate) fn hinted_at(&self) -> Option<u32> {
        self.hinted
    }

    /// Does a bot play for an absent sitter here?
    pub fn is_standing_in(&self, seat: Seat) -> bool {
        self.seatings.get(seat.index()).is_some_and(|seating| seating.stand_in.is_some())
    }

    /// The event that makes a bot take over for a sitter.
    pub fn stood_in(&self, seat: Seat) -> LogEvent {
        LogEvent::StoodIn { seat, level: STAND_IN.to_owned() }
    }

    /// The revision that first asked a seat what it is asked now, and the time of that.
    pub fn asked(&self, seat: Seat) -> (u32, u64) {
        self.questions.get(seat.index()).map_or((0, 0), |question| (question.asked_at, question.since))
    }

    /// What an observer sees of the game and may do.
    pub fn view(&self, observer: Observer) -> Option<View> {
        let mut view = self.game.as_ref()?.view(observer);
        view.menu = view.menu.filter(|_| self.may_claim());
        Some(view)
    }

    /// What an observer was told since a version.
    pub fn story(&self, observer: Observer, since: usize) -> Vec<Line> {
        self.game.as_ref().map_or_else(Vec::new, |game| game.story(observer, since))
    }
}

fn short(command: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    command.hash(&mut hasher);
    hasher.finish()
}

/// Fills in an empty digest; one that is there must match.
fn check(digest: &mut String, real: String) -> Result<(), Refusal> {
    if digest.is_empty() {
        *digest = real;
    } else if *digest != real {
        return Err(Refusal::malformed(say!(
            "the log says {logged}, the rules now lead to {real}",
            logged = Name(digest),
            real = Name(real)
        )));
    }
    Ok(())
}

fn not_begun() -> Refusal {
    Refusal::not_allowed(say!("The game has not begun."))
}
