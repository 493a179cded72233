//! How what happened is staged.

use table::{Beat, Weight};

use super::{deck_icon, face, faction_icon, unused_face};
use crate::event::Event;
use crate::pieces::Card;

/// How an event is staged.
pub(crate) fn beat(event: &Event) -> Beat {
    let beat = Beat::new;
    match *event {
        Event::Played { seat, card, target } => {
            let played = beat(Weight::Large, "").with(face(card)).by(seat).opens();
            target.into_iter().fold(played, Beat::on)
        }
        Event::Discarded { seat, cards } => {
            let discarded = beat(Weight::Large, "card-discard").by(seat).opens();
            match cards.iter().next() {
                Some(card) if cards.len() == 1 => discarded.with(unused_face(card)),
                _ => discarded,
            }
        }
        Event::Drew { seat, deck } => beat(Weight::Small, deck_icon(deck)).by(seat),
        Event::Drawn { seat, card } => beat(Weight::Small, "").with(face(card)).by(seat),
        Event::Reshuffled { deck } => beat(Weight::Aside, deck_icon(deck)),
        // What is turned back flies to where it came from.
        Event::Answered { seat, with: Card::Mirror, attacker } => {
            beat(Weight::Large, "").with(face(Card::Mirror)).by(seat).on(attacker)
        }
        Event::Answered { seat, with, .. } => beat(Weight::Large, "").with(face(with)).by(seat),
        Event::Endured { seat } => beat(Weight::Small, "cancel").by(seat),
        Event::Fizzled { card } => beat(Weight::Medium, "").with(face(card)),
        Event::Turned { seat, by, .. } => beat(Weight::Large, "").with(face(by)).on(seat),
        Event::Cursed { seat } => beat(Weight::Large, "evil-eyes").on(seat),
        Event::CurseMoved { from, to } => beat(Weight::Large, "evil-eyes").by(from).on(to),
        Event::CurseLifted { seat } => beat(Weight::Medium, "candle-light").on(seat),
        Event::CurseFell { seat } => beat(Weight::Huge, "death-skull").on(seat),
        Event::Bound { seat } => beat(Weight::Large, "crossed-chains").on(seat),
        Event::Freed { seat } => beat(Weight::Medium, "breaking-chain").on(seat),
        Event::Drugged { seat } => beat(Weight::Large, "syringe").on(seat),
        Event::Slept { seat } => beat(Weight::Medium, "night-sleep").by(seat).opens(),
        Event::Dallied { seat } => beat(Weight::Small, "hourglass").by(seat).opens(),
        Event::Sealed { seat } => beat(Weight::Aside, "wax-seal").by(seat),
        Event::HandTaken { by, from, .. } => beat(Weight::Large, "voodoo-doll").by(by).on(from),
        Event::HandSeen { from, .. } => beat(Weight::Medium, "voodoo-doll").on(from),
        Event::HandBack { by, to, .. } => beat(Weight::Medium, "card-pickup").by(by).on(to),
        Event::BackSeen { by, .. } => beat(Weight::Medium, "card-pickup").by(by),
        Event::Passed { from, to } => beat(Weight::Medium, "card-pickup").by(to).on(from),
        Event::PassedCard { from, to, card } => beat(Weight::Large, "").with(face(card)).by(to).on(from),
        Event::Kept { seat, .. } => beat(Weight::Small, "card-pickup").by(seat),
        Event::Shown { of, to, .. } => beat(Weight::Aside, "eye-target").by(to).on(of),
        Event::ShownEntity { of, entity } => beat(Weight::Huge, faction_icon(entity.faction())).on(of),
        Event::Phase { phase } => beat(Weight::Large, deck_icon(phase)).opens(),
        Event::Reversed { clockwise: true } => beat(Weight::Medium, "clockwise-rotation"),
        Event::Reversed { .. } => beat(Weight::Medium, "anticlockwise-rotation"),
        Event::Declared { seat } => beat(Weight::Huge, "megaphone").by(seat).opens(),
        Event::Named { seat, enemy } => beat(Weight::Large, "pointing").by(seat).on(enemy),
        Event::Judged { winner, .. } => beat(Weight::Huge, faction_icon(winner)).opens(),
        Event::Undecided { .. } => beat(Weight::Huge, "hourglass").opens(),
    }
}
