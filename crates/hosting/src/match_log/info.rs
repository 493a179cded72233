//! What is shown of a match besides the game itself: chairs, invitations, and what lists show.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::digest::Digest;
use table::{Name, Observer, Refusal, Refused, Seat, SeatSet, say};

use super::{MatchLog, Seating};
use crate::Seal;
use wire::{
    Chair, Clock, ClockPlan, Fairness, Invite, Moment, Said, Sitter, Spectators, Stage, TableCard, TableInfo,
};

/// What the host knows of a table at this moment and does not write to the log.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Present {
    /// Whose page or program is connected.
    pub seats: SeatSet,
    /// Where a bot is thinking.
    pub thinking: SeatSet,
    /// How many people watch.
    pub watching: u32,
}

impl MatchLog {
    /// The table without its game, as a person sees it.
    pub fn info(&self, person: &str, present: Present, seal: &dyn Seal) -> TableInfo {
        let host = self.host == person;
        TableInfo {
            id: self.id.clone(),
            game: self.entry.game.info().id.to_owned(),
            options: self.options.clone(),
            stage: self.stage,
            notice: self.notice.clone(),
            chairs: self.chairs_for(person, present),
            clock: self.clock,
            timeout: self.timeout,
            spectators: self.spectators,
            talk: self.table_talk,
            watching: present.watching,
            you: self.seat_of(person),
            host,
            invites: if host { self.invites(seal) } else { Vec::new() },
            commitment: self.commitment.clone(),
            cancel_votes: self.votes.iter().collect(),
            rematch: self.rematch.clone(),
            starts_at: self.starts_at(),
            host_seat: self.seat_of(&self.host),
            link: self.link(seal).filter(|_| host).map(|token| format!("/join/{token}")),
        }
    }

    /// The commitment to the host's part of the shuffle, in hexadecimal.
    pub fn commitment(&self) -> &str {
        &self.commitment
    }

    /// What each seat added to the shuffle.
    pub fn contributions(&self) -> Vec<String> {
        self.seatings.iter().map(|seating| seating.contribution.clone()).collect()
    }

    /// Does a token open a chair?
    pub fn opens(&self, token: &str, seal: &dyn Seal) -> bool {
        let hash = token_hash(token);
        let opens = |seating: &Seating| {
            seating.sitter == Sitter::Invited
                && seating.invite.as_ref().is_some_and(|(known, _)| *known == hash)
        };
        let any = || self.link(seal).is_some_and(|link| token_hash(&link) == hash);
        self.stage == Stage::Gathering && (self.seatings.iter().any(opens) || any())
    }

    /// The token of the link to any free chair, while there is one. Making a new link to a single chair replaces it, too.
    pub(super) fn link(&self, seal: &dyn Seal) -> Option<String> {
        let free = self.sitters().any(|(_, sitter)| sitter.is_nobody());
        let sign = || seal.sign("table link", &[&self.id, &self.linked_at.to_string()]);
        (free && self.stage == Stage::Gathering).then(|| format!("{}-{}", self.id, sign()))
    }

    /// The chairs as a person sees them. Spectators with a delay are not told who is thinking, or for how long.
    fn chairs_for(&self, person: &str, present: Present) -> Vec<Chair> {
        let late = self.seat_of(person).is_none()
            && matches!(self.spectators, Spectators::Delayed { .. })
            && self.stage == Stage::Playing;
        let mut chairs = self.chairs(present);
        if late {
            chairs.iter_mut().for_each(|chair| (chair.clock, chair.thinking) = (None, false));
        }
        chairs
    }

    fn chairs(&self, present: Present) -> Vec<Chair> {
        let chair = |(seat, seating): (Seat, &Seating)| Chair {
            seat,
            sitter: seating.sitter.clone(),
            present: present.seats.contains(seat) || matches!(seating.sitter, Sitter::Bot { .. }),
            stand_in: seating.stand_in.clone(),
            clock: self.clock_of(seat, seating),
            thinking: present.thinking.contains(seat),
            silenced: seating.silenced,
        };
        Seat::all(self.seatings.len()).zip(&self.seatings).map(chair).collect()
    }

    fn clock_of(&self, seat: Seat, seating: &Seating) -> Option<Clock> {
        let timed = self.clock != ClockPlan::None && !matches!(seating.sitter, Sitter::Bot { .. });
        timed.then(|| Clock { due_at: self.due(seat), bank: seating.bank })
    }

    fn invites(&self, seal: &dyn Seal) -> Vec<Invite> {
        let waiting = self.sitters().filter(|(_, sitter)| **sitter == Sitter::Invited);
        let invite = |(seat, _): (Seat, &Sitter)| {
            let (hash, made_at) = self.seatings[seat.index()].invite.as_ref()?;
            let token = invitation(seal, &self.id, seat, *made_at);
            (token_hash(&token) == *hash).then(|| Invite { seat, path: format!("/join/{token}") })
        };
        waiting.filter_map(invite).collect()
    }

    /// What lists show of this match.
    pub fn summary(&self) -> Summary {
        let ids = |seats: &mut dyn Iterator<Item = Seat>| {
            seats.filter_map(|seat| self.seatings[seat.index()].sitter.id().map(str::to_owned)).collect()
        };
        Summary {
            game: self.entry.game.info().id.to_owned(),
            stage: Some(self.stage),
            open: self.stage == Stage::Gathering
                && self.seatings.iter().any(|seating| seating.sitter == Sitter::Open),
            origin: self.origin.clone(),
            recorded: self.recorded,
            moved_at: self.moved_at,
            persons: ids(&mut Seat::all(self.seatings.len())),
            waiting: ids(&mut self.waiting().iter().filter(|seat| self.bot_at(*seat).is_none())),
            wake_at: self.wake_at(),
            card: self.card.clone(),
        }
    }

    /// Writes the part of a [`TableCard`] that rarely changes.
    pub(super) fn write_card(&mut self) {
        let card = TableCard {
            id: self.id.clone(),
            game: self.entry.game.info().id.to_owned(),
            stage: self.stage,
            chairs: self
                .chairs(Present::default())
                .into_iter()
                .map(|chair| Chair { clock: None, ..chair })
                .collect(),
            moved_at: 0,
            your_turn: false,
            you: None,
            verdict: self.verdict.clone(),
            winners: self.winners,
        };
        self.card = serde_json::to_string(&card).unwrap_or_default();
    }

    /// The chat, and how many older lines were dropped.
    pub fn talk(&self) -> (usize, impl ExactSizeIterator<Item = &Said> + DoubleEndedIterator) {
        (self.talked, self.talk.iter())
    }

    /// When something was last done, or said by a person.
    pub fn heard_at(&self) -> u64 {
        let by_person = |said: &&Said| said.seat.is_some_and(|seat| self.bot_at(seat).is_none());
        let said = self.talk.iter().rev().find(by_person).map_or(0, |said| said.said_at);
        said.max(self.moved_at)
    }

    /// A moment of a finished match, after an action (`last` for the end), through some eyes (`all`, `spectator`, or a seat's number).
    pub fn moment(&self, version: &str, eyes: &str) -> Result<Moment, Refusal> {
        let record = self.record()?;
        let missing = || Refusal::new(Refused::Missing, say!("This match has no moment with that number."));
        let observer: Observer = eyes.parse().map_err(|why: String| Refusal::malformed(Name(why)))?;
        if observer.seat().is_some_and(|seat| seat.index() >= record.seats.len()) {
            return Err(missing());
        }
        let version = match version {
            "last" => record.actions.len(),
            number => number.parse().map_err(|_| missing())?,
        };
        let game = self.entry.game.replay(&record, version)?;
        let (view, story, heard) = (game.view(observer), game.story(observer, 0), game.heard(1));
        Ok(Moment { of: record.actions.len() as u32, view, story, heard })
    }

    /// The parts of the proof of the shuffle that may be shown.
    pub fn fairness(&self) -> Fairness {
        let begun = self.stage != Stage::Gathering;
        Fairness {
            commitment: self.commitment.clone(),
            contributions: if begun { self.contributions() } else { Vec::new() },
            secret: self.record().ok().map(|record| record.seed.secret),
        }
    }

    /// Through whose eyes a person sees the table, or why they may not watch.
    pub fn eyes_of(&self, person: &str) -> Result<Observer, Refusal> {
        match (self.seat_of(person), self.spectators) {
            (Some(seat), _) => Ok(Observer::Seat(seat)),
            (None, Spectators::Off) if self.begun || self.stage == Stage::Cancelled => {
                Err(Refusal::not_allowed(say!("This table is private: only its players may watch.")))
            }
            _ => Ok(Observer::Spectator),
        }
    }
}

/// What lists show of a match, stored beside its log and written with each entry.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// The game's id.
    pub game: String,
    /// Where the match stands.
    pub stage: Option<Stage>,
    /// Is there a chair that anyone may take?
    pub open: bool,
    /// Where it was set up from, as the house recognises it again.
    pub origin: String,
    /// Is the game over, and its record in the log?
    pub recorded: bool,
    /// When something last happened.
    pub moved_at: u64,
    /// Ids of the people and outside bots at the table.
    pub persons: Vec<String>,
    /// Ids of those the game waits for.
    pub waiting: Vec<String>,
    /// When the host itself must act next (a clock runs out, a bot is to move), if ever.
    pub wake_at: Option<u64>,
    /// Everything else a list shows, as the JSON of a [`TableCard`].
    pub card: String,
}

impl Summary {
    /// The [`TableCard`] as a person is shown it.
    pub fn card_for(&self, person: &str) -> Option<Value> {
        let mut card: Value = serde_json::from_str(&self.card).ok()?;
        card["moved_at"] = json!(self.moved_at);
        card["your_turn"] = json!(self.waiting.iter().any(|waiting| waiting == person));
        let chairs = card["chairs"].as_array();
        let own = chairs.and_then(|chairs| chairs.iter().find(|chair| chair["sitter"]["id"] == person));
        if let Some(seat) = own.map(|chair| chair["seat"].clone()) {
            card["you"] = seat;
        }
        Some(card)
    }
}

/// What is stored of a token: enough to recognise it, not enough to use it. Comparing hashes leaks nothing about the token.
pub fn token_hash(token: &str) -> String {
    Digest::of("sanguis token, 1", &[token.as_bytes()]).to_string()
}

/// The token of an invitation to a chair, made at a revision. It is derived, not stored, so the host can see it again; nobody can
/// guess it without the seal's key.
pub fn invitation(seal: &dyn Seal, table: &str, seat: Seat, made_at: u32) -> String {
    let signature = seal.sign("invitation", &[table, &seat.number().to_string(), &made_at.to_string()]);
    format!("{table}-{signature}")
}
