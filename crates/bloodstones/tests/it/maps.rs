//! Maps: those that come with the game are good, and the faults of others are named.

use bloodstones::map::{self, Area, MapRef, SHIPPED, check, draw};
use bloodstones::{Bloodstones, Options};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use table::chance::quick;
use table::{Game, Options as _};

use crate::vale::VALE;

#[test]
fn every_shipped_map_passes_every_check() {
    let mut bad = Vec::new();
    for one in map::all() {
        let report = check(&one.text);
        if !report.is_good() {
            bad.push(report.to_string());
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    let players: Vec<_> = map::all().map(|map| [map.players.0, map.players.1]).collect();
    assert_eq!(players, map::PLAYERS, "what hosts are told");
    let classes: Vec<_> = map::all().map(|map| (map.class.clone(), map.players)).collect();
    for wanted in [
        ("duel", (2, 2)),
        ("middle", (2, 3)),
        ("continent", (2, 4)),
        ("archipelago", (2, 4)),
        ("grand", (4, 6)),
    ] {
        assert!(classes.contains(&(wanted.0.to_owned(), wanted.1)), "{wanted:?}");
    }
}

#[test]
fn every_number_of_players_has_a_usual_map() {
    for players in 2..=6 {
        assert!(Options::standard(players).check().is_ok(), "{players}");
    }
    let wrong = Options { map: "twin-fords".into(), ..Options::standard(4) };
    assert!(wrong.check().unwrap_err().reason.contains("the-long-coast"), "the refusal says what fits");
    assert!(wrong.check().unwrap_err().reason.contains("a map for 2 players;"));
    let unknown = Options { map: "atlantis".into(), ..Options::standard(4) };
    assert!(unknown.check().unwrap_err().reason.contains(SHIPPED[0]));
}

/// A shipped map with one thing changed, and the check that must notice.
fn spoilt(from: &str, to: &str) -> Vec<&'static str> {
    let text = &map::usual(2).text;
    assert!(text.contains(from), "{from}");
    let report = check(&text.replacen(from, to, 1));
    assert!(report.problems.iter().all(|problem| problem.line > 0));
    report.problems.iter().map(|problem| problem.rule).collect()
}

#[test]
fn faults_are_named_with_their_line() {
    let map = map::usual(2);
    let first = &map.areas[0].name;
    let second = &map.areas[1].name;
    assert_eq!(spoilt("terrain = \"sea\"", "terrain = \"swamp\""), ["form"]);
    assert_eq!(spoilt("players = [2, 2]", "players = [1, 9]"), ["form"]);
    assert_eq!(spoilt(&format!("name = \"{first}\""), &format!("name = \"{second}\"")), ["names"]);
    assert_eq!(spoilt("next-to = [", "next-to = [\"Nowhere\", "), ["borders"]);
    assert_eq!(spoilt("next-to = [", &format!("next-to = [\"{first}\", ")), ["borders"]);
    assert_eq!(spoilt(&format!("name = \"{first}\""), "name = \"{s1}\""), ["names"]);
    assert_eq!(spoilt("centre = [", "centre = [2147483647, 0]\n#"), ["outline"]);
    assert!(spoilt("terrain = \"plains\"", "terrain = \"forest\"").contains(&"counts"));
    assert!(spoilt("terrain = \"sea\"", "terrain = \"mountains\"").contains(&"counts"));
    let line = map.areas[0].line;
    let report = check(&map.text.replacen("next-to = [", "next-to = [\"Nowhere\", ", 1));
    assert_eq!(report.problems[0].line, line);
    assert!(report.to_string().contains("Nowhere"));
}

#[test]
fn poor_maps_are_told_what_they_lack() {
    let report = check(VALE);
    let rules: Vec<_> = report.problems.iter().map(|problem| problem.rule).collect();
    for rule in ["counts", "degree", "spacing", "slots", "desert", "outline"] {
        assert!(rules.contains(&rule), "{rule} in {report}");
    }
    let apart = "name = \"Apart\"\nplayers = [2, 2]\narea = [\n{ name = \"A\", terrain = \"plains\", next-to = [\"B\"] },\n{ name = \"B\", terrain = \"hills\", next-to = [\"A\"] },\n{ name = \"C\", terrain = \"hills\", next-to = [] }]\n";
    let rules: Vec<_> = check(apart).problems.iter().map(|problem| problem.rule).collect();
    for rule in ["reach", "dead-end", "range", "coast", "slots"] {
        assert!(rules.contains(&rule), "{rule} in {rules:?}");
    }
    assert!(check("nonsense").problems[0].text.to_string().len() > 3);
    let unknown = apart.replace("next-to = [\"B\"]", "next-to = [\"Nowhere\"]");
    assert_eq!(check(&unknown).problems[0].line, 4, "an area of a list stands on a line too");
    let one_way = "name = \"X\"\nplayers = [2, 2]\narea = [{ name = \"A\", terrain = \"plains\", next-to = [\"B\"] }, { name = \"B\", terrain = \"plains\", next-to = [] }]\n";
    assert!(check(one_way).problems[0].text.contains("A is next to B, but not the other way round"));
}

#[test]
fn four_areas_must_not_meet_in_a_point() {
    let square = |name: &str, x: i32, y: i32, next: &str| {
        format!(
            "[[area]]\nname = \"{name}\"\nterrain = \"plains\"\nnext-to = [{next}]\ncentre = [{0}, {1}]\noutline = [[{x}, {y}], [{2}, {y}], [{2}, {3}], [{x}, {3}]]\n",
            x + 50,
            y + 50,
            x + 100,
            y + 100
        )
    };
    let text = format!(
        "name = \"Chess\"\nplayers = [2, 2]\nsize = [200, 200]\n{}{}{}{}",
        square("A", 0, 0, "\"B\", \"C\""),
        square("B", 100, 0, "\"A\", \"D\""),
        square("C", 0, 100, "\"A\", \"D\""),
        square("D", 100, 100, "\"B\", \"C\"")
    );
    let report = check(&text);
    let corner =
        report.problems.iter().find(|problem| problem.rule == "corner").expect("the corner is found");
    assert!(corner.text.contains("A, B, C, D"));
}

#[test]
fn drawings_show_every_area() {
    for one in map::all() {
        let svg = draw(&one);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for area in &one.areas {
            assert!(svg.contains(&format!(">{}</text>", area.name)), "{}", area.name);
        }
        assert!(!one.rivers.is_empty());
    }
}

#[test]
fn a_map_without_a_drawing_is_shown_as_a_grid() {
    let map = map::choose(VALE, 2).expect("a map");
    assert_eq!(map.picture_size(), [560, 560]);
    let (outline, centre) = map.picture(Area::new(5));
    assert_eq!((outline.len(), centre), (4, [210, 210]));
    assert!(draw(&map).contains(">Isle</text>"));
}

#[test]
fn a_map_given_as_text_is_the_same_map_everywhere() {
    let options = Options { map: VALE.into(), ..Options::standard(2) };
    let hash = |options: &Options| {
        let state = Bloodstones::deal(options, &mut quick(1));
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        (state, hasher.finish())
    };
    let (one, first) = hash(&options);
    let (two, second) = hash(&options.clone());
    assert_eq!((one, first), (two, second));
    // The text of a shipped map and its name are told apart by what options say, not by what they mean.
    let (_, by_name) = hash(&Options::standard(2));
    let (_, by_text) = hash(&Options { map: map::usual(2).text.clone(), ..Options::standard(2) });
    assert_eq!(by_name, by_text);
}

#[test]
fn a_text_that_is_no_map_is_refused() {
    let options = Options { map: "name = \"x\"\nplayers = [2, 3]\n".into(), ..Options::standard(2) };
    assert!(options.check().unwrap_err().reason.contains("The map:"));
    let huge = Options { map: "#\n".repeat(300_000), ..Options::standard(2) };
    assert!(huge.check().is_err());
}

#[test]
fn any_number_of_maps_can_be_played_on_and_none_outlives_its_last_match() {
    let of = |number: usize| VALE.replacen("Vale", &format!("Vale {number}"), 1);
    for number in 0..4_200 {
        assert!(map::choose(&of(number), 2).is_ok(), "{number}");
    }
    let (one, other) = (map::choose(&of(1), 2).unwrap(), map::choose(&of(1), 2).unwrap());
    let (MapRef::Own(one), MapRef::Own(other)) = (one, other) else { panic!("not a map of the game") };
    assert!(Arc::ptr_eq(&one, &other), "two matches on one map share it");
    let gone = Arc::downgrade(&one);
    drop((one, other));
    assert!(gone.upgrade().is_none());
}

#[test]
fn a_new_table_keeps_a_map_without_its_comments() {
    let wordy = VALE.replace("area = [", &format!("# {}\n\n\narea    =   [ # here", "padding ".repeat(1000)));
    let options = Options { map: wordy, ..Options::standard(2) };
    let settled = options.clone().settled();
    assert!(settled.check().is_ok() && !settled.map.contains('#'));
    assert!(settled.map.len() < VALE.len() + 500, "{} {}", settled.map.len(), VALE.len());
    let read = |map: &str| map::choose(map, 2).unwrap();
    let (before, after) = (read(&options.map), read(&settled.map));
    let plain = |map: &map::Map| -> Vec<_> {
        map.numbered().map(|(area, info)| (info.name.clone(), info.terrain, map.next_to(area))).collect()
    };
    assert_eq!(plain(&before), plain(&after));
    for same in ["", "twin-fords", "no\nmap"] {
        let options = Options { map: same.into(), ..Options::standard(2) };
        assert_eq!(options.clone().settled(), options);
    }
    // A table takes 64 KiB of options: any map that comes with the game can be changed and played on.
    for map in map::all() {
        let own = Options { map: map.text.clone(), ..Options::standard(map.players.0) }.settled();
        let length = serde_json::to_string(&own).unwrap().len();
        assert!(length < 64 << 10, "{}: {length}", map.name);
    }
}
