//! A hosted match: the fold of its log.
//!
//! Nothing here waits, writes or sends. [`Hosted::add`] folds what has happened, [`Hosted::carry_out`] decides what a command
//! comes to and folds that, and the rest looks.

mod again;
mod decide;
mod question;
mod show;

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;
use shelf::GameEntry;
use table::digest::Digest;
use table::play::View;
use table::seed::Seed;
use table::{AnyMatch, Line, Move, Observer, Record, Refusal, Seat, SeatSet};

use crate::log::{Entry, Hand, Happening};
use question::Question;
use wire::{ClockPlan, Said, Sitter, Spectators, Stage, Timeout};

pub use decide::{Carried, Who};
pub use show::{Present, invitation, kept_for};

/// How many actions, with what was told of them, stay in memory …
const ACTIONS: usize = 24;
/// … and after how many more of them the oldest are forgotten.
const FORGET: usize = 8;
/// How much of the talk stays in memory.
const TALK: usize = 100;
/// How many commands are remembered so that a resend takes effect once.
const COMMANDS: usize = 64;
/// The level of a bot that plays for somebody who is away.
const STAND_IN: &str = "normal";

/// How much of the past a fold keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// All of it: for records and replays.
    Whole,
    /// The last of it: memory does not grow with the length of a match.
    Recent,
}

/// A chair and what is known of its sitter.
#[derive(Clone, Debug)]
struct Seating {
    sitter: Sitter,
    /// The hash of the token that opens this chair, and the revision that made it.
    invite: Option<(String, u32)>,
    contribution: String,
    stand_in: Option<String>,
    /// What is left of the bank, in milliseconds.
    bank: u64,
}

/// A match with its table.
pub struct Hosted {
    id: String,
    revision: u32,
    past: Past,
    entry: &'static GameEntry,
    options: Value,
    host: String,
    stage: Stage,
    notice: String,
    /// The log no longer folds: the rules have changed under it.
    broken: bool,
    seatings: Vec<Seating>,
    clock: ClockPlan,
    timeout: Timeout,
    spectators: Spectators,
    secret: [u8; 32],
    game: Option<Box<dyn AnyMatch>>,
    questions: Vec<Question>,
    /// The revision of the last action or undo.
    acted: u32,
    moved_at: u64,
    votes: SeatSet,
    rematch: Option<String>,
    answered: VecDeque<(u64, u32)>,
    talk: VecDeque<Said>,
    /// How much was said before that.
    talked: usize,
    verdict: String,
    /// What lists show, as JSON; made anew when it changes.
    card: String,
}

impl Hosted {
    /// Folds a log.
    pub fn fold(id: &str, entries: Vec<Entry>, past: Past) -> Result<Hosted, String> {
        let mut entries = entries.into_iter();
        let first = entries.next().ok_or_else(|| format!("Match {id} has no log."))?;
        let mut hosted = Hosted::create(id, first, past)?;
        entries.for_each(|entry| hosted.add(entry));
        Ok(hosted)
    }

    /// A match from its first entry.
    fn create(id: &str, first: Entry, past: Past) -> Result<Hosted, String> {
        let Happening::Created {
            game,
            rules,
            options,
            host,
            sitters,
            invites,
            clock,
            timeout,
            spectators,
            secret,
        } = first.what
        else {
            return Err(format!("The log of match {id} does not begin with its creation."));
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
                sitter,
                invite: invite.map(|hash| (hash, first.revision)),
                contribution: String::new(),
                stand_in: None,
                bank,
            })
            .collect();
        let mut hosted = Hosted {
            id: id.to_owned(),
            revision: first.revision,
            past,
            entry,
            options,
            host,
            stage: Stage::Gathering,
            notice: String::new(),
            broken: false,
            questions: vec![Question::default(); seatings.len()],
            seatings,
            clock,
            timeout,
            spectators,
            secret: secret.0,
            game: None,
            acted: 0,
            moved_at: first.at,
            votes: SeatSet::EMPTY,
            rematch: None,
            answered: VecDeque::new(),
            talk: VecDeque::new(),
            talked: 0,
            verdict: String::new(),
            card: String::new(),
        };
        let known = entry.game.info().rules_version;
        if rules != known {
            hosted.break_off(format!(
                "This match was begun by version {rules} of the rules; this house knows version {known}. It can be looked at but not played."
            ));
        }
        hosted.write_card();
        Ok(hosted)
    }

    /// Folds one more entry. An entry that does not fit freezes the match: its rules have changed under it.
    pub fn add(&mut self, mut entry: Entry) {
        self.revision = entry.revision;
        // Who sits there and what they say does not hang on the rules.
        let hangs_on_rules = matches!(
            entry.what,
            Happening::Started { .. }
                | Happening::Played { .. }
                | Happening::Undone { .. }
                | Happening::Frozen { .. }
        );
        if !(self.broken && hangs_on_rules)
            && let Err(refusal) = self.happen(&mut entry.what, entry.at)
        {
            self.break_off(format!(
                "The rules have changed under this match: it stops at entry {}. ({refusal})",
                entry.revision
            ));
            self.write_card();
        }
        self.remember(entry.command.as_deref());
    }

    fn break_off(&mut self, why: String) {
        self.broken = true;
        self.stage = Stage::Frozen;
        self.notice = why;
    }

    fn remember(&mut self, command: Option<&str>) {
        if let Some(command) = command {
            if self.answered.len() >= COMMANDS {
                self.answered.pop_front();
            }
            self.answered.push_back((short(command), self.revision));
        }
    }

    /// The revision a command led to, if it took effect not long ago.
    fn answer_to(&self, command: &str) -> Option<u32> {
        let short = short(command);
        self.answered.iter().rev().find(|(known, _)| *known == short).map(|(_, revision)| *revision)
    }

    /// Makes something happen at the present revision, or says why it cannot and changes nothing. An empty digest is filled in;
    /// one that is given must fit.
    fn happen(&mut self, what: &mut Happening, at: u64) -> Result<(), Refusal> {
        match what {
            Happening::Created { .. } => return Err(Refusal::malformed("A match is created once.")),
            Happening::Seated { seat, sitter, invite, contribution } => {
                let revision = self.revision;
                let playing = self.game.is_some();
                let seating = self.seating(*seat)?;
                seating.sitter = sitter.clone();
                seating.invite = invite.clone().map(|hash| (hash, revision));
                seating.stand_in = None;
                if !playing {
                    seating.contribution = contribution.clone();
                }
                self.votes.remove(*seat);
            }
            Happening::Started { digest } => {
                let game = self.deal()?;
                check(digest, game.digest())?;
                self.game = Some(game);
                self.stage = Stage::Playing;
                self.acted = self.revision;
                self.ask(None, at);
            }
            Happening::Played { seat, code, digest, by } => {
                let game = self.game.as_mut().ok_or_else(not_begun)?;
                game.play(*seat, &Move::Code(*code))?;
                let fits = check(digest, game.digest()[..8].to_owned());
                if self.past == Past::Recent && game.version() % FORGET == 0 {
                    game.forget(ACTIONS);
                }
                fits?;
                self.use_time(*seat, at);
                if *by == Hand::Sitter {
                    self.seating(*seat)?.stand_in = None;
                }
                self.acted = self.revision;
                self.moved_at = at;
                self.ask(Some(*seat), at);
                if self.finish() {
                    self.write_card();
                }
                return Ok(());
            }
            Happening::Undone { seat } => {
                self.game.as_mut().ok_or_else(not_begun)?.undo(*seat)?;
                self.acted = self.revision;
                self.moved_at = at;
                self.ask(Some(*seat), at);
                return Ok(());
            }
            Happening::StoodIn { seat, level } => self.seating(*seat)?.stand_in = Some(level.clone()),
            Happening::Returned { seat } => self.seating(*seat)?.stand_in = None,
            Happening::Said { name, seat, text } => {
                if self.talk.len() >= TALK && self.past == Past::Recent {
                    self.talk.pop_front();
                    self.talked += 1;
                }
                self.talk.push_back(Said {
                    name: name.clone(),
                    seat: *seat,
                    said_at: at,
                    text: text.clone(),
                });
                return Ok(());
            }
            Happening::Voted { seat, cancel } => match cancel {
                true => self.votes.insert(*seat),
                false => self.votes.remove(*seat),
            },
            Happening::Cancelled { why } => {
                self.stage = Stage::Cancelled;
                self.notice = why.clone();
            }
            Happening::Frozen { why } => {
                self.notice = why.clone();
                self.stage = match (why.is_empty(), &self.game) {
                    (false, _) => Stage::Frozen,
                    (true, None) => Stage::Gathering,
                    (true, Some(game)) if game.outcome().is_some() => Stage::Finished,
                    (true, Some(_)) => Stage::Playing,
                };
            }
            Happening::Rematch { table } => self.rematch = Some(table.clone()),
        }
        self.moved_at = at;
        self.write_card();
        Ok(())
    }

    fn seating(&mut self, seat: Seat) -> Result<&mut Seating, Refusal> {
        let seats = self.seatings.len();
        self.seatings
            .get_mut(seat.index())
            .ok_or_else(|| Refusal::malformed(format!("This table has the seats 1 to {seats}.")))
    }

    fn deal(&self) -> Result<Box<dyn AnyMatch>, Refusal> {
        let names = self.seatings.iter().map(|seating| seating.sitter.name().to_owned()).collect();
        let contributions = self.seatings.iter().map(|seating| seating.contribution.clone()).collect();
        self.entry.game.start(&self.options, None, names, Seed { secret: self.secret, contributions })
    }

    fn ask(&mut self, actor: Option<Seat>, now: u64) {
        if let Some(game) = &self.game {
            question::ask(&mut self.questions, &**game, actor, self.revision, now);
        }
    }

    /// Takes what a decision took beyond its own time from the bank.
    fn use_time(&mut self, seat: Seat, now: u64) {
        let (ClockPlan::Live { each, .. }, Some(question)) = (self.clock, self.questions.get(seat.index()))
        else {
            return;
        };
        let over = now.saturating_sub(question.since).saturating_sub(u64::from(each) * 1000);
        let (waited, seating) = (question.waited, &mut self.seatings[seat.index()]);
        if waited && seating.stand_in.is_none() {
            seating.bank = seating.bank.saturating_sub(over);
        }
    }

    /// Notes the end if it has come.
    fn finish(&mut self) -> bool {
        let over = self.game.as_ref().filter(|game| game.outcome().is_some());
        let Some(game) = over else { return false };
        self.verdict = game.view(Observer::Spectator).scene.verdict.unwrap_or_default();
        self.stage = Stage::Finished;
        true
    }

    /// In addresses.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How much has happened.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Why the log no longer folds, if it does not: the rules have changed under it, or it was changed.
    pub fn fault(&self) -> Option<&str> {
        self.broken.then_some(&*self.notice)
    }

    /// The box it came in.
    pub fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    /// The game, once it has begun.
    pub fn game(&self) -> Option<&dyn AnyMatch> {
        self.game.as_deref()
    }

    /// The game alone.
    pub fn into_game(self) -> Option<Box<dyn AnyMatch>> {
        self.game
    }

    /// What happens when time runs out.
    pub fn timeout(&self) -> Timeout {
        self.timeout
    }

    /// Who may look on.
    pub fn spectators(&self) -> Spectators {
        self.spectators
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

    /// Does a person sit here who plays with their own hand?
    pub fn has_people(&self) -> bool {
        let own =
            |seating: &Seating| seating.stand_in.is_none() && matches!(seating.sitter, Sitter::Person { .. });
        self.seatings.iter().any(own)
    }

    /// The level of the bot of the house that plays a seat now: its own or a stand-in.
    pub fn bot_at(&self, seat: Seat) -> Option<&str> {
        let seating = self.seatings.get(seat.index())?;
        match &seating.sitter {
            Sitter::Bot { level, .. } => Some(level),
            _ => seating.stand_in.as_deref(),
        }
    }

    /// The seats the game waits for; nobody unless it is being played.
    pub fn waiting(&self) -> SeatSet {
        let playing = self.game.as_ref().filter(|_| self.stage == Stage::Playing);
        playing.map_or(SeatSet::EMPTY, |game| game.waiting_on())
    }

    /// The seats that may act all the same.
    pub fn interrupts(&self) -> SeatSet {
        let playing = self.game.as_ref().filter(|_| self.stage == Stage::Playing);
        playing.map_or(SeatSet::EMPTY, |game| game.interrupts())
    }

    /// The seats whose decision the present revision is the first to ask for.
    pub fn newly_asked(&self) -> SeatSet {
        self.waiting().iter().filter(|seat| self.questions[seat.index()].asked_at == self.revision).collect()
    }

    /// The codes of what a seat may do now.
    pub fn codes(&self, seat: Seat) -> impl Iterator<Item = u32> {
        let playing = self.questions.get(seat.index()).filter(|_| self.stage == Stage::Playing);
        playing.into_iter().flat_map(Question::codes)
    }

    /// The id of the person who plays a seat with their own hand.
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

    /// Does a bot play for an absent sitter here?
    pub fn is_standing_in(&self, seat: Seat) -> bool {
        self.seatings.get(seat.index()).is_some_and(|seating| seating.stand_in.is_some())
    }

    /// A bot takes over for a sitter.
    pub fn stood_in(&self, seat: Seat) -> Happening {
        Happening::StoodIn { seat, level: STAND_IN.to_owned() }
    }

    /// The revision since which a seat is asked what it is asked now, and the time of it.
    pub fn asked(&self, seat: Seat) -> (u32, u64) {
        self.questions.get(seat.index()).map_or((0, 0), |question| (question.asked_at, question.since))
    }

    /// When the decision of a person or outside bot is due, if the game waits for one and there is a clock.
    pub fn due(&self, seat: Seat) -> Option<u64> {
        let seating = self.seatings.get(seat.index())?;
        if self.bot_at(seat).is_some() || !self.waiting().contains(seat) {
            return None;
        }
        let since = self.questions.get(seat.index())?.since;
        match self.clock {
            ClockPlan::None => None,
            ClockPlan::Live { each, .. } => Some(since + u64::from(each) * 1000 + seating.bank),
            ClockPlan::Slow { hours } => Some(since + u64::from(hours) * 3_600_000),
        }
    }

    /// The next seat whose time runs out, and when.
    pub fn next_due(&self) -> Option<(u64, Seat)> {
        self.waiting().iter().filter_map(|seat| Some((self.due(seat)?, seat))).min()
    }

    /// When the house must do something next: at once if it is a bot's decision.
    pub fn wake_at(&self) -> Option<u64> {
        match self.waiting().iter().any(|seat| self.bot_at(seat).is_some()) {
            true => Some(self.moved_at),
            false => self.next_due().map(|(due, _)| due),
        }
    }

    /// What an observer sees of the game and may do.
    pub fn view(&self, observer: Observer) -> Option<View> {
        Some(self.game.as_ref()?.view(observer))
    }

    /// What an observer was told since a version.
    pub fn story(&self, observer: Observer, since: usize) -> Vec<Line> {
        self.game.as_ref().map_or_else(Vec::new, |game| game.story(observer, since))
    }

    /// The record of a finished match, out of a fold that has kept the whole past. A running match opens its secrets to nobody.
    pub fn record(&self) -> Result<Record, Refusal> {
        match (&self.game, self.past, self.stage) {
            (Some(game), Past::Whole, Stage::Finished) => Ok(game.record()),
            _ => Err(Refusal::not_allowed("The record of a match is opened when it is over.")),
        }
    }

    /// The log's own record of a match that is not over, for the host of the house alone.
    pub fn unfinished_record(&self) -> Option<Record> {
        self.game.as_ref().filter(|_| self.past == Past::Whole).map(|game| game.record())
    }
}

fn short(command: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    command.hash(&mut hasher);
    hasher.finish()
}

/// Fills in a digest that is left open; one that is there must fit.
fn check(digest: &mut String, real: String) -> Result<(), Refusal> {
    if digest.is_empty() {
        *digest = real;
    } else if *digest != real {
        return Err(Refusal::malformed(format!("the log says {digest}, the rules now lead to {real}")));
    }
    Ok(())
}

fn not_begun() -> Refusal {
    Refusal::not_allowed("The game has not begun.")
}
