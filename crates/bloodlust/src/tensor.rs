//! What a seat may know as an array: the allow-list of [`crate::sight`] once more, written for speed.

use table::tensor::{Blank, Mark, fill_wide};
use table::{Pen, Seat, Tensor, with_players};

use crate::BloodLust;
use crate::pieces::{Class, DECK, EVENTS, VAMPIRES, tables};
use crate::sight::lairs_to_do;
use crate::state::{LAIRS, NONE, Phase, Setup, State, members};

const PHASES: usize = Phase::Over as usize + 1;
const SIGNS: usize = 3;

/// What the sections of a row were last written from.
#[derive(Default)]
pub struct Traces {
    /// The cards with what is left of the deck, and events that are spent.
    face_up: Option<([u8; DECK], u8, u16)>,
    /// Vampires, with unused abilities and totals.
    hunters: Option<([u8; LAIRS], u16, [u16; LAIRS])>,
    showing: Option<Mark>,
    seen: Blank,
    guesses: Blank,
    held: Blank,
    drawn: Blank,
}

impl Tensor for BloodLust {
    type Traces = Traces;

    fn write<P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
        let Setup { seats, each, .. } = state.setup;
        if each == 1 {
            with_players!(seats, [2 3 4 5 6 7 8 9 10], single_parts(state, seat, traces, pen));
        } else {
            with_players!(seats, [2 3], double_parts(state, seat, traces, pen));
        }
    }
}

fn single_parts<const SEATS: usize, P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
    parts::<SEATS, 1, P>(state, seat, traces, pen);
}

/// With two vampires each (10.5).
fn double_parts<const SEATS: usize, P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
    parts::<SEATS, 2, P>(state, seat, traces, pen);
}

#[inline(always)]
fn parts<const SEATS: usize, const EACH: usize, P: Pen>(
    state: &State,
    seat: Seat,
    traces: &mut Traces,
    pen: &mut P,
) {
    let lairs = SEATS * EACH;
    lasting_parts(state, lairs, traces, pen);
    secret_parts(state, seat, (SEATS, lairs), traces, pen);
    pen.block(PHASES + Class::ALL.len() + 6 + 4 * SEATS + 11 * lairs, |pen| {
        table_parts(state, seat, (SEATS, lairs), pen);
        hunter_parts(state, seat, lairs, pen);
    });
}

/// What lies open and few actions change.
#[inline(always)]
fn lasting_parts<P: Pen>(state: &State, lairs: usize, traces: &mut Traces, pen: &mut P) {
    let (faces, first_event) = (tables().faces.len(), tables().first_event);
    pen.section(&mut traces.face_up, (&state.cards, state.left, state.spent.bits()), faces, |pen| {
        let part = pen.part("face up", faces);
        state.cards[state.left.into()..].iter().for_each(|&face| part[usize::from(face)] += 1);
        // Drawn cards lie face up, except unspent events.
        for (event, cell) in part[first_event.into()..][..EVENTS].iter_mut().enumerate() {
            *cell *= (state.spent.bits() >> event & 1) as i8;
        }
    });
    let now = (&state.who, state.fresh.bits(), &state.total);
    pen.section(&mut traces.hunters, now, (VAMPIRES + 3) * lairs, |pen| {
        let part = pen.part("vampire", VAMPIRES * lairs);
        for (cells, &vampire) in part.chunks_exact_mut(VAMPIRES).zip(&state.who) {
            cells[usize::from(vampire)] = 1;
        }
        let part = pen.part("ability unused", lairs);
        for (to, &vampire) in part.iter_mut().zip(&state.who) {
            *to = (state.fresh.bits() >> vampire & 1) as i8;
        }
        wide_part("total", &state.total[..lairs], pen);
    });
    let showing = (state.showing != NONE).then_some(state.showing.into());
    pen.marker("showing", faces, &mut traces.showing, showing);
}

/// A part with numbers that may be large.
#[inline(always)]
fn wide_part<P: Pen>(name: &'static str, numbers: &[u16], pen: &mut P) {
    for (cells, &number) in pen.part(name, 2 * numbers.len()).chunks_exact_mut(2).zip(numbers) {
        fill_wide(cells, number.into());
    }
}

/// Cards that not everybody sees, and guesses.
#[inline(always)]
fn secret_parts<P: Pen>(
    state: &State,
    seat: Seat,
    (seats, lairs): (usize, usize),
    traces: &mut Traces,
    pen: &mut P,
) {
    let faces = tables().faces.len();
    let most = tables().looker.map_or(0, |(_, cards)| usize::from(cards));
    let looks = state.seen > 0 && state.looker().is_some_and(|(lair, _)| state.owner(lair) == seat);
    pen.seldom(&mut traces.seen, most * faces, looks, |pen| {
        let part = pen.part("cards seen by this seat", most * faces);
        let top = usize::from(state.left);
        let seen = if looks { &state.cards[top - usize::from(state.seen)..top] } else { &[] };
        for (place, &face) in seen.iter().rev().enumerate() {
            part[place * faces + usize::from(face)] = 1;
        }
    });
    let own = state.setup.lairs_of(seat.index()) & state.decided();
    let told = if state.phase == Phase::Invitation { own & state.accepted } else { state.accepted };
    pen.seldom(&mut traces.guesses, lairs * SIGNS, told != 0, |pen| {
        let part = pen.part("guess", lairs * SIGNS);
        members(told).for_each(|lair| part[lair * SIGNS + state.guess(lair) as usize] = 1);
    });
    let len = (1 + SIGNS + seats + EVENTS) * lairs;
    pen.seldom(&mut traces.held, len, state.holding != 0, |pen| held_parts(state, seat, (seats, lairs), pen));
    let len = 1 + EVENTS + SIGNS + seats;
    pen.seldom(&mut traces.drawn, len, state.drawn != NONE, |pen| drawn_parts(state, seat, seats, pen));
}

/// Everything about the night that lies open.
#[inline(always)]
fn table_parts<P: Pen>(state: &State, seat: Seat, (seats, lairs): (usize, usize), pen: &mut P) {
    pen.one_of("own seat", seats, Some(seat.index()));
    pen.one_of("phase", PHASES, Some(state.phase as usize));
    pen.number("night", state.round);
    pen.number("nights left", state.setup.rounds.saturating_sub(state.round));
    pen.one_of("leader", seats, Some(state.leader.into()));
    pen.one_of("drawer", lairs, Some(state.drawer.into()));
    pen.one_of("turn in windows", seats, Some(state.turn.into()));
    pen.bits("asked in windows", seats, if lairs_to_do(state.phase) { 0 } else { state.todo.into() });
    pen.number("daylight", state.daylight);
    pen.number("slowed", state.slowed);
    pen.one_of("class of the card", Class::ALL.len(), Some(state.class as usize));
    pen.number("cards in the deck", state.left);
    pen.number("cards seen by the looker", state.seen);
}

/// The vampires, lair by lair.
#[inline(always)]
fn hunter_parts<P: Pen>(state: &State, seat: Seat, lairs: usize, pen: &mut P) {
    pen.bits("active", lairs, state.active.into());
    pen.bits("undecided", lairs, if lairs_to_do(state.phase) { state.todo.into() } else { 0 });
    pen.numbers("health", &state.health[..lairs]);
    pen.numbers("gain", &state.gain[..lairs]);
    pen.bits("void", lairs, state.void.into());
    pen.bits("ignoring", lairs, state.ignoring.into());
    let own = state.setup.lairs_of(seat.index()) & state.decided();
    let sealed_yes = if state.phase == Phase::Invitation { state.accepted } else { state.sealed_yes };
    pen.bits("own choice made", lairs, own.into());
    pen.bits("own choice is to stay, to lose health or to accept", lairs, (own & sealed_yes).into());
    wide_part("bloodline", &state.bloodline[..lairs], pen);
}

/// The sign on an event.
fn sign(event: u8) -> usize {
    tables().face(tables().first_event + event).sign as usize
}

/// Events that lie face down.
fn held_parts<P: Pen>(state: &State, seat: Seat, (seats, lairs): (usize, usize), pen: &mut P) {
    pen.bits("holds an event", lairs, state.holding.into());
    let part = pen.part("sign of an event", lairs * SIGNS);
    for lair in members(state.announced & state.holding) {
        part[lair * SIGNS + sign(state.held[lair])] = 1;
    }
    let known =
        |lair: usize| if state.holding >> lair & 1 == 1 { state.known[lair].bits().into() } else { 0 };
    pen.masks("seats that know an event", seats, (0..lairs).map(known));
    let part = pen.part("event that this seat knows", lairs * EVENTS);
    for lair in members(state.holding).filter(|&lair| state.known[lair].contains(seat)) {
        part[lair * EVENTS + usize::from(state.held[lair])] = 1;
    }
}

/// The event that is handed on.
fn drawn_parts<P: Pen>(state: &State, seat: Seat, seats: usize, pen: &mut P) {
    let drawn = state.drawn != NONE;
    pen.number("an event is handed on", drawn.into());
    let knows = drawn && state.drawn_known.contains(seat);
    pen.one_of("event handed on", EVENTS, knows.then_some(state.drawn.into()));
    let announced = drawn && state.drawn_announced;
    pen.one_of("sign of the event handed on", SIGNS, announced.then(|| sign(state.drawn)));
    pen.bits(
        "seats that know the event handed on",
        seats,
        if drawn { state.drawn_known.bits().into() } else { 0 },
    );
}
