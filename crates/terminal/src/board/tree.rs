//! A family tree.

use table::say;
use table::scene::{Leaf, Tree};

use super::Brush;
use crate::sheet::Sheet;

/// Half a card, in columns.
const HALF: i32 = 8;
/// A generation, in rows.
const ROW: i32 = 4;

pub(super) fn sheet(tree: &Tree, brush: &Brush<'_>, width: usize, height: usize) -> Sheet {
    let columns =
        || tree.cards.iter().map(|leaf| leaf.column).chain(tree.spots.iter().map(|spot| spot.column));
    let rows = || tree.cards.iter().map(|leaf| leaf.row).chain(tree.spots.iter().map(|spot| spot.row));
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0) + 2);
    let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0) + 1);
    let wide = ((right - left) * HALF) as usize;
    let tall = ((bottom - top) * ROW) as usize;
    let mut sheet = Sheet::new(wide.max(width), tall.max(height));
    let (shift, drop) = ((sheet.width - wide) as i32 / 2, (sheet.height - tall) as i32 / 2);
    for spot in &tree.spots {
        let (x, y) = (shift + (spot.column - left) * HALF, drop + (spot.row - top) * ROW);
        let style = brush.mark(&spot.id);
        let style = if brush.chosen.contains(&*spot.id) { style } else { style.patch(brush.ink.faint()) };
        sheet.text(x + HALF - 2, y + 1, "····", 4, style);
        sheet.text(x + HALF - 2, y + 2, "····", 4, style);
        sheet.element(x + 1, y, 2 * HALF - 2, ROW, &spot.id);
    }
    for leaf in &tree.cards {
        let (x, y) = (shift + (leaf.column - left) * HALF, drop + (leaf.row - top) * ROW);
        card(&mut sheet, leaf, brush, x, y);
    }
    sheet
}

fn card(sheet: &mut Sheet, leaf: &Leaf, brush: &Brush<'_>, x: i32, y: i32) {
    let room = (2 * HALF - 3) as usize;
    let tint = brush.tint(&leaf.piece);
    let ids = leaf.piece.marks.iter().map(|mark| mark.id.as_ref()).chain([leaf.piece.id.as_ref()]);
    let style = tint.patch(brush.marks_any(ids));
    sheet.wipe(x, y, 2 * HALF - 1, ROW);
    let frame = if leaf.active { style } else { tint.patch(brush.ink.faint()) };
    sheet.frame(x, y, 2 * HALF - 1, ROW, leaf.active, frame);
    let (first, second) = match &leaf.piece.face {
        Some(face) => {
            (brush.say(&face.name), format!("{} {}", brush.say(&face.corner), brush.say(&face.sign)))
        }
        None => (brush.say(&say!("face down")), String::new()),
    };
    sheet.text(x + 1, y + 1, &first, room, style);
    let marks = brush.marks(&leaf.piece.marks);
    let second = if marks.is_empty() { second } else { format!("{}+{}", second.trim(), marks.join("+")) };
    sheet.text(x + 1, y + 2, second.trim(), room, style);
    sheet.element(x, y, 2 * HALF - 1, ROW, &leaf.piece.id);
}
