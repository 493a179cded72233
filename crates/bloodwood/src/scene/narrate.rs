//! What happened, in words.

use table::{Observer, Seat, Voice};

use crate::event::{Ending, Event};
use crate::pieces::{Card, Deck};

/// "your", or "{s3}'s".
pub(super) fn whose(seat: Seat, voice: Voice) -> String {
    if voice.0.is(seat) { "your".to_owned() } else { format!("{seat}'s") }
}

/// What a card that is played on oneself changes.
fn object(card: Card) -> &'static str {
    match card {
        Card::Vaccine => "DNA",
        Card::Candle => "Curse Mark",
        Card::Keys => "Chains",
        _ => "hand",
    }
}

/// What happened, in words for this observer.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let (voice, me) = (Voice(observer), observer.seat());
    // A sentence about a seat: "You draw …" or "{s3} draws …".
    let say =
        |seat: Seat, you: &str, they: &str, rest: String| format!("{} {rest}.", voice.does(seat, they, you));
    let to_be = |seat: Seat, rest: &str| say(seat, "are", "is", rest.to_owned());
    let whom = |seat: Seat| voice.whom(seat);
    let cards = |count: u8| if count == 1 { "a card".to_owned() } else { format!("{count} cards") };
    match *event {
        Event::Played { seat, card, target: None } => say(seat, "play", "plays", card.to_string()),
        Event::Played { seat, card, target: Some(target) } => {
            let on = match (target == seat, me == Some(seat)) {
                (true, true) => format!("your own {}", object(card)),
                (true, false) => format!("their own {}", object(card)),
                _ => whom(target),
            };
            say(seat, "play", "plays", format!("{card} on {on}"))
        }
        Event::Discarded { seat, cards } => say(seat, "discard", "discards", cards.to_string()),
        Event::Drew { seat, deck } => say(seat, "draw", "draws", format!("a {} card", deck.name())),
        Event::Drawn { seat, card } => say(seat, "draw", "draws", card.to_string()),
        Event::Reshuffled { deck } => format!("The {} discards are shuffled into a new deck.", deck.name()),
        Event::Answered { seat, with } => say(seat, "answer", "answers", format!("with the {with}")),
        Event::Endured { seat } => say(seat, "let", "lets", "it happen".into()),
        Event::Fizzled { card } => format!("{card} has no effect."),
        Event::Turned { seat, mutated: true } => to_be(seat, "mutated"),
        Event::Turned { seat, mutated: false } => to_be(seat, "pure again"),
        Event::Cursed { seat } => say(seat, "bear", "bears", "a Curse Mark".into()),
        Event::CurseMoved { from, to } => {
            format!("The Curse Mark passes from {} to {}.", whom(from), whom(to))
        }
        Event::CurseLifted { seat } => to_be(seat, "free of the Curse Mark"),
        Event::CurseFell { seat } if voice.0.is(seat) => {
            "Your Curse Mark runs out: you are mutated for good.".into()
        }
        Event::CurseFell { seat } => format!("{seat}'s Curse Mark runs out: {seat} is mutated for good."),
        Event::Bound { seat } => to_be(seat, "in Chains"),
        Event::Freed { seat } => to_be(seat, "out of Chains"),
        Event::Drugged { seat } => to_be(seat, "tranquillized"),
        Event::Slept { seat } => say(seat, "sleep", "sleeps", "through the turn".into()),
        Event::Dallied { seat } => say(seat, "let", "lets", "the turn slip by".into()),
        Event::Sealed { seat } => say(seat, "have", "has", "chosen".into()),
        Event::HandTaken { by, from, count } => {
            let cards = if count == 0 { "no card".to_owned() } else { cards(count) };
            say(by, "take", "takes", format!("{} hand: {cards}", whose(from, voice)))
        }
        Event::HandSeen { from, cards } => match me {
            Some(_) => format!("You take {from}'s hand: {cards}."),
            None => format!("{from}'s hand is taken: {cards}."),
        },
        Event::HandBack { by, to, count } => {
            let given = if count == 0 { "nothing".to_owned() } else { cards(count) };
            say(by, "give", "gives", format!("{given} back to {}", whom(to)))
        }
        Event::BackSeen { by, cards } => match me {
            Some(_) => format!("{by} gives you back {cards}."),
            None => format!("{by} gives back {cards}."),
        },
        Event::Passed { from, to } => say(to, "get", "gets", format!("a card from {}", whom(from))),
        Event::PassedCard { from, to, card } => say(to, "get", "gets", format!("{card} from {}", whom(from))),
        Event::Kept { seat, count } => say(seat, "keep", "keeps", cards(count)),
        // The play was told before, and what was seen is told to the seat that saw it.
        Event::Shown { .. } => String::new(),
        Event::ShownEntity { of, entity } => format!("{of} is {}.", entity.a_name()),
        Event::Phase { phase: Deck::Day } => "Day breaks.".into(),
        Event::Phase { phase: Deck::Night } => "Night falls.".into(),
        Event::Reversed { clockwise: true } => "Turns go to the left again.".into(),
        Event::Reversed { clockwise: false } => "Turns now go to the right.".into(),
        Event::Declared { seat } => say(seat, "declare", "declares", "the end".into()),
        Event::Named { seat, enemy } => say(seat, "name", "names", whom(enemy)),
        Event::Judged { named, enemies, pure, winner, .. } => {
            let truth = match (named == enemies, pure.is_empty()) {
                (false, _) => format!("The enemies were {}", voice.list(enemies)),
                (true, false) => {
                    format!("The names are right, but not all are mutated ({})", voice.list(pure))
                }
                (true, true) => "The names are right, and all are mutated".to_owned(),
            };
            format!("{truth}: the {} win.", winner.name())
        }
        Event::Undecided { ending: Ending::AllCursed } => "Everybody is mutated for good: a draw.".into(),
        Event::Undecided { .. } => "The forest has outlasted everybody: a draw.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_observer_is_addressed() {
        let seat = Seat::new(2);
        let event = Event::Drawn { seat, card: Card::Keys };
        assert_eq!(narrate(&event, Observer::Seat(seat)), "You draw Keys.");
        assert_eq!(narrate(&event, Observer::All), "{s3} draws Keys.");
        let event = Event::Played { seat, card: Card::Vaccine, target: Some(seat) };
        assert_eq!(narrate(&event, Observer::Seat(seat)), "You play Vaccine on your own DNA.");
        assert_eq!(narrate(&event, Observer::Spectator), "{s3} plays Vaccine on their own DNA.");
    }

    #[test]
    fn day_breaks_and_night_falls() {
        let words = Deck::ALL.map(|phase| narrate(&Event::Phase { phase }, Observer::Spectator));
        assert_eq!(words, ["Night falls.", "Day breaks."]);
    }
}
