//! A map: borders in dots, names and stacks in words.

use std::collections::BTreeSet;

use ratatui::style::Style;
use table::Text;
use table::scene::{Area, Map, Piece};

use super::Brush;
use crate::sheet::{Sheet, cut};

/// The width an area should have, in columns, so that its name and a stack can be read.
const ROOM: f64 = 17.0;

/// The signs of grounds.
const GROUNDS: [(&str, char); 8] = [
    ("forest", '♣'),
    ("hills", '∩'),
    ("mountain", '▲'),
    ("mountains", '▲'),
    ("sea", '~'),
    ("desert", '░'),
    ("swamp", '"'),
    ("plains", '.'),
];

fn ground(terrain: &str) -> char {
    let known = GROUNDS.iter().find(|(word, _)| *word == terrain).map(|(_, sign)| *sign);
    known.unwrap_or_else(|| terrain.chars().next().unwrap_or(' '))
}

/// From the drawing to columns and rows.
struct Grid {
    across: f64,
    down: f64,
}

impl Grid {
    fn at(&self, point: [i32; 2]) -> (i32, i32) {
        ((f64::from(point[0]) * self.across) as i32, (f64::from(point[1]) * self.down) as i32)
    }
}

pub(super) fn sheet(map: &Map, brush: &Brush<'_>, width: usize, height: usize, whole: bool) -> Sheet {
    let (wide, tall) = (f64::from(map.size[0].max(1)), f64::from(map.size[1].max(1)));
    // A character is about twice as high as it is wide.
    let fit = (width as f64 / wide).min(height as f64 * 2.0 / tall);
    let close = ROOM / (wide * tall / map.areas.len().max(1) as f64).sqrt();
    let scale = if whole { fit } else { fit.max(close) };
    // Whole: the window's own shape is used to the full.
    let grid = if whole {
        Grid { across: width as f64 / wide, down: height as f64 / tall }
    } else {
        Grid { across: scale, down: scale / 2.0 }
    };
    let columns = (wide * grid.across).ceil() as usize;
    let rows = (tall * grid.down).ceil() as usize;
    let mut sheet = Sheet::new(columns.max(1), rows.max(1));
    for area in &map.areas {
        fill(&mut sheet, area, brush, &grid);
    }
    let mut dots = Dots::new(columns, rows);
    for area in &map.areas {
        let ends = area.land.outline.iter().zip(area.land.outline.iter().cycle().skip(1));
        ends.for_each(|(from, to)| dots.line(*from, *to, &grid));
    }
    dots.draw(&mut sheet, brush.ink.faint());
    let mut rivers = Dots::new(columns, rows);
    for river in &*map.rivers {
        river.windows(2).for_each(|pair| rivers.line(pair[0], pair[1], &grid));
    }
    rivers.draw(&mut sheet, brush.ink.tint(table::scene::Tint::Blue));
    let room = (ROOM * (scale / close)) as usize;
    for area in &map.areas {
        label(&mut sheet, area, brush, &grid, room.clamp(3, 26));
    }
    sheet
}

/// Signs of the ground, sparsely.
fn fill(sheet: &mut Sheet, area: &Area, brush: &Brush<'_>, grid: &Grid) {
    let sign = ground(&area.land.terrain);
    if sign == '.' || area.land.outline.is_empty() {
        return;
    }
    let corners: Vec<(i32, i32)> = area.land.outline.iter().map(|&point| grid.at(point)).collect();
    let bounds = |pick: fn(&(i32, i32)) -> i32| {
        (corners.iter().map(pick).min().unwrap_or(0), corners.iter().map(pick).max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (bounds(|it| it.0), bounds(|it| it.1));
    let tint = if area.land.terrain == "sea" { table::scene::Tint::Blue } else { table::scene::Tint::Green };
    for y in top..=bottom {
        for x in (left..=right).filter(|x| (x + 2 * (y % 2)) % 4 == 0) {
            let point = [(f64::from(x) + 0.5) / grid.across, (f64::from(y) + 0.5) / grid.down];
            if inside(&area.land.outline, point) {
                sheet.put(x, y, sign, brush.ink.tint(tint).patch(brush.ink.faint()));
            }
        }
    }
}

fn inside(outline: &[[i32; 2]], [x, y]: [f64; 2]) -> bool {
    let mut odd = false;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let (ax, ay, bx, by) = (f64::from(a[0]), f64::from(a[1]), f64::from(b[0]), f64::from(b[1]));
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            odd = !odd;
        }
    }
    odd
}

/// The first letters of a piece's name: "Ca" for Cavalry.
fn letters(piece: &Piece, brush: &Brush<'_>) -> String {
    let name = brush.say(piece.face.as_ref().map_or(&piece.back, |face| &face.name));
    name.chars().take(2).collect()
}

/// What stands in an area: "1:Vi2 Sw" for each owner.
fn stacks<'a>(area: &'a Area, brush: &Brush<'_>) -> Vec<(&'a Piece, String, Vec<&'a str>)> {
    let mut stacks: Vec<(&Piece, String, Vec<&str>)> = Vec::new();
    for piece in &area.pieces {
        let count = if piece.count > 1 { piece.count.to_string() } else { String::new() };
        let token = format!("{}{count}", letters(piece, brush));
        match stacks.iter_mut().find(|stack| stack.0.owner == piece.owner) {
            Some(stack) => {
                stack.1 = format!("{} {token}", stack.1);
                stack.2.push(&piece.id);
            }
            None => {
                let whose = piece.owner.map_or(String::new(), |seat| format!("{}:", seat.number()));
                stacks.push((piece, format!("{whose}{token}"), vec![&piece.id]));
            }
        }
    }
    stacks
}

fn label(sheet: &mut Sheet, area: &Area, brush: &Brush<'_>, grid: &Grid, room: usize) {
    let (x, y) = grid.at(area.land.centre);
    let stacks = stacks(area, brush);
    let rows = 1 + stacks.len() as i32;
    let top = y - rows / 2;
    let style = brush.mark(&area.land.id).patch(brush.ink.strong());
    let name = cut(&brush.say(&area.land.name), room);
    let put = |sheet: &mut Sheet, row: i32, text: &str, style: Style| {
        let length = text.chars().count() as i32;
        let left = (x - length / 2).clamp(0, (sheet.width as i32 - length).max(0));
        sheet.text(left, row, text, length as usize, style);
        (left, length)
    };
    let (left, length) = put(sheet, top, &name, style);
    sheet.element(left, top, length, rows, &area.land.id);
    for (row, (first, words, ids)) in (top + 1..).zip(&stacks) {
        let style = brush.tint(first).patch(brush.marks_any(ids.iter().copied()));
        let (left, length) = put(sheet, row, &cut(words, room + 4), style);
        ids.iter().for_each(|id| sheet.element(left, row, length, 1, id));
    }
}

/// Eight dots to a character.
struct Dots {
    columns: usize,
    rows: usize,
    bits: Vec<u8>,
}

impl Dots {
    fn new(columns: usize, rows: usize) -> Dots {
        Dots { columns, rows, bits: vec![0; columns * rows] }
    }

    fn dot(&mut self, x: i32, y: i32) {
        const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        let (column, row) = (x.div_euclid(2), y.div_euclid(4));
        if column >= 0 && row >= 0 && (column as usize) < self.columns && (row as usize) < self.rows {
            let bit = BITS[x.rem_euclid(2) as usize][y.rem_euclid(4) as usize];
            self.bits[row as usize * self.columns + column as usize] |= bit;
        }
    }

    fn line(&mut self, from: [i32; 2], to: [i32; 2], grid: &Grid) {
        let place = |point: [i32; 2]| {
            (f64::from(point[0]) * grid.across * 2.0, f64::from(point[1]) * grid.down * 4.0)
        };
        let ((ax, ay), (bx, by)) = (place(from), place(to));
        let steps = (bx - ax).abs().max((by - ay).abs()).ceil().clamp(1.0, 4096.0);
        for step in 0..=steps as u32 {
            let share = f64::from(step) / steps;
            self.dot((ax + (bx - ax) * share) as i32, (ay + (by - ay) * share) as i32);
        }
    }

    fn draw(&self, sheet: &mut Sheet, style: Style) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let bits = self.bits[row * self.columns + column];
                if bits != 0 {
                    let c = char::from_u32(0x2800 + u32::from(bits)).unwrap_or('.');
                    sheet.put(column as i32, row as i32, c, style);
                }
            }
        }
    }
}

/// What the letters and signs on a map mean.
pub(crate) fn legend(map: &Map, brush: &Brush<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for area in &map.areas {
        let entry =
            format!("{} {}", ground(&area.land.terrain), brush.say(&Text::marked(area.land.terrain.clone())));
        if !parts.contains(&entry) {
            parts.push(entry);
        }
    }
    let pieces = map.areas.iter().flat_map(|area| &area.pieces);
    let name =
        |piece: &Piece| Some(format!("{} {}", letters(piece, brush), brush.say(&piece.face.as_ref()?.name)));
    parts.extend(pieces.filter_map(name).collect::<BTreeSet<String>>());
    parts.join(" · ")
}
