//! What happened, in words.

use table::{Observer, Seat, Voice};

use crate::event::Event;
use crate::pieces::{Card, Cards};
use crate::state::Ending;

pub(super) fn list(cards: Cards) -> String {
    let names: Vec<&str> = cards.iter().map(Card::name).collect();
    match names.as_slice() {
        [] => "nothing".into(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// "your" turn, "{s2}'s" turn.
fn whose(seat: Seat, observer: Observer) -> String {
    if observer.is(seat) { "your".into() } else { format!("{seat}'s") }
}

pub(super) fn cards(count: usize) -> String {
    if count == 1 { "a card".to_owned() } else { format!("{count} cards") }
}

/// How a hand ended.
pub(super) fn ended(ending: Ending, observer: Observer) -> String {
    let voice = Voice(observer);
    match ending {
        Ending::HandEmptied(seat) => {
            format!("{} played the last card and won.", voice.does(seat, "has", "have"))
        }
        Ending::BloodTaken(seat) => {
            let lost = voice.does(seat, "has lost", "have lost");
            format!("{lost} the King's Blood, the last card of the hand, and won.")
        }
        Ending::AllPassed => "Nobody can play or draw: nobody wins.".into(),
        Ending::NoFounder => "No Character is left to found a tree: nobody wins.".into(),
        Ending::TargetReached => String::new(),
    }
}

/// What happened, in words.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let voice = Voice(observer);
    match *event {
        Event::Dealt { hand, dealer, founder } => {
            format!("{} hand {hand}. {founder} founds the tree.", voice.does(dealer, "deals", "deal"))
        }
        Event::DealtTo { seat, cards } => {
            format!("{} dealt {}.", voice.does(seat, "is", "are"), list(cards))
        }
        Event::Turn { seat, debt: 0 } => format!("It is {} turn.", whose(seat, observer)),
        Event::Turn { seat, debt } => {
            format!("It is {} turn, with a debt of {debt} cards.", whose(seat, observer))
        }
        Event::Played { seat, card, .. } => format!("{} {card}.", voice.does(seat, "plays", "play")),
        Event::Placed { card, beside, side, .. } => {
            format!("{card} lies to the {} of {beside}.", side.word())
        }
        Event::Drew { seat, count } => {
            format!("{} {}.", voice.does(seat, "draws", "draw"), cards(count.into()))
        }
        Event::DrewCards { seat, cards } => {
            format!("{} {}.", voice.does(seat, "draws", "draw"), list(cards))
        }
        Event::NothingToDraw { seat } => format!("There is nothing left for {} to draw.", voice.whom(seat)),
        Event::Shuffled { count } => {
            format!("The discards are shuffled: {} in the new pile.", cards(count.into()))
        }
        Event::Married { card, beside, .. } => format!("{card} and {beside} marry."),
        Event::Unmarried { .. } => "There is no marriage.".into(),
        Event::Born { card } => format!("{card} is born."),
        Event::Childless { card, .. } => format!("The marriage brings no child but an Event, {card}."),
        Event::Fizzled { card } => format!("{card} finds no target."),
        Event::Assassinated { card, .. } => format!("{card} is assassinated."),
        Event::Banished { card, .. } => format!("{card} is banished from court."),
        Event::Exiled { card, to: host, along, .. } => {
            let with = if along.is_empty() { String::new() } else { format!(", with {}", list(along)) };
            format!("{card} goes into {}{with}.", voice.of(host, "hand"))
        }
        Event::Lifted { card, .. } => format!("{card} is lifted from the tree."),
        Event::Moved { card, beside, side, .. } => {
            format!("{card} now lies to the {} of {beside}.", side.word())
        }
        Event::Enthroned { card, gone, .. } => match gone.len() {
            0 => format!("{card} is enthroned."),
            1 => format!("{card} is enthroned; {} is discarded.", list(gone)),
            count => format!("{card} is enthroned; {} of the old tree are discarded.", cards(count)),
        },
        Event::BloodTaken { seat, from: None } => {
            format!("{} the King's Blood.", voice.does(seat, "takes", "take"))
        }
        Event::BloodTaken { seat, from: Some(from) } => {
            let takes = voice.does(seat, "takes", "take");
            format!("{takes} the King's Blood from {}.", voice.whom(from))
        }
        Event::BloodGiven { card, .. } => format!("{card} is of the King's Blood."),
        Event::BloodAside => "The King's Blood is set aside.".into(),
        Event::Founded { card, events } if events.is_empty() => format!("{card} founds a new tree."),
        Event::Founded { card, events } => format!("{card} founds a new tree, after {}.", list(events)),
        Event::Called { seat, by_table: false } => {
            format!("{}: \"King's Blood!\"", voice.does(seat, "calls", "call"))
        }
        Event::Called { seat, .. } => {
            format!("{} down to one card: \"King's Blood!\"", voice.does(seat, "is", "are"))
        }
        Event::Forgotten { seat } => {
            format!("No call from {}: three cards, and the next turn is lost.", voice.whom(seat))
        }
        Event::Skipped { seat } => format!("{} this turn to a Skip.", voice.does(seat, "loses", "lose")),
        Event::Reversed { clockwise: true } => "Reverse: turns go clockwise now.".into(),
        Event::Reversed { .. } => "Reverse: turns go anticlockwise now.".into(),
        Event::TurnLost { seat } => {
            format!("{} this turn for the forgotten call.", voice.does(seat, "loses", "lose"))
        }
        Event::Passed { seat } => format!("{}.", voice.does(seat, "passes", "pass")),
        Event::HandShown { seat, cards } => {
            let points: i32 = cards.iter().map(Card::points).sum();
            format!("{} {}: {points} points.", voice.does(seat, "shows", "show"), list(cards))
        }
        Event::HandOver { ending } => ended(ending, observer),
        Event::Scored { gained: 0, .. } => String::new(),
        Event::Scored { seat, gained, score } => {
            format!("{} {gained:+} points, {score} in all.", voice.does(seat, "gets", "get"))
        }
    }
}
