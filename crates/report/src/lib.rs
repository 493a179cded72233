//! Reports: one self-contained HTML page with drawn plots.
//!
//! A page needs no script, no font and no network, reads in light and dark and on paper, and says in words and figures what it
//! shows in a picture: every plot has a title, a description and a table of its figures under it.
//!
//! ```
//! use report::{Bar, Bars, Page, Unit};
//!
//! let mut page = Page::new("Who wins?");
//! page.lead("A thousand games between equal bots.");
//! page.heading("By seat");
//! page.plot(
//!     &Bars::new("Wins by seat", "Share of games each seat won.", Unit::Percent)
//!         .row("Seat 1", Bar::new(0.31).between(0.28, 0.34).par(0.25))
//!         .row("Seat 2", Bar::new(0.24).between(0.21, 0.27).par(0.25)),
//! );
//! assert!(page.to_html().starts_with("<!doctype html>"));
//! ```

mod bars;
mod grid;
mod heat;
mod histogram;
mod lines;
mod page;
mod scale;
mod svg;

pub use bars::{Bar, Bars};
pub use grid::Grid;
pub use heat::{Cell, HeatMap};
pub use histogram::Histogram;
pub use lines::{Curve, Lines};
pub use page::Page;
pub use scale::{Unit, thousands};

/// A drawing with its words and figures.
pub trait Plot {
    /// A short title; and what is shown, in a sentence or two, for those who cannot see it.
    fn words(&self) -> (&str, &str);

    /// The drawing: an `<svg>` element without its title and description, which the page adds.
    fn drawing(&self) -> Drawing;

    /// The figures it was drawn from.
    fn figures(&self) -> Grid;
}

/// The inside of an `<svg>` element and its size.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// In units of about a pixel.
    pub width: f64,
    /// In units of about a pixel.
    pub height: f64,
    /// SVG elements.
    pub inside: String,
}

/// How wide plots are drawn.
pub(crate) const WIDTH: f64 = 760.0;

/// How many colours there are before they repeat; each comes with its own sign.
pub(crate) const COLOURS: usize = 6;
