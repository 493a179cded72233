//! What happened, in words.

use table::{Observer, Seat, Text, Voice, say};

use crate::event::{Ending, Event};
use crate::pieces::{Card, Deck, Entity};

/// What happened, in words for this observer.
pub(crate) fn narrate(event: &Event, observer: Observer) -> Text {
    let voice = Voice(observer);
    let whom = |seat: Seat| voice.whom(seat);
    match *event {
        Event::Played { seat, card, target: None } => {
            say!(voice, seat: "{seat} plays {card}.", "You play {card}.")
        }
        Event::Played { seat, card, target: Some(target) } if target == seat => {
            played_on_oneself(voice, seat, card)
        }
        Event::Played { seat, card, target: Some(target) } => {
            let whom = whom(target);
            say!(voice, seat: "{seat} plays {card} on {whom}.", "You play {card} on {whom}.")
        }
        Event::Discarded { seat, cards } => {
            say!(voice, seat: "{seat} discards {cards}.", "You discard {cards}.")
        }
        Event::Drew { seat, deck } => {
            say!(voice, seat: "{seat} draws a {deck} card.", "You draw a {deck} card.")
        }
        Event::Drawn { seat, card } => say!(voice, seat: "{seat} draws {card}.", "You draw {card}."),
        Event::Reshuffled { deck } => say!("The {deck} discards are shuffled into a new deck."),
        Event::Answered { seat, with: Card::Mirror, attacker } => {
            let whom = whom(attacker);
            say!(voice, seat: "{seat} turns it back on {whom} with the Mirror.", "You turn it back on {whom} with the Mirror.")
        }
        Event::Answered { seat, with, .. } => {
            say!(voice, seat: "{seat} answers with the {with}.", "You answer with the {with}.")
        }
        Event::Endured { seat } => say!(voice, seat: "{seat} does not answer.", "You do not answer."),
        Event::Fizzled { card: card @ (Card::Chains | Card::Keys) } => say!("{card} have no effect."),
        Event::Fizzled { card } => say!("{card} has no effect."),
        Event::Turned { seat, mutated: true, .. } => {
            say!(voice, seat: "{seat} was bitten and is mutated.", "You were bitten and are mutated.")
        }
        Event::Turned { seat, by: Card::Bite, .. } => say!(
            voice, seat: "{seat} was bitten while mutated and is pure again.",
            "You were bitten while mutated and are pure again."
        ),
        Event::Turned { seat, .. } => say!(
            voice, seat: "{seat} was vaccinated and is pure again.",
            "You were vaccinated and are pure again."
        ),
        Event::Cursed { seat } => {
            say!(voice, seat: "{seat} bears a Curse Mark.", "You bear a Curse Mark.")
        }
        Event::CurseMoved { from, to } => {
            say!("The Curse Mark passes from {from} to {to}.", from = whom(from), to = whom(to))
        }
        Event::CurseLifted { seat } => {
            say!(voice, seat: "{seat} is free of the Curse Mark.", "You are free of the Curse Mark.")
        }
        Event::CurseFell { seat } => say!(
            voice, seat: "{seat}'s Curse Mark runs out: {seat} is mutated for good and may never declare the end.",
            "Your Curse Mark runs out: you are mutated for good. No Bite or Vaccine helps; another of your side must declare the end."
        ),
        Event::Bound { seat } => say!(voice, seat: "{seat} is in Chains.", "You are in Chains."),
        Event::Freed { seat } => say!(voice, seat: "{seat} is out of Chains.", "You are out of Chains."),
        Event::Drugged { seat } => say!(voice, seat: "{seat} is tranquillized.", "You are tranquillized."),
        Event::Slept { seat } => {
            say!(voice, seat: "{seat} sleeps through the turn.", "You sleep through the turn.")
        }
        Event::Dallied { seat } => {
            say!(voice, seat: "{seat} lets the turn slip by.", "You let the turn slip by.")
        }
        Event::Sealed { seat } => say!(voice, seat: "{seat} has chosen.", "You have chosen."),
        Event::HandTaken { by, from, count } => hand_taken(voice, by, from, count),
        Event::HandSeen { from, cards } => match observer.seat() {
            Some(_) => say!("You take {from}'s hand: {cards}."),
            None => say!("{from}'s hand is taken: {cards}."),
        },
        Event::HandBack { by, to, count } => {
            let cards = if count == 0 { say!("nothing") } else { number_of_cards(count) };
            let whom = whom(to);
            say!(voice, by: "{by} gives {cards} back to {whom}.", "You give {cards} back to {whom}.")
        }
        Event::BackSeen { by, cards } => match observer.seat() {
            Some(_) => say!("{by} gives you back {cards}."),
            None => say!("{by} gives back {cards}."),
        },
        Event::Passed { from, to } => {
            let from = whom(from);
            say!(voice, to: "{to} gets a card from {from}.", "You get a card from {from}.")
        }
        Event::PassedCard { from, to, card } => {
            let from = whom(from);
            say!(voice, to: "{to} gets {card} from {from}.", "You get {card} from {from}.")
        }
        Event::Kept { seat, count } => {
            let cards = number_of_cards(count);
            say!(voice, seat: "{seat} keeps {cards}.", "You keep {cards}.")
        }
        // The play was told before, and what was seen is told to the seat that saw it.
        Event::Shown { .. } => Text::default(),
        Event::ShownEntity { of, entity } => identity(of, entity),
        Event::Phase { phase: Deck::Day } => say!("Day breaks."),
        Event::Phase { phase: Deck::Night } => say!("Night falls."),
        Event::Reversed { clockwise: true } => say!("Turns go to the left again."),
        Event::Reversed { clockwise: false } => say!("Turns now go to the right."),
        Event::Declared { seat } => say!(voice, seat: "{seat} declares the end.", "You declare the end."),
        Event::Named { seat, enemy } => {
            let whom = whom(enemy);
            say!(voice, seat: "{seat} names {whom}.", "You name {whom}.")
        }
        Event::Judged { named, enemies, pure, winner, .. } => {
            let winner = winner.name();
            match (named == enemies, pure.is_empty()) {
                (false, true) => {
                    say!("The enemies were {enemies}: the {winner} win.", enemies = voice.list(enemies))
                }
                (false, false) => say!(
                    "The enemies were {enemies}, and not all are mutated: the {winner} win.",
                    enemies = voice.list(enemies)
                ),
                (true, false) => say!(
                    "The names are right, but not all are mutated ({pure}): the {winner} win.",
                    pure = voice.list(pure)
                ),
                (true, true) => say!("The names are right, and all are mutated: the {winner} win."),
            }
        }
        Event::Undecided { ending: Ending::AllCursed } => say!("Everybody is mutated for good: a draw."),
        Event::Undecided { .. } => say!("The last round is over, and nobody has declared: a draw."),
    }
}

/// What somebody else is.
pub(super) fn identity(seat: Seat, entity: Entity) -> Text {
    match entity {
        Entity::Dracula => say!("{seat} is Dracula."),
        Entity::Alpha => say!("{seat} is the Alpha."),
        Entity::Vampire | Entity::Werewolf => say!("{seat} is a {name}.", name = entity.name()),
    }
}

/// "a card", "3 cards".
fn number_of_cards(count: u8) -> Text {
    if count == 1 { say!("a card") } else { say!("{count} cards") }
}

fn played_on_oneself(voice: Voice, seat: Seat, card: Card) -> Text {
    match card {
        Card::Vaccine => say!(
            voice, seat: "{seat} plays {card} on their own DNA.", "You play {card} on your own DNA."
        ),
        Card::Candle => say!(
            voice, seat: "{seat} plays {card} on their own Curse Mark.",
            "You play {card} on your own Curse Mark."
        ),
        Card::Keys => say!(
            voice, seat: "{seat} plays {card} on their own Chains.", "You play {card} on your own Chains."
        ),
        _ => say!(
            voice, seat: "{seat} plays {card} on their own hand.", "You play {card} on your own hand."
        ),
    }
}

fn hand_taken(voice: Voice, by: Seat, from: Seat, count: u8) -> Text {
    let cards = if count == 0 { say!("no card") } else { number_of_cards(count) };
    match voice.0.is(from) {
        true => say!("{by} takes your hand: {cards}."),
        false => say!(
            voice, by: "{by} takes {from}'s hand: {cards}.", "You take {from}'s hand: {cards}."
        ),
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
    fn who_is_pure_again_is_told_why() {
        let seat = Seat::new(0);
        let told = |mutated, by| narrate(&Event::Turned { seat, mutated, by }, Observer::Seat(seat));
        assert_eq!(told(true, Card::Bite), "You were bitten and are mutated.");
        assert_eq!(told(false, Card::Bite), "You were bitten while mutated and are pure again.");
        assert_eq!(told(false, Card::Vaccine), "You were vaccinated and are pure again.");
    }

    #[test]
    fn chains_and_keys_are_several() {
        let told = |card| narrate(&Event::Fizzled { card }, Observer::Spectator);
        assert_eq!(told(Card::Chains), "Chains have no effect.");
        assert_eq!(told(Card::Keys), "Keys have no effect.");
        assert_eq!(told(Card::Bite), "Bite has no effect.");
    }

    #[test]
    fn day_breaks_and_night_falls() {
        let words = Deck::ALL.map(|phase| narrate(&Event::Phase { phase }, Observer::Spectator));
        assert_eq!(words, ["Night falls.", "Day breaks."]);
    }
}
