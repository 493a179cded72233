//! Maps: areas, terrain, borders, and how they are drawn.
//!
//! A map is a TOML file (see `data/maps`): `name`, `class`, `players = [fewest, most]`, `size = [width, height]` of the drawing,
//! any number of `[[river]]` with a `course`, and for each area an `[[area]]` with `name`, `terrain`, `next-to`, and for the
//! drawing `centre` and `outline`. Borders are data, not geometry: what is not listed as next to an area is not next
//! to it, however it looks. The maps that come with the game are read once; any other map belongs to the matches that are played
//! on it and goes with the last of them. A [`MapRef`] stands for a map and compares and hashes by content.

mod area;
mod check;
mod draw;
mod read;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use table::scene::Land;
use table::{Code, Name, Refusal, Text, say};

pub use area::{Area, AreaSet, Areas, bit, only};
pub use check::{Problem, Report, check};
pub use draw::draw;

/// The most areas a map can have.
pub const MAX_AREAS: usize = 128;
/// The longest map text.
const MAX_TEXT: usize = 400_000;

/// The size of a field in the plain grid of a map that is not drawn.
const GRID: i32 = 140;

/// The kind of ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Code, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Terrain {
    Plains,
    Forest,
    Hills,
    Mountains,
    Desert,
    Sea,
}

impl Terrain {
    /// Its word.
    pub const fn word(self) -> &'static str {
        ["plains", "forest", "hills", "mountains", "desert", "sea"][self as usize]
    }

    /// Its word as a label.
    pub const fn label(self) -> &'static str {
        ["Plains", "Forest", "Hills", "Mountains", "Desert", "Sea"][self as usize]
    }

    /// Villages that fit (rule 9.1).
    #[inline]
    pub const fn slots(self) -> u8 {
        [2, 1, 1, 0, 0, 0][self as usize]
    }

    /// Pips for a village, built or captured (rules 5.2, 9.1).
    #[inline]
    pub const fn village_cost(self) -> u8 {
        [1, 1, 2, 0, 0, 0][self as usize]
    }
}

/// What a map file says about an area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaInfo {
    /// Its name, unique on the map.
    pub name: String,
    /// Its ground.
    pub terrain: Terrain,
    /// Its border as a polygon.
    pub outline: Vec<[i32; 2]>,
    /// Where its name and pieces are drawn.
    pub centre: [i32; 2],
    /// The line of the file where it begins.
    pub line: usize,
}

/// A map, read and ready.
#[derive(Debug)]
pub struct Map {
    /// Its name.
    pub name: String,
    /// The class it was made for: "duel", "middle", "continent", "archipelago", "inner-sea", "grand", or anything else.
    pub class: String,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// Width and height of the drawing.
    pub size: [i32; 2],
    /// The areas. An area's number is its place here.
    pub areas: Vec<AreaInfo>,
    /// Lines that are only decoration.
    pub rivers: Arc<Vec<Vec<[i32; 2]>>>,
    /// The shipped map's short name, or none.
    pub slug: Option<&'static str>,
    /// The text it was read from.
    pub text: String,
    next: [AreaSet; MAX_AREAS],
    ground: [AreaSet; 6],
    terrain: [Terrain; MAX_AREAS],
    mark: u64,
    /// The areas as scenes have them, once one was drawn.
    pub(crate) lands: OnceLock<Vec<Arc<Land>>>,
}

impl Map {
    /// How many areas.
    #[inline]
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// Never: every map has areas.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// Every area, in order.
    pub fn numbered(&self) -> impl Iterator<Item = (Area, &AreaInfo)> {
        self.areas.iter().enumerate().map(|(number, info)| (Area::new(number), info))
    }

    /// Can this many play on it?
    pub fn takes(&self, players: usize) -> bool {
        (self.players.0..=self.players.1).contains(&players)
    }

    /// The areas next to one.
    #[inline]
    pub fn next_to(&self, area: Area) -> AreaSet {
        self.next[area.index()]
    }

    /// Everything next to a set.
    #[inline]
    pub fn around(&self, set: AreaSet) -> AreaSet {
        let mut all = 0;
        Areas(set).each(|area| all |= self.next_to(area));
        all
    }

    /// The part of `within` that is linked to `start` through `within`. `start` counts where it lies in `within`.
    #[inline]
    pub fn flood(&self, start: AreaSet, within: AreaSet) -> AreaSet {
        let mut reached = start & within;
        let mut edge = reached;
        while edge != 0 {
            edge = self.around(edge) & within & !reached;
            reached |= edge;
        }
        reached
    }

    /// The ground of an area.
    #[inline]
    pub fn terrain(&self, area: Area) -> Terrain {
        self.terrain[area.index()]
    }

    /// All areas of one ground.
    #[inline]
    pub fn all(&self, terrain: Terrain) -> AreaSet {
        self.ground[terrain as usize]
    }

    /// All seas.
    #[inline]
    pub fn sea(&self) -> AreaSet {
        self.all(Terrain::Sea)
    }

    /// Everything but the seas.
    #[inline]
    pub fn land(&self) -> AreaSet {
        self.whole() & !self.sea()
    }

    /// Plains, forest and hills: where villages and citadels can stand.
    #[inline]
    pub fn habitable(&self) -> AreaSet {
        self.all(Terrain::Plains) | self.all(Terrain::Forest) | self.all(Terrain::Hills)
    }

    /// Every area.
    #[inline]
    pub fn whole(&self) -> AreaSet {
        if self.len() == MAX_AREAS { AreaSet::MAX } else { (1 << self.len()) - 1 }
    }

    /// Areas within `steps` of one, itself included, walking through `through` only.
    pub fn within(&self, area: Area, steps: u32, through: AreaSet) -> AreaSet {
        (0..steps).fold(bit(area), |near, _| near | self.around(near) & through)
    }

    /// The area of this name, in upper or lower case.
    pub fn find(&self, name: &str) -> Option<Area> {
        self.areas.iter().position(|area| area.name.eq_ignore_ascii_case(name)).map(Area::new)
    }

    /// Is every area drawn? A map made for a rules question need not be: it is shown as a plain grid.
    fn is_drawn(&self) -> bool {
        self.size[0] > 0 && self.size[1] > 0 && self.areas.iter().all(|area| area.outline.len() >= 3)
    }

    fn columns(&self) -> i32 {
        (1..).find(|n| n * n >= self.len()).unwrap_or(1) as i32
    }

    /// Width and height of the picture.
    pub fn picture_size(&self) -> [i32; 2] {
        if self.is_drawn() { self.size } else { [self.columns() * GRID; 2] }
    }

    /// An area's border and centre in the picture.
    pub fn picture(&self, area: Area) -> (Vec<[i32; 2]>, [i32; 2]) {
        let here = &self.areas[area.index()];
        if self.is_drawn() {
            return (here.outline.clone(), here.centre);
        }
        let (number, columns) = (area.index() as i32, self.columns());
        let (x, y) = (number % columns * GRID, number / columns * GRID);
        let (right, low) = (x + GRID - 8, y + GRID - 8);
        (vec![[x + 8, y + 8], [right, y + 8], [right, low], [x + 8, low]], [x + GRID / 2, y + GRID / 2])
    }

    /// An area's name in a sentence.
    pub(crate) fn place(&self, area: Area) -> Name<&str> {
        Name(self.name_of(area))
    }

    /// An area's name.
    pub fn name_of(&self, area: Area) -> &str {
        self.areas.get(area.index()).map_or("nowhere", |area| &area.name)
    }
}

/// A map. Compares and hashes by content.
#[derive(Clone)]
pub enum MapRef {
    /// One that comes with the game.
    Shipped(&'static Map),
    /// One given as text: shared by the matches that are played on it.
    Own(Arc<Map>),
}

impl std::ops::Deref for MapRef {
    type Target = Map;

    #[inline]
    fn deref(&self) -> &Map {
        match self {
            MapRef::Shipped(map) => map,
            MapRef::Own(map) => map,
        }
    }
}

impl MapRef {
    /// Its name for people: maps that come with the game have one in every language.
    pub(crate) fn title(&self) -> Text {
        match self {
            MapRef::Shipped(map) => Text::fixed(&map.name),
            MapRef::Own(map) => Name(&map.name).into(),
        }
    }
}

impl PartialEq for MapRef {
    fn eq(&self, other: &MapRef) -> bool {
        std::ptr::eq(&**self, &**other) || self.mark == other.mark && self.text == other.text
    }
}

impl Eq for MapRef {}

impl Hash for MapRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mark);
    }
}

impl fmt::Debug for MapRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Map({:?}, {:016x})", self.name, self.mark)
    }
}

impl Serialize for MapRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&choice(self))
    }
}

impl<'de> Deserialize<'de> for MapRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        choose(&text, 0).map_err(|refusal| D::Error::custom(refusal.reason))
    }
}

const FILES: [(&str, &str); 6] = [
    ("twin-fords", include_str!("../../data/maps/twin-fords.toml")),
    ("three-rivers", include_str!("../../data/maps/three-rivers.toml")),
    ("the-long-coast", include_str!("../../data/maps/the-long-coast.toml")),
    ("broken-isles", include_str!("../../data/maps/broken-isles.toml")),
    ("inner-sea", include_str!("../../data/maps/inner-sea.toml")),
    ("the-wide-realm", include_str!("../../data/maps/the-wide-realm.toml")),
];

/// The short names of the maps that come with the game.
pub const SHIPPED: [&str; 6] = [FILES[0].0, FILES[1].0, FILES[2].0, FILES[3].0, FILES[4].0, FILES[5].0];

/// The fewest and the most players of each of them.
pub const PLAYERS: [[usize; 2]; 6] = [[2, 2], [2, 3], [2, 4], [2, 4], [3, 4], [4, 6]];

fn shipped() -> &'static [MapRef; 6] {
    static MAPS: OnceLock<[MapRef; 6]> = OnceLock::new();
    MAPS.get_or_init(|| {
        FILES.map(|(slug, text)| match read::read(text) {
            Ok(mut map) => {
                map.slug = Some(slug);
                MapRef::Shipped(Box::leak(Box::new(map)))
            }
            Err(problem) => panic!("the map {slug} that comes with the game: {problem}"),
        })
    })
}

/// Every map that comes with the game.
pub fn all() -> impl Iterator<Item = MapRef> {
    shipped().iter().cloned()
}

/// The usual map for this many players.
pub fn usual(players: usize) -> MapRef {
    let usual = match players {
        0..=2 => 0,
        3 => 1,
        4 => 2,
        _ => 5,
    };
    shipped()[usual].clone()
}

/// The map a host's words mean: nothing (the usual one), the name of a shipped map, or a whole map file.
pub fn choose(words: &str, players: usize) -> Result<MapRef, Refusal> {
    let name = words.trim();
    if name.is_empty() {
        return Ok(usual(players));
    }
    let known = shipped();
    if !name.contains('\n') {
        // "Twin Fords" is as good as "twin-fords".
        let same = |slug: &str| {
            let plain = name.bytes().map(|c| if c == b' ' { b'-' } else { c.to_ascii_lowercase() });
            plain.eq(slug.bytes())
        };
        return known.iter().find(|map| map.slug.is_some_and(same)).cloned().ok_or_else(|| {
            let (name, known) = (Name(name), Name(SHIPPED.join(", ")));
            Refusal::malformed(say!("There is no map \"{name}\"; there are: {known}."))
        });
    }
    own(words)
}

/// What to write into options so that they mean this map again.
pub fn choice(map: &Map) -> String {
    map.slug.map_or_else(|| map.text.clone(), str::to_owned)
}

/// The words for a map as a new table keeps them: a map file without its comments and spaces. Words that mean no map stay as
/// they are.
pub(crate) fn tidy(words: String) -> String {
    if words.contains('\n') { read::tidy(&words).unwrap_or(words) } else { words }
}

/// A map given by its text. Matches on the same map share it as long as one of them is there.
fn own(text: &str) -> Result<MapRef, Refusal> {
    static MAPS: Mutex<Vec<Weak<Map>>> = Mutex::new(Vec::new());
    if text.len() > MAX_TEXT {
        return Err(Refusal::malformed(say!("A map file has at most {most} characters.", most = MAX_TEXT)));
    }
    let known = || MAPS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(map) = known().iter().filter_map(Weak::upgrade).find(|map| map.text == text) {
        return Ok(MapRef::Own(map));
    }
    let map = read::read(text)
        .map_err(|problem| Refusal::malformed(say!("The map: {problem}", problem = problem.sentence())))?;
    let map = Arc::new(map);
    let mut maps = known();
    maps.retain(|map| map.strong_count() > 0);
    maps.push(Arc::downgrade(&map));
    Ok(MapRef::Own(map))
}
