//! Seats: around the table where there is room, in a list where there is not.

use ratatui::style::Style;
use table::scene::{Layout, Place, Scene, Track, Zone};
use table::{Name, say};

use super::Brush;
use crate::sheet::{Sheet, first_rows, wrapped};

/// The smallest box a seat is drawn in.
const WIDE: usize = 24;
const TALL: usize = 5;

/// The sign of a seat: waited on, at turn, out.
fn sign(place: &Place) -> char {
    match (place.waiting, place.turn, place.out) {
        (true, _, _) => '▶',
        (false, true, _) => '*',
        (_, _, true) => '✝',
        _ => ' ',
    }
}

fn heading(place: &Place, brush: &Brush<'_>) -> String {
    let mut words = format!("{} {}", place.seat.number(), brush.name(place.seat));
    if place.you && brush.name(place.seat) != brush.say(&say!("You")) {
        words = format!("{words} ({})", brush.say(&say!("you")));
    }
    if !place.title.is_empty() {
        words = format!("{words}, {}", brush.say(&place.title));
    }
    words
}

/// A seat's marks and, unless it is the observer's own, what lies before it for all to see.
fn facts(scene: &Scene, place: &Place, brush: &Brush<'_>) -> String {
    let is_before = |zone: &&Zone| zone.owner == Some(place.seat) && zone.layout != Layout::Hand;
    let zones = scene.zones.iter().filter(|zone| !place.you && is_before(zone));
    let pieces = zones.flat_map(|zone| &zone.pieces).map(|piece| brush.piece(piece));
    let mut words = brush.marks(&place.marks);
    words.extend(place.out.then(|| brush.say(&say!("out"))));
    std::iter::once(words.join(" · ")).chain(pieces).collect::<Vec<_>>().join(" · ")
}

fn style(place: &Place, brush: &Brush<'_>) -> Style {
    let ids = place.marks.iter().map(|mark| mark.id.as_ref()).chain([place.id.as_ref()]);
    let style = brush.ink.tint(place.tint).patch(brush.marks_any(ids));
    if place.out { style.patch(brush.ink.faint()) } else { style }
}

/// One seat under the other: each on as many lines as there is room for.
pub(crate) fn list(scene: &Scene, brush: &Brush<'_>, width: usize, most: usize) -> Sheet {
    let lines = |place: &Place, rows: usize| {
        let words = format!("{}: {}", heading(place, brush), facts(scene, place, brush));
        first_rows(&words, width.saturating_sub(2), rows)
    };
    let fits = |rows: usize| scene.seats.iter().map(|place| lines(place, rows).len()).sum::<usize>() <= most;
    let rows = [4, 3, 2].into_iter().find(|&rows| fits(rows)).unwrap_or(1);
    let mut sheet = Sheet::new(width, most);
    let mut y = 0;
    for place in &scene.seats {
        let style = style(place, brush);
        let own = lines(place, rows);
        sheet.put(0, y, sign(place), brush.ink.strong());
        for (i, line) in own.iter().enumerate() {
            let style = if i == 0 && place.waiting { style.patch(brush.ink.strong()) } else { style };
            sheet.text(2, y + i as i32, line, width.saturating_sub(2), style);
        }
        sheet.element(0, y, width as i32, own.len() as i32, &place.id);
        y += own.len() as i32;
    }
    sheet.height = sheet.height.min(y as usize);
    sheet
}

/// The table from above: the observer below, the others clockwise round it, the middle in the middle.
pub(super) fn around(scene: &Scene, brush: &Brush<'_>, width: usize, height: usize) -> Sheet {
    let count = scene.seats.len();
    let wide = (width / 4).clamp(WIDE, 38);
    let across = width / wide;
    let down = height.saturating_sub(2 * TALL) / TALL;
    let you = scene.seats.iter().position(|place| place.you).unwrap_or(0);
    // Clockwise from the observer: up the left side, along the top, down the right side.
    let others = count.saturating_sub(1);
    let side = (0..=down).find(|side| others.saturating_sub(2 * side) <= across);
    let Some(side) = side.filter(|_| width >= 3 * wide && height >= 3 * TALL) else {
        return listed(scene, brush, width, height);
    };
    let top = others - 2 * side.min(others / 2);
    let side = (others - top) / 2;
    let mut sheet = Sheet::new(width, height);
    let middle_rows = height - 2 * TALL;
    let side_step = middle_rows / side.max(1);
    let top_step = width / top.max(1);
    let mut places = vec![(width.saturating_sub(wide) / 2, height - TALL)];
    for i in 0..side {
        places.push((0, height - TALL - (i + 1) * side_step + side_step.saturating_sub(TALL) / 2));
    }
    for i in 0..top {
        places.push((i * top_step + top_step.saturating_sub(wide) / 2, 0));
    }
    for i in 0..side {
        places.push((width - wide, TALL + i * side_step + side_step.saturating_sub(TALL) / 2));
    }
    for (i, (x, y)) in places.into_iter().enumerate().take(count) {
        let place = &scene.seats[(you + i) % count];
        seat_box(&mut sheet, scene, place, brush, (x as i32, y as i32, wide as i32));
    }
    let margin = if side > 0 { wide + 2 } else { 2 };
    let room = width.saturating_sub(2 * margin);
    let inside = middle(scene, brush, room, middle_rows.saturating_sub(2));
    let drop = TALL + 1 + middle_rows.saturating_sub(2 + inside.height) / 2;
    sheet.lay(&inside, margin as i32, drop as i32);
    sheet
}

fn seat_box(
    sheet: &mut Sheet,
    scene: &Scene,
    place: &Place,
    brush: &Brush<'_>,
    (x, y, wide): (i32, i32, i32),
) {
    let room = (wide - 2) as usize;
    let style = style(place, brush);
    let frame = if place.waiting { style.patch(brush.ink.strong()) } else { style };
    sheet.frame(x, y, wide, TALL as i32, place.waiting || place.turn, frame);
    let title = format!("{} {} ", sign(place), heading(place, brush));
    sheet.text(x + 1, y, &title, room, style.patch(brush.ink.strong()));
    let lines = first_rows(&facts(scene, place, brush), room, TALL - 2);
    for (row, line) in (y + 1..).zip(&lines) {
        sheet.text(x + 1, row, line, room, Style::new());
    }
    sheet.element(x, y, wide, TALL as i32, &place.id);
}

/// Where there is no room around the table: the middle above, the seats below it.
fn listed(scene: &Scene, brush: &Brush<'_>, width: usize, height: usize) -> Sheet {
    let mut sheet = Sheet::new(width, height);
    // Every seat has a line; what is left over after a third for the middle goes to longer ones.
    let inside = middle(scene, brush, width, (height / 3).min(height.saturating_sub(scene.seats.len())));
    let seats = list(scene, brush, width, height.saturating_sub(inside.height));
    sheet.lay(&inside, 0, 0);
    sheet.lay(&seats, 0, inside.height as i32);
    sheet
}

/// Tracks and what belongs to nobody.
fn middle(scene: &Scene, brush: &Brush<'_>, width: usize, most: usize) -> Sheet {
    let mut sheet = Sheet::new(width, most);
    let mut y = 0;
    let ruler = tracks(&scene.tracks, brush, width);
    sheet.lay(&ruler, 0, 0);
    y += ruler.height as i32;
    for zone in scene.zones.iter().filter(|zone| zone.owner.is_none()) {
        let room = most.saturating_sub(y as usize);
        for line in wrapped(&zone_words(zone, brush), width).into_iter().take(room) {
            sheet.text(0, y, &line, width, brush.mark(&zone.id));
            sheet.element(0, y, line.chars().count() as i32, 1, &zone.id);
            y += 1;
        }
    }
    sheet.height = sheet.height.min(y as usize);
    sheet
}

/// "Deck: 54", "Supply: Quill, 2 x Shield".
pub(crate) fn zone_words(zone: &Zone, brush: &Brush<'_>) -> String {
    let label = brush.say(&zone.label);
    if zone.pieces.is_empty() {
        return format!("{label}: {}", zone.count);
    }
    let pieces: Vec<String> = zone.pieces.iter().map(|piece| brush.piece(piece)).collect();
    match zone.layout {
        Layout::Pile => format!("{label}: {} ({})", zone.count, pieces.join(", ")),
        Layout::Discard => {
            // The last on top is the one that matters.
            let top = pieces.last().map_or("", String::as_str);
            let shown = if pieces.len() > 3 { format!("… {top}") } else { pieces.join(", ") };
            format!("{label}: {}, {shown}", zone.count)
        }
        _ => format!("{label}: {}", pieces.join(", ")),
    }
}

/// Scales with markers, one under the other.
pub(crate) fn tracks(tracks: &[Track], brush: &Brush<'_>, width: usize) -> Sheet {
    let mut sheet = Sheet::new(width, 2 * tracks.len().max(1) + 8);
    let mut y = 0;
    for track in tracks {
        let spaces = (track.to - track.from + 1).max(1);
        let label = brush.say(&track.label);
        if spaces > 20 || spaces as usize * 4 + label.chars().count() + 2 > width {
            let markers: Vec<String> = track
                .markers
                .iter()
                .map(|marker| match track.markers.len() {
                    1 => marker.at.to_string(),
                    _ => format!("{} {}", brush.say(&marker.label), marker.at),
                })
                .collect();
            let line = say!(
                "{label}: {markers} of {most}",
                label = track.label,
                markers = Name(markers.join(", ")),
                most = track.to
            );
            for line in wrapped(&brush.say(&line), width) {
                sheet.text(0, y, &line, width, brush.mark(&track.id));
                y += 1;
            }
            continue;
        }
        sheet.text(0, y, &label, width, brush.ink.strong().patch(brush.mark(&track.id)));
        let mut x = label.chars().count() as i32 + 1;
        for space in track.from..=track.to {
            let here: Vec<_> = track.markers.iter().filter(|marker| marker.at == space).collect();
            let alarm = track.alarm.is_some_and(|alarm| space >= alarm);
            let text = match (here.is_empty(), alarm) {
                (false, _) => format!("[{space}]"),
                (true, true) => format!(" {space}!"),
                (true, false) => format!(" {space} "),
            };
            let style = here.first().map(|marker| brush.ink.tint(marker.tint)).unwrap_or_default();
            let style = if here.is_empty() { brush.ink.faint() } else { style.patch(brush.ink.chosen()) };
            sheet.text(x, y, &text, text.chars().count(), style);
            x += text.chars().count() as i32;
        }
        y += 1;
    }
    sheet.height = sheet.height.min(y as usize);
    sheet
}
