//! What happened, in words.

use table::{Observer, Seat, Text, Voice, say};

use crate::action::Which;
use crate::event::{Being, Event, NightEnd};
use crate::pieces::Class;
use crate::pieces::power::Effect;

/// What happened, in words for this observer.
pub(crate) fn narrate(event: &Event, observer: Observer) -> Text {
    let voice = Voice(observer);
    let name = |Being { seat, vampire }| say!(voice, seat: "{seat}'s {vampire}", "Your {vampire}");
    let whom = |Being { seat, vampire }| say!(voice, seat: "{seat}'s {vampire}", "your {vampire}");
    match *event {
        Event::Reshuffled { from } => match from.only() {
            Some(seat) => say!(voice, seat:
                "Every night starts with all cards in the deck: {seat} gives back an unused event.",
                "Every night starts with all cards in the deck: you give back your unused event."),
            None => say!(
                "Every night starts with all cards in the deck: {from} give back their unused events.",
                from = voice.list(from)
            ),
        },
        Event::Nightfall { round, leader } => say!(voice, leader:
            "Night {round} falls. {leader} draws first and is asked first.",
            "Night {round} falls. You draw first and are asked first."),
        Event::Sealed { .. } | Event::Passed { .. } => Text::default(),
        Event::Decided { who, stays: true, .. } => say!("{who} stays on the hunt.", who = name(who)),
        Event::Decided { who, stays: false, .. } => say!("{who} leaves the hunt.", who = name(who)),
        Event::Banked { who, bloodline: 0, total } => {
            say!("{who} comes home with nothing, {total} in all.", who = name(who))
        }
        Event::Banked { who, bloodline, total } => {
            say!("{who} brings home {bloodline} Bloodline, {total} in all.", who = name(who))
        }
        // Where the marker stands on 0 nothing else would follow.
        Event::Turned { who, card } if card.class == Class::Night => {
            say!("{who} draws {card}: daylight moves down, never below 0.", who = name(who))
        }
        Event::Turned { who, card } => {
            say!("{who} draws {card}. {effect}", who = name(who), effect = super::card_text(card))
        }
        Event::Drew { who, event, announced: false } => {
            say!("{who} draws the event {card}.", who = name(who), card = event.card())
        }
        Event::Drew { who, event, announced: true } => {
            let (who, card) = (name(who), event.card());
            say!("{who} draws the event {card}. Its sign is announced to all.")
        }
        Event::DrewHidden { who, sign: None } => say!("{who} draws an event.", who = name(who)),
        Event::DrewHidden { who, sign: Some(sign) } => {
            say!("{who} draws an event with the {sign}.", who = name(who))
        }
        Event::Discarded { who, event } => {
            say!("{who} draws {card}, and nobody has room for it.", who = name(who), card = event.card())
        }
        Event::Gave { from, to, card, event } => handed(from, to, card, event.name(), voice),
        Event::GaveHidden { from, to, card } => handed(from, to, card, "an event", voice),
        Event::Saw { who, first, second: Some(second) } => {
            say!("{who} sees {first}, then {second}.", who = name(who))
        }
        Event::Saw { who, first, second: None } => say!("{who} sees {first}.", who = name(who)),
        Event::Looked { who } => say!("{who} looks at the top of the deck.", who = name(who)),
        Event::Used { who, on } => {
            let user = name(who);
            let deed = match on.map(whom) {
                Some(whom) => say!("{user} uses the ability on {whom}"),
                None => say!("{user} uses the ability"),
            };
            with_effect(deed, who.vampire.power().effect)
        }
        Event::Played { who, event, on } => {
            let who = name(who);
            let deed = match on.map(whom) {
                Some(whom) => say!("{who} plays {event} on {whom}"),
                None => say!("{who} plays {event}"),
            };
            with_effect(deed, event.power().effect)
        }
        Event::Answered { who, guess: None } => say!("{who} declines the Invitation.", who = name(who)),
        Event::Answered { who, guess: Some(sign) } => {
            say!("{who} accepts and guesses the {sign}.", who = name(who))
        }
        Event::Guessed { who, right: true } => say!("{who} guessed right.", who = name(who)),
        Event::Guessed { who, right: false } => say!("{who} guessed wrong.", who = name(who)),
        Event::Yielded { who, health: true } => say!("{who} pays the Slayer with health.", who = name(who)),
        Event::Yielded { who, health: false } => {
            say!("{who} pays the Slayer with Bloodline.", who = name(who))
        }
        Event::Gained { who, bloodline } => say!("{who} gains {bloodline} Bloodline.", who = name(who)),
        Event::Blocked { who } => say!("{who} gains nothing from this card.", who = name(who)),
        Event::Lost { who, bloodline } => say!("{who} loses {bloodline} Bloodline.", who = name(who)),
        Event::Hurt { who, health } => say!("{who} loses {health} health.", who = name(who)),
        Event::Healed { who, health } => say!("{who} regains {health} health.", who = name(who)),
        Event::Daylight { from, to } if to > from => say!("Daylight rises to {to}."),
        Event::Daylight { to, .. } => say!("Daylight falls back to {to}."),
        Event::NightEnded { round, how } => match how {
            NightEnd::AllGone => say!("Night {round} ends: nobody hunts any more."),
            NightEnd::Dawn => {
                say!("Dawn ends night {round}: everyone still on the hunt comes home empty-handed.")
            }
            NightEnd::DeckOut => say!("Night {round} ends: the deck is played through."),
        },
        Event::Crowned => say!("The last night is over: the highest total takes the empty chair."),
    }
}

/// The use of a power, with what it does where nothing that follows will say it.
fn with_effect(deed: Text, effect: Effect) -> Text {
    match effect {
        Effect::VoidGain { .. } => say!("{deed}: no gain from this card."),
        Effect::MultiplyGain(factor) => say!("{deed}: {factor} times the gain from this card."),
        Effect::AddGain(more) => say!("{deed}: {more} more Bloodline from this card."),
        Effect::IgnoreSlayer => say!("{deed}: this Slayer does nothing here."),
        Effect::SlowDaylight(steps) => say!("{deed}: daylight moves {steps} less for this card."),
        Effect::Take(1) => say!("{deed} to take 1 Bloodline."),
        Effect::Take(most) => say!("{deed} to take up to {most} Bloodline."),
        Effect::Curse(amount) => say!("{deed}: every other hunter loses {amount} Bloodline."),
        Effect::Wound(health) => say!("{deed} to take {health} health."),
        Effect::Heal { bloodline: 0, .. } => say!("{deed} to heal."),
        Effect::Heal { .. } => say!("{deed} to heal and gain Bloodline."),
        Effect::Bloodline { .. } => say!("{deed} to gain Bloodline."),
        Effect::MoveDaylight(_) => say!("{deed} to move the daylight."),
        Effect::Look(_) => say!("{deed}."),
    }
}

fn handed(from: Seat, to: Seat, card: Which, what: &'static str, voice: Voice) -> Text {
    let which = if card == Which::New { "the card just drawn" } else { "a card that lay there" };
    let whom = voice.whom(to);
    say!(voice, from: "{from} hands {what} to {whom}: {which}.", "You hand {what} to {whom}: {which}.")
}
