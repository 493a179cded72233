//! Events in words.

use table::{Observer, Seat, Voice};

use super::words::{ordinal, pips};
use crate::event::Event;
use crate::pieces::plural;
use crate::state::Phase;

/// An event in words for somebody who was told of it.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let voice = Voice(observer);
    let does = |seat: &Seat, verb: &str| voice.does(*seat, &format!("{verb}s"), verb);
    let whom = |seat: &Seat| voice.whom(*seat);
    match event {
        Event::Chose { seat, faction } => format!("{} the {}.", does(seat, "lead"), faction.name()),
        Event::Founded { seat, area, citadel: true } => {
            format!("{} a citadel in {area}.", does(seat, "raise"))
        }
        Event::Founded { seat, area, .. } => format!("{} in {area}.", does(seat, "gather")),
        Event::Turn { seat } if observer.is(*seat) => "It is your turn.".into(),
        Event::Turn { seat } => format!("It is {seat}'s turn."),
        Event::Built { seat, troops, area } => format!("{} {troops} in {area}.", does(seat, "build")),
        Event::Spent { seat, troops, pips: true } => {
            let worth = troops.units.iter().map(|(unit, count)| count * troops.faction.tile(unit).pips).sum();
            format!("{} {troops} for {}.", does(seat, "spend"), pips(worth))
        }
        Event::Spent { seat, troops, .. } => format!("{} {troops}.", does(seat, "discard")),
        Event::Captured { seat, owner, area } if observer.is(*owner) => {
            format!("{} one of your villages in {area}.", does(seat, "capture"))
        }
        Event::Captured { seat, owner, area } => {
            format!("{} a village of {} in {area}.", does(seat, "capture"), whom(owner))
        }
        Event::Constructed { seat, area } => format!("{} a village in {area}.", does(seat, "construct")),
        Event::Moved { seat, troops, from, to, cost: 0 } => {
            format!("{} {troops} from {from} to {to}.", does(seat, "move"))
        }
        Event::Moved { seat, troops, from, to, cost } => {
            format!("{} {troops} from {from} to {to} for {}.", does(seat, "move"), pips(*cost))
        }
        Event::MoveCost { seat, pips: cost, back: true } => {
            format!("{} there and back for {}.", does(seat, "move"), pips(*cost))
        }
        Event::MoveCost { seat, pips: cost, .. } => format!("{seat}'s whole move costs {}.", pips(*cost)),
        Event::Ended { seat, step: Phase::Return } => format!("{} away this turn.", does(seat, "stay")),
        Event::Ended { seat, step: Phase::Main } => {
            format!("{}.", voice.does(*seat, "ends their main actions", "end your main actions"))
        }
        Event::Picking { .. } | Event::Picked { .. } | Event::Ended { .. } => String::new(),
        Event::Drew { seat, troops } => format!("{} {troops}.", does(seat, "draw")),
        Event::DrewTiles { seat, count } => format!("{} {}.", does(seat, "draw"), plural(*count, "tile")),
        Event::Regrouped { seat, points, time } => {
            format!(
                "{} for the {} time: {}.",
                does(seat, "regroup"),
                ordinal(*time),
                plural(*points, "point")
            )
        }
        Event::Refilled { seat } => {
            format!("{} the bag from the discard pile, which scores nothing any more.", does(seat, "refill"))
        }
        Event::Attacked { seat, foe, area } => format!("{} {} in {area}.", does(seat, "attack"), whom(foe)),
        Event::Withdrew { seat, from, to } => format!("{} from {from} to {to}.", does(seat, "withdraw")),
        Event::Stood { seat } => {
            format!("{}.", voice.does(*seat, "stands and fights", "stand and fight"))
        }
        Event::BattleTiles { seat, tiles } => {
            let list: Vec<_> = tiles.iter().filter(|&&tile| tile > 0).map(u8::to_string).collect();
            format!("{} battle tiles {}.", does(seat, "draw"), list.join(", "))
        }
        Event::BattleTilesDrawn { seat, count } => format!("{} {count} battle tiles.", does(seat, "draw")),
        Event::Swapped { seat } => format!("{} a tile into the battle.", does(seat, "swap")),
        Event::Kept { seat } => format!("{} the battle tiles as they are.", does(seat, "keep")),
        Event::Shown { seat, tiles: [a, b, c], swapped, total } => {
            let with = swapped.map_or(String::new(), |troops| format!(" (with {troops})"));
            format!("{} {a}, {b}, {c}{with}: {total} in all.", does(seat, "show"))
        }
        Event::Tied { shield: true, .. } => "A tie: the Shield decides it.".into(),
        Event::Tied { area, .. } => format!("A tie: {area} is fought over again."),
        Event::Won { seat, foe, points } => {
            format!(
                "{} {} and {} {}.",
                does(seat, "beat"),
                whom(foe),
                if observer.is(*seat) { "score" } else { "scores" },
                plural(*points, "point")
            )
        }
        Event::Fell { seat, troops, area } => format!("{} {troops} in {area}.", does(seat, "lose")),
        Event::CitadelFell { seat, to } if observer.is(*seat) => format!("Your citadel falls to {to}."),
        Event::CitadelFell { seat, to } => format!("The citadel of {seat} falls to {}.", whom(to)),
        Event::Retreated { seat, from, to } => format!("{} from {from} to {to}.", does(seat, "retreat")),
        Event::DragonsLeft { seat, count } => {
            format!("{} {}: the won attack has spent them.", does(seat, "discard"), plural(*count, "Dragon"))
        }
        Event::Rose { count: 0, .. } => "The fallen stay in the ground.".into(),
        Event::Rose { seat, count, area } => format!("{} {count} Undead in {area}.", does(seat, "raise")),
        Event::Thirst { seat, troops, area } => {
            format!("{} {troops} to the desert of {area}.", does(seat, "lose"))
        }
        Event::CutiecornTo { seat } => format!("The Cutiecorn trots over to {}.", whom(seat)),
        Event::Eliminated { seat } => {
            format!("{} out of the game: nowhere to come back to.", voice.does(*seat, "is", "are"))
        }
        Event::Ending { stalled: true, .. } => {
            "Everyone who has not made their last regroup has let ten turns pass: the game ends.".into()
        }
        Event::Ending { seat, .. } => {
            format!("{} the last regroup that counts: the end is near.", does(seat, "make"))
        }
        Event::Over => "The war is over.".into(),
    }
}
