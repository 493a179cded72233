//! Headings, prompts and small words.

use table::SeatSet;

use crate::action::Action;
use crate::map::Area;
use crate::pieces::{Faction, plural};
use crate::rules::{self, flow, march};
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
    if o.observer.is(seat) { format!("Your turn: {step}") } else { format!("{seat}'s turn: {step}") }
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
    let mut options = Vec::new();
    rules::legal(s, seat, &mut options);
    let stuck = options == [Action::Done];
    let any = |kind: &dyn Fn(&Action) -> bool| options.iter().any(kind);
    let go = any(&|option| matches!(option, Action::Go(_)));
    match s.phase {
        Phase::Factions => "Choose a faction".into(),
        Phase::Citadels if s.faction(s.active).settles() => "Choose where your citadel stands".into(),
        Phase::Citadels => "Choose where your horde gathers".into(),
        Phase::Muster if stuck => "There is nothing more to build: end your set-up".into(),
        Phase::Muster => {
            format!("Build your first units: {} left", plural(s.turn.build_points, "build point"))
        }
        Phase::Return if stuck => "You cannot pay for a unit to come back with: stay away this turn".into(),
        Phase::Return => "Come back with one unit, or stay away this turn".into(),
        Phase::Capture | Phase::Construct if s.turn.due > 0 => {
            let more = any(&|option| matches!(option, Action::Capture(_) | Action::Construct(_)));
            let more = if more { "more villages, or " } else { "" };
            format!("Choose {more}a tile with {} or more to pay", pips(s.turn.due))
        }
        Phase::Capture => "Choose villages to capture with one tile".into(),
        Phase::Construct => "Choose where to construct villages with one tile".into(),
        Phase::Undead if s.turn.from != Area::NONE => {
            format!("Choose where the Undead in {} goes", place(s.turn.from))
        }
        Phase::Undead => "Choose an Undead to move".into(),
        Phase::Main => main_prompt(&options),
        Phase::Move if s.turn.stepped => {
            let onward = if go { format!("Go on from {}", place(s.turn.from)) } else { String::new() };
            let another = any(&|option| matches!(option, Action::March(area) if *area != s.turn.from));
            let another = if another { "choose another stack" } else { "" };
            either(&[&onward, another, &format!("pay {}", pips(s.turn.due))], ", or ")
        }
        Phase::Move => {
            let whole = s.turn.group.is_empty();
            let group = if whole { march::stack(s) } else { s.turn.group };
            let (group, from) = (group.words(s.faction(s.active)), place(s.turn.from));
            match any(&|option| matches!(option, Action::Take(_))) {
                true if !go => format!("Pick units in {from}: the whole stack cannot go anywhere together"),
                true if whole => format!("Choose where the whole stack in {from} goes, or pick units"),
                true => format!("Choose where to move {group}, or pick more"),
                false => format!("Choose where to move {group} from {from}"),
            }
        }
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

fn main_prompt(options: &[Action]) -> String {
    let verb = |option: &Action| match option {
        Action::Build(..) => "build",
        Action::March(_) => "move",
        Action::Capture(_) => "capture villages",
        Action::Attack { .. } => "attack",
        _ => "",
    };
    let mut able = vec!["build", "move", "capture villages", "attack"];
    able.retain(|word| options.iter().any(|option| verb(option) == *word));
    if !options.contains(&Action::Done) {
        return format!("{}: your battles must be fought", either(&able, " or "));
    }
    if able.is_empty() {
        return "There is nothing to build or move: end your main actions".into();
    }
    able.push("end your main actions");
    either(&able, ", or ")
}

/// "Build, move, or end your main actions": what is empty is left out.
fn either(parts: &[&str], last: &str) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    let text = match parts.as_slice() {
        [front @ .., end] if !front.is_empty() => format!("{}{last}{end}", front.join(", ")),
        _ => parts.concat(),
    };
    capital(&text)
}

pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn verdict(o: &Observation, s: &Known) -> Option<String> {
    let outcome = flow::outcome(s)?;
    let winners = outcome.winners();
    let best = s.seats().map(|seat| outcome.score(seat)).max().unwrap_or(0);
    let level = s.seats().filter(|&seat| outcome.score(seat) == best).count();
    let how = if level > winners.len().max(1) { ", by villages and spoils after a tie" } else { "" };
    Some(match winners.len() {
        0 => format!("It is a draw: all are level with {best} points."),
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

pub(super) fn pips(count: u8) -> String {
    plural(count, "pip")
}

/// "first" to "fourth": there are no more regroups than that.
pub(super) fn ordinal(time: u8) -> &'static str {
    ["zeroth", "first", "second", "third", "fourth"].get(usize::from(time)).copied().unwrap_or("last")
}
