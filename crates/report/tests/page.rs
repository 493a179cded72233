//! A page as a browser gets it.

use report::{Bar, Bars, Cell, Curve, Grid, HeatMap, Histogram, Lines, Page, Plot, Unit};

fn bars() -> Bars {
    Bars::new("Wins <by> seat", "Share of \"games\" won & lost.", Unit::Percent)
        .series(["usual", "without leaders"])
        .group("Seat 1", [Some(Bar::new(0.31).between(0.28, 0.34).par(0.25).note("▲")), Some(Bar::new(0.2))])
        .group("Seat 2", [None, Some(Bar::new(0.24).between(0.21, 0.27).par(0.25))])
}

/// Every element that is opened is closed, in order. (Void elements of HTML apart.)
fn well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1).filter(|tag| !tag.starts_with('!')) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed at {tag}");
        } else if !tag.ends_with('/') && name != "meta" {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} not closed");
}

#[test]
fn a_page_is_whole_and_says_in_figures_what_it_draws() {
    let mut page = Page::new("Is <it> fair?");
    page.lead("So & so.");
    page.heading("First");
    page.figures([("games", "1000"), ("draws", "3 %")]);
    page.plot(&bars());
    page.heading("Second");
    page.plot(
        &Histogram::new("Length", "How long games are.", "decisions")
            .series("usual", (0..300).map(|n| (n, 1 + n as u64 % 7))),
    );
    page.heading("Third");
    page.plot(
        &Lines::new("Chances", "Over time.", "decision", Unit::Percent)
            .range(0.0, 1.0)
            .curve(Curve::new("Seat 1", [(0.0, 0.5), (1.0, 0.75)]).band([(0.4, 0.6), (0.7, 0.8)]))
            .curve(Curve::new("Seat 2", [(0.0, 0.5), (1.0, 0.25)]))
            .mark(1.0, "a bold strike"),
    );
    page.plot(
        &HeatMap::new("Against", "Rows against columns.", Unit::Percent, ["A", "B"])
            .middle(0.5)
            .row("A", [None, Some(Cell::new(0.7).note("12 games"))])
            .row("B", [Some(Cell::new(0.3)), None]),
    );
    page.list(["one", "two"]);
    page.code("sanguis lab bloodlust --seed 1");
    let mut grid = Grid::new(["a", "b"]);
    grid.push(["x", "1"]);
    page.table("Caption", &grid);
    let html = page.to_html();
    well_formed(&html);
    for needed in [
        "Is &lt;it&gt; fair?",
        "Seat 2",
        "24.0 %",
        "75.0 % (70.0 % to 80.0 %)",
        "70.0 % (12 games)",
        "a bold strike",
    ] {
        assert!(html.contains(needed), "{needed}");
    }
    assert_eq!(html.matches("<svg").count(), 4);
    assert_eq!(html.matches("<summary>The figures</summary>").count(), 4);
    assert_eq!(html.matches("<desc").count(), 4, "every drawing is described");
    for absent in ["<script", "http", "NaN", "inf"] {
        assert!(!html.contains(absent), "{absent}");
    }
}

#[test]
fn empty_plots_are_drawn() {
    let plots: [&dyn Plot; 4] = [
        &Bars::new("", "", Unit::Number(1)),
        &Histogram::new("", "", ""),
        &Lines::new("", "", "", Unit::Percent),
        &HeatMap::new("", "", Unit::Percent, [""; 0]),
    ];
    for plot in plots {
        let drawing = plot.drawing();
        assert!(drawing.height.is_finite() && !drawing.inside.contains("NaN"), "{}", drawing.inside);
        assert!(plot.figures().is_empty());
    }
}

#[test]
fn a_plot_of_bars_is_drawn_like_this() {
    insta::assert_snapshot!(bars().drawing().inside);
}
