//! What a command leads to.

use bots::Utterance;
use table::talk::By;
use table::{Refusal, Refused, Seat, SeatSet, say};
use wire::{Command, Sitter, Stage, TableAct, TableTalk, Timeout};

use super::{MatchLog, STAND_IN, info, question};
use crate::bots::Decision;
use crate::log::{Entry, Hand, LogEvent};
use crate::{Seal, words};

/// The longest id a client may give a command.
const LONGEST_ID: usize = 64;
/// How many undos, messages and acts at the table a seat has in a match.
const ENTRIES: u32 = 2_000;
/// Chat rate limit: `SAYINGS` messages per `BREATH` milliseconds.
const SAYINGS: usize = 5;
const BREATH: u64 = 10_000;

/// Who gives a command.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    /// Public id.
    pub id: &'a str,
    /// The chosen name.
    pub name: &'a str,
    /// Is it an outside bot?
    pub outside: bool,
}

/// The event that a command leads to.
type Decided = Result<LogEvent, Refusal>;

impl Who<'_> {
    /// Converts it into a sitter.
    pub fn sitter(self) -> Sitter {
        let (id, name) = (self.id.to_owned(), self.name.to_owned());
        if self.outside { Sitter::Outside { id, name } } else { Sitter::Person { id, name } }
    }
}

/// The result of a command.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "it goes straight from here to the store")]
pub enum Carried {
    /// A resend: it had taken effect before, at this revision.
    Before(u32),
    /// It took effect, and this entry is to be written.
    Now(Entry),
}

impl MatchLog {
    /// Carries out a command, or says why not and changes nothing.
    pub fn carry_out(
        &mut self,
        who: Who<'_>,
        command: &Command,
        present: SeatSet,
        seal: &dyn Seal,
        now: u64,
    ) -> Result<Carried, Refusal> {
        let id = command.id();
        if id.is_empty() || id.len() > LONGEST_ID {
            return Err(Refusal::malformed(say!("The id of a command has 1 to {LONGEST_ID} characters.")));
        }
        let name = format!("{}/{id}", who.id);
        if let Some(revision) = self.answer_to(&name) {
            return Ok(Carried::Before(revision));
        }
        let what = self.decide(who, command, present, seal, now)?;
        self.must_be_brief(who, command)?;
        self.commit(what, Some(name), now).map(Carried::Now)
    }

    /// Applies an event that no command asked for: a decision of a bot or of the clock, or an act of the operator.
    pub fn act(&mut self, what: LogEvent, now: u64) -> Result<Entry, Refusal> {
        self.commit(what, None, now)
    }

    /// Plays a bot's decision, or the fallback if the bot failed to make one, or says what it says. Nothing if it lets an interrupt
    /// pass.
    pub fn decided(&mut self, decision: Decision, now: u64) -> Option<Result<Entry, Refusal>> {
        let Decision { seat, about, waited_on, choice, word } = decision;
        if let Some(Utterance { code, reply_to }) = word {
            // What was meant for another moment is not said.
            return (self.acted <= about).then(|| self.claim_for(seat, code, reply_to, now));
        }
        let fallback = || waited_on.then(|| self.game()?.fallback(seat)).flatten();
        let code = choice.or_else(fallback)?;
        let by = if self.is_standing_in(seat) { Hand::StandIn } else { Hand::Sitter };
        Some(self.play_for(seat, code, about, by, now))
    }

    /// A seat's time is up: the fallback is played or a bot takes over, as the table's options say. Nothing if there is time left.
    pub fn run_out(&mut self, seat: Seat, now: u64) -> Option<Result<Entry, Refusal>> {
        if self.due(seat).is_none_or(|due| due > now) {
            return None;
        }
        let fallback = self.game().and_then(|game| game.fallback(seat));
        Some(match (self.timeout, fallback) {
            (Timeout::Default, Some(code)) => self.play_for(seat, code, self.revision, Hand::Clock, now),
            _ => self.act(self.stood_in(seat), now),
        })
    }

    /// A decision of a bot or of the clock about a revision.
    pub fn play_for(
        &mut self,
        seat: Seat,
        code: u32,
        about: u32,
        by: Hand,
        now: u64,
    ) -> Result<Entry, Refusal> {
        self.must_be(Stage::Playing)?;
        self.questions[seat.index()].still_holds(about, code, self.acted)?;
        self.act(LogEvent::Played { seat, code, digest: String::new(), by }, now)
    }

    pub(super) fn commit(
        &mut self,
        mut what: LogEvent,
        command: Option<String>,
        now: u64,
    ) -> Result<Entry, Refusal> {
        self.revision += 1;
        // Nodes may disagree about the time; a log never runs backwards.
        let at = now.max(self.moved_at);
        if let Err(refusal) = self.happen(&mut what, at) {
            self.revision -= 1;
            return Err(refusal);
        }
        self.remember(command.as_deref(), matches!(what, LogEvent::Played { .. }));
        Ok(Entry { revision: self.revision, at, command, what })
    }

    fn decide(
        &self,
        who: Who<'_>,
        command: &Command,
        present: SeatSet,
        seal: &dyn Seal,
        now: u64,
    ) -> Decided {
        match command {
            Command::Play { revision, code, .. } => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                self.must_exist(*revision)?;
                self.questions[seat.index()].still_holds(*revision, *code, self.acted)?;
                Ok(LogEvent::Played { seat, code: *code, digest: String::new(), by: Hand::Sitter })
            }
            Command::Undo { revision, .. } => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                self.must_exist(*revision)?;
                if *revision < self.acted {
                    return Err(question::stale());
                }
                Ok(LogEvent::Undone { seat })
            }
            Command::Say { text, .. } => self.say(who, text, now),
            Command::Claim { code, reply_to, .. } => {
                let seat = self.own_seat(who)?;
                let by = if who.outside { By::Bot } else { By::Person };
                self.claimed(seat, *code, *reply_to, by)
            }
            Command::Table { act, .. } => self.table_act(who, act, present, seal),
        }
    }

    /// A claim of the bot at a seat: the sitter itself or a stand-in.
    pub fn claim_for(
        &mut self,
        seat: Seat,
        code: u32,
        reply_to: Option<u32>,
        now: u64,
    ) -> Result<Entry, Refusal> {
        let by = if self.is_standing_in(seat) { By::StandIn } else { By::Bot };
        let what = self.claimed(seat, code, reply_to, by)?;
        self.act(what, now)
    }

    /// May claims be made at this table?
    pub fn may_claim(&self) -> bool {
        self.stage == Stage::Playing && self.table_talk != TableTalk::Silent
    }

    /// Does the game have talk?
    pub fn has_talk(&self) -> bool {
        self.entry().game.claim_codes() > 0
    }

    fn claimed(&self, seat: Seat, code: u32, reply_to: Option<u32>, by: By) -> Decided {
        self.must_be(Stage::Playing)?;
        match self.table_talk {
            TableTalk::Silent => Err(Refusal::not_allowed(say!("Nobody speaks at this table."))),
            TableTalk::Open | TableTalk::Claims => Ok(LogEvent::Claimed { seat, code, reply_to, by }),
        }
    }

    fn say(&self, who: Who<'_>, text: &str, now: u64) -> Decided {
        let seat = self.own_seat(who)?;
        match self.table_talk {
            TableTalk::Open => {}
            TableTalk::Claims => {
                return Err(Refusal::not_allowed(say!(
                    "At this table you can make claims, but not write freely."
                )));
            }
            TableTalk::Silent => return Err(Refusal::not_allowed(say!("Nobody speaks at this table."))),
        }
        if self.seatings[seat.index()].silenced {
            return Err(Refusal::not_allowed(say!("The host of this table has silenced you.")));
        }
        let text = words::saying(text)?;
        let recent = self.talk.iter().rev().take_while(|said| said.said_at + BREATH > now);
        if recent.filter(|said| said.seat == Some(seat) && said.claim.is_none()).count() >= SAYINGS {
            return Err(Refusal::not_allowed(say!(
                "That was a lot at once: take a breath, then say it again."
            )));
        }
        let name = self.seatings[seat.index()].sitter.name().to_owned();
        Ok(LogEvent::Said { name, seat: Some(seat), text })
    }

    fn table_act(&self, who: Who<'_>, act: &TableAct, present: SeatSet, seal: &dyn Seal) -> Decided {
        match act {
            TableAct::Join { seat, invite, contribution } => {
                self.join(who, *seat, invite.as_deref(), contribution, seal)
            }
            TableAct::Contribute { contribution } => {
                self.must_be(Stage::Gathering)?;
                let bot = || self.sitters().find(|(_, sitter)| matches!(sitter, Sitter::Bot { .. }));
                let seat = self.own_seat(who).or_else(|refusal| match bot() {
                    Some((seat, _)) if self.host == who.id => Ok(seat),
                    _ => Err(refusal),
                })?;
                Ok(LogEvent::Contributed { seat, contribution: words::contribution(contribution)? })
            }
            TableAct::Leave => self.leave(who, seal),
            TableAct::SitOut => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                Ok(self.stood_in(seat))
            }
            TableAct::Return => {
                let seat = self.own_seat(who)?;
                match self.seatings[seat.index()].stand_in {
                    Some(_) => Ok(LogEvent::Returned { seat }),
                    None => Err(Refusal::not_allowed(say!(
                        "No bot is playing for you: the seat is yours already."
                    ))),
                }
            }
            TableAct::Start => {
                self.must_host(who)?;
                self.must_be(Stage::Gathering)?;
                let empty = self.sitters().find(|(_, sitter)| sitter.is_nobody());
                match empty {
                    Some((seat, _)) => Err(Refusal::not_allowed(say!(
                        "Seat {number} is still empty: wait for somebody, or put a bot there.",
                        number = seat.number()
                    ))),
                    None => Ok(LogEvent::Started { digest: String::new() }),
                }
            }
            TableAct::SeatBot { seat, level } => self.seat_bot(who, *seat, level, present),
            TableAct::Free { seat, invited } => self.free(who, *seat, *invited, seal),
            TableAct::Silence { seat, silent } => {
                self.must_host(who)?;
                match self.seatings.get(seat.index()).ok_or_else(no_such_seat)?.sitter.id() {
                    Some(id) if id != who.id => Ok(LogEvent::Silenced { seat: *seat, silent: *silent }),
                    _ => Err(Refusal::not_allowed(say!("There is nobody else there to silence."))),
                }
            }
            TableAct::Cancel => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                let people = self.sitters().filter(|(_, sitter)| matches!(sitter, Sitter::Person { .. }));
                let missing = people.map(|(seat, _)| seat).collect::<SeatSet>().minus(self.votes.with(seat));
                Ok(match missing.is_empty() {
                    true => LogEvent::Cancelled { why: say!("Everybody agreed to stop.") },
                    false => LogEvent::Voted { seat, cancel: true },
                })
            }
            TableAct::GoOn => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                Ok(LogEvent::Voted { seat, cancel: false })
            }
            // Once the game is over the host opens the new table itself and records it with `propose_again`.
            TableAct::Rematch => Err(Refusal::not_allowed(say!("The game is not over yet."))),
        }
    }

    fn join(
        &self,
        who: Who<'_>,
        wanted: Option<Seat>,
        invite: Option<&str>,
        contribution: &str,
        seal: &dyn Seal,
    ) -> Decided {
        self.must_be(Stage::Gathering)?;
        if self.seat_of(who.id).is_some() {
            return Err(Refusal::not_allowed(say!("You already have a seat at this table.")));
        }
        if invite.is_none() && self.removed.iter().any(|person| person == who.id) {
            return Err(Refusal::not_allowed(say!("The host of this table has given your chair to others.")));
        }
        let hash = invite.map(info::token_hash);
        let link = self.link(seal).map(|link| info::token_hash(&link));
        let fits = |(seat, sitter): &(Seat, &Sitter)| match (sitter, &hash) {
            (_, Some(_)) if hash == link => sitter.is_nobody() && wanted.is_none_or(|wanted| wanted == *seat),
            (Sitter::Invited, Some(hash)) => {
                self.seatings[seat.index()].invite.as_ref().is_some_and(|(known, _)| known == hash)
            }
            (Sitter::Open, None) => wanted.is_none_or(|wanted| wanted == *seat),
            _ => false,
        };
        let Some((seat, _)) = self.sitters().find(fits) else {
            return Err(Refusal::not_allowed(match invite {
                Some(_) => {
                    say!("This link no longer works: the seat is taken, or the host has made a new link.")
                }
                None => say!("That seat is not free: somebody was faster, or it is reserved."),
            }));
        };
        let contribution = words::contribution(contribution)?;
        Ok(LogEvent::Seated { seat, sitter: self.told_apart(who), invite: None, contribution, removed: None })
    }

    /// A person as a sitter, with a number if somebody at the table has the same name.
    fn told_apart(&self, who: Who<'_>) -> Sitter {
        let taken = |name: &str| {
            self.sitters().any(|(_, sitter)| sitter.name().to_lowercase() == name.to_lowercase())
        };
        let free = (2..).map(|number| format!("{} {number}", who.name)).find(|name| !taken(name));
        match free.filter(|_| taken(who.name)) {
            Some(name) => Who { name: &name, ..who }.sitter(),
            None => who.sitter(),
        }
    }

    fn leave(&self, who: Who<'_>, seal: &dyn Seal) -> Decided {
        let seat = self.own_seat(who)?;
        match self.stage {
            // The others still want their rematch.
            Stage::Gathering if self.starts_at.is_some() => Ok(seated(seat, bot(seat, STAND_IN.to_owned()))),
            Stage::Gathering if self.host == who.id => {
                Ok(LogEvent::Cancelled { why: say!("The host has left the table.") })
            }
            Stage::Gathering => Ok(self.vacated(seat, self.seatings[seat.index()].kept, seal)),
            _ => {
                self.must_be(Stage::Playing)?;
                Ok(seated(seat, bot(seat, STAND_IN.to_owned())))
            }
        }
    }

    fn seat_bot(&self, who: Who<'_>, seat: Seat, level: &str, present: SeatSet) -> Decided {
        self.must_host(who)?;
        let sitter = &self.seatings.get(seat.index()).ok_or_else(no_such_seat)?.sitter;
        let level = words::level(level)?.name().to_owned();
        match self.stage {
            Stage::Gathering if sitter.is_nobody() || matches!(sitter, Sitter::Bot { .. }) => {
                Ok(seated(seat, bot(seat, level)))
            }
            Stage::Playing if sitter.id().is_some() && !present.contains(seat) => {
                Ok(LogEvent::StoodIn { seat, level })
            }
            Stage::Gathering | Stage::Playing => Err(Refusal::not_allowed(say!(
                "Somebody sits there. A bot can take an empty chair, or the chair of somebody who is away."
            ))),
            _ => self.must_be(Stage::Playing).map(|()| LogEvent::Returned { seat }),
        }
    }

    fn free(&self, who: Who<'_>, seat: Seat, invited: bool, seal: &dyn Seal) -> Decided {
        self.must_host(who)?;
        self.must_be(Stage::Gathering)?;
        let sitter = &self.seatings.get(seat.index()).ok_or_else(no_such_seat)?.sitter;
        if sitter.id() == Some(who.id) {
            return Err(Refusal::not_allowed(say!("That is your own chair: leave the table instead.")));
        }
        let mut vacated = self.vacated(seat, invited, seal);
        if let LogEvent::Seated { removed, .. } = &mut vacated {
            *removed = sitter.id().map(str::to_owned);
        }
        Ok(vacated)
    }

    /// A chair becomes free: for anyone, or for the holder of a new link.
    fn vacated(&self, seat: Seat, invited: bool, seal: &dyn Seal) -> LogEvent {
        let token = info::invitation(seal, &self.id, seat, self.revision + 1);
        LogEvent::Seated {
            seat,
            sitter: if invited { Sitter::Invited } else { Sitter::Open },
            invite: invited.then(|| info::token_hash(&token)),
            contribution: String::new(),
            removed: None,
        }
    }

    /// What happens to a table when one of its sitters is removed from the house, or wants to be forgotten. Nothing if they do not sit
    /// there or the game is over.
    pub fn removal(&self, person: &str) -> Option<LogEvent> {
        let seat = self.seat_of(person)?;
        match self.stage {
            Stage::Finished | Stage::Cancelled => None,
            Stage::Gathering if self.starts_at.is_none() && self.host == person => {
                Some(LogEvent::Cancelled { why: say!("The host has left the table.") })
            }
            Stage::Gathering if self.starts_at.is_none() => Some(seated(seat, Sitter::Open)),
            _ => Some(seated(seat, bot(seat, STAND_IN.to_owned()))),
        }
    }

    /// A log must not grow forever: the number of entries is limited, for a table before the game and for each seat from then on.
    /// Decisions do not count, since the game itself ends.
    fn must_be_brief(&self, who: Who<'_>, command: &Command) -> Result<(), Refusal> {
        let spent = match self.stage {
            Stage::Gathering => self.revision,
            _ => self.seat_of(who.id).map_or(0, |seat| self.seatings[seat.index()].entries),
        };
        let needed = matches!(
            command,
            Command::Play { .. } | Command::Table { act: TableAct::Start | TableAct::Leave, .. }
        );
        match needed || spent < ENTRIES {
            true => Ok(()),
            false => Err(Refusal::not_allowed(say!(
                "You have done that too often at this table: you can still make your decisions."
            ))),
        }
    }

    fn own_seat(&self, who: Who<'_>) -> Result<Seat, Refusal> {
        self.seat_of(who.id)
            .ok_or_else(|| Refusal::new(Refused::NotYours, say!("You have no seat at this table.")))
    }

    fn must_host(&self, who: Who<'_>) -> Result<(), Refusal> {
        match self.host == who.id {
            true => Ok(()),
            false => Err(Refusal::new(Refused::NotYours, say!("Only the host of this table can do that."))),
        }
    }

    /// A client cannot answer a revision that does not exist yet.
    fn must_exist(&self, revision: u32) -> Result<(), Refusal> {
        match revision <= self.revision {
            true => Ok(()),
            false => Err(Refusal::malformed(say!("This match has no revision {revision} yet."))),
        }
    }

    fn must_be(&self, stage: Stage) -> Result<(), Refusal> {
        if self.stage == stage {
            return Ok(());
        }
        Err(match self.stage {
            Stage::Gathering => super::not_begun(),
            Stage::Playing => Refusal::not_allowed(say!("The game has already started.")),
            Stage::Finished => Refusal::over(),
            Stage::Cancelled => Refusal::new(Refused::Over, say!("This match was cancelled.")),
            Stage::Frozen => Refusal::not_allowed(self.notice.clone()),
        })
    }
}

fn seated(seat: Seat, sitter: Sitter) -> LogEvent {
    LogEvent::Seated { seat, sitter, invite: None, contribution: String::new(), removed: None }
}

fn bot(seat: Seat, level: String) -> Sitter {
    Sitter::Bot { level, name: words::bot_name(seat).to_owned() }
}

fn no_such_seat() -> Refusal {
    Refusal::malformed(say!("This table has no such seat."))
}
