//! Events in words.

use table::{Observer, Text, Voice, say};

use crate::event::Event;
use crate::pieces::pips;
use crate::state::Phase;

/// An event in words for somebody who was told of it.
pub(crate) fn narrate(event: &Event, observer: Observer) -> Text {
    let voice = Voice(observer);
    match *event {
        Event::Chose { seat, faction } => {
            let faction = faction.name();
            say!(voice, seat: "{seat} leads the {faction}.", "You lead the {faction}.")
        }
        Event::Founded { seat, ref area, citadel: true } => {
            say!(voice, seat: "{seat} raises a citadel in {area}.", "You raise a citadel in {area}.")
        }
        Event::Founded { seat, ref area, .. } => {
            say!(voice, seat: "{seat} gathers in {area}.", "You gather in {area}.")
        }
        Event::Turn { seat } => say!(voice, seat: "It is {seat}'s turn.", "It is your turn."),
        Event::Built { seat, troops, ref area } => {
            say!(voice, seat: "{seat} builds {troops} in {area}.", "You build {troops} in {area}.")
        }
        Event::Spent { seat, troops, pips: true } => {
            let worth = troops.units.iter().map(|(unit, count)| count * troops.faction.tile(unit).pips).sum();
            let worth = pips(worth);
            say!(voice, seat: "{seat} spends {troops} for {worth}.", "You spend {troops} for {worth}.")
        }
        Event::Spent { seat, troops, .. } => {
            say!(voice, seat: "{seat} discards {troops} to pay for the unit.", "You discard {troops} to pay for the unit.")
        }
        Event::Captured { seat, owner, ref area } if observer.is(owner) => {
            say!("{seat} captures one of your villages in {area}.")
        }
        Event::Captured { seat, owner, ref area } => say!(voice, seat:
            "{seat} captures a village of {owner} in {area}.",
            "You capture a village of {owner} in {area}."),
        Event::Constructed { seat, ref area } => {
            say!(voice, seat: "{seat} constructs a village in {area}.", "You construct a village in {area}.")
        }
        Event::Moved { seat, troops, ref from, ref to, cost: 0 } => say!(voice, seat:
            "{seat} moves {troops} from {from} to {to}.",
            "You move {troops} from {from} to {to}."),
        Event::Moved { seat, troops, ref from, ref to, cost } => say!(voice, seat:
            "{seat} moves {troops} from {from} to {to} for {cost}.",
            "You move {troops} from {from} to {to} for {cost}.",
            cost = pips(cost)),
        Event::MoveCost { seat, pips: cost, back: true } => say!(voice, seat:
            "{seat} moves there and back for {cost}.",
            "You move there and back for {cost}.",
            cost = pips(cost)),
        Event::MoveCost { seat, pips: cost, .. } => {
            say!("{seat}'s whole move costs {cost}.", cost = pips(cost))
        }
        Event::Ended { seat, step: Phase::Return } => {
            say!(voice, seat: "{seat} stays away this turn.", "You stay away this turn.")
        }
        Event::Ended { seat, step: Phase::Main } => {
            say!(voice, seat: "{seat} ends their main actions.", "You end your main actions.")
        }
        Event::Picking { .. } | Event::Picked { .. } | Event::Ended { .. } => Text::default(),
        Event::Drew { seat, troops } => say!(voice, seat: "{seat} draws {troops}.", "You draw {troops}."),
        Event::DrewTiles { seat, count: 1 } => say!(voice, seat: "{seat} draws 1 tile.", "You draw 1 tile."),
        Event::DrewTiles { seat, count } => {
            say!(voice, seat: "{seat} draws {count} tiles.", "You draw {count} tiles.")
        }
        Event::Regrouped { seat, points: scored, time } => say!(voice, seat:
            "{seat} regroups for the {time} time: {points}.",
            "You regroup for the {time} time: {points}.",
            time = ordinal(time),
            points = points(scored)),
        Event::Refilled { seat } => say!(voice, seat:
            "{seat} refills the bag from the discard pile, which scores nothing any more.",
            "You refill the bag from the discard pile, which scores nothing any more."),
        Event::Attacked { seat, foe, ref area } => say!(voice, seat:
            "{seat} attacks {foe} in {area}.",
            "You attack {foe} in {area}.",
            foe = voice.whom(foe)),
        Event::Withdrew { seat, ref from, ref to } => {
            say!(voice, seat: "{seat} withdraws from {from} to {to}.", "You withdraw from {from} to {to}.")
        }
        Event::Stood { seat } => say!(voice, seat: "{seat} stands and fights.", "You stand and fight."),
        Event::BattleTiles { seat, tiles } => {
            let tiles = tiles.into_iter().filter(|&tile| tile > 0).map(|tile| say!("{tile}"));
            let tiles = tiles.reduce(|before, next| say!("{before}, {next}")).unwrap_or_default();
            say!(voice, seat: "{seat} draws battle tiles {tiles}.", "You draw battle tiles {tiles}.")
        }
        Event::BattleTilesDrawn { seat, count } => {
            say!(voice, seat: "{seat} draws {count} battle tiles.", "You draw {count} battle tiles.")
        }
        Event::Swapped { seat } => {
            say!(voice, seat: "{seat} swaps a tile into the battle.", "You swap a tile into the battle.")
        }
        Event::Kept { seat } => {
            say!(voice, seat: "{seat} keeps the battle tiles as they are.", "You keep the battle tiles as they are.")
        }
        Event::Shown { seat, tiles: [a, b, c], swapped: None, total } => say!(voice, seat:
            "{seat} shows {a}, {b}, {c}: {total} in all.",
            "You show {a}, {b}, {c}: {total} in all."),
        Event::Shown { seat, tiles: [a, b, c], swapped: Some(tile), total } => say!(voice, seat:
            "{seat} shows {a}, {b}, {c} (with {tile}): {total} in all.",
            "You show {a}, {b}, {c} (with {tile}): {total} in all."),
        Event::Tied { shield: true, .. } => say!("A tie: the Shield decides it."),
        Event::Tied { ref area, .. } => say!("A tie: {area} is fought over again."),
        Event::Won { seat, foe, points: scored } => say!(voice, seat:
            "{seat} beats {foe} and scores {points}.",
            "You beat {foe} and score {points}.",
            foe = voice.whom(foe),
            points = points(scored)),
        Event::Fell { seat, troops, ref area } => {
            say!(voice, seat: "{seat} loses {troops} in {area}.", "You lose {troops} in {area}.")
        }
        Event::CitadelFell { seat, to } => say!(voice, seat:
            "The citadel of {seat} falls to {to}.",
            "Your citadel falls to {to}.",
            to = voice.whom(to)),
        Event::Retreated { seat, ref from, ref to } => {
            say!(voice, seat: "{seat} retreats from {from} to {to}.", "You retreat from {from} to {to}.")
        }
        Event::DragonsLeft { seat, count: 1 } => say!(voice, seat:
            "{seat} discards 1 Dragon: the won attack has spent it.",
            "You discard 1 Dragon: the won attack has spent it."),
        Event::DragonsLeft { seat, count } => say!(voice, seat:
            "{seat} discards {count} Dragons: the won attack has spent them.",
            "You discard {count} Dragons: the won attack has spent them."),
        Event::Rose { count: 0, .. } => say!("The fallen stay in the ground."),
        Event::Rose { seat, count, ref area } => {
            say!(voice, seat: "{seat} raises {count} Undead in {area}.", "You raise {count} Undead in {area}.")
        }
        Event::Thirst { seat, troops, ref area } => say!(voice, seat:
            "{seat} loses {troops} to the desert of {area}.",
            "You lose {troops} to the desert of {area}."),
        Event::CutiecornTo { seat } => say!("The Cutiecorn trots over to {to}.", to = voice.whom(seat)),
        Event::Eliminated { seat } => say!(voice, seat:
            "{seat} is out of the game: nowhere to come back to.",
            "You are out of the game: nowhere to come back to."),
        Event::Ending { stalled: true, .. } => {
            say!("Everyone who has not made their last regroup has let ten turns pass: the game ends.")
        }
        Event::Ending { seat, .. } => say!(voice, seat:
            "{seat} makes the last regroup that counts: the end is near.",
            "You make the last regroup that counts: the end is near."),
        Event::Over => say!("The war is over."),
    }
}

/// "1 point", "3 points".
fn points(count: u8) -> Text {
    if count == 1 { say!("1 point") } else { say!("{count} points") }
}

/// "first" to "fourth": there are no more regroups than that.
fn ordinal(time: u8) -> &'static str {
    match time {
        1 => "first",
        2 => "second",
        3 => "third",
        _ => "fourth",
    }
}
