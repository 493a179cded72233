//! What options are called and what they touch.

use table::scene::{Id, seat_id};
use table::{Described, Text, Voice, say};

use super::narrate::cards;
use super::{Spread, ability, card_id, event_text, spot_id, tree_id};
use crate::action::Action;
use crate::genealogy::Side;
use crate::pieces::{Card, Kind, Special, deck};
use crate::sight::{Observation, PhaseView};

/// What actions of the observing seat are called and touch.
pub(crate) fn describe(o: &Observation, actions: &[Action]) -> Vec<Described> {
    actions.iter().map(|&action| describe_one(o, action)).collect()
}

fn describe_one(o: &Observation, action: Action) -> Described {
    let nothing = Vec::<Id>::new;
    match action {
        Action::Play(card) => {
            let label = match o.phase {
                PhaseView::Marry { .. } | PhaseView::Sibling { .. } => say!("Lay {card} as a sibling"),
                PhaseView::Drawn { .. } => say!("Play {card} now"),
                _ => say!("Play {card}"),
            };
            Described::new(label, [card_id(Spread::Hand(o.turn), card)]).detail(about(o, card))
        }
        Action::Place { beside, side } => place(o, beside, side),
        Action::Target(card) => {
            let label = match o.chosen.and_then(Card::kind) {
                Some(Kind::Assassination) => say!("Assassinate {card}"),
                Some(Kind::Exile) => say!("Exile {card}"),
                Some(Kind::NewConnection) => say!("Move {card}"),
                Some(Kind::Enthronement) => say!("Enthrone {card}"),
                None => say!("Give the King's Blood to {card}"),
            };
            Described::new(label, [tree_id(card)]).detail(summary(card))
        }
        Action::Give(seat) => {
            let exiled = match o.phase {
                PhaseView::Give { card } => vec![tree_id(card)],
                _ => Vec::new(),
            };
            let voice = Voice(o.observer);
            let label = say!(voice, seat: "Send the card to {seat}", "Take the card into your own hand");
            Described::new(label, [seat_id(seat)].into_iter().chain(exiled))
        }
        Action::Draw => {
            Described::new(say!("Draw a card"), ["pile"]).detail(say!("You may play it at once if it fits."))
        }
        Action::Accept => {
            let left = usize::from(o.pile) + o.discards.len();
            let label = match left < usize::from(o.debt) {
                true if left == 0 => say!("Draw nothing: no card is left"),
                true => say!("Draw what is left: {cards}", cards = cards(left)),
                false => say!("Draw {cards}", cards = cards(o.debt.into())),
            };
            Described::new(label, ["pile"]).detail(say!("Then you take an ordinary turn."))
        }
        Action::Marry => match o.phase {
            PhaseView::Marry { card, beside, .. } => {
                let child = say!("Their child comes from the pile, and you may play on beside it.");
                let lost = pending(o).map_or(Text::default(), |special| match special {
                    Special::Skip => say!("Skip is lost."),
                    Special::Reverse => say!("Reverse is lost."),
                    Special::Draw3 => say!("Draw 3 is lost."),
                });
                Described::new(say!("They marry"), [tree_id(card), tree_id(beside)])
                    .detail(Text::sentences([lost, child]))
            }
            _ => Described::new(say!("Marry"), nothing()),
        },
        Action::Decline => {
            let detail = match pending(o).map(ability) {
                _ if o.winner.is_some() => say!("The hand ends."),
                Some(ability) => say!("Your turn ends. {ability}"),
                None => say!("Your turn ends."),
            };
            Described::new(say!("No marriage"), nothing()).detail(detail)
        }
        Action::Stop => stop(o),
        Action::Pass => Described::new(say!("Pass"), nothing()),
        Action::Call => Described::new(say!("Call \"King's Blood!\""), [seat_id(o.turn)]),
    }
}

/// The ability that works when the turn ends now.
fn pending(o: &Observation) -> Option<Special> {
    o.last.and_then(|card| deck().specials(o.options.few()).of(card))
}

fn place(o: &Observation, beside: Card, side: Side) -> Described {
    let comer = match o.phase {
        PhaseView::Connect { card, .. } => Some(card),
        _ => o.chosen,
    };
    let royal = o.blood_on.is_some_and(|royal| royal == beside || Some(royal) == comer);
    let card = summary(beside);
    let detail = match comer {
        Some(_) if o.debt > 0 => say!("{card}: passes the debt on, no marriage"),
        Some(_) if royal => say!("{card}: has the King's Blood, so they marry"),
        Some(comer) if comer.may_marry(beside) => say!("{card}: they may marry"),
        _ => say!("{card}: no marriage"),
    };
    let label = say!("To the {side} of {beside}", side = side.word());
    Described::new(label, [spot_id(beside, side), tree_id(beside)]).detail(detail)
}

/// Is the current player down to one card and has not called (rule 10.2)?
fn silent(o: &Observation) -> bool {
    let turn = &o.seats[o.turn.index()];
    turn.held == 1 && !turn.called
}

fn stop(o: &Observation) -> Described {
    let silent = silent(o);
    let label = match o.phase {
        PhaseView::Drawn { .. } if silent => say!("Keep it, without the call"),
        PhaseView::Drawn { .. } => say!("Keep it"),
        _ if silent => say!("End your turn without the call"),
        _ => say!("End your turn"),
    };
    let described = Described::new(label, Vec::<Id>::new());
    if silent { described.detail(say!("You draw three cards and lose your next turn.")) } else { described }
}

/// A Character in brief.
fn summary(card: Card) -> Text {
    let (colour, number) = (card.colour().word(), card.number());
    if card.woman() { say!("{colour} {number}, woman") } else { say!("{colour} {number}, man") }
}

/// What a card is, in a line.
fn about(o: &Observation, card: Card) -> Text {
    if !card.is_character() {
        return event_text(card);
    }
    let mut base = summary(card);
    if silent(o) {
        base = say!("{base}. Call first, or you draw three cards and lose your next turn");
    }
    match deck().specials(o.options.few()).of(card).map(ability) {
        Some(ability) => say!("{base}. {ability}"),
        None => base,
    }
}

/// What somebody tries who points at a card of the hand, a card of the tree or the pile.
pub(crate) fn attempts(o: &Observation) -> Vec<(Id, Action)> {
    let Some(me) = o.observer.seat().filter(|&seat| seat == o.turn) else { return Vec::new() };
    let hand = o.seats[me.index()].cards.unwrap_or_default().iter();
    let mut attempts: Vec<_> =
        hand.map(|card| (card_id(Spread::Hand(me), card), Action::Play(card))).collect();
    let tree = o.tree.iter().map(|placed| placed.card);
    match o.phase {
        PhaseView::Place | PhaseView::Connect { .. } => attempts.extend(tree.flat_map(|beside| {
            [Side::Left, Side::Right].map(|side| (tree_id(beside), Action::Place { beside, side }))
        })),
        PhaseView::Target => attempts.extend(tree.map(|card| (tree_id(card), Action::Target(card)))),
        // Before a card is shown, what nothing can join.
        phase if phase.plays_a_card() => {
            let active = o.genealogy().active();
            let idle = tree.filter(|&card| !active.contains(card));
            attempts.extend(idle.map(|beside| (tree_id(beside), Action::Place { beside, side: Side::Left })));
        }
        _ => {}
    }
    attempts
}
