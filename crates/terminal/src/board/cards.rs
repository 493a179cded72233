//! Hands: what the observer holds.

use table::scene::{Piece, Zone};

use super::Brush;
use crate::sheet::{Sheet, first_rows, wrapped};

/// A card as drawn: columns and rows.
const WIDE: usize = 20;
const TALL: usize = 6;

/// The observer's own cards: as cards where there is room, as chips in lines where there is not.
pub(crate) fn hand(zones: &[&Zone], brush: &Brush<'_>, width: usize, most: usize) -> Sheet {
    let pieces: Vec<(&Zone, &Piece)> =
        zones.iter().flat_map(|zone| zone.pieces.iter().map(move |it| (*zone, it))).collect();
    let in_row = (width / WIDE).max(1);
    if !pieces.is_empty() && pieces.len().div_ceil(in_row) * TALL <= most {
        return cards(&pieces, brush, width, in_row);
    }
    let mut sheet = Sheet::new(width, most);
    let (mut x, mut y) = (0, 0);
    for zone in zones.iter().filter(|zone| !zone.pieces.is_empty()) {
        let label = format!("{}:", brush.say(&zone.label));
        if x > 0 {
            y += 1;
        }
        sheet.text(0, y, &label, width, brush.ink.strong());
        x = label.chars().count() as i32 + 1;
        for piece in &zone.pieces {
            let words = format!("[{}]", brush.piece(piece));
            let length = words.chars().count() as i32;
            if x > 0 && x + length > width as i32 {
                (x, y) = (2, y + 1);
            }
            let style = brush.tint(piece).patch(brush.mark(&piece.id));
            sheet.text(x, y, &words, width.saturating_sub(x as usize), style);
            sheet.element(x, y, length, 1, &piece.id);
            x += length + 1;
        }
    }
    sheet.height = sheet.height.min((y + 1) as usize);
    sheet
}

fn cards(pieces: &[(&Zone, &Piece)], brush: &Brush<'_>, width: usize, in_row: usize) -> Sheet {
    let mut sheet = Sheet::new(width, pieces.len().div_ceil(in_row) * TALL);
    for (i, (zone, piece)) in pieces.iter().enumerate() {
        let (x, y) = ((i % in_row * WIDE) as i32, (i / in_row * TALL) as i32);
        let tint = brush.tint(piece);
        let style = tint.patch(brush.mark(&piece.id));
        let chosen = brush.chosen.contains(&*piece.id);
        let (wide, room) = (WIDE as i32 - 1, WIDE - 3);
        sheet.frame(x, y, wide, TALL as i32, chosen || brush.open.contains(&*piece.id), tint);
        sheet.text(x + 1, y, &brush.say(&zone.label), room, brush.ink.faint());
        match &piece.face {
            Some(face) => {
                let name = if piece.count > 1 {
                    format!("{} x {}", piece.count, brush.say(&face.name))
                } else {
                    brush.say(&face.name)
                };
                sheet.text(x + 1, y + 1, &name, room, style.patch(brush.ink.strong()));
                let corner = [brush.say(&face.corner), brush.say(&face.sign)].join(" ");
                let corner = wrapped(&corner, usize::MAX);
                let most = TALL - 3 - corner.len();
                let text = first_rows(&brush.say(&face.text), room, most);
                for (row, line) in (2..).zip(corner.iter().chain(&text)) {
                    sheet.text(x + 1, y + row, line, room, tint);
                }
            }
            None => sheet.text(x + 1, y + 1, &brush.piece(piece), room, style),
        }
        sheet.element(x, y, wide, TALL as i32, &piece.id);
    }
    sheet
}
