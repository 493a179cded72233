//! Bars with intervals.

use crate::grid::Grid;
use crate::scale::{Scale, Unit, round_up};
use crate::svg::{Anchor, Pen, fitted, width_of};
use crate::{COLOURS, Drawing, Plot, WIDTH};

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    value: f64,
    interval: Option<(f64, f64)>,
    par: Option<f64>,
    note: String,
}

impl Bar {
    /// A bar of this length.
    pub fn new(value: f64) -> Bar {
        Bar { value, interval: None, par: None, note: String::new() }
    }

    /// With an interval.
    pub fn between(mut self, low: f64, high: f64) -> Bar {
        self.interval = Some((low, high));
        self
    }

    /// With a line at the value to expect.
    pub fn par(mut self, par: f64) -> Bar {
        self.par = Some(par);
        self
    }

    /// With a note after the value: "▲", "of 412".
    pub fn note(mut self, note: impl Into<String>) -> Bar {
        self.note = note.into();
        self
    }

    fn words(&self, unit: Unit) -> String {
        let mut words = unit.words(self.value);
        if let Some((low, high)) = self.interval {
            words = format!("{words} ({} to {})", unit.words(low), unit.words(high));
        }
        if !self.note.is_empty() {
            words = format!("{words} {}", self.note);
        }
        words
    }
}

/// A bar chart: a row for each thing, with a bar for each series.
#[derive(Clone, Debug)]
pub struct Bars {
    title: String,
    description: String,
    unit: Unit,
    series: Vec<String>,
    rows: Vec<(String, Vec<Option<Bar>>)>,
}

impl Bars {
    /// An empty plot.
    pub fn new(title: impl Into<String>, description: impl Into<String>, unit: Unit) -> Bars {
        let (title, description) = (title.into(), description.into());
        Bars { title, description, unit, series: Vec::new(), rows: Vec::new() }
    }

    /// The names of the bars of a row, if it has several.
    pub fn series<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Bars {
        self.series = names.into_iter().map(Into::into).collect();
        self
    }

    /// A row with one bar.
    pub fn row(self, label: impl Into<String>, bar: Bar) -> Bars {
        self.group(label, [Some(bar)])
    }

    /// A row with a bar for each series that has one.
    pub fn group(mut self, label: impl Into<String>, bars: impl IntoIterator<Item = Option<Bar>>) -> Bars {
        self.rows.push((label.into(), bars.into_iter().collect()));
        self
    }

    /// Is it without rows?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.rows.iter().flat_map(|(_, bars)| bars.iter().flatten())
    }
}

impl Plot for Bars {
    fn words(&self) -> (&str, &str) {
        (&self.title, &self.description)
    }

    fn drawing(&self) -> Drawing {
        const BAR: f64 = 15.0;
        const GAP: f64 = 8.0;
        let ends = |bar: &Bar| {
            [bar.value, bar.interval.map_or(bar.value, |it| it.1), bar.par.unwrap_or(bar.value)]
                .into_iter()
                .fold(0.0, f64::max)
        };
        let most = self.bars().map(ends).fold(0.0, f64::max);
        let least = self.bars().map(|bar| bar.interval.map_or(bar.value, |it| it.0).min(bar.value));
        let least = least.fold(0.0, f64::min);
        let labels = self.rows.iter().map(|(label, _)| width_of(label)).fold(40.0, f64::max).min(230.0);
        let notes = self.bars().map(|bar| width_of(&bar.words(self.unit))).fold(0.0, f64::max).min(250.0);
        let (left, right) = (labels + 12.0, WIDTH - notes - 14.0);
        let from = if least < 0.0 { -round_up(-least) } else { 0.0 };
        let scale = Scale::new(from, round_up(most.max(1e-9)), left, right);

        let mut pen = Pen::default();
        let names: Vec<&str> = self.series.iter().map(String::as_str).collect();
        let top = pen.legend(&names, left, WIDTH) + 6.0;
        let height_of = |bars: &[Option<Bar>]| bars.len().max(1) as f64 * BAR + GAP;
        let bottom = top + self.rows.iter().map(|(_, bars)| height_of(bars)).sum::<f64>();
        let (ticks, step) = scale.ticks(6);
        for tick in ticks {
            pen.line("grid", (scale.at(tick), top), (scale.at(tick), bottom));
            pen.text("tick", scale.at(tick), bottom + 16.0, Anchor::Middle, &self.unit.tick(tick, step));
        }
        let mut y = top;
        for (label, bars) in &self.rows {
            let middle = y + height_of(bars) / 2.0;
            pen.text("label", left - 8.0, middle + 4.0, Anchor::End, &fitted(label, labels));
            y += GAP / 2.0;
            for (series, bar) in bars.iter().enumerate() {
                if let Some(bar) = bar {
                    let words = bar.words(self.unit);
                    let (zero, end) = (scale.at(0.0), scale.at(bar.value));
                    let class = format!("bar s{}", series % COLOURS);
                    let says = format!("{label}: {words}");
                    let (x, width) = (zero.min(end), (end - zero).abs());
                    pen.rect(&class, (x, y + 2.0), (width, BAR - 4.0), 1.0, &says);
                    if let Some((low, high)) = bar.interval {
                        let (low, high, middle) = (scale.at(low), scale.at(high), y + BAR / 2.0);
                        pen.line("whisker", (low, middle), (high, middle));
                        pen.line("whisker", (low, middle - 3.0), (low, middle + 3.0));
                        pen.line("whisker", (high, middle - 3.0), (high, middle + 3.0));
                    }
                    if let Some(par) = bar.par {
                        pen.line("par", (scale.at(par), y), (scale.at(par), y + BAR));
                    }
                    pen.text("value", right + 10.0, y + BAR - 3.0, Anchor::Start, &words);
                }
                y += BAR;
            }
            y += GAP / 2.0;
        }
        Drawing { width: WIDTH, height: bottom + 22.0, inside: pen.0 }
    }

    fn figures(&self) -> Grid {
        let several = self.series.len() > 1;
        let with_par = self.bars().any(|bar| bar.par.is_some());
        let with_interval = self.bars().any(|bar| bar.interval.is_some());
        let with_note = self.bars().any(|bar| !bar.note.is_empty());
        let mut head = vec![""];
        head.extend(several.then_some("of"));
        head.push("value");
        head.extend(if with_interval { &["from", "to"][..] } else { &[] });
        head.extend(with_par.then_some("if even"));
        head.extend(with_note.then_some("note"));
        let mut grid = Grid::new(head);
        for (label, bars) in &self.rows {
            for (series, bar) in bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let mut row = vec![label.clone()];
                row.extend(several.then(|| self.series.get(series).cloned().unwrap_or_default()));
                row.push(self.unit.words(bar.value));
                if with_interval {
                    let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
                    row.extend([self.unit.words(low), self.unit.words(high)]);
                }
                row.extend(with_par.then(|| bar.par.map_or(String::new(), |par| self.unit.words(par))));
                row.extend(with_note.then(|| bar.note.clone()));
                grid.push(row);
            }
        }
        grid
    }
}
