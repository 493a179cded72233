//! The text table: any scene as plain text, for terminals, pipes, screen readers and language models.
//!
//! Reads without colour; colour, where wanted, only repeats what the words say.

use std::fmt::Write;

use crate::play::View;
use crate::scene::{Area, Face, Layout, Mark, Piece, Place, Tint, Track, Tree, Zone};
use crate::seat::Seat;
use crate::text::{Name, Text, say, with_names};
use crate::words::Catalogue;

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

    /// The table, without options.
    pub fn table(&self, view: &View) -> String {
        let scene = &view.scene;
        let heading = self.say(&scene.heading);
        let mut out = String::new();
        out.push_str(&self.wrap("", &self.bold(&heading)));
        out.push_str(&"-".repeat(self.width.min(with_names(&heading, self.names).chars().count())));
        out.push('\n');
        if !scene.goal.is_empty() {
            out.push_str(&self.wrap("  ! ", &self.say(&scene.goal)));
        }
        for track in &scene.tracks {
            out.push_str(&self.track(track));
        }
        if let Some(map) = &scene.map {
            out.push_str(&self.wrap("", &self.bold(&self.say(&map.name))));
            for area in map.areas.iter().filter(|area| !area.pieces.is_empty()) {
                out.push_str(&self.area(area));
            }
        }
        if let Some(tree) = &scene.tree {
            out.push_str(&self.tree(tree));
        }
        for place in &scene.seats {
            out.push_str(&self.place(place));
        }
        for zone in &scene.zones {
            out.push_str(&self.zone(zone));
        }
        for sentence in &scene.knowledge {
            out.push_str(&self.wrap("  * ", &self.say(&sentence.text)));
        }
        if let Some(verdict) = &scene.verdict {
            out.push_str(&self.wrap("", &self.bold(&self.say(verdict))));
        }
        if !scene.prompt.is_empty() {
            out.push('\n');
            out.push_str(&self.wrap("", &self.bold(&self.say(&scene.prompt))));
        }
        out
    }

    /// The options, numbered from 1.
    pub fn options(&self, view: &View) -> String {
        let mut out = String::new();
        let digits = view.options.len().to_string().len();
        for (i, option) in view.options.iter().enumerate() {
            let number = format!("{:>digits$}) ", i + 1);
            let mut words = self.say(&option.described.label);
            if !option.described.detail.is_empty() {
                words = format!("{words} ({})", self.say(&option.described.detail));
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
        if track.to - track.from > 20 {
            let alone = track.markers.len() == 1;
            let name = |label: &Text| if alone { String::new() } else { format!("{} ", self.say(label)) };
            let markers: Vec<String> =
                track.markers.iter().map(|marker| format!("{}{}", name(&marker.label), marker.at)).collect();
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

    /// What stands in an area, owner by owner.
    fn area(&self, area: &Area) -> String {
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
        self.wrap("    ", &words)
    }

    /// "Ann's", or "your".
    fn whose(&self, seat: Seat) -> String {
        match (self.names)(seat) {
            you if you == self.say(&say!("You")) => self.say(&say!("your")),
            name => self.say(&say!("{name}'s", name = Name(name))),
        }
    }

    /// The family tree: a drawing where it fits the width, one row after the other.
    fn tree(&self, tree: &Tree) -> String {
        const HALF: usize = 7;
        let left = tree.cards.iter().map(|leaf| leaf.column).min().unwrap_or(0);
        let right = tree.cards.iter().map(|leaf| leaf.column + 2).max().unwrap_or(0);
        let rows = tree.cards.iter().map(|leaf| leaf.row).max().unwrap_or(-1);
        let fits = (right - left) as usize * HALF <= self.width;
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
