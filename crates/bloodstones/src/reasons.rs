//! What speaks for a choice, for hints: facts that follow from what the seat sees, each with its rule.

use table::hint::Reason;
use table::{Seat, Text, say};

use crate::action::Action;
use crate::map::{Area, Areas, bit};
use crate::odds;
use crate::pieces::{Faction, TILE_KINDS, Unit, build_points};
use crate::scene::own_odds;
use crate::sight::{self, Known, Observation};
use crate::state::{Phase, State};

/// `best_step` says where a stack would best go from an area.
pub(crate) fn reasons(
    o: &Observation,
    action: Action,
    best_step: impl Fn(&State, Seat, Area) -> Option<Area>,
    reasons: &mut Vec<Reason>,
) {
    let Some(me) = o.observer.seat() else { return };
    let s = &sight::known(o);
    let faction = s.faction(me);
    let mut say = |rule: &str, text: Text| reasons.push(Reason::by_rule(rule, text));
    match action {
        Action::Choose(faction) => {
            let power = faction.power();
            say("4.2", say!("Their strength: {power}"));
        }
        Action::Found(area) => {
            let next = s.map().next_to(area).count_ones();
            say("9.2", say!("{next} areas lie next to it, for villages and units."));
        }
        Action::Build(unit, area) => build(s, me, faction, unit.0, area, &mut say),
        Action::Capture(_) => {
            let points = faction.per_village();
            say(
                "11.4",
                say!("A captured village is worth {points} at the end, and its owner never gets it back."),
            );
        }
        Action::Construct(_) => {
            say("10.3", say!("Every village on the map scores a point each time you regroup."));
        }
        Action::Attack { foe, area } => attack(s, me, foe, area, &mut say),
        Action::March(area) if s.phase == Phase::Undead => {
            let place = s.map().place(area);
            say("5.5", say!("The Undead in {place} move up to two areas for free."));
        }
        Action::March(area) => march(s, me, area, best_step(s, me, area), &mut say),
        Action::Take(Unit::Leader) => say("7.3", say!("A Leader takes one other unit along for free.")),
        Action::Take(_) => {}
        Action::Go(area) => go(s, me, area, &mut say),
        Action::Spend(unit) => spend(o, me, faction, unit, &mut say),
        Action::Withdraw(_) | Action::Swap(_) => battle(o, s, action, &mut say),
        Action::Done if matches!(s.phase, Phase::Withdraw | Phase::Swap) => battle(o, s, action, &mut say),
        Action::Done if s.phase == Phase::Main => {
            let tiles = o.realms.get(me.index()).map_or(0, |realm| realm.hand_count);
            say(
                "5.9",
                say!("Tiles that you keep in hand, for villages or as swaps when you are attacked: {tiles}."),
            );
        }
        Action::Done => {}
        Action::Lose(unit) => {
            let (name, cost) = (faction.word(unit), cost(faction, unit));
            say("8.8", say!("Tiles that {name} costs to build again: {cost}."));
        }
        Action::Retreat(area) => {
            let friends = s.force(me, area).size();
            if friends > 0 {
                say("8.11", say!("Units of yours that stand there already: {friends}."));
            } else {
                say("8.13", say!("With nowhere to go the whole force would be lost."));
            }
        }
        Action::Raise(count) => {
            say("3.4", say!("Undead cost you nothing and move for free: {count} of them."))
        }
    }
}

fn build(s: &Known, me: Seat, faction: Faction, unit: Unit, area: Area, say: &mut impl FnMut(&str, Text)) {
    let place = s.map().place(area);
    let foes: u8 = s.seats().filter(|foe| *foe != me).map(|foe| s.force(foe, area).size()).sum();
    let near: u8 = s
        .seats()
        .filter(|foe| *foe != me)
        .map(|foe| Areas(s.map().next_to(area)).map(|next| s.force(foe, next).size()).sum::<u8>())
        .sum();
    if foes > 0 {
        say("6.3", say!("You fight enemy units in {place} in this turn: {foes}."));
    } else if near > 0 {
        say("6.1", say!("Enemy units next to {place}: {near}."));
    }
    let name = faction.word(unit);
    match cost(faction, unit) {
        // Rule 4.5: nothing is discarded there.
        cost if s.phase == Phase::Muster => {
            let (price, left) = (build_points(cost), s.turn.build_points);
            say(
                "4.5",
                say!("{name} takes {price} of the {left} that are left, and nothing is discarded for it."),
            );
        }
        0 => say("6.1", say!("Building {name} costs no other tile.")),
        cost => {
            say("6.1", say!("Other tiles that building {name} costs: {cost}. The unit stays on the map."))
        }
    }
}

/// The tiles to discard for a unit; nothing for what is not a tile.
fn cost(faction: Faction, unit: Unit) -> u8 {
    if unit.index() < TILE_KINDS { faction.tile(unit).cost } else { 0 }
}

fn attack(s: &Known, me: Seat, foe: Seat, area: Area, say: &mut impl FnMut(&str, Text)) {
    let (ours, theirs) = (s.force(me, area), s.force(foe, area));
    let points = theirs.size();
    say("8.7", say!("Winning scores a point for every unit there: {points}."));
    if !s.table.odds {
        return; // The table does not want them shown.
    }
    let odds =
        odds::battle((s.faction(me), &ours), (s.faction(foe), &theirs), s.map().terrain(area), None, None);
    let [win, tie, lose] = odds.percent();
    say("8.5", say!("Before swaps you win {win} %, tie {tie} % and lose {lose} % of such battles."));
}

fn march(s: &Known, me: Seat, area: Area, best: Option<Area>, say: &mut impl FnMut(&str, Text)) {
    if let Some(to) = best {
        let (from, place) = (s.map().place(area), s.map().place(to));
        say("7.1", say!("The best way from {from} leads to {place}."));
        go(s, me, to, say);
    }
    let force = s.force(me, area);
    let place = s.map().place(area);
    if force.of(Unit::Leader) > 0 {
        say("7.3", say!("The Leader in {place} takes one other unit along for free."));
    } else {
        let units = force.marching().size();
        say("7.1", say!("Units in {place} that can march: {units}."));
    }
}

fn go(s: &Known, me: Seat, area: Area, say: &mut impl FnMut(&str, Text)) {
    let place = s.map().place(area);
    for foe in s.seats().filter(|foe| *foe != me) {
        let units = s.force(foe, area).size();
        if units > 0 {
            say("8.1", say!("Units of {foe} in {place}, which you can attack: {units}."));
        }
        if s.realm(foe).homes & bit(area) != 0 {
            let villages = s.villages[area.index()];
            say(
                "5.2",
                say!("Villages of {foe} in {place}, which you can capture in your next turn: {villages}."),
            );
        }
    }
    let cost = s.map().terrain(area).village_cost();
    if s.realm(me).homes & bit(area) == 0 && s.map().terrain(area).slots() > 0 && cost > 0 {
        say("9.2", say!("Where units of yours stand, villages can follow."));
    }
}

fn spend(o: &Observation, me: Seat, faction: Faction, unit: Unit, say: &mut impl FnMut(&str, Text)) {
    let name = faction.word(unit);
    let pips = faction.tile(unit).pips;
    if unit == Unit::Blank {
        return say("2.6", say!("A blank tile can never be built: spending it costs you no unit."));
    }
    let hand = o.realms.get(me.index()).and_then(|realm| realm.hand.as_ref());
    let same = hand.map_or(0, |hand| hand.iter().filter(|other| **other == unit).count());
    if same > 1 {
        say("1.2", say!("You hold {same} of {name}: one can go."));
    } else {
        say("1.2", say!("Pips of {name}, which count when it is spent: {pips}."));
    }
}

/// Swapping, or standing: the odds as they are, and as they would be.
fn battle(o: &Observation, s: &Known, action: Action, say: &mut impl FnMut(&str, Text)) {
    let Some(me) = o.observer.seat() else { return };
    let Some([win, tie, _]) = own_odds(o, s, None) else { return };
    match action {
        Action::Swap(unit) => {
            let pips = s.faction(me).tile(unit).pips;
            if let Some([then, _, _]) = own_odds(o, s, Some(pips)) {
                say("8.4", say!("With a {pips} swapped in you win {then} %, without {win} %."));
            }
        }
        Action::Withdraw(_) => {
            say("8.2", say!("Standing, you would win only {win} % of such battles."));
        }
        _ if s.phase == Phase::Swap => {
            say("8.4", say!("As it stands you win {win} % and tie {tie} %, and you keep your tile."));
        }
        _ => say("8.2", say!("Standing, you win {win} % and tie {tie} % of such battles.")),
    }
}
