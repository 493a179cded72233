//! What a seat may know as an array: the allow-list of [`crate::sight`] once more, written for speed.

use table::{MAX_SEATS, Pen, Seat, SeatSet, Tensor};

use crate::BloodBound;
use crate::pieces::{Card, Rank};
use crate::state::{End, Phase, State};

const PHASES: usize = 12;
const RANKS: usize = Rank::ALL.len();

/// A bit for each card with the clue of the Beast.
const BEAST_CLUES: u32 = {
    let (mut cards, mut card) = (0, 0);
    while card < Card::COUNT {
        cards |= (Card::at(card).clue() as u32) << card;
        card += 1;
    }
    cards
};

/// What the sections of a row were last written from.
#[derive(Default)]
pub struct Traces {
    tokens: Option<([u32; MAX_SEATS], [u8; MAX_SEATS])>,
    open: Option<[u32; MAX_SEATS]>,
    looks: Option<[u16; MAX_SEATS]>,
    abilities: Option<[u16; ABILITIES.len()]>,
}

impl Tensor for BloodBound {
    type Traces = Traces;

    fn lasting<P: Pen>(state: &State, traces: &mut Traces, pen: &mut P) {
        let players = state.players();
        let tokens =
            state.tokens.map(|it| u32::from_le_bytes([it.rose, it.beast, it.unknown, it.rank.into()]));
        let now = (tokens, state.cards.map(|card| card.index() as u8));
        pen.section(&mut traces.tokens, now, (4 + RANKS) * players, |pen| token_parts(state, pen));
        let now = state.open.map(|cards| cards.0);
        pen.section(&mut traces.open, now, Card::COUNT * players, |pen| {
            let open = now[..players].iter().map(|&cards| cards.into());
            pen.masks("what a seat may be for all who watched", Card::COUNT, open);
        });
        let now = state.looks.map(SeatSet::bits);
        pen.section(&mut traces.looks, now, players * players, |pen| {
            pen.masks("looked at", players, now[..players].iter().map(|&looks| looks.into()));
        });
        let now = abilities(state);
        pen.section(&mut traces.abilities, now, now.len() * players, |pen| {
            for (name, holders) in ABILITIES.into_iter().zip(now) {
                pen.bits(name, players, holders.into());
            }
        });
    }

    fn write<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
        phase_parts(state, seat, pen);
        seat_parts(state, seat, pen);
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

/// Wounds.
fn token_parts<P: Pen>(state: &State, pen: &mut P) {
    let players = state.players();
    let part = pen.part("rose, beast, unknown and rank tokens", 4 * players);
    for (cells, tokens) in part.as_chunks_mut().0.iter_mut().zip(&state.tokens) {
        *cells = [tokens.rose as i8, tokens.beast as i8, tokens.unknown as i8, tokens.rank.into()];
    }
    let part = pen.part("rank shown", RANKS * players);
    let cells = part.as_chunks_mut::<RANKS>().0.iter_mut();
    for (cells, (tokens, card)) in cells.zip(state.tokens.iter().zip(&state.cards)) {
        cells[card.rank() as usize] = tokens.rank.into();
    }
}

/// What this seat knows of each character.
fn seat_parts<P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let players = state.players();
    let over = matches!(state.phase, Phase::Over { .. });
    let looked = state.looks[seat.index()];
    let known = if over { SeatSet::full(players) } else { looked.with(seat) };
    let part = pen.part("card that this seat knows", Card::COUNT * players);
    for of in known {
        part[of.index() * Card::COUNT + state.card(of).index()] = 1;
    }
    // The clue of the neighbour on the right is shown at the start.
    let known = u64::from(known.with(seat.right(players)).bits());
    let beast = |seats, (seat, card): (usize, &Card)| seats | (BEAST_CLUES >> card.index() & 1) << seat;
    let beasts = u64::from(state.cards[..players].iter().enumerate().fold(0, beast));
    let clues = [known & !beasts, known & beasts];
    pen.masks("clue of the Rose, then of the Beast, that this seat knows", players, clues.into_iter());
    let knows = over || state.card(seat).is_inquisitor();
    pen.one_of("true curse", players, state.true_curse.filter(|_| knows).map(Seat::index));
}

/// Ability cards that lie open on the table.
const ABILITIES: [&str; 8] =
    ["quills", "purple sword", "green sword", "purple shields", "green shields", "staffs", "fans", "curses"];

/// Who holds each of them.
fn abilities(state: &State) -> [u16; ABILITIES.len()] {
    let [purple_sword, green_sword] = state.swords.map(|holder| holder.map_or(SeatSet::EMPTY, SeatSet::one));
    let [purple_shields, green_shields] = state.shields;
    [
        state.quills,
        purple_sword,
        green_sword,
        purple_shields,
        green_shields,
        state.staffs,
        state.fans,
        state.curses,
    ]
    .map(SeatSet::bits)
}
