//! Heat maps: rows against columns.

use crate::grid::Grid;
use crate::scale::Unit;
use crate::svg::{Anchor, Pen, fitted, width_of};
use crate::{Drawing, Plot, WIDTH};

/// A cell of a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    value: f64,
    note: String,
}

impl Cell {
    /// A cell with this value.
    pub fn new(value: f64) -> Cell {
        Cell { value, note: String::new() }
    }

    /// With a note: "412 games".
    pub fn note(mut self, note: impl Into<String>) -> Cell {
        self.note = note.into();
        self
    }
}

/// Rows against columns. The strength of a cell's colour says how far its value is from the middle, an arrow on which side.
#[derive(Clone, Debug)]
pub struct HeatMap {
    title: String,
    description: String,
    unit: Unit,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Option<Cell>>)>,
    /// Values above it are warm, values below cold; without it, all are warm from zero.
    middle: Option<f64>,
}

impl HeatMap {
    /// An empty plot with these columns.
    pub fn new<S: Into<String>>(
        title: impl Into<String>,
        description: impl Into<String>,
        unit: Unit,
        columns: impl IntoIterator<Item = S>,
    ) -> HeatMap {
        HeatMap {
            title: title.into(),
            description: description.into(),
            unit,
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            middle: None,
        }
    }

    /// The value at which neither side is ahead.
    pub fn middle(mut self, middle: f64) -> HeatMap {
        self.middle = Some(middle);
        self
    }

    /// Adds a row: a cell for each column, or none.
    pub fn row(mut self, label: impl Into<String>, cells: impl IntoIterator<Item = Option<Cell>>) -> HeatMap {
        self.rows.push((label.into(), cells.into_iter().collect()));
        self
    }
}

impl Plot for HeatMap {
    fn words(&self) -> (&str, &str) {
        (&self.title, &self.description)
    }

    fn drawing(&self) -> Drawing {
        const ROW: f64 = 34.0;
        let labels = self.rows.iter().map(|(label, _)| width_of(label)).fold(40.0, f64::max).min(200.0);
        let left = labels + 12.0;
        let wide = ((WIDTH - left - 4.0) / self.columns.len().max(1) as f64).min(120.0);
        let middle = self.middle.unwrap_or(0.0);
        let cells = || self.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
        let reach = cells().map(|cell| (cell.value - middle).abs()).fold(0.0, f64::max).max(1e-9);
        let mut pen = Pen::default();
        let slanted = self.columns.iter().any(|column| width_of(column) > wide);
        let top = if slanted { 84.0 } else { 24.0 };
        for (i, column) in self.columns.iter().enumerate() {
            let x = left + wide * (i as f64 + 0.5);
            if slanted {
                pen.put(format_args!(
                    "<text class=\"label\" transform=\"translate({x:.1} {:.1}) rotate(-35)\">{}</text>",
                    top - 8.0,
                    crate::svg::escape(&fitted(column, 110.0))
                ));
            } else {
                pen.text("label", x, top - 8.0, Anchor::Middle, column);
            }
        }
        for (r, (label, cells)) in self.rows.iter().enumerate() {
            let y = top + ROW * r as f64;
            pen.text("label", left - 8.0, y + ROW / 2.0 + 4.0, Anchor::End, &fitted(label, labels));
            for (c, cell) in cells.iter().enumerate() {
                let x = left + wide * c as f64;
                let Some(cell) = cell else {
                    pen.text("tick", x + wide / 2.0, y + ROW / 2.0 + 4.0, Anchor::Middle, "–");
                    continue;
                };
                let distance = (cell.value - middle) / reach;
                let class = if distance >= 0.0 { "warm" } else { "cold" };
                let column = self.columns.get(c).map_or("", String::as_str);
                let words = self.unit.words(cell.value);
                let says = format!("{label}, {column}: {words} {}", cell.note);
                let strength = 0.06 + 0.6 * distance.abs();
                pen.rect(class, (x + 1.0, y + 1.0), (wide - 2.0, ROW - 2.0), strength, says.trim_end());
                let arrow = match self.middle {
                    Some(_) if distance > 0.5 => " ▲",
                    Some(_) if distance < -0.5 => " ▼",
                    _ => "",
                };
                let words = format!("{words}{arrow}");
                pen.text("value", x + wide / 2.0, y + ROW / 2.0 + 4.0, Anchor::Middle, &words);
            }
        }
        Drawing { width: WIDTH, height: top + ROW * self.rows.len() as f64 + 6.0, inside: pen.0 }
    }

    fn figures(&self) -> Grid {
        let mut grid = Grid::new([String::new()].into_iter().chain(self.columns.iter().cloned()));
        for (label, cells) in &self.rows {
            let cells = cells.iter().map(|cell| match cell {
                Some(cell) if cell.note.is_empty() => self.unit.words(cell.value),
                Some(cell) => format!("{} ({})", self.unit.words(cell.value), cell.note),
                None => "–".to_owned(),
            });
            grid.push([label.clone()].into_iter().chain(cells));
        }
        grid
    }
}
