//! What the options are called and touch.

use table::scene::{Id, seat_id};
use table::{Described, Observer, Seat, Text, Voice, say};

use super::{hand_card_id, pile_id};
use crate::action::Action;
use crate::pieces::{Card, Cards, Entity, Targeted, Untargeted};
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
            played_on(Voice(Observer::Seat(me)), *card, target),
            touch(*card).into_iter().chain(seat_exists(target)),
        )
        .detail(card.text()),
        Action::Play(card) => {
            let label = match *card {
                Card::Leshy => say!("Call The Leshy"),
                Card::Hunter => say!("Call The Hunter"),
                card => say!("Play {card}"),
            };
            Described::new(label, touch(*card)).detail(card.text())
        }
        Action::Discard(card) => Described::new(say!("Discard {card}"), touch(card)),
        Action::Give(card) => {
            Described::new(say!("Give {card}"), touch(card).into_iter().chain([seat_id(o.turn)]))
        }
        Action::Return(card) => {
            let other = match o.stage {
                TurnStage::Voodoo { other, .. } => Some(seat_id(other)),
                _ => None,
            };
            Described::new(say!("Give back {card}"), touch(card).into_iter().chain(other))
        }
        Action::Draw(deck) => Described::new(say!("Draw a {deck} card"), [pile_id(deck)]),
        Action::Keep => Described::new(say!("Keep the rest"), [seat_id(me)]),
        Action::Mirror => Described::new(
            say!("Hold up the Mirror"),
            touch(Card::Mirror).into_iter().chain([seat_id(o.turn)]),
        )
        .detail(Card::Mirror.text()),
        Action::Amulet => {
            Described::new(say!("Grip the Amulet"), touch(Card::Amulet)).detail(Card::Amulet.text())
        }
        Action::Endure => Described::new(say!("Let it happen"), [seat_id(me)]),
        Action::Declare => {
            Described::new(say!("Declare the end"), Vec::<String>::new()).detail(declaration_risk(o))
        }
        Action::Name(enemy) => {
            Described::new(say!("Name {enemy}"), seat_exists(enemy)).detail(name_risk(o, me, enemy))
        }
        Action::Accuse => Described::new(say!("These are all"), [seat_id(me)])
            .detail(say!("The game ends at once: your side wins or loses by these names.")),
        Action::Dally => {
            let label = if o.asleep() { say!("Sleep on") } else { say!("Let the turn slip by") };
            Described::new(label, [seat_id(me)]).detail(say!("No play, no draw."))
        }
    }
}

/// What a declaration costs, and whether it is lost from the start (rule 8.4).
fn declaration_risk(o: &Observation) -> Text {
    let least = o.options.players / 2;
    let mutated = o.seats.iter().filter(|seat| seat.mutated).count();
    let lost = match mutated {
        0 => say!("It would lose now: nobody is mutated yet."),
        few if few < least => {
            say!("It would lose now: only {mutated} mutated, and at least {least} enemies.")
        }
        _ => Text::default(),
    };
    let risk = say!("For good: name every enemy. If you are wrong, or one of them is pure, your side loses.");
    Text::sentences([risk, lost])
}

/// What a name costs, by what the declarer knows (rule 8.4).
fn name_risk(o: &Observation, me: Seat, enemy: Seat) -> Text {
    let TurnStage::Declare { named, .. } = o.stage else { return Text::default() };
    let side = |seat: Seat| o.entities.get(seat.index()).copied().flatten().map(Entity::faction);
    let loses = match o.seats.get(enemy.index()) {
        Some(seat) if !seat.mutated => say!("This player is pure: with this name your side loses."),
        Some(_) if side(enemy).is_some() && side(enemy) == side(me) => {
            say!("This player is on your side: with this name your side loses.")
        }
        _ => say!("For good. One wrong name, and your side loses."),
    };
    let last = match named.len() + 1 == o.options.players.div_ceil(2) {
        true => say!("It is the last name: the game ends at once."),
        false => Text::default(),
    };
    Text::sentences([loses, last])
}

fn played_on(voice: Voice, card: Card, target: Seat) -> Text {
    match card {
        Card::Bite => say!("Bite {target}"),
        Card::CurseMark => say!("Curse {target}"),
        Card::Chains => say!("Chain {target}"),
        Card::Tranquillizer => say!("Tranquillize {target}"),
        Card::Voodoo => say!("Work Voodoo on {target}"),
        Card::Vaccine => say!(voice, target: "Vaccinate {target}", "Vaccinate yourself"),
        Card::Candle => {
            say!(voice, target: "Light a Candle for {target}", "Light a Candle for yourself")
        }
        Card::Keys => say!(voice, target: "Use the Keys on {target}", "Use the Keys on yourself"),
        Card::PandorasBox => {
            say!(voice, target: "Open Pandora's Box on {target}", "Open Pandora's Box on yourself")
        }
        Card::Thief => say!("Steal from {target}"),
        Card::BloodTest => say!("Test the blood of {target}"),
        Card::Confession => say!("Confess to {target}"),
        _ => say!("Play {card} on {target}"),
    }
}

/// What somebody tries who points at a card of the hand, at a player while enemies are named, or at the own seat: to declare.
pub(crate) fn attempts(o: &Observation) -> Vec<(Id, Action)> {
    let Some(me) = o.observer.seat() else { return Vec::new() };
    let everybody = || Seat::all(o.options.players);
    let held = o.hands[me.index()].unwrap_or_default();
    let mut attempts = vec![(seat_id(me), Action::Declare)];
    match o.stage {
        TurnStage::Play if o.turn == me => {
            for card in Card::ALL.into_iter().filter(|&card| held.has(card)) {
                let id = || hand_card_id(me, card);
                match (Untargeted::new(card), Targeted::new(card)) {
                    _ if card == Card::Mirror => attempts.push((id(), Action::Mirror)),
                    _ if card == Card::Amulet => attempts.push((id(), Action::Amulet)),
                    (Some(card), _) => attempts.push((id(), Action::Play(card))),
                    (_, Some(card)) => {
                        let others = everybody().filter(|&seat| seat != me).chain([me]);
                        attempts.extend(others.map(|target| (id(), Action::PlayOn { card, target })));
                    }
                    _ => {}
                }
            }
        }
        TurnStage::Declare { seat, .. } if seat == me => {
            attempts.clear();
            attempts.extend(everybody().map(|enemy| (seat_id(enemy), Action::Name(enemy))));
        }
        _ => {}
    }
    attempts
}
