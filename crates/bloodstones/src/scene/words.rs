//! Headings, prompts and small words.

use table::{Outcome, Seat, SeatSet, Text, Voice, say};

use super::describe::lost_anyhow;
use crate::action::Action;
use crate::map::Area;
use crate::pieces::{Faction, build_points, pips};
use crate::rules::{self, flow, march};
use crate::sight::{Known, Observation};
use crate::state::Phase;

pub(super) fn heading(o: &Observation, s: &Known) -> Text {
    let (voice, seat) = (Voice(o.observer), s.active);
    let step = match s.phase {
        Phase::Factions => return say!("Setting up: factions"),
        Phase::Citadels => return say!("Setting up: citadels"),
        Phase::Muster => return say!("Setting up: first units"),
        Phase::Over => return say!("The war is over"),
        _ if s.last_round > 0 => return say!("The last battles, round {round}", round = s.last_round),
        Phase::Return => "coming back",
        Phase::Capture => "capturing villages",
        Phase::Undead => "moving Undead",
        Phase::Main => "main actions",
        Phase::Move | Phase::Pay => "moving",
        Phase::Discard => "building",
        Phase::Construct => "constructing villages",
        _ => "battle",
    };
    say!(voice, seat: "{seat}'s turn: {step}", "Your turn: {step}")
}

/// What wins and how it ends.
pub(super) fn goal(s: &Known) -> Text {
    let end = match s.table.regroups {
        1 => say!("The game ends when all have regrouped once."),
        times => say!("The game ends when all have regrouped {times} times."),
    };
    Text::sentences([
        say!(
            "Most points win: mostly for your villages at each regroup, then for units beaten, villages and citadels captured."
        ),
        say!("You regroup when you must draw and your bag is empty."),
        end,
    ])
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

pub(super) fn prompt(o: &Observation, s: &Known, waiting: SeatSet) -> Text {
    let Some(seat) = waiting.first() else { return say!("The war is over.") };
    if !o.observer.is(seat) {
        return say!("{seat} decides.");
    }
    let place = |area: Area| s.map().place(area);
    let here = place(s.battle.area);
    let mut options = Vec::new();
    rules::legal(s, seat, &mut options);
    let stuck = options == [Action::Done];
    let any = |kind: &dyn Fn(&Action) -> bool| options.iter().any(kind);
    match s.phase {
        Phase::Factions => say!("Choose a faction: each has tiles and strengths of its own"),
        Phase::Citadels if s.faction(s.active).settles() => say!("Choose where your citadel stands"),
        Phase::Citadels => say!("Choose where your horde gathers"),
        Phase::Muster if stuck => say!("There is nothing more to build: end your set-up"),
        Phase::Muster => {
            say!("Build your first units: {points} left", points = build_points(s.turn.build_points))
        }
        Phase::Return if stuck => say!("You cannot pay for a unit to come back with: stay away this turn"),
        Phase::Return => say!("Come back with one unit, or stay away this turn"),
        Phase::Capture | Phase::Construct if s.turn.due > 0 => {
            let due = pips(s.turn.due);
            match any(&|option| matches!(option, Action::Capture(_) | Action::Construct(_))) {
                true => say!("Choose more villages, or a tile with {due} or more to pay"),
                false => say!("Choose a tile with {due} or more to pay"),
            }
        }
        Phase::Capture => say!("Capture villages where you have units: one tile pays for all"),
        Phase::Construct => say!("Construct villages in or next to your own areas: one tile pays for all"),
        Phase::Undead if s.turn.from != Area::NONE => {
            say!("Choose where the Undead in {from} goes", from = place(s.turn.from))
        }
        Phase::Undead => say!("Choose an Undead to move"),
        Phase::Main => main_prompt(&options),
        Phase::Move => move_prompt(s, &options),
        Phase::Pay => say!("Pay {due} more", due = pips(s.turn.due)),
        Phase::Discard => say!("Choose a tile to discard: {owed} to go", owed = s.turn.owes),
        Phase::Withdraw => say!("You are attacked in {here}: withdraw, or stand"),
        Phase::Swap if lost_anyhow(o, s) => say!("Battle in {here}: it is lost, whatever you swap in. Go on"),
        Phase::Swap => say!("Battle in {here}: swap a tile into it?"),
        Phase::Casualty => say!("You have lost in {here}: choose the unit to give up"),
        Phase::Retreat => say!("Choose where to retreat from {here}"),
        Phase::Raise => say!("Choose how many Undead rise in {here}"),
        Phase::LastBattles => say!("Choose your next battle"),
        Phase::Over => say!("The war is over."),
    }
}

fn move_prompt(s: &Known, options: &[Action]) -> Text {
    let any = |kind: &dyn Fn(&Action) -> bool| options.iter().any(kind);
    let go = any(&|option| matches!(option, Action::Go(_)));
    let from = s.map().place(s.turn.from);
    if s.turn.stepped {
        let another = any(&|option| matches!(option, Action::March(area) if *area != s.turn.from));
        let due = pips(s.turn.due);
        return match (go, another) {
            (true, true) => say!("Move on from {from}, move another stack, or pay {due}"),
            (true, false) => say!("Move on from {from}, or pay {due}"),
            (false, true) => say!("Move another stack, or pay {due}"),
            (false, false) => say!("Pay {due}"),
        };
    }
    let whole = s.turn.group.is_empty();
    let group = if whole { march::stack(s) } else { s.turn.group };
    let group = group.words(s.faction(s.active));
    match any(&|option| matches!(option, Action::Take(_))) {
        true if !go => say!("Pick units in {from}: the whole stack cannot go anywhere together"),
        true if whole => say!("Choose where the whole stack in {from} goes, or pick units"),
        true => say!("Choose where to move {group}, or pick more"),
        false => say!("Choose where to move {group} from {from}"),
    }
}

fn main_prompt(options: &[Action]) -> Text {
    let able = |kind: fn(&Action) -> bool| options.iter().any(kind);
    let words = [
        (able(|option| matches!(option, Action::Build(..))), ["Build", "build"]),
        (able(|option| matches!(option, Action::March(_))), ["Move", "move"]),
        (able(|option| matches!(option, Action::Capture(_))), ["Capture villages", "capture villages"]),
        (able(|option| matches!(option, Action::Attack { .. })), ["Attack", "attack"]),
    ];
    let words = words.into_iter().filter(|(able, _)| *able).enumerate();
    let mut words: Vec<Text> =
        words.map(|(at, (_, [first, later]))| if at == 0 { first } else { later }.into()).collect();
    if !options.contains(&Action::Done) {
        let last = words.pop().unwrap_or_default();
        let able = match listed(words) {
            Some(front) => say!("{front} or {last}"),
            None => last,
        };
        return say!("{able}: your battles must be fought");
    }
    match listed(words) {
        Some(able) => say!("{able}, or end your main actions"),
        None => say!("There is nothing to build or move: end your main actions"),
    }
}

/// "build, move, attack".
fn listed(words: Vec<Text>) -> Option<Text> {
    words.into_iter().reduce(|before, next| say!("{before}, {next}"))
}

pub(super) fn verdict(o: &Observation, s: &Known) -> Option<Text> {
    let outcome = flow::outcome(s)?;
    let winners = outcome.winners();
    let best = s.seats().map(|seat| outcome.score(seat)).max().unwrap_or(0);
    let voice = Voice(o.observer);
    let own = o.observer.seat().filter(|&seat| winners.contains(seat));
    let others = own.map_or(winners, |seat| winners.without(seat));
    let over = match outcome.ending() {
        "stalemate" => say!("Ten turns passed without a tile from anyone who was still to regroup."),
        _ => say!("All have made their last regroup."),
    };
    let won = match (own, winners.first()) {
        (_, None) => say!("It is a draw: all are level with {best} points."),
        (_, Some(seat)) if winners.len() == 1 => {
            say!(voice, seat: "{seat} wins with {best} points.", "You win with {best} points.")
        }
        (Some(_), _) => say!("You share the win with {others}: {best} points each."),
        (None, _) => say!("{others} share the win with {best} points each."),
    };
    Some(Text::sentences([over, won].into_iter().chain(tie_break(s, &outcome, best))))
}

/// What put the winners before others with as many points (rule 11.5).
fn tie_break(s: &Known, outcome: &Outcome, best: i32) -> Option<Text> {
    let winner = outcome.winners().first()?;
    let level = |seat: &Seat| outcome.score(*seat) == best && !outcome.winners().contains(*seat);
    let next = s.seats().filter(level).max_by_key(|&seat| (s.villages_of(seat), s.spoils(seat)))?;
    let [here, there] = [winner, next].map(|seat| s.villages_of(seat));
    if here > there {
        return Some(say!("After a tie at {best}, more villages on the map win: {here} against {there}."));
    }
    let [here, there] = [winner, next].map(|seat| s.spoils(seat));
    Some(say!(
        "After a tie at {best}, and in villages, more points from captured villages and citadels win: {here} against {there}."
    ))
}
