//! What a seat may know as an array: the allow-list of [`crate::sight`] once more, written for speed.

use table::{Pen, Seat, SeatSet, Tensor};

use crate::BloodBound;
use crate::pieces::{Card, Rank};
use crate::state::{End, Phase, State};

const PHASES: usize = 12;
const RANKS: usize = Rank::ALL.len();

impl Tensor for BloodBound {
    fn write<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
        phase_parts(state, seat, pen);
        seat_parts(state, seat, pen);
        card_parts(state, seat, pen);
    }
}

/// Whom the present decision is about.
#[derive(Default)]
struct Roles {
    phase: usize,
    target: Option<Seat>,
    user: Option<Seat>,
    answered: SeatSet,
    offers: SeatSet,
    left: u8,
}

fn roles(state: &State, seat: Seat) -> Roles {
    let of = |phase, target, user| Roles { phase, target, user, ..Roles::default() };
    match state.phase {
        Phase::Turn => of(0, None, None),
        Phase::Call { target } => of(1, Some(target), None),
        // Answers are sealed: of the offers a seat knows its own.
        Phase::Answers { target, answered, offers } => {
            let offers = offers.intersection(SeatSet::one(seat));
            Roles { answered, offers, ..of(2, Some(target), None) }
        }
        Phase::Offers { target, offers } => Roles { offers, ..of(3, Some(target), None) },
        Phase::Wound { target } => of(4, Some(target), None),
        Phase::Ability { target, user } => of(5, Some(target), Some(user)),
        Phase::Look { user, first } => of(6, Some(first), Some(user)),
        Phase::Heal { user, target } => of(7, Some(target), Some(user)),
        Phase::Suffer { user, victim, left } => Roles { left, ..of(8, Some(victim), Some(user)) },
        Phase::Curses { user } => of(9, None, Some(user)),
        Phase::TrueCurse { user } => of(10, None, Some(user)),
        Phase::Over { end: End::Capture { captor, captive } } => of(11, Some(captive), Some(captor)),
        Phase::Over { end: End::Standstill } => of(11, None, None),
    }
}

fn phase_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let players = state.players();
    let roles = roles(state, seat);
    pen.one_of("own seat", players, Some(seat.index()));
    pen.one_of("dagger", players, Some(state.dagger.index()));
    pen.wide("passes in a row", state.passes.into());
    pen.one_of("phase", PHASES, Some(roles.phase));
    pen.one_of("struck, healed or looked at", players, roles.target.map(Seat::index));
    pen.one_of("user of the ability", players, roles.user.map(Seat::index));
    pen.bits("answered", players, roles.answered.bits().into());
    pen.bits("offers", players, roles.offers.bits().into());
    pen.number("wounds left to suffer", roles.left);
}

/// Wounds, and what is known of each character.
fn seat_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let players = state.players();
    let over = matches!(state.phase, Phase::Over { .. });
    let looked = state.looks[seat.index()];
    let part = pen.part("rose, beast, unknown and rank tokens", 4 * players);
    for (cells, tokens) in part.chunks_exact_mut(4).zip(&state.tokens) {
        let counts = [tokens.rose, tokens.beast, tokens.unknown, tokens.rank.into()];
        cells.copy_from_slice(&counts.map(|count| count as i8));
    }
    let part = pen.part("rank shown", RANKS * players);
    for (cells, (tokens, card)) in part.chunks_exact_mut(RANKS).zip(state.tokens.iter().zip(&state.cards)) {
        if tokens.rank {
            cells[card.rank() as usize] = 1;
        }
    }
    let open = state.open[..players].iter().map(|open| open.0.into());
    pen.masks("what a seat may be for all who watched", Card::COUNT, open);
    pen.masks("looked at", players, state.looks[..players].iter().map(|looks| looks.bits().into()));
    let known = if over { SeatSet::full(players) } else { looked.with(seat) };
    let part = pen.part("card that this seat knows", Card::COUNT * players);
    for of in known {
        part[of.index() * Card::COUNT + state.card(of).index()] = 1;
    }
    // The clue of the neighbour on the right is shown at the start.
    let part = pen.part("clue that this seat knows", 2 * players);
    for of in known.with(seat.right(players)) {
        part[of.index() * 2 + state.card(of).clue() as usize] = 1;
    }
}

/// Ability cards on the table.
fn card_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let players = state.players();
    let mut holders = |name, seats: SeatSet| pen.bits(name, players, seats.bits().into());
    holders("quills", state.quills);
    holders("purple sword", state.swords[0].map_or(SeatSet::EMPTY, SeatSet::one));
    holders("green sword", state.swords[1].map_or(SeatSet::EMPTY, SeatSet::one));
    holders("purple shields", state.shields[0]);
    holders("green shields", state.shields[1]);
    holders("staffs", state.staffs);
    holders("fans", state.fans);
    holders("curses", state.curses);
    let knows = state.card(seat).is_inquisitor() || matches!(state.phase, Phase::Over { .. });
    holders("true curse", state.true_curse.filter(|_| knows).map_or(SeatSet::EMPTY, SeatSet::one));
}
