//! Positions written by hand, for scenarios.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Deserialize;
use table::{Chance, Name, Refusal, Seat, SeatSet};

use crate::genealogy::{CENTRE, Cell, Genealogy};
use crate::options::{Caller, Options, Scoring};
use crate::pieces::{Card, Cards, Kind, deck};
use crate::rules::deal::{DEALT, bare};
use crate::sight::Placed;
use crate::state::{Phase, State, TOPS};

/// A position. What is left out is dealt.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// Which hand of a series, from 1.
    pub hand: Option<u16>,
    /// Who dealt.
    pub dealer: Option<Seat>,
    /// Whose turn it is; else the dealer's left neighbour's.
    pub turn: Option<Seat>,
    /// Turns go to the right.
    pub anticlockwise: bool,
    /// Whole hands, by seat. Others are dealt seven cards each.
    pub hands: BTreeMap<String, Vec<Card>>,
    /// Cards of these hands that everybody knows.
    pub shown: BTreeMap<String, Vec<Card>>,
    /// The tree, with rows from 0 and left edges in half-card steps; else a random founder.
    pub tree: Vec<Placed>,
    /// The card of the tree that has an Enthronement.
    pub enthroned: Option<Card>,
    /// Which Enthronement it has; else any.
    pub throne: Option<Card>,
    /// The card of the tree that has the King's Blood card. If no hand has it either, it lies aside.
    pub blood_on: Option<Card>,
    /// The whole pile. Without it, all cards not mentioned; with it, those go to the discards.
    pub pile: Option<Vec<Card>>,
    /// All discards. If the pile is given too, the cards not mentioned are dealt to the hands that are left open.
    pub discards: Option<Vec<Card>>,
    /// The next cards of the pile, the first to be drawn first.
    pub top: Vec<Card>,
    /// The running scores.
    pub scores: Vec<i16>,
    /// Who has called.
    pub called: Vec<Seat>,
    /// Who loses their next turn.
    pub penalty: Vec<Seat>,
    /// Cards owed by the current player.
    pub debt: u8,
    /// The current player may play one more card, as after an Assassination.
    pub extra: bool,
    /// This active card was just born, and the current player may play on.
    pub newborn: Option<Card>,
}

fn wrong(reason: impl Display) -> Refusal {
    Refusal::malformed(Name(reason))
}

/// Cards that are still to be put somewhere.
struct Spare(Cards);

impl Spare {
    fn take(&mut self, card: Card) -> Result<Card, Refusal> {
        if !self.0.contains(card) {
            let why = if card == Card::BLOOD {
                "is not in this game, or in two places"
            } else {
                "is in two places"
            };
            return Err(wrong(format!("The card {} {why}.", card.slug())));
        }
        self.0.remove(card);
        Ok(card)
    }

    fn take_all(&mut self, cards: &[Card]) -> Result<Cards, Refusal> {
        cards.iter().map(|&card| self.take(card)).collect()
    }

    fn deal<C: Chance>(&mut self, count: usize, chance: &mut C) -> Result<Cards, Refusal> {
        let mut dealt = Cards::EMPTY;
        for _ in 0..count {
            if self.0.is_empty() {
                return Err(wrong("There are not enough cards left to deal the open hands."));
            }
            let card = self.0.pick(chance);
            self.0.remove(card);
            dealt.insert(card);
        }
        Ok(dealt)
    }
}

/// A game from a position, or why it is impossible.
pub(crate) fn arrange<C: Chance>(
    options: &Options,
    position: &Position,
    chance: &mut C,
) -> Result<State, Refusal> {
    let mut state = bare(options);
    let players = state.players();
    let seat = |seat: Seat| -> Result<Seat, Refusal> {
        if seat.index() < players {
            Ok(seat)
        } else {
            Err(wrong(format!("There is no seat {}.", seat.number())))
        }
    };
    let named = |name: &str| -> Result<Seat, Refusal> {
        let number = name.parse().ok().and_then(Seat::from_number);
        number.ok_or_else(|| wrong(format!("There is no seat \"{name}\"."))).and_then(seat)
    };
    let seats = |list: &[Seat]| list.iter().map(|&one| seat(one)).collect::<Result<SeatSet, Refusal>>();

    state.hand = position.hand.unwrap_or(1);
    state.dealer = match (position.dealer, position.turn) {
        (Some(dealer), _) => seat(dealer)?,
        (None, Some(turn)) => seat(turn)?.right(players),
        (None, None) => Seat::new(chance.index(players)),
    };
    state.turn = position.turn.map_or(Ok(state.dealer.left(players)), seat)?;
    state.clockwise = !position.anticlockwise;
    state.called = seats(&position.called)?;
    state.penalty = seats(&position.penalty)?;
    if position.scores.len() > players {
        return Err(wrong(format!("There are more scores than the {players} seats.")));
    }
    check_scores(options, &position.scores)?;
    state.scores[..position.scores.len()].copy_from_slice(&position.scores);

    let all = if options.advanced { Cards::DECK.union(Cards::one(Card::BLOOD)) } else { Cards::DECK };
    let mut spare = Spare(all);
    lay_tree(&mut state, position, &mut spare)?;
    let mut given = SeatSet::EMPTY;
    for (name, cards) in &position.hands {
        let seat = named(name)?;
        given.insert(seat);
        state.hands[seat.index()] = spare.take_all(cards)?;
    }
    let pile = position.pile.as_deref().map(|cards| spare.take_all(cards)).transpose()?;
    let discards = position.discards.as_deref().map(|cards| spare.take_all(cards)).transpose()?;
    let top = set_tops(&mut state, position, pile, &mut spare)?;
    if state.hands.iter().any(|hand| hand.contains(Card::BLOOD)) || state.blood_on.is_some() {
        state.aside = false;
    } else {
        spare.0.remove(Card::BLOOD);
    }
    found(&mut state, position, &mut spare, chance)?;
    let open: Vec<Seat> = Seat::all(players).filter(|&seat| !given.contains(seat)).collect();
    for (dealt, seat) in open.iter().enumerate() {
        let count = match (pile, discards) {
            (Some(_), Some(_)) => spare.0.len().div_ceil(open.len() - dealt),
            _ => DEALT,
        };
        state.hands[seat.index()] = spare.deal(count, chance)?;
    }
    match (pile, discards) {
        (Some(_), Some(_)) if !spare.0.is_empty() => {
            return Err(wrong(format!("{} cards are nowhere: {:?}.", spare.0.len(), spare.0)));
        }
        (Some(pile), discards) => (state.pile, state.discards) = (pile, discards.unwrap_or(spare.0)),
        (None, discards) => (state.pile, state.discards) = (spare.0, discards.unwrap_or_default()),
    }
    state.pile = state.pile.union(top);
    for at in 0..players {
        state.counts[at] = state.hands[at].len() as u8;
        state.shown[at] = state.hands[at].intersection(Cards::one(Card::BLOOD));
    }
    for (name, cards) in &position.shown {
        let at = named(name)?.index();
        let shown: Cards = cards.iter().copied().collect();
        if !shown.minus(state.hands[at]).is_empty() {
            return Err(wrong(format!("Seat {name} does not hold all the cards it shows.")));
        }
        state.shown[at] = state.shown[at].union(shown);
    }
    for seat in Seat::all(players) {
        match state.held(seat) {
            1 if options.caller == Caller::Table => state.called.insert(seat),
            0 | 1 => {}
            _ if state.called.contains(seat) => {
                return Err(wrong(format!(
                    "Seat {} has called, but holds more than one card.",
                    seat.number()
                )));
            }
            _ => {}
        }
    }
    let most = 3 * state.specials().draw.len();
    if !position.debt.is_multiple_of(3) || usize::from(position.debt) > most {
        return Err(wrong(format!("A debt comes from Draw 3: it is a multiple of 3 up to {most}.")));
    }
    state.debt = position.debt;
    set_phase(&mut state, position)?;
    Ok(state)
}

/// Scores that a running game can have (section 13 of the rules).
fn check_scores(options: &Options, scores: &[i16]) -> Result<(), Refusal> {
    if scores.iter().any(|&score| score != 0) && !options.scored() {
        return Err(wrong("There are no scores without the option \"scoring\"."));
    }
    if scores.iter().any(|&score| score >= options.target) {
        return Err(wrong(format!("With a score of {} or more the game would be over.", options.target)));
    }
    if scores.iter().any(|&score| score < 0) && options.scoring == Scoring::A {
        return Err(wrong("In scoring A nobody has less than 0 points."));
    }
    Ok(())
}

/// The tree that is given, with what is attached.
fn lay_tree(state: &mut State, position: &Position, spare: &mut Spare) -> Result<(), Refusal> {
    let mut cells: Vec<(Card, Cell)> = Vec::new();
    for placed in &position.tree {
        let Placed { card, row, column } = *placed;
        if !card.is_character() {
            return Err(wrong(format!("{} is not a Character, so it cannot lie in the tree.", card.slug())));
        }
        let cell = Cell::at(row.into(), column).ok_or_else(|| {
            wrong(format!(
                "There is no place at row {row}, column {column}: even rows have even columns, odd rows odd ones."
            ))
        })?;
        if cells.iter().any(|(_, taken)| *taken == cell) {
            return Err(wrong(format!("Two cards lie at row {row}, column {column}.")));
        }
        cells.push((spare.take(card)?, cell));
    }
    let laid = Genealogy::of(cells.iter().copied(), Cards::EMPTY);
    // Nobody wrote down who was born: by looks, a card below two that could marry.
    let married = |[one, other]: [Card; 2]| {
        one.may_marry(other) || position.blood_on.is_some_and(|royal| royal == one || royal == other)
    };
    let born = laid.cards().iter().filter(|&card| laid.above(card).is_some_and(married)).collect();
    state.tree = Genealogy::of(cells, born);
    let in_tree = |card: Option<Card>| match card {
        Some(card) if !state.tree.cards().contains(card) => {
            Err(wrong(format!("{} is not in the tree.", card.slug())))
        }
        card => Ok(card),
    };
    state.blood_on = in_tree(position.blood_on)?;
    if state.blood_on.is_some() {
        spare.take(Card::BLOOD)?;
    }
    if let (Some(card), None) = (position.throne, position.enthroned) {
        return Err(wrong(format!(
            "{} lies under a card of the tree: \"enthroned\" says which.",
            card.slug()
        )));
    }
    if let Some(monarch) = in_tree(position.enthroned)? {
        let throne = match position.throne {
            Some(card) if card.kind() != Some(Kind::Enthronement) => {
                return Err(wrong(format!("{} is not an Enthronement.", card.slug())));
            }
            Some(card) => Some(card),
            None => {
                let named = position.hands.values().flatten().chain(position.pile.iter().flatten());
                let named: Cards =
                    named.chain(position.discards.iter().flatten()).chain(&position.top).copied().collect();
                spare.0.intersection(deck().of_kind(Kind::Enthronement)).minus(named).first()
            }
        };
        let throne = throne.ok_or_else(|| wrong("No Enthronement is left for the tree."))?;
        state.throne = Some((spare.take(throne)?, monarch));
    }
    Ok(())
}

/// Without a tree, a random founder.
fn found<C: Chance>(
    state: &mut State,
    position: &Position,
    spare: &mut Spare,
    chance: &mut C,
) -> Result<(), Refusal> {
    if !position.tree.is_empty() {
        return Ok(());
    }
    let characters = spare.0.intersection(Cards::CHARACTERS);
    if characters.is_empty() {
        return Err(wrong("No Character is left to found the tree."));
    }
    let founder = characters.pick(chance);
    spare.take(founder)?;
    state.tree.put(founder, Cell { row: 0, column: CENTRE });
    Ok(())
}

/// The fixed top of the pile.
fn set_tops(
    state: &mut State,
    position: &Position,
    pile: Option<Cards>,
    spare: &mut Spare,
) -> Result<Cards, Refusal> {
    if position.top.len() > TOPS {
        return Err(wrong(format!("At most {TOPS} cards of the pile can be fixed.")));
    }
    let mut tops = Cards::EMPTY;
    for (to, &card) in state.tops.iter_mut().zip(position.top.iter().rev()) {
        if tops.contains(card) {
            return Err(wrong(format!("The card {} is in two places.", card.slug())));
        }
        if !pile.is_some_and(|pile| pile.contains(card)) {
            spare.take(card)?;
        }
        tops.insert(card);
        *to = Some(card);
    }
    Ok(tops)
}

fn set_phase(state: &mut State, position: &Position) -> Result<(), Refusal> {
    let given = [position.debt > 0, position.extra, position.newborn.is_some()];
    if given.into_iter().filter(|&is| is).count() > 1 {
        return Err(wrong("Debt, extra play and newborn exclude each other."));
    }
    state.phase = match position.newborn {
        Some(child) if !state.tree.active().contains(child) => {
            return Err(wrong(format!("The newborn {} is not an active card of the tree.", child.slug())));
        }
        Some(child) => {
            state.child = Some(child);
            state.last = Some(child);
            Phase::Newborn
        }
        None if position.debt > 0 => Phase::Debt,
        None if position.extra => Phase::Extra,
        None => Phase::Play,
    };
    Ok(())
}
