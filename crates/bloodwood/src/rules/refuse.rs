//! Why an action is refused, from what lies open and the seat's own cards.

use table::{Refusal, Refused, Seat};

use super::{declare, waiting_on};
use crate::DeclareWhen;
use crate::action::Action;
use crate::pieces::{Card, Deck, HAND, Sort};
use crate::state::{State, TurnStage};

fn no(rule: &'static str, reason: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::illegal(rule, reason)
}

/// Why an action is not on the seat's list.
pub(crate) fn why_not(state: &State, seat: Seat, action: Action) -> Refusal {
    let asked = waiting_on(state).contains(seat);
    match action {
        Action::Declare => why_not_declare(state, seat),
        _ if !asked => no("3.1", "It is not your turn: all you may do now is declare the end."),
        Action::Play(card) => why_not_play(state, seat, *card, None),
        Action::PlayOn { card, target } => why_not_play(state, seat, *card, Some(target)),
        Action::Discard(_) if state.sleeping() => asleep(),
        Action::Discard(card) => match state.stage {
            TurnStage::Play | TurnStage::Leshy | TurnStage::Catch => lacking(state, seat, card),
            _ => no("3.2", format!("{card} cannot be discarded now: {}.", task(state))),
        },
        Action::Give(card) => match state.stage {
            TurnStage::Hunt => lacking(state, seat, card),
            _ => no("5.14", "Nobody asks you for a card: that is for The Hunter."),
        },
        Action::Return(card) => match state.stage {
            TurnStage::Voodoo { .. } => lacking(state, seat, card),
            _ => no("5.12", "There is nothing to give back: that is for Voodoo."),
        },
        Action::Draw(deck) => match state.stage {
            TurnStage::Draw { .. } => no("3.7", format!("No card is left in the {} deck.", deck.name())),
            _ => no("3.5", format!("You cannot draw now: {}.", task(state))),
        },
        Action::Keep => match state.stage {
            TurnStage::Voodoo { .. } => {
                no("5.12", format!("You keep at most {HAND} cards: give more back first."))
            }
            TurnStage::Catch => no("5.14", format!("You keep at most {HAND} cards: discard more first.")),
            _ => no("5.12", "There is nothing to sort: that is for Voodoo and The Hunter."),
        },
        Action::Mirror | Action::Amulet | Action::Endure => why_not_answer(state, seat, action),
        Action::Name(enemy) => match state.stage {
            TurnStage::Declare { named, .. } if named.contains(enemy) => {
                no("8.3", format!("You have named {enemy} already."))
            }
            TurnStage::Declare { .. } if enemy == seat => no("8.3", "You are not your own enemy."),
            TurnStage::Declare { .. } => no("8.3", "There is no such player."),
            _ => no("8.3", "Declare the end first."),
        },
        Action::Accuse => match state.stage {
            TurnStage::Declare { .. } => no(
                "8.3",
                format!("The other side has at least {} players: name more of them.", state.players() / 2),
            ),
            _ => no("8.3", "Declare the end first."),
        },
        Action::Dally => match state.stage {
            TurnStage::Play => no("10.1", "At this table no turn may slip by: play or discard a card."),
            _ => no("10.1", format!("You cannot let a turn slip by now: {}.", task(state))),
        },
    }
}

/// Why a seat that is not asked may not act.
pub(crate) fn not_yours(state: &State, seat: Seat, action: Action) -> Refusal {
    match action {
        Action::Declare => Refusal { kind: Refused::NotYours, ..why_not_declare(state, seat) },
        _ => Refusal::not_yours(),
    }
}

/// What the seats that are waited on have to do.
fn task(state: &State) -> &'static str {
    match state.stage {
        TurnStage::Play if state.sleeping() => "sleep on",
        TurnStage::Play => "play or discard a card",
        TurnStage::Draw { .. } => "draw a card",
        TurnStage::Defend { .. } => "answer the attack",
        TurnStage::Leshy => "choose cards for The Leshy",
        TurnStage::Hunt => "choose a card for The Hunter",
        TurnStage::Catch => "sort what The Hunter brought",
        TurnStage::Voodoo { .. } => "choose what goes back",
        TurnStage::Declare { .. } => "name your enemies",
        TurnStage::Over { .. } => "the game is over",
    }
}

/// The seat has no such card, or has chosen them all.
fn lacking(state: &State, seat: Seat, card: Card) -> Refusal {
    match state.hand(seat).has(card) {
        true => no("3.2", format!("You have already chosen every {card} you hold.")),
        false => no("3.2", format!("You do not hold {card}.")),
    }
}

fn asleep() -> Refusal {
    no("5.10", "You are tranquillized and sleep through this turn.")
}

fn why_not_play(state: &State, seat: Seat, card: Card, target: Option<Seat>) -> Refusal {
    if state.stage != TurnStage::Play {
        return no("3.1", format!("{card} cannot be played now: {}.", task(state)));
    }
    if state.sleeping() {
        return asleep();
    }
    if !state.hand(seat).has(card) {
        return no("3.1", format!("You do not hold {card}."));
    }
    if let Sort::Special(_) = card.sort() {
        return no("4.4", format!("{card} may not follow one of its own kind in the same turn."));
    }
    if card.deck() != state.phase {
        return no(
            "3.1",
            format!("{card} is a {} card, and it is {}.", card.deck().name(), state.phase.name()),
        );
    }
    if card.deck() == Deck::Night && state.chained.contains(seat) {
        return no("5.9", "In Chains you cannot play Night cards.");
    }
    let Some(target) = target.filter(|target| target.index() < state.players()) else {
        return no("3.1", "There is no such player.");
    };
    if target == seat && card.deck() == Deck::Night {
        return no("5.1", format!("{card} cannot be played on yourself."));
    }
    let permanent = state.permanent.contains(target);
    match card {
        Card::Bite => no("5.8", format!("{target} is mutated for good: no Bite changes that.")),
        Card::CurseMark if permanent => no("5.8", format!("{target} is mutated for good already.")),
        Card::CurseMark => no("5.11", format!("{target} bears a Curse Mark already.")),
        Card::Chains => no("5.11", format!("{target} is in Chains already.")),
        Card::Tranquillizer => no("5.11", format!("{target} is tranquillized already.")),
        Card::Vaccine if permanent => no("5.8", format!("{target} is mutated for good: no Vaccine helps.")),
        Card::Vaccine => no("7.1", format!("{target} is pure: there is nothing to heal.")),
        Card::Candle => no("7.2", format!("{target} bears no Curse Mark.")),
        Card::Keys => no("7.3", format!("{target} is not in Chains.")),
        Card::Thief if target != seat => no("7.6", format!("{target} has no cards to steal.")),
        Card::Confession if target != seat => no("7.8", format!("You have confessed to {target} already.")),
        _ => no(rule_of(card), format!("{card} cannot be played on yourself.")),
    }
}

/// The rule of a Day card that is played on somebody else.
fn rule_of(card: Card) -> &'static str {
    match card {
        Card::Thief => "7.6",
        Card::BloodTest => "7.7",
        _ => "7.8",
    }
}

fn why_not_answer(state: &State, seat: Seat, action: Action) -> Refusal {
    if !matches!(state.stage, TurnStage::Defend { .. }) {
        return no("6.1", "Nobody attacks you now.");
    }
    match action {
        Action::Mirror if state.chained.contains(seat) => {
            no("5.9", "In Chains you cannot use the Mirror, which is a Night card.")
        }
        Action::Mirror => no("6.3", "You hold no Mirror."),
        _ => no("6.2", "You hold no Amulet."),
    }
}

fn why_not_declare(state: &State, seat: Seat) -> Refusal {
    if state.mutated.contains(seat) {
        return no("8.1", "Only a pure player may declare the end, and you are mutated.");
    }
    if state.options.declare == DeclareWhen::OwnTurn {
        return no("8.5", "At this table the end is declared on one's own turn, before anything is played.");
    }
    debug_assert!(!declare::may_declare(state).contains(seat), "it is on the list");
    match state.stage {
        TurnStage::Draw { seat: drawer, .. } if drawer == state.turn => no(
            "8.2",
            "Too few players are mutated for a declaration to be right: declare once the cards are drawn.",
        ),
        _ => no("8.2", "Nobody may declare while a card is being resolved: declare once that is done."),
    }
}
