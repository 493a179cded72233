//! What each observer may know: the only place where secrets are withheld or imagined.
//!
//! Hidden are the faces of face-down events, sealed choices and the deck. The state keeps for each face-down event who has seen
//! it, and this knowledge follows the card. That somebody has seen it is public: everybody saw the hand-over, or Corvin's look.

use serde::{Deserialize, Serialize};
use table::{Chance, Code, Observer, Seat, SeatSet};

use crate::action::Action;
use crate::options::Options;
use crate::pieces::{Card, Class, DECK, EVENTS, EventCard, Sign, Vampire, tables};
use crate::rules::night;
use crate::state::{LAIRS, NONE, Phase, State, members};

/// All that one observer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Observation {
    /// Whose eyes.
    pub observer: Observer,
    /// The host's choices.
    pub options: Options,
    /// What the table waits for.
    pub phase: Phase,
    /// The night, from 1.
    pub round: u8,
    /// Who leads this night.
    pub leader: Seat,
    /// Who drew last in this night.
    pub drawer: Option<Vampire>,
    /// Where the daylight marker stands.
    pub daylight: u8,
    /// The last card laid face up.
    pub showing: Option<Card>,
    /// What kind of card was drawn last.
    pub class: Class,
    /// How much less the marker moves for the revealed card.
    pub slowed: u8,
    /// In windows, whose turn it is to use something.
    pub turn: Seat,
    /// In windows, who has yet to pass.
    pub asked: SeatSet,
    /// The vampires, clockwise.
    pub hunters: Vec<HunterView>,
    /// How many cards are left in the deck.
    pub deck: u8,
    /// What lies face up, sorted.
    pub discard: Vec<Card>,
    /// The top of the deck, where Corvin has seen it.
    pub seen: Option<DeckTop>,
    /// The event just drawn that its owner has no room for.
    pub drawn: Option<HeldEvent>,
    /// For the open table only: the deck itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<Truth>,
}

/// A vampire and what lies before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HunterView {
    /// Whose it is.
    pub seat: Seat,
    /// Who it is.
    pub vampire: Vampire,
    /// Still on the hunt.
    pub active: bool,
    /// Health left.
    pub health: u8,
    /// Round Bloodline.
    pub bloodline: u16,
    /// Total Bloodline.
    pub total: u16,
    /// The ability has been used this night.
    pub ability_used: bool,
    /// Has yet to decide (or, before a look, will have to).
    pub undecided: bool,
    /// The sealed choice, where the observer may see it.
    pub sealed: Option<Action>,
    /// An open guess at the next card's sign.
    pub guess: Option<Sign>,
    /// What the revealed card would give.
    pub gain: u8,
    /// Gains nothing from the revealed card.
    pub void: bool,
    /// Ignores the revealed Slayer.
    pub ignoring: bool,
    /// The face-down event.
    pub event: Option<HeldEvent>,
}

/// A face-down event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeldEvent {
    /// Which one, where the observer knows it.
    pub event: Option<EventCard>,
    /// Its sign, where that was announced to all.
    pub sign: Option<Sign>,
    /// Who knows it.
    pub known_to: SeatSet,
}

/// The top of the deck after Corvin's look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DeckTop {
    /// Who has seen it.
    pub by: Seat,
    /// How many cards of it are left.
    pub count: u8,
    /// The cards, top first, where the observer has seen them.
    pub cards: Option<Vec<Card>>,
}

/// The deck and all that was drawn from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Truth {
    /// All cards: the deck with its top last, then what was drawn.
    pub cards: Vec<Card>,
    /// How many cards from the top have an order; any of the others may come next.
    pub fixed: u8,
}

fn held_event(event: u8, known_to: SeatSet, announced: bool, observer: Observer) -> Option<HeldEvent> {
    let knows = match observer {
        Observer::All => true,
        Observer::Spectator => false,
        Observer::Seat(seat) => known_to.contains(seat),
    };
    (event != NONE).then(|| HeldEvent {
        event: knows.then_some(EventCard(event)),
        sign: announced.then(|| EventCard(event).sign()),
        known_to,
    })
}

/// The sealed choice of a lair, if it has made one.
fn sealed(state: &State, lair: usize) -> Option<Action> {
    if state.decided() >> lair & 1 == 0 {
        return None;
    }
    let yes = state.sealed_yes >> lair & 1 == 1;
    match state.phase {
        Phase::Decide => Some(if yes { Action::Stay } else { Action::Leave }),
        Phase::Slayer => Some(if yes { Action::LoseHealth } else { Action::LoseBloodline }),
        Phase::Invitation if state.accepted >> lair & 1 == 1 => Some(Action::Accept(state.guess(lair))),
        Phase::Invitation => Some(Action::Decline),
        _ => None,
    }
}

/// Is `todo` a set of lairs in this phase?
pub(crate) fn lairs_to_do(phase: Phase) -> bool {
    matches!(phase, Phase::Look | Phase::Decide | Phase::Slayer | Phase::Invitation)
}

fn hunter_view(state: &State, lair: usize, observer: Observer) -> HunterView {
    let has = |mask: u16| mask >> lair & 1 == 1;
    let seat = state.owner(lair);
    let vampire = state.vampire(lair);
    HunterView {
        seat,
        vampire,
        active: has(state.active),
        health: state.health[lair],
        bloodline: state.bloodline[lair],
        total: state.total[lair],
        ability_used: !state.fresh.contains(vampire),
        undecided: lairs_to_do(state.phase) && has(state.todo),
        sealed: sealed(state, lair).filter(|_| observer.sees(seat)),
        guess: (has(state.accepted) && state.phase != Phase::Invitation).then(|| state.guess(lair)),
        gain: state.gain[lair],
        void: has(state.void),
        ignoring: has(state.ignoring),
        event: held_event(state.held[lair], state.known[lair], has(state.announced), observer),
    }
}

/// What lies face up: everything drawn except unspent events.
pub(crate) fn face_up(state: &State) -> impl Iterator<Item = u8> {
    let tables = tables();
    state.cards[state.left.into()..].iter().copied().filter(move |&card| {
        let face = tables.face(card);
        face.class != Class::Event || state.spent.contains(EventCard(face.event))
    })
}

/// The allow-list.
pub(crate) fn observe(state: &State, observer: Observer) -> Observation {
    let mut discard: Vec<Card> = face_up(state).map(Card).collect();
    discard.sort_unstable();
    let top = usize::from(state.left);
    let looker = state.looker().map(|(lair, _)| state.owner(lair));
    Observation {
        observer,
        options: Options::of(state.setup, &state.who),
        phase: state.phase,
        round: state.round,
        leader: Seat::new(state.leader.into()),
        drawer: (state.drawer != NONE).then(|| state.vampire(state.drawer.into())),
        daylight: state.daylight,
        showing: (state.showing != NONE).then_some(Card(state.showing)),
        class: state.class,
        slowed: state.slowed,
        turn: Seat::new(state.turn.into()),
        asked: SeatSet::from_bits(if lairs_to_do(state.phase) { 0 } else { state.todo }),
        hunters: (0..state.setup.lairs()).map(|lair| hunter_view(state, lair, observer)).collect(),
        deck: state.left,
        discard,
        seen: looker.filter(|_| state.seen > 0).map(|by| DeckTop {
            by,
            count: state.seen,
            cards: observer.sees(by).then(|| {
                state.cards[top - usize::from(state.seen)..top].iter().rev().map(|&card| Card(card)).collect()
            }),
        }),
        drawn: held_event(state.drawn, state.drawn_known, state.drawn_announced, observer),
        truth: (observer == Observer::All).then(|| Truth {
            cards: state.cards.iter().map(|&card| Card(card)).collect(),
            fixed: state.fixed,
        }),
    }
}

/// A whole state that the observer cannot tell from the truth.
///
/// Face-down events with an announced sign are drawn uniformly from the unseen events of that sign, then the others from all
/// that are left. Each choice for an announced one leaves equally many ways for the rest, so every assignment is equally
/// likely. The deck is what is left; only the cards that Corvin has seen have an order.
pub(crate) fn sample<C: Chance>(o: &Observation, chance: &mut C) -> State {
    let mut state = known(o);
    seal(&mut state, o, chance);
    if let Some(truth) = &o.truth {
        for (place, card) in state.cards.iter_mut().zip(&truth.cards) {
            *place = card.0;
        }
        state.fixed = truth.fixed;
        return state;
    }

    let tables = tables();
    let mut unseen = [0u8; 64];
    for (count, face) in unseen.iter_mut().zip(&tables.faces) {
        *count = face.copies;
    }
    let mut drawn_cards = [0u8; DECK];
    let mut taken = 0;
    let mut take = |unseen: &mut [u8; 64], card: u8| {
        unseen[usize::from(card)] -= 1;
        drawn_cards[taken] = card;
        taken += 1;
    };
    for card in &o.discard {
        take(&mut unseen, card.0);
    }
    // Cards of the deck that the observer has seen cannot be anywhere else.
    let seen: &[Card] = o.seen.as_ref().and_then(|seen| seen.cards.as_deref()).unwrap_or_default();
    for card in seen {
        unseen[usize::from(card.0)] -= 1;
    }

    let first = usize::from(tables.first_event);
    let places = || {
        let held = o.hunters.iter().map(|hunter| hunter.event.as_ref()).chain([o.drawn.as_ref()]);
        held.enumerate().filter_map(|(place, held)| held.map(|held| (place, held)))
    };
    let mut faces = [NONE; LAIRS + 1];
    for (place, held) in places() {
        if let Some(event) = held.event {
            faces[place] = event.0;
            take(&mut unseen, first as u8 + event.0);
        }
    }
    for announced in [true, false] {
        for (place, held) in
            places().filter(|(_, held)| held.event.is_none() && held.sign.is_some() == announced)
        {
            let fits = held.sign.map(|sign| tables.event_sign[sign as usize]);
            let mut options = [0u8; EVENTS];
            let mut count = 0;
            for event in EventCard::all() {
                let possible = fits.is_none_or(|fits| fits.contains(event));
                if possible && unseen[first + usize::from(event.0)] > 0 {
                    options[count] = event.0;
                    count += 1;
                }
            }
            let event = chance.pick(&options[..count]);
            faces[place] = event;
            take(&mut unseen, first as u8 + event);
        }
    }
    for (place, _) in places() {
        let last = o.hunters.len();
        if place == last { state.drawn = faces[place] } else { state.held[place] = faces[place] }
    }

    let left = usize::from(o.deck);
    state.cards[left..].copy_from_slice(&drawn_cards[..DECK - left]);
    let mut at = 0;
    for (card, &count) in unseen.iter().enumerate().take(tables.faces.len()) {
        state.cards[at..at + usize::from(count)].fill(card as u8);
        at += usize::from(count);
    }
    for card in seen.iter().rev() {
        state.cards[at] = card.0;
        at += 1;
    }
    state.fixed = state.seen;
    if seen.is_empty() {
        for below in 0..usize::from(state.seen) {
            let place = left - 1 - below;
            let from = chance.index(place + 1);
            state.cards.swap(from, place);
        }
    }
    state
}

/// Everything that the observer knows; events it does not know are missing.
pub(crate) fn known(o: &Observation) -> State {
    let setup = o.options.setup();
    let mut who = [NONE; LAIRS];
    for (lair, hunter) in o.hunters.iter().enumerate() {
        who[lair] = hunter.vampire.0;
    }
    let mut state = night::seated(setup, who, o.leader.index());
    state.phase = o.phase;
    state.round = o.round;
    state.drawer = o.drawer.map_or(NONE, |vampire| state.lair_of[usize::from(vampire.0)]);
    state.daylight = o.daylight;
    state.showing = o.showing.map_or(NONE, |card| card.0);
    state.class = o.class;
    state.slowed = o.slowed;
    state.turn = o.turn.index() as u8;
    state.todo = o.asked.bits();
    state.left = o.deck;
    state.seen = o.seen.as_ref().map_or(0, |seen| seen.count);
    state.active = 0;
    state.gain = [night::base_gain(&state); LAIRS];
    for (lair, hunter) in o.hunters.iter().enumerate() {
        let bit = |on: bool| u16::from(on) << lair;
        state.active |= bit(hunter.active);
        state.todo |= bit(hunter.undecided);
        state.void |= bit(hunter.void);
        state.ignoring |= bit(hunter.ignoring);
        state.health[lair] = hunter.health;
        state.bloodline[lair] = hunter.bloodline;
        state.total[lair] = hunter.total;
        state.gain[lair] = hunter.gain;
        if hunter.ability_used {
            state.fresh.remove(hunter.vampire);
        }
        if let Some(sign) = hunter.guess {
            state.accepted |= 1 << lair;
            state.guesses |= (sign as u32) << (2 * lair);
        }
        if let Some(held) = &hunter.event {
            state.holding |= 1 << lair;
            state.held[lair] = held.event.map_or(NONE, |event| event.0);
            state.known[lair] = held.known_to;
            state.announced |= bit(held.sign.is_some());
        }
    }
    if let Some(held) = &o.drawn {
        state.drawn = held.event.map_or(NONE, |event| event.0);
        state.drawn_known = held.known_to;
        state.drawn_announced = held.sign.is_some();
    }
    for event in o.discard.iter().filter_map(|card| card.event()) {
        state.spent.insert(event);
    }
    state
}

/// Sealed choices: the observer's own as they are, the others' at random.
fn seal<C: Chance>(state: &mut State, o: &Observation, chance: &mut C) {
    for lair in members(state.decided()) {
        let choice = o.hunters[lair].sealed.unwrap_or_else(|| match o.phase {
            Phase::Decide => chance.pick(&[Action::Stay, Action::Leave]),
            Phase::Slayer => chance.pick(&[Action::LoseBloodline, Action::LoseHealth]),
            _ => match chance.index(4) {
                0 => Action::Decline,
                sign => Action::Accept(Sign::ALL[sign - 1]),
            },
        });
        match choice {
            Action::Stay | Action::LoseHealth => state.sealed_yes |= 1 << lair,
            Action::Accept(sign) => {
                state.accepted |= 1 << lair;
                state.guesses |= (sign as u32) << (2 * lair);
            }
            _ => {}
        }
    }
}
