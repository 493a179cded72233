//! Writing SVG by hand.

use std::fmt::Write;

/// Escapes text for HTML elements and attributes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The width of a letter, roughly, in a wide font.
const LETTER: f64 = 7.5;

/// The width of a label, roughly.
pub(crate) fn width_of(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// The label, cut if it does not fit.
pub(crate) fn fitted(text: &str, room: f64) -> String {
    let most = (room / LETTER).max(1.0) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Which point of a label its position is.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Writes elements one after another.
#[derive(Default)]
pub(crate) struct Pen(pub(crate) String);

impl Pen {
    pub(crate) fn text(&mut self, class: &str, x: f64, y: f64, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escape(text)
        ));
    }

    pub(crate) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.put(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    /// A rectangle with a tooltip.
    pub(crate) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64), opacity: f64, says: &str) {
        let ((x, y), (width, height)) = (at, size);
        let opacity = if opacity < 1.0 { format!(" fill-opacity=\"{opacity:.2}\"") } else { String::new() };
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2\"{opacity}>\
             <title>{}</title></rect>",
            escape(says)
        ));
    }

    /// A sign that distinguishes series without colour.
    pub(crate) fn sign(&mut self, series: usize, x: f64, y: f64, says: &str) {
        let class = format!("sign s{}", series % crate::COLOURS);
        let says = escape(says);
        let r = 4.0;
        match series % crate::COLOURS {
            0 => self.put(format_args!(
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\"><title>{says}</title></circle>"
            )),
            shape => {
                let corners: &[(f64, f64)] = match shape {
                    1 => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
                    2 => &[(0.0, -1.3), (1.2, 1.0), (-1.2, 1.0)],
                    3 => &[(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)],
                    4 => &[(0.0, 1.3), (1.2, -1.0), (-1.2, -1.0)],
                    _ => &[(-1.4, -0.5), (1.4, -0.5), (1.4, 0.5), (-1.4, 0.5)],
                };
                let points: Vec<String> =
                    corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * r, y + dy * r)).collect();
                self.put(format_args!(
                    "<polygon class=\"{class}\" points=\"{}\"><title>{says}</title></polygon>",
                    points.join(" ")
                ));
            }
        }
    }

    /// The names of the series with their signs, in rows; returns their height.
    pub(crate) fn legend(&mut self, names: &[&str], left: f64, right: f64) -> f64 {
        if names.len() < 2 {
            return 0.0;
        }
        let (mut x, mut y) = (left, 12.0);
        for (series, name) in names.iter().enumerate() {
            let width = 24.0 + width_of(name);
            if x > left && x + width > right {
                (x, y) = (left, y + 20.0);
            }
            self.sign(series, x + 5.0, y - 4.0, name);
            self.text("label", x + 15.0, y, Anchor::Start, name);
            x += width;
        }
        y + 12.0
    }

    pub(crate) fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(element);
        self.0.push('\n');
    }
}
