//! What happened, in words.

use table::{Observer, Seat};

use crate::action::Which;
use crate::event::{Being, NightEnd, Tale};

/// "Your Jake" or "{s2}'s Jake".
fn name(who: &Being, observer: Observer) -> String {
    match observer.is(who.seat) {
        true => format!("Your {}", who.vampire),
        false => format!("{}'s {}", who.seat, who.vampire),
    }
}

/// "you" or "{s2}", at the start of a sentence or within.
fn player(seat: Seat, observer: Observer, you: &str) -> String {
    if observer.is(seat) { you.to_owned() } else { seat.to_string() }
}

/// What happened, in words for this observer.
pub(crate) fn narrate(tale: &Tale, observer: Observer) -> String {
    let name = |who: &Being| name(who, observer);
    let within = |who: &Being| match observer.is(who.seat) {
        true => format!("your {}", who.vampire),
        false => format!("{}'s {}", who.seat, who.vampire),
    };
    let on = |on: &Option<Being>| on.as_ref().map_or(String::new(), |on| format!(" on {}", within(on)));
    match tale {
        Tale::Nightfall { round, leader } => {
            let leads = if observer.is(*leader) { "You lead".to_owned() } else { format!("{leader} leads") };
            format!("Night {round} falls. {leads}.")
        }
        Tale::Sealed { .. } | Tale::Passed { .. } => String::new(),
        Tale::Decided { who, stays: true, .. } => format!("{} stays on the hunt.", name(who)),
        Tale::Decided { who, stays: false, .. } => format!("{} leaves the hunt.", name(who)),
        Tale::Banked { who, bloodline, total } => {
            format!("{} brings home {bloodline}, {total} in all.", name(who))
        }
        Tale::Turned { who, card } => format!("{} draws {card}.", name(who)),
        Tale::Drew { who, event } => {
            format!("{} draws the event {} ({}).", name(who), event.name(), event.sign().name())
        }
        Tale::DrewHidden { who, sign: None } => format!("{} draws an event.", name(who)),
        Tale::DrewHidden { who, sign: Some(sign) } => {
            format!("{} draws an event with the {}.", name(who), sign.name())
        }
        Tale::Discarded { who, event } => {
            format!("{} draws {}, and nobody has room for it.", name(who), event.card())
        }
        Tale::Gave { from, to, card, event } => handed(*from, *to, *card, event.name(), observer),
        Tale::GaveHidden { from, to, card } => handed(*from, *to, *card, "an event", observer),
        Tale::Saw { who, first, second } => match second {
            Some(second) => format!("{} sees {first}, then {second}.", name(who)),
            None => format!("{} sees {first}.", name(who)),
        },
        Tale::Looked { who } => format!("{} looks at the top of the deck.", name(who)),
        Tale::Used { who, on: target } => format!("{} uses the ability{}.", name(who), on(target)),
        Tale::Played { who, event, on: target } => {
            format!("{} plays {}{}.", name(who), event.name(), on(target))
        }
        Tale::Answered { who, guess: None } => format!("{} declines.", name(who)),
        Tale::Answered { who, guess: Some(sign) } => {
            format!("{} accepts and guesses the {}.", name(who), sign.name())
        }
        Tale::Guessed { who, right: true } => format!("{} guessed right.", name(who)),
        Tale::Guessed { who, right: false } => format!("{} guessed wrong.", name(who)),
        Tale::Yielded { who, health: true } => format!("{} pays the Slayer with health.", name(who)),
        Tale::Yielded { who, health: false } => format!("{} pays the Slayer with Bloodline.", name(who)),
        Tale::Gained { who, bloodline } => format!("{} gains {bloodline}.", name(who)),
        Tale::Lost { who, bloodline } => format!("{} loses {bloodline} Bloodline.", name(who)),
        Tale::Hurt { who, health } => format!("{} loses {health} health.", name(who)),
        Tale::Healed { who, health } => format!("{} regains {health} health.", name(who)),
        Tale::Daylight { from, to } if to > from => format!("Daylight rises to {to}."),
        Tale::Daylight { to, .. } => format!("Daylight falls back to {to}."),
        Tale::NightEnded { round, how } => match how {
            NightEnd::AllGone => format!("Night {round} ends: nobody hunts any more."),
            NightEnd::Dawn => {
                format!("Dawn ends night {round}: whoever was still out there loses the night.")
            }
            NightEnd::DeckOut => format!("Night {round} ends: the deck is played through."),
        },
        Tale::Crowned => "The last night is over.".into(),
    }
}

fn handed(from: Seat, to: Seat, card: Which, what: &str, observer: Observer) -> String {
    let which = if card == Which::New { "the card just drawn" } else { "a card that lay there" };
    let verb = if observer.is(from) { "hand" } else { "hands" };
    format!("{} {verb} {what} to {}: {which}.", player(from, observer, "You"), player(to, observer, "you"))
}
