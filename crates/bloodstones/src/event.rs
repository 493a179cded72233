//! What happens, and how it is told.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::{Event as Told, Observer, Seat};

use crate::map::MapRef;
use crate::pieces::{Faction, Force, Unit};
use crate::state::Phase;

/// An area in an event: knows its map while the game runs, and only its name once it has been written down.
#[derive(Clone, Debug)]
pub enum Spot {
    /// An area of a map.
    On(MapRef, u8),
    /// A name.
    Named(String),
}

impl Spot {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Spot::On(map, area) => map.get().name_of(*area),
            Spot::Named(name) => name,
        }
    }
}

impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for Spot {
    fn eq(&self, other: &Spot) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Spot {}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Spot::Named)
    }
}

/// Units or tiles of a faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Troops {
    /// Whose.
    pub faction: Faction,
    /// Which.
    pub units: Force,
}

impl Serialize for Troops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.faction, self.units.iter().collect::<Vec<_>>()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Troops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (faction, list) = <(Faction, Vec<(Unit, u8)>)>::deserialize(deserializer)?;
        let mut units = Force::NONE;
        list.into_iter().for_each(|(unit, count)| units.0[unit.index()] = count);
        Ok(Troops { faction, units })
    }
}

impl std::fmt::Display for Troops {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.units.words(self.faction))
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "fields are who, what and where")]
pub enum Event {
    Chose {
        seat: Seat,
        faction: Faction,
    },
    Founded {
        seat: Seat,
        area: Spot,
        citadel: bool,
    },
    Turn {
        seat: Seat,
    },
    /// A tile became a unit (the Cutiecorn is no tile).
    Built {
        seat: Seat,
        troops: Troops,
        area: Spot,
    },
    /// A tile of the hand was discarded or spent.
    Spent {
        seat: Seat,
        troops: Troops,
        pips: bool,
    },
    Captured {
        seat: Seat,
        owner: Seat,
        area: Spot,
    },
    Constructed {
        seat: Seat,
        area: Spot,
    },
    /// A stack is chosen to move from.
    Picking {
        seat: Seat,
        area: Spot,
    },
    /// A unit of it is picked.
    Picked {
        seat: Seat,
        troops: Troops,
    },
    /// A step was ended or passed over.
    Ended {
        seat: Seat,
        step: Phase,
    },
    Moved {
        seat: Seat,
        troops: Troops,
        from: Spot,
        to: Spot,
        cost: u8,
    },
    /// The observer's own new tiles.
    Drew {
        seat: Seat,
        troops: Troops,
    },
    /// Somebody else's.
    DrewTiles {
        seat: Seat,
        count: u8,
    },
    Regrouped {
        seat: Seat,
        points: u8,
        time: u8,
    },
    Attacked {
        seat: Seat,
        foe: Seat,
        area: Spot,
    },
    Withdrew {
        seat: Seat,
        from: Spot,
        to: Spot,
    },
    Stood {
        seat: Seat,
    },
    /// The observer's own battle tiles.
    BattleTiles {
        seat: Seat,
        tiles: [u8; 4],
    },
    /// Somebody else's.
    BattleTilesDrawn {
        seat: Seat,
        count: u8,
    },
    Swapped {
        seat: Seat,
    },
    Kept {
        seat: Seat,
    },
    /// The tiles that count, and what they add up to with the units' strengths.
    Shown {
        seat: Seat,
        tiles: [u8; 3],
        swapped: Option<Troops>,
        total: u8,
    },
    Tied {
        area: Spot,
        shield: bool,
    },
    Won {
        seat: Seat,
        foe: Seat,
        points: u8,
    },
    Fell {
        seat: Seat,
        troops: Troops,
        area: Spot,
    },
    CitadelFell {
        seat: Seat,
        to: Seat,
    },
    Retreated {
        seat: Seat,
        from: Spot,
        to: Spot,
    },
    DragonsLeft {
        seat: Seat,
        count: u8,
    },
    Rose {
        seat: Seat,
        count: u8,
        area: Spot,
    },
    Thirst {
        seat: Seat,
        troops: Troops,
        area: Spot,
    },
    CutiecornTo {
        seat: Seat,
    },
    Eliminated {
        seat: Seat,
    },
    Ending {
        seat: Seat,
        stalled: bool,
    },
    Over,
}

impl Told for Event {
    fn reveals(&self) -> bool {
        match self {
            Event::Built { troops, .. } => troops.units.of(Unit::Cutiecorn) == 0,
            Event::Spent { .. } | Event::Drew { .. } | Event::BattleTiles { .. } | Event::Shown { .. } => {
                true
            }
            _ => false,
        }
    }
}

/// "You take" or "{s2} takes".
fn does(seat: Seat, observer: Observer, verb: &str) -> String {
    if observer.is(seat) { format!("You {verb}") } else { format!("{seat} {}", third(verb)) }
}

fn third(verb: &str) -> String {
    let (head, tail) = verb.split_once(' ').unwrap_or((verb, ""));
    let head = match head {
        "have" => "has".to_owned(),
        "are" => "is".to_owned(),
        _ if head.ends_with("ss") || head.ends_with("sh") || head.ends_with("ch") => format!("{head}es"),
        _ if head.ends_with('y') && !head.ends_with("ay") => format!("{}ies", &head[..head.len() - 1]),
        _ => format!("{head}s"),
    };
    if tail.is_empty() { head } else { format!("{head} {tail}") }
}

fn plural(count: u8, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// An event in words for somebody who was told of it.
pub(crate) fn narrate(event: &Event, observer: Observer) -> String {
    let does = |seat: &Seat, verb: &str| does(*seat, observer, verb);
    let whom = |seat: &Seat| if observer.is(*seat) { "you".to_owned() } else { seat.to_string() };
    match event {
        Event::Chose { seat, faction } => format!("{} the {}.", does(seat, "lead"), faction.name()),
        Event::Founded { seat, area, citadel: true } => {
            format!("{} a citadel in {area}.", does(seat, "raise"))
        }
        Event::Founded { seat, area, .. } => format!("{} in {area}.", does(seat, "gather")),
        Event::Turn { seat } if observer.is(*seat) => "It is your turn.".into(),
        Event::Turn { seat } => format!("It is the turn of {seat}."),
        Event::Built { seat, troops, area } => format!("{} {troops} in {area}.", does(seat, "build")),
        Event::Spent { seat, troops, pips: true } => format!("{} {troops} for pips.", does(seat, "spend")),
        Event::Spent { seat, troops, .. } => format!("{} {troops}.", does(seat, "discard")),
        Event::Captured { seat, owner, area } => {
            format!("{} a village of {} in {area}.", does(seat, "capture"), whom(owner))
        }
        Event::Constructed { seat, area } => format!("{} a village in {area}.", does(seat, "construct")),
        Event::Moved { seat, troops, from, to, cost: 0 } => {
            format!("{} {troops} from {from} to {to}.", does(seat, "move"))
        }
        Event::Moved { seat, troops, from, to, cost } => {
            format!("{} {troops} from {from} to {to} for {}.", does(seat, "move"), plural(*cost, "pip"))
        }
        Event::Ended { seat, step: Phase::Return } => format!("{} away this turn.", does(seat, "stay")),
        Event::Ended { seat, step: Phase::Main } => format!("{} the main actions.", does(seat, "end")),
        Event::Picking { .. } | Event::Picked { .. } | Event::Ended { .. } => String::new(),
        Event::Drew { seat, troops } => format!("{} {troops}.", does(seat, "draw")),
        Event::DrewTiles { seat, count } => format!("{} {}.", does(seat, "draw"), plural(*count, "tile")),
        Event::Regrouped { seat, points, time } => {
            format!("{} for the {time}. time: {}.", does(seat, "regroup"), plural(*points, "point"))
        }
        Event::Attacked { seat, foe, area } => format!("{} {} in {area}.", does(seat, "attack"), whom(foe)),
        Event::Withdrew { seat, from, to } => format!("{} from {from} to {to}.", does(seat, "withdraw")),
        Event::Stood { seat } => {
            format!("{} and {}.", does(seat, "stand"), if observer.is(*seat) { "fight" } else { "fights" })
        }
        Event::BattleTiles { seat, tiles } => {
            let list: Vec<_> = tiles.iter().filter(|&&tile| tile > 0).map(u8::to_string).collect();
            format!("{} battle tiles {}.", does(seat, "draw"), list.join(", "))
        }
        Event::BattleTilesDrawn { seat, count } => format!("{} {count} battle tiles.", does(seat, "draw")),
        Event::Swapped { seat } => format!("{} a tile into the battle.", does(seat, "swap")),
        Event::Kept { seat } => format!("{} the battle tiles as they are.", does(seat, "keep")),
        Event::Shown { seat, tiles: [a, b, c], swapped, total } => {
            let with = swapped.map_or(String::new(), |troops| format!(" (with {troops})"));
            format!("{} {a}, {b}, {c}{with}: {total} in all.", does(seat, "show"))
        }
        Event::Tied { shield: true, .. } => "A tie: the Shield decides it.".into(),
        Event::Tied { area, .. } => format!("A tie: {area} is fought over again."),
        Event::Won { seat, foe, points } => {
            format!(
                "{} {} and {} {}.",
                does(seat, "beat"),
                whom(foe),
                if observer.is(*seat) { "score" } else { "scores" },
                plural(*points, "point")
            )
        }
        Event::Fell { seat, troops, area } => format!("{} {troops} in {area}.", does(seat, "lose")),
        Event::CitadelFell { seat, to } if observer.is(*seat) => format!("Your citadel falls to {to}."),
        Event::CitadelFell { seat, to } => format!("The citadel of {seat} falls to {}.", whom(to)),
        Event::Retreated { seat, from, to } => format!("{} from {from} to {to}.", does(seat, "retreat")),
        Event::DragonsLeft { seat, count } => {
            format!("{} {}: the won attack has spent them.", does(seat, "discard"), plural(*count, "Dragon"))
        }
        Event::Rose { count: 0, .. } => "The fallen stay in the ground.".into(),
        Event::Rose { seat, count, area } => format!("{} {count} Undead in {area}.", does(seat, "raise")),
        Event::Thirst { seat, troops, area } => {
            format!("{} {troops} to the desert of {area}.", does(seat, "lose"))
        }
        Event::CutiecornTo { seat } => format!("The Cutiecorn trots over to {}.", whom(seat)),
        Event::Eliminated { seat } => {
            format!("{} out of the game: nowhere to come back to.", does(seat, "are"))
        }
        Event::Ending { stalled: true, .. } => {
            "Whoever has not regrouped has let ten turns pass: the game ends.".into()
        }
        Event::Ending { seat, .. } => {
            format!("{} the last regroup that counts: the end is near.", does(seat, "make"))
        }
        Event::Over => "The war is over.".into(),
    }
}
