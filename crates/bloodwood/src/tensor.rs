//! What a seat may know as an array: the same allow-list as in [`crate::sight`], written for speed.

use table::tensor::fill;
use table::{MAX_SEATS, Pen, Seat, SeatSet, Tensor};

use crate::Bloodwood;
use crate::beliefs::known_entities;
use crate::pieces::{CARDS, Card, Cards, Deck, Entity, RANKS};
use crate::state::knowledge::PUBLIC;
use crate::state::{State, Then, TurnStage};

const STAGES: usize = 9;
const ENTITIES: usize = Entity::SUPPLY.len();

/// What the sections of a row were last written from.
#[derive(Default)]
pub struct Traces {
    told: Option<([u16; MAX_SEATS], [u16; MAX_SEATS])>,
}

impl Tensor for Bloodwood {
    type Traces = Traces;

    fn write<P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
        let players = state.players();
        let now = (state.shown.map(SeatSet::bits), state.confessed.map(SeatSet::bits));
        pen.section(&mut traces.told, now, 2 * players * players, |pen| {
            let bits = |seats: &u16| u64::from(*seats);
            pen.masks("shown the entities of", players, now.0[..players].iter().map(bits));
            pen.masks("confessed to", players, now.1[..players].iter().map(bits));
        });
        pen.rest(|pen| {
            stage_parts(state, seat, pen);
            seat_parts(state, seat, pen);
            card_parts(state, seat, pen);
            known_parts(state, seat, pen);
        });
    }
}

/// Whom the current decision is about.
#[derive(Default)]
struct Roles {
    stage: usize,
    seat: Option<Seat>,
    other: Option<Seat>,
    seats: SeatSet,
    left: u8,
    then: Option<Then>,
    card: Option<Card>,
}

fn roles(stage: TurnStage) -> Roles {
    let plain = |stage| Roles { stage, ..Roles::default() };
    match stage {
        TurnStage::Play => plain(0),
        TurnStage::Draw { seat, left, then } => {
            Roles { seat: Some(seat), left, then: Some(then), ..plain(1) }
        }
        TurnStage::Defend { target, card } => Roles { seat: Some(target), card: Some(card), ..plain(2) },
        TurnStage::Leshy => plain(3),
        TurnStage::Hunt => plain(4),
        TurnStage::Catch => plain(5),
        TurnStage::Voodoo { keeper, other } => Roles { seat: Some(keeper), other: Some(other), ..plain(6) },
        TurnStage::Declare { seat, named } => Roles { seat: Some(seat), seats: named, ..plain(7) },
        TurnStage::Over { winners, .. } => Roles { seats: winners, ..plain(8) },
    }
}

fn stage_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let players = state.players();
    let roles = roles(state.stage);
    pen.one_of("own seat", players, Some(seat.index()));
    pen.one_of("turn", players, Some(state.turn.index()));
    pen.one_of("stage", STAGES, Some(roles.stage));
    pen.one_of("seat that draws, answers, keeps or declares", players, roles.seat.map(Seat::index));
    pen.one_of("other seat of Voodoo", players, roles.other.map(Seat::index));
    pen.bits("named in the declaration, or winners", players, roles.seats.bits().into());
    pen.number("cards left to draw", roles.left);
    pen.one_of("after the draw", 3, roles.then.map(|then| then as usize));
    pen.one_of("attacking card", CARDS, roles.card.map(Card::index));
    pen.one_of("night or day", 2, Some(state.phase.index()));
    pen.number("clockwise", state.clockwise.into());
    pen.number("turns of this phase", state.counter);
    pen.wide("turns of the game", state.turns as i32);
    pen.one_of("special that may not follow itself", 2, state.barred.map(|special| special as usize));
    pen.number("has acted in this turn", state.acted.into());
    pen.number("got the Curse Mark in this turn", state.fresh.into());
}

/// What lies before each seat, and who is what.
fn seat_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let players = state.players();
    let part = pen.part("cards held", players);
    for (to, hand) in part.iter_mut().zip(&state.hands) {
        *to = hand.len() as i8;
    }
    pen.bits("mutated", players, state.mutated.bits().into());
    pen.bits("permanently", players, state.permanent.bits().into());
    pen.bits("in Chains", players, state.chained.bits().into());
    pen.bits("tranquillized", players, state.drugged.bits().into());
    pen.numbers("turns before the curse falls", &state.curse[..players]);
    let part = pen.part("sealed cards", players);
    for (to, sealed) in part.iter_mut().zip(&state.sealed) {
        *to = sealed.iter().flatten().count() as i8;
    }
    let over = matches!(state.stage, TurnStage::Over { .. });
    let shown = if over { SeatSet::full(players) } else { known_entities(state, seat) };
    let part = pen.part("entity that this seat knows", ENTITIES * players);
    for of in shown {
        part[of.index() * ENTITIES + state.entity(of) as usize] = 1;
    }
}

/// Own cards, piles and discards.
fn card_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    counts(pen.part("own hand", CARDS), state.hand(seat));
    let part = pen.part("own sealed cards", CARDS);
    for card in state.sealed[seat.index()].iter().flatten() {
        part[card.index()] += 1;
    }
    pen.number("cards laid aside", state.aside.len());
    let part = pen.part("own cards laid aside", CARDS);
    if matches!(state.stage, TurnStage::Voodoo { keeper, .. } if keeper == seat) {
        counts(part, state.aside);
    }
    pen.numbers("cards in the Night and the Day pile", &state.piles.map(|pile| pile.len));
    let part = pen.part("discards", CARDS);
    for deck in Deck::ALL {
        let cells = &mut part[Card::of(deck, 0).index()..][..RANKS];
        fill(cells, &state.discards[deck.index()].counts);
    }
}

/// What follows for other hands from what this seat has seen.
fn known_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let players = state.players();
    for (name, eyes) in [
        ("Night and Day cards surely in a hand, for all who watched", PUBLIC),
        ("Night and Day cards surely in a hand, for this seat", seat.index()),
    ] {
        for (cells, hand) in pen.part(name, 2 * players).chunks_exact_mut(2).zip(Seat::all(players)) {
            let least = state.knowledge.least(hand, eyes);
            cells.copy_from_slice(&Deck::ALL.map(|deck| least.of(deck) as i8));
        }
    }
    let part = pen.part("cards that this seat knows in a hand", CARDS * players);
    for hand in Seat::all(players) {
        let sure = state.knowledge.sure(hand, seat.index());
        if !sure.is_empty() {
            counts(&mut part[CARDS * hand.index()..][..CARDS], sure.cards());
        }
    }
    let [open, own] = [PUBLIC, seat.index()].map(|eyes| state.knowledge.limits(eyes));
    pen.numbers("most of each card that its pile can hold, for all who watched", open);
    pen.numbers("most of each card that its pile can hold, for this seat", own);
}

/// Writes how many there are of each card into cells that are zero.
fn counts(cells: &mut [i8], cards: Cards) {
    for card in cards.kinds() {
        cells[card.index()] = cards.count(card) as i8;
    }
}
