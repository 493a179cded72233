//! Why something is not allowed, in words that tell the asking seat only what it knows.

use table::{Refusal, Seat, Text, say};

use super::{build, march, village};
use crate::action::{Action, Buildable};
use crate::map::{Area, Terrain, bit};
use crate::pieces::{Faction, Place, Unit, build_points, pips};
use crate::state::{Phase, State};

fn no(rule: &'static str, reason: Text) -> Refusal {
    Refusal::illegal(rule, reason)
}

/// Refuses anything else by saying what the deciding seat is being asked.
fn wrong_step(s: &State) -> Refusal {
    match s.phase {
        Phase::Factions => no("4.2", say!("Choose a faction first.")),
        Phase::Citadels => no("4.3", say!("Choose where to begin first.")),
        Phase::Muster => no("4.5", say!("Choose a tile of your hand to build, or end your set-up.")),
        Phase::Return => no("3.8", say!("Come back to the map with one unit, or stay away this turn.")),
        Phase::Capture if s.turn.due > 0 => {
            no("5.2", say!("Capture more villages or spend the tile that pays for them."))
        }
        Phase::Capture => no("5.2", say!("You are capturing villages; end that step first.")),
        Phase::Undead => no("5.5", say!("You are moving Undead; end that step first.")),
        Phase::Main => no("5.7", say!("You can build, move, attack, or end your main actions.")),
        Phase::Move => no("7.1", say!("Finish this move: go on with it or spend tiles for it.")),
        Phase::Pay => no("7.1", say!("Spend tiles until the move is paid.")),
        Phase::Discard => no("6.1", say!("Discard what the unit costs.")),
        Phase::Construct if s.turn.due > 0 => {
            no("9.1", say!("Construct more villages or spend the tile that pays for them."))
        }
        Phase::Construct => no("9.1", say!("You are constructing villages; that is all you can do now.")),
        Phase::Withdraw => no("8.2", say!("Choose whether to withdraw or to stand.")),
        Phase::Swap => no("8.4", say!("Swap a tile of your hand, or keep your battle tiles.")),
        Phase::Casualty => no("8.8", say!("Choose the unit that you give up.")),
        Phase::Retreat => no("8.10", say!("Choose where your force retreats to.")),
        Phase::Raise => no("3.4", say!("Say how many Undead rise.")),
        Phase::LastBattles => no("11.2", say!("Only battles are left to be fought.")),
        Phase::Over => Refusal::over(),
    }
}

/// The reason for one action that is not on the deciding seat's list.
pub(crate) fn why_not(s: &State, _: Seat, action: Action) -> Refusal {
    let map = s.map();
    let area = action.area();
    if area.is_some_and(|area| area.index() >= map.len()) {
        return Refusal::malformed(say!("There is no such area on this map."));
    }
    if matches!(action, Action::Attack { foe, .. } if foe.index() >= s.players()) {
        return Refusal::malformed(say!("There is no such seat at this table."));
    }
    let here = map.place(area.unwrap_or(Area::NONE));
    match (s.phase, action) {
        (Phase::Factions, Action::Choose(faction)) => {
            if s.player_of(faction).is_some() {
                no("4.2", say!("The {faction} are taken.", faction = faction.name()))
            } else {
                no("3.13", say!("There are too few players for the {faction}.", faction = faction.name()))
            }
        }
        (Phase::Citadels, Action::Found(area)) => {
            if map.habitable() & bit(area) == 0 {
                let ground = map.terrain(area).word();
                no("4.3", say!("{here} is {ground}: begin on plains, forest or hills."))
            } else {
                no("4.3", say!("{here} is too close to another citadel."))
            }
        }
        (Phase::Muster | Phase::Main | Phase::Return, Action::Build(Buildable(unit), area)) => {
            why_not_build(s, unit, area)
        }
        (Phase::Capture, Action::Capture(area)) => why_not_capture(s, area),
        (Phase::Main, Action::Capture(area)) if s.faction(s.active) == Faction::ChaosHorde => {
            why_not_capture(s, area)
        }
        (Phase::Main, Action::Capture(_)) => {
            no("5.2", say!("You capture villages at the start of your turn only."))
        }
        (Phase::Main, Action::Done) => {
            no("5.8", say!("Your units share an area with enemy units: attack them first."))
        }
        (Phase::Main | Phase::LastBattles, Action::Attack { foe, .. }) if foe == s.active => {
            no("8.1", say!("You cannot attack yourself."))
        }
        (Phase::Main | Phase::LastBattles, Action::Attack { foe, .. }) => {
            no("8.1", say!("You and {foe} do not both have units in {here}."))
        }
        (Phase::Main | Phase::Move, Action::March(area)) => why_not_march(s, area),
        (Phase::Undead, Action::March(_)) => no("5.5", say!("No Undead can move from {here} now.")),
        (Phase::Undead, Action::Go(_)) => no("5.5", say!("The Undead cannot reach {here} in two steps.")),
        (Phase::Move, Action::Take(unit)) => why_not_take(s, unit),
        (Phase::Move, Action::Go(area)) => why_not_go(s, area),
        (Phase::Move, Action::Spend(_)) if !s.turn.stepped => {
            no("7.1", say!("Take a step with this stack first."))
        }
        (Phase::Capture | Phase::Construct, Action::Spend(_)) if s.turn.due == 0 => {
            no(village_rule(s), say!("There is nothing to pay for yet."))
        }
        (Phase::Capture | Phase::Construct, Action::Spend(unit))
            if s.realm(s.active).hand.get(unit.index()).is_some_and(|&count| count > 0) =>
        {
            no(village_rule(s), say!("One tile must pay for all of it: {due}.", due = pips(s.turn.due)))
        }
        (Phase::Capture | Phase::Construct | Phase::Move | Phase::Pay | Phase::Discard, Action::Spend(_))
        | (Phase::Swap, Action::Swap(_)) => no("1.2", say!("You have no such tile in hand.")),
        (Phase::Construct, Action::Construct(area)) => why_not_construct(s, area),
        (Phase::Withdraw, Action::Withdraw(_)) => no("8.11", say!("Your force cannot withdraw to {here}.")),
        (Phase::Casualty, Action::Lose(unit)) => {
            let rule = if unit == Unit::Cutiecorn { "12.3" } else { "8.8" };
            no(rule, say!("You cannot give that up."))
        }
        (Phase::Retreat, Action::Retreat(_)) => no("8.11", say!("Your force cannot retreat to {here}.")),
        (Phase::Raise, Action::Raise(_)) => no("3.4", say!("Not that many can rise.")),
        _ => wrong_step(s),
    }
}

/// The rule of the tile that pays for villages.
fn village_rule(s: &State) -> &'static str {
    if s.phase == Phase::Capture { "5.2" } else { "9.1" }
}

fn why_not_build(s: &State, unit: Unit, area: Area) -> Refusal {
    let seat = s.active;
    let faction = s.faction(seat);
    let name = s.map().place(area);
    match unit {
        Unit::Blank => return no("2.6", say!("A blank tile can never be built.")),
        Unit::Cutiecorn if s.cutie.place != Place::BESIDE => {
            return no("12.1", say!("The Cutiecorn is not beside the map."));
        }
        Unit::Citadel | Unit::Undead => return no("6.1", say!("That is not a tile of yours.")),
        Unit::Cutiecorn => {}
        _ if s.realm(seat).hand[unit.index()] == 0 => {
            return no("6.1", say!("You have no such tile in hand."));
        }
        _ => {}
    }
    let cost = build::cost(faction, unit);
    if s.phase == Phase::Muster {
        if cost > s.turn.build_points {
            let (cost, left) = (build_points(cost), s.turn.build_points);
            return no("4.5", say!("That costs {cost}; you have {left}."));
        }
        return no("4.5", say!("Land units start with the citadel, ships in a sea next to it."));
    }
    let others = s.hand_len(seat) - usize::from(unit != Unit::Cutiecorn);
    if others < usize::from(cost) {
        let cost = if cost == 1 { say!("1 other tile") } else { say!("{cost} other tiles") };
        return no("6.1", say!("That costs {cost}; you have {others}."));
    }
    if s.phase == Phase::Return {
        return no("3.8", say!("{name} is not an empty area that this unit can enter."));
    }
    if !faction.settles() {
        return no("3.6", say!("You cannot build that in {name}."));
    }
    if unit == Unit::Ship {
        return no("6.2", say!("A ship goes into a sea next to a village or citadel of yours."));
    }
    no("6.1", say!("You have no village or citadel in {name}."))
}

fn why_not_capture(s: &State, area: Area) -> Refusal {
    let seat = s.active;
    let name = s.map().place(area);
    if s.turn.raided {
        return no("3.7", say!("You have captured in this turn already."));
    }
    if s.foreign_homes(seat) & bit(area) == 0 {
        return no("5.2", say!("There is no enemy village in {name}."));
    }
    if s.realm(seat).units & bit(area) == 0 {
        return no("5.2", say!("You have no unit in {name}."));
    }
    if village::prey(s) & bit(area) == 0 {
        return no("5.4", say!("Enemy units guard {name}."));
    }
    no("5.2", say!("No tile in your hand has that many pips."))
}

fn why_not_construct(s: &State, area: Area) -> Refusal {
    let seat = s.active;
    let map = s.map();
    let name = map.place(area);
    if s.villages_left(seat) == 0 {
        return no("9.4", say!("All your villages are placed or lost."));
    }
    let ground = map.terrain(area);
    if ground.slots() == 0 {
        return no("9.1", say!("No village stands on {ground}.", ground = ground.word()));
    }
    if (s.enemies(seat) | s.foreign_homes(seat)) & bit(area) != 0 {
        return no("9.3", say!("Somebody else has pieces in {name}."));
    }
    if s.citadel(seat) == Some(area) {
        return no("9.3", say!("Your citadel leaves no room for a village."));
    }
    if s.villages[area.index()] >= ground.slots() {
        return no("9.1", say!("{name} is full."));
    }
    if village::plots(s) & bit(area) == 0 {
        return no("9.2", say!("{name} is not linked to your villages or citadel."));
    }
    no("9.1", say!("No tile in your hand has that many pips."))
}

fn why_not_march(s: &State, area: Area) -> Refusal {
    let seat = s.active;
    let name = s.map().place(area);
    if s.phase == Phase::Move && !s.turn.stepped {
        return no("7.1", say!("You have chosen a stack: move it first."));
    }
    let force = s.force(seat, area);
    if force.is_empty() {
        return no("7.1", say!("You have no units in {name}."));
    }
    if s.enemies(seat) & bit(area) != 0 {
        return no("7.2", say!("Your units in {name} cannot leave the enemy there."));
    }
    if force.marching().is_empty() {
        let rule = if force.of(Unit::Undead) > 0 { "5.6" } else { "2.5" };
        return no(rule, say!("Nothing in {name} can move now."));
    }
    no("7.1", say!("You do not have the pips to move any unit out of {name}."))
}

fn why_not_take(s: &State, unit: Unit) -> Refusal {
    if s.turn.stepped {
        return no("7.1", say!("This group is on its way; choose a stack again to change it."));
    }
    let stack = march::stack(s);
    if s.turn.group.of(unit) >= stack.of(unit) {
        return no("7.1", say!("There are no more of these to take."));
    }
    if unit == Unit::Cutiecorn {
        return no("12.2", say!("The Cutiecorn moves only with another unit."));
    }
    no("7.1", say!("With that unit the group could go nowhere."))
}

fn why_not_go(s: &State, area: Area) -> Refusal {
    let seat = s.active;
    let map = s.map();
    let (from, name) = (s.turn.from, map.place(area));
    if s.turn.stepped && s.enemies(seat) & bit(from) != 0 {
        return no("7.2", say!("Enemy units have stopped this group."));
    }
    let group = if s.turn.group.is_empty() { march::stack(s) } else { s.turn.group };
    let cost = march::step_cost(s.faction(seat), &group, map.terrain(area));
    if march::steps(s, seat, from, &group, u8::MAX) & bit(area) != 0 {
        return no("7.1", say!("That step costs {cost}, more than you have left.", cost = pips(cost)));
    }
    let reach = map.next_to(from) | march::passage(s, s.sea_lanes(seat), from);
    if reach & bit(area) == 0 {
        let from = map.place(from);
        return no("7.1", say!("{name} is neither next to {from} nor across your ships."));
    }
    let rule = if map.terrain(area) == Terrain::Sea { "7.4" } else { "2.4" };
    no(rule, say!("Not all of this group can enter {name}."))
}
