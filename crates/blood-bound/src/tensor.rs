//! What a seat may know as an array: the same allow-list as in [`crate::sight`], written for speed.

use table::tensor::Figure;
use table::{MAX_SEATS, Pen, Seat, SeatSet, Tensor, with_players};

use crate::BloodBound;
use crate::pieces::{Card, Clan, Rank};
use crate::state::{End, Phase, State};

const PHASES: usize = 12;
const RANKS: usize = Rank::ALL.len();

/// A bit for each card with the clue of the Beast.
const BEAST_CLUES: u32 = Clan::Beast.clued_cards().bits();

/// What the sections of a row were last written from.
#[derive(Default)]
pub struct Traces {
    open: Option<[u32; MAX_SEATS]>,
    rare: Option<Rare>,
}

/// What changes when ranks are shown: who has shown one, cards, looks, ability cards.
type Rare = (u16, [Card; MAX_SEATS], [SeatSet; MAX_SEATS], Abilities);

/// Who holds quills, staffs, fans and curses; shields; swords.
type Abilities = ([SeatSet; 4], [SeatSet; 2], [Option<Seat>; 2]);

impl Figure for Card {}

impl Tensor for BloodBound {
    type Traces = Traces;

    fn write<P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
        with_players!(state.players(), [6 7 8 9 10 11 12], parts(state, seat, traces, pen));
    }
}

fn parts<const PLAYERS: usize, P: Pen>(state: &State, seat: Seat, traces: &mut Traces, pen: &mut P) {
    lasting_parts::<PLAYERS, P>(state, traces, pen);
    pen.block(3 + PHASES + (13 + Card::COUNT) * PLAYERS, |pen| {
        phase_parts::<PLAYERS, P>(state, seat, pen);
        seat_parts::<PLAYERS, P>(state, seat, pen);
    });
}

/// What lies open and changes rarely.
#[inline(always)]
fn lasting_parts<const PLAYERS: usize, P: Pen>(state: &State, traces: &mut Traces, pen: &mut P) {
    let name = "what a seat may be for all who watched";
    pen.lasting_masks(name, Card::COUNT, &mut traces.open, PLAYERS, |at| state.open[at].bits());
    let held = [state.quills, state.staffs, state.fans, state.curses];
    let ranked = (0..PLAYERS).fold(0, |seats, at| seats | u16::from(state.tokens[at].rank) << at);
    let now = (ranked, &state.cards, &state.looks, (held, &state.shields, &state.swords));
    pen.section(&mut traces.rare, now, (RANKS + PLAYERS + ABILITIES.len()) * PLAYERS, |pen| {
        let part = pen.part("rank shown", RANKS * PLAYERS);
        let cells = part.as_chunks_mut::<RANKS>().0.iter_mut();
        for (cells, (tokens, card)) in cells.zip(state.tokens.iter().zip(&state.cards)) {
            cells[card.rank() as usize] = tokens.rank.into();
        }
        pen.masks("looked at", PLAYERS, state.looks[..PLAYERS].iter().map(|looks| looks.bits().into()));
        for (name, holders) in ABILITIES.into_iter().zip(abilities(state)) {
            pen.bits(name, PLAYERS, holders.into());
        }
    });
}

/// Whom the current decision is about.
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

#[inline(always)]
fn phase_parts<const PLAYERS: usize, P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let roles = roles(state, seat);
    let part = pen.part("rose, beast, unknown and rank tokens", 4 * PLAYERS);
    for (cells, tokens) in part.as_chunks_mut().0.iter_mut().zip(&state.tokens) {
        *cells = [tokens.rose as i8, tokens.beast as i8, tokens.unknown as i8, tokens.rank.into()];
    }
    pen.one_of("own seat", PLAYERS, Some(seat.index()));
    pen.one_of("dagger", PLAYERS, Some(state.dagger.index()));
    pen.wide("passes in a row", state.passes.into());
    pen.one_of("phase", PHASES, Some(roles.phase));
    pen.one_of("struck, healed or looked at", PLAYERS, roles.target.map(Seat::index));
    pen.one_of("user of the ability", PLAYERS, roles.user.map(Seat::index));
    pen.bits("answered", PLAYERS, roles.answered.bits().into());
    pen.bits("offers", PLAYERS, roles.offers.bits().into());
    pen.number("wounds left to suffer", roles.left);
}

/// What this seat knows of each character.
#[inline(always)]
fn seat_parts<const PLAYERS: usize, P: Pen>(state: &State, seat: Seat, pen: &mut P) {
    let over = matches!(state.phase, Phase::Over { .. });
    let seen = if over { SeatSet::full(PLAYERS) } else { state.looks[seat.index()] };
    let part = pen.part("card that this seat knows", Card::COUNT * PLAYERS);
    let mut tell = |of: Seat| part[of.index() * Card::COUNT + state.card(of).index()] = 1;
    tell(seat);
    seen.iter().for_each(tell);
    let part = pen.part("clue of the Rose, then of the Beast, that this seat knows", 2 * PLAYERS);
    let clue = |of: Seat| (BEAST_CLUES >> state.card(of).index() & 1) as usize;
    let mut tell = |of: Seat| part[clue(of) * PLAYERS + of.index()] = 1;
    tell(seat);
    // Shown at the start.
    tell(seat.right(PLAYERS));
    seen.iter().for_each(tell);
    let knows = over || state.card(seat).is_inquisitor();
    pen.one_of("true curse", PLAYERS, state.true_curse.filter(|_| knows).map(Seat::index));
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
