//! A map as a picture.

use std::fmt::Write;

use super::{Map, Terrain};

const fn colour(terrain: Terrain) -> (&'static str, &'static str) {
    match terrain {
        Terrain::Plains => ("#d9cf9b", "#7d7345"),
        Terrain::Forest => ("#93ab7a", "#3f5a34"),
        Terrain::Hills => ("#c2a27c", "#6e5233"),
        Terrain::Mountains => ("#9b948e", "#4c4642"),
        Terrain::Desert => ("#ecd9ab", "#a5823f"),
        Terrain::Sea => ("#a9c6cf", "#4a7a8a"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn path(points: &[[i32; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// The map as an SVG picture: ground, borders, coasts with waterlines, rivers, names.
pub fn draw(map: &Map) -> String {
    let [width, height] = map.picture_size();
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" font-family=\"Georgia, serif\">",
        escape(&map.name)
    );
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#efe6d0\"/>");
    for (number, area) in map.numbered() {
        let (fill, ink) = colour(area.terrain);
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"><title>{} ({})</title></polygon>",
            path(&map.picture(number).0),
            escape(&area.name),
            area.terrain.word()
        );
    }
    coasts(map, &mut svg);
    for river in &*map.rivers {
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#3f7d9b\" stroke-width=\"4\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
            path(river)
        );
    }
    for (number, area) in map.numbered() {
        let (_, [x, y]) = map.picture(number);
        marks(area.terrain, [x, y], &mut svg);
        let slant = if area.terrain == Terrain::Sea { " font-style=\"italic\"" } else { "" };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"14\"{slant} fill=\"#2d241b\" stroke=\"#fff8e6\" stroke-width=\"3\" stroke-opacity=\".6\" paint-order=\"stroke\">{}</text>",
            y + 22,
            escape(&area.name)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A heavy line with waterlines wherever land meets sea.
fn coasts(map: &Map, svg: &mut String) {
    use std::collections::BTreeMap;
    let mut sides: BTreeMap<([i32; 2], [i32; 2]), (bool, bool)> = BTreeMap::new();
    for area in &map.areas {
        for (k, &point) in area.outline.iter().enumerate() {
            let next = area.outline[(k + 1) % area.outline.len()];
            let side = sides.entry((point.min(next), point.max(next))).or_default();
            if area.terrain == Terrain::Sea { side.0 = true } else { side.1 = true }
        }
    }
    for (weight, ink, opacity) in [(14, "#6d9fae", "0.25"), (8, "#5d93a4", "0.35"), (3, "#3b2f22", "1")] {
        let _ = write!(
            svg,
            "<path fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"{opacity}\" stroke-width=\"{weight}\" stroke-linecap=\"round\" d=\""
        );
        for (([a, b], [c, d]), _) in sides.iter().filter(|(_, side)| side.0 && side.1) {
            let _ = write!(svg, "M{a} {b}L{c} {d}");
        }
        svg.push_str("\"/>\n");
    }
}

/// Small signs that say the ground without colour.
fn marks(terrain: Terrain, [x, y]: [i32; 2], svg: &mut String) {
    let sign = match terrain {
        Terrain::Plains => "m-12 0h8m4 0h8m-14 4h8",
        Terrain::Forest => "m-14 2l5-14l5 14zm8 2l6-16l6 16z",
        Terrain::Hills => "m-16 2q7-14 14 0m-2 0q8-16 16 0",
        Terrain::Mountains => "m-20 4l12-24l7 13l5-8l10 19m-22-24l-3 12",
        Terrain::Desert => "m-14 0q4-5 8 0t8 0t8 0m-18 6q4-5 8 0t8 0",
        Terrain::Sea => "m-12 0q3-4 6 0t6 0t6 0",
    };
    let (_, ink) = colour(terrain);
    let _ = writeln!(
        svg,
        "<path d=\"M{x} {}{sign}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        y - 6
    );
}
