//! What happened, in words.

use table::{Name, Observer, Text, Voice, say};

use crate::event::Event;
use crate::pieces::{Card, Cards};
use crate::state::Ending;

pub(super) fn list(cards: Cards) -> Text {
    if cards.is_empty() { say!("nothing") } else { Text::list(cards.iter()) }
}

pub(crate) fn cards(count: usize) -> Text {
    if count == 1 { say!("a card") } else { say!("{count} cards") }
}

/// How a hand ended.
pub(super) fn ended(ending: Ending, observer: Observer) -> Text {
    let voice = Voice(observer);
    match ending {
        Ending::HandEmptied(seat) => say!(voice, seat:
            "{seat} has played the last card and won.", "You have played the last card and won."),
        Ending::BloodTaken(seat) => say!(voice, seat:
            "{seat} has lost the King's Blood, the last card of the hand, and won.",
            "You have lost the King's Blood, the last card of the hand, and won."),
        Ending::AllPassed => say!("Nobody can play or draw: nobody wins."),
        Ending::NoFounder => say!("No Character is left to found a tree: nobody wins."),
        Ending::TargetReached => Text::default(),
    }
}

/// What happened, in words.
pub(crate) fn narrate(event: &Event, observer: Observer) -> Text {
    let voice = Voice(observer);
    match *event {
        Event::Dealt { hand, dealer, founder } => say!(voice, dealer:
            "{dealer} deals hand {hand}. {founder} founds the tree.",
            "You deal hand {hand}. {founder} founds the tree."),
        Event::DealtTo { seat, cards } => say!(voice, seat:
            "{seat} is dealt {cards}.", "You are dealt {cards}.", cards = list(cards)),
        Event::Turn { seat, debt: 0 } => say!(voice, seat: "It is {seat}'s turn.", "It is your turn."),
        Event::Turn { seat, debt } => say!(voice, seat:
            "It is {seat}'s turn, and {debt} cards are owed.",
            "It is your turn, and you owe {debt} cards."),
        Event::Played { seat, card, .. } => say!(voice, seat: "{seat} plays {card}.", "You play {card}."),
        Event::Placed { card, beside, side, .. } => {
            say!("{card} lies to the {side} of {beside}.", side = side.word())
        }
        Event::Drew { seat, count } => say!(voice, seat:
            "{seat} draws {cards}.", "You draw {cards}.", cards = cards(count.into())),
        Event::DrewCards { seat, cards } => say!(voice, seat:
            "{seat} draws {cards}.", "You draw {cards}.", cards = list(cards)),
        Event::NothingToDraw { seat } => {
            say!("There is nothing left for {whom} to draw.", whom = voice.whom(seat))
        }
        Event::Shuffled { count } => {
            say!("The discards are shuffled: {cards} in the new pile.", cards = cards(count.into()))
        }
        Event::Married { card, beside, .. } => say!("{card} and {beside} marry."),
        Event::Unmarried { .. } => say!("There is no marriage."),
        Event::Born { card } => say!("{card} is born."),
        Event::Childless { card, .. } => say!("The marriage brings no child but an Event, {card}."),
        Event::Fizzled { card } => say!("{card} finds no target."),
        Event::Assassinated { card, .. } => say!("{card} is assassinated."),
        Event::Banished { seat, card } => say!(voice, seat:
            "{seat} banishes {card} from court.", "You banish {card} from court."),
        Event::Exiled { card, to: host, along, .. } if along.is_empty() => say!(voice, host:
            "Exile: {card} goes into the hand of {host}.", "Exile: {card} goes into your hand."),
        Event::Exiled { card, to: host, along, .. } => say!(voice, host:
            "Exile: {card} goes into the hand of {host}, with {along}.",
            "Exile: {card} goes into your hand, with {along}.",
            along = list(along)),
        Event::Lifted { card, .. } => say!("{card} is lifted from the tree."),
        Event::Moved { card, beside, side, .. } => {
            say!("{card} now lies to the {side} of {beside}.", side = side.word())
        }
        Event::Enthroned { card, gone, .. } => match gone.len() {
            0 => say!("{card} is enthroned."),
            1 => say!("{card} is enthroned; {gone} is discarded.", gone = list(gone)),
            count => say!("{card} is enthroned; {count} cards of the old tree are discarded."),
        },
        Event::BloodTaken { seat, from: None } => say!(voice, seat:
            "{seat} takes the King's Blood.", "You take the King's Blood."),
        Event::BloodTaken { seat, from: Some(from) } => say!(voice, seat:
            "{seat} takes the King's Blood from {whom}.",
            "You take the King's Blood from {whom}.",
            whom = voice.whom(from)),
        Event::BloodGiven { card, .. } => say!("{card} is of the King's Blood."),
        Event::BloodAside => say!("The King's Blood is set aside."),
        Event::Founded { card, events } if events.is_empty() => say!("{card} founds a new tree."),
        Event::Founded { card, events } => {
            say!("{card} founds a new tree, after {events}.", events = list(events))
        }
        Event::Called { seat, by_table: false } => say!(voice, seat:
            "{seat} calls: \"King's Blood!\"", "You call: \"King's Blood!\""),
        Event::Called { seat, .. } => say!(voice, seat:
            "{seat} is down to one card: \"King's Blood!\"", "You are down to one card: \"King's Blood!\""),
        Event::Forgotten { seat } => {
            let whom = voice.whom(seat);
            say!("No call from {whom}: three cards, and the next turn is lost.")
        }
        Event::Covered { card } => {
            say!("{card} was not the last card of the turn, so its ability has no effect.")
        }
        Event::Skipped { seat } => say!(voice, seat:
            "{seat} loses this turn to a Skip.", "You lose this turn to a Skip."),
        Event::Reversed { clockwise: true } => say!("Reverse: turns go clockwise now."),
        Event::Reversed { .. } => say!("Reverse: turns go anticlockwise now."),
        Event::TurnLost { seat } => say!(voice, seat:
            "{seat} loses this turn for the forgotten call.", "You lose this turn for the forgotten call."),
        Event::Passed { seat } => say!(voice, seat: "{seat} passes.", "You pass."),
        Event::HandShown { seat, cards } => {
            let points: i32 = cards.iter().map(Card::points).sum();
            let cards = list(cards);
            say!(voice, seat: "{seat} shows {cards}: {points} points.", "You show {cards}: {points} points.")
        }
        Event::HandOver { ending } => ended(ending, observer),
        Event::Scored { gained: 0, .. } => Text::default(),
        Event::Scored { seat, gained, score } => say!(voice, seat:
            "{seat} gets {gained} points, {score} in all.",
            "You get {gained} points, {score} in all.",
            gained = Name(format_args!("{gained:+}"))),
    }
}
