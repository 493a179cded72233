//! How a table looks: one description for every client.
//!
//! A scene is computed from an Observation, so it cannot hold a secret. Web, terminal and plain text are three renderers of it.
//! Every element has an id that is unique in the scene; ids of hidden things are positions, never identities. Texts are
//! values (see [`Text`]): each client puts them into its own language and names into the places of seats.
//!
//! Texts are for people. What a client must tell apart is an id, a key, a number or a flag: a better word breaks no client.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_SEATS, Observer, Seat, SeatSet};
use crate::text::Text;

/// The name of an element of a scene, such as `seat/3`, `hand/1/0` or `area/17`.
pub type Id = Cow<'static, str>;

/// A key of a game's own, or the name of a picture. Most are known when the game is compiled.
pub type Key = Cow<'static, str>;

/// The key of a value of a game's own enum: its name in files and on the wire.
pub fn key(value: impl Serialize) -> Key {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name.into(),
        _ => Key::default(),
    }
}

/// A whole table as one observer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Where in the game we are: "Round 2 of 4, draw 7".
    pub heading: Text,
    /// What is asked and of whom, in the observer's words: "Choose whom to strike".
    pub prompt: Text,
    /// What wins and what loses for the observer, by what it knows, in one or two short sentences.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub goal: Text,
    /// Who the observer is, where a game gives its players something to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Face>", optional), schemars(with = "Option<Face>"))]
    pub role: Option<Print>,
    /// A word for light and sound, from a small set of the game's own: "day", "night", "battle".
    pub mood: String,
    /// The number of the rule that the prompt is about; help opens there.
    pub help: String,
    /// The round, night or hand, from 1, where the game counts them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub round: u32,
    /// Turns go anticlockwise, to the right.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reversed: bool,
    /// Every seat, in order.
    pub seats: Vec<Place>,
    /// Hands, piles, rows, markets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// Scales with markers on them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Track>,
    /// A map of areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    /// A family tree of cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Tree>,
    /// What this observer has learned in secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub knowledge: Vec<Sentence>,
    /// Who may be what, in games of hidden identities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notebook: Option<Notebook>,
    /// Who won and why, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Text>,
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Something that the observer knows, in a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// What it says.
    pub text: Text,
    /// The element it is about.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub about: Id,
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Sentence {
        Sentence { text, about: Id::default() }
    }
}

/// A colour family. Never the only sign: every tinted thing has a label too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Tint {
    #[default]
    Plain,
    Red,
    Blue,
    Green,
    Gold,
    Violet,
    Orange,
    Teal,
    Silver,
    Bone,
    Black,
}

/// A seat and what lies before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The element's name: `seat/3`.
    pub id: Id,
    /// Which one.
    pub seat: Seat,
    /// Who or what this seat plays, where the observer knows it: "Felicity", "Dragon Riders", "Elder of the Rose".
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub title: Text,
    /// Its side, where the observer knows it: `rose`.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    #[cfg_attr(feature = "schema", ts(type = "import('./shelf.ts').Key"))]
    pub key: Key,
    /// The observer sits here.
    #[serde(default)]
    pub you: bool,
    /// It is this seat's turn.
    #[serde(default)]
    pub turn: bool,
    /// The game waits for this seat's decision.
    #[serde(default)]
    pub waiting: bool,
    /// Out of the round or the game.
    #[serde(default)]
    pub out: bool,
    /// Its colour.
    #[serde(default)]
    pub tint: Tint,
    /// Counters, tokens and states that lie before the seat.
    pub marks: Vec<Mark>,
}

impl Place {
    /// A seat as this observer sees it, with nothing before it yet.
    pub fn new(seat: Seat, observer: Observer, waiting: SeatSet) -> Place {
        Place {
            id: seat_id(seat),
            seat,
            title: Text::default(),
            key: Key::default(),
            you: observer.is(seat),
            turn: false,
            waiting: waiting.contains(seat),
            out: false,
            tint: Tint::Plain,
            marks: Vec::new(),
        }
    }
}

/// A counter, token or state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The element's name.
    pub id: Id,
    /// Its word: "Health", "Shield", "Wound".
    pub label: Text,
    /// What is printed on it: "7". Tables of text do not show it, so the label or the count says what matters.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub sign: Text,
    /// How many, where it counts something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i32>,
    /// Out of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<i32>,
    /// The name of a picture (game-icons).
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub icon: Key,
    /// Its colour.
    #[serde(default)]
    pub tint: Tint,
    /// What it means, in a sentence.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub note: Text,
}

/// How a zone is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Cards held in a hand.
    Hand,
    /// A face-down stack to draw from.
    Pile,
    /// A face-up stack of which the last is on top.
    Discard,
    /// Things side by side.
    Row,
}

/// A place where cards or tiles lie.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The element's name.
    pub id: Id,
    /// Its word: "Your hand", "Day deck".
    pub label: Text,
    /// How it is laid out.
    pub layout: Layout,
    /// Whose it is, if anyone's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// What lies here and is worth showing one by one.
    pub pieces: Vec<Piece>,
    /// How many lie here in all.
    pub count: u32,
    /// What they are worth together, where that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<i32>,
}

/// A card, tile or figure.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The element's name.
    pub id: Id,
    /// Its face, or nothing where this observer sees only the back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Face>", optional), schemars(with = "Option<Face>"))]
    pub face: Option<Print>,
    /// The word for its back: "Night card". Tells nothing about the face.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub back: Text,
    /// How many alike lie here.
    pub count: u32,
    /// Whose it is, where that differs from the zone's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// What lies on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// A face as a piece bears it: printed once for all games, or made for this moment.
#[derive(Clone, Debug)]
pub enum Print {
    /// Printed once: known by its place in memory.
    Fixed(&'static Face),
    /// Made for this moment.
    Made(Box<Face>),
}

impl Deref for Print {
    type Target = Face;

    fn deref(&self) -> &Face {
        match self {
            Print::Fixed(face) => face,
            Print::Made(face) => face,
        }
    }
}

impl From<&'static Face> for Print {
    fn from(face: &'static Face) -> Print {
        Print::Fixed(face)
    }
}

impl From<Face> for Print {
    fn from(face: Face) -> Print {
        Print::Made(Box::new(face))
    }
}

impl PartialEq for Print {
    fn eq(&self, other: &Print) -> bool {
        **self == **other
    }
}

impl Eq for Print {}

impl Hash for Print {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl Serialize for Print {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Print {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Print, D::Error> {
        Face::deserialize(from).map(Print::from)
    }
}

/// Pieces that a rule speaks of, for a page of rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Picture {
    /// The number of the rule.
    pub rule: String,
    /// The pieces; where several are alike, how many there are in the box.
    pub pieces: Vec<Piece>,
}

impl Picture {
    /// Pieces by their faces and how many there are of each.
    pub fn new(rule: &str, faces: impl IntoIterator<Item = (impl Into<Print>, usize)>) -> Picture {
        let piece = |((face, count), at): ((_, usize), u32)| {
            Piece::face_up(format!("picture/{rule}/{at}"), face, count as u32)
        };
        Picture { rule: rule.to_owned(), pieces: faces.into_iter().zip(1..).map(piece).collect() }
    }
}

/// The face of a card, tile or figure.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Its name.
    pub name: Text,
    /// What it is or can do: `full` for a card with the Full Moon.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    #[cfg_attr(feature = "schema", ts(type = "import('./shelf.ts').Key"))]
    pub key: Key,
    /// What it costs, where it has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<i32>,
    /// Rank, cost or value in the corner.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub corner: Text,
    /// Its suit or sign, as a word.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub sign: Text,
    /// One line: what it does.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub text: Text,
    /// The name of a picture (game-icons).
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub icon: Key,
    /// Its colour.
    #[serde(default)]
    pub tint: Tint,
}

/// A scale with markers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// The element's name.
    pub id: Id,
    /// Its word: "Daylight".
    pub label: Text,
    /// The lowest space.
    pub from: i32,
    /// The highest space.
    pub to: i32,
    /// From this space on something happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alarm: Option<i32>,
    /// How near that is, in a sentence.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub note: Text,
    /// What stands on it.
    pub markers: Vec<Marker>,
}

/// A marker on a track.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// The element's name.
    pub id: Id,
    /// Its word.
    pub label: Text,
    /// The space it stands on.
    pub at: i32,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Its colour.
    #[serde(default)]
    pub tint: Tint,
}

/// A map.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Its name.
    pub name: Text,
    /// Width and height of the drawing.
    pub size: [i32; 2],
    /// The areas.
    pub areas: Vec<Area>,
    /// Lines that are only decoration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rivers: Arc<Vec<Vec<[i32; 2]>>>,
}

/// An area of a map.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Area {
    /// The ground itself.
    #[serde(flatten)]
    pub land: Arc<Land>,
    /// What stands in it.
    pub pieces: Vec<Piece>,
}

/// What never changes about an area.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Land {
    /// The element's name: `area/17`.
    pub id: Id,
    /// Its name.
    pub name: Text,
    /// The kind of ground: `forest`.
    #[cfg_attr(feature = "schema", ts(type = "import('./shelf.ts').Terrain"))]
    pub terrain: String,
    /// Its border, as a polygon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<[i32; 2]>,
    /// Where its pieces and name are drawn.
    pub centre: [i32; 2],
    /// The ids of the areas next to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_to: Vec<Id>,
}

/// A family tree. A card is two columns wide; rows count downwards.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The cards.
    pub cards: Vec<Leaf>,
    /// Empty places where something may go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<Spot>,
}

/// A card of a family tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The card.
    pub piece: Piece,
    /// Its generation, from 0.
    pub row: i32,
    /// Its left edge in half-card steps.
    pub column: i32,
    /// May something be played on it now?
    pub active: bool,
    /// The ids of the couple above that it is the child of, to draw lines by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parents: Vec<Id>,
    /// The ids of the observer's cards that could be played on it now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<Id>,
}

/// An empty place of a family tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The element's name.
    pub id: Id,
    /// Its generation.
    pub row: i32,
    /// Its left edge in half-card steps.
    pub column: i32,
    /// The ids of the observer's cards that could be played here now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<Id>,
}

/// A notebook of identities, with everything struck out that cannot be by what the observer has been shown.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Notebook {
    /// What a seat can turn out to be.
    pub columns: Vec<Face>,
    /// A line for each seat, in order.
    pub rows: Vec<Suspect>,
}

/// A line of a notebook.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Suspect {
    /// About whom.
    pub seat: Seat,
    /// The columns that are still possible, by their places in the list.
    pub may_be: Vec<u32>,
}

/// An element that cannot be used now.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Barred {
    /// The element.
    pub about: Id,
    /// Why not.
    pub text: Text,
    /// The number of the rule that says so; empty if none does.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub rule: Cow<'static, str>,
}

/// What an action is called and what it touches.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Described {
    /// Key for the option: distinct among the options of a seat.
    pub label: Text,
    /// What follows from it, where that is not plain.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub detail: Text,
    /// What this step costs, where it has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<i32>,
    /// The elements of the scene it touches, most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<Id>,
}

impl Described {
    /// An option that touches these elements.
    pub fn new<I: Into<Id>>(label: impl Into<Text>, touches: impl IntoIterator<Item = I>) -> Described {
        let touches = touches.into_iter().map(Into::into).collect();
        Described { label: label.into(), touches, ..Described::default() }
    }

    /// Adds what follows from it.
    pub fn detail(mut self, detail: impl Into<Text>) -> Described {
        self.detail = detail.into();
        self
    }
}

impl Scene {
    /// Every element's id, for checks: ids are unique, and options touch elements that exist.
    pub fn ids(&self) -> Vec<&str> {
        fn piece<'a>(piece: &'a Piece, ids: &mut Vec<&'a str>) {
            ids.push(&piece.id);
            ids.extend(piece.marks.iter().map(|mark| mark.id.as_ref()));
        }
        let mut ids = Vec::new();
        for seat in &self.seats {
            ids.push(seat.id.as_ref());
            ids.extend(seat.marks.iter().map(|mark| mark.id.as_ref()));
        }
        for zone in &self.zones {
            ids.push(zone.id.as_ref());
            zone.pieces.iter().for_each(|it| piece(it, &mut ids));
        }
        for track in &self.tracks {
            ids.push(track.id.as_ref());
            ids.extend(track.markers.iter().map(|marker| marker.id.as_ref()));
        }
        for area in self.map.iter().flat_map(|map| &map.areas) {
            ids.push(area.land.id.as_ref());
            area.pieces.iter().for_each(|it| piece(it, &mut ids));
        }
        if let Some(tree) = &self.tree {
            tree.cards.iter().for_each(|leaf| piece(&leaf.piece, &mut ids));
            ids.extend(tree.spots.iter().map(|spot| spot.id.as_ref()));
        }
        ids
    }
}

impl Scene {
    /// Every text that is not empty, for checks.
    pub fn texts(&self) -> Vec<&Text> {
        fn mark<'a>(mark: &'a Mark, texts: &mut Vec<&'a Text>) {
            texts.extend([&mark.label, &mark.sign, &mark.note]);
        }
        fn face<'a>(face: &'a Face, texts: &mut Vec<&'a Text>) {
            texts.extend([&face.name, &face.corner, &face.sign, &face.text]);
        }
        fn piece<'a>(piece: &'a Piece, texts: &mut Vec<&'a Text>) {
            texts.push(&piece.back);
            piece.face.iter().for_each(|it| face(it, texts));
            piece.marks.iter().for_each(|it| mark(it, texts));
        }
        let mut texts = vec![&self.heading, &self.prompt, &self.goal];
        texts.extend(&self.verdict);
        self.role.iter().for_each(|it| face(it, &mut texts));
        texts.extend(self.knowledge.iter().map(|sentence| &sentence.text));
        for seat in &self.seats {
            texts.push(&seat.title);
            seat.marks.iter().for_each(|it| mark(it, &mut texts));
        }
        for zone in &self.zones {
            texts.push(&zone.label);
            zone.pieces.iter().for_each(|it| piece(it, &mut texts));
        }
        for track in &self.tracks {
            texts.extend([&track.label, &track.note]);
            texts.extend(track.markers.iter().map(|marker| &marker.label));
        }
        if let Some(map) = &self.map {
            texts.push(&map.name);
            for area in &map.areas {
                texts.push(&area.land.name);
                area.pieces.iter().for_each(|it| piece(it, &mut texts));
            }
        }
        if let Some(tree) = &self.tree {
            tree.cards.iter().for_each(|leaf| piece(&leaf.piece, &mut texts));
        }
        self.notebook.iter().flat_map(|notebook| &notebook.columns).for_each(|it| face(it, &mut texts));
        texts.retain(|text| !text.is_empty());
        texts
    }
}

/// The id of a seat's element. All of them are made once.
pub fn seat_id(seat: Seat) -> Id {
    static IDS: LazyLock<Vec<String>> =
        LazyLock::new(|| Seat::all(MAX_SEATS).map(|seat| format!("seat/{}", seat.number())).collect());
    Id::Borrowed(&IDS[seat.index()])
}
