//! How the table looks, and everything that is said about it.

mod battle;
mod beat;
mod board;
mod describe;
mod narrate;
pub(crate) mod pictures;
mod words;
mod zones;

use table::scene::{Id, Mark, Marker, Place as SeatPlace, Scene, Sentence, Tint, Track, seat_id};
use table::{Observer, Seat, SeatSet, Text, Voice, say};

use crate::map::Area;
use crate::pieces::{Faction, Force, Place, Unit, VILLAGES};
use crate::sight::{self, Known, Observation, RealmView};
use crate::state::Phase;

pub(crate) use battle::own_odds;
pub(crate) use beat::beat;
pub(crate) use describe::{attempts, describe};
pub(crate) use narrate::narrate;

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
pub(crate) fn area_id(area: Area) -> Id {
    format!("area/{area}").into()
}

/// The id of a player's units of one kind in an area.
pub(crate) fn unit_id(area: Area, seat: Seat, unit: Unit) -> Id {
    format!("unit/{area}/{}/{}", seat.number(), unit.index()).into()
}

/// The id of a kind of tile in a hand.
pub(crate) fn hand_id(seat: Seat, unit: Unit) -> Id {
    format!("hand/{}/{}", seat.number(), unit.index()).into()
}

/// The whole table.
pub(crate) fn scene(o: &Observation, waiting: SeatSet) -> Scene {
    let s = sight::known(o);
    Scene {
        heading: words::heading(o, &s),
        prompt: words::prompt(o, &s, waiting),
        mood: words::mood(s.phase).into(),
        help: words::help(&s).into(),
        seats: s.seats().map(|seat| place(o, &s, seat, waiting)).collect(),
        zones: zones::zones(o, &s),
        tracks: tracks(&s).into_iter().chain(battle::chances(o, &s)).collect(),
        map: Some(board::board(&s)),
        knowledge: knowledge(o, &s),
        goal: words::goal(&s),
        role: o
            .observer
            .seat()
            .and_then(|seat| s.realm(seat).faction)
            .map(|it| zones::faction_face(it).into()),
        verdict: words::verdict(o, &s),
        ..Scene::default()
    }
}

fn mark(
    seat: Seat,
    key: &str,
    label: &'static str,
    icon: &'static str,
    count: i32,
    of: Option<i32>,
    note: Text,
) -> Mark {
    let mark = Mark::new(format!("{}/{key}", seat_id(seat)), label, icon);
    Mark { count: Some(count), of, note, ..mark }
}

fn place(o: &Observation, s: &Known, seat: Seat, waiting: SeatSet) -> SeatPlace {
    let realm = s.realm(seat);
    SeatPlace {
        title: realm.faction.map_or(Text::default(), |faction| faction.name().into()),
        turn: s.active == seat && s.phase != Phase::Over,
        out: realm.out,
        tint: tint(realm.faction),
        marks: match realm.faction {
            Some(faction) => marks(&o.realms[seat.index()], s, seat, faction),
            None => {
                let lots = realm.tied_lots.drawn().chain([realm.lots]).map(|[a, b]| say!("{a} and {b}"));
                let lots = lots.reduce(|tied, next| say!("{tied}, a tie, then {next}")).unwrap_or_default();
                let note = say!("Drew {lots} for the order of play.");
                let (icon, sum) = ("perspective-dice-six-faces-random", realm.lots.iter().sum::<u8>());
                vec![mark(seat, "lots", "Lots", icon, sum.into(), None, note)]
            }
        },
        ..SeatPlace::new(seat, o.observer, waiting)
    }
}

/// Points, regroups, tiles and villages of a player, and what is to be paid.
fn marks(view: &RealmView, s: &Known, seat: Seat, faction: Faction) -> Vec<Mark> {
    let realm = s.realm(seat);
    let mut marks = Vec::new();
    let mut add = |key, label, icon, count: i32, of: Option<i32>, note: Text| {
        marks.push(mark(seat, key, label, icon, count, of, note));
    };
    add("points", "Points", "laurels", realm.points.into(), None, say!("On the track so far."));
    let spoils = s.spoils(seat);
    if spoils > 0 {
        let (villages, citadels): (u8, i32) = (realm.captured.iter().sum(), s.citadels_taken(seat));
        let villages = match villages {
            1 => say!("1 captured village"),
            _ => say!("{villages} captured villages"),
        };
        let citadels = if citadels == 1 { say!("1 citadel") } else { say!("{citadels} citadels") };
        let note = say!("{villages} and {citadels}, counted at the end.");
        add("spoils", "Spoils", "open-treasure-chest", spoils, None, note);
    }
    let (regroups, last) = (realm.regroups.into(), Some(s.table.regroups.into()));
    let note = say!(
        "A player who must draw from an empty bag regroups: the discards go back into it, and every village on the map \
        scores a point. When all have made their last, the game ends."
    );
    add("regroups", "Regroups", "cycle", regroups, last, note);
    let full = Some(faction.hand_size() as i32);
    add("hand", "Hand", "card-draw", view.hand_count.into(), full, say!("Tiles in hand."));
    add(
        "bag",
        "Bag",
        "swap-bag",
        view.bag_count.into(),
        None,
        say!("Tiles left to draw. When it is empty, the next draw is a regroup."),
    );
    if faction.settles() {
        let note = say!(
            "On the map: a point each whenever you regroup. New ones go into or next to areas of yours; {left} are left.",
            left = s.villages_left(seat)
        );
        add("villages", "Villages", "village", s.villages_of(seat).into(), Some(VILLAGES.into()), note);
    }
    if faction.undead() > 0 {
        let pool = s.force(seat, Place::BESIDE).of(Unit::Undead).into();
        let note = say!("Undead in the pool, for the fallen to rise as.");
        add("undead", "Undead pool", faction.icon(Unit::Undead), pool, Some(faction.undead() as i32), note);
    }
    if seat == s.active {
        marks.extend(begun(s, seat));
    }
    if seat == s.first {
        marks.push(Mark::new(format!("{}/first", seat_id(seat)), "First player", "flag-objective"));
    }
    marks
}

/// What the active player has begun and must still pay.
fn begun(s: &Known, seat: Seat) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut push = |key, label, icon, count: u8, note: Text| {
        if count > 0 {
            marks.push(Mark { tint: Tint::Red, ..mark(seat, key, label, icon, count.into(), None, note) });
        }
    };
    push("due", "Pips to pay", "boot-prints", s.turn.due, say!("Pips left over are lost."));
    push("owes", "Tiles to discard", "card-discard", s.turn.owes, say!("What is on them does not matter."));
    push("build", "Build points", "hammer-nails", s.turn.build_points, say!("Points not used are lost."));
    marks
}

fn tracks(s: &Known) -> Vec<Track> {
    let track =
        |key: &str, label: &'static str, to: i32, alarm: Option<i32>, at: &dyn Fn(Seat) -> i32| Track {
            id: format!("track/{key}").into(),
            label: label.into(),
            from: 0,
            to,
            alarm,
            note: Text::default(),
            markers: s
                .seats()
                .filter(|&seat| s.realm(seat).faction.is_some())
                .map(|seat| Marker {
                    id: format!("track/{key}/{}", seat.number()).into(),
                    label: s.faction(seat).name().into(),
                    at: at(seat),
                    owner: Some(seat),
                    tint: tint(s.realm(seat).faction),
                })
                .collect(),
        };
    let most = s.seats().map(|seat| i32::from(s.realm(seat).points)).max().unwrap_or(0);
    let limit = i32::from(s.table.regroups);
    vec![
        track("points", "Victory points", most.max(50), None, &|seat| s.realm(seat).points.into()),
        track("regroups", "Regroups", limit, Some(limit), &|seat| s.realm(seat).regroups.into()),
    ]
}

/// What is in the observer's bag, and in everybody else's bag and hand together, which anybody can count.
fn knowledge(o: &Observation, s: &Known) -> Vec<Sentence> {
    let voice = Voice(o.observer);
    let mut lines = Vec::new();
    for seat in s.seats().filter(|&seat| s.realm(seat).faction.is_some()) {
        let bag = s.force(seat, Place::BAG);
        if bag.is_empty() || o.observer == Observer::All {
            continue;
        }
        let tiles = bag.words(s.faction(seat));
        let text = say!(voice, seat: "In hand or bag of {seat}: {tiles}.", "In your bag: {tiles}.");
        lines.push(Sentence { text, about: zones::bag_id(seat) });
    }
    lines.extend(battle::odds_ahead(o, s));
    lines
}

/// The units a seat has on the map in an area, as ids.
pub(crate) fn unit_ids(seat: Seat, area: Area, force: &Force) -> Vec<Id> {
    let on_map = area != Area::NONE;
    force.iter().filter(|_| on_map).map(|(unit, _)| unit_id(area, seat, unit)).collect()
}
