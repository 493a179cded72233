//! How what happened is staged. What a card looks like stands in the scene.

use table::scene::Id;
use table::{Beat, Weight};

use super::{Spread, ability_face, card_id, face, tree_id};
use crate::event::Event;
use crate::pieces::{Card, Special};

/// How an event is staged.
pub(crate) fn beat(event: &Event) -> Beat {
    let beat = Beat::new;
    let in_tree = |weight, icon, card: Card| beat(weight, icon).touching(tree_id(card));
    match *event {
        Event::Dealt { dealer, founder, .. } => {
            in_tree(Weight::Medium, "card-random", founder).by(dealer).opens()
        }
        Event::DealtTo { .. } => beat(Weight::Aside, "card-random"),
        Event::Turn { seat, debt: 0 } => beat(Weight::Aside, "").by(seat).opens(),
        Event::Turn { seat, .. } => works(Special::Draw3, "card-draw").on(seat).opens(),
        Event::Played { seat, card, .. } => {
            let played = beat(Weight::Large, "card-play")
                .by(seat)
                .touching(card_id(Spread::Played, card))
                .touching(tree_id(card))
                .touching(discarded(card));
            // What comes of an event may cover it at once.
            if card.is_character() { played } else { played.with(face(false, card)) }
        }
        Event::Placed { card, beside, .. } => {
            in_tree(Weight::Aside, "family-tree", card).touching(tree_id(beside))
        }
        Event::Drew { seat, .. } | Event::DrewCards { seat, .. } => {
            beat(Weight::Small, "card-draw").by(seat).touching("pile")
        }
        Event::NothingToDraw { seat } => beat(Weight::Small, "cancel").on(seat),
        Event::Shuffled { .. } => beat(Weight::Small, "card-random").touching("pile"),
        Event::Married { card, beside, .. } => {
            in_tree(Weight::Large, "linked-rings", card).touching(tree_id(beside))
        }
        Event::Unmarried { .. } => beat(Weight::Aside, "cancel"),
        Event::Born { card } => in_tree(Weight::Large, "baby-face", card),
        Event::Childless { card, .. } => beat(Weight::Medium, "baby-face")
            .touching(card_id(Spread::Played, card))
            .touching(discarded(card)),
        Event::Fizzled { card } => beat(Weight::Medium, "cancel").touching(discarded(card)),
        Event::Assassinated { card, .. } => {
            beat(Weight::Large, "plain-dagger").touching(discarded(card)).touching(tree_id(card))
        }
        Event::Banished { seat, card } => in_tree(Weight::Medium, "exit-door", card).by(seat),
        Event::Exiled { seat, card, to, .. } => in_tree(Weight::Large, "exit-door", card)
            .touching(card_id(Spread::Hand(to), card))
            .by(seat)
            .on(to),
        Event::Lifted { card, .. } => in_tree(Weight::Small, "family-tree", card),
        Event::Moved { card, beside, .. } => {
            in_tree(Weight::Medium, "family-tree", card).touching(tree_id(beside))
        }
        Event::Enthroned { seat, card, .. } => in_tree(Weight::Huge, "queen-crown", card).by(seat),
        Event::BloodTaken { seat, from } => {
            from.into_iter().fold(beat(Weight::Large, "drop").by(seat), Beat::on)
        }
        Event::BloodGiven { card, .. } => in_tree(Weight::Large, "drop", card),
        Event::BloodAside => beat(Weight::Small, "drop"),
        Event::Founded { card, .. } => in_tree(Weight::Huge, "family-tree", card),
        Event::Called { seat, .. } => beat(Weight::Large, "crown").by(seat),
        Event::Forgotten { seat } => beat(Weight::Large, "hourglass").on(seat),
        Event::Covered { .. } => beat(Weight::Aside, "cancel"),
        Event::Skipped { seat } => works(Special::Skip, "hourglass").on(seat).opens(),
        Event::Reversed { clockwise: true } => works(Special::Reverse, "clockwise-rotation"),
        Event::Reversed { .. } => works(Special::Reverse, "anticlockwise-rotation"),
        Event::TurnLost { seat } => beat(Weight::Large, "hourglass").on(seat).opens(),
        Event::Passed { seat } => beat(Weight::Small, "cancel").by(seat).opens(),
        Event::HandShown { seat, .. } => beat(Weight::Medium, "card-random").on(seat),
        Event::HandOver { .. } => beat(Weight::Huge, "laurels").opens(),
        Event::Scored { seat, .. } => beat(Weight::Small, "laurels").on(seat),
    }
}

/// An ability takes effect: it is shown, so that newcomers can read what it does.
fn works(special: Special, icon: &'static str) -> Beat {
    Beat::new(Weight::Large, icon).with(ability_face(special, icon))
}

fn discarded(card: Card) -> Id {
    card_id(Spread::Discards, card)
}
