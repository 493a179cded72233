//! What speaks for a choice, for hints: facts that follow from what the seat sees, each with its rule.

use table::chance::quick;
use table::hint::Reason;
use table::{Seat, SeatSet, Text, say};

use crate::action::Action;
use crate::beliefs;
use crate::pieces::{Card, Deck, Sort};
use crate::sight::{self, Observation, SeatView};
use crate::state::{State, TurnStage};

/// No more deals than this are counted.
const MOST: usize = 4096;

pub(crate) fn reasons(o: &Observation, action: Action, reasons: &mut Vec<Reason>) {
    let Some(me) = o.observer.seat() else { return };
    let Some(own) = o.seats.get(me.index()) else { return };
    let mut say = |rule: &str, text: Text| reasons.push(Reason::by_rule(rule, text));
    match action {
        Action::PlayOn { card, target } => play_on(o, me, own, *card, target, &mut say),
        Action::Play(card) => match card.sort() {
            Sort::Special(special) => say(special.rule(), say!("You draw a card and play again at once.")),
            _ => say("5.13", say!("It takes cards from everybody else at the same time.")),
        },
        Action::Discard(card) if matches!(o.stage, TurnStage::Play) => {
            if card.sort() == Sort::Defence {
                say("3.4", say!("It can only be an answer; on your own turn you can only throw it away."));
            } else if card.deck() != o.phase {
                let phase = o.phase.name();
                say("3.1", say!("It cannot be played now: it is {phase}."));
            }
        }
        Action::Draw(deck) => draw(o, deck, &mut say),
        Action::Name(seat) => {
            if let Some((foe, all)) = count(o, |world| world.enemies(me).contains(seat)) {
                say("8.3", say!("{seat} is an enemy in {foe} of the {all} ways the table can be split."));
            }
        }
        Action::Mirror => say("6.3", say!("The card falls back on the attacker, and cannot be answered.")),
        Action::Amulet => say("6.2", say!("The card has no effect on you.")),
        Action::Endure => endure(o, own, &mut say),
        Action::Declare => {
            let mutated: SeatSet = seats(o).filter(|(_, view)| view.mutated).map(|(seat, _)| seat).collect();
            if let Some((right, all)) = count(o, |world| world.enemies(me).minus(mutated).is_empty()) {
                say(
                    "8.4",
                    say!("All enemies are mutated in {right} of the {all} ways the table can be split."),
                );
            }
        }
        _ => {}
    }
    if let (true, Action::Discard(card), Some(hand)) = (reasons.is_empty(), action, o.hands[me.index()]) {
        let left = |deck: Deck| hand.of_deck(deck).saturating_sub(u8::from(card.deck() == deck));
        let (day, night) = (left(Deck::Day), left(Deck::Night));
        reasons.push(Reason::by_rule("3.1", say!("Then you hold {day} Day and {night} Night cards.")));
    }
}

fn play_on(
    o: &Observation,
    me: Seat,
    own: &SeatView,
    card: Card,
    target: Seat,
    say: &mut impl FnMut(&str, Text),
) {
    let Some(view) = o.seats.get(target.index()) else { return };
    let helps = matches!(card, Card::Vaccine | Card::Candle | Card::Keys);
    match card {
        Card::Bite if own.curse > 0 && view.curse == 0 && !view.permanent => {
            say("5.6", say!("Your Curse Mark moves to {target} with the Bite."));
        }
        Card::Bite if view.mutated => say("5.2", say!("The Bite makes {target} pure again.")),
        Card::Bite => {
            say("5.2", say!("The Bite mutates {target}: every enemy has to be mutated at the same moment."))
        }
        Card::CurseMark => {
            say("5.4", say!("Unless the mark goes within two turns, {target} is mutated for good."))
        }
        Card::Chains => say("5.9", say!("In Chains {target} can play no Night cards.")),
        Card::Tranquillizer => say("5.10", say!("{target} sleeps through the next turn.")),
        Card::Voodoo => {
            let cards = view.hand;
            say("5.12", say!("Cards of {target} that you see and choose from: {cards}."));
        }
        Card::Vaccine if target == me => say("8.1", say!("Only a pure player may declare: be pure again.")),
        Card::Vaccine => say("7.1", say!("{target} is pure again.")),
        Card::Candle if target == me => {
            let left = own.curse;
            say("5.4", say!("Turns until your Curse Mark falls and you are mutated for good: {left}."));
        }
        Card::Keys if target == me => say("5.9", say!("In Chains you can play no Night cards.")),
        Card::Thief => {
            let cards = view.hand;
            say("7.6", say!("Cards of {target}, of which you take one: {cards}."));
        }
        Card::BloodTest if o.entities.get(target.index()).is_some_and(Option::is_none) => {
            say("7.7", say!("You do not know yet what {target} is: a Blood Test shows it to you alone."));
        }
        Card::Confession => say("7.8", say!("{target} learns what you are, and nobody else does.")),
        Card::PandorasBox if target == me => {
            say("7.4", say!("You throw your hand away and draw four new cards."))
        }
        _ => {}
    }
    if target == me {
        return;
    }
    if let Some((foe, all)) = count(o, |world| world.enemies(me).contains(target)) {
        let friend = all - foe;
        let pure_again = card == Card::Bite && view.mutated;
        if (helps || pure_again || card == Card::Confession) && 2 * friend > all {
            say(
                "1.2",
                say!("{target} is on your side in {friend} of the {all} ways the table can be split."),
            );
        } else if !helps && !pure_again && 2 * foe > all && (foe == all || stands_out(o, me, target, foe)) {
            say("1.2", say!("{target} is an enemy in {foe} of the {all} ways the table can be split."));
        }
    }
}

/// Is this seat an enemy more or less often than another one whose entity is unknown?
fn stands_out(o: &Observation, me: Seat, target: Seat, foe: u32) -> bool {
    let unknown = |seat: &Seat| *seat != target && o.entities.get(seat.index()).is_some_and(Option::is_none);
    Seat::all(o.seats.len())
        .filter(unknown)
        .any(|seat| count(o, |world| world.enemies(me).contains(seat)).is_some_and(|(other, _)| other != foe))
}

/// A hand is filled up at the end of every turn: its size at the moment is not a reason.
pub(crate) fn counts(id: &str) -> bool {
    !id.ends_with("/cards") && !id.starts_with("hand/")
}

fn draw(o: &Observation, deck: Deck, say: &mut impl FnMut(&str, Text)) {
    let name = deck.name();
    // The next own turn comes after everybody else's, and a phase lasts as many turns as there are players.
    if o.phase.other() == deck {
        say(
            "4.1",
            say!(
                "In your next turn it will be {name} unless somebody changes it, and then you can play {name} cards."
            ),
        );
    } else if deck == Deck::Day {
        say("6.2", say!("Among the Day cards are 8 Amulets, which stop an attack at any time."));
    } else {
        say("6.3", say!("Among the Night cards are 8 Mirrors, which turn an attack back at any time."));
    }
}

fn endure(o: &Observation, own: &SeatView, say: &mut impl FnMut(&str, Text)) {
    let TurnStage::Defend { card, .. } = o.stage else { return };
    match card {
        Card::Bite if own.mutated => say("5.2", say!("You are mutated: the Bite makes you pure again.")),
        Card::Chains | Card::Tranquillizer => {
            say("6.2", say!("It does not touch your blood: keep your answer for a Bite or a Curse Mark."))
        }
        _ => {}
    }
}

fn seats(o: &Observation) -> impl Iterator<Item = (Seat, &SeatView)> {
    Seat::all(o.seats.len()).zip(&o.seats)
}

/// In how many of the deals that fit what the seat knows something holds, and how many there are; nothing if they are too many to
/// count.
fn count(o: &Observation, holds: impl Fn(&State) -> bool) -> Option<(u32, u32)> {
    let mut world = sight::sample(o, &mut quick(0));
    let (mut some, mut all) = (0, 0);
    let counted = beliefs::each_assignment(&o.entities, &mut world, MOST, &mut |world| {
        all += 1;
        some += u32::from(holds(world));
    });
    (counted && all > 0).then_some((some, all))
}
