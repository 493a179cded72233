//! What options are called and what they touch.

use std::borrow::Cow;

use table::Described;
use table::scene::seat_id;

use super::narrate::cards;
use super::{ability, card_id, event_text, hand_id, spot_id, tree_id};
use crate::action::Action;
use crate::genealogy::Side;
use crate::pieces::{Card, Kind, deck};
use crate::sight::{Observation, PhaseView};

/// What actions of the observing seat are called and touch.
pub(crate) fn describe(o: &Observation, actions: &[Action]) -> Vec<Described> {
    actions.iter().map(|&action| describe_one(o, action)).collect()
}

fn describe_one(o: &Observation, action: Action) -> Described {
    match action {
        Action::Play(card) => {
            let label = match o.phase {
                PhaseView::Marry { .. } | PhaseView::Sibling { .. } => format!("Lay {card} as a sibling"),
                PhaseView::Drawn { .. } => format!("Play {card} now"),
                _ => format!("Play {card}"),
            };
            Described::new(label, [card_id(&hand_id(o.turn), card)]).detail(about(o, card))
        }
        Action::Place { beside, side } => place(o, beside, side),
        Action::Target(card) => {
            let label = match o.chosen.and_then(Card::kind) {
                Some(Kind::Assassination) => format!("Assassinate {card}"),
                Some(Kind::Exile) => format!("Exile {card}"),
                Some(Kind::NewConnection) => format!("Move {card}"),
                Some(Kind::Enthronement) => format!("Enthrone {card}"),
                None => format!("Give the King's Blood to {card}"),
            };
            Described::new(label, [tree_id(card)]).detail(summary(card))
        }
        Action::Give(seat) => {
            let exiled = match o.phase {
                PhaseView::Give { card } => vec![tree_id(card)],
                _ => Vec::new(),
            };
            let label = if o.observer.is(seat) {
                "Take it into your own hand".into()
            } else {
                format!("Send it to {seat}")
            };
            Described::new(label, [seat_id(seat)].into_iter().chain(exiled))
        }
        Action::Draw => Described::new("Draw a card", ["pile"]).detail("You may play it at once if it fits."),
        Action::Accept => {
            let left = usize::from(o.pile) + o.discards.len();
            let label = match left < usize::from(o.debt) {
                true if left == 0 => "Draw nothing: no card is left".to_owned(),
                true => format!("Draw what is left: {}", cards(left)),
                false => format!("Draw {}", cards(o.debt.into())),
            };
            Described::new(label, ["pile"]).detail("Then you take an ordinary turn.")
        }
        Action::Marry => match o.phase {
            PhaseView::Marry { card, beside, .. } => {
                Described::new(format!("Marry {card} and {beside}"), [tree_id(card), tree_id(beside)])
                    .detail("The next card of the pile is their child, or an Event to play at once.")
            }
            _ => Described::new("Marry", Vec::<String>::new()),
        },
        Action::Decline => {
            let ability = o.last.and_then(|card| deck().specials(o.options.few()).of(card)).map(ability);
            let described = Described::new("No marriage", Vec::<String>::new());
            match ability {
                _ if o.winner.is_some() => described.detail("The hand ends."),
                Some(ability) => described.detail(format!("Your turn ends. {ability}.")),
                None => described.detail("Your turn ends."),
            }
        }
        Action::Stop => stop(o),
        Action::Pass => Described::new("Pass", Vec::<String>::new()),
        Action::Call => Described::new("Call \"King's Blood!\"", [seat_id(o.turn)]),
    }
}

fn place(o: &Observation, beside: Card, side: Side) -> Described {
    let comer = match o.phase {
        PhaseView::Connect { card, .. } => Some(card),
        _ => o.chosen,
    };
    let royal = o.blood_on.is_some_and(|royal| royal == beside || Some(royal) == comer);
    let what = match comer {
        Some(_) if o.debt > 0 => "passes the debt on, no marriage",
        Some(_) if royal => "has the King's Blood, so they marry",
        Some(card) if card.may_marry(beside) => "they may marry",
        _ => "no marriage",
    };
    let label = format!("To the {} of {beside}", side.word());
    Described::new(label, [spot_id(beside, side), tree_id(beside)])
        .detail(format!("{}: {what}", summary(beside)))
}

/// Is the current player down to one card and has not called (rule 10.2)?
fn silent(o: &Observation) -> bool {
    let turn = &o.seats[o.turn.index()];
    turn.held == 1 && !turn.called
}

fn stop(o: &Observation) -> Described {
    let silent = silent(o);
    let label = match o.phase {
        PhaseView::Drawn { .. } if silent => "Keep it, without the call",
        PhaseView::Drawn { .. } => "Keep it",
        _ if silent => "End your turn without the call",
        _ => "End your turn",
    };
    let described = Described::new(label, Vec::<String>::new());
    if silent { described.detail("You draw three cards and lose your next turn.") } else { described }
}

/// A Character in brief.
fn summary(card: Card) -> String {
    let gender = if card.woman() { "woman" } else { "man" };
    format!("{} {}, {gender}", card.colour().word(), card.number())
}

/// What a card is, in a line.
fn about(o: &Observation, card: Card) -> Cow<'static, str> {
    if !card.is_character() {
        return event_text(card).into();
    }
    let mut base = summary(card);
    if silent(o) {
        base += ". Call first, or you draw three cards and lose your next turn";
    }
    match deck().specials(o.options.few()).of(card) {
        Some(special) => format!("{base}. {}.", ability(special)).into(),
        None => base.into(),
    }
}
