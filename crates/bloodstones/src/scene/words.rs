//! Headings, prompts, labels.

use table::scene::{Described, seat_id};
use table::{Observer, Seat};

use super::{area_id, battle_area, faction_id, hand_id, own_odds, unit_ids};
use crate::action::Action;
use crate::odds;
use crate::pieces::{Faction, Force, Unit};
use crate::rules::{build, flow, march};
use crate::sight::{self, Observation};
use crate::state::{BESIDE, Phase, State};

pub(super) fn heading(o: &Observation, s: &State) -> String {
    let seat = Seat::new(s.active.into());
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
        Phase::Withdraw
        | Phase::Swap
        | Phase::Casualty
        | Phase::Retreat
        | Phase::Raise
        | Phase::LastBattles => "battle",
    };
    if o.observer.is(seat) { format!("Your turn: {step}") } else { format!("Turn of {seat}: {step}") }
}

pub(super) fn mood(phase: Phase) -> &'static str {
    match phase {
        Phase::Factions | Phase::Citadels | Phase::Muster => "gathering",
        Phase::Capture | Phase::Construct => "harvest",
        Phase::Undead => "graveyard",
        Phase::Withdraw
        | Phase::Swap
        | Phase::Casualty
        | Phase::Retreat
        | Phase::Raise
        | Phase::LastBattles => "battle",
        Phase::Over => "dusk",
        _ => "campaign",
    }
}

pub(super) fn help(s: &State) -> &'static str {
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

pub(super) fn prompt(o: &Observation, s: &State, chooser: Option<Seat>) -> String {
    let Some(seat) = chooser else { return "The war is over.".into() };
    if !o.observer.is(seat) {
        return format!("{seat} decides.");
    }
    let place = |area: u8| s.map().get().name_of(area);
    let here = battle_area(s).map_or("", place);
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
        Phase::Undead if s.turn.from < crate::state::HAND => {
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

pub(super) fn verdict(o: &Observation, s: &State) -> Option<String> {
    let outcome = flow::outcome(s)?;
    let winners = outcome.winners();
    let best = Seat::all(s.players()).map(|seat| outcome.score(seat)).max().unwrap_or(0);
    let level = Seat::all(s.players()).filter(|&seat| outcome.score(seat) == best).count();
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

fn pips(count: u8) -> String {
    if count == 1 { "1 pip".into() } else { format!("{count} pips") }
}

fn tiles(count: u8) -> String {
    match count {
        0 => "costs nothing".into(),
        1 => "costs 1 other tile".into(),
        _ => format!("costs {count} other tiles"),
    }
}

/// What an action of the observing seat is called and touches.
pub(crate) fn describe(o: &Observation, action: Action) -> Described {
    let s = &sight::known(o);
    let map = s.map().get();
    let name = |area: u8| map.name_of(area);
    let me = s.chooser().map_or(s.active, |seat| seat.index() as u8);
    let faction = s.faction(me);
    let own = |unit: Unit| faction.word(unit);
    let at = |label: String, area: u8| Described::new(label, [area_id(area)]);
    match action {
        Action::Choose(faction) => {
            let seat = o.observer.seat().unwrap_or(o.active);
            Described::new(format!("Lead the {}", faction.name()), [faction_id(faction), seat_id(seat)])
                .detail(faction.power())
        }
        Action::Done => done(s),
        Action::Found(area) if faction.settles() => at(format!("Raise your citadel in {}", name(area)), area)
            .detail(format!("{}.", map.areas.get(area as usize).map_or("", |it| it.terrain.word()))),
        Action::Found(area) => at(format!("Gather in {}", name(area)), area),
        Action::Build(unit, area) => {
            let cost = if unit.index() < crate::pieces::TILE_KINDS || unit == Unit::Cutiecorn {
                build::cost(faction, unit)
            } else {
                0
            };
            let what = if unit == Unit::Cutiecorn && s.cutie.place == BESIDE {
                "beside/cutiecorn".into()
            } else {
                hand_id(me, unit)
            };
            let price = if s.phase == Phase::Muster { format!("{cost} build points") } else { tiles(cost) };
            Described::new(format!("Build {} in {}", own(unit), name(area)), [area_id(area), what])
                .detail(price)
        }
        Action::Capture(area) => village(s, "Capture", area),
        Action::Construct(area) => village(s, "Construct", area),
        Action::March(area) if s.phase == Phase::Undead => {
            at(format!("Move an Undead from {}", name(area)), area)
        }
        Action::March(area) => {
            let force = s.force(me, area).marching();
            let mut touches = vec![area_id(area)];
            touches.extend(unit_ids(me, area, &force));
            Described::new(format!("Move from {}", name(area)), touches).detail(force.words(faction))
        }
        Action::Take(unit) => {
            Described::new(format!("Pick {}", own(unit)), unit_ids(me, s.turn.from, &Force::NONE.with(unit)))
        }
        Action::Go(area) if s.phase == Phase::Undead => at(format!("Go to {}", name(area)), area),
        Action::Go(area) => {
            let group = if s.turn.group.is_empty() { march::stack(s) } else { s.turn.group };
            let ground = map.areas.get(area as usize).map_or(crate::map::Terrain::Sea, |it| it.terrain);
            let cost = march::step_cost(faction, &group, ground);
            let whole = if !s.turn.stepped && s.turn.group.is_empty() { "the whole stack: " } else { "" };
            at(format!("Go to {}", name(area)), area).detail(format!(
                "{whole}{} for {}, {} in all",
                group.words(faction),
                pips(cost),
                s.turn.due.saturating_add(cost)
            ))
        }
        Action::Spend(unit) if s.phase == Phase::Discard => {
            Described::new(format!("Discard {}", own(unit)), [hand_id(me, unit)])
        }
        Action::Spend(unit) => spend(s, me, unit),
        Action::Attack(area, foe) => attack(o, s, area, foe),
        Action::Withdraw(area) => at(format!("Withdraw to {}", name(area)), area),
        Action::Swap(unit) => {
            let worth = tile_pips(faction, unit);
            let described =
                Described::new(format!("Swap in {} ({})", own(unit), pips(worth)), [hand_id(me, unit)]);
            match own_odds(o, s, Some(worth)) {
                Some([win, tie, lose]) => {
                    described.detail(format!("Win {win} %, tie {tie} %, lose {lose} %"))
                }
                None => described,
            }
        }
        Action::Lose(unit) => {
            let touches =
                battle_area(s).into_iter().flat_map(|area| unit_ids(me, area, &Force::NONE.with(unit)));
            Described::new(format!("Give up {}", own(unit)), touches.collect::<Vec<_>>())
        }
        Action::Retreat(area) => at(format!("Retreat to {}", name(area)), area),
        Action::Raise(0) => Described::new("Raise nobody", battle_area(s).map(area_id)),
        Action::Raise(count) => Described::new(format!("Raise {count} Undead"), battle_area(s).map(area_id)),
    }
}

fn tile_pips(faction: Faction, unit: Unit) -> u8 {
    if unit.index() < crate::pieces::TILE_KINDS { faction.tile(unit).pips } else { 0 }
}

fn done(s: &State) -> Described {
    let none: [String; 0] = [];
    let label = match s.phase {
        Phase::Muster => "End your set-up",
        Phase::Return => "Stay away this turn",
        Phase::Capture => "Capture nothing",
        Phase::Undead => "Leave the Undead where they are",
        Phase::Main => "End your main actions",
        Phase::Construct => "Construct nothing",
        Phase::Withdraw => "Stand and fight",
        Phase::Swap => "Keep your battle tiles",
        _ => "Go on",
    };
    Described::new(label, none)
}

fn village(s: &State, verb: &str, area: u8) -> Described {
    let map = s.map().get();
    let cost = map.areas.get(area as usize).map_or(0, |it| it.terrain.village_cost());
    Described::new(format!("{verb} a village in {}", map.name_of(area)), [area_id(area)]).detail(format!(
        "{}, {} in all",
        pips(cost),
        s.turn.due.saturating_add(cost)
    ))
}

fn spend(s: &State, seat: u8, unit: Unit) -> Described {
    let faction = s.faction(seat);
    let worth = tile_pips(faction, unit);
    let rest = s.turn.due.saturating_sub(worth);
    let lost = worth.saturating_sub(s.turn.due);
    let detail = match (rest, lost) {
        (0, 0) => "pays exactly".into(),
        (0, lost) => format!("{} left over and lost", pips(lost)),
        (rest, _) => format!("{} still to pay", pips(rest)),
    };
    Described::new(format!("Spend {} ({})", faction.word(unit), pips(worth)), [hand_id(seat, unit)])
        .detail(detail)
}

fn attack(o: &Observation, s: &State, area: u8, foe: u8) -> Described {
    let map = s.map().get();
    let foe = foe.min(s.table.players - 1);
    let seat = Seat::new(foe.into());
    let (ours, theirs) = (s.force(s.active, area), s.force(foe, area));
    let mut touches = vec![area_id(area), seat_id(seat)];
    touches.extend(unit_ids(foe, area, &theirs));
    let mut described = Described::new(format!("Attack {seat} in {}", map.name_of(area)), touches);
    if let Some(ground) = map.areas.get(area as usize).map(|it| it.terrain)
        && s.table.odds
    {
        let odds =
            |hand| odds::battle((s.faction(s.active), &ours), (s.faction(foe), &theirs), ground, hand, None);
        described.detail = format!("Before swaps: {}", odds(None));
        let best = s.pips(s.active).1;
        if best > 0 && o.observer != Observer::Spectator {
            described.detail += &format!("; if you swap in {}: {}", pips(best), odds(Some(best)));
        }
    }
    described
}
