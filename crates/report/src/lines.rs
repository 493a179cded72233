//! Line charts.

use crate::grid::Grid;
use crate::scale::{Scale, Unit, round_up};
use crate::svg::{Anchor, Pen, fitted};
use crate::{COLOURS, Drawing, Plot, WIDTH};

/// A line through points.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// The ends of each point's interval, if known.
    pub band: Vec<(f64, f64)>,
}

impl Curve {
    /// A curve through these points.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Curve {
        Curve { name: name.into(), points: points.into_iter().collect(), band: Vec::new() }
    }

    /// With an interval for each point.
    pub fn band(mut self, band: impl IntoIterator<Item = (f64, f64)>) -> Curve {
        self.band = band.into_iter().collect();
        self
    }
}

/// A line chart.
#[derive(Clone, Debug)]
pub struct Lines {
    title: String,
    description: String,
    unit: Unit,
    axis: String,
    range: Option<(f64, f64)>,
    curves: Vec<Curve>,
    marks: Vec<(f64, String)>,
}

impl Lines {
    /// An empty plot; `axis` names the horizontal axis.
    pub fn new(
        title: impl Into<String>,
        description: impl Into<String>,
        axis: impl Into<String>,
        unit: Unit,
    ) -> Lines {
        let (title, description, axis) = (title.into(), description.into(), axis.into());
        Lines { title, description, unit, axis, range: None, curves: Vec::new(), marks: Vec::new() }
    }

    /// Fixes the range of the vertical axis.
    pub fn range(mut self, from: f64, to: f64) -> Lines {
        self.range = Some((from, to));
        self
    }

    /// Adds a curve.
    pub fn curve(mut self, curve: Curve) -> Lines {
        self.curves.push(curve);
        self
    }

    /// Marks a place with a word.
    pub fn mark(mut self, at: f64, word: impl Into<String>) -> Lines {
        self.marks.push((at, word.into()));
        self
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.curves.iter().flat_map(|curve| curve.points.iter().copied())
    }
}

impl Plot for Lines {
    fn words(&self) -> (&str, &str) {
        (&self.title, &self.description)
    }

    fn drawing(&self) -> Drawing {
        let mut pen = Pen::default();
        let names: Vec<&str> = self.curves.iter().map(|curve| curve.name.as_str()).collect();
        let (left, right) = (56.0, WIDTH - 12.0);
        let top = pen.legend(&names, left, right) + 8.0;
        let bottom = top + 240.0;
        let first = self.points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let last = self.points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        let (first, last) = if first.is_finite() { (first, last) } else { (0.0, 1.0) };
        let bands = self.curves.iter().flat_map(|curve| curve.band.iter().map(|band| band.1));
        let most = self.points().map(|point| point.1).chain(bands).fold(0.0, f64::max);
        let (low, high) = self.range.unwrap_or_else(|| (0.0, round_up(most.max(1e-9))));
        let across = Scale::new(first, last, left, right);
        let up = Scale::new(low, high, bottom, top);
        let (ticks, step) = up.ticks(5);
        for tick in ticks {
            pen.line("grid", (left, up.at(tick)), (right, up.at(tick)));
            pen.text("tick", left - 6.0, up.at(tick) + 4.0, Anchor::End, &self.unit.tick(tick, step));
        }
        let (ticks, step) = across.ticks(8);
        for tick in ticks {
            pen.line("axis", (across.at(tick), bottom), (across.at(tick), bottom + 4.0));
            let words = Unit::Number(0).tick(tick, step);
            pen.text("tick", across.at(tick), bottom + 18.0, Anchor::Middle, &words);
        }
        pen.line("axis", (left, bottom), (right, bottom));
        for (i, (at, word)) in self.marks.iter().enumerate() {
            let x = across.at(*at);
            pen.line("mark", (x, top), (x, bottom));
            let (anchor, dx) =
                if x > (left + right) / 2.0 { (Anchor::End, -4.0) } else { (Anchor::Start, 4.0) };
            pen.text("note", x + dx, top + 12.0 + 15.0 * (i % 3) as f64, anchor, &fitted(word, 330.0));
        }
        for (series, curve) in self.curves.iter().enumerate() {
            let place = |x: f64, y: f64| format!("{:.1},{:.1}", across.at(x), up.at(y));
            if curve.band.len() == curve.points.len() {
                let above = curve.points.iter().zip(&curve.band).map(|(point, band)| place(point.0, band.1));
                let below =
                    curve.points.iter().zip(&curve.band).rev().map(|(point, band)| place(point.0, band.0));
                let outline: Vec<String> = above.chain(below).collect();
                pen.put(format_args!(
                    "<polygon class=\"band s{}\" points=\"{}\"/>",
                    series % COLOURS,
                    outline.join(" ")
                ));
            }
            let path: Vec<String> = curve.points.iter().map(|&(x, y)| place(x, y)).collect();
            pen.put(format_args!(
                "<polyline class=\"line s{} d{}\" points=\"{}\"/>",
                series % COLOURS,
                series / COLOURS,
                path.join(" ")
            ));
            // A few signs on each curve, shifted so that those of different curves do not cover each other.
            let every = (curve.points.len() / 12).max(1);
            let shift = (series * every / self.curves.len().max(1)).min(every - 1);
            for &(x, y) in curve.points.iter().skip(shift).step_by(every) {
                let says = format!("{}, {} {x:.0}: {}", curve.name, self.axis, self.unit.words(y));
                pen.sign(series, across.at(x), up.at(y), &says);
            }
        }
        pen.text("tick", (left + right) / 2.0, bottom + 36.0, Anchor::Middle, &self.axis);
        Drawing { width: WIDTH, height: bottom + 44.0, inside: pen.0 }
    }

    fn figures(&self) -> Grid {
        let mut head = vec![self.axis.clone()];
        head.extend(self.curves.iter().map(|curve| curve.name.clone()));
        let mut grid = Grid::new(head);
        let mut places: Vec<f64> = self.points().map(|point| point.0).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        for place in places {
            let mut row = vec![format!("{place:.0}")];
            for curve in &self.curves {
                let at = curve.points.iter().position(|point| point.0 == place);
                row.push(at.map_or(String::new(), |at| {
                    let value = self.unit.words(curve.points[at].1);
                    match curve.band.get(at) {
                        Some((low, high)) => {
                            format!("{value} ({} to {})", self.unit.words(*low), self.unit.words(*high))
                        }
                        None => value,
                    }
                }));
            }
            grid.push(row);
        }
        grid
    }
}
