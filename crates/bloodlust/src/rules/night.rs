//! Nights: their beginning, the decisions before a draw, and their three ends.

use table::{Chance, Outcome, Seat, SeatSet, Sink};

use super::Play;
use crate::event::{Event, NightEnd};
use crate::options::Options;
use crate::pieces::{Class, DECK, EVENTS, Events, Tables, VAMPIRES, Vampire, Vampires, tables};
use crate::state::{LAIRS, LAST_NIGHT, NONE, Phase, Setup, State, members};

/// A table before its first night: vampires are seated, nothing has happened.
pub(crate) fn seated(setup: Setup, who: [u8; LAIRS], leader: usize) -> State {
    let mut lair_of = [NONE; VAMPIRES];
    for (lair, &vampire) in who[..setup.lairs()].iter().enumerate() {
        lair_of[vampire as usize] = lair as u8;
    }
    let mut state = State {
        setup,
        phase: Phase::Decide,
        round: 1,
        leader: leader as u8,
        drawer: NONE,
        daylight: 0,
        showing: NONE,
        class: Class::Event,
        who,
        lair_of,
        fresh: Vampires::default(),
        active: 0,
        health: [0; LAIRS],
        bloodline: [0; LAIRS],
        total: [0; LAIRS],
        todo: 0,
        turn: 0,
        sealed_yes: 0,
        accepted: 0,
        guesses: 0,
        gain: [0; LAIRS],
        void: 0,
        ignoring: 0,
        slowed: 0,
        cards: tables().deck,
        left: DECK as u8,
        fixed: 0,
        seen: 0,
        spent: Events::default(),
        held: [NONE; LAIRS],
        holding: 0,
        known: [SeatSet::EMPTY; LAIRS],
        announced: 0,
        drawn: NONE,
        drawn_known: SeatSet::EMPTY,
        drawn_announced: false,
    };
    fresh_night(&mut state, tables());
    state
}

/// A new game (2).
pub(crate) fn deal<C: Chance>(options: &Options, chance: &mut C) -> State {
    let setup = options.setup();
    let mut named = [None; LAIRS];
    for (place, name) in named.iter_mut().zip(&options.vampires) {
        *place = Vampire::named(name);
    }
    let who = cast(setup, &named, chance);
    let leader = chance.index(setup.seats.into());
    let mut state = seated(setup, who, leader);
    begin_draw(&mut state, tables());
    state
}

/// Per draw everybody decides once, answers once and is asked once in each window; after every use of something everybody is
/// asked once more.
pub(crate) fn bound(options: &Options) -> u32 {
    let setup = options.setup();
    let lairs = setup.lairs() as u32;
    let draws = DECK as u32 * (4 * lairs + 2);
    let uses = (EVENTS as u32 + lairs) * (lairs + 1) + 2 * EVENTS as u32;
    let nights = if setup.target == 0 { setup.rounds } else { LAST_NIGHT };
    u32::from(nights) * (draws + uses)
}

/// Vampires at random for the lairs the host has not named (2.1, 10.8).
pub(crate) fn cast<C: Chance>(setup: Setup, named: &[Option<Vampire>], chance: &mut C) -> [u8; LAIRS] {
    let mut who = [NONE; LAIRS];
    let mut free: [u8; VAMPIRES] = std::array::from_fn(|index| index as u8);
    let mut left = VAMPIRES;
    for (lair, vampire) in named.iter().enumerate() {
        let Some(vampire) = vampire else { continue };
        who[lair] = vampire.0;
        if let Some(at) = free[..left].iter().position(|&other| other == vampire.0) {
            left -= 1;
            free.swap(at, left);
        }
    }
    for vampire in who[..setup.lairs()].iter_mut().filter(|vampire| **vampire == NONE) {
        let at = chance.index(left);
        left -= 1;
        *vampire = free[at];
        free.swap(at, left);
    }
    who
}

/// Resets what starts fresh with a night (2.3, 9.4). All cards go back into the deck, which needs no shuffle: cards are drawn
/// from random places.
fn fresh_night(state: &mut State, tables: &Tables) {
    let everyone = state.setup.everyone();
    state.drawer = NONE;
    state.daylight = 0;
    state.showing = NONE;
    state.class = Class::Event;
    state.fresh = members(everyone).map(|lair| state.vampire(lair)).collect();
    state.active = everyone;
    state.health = [tables.health; LAIRS];
    state.bloodline = [0; LAIRS];
    state.sealed_yes = 0;
    state.accepted = 0;
    state.guesses = 0;
    state.gain = [0; LAIRS];
    state.void = 0;
    state.ignoring = 0;
    state.slowed = 0;
    state.left = DECK as u8;
    state.fixed = 0;
    state.seen = 0;
    state.spent = Events::default();
    if state.holding != 0 {
        state.held = [NONE; LAIRS];
        state.known = [SeatSet::EMPTY; LAIRS];
        state.holding = 0;
        state.announced = 0;
    }
    state.drawn = NONE;
    state.drawn_known = SeatSet::EMPTY;
    state.drawn_announced = false;
}

/// What the card drawn last gives each vampire before anything is used on it.
pub(crate) fn base_gain(state: &State) -> u8 {
    match state.class {
        Class::Bloodlust | Class::Daylight => tables().face(state.showing).bloodline,
        _ => 0,
    }
}

/// May Corvin look now (8.7; with signs for abilities 10.3)?
fn may_look(state: &State, tables: &Tables) -> bool {
    let Some((vampire, _)) = tables.looker else { return false };
    let lair = state.lair_of[vampire as usize];
    state.fresh.contains(Vampire(vampire))
        && state.is_active(lair.into())
        && (!state.setup.ability_signs
            || state.showing_sign() == Some(tables.vampires[vampire as usize].sign))
}

/// Begins a draw: Corvin first, then the decisions.
pub(crate) fn begin_draw(state: &mut State, tables: &Tables) {
    state.todo = state.active;
    state.turn = 0;
    state.phase = if may_look(state, tables) { Phase::Look } else { Phase::Decide };
}

impl<C: Chance, S: Sink<Event>> Play<'_, C, S> {
    /// A vampire stays or leaves (3.2), sealed or aloud (10.4).
    #[inline]
    pub(crate) fn decide(&mut self, seat: Seat, stays: bool) {
        let Some(lair) = self.state.deciding(seat.index()) else { return };
        self.state.todo &= !(1 << lair);
        if self.state.setup.spoken {
            self.tell(Event::Decided { who: self.being(lair), stays, sealed: false });
            if !stays {
                self.bank(lair);
            }
        } else {
            self.state.sealed_yes |= u16::from(stays) << lair;
            self.tell(Event::Sealed { who: self.being(lair) });
        }
        if self.state.todo == 0 {
            self.open_decisions();
        }
    }

    fn open_decisions(&mut self) {
        if !self.state.setup.spoken {
            let staying = std::mem::take(&mut self.state.sealed_yes);
            let active = self.state.active;
            for lair in members(active) {
                let stays = staying >> lair & 1 == 1;
                self.tell(Event::Decided { who: self.being(lair), stays, sealed: true });
            }
            for lair in members(active & !staying) {
                self.bank(lair);
            }
        }
        if self.state.active == 0 {
            self.end_night(NightEnd::AllGone);
        } else {
            self.draw();
        }
    }

    /// A vampire leaves the hunt with what it has (3.3, 4.5); its guess lapses (5.4).
    pub(crate) fn bank(&mut self, lair: usize) {
        let state = &mut *self.state;
        state.active &= !(1 << lair);
        state.accepted &= !(1 << lair);
        state.guesses &= !(0b11 << (2 * lair));
        let bloodline = state.bloodline[lair];
        state.total[lair] = state.total[lair].saturating_add(bloodline);
        let total = state.total[lair];
        self.tell(Event::Banked { who: self.being(lair), bloodline, total });
    }

    /// Moves the marker (4.6, 4.7). Returns true if that brings the dawn and so ends the night (9.2).
    pub(crate) fn move_daylight(&mut self, by: i8) -> bool {
        let from = self.state.daylight;
        let to = from.saturating_add_signed(by).min(self.tables.dawn);
        self.state.daylight = to;
        if to != from {
            self.tell(Event::Daylight { from, to });
        }
        if to < self.tables.dawn {
            return false;
        }
        for lair in members(self.state.active) {
            let bloodline = std::mem::take(&mut self.state.bloodline[lair]);
            if bloodline > 0 {
                self.tell(Event::Lost { who: self.being(lair), bloodline });
            }
        }
        self.state.active = 0;
        self.end_night(NightEnd::Dawn);
        true
    }

    /// After a card: the night goes on or ends (9.1, 9.3).
    pub(crate) fn next_draw(&mut self) {
        if self.state.active == 0 {
            self.end_night(NightEnd::AllGone);
        } else if self.state.left == 0 {
            for lair in members(self.state.active) {
                self.bank(lair);
            }
            self.end_night(NightEnd::DeckOut);
        } else {
            begin_draw(self.state, self.tables);
        }
    }

    fn end_night(&mut self, how: NightEnd) {
        let round = self.state.round;
        self.tell(Event::NightEnded { round, how });
        let state = &mut *self.state;
        if ending(state.round, state.setup, |lair| state.total[lair]).is_some() {
            state.phase = Phase::Over;
            state.todo = 0;
            state.turn = 0;
            state.accepted = 0;
            state.guesses = 0;
            self.tell(Event::Crowned);
            return;
        }
        // 9.5: the leader is the player to the right.
        let leader = Seat::new(state.leader.into()).right(state.setup.seats.into());
        state.leader = leader.index() as u8;
        state.round += 1;
        let from: SeatSet = Seat::all(state.setup.seats.into())
            .filter(|seat| state.holding & state.setup.lairs_of(seat.index()) != 0)
            .collect();
        fresh_night(state, self.tables);
        begin_draw(state, self.tables);
        if !from.is_empty() {
            self.tell(Event::Reshuffled { from });
        }
        self.tell(Event::Nightfall { round: round + 1, leader });
    }
}

/// If this night was the last, how the game ends (9.6, 10.1, 10.2).
fn ending(round: u8, setup: Setup, total: impl Fn(usize) -> u16) -> Option<&'static str> {
    if setup.target == 0 {
        return (round >= setup.rounds).then_some("nights-over");
    }
    let target = u16::from(setup.target);
    if (0..setup.lairs()).any(|lair| total(lair) >= target) {
        Some("target-reached")
    } else {
        (round >= LAST_NIGHT).then_some("fiftieth-night")
    }
}

/// Who won (9.6, 9.7), by the better of two vampires (10.7). Takes what lies open, so that a scene can ask, too.
pub(crate) fn standing(
    phase: Phase,
    round: u8,
    setup: Setup,
    total: impl Fn(usize) -> u16,
    last_night: impl Fn(usize) -> u16,
) -> Option<Outcome> {
    if phase != Phase::Over {
        return None;
    }
    let best = |seat: Seat| {
        let own = members(setup.lairs_of(seat.index()));
        own.map(|lair| (total(lair), last_night(lair))).max().unwrap_or_default()
    };
    let mut scores = [0; LAIRS];
    let seats = usize::from(setup.seats);
    for seat in Seat::all(seats) {
        scores[seat.index()] = i32::from(best(seat).0);
    }
    let ending = ending(round, setup, &total).unwrap_or("nights-over");
    Some(Outcome::by_rank(ending, &scores[..seats], best))
}

/// The outcome, once the game is over.
pub(crate) fn outcome(state: &State) -> Option<Outcome> {
    standing(state.phase, state.round, state.setup, |lair| state.total[lair], |lair| state.bloodline[lair])
}
