//! Lines over time.

use crate::grid::Grid;
use crate::scale::{Scale, Unit, round_up};
use crate::svg::{Anchor, Pen, fitted};
use crate::{COLOURS, Drawing, Plot, WIDTH};

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// Below and above each point, where that is known.
    pub band: Vec<(f64, f64)>,
}

impl Line {
    /// A line through these points.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Line {
        Line { name: name.into(), points: points.into_iter().collect(), band: Vec::new() }
    }

    /// With an interval for each point.
    pub fn band(mut self, band: impl IntoIterator<Item = (f64, f64)>) -> Line {
        self.band = band.into_iter().collect();
        self
    }
}

/// Lines in one frame.
#[derive(Clone, Debug)]
pub struct Lines {
    title: String,
    description: String,
    unit: Unit,
    axis: String,
    range: Option<(f64, f64)>,
    lines: Vec<Line>,
    marks: Vec<(f64, String)>,
}

impl Lines {
    /// An empty plot; `axis` says what goes from left to right.
    pub fn new(
        title: impl Into<String>,
        description: impl Into<String>,
        axis: impl Into<String>,
        unit: Unit,
    ) -> Lines {
        let (title, description, axis) = (title.into(), description.into(), axis.into());
        Lines { title, description, unit, axis, range: None, lines: Vec::new(), marks: Vec::new() }
    }

    /// Fixes the upright axis.
    pub fn range(mut self, from: f64, to: f64) -> Lines {
        self.range = Some((from, to));
        self
    }

    /// One more line.
    pub fn line(mut self, line: Line) -> Lines {
        self.lines.push(line);
        self
    }

    /// A moment worth a word.
    pub fn mark(mut self, at: f64, word: impl Into<String>) -> Lines {
        self.marks.push((at, word.into()));
        self
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.lines.iter().flat_map(|line| line.points.iter().copied())
    }
}

impl Plot for Lines {
    fn title(&self) -> &str {
        &self.title
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn drawing(&self) -> Drawing {
        let mut pen = Pen::default();
        let names: Vec<&str> = self.lines.iter().map(|line| line.name.as_str()).collect();
        let (left, right) = (56.0, WIDTH - 12.0);
        let top = pen.legend(&names, left, right) + 8.0;
        let bottom = top + 240.0;
        let first = self.points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let last = self.points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        let (first, last) = if first.is_finite() { (first, last) } else { (0.0, 1.0) };
        let bands = self.lines.iter().flat_map(|line| line.band.iter().map(|band| band.1));
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
        for (series, line) in self.lines.iter().enumerate() {
            let place = |x: f64, y: f64| format!("{:.1},{:.1}", across.at(x), up.at(y));
            if line.band.len() == line.points.len() {
                let above = line.points.iter().zip(&line.band).map(|(point, band)| place(point.0, band.1));
                let below =
                    line.points.iter().zip(&line.band).rev().map(|(point, band)| place(point.0, band.0));
                let outline: Vec<String> = above.chain(below).collect();
                pen.put(format_args!(
                    "<polygon class=\"band s{}\" points=\"{}\"/>",
                    series % COLOURS,
                    outline.join(" ")
                ));
            }
            let path: Vec<String> = line.points.iter().map(|&(x, y)| place(x, y)).collect();
            pen.put(format_args!(
                "<polyline class=\"line s{} d{}\" points=\"{}\"/>",
                series % COLOURS,
                series / COLOURS,
                path.join(" ")
            ));
            // Signs where they do not crowd the line, at other places on each line.
            let every = (line.points.len() / 12).max(1);
            let shift = (series * every / self.lines.len().max(1)).min(every - 1);
            for &(x, y) in line.points.iter().skip(shift).step_by(every) {
                let says = format!("{}, {} {x:.0}: {}", line.name, self.axis, self.unit.words(y));
                pen.sign(series, across.at(x), up.at(y), &says);
            }
        }
        pen.text("tick", (left + right) / 2.0, bottom + 36.0, Anchor::Middle, &self.axis);
        Drawing { width: WIDTH, height: bottom + 44.0, inside: pen.0 }
    }

    fn figures(&self) -> Grid {
        let mut head = vec![self.axis.clone()];
        head.extend(self.lines.iter().map(|line| line.name.clone()));
        let mut grid = Grid::new(head);
        let mut places: Vec<f64> = self.points().map(|point| point.0).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        for place in places {
            let mut row = vec![format!("{place:.0}")];
            for line in &self.lines {
                let at = line.points.iter().position(|point| point.0 == place);
                row.push(at.map_or(String::new(), |at| {
                    let value = self.unit.words(line.points[at].1);
                    match line.band.get(at) {
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
