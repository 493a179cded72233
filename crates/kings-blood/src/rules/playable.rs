//! What can be played, and where.

use crate::genealogy::{Cell, Side};
use crate::pieces::{Card, Cards, Kind, clan_cards};
use crate::state::{Phase, State};

/// Events and the King's Blood card.
const OTHERS: Cards = Cards::DECK.union(Cards::one(Card::BLOOD)).minus(Cards::CHARACTERS);

/// The cards of the hand that the current player may play now.
pub(crate) fn playable_now(state: &State) -> Cards {
    let (hand, held) = (state.hands[state.turn.index()], state.held(state.turn));
    match state.phase {
        Phase::Debt => playable(state, hand.intersection(state.specials().all()), held), // rule 8.1
        Phase::Play | Phase::Extra => playable(state, hand, held),
        Phase::Drawn(card) => playable(state, Cards::one(card), held), // rule 5.3
        Phase::Newborn => state.child.map_or(Cards::EMPTY, |child| playable_on(state, child, hand, held)),
        _ => Cards::EMPTY,
    }
}

/// Which of these cards, none of which is in the tree, could be played somewhere from a hand of `held` cards?
pub(crate) fn playable(state: &State, cards: Cards, held: usize) -> Cards {
    let active = state.tree.active();
    let mut fitting = match state.blood_on {
        Some(card) if active.contains(card) => Cards::CHARACTERS, // rule 12.3
        _ => active.relatives(),
    };
    let others = cards.intersection(OTHERS);
    // An Event is never the last card (rule 10.1).
    if !others.is_empty() && held >= 2 {
        fitting = fitting.union(others.iter().filter(|&card| can_strike(state, card)).collect());
    }
    cards.intersection(fitting)
}

/// Which of these cards could be played on a newborn (rule 6.4)?
fn playable_on(state: &State, child: Card, cards: Cards, held: usize) -> Cards {
    let mut fitting = child.fits();
    if held >= 2 {
        let events = cards.intersection(Cards::DECK).minus(Cards::CHARACTERS); // not the King's Blood card: rule 12.2
        fitting = fitting.union(events.iter().filter(|&card| !targets(state, card).is_empty()).collect());
    }
    cards.intersection(fitting)
}

fn can_strike(state: &State, card: Card) -> bool {
    let active = state.tree.active();
    match card.kind() {
        Some(Kind::NewConnection) => active.iter().any(|target| connectable(state, target)),
        Some(Kind::Enthronement) => !enthronable(state, active).is_empty(),
        _ => !active.is_empty(),
    }
}

/// What an Event, or the King's Blood card, can be played on: active cards (rule 4.4), the newborn after a birth (rule 6.4).
pub(crate) fn targets(state: &State, card: Card) -> Cards {
    let mut targets = state.tree.active();
    if let Some(child) = state.child {
        targets = targets.intersection(Cards::one(child));
    }
    match card.kind() {
        Some(Kind::NewConnection) => targets.iter().filter(|&target| connectable(state, target)).collect(),
        Some(Kind::Enthronement) => enthronable(state, targets),
        _ => targets,
    }
}

/// Cards without an Enthronement (rule 9.5).
fn enthronable(state: &State, cards: Cards) -> Cards {
    state.throne.map_or(cards, |(_, monarch)| cards.minus(Cards::one(monarch)))
}

/// Is there another place for this card, once it is lifted (rule 9.4)?
fn connectable(state: &State, card: Card) -> bool {
    if state.tree.cards().only().is_some() {
        return false;
    }
    // Away from the table's edges the two ends of the lowest row are open, and at most one of these is the card's old place.
    if state.tree.is_roomy() {
        return true;
    }
    let mut lifted = state.clone();
    let from = lifted.tree.cell(card);
    lifted.tree.remove(card);
    connections(&lifted, from) != [Cards::EMPTY; 2]
}

/// Where a Character can be put: cards open on the left, and on the right (rules 5.2, 6.4, 12.3).
pub(crate) fn places(state: &State, card: Card) -> [Cards; 2] {
    let mut beside = card.fits();
    if let Some(royal) = state.blood_on {
        beside.insert(royal);
    }
    if let Some(child) = state.child {
        beside = beside.intersection(Cards::one(child));
    }
    [state.tree.open(Side::Left).intersection(beside), state.tree.open(Side::Right).intersection(beside)]
}

/// Where a lifted card can be put: anywhere but in the cell it came from (rule 9.4).
pub(crate) fn connections(state: &State, from: Cell) -> [Cards; 2] {
    Side::ALL.map(|side| {
        let open = state.tree.open(side);
        open.iter().filter(|&card| state.tree.cell(card).beside(side) != from).collect()
    })
}

/// The only place, if there is just one.
pub(crate) fn single([left, right]: [Cards; 2]) -> Option<(Card, Side)> {
    match (left.first(), right.first()) {
        (Some(card), None) if left.only().is_some() => Some((card, Side::Left)),
        (None, Some(card)) if right.only().is_some() => Some((card, Side::Right)),
        _ => None,
    }
}

/// The cards of the hand that can join a run of siblings (rule 6.5).
pub(crate) fn siblings(state: &State) -> Cards {
    let clan = state.child.map_or(Cards::EMPTY, |child| clan_cards(child.number()));
    state.hands[state.turn.index()].intersection(clan)
}
