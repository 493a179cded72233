//! Distributions.

use std::collections::BTreeMap;

use crate::grid::Grid;
use crate::scale::{Scale, Unit, round_step, round_up};
use crate::svg::{Anchor, Pen};
use crate::{COLOURS, Drawing, Plot, WIDTH};

/// How often each whole number came up, as a share of all, for one series or several.
#[derive(Clone, Debug)]
pub struct Histogram {
    title: String,
    description: String,
    axis: String,
    series: Vec<(String, BTreeMap<i64, u64>)>,
}

/// The most columns: more would be too narrow to read.
const COLUMNS: f64 = 40.0;

impl Histogram {
    /// An empty plot; `axis` says what the numbers count: "decisions".
    pub fn new(
        title: impl Into<String>,
        description: impl Into<String>,
        axis: impl Into<String>,
    ) -> Histogram {
        let (title, description, axis) = (title.into(), description.into(), axis.into());
        Histogram { title, description, axis, series: Vec::new() }
    }

    /// Adds a series: each number with its count.
    pub fn series(
        mut self,
        name: impl Into<String>,
        counts: impl IntoIterator<Item = (i64, u64)>,
    ) -> Histogram {
        self.series.push((name.into(), counts.into_iter().collect()));
        self
    }

    /// The width of a column: 1, or a round number if that would give too many columns.
    fn step(&self) -> i64 {
        let all = || self.series.iter().flat_map(|(_, counts)| counts.keys().copied());
        let span = all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1;
        if span as f64 <= COLUMNS { 1 } else { round_step(span as f64 / COLUMNS).max(1.0) as i64 }
    }

    /// Columns from left to right: where each begins, and the share of each series.
    fn columns(&self) -> Vec<(i64, Vec<f64>)> {
        let step = self.step();
        let mut columns: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
        for (i, (_, counts)) in self.series.iter().enumerate() {
            let sum = counts.values().sum::<u64>().max(1) as f64;
            for (&number, &count) in counts {
                let column = columns.entry(number.div_euclid(step) * step).or_default();
                column.resize(self.series.len(), 0.0);
                column[i] += count as f64 / sum;
            }
        }
        columns.into_iter().collect()
    }

    fn name(&self, from: i64) -> String {
        match self.step() {
            1 => from.to_string(),
            step => format!("{from} to {}", from + step - 1),
        }
    }
}

impl Plot for Histogram {
    fn words(&self) -> (&str, &str) {
        (&self.title, &self.description)
    }

    fn drawing(&self) -> Drawing {
        let columns = self.columns();
        let step = self.step();
        let first = columns.first().map_or(0, |column| column.0);
        let last = columns.last().map_or(0, |column| column.0) + step;
        let most = columns.iter().flat_map(|column| &column.1).copied().fold(0.0, f64::max);
        let mut pen = Pen::default();
        let names: Vec<&str> = self.series.iter().map(|(name, _)| name.as_str()).collect();
        let (left, right) = (56.0, WIDTH - 10.0);
        let top = pen.legend(&names, left, right) + 8.0;
        let bottom = top + 190.0;
        // A few numbers should not make columns as wide as the page.
        let columns_wide = ((last - first) / step).max(12) as f64;
        let across = Scale::new(first as f64, first as f64 + columns_wide * step as f64, left, right);
        let up = Scale::new(0.0, round_up(most.max(1e-9)), bottom, top);
        let (ticks, gap) = up.ticks(4);
        for tick in ticks {
            pen.line("grid", (left, up.at(tick)), (right, up.at(tick)));
            pen.text("tick", left - 6.0, up.at(tick) + 4.0, Anchor::End, &Unit::Percent.tick(tick, gap));
        }
        for (from, shares) in &columns {
            let (x, end) = (across.at(*from as f64), across.at((from + step) as f64));
            let width = (end - x - 2.0).max(1.0) / shares.len().max(1) as f64;
            for (series, &share) in shares.iter().enumerate() {
                let says = format!("{} {}: {}", self.name(*from), self.axis, Unit::Percent.words(share));
                let class = format!("bar s{}", series % COLOURS);
                let at = (x + 1.0 + width * series as f64, up.at(share));
                pen.rect(&class, at, (width, bottom - up.at(share)), 1.0, &says);
            }
        }
        pen.line("axis", (left, bottom), (right, bottom));
        let label_step = round_step(step as f64 * columns_wide / 14.0).max(1.0);
        let mut label = (first as f64 / label_step).ceil() * label_step;
        while label < last as f64 {
            let middle = if step == 1 { across.at(label + 0.5) } else { across.at(label) };
            pen.text("tick", middle, bottom + 16.0, Anchor::Middle, &format!("{label:.0}"));
            label += label_step;
        }
        pen.text("tick", (left + right) / 2.0, bottom + 34.0, Anchor::Middle, &self.axis);
        Drawing { width: WIDTH, height: bottom + 42.0, inside: pen.0 }
    }

    fn figures(&self) -> Grid {
        let mut head = vec![self.axis.clone()];
        head.extend(self.series.iter().map(|(name, _)| name.clone()));
        let mut grid = Grid::new(head);
        for (from, shares) in self.columns() {
            let cells = shares.iter().map(|&share| Unit::Percent.words(share));
            grid.push([self.name(from)].into_iter().chain(cells));
        }
        grid
    }
}
