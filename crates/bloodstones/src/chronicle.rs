//! What a designer wants counted.

use table::chronicle::{Account, Chronicle, Kind, Ledger, Step};
use table::{Outcome, Seat, Text, say};

use crate::event::{Event, Spot};
use crate::map::Area;
use crate::pieces::{Faction, Unit};
use crate::state::{MAX_PLAYERS, Phase, State};
use crate::{Bloodstones, Options, map, odds};

const VERSUS: Account = Account::new(
    "versus",
    Kind::Duels,
    "Faction against faction",
    "Of games in which both were at the table, the share in which the faction of the row placed better than the one of the column; ties are left out.",
);
const MAP: Account =
    Account::new("map", Kind::Duels, "Map by map", "The share of its games on each map that a faction won.");
const POINTS: Account = Account::new(
    "points",
    Kind::Amounts,
    "Where points come from",
    "Victory points of a seat by the end: from battles, from villages at regroups, and from captured villages and citadels.",
);
const BATTLE: Account = Account::new(
    "battle",
    Kind::Odds,
    "Battles against the exact odds",
    "Battles whose tiles were drawn, grouped by the attacker's exact chance to win before tiles are swapped (ties fought again): the share expected and the share won.",
);
const FOUGHT: Account =
    Account::new("fought", Kind::Amounts, "Battles, turns and villages", "How many there are in a game.");
const CHOICE: Account = Account::new(
    "choice",
    Kind::Rates,
    "Choices in battle",
    "How often the defender withdraws, sides swap a tile, and the attacker wins.",
);
const BUILT: Account = Account::new(
    "built",
    Kind::Deeds,
    "Units built",
    "How often each unit is built, and how often its player wins then.",
);
const FALLEN: Account = Account::new(
    "fallen",
    Kind::Deeds,
    "Units lost",
    "How often each unit falls, and how often its player wins all the same.",
);
const DEED: Account =
    Account::new("deed", Kind::Deeds, "Deeds", "What players do, and how often those who do it win.");

/// What is remembered.
#[derive(Default)]
pub struct Memory {
    battles: i64,
    turns: i64,
    /// Points by source: battles, villages that stand at a regroup.
    fought: [i64; MAX_PLAYERS],
    regrouped: [i64; MAX_PLAYERS],
    /// Who attacks in the battle that is being fought, and the exact chance of winning it.
    attack: Option<(Seat, f64)>,
}

impl Chronicle for Bloodstones {
    const ACCOUNTS: &'static [Account] = &[VERSUS, MAP, POINTS, BATTLE, FOUGHT, CHOICE, BUILT, FALLEN, DEED];

    type Memory = Memory;

    fn tables(options: &Options) -> Vec<Options> {
        if !options.map.is_empty() {
            return vec![options.clone()];
        }
        let fit = map::all().filter(|map| map.takes(options.players));
        let tables: Vec<Options> =
            fit.map(|map| Options { map: map::choice(&map), ..options.clone() }).collect();
        if tables.is_empty() { vec![options.clone()] } else { tables }
    }

    fn note(memory: &mut Memory, step: &Step<'_, Self>, ledger: &mut Ledger) {
        let state = step.before;
        let faction = |seat: Seat| state.faction(seat);
        for event in step.events() {
            match event {
                Event::Turn { .. } => memory.turns += 1,
                Event::Built { seat, troops, .. } => {
                    for (unit, _) in troops.units.iter() {
                        ledger.deed(BUILT, word(faction(*seat), unit), *seat);
                    }
                }
                Event::Fell { seat, troops, .. } => {
                    for (unit, _) in troops.units.iter() {
                        ledger.deed(FALLEN, word(faction(*seat), unit), *seat);
                    }
                }
                Event::Attacked { seat, foe, area } => {
                    ledger.deed(DEED, "attacked", *seat);
                    // One action can end a battle and begin the next: then only the state after it knows who stands there.
                    if let Spot::On(_, area) = *area {
                        let state = if step.after.battle.area == area { step.after } else { step.before };
                        memory.attack = Some((*seat, chance(state, area, *seat, *foe)));
                    }
                }
                Event::Withdrew { seat, .. } => {
                    ledger.deed(DEED, "withdrew", *seat);
                    ledger.rate(CHOICE, "the defender withdraws", true);
                }
                Event::Swapped { seat } => {
                    ledger.deed(DEED, "swapped a tile", *seat);
                    ledger.rate(CHOICE, side(memory, *seat), true);
                }
                Event::Kept { seat } => ledger.rate(CHOICE, side(memory, *seat), false),
                Event::Won { seat, points, .. } => {
                    memory.battles += 1;
                    memory.fought[seat.index()] += i64::from(*points);
                    ledger.deed(DEED, "won a battle", *seat);
                    ledger.rate(CHOICE, "the defender withdraws", false);
                    if let Some((attacker, chance)) = memory.attack.take() {
                        ledger.rate(CHOICE, "the attacker wins", attacker == *seat);
                        ledger.odds(BATTLE, bucket(chance), chance, attacker == *seat);
                    }
                }
                Event::Regrouped { seat, points, .. } => {
                    memory.regrouped[seat.index()] += i64::from(*points);
                }
                Event::Captured { seat, .. } => ledger.deed(DEED, "captured a village", *seat),
                Event::Constructed { seat, .. } => ledger.deed(DEED, "built a village", *seat),
                Event::CitadelFell { seat, to } => {
                    ledger.deed(DEED, "lost the citadel", *seat);
                    ledger.deed(DEED, "took a citadel", *to);
                }
                Event::Rose { seat, .. } => ledger.deed(DEED, "raised the fallen", *seat),
                Event::Ending { seat, .. } => ledger.deed(DEED, "ended the game", *seat),
                _ => {}
            }
        }
    }

    fn close(memory: &Memory, state: &State, outcome: &Outcome, ledger: &mut Ledger) {
        let map = &state.map().name;
        for seat in state.seats() {
            let faction = state.faction(seat);
            ledger.duel(MAP, faction.name(), map.clone(), outcome.winners().contains(seat));
            for foe in state.seats().filter(|&foe| foe != seat) {
                let (own, other) = (outcome.placing(seat), outcome.placing(foe));
                if own != other {
                    let foe = state.faction(foe);
                    ledger.duel(VERSUS, faction.name(), foe.name(), own < other);
                }
            }
            ledger.amount(POINTS, "from battles", memory.fought[seat.index()]);
            ledger.amount(POINTS, "from villages at regroups", memory.regrouped[seat.index()]);
            ledger.amount(POINTS, "from captured villages and citadels", state.spoils(seat).into());
        }
        ledger.amount(FOUGHT, "battles", memory.battles);
        ledger.amount(FOUGHT, "turns", memory.turns);
        let villages = state.seats().map(|seat| i64::from(state.villages_of(seat))).sum();
        ledger.amount(FOUGHT, "villages at the end", villages);
    }
}

/// What a seat played, and whether it went first.
pub(crate) fn labels(state: &State, seat: Seat) -> Vec<(&'static str, String)> {
    let mut labels = Vec::new();
    if let Some(faction) = state.realms.get(seat.index()).and_then(|realm| realm.faction) {
        labels.push(("faction", faction.name().to_owned()));
    }
    if state.phase == Phase::Over {
        labels.push(("first", if state.first == seat { "yes" } else { "no" }.to_owned()));
    }
    labels
}

fn word(faction: Faction, unit: Unit) -> String {
    format!("{} ({})", faction.word(unit), faction.name())
}

/// The attacker's exact chance to win in the end, as the tiles are drawn: a tie is fought again.
fn chance(state: &State, area: Area, attacker: Seat, defender: Seat) -> f64 {
    let side = |seat: Seat| (state.faction(seat), state.force(seat, area));
    let (ours, theirs) = (side(attacker), side(defender));
    let odds = odds::battle((ours.0, &ours.1), (theirs.0, &theirs.1), state.map().terrain(area), None, None);
    let settled = f64::from(odds.win + odds.lose);
    if settled > 0.0 { f64::from(odds.win) / settled } else { 0.5 }
}

/// Whose choice it is to swap a tile.
fn side(memory: &Memory, seat: Seat) -> &'static str {
    match memory.attack {
        Some((attacker, _)) if attacker == seat => "the attacker swaps a tile",
        _ => "the defender swaps a tile",
    }
}

/// Chances in steps of ten per cent.
fn bucket(chance: f64) -> String {
    let low = ((chance * 10.0) as u32).min(9) * 10;
    format!("{low} to {} %", low + 10)
}

/// Where points come from: what the Chaos Horde start with, battles, villages at each regroup, and at the end what was captured.
pub(crate) fn gains([_, after]: [&State; 2], event: &Event, gain: &mut dyn FnMut(Text, Seat, i32)) {
    match *event {
        Event::Chose { seat, faction } if !faction.settles() => {
            gain(say!("At the start"), seat, after.realm(seat).points.into());
        }
        Event::Won { seat, points, .. } => gain(say!("Battles"), seat, points.into()),
        Event::Regrouped { seat, points, .. } => gain(say!("Villages at regroups"), seat, points.into()),
        Event::Over => {
            after.seats().for_each(|seat| gain(say!("Captured pieces"), seat, after.spoils(seat)));
        }
        _ => {}
    }
}
