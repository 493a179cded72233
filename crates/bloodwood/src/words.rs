//! Words for options and events.

use table::scene::seat_id;
use table::{Described, Observer, Seat, SeatSet};

use crate::action::Action;
use crate::event::{Ending, Event};
use crate::pieces::Card;
use crate::scene::{asleep, hand_card_id, pile_id};
use crate::sight::Observation;
use crate::state::Stage;

/// What an option is called and touches.
pub(crate) fn describe(o: &Observation, action: Action) -> Described {
    let me = o.observer.seat().unwrap_or(o.turn);
    let held = o.hands[me.index()].unwrap_or_default();
    let touch = |card: Card| held.has(card).then(|| hand_card_id(me, card));
    let seat_exists = |seat: Seat| (seat.index() < o.options.players).then(|| seat_id(seat));
    match action {
        Action::PlayOn { card, target } => Described::new(
            played_on(card, target, target == me),
            touch(card).into_iter().chain(seat_exists(target)),
        )
        .detail(card.text()),
        Action::Play(card) => {
            let label = match card {
                Card::Leshy => "Call The Leshy".to_owned(),
                Card::Hunter => "Call The Hunter".to_owned(),
                _ => format!("Play {card}"),
            };
            Described::new(label, touch(card)).detail(card.text())
        }
        Action::Discard(card) => Described::new(format!("Discard {card}"), touch(card)),
        Action::Give(card) => {
            Described::new(format!("Give {card}"), touch(card).into_iter().chain([seat_id(o.turn)]))
        }
        Action::Return(card) => {
            let other = match o.stage {
                Stage::Voodoo { other, .. } => Some(seat_id(other)),
                _ => None,
            };
            Described::new(format!("Give back {card}"), touch(card).into_iter().chain(other))
        }
        Action::Draw(deck) => Described::new(format!("Draw a {} card", deck.name()), [pile_id(deck)]),
        Action::Keep => Described::new("Keep the rest", [seat_id(me)]),
        Action::Mirror => {
            Described::new("Hold up the Mirror", touch(Card::Mirror).into_iter().chain([seat_id(o.turn)]))
                .detail(Card::Mirror.text())
        }
        Action::Amulet => Described::new("Grip the Amulet", touch(Card::Amulet)).detail(Card::Amulet.text()),
        Action::Endure => Described::new("Let it happen", [seat_id(me)]),
        Action::Declare => Described::new("Declare the end", Vec::<String>::new())
            .detail("For good: name every enemy. If you are wrong, or one of them is pure, your side loses."),
        Action::Name(enemy) => Described::new(format!("Name {enemy}"), seat_exists(enemy)),
        Action::Accuse => {
            Described::new("These are all", [seat_id(me)]).detail("Your side wins or loses on it.")
        }
        Action::Dally => {
            let words = if asleep(o) { "Sleep on" } else { "Let the turn slip by" };
            Described::new(words, [seat_id(me)]).detail("No play, no draw.")
        }
    }
}

fn played_on(card: Card, target: Seat, self_: bool) -> String {
    let whom = if self_ { "yourself".to_owned() } else { target.to_string() };
    match card {
        Card::Bite => format!("Bite {whom}"),
        Card::CurseMark => format!("Curse {whom}"),
        Card::Chains => format!("Chain {whom}"),
        Card::Tranquillizer => format!("Tranquillize {whom}"),
        Card::Voodoo => format!("Work Voodoo on {whom}"),
        Card::Vaccine => format!("Vaccinate {whom}"),
        Card::Candle => format!("Light a Candle for {whom}"),
        Card::Keys => format!("Use the Keys on {whom}"),
        Card::PandorasBox => format!("Open Pandora's Box on {whom}"),
        Card::Thief => format!("Steal from {whom}"),
        Card::BloodTest => format!("Test the blood of {whom}"),
        Card::Confession => format!("Confess to {whom}"),
        _ => format!("Play {card} on {whom}"),
    }
}

/// Seats in a sentence for one of them: "{s1}, {s4} and you".
pub(crate) fn seats_for(seats: SeatSet, me: Option<Seat>) -> String {
    let others = me.map_or(seats, |me| seats.without(me));
    match (others == seats, others.is_empty()) {
        (true, _) => seats.to_string(),
        (false, true) => "you".to_owned(),
        (false, false) => format!("{others} and you"),
    }
}

/// Something that is a seat's, in a sentence for one: "your", "{s3}'s".
pub(crate) fn whose(seat: Seat, me: Option<Seat>) -> String {
    if me == Some(seat) { "your".to_owned() } else { format!("{seat}'s") }
}

/// What happened, for one who was told of it.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let me = observer.seat();
    // A sentence about a seat: "You draw …" or "{s3} draws …".
    let say = |seat: Seat, own: &str, other: &str, rest: String| match me == Some(seat) {
        true => format!("You {own} {rest}."),
        false => format!("{seat} {other} {rest}."),
    };
    let to_be = |seat: Seat, rest: &str| say(seat, "are", "is", rest.to_owned());
    let whom = |seat: Seat| if me == Some(seat) { "you".to_owned() } else { seat.to_string() };
    let cards = |count: u8| if count == 1 { "a card".to_owned() } else { format!("{count} cards") };
    match *event {
        Event::Played { seat, card, target: None } => say(seat, "play", "plays", card.to_string()),
        Event::Played { seat, card, target: Some(target) } => {
            let on = match (target == seat, me == Some(seat)) {
                (true, true) => "yourself".to_owned(),
                (true, false) => "themselves".to_owned(),
                _ => whom(target),
            };
            say(seat, "play", "plays", format!("{card} on {on}"))
        }
        Event::Discarded { seat, cards } => say(seat, "discard", "discards", cards.to_string()),
        Event::Drew { seat, deck } => say(seat, "draw", "draws", format!("a {} card", deck.name())),
        Event::Drawn { card } => format!("It is {card}."),
        Event::Reshuffled { deck } => format!("The {} discards are shuffled into a new deck.", deck.name()),
        Event::Answered { seat, with } => say(seat, "answer", "answers", format!("with the {with}")),
        Event::Endured { seat } => say(seat, "let", "lets", "it happen".into()),
        Event::Fizzled { card } => format!("{card} comes to nothing."),
        Event::Turned { seat, mutated: true } => to_be(seat, "mutated"),
        Event::Turned { seat, mutated: false } => to_be(seat, "pure again"),
        Event::Cursed { seat } => say(seat, "bear", "bears", "a Curse Mark".into()),
        Event::CurseMoved { from, to } => {
            format!("The Curse Mark passes from {} to {}.", whom(from), whom(to))
        }
        Event::CurseLifted { seat } => to_be(seat, "free of the Curse Mark"),
        Event::CurseFell { seat } => to_be(seat, "mutated for good"),
        Event::Bound { seat } => to_be(seat, "in Chains"),
        Event::Freed { seat } => to_be(seat, "out of Chains"),
        Event::Drugged { seat } => to_be(seat, "tranquillized"),
        Event::Slept { seat } => say(seat, "sleep", "sleeps", "through the turn".into()),
        Event::Dallied { seat } => say(seat, "let", "lets", "the turn slip by".into()),
        Event::Sealed { seat } => say(seat, "have", "has", "chosen".into()),
        Event::HandTaken { by, from, count } => {
            let cards = if count == 0 { "no card".to_owned() } else { cards(count) };
            say(by, "take", "takes", format!("{} hand: {cards}", whose(from, me)))
        }
        Event::HandSeen { from, cards } => match me {
            Some(_) => format!("You take {from}'s hand: {cards}."),
            None => format!("The hand of {from} goes over: {cards}."),
        },
        Event::HandBack { by, to, count } => {
            let given = if count == 0 { "nothing".to_owned() } else { cards(count) };
            say(by, "give", "gives", format!("{given} back to {}", whom(to)))
        }
        Event::BackSeen { by, cards } => match me {
            Some(_) => format!("{by} gives you back {cards}."),
            None => format!("{by} gives back {cards}."),
        },
        Event::Passed { from, to } => format!("A card goes from {} to {}.", whom(from), whom(to)),
        Event::PassedCard { from, to, card } => format!("{card} goes from {} to {}.", whom(from), whom(to)),
        Event::Kept { seat, count } => say(seat, "keep", "keeps", cards(count)),
        // That it was played has been said, and what was seen is told to the one who saw it.
        Event::Shown { .. } => String::new(),
        Event::ShownEntity { of, entity } => format!("{of} is {}.", entity.a_name()),
        Event::Phase { phase } => format!("{} falls.", phase.name()),
        Event::Reversed { clockwise: true } => "The order of turns goes to the left.".into(),
        Event::Reversed { clockwise: false } => "The order of turns goes to the right.".into(),
        Event::Declared { seat } => say(seat, "declare", "declares", "the end".into()),
        Event::Named { seat, enemy } => say(seat, "name", "names", whom(enemy)),
        Event::Judged { named, enemies, pure, winner, .. } => {
            let truth = match (named == enemies, pure.is_empty()) {
                (false, _) => format!("The enemies were {}", seats_for(enemies, me)),
                (true, false) => {
                    format!("The names are right, but not all are mutated ({})", seats_for(pure, me))
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
    use crate::pieces::Deck;

    #[test]
    fn the_observer_is_addressed() {
        let seat = Seat::new(2);
        let event = Event::Drew { seat, deck: Deck::Day };
        assert_eq!(narrate(&event, Observer::Seat(seat)), "You draw a Day card.");
        assert_eq!(narrate(&event, Observer::Spectator), "{s3} draws a Day card.");
    }
}
