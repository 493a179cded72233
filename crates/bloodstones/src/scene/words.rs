//! Headings, prompts and small words.

use table::SeatSet;

use crate::map::Area;
use crate::pieces::Faction;
use crate::rules::flow;
use crate::sight::{Known, Observation};
use crate::state::Phase;

pub(super) fn heading(o: &Observation, s: &Known) -> String {
    let seat = s.active;
    let step = match s.phase {
        Phase::Factions => return "Setting up: factions".into(),
        Phase::Citadels => return "Setting up: citadels".into(),
        Phase::Muster => return "Setting up: first units".into(),
        Phase::Over => return "The war is over".into(),
        _ if s.last_round > 0 => return format!("The last battles, round {}", s.last_round),
        Phase::Return => "coming back",
        Phase::Capture => "capturing villages",
        Phase::Undead => "moving Undead",
        Phase::Main => "main actions",
        Phase::Move | Phase::Pay => "moving",
        Phase::Discard => "building",
        Phase::Construct => "constructing villages",
        _ => "battle",
    };
    if o.observer.is(seat) { format!("Your turn: {step}") } else { format!("Turn of {seat}: {step}") }
}

pub(super) fn mood(phase: Phase) -> &'static str {
    match phase {
        Phase::Factions | Phase::Citadels | Phase::Muster => "gathering",
        Phase::Capture | Phase::Construct => "harvest",
        Phase::Undead => "graveyard",
        Phase::Return | Phase::Main | Phase::Move | Phase::Pay | Phase::Discard => "campaign",
        Phase::Over => "dusk",
        _ => "battle",
    }
}

pub(super) fn help(s: &Known) -> &'static str {
    match s.phase {
        Phase::Factions => "4.2",
        Phase::Citadels if s.faction(s.active) == Faction::ChaosHorde => "4.7",
        Phase::Citadels => "4.3",
        Phase::Muster => "4.5",
        Phase::Return => "3.8",
        Phase::Capture if s.faction(s.active) == Faction::ChaosHorde => "3.7",
        Phase::Capture => "5.2",
        Phase::Undead => "5.5",
        Phase::Main => "5.7",
        Phase::Move | Phase::Pay => "7.1",
        Phase::Discard => "6.1",
        Phase::Construct => "9.1",
        Phase::Withdraw => "8.2",
        Phase::Swap => "8.4",
        Phase::Casualty => "8.8",
        Phase::Retreat => "8.10",
        Phase::Raise => "3.4",
        Phase::LastBattles => "11.2",
        Phase::Over => "11.4",
    }
}

pub(super) fn prompt(o: &Observation, s: &Known, waiting: SeatSet) -> String {
    let Some(seat) = waiting.first() else { return "The war is over.".into() };
    if !o.observer.is(seat) {
        return format!("{seat} decides.");
    }
    let place = |area: Area| s.map().get().name_of(area);
    let here = place(s.battle.area);
    match s.phase {
        Phase::Factions => "Choose a faction".into(),
        Phase::Citadels if s.faction(s.active).settles() => "Choose where your citadel stands".into(),
        Phase::Citadels => "Choose where your horde gathers".into(),
        Phase::Muster => format!("Build your first units: {} build points left", s.turn.build_points),
        Phase::Return => "Come back with one unit, or stay away this turn".into(),
        Phase::Capture | Phase::Construct if s.turn.due > 0 => {
            format!("Choose more villages, or a tile with {} or more to pay", pips(s.turn.due))
        }
        Phase::Capture => "Choose villages to capture with one tile".into(),
        Phase::Construct => "Choose where to construct villages with one tile".into(),
        Phase::Undead if s.turn.from != Area::NONE => {
            format!("Choose where the Undead of {} goes", place(s.turn.from))
        }
        Phase::Undead => "Choose an Undead to move".into(),
        Phase::Main if s.contested(s.active) != 0 => {
            "Build, move or attack: your battles must be fought".into()
        }
        Phase::Main => "Build, move, or end your main actions".into(),
        Phase::Move if s.turn.stepped => {
            format!("Go on from {}, choose another stack, or pay {}", place(s.turn.from), pips(s.turn.due))
        }
        Phase::Move if s.turn.group.is_empty() => {
            format!("Choose where the whole stack in {} goes, or pick units", place(s.turn.from))
        }
        Phase::Move => format!("Choose where {} goes, or pick more", s.turn.group.words(s.faction(s.active))),
        Phase::Pay => format!("Pay {} more", pips(s.turn.due)),
        Phase::Discard => format!("Choose a tile to discard: {} to go", s.turn.owes),
        Phase::Withdraw => format!("You are attacked in {here}: withdraw, or stand"),
        Phase::Swap => format!("Battle in {here}: swap a tile into it?"),
        Phase::Casualty => format!("You have lost in {here}: choose the unit to give up"),
        Phase::Retreat => format!("Choose where to retreat from {here}"),
        Phase::Raise => format!("Choose how many Undead rise in {here}"),
        Phase::LastBattles => "Choose your next battle".into(),
        Phase::Over => "The war is over.".into(),
    }
}

pub(super) fn verdict(o: &Observation, s: &Known) -> Option<String> {
    let outcome = flow::outcome(s)?;
    let winners = outcome.winners();
    let best = s.seats().map(|seat| outcome.score(seat)).max().unwrap_or(0);
    let level = s.seats().filter(|&seat| outcome.score(seat) == best).count();
    let how = if level > winners.len().max(1) { ", by villages and spoils after a tie" } else { "" };
    Some(match winners.len() {
        0 => format!("All are level with {best} points."),
        1 if o.observer.seat().is_some_and(|seat| winners.contains(seat)) => {
            format!("You win with {best} points{how}.")
        }
        1 => format!("{winners} wins with {best} points{how}."),
        _ => match o.observer.seat().filter(|&seat| winners.contains(seat)) {
            Some(seat) => {
                format!("You share the win with {}: {best} points each{how}.", winners.without(seat))
            }
            None => format!("{winners} share the win with {best} points each{how}."),
        },
    })
}

/// "1 pip", "3 pips".
pub(super) fn plural(count: u8, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

pub(super) fn pips(count: u8) -> String {
    plural(count, "pip")
}

/// "first" to "fourth": there are no more regroups than that.
pub(super) fn ordinal(time: u8) -> &'static str {
    ["zeroth", "first", "second", "third", "fourth"].get(usize::from(time)).copied().unwrap_or("last")
}
