//! What has changed in a view since it was sent to a connection. Only hashes of what was sent are kept.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;
use serde::Serialize;
use table::known::{self, Known, Step};
use table::play::{Choice, View};
use table::scene::{
    Area, Face, Id, Leaf, Map, Mark, Notebook, Piece, Place, Print, Scene, Sentence, Spot, Track, Tree, Zone,
};
use table::talk::{Menu, Sayable};
use table::{Barred, Proof, ScoreRow, SeatSet, Standing, Text};
use wire::Change;

use crate::json::json;

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

#[derive(Clone, Debug, Default)]
struct SentZone {
    /// All but what is counted below.
    itself: u64,
    count: u64,
    total: u64,
    pieces: Vec<u64>,
}

/// An item of a list whose fields are sent one by one.
#[derive(Clone, Debug)]
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

/// What has been told to an observer.
#[derive(Debug, Default)]
pub(crate) struct Told {
    sent: Sent,
    known: Known,
    /// What changed last: the JSON of each [`Change`], with a comma behind it.
    pub(crate) changes: Box<[u8]>,
    /// Which bytes of it are about parts that may look the same to others, if it changed at the last moment.
    shared: Vec<(known::Part, Range<usize>)>,
}

impl Told {
    /// Draws the game for the observer with this number and finds out what has changed; false if nothing has. `others` are those who
    /// were told of the same moment, and `steps` is what had changed for them. The room behind what is in `space` is used to write
    /// in.
    pub(crate) fn tell<'o>(
        &mut self,
        number: usize,
        steps: &mut Vec<Step>,
        others: impl Fn(usize) -> &'o Told,
        draw: impl FnOnce(&mut Known) -> View,
        space: &mut Vec<u8>,
    ) -> bool {
        self.known.lend(std::mem::take(steps));
        let view = draw(&mut self.known);
        *steps = self.known.take_back(number);
        self.shared.clear();
        let begin = space.len();
        let mut found = Found { out: space, begin, shared: &mut self.shared, at: String::new() };
        for (part, other) in self.known.like_others() {
            self.sent.like(part, others(other), &mut found);
        }
        self.sent.changes(&view, &self.known, &mut found);
        let any = space.len() > begin;
        if any {
            self.changes = space[begin..].into();
            space.truncate(begin);
        }
        any
    }
}

impl Sent {
    /// A part has changed as it did for another observer.
    fn like(&mut self, part: known::Part, other: &Told, found: &mut Found<'_>) {
        match part {
            known::Part::Seat(at) => clone_one(&mut self.seats, &other.sent.seats, at),
            known::Part::Zone(at) => clone_one(&mut self.zones, &other.sent.zones, at),
            known::Part::Cards => self.cards.clone_from(&other.sent.cards),
            known::Part::Spots => self.spots.clone_from(&other.sent.spots),
        }
        for (_, at) in other.shared.iter().filter(|(shared, _)| *shared == part) {
            let begin = found.out.len();
            found.out.extend_from_slice(other.changes.get(at.clone()).unwrap_or_default());
            found.share(part, begin);
        }
    }

    /// Finds what has changed since it was sent. From now on it counts as sent. Blank parts of the view are as they were.
    fn changes(&mut self, view: &View, known: &Known, found: &mut Found<'_>) {
        let View { version, waiting, interrupts, scene, options, may_undo, outcome, .. } = view;
        let View { menu, proofs, barred, score_sheet, .. } = view;
        found.part(&mut self.version, "version", Part::Number(*version as i64));
        found.part(&mut self.waiting, "waiting", Part::Seats(*waiting));
        found.part(&mut self.interrupts, "interrupts", Part::Seats(*interrupts));
        found.list(&mut self.options, "options", options, |it| Part::Choice(Offered(it)), Empty::Written);
        found.part(&mut self.may_undo, "may_undo", Part::Flag(*may_undo));
        found.part(&mut self.outcome, "outcome", outcome.as_ref().map(Part::Standing));
        self.menu(menu.as_ref(), found);
        found.list(&mut self.proofs, "proofs", proofs, |it| Part::Proof(*it), Empty::LeftOut);
        found.list(&mut self.barred, "barred", barred, Part::Barred, Empty::LeftOut);
        let sheet = (!score_sheet.is_empty()).then_some(Part::ScoreSheet(score_sheet));
        found.part(&mut self.score_sheet, "score_sheet", sheet);
        self.scene(scene, known, found);
    }

    /// What may be said is long and rarely changes; how much of it is left changes often.
    fn menu(&mut self, menu: Option<&Menu>, found: &mut Found<'_>) {
        let before = found.out.len();
        if let Some(Menu { sayable, facts, intents, lists, in_all }) = menu {
            let left = [("facts", facts), ("intents", intents), ("lists", lists), ("in_all", in_all)];
            for (sent, (name, left)) in self.left.iter_mut().zip(left) {
                found.part(sent, ("menu", name), Part::Number((*left).into()));
            }
            found.list(&mut self.sayable, "menu/sayable", sayable, Part::Sayable, Empty::Written);
        }
        if renewed(&mut self.menu, &menu.is_some()) {
            found.take_back(before);
            found.push("menu", menu.map(Part::Menu));
        }
    }

    fn scene(&mut self, scene: &Scene, known: &Known, found: &mut Found<'_>) {
        let Scene { heading, prompt, mood, help, round, reversed, seats, zones, tracks, .. } = scene;
        let Scene { goal, role, map, tree, knowledge, notebook, verdict, .. } = scene;
        found.part(&mut self.heading, "scene/heading", Part::Text(heading));
        found.part(&mut self.prompt, "scene/prompt", Part::Text(prompt));
        let wins = (!goal.is_empty()).then_some(Part::Text(goal));
        found.part(&mut self.goal, "scene/goal", wins);
        found.part(&mut self.role, "scene/role", role.as_deref().map(Part::Face));
        found.part(&mut self.mood, "scene/mood", Part::Word(mood));
        found.part(&mut self.help, "scene/help", Part::Word(help));
        let round = (*round != 0).then_some(Part::Number((*round).into()));
        found.part(&mut self.round, "scene/round", round);
        found.part(&mut self.reversed, "scene/reversed", reversed.then_some(Part::Flag(true)));
        let seat = |at| Some(known::Part::Seat(at));
        found.items(&mut self.seats, "scene/seats", seats, seat, known, Empty::Written);
        self.zones(zones, known, found);
        found.list(&mut self.tracks, "scene/tracks", tracks, Part::Track, Empty::LeftOut);
        self.map(map.as_ref(), found);
        self.tree(tree.as_ref(), known, found);
        let learned = (!knowledge.is_empty()).then_some(Part::Knowledge(knowledge));
        found.part(&mut self.knowledge, "scene/knowledge", learned);
        found.part(&mut self.notebook, "scene/notebook", notebook.as_ref().map(Part::Notebook));
        found.part(&mut self.verdict, "scene/verdict", verdict.as_ref().map(Part::Text));
    }

    fn map(&mut self, map: Option<&Map>, found: &mut Found<'_>) {
        let areas = map.map_or(&[][..], |map| &map.areas);
        let ground = map.map(|Map { name, size, areas: _, rivers }| (name, size, Arc::as_ptr(rivers)));
        let other = renewed(&mut self.map, &ground);
        let before = found.out.len();
        let area = |area| Part::Area(Settled(area));
        found.list(&mut self.areas, "scene/map/areas", areas, area, Empty::Written);
        if other {
            found.take_back(before);
            found.push("scene/map", map.map(Part::Map));
        }
    }

    fn tree(&mut self, tree: Option<&Tree>, known: &Known, found: &mut Found<'_>) {
        let (cards, spots) = tree.map_or((&[][..], &[][..]), |tree| (&tree.cards, &tree.spots));
        let other = renewed(&mut self.tree, &tree.is_some());
        let before = found.out.len();
        if !known.is_blank(known::Part::Cards) {
            found.items(&mut self.cards, "scene/tree/cards", cards, |_| None, known, Empty::Written);
            found.share(known::Part::Cards, before);
        }
        let cards_end = found.out.len();
        if !known.is_blank(known::Part::Spots) {
            found.items(&mut self.spots, "scene/tree/spots", spots, |_| None, known, Empty::LeftOut);
            found.share(known::Part::Spots, cards_end);
        }
        if other {
            found.take_back(before);
            found.push("scene/tree", tree.map(Part::Tree));
        }
    }

    /// Zones are looked into: a pile of fifty cards is not sent again for one more.
    fn zones(&mut self, zones: &[Zone], known: &Known, found: &mut Found<'_>) {
        let before = self.zones.len();
        self.zones.resize_with(zones.len(), SentZone::default);
        let begin = found.out.len();
        for (i, (zone, sent)) in zones.iter().zip(&mut self.zones).enumerate() {
            if known.is_blank(known::Part::Zone(i)) {
                continue;
            }
            let Zone { id, label, layout, owner, pieces, count, total } = zone;
            let (first, at) = (found.out.len(), ("scene/zones", i));
            found.part(&mut sent.count, (at, "count"), Part::Number((*count).into()));
            let total = total.map(|total| Part::Number(total.into()));
            found.part(&mut sent.total, (at, "total"), total);
            let piece = |piece| Part::Piece(Held(piece));
            found.list(&mut sent.pieces, (at, "pieces"), pieces, piece, Empty::Written);
            if renewed(&mut sent.itself, &(id, label, layout, owner)) {
                found.take_back(first);
                found.push(at, Some(Part::Zone(zone)));
            }
            found.share(known::Part::Zone(i), first);
        }
        if (before == 0) != zones.is_empty() {
            found.take_back(begin);
            let all = Part::List(zones.iter().map(Part::Zone).collect());
            return found.push("scene/zones", (!zones.is_empty()).then_some(all));
        }
        if let Some(fewer) = before.checked_sub(zones.len()).filter(|&fewer| fewer > 0) {
            found.push(("scene/zones", Stretch(zones.len(), fewer)), Some(Part::List(Vec::new())));
        }
    }
}

/// How an empty list is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Empty {
    Written,
    LeftOut,
}

/// Where something is: names and indices.
trait Path: Copy {
    fn write(self, out: &mut String);
}

impl Path for &'static str {
    fn write(self, out: &mut String) {
        out.push_str(self);
    }
}

impl Path for usize {
    fn write(self, out: &mut String) {
        if self >= 10 {
            (self / 10).write(out);
        }
        out.push((b'0' + (self % 10) as u8).into());
    }
}

/// A number of items, starting at an index.
#[derive(Clone, Copy)]
struct Stretch(usize, usize);

impl Path for Stretch {
    fn write(self, out: &mut String) {
        self.0.write(out);
        out.push('+');
        self.1.write(out);
    }
}

impl<A: Path, B: Path> Path for (A, B) {
    fn write(self, out: &mut String) {
        self.0.write(out);
        out.push('/');
        self.1.write(out);
    }
}

/// The changes found so far.
struct Found<'f> {
    out: &'f mut Vec<u8>,
    /// Where the first one begins.
    begin: usize,
    /// Which of them are about parts that may look the same to others.
    shared: &'f mut Vec<(known::Part, Range<usize>)>,
    /// Where the last change was.
    at: String,
}

impl Found<'_> {
    /// The changes from there on are about this part.
    fn share(&mut self, part: known::Part, from: usize) {
        if self.out.len() > from {
            self.shared.push((part, from - self.begin..self.out.len() - self.begin));
        }
    }

    /// The changes from there on are not needed: something larger has changed.
    fn take_back(&mut self, from: usize) {
        self.out.truncate(from);
        while self.shared.pop_if(|(_, at)| at.end > from - self.begin).is_some() {}
    }

    fn push(&mut self, at: impl Path, to: Option<Part<'_>>) {
        self.at.clear();
        at.write(&mut self.at);
        json(&Change { at: &*self.at, to }, self.out);
        self.out.push(b',');
    }

    fn part<'a>(&mut self, sent: &mut u64, at: impl Path, part: impl Into<Option<Part<'a>>>) {
        let part = part.into();
        if renewed(sent, &part) {
            self.push(at, part);
        }
    }

    /// A list of the same length is sent item by item; for one that has grown or shrunk, the stretch that differs.
    fn list<'a, T>(
        &mut self,
        sent: &mut Vec<u64>,
        at: impl Path,
        items: &'a [T],
        part: impl Fn(&'a T) -> Part<'a>,
        empty: Empty,
    ) {
        if items.len() == sent.len() {
            for (i, (item, sent)) in items.iter().zip(sent).enumerate() {
                self.part(sent, (at, i), part(item));
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
        at: impl Path,
        items: &[T],
        part: impl Fn(usize) -> Option<known::Part>,
        known: &Known,
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
            let part = part(i);
            if part.is_some_and(|part| known.is_blank(part)) {
                continue;
            }
            let other = renewed_to(&mut sent.itself, item.itself());
            let first = self.out.len();
            for (sent, (name, field)) in sent.fields.iter_mut().zip(item.fields()) {
                self.part(sent, ((at, i), name), field);
            }
            if other {
                self.take_back(first);
                self.push((at, i), Some(item.whole()));
            }
            if let Some(part) = part {
                self.share(part, first);
            }
        }
    }

    /// The stretch of a list that differs from before.
    fn stretch<'a, T>(
        &mut self,
        at: impl Path,
        items: &'a [T],
        before: usize,
        (first, last): (usize, usize),
        part: impl Fn(&'a T) -> Part<'a>,
        empty: Empty,
    ) {
        let parts = |stretch: &'a [T]| Part::List(stretch.iter().map(part).collect());
        if items.is_empty() || before == 0 {
            let left_out = items.is_empty() && empty == Empty::LeftOut;
            return self.push(at, (!left_out).then(|| parts(items)));
        }
        let stretch = &items[first..items.len() - last];
        self.push((at, Stretch(first, before - first - last)), Some(parts(stretch)));
    }
}

/// Copies one item of a list.
fn clone_one<T: Clone>(to: &mut [T], from: &[T], at: usize) {
    if let (Some(to), Some(from)) = (to.get_mut(at), from.get(at)) {
        to.clone_from(from);
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
    use serde_json::Value;
    use table::chance::quick;
    use table::seed::Seed;
    use table::{AnyMatch, Chance, Observer, Seat};

    use super::*;
    use crate::json::Listed;

    /// An observer, and the view built from what it was told.
    struct Follower {
        observer: Observer,
        told: Told,
        frame: Value,
        bytes: usize,
    }

    /// Tells a follower what has changed; `compares` what it has built with the whole view, which takes far longer.
    fn follow(
        followers: &mut [Follower],
        at: usize,
        game: &dyn AnyMatch,
        steps: &mut Vec<Step>,
        compares: bool,
    ) {
        let observer = followers[at].observer;
        let mut told = std::mem::take(&mut followers[at].told);
        let others = |other: usize| &followers[other].told;
        let mut space = b"before".to_vec();
        let any = told.tell(at, steps, others, |known| game.sketch(observer, known), &mut space);
        assert_eq!(space, b"before");
        space.clear();
        json(&Listed(if any { &told.changes } else { b"" }), &mut space);
        let changes: Value = serde_json::from_slice(&space).unwrap();
        let view = || serde_json::to_value(game.view(observer)).unwrap();
        let tail = serde_json::json!({ "from": 0, "items": [] });
        let follower = &mut followers[at];
        follower.told = told;
        if follower.frame.is_null() {
            follower.frame = serde_json::json!({ "view": view() });
        } else {
            follower.bytes += changes.to_string().len();
            let changes = serde_json::json!({ "revision": 0, "now_at": 0, "view": changes, "story": tail, "talk": tail });
            assert!(wire::turn_to(&mut follower.frame, serde_json::from_value(changes).unwrap()));
        }
        if !compares {
            return;
        }
        // Whether nothing is written or left out makes no difference to a client.
        let without_nothing = |mut view: Value| {
            view.as_object_mut().unwrap().retain(|_, value| !value.is_null());
            view
        };
        let built = without_nothing(follower.frame["view"].clone());
        assert_eq!(built, without_nothing(view()), "{observer:?}");
    }

    #[test]
    fn applying_the_changes_gives_the_view() {
        let games = shelf::games().iter();
        let tables = games.flat_map(|entry| {
            let info = entry.game.info();
            let mut players = vec![info.min_players, info.usual_players, info.max_players];
            players.dedup();
            players.into_iter().map(move |players| (entry, players))
        });
        for ((entry, players), seed) in tables.zip(7..) {
            let (mut moment, mut whole) = (0, 0);
            let variants = entry.game.variants(players);
            let options = &variants[seed as usize % variants.len()];
            let names = (1..=players).map(|number| format!("Seat {number}")).collect();
            let mut game = entry.game.start(options, None, names, Seed::from_number(seed, players)).unwrap();
            let observers = [Observer::Spectator, Observer::All].into_iter();
            let observers = observers.chain(Seat::all(players).take(3).map(Observer::Seat));
            let mut followers: Vec<Follower> = observers
                .map(|observer| Follower { observer, told: Told::default(), frame: Value::Null, bytes: 0 })
                .collect();
            let mut chance = quick(seed + players as u64);
            let mut undone = false;
            loop {
                // In any order, and some miss some of it.
                let (count, mut steps) = (followers.len(), Vec::new());
                let first = chance.below(count as u32) as usize;
                let compared = (first + chance.below(count as u32) as usize) % count;
                for at in (0..count).map(|at| (first + at) % count) {
                    if moment == 0 || at == compared || chance.below(8) > 0 {
                        follow(&mut followers, at, &*game, &mut steps, at == compared);
                    }
                }
                whole += followers[2].frame["view"].to_string().len();
                moment += 1;
                let may_undo = Seat::all(players).find(|seat| game.may_undo(*seat));
                match may_undo.filter(|_| !undone && moment % 5 == 0) {
                    Some(seat) => game.undo(seat).unwrap(),
                    None if moment == 60 || game.play_random(None, &mut chance).is_none() => break,
                    None => {}
                }
                undone = may_undo.is_some() && moment % 5 == 0;
            }
            let bytes = followers[2].bytes;
            assert!(bytes * 2 < whole, "{}, {players}: {bytes} of {whole} bytes", entry.game.info().id);
        }
    }
}
