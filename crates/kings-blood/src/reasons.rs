//! What speaks for a choice, for hints: facts that follow from what the seat sees, each with its rule.

use table::chance::quick;
use table::hint::Reason;
use table::{Seat, Text, say};

use crate::action::Action;
use crate::pieces::{Card, Cards, Kind, Special};
use crate::rules::playable::playable_now;
use crate::scene;
use crate::sight::{self, Observation, PhaseView};
use crate::state::State;

pub(crate) fn reasons(o: &Observation, action: Action, reasons: &mut Vec<Reason>) {
    let Some(me) = o.observer.seat() else { return };
    let Some(hand) = o.seats.get(me.index()).and_then(|view| view.cards) else { return };
    // The tree, the hand and who is next are the same in every world that the seat may be in.
    let world = &sight::sample(o, &mut quick(0));
    let mut say = |rule: &str, text: Text| reasons.push(Reason::by_rule(rule, text));
    let held = hand.len();
    match action {
        Action::Call => {
            say("10.3", say!("With one card and no call you would draw three cards and lose a turn."));
        }
        Action::Play(_) if held == 1 => {
            say("10.7", say!("It is your last card and a Character: you have won."));
        }
        Action::Play(card) if o.debt > 0 => {
            let debt = o.debt;
            say("8.1", say!("It passes the {debt} cards you owe on to somebody else."));
            ability(world, me, card, &mut say);
        }
        Action::Play(card) if card.is_character() => character(world, me, hand, card, &mut say),
        Action::Play(card) => event(card, held, &mut say),
        Action::Place { beside, .. } => {
            if let Some(card) = o.chosen.filter(|card| card.is_character() && card.may_marry(beside)) {
                let beside = beside.name();
                say(
                    "6.1",
                    say!("There it can marry {beside}: the child comes from the pile, and you may play on."),
                );
                ability(world, me, card, &mut say);
            }
        }
        Action::Target(card) => match o.chosen.and_then(Card::kind) {
            Some(Kind::Enthronement) => {
                let fits = hand.intersection(card.fits()).len();
                say("9.5", say!("Cards of yours that fit beside the new founder: {fits}."));
            }
            Some(kind) => event_kind(kind, held, &mut say),
            None => {}
        },
        Action::Give(to) if to != me => {
            let cards = o.seats.get(to.index()).map_or(0, |view| view.held);
            if o.seats.iter().enumerate().all(|(at, view)| at == me.index() || view.held >= cards) {
                say("9.3", say!("{to} has the fewest cards of the others: {cards}."));
            }
        }
        Action::Give(_) => {}
        Action::Marry => {
            say(
                "6.2",
                say!("The child comes from the pile and costs you nothing, and you may play on beside it."),
            );
            let unseen = world.hidden().minus(hand);
            let (fits, all) = (unseen.intersection(hand.relatives()).len(), unseen.len());
            say(
                "6.4",
                say!("One of your cards would fit beside {fits} of the {all} cards that may be born."),
            );
        }
        Action::Decline | Action::Stop => {
            if let Some(last) = o.last {
                ability(world, me, last, &mut say);
            }
        }
        Action::Draw => draw(o, world, hand, &mut say),
        Action::Accept => {
            if hand.intersection(world.specials().all()).is_empty() {
                say("8.4", say!("You have no Skip, Reverse or Draw 3 to pass the debt on with."));
            } else {
                say(
                    "8.4",
                    say!("After drawing you still have an ordinary turn, and you keep your ability card."),
                );
            }
        }
        Action::Pass => {}
    }
}

fn character(world: &State, me: Seat, hand: Cards, card: Card, say: &mut impl FnMut(&str, Text)) {
    let left = hand.minus(Cards::one(card));
    if left.len() == 1 {
        say("10.2", say!("It leaves you one card: call, and play it next."));
    }
    let partners = world.tree.active().intersection(card.spouses()).len();
    if partners > 0 {
        say("6.1", say!("It can marry {partners} of the active cards, and a wedding lets you play on."));
    }
    ability(world, me, card, say);
    let after = left.intersection(card.fits()).len();
    if after > 0 {
        say("5.2", say!("Cards of yours that fit beside it: {after}."));
    }
}

fn ability(world: &State, me: Seat, card: Card, say: &mut impl FnMut(&str, Text)) {
    let next = world.next(me);
    let cards = scene::cards(world.held(next));
    match world.specials().of(card) {
        Some(Special::Skip) if world.players() == 2 => say("7.3", say!("Skip: it is your turn again.")),
        Some(Special::Skip) => say("7.3", say!("Skip: {next}, who holds {cards}, loses a turn.")),
        Some(Special::Reverse) if world.players() > 2 => {
            say("7.4", say!("Reverse: {next}, who holds {cards}, is not next."));
        }
        Some(Special::Draw3) => say("7.5", say!("Draw 3: {next}, who holds {cards}, gets three more.")),
        _ => {}
    }
}

fn event(card: Card, held: usize, say: &mut impl FnMut(&str, Text)) {
    match card.kind() {
        Some(kind) => event_kind(kind, held, say),
        None => say(
            "12.3",
            say!("Any Character may be played beside the card with the King's Blood, and always marries."),
        ),
    }
}

fn event_kind(kind: Kind, held: usize, say: &mut impl FnMut(&str, Text)) {
    match kind {
        Kind::Assassination => say("9.2", say!("After an Assassination you may play one more card.")),
        Kind::Exile => say("9.3", say!("Exile gives somebody else a card.")),
        Kind::NewConnection => say("9.4", say!("A New Connection can open a side, or let the card marry.")),
        Kind::Enthronement => {
            say("9.5", say!("An Enthronement clears the tree, so that others may have nothing that fits."))
        }
    }
    if held <= 3 {
        say("10.1", say!("An Event can never be your last card: play it while you can."));
    }
}

fn draw(o: &Observation, world: &State, hand: Cards, say: &mut impl FnMut(&str, Text)) {
    if matches!(o.phase, PhaseView::Play) && playable_now(world).is_empty() {
        say("5.1", say!("None of your cards can be played now."));
    }
    let unseen = world.hidden().minus(hand);
    let (fits, all) = (unseen.intersection(world.tree.active().relatives()).len(), unseen.len());
    if all > 0 {
        say(
            "5.3",
            say!(
                "Of the {all} cards you have not seen, {fits} would fit the tree and could be played at once."
            ),
        );
    }
}
