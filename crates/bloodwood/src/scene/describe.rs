//! What the options are called and touch.

use table::scene::seat_id;
use table::{Described, Seat};

use super::{hand_card_id, pile_id};
use crate::action::Action;
use crate::pieces::{Card, Cards, Entity};
use crate::sight::Observation;
use crate::state::TurnStage;

/// What these actions of the observing seat are called and touch.
pub(crate) fn describe(o: &Observation, actions: &[Action]) -> Vec<Described> {
    let me = o.observer.seat().unwrap_or(o.turn);
    let held = o.hands[me.index()].unwrap_or_default();
    actions.iter().map(|&action| option(o, me, held, action)).collect()
}

fn option(o: &Observation, me: Seat, held: Cards, action: Action) -> Described {
    let touch = |card: Card| held.has(card).then(|| hand_card_id(me, card));
    let seat_exists = |seat: Seat| (seat.index() < o.options.players).then(|| seat_id(seat));
    match action {
        Action::PlayOn { card, target } => Described::new(
            played_on(*card, target, target == me),
            touch(*card).into_iter().chain(seat_exists(target)),
        )
        .detail(card.text()),
        Action::Play(card) => {
            let label = match *card {
                Card::Leshy => "Call The Leshy".to_owned(),
                Card::Hunter => "Call The Hunter".to_owned(),
                _ => format!("Play {}", *card),
            };
            Described::new(label, touch(*card)).detail(card.text())
        }
        Action::Discard(card) => Described::new(format!("Discard {card}"), touch(card)),
        Action::Give(card) => {
            Described::new(format!("Give {card}"), touch(card).into_iter().chain([seat_id(o.turn)]))
        }
        Action::Return(card) => {
            let other = match o.stage {
                TurnStage::Voodoo { other, .. } => Some(seat_id(other)),
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
        Action::Declare => {
            Described::new("Declare the end", Vec::<String>::new()).detail(declaration_risk(o))
        }
        Action::Name(enemy) => {
            Described::new(format!("Name {enemy}"), seat_exists(enemy)).detail(name_risk(o, me, enemy))
        }
        Action::Accuse => Described::new("These are all", [seat_id(me)])
            .detail("The game ends at once: your side wins or loses by these names."),
        Action::Dally => {
            let words = if o.asleep() { "Sleep on" } else { "Let the turn slip by" };
            Described::new(words, [seat_id(me)]).detail("No play, no draw.")
        }
    }
}

/// What a declaration costs, and whether it is lost from the start (rule 8.4).
fn declaration_risk(o: &Observation) -> String {
    let least = o.options.players / 2;
    let mutated = o.seats.iter().filter(|seat| seat.mutated).count();
    let risk = "For good: name every enemy. If you are wrong, or one of them is pure, your side loses.";
    match mutated < least {
        true => {
            format!("{risk} It would lose now: only {mutated} mutated, and at least {least} enemies.")
        }
        false => risk.to_owned(),
    }
}

/// What a name costs, by what the declarer knows (rule 8.4).
fn name_risk(o: &Observation, me: Seat, enemy: Seat) -> String {
    let TurnStage::Declare { named, .. } = o.stage else { return String::new() };
    let side = |seat: Seat| o.entities.get(seat.index()).copied().flatten().map(Entity::faction);
    let loses = match o.seats.get(enemy.index()) {
        Some(seat) if !seat.mutated => "This player is pure: with this name your side loses.",
        Some(_) if side(enemy).is_some() && side(enemy) == side(me) => {
            "This player is on your side: with this name your side loses."
        }
        _ => "For good. One wrong name, and your side loses.",
    };
    match named.len() + 1 == o.options.players.div_ceil(2) {
        true => format!("{loses} It is the last name: the game ends at once."),
        false => loses.to_owned(),
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
