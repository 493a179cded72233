//! Why an action is refused, from what lies open and the seat's own cards.

use table::{Refusal, Refused, Seat, Text, say};

use super::{declare, waiting_on};
use crate::DeclareWhen;
use crate::action::Action;
use crate::pieces::{Card, Deck, HAND, Sort};
use crate::state::{State, TurnStage};

fn no(rule: &'static str, reason: Text) -> Refusal {
    Refusal::illegal(rule, reason)
}

/// Why an action is not on the seat's list.
pub(crate) fn why_not(state: &State, seat: Seat, action: Action) -> Refusal {
    let asked = waiting_on(state).contains(seat);
    match action {
        Action::Declare => why_not_declare(state, seat),
        _ if !asked => no("3.1", say!("It is not your turn: all you may do now is declare the end.")),
        Action::Play(card) => why_not_play(state, seat, *card, None),
        Action::PlayOn { card, target } => why_not_play(state, seat, *card, Some(target)),
        Action::Discard(_) if state.sleeping() => asleep(),
        Action::Discard(card) => match state.stage {
            TurnStage::Play | TurnStage::Leshy | TurnStage::Catch => lacking(state, seat, card),
            _ => no("3.2", say!("{card} cannot be discarded now: {task}.", task = task(state))),
        },
        Action::Give(card) => match state.stage {
            TurnStage::Hunt => lacking(state, seat, card),
            _ => no("5.14", say!("Nobody asks you for a card: that is for The Hunter.")),
        },
        Action::Return(card) => match state.stage {
            TurnStage::Voodoo { .. } => lacking(state, seat, card),
            _ => no("5.12", say!("There is nothing to give back: that is for Voodoo.")),
        },
        Action::Draw(deck) => match state.stage {
            TurnStage::Draw { .. } => no("3.7", say!("No card is left in the {deck} deck.")),
            _ => no("3.5", say!("You cannot draw now: {task}.", task = task(state))),
        },
        Action::Keep => match state.stage {
            TurnStage::Voodoo { .. } => {
                no("5.12", say!("You keep at most {HAND} cards: give more back first."))
            }
            TurnStage::Catch => no("5.14", say!("You keep at most {HAND} cards: discard more first.")),
            _ => no("5.12", say!("There is nothing to sort: that is for Voodoo and The Hunter.")),
        },
        Action::Mirror | Action::Amulet | Action::Endure => why_not_answer(state, seat, action),
        Action::Name(enemy) => match state.stage {
            TurnStage::Declare { named, .. } if named.contains(enemy) => {
                no("8.3", say!("You have named {enemy} already."))
            }
            TurnStage::Declare { .. } if enemy == seat => no("8.3", say!("You are not your own enemy.")),
            TurnStage::Declare { .. } => no("8.3", say!("There is no such player.")),
            _ => no("8.3", say!("Declare the end first.")),
        },
        Action::Accuse => match state.stage {
            TurnStage::Declare { .. } => no(
                "8.3",
                say!(
                    "The other side has at least {least} players: name more of them.",
                    least = state.players() / 2
                ),
            ),
            _ => no("8.3", say!("Declare the end first.")),
        },
        Action::Dally => match state.stage {
            TurnStage::Play => no("10.1", say!("At this table no turn may slip by: play or discard a card.")),
            _ => no("10.1", say!("You cannot let a turn slip by now: {task}.", task = task(state))),
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
fn task(state: &State) -> Text {
    match state.stage {
        TurnStage::Play if state.sleeping() => say!("sleep on"),
        TurnStage::Play => say!("play or discard a card"),
        TurnStage::Draw { .. } => say!("draw a card"),
        TurnStage::Defend { .. } => say!("answer the attack"),
        TurnStage::Leshy => say!("choose cards for The Leshy"),
        TurnStage::Hunt => say!("choose a card for The Hunter"),
        TurnStage::Catch => say!("sort what The Hunter brought"),
        TurnStage::Voodoo { .. } => say!("choose what goes back"),
        TurnStage::Declare { .. } => say!("name your enemies"),
        TurnStage::Over { .. } => say!("the game is over"),
    }
}

/// The seat has no such card, or has chosen them all.
fn lacking(state: &State, seat: Seat, card: Card) -> Refusal {
    match state.hand(seat).has(card) {
        true => no("3.2", say!("You have already chosen every {card} you hold.")),
        false => no("3.2", say!("You do not hold {card}.")),
    }
}

fn asleep() -> Refusal {
    no("5.10", say!("You are tranquillized and sleep through this turn."))
}

fn why_not_play(state: &State, seat: Seat, card: Card, target: Option<Seat>) -> Refusal {
    if state.stage != TurnStage::Play {
        return no("3.1", say!("{card} cannot be played now: {task}.", task = task(state)));
    }
    if state.sleeping() {
        return asleep();
    }
    if !state.hand(seat).has(card) {
        return no("3.1", say!("You do not hold {card}."));
    }
    if let Sort::Special(_) = card.sort() {
        return no("4.4", say!("{card} may not follow one of its own kind in the same turn."));
    }
    if card.deck() != state.phase {
        return no(
            "3.1",
            say!("{card} is a {deck} card, and it is {phase}.", deck = card.deck(), phase = state.phase),
        );
    }
    if card.deck() == Deck::Night && state.chained.contains(seat) {
        return no("5.9", say!("In Chains you cannot play Night cards."));
    }
    let Some(target) = target.filter(|target| target.index() < state.players()) else {
        return no("3.1", say!("There is no such player."));
    };
    if target == seat && card.deck() == Deck::Night {
        return no("5.1", say!("{card} cannot be played on yourself."));
    }
    let permanent = state.permanent.contains(target);
    match card {
        Card::Bite => no("5.8", say!("{target} is mutated for good: no Bite changes that.")),
        Card::CurseMark if permanent => no("5.8", say!("{target} is mutated for good already.")),
        Card::CurseMark => no("5.11", say!("{target} bears a Curse Mark already.")),
        Card::Chains => no("5.11", say!("{target} is in Chains already.")),
        Card::Tranquillizer => no("5.11", say!("{target} is tranquillized already.")),
        Card::Vaccine if permanent => no("5.8", say!("{target} is mutated for good: no Vaccine helps.")),
        Card::Vaccine => no("7.1", say!("{target} is pure: there is nothing to heal.")),
        Card::Candle if state.curse.iter().all(|&turns| turns == 0) => {
            no("7.2", say!("Nobody bears a Curse Mark."))
        }
        Card::Candle => no("7.2", say!("{target} bears no Curse Mark.")),
        Card::Keys if state.chained.is_empty() => no("7.3", say!("Nobody is in Chains.")),
        Card::Keys => no("7.3", say!("{target} is not in Chains.")),
        Card::Thief if target != seat => no("7.6", say!("{target} has no cards to steal.")),
        Card::Confession if target != seat => no("7.8", say!("You have confessed to {target} already.")),
        _ => no(rule_of(card), say!("{card} cannot be played on yourself.")),
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
        return no("6.1", say!("Nobody attacks you now."));
    }
    match action {
        Action::Mirror if state.chained.contains(seat) => {
            no("5.9", say!("In Chains you cannot use the Mirror, which is a Night card."))
        }
        Action::Mirror => no("6.3", say!("You hold no Mirror.")),
        _ => no("6.2", say!("You hold no Amulet.")),
    }
}

fn why_not_declare(state: &State, seat: Seat) -> Refusal {
    if state.mutated.contains(seat) {
        return no("8.1", say!("Only a pure player may declare the end, and you are mutated."));
    }
    if state.options.declare == DeclareWhen::OwnTurn {
        return no(
            "8.5",
            say!("At this table the end is declared on one's own turn, before anything is played."),
        );
    }
    debug_assert!(!declare::may_declare(state).contains(seat), "it is on the list");
    match state.stage {
        TurnStage::Draw { seat: drawer, .. } if drawer == state.turn => no(
            "8.2",
            say!(
                "Too few players are mutated for a declaration to be right: declare once the cards are drawn."
            ),
        ),
        _ => no("8.2", say!("Nobody may declare while a card is being resolved: declare once that is done.")),
    }
}
