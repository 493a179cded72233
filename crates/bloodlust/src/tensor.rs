//! What a seat may know as an array: the allow-list of [`crate::sight`] once more, written for speed.

use table::tensor::{cell, fill_bits, fill_wide};
use table::{Pen, Seat, Tensor};

use crate::BloodLust;
use crate::pieces::{Class, DECK, EVENTS, VAMPIRES, tables};
use crate::sight::lairs_to_do;
use crate::state::{LAIRS, NONE, Phase, State, members};

const PHASES: usize = Phase::Over as usize + 1;
const SIGNS: usize = 3;

/// What the sections of a row were last written from.
#[derive(Default)]
pub struct Traces {
    /// The cards with what is left of the deck, and events that are spent.
    face_up: Option<([u8; DECK], u8, u16)>,
    /// Vampires, with unused abilities.
    who: Option<([u8; LAIRS], u16)>,
    bloodlines: Option<([u16; LAIRS], [u16; LAIRS])>,
    /// Held events with the seats that know them, and what is said of them.
    events: Option<([u8; LAIRS], [u16; LAIRS], [u16; 2])>,
}

impl Tensor for BloodLust {
    type Traces = Traces;

    fn lasting<P: Pen>(state: &State, traces: &mut Traces, pen: &mut P) {
        let (seats, lairs) = (usize::from(state.setup.seats), state.setup.lairs());
        let (faces, first_event) = (tables().faces.len(), tables().first_event);
        pen.section(&mut traces.face_up, (state.cards, state.left, state.spent), faces, |pen| {
            let part = pen.part("face up", faces);
            state.cards[state.left.into()..].iter().for_each(|&face| part[usize::from(face)] += 1);
            // What was drawn lies face up, but for events that are not spent.
            for (event, cell) in part[first_event.into()..][..EVENTS].iter_mut().enumerate() {
                *cell *= (state.spent >> event & 1) as i8;
            }
        });
        pen.section(&mut traces.who, (state.who, state.fresh), (VAMPIRES + 1) * lairs, |pen| {
            let part = pen.part("vampire", VAMPIRES * lairs);
            for (cells, &vampire) in part.chunks_exact_mut(VAMPIRES).zip(&state.who) {
                cells[usize::from(vampire)] = 1;
            }
            let part = pen.part("ability unused", lairs);
            for (to, &vampire) in part.iter_mut().zip(&state.who) {
                *to = (state.fresh >> vampire & 1) as i8;
            }
        });
        pen.section(&mut traces.bloodlines, (state.bloodline, state.total), 4 * lairs, |pen| {
            for (name, numbers) in [("bloodline", &state.bloodline), ("total", &state.total)] {
                for (cells, &number) in pen.part(name, 2 * lairs).chunks_exact_mut(2).zip(numbers) {
                    fill_wide(cells, number.into());
                }
            }
        });
        let now = (state.held, state.known, [state.holding, state.announced]);
        pen.section(&mut traces.events, now, (1 + SIGNS + seats) * lairs, |pen| {
            pen.bits("holds an event", lairs, state.holding.into());
            let part = pen.part("sign of an event", lairs * SIGNS);
            for lair in members(state.announced & state.holding) {
                part[lair * SIGNS + sign(state.held[lair])] = 1;
            }
            let known =
                |lair: usize| if state.holding >> lair & 1 == 1 { state.known[lair].into() } else { 0 };
            pen.masks("seats that know an event", seats, (0..lairs).map(known));
        });
    }

    fn write<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
        table_parts(state, seat, pen);
        card_parts(state, seat, pen);
        hunter_parts(state, seat, pen);
        event_parts(state, seat, pen);
    }
}

/// Everything about the night that lies open.
fn table_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let (seats, lairs) = (usize::from(state.setup.seats), state.setup.lairs());
    pen.one_of("own seat", seats, Some(seat.index()));
    pen.one_of("phase", PHASES, Some(state.phase as usize));
    pen.number("night", state.round);
    pen.one_of("leader", seats, Some(state.leader.into()));
    pen.one_of("drawer", lairs, Some(state.drawer.into()));
    pen.one_of("turn in windows", seats, Some(state.turn.into()));
    pen.bits("asked in windows", seats, if lairs_to_do(state.phase) { 0 } else { state.todo.into() });
    pen.number("daylight", state.daylight);
    pen.number("slowed", state.slowed);
    pen.one_of("class of the card", Class::ALL.len(), Some(state.class as usize));
}

/// The cards that this seat has seen.
fn card_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let faces = tables().faces.len();
    pen.number("cards in the deck", state.left);
    pen.one_of("showing", faces, (state.showing != NONE).then_some(state.showing.into()));
    let most = tables().looker.map_or(0, |(_, cards)| usize::from(cards));
    let looker = state.looker().map(|(lair, _)| state.owner(lair));
    pen.number("cards seen by the looker", if looker.is_some() { state.seen } else { 0 });
    let part = pen.part("cards seen by this seat", most * faces);
    if looker == Some(seat) {
        let top = usize::from(state.left);
        for (place, &face) in state.cards[top - usize::from(state.seen)..top].iter().rev().enumerate() {
            part[place * faces + usize::from(face)] = 1;
        }
    }
}

/// The vampires, lair by lair.
fn hunter_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let lairs = state.setup.lairs();
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
    let told = if state.phase == Phase::Invitation { own & state.accepted } else { state.accepted };
    let part = pen.part("guess", lairs * SIGNS);
    for lair in members(told) {
        part[lair * SIGNS + state.guess(lair) as usize] = 1;
    }
}

/// The sign on an event.
fn sign(event: u8) -> usize {
    tables().face(tables().first_event + event).sign as usize
}

/// Events that lie face down.
fn event_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let (seats, lairs) = (usize::from(state.setup.seats), state.setup.lairs());
    let part = pen.part("event that this seat knows", lairs * EVENTS);
    for lair in members(state.holding).filter(|&lair| State::knows(state.known[lair], seat.index())) {
        part[lair * EVENTS + usize::from(state.held[lair])] = 1;
    }
    let drawn = state.drawn != NONE;
    pen.number("an event is handed on", drawn.into());
    let knows = drawn && State::knows(state.drawn_known, seat.index());
    pen.one_of("event handed on", EVENTS, knows.then_some(state.drawn.into()));
    let announced = drawn && state.drawn_announced;
    pen.one_of("sign of the event handed on", SIGNS, announced.then(|| sign(state.drawn)));
    let part = pen.part("seats that know the event handed on", seats);
    if drawn {
        fill_bits(part, state.drawn_known.into());
    }
    let nights = pen.part("nights left", 1);
    nights[0] = cell(state.setup.rounds.saturating_sub(state.round));
}
