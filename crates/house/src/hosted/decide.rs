//! What a command comes to.

use bots::Level;
use table::{Refusal, Refused, Seat, SeatSet};

use super::{Hosted, STAND_IN, question, show};
use crate::log::{Entry, Hand, Happening};
use crate::seal::{self, Seal};
use crate::words;
use wire::{Command, Sitter, Stage, TableAct};

/// The longest id a client may give a command.
const LONGEST_ID: usize = 64;
/// So many things a person may say …
const SAYINGS: usize = 5;
/// … in so many milliseconds.
const BREATH: u64 = 10_000;

/// Who commands.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    /// Public id.
    pub id: &'a str,
    /// The chosen name.
    pub name: &'a str,
    /// A bot from outside?
    pub outside: bool,
}

/// What became of a command.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "it goes straight from here to the store")]
pub enum Carried {
    /// It had taken effect before, at this revision: it was sent again.
    Before(u32),
    /// It took effect and is to be written down.
    Now(Entry),
}

impl Hosted {
    /// Carries out a command, or says why not and changes nothing.
    pub fn carry_out(
        &mut self,
        who: Who<'_>,
        command: &Command,
        present: SeatSet,
        seal: &Seal,
        now: u64,
    ) -> Result<Carried, Refusal> {
        let id = command.id();
        if id.is_empty() || id.len() > LONGEST_ID {
            return Err(Refusal::malformed(format!("A command has an id of 1 to {LONGEST_ID} characters.")));
        }
        let name = format!("{}/{id}", who.id);
        if let Some(revision) = self.answer_to(&name) {
            return Ok(Carried::Before(revision));
        }
        let what = self.decide(who, command, present, seal, now)?;
        self.commit(what, Some(name), now).map(Carried::Now)
    }

    /// Does something of the house's own accord: a bot's decision, the clock's.
    pub fn act(&mut self, what: Happening, now: u64) -> Result<Entry, Refusal> {
        self.commit(what, None, now)
    }

    /// A decision of a bot of the house, or of the clock, that was made about a revision.
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
        self.act(Happening::Played { seat, code, digest: String::new(), by }, now)
    }

    pub(super) fn commit(
        &mut self,
        mut what: Happening,
        command: Option<String>,
        now: u64,
    ) -> Result<Entry, Refusal> {
        self.revision += 1;
        // Time does not run backwards in a log, whatever the clocks of the nodes say.
        let at = now.max(self.moved_at);
        if let Err(refusal) = self.happen(&mut what, at) {
            self.revision -= 1;
            return Err(refusal);
        }
        self.remember(command.as_deref());
        Ok(Entry { revision: self.revision, at, command, what })
    }

    fn decide(
        &self,
        who: Who<'_>,
        command: &Command,
        present: SeatSet,
        seal: &Seal,
        now: u64,
    ) -> Result<Happening, Refusal> {
        match command {
            Command::Play { revision, code, .. } => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                self.must_exist(*revision)?;
                self.questions[seat.index()].still_holds(*revision, *code, self.acted)?;
                Ok(Happening::Played { seat, code: *code, digest: String::new(), by: Hand::Sitter })
            }
            Command::Undo { revision, .. } => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                self.must_exist(*revision)?;
                if *revision < self.acted {
                    return Err(question::stale());
                }
                Ok(Happening::Undone { seat })
            }
            Command::Say { text, .. } => self.say(who, text, now),
            Command::Table { act, .. } => self.table_act(who, act, present, seal),
        }
    }

    fn say(&self, who: Who<'_>, text: &str, now: u64) -> Result<Happening, Refusal> {
        let seat = self.own_seat(who)?;
        let text = words::saying(text)?;
        let recent = self.talk.iter().rev().take_while(|said| said.said_at + BREATH > now);
        if recent.filter(|said| said.seat == Some(seat)).count() >= SAYINGS {
            return Err(Refusal::not_allowed("That was a lot at once: take a breath and say it again."));
        }
        Ok(Happening::Said { name: who.name.to_owned(), seat: Some(seat), text })
    }

    fn table_act(
        &self,
        who: Who<'_>,
        act: &TableAct,
        present: SeatSet,
        seal: &Seal,
    ) -> Result<Happening, Refusal> {
        match act {
            TableAct::Join { seat, invite, contribution } => {
                self.join(who, *seat, invite.as_deref(), contribution)
            }
            TableAct::Leave => self.leave(who),
            TableAct::SitOut => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                Ok(self.stood_in(seat))
            }
            TableAct::Return => {
                let seat = self.own_seat(who)?;
                match self.seatings[seat.index()].stand_in {
                    Some(_) => Ok(Happening::Returned { seat }),
                    None => Err(Refusal::not_allowed("Nobody plays for you: it is your own seat already.")),
                }
            }
            TableAct::Start => {
                self.must_host(who)?;
                self.must_be(Stage::Gathering)?;
                let empty = self.sitters().find(|(_, sitter)| sitter.is_nobody());
                match empty {
                    Some((seat, _)) => Err(Refusal::not_allowed(format!(
                        "Seat {} is still empty: wait for somebody or put a bot there.",
                        seat.number()
                    ))),
                    None => Ok(Happening::Started { digest: String::new() }),
                }
            }
            TableAct::SeatBot { seat, level } => self.seat_bot(who, *seat, level, present),
            TableAct::Free { seat, invited } => self.free(who, *seat, *invited, seal),
            TableAct::Cancel => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                let people = self.sitters().filter(|(_, sitter)| matches!(sitter, Sitter::Person { .. }));
                let missing = people.map(|(seat, _)| seat).collect::<SeatSet>().minus(self.votes.with(seat));
                Ok(match missing.is_empty() {
                    true => Happening::Cancelled { why: "Everybody agreed to stop.".to_owned() },
                    false => Happening::Voted { seat, cancel: true },
                })
            }
            TableAct::GoOn => {
                let seat = self.own_seat(who)?;
                self.must_be(Stage::Playing)?;
                Ok(Happening::Voted { seat, cancel: false })
            }
            // The house makes the new table first and then says so itself.
            TableAct::Rematch => Err(Refusal::not_allowed("The game is not over yet.")),
        }
    }

    fn join(
        &self,
        who: Who<'_>,
        wanted: Option<Seat>,
        invite: Option<&str>,
        contribution: &str,
    ) -> Result<Happening, Refusal> {
        self.must_be(Stage::Gathering)?;
        if self.seat_of(who.id).is_some() {
            return Err(Refusal::not_allowed("You sit at this table already."));
        }
        let hash = invite.map(seal::hash);
        let fits = |(seat, sitter): &(Seat, &Sitter)| match (sitter, &hash) {
            (Sitter::Invited, Some(hash)) => {
                self.seatings[seat.index()].invite.as_ref().is_some_and(|(known, _)| seal::same(known, hash))
            }
            (Sitter::Open, None) => wanted.is_none_or(|wanted| wanted == *seat),
            _ => false,
        };
        let Some((seat, _)) = self.sitters().find(fits) else {
            return Err(Refusal::not_allowed(match invite {
                Some(_) => "This link is no longer good: the seat is taken or the host has made a new one.",
                None => "There is no such empty seat: somebody was faster, or it is kept for a friend.",
            }));
        };
        let (id, name) = (who.id.to_owned(), who.name.to_owned());
        let sitter = if who.outside { Sitter::Outside { id, name } } else { Sitter::Person { id, name } };
        Ok(Happening::Seated { seat, sitter, invite: None, contribution: words::contribution(contribution)? })
    }

    fn leave(&self, who: Who<'_>) -> Result<Happening, Refusal> {
        let seat = self.own_seat(who)?;
        match self.stage {
            Stage::Gathering if self.host == who.id => {
                Ok(Happening::Cancelled { why: "The host has left the table.".to_owned() })
            }
            Stage::Gathering => Ok(Happening::Seated {
                seat,
                sitter: Sitter::Open,
                invite: None,
                contribution: String::new(),
            }),
            _ => {
                self.must_be(Stage::Playing)?;
                let sitter =
                    Sitter::Bot { level: STAND_IN.to_owned(), name: words::bot_name(seat).to_owned() };
                Ok(Happening::Seated { seat, sitter, invite: None, contribution: String::new() })
            }
        }
    }

    fn seat_bot(
        &self,
        who: Who<'_>,
        seat: Seat,
        level: &str,
        present: SeatSet,
    ) -> Result<Happening, Refusal> {
        self.must_host(who)?;
        let sitter = &self.seatings.get(seat.index()).ok_or_else(no_such_seat)?.sitter;
        let level: Level = level.parse().map_err(Refusal::malformed)?;
        let level = level.name().to_owned();
        match self.stage {
            Stage::Gathering if sitter.is_nobody() || matches!(sitter, Sitter::Bot { .. }) => {
                let sitter = Sitter::Bot { level, name: words::bot_name(seat).to_owned() };
                Ok(Happening::Seated { seat, sitter, invite: None, contribution: String::new() })
            }
            Stage::Playing if sitter.id().is_some() && !present.contains(seat) => {
                Ok(Happening::StoodIn { seat, level })
            }
            Stage::Gathering | Stage::Playing => Err(Refusal::not_allowed(
                "Somebody sits there: a bot takes an empty chair, or that of one who is away.",
            )),
            _ => self.must_be(Stage::Playing).map(|()| Happening::Returned { seat }),
        }
    }

    fn free(&self, who: Who<'_>, seat: Seat, invited: bool, seal: &Seal) -> Result<Happening, Refusal> {
        self.must_host(who)?;
        self.must_be(Stage::Gathering)?;
        let sitter = &self.seatings.get(seat.index()).ok_or_else(no_such_seat)?.sitter;
        if sitter.id() == Some(who.id) {
            return Err(Refusal::not_allowed("That is your own chair: leave the table instead."));
        }
        let token = show::invitation(seal, &self.id, seat, self.revision + 1);
        Ok(Happening::Seated {
            seat,
            sitter: if invited { Sitter::Invited } else { Sitter::Open },
            invite: invited.then(|| seal::hash(&token)),
            contribution: String::new(),
        })
    }

    fn own_seat(&self, who: Who<'_>) -> Result<Seat, Refusal> {
        self.seat_of(who.id).ok_or_else(|| Refusal::new(Refused::NotYours, "You have no seat at this table."))
    }

    fn must_host(&self, who: Who<'_>) -> Result<(), Refusal> {
        match self.host == who.id {
            true => Ok(()),
            false => Err(Refusal::new(Refused::NotYours, "Only the host of this table can do that.")),
        }
    }

    /// A client cannot answer what has not been.
    fn must_exist(&self, revision: u32) -> Result<(), Refusal> {
        match revision <= self.revision {
            true => Ok(()),
            false => Err(Refusal::malformed(format!("There is no revision {revision} of this match yet."))),
        }
    }

    fn must_be(&self, stage: Stage) -> Result<(), Refusal> {
        if self.stage == stage {
            return Ok(());
        }
        Err(match self.stage {
            Stage::Gathering => super::not_begun(),
            Stage::Playing => Refusal::not_allowed("The game has begun already."),
            Stage::Finished => Refusal::over(),
            Stage::Cancelled => Refusal::new(Refused::Over, "This match was cancelled."),
            Stage::Frozen => Refusal::not_allowed(self.notice.clone()),
        })
    }
}

fn no_such_seat() -> Refusal {
    Refusal::malformed("This table has no such seat.")
}
