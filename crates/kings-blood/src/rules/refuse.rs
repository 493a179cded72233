//! Why something may not be done, in words that use only what the asking seat can see: its own hand and the table.

use table::{Refusal, Seat, say};

use super::playable::{connections, places, playable, siblings, targets};
use crate::action::Action;
use crate::genealogy::{ROWS, Side};
use crate::pieces::{Card, Cards, Kind};
use crate::state::{Phase, State};

/// Why the current seat may not do this.
pub(crate) fn why_not(state: &State, seat: Seat, action: Action) -> Refusal {
    if !action.well_formed() {
        return Refusal::malformed(say!("There is no such place, card of the tree or seat."));
    }
    if seat != state.turn {
        return Refusal::not_yours();
    }
    match action {
        Action::Play(card) => not_playable(state, seat, card),
        Action::Place { beside, side } => not_a_place(state, beside, side),
        Action::Target(card) => not_a_target(state, card),
        Action::Give(to) => match state.phase {
            Phase::Give(_) => Refusal::illegal("9.3", say!("{to} does not sit at this table.")),
            _ => Refusal::illegal("9.3", say!("Nobody is being exiled.")),
        },
        Action::Draw => match state.phase {
            Phase::Play => Refusal::illegal("11.2", say!("There is no card left to draw.")),
            Phase::Debt => Refusal::illegal(
                "8.4",
                say!("You owe more than one card: draw them all, or pass the debt on."),
            ),
            _ => Refusal::illegal("5.1", say!("You draw a card only instead of playing one.")),
        },
        Action::Accept => Refusal::illegal("8.4", say!("You do not owe any cards now.")),
        Action::Marry | Action::Decline => {
            Refusal::illegal("6.1", say!("There is no couple to decide about."))
        }
        Action::Stop => match state.phase {
            Phase::Play => Refusal::illegal("5.1", say!("You must play a card, or draw one.")),
            Phase::Debt => Refusal::illegal("8.4", say!("You must pass the Draw 3 on, or draw.")),
            Phase::Marry(..) => Refusal::illegal("6.1", say!("First say whether the two marry.")),
            _ => Refusal::illegal("5.4", say!("First finish the play you have begun.")),
        },
        Action::Pass if state.phase != Phase::Play => {
            Refusal::illegal("11.2", say!("You pass only instead of a turn."))
        }
        Action::Pass if state.can_draw() => {
            Refusal::illegal("11.2", say!("You cannot pass while there are cards to draw."))
        }
        Action::Pass => Refusal::illegal(
            "11.2",
            say!("You hold a card that can be played, and there is nothing to draw."),
        ),
        Action::Call if state.called.contains(seat) => {
            Refusal::illegal("10.2", say!("You have called already."))
        }
        Action::Call => Refusal::illegal("10.2", say!("You call when you are down to one card.")),
    }
}

fn not_playable(state: &State, seat: Seat, card: Card) -> Refusal {
    let hand = state.hands[seat.index()];
    if !hand.contains(card) {
        return Refusal::illegal("5.1", say!("You do not hold {card}."));
    }
    match state.phase {
        Phase::Place | Phase::Target | Phase::Give(_) | Phase::Connect(..) => {
            return Refusal::illegal("5.4", say!("First finish the play you have begun."));
        }
        Phase::Close => return Refusal::illegal("5.5", say!("Your turn is over: only the call is left.")),
        Phase::Marry(_, None) => return Refusal::illegal("6.1", say!("First say whether the two marry.")),
        Phase::Marry(_, Some(_)) | Phase::Sibling(..) => {
            debug_assert!(!siblings(state).contains(card));
            return Refusal::illegal("6.5", say!("{card} does not have the number of the siblings."));
        }
        Phase::Drawn(drawn) if drawn != card => {
            return Refusal::illegal("5.3", say!("You may play only the card you have just drawn."));
        }
        Phase::Debt if !state.specials().all().contains(card) => {
            return Refusal::illegal("8.1", say!("Only a Skip, Reverse or Draw 3 passes the debt on."));
        }
        Phase::Newborn if card == Card::BLOOD => {
            return Refusal::illegal("12.2", say!("The King's Blood card is not played on a newborn."));
        }
        _ => {}
    }
    if !card.is_character() && state.held(seat) < 2 {
        return Refusal::illegal("10.1", say!("Your last card must be a Character: draw a card instead."));
    }
    if card.is_character() {
        return match state.child {
            Some(child) => Refusal::illegal(
                "6.4",
                say!(
                    "{card} shares neither colour nor number with {child}, and only the newborn can be played beside."
                ),
            ),
            None => {
                Refusal::illegal("5.2", say!("No active card shares the colour or the number of {card}."))
            }
        };
    }
    debug_assert!(playable(state, Cards::one(card), state.held(seat)).is_empty() || state.child.is_some());
    match card.kind() {
        Some(Kind::NewConnection) => {
            Refusal::illegal("9.4", say!("There is no other place for any card you could move."))
        }
        Some(Kind::Enthronement) => {
            Refusal::illegal("9.5", say!("The only card you could enthrone is enthroned already."))
        }
        _ => Refusal::illegal("4.4", say!("There is no active card to play it on.")),
    }
}

fn not_a_place(state: &State, beside: Card, side: Side) -> Refusal {
    // A card that nothing can join says so before a card is shown.
    if state.tree.cards().contains(beside) && !state.tree.active().contains(beside) {
        return not_active(state, beside);
    }
    let allowed = match (state.phase, state.chosen) {
        (Phase::Place, Some(card)) => places(state, card),
        (Phase::Connect(_, from), _) => connections(state, from),
        _ => return Refusal::illegal("5.4", say!("First show the card you want to play.")),
    };
    if !state.tree.cards().contains(beside) {
        return Refusal::illegal("4.4", say!("{beside} does not lie in the tree."));
    }
    if !state.tree.open(side).contains(beside) {
        return Refusal::illegal("4.2", say!("{beside} is not open on the {side}.", side = side.word()));
    }
    debug_assert!(!allowed[side as usize].contains(beside));
    match state.phase {
        Phase::Connect(card, _) => Refusal::illegal("9.4", say!("{card} cannot go back to the same place.")),
        _ if state.child.is_some() => {
            Refusal::illegal("6.4", say!("After a birth you play beside the child only."))
        }
        _ => Refusal::illegal("5.2", say!("{beside} has neither the same colour nor the same number.")),
    }
}

fn not_a_target(state: &State, target: Card) -> Refusal {
    let (Phase::Target, Some(card)) = (state.phase, state.chosen) else {
        return Refusal::illegal("5.4", say!("First show the card you want to play."));
    };
    debug_assert!(!targets(state, card).contains(target));
    if !state.tree.cards().contains(target) {
        return Refusal::illegal("4.4", say!("{target} does not lie in the tree."));
    }
    if !state.tree.active().contains(target) {
        return not_active(state, target);
    }
    match card.kind() {
        Some(Kind::Enthronement) => Refusal::illegal("9.5", say!("{target} is enthroned already.")),
        _ => Refusal::illegal("9.4", say!("There is no other place for {target}.")),
    }
}

/// Why a card of the tree is not active: what lies on it, or that it has no room beside it (rule 4.3).
fn not_active(state: &State, card: Card) -> Refusal {
    let tree = &state.tree;
    let under = Side::ALL.map(|side| tree.cell(card).child(side));
    let covered = under.iter().any(|&cell| usize::from(cell.row) < ROWS && tree.taken(cell));
    let on_it = || tree.cards().iter().find(|&other| under.contains(&tree.cell(other)));
    let Some(other) = covered.then(on_it).flatten() else {
        return Refusal::illegal("4.3", say!("{card} is not active: there is no room on either side."));
    };
    let is_child = tree.born().contains(other) && tree.above(other).is_some_and(|both| both.contains(&card));
    Refusal::illegal(
        "4.3",
        match is_child {
            true => say!("{card} is not active: the child {other} lies on this card."),
            false => say!("{card} is not active: {other} lies on this card."),
        },
    )
}
