//! How the table looks, and everything that is said about it.

mod battle;
mod board;
mod describe;
mod narrate;
mod words;
mod zones;

use table::scene::{Mark, Marker, Place as SeatPlace, Scene, Sentence, Tint, Track, seat_id};
use table::{Observer, Seat, SeatSet};

use crate::map::Area;
use crate::pieces::{Faction, Force, Place, Unit, VILLAGES};
use crate::sight::{self, Known, Observation, RealmView};
use crate::state::Phase;

pub(crate) use describe::describe;
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
pub(crate) fn area_id(area: Area) -> String {
    format!("area/{area}")
}

/// The id of a player's units of one kind in an area.
pub(crate) fn unit_id(area: Area, seat: Seat, unit: Unit) -> String {
    format!("unit/{area}/{}/{}", seat.number(), unit.index())
}

/// The id of a kind of tile in a hand.
pub(crate) fn hand_id(seat: Seat, unit: Unit) -> String {
    format!("hand/{}/{}", seat.number(), unit.index())
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
    note: &str,
) -> Mark {
    let mark = Mark::new(format!("{}/{key}", seat_id(seat)), label, icon);
    Mark { count: Some(count), of, note: note.to_owned().into(), ..mark }
}

fn place(o: &Observation, s: &Known, seat: Seat, waiting: SeatSet) -> SeatPlace {
    let realm = s.realm(seat);
    SeatPlace {
        title: realm.faction.map_or(String::new(), |faction| faction.name().into()),
        turn: s.active == seat && s.phase != Phase::Over,
        out: realm.out,
        tint: tint(realm.faction),
        marks: match realm.faction {
            Some(faction) => marks(&o.realms[seat.index()], s, seat, faction),
            None => {
                let [a, b] = realm.lots;
                let note = format!("Drew {a} and {b} for the order of play.");
                let icon = "perspective-dice-six-faces-random";
                vec![mark(seat, "lots", "Lots", icon, i32::from(a + b), None, &note)]
            }
        },
        ..SeatPlace::new(seat, o.observer, waiting)
    }
}

/// Points, regroups, tiles and villages of a player, and what is to be paid.
fn marks(view: &RealmView, s: &Known, seat: Seat, faction: Faction) -> Vec<Mark> {
    let realm = s.realm(seat);
    let mut marks = Vec::new();
    let mut add = |key, label, icon, count: i32, of: Option<i32>, note: &str| {
        marks.push(mark(seat, key, label, icon, count, of, note));
    };
    add("points", "Points", "laurels", realm.points.into(), None, "On the track so far.");
    let spoils = s.spoils(seat);
    if spoils > 0 {
        let (villages, citadels): (u8, i32) = (realm.captured.iter().sum(), s.citadels_taken(seat));
        let note = format!("{villages} captured villages and {citadels} citadels, counted at the end.");
        add("spoils", "Spoils", "open-treasure-chest", spoils, None, &note);
    }
    let (regroups, last) = (realm.regroups.into(), Some(s.table.regroups.into()));
    add("regroups", "Regroups", "cycle", regroups, last, "The game ends when everyone has made the last.");
    let full = Some(faction.hand_size() as i32);
    add("hand", "Hand", "card-draw", view.hand_count.into(), full, "Tiles in hand.");
    add("bag", "Bag", "swap-bag", view.bag_count.into(), None, "Tiles left to draw.");
    if faction.settles() {
        let note = format!("On the map; {} still to be placed.", s.villages_left(seat));
        add("villages", "Villages", "village", s.villages_of(seat).into(), Some(VILLAGES.into()), &note);
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

fn tracks(s: &Known) -> Vec<Track> {
    let track = |key: &str, label: &str, to: i32, alarm: Option<i32>, at: &dyn Fn(Seat) -> i32| Track {
        id: format!("track/{key}"),
        label: label.into(),
        from: 0,
        to,
        alarm,
        markers: s
            .seats()
            .filter(|&seat| s.realm(seat).faction.is_some())
            .map(|seat| Marker {
                id: format!("track/{key}/{}", seat.number()),
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
    let mut lines = Vec::new();
    for seat in s.seats().filter(|&seat| s.realm(seat).faction.is_some()) {
        let bag = s.force(seat, Place::BAG);
        if bag.is_empty() || o.observer == Observer::All {
            continue;
        }
        let tiles = bag.words(s.faction(seat));
        let place = if o.observer.is(seat) { "your bag".into() } else { format!("hand or bag of {seat}") };
        lines.push(Sentence { text: format!("In {place}: {tiles}."), about: zones::bag_id(seat) });
    }
    lines.extend(battle::odds_ahead(o, s));
    lines
}

/// The units a seat has on the map in an area, as ids.
pub(crate) fn unit_ids(seat: Seat, area: Area, force: &Force) -> Vec<String> {
    let on_map = area != Area::NONE;
    force.iter().filter(|_| on_map).map(|(unit, _)| unit_id(area, seat, unit)).collect()
}
