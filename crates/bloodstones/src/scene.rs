//! How it looks, and what options are called.

mod board;
mod words;

use table::scene::{Face, Layout, Mark, Marker, Piece, Place, Scene, Tint, Track, Zone, seat_id};
use table::{Observer, Seat};

use crate::map::{Areas, bit};
use crate::odds::{self, Totals};
use crate::pieces::{Faction, Force, TILE_KINDS, Unit, VILLAGES};
use crate::sight::{self, Observation, RealmView};
use crate::state::{BAG, BESIDE, HAND, NOWHERE, Phase, State, Swap};

pub(crate) use words::describe;

/// The colour of a faction.
pub(crate) fn tint(faction: Option<Faction>) -> Tint {
    match faction {
        None => Tint::Plain,
        Some(Faction::DragonRiders) => Tint::Red,
        Some(Faction::HorseLords) => Tint::Gold,
        Some(Faction::HillFolk) => Tint::Green,
        Some(Faction::Necromancers) => Tint::Violet,
        Some(Faction::ChaosHorde) => Tint::Orange,
        Some(Faction::Corsairs) => Tint::Teal,
    }
}

/// The id of an area's element.
pub(crate) fn area_id(area: u8) -> String {
    format!("area/{area}")
}

/// The id of a player's units of one kind in an area.
pub(crate) fn unit_id(area: u8, seat: u8, unit: Unit) -> String {
    format!("unit/{area}/{}/{}", seat + 1, unit.index())
}

/// The id of a kind of tile in a hand.
pub(crate) fn hand_id(seat: u8, unit: Unit) -> String {
    format!("hand/{}/{}", seat + 1, unit.index())
}

/// The whole table.
pub(crate) fn scene(o: &Observation) -> Scene {
    let s = sight::known(o);
    let chooser = s.chooser();
    Scene {
        heading: words::heading(o, &s),
        prompt: words::prompt(o, &s, chooser),
        mood: words::mood(s.phase).into(),
        help: words::help(&s).into(),
        seats: Seat::all(s.players()).map(|seat| place(o, &s, seat, chooser)).collect(),
        zones: zones(o, &s),
        tracks: tracks(&s).into_iter().chain(chances(o, &s)).collect(),
        map: Some(board::board(&s)),
        knowledge: knowledge(o, &s),
        verdict: words::verdict(o, &s),
        ..Scene::default()
    }
}

fn mark(seat: Seat, key: &str, label: &str, icon: &str, count: i32, of: Option<i32>, note: &str) -> Mark {
    Mark {
        id: format!("{}/{key}", seat_id(seat)),
        label: label.to_owned().into(),
        count: Some(count),
        of,
        icon: icon.to_owned().into(),
        tint: Tint::Plain,
        note: note.to_owned().into(),
    }
}

fn place(o: &Observation, s: &State, seat: Seat, chooser: Option<Seat>) -> Place {
    let index = seat.index() as u8;
    let realm = s.realm(index);
    let view = &o.realms[seat.index()];
    let mut marks = Vec::new();
    if realm.faction.is_none() {
        let [a, b] = realm.lots;
        marks.push(mark(
            seat,
            "lots",
            "Lots",
            "perspective-dice-six-faces-random",
            i32::from(a + b),
            None,
            &format!("Drew {a} and {b} for the order of play."),
        ));
    } else {
        let faction = s.faction(index);
        marks.push(mark(
            seat,
            "points",
            "Points",
            "laurels",
            realm.points.into(),
            None,
            "On the track so far.",
        ));
        let spoils = s.spoils(index);
        if spoils > 0 {
            let villages: u8 = realm.captured.iter().sum();
            let citadels = s.citadels_taken(index);
            let note = format!("{villages} captured villages and {citadels} citadels, counted at the end.");
            marks.push(mark(seat, "spoils", "Spoils", "open-treasure-chest", spoils, None, &note));
        }
        marks.push(mark(
            seat,
            "regroups",
            "Regroups",
            "cycle",
            realm.regroups.into(),
            Some(s.table.regroups.into()),
            "The game ends when everyone has made the last.",
        ));
        marks.push(mark(
            seat,
            "hand",
            "Hand",
            "card-draw",
            view.hand_count.into(),
            Some(faction.hand_size() as i32),
            "Tiles in hand.",
        ));
        marks.push(mark(seat, "bag", "Bag", "swap-bag", view.bag_count.into(), None, "Tiles left to draw."));
        if faction.settles() {
            marks.push(mark(
                seat,
                "villages",
                "Villages",
                "village",
                s.villages_of(index).into(),
                Some(VILLAGES.into()),
                &format!("On the map; {} still to be placed.", s.villages_left(index)),
            ));
        }
        if index == s.active {
            marks.extend(begun(s, seat));
        }
        if index == s.first {
            marks.push(Mark {
                id: format!("{}/first", seat_id(seat)),
                label: "First player".into(),
                icon: "flag-objective".into(),
                ..Mark::default()
            });
        }
    }
    Place {
        id: seat_id(seat),
        seat,
        title: realm.faction.map_or(String::new(), |faction| faction.name().into()),
        you: o.observer.is(seat),
        turn: s.active == index && s.phase != Phase::Over,
        waiting: chooser == Some(seat),
        out: realm.out,
        tint: tint(realm.faction),
        marks,
    }
}

/// What the active player has begun and must still pay.
fn begun(s: &State, seat: Seat) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut push = |key, label, icon, count: u8, note| {
        if count > 0 {
            marks.push(Mark { tint: Tint::Red, ..mark(seat, key, label, icon, count.into(), None, note) });
        }
    };
    push("due", "Pips to pay", "boot-prints", s.turn.due, "Pips left over are lost.");
    push("owes", "Tiles to discard", "card-discard", s.turn.owes, "What is on them does not matter.");
    push("build", "Build points", "hammer-nails", s.turn.build_points, "Points not used are lost.");
    marks
}

/// A tile's face.
pub(crate) fn tile_face(faction: Faction, unit: Unit) -> Face {
    let tile = faction.tile(unit);
    Face {
        name: faction.word(unit).into(),
        corner: tile.pips.to_string().into(),
        sign: if unit == Unit::Blank { "no unit".into() } else { format!("cost {}", tile.cost).into() },
        text: faction.deed(unit).into(),
        icon: faction.icon(unit).into(),
        tint: tint(Some(faction)),
    }
}

fn counts(tiles: &[Unit]) -> [u32; TILE_KINDS] {
    let mut counts = [0; TILE_KINDS];
    tiles.iter().for_each(|unit| counts[unit.index()] += 1);
    counts
}

fn faces(prefix: &str, faction: Faction, tiles: &[Unit]) -> Vec<Piece> {
    let counts = counts(tiles);
    Unit::tiles()
        .filter(|unit| counts[unit.index()] > 0)
        .map(|unit| Piece {
            id: format!("{prefix}/{}", unit.index()),
            face: Some(tile_face(faction, unit)),
            back: String::new(),
            count: counts[unit.index()],
            owner: None,
            marks: Vec::new(),
        })
        .collect()
}

fn zones(o: &Observation, s: &State) -> Vec<Zone> {
    let mut zones = Vec::new();
    for (index, view) in o.realms.iter().enumerate() {
        let seat = Seat::new(index);
        let Some(faction) = view.faction else { continue };
        let number = seat.number();
        let yours = o.observer.is(seat);
        let whose =
            |word: &str| if yours { format!("Your {word}") } else { format!("{} of {seat}", capital(word)) };
        zones.push(hand_zone(view, seat, faction, whose("hand")));
        zones.push(Zone {
            id: format!("bag/{number}"),
            label: whose("bag"),
            layout: Layout::Pile,
            owner: Some(seat),
            pieces: Vec::new(),
            count: view.bag_count.into(),
        });
        zones.push(Zone {
            id: format!("discard/{number}"),
            label: whose("discard pile"),
            layout: Layout::Discard,
            owner: Some(seat),
            pieces: faces(&format!("discard/{number}"), faction, &view.discard),
            count: view.discard.len() as u32,
        });
    }
    if s.phase == Phase::Factions {
        zones.push(faction_zone(s));
    }
    if o.battle.is_some() {
        zones.extend((0..2).map(|side| battle_zone(o, s, side)));
    }
    if s.cutie.place == BESIDE {
        zones.push(Zone {
            id: "beside".into(),
            label: "Beside the map".into(),
            layout: Layout::Row,
            owner: None,
            pieces: vec![Piece {
                id: "beside/cutiecorn".into(),
                face: Some(board::unit_face(Faction::DragonRiders, Unit::Cutiecorn)),
                back: String::new(),
                count: 1,
                owner: None,
                marks: Vec::new(),
            }],
            count: 1,
        });
    }
    zones
}

/// The id of a faction that can still be chosen.
pub(crate) fn faction_id(faction: Faction) -> String {
    format!("faction/{}", faction.index())
}

/// The factions nobody has chosen yet.
fn faction_zone(s: &State) -> Zone {
    let pieces: Vec<Piece> = Faction::ALL
        .into_iter()
        .filter(|&faction| s.player_of(faction).is_none())
        .map(|faction| Piece {
            id: faction_id(faction),
            face: Some(Face {
                name: faction.name().into(),
                text: faction.power().into(),
                icon: faction.emblem().into(),
                tint: tint(Some(faction)),
                ..Face::default()
            }),
            back: String::new(),
            count: 1,
            owner: None,
            marks: Vec::new(),
        })
        .collect();
    Zone {
        id: "factions".into(),
        label: "Factions".into(),
        layout: Layout::Row,
        owner: None,
        count: pieces.len() as u32,
        pieces,
    }
}

fn hand_zone(view: &RealmView, seat: Seat, faction: Faction, label: String) -> Zone {
    let number = seat.number();
    let pieces = match &view.hand {
        Some(hand) => faces(&format!("hand/{number}"), faction, hand),
        None if view.hand_count == 0 => Vec::new(),
        None => vec![Piece {
            id: format!("hand/{number}/backs"),
            face: None,
            back: format!("{} tile", faction.name()),
            count: view.hand_count.into(),
            owner: None,
            marks: Vec::new(),
        }],
    };
    Zone {
        id: format!("hand/{number}"),
        label,
        layout: Layout::Hand,
        owner: Some(seat),
        pieces,
        count: view.hand_count.into(),
    }
}

/// A side's units with what each kind counts for, its battle tiles and its swapped tile.
fn battle_zone(o: &Observation, s: &State, side: usize) -> Zone {
    let word = ["Attacker", "Defender"][side];
    let name = ["attacker", "defender"][side];
    let now = &s.battle.sides[side];
    let seat = Seat::new(now.seat.into());
    let faction = s.faction(now.seat);
    let view = o.battle.as_ref().and_then(|battle| battle.sides.get(side));
    let mut pieces = battle_units(s, side);
    let count = if now.shown { 3 } else { now.drawn };
    match view.and_then(|view| view.tiles) {
        Some(tiles) => {
            for (k, tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile > 0) {
                pieces.push(Piece {
                    id: format!("battle/{name}/{k}"),
                    face: Some(Face {
                        name: format!("Battle tile {tile}").into(),
                        corner: tile.to_string().into(),
                        icon: "crossed-sabres".into(),
                        tint: tint(Some(faction)),
                        ..Face::default()
                    }),
                    back: String::new(),
                    count: 1,
                    owner: None,
                    marks: Vec::new(),
                });
            }
        }
        None if count > 0 => pieces.push(Piece {
            id: format!("battle/{name}/backs"),
            face: None,
            back: "Battle tile".into(),
            count: count.into(),
            owner: None,
            marks: Vec::new(),
        }),
        None => {}
    }
    let swapped = o.realms.get(seat.index()).and_then(|view| view.swapped);
    if now.swap == Swap::Swapped && (swapped.is_some() || !now.shown) {
        pieces.push(Piece {
            id: format!("battle/{name}/swapped"),
            face: swapped.map(|unit| tile_face(faction, unit)),
            back: format!("{} tile", faction.name()),
            count: 1,
            owner: None,
            marks: Vec::new(),
        });
    }
    let who = if o.observer.is(seat) { "you".to_owned() } else { seat.to_string() };
    let total = if now.shown { format!(", {} in all", now.total) } else { String::new() };
    Zone {
        id: format!("battle/{name}"),
        label: format!("{word}: {who}{total}"),
        layout: Layout::Row,
        owner: Some(seat),
        count: pieces.iter().map(|piece| piece.count).sum(),
        pieces,
    }
}

/// What a side fights with, kind by kind.
fn battle_units(s: &State, side: usize) -> Vec<Piece> {
    let name = ["attacker", "defender"][side];
    let [own, other] = [side, 1 - side].map(|side| s.battle.sides[side].seat);
    let (force, enemy) = (s.force(own, s.battle.area), s.force(other, s.battle.area));
    let (faction, ground) = (s.faction(own), s.map().terrain(s.battle.area));
    let strength = |force: &Force| i32::from(odds::strength(faction, force, &enemy, ground, side == 0));
    let piece = |key: &str, face: Face, count: u8, strength: i32| {
        let id = format!("battle/{name}/{key}");
        let mark = Mark {
            id: format!("{id}/strength"),
            label: "Strength".into(),
            count: Some(strength),
            ..Mark::default()
        };
        Piece {
            id,
            face: Some(face),
            back: String::new(),
            count: count.into(),
            owner: None,
            marks: vec![mark],
        }
    };
    let home = strength(&Force::NONE);
    let mut pieces: Vec<Piece> = force
        .iter()
        .map(|(unit, count)| {
            let mut alike = Force::NONE;
            alike.0[unit.index()] = count;
            let key = format!("unit/{}", unit.index());
            piece(&key, board::unit_face(faction, unit), count, strength(&alike) - home)
        })
        .collect();
    if home > 0 {
        let face = Face {
            name: "At home at sea".into(),
            icon: "anchor".into(),
            tint: tint(Some(faction)),
            ..Face::default()
        };
        pieces.push(piece("home", face, 1, home));
    }
    pieces
}

/// The chances of an observer who is in the battle, as long as the tiles are not shown.
fn chances(o: &Observation, s: &State) -> Option<Track> {
    let odds = own_odds(o, s, None)?;
    let marker = |(word, at): (&str, u32)| Marker {
        id: format!("track/odds/{word}"),
        label: word.into(),
        at: at as i32,
        owner: None,
        tint: Tint::Plain,
    };
    let hidden =
        s.battle.sides.iter().any(|side| {
            side.swap == Swap::Swapped && !side.shown && !o.observer.is(Seat::new(side.seat.into()))
        });
    let but = if hidden { "without the tile they swapped in" } else { "if nobody swaps" };
    Some(Track {
        id: "track/odds".into(),
        label: format!("Your chances in a hundred, {but}"),
        from: 0,
        to: 100,
        alarm: None,
        markers: ["win", "tie", "lose"].into_iter().zip(odds).map(marker).collect(),
    })
}

/// The observer's chances to win, tie and lose the present battle, in percent: with this tile of the hand swapped in, or none.
pub(crate) fn own_odds(o: &Observation, s: &State, swap: Option<u8>) -> Option<[u32; 3]> {
    let battle =
        o.battle.as_ref().filter(|_| s.table.odds && matches!(s.phase, Phase::Withdraw | Phase::Swap))?;
    let own = battle.sides.iter().position(|side| o.observer.is(side.seat))?;
    let seats = [0, 1].map(|side| s.battle.sides[side].seat);
    let forces = seats.map(|seat| s.force(seat, battle.area));
    let ground = s.map().terrain(battle.area);
    let totals = |side: usize| {
        let (view, now) = (&battle.sides[side], &s.battle.sides[side]);
        let (faction, force, enemy) = (s.faction(seats[side]), &forces[side], &forces[1 - side]);
        let strength = odds::strength(faction, force, enemy, ground, side == 0);
        let swap = swap.filter(|_| side == own);
        match view.tiles {
            _ if now.shown => Totals::certain(now.total),
            Some(tiles) if tiles[0] > 0 => {
                Totals::certain(odds::counting(tiles, swap).iter().sum::<u8>() + strength)
            }
            _ => {
                let tiles = odds::tiles_drawn(faction, force, enemy);
                Totals::drawn(odds::Side { tiles, strength, swap })
            }
        }
    };
    let odds = odds::compare(totals(0), totals(1), forces[1].of(Unit::Shield) > 0);
    let [win, tie, lose] = odds.percent();
    Some(if own == 0 { [win, tie, lose] } else { [lose, tie, win] })
}

fn tracks(s: &State) -> Vec<Track> {
    let track = |key: &str, label: &str, to: i32, alarm: Option<i32>, at: &dyn Fn(u8) -> i32| Track {
        id: format!("track/{key}"),
        label: label.into(),
        from: 0,
        to,
        alarm,
        markers: (0..s.table.players)
            .filter(|&seat| s.realm(seat).faction.is_some())
            .map(|seat| Marker {
                id: format!("track/{key}/{}", seat + 1),
                label: s.faction(seat).name().into(),
                at: at(seat),
                owner: Some(Seat::new(seat.into())),
                tint: tint(s.realm(seat).faction),
            })
            .collect(),
    };
    let most = (0..s.table.players).map(|seat| i32::from(s.realm(seat).points)).max().unwrap_or(0);
    let limit = i32::from(s.table.regroups);
    vec![
        track("points", "Victory points", most.max(50), None, &|seat| s.realm(seat).points.into()),
        track("regroups", "Regroups", limit, Some(limit), &|seat| s.realm(seat).regroups.into()),
    ]
}

/// What is in one's bag, and in the others' bags and hands together: open to whoever counts.
fn knowledge(o: &Observation, s: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in 0..s.table.players {
        if s.realm(seat).faction.is_none() {
            continue;
        }
        let who = Seat::new(seat.into());
        let bag = s.force(seat, BAG);
        let hidden = o.realms[who.index()].hand.is_none();
        if bag.is_empty() || o.observer == Observer::All {
            continue;
        }
        let tiles = bag.words(s.faction(seat));
        lines.push(match (o.observer.is(who), hidden) {
            (true, _) => format!("In your bag: {tiles}."),
            _ => format!("In hand or bag of {who}: {tiles}."),
        });
    }
    lines.extend(odds_ahead(o, s));
    lines
}

/// The odds of every battle the observer could start now, if the table wants them shown.
fn odds_ahead(o: &Observation, s: &State) -> Vec<String> {
    let mut lines = Vec::new();
    let asked =
        matches!(s.phase, Phase::Main | Phase::LastBattles) && o.observer.is(Seat::new(s.active.into()));
    if !asked || !s.table.odds {
        return lines;
    }
    for area in Areas(s.contested(s.active)) {
        for foe in (0..s.table.players).filter(|&foe| foe != s.active && s.realm(foe).units & bit(area) != 0)
        {
            let (ours, theirs) = (s.force(s.active, area), s.force(foe, area));
            let odds = odds::battle(
                (s.faction(s.active), &ours),
                (s.faction(foe), &theirs),
                s.map().terrain(area),
                None,
                None,
            );
            let (place, foe) = (s.map().get().name_of(area), Seat::new(foe.into()));
            lines.push(format!("Your odds in {place} against {foe}, before swaps: {odds}."));
        }
    }
    lines
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The area of the battle, if there is one.
pub(crate) fn battle_area(s: &State) -> Option<u8> {
    (s.battle.area != NOWHERE).then_some(s.battle.area)
}

/// The units a seat has on the map in an area, as ids.
pub(crate) fn unit_ids(seat: u8, area: u8, force: &Force) -> Vec<String> {
    let on_map = area < HAND;
    force.iter().filter(|_| on_map).map(|(unit, _)| unit_id(area, seat, unit)).collect()
}
