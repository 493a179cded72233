//! What a seat may know as an array: the allow-list of [`crate::sight`] once more, written for speed.

use table::tensor::{Figure, Mark, fill_bits, fill_chosen, fill_wide};
use table::{Pen, Seat, Tensor, with_players};

use crate::KingsBlood;
use crate::genealogy::Side;
use crate::pieces::{CARDS, CHARACTERS, Card, Cards, DECK};
use crate::state::{Couple, Phase, SEATS, State};

const PHASES: usize = 13;
/// Hidden cards are told apart by their shuffle: the present one, the one before, and all that are older.
const SHUFFLES: usize = 3;

/// What the sections of a row were last written from.
#[derive(Default)]
pub struct Traces {
    /// By hand: cards that are surely there, and surely not.
    sure: Option<([Cards; SEATS], [Cards; SEATS])>,
    /// Cards in the tree and open on either side.
    tree: Option<[u128; 3]>,
    discards: Option<u128>,
    chosen: Option<Mark>,
    child: Option<Mark>,
    last: Option<Mark>,
    enthroned: Option<Mark>,
    blood_on: Option<Mark>,
    in_question: Option<Mark>,
    beside: Option<Mark>,
}

impl Figure for Cards {}

impl Tensor for KingsBlood {
    type Traces = Traces;

    fn write<P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
        with_players!(state.players(), [2 3 4 5 6], parts(state, seat, traces, pen));
    }
}

#[inline(always)]
fn parts<const PLAYERS: usize, P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
    pen.section(&mut traces.sure, (&state.shown, &state.lacks), CARDS * PLAYERS, |pen| {
        let part = pen.part("surely in a hand (1) or surely not (-1)", CARDS * PLAYERS);
        for (at, cells) in part.chunks_exact_mut(CARDS).enumerate() {
            fill_bits(cells, state.shown[at].bits());
            state.lacks[at].iter().for_each(|card| cells[card.index()] = -1);
        }
    });
    lasting_parts(state, traces, pen);
    let decision = decision(state, seat);
    let index = |card: Option<Card>| card.map(Card::index);
    pen.marker("card in question", CARDS, &mut traces.in_question, index(decision.card));
    pen.marker("beside", CHARACTERS, &mut traces.beside, index(decision.beside));
    pen.block(PHASES + 11 + 9 * PLAYERS, |pen| phase_parts::<PLAYERS, P>(state, seat, &decision, pen));
    pen.block(CARDS + 2 + DECK + 4 * PLAYERS, |pen| hand_parts::<PLAYERS, P>(state, seat, pen));
    pen.block(DECK - CHARACTERS + 1, |pen| {
        let throne = state.throne.map(|(card, _)| card.index() - CHARACTERS);
        pen.one_of("enthronement", DECK - CHARACTERS, throne);
        pen.number("the King's Blood lies aside", state.aside.into());
    });
}

/// What few actions change.
#[inline(always)]
fn lasting_parts<P: Pen>(state: &State, traces: &mut Traces, pen: &mut P) {
    let tree = &state.tree;
    let sets = [tree.cards(), tree.open(Side::Left), tree.open(Side::Right)].map(Cards::bits);
    pen.section(&mut traces.tree, sets, 3 * CHARACTERS, |pen| {
        for (name, cards) in ["in the tree", "open on the left", "open on the right"].into_iter().zip(sets) {
            pen.bits(name, CHARACTERS, cards);
        }
    });
    // Writing these is faster than finding out if they have changed.
    let (rows, columns) = tree.places();
    pen.numbers("row", rows);
    pen.numbers("column", columns);
    pen.section(&mut traces.discards, state.discards.bits(), DECK, |pen| {
        pen.bits("discards", DECK, state.discards.bits());
    });
    let index = |card: Option<Card>| card.map(Card::index);
    pen.marker("card being played", CARDS, &mut traces.chosen, index(state.chosen));
    pen.marker("newborn", CHARACTERS, &mut traces.child, index(state.child));
    pen.marker("last on the table", CHARACTERS, &mut traces.last, index(state.last));
    let enthroned = state.throne.map(|(_, on)| on.index());
    pen.marker("enthroned", CHARACTERS, &mut traces.enthroned, enthroned);
    pen.marker("has the King's Blood", CHARACTERS, &mut traces.blood_on, index(state.blood_on));
}

/// What the current decision is about.
#[derive(Default)]
struct Decision {
    phase: usize,
    card: Option<Card>,
    beside: Option<Card>,
    side: Option<Side>,
    siblings: Option<Side>,
    row: u8,
    column: u8,
    /// How old the shuffle of a drawn card is.
    shuffle: u8,
}

fn decision(state: &State, seat: Seat) -> Decision {
    let plain = |phase| Decision { phase, ..Decision::default() };
    match state.phase {
        Phase::Debt => plain(0),
        Phase::Play => plain(1),
        Phase::Drawn(card) => Decision {
            card: (seat == state.turn).then_some(card),
            shuffle: state.shuffle - state.pool[card.index()],
            ..plain(2)
        },
        Phase::Extra => plain(3),
        Phase::Newborn => plain(4),
        Phase::Place => plain(5),
        Phase::Target => plain(6),
        Phase::Give(card) => Decision { card: Some(card), ..plain(7) },
        Phase::Connect(card, cell) => {
            Decision { card: Some(card), row: cell.row, column: cell.column, ..plain(8) }
        }
        Phase::Marry(Couple { card, beside, side }, siblings) => {
            Decision { card: Some(card), beside: Some(beside), side: Some(side), siblings, ..plain(9) }
        }
        Phase::Sibling(beside, side) => Decision { beside: Some(beside), side: Some(side), ..plain(10) },
        Phase::Close => plain(11),
        Phase::Over(_) => plain(12),
    }
}

#[inline(always)]
fn phase_parts<const PLAYERS: usize, P: Pen>(state: &State, seat: Seat, decision: &Decision, pen: &mut P) {
    pen.one_of("own seat", PLAYERS, Some(seat.index()));
    pen.one_of("turn", PLAYERS, Some(state.turn.index()));
    pen.one_of("dealer", PLAYERS, Some(state.dealer.index()));
    pen.number("clockwise", state.clockwise.into());
    pen.wide("hand of the series", state.hand.into());
    pen.one_of("phase", PHASES, Some(decision.phase));
    pen.one_of("side", 2, decision.side.map(|side| side as usize));
    pen.one_of("siblings on this side", 2, decision.siblings.map(|side| side as usize));
    pen.numbers("row and column it was lifted from", &[decision.row, decision.column]);
    pen.number("age of the drawn card's shuffle", decision.shuffle);
    pen.number("debt", state.debt);
    pen.one_of("winner", PLAYERS, state.winner.map(Seat::index));
    pen.bits("called", PLAYERS, state.called.bits().into());
    pen.bits("loses a turn", PLAYERS, state.penalty.bits().into());
    pen.bits("passed", PLAYERS, state.passed.bits().into());
    let part = pen.part("scores", 2 * PLAYERS);
    for (cells, &score) in part.chunks_exact_mut(2).zip(&state.scores) {
        fill_wide(cells, score.into());
    }
}

/// Hands, pile and discards.
#[inline(always)]
fn hand_parts<const PLAYERS: usize, P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    pen.bits("own hand", CARDS, state.hands[seat.index()].bits());
    pen.numbers("cards held", &state.counts[..PLAYERS]);
    pen.number("cards in the pile", state.pile.len() as u8);
    let hidden = state.hidden();
    pen.number("shuffles", state.shuffle);
    let part = pen.part("hidden from somebody: 1 and the age of the shuffle", DECK);
    if state.shuffle == 0 {
        fill_bits(part, hidden.bits());
    } else {
        // All cards at once, which costs less than one after the other.
        let ages = state.pool.map(|pool| 1 + state.shuffle.wrapping_sub(pool).min(SHUFFLES as u8 - 1) as i8);
        fill_chosen(part, hidden.bits(), &ages);
    }
    let part = pen.part("hidden cards in a hand, by age of the shuffle", SHUFFLES * PLAYERS);
    for (at, cells) in part.chunks_exact_mut(SHUFFLES).enumerate() {
        let secret = state.hands[at].minus(state.shown[at]);
        if state.shuffle == 0 {
            cells[0] = secret.len() as i8;
        } else {
            let [last, before] = state.recent.0.map(|cards| secret.intersection(cards).len() as i8);
            cells.copy_from_slice(&[last, before, secret.len() as i8 - last - before]);
        }
    }
}
