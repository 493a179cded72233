//! Is a map a good map? The checks an author wants to see pass before playing.

use std::collections::HashMap;
use std::fmt;

use table::{Name, Text, say};

use super::{Area, AreaSet, Areas, Map, Terrain, bit, read};

/// Something a map breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The check that fails: form, names, borders, sites, counts, degree, reach, spacing, slots, coast, sea, desert, range,
    /// dead-end, corner, outline.
    pub rule: &'static str,
    /// What is wrong.
    pub text: Text,
}

impl Problem {
    pub(super) fn new(line: usize, rule: &'static str, text: Text) -> Problem {
        Problem { line, rule, text }
    }

    /// Where and what.
    pub(super) fn sentence(&self) -> Text {
        say!("line {line} ({rule}): {text}", line = self.line, rule = Name(self.rule), text = self.text)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The map's name, where it could be read.
    pub name: String,
    /// Facts worth knowing, one a line.
    pub facts: Vec<String>,
    /// What is wrong; nothing for a good map.
    pub problems: Vec<Problem>,
}

impl Report {
    /// Is the map good?
    pub fn is_good(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name.is_empty() {
            writeln!(f, "{}", self.name)?;
        }
        for fact in &self.facts {
            writeln!(f, "  {fact}")?;
        }
        for problem in &self.problems {
            writeln!(f, "  {problem}")?;
        }
        write!(f, "{}", if self.is_good() { "  a good map" } else { "  not a good map yet" })
    }
}

/// Numbers of plains, forest, hills, mountains, desert, and the range of seas, of a class of map.
const CLASSES: [(&str, [u32; 5], [u32; 2]); 6] = [
    ("duel", [16, 9, 5, 2, 3], [5, 5]),
    ("middle", [24, 13, 7, 2, 3], [6, 7]),
    ("continent", [33, 20, 8, 2, 4], [8, 10]),
    ("archipelago", [33, 20, 8, 2, 4], [8, 10]),
    ("inner-sea", [32, 18, 10, 3, 3], [9, 9]),
    ("grand", [50, 27, 14, 4, 5], [11, 13]),
];

/// Runs every check on the text of a map file.
pub fn check(text: &str) -> Report {
    let mut report = Report::default();
    match read::read(text) {
        Err(problem) => report.problems.push(problem),
        Ok(map) => {
            report.name = map.name.clone();
            Checker { map: &map, report: &mut report }.run();
        }
    }
    report
}

struct Checker<'a> {
    map: &'a Map,
    report: &'a mut Report,
}

fn count(set: AreaSet) -> u32 {
    set.count_ones()
}

impl Checker<'_> {
    fn run(mut self) {
        self.counts();
        self.degrees();
        self.reach();
        self.spacing();
        self.coast();
        self.desert();
        self.range();
        self.drawing();
    }

    fn fail(&mut self, line: usize, rule: &'static str, text: String) {
        self.report.problems.push(Problem::new(line, rule, Name(text).into()));
    }

    /// A problem of one area, whose name begins the sentence.
    fn fail_in(&mut self, area: Area, rule: &'static str, text: &str) {
        let info = &self.map.areas[area.index()];
        self.fail(info.line, rule, format!("{} {text}", info.name));
    }

    fn fact(&mut self, text: String) {
        self.report.facts.push(text);
    }

    fn slots(&self, set: AreaSet) -> u32 {
        Areas(set).map(|area| u32::from(self.map.terrain(area).slots())).sum()
    }

    fn counts(&mut self) {
        let map = self.map;
        let numbers: Vec<u32> = Terrain::ALL.iter().map(|&terrain| count(map.all(terrain))).collect();
        let slots = self.slots(map.whole());
        self.fact(format!(
            "{} areas: {} plains, {} forest, {} hills, {} mountains, {} desert, {} sea; {slots} village slots",
            map.len(),
            numbers[0],
            numbers[1],
            numbers[2],
            numbers[3],
            numbers[4],
            numbers[5]
        ));
        match CLASSES.iter().find(|(name, ..)| *name == map.class) {
            Some((name, land, [low, high])) => {
                if numbers[..5] != *land || !(*low..=*high).contains(&numbers[5]) {
                    self.fail(
                        1,
                        "counts",
                        format!(
                            "a {name} map has {land:?} plains, forest, hills, mountains and desert and {low} to {high} seas; this one {numbers:?}"
                        ),
                    );
                }
            }
            None => {
                let wanted = 20 * map.players.1 as u32;
                if slots * 100 < wanted * 105 || slots * 100 > wanted * 150 {
                    let (players, low, high) = (map.players.1, wanted * 105 / 100, wanted * 150 / 100);
                    self.fail(1, "counts", format!("{players} players need {low} to {high} village slots"));
                }
            }
        }
    }

    fn degrees(&mut self) {
        let map = self.map;
        let land = map.land();
        let borders: u32 = Areas(land).map(|area| count(map.next_to(area) & land)).sum();
        let mean = f64::from(borders) / f64::from(count(land).max(1));
        self.fact(format!("a land area has {mean:.2} land neighbours on average"));
        if !(4.3..=4.9).contains(&mean) {
            let text = format!("land areas should have 4.3 to 4.9 land neighbours on average, not {mean:.2}");
            self.fail(1, "degree", text);
        }
        for area in Areas(map.habitable()) {
            let ways = map.next_to(area);
            if count(ways) == 1 && ways & map.sea() == 0 {
                self.fail_in(area, "dead-end", "has a single neighbour; only an island may be a dead end");
            }
        }
    }

    fn reach(&mut self) {
        let map = self.map;
        let foot = map.land() & !map.all(Terrain::Mountains);
        let Some(first) = Areas(map.habitable()).next() else { return };
        // On foot, or over a whole sea at a time.
        let mut reached = map.flood(bit(first), foot);
        loop {
            let seas = map.flood(map.around(reached) & map.sea(), map.sea());
            let more = map.flood(reached | map.around(seas) & foot, foot);
            if more == reached {
                break;
            }
            reached = more;
        }
        let text = format!("cannot be reached from {} on foot or over one sea", map.name_of(first));
        for area in Areas(map.habitable() & !reached) {
            self.fail_in(area, "reach", &text);
        }
    }

    fn spacing(&mut self) {
        let map = self.map;
        let most = map.players.1;
        let sites = map.habitable();
        let near = |area: Area| map.within(area, 2, map.whole());
        // As many as fit, the tightest first.
        let (mut free, mut packed) = (sites, 0);
        while let Some(area) = Areas(free).min_by_key(|&area| count(near(area) & free)) {
            free &= !near(area);
            packed += 1;
        }
        self.fact(format!("{packed} citadels fit"));
        if packed < 2 * most {
            let sites = format!("{} citadel sites three steps apart, not {packed}", 2 * most);
            self.fail(1, "spacing", format!("{most} players should find {sites}"));
        }
        // As few as fit, each where it takes the most room from the others.
        let (mut free, mut placed) = (sites, 0);
        while let Some(area) = Areas(free).max_by_key(|&area| count(near(area) & free)) {
            free &= !near(area);
            placed += 1;
        }
        self.fact(format!("{placed} citadels fit when everyone takes as much room as possible"));
        if placed < most {
            let text = format!("after {placed} greedy citadels the rest of {most} players find no room");
            self.fail(1, "spacing", text);
        }
        let poor: Vec<Area> = Areas(sites).filter(|&area| self.slots(near(area) & !bit(area)) < 10).collect();
        if poor.len() * 3 > sites.count_ones() as usize {
            let line = map.areas[poor[0].index()].line;
            self.fail(
                line,
                "slots",
                format!(
                    "{} of {} citadel sites have fewer than 10 village slots within two steps; a third may",
                    poor.len(),
                    count(sites)
                ),
            );
        }
    }

    fn coast(&mut self) {
        let map = self.map;
        let land = map.land();
        let coastal = count(map.around(map.sea()) & land);
        let percent = coastal * 100 / count(land).max(1);
        self.fact(format!("{percent} % of the land is coast"));
        if !(35..=45).contains(&percent) {
            self.fail(1, "coast", format!("35 to 45 % of the land should be coast, not {percent} %"));
        }
        let mut seas = map.sea();
        let mut widest = 0;
        while let Some(first) = Areas(seas).next() {
            let one = map.flood(bit(first), map.sea());
            widest = widest.max(count(map.around(one) & land));
            seas &= !one;
        }
        if widest * 3 < count(land) {
            let text = "one connected sea should touch a third of the land; the largest touches";
            self.fail(1, "sea", format!("{text} {widest} areas"));
        }
    }

    fn desert(&mut self) {
        let map = self.map;
        let mut rest = map.all(Terrain::Desert);
        while let Some(first) = Areas(rest).next() {
            let one = map.flood(bit(first), map.all(Terrain::Desert));
            rest &= !one;
            let (line, name) = (map.areas[first.index()].line, map.name_of(first).to_owned());
            let beside = count(map.around(one) & map.habitable());
            if beside < 4 {
                let few = format!("borders {beside} habitable areas; four make it matter");
                self.fail(line, "desert", format!("the desert around {name} {few}"));
            }
            let at_rim = Areas(one).any(|area| {
                map.areas[area.index()]
                    .outline
                    .iter()
                    .any(|&[x, y]| x <= 0 || y <= 0 || x >= map.size[0] || y >= map.size[1])
            });
            if !at_rim {
                self.fail(line, "desert", format!("the desert around {name} does not lie at the map's edge"));
            }
        }
    }

    fn range(&mut self) {
        let map = self.map;
        let peaks = map.all(Terrain::Mountains);
        let pass = |area: Area| count(map.next_to(area) & map.all(Terrain::Hills)) >= 2;
        if !Areas(peaks).any(pass) {
            let line = Areas(peaks).next().map_or(1, |area| map.areas[area.index()].line);
            self.fail(line, "range", "no mountain lies between two hill areas".into());
        }
    }

    /// Borders and outlines tell the same story, and nowhere do four areas meet in a point, where nobody could tell who is next
    /// to whom.
    fn drawing(&mut self) {
        let map = self.map;
        let mut corners: HashMap<[i32; 2], AreaSet> = HashMap::new();
        let mut sides: HashMap<([i32; 2], [i32; 2]), AreaSet> = HashMap::new();
        for (number, area) in map.numbered() {
            if area.outline.len() < 3 {
                self.fail_in(number, "outline", "needs an outline of three points");
                continue;
            }
            for (k, &point) in area.outline.iter().enumerate() {
                let next = area.outline[(k + 1) % area.outline.len()];
                *corners.entry(point).or_default() |= bit(number);
                *sides.entry((point.min(next), point.max(next))).or_default() |= bit(number);
            }
        }
        let mut meeting: Vec<_> = corners.into_iter().filter(|(_, who)| count(*who) > 3).collect();
        meeting.sort_unstable();
        for ([x, y], who) in meeting {
            let names: Vec<_> = Areas(who).map(|area| map.name_of(area)).collect();
            let line = map.areas[who.trailing_zeros() as usize].line;
            self.fail(line, "corner", format!("{} meet in one point ({x}, {y})", names.join(", ")));
        }
        let mut drawn = vec![0; map.len()];
        for who in sides.into_values().filter(|who| count(*who) == 2) {
            Areas(who).for_each(|area| drawn[area.index()] |= who & !bit(area));
        }
        for (number, area) in map.numbered() {
            if area.outline.len() < 3 {
                continue;
            }
            let listed = map.next_to(number);
            for other in Areas(drawn[number.index()] & !listed) {
                let text = format!("touches {} but does not list it", map.name_of(other));
                self.fail_in(number, "outline", &text);
            }
            for other in Areas(listed & !drawn[number.index()]) {
                if map.areas[other.index()].outline.len() >= 3 {
                    let text = format!("lists {} but is drawn apart from it", map.name_of(other));
                    self.fail_in(number, "outline", &text);
                }
            }
        }
    }
}
