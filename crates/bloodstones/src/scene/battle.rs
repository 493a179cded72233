//! The battle that is being fought, and the odds of battles to come.

use table::scene::{Face, Layout, Mark, Marker, Piece, Print, Sentence, Tint, Track, Zone};
use table::{Seat, Text, Voice, say};

use super::zones::{tile_back, tile_face};
use super::{board, tint};
use crate::odds::{self, Totals};
use crate::pieces::{Force, Place, Unit};
use crate::rules::battle::fights;
use crate::sight::{Known, Observation};
use crate::state::{Phase, Swap};

/// A side's units with what each kind counts for, its battle tiles and its swapped tile.
pub(super) fn zone(o: &Observation, s: &Known, side: usize) -> Zone {
    let word = ["Attacker", "Defender"][side];
    let name = ["attacker", "defender"][side];
    let now = &s.battle.sides[side];
    let seat = now.seat;
    let faction = s.faction(seat);
    let view = o.battle.as_ref().and_then(|battle| battle.sides.get(side));
    let mut pieces = units(s, side);
    let count = if now.shown { 3 } else { now.drawn };
    match view.and_then(|view| view.tiles) {
        Some(tiles) => {
            for (k, tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile > 0) {
                let face = Face {
                    name: say!("Battle tile"),
                    corner: say!("{tile}"),
                    icon: "crossed-sabres".into(),
                    tint: tint(Some(faction)),
                    ..Face::default()
                };
                pieces.push(Piece::face_up(format!("battle/{name}/{k}"), face, 1u8));
            }
        }
        None if count > 0 => {
            pieces.push(Piece::face_down(format!("battle/{name}/backs"), "Battle tile", count));
        }
        None => {}
    }
    let swapped = o.realms.get(seat.index()).and_then(|view| view.swapped);
    if now.swap == Swap::Swapped && (swapped.is_some() || !now.shown) {
        let (id, back) = (format!("battle/{name}/swapped"), tile_back(faction));
        let face = swapped.map(|unit| tile_face(faction, unit).into());
        pieces.push(Piece { face, ..Piece::face_down(id, back, 1u8) });
    }
    let who = Voice(o.observer).whom(seat);
    let total = now.shown.then_some(now.total);
    let label = match total {
        Some(total) => say!("{word}: {who}, {total} in all"),
        None => say!("{word}: {who}"),
    };
    let zone = Zone::new(format!("battle/{name}"), label, Layout::Row, pieces);
    Zone { total: total.map(i32::from), ..zone.of(seat) }
}

/// What a side fights with, kind by kind.
fn units(s: &Known, side: usize) -> Vec<Piece> {
    let name = ["attacker", "defender"][side];
    let [own, other] = [side, 1 - side].map(|side| s.battle.sides[side].seat);
    let (force, enemy) = (s.force(own, s.battle.area), s.force(other, s.battle.area));
    let (faction, ground) = (s.faction(own), s.map().terrain(s.battle.area));
    let strength = |force: &Force| i32::from(odds::strength(faction, force, &enemy, ground, side == 0));
    let piece = |key: &str, face: Print, count: u8, strength: i32| {
        let id = format!("battle/{name}/{key}");
        let mark = Mark { count: Some(strength), ..Mark::new(format!("{id}/strength"), "Strength", "") };
        Piece { marks: vec![mark], ..Piece::face_up(id, face, count) }
    };
    let home = strength(&Force::NONE);
    let mut pieces: Vec<Piece> = force
        .iter()
        .map(|(unit, count)| {
            let mut alike = Force::NONE;
            alike.0[unit.index()] = count;
            let key = format!("unit/{}", unit.index());
            piece(&key, board::unit_face(faction, unit).into(), count, strength(&alike) - home)
        })
        .collect();
    if home > 0 {
        let face = Face {
            name: "At home at sea".into(),
            icon: "anchor".into(),
            tint: tint(Some(faction)),
            ..Face::default()
        };
        pieces.push(piece("home", face.into(), 1, home));
    }
    pieces
}

/// The chances of an observer who is in the battle, as long as the tiles are not shown.
pub(super) fn chances(o: &Observation, s: &Known) -> Option<Track> {
    let odds = own_odds(o, s, None)?;
    let marker = |(word, at): (&'static str, u32)| Marker {
        id: format!("track/odds/{word}").into(),
        label: word.into(),
        at: at as i32,
        owner: None,
        tint: Tint::Plain,
    };
    let label = match s.battle.sides.map(|side| (side.swap, o.observer.is(side.seat))) {
        sides if sides.contains(&(Swap::Swapped, false)) => {
            say!("Your chances in a hundred, any of their hidden tiles may be swapped in")
        }
        sides if sides.contains(&(Swap::Open, true)) => {
            say!("Your chances in a hundred, if nobody swaps")
        }
        _ => say!("Your chances in a hundred, if they do not swap"),
    };
    Some(Track {
        id: "track/odds".into(),
        label,
        from: 0,
        to: 100,
        alarm: None,
        note: Text::default(),
        markers: ["win", "tie", "lose"].into_iter().zip(odds).map(marker).collect(),
    })
}

/// The observer's chances to win, tie and lose the present battle, in percent: with this tile of the hand swapped in, or none.
pub(crate) fn own_odds(o: &Observation, s: &Known, swap: Option<u8>) -> Option<[u32; 3]> {
    let battle =
        o.battle.as_ref().filter(|_| s.table.odds && matches!(s.phase, Phase::Withdraw | Phase::Swap))?;
    let own = battle.sides.iter().position(|side| o.observer.is(side.seat))?;
    let seats = s.battle.seats();
    let forces = seats.map(|seat| s.force(seat, battle.area));
    let ground = s.map().terrain(battle.area);
    let totals = |side: usize| {
        let (view, now) = (&battle.sides[side], &s.battle.sides[side]);
        let (faction, force, enemy) = (s.faction(seats[side]), &forces[side], &forces[1 - side]);
        let strength = odds::strength(faction, force, enemy, ground, side == 0);
        // What is chosen now, or was before; of the other side's tile only the kinds it can be are known.
        let before = o.realms[seats[side].index()].swapped.map(|unit| faction.tile(unit).pips);
        let swap = swap.filter(|_| side == own).or(before);
        let hidden = now.swap == Swap::Swapped && swap.is_none();
        match view.tiles {
            _ if now.shown => Totals::certain(now.total),
            Some(tiles) if tiles[0] > 0 => {
                Totals::certain(odds::counting(tiles, swap).iter().sum::<u8>() + strength)
            }
            _ => {
                let tiles = odds::tiles_drawn(faction, force, enemy);
                let drawn = odds::Side { tiles, strength, swap };
                if hidden { Totals::swapped(drawn, unseen(s, seats[side])) } else { Totals::drawn(drawn) }
            }
        }
    };
    let odds = odds::compare(totals(0), totals(1), forces[1].of(Unit::Shield) > 0);
    let [win, tie, lose] = odds.percent();
    Some(if own == 0 { [win, tie, lose] } else { [lose, tie, win] })
}

/// How many tiles of 2, 3, 4 and 5 pips a seat has in hand, in the bag or swapped in.
fn unseen(s: &Known, seat: Seat) -> [u8; 4] {
    let mut count = [0; 4];
    for (unit, tiles) in s.force(seat, Place::BAG).iter() {
        count[usize::from(s.faction(seat).tile(unit).pips) - 2] += tiles;
    }
    count
}

/// The odds of every battle the observer could start now, if the table wants them shown.
pub(super) fn odds_ahead(o: &Observation, s: &Known) -> Vec<Sentence> {
    let asked = matches!(s.phase, Phase::Main | Phase::LastBattles) && o.observer.is(s.active);
    if !asked || !s.table.odds {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (foe, area) in fights(s, s.active) {
        let (ours, theirs) = (s.force(s.active, area), s.force(foe, area));
        let (ours, theirs) = ((s.faction(s.active), &ours), (s.faction(foe), &theirs));
        let odds = odds::battle(ours, theirs, s.map().terrain(area), None, None);
        let (place, odds) = (s.map().place(area), odds.text());
        let text = say!("Your odds in {place} against {foe}, before swaps: {odds}.");
        lines.push(Sentence { text, about: super::area_id(area) });
    }
    lines
}
