//! Positions written by hand, for scenario files. What is left open is dealt.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use table::{Chance, Name, Refusal, Seat, SeatSet};

use crate::Options;
use crate::pieces::{Card, Cards, Deck, Entity, HAND, RANKS, Special, entities_left, full_deck};
use crate::rules::{declare, setup};
use crate::state::{Pile, State};

/// A position. It is always somebody's turn to play.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// Day or Night; Day if left out.
    pub phase: Option<Deck>,
    /// Turns of the phase that are over.
    pub counter: u8,
    /// Turns of the game that are over; at least as many as the counter says.
    pub turns: u32,
    /// Do turns go to the right?
    pub anticlockwise: bool,
    /// Whose turn it is; by lot if left out.
    pub turn: Option<Seat>,
    /// The current play is the extra one that this special gave.
    pub extra_after: Option<Special>,
    /// By seat number.
    pub seats: BTreeMap<String, Seated>,
    /// The cards left in the Night pile; all others that are nowhere else are then discards.
    pub night_pile: Option<Vec<Card>>,
    /// The cards left in the Day pile; all others that are nowhere else are then discards.
    pub day_pile: Option<Vec<Card>>,
    /// Cards among the discards, where a pile is left open.
    pub discards: Vec<Card>,
}

/// One seat of a position.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Seated {
    /// What it is.
    pub entity: Option<Entity>,
    /// Its cards; two Night and two Day cards if left out.
    pub hand: Option<Vec<Card>>,
    /// Pure, mutated or mutated for good.
    pub dna: Dna,
    /// Turns left of a Curse Mark, 1 or 2; 0 for none.
    pub curse: u8,
    /// In Chains?
    pub chained: bool,
    /// To sleep through the next turn?
    pub tranquillized: bool,
    /// Whose entities it has been shown.
    pub shown: SeatSet,
    /// To whom it has confessed; they have been shown its entity.
    pub confessed: SeatSet,
}

/// The state of a DNA card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dna {
    /// As at the start.
    #[default]
    Pure,
    /// To be healed by Vaccine or Bite.
    Mutated,
    /// For good.
    Permanent,
}

fn impossible(reason: impl fmt::Display) -> Refusal {
    Refusal::malformed(Name(reason))
}

/// A game from a position, or why it is impossible.
pub(crate) fn arrange<C: Chance>(
    options: &Options,
    position: &Position,
    chance: &mut C,
) -> Result<State, Refusal> {
    let players = options.players;
    let mut state = setup::blank(options);
    let mut seated: [Seated; table::MAX_SEATS] = Default::default();
    for (number, seat) in &position.seats {
        let index = number.parse::<usize>().ok().filter(|n| (1..=players).contains(n));
        let index = index
            .ok_or_else(|| impossible(format!("There is no seat \"{number}\" at a table of {players}.")))?;
        seated[index - 1] = seat.clone();
    }
    state.phase = position.phase.unwrap_or(Deck::Day);
    state.clockwise = !position.anticlockwise;
    if usize::from(position.counter) >= players {
        return Err(impossible(format!(
            "A phase of {players} turns cannot have {} behind it.",
            position.counter
        )));
    }
    state.counter = position.counter;
    state.turns = position.turns.max(position.counter.into());
    if state.turns >= u32::from(options.rounds) * players as u32 {
        return Err(impossible("The limit of rounds is reached: the game would be over."));
    }
    state.turn = match (position.turn, options.first) {
        (Some(seat), _) if seat.index() < players => seat,
        (Some(seat), _) => {
            return Err(impossible(format!("There is no seat {} at this table.", seat.number())));
        }
        (None, 0) => Seat::new(chance.index(players)),
        (None, first) => Seat::new(usize::from(first) - 1),
    };
    state.barred = position.extra_after;
    state.acted = position.extra_after.is_some();
    for seat in Seat::all(players) {
        lay_out(&mut state, seat, &seated[seat.index()])?;
    }
    if state.sleeping() && !declare::is_ripe(&state) {
        return Err(impossible("A tranquillized player sleeps through the turn: it cannot be theirs."));
    }
    if state.permanent == SeatSet::full(players) {
        return Err(impossible("Everybody is mutated for good: the game would be over."));
    }
    entities(&mut state, &seated, chance)?;
    cards(&mut state, position, &seated, chance)?;
    if state.hand(state.turn).is_empty() && !state.sleeping() {
        return Err(impossible("The seat whose turn it is needs a card to play or discard."));
    }
    Ok(state)
}

/// What lies before a seat.
fn lay_out(state: &mut State, seat: Seat, seated: &Seated) -> Result<(), Refusal> {
    let players = state.players();
    let number = seat.number();
    if seated.curse > 2 {
        return Err(impossible(format!("The Curse Mark of seat {number} has at most 2 turns left.")));
    }
    if seated.curse > 0 && seated.dna == Dna::Permanent {
        return Err(impossible(format!(
            "Seat {number} is mutated for good and bears no Curse Mark any more."
        )));
    }
    let others = SeatSet::full(players).without(seat);
    if !seated.shown.minus(others).is_empty() || !seated.confessed.minus(others).is_empty() {
        return Err(impossible(format!(
            "Seat {number} tests and confesses to other players of this table only."
        )));
    }
    match seated.dna {
        Dna::Pure => {}
        Dna::Mutated => state.mutated.insert(seat),
        Dna::Permanent => {
            state.mutated.insert(seat);
            state.permanent.insert(seat);
        }
    }
    if seated.chained {
        state.chained.insert(seat);
    }
    if seated.tranquillized {
        state.drugged.insert(seat);
    }
    state.curse[seat.index()] = seated.curse;
    state.confessed[seat.index()] = seated.confessed;
    state.shown[seat.index()] = state.shown[seat.index()].union(seated.shown);
    seated.confessed.iter().for_each(|to| state.shown[to.index()].insert(seat));
    Ok(())
}

/// Entities as given, the others by lot among what is left.
fn entities<C: Chance>(state: &mut State, seated: &[Seated], chance: &mut C) -> Result<(), Refusal> {
    let players = state.players();
    let mut unknown = SeatSet::full(players);
    let mut taken = [0u8; 4];
    for seat in Seat::all(players) {
        if let Some(entity) = seated[seat.index()].entity {
            unknown.remove(seat);
            taken[entity as usize] += 1;
            state.become_entity(seat, entity);
        }
    }
    let ways: Vec<[u8; 4]> =
        entities_left(players, state.options.leaders, taken).into_iter().flatten().collect();
    if ways.is_empty() {
        return Err(impossible(format!("These entities do not make the teams of {players} players.")));
    }
    let left = chance.pick(&ways);
    setup::deal_entities(state, left, unknown, chance);
    Ok(())
}

/// Hands, piles and discards.
fn cards<C: Chance>(
    state: &mut State,
    position: &Position,
    seated: &[Seated],
    chance: &mut C,
) -> Result<(), Refusal> {
    let mut rest = [full_deck(Deck::Night), full_deck(Deck::Day)];
    let mut take = |card: Card| -> Result<Card, Refusal> {
        let left = &mut rest[card.deck().index()][card.rank()];
        *left = left
            .checked_sub(1)
            .ok_or_else(|| impossible(format!("The box has only {} of {card}.", card.copies())))?;
        Ok(card)
    };
    for seat in Seat::all(state.players()) {
        for (lies, card) in [
            (state.cursed(seat), Card::CurseMark),
            (state.chained.contains(seat), Card::Chains),
            (state.drugged.contains(seat), Card::Tranquillizer),
        ] {
            if lies {
                take(card)?;
            }
        }
        if let Some(hand) = &seated[seat.index()].hand {
            if hand.len() > HAND.into() {
                return Err(impossible(format!("Seat {} holds more than {HAND} cards.", seat.number())));
            }
            let mut bag = Cards::EMPTY;
            for &card in hand {
                bag.add(take(card)?);
            }
            state.hands[seat.index()] = bag;
        }
    }
    for &card in &position.discards {
        state.discard_pile(take(card)?);
    }
    let mut piles = [None; 2];
    for (deck, given) in [(Deck::Night, &position.night_pile), (Deck::Day, &position.day_pile)] {
        let Some(given) = given else { continue };
        let mut counts = [0u8; RANKS];
        for &card in given {
            if card.deck() != deck {
                return Err(impossible(format!("{card} is not a {} card.", deck.name())));
            }
            counts[take(card)?.rank()] += 1;
        }
        piles[deck.index()] = Some(Pile::new(counts));
    }
    let mut rest = rest.map(Pile::new);
    for seat in Seat::all(state.players()).filter(|seat| seated[seat.index()].hand.is_none()) {
        for deck in Deck::ALL {
            for _ in 0..HAND / 2 {
                if rest[deck.index()].len == 0 {
                    return Err(impossible(format!("No {} cards are left to deal.", deck.name())));
                }
                let rank = rest[deck.index()].draw(chance);
                state.hands[seat.index()].add(Card::of(deck, rank));
            }
        }
    }
    for deck in Deck::ALL {
        let at = deck.index();
        match piles[at] {
            None => state.piles[at] = rest[at],
            Some(pile) => {
                state.piles[at] = pile;
                for (rank, &count) in rest[at].counts.iter().enumerate() {
                    (0..count).for_each(|_| state.discards[at].add(rank));
                }
            }
        }
    }
    // Everybody saw from which decks these hands were drawn.
    for seat in Seat::all(state.players()) {
        for card in state.hand(seat).iter() {
            state.knowledge.draw(seat, card);
        }
    }
    Ok(())
}
