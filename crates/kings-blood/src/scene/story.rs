//! What happened, in words: "you" for the one who hears it, a name for the others.

use table::{Observer, Seat};

use super::words::list;
use crate::Event;
use crate::pieces::Card;
use crate::state::Ending;

/// Who hears the story.
struct Hearer(Observer);

impl Hearer {
    /// Somebody does something: "You play …", "{s2} plays …". The verb is given for the others; for "you" its last `s` goes,
    /// unless it is one of the few that change more.
    fn tells(&self, seat: Seat, verb: &str, rest: &str) -> String {
        if !self.0.is(seat) {
            return format!("{seat} {verb}{rest}");
        }
        let own = match verb {
            "is" => "are",
            "has" => "have",
            "passes" => "pass",
            verb => verb.trim_end_matches('s'),
        };
        format!("You {own}{rest}")
    }

    /// "from you", "from {s2}".
    fn name(&self, seat: Seat) -> String {
        if self.0.is(seat) { "you".into() } else { seat.to_string() }
    }

    /// "your turn", "{s2}'s turn".
    fn whose(&self, seat: Seat) -> String {
        if self.0.is(seat) { "your".into() } else { format!("{seat}'s") }
    }
}

fn cards(count: usize) -> String {
    if count == 1 { "a card".to_owned() } else { format!("{count} cards") }
}

/// How a hand ended.
pub(super) fn ended(ending: Ending, observer: Observer) -> String {
    let to = Hearer(observer);
    match ending {
        Ending::HandEmptied(seat) => to.tells(seat, "has", " played the last card and won."),
        Ending::BloodTaken(seat) => {
            to.tells(seat, "has", " lost the King's Blood, the last card of the hand, and won.")
        }
        Ending::AllPassed => "Nobody can play or draw: nobody wins.".into(),
        Ending::NoFounder => "No Character is left to found a tree: nobody wins.".into(),
        Ending::TargetReached => String::new(),
    }
}

/// What happened, in words.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let to = Hearer(observer);
    match *event {
        Event::Dealt { hand, dealer, founder } => {
            to.tells(dealer, "deals", &format!(" hand {hand}. {founder} founds the tree."))
        }
        Event::DealtTo { seat, cards } => to.tells(seat, "is", &format!(" dealt {}.", list(cards))),
        Event::Turn { seat, debt: 0 } => format!("It is {} turn.", to.whose(seat)),
        Event::Turn { seat, debt } => format!("It is {} turn, with a debt of {debt} cards.", to.whose(seat)),
        Event::Played { seat, card, .. } => to.tells(seat, "plays", &format!(" {card}.")),
        Event::Placed { card, beside, side, .. } => {
            format!("{card} lies to the {} of {beside}.", side.word())
        }
        Event::Drew { seat, count } => to.tells(seat, "draws", &format!(" {}.", cards(count.into()))),
        Event::DrewCards { seat, cards } => to.tells(seat, "draws", &format!(" {}.", list(cards))),
        Event::NothingToDraw { seat } => format!("There is nothing left for {} to draw.", to.name(seat)),
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
            let hand = if observer.is(host) { "your hand".into() } else { format!("the hand of {host}") };
            format!("{card} goes into {hand}{with}.")
        }
        Event::Lifted { card, .. } => format!("{card} leaves the old place."),
        Event::Moved { card, beside, side, .. } => {
            format!("{card} comes to the {} of {beside}.", side.word())
        }
        Event::Enthroned { card, gone, .. } => match gone.len() {
            0 => format!("{card} is enthroned."),
            1 => format!("{card} is enthroned; {} is discarded.", list(gone)),
            count => format!("{card} is enthroned; {} of the old tree are discarded.", cards(count)),
        },
        Event::BloodTaken { seat, from: None } => to.tells(seat, "takes", " the King's Blood."),
        Event::BloodTaken { seat, from: Some(from) } => {
            to.tells(seat, "takes", &format!(" the King's Blood from {}.", to.name(from)))
        }
        Event::BloodGiven { card, .. } => format!("{card} is of the King's Blood."),
        Event::BloodAside => "The King's Blood is set aside.".into(),
        Event::Founded { card, events } if events.is_empty() => format!("{card} founds a new tree."),
        Event::Founded { card, events } => format!("{card} founds a new tree, after {}.", list(events)),
        Event::Called { seat, by_table: false } => to.tells(seat, "calls", ": \"King's Blood!\""),
        Event::Called { seat, .. } => to.tells(seat, "is", " down to one card: \"King's Blood!\""),
        Event::Forgotten { seat } => {
            format!("No call from {}: three cards, and the next turn is lost.", to.name(seat))
        }
        Event::Skipped { seat } => to.tells(seat, "is", " skipped."),
        Event::Reversed { clockwise: true } => "Turns go clockwise now.".into(),
        Event::Reversed { .. } => "Turns go anticlockwise now.".into(),
        Event::TurnLost { seat } => to.tells(seat, "loses", " the turn."),
        Event::Passed { seat } => to.tells(seat, "passes", "."),
        Event::HandShown { seat, cards } => {
            let points: i32 = cards.iter().map(Card::points).sum();
            to.tells(seat, "shows", &format!(" {}: {points} points.", list(cards)))
        }
        Event::HandOver { ending } => ended(ending, observer),
        Event::Scored { gained: 0, .. } => String::new(),
        Event::Scored { seat, gained, score } => {
            to.tells(seat, "gets", &format!(" {gained:+} points, {score} in all."))
        }
    }
}
