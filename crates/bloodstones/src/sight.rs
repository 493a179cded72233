//! What each observer may know, and worlds sampled from that. An allow-list: what is not copied here stays hidden.
//!
//! Hidden are hands, what is left in bags (only the two together follow from the open tiles), battle tiles and swapped tiles
//! before they are shown, and what the active player has begun until a tile is spent for it.

use std::ops::Deref;

use serde::{Deserialize, Serialize};
use table::{Chance, Observer, Seat};

use crate::map::{Area, Areas, bit};
use crate::odds::BATTLE_TILES;
use crate::options::Agreement;
use crate::pieces::{CITADEL_SLOT, Faction, Place, TILE_KINDS, TILES, UNDEAD_SLOT, UNIT_KINDS, Unit};
use crate::rules::battle::swapped_tile;
use crate::state::{Battle, Cutiecorn, Phase, Side, State, Swap, Trigger, Turn};

/// Units of one kind in one area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsView {
    /// Where.
    pub area: Area,
    /// What.
    pub unit: Unit,
    /// How many.
    pub count: u8,
}

/// Villages in one area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VillagesView {
    /// Where.
    pub area: Area,
    /// How many.
    pub count: u8,
}

/// A player's side of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RealmView {
    /// Who they play, once chosen.
    pub faction: Option<Faction>,
    /// Victory Points on the track.
    pub points: i16,
    /// Regroups so far.
    pub regroups: u8,
    /// Out of the game.
    pub out: bool,
    /// Own turns that have ended since a tile left the hand.
    pub idle: u8,
    /// The tiles drawn for the order of play.
    pub lots: [u8; 2],
    /// Those drawn before, which tied.
    pub tied_lots: Vec<[u8; 2]>,
    /// Tiles in hand.
    pub hand_count: u8,
    /// Tiles in the bag.
    pub bag_count: u8,
    /// The hand itself, where this observer sees it.
    pub hand: Option<Vec<Unit>>,
    /// The discard pile.
    pub discard: Vec<Unit>,
    /// The tile swapped into the battle, where this observer has seen it.
    pub swapped: Option<Unit>,
    /// Units on the map.
    pub units: Vec<UnitsView>,
    /// Villages on the map.
    pub villages: Vec<VillagesView>,
    /// Villages captured, by owner's seat.
    pub captured: Vec<u8>,
    /// Who took the citadel, if anyone.
    pub citadel_lost_to: Option<Seat>,
    /// Areas fled from in this turn.
    pub fled: Vec<Area>,
}

/// A side of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideView {
    /// Whose.
    pub seat: Seat,
    /// Units at the start.
    pub units: u8,
    /// Battle tiles drawn.
    pub drawn: u8,
    /// The battle tiles, where this observer sees them.
    pub tiles: Option<[u8; 4]>,
    /// Everybody sees them.
    pub shown: bool,
    /// What the side does about swapping.
    pub swap: Swap,
    /// Tiles and strengths, once shown.
    pub total: u8,
}

/// A battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BattleView {
    /// Where.
    pub area: Area,
    /// Attacker and defender.
    pub sides: Vec<SideView>,
    /// Which side decides about swapping.
    pub turn: u8,
    /// Which side has lost.
    pub loser: u8,
    /// Units of the loser that this battle has removed.
    pub fallen: u8,
    /// How often it ended in a tie.
    pub ties: u8,
}

/// What the active player has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TurnView {
    /// Pips to pay so far.
    pub due: u8,
    /// Tiles still to discard for a unit.
    pub owes: u8,
    /// Build points left at set-up.
    pub build_points: u8,
    /// The area of the chosen stack.
    pub from: Option<Area>,
    /// The units picked from it.
    pub group: Vec<(Unit, u8)>,
    /// The group has taken a step.
    pub stepped: bool,
    /// The Chaos Horde have captured in this turn.
    pub raided: bool,
    /// Undead that have moved, by area.
    pub rested: Vec<Area>,
}

/// How the others see the table while something is begun and not paid for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DraftView {
    /// The decision that they see.
    pub phase: Phase,
    /// Where they see the active player's pieces.
    pub place: Vec<Place>,
    /// The Cutiecorn's owner and its place.
    pub cutiecorn: (Seat, Place),
    /// Villages captured or constructed, and whose they are to them.
    pub villages: Vec<(Area, Seat)>,
}

/// All that one observer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Observation {
    /// Who looks.
    pub observer: Observer,
    /// What was agreed.
    pub table: Agreement,
    /// What is being decided.
    pub phase: Phase,
    /// The first player.
    pub first: Seat,
    /// Whose turn it is.
    pub active: Seat,
    /// What that player has begun.
    pub turn: TurnView,
    /// The players.
    pub realms: Vec<RealmView>,
    /// The battle that is being fought.
    pub battle: Option<BattleView>,
    /// The Cutiecorn's owner, while it stands on the map, and its place.
    pub cutiecorn: (Seat, Place),
    /// The player who ended the game.
    pub trigger: Option<Seat>,
    /// The round of last battles.
    pub last_round: u8,
    /// Ended because nothing moved.
    pub stalled: bool,
    /// Battle tiles laid ready by a scenario: seen by the open table alone.
    pub fate: Option<[[u8; 4]; 2]>,
    /// What the others still see: for the open table and the active player, who knows where a march began.
    pub draft: Option<DraftView>,
}

/// The allow-list.
pub(crate) fn observe(s: &State, observer: Observer) -> Observation {
    if s.draft.is_open() && !observer.sees(s.active) {
        return observe(&s.without_draft(), observer);
    }
    let realms = s.seats().map(|seat| {
        let realm = s.realm(seat);
        let sees = observer.sees(seat) && realm.faction.is_some();
        let shown = s.battle.is_fought() && s.battle.sides.iter().any(|side| side.seat == seat && side.shown);
        let mut units: Vec<UnitsView> = Vec::new();
        if realm.faction.is_some() {
            // Places are sorted within each kind, so equal ones follow each other.
            for (at, &unit) in realm.place.iter().zip(s.faction(seat).kinds()) {
                let Some(area) = at.area() else { continue };
                match units.last_mut() {
                    Some(last) if last.area == area && last.unit == unit => last.count += 1,
                    _ => units.push(UnitsView { area, unit, count: 1 }),
                }
            }
        }
        RealmView {
            faction: realm.faction,
            points: realm.points,
            regroups: realm.regroups,
            out: realm.out,
            idle: realm.idle,
            lots: realm.lots,
            tied_lots: realm.tied_lots.drawn().collect(),
            hand_count: s.hand_len(seat) as u8,
            bag_count: s.count(seat, Place::BAG) as u8,
            hand: sees.then(|| tiles_in(s, seat, Place::HAND)),
            discard: tiles_in(s, seat, Place::DISCARD),
            swapped: if sees || shown { swapped_tile(s, seat) } else { None },
            units,
            villages: Areas(realm.homes)
                .map(|area| VillagesView { area, count: s.villages[area.index()] })
                .collect(),
            captured: realm.captured[..s.players()].to_vec(),
            citadel_lost_to: realm.place[CITADEL_SLOT].captor(),
            fled: Areas(realm.fled).collect(),
        }
    });
    let battle = s.battle.is_fought().then(|| BattleView {
        area: s.battle.area,
        sides: s
            .battle
            .sides
            .iter()
            .map(|side| SideView {
                seat: side.seat,
                units: side.units,
                drawn: side.drawn,
                tiles: (side.shown || observer.sees(side.seat)).then_some(side.tiles),
                shown: side.shown,
                swap: side.swap,
                total: side.total,
            })
            .collect(),
        turn: s.battle.turn,
        loser: s.battle.loser,
        fallen: s.battle.fallen,
        ties: s.battle.ties,
    });
    Observation {
        observer,
        table: s.table.clone(),
        phase: s.phase,
        first: s.first,
        active: s.active,
        turn: TurnView {
            due: s.turn.due,
            owes: s.turn.owes,
            build_points: s.turn.build_points,
            from: s.turn.from.some(),
            group: s.turn.group.iter().collect(),
            stepped: s.turn.stepped,
            raided: s.turn.raided,
            rested: s.turn.rested.into_iter().filter_map(Area::some).collect(),
        },
        realms: realms.collect(),
        battle,
        cutiecorn: (s.cutie.owner, s.cutie.place),
        trigger: s.trigger.0,
        last_round: s.last_round,
        stalled: s.stalled,
        fate: (observer == Observer::All).then_some(s.fate),
        draft: s.draft.phase.filter(|_| observer.sees(s.active)).map(|phase| DraftView {
            phase,
            place: s.draft.place.to_vec(),
            cutiecorn: (s.draft.cutie.owner, s.draft.cutie.place),
            villages: s.draft.villages.into_iter().flatten().collect(),
        }),
    }
}

fn tiles_in(s: &State, seat: Seat, place: Place) -> Vec<Unit> {
    if s.realm(seat).faction.is_none() {
        return Vec::new();
    }
    let kinds = s.faction(seat).kinds();
    let tiles = s.realm(seat).place[..TILES].iter().zip(kinds);
    tiles.filter(|&(&at, _)| at == place).map(|(_, &unit)| unit).collect()
}

/// A state restored from an observation, so it holds nothing the observer does not know.
pub(crate) struct Known(State);

impl Deref for Known {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

/// What the observer knows, in the form that the rules read.
pub(crate) fn known(o: &Observation) -> Known {
    Known(restore(o))
}

/// A state that agrees with the observation in everything the observer knows: other hands are empty, their tiles in the bag.
fn restore(o: &Observation) -> State {
    let mut s = State::new(o.table.clone());
    s.phase = o.phase;
    (s.first, s.active) = (o.first, o.active);
    (s.last_round, s.stalled) = (o.last_round, o.stalled);
    s.trigger = Trigger(o.trigger);
    s.cutie = Cutiecorn { owner: o.cutiecorn.0, place: o.cutiecorn.1 };
    s.fate = o.fate.unwrap_or_default();
    if let Some(draft) = &o.draft {
        s.draft.phase = Some(draft.phase);
        s.draft.place.iter_mut().zip(&draft.place).for_each(|(slot, &at)| *slot = at);
        s.draft.cutie = Cutiecorn { owner: draft.cutiecorn.0, place: draft.cutiecorn.1 };
        s.draft.villages.iter_mut().zip(&draft.villages).for_each(|(slot, &it)| *slot = Some(it));
    }
    let turn = &o.turn;
    s.turn = Turn {
        due: turn.due,
        owes: turn.owes,
        build_points: turn.build_points,
        from: turn.from.unwrap_or(Area::NONE),
        stepped: turn.stepped,
        raided: turn.raided,
        ..Turn::FRESH
    };
    turn.group.iter().for_each(|&(unit, count)| s.turn.group.0[unit.index()] = count);
    turn.rested.iter().zip(&mut s.turn.rested).for_each(|(&area, slot)| *slot = area);
    for (index, view) in o.realms.iter().enumerate().take(crate::state::MAX_PLAYERS) {
        restore_realm(&mut s, Seat::new(index), view);
    }
    if let Some(area) = s.cutie.place.area() {
        s.realm_mut(s.cutie.owner).units |= bit(area);
    }
    if let Some(battle) = &o.battle {
        s.battle = Battle {
            area: battle.area,
            turn: battle.turn,
            loser: battle.loser,
            fallen: battle.fallen,
            ties: battle.ties,
            ..Battle::NONE
        };
        for (side, view) in s.battle.sides.iter_mut().zip(&battle.sides) {
            *side = Side {
                seat: view.seat,
                units: view.units,
                drawn: view.drawn,
                tiles: view.tiles.unwrap_or_default(),
                shown: view.shown,
                swap: view.swap,
                total: view.total,
            };
        }
    }
    s
}

fn restore_realm(s: &mut State, seat: Seat, view: &RealmView) {
    let realm = s.realm_mut(seat);
    realm.lots = view.lots;
    view.tied_lots.iter().for_each(|&lots| realm.tied_lots.add(lots));
    let Some(faction) = view.faction else { return };
    s.take_faction(seat, faction);
    let realm = &mut s.realms[seat.index()];
    (realm.points, realm.regroups, realm.out) = (view.points, view.regroups, view.out);
    realm.idle = view.idle;
    realm.captured.iter_mut().zip(&view.captured).for_each(|(slot, &count)| *slot = count);
    realm.fled = view.fled.iter().fold(0, |all, &area| all | bit(area));
    // Each kind's slots are filled from the front in order of place: areas, hand, bag, discard, aside.
    let mut next = [0usize; UNIT_KINDS];
    let mut hand = [0u8; TILE_KINDS];
    let mut discard = [0u8; TILE_KINDS];
    view.hand.iter().flatten().for_each(|unit| hand[unit.index()] += 1);
    view.discard.iter().for_each(|unit| discard[unit.index()] += 1);
    realm.hand = hand;
    for standing in &view.units {
        let slots = match standing.unit {
            Unit::Citadel => CITADEL_SLOT,
            Unit::Undead => UNDEAD_SLOT + next[Unit::Undead.index()],
            unit => faction.slots(unit).start + next[unit.index()],
        };
        let count = usize::from(standing.count);
        realm.place[slots..slots + count].fill(standing.area.into());
        next[standing.unit.index()] += count;
        realm.units |= bit(standing.area);
    }
    for unit in Unit::tiles() {
        let slots = faction.slots(unit);
        let (start, end) = (slots.start + next[unit.index()], slots.end);
        let held = start + usize::from(hand[unit.index()]);
        realm.place[start..held].fill(Place::HAND);
        let aside = usize::from(view.swapped == Some(unit));
        let spent = end - aside - usize::from(discard[unit.index()]);
        realm.place[spent..end - aside].fill(Place::DISCARD);
        realm.place[end - aside..end].fill(Place::ASIDE);
    }
    if let Some(captor) = view.citadel_lost_to {
        realm.place[CITADEL_SLOT] = Place::taken_by(captor);
    } else if !view.units.iter().any(|standing| standing.unit == Unit::Citadel) {
        realm.place[CITADEL_SLOT] = Place::BESIDE;
    }
    for settled in &view.villages {
        realm.homes |= bit(settled.area);
        s.villages[settled.area.index()] = settled.count;
    }
}

/// A world that fits the observation: hidden tiles are dealt from what is left, uniformly among all deals that fit.
pub(crate) fn sample<C: Chance>(o: &Observation, chance: &mut C) -> State {
    let mut s = restore(o);
    for (index, view) in o.realms.iter().enumerate() {
        let seat = Seat::new(index);
        if view.faction.is_none() || view.hand.is_some() {
            continue;
        }
        let secret_swap = view.swapped.is_none() && s.battle.is_fought() && {
            let side = s.battle.sides.iter().find(|side| side.seat == seat);
            side.is_some_and(|side| side.swap == Swap::Swapped && !side.shown)
        };
        if secret_swap && let Some(unit) = s.draw_tile(seat, chance) {
            s.shift(seat, unit, Place::HAND, Place::ASIDE);
        }
        deal_hand(&mut s, seat, view.hand_count, chance);
    }
    if let Some(battle) = &o.battle {
        for (side, view) in s.battle.sides.iter_mut().zip(&battle.sides) {
            if view.tiles.is_none() {
                let mut bag = BATTLE_TILES;
                for k in 0..usize::from(view.drawn) {
                    let pick = k + chance.index(8 - k);
                    bag.swap(k, pick);
                    side.tiles[k] = bag[k];
                }
                side.tiles.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
    }
    s
}

/// Deals a hidden hand out of hand and bag together. Everybody knows that it pays for the rest of a move.
fn deal_hand<C: Chance>(s: &mut State, seat: Seat, size: u8, chance: &mut C) {
    let sum = if s.phase == Phase::Pay && seat == s.active { s.turn.due } else { 0 };
    if sum == 0 {
        for _ in 0..size {
            s.draw_tile(seat, chance);
        }
        return;
    }
    // First how many tiles of each pip value, weighted by the number of ways; then which.
    let faction = s.faction(seat);
    let pips_of = |slot: usize| faction.tile(faction.kinds()[slot]).pips;
    let mut pool = [0u8; 4];
    for (slot, &at) in s.realm(seat).place[..TILES].iter().enumerate() {
        if at == Place::BAG {
            pool[usize::from(pips_of(slot)) - 2] += 1;
        }
    }
    let mut fits: [([u8; 4], u64); 256] = [([0; 4], 0); 256];
    let (mut n, mut total) = (0, 0u64);
    for a in 0..=size.min(pool[0]) {
        for b in 0..=(size - a).min(pool[1]) {
            for c in 0..=(size - a - b).min(pool[2]) {
                let hand = [a, b, c, size - a - b - c];
                let worth: u8 = (2..6).zip(hand).map(|(pips, count)| pips * count).sum();
                if hand[3] > pool[3] || worth < sum || n == fits.len() {
                    continue;
                }
                let ways = (0..4).map(|i| choose(pool[i], hand[i])).product();
                fits[n] = (hand, ways);
                total += ways;
                n += 1;
            }
        }
    }
    let mut hand = [0; 4];
    if total > 0 {
        let mut pick = wide(chance, total);
        for (split, ways) in &fits[..n] {
            if pick < *ways {
                hand = *split;
                break;
            }
            pick -= ways;
        }
    }
    for (class, count) in hand.into_iter().enumerate() {
        for _ in 0..count {
            let slots = s.realm(seat).place[..TILES].iter().enumerate();
            let fitting =
                slots.filter(|&(slot, &at)| at == Place::BAG && usize::from(pips_of(slot)) == class + 2);
            let left = fitting.clone().count();
            if left == 0 {
                break;
            }
            let slot = fitting.map(|(slot, _)| slot).nth(chance.index(left));
            if let Some(slot) = slot {
                s.shift(seat, faction.kinds()[slot], Place::BAG, Place::HAND);
            }
        }
    }
}

fn choose(n: u8, k: u8) -> u64 {
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// A uniform number below a limit that may need more than 32 bits.
fn wide<C: Chance>(chance: &mut C, below: u64) -> u64 {
    if let Ok(small) = u32::try_from(below) {
        return chance.below(small).into();
    }
    let mask = below.next_power_of_two() - 1;
    loop {
        let bits = (u64::from(chance.bits()) << 32 | u64::from(chance.bits())) & mask;
        if bits < below {
            return bits;
        }
    }
}
