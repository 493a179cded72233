//! Positions written by hand in scenario files: what is left out is dealt.

use std::fmt::Display;

use serde::Deserialize;
use table::{Chance, Code, Name, Refusal, Seat, SeatSet};

use crate::options::Options;
use crate::pieces::{Card, Class, DECK, EventCard, Sign, Vampire, tables};
use crate::rules::{Play, night};
use crate::state::{LAIRS, LAST_NIGHT, Phase, Setup, State, members};

/// A moment before a draw, or with the showing card just revealed or just applied.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// The night, from 1.
    pub round: Option<u8>,
    /// Who leads it; random if left out.
    pub leader: Option<Seat>,
    /// Where the daylight marker stands.
    pub daylight: u8,
    /// The vampire that drew last in this night; nobody if left out.
    pub drawer: Option<Vampire>,
    /// The last card laid face up.
    pub showing: Option<String>,
    /// What else lies face up.
    pub discard: Vec<String>,
    /// The top of the deck, top first; the rest is shuffled. A sign may be left out: `bloodlust 2`.
    pub deck: Vec<String>,
    /// How many cards are left in the deck; surplus cards lie face up.
    pub left: Option<u8>,
    /// `look`, `decide`, `revealed` or `applied`; if left out, the beginning of a draw.
    pub phase: Option<Phase>,
    /// The vampires, with the seats they belong to; those of the same seat in order.
    pub hunters: Vec<Hunter>,
}

/// A vampire of a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hunter {
    /// Whose it is.
    pub seat: Seat,
    /// Who it is; random if left out.
    #[serde(default)]
    pub vampire: Option<Vampire>,
    /// Still on the hunt? Yes by default, if it has health left.
    #[serde(default)]
    pub active: Option<bool>,
    /// Health left; 5 by default.
    #[serde(default)]
    pub health: Option<u8>,
    /// Round Bloodline.
    #[serde(default)]
    pub bloodline: u16,
    /// Total Bloodline, including what a vampire that has left brought home.
    #[serde(default)]
    pub total: u16,
    /// The ability has been used this night.
    #[serde(default)]
    pub ability_used: bool,
    /// An open guess at the next card's sign.
    #[serde(default)]
    pub guess: Option<Sign>,
    /// The face-down event.
    #[serde(default)]
    pub event: Option<EventCard>,
    /// The event's sign was announced.
    #[serde(default)]
    pub announced: bool,
    /// Who else knows the event.
    #[serde(default)]
    pub known_to: Vec<Seat>,
}

fn impossible<T>(reason: impl Display) -> Result<T, Refusal> {
    Err(Refusal::malformed(Name(reason)))
}

/// Sets a position up, or says why it is impossible.
pub(crate) fn arrange<C: Chance>(
    options: &Options,
    position: &Position,
    chance: &mut C,
) -> Result<State, Refusal> {
    let setup = options.setup();
    let lairs = seat_hunters(setup, position)?;
    let who = cast(options, position, &lairs, chance)?;
    let leader = match position.leader {
        Some(seat) => at_table(setup, seat)?,
        None => chance.index(setup.seats.into()),
    };
    let mut state = night::seated(setup, who, leader);
    let nights = if setup.target == 0 { setup.rounds } else { LAST_NIGHT };
    state.round = position.round.unwrap_or(1);
    if state.round == 0 || state.round > nights {
        return impossible(format!("The night is one of 1 to {nights}."));
    }
    state.daylight = position.daylight;
    if state.daylight >= tables().dawn {
        return impossible("It is dawn already: the daylight marker must be below 5.");
    }
    if let Some(vampire) = position.drawer {
        state.drawer = state.lair_of[usize::from(vampire.0)];
        if usize::from(state.drawer) >= setup.lairs() {
            return impossible(format!("{vampire} does not hunt at this table, so cannot have drawn."));
        }
    }
    for (hunter, &lair) in position.hunters.iter().zip(&lairs) {
        place_hunter(&mut state, hunter, lair)?;
    }
    if state.active == 0 {
        return impossible("Somebody must still be on the hunt.");
    }
    lay_cards(&mut state, position, chance)?;
    begin(state, position, chance)
}

fn at_table(setup: Setup, seat: Seat) -> Result<usize, Refusal> {
    if seat.index() < setup.seats.into() {
        Ok(seat.index())
    } else {
        impossible(format!("There is no seat {} at this table.", seat.number()))
    }
}

/// The lair of each hunter of the position.
fn seat_hunters(setup: Setup, position: &Position) -> Result<Vec<usize>, Refusal> {
    let mut taken = 0u16;
    let mut lairs = Vec::new();
    for hunter in &position.hunters {
        let seat = at_table(setup, hunter.seat)?;
        let free = setup.lairs_of(seat) & !taken;
        if free == 0 {
            return impossible(format!("Seat {} has too many vampires.", hunter.seat.number()));
        }
        let lair = free.trailing_zeros() as usize;
        taken |= 1 << lair;
        lairs.push(lair);
    }
    Ok(lairs)
}

/// Who sits where: as the position and the options say, the rest at random.
fn cast<C: Chance>(
    options: &Options,
    position: &Position,
    lairs: &[usize],
    chance: &mut C,
) -> Result<[u8; LAIRS], Refusal> {
    let setup = options.setup();
    let mut named: [Option<Vampire>; LAIRS] = [None; LAIRS];
    for (place, name) in named.iter_mut().zip(&options.vampires) {
        *place = Vampire::named(name);
    }
    for (hunter, &lair) in position.hunters.iter().zip(lairs) {
        let Some(vampire) = hunter.vampire else { continue };
        if named[lair].is_some_and(|other| other != vampire) {
            return impossible(format!(
                "The options give seat {} a vampire other than {vampire}.",
                hunter.seat.number()
            ));
        }
        named[lair] = Some(vampire);
    }
    for vampire in Vampire::all() {
        if named.iter().filter(|&&other| other == Some(vampire)).count() > 1 {
            return impossible(format!("{vampire} is there twice."));
        }
    }
    Ok(night::cast(setup, &named, chance))
}

fn place_hunter(state: &mut State, hunter: &Hunter, lair: usize) -> Result<(), Refusal> {
    let vampire = state.vampire(lair);
    let full = tables().health;
    let health = hunter.health.unwrap_or(full);
    let active = hunter.active.unwrap_or(health > 0);
    if health > full {
        return impossible(format!("{vampire} has at most {full} health."));
    }
    if active && health == 0 {
        return impossible(format!("{vampire} has no health left and cannot be on the hunt."));
    }
    if !active && hunter.total < hunter.bloodline {
        return impossible(format!("{vampire} has left, so the total contains what the night brought."));
    }
    if hunter.guess.is_some() && !active {
        return impossible(format!("{vampire} has left the hunt, so the guess has lapsed."));
    }
    state.health[lair] = health;
    state.bloodline[lair] = hunter.bloodline;
    state.total[lair] = hunter.total;
    if !active {
        state.active &= !(1 << lair);
    }
    if hunter.ability_used {
        state.fresh.remove(vampire);
    }
    if let Some(sign) = hunter.guess {
        state.accepted |= 1 << lair;
        state.guesses |= (sign as u32) << (2 * lair);
    }
    let Some(event) = hunter.event else {
        if hunter.announced || !hunter.known_to.is_empty() {
            return impossible(format!("{vampire} holds no event that anybody could know."));
        }
        return Ok(());
    };
    state.held[lair] = event.0;
    state.holding |= 1 << lair;
    state.known[lair] = SeatSet::one(state.owner(lair));
    for &seat in &hunter.known_to {
        at_table(state.setup, seat)?;
        state.known[lair].insert(seat);
    }
    state.announced |= u16::from(hunter.announced) << lair;
    Ok(())
}

/// The cards of a position, counted off against the deck.
struct Supply {
    left: Vec<u8>,
}

impl Supply {
    /// Takes a card with this name; without a sign, one of those that are left.
    fn take<C: Chance>(&mut self, name: &str, chance: &mut C) -> Result<u8, Refusal> {
        let name = name.trim().to_lowercase();
        let fits = |card: &Card| {
            card.slug == name || card.slug.strip_prefix(&name).is_some_and(|rest| rest.starts_with(' '))
        };
        if !Card::all().any(|card| fits(&card)) {
            return impossible(format!("There is no card \"{name}\"."));
        }
        let places: Vec<usize> =
            (0..self.left.len()).filter(|&place| fits(&Card(self.left[place]))).collect();
        if places.is_empty() {
            return impossible(format!("There are not enough cards \"{name}\"."));
        }
        Ok(self.left.swap_remove(chance.pick(&places)))
    }
}

fn lay_cards<C: Chance>(state: &mut State, position: &Position, chance: &mut C) -> Result<(), Refusal> {
    let mut supply = Supply { left: tables().deck.to_vec() };
    let mut drawn = Vec::new();
    for lair in members(state.holding) {
        drawn.push(supply.take(EventCard(state.held[lair]).card().slug, chance)?);
    }
    let mut face_up = Vec::new();
    if let Some(name) = &position.showing {
        state.showing = supply.take(name, chance)?;
        state.class = tables().face(state.showing).class;
        face_up.push(state.showing);
    }
    let mut top = Vec::new();
    for name in &position.deck {
        top.push(supply.take(name, chance)?);
    }
    for name in &position.discard {
        face_up.push(supply.take(name, chance)?);
    }
    let most = supply.left.len() + top.len();
    let left = position.left.map_or(most, usize::from);
    if left < top.len().max(1) || left > most {
        return impossible(format!("Between {} and {most} cards can be left.", top.len().max(1)));
    }
    while supply.left.len() + top.len() > left {
        let place = chance.index(supply.left.len());
        face_up.push(supply.left.swap_remove(place));
    }
    for &card in &face_up {
        let face = tables().face(card);
        if face.class == Class::Event {
            state.spent.insert(EventCard(face.event));
        }
    }
    state.left = left as u8;
    state.fixed = top.len() as u8;
    let all = supply.left.into_iter().chain(top.into_iter().rev()).chain(drawn).chain(face_up);
    for (place, card) in state.cards.iter_mut().zip(all) {
        *place = card;
    }
    debug_assert_eq!(state.cards.len(), DECK);
    Ok(())
}

fn begin<C: Chance>(mut state: State, position: &Position, chance: &mut C) -> Result<State, Refusal> {
    if !(state.showing != crate::state::NONE
        && matches!(position.phase, Some(Phase::Revealed | Phase::Applied)))
    {
        // Cards drawn earlier no longer matter.
        state.class = Class::Event;
    }
    match position.phase {
        None => night::begin_draw(&mut state, tables()),
        Some(Phase::Decide) => {
            night::begin_draw(&mut state, tables());
            state.phase = Phase::Decide;
        }
        Some(Phase::Look) => {
            night::begin_draw(&mut state, tables());
            if state.phase != Phase::Look {
                return impossible("Nobody can look at the deck here.");
            }
        }
        Some(window @ (Phase::Revealed | Phase::Applied)) => {
            if state.class == Class::Event {
                return impossible("A window needs a card that is showing and no event.");
            }
            if state.accepted != 0 {
                return impossible("Guesses are settled before a window opens.");
            }
            state.gain = [night::base_gain(&state); LAIRS];
            Play::new(&mut state, chance, &mut ()).open_window(window);
        }
        Some(phase) => {
            return impossible(format!("A position cannot begin in the phase {phase:?}."));
        }
    }
    Ok(state)
}
