//! What has changed in a view since it was sent to a connection. Only hashes of what was sent are kept.

use std::borrow::Cow;
use std::fmt::Arguments;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::fast::FixedState;
use serde::Serialize;
use table::play::{Choice, View};
use table::scene::{
    Area, Face, Id, Leaf, Map, Mark, Notebook, Piece, Place, Print, Scene, Sentence, Spot, Track, Tree, Zone,
};
use table::talk::{Menu, Sayable};
use table::{Barred, Proof, ScoreRow, SeatSet, Standing, Text};
use wire::Change;

/// What a connection has of a view.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    version: u64,
    waiting: u64,
    interrupts: u64,
    may_undo: u64,
    outcome: u64,
    menu: u64,
    left: [u64; 4],
    sayable: Vec<u64>,
    proofs: Vec<u64>,
    barred: Vec<u64>,
    score_sheet: u64,
    options: Vec<u64>,
    heading: u64,
    prompt: u64,
    goal: u64,
    role: u64,
    mood: u64,
    help: u64,
    round: u64,
    reversed: u64,
    seats: Vec<SentItem<3>>,
    zones: Vec<SentZone>,
    tracks: Vec<u64>,
    map: u64,
    areas: Vec<u64>,
    tree: u64,
    cards: Vec<SentItem<2>>,
    spots: Vec<SentItem<1>>,
    knowledge: u64,
    notebook: u64,
    verdict: u64,
}

#[derive(Debug, Default)]
struct SentZone {
    /// All but what is counted below.
    itself: u64,
    count: u64,
    total: u64,
    pieces: Vec<u64>,
}

/// An item of a list whose fields are sent one by one.
#[derive(Debug)]
struct SentItem<const N: usize> {
    /// All but the fields.
    itself: u64,
    fields: [u64; N],
}

/// How an item of a list is sent: whole if it is a different item, otherwise only the fields that have changed.
trait Item<const N: usize> {
    fn whole(&self) -> Part<'_>;
    /// The hash of all but the fields.
    fn itself(&self) -> u64;
    fn fields(&self) -> [(&'static str, Option<Part<'_>>); N];
}

impl Item<3> for Place {
    fn whole(&self) -> Part<'_> {
        Part::Place(self)
    }

    fn itself(&self) -> u64 {
        let Place { id, seat, title, key, you, out, tint, turn: _, waiting: _, marks: _ } = self;
        hash(&(id, seat, title, key, you, out, tint))
    }

    fn fields(&self) -> [(&'static str, Option<Part<'_>>); 3] {
        let (turn, waiting) = (Part::Flag(self.turn), Part::Flag(self.waiting));
        [("turn", Some(turn)), ("waiting", Some(waiting)), ("marks", Some(Part::Marks(&self.marks)))]
    }
}

impl Item<2> for Leaf {
    fn whole(&self) -> Part<'_> {
        Part::Leaf(self)
    }

    fn itself(&self) -> u64 {
        let Leaf { piece, row, column, parents, active: _, takes: _ } = self;
        hash(&(Held(piece), row, column, parents))
    }

    fn fields(&self) -> [(&'static str, Option<Part<'_>>); 2] {
        [("active", Some(Part::Flag(self.active))), ("takes", ids(&self.takes))]
    }
}

impl Item<1> for Spot {
    fn whole(&self) -> Part<'_> {
        Part::Spot(self)
    }

    fn itself(&self) -> u64 {
        let Spot { id, row, column, takes: _ } = self;
        hash(&(id, row, column))
    }

    fn fields(&self) -> [(&'static str, Option<Part<'_>>); 1] {
        [("takes", ids(&self.takes))]
    }
}

/// A list of ids, left out if it is empty.
fn ids(ids: &[Id]) -> Option<Part<'_>> {
    (!ids.is_empty()).then_some(Part::Ids(ids))
}

/// A part of a view.
#[derive(Clone, Debug, Hash, Serialize)]
#[serde(untagged)]
pub(crate) enum Part<'a> {
    Flag(bool),
    Number(i64),
    Word(&'a str),
    Text(&'a Text),
    Seats(SeatSet),
    Standing(&'a Standing),
    Choice(Offered<'a>),
    Menu(&'a Menu),
    Sayable(&'a Sayable),
    Proof(Proof),
    Barred(&'a Barred),
    ScoreSheet(&'a [ScoreRow]),
    Face(&'a Face),
    Place(&'a Place),
    Marks(&'a [Mark]),
    Ids(&'a [Id]),
    Zone(&'a Zone),
    Piece(Held<'a>),
    Track(&'a Track),
    Map(&'a Map),
    Area(Settled<'a>),
    Tree(&'a Tree),
    Leaf(&'a Leaf),
    Spot(&'a Spot),
    Knowledge(&'a [Sentence]),
    Notebook(&'a Notebook),
    List(Vec<Part<'a>>),
}

/// A piece. What is made once (faces, most ids) is known by its place in memory.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Held<'a>(&'a Piece);

impl Hash for Held<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Piece { id, face, back, count, owner, marks } = self.0;
        match face {
            Some(Print::Fixed(printed)) => std::ptr::from_ref(*printed).hash(state),
            face => face.hash(state),
        }
        match id {
            Cow::Borrowed(id) => std::ptr::from_ref(*id).hash(state),
            Cow::Owned(id) => id.hash(state),
        }
        (back, count, owner, marks).hash(state);
    }
}

/// An area of a map, likewise.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Settled<'a>(&'a Area);

impl Hash for Settled<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Area { land, pieces } = self.0;
        Arc::as_ptr(land).hash(state);
        pieces.iter().for_each(|piece| Held(piece).hash(state));
    }
}

/// An option. Its code says which action it is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Offered<'a>(&'a Choice);

impl Hash for Offered<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Choice { code, action: _, described } = self.0;
        (code, described).hash(state);
    }
}

impl Sent {
    /// What has changed since it was sent. From now on it counts as sent.
    pub(crate) fn changes<'a>(&mut self, view: &'a View) -> Vec<Change<Part<'a>>> {
        let View { version, waiting, interrupts, scene, options, may_undo, outcome, .. } = view;
        let View { menu, proofs, barred, score_sheet, .. } = view;
        let mut found = Found(Vec::new());
        found.part(&mut self.version, format_args!("version"), Part::Number(*version as i64));
        found.part(&mut self.waiting, format_args!("waiting"), Part::Seats(*waiting));
        found.part(&mut self.interrupts, format_args!("interrupts"), Part::Seats(*interrupts));
        found.list(
            &mut self.options,
            format_args!("options"),
            options,
            |it| Part::Choice(Offered(it)),
            Empty::Written,
        );
        found.part(&mut self.may_undo, format_args!("may_undo"), Part::Flag(*may_undo));
        found.part(&mut self.outcome, format_args!("outcome"), outcome.as_ref().map(Part::Standing));
        self.menu(menu.as_ref(), &mut found);
        found.list(&mut self.proofs, format_args!("proofs"), proofs, |it| Part::Proof(*it), Empty::LeftOut);
        found.list(&mut self.barred, format_args!("barred"), barred, Part::Barred, Empty::LeftOut);
        let sheet = (!score_sheet.is_empty()).then_some(Part::ScoreSheet(score_sheet));
        found.part(&mut self.score_sheet, format_args!("score_sheet"), sheet);
        self.scene(scene, &mut found);
        found.0
    }

    /// What may be said is long and rarely changes; how much of it is left changes often.
    fn menu<'a>(&mut self, menu: Option<&'a Menu>, found: &mut Found<'a>) {
        let mut inside = Found::default();
        if let Some(Menu { sayable, facts, intents, lists, in_all }) = menu {
            let left = [("facts", facts), ("intents", intents), ("lists", lists), ("in_all", in_all)];
            for (sent, (name, left)) in self.left.iter_mut().zip(left) {
                inside.part(sent, format_args!("menu/{name}"), Part::Number((*left).into()));
            }
            inside.list(
                &mut self.sayable,
                format_args!("menu/sayable"),
                sayable,
                Part::Sayable,
                Empty::Written,
            );
        }
        match renewed(&mut self.menu, &menu.is_some()) {
            true => found.push(format_args!("menu"), menu.map(Part::Menu)),
            false => found.0.append(&mut inside.0),
        }
    }

    fn scene<'a>(&mut self, scene: &'a Scene, found: &mut Found<'a>) {
        let Scene { heading, prompt, mood, help, round, reversed, seats, zones, tracks, .. } = scene;
        let Scene { goal, role, map, tree, knowledge, notebook, verdict, .. } = scene;
        found.part(&mut self.heading, format_args!("scene/heading"), Part::Text(heading));
        found.part(&mut self.prompt, format_args!("scene/prompt"), Part::Text(prompt));
        let wins = (!goal.is_empty()).then_some(Part::Text(goal));
        found.part(&mut self.goal, format_args!("scene/goal"), wins);
        found.part(&mut self.role, format_args!("scene/role"), role.as_deref().map(Part::Face));
        found.part(&mut self.mood, format_args!("scene/mood"), Part::Word(mood));
        found.part(&mut self.help, format_args!("scene/help"), Part::Word(help));
        let round = (*round != 0).then_some(Part::Number((*round).into()));
        found.part(&mut self.round, format_args!("scene/round"), round);
        found.part(&mut self.reversed, format_args!("scene/reversed"), reversed.then_some(Part::Flag(true)));
        found.items(&mut self.seats, format_args!("scene/seats"), seats, Empty::Written);
        self.zones(zones, found);
        found.list(&mut self.tracks, format_args!("scene/tracks"), tracks, Part::Track, Empty::LeftOut);
        let ground =
            map.as_ref().map(|Map { name, size, areas: _, rivers }| (name, size, Arc::as_ptr(rivers)));
        if renewed(&mut self.map, &ground) {
            found.push(format_args!("scene/map"), map.as_ref().map(Part::Map));
            Found::default().list(
                &mut self.areas,
                format_args!(""),
                areas(map),
                |area| Part::Area(Settled(area)),
                Empty::Written,
            );
        }
        found.list(
            &mut self.areas,
            format_args!("scene/map/areas"),
            areas(map),
            |area| Part::Area(Settled(area)),
            Empty::Written,
        );
        let (cards, spots) = tree.as_ref().map_or((&[][..], &[][..]), |tree| (&tree.cards, &tree.spots));
        if renewed(&mut self.tree, &tree.is_some()) {
            found.push(format_args!("scene/tree"), tree.as_ref().map(Part::Tree));
            Found::default().items(&mut self.cards, format_args!(""), cards, Empty::Written);
            Found::default().items(&mut self.spots, format_args!(""), spots, Empty::LeftOut);
        }
        found.items(&mut self.cards, format_args!("scene/tree/cards"), cards, Empty::Written);
        found.items(&mut self.spots, format_args!("scene/tree/spots"), spots, Empty::LeftOut);
        let known = (!knowledge.is_empty()).then_some(Part::Knowledge(knowledge));
        found.part(&mut self.knowledge, format_args!("scene/knowledge"), known);
        found.part(&mut self.notebook, format_args!("scene/notebook"), notebook.as_ref().map(Part::Notebook));
        found.part(&mut self.verdict, format_args!("scene/verdict"), verdict.as_ref().map(Part::Text));
    }

    /// Zones are looked into: a pile of fifty cards is not sent again for one more.
    fn zones<'a>(&mut self, zones: &'a [Zone], found: &mut Found<'a>) {
        let before = self.zones.len();
        self.zones.resize_with(zones.len(), SentZone::default);
        let mut inside = Found::default();
        for (i, (zone, sent)) in zones.iter().zip(&mut self.zones).enumerate() {
            let Zone { id, label, layout, owner, pieces, count, total } = zone;
            let first = inside.0.len();
            inside.part(
                &mut sent.count,
                format_args!("scene/zones/{i}/count"),
                Part::Number((*count).into()),
            );
            let total = total.map(|total| Part::Number(total.into()));
            inside.part(&mut sent.total, format_args!("scene/zones/{i}/total"), total);
            let at = format_args!("scene/zones/{i}/pieces");
            inside.list(&mut sent.pieces, at, pieces, |piece| Part::Piece(Held(piece)), Empty::Written);
            if renewed(&mut sent.itself, &(id, label, layout, owner)) {
                inside.0.truncate(first);
                inside.push(format_args!("scene/zones/{i}"), Some(Part::Zone(zone)));
            }
        }
        if (before == 0) != zones.is_empty() {
            let all = Part::List(zones.iter().map(Part::Zone).collect());
            return found.push(format_args!("scene/zones"), (!zones.is_empty()).then_some(all));
        }
        found.0.append(&mut inside.0);
        if let Some(fewer) = before.checked_sub(zones.len()).filter(|&fewer| fewer > 0) {
            found.push(format_args!("scene/zones/{}+{fewer}", zones.len()), Some(Part::List(Vec::new())));
        }
    }
}

fn areas(map: &Option<Map>) -> &[Area] {
    map.as_ref().map_or(&[], |map| &map.areas)
}

/// How an empty list is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Empty {
    Written,
    LeftOut,
}

/// The changes found so far.
#[derive(Default)]
struct Found<'a>(Vec<Change<Part<'a>>>);

impl<'a> Found<'a> {
    fn push(&mut self, at: Arguments<'_>, to: Option<Part<'a>>) {
        self.0.push(Change { at: at.to_string(), to });
    }

    fn part(&mut self, sent: &mut u64, at: Arguments<'_>, part: impl Into<Option<Part<'a>>>) {
        let part = part.into();
        if renewed(sent, &part) {
            self.push(at, part);
        }
    }

    /// A list of the same length is sent item by item; for one that has grown or shrunk, the stretch that differs.
    fn list<T>(
        &mut self,
        sent: &mut Vec<u64>,
        at: Arguments<'_>,
        items: &'a [T],
        part: fn(&'a T) -> Part<'a>,
        empty: Empty,
    ) {
        if items.len() == sent.len() {
            for (i, (item, sent)) in items.iter().zip(sent).enumerate() {
                self.part(sent, format_args!("{at}/{i}"), part(item));
            }
            return;
        }
        let before = std::mem::replace(sent, items.iter().map(|item| hash(&Some(part(item)))).collect());
        self.stretch(at, items, before.len(), kept(&before, sent), part, empty);
    }

    /// The same for items whose fields are sent one by one.
    fn items<const N: usize, T: Item<N>>(
        &mut self,
        sent: &mut Vec<SentItem<N>>,
        at: Arguments<'_>,
        items: &'a [T],
        empty: Empty,
    ) {
        if items.len() != sent.len() {
            let before: Vec<u64> = sent.iter().map(|item| item.itself).collect();
            let now: Vec<u64> = items.iter().map(T::itself).collect();
            let (first, last) = kept(&before, &now);
            self.stretch(at, items, before.len(), (first, last), T::whole, empty);
            let new = items[first..items.len() - last].iter().map(|item| SentItem {
                itself: item.itself(),
                fields: item.fields().map(|(_, field)| hash(&field)),
            });
            drop(sent.splice(first..before.len() - last, new));
        }
        for (i, (item, sent)) in items.iter().zip(sent).enumerate() {
            let other = renewed_to(&mut sent.itself, item.itself());
            let first = self.0.len();
            for ((name, field), sent) in item.fields().into_iter().zip(&mut sent.fields) {
                self.part(sent, format_args!("{at}/{i}/{name}"), field);
            }
            if other {
                self.0.truncate(first);
                self.push(format_args!("{at}/{i}"), Some(item.whole()));
            }
        }
    }

    /// The stretch of a list that differs from before.
    fn stretch<T>(
        &mut self,
        at: Arguments<'_>,
        items: &'a [T],
        before: usize,
        (first, last): (usize, usize),
        part: fn(&'a T) -> Part<'a>,
        empty: Empty,
    ) {
        let parts = |stretch: &'a [T]| Part::List(stretch.iter().map(part).collect());
        if items.is_empty() || before == 0 {
            let left_out = items.is_empty() && empty == Empty::LeftOut;
            return self.push(format_args!("{at}"), (!left_out).then(|| parts(items)));
        }
        let stretch = &items[first..items.len() - last];
        self.push(format_args!("{at}/{first}+{}", before - first - last), Some(parts(stretch)));
    }
}

/// How many items are the same at the beginning of a list, and at its end.
fn kept(before: &[u64], now: &[u64]) -> (usize, usize) {
    let same = |(old, new): &(&u64, &u64)| old == new;
    let first = before.iter().zip(now).take_while(same).count();
    let (old, new) = (&before[first..], &now[first..]);
    (first, old.iter().rev().zip(new.iter().rev()).take_while(same).count())
}

/// Remembers a part and returns whether it has changed.
fn renewed(sent: &mut u64, part: &impl Hash) -> bool {
    renewed_to(sent, hash(part))
}

fn renewed_to(sent: &mut u64, now: u64) -> bool {
    std::mem::replace(sent, now) != now
}

fn hash(part: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(part)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use table::chance::quick;
    use table::seed::Seed;
    use table::{AnyMatch, Observer, Seat};

    use super::*;

    /// A test connection: what it was sent, and the view it has built from that.
    struct Follower {
        observer: Observer,
        sent: Sent,
        frame: Value,
        bytes: usize,
    }

    impl Follower {
        fn follow(&mut self, game: &dyn AnyMatch) {
            let view = game.view(self.observer);
            let tail = json!({ "from": 0, "items": [] });
            let changes = json!({
                "revision": 0, "now_at": 0, "view": self.sent.changes(&view), "story": tail, "talk": tail,
            });
            if self.frame.is_null() {
                self.frame = json!({ "view": view });
            } else {
                self.bytes += changes["view"].to_string().len();
                assert!(wire::turn_to(&mut self.frame, serde_json::from_value(changes).unwrap()));
            }
            let now = serde_json::to_value(&view).unwrap();
            assert_eq!(self.frame["view"], now, "{:?} at {}", self.observer, view.version);
        }
    }

    #[test]
    fn applying_the_changes_gives_the_view() {
        for entry in shelf::games() {
            for players in entry.game.info().players() {
                let (mut steps, mut whole) = (0, 0);
                let options = &entry.game.variants(players)[0];
                let names = (1..=players).map(|number| format!("Seat {number}")).collect();
                let mut game = entry.game.start(options, None, names, Seed::from_number(7, players)).unwrap();
                let observers = [Observer::Spectator, Observer::Seat(Seat::new(0))];
                let mut followers = observers.map(|observer| Follower {
                    observer,
                    sent: Sent::default(),
                    frame: Value::Null,
                    bytes: 0,
                });
                let mut chance = quick(players as u64);
                loop {
                    followers.iter_mut().for_each(|follower| follower.follow(&*game));
                    whole += followers[1].frame["view"].to_string().len();
                    if steps == 200 || game.play_random(None, &mut chance).is_none() {
                        break;
                    }
                    steps += 1;
                }
                let [_, Follower { bytes, .. }] = followers;
                assert!(bytes * 2 < whole, "{}, {players}: {bytes} of {whole} bytes", entry.game.info().id);
            }
        }
    }
}
