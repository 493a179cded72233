//! The end: who won, and what the bots say about it.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis, Block, Chart, Clear, Dataset, GraphType, Paragraph};

use table::say;

use crate::connection::Look;
use crate::ink::Ink;
use crate::sheet::wrapped;

const COLOURS: [Color; 6] =
    [Color::LightBlue, Color::LightRed, Color::Green, Color::Magenta, Color::Yellow, Color::Cyan];
const MARKERS: [Marker; 3] = [Marker::Braille, Marker::Dot, Marker::Block];

/// The review over the whole window.
pub(crate) fn review(frame: &mut Frame<'_>, window: Rect, ink: Ink, look: &Look, scroll: usize) {
    frame.render_widget(Clear, window);
    let title = say!("What the bots say (Esc closes, ↑↓ scroll)");
    let block = Block::bordered().title(format!(" {} ", look.say(&title)));
    let inner = block.inner(window);
    frame.render_widget(block, window);
    let Some(review) = &look.review else {
        let thinking = look.say(&say!("The bots are still thinking about it …"));
        frame.render_widget(Paragraph::new(thinking), inner);
        return;
    };
    let tall = inner.height / 2;
    let last = review.lines.iter().flat_map(|line| &line.points).map(|point| point.0).fold(1.0, f64::max);
    let datasets = review
        .lines
        .iter()
        .enumerate()
        .map(|(i, line)| {
            let style = if ink.colour { Style::new().fg(COLOURS[i % COLOURS.len()]) } else { Style::new() };
            Dataset::default()
                .name(line.name.clone())
                .marker(MARKERS[i / COLOURS.len() % MARKERS.len()])
                .graph_type(GraphType::Line)
                .style(style)
                .data(&line.points)
        })
        .collect();
    let ends = [look.say(&say!("start")), look.say(&say!("action {last}", last = last as u64))];
    let chart = Chart::new(datasets)
        .x_axis(Axis::default().bounds([0.0, last]).labels(ends))
        .y_axis(Axis::default().bounds([0.0, 1.0]).labels(["0 %", "50 %", "100 %"]));
    frame.render_widget(chart, Rect::new(inner.x, inner.y, inner.width, tall));
    let mut lines: Vec<Line<'_>> = Vec::new();
    // The same in figures, for those who cannot use a chart.
    for line in &review.lines {
        let picks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| {
            let at = ((line.points.len().saturating_sub(1)) as f64 * share) as usize;
            line.points.get(at).map_or("–".to_owned(), |point| format!("{:>3.0} %", 100.0 * point.1))
        });
        lines.push(Line::raw(format!("{:<14} {}", line.name, picks.join(" → "))));
    }
    lines.push(Line::raw(""));
    for remark in &review.remarks {
        lines.extend(
            wrapped(&format!("• {}", look.say(remark)), usize::from(inner.width)).into_iter().map(Line::raw),
        );
    }
    let below = Rect::new(inner.x, inner.y + tall, inner.width, inner.height - tall);
    let most = lines.len().saturating_sub(usize::from(below.height));
    frame.render_widget(Paragraph::new(lines).scroll((scroll.min(most) as u16, 0)), below);
}
