//! Reading a map file, with the checks that every map must pass to be played. [`super::check`] says whether it is a good map.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use table::{Name, Text, say};

use super::{Area, AreaInfo, MAX_AREAS, Map, Problem, Terrain, bit};

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    name: String,
    #[serde(default)]
    class: String,
    players: [usize; 2],
    #[serde(default)]
    size: [i32; 2],
    #[serde(default)]
    river: Vec<River>,
    area: Vec<Spanned<Entry>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct River {
    course: Vec<[i32; 2]>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    name: String,
    terrain: Terrain,
    next_to: Vec<String>,
    #[serde(default)]
    centre: [i32; 2],
    #[serde(default)]
    outline: Vec<[i32; 2]>,
}

/// A map file written again, without comments and spaces; none if it cannot be read.
pub(super) fn tidy(text: &str) -> Option<String> {
    toml::to_string(&toml::from_str::<File>(text).ok()?).ok()
}

/// Reads a map, or says where and why it cannot be played on.
pub(super) fn read(text: &str) -> Result<Map, Problem> {
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(text, span.start));
        Problem::new(line, "form", Name(error.message()).into())
    })?;
    let (lines, entries): (Vec<usize>, Vec<Entry>) =
        file.area.into_iter().map(|area| (line_at(text, area.span().start), area.into_inner())).unzip();
    let line = |i: usize| lines.get(i).copied().unwrap_or(1);

    if !is_name(&file.name) {
        return fail(1, "names", say!("a map needs a name of at most 40 letters, without braces"));
    }
    if !is_point(&file.size) || !file.river.iter().flat_map(|river| &river.course).all(is_point) {
        return fail(1, "outline", say!("size and rivers are drawn beyond all bounds"));
    }
    let [fewest, most] = file.players;
    if !(2..=6).contains(&fewest) || !(fewest..=6).contains(&most) {
        return fail(
            1,
            "form",
            say!("players is a range within 2 to 6, such as {example}", example = Name("2, 4")),
        );
    }
    if entries.len() > MAX_AREAS {
        return fail(line(MAX_AREAS), "form", say!("a map has at most {MAX_AREAS} areas"));
    }
    let find = |name: &str| entries.iter().position(|area| area.name == name);
    let mut next = [0; MAX_AREAS];
    for (i, area) in entries.iter().enumerate() {
        if !is_name(&area.name) {
            return fail(
                line(i),
                "names",
                say!("an area needs a name of at most 40 letters, without braces"),
            );
        }
        if !area.outline.iter().chain([&area.centre]).all(is_point) {
            return fail(
                line(i),
                "outline",
                say!("{area} is drawn beyond all bounds", area = Name(&area.name)),
            );
        }
        let twin = entries[..i].iter().any(|other| other.name.eq_ignore_ascii_case(&area.name));
        if twin {
            return fail(
                line(i),
                "names",
                say!("there are two areas called {area}", area = Name(&area.name)),
            );
        }
    }
    for (i, area) in entries.iter().enumerate() {
        for neighbour in &area.next_to {
            let Some(j) = find(neighbour) else {
                return fail(
                    line(i),
                    "borders",
                    say!(
                        "{area} is next to {neighbour}, which is not on the map",
                        area = Name(&area.name),
                        neighbour = Name(neighbour)
                    ),
                );
            };
            if i == j {
                return fail(line(i), "borders", say!("{area} is next to itself", area = Name(&area.name)));
            }
            if next[i] & bit(Area::new(j)) != 0 {
                return fail(
                    line(i),
                    "borders",
                    say!(
                        "{area} lists {neighbour} twice",
                        area = Name(&area.name),
                        neighbour = Name(neighbour)
                    ),
                );
            }
            next[i] |= bit(Area::new(j));
        }
    }
    for (i, area) in entries.iter().enumerate() {
        for neighbour in &area.next_to {
            if let Some(j) = find(neighbour)
                && next[j] & bit(Area::new(i)) == 0
            {
                return fail(
                    line(j),
                    "borders",
                    say!(
                        "{area} is next to {neighbour}, but not the other way round",
                        area = Name(&area.name),
                        neighbour = Name(neighbour)
                    ),
                );
            }
        }
    }
    let mut ground = [0; 6];
    let mut terrain = [Terrain::Sea; MAX_AREAS];
    for (i, area) in entries.iter().enumerate() {
        ground[area.terrain as usize] |= bit(Area::new(i));
        terrain[i] = area.terrain;
    }
    let sites = ground[..3].iter().map(|set| set.count_ones() as usize).sum::<usize>();
    if sites < most {
        return fail(
            1,
            "sites",
            say!("{most} players need {most} areas of plains, forest or hills; there are {sites}"),
        );
    }
    let areas = entries
        .into_iter()
        .enumerate()
        .map(|(i, area)| AreaInfo {
            name: area.name,
            terrain: area.terrain,
            outline: area.outline,
            centre: area.centre,
            line: line(i),
        })
        .collect();
    Ok(Map {
        name: file.name,
        class: file.class,
        players: (fewest, most),
        size: file.size,
        areas,
        rivers: Arc::new(file.river.into_iter().map(|river| river.course).collect()),
        slug: None,
        text: text.to_owned(),
        next,
        ground,
        terrain,
        mark: mark(text),
        lands: OnceLock::new(),
    })
}

/// The line of a byte, counted from 1.
fn line_at(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&it| it == b'\n').count() + 1
}

fn fail<T>(line: usize, rule: &'static str, text: Text) -> Result<T, Problem> {
    Err(Problem::new(line, rule, text))
}

/// Something that can be printed on a map. Braces are for seats.
fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    !name.trim().is_empty()
        && length <= 40
        && !name.contains(|c: char| c.is_control() || c == '{' || c == '}')
}

fn is_point(point: &[i32; 2]) -> bool {
    point.iter().all(|n| (-100_000..=100_000).contains(n))
}

/// FNV-1a over the text: the same everywhere and for ever.
fn mark(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
