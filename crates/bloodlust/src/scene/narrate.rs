//! What happened, in words.

use table::{Observer, Seat, Voice};

use crate::action::Which;
use crate::event::{Being, Event, NightEnd};
use crate::pieces::power::Effect;

/// What happened, in words for this observer.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let voice = Voice(observer);
    let own = |who: &Being, your: &str| match observer.is(who.seat) {
        true => format!("{your} {}", who.vampire),
        false => format!("{}'s {}", who.seat, who.vampire),
    };
    let name = |who: &Being| own(who, "Your");
    let on = |on: &Option<Being>| on.as_ref().map_or(String::new(), |on| format!(" on {}", own(on, "your")));
    match event {
        Event::Nightfall { round, leader } => {
            format!("Night {round} falls. {}.", voice.does(*leader, "leads", "lead"))
        }
        Event::Sealed { .. } | Event::Passed { .. } => String::new(),
        Event::Decided { who, stays: true, .. } => format!("{} stays on the hunt.", name(who)),
        Event::Decided { who, stays: false, .. } => format!("{} leaves the hunt.", name(who)),
        Event::Banked { who, bloodline: 0, total } => {
            format!("{} comes home with nothing, {total} in all.", name(who))
        }
        Event::Banked { who, bloodline, total } => {
            format!("{} brings home {bloodline} Bloodline, {total} in all.", name(who))
        }
        Event::Turned { who, card } => format!("{} draws {card}.", name(who)),
        Event::Drew { who, event, announced } => {
            let aloud = if *announced { " Its sign is announced to all." } else { "" };
            format!("{} draws the event {} ({}).{aloud}", name(who), event.name(), event.sign().name())
        }
        Event::DrewHidden { who, sign: None } => format!("{} draws an event.", name(who)),
        Event::DrewHidden { who, sign: Some(sign) } => {
            format!("{} draws an event with the {}.", name(who), sign.name())
        }
        Event::Discarded { who, event } => {
            format!("{} draws {}, and nobody has room for it.", name(who), event.card())
        }
        Event::Gave { from, to, card, event } => handed(*from, *to, *card, event.name(), voice),
        Event::GaveHidden { from, to, card } => handed(*from, *to, *card, "an event", voice),
        Event::Saw { who, first, second } => match second {
            Some(second) => format!("{} sees {first}, then {second}.", name(who)),
            None => format!("{} sees {first}.", name(who)),
        },
        Event::Looked { who } => format!("{} looks at the top of the deck.", name(who)),
        Event::Used { who, on: target } => {
            format!("{} uses the ability{}{}.", name(who), on(target), deed(who.vampire.power().effect))
        }
        Event::Played { who, event, on: target } => {
            format!("{} plays {}{}{}.", name(who), event.name(), on(target), deed(event.power().effect))
        }
        Event::Answered { who, guess: None } => format!("{} declines the Invitation.", name(who)),
        Event::Answered { who, guess: Some(sign) } => {
            format!("{} accepts and guesses the {}.", name(who), sign.name())
        }
        Event::Guessed { who, right: true } => format!("{} guessed right.", name(who)),
        Event::Guessed { who, right: false } => format!("{} guessed wrong.", name(who)),
        Event::Yielded { who, health: true } => format!("{} pays the Slayer with health.", name(who)),
        Event::Yielded { who, health: false } => format!("{} pays the Slayer with Bloodline.", name(who)),
        Event::Gained { who, bloodline } => format!("{} gains {bloodline} Bloodline.", name(who)),
        Event::Lost { who, bloodline } => format!("{} loses {bloodline} Bloodline.", name(who)),
        Event::Hurt { who, health } => format!("{} loses {health} health.", name(who)),
        Event::Healed { who, health } => format!("{} regains {health} health.", name(who)),
        Event::Daylight { from, to } if to > from => format!("Daylight rises to {to}."),
        Event::Daylight { to, .. } => format!("Daylight falls back to {to}."),
        Event::NightEnded { round, how } => match how {
            NightEnd::AllGone => format!("Night {round} ends: nobody hunts any more."),
            NightEnd::Dawn => {
                format!("Dawn ends night {round}: everyone still on the hunt comes home empty-handed.")
            }
            NightEnd::DeckOut => format!("Night {round} ends: the deck is played through."),
        },
        Event::Crowned => "The last night is over.".into(),
    }
}

/// What a power does, where nothing that follows will say it.
fn deed(effect: Effect) -> String {
    match effect {
        Effect::VoidGain { .. } => ": no gain from this card".into(),
        Effect::MultiplyGain(factor) => format!(": {factor} times the gain from this card"),
        Effect::AddGain(more) => format!(": {more} more Bloodline from this card"),
        Effect::IgnoreSlayer => ": this Slayer does nothing here".into(),
        Effect::SlowDaylight(steps) => format!(": daylight moves {steps} less for this card"),
        Effect::Take(1) => " to take 1 Bloodline".into(),
        Effect::Take(most) => format!(" to take up to {most} Bloodline"),
        Effect::Curse(_) => " against every other hunter".into(),
        Effect::Wound(_)
        | Effect::Heal { .. }
        | Effect::Bloodline { .. }
        | Effect::MoveDaylight(_)
        | Effect::Look(_) => String::new(),
    }
}

fn handed(from: Seat, to: Seat, card: Which, what: &str, voice: Voice) -> String {
    let which = if card == Which::New { "the card just drawn" } else { "a card that lay there" };
    format!("{} {what} to {}: {which}.", voice.does(from, "hands", "hand"), voice.whom(to))
}
