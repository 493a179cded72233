//! The column beside the board: seats, tracks, piles, what one knows, and what has happened.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};
use table::say;
use table::scene::{Layout, Scene, Sentence};

use crate::board::{self, Brush};
use crate::sheet::wrapped;

/// Draws the column; gives back where elements are to be seen.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    window: Rect,
    scene: &Scene,
    brush: &Brush<'_>,
    story: &[String],
    back: usize,
) -> Vec<(Rect, String)> {
    let mut seen = Vec::new();
    let block = Block::new().borders(Borders::LEFT).border_style(brush.ink.faint());
    let inner = block.inner(window);
    frame.render_widget(block, window);
    let (width, mut y) = (usize::from(inner.width), inner.y);
    let bottom = inner.y + inner.height;
    // The story keeps at least a third of the column.
    let most = usize::from(inner.height) * 2 / 3;
    if scene.map.is_some() || scene.tree.is_some() {
        let sheet = board::list(scene, brush, width, most.max(3));
        let window = Rect::new(inner.x, y, inner.width, (sheet.height as u16).min(bottom - y));
        seen.extend(sheet.show(frame.buffer_mut(), window, (0, 0)));
        y += window.height;
        let sheet = board::tracks(&scene.tracks, brush, width);
        if !scene.tracks.is_empty() && y + (sheet.height as u16) < bottom {
            let window = Rect::new(inner.x, y, inner.width, sheet.height as u16);
            seen.extend(sheet.show(frame.buffer_mut(), window, (0, 0)));
            y += window.height;
        }
    }
    for (text, style) in facts(scene, brush) {
        for line in wrapped(&text, width) {
            if usize::from(y - inner.y) >= most {
                break;
            }
            frame.render_widget(Paragraph::new(line).style(style), Rect::new(inner.x, y, inner.width, 1));
            y += 1;
        }
    }
    if y + 1 < bottom {
        let window = Rect::new(inner.x, y, inner.width, bottom - y);
        log(frame, window, brush, story, back);
    }
    seen
}

/// Piles, what others are known to hold, and what one has learned.
fn facts(scene: &Scene, brush: &Brush<'_>) -> Vec<(String, Style)> {
    let mut facts = Vec::new();
    let board = scene.map.is_some() || scene.tree.is_some();
    let you = scene.seats.iter().find(|place| place.you).map(|place| place.seat);
    for zone in &scene.zones {
        let open = zone.pieces.iter().any(|piece| piece.face.is_some());
        let show = match zone.owner {
            None => board,
            Some(owner) => Some(owner) != you && zone.layout == Layout::Hand && open,
        };
        if show && zone.count > 0 {
            facts.push((board::zone_words(zone, brush), brush.mark(&zone.id)));
        }
    }
    let bullet = |known: &Sentence| (format!("• {}", brush.say(&known.text)), Style::new());
    facts.extend(scene.knowledge.iter().map(bullet));
    facts
}

/// The story, scrolled back by some lines, the latest at the bottom.
pub(crate) fn log(frame: &mut Frame<'_>, window: Rect, brush: &Brush<'_>, story: &[String], back: usize) {
    let title = if back > 0 { say!("the story, {back} lines back") } else { say!("the story") };
    let title = format!(" {} ", brush.say(&title));
    let block = Block::new().borders(Borders::TOP).border_style(brush.ink.faint()).title(title);
    let inner = block.inner(window);
    frame.render_widget(block, window);
    let rows = usize::from(inner.height);
    // Only as much is wrapped as can be seen.
    let mut lines: Vec<Line<'_>> = Vec::new();
    for text in story.iter().rev() {
        let own = wrapped(text, usize::from(inner.width).saturating_sub(1));
        for (i, line) in own.into_iter().enumerate().rev() {
            lines.push(Line::from(Span::raw(if i == 0 { line } else { format!(" {line}") })));
        }
        if lines.len() >= rows + back {
            break;
        }
    }
    let lines: Vec<Line<'_>> =
        lines.into_iter().skip(back).take(rows).collect::<Vec<_>>().into_iter().rev().collect();
    frame.render_widget(Paragraph::new(lines), inner);
}
