//! How what happened is staged.

use table::{Beat, Weight};

use super::{DECK, board_id, card_face, sign_icon};
use crate::event::{Being, Event};

/// How an event is staged.
pub(crate) fn beat(event: &Event) -> Beat {
    let by = |weight, icon, who: Being| Beat::new(weight, icon).by(who.seat).touching(board_id(who.vampire));
    let on = |weight, icon, who: Being| Beat::new(weight, icon).on(who.seat).touching(board_id(who.vampire));
    let against = |beat: Beat, whom: Option<Being>| match whom {
        Some(Being { seat, vampire }) => beat.on(seat).touching(board_id(vampire)),
        None => beat,
    };
    match *event {
        Event::Reshuffled { from } => Beat::new(Weight::Medium, "card-random").on_all(from).touching(DECK),
        Event::Nightfall { .. } => Beat::new(Weight::Large, "night-sky").opens(),
        Event::Sealed { who } => by(Weight::Aside, "wax-seal", who),
        Event::Passed { seat } => Beat::new(Weight::Aside, "cancel").by(seat),
        Event::Decided { who, stays: true, .. } => by(Weight::Small, "fangs", who),
        Event::Decided { who, .. } => by(Weight::Medium, "coffin", who),
        Event::Banked { who, .. } => on(Weight::Medium, "crown-of-thorns", who),
        Event::Turned { who, card } => by(Weight::Large, "", who).with(card_face(card)).opens(),
        Event::Drew { who, event, .. } => by(Weight::Large, "", who).with(card_face(event.card())).opens(),
        Event::DrewHidden { who, .. } => by(Weight::Medium, "card-draw", who).opens(),
        Event::Discarded { who, event } => by(Weight::Large, "", who).with(card_face(event.card())).opens(),
        Event::Gave { from, to, event, .. } => {
            Beat::new(Weight::Large, "").by(from).on(to).with(card_face(event.card()))
        }
        Event::GaveHidden { from, to, .. } => Beat::new(Weight::Medium, "card-pickup").by(from).on(to),
        Event::Saw { who, .. } | Event::Looked { who } => by(Weight::Medium, "eye-target", who),
        Event::Used { who, on } => against(by(Weight::Large, who.vampire.power().icon, who), on),
        Event::Played { who, event, on } => {
            against(by(Weight::Large, "", who).with(card_face(event.card())), on)
        }
        Event::Answered { who, guess } => by(Weight::Small, guess.map_or("cancel", sign_icon), who),
        Event::Guessed { who, right: true } => on(Weight::Medium, "check-mark", who),
        Event::Guessed { who, .. } => on(Weight::Medium, "cross-mark", who),
        Event::Yielded { who, health: true } => by(Weight::Small, "broken-heart", who),
        Event::Yielded { who, .. } => by(Weight::Small, "bleeding-wound", who),
        Event::Gained { who, .. } => on(Weight::Small, "drop", who),
        Event::Blocked { who } => on(Weight::Medium, "church", who),
        Event::Lost { who, .. } => on(Weight::Small, "bleeding-wound", who),
        Event::Hurt { who, .. } => on(Weight::Small, "broken-heart", who),
        Event::Healed { who, .. } => on(Weight::Small, "health-increase", who),
        Event::Daylight { from, to } => {
            let icon = if to > from { "sunrise" } else { "night-sky" };
            Beat::new(Weight::Medium, icon).touching("daylight")
        }
        Event::NightEnded { .. } => Beat::new(Weight::Huge, "sunrise").opens(),
        Event::Crowned => Beat::new(Weight::Huge, "laurels").opens(),
    }
}
