//! The text table: any scene as plain text, for terminals, pipes, screen readers and language models.
//!
//! Reads without colour; colour, where wanted, only repeats what the words say.

use std::fmt::Write;

use crate::play::View;
use crate::scene::{Area, Face, Layout, Map, Mark, Marker, Piece, Place, Scene, Tint, Track, Tree, Zone};
use crate::seat::Seat;
use crate::text::{Name, Text, say, with_names};
use crate::words::Catalogue;

/// A longer track is written as a number.
const LONG: i32 = 12;
/// How wide half a card of a drawn tree is.
const HALF: usize = 7;

/// How texts are written.
#[derive(Clone, Copy)]
pub struct PlainText<'a> {
    /// What seats are called.
    pub names: &'a dyn Fn(Seat) -> String,
    /// Lines are at most this wide.
    pub width: usize,
    /// Use ANSI colours?
    pub colour: bool,
    /// The language; English without one.
    pub words: Option<&'a Catalogue>,
}

impl PlainText<'_> {
    /// A text in the language, seats still placeholders.
    pub fn say(&self, text: &Text) -> String {
        self.words.map_or_else(|| text.to_string(), |words| words.or_english(text))
    }

    /// The table with what is asked, without options.
    pub fn table(&self, view: &View) -> String {
        format!("{}{}", self.board(view, None), self.prompt(view))
    }

    /// The table without what is asked. After an earlier table, the goal, what is known and what lies in zones are left out
    /// where nothing is new.
    pub fn board(&self, view: &View, earlier: Option<&View>) -> String {
        let (scene, was) = (&view.scene, earlier.map(|view| &view.scene));
        let heading = self.say(&scene.heading);
        let underline = "-".repeat(self.width.min(with_names(&heading, self.names).chars().count()));
        let mut out = self.wrap("", &self.bold(&heading));
        if was.is_none() {
            writeln!(out, "{underline}").unwrap_or_default();
        }
        if was.is_none_or(|was| was.goal != scene.goal) {
            out.push_str(&self.goal(scene));
        }
        out.extend(scene.tracks.iter().map(|track| self.track(track)));
        if let Some(map) = &scene.map {
            out.push_str(&self.wrap("", &self.bold(&self.say(&map.name))));
            let areas = map.areas.iter().filter(|area| !area.pieces.is_empty());
            out.extend(areas.map(|area| self.area(area, map, you(scene))));
        }
        out.extend(scene.tree.iter().map(|tree| self.tree(tree)));
        out.extend(scene.seats.iter().map(|place| self.place(place)));
        let known = |zone: &Zone| {
            let own = zone.owner.is_some() && zone.owner == you(scene);
            let same = |was: &Scene| zone.pieces.len() == 1 && was.zones.contains(zone);
            was.is_some_and(|was| if own { same(was) } else { !brings(was, zone) })
        };
        out.extend(scene.zones.iter().filter(|zone| !known(zone)).map(|zone| self.zone(zone)));
        out.extend(self.news_below(was, scene));
        out.push_str(&self.scores(view));
        out
    }

    /// What of the table was different at an earlier look.
    pub fn changes(&self, before: &View, view: &View) -> String {
        let (was, now) = (&before.scene, &view.scene);
        let mut out = String::new();
        if was.heading != now.heading {
            out.push_str(&self.wrap("", &self.bold(&self.say(&now.heading))));
        }
        if was.goal != now.goal {
            out.push_str(&self.goal(now));
        }
        let tracks = now.tracks.iter().filter(|track| !was.tracks.contains(track));
        out.extend(tracks.map(|track| self.track(track)));
        if let Some(map) = &now.map {
            let old = |area: &Area| was.map.iter().flat_map(|map| &map.areas).find(|it| it.land == area.land);
            let pieces = |area: Option<&Area>| area.map_or(&[][..], |area| &area.pieces).to_vec();
            for area in map.areas.iter().filter(|area| pieces(Some(area)) != pieces(old(area))) {
                // What an area is next to is said when the observer comes there.
                let arrives = you(now).filter(|you| old(area).is_none_or(|old| !stands(old, *you)));
                out.push_str(&self.area(area, map, arrives));
            }
        }
        let tree = |scene: &Scene| scene.tree.iter().map(|tree| self.tree(tree)).collect::<String>();
        if tree(was) != tree(now) {
            out.push_str(&tree(now));
        }
        for place in &now.seats {
            let old = was.seats.iter().find(|old| old.seat == place.seat);
            let mut place = place.clone();
            place.marks.retain(|mark| !old.is_some_and(|old| old.marks.contains(mark)));
            let same = old.is_some_and(|old| (old.out, &old.title) == (place.out, &place.title));
            if same {
                place.title = Text::default();
            }
            if !same || !place.marks.is_empty() {
                out.push_str(&self.place(&place));
            }
        }
        out.extend(now.zones.iter().map(|zone| self.zone_changes(was, now, zone)));
        out.extend(self.news_below(Some(was), now));
        if before.outcome.is_none() {
            out.push_str(&self.scores(view));
        }
        out
    }

    /// What is asked and of whom.
    pub fn prompt(&self, view: &View) -> String {
        match view.scene.prompt.is_empty() {
            true => String::new(),
            false => format!("\n{}", self.wrap("", &self.bold(&self.say(&view.scene.prompt)))),
        }
    }

    /// What the signs of this table mean.
    pub fn legend(&self, view: &View) -> String {
        let scene = &view.scene;
        let tree = scene.tree.is_some().then(|| {
            say!("In the tree you play beside or on cards in < >; the letter is the card's colour.")
        });
        let wide = scene.tree.as_ref().filter(|tree| !self.fits(tree)).map(|_| {
            say!("The number after @ says how far to the right a card lies: neighbours are 2 apart, a child lies between its parents.")
        });
        let long = |track: &Track| track.to - track.from > LONG && track.alarm.is_some();
        let track = match scene.tracks.iter().any(long) {
            true => Some(say!("In 4/18! a track is at 4 and ends at 18.")),
            false => (!scene.tracks.is_empty()).then(|| say!("Brackets mark a track's place, ! its end.")),
        };
        let map = scene.map.is_some().then(|| say!("\"Next to\" says where the pieces in an area can go."));
        let seats = say!("Signs: > is asked, * has the turn.");
        self.wrap(
            "",
            &self.say(&Text::sentences([seats].into_iter().chain(track).chain(map).chain(tree).chain(wide))),
        )
    }

    fn goal(&self, scene: &Scene) -> String {
        match scene.goal.is_empty() {
            true => String::new(),
            false => self.wrap("  ! ", &self.say(&scene.goal)),
        }
    }

    /// What the observer has learned since an earlier scene, and who won.
    fn news_below(&self, was: Option<&Scene>, now: &Scene) -> Vec<String> {
        let new = now.knowledge.iter().filter(|it| !was.is_some_and(|was| was.knowledge.contains(it)));
        let knowledge = new.map(|sentence| self.wrap("  * ", &self.say(&sentence.text)));
        let verdict = now.verdict.iter().map(|verdict| self.wrap("", &self.bold(&self.say(verdict))));
        knowledge.chain(verdict).collect()
    }

    /// Where everybody's points came from, in games that count them by source.
    fn scores(&self, view: &View) -> String {
        match view.score_sheet.len() {
            0 | 1 => String::new(),
            _ => view.scores().iter().map(|score| self.wrap("  ", &self.say(score))).collect(),
        }
    }

    /// The options, numbered from 1.
    pub fn options(&self, view: &View) -> String {
        self.options_but(view, |_| true)
    }

    /// The options, numbered from 1, with those details that are wanted.
    pub fn options_but(&self, view: &View, mut wanted: impl FnMut(&str) -> bool) -> String {
        let mut out = String::new();
        let digits = view.options.len().to_string().len();
        for (i, option) in view.options.iter().enumerate() {
            let number = format!("{:>digits$}) ", i + 1);
            let mut words = self.say(&option.described.label);
            let detail = self.say(&option.described.detail);
            if !detail.is_empty() && wanted(&detail) {
                words = format!("{words} ({detail})");
            }
            out.push_str(&self.wrap(&number, &words));
        }
        out
    }

    /// A text with names in it, wrapped, with a first-line prefix and the following lines indented below it.
    pub fn wrap(&self, prefix: &str, text: &str) -> String {
        let text = with_names(text, self.names);
        let indent = prefix.chars().count();
        let room = self.width.saturating_sub(indent).max(20);
        let mut out = String::from(prefix);
        let mut used = 0;
        for word in text.split_whitespace() {
            let length = visible_width(word);
            if used > 0 && used + 1 + length > room {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                used = 0;
            } else if used > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
        }
        out.push('\n');
        out
    }

    fn track(&self, track: &Track) -> String {
        if track.to - track.from > LONG {
            let alone = track.markers.len() == 1;
            let name = |label: &Text| if alone { String::new() } else { format!("{} ", self.say(label)) };
            let end = track.alarm.map_or(String::new(), |alarm| format!("/{alarm}!"));
            let marker = |marker: &Marker| format!("{}{}{end}", name(&marker.label), marker.at);
            let markers: Vec<String> = track.markers.iter().map(marker).collect();
            return self.wrap(&format!("{}: ", self.say(&track.label)), &markers.join(", "));
        }
        let mut line = String::new();
        for space in track.from..=track.to {
            let here: Vec<String> =
                track.markers.iter().filter(|m| m.at == space).map(|m| self.say(&m.label)).collect();
            let alarm = if track.alarm.is_some_and(|alarm| space >= alarm) { "!" } else { "" };
            match here.as_slice() {
                [] => write!(line, " {space}{alarm}"),
                [_] if track.markers.len() == 1 => write!(line, " [{space}{alarm}]"),
                _ => write!(line, " [{space}{alarm}: {}]", here.join(", ")),
            }
            .unwrap_or_default();
        }
        self.wrap(&format!("{}: ", self.say(&track.label)), &line)
    }

    fn place(&self, place: &Place) -> String {
        let sign = match (place.waiting, place.turn) {
            (true, _) => '>',
            (false, true) => '*',
            _ => ' ',
        };
        let mut words = self.bold(&(self.names)(place.seat));
        if place.you && (self.names)(place.seat) != self.say(&say!("You")) {
            write!(words, " ({})", self.say(&say!("you"))).unwrap_or_default();
        }
        if !place.title.is_empty() {
            write!(words, ", {}", self.tinted(place.tint, &self.say(&place.title))).unwrap_or_default();
        }
        if place.out {
            write!(words, " ({})", self.say(&say!("out"))).unwrap_or_default();
        }
        if !place.marks.is_empty() {
            write!(words, ": {}", self.marks(&place.marks)).unwrap_or_default();
        }
        self.wrap(&format!("{sign} {:>2} ", place.seat.number()), &words)
    }

    fn marks(&self, marks: &[Mark]) -> String {
        marks.iter().map(|mark| self.mark(mark)).collect::<Vec<_>>().join(", ")
    }

    /// "Health 3/5".
    pub fn mark(&self, mark: &Mark) -> String {
        let label = self.tinted(mark.tint, &self.say(&mark.label));
        match (mark.count, mark.of) {
            (Some(count), Some(of)) => format!("{label} {count}/{of}"),
            (Some(count), None) => format!("{label} {count}"),
            _ => label,
        }
    }

    fn zone(&self, zone: &Zone) -> String {
        let mut out = String::new();
        // What somebody holds is read card by card; what lies in the middle only needs naming.
        let backs = zone.pieces.iter().all(|piece| piece.face.is_none());
        let short = matches!(zone.layout, Layout::Pile | Layout::Discard) || zone.owner.is_none() || backs;
        let label = with_names(&self.say(&zone.label), self.names);
        if zone.count == 0 && zone.owner.is_some() {
            return out; // An empty hand or place before a seat needs no line.
        }
        if zone.pieces.is_empty() {
            return self.wrap("", &format!("{label}: {}", zone.count));
        }
        if short {
            let pieces: Vec<String> = zone.pieces.iter().map(|piece| self.piece(piece, false)).collect();
            let piled = matches!(zone.layout, Layout::Pile | Layout::Discard);
            let count = if piled { format!("{}, ", zone.count) } else { String::new() };
            return self.wrap("", &format!("{label}: {count}{}", pieces.join(", ")));
        }
        out.push_str(&self.wrap("", &format!("{label}:")));
        for piece in &zone.pieces {
            out.push_str(&self.wrap("    ", &self.piece(piece, true)));
        }
        out
    }

    /// What the observer holds once something has come to it; elsewhere, what nobody has seen before.
    fn zone_changes(&self, was: &Scene, now: &Scene, zone: &Zone) -> String {
        let piled = matches!(zone.layout, Layout::Pile | Layout::Discard);
        let own = zone.owner.is_some() && zone.owner == you(now) && !piled;
        let others = || was.zones.iter().filter(|other| other.id != zone.id).flat_map(|zone| &zone.pieces);
        let before = was.zones.iter().find(|other| other.id == zone.id);
        let came = |piece: &Piece| comes(before, piece);
        let name = |piece: &Piece| piece.face.as_ref().map(|face| (face.name.clone(), face.corner.clone()));
        let seen = |piece: &Piece| !own && others().any(|other| name(other) == name(piece));
        let shown = zone.pieces.iter().filter(|piece| piece.face.is_some());
        let new: Vec<&Piece> = shown.clone().filter(|piece| came(piece) && !seen(piece)).collect();
        let few = new.len() < 3;
        let pieces: Vec<String> = match (new.is_empty(), own) {
            (true, _) => return String::new(),
            (false, true) => shown.map(|piece| self.piece(piece, came(piece))).collect(),
            (false, false) => new.iter().map(|piece| self.piece(piece, few)).collect(),
        };
        let pieces: Vec<&str> = pieces.iter().map(|words| words.trim_end_matches('.')).collect();
        self.wrap("", &format!("{}: {}", self.say(&zone.label), pieces.join("; ")))
    }

    /// "2 x Swords 4"; in full, what its face says as well.
    pub fn piece(&self, piece: &Piece, in_full: bool) -> String {
        let mut words = match &piece.face {
            Some(face) => self.face(face, in_full),
            None if piece.back.is_empty() => self.say(&say!("face down")),
            None => self.say(&piece.back),
        };
        if piece.count > 1 {
            words = format!("{} x {words}", piece.count);
        }
        if let Some(owner) = piece.owner {
            words = format!("{}: {words}", (self.names)(owner));
        }
        if !piece.marks.is_empty() {
            words = format!("{words} [{}]", self.marks(&piece.marks));
        }
        words
    }

    fn face(&self, face: &Face, in_full: bool) -> String {
        let mut words = self.tinted(face.tint, &self.say(&face.name));
        if !face.corner.is_empty() {
            write!(words, " {}", self.say(&face.corner)).unwrap_or_default();
        }
        if !face.sign.is_empty() {
            write!(words, " [{}]", self.say(&face.sign)).unwrap_or_default();
        }
        if in_full && !face.text.is_empty() {
            write!(words, ": {}", self.say(&face.text)).unwrap_or_default();
        }
        words
    }

    /// What stands in an area, owner by owner; where the observer stands, also what it is next to.
    fn area(&self, area: &Area, map: &Map, you: Option<Seat>) -> String {
        let mut words = format!(
            "{} ({}):",
            self.say(&area.land.name),
            self.say(&Text::marked(area.land.terrain.clone()))
        );
        let mut last = None;
        for piece in &area.pieces {
            let name = self.say(piece.face.as_ref().map_or(&piece.back, |face| &face.name));
            let count = if piece.count > 1 { format!("{} x ", piece.count) } else { String::new() };
            let lead = match (last == Some(piece.owner), piece.owner) {
                (true, _) => ", ".to_owned(),
                (false, owner) => {
                    let whose = owner.map(|seat| format!("{} ", self.whose(seat))).unwrap_or_default();
                    format!("{}{whose}", if last.is_some() { "; " } else { " " })
                }
            };
            write!(words, "{lead}{count}{name}").unwrap_or_default();
            if !piece.marks.is_empty() {
                write!(words, " [{}]", self.marks(&piece.marks)).unwrap_or_default();
            }
            last = Some(piece.owner);
        }
        if area.pieces.is_empty() {
            write!(words, " {}", self.say(&say!("empty"))).unwrap_or_default();
        }
        if you.is_some_and(|you| stands(area, you)) {
            let next = map.areas.iter().filter(|other| area.land.next_to.contains(&other.land.id));
            let named = |other: &Area| match other.pieces.is_empty() {
                true => say!(
                    "{area} ({terrain})",
                    area = other.land.name,
                    terrain = Text::marked(other.land.terrain.clone())
                ),
                false => other.land.name.clone(),
            };
            let areas = Text::list(next.map(named));
            write!(words, ". {}", self.say(&say!("Next to {areas}."))).unwrap_or_default();
        }
        self.wrap("    ", &words)
    }

    /// "Ann's", or "your".
    fn whose(&self, seat: Seat) -> String {
        match (self.names)(seat) {
            you if you == self.say(&say!("You")) => self.say(&say!("your")),
            name => self.say(&say!("{name}'s", name = Name(name))),
        }
    }

    /// Can the tree be drawn?
    fn fits(&self, tree: &Tree) -> bool {
        let left = tree.cards.iter().map(|leaf| leaf.column).min().unwrap_or(0);
        let right = tree.cards.iter().map(|leaf| leaf.column + 2).max().unwrap_or(0);
        (right - left) as usize * HALF <= self.width
    }

    /// The family tree: a drawing where it fits the width, one row after the other.
    fn tree(&self, tree: &Tree) -> String {
        let left = tree.cards.iter().map(|leaf| leaf.column).min().unwrap_or(0);
        let rows = tree.cards.iter().map(|leaf| leaf.row).max().unwrap_or(-1);
        let fits = self.fits(tree);
        let mut out = String::new();
        for row in 0..=rows {
            let mut cards: Vec<_> = tree.cards.iter().filter(|leaf| leaf.row == row).collect();
            cards.sort_by_key(|leaf| leaf.column);
            if fits {
                let mut line = String::new();
                let mut at = 0;
                for leaf in cards {
                    let start = (leaf.column - left) as usize * HALF;
                    line.push_str(&" ".repeat(start.saturating_sub(at)));
                    let plain = PlainText { colour: false, ..*self }.leaf(leaf.active, &leaf.piece);
                    let label: String = plain.chars().take(2 * HALF - 1).collect();
                    at = start + label.chars().count();
                    line.push_str(&label);
                }
                out.push_str(line.trim_end());
                out.push('\n');
            } else {
                let cards: Vec<String> = cards
                    .iter()
                    .map(|leaf| format!("{}@{}", self.leaf(leaf.active, &leaf.piece), leaf.column))
                    .collect();
                out.push_str(
                    &self.wrap(&format!("    {}: ", self.say(&say!("row {row}"))), &cards.join("  ")),
                );
            }
        }
        out
    }

    fn leaf(&self, active: bool, piece: &Piece) -> String {
        let (open, close) = if active { ('<', '>') } else { ('[', ']') };
        let name = match &piece.face {
            Some(face) => {
                let sign: String = self.say(&face.sign).chars().take(1).collect();
                format!("{}{sign} {}", self.say(&face.corner), self.say(&face.name))
            }
            None => self.say(&say!("face down")),
        };
        let marks: String =
            piece.marks.iter().filter_map(|mark| self.say(&mark.label).chars().next()).collect();
        let sign = if marks.is_empty() { String::new() } else { format!("+{marks}") };
        let name: String = name.trim().chars().take(11 - sign.chars().count().min(4)).collect();
        format!("{open}{name}{sign}{close}")
    }

    fn bold(&self, text: &str) -> String {
        if self.colour { each_word(text, "1") } else { text.to_owned() }
    }

    fn tinted(&self, tint: Tint, text: &str) -> String {
        let code = match tint {
            _ if !self.colour => return text.to_owned(),
            Tint::Plain | Tint::Bone | Tint::Silver | Tint::Black => return text.to_owned(),
            Tint::Red => "31",
            Tint::Blue => "34",
            Tint::Green => "32",
            Tint::Gold => "33",
            Tint::Violet => "35",
            Tint::Orange => "91",
            Tint::Teal => "36",
        };
        each_word(text, code)
    }
}

/// Where the observer sits.
fn you(scene: &Scene) -> Option<Seat> {
    scene.seats.iter().find(|place| place.you).map(|place| place.seat)
}

/// Has this seat a piece in this area?
fn stands(area: &Area, seat: Seat) -> bool {
    area.pieces.iter().any(|piece| piece.owner == Some(seat))
}

/// Does this zone show something that it did not show in an earlier scene?
fn brings(was: &Scene, zone: &Zone) -> bool {
    match was.zones.iter().find(|other| other.id == zone.id) {
        None => true,
        Some(before) if zone.layout == Layout::Row => zone.pieces.iter().any(|it| comes(Some(before), it)),
        Some(before) => zone.pieces.iter().any(|piece| piece.face.is_some()) && before != zone,
    }
}

/// Has this piece, or one more of it, come to a zone?
fn comes(before: Option<&Zone>, piece: &Piece) -> bool {
    let alike = |other: &Piece| {
        (&piece.face, piece.owner, &piece.marks) == (&other.face, other.owner, &other.marks)
            && piece.count <= other.count
    };
    !before.iter().flat_map(|zone| &zone.pieces).any(alike)
}

/// Colours each word by itself, so that wrapping never leaves a colour switched on.
fn each_word(text: &str, code: &str) -> String {
    let words: Vec<String> = text.split(' ').map(|word| format!("\x1b[{code}m{word}\x1b[0m")).collect();
    words.join(" ")
}

/// How wide a word is on screen: colour codes take no room.
fn visible_width(word: &str) -> usize {
    let mut width = 0;
    let mut inside = false;
    for c in word.chars() {
        match c {
            '\x1b' => inside = true,
            'm' if inside => inside = false,
            _ if inside => {}
            _ => width += 1,
        }
    }
    width
}
