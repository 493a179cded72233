//! `sanguis map` and `sanguis odds`: tools for Bloodstones players and map makers.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;
use shelf::bloodstones::{map, odds};

use crate::args::{json_flag, option, path};
use crate::{Failure, Outcome, args, files, output};

/// The two commands.
pub(crate) fn commands() -> [Command; 2] {
    let maps = || {
        Arg::new("map")
            .value_name("MAP")
            .required(true)
            .help("A map file, or the name of a map that comes with the game: `sanguis map list`")
    };
    let map = Command::new("map")
        .about("Bloodstones: list, check and draw maps")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new("list").about("List the maps that come with the game").arg(json_flag()))
        .subcommand(
            Command::new("check")
                .about("Check maps and explain what is wrong with them")
                .arg(maps().num_args(1..))
                .arg(json_flag()),
        )
        .subcommand(
            Command::new("draw")
                .about("Draw a map as SVG")
                .arg(maps())
                .arg(path("output", "FILE", "Write it to this file instead of standard output").short('o')),
        )
        .after_help("To play on your own map: sanguis play bloodstones --map FILE");
    let force = |name, help| option(name, "FACTION: UNITS", help).required(true);
    let tile = |name, help| option(name, "PIPS", help).value_parser(value_parser!(u8));
    let odds = Command::new("odds")
        .about("Bloodstones: the exact chances of a battle")
        .arg(force("attacker", "Who attacks, such as \"horse-lords: 2 swords, leader\""))
        .arg(force("defender", "Who defends, such as \"hill-folk: shield, castle\""))
        .arg(
            option("terrain", "WORD", "Where: plains, forest, hills, mountains, desert or sea")
                .default_value("plains"),
        )
        .arg(tile("tile", "The pips of the tile that the attacker swaps in"))
        .arg(tile("foe-tile", "The pips of the tile that the defender swaps in"))
        .arg(json_flag())
        .after_help(
            "Example: sanguis odds --attacker \"horse-lords: 2 swords, leader\" --defender \"corsairs: 2 axes\" --terrain forest --tile 5",
        );
    [map, odds]
}

pub(crate) fn map(args: &ArgMatches) -> Outcome {
    match args.subcommand() {
        Some(("list", args)) => list(args.get_flag("json")),
        Some(("check", args)) => check(args),
        Some(("draw", args)) => draw(args),
        _ => Err(Failure("Name a command: list, check or draw.".into())),
    }
}

fn list(json: bool) -> Outcome {
    let maps = || map::all().filter_map(|map| Some((map.slug?, map)));
    let all: Vec<_> = maps()
        .map(|(slug, map)| json!({ "map": slug, "name": map.name, "areas": map.len(), "players": map.players }))
        .collect();
    let rows = maps().map(|(slug, map)| {
        let (from, to) = map.players;
        vec![slug.to_owned(), format!("{from}-{to}"), map.len().to_string(), map.name.clone()]
    });
    output::report(json, &all, || output::columns(&["map", "players", "areas", ""], rows))
}

/// The text of a map: a file, or one that comes with the game.
fn text(words: &str) -> Result<String, Failure> {
    let shipped = map::all().find(|map| map.slug == Some(words));
    match shipped {
        Some(map) => Ok(map.text.clone()),
        None => files::read(&PathBuf::from(words)).map_err(|Failure(why)| {
            Failure(format!("{why} `sanguis map list` lists the maps that come with the game."))
        }),
    }
}

fn check(args: &ArgMatches) -> Outcome {
    let mut bad = 0;
    let mut reports = Vec::new();
    for words in args.get_many::<String>("map").into_iter().flatten() {
        let report = map::check(&text(words)?);
        bad += usize::from(!report.is_good());
        if args.get_flag("json") {
            let problems: Vec<_> = report
                .problems
                .iter()
                .map(|problem| json!({ "line": problem.line, "rule": problem.rule, "text": problem.text.to_string() }))
                .collect();
            reports.push(
                json!({ "map": words, "ok": report.is_good(), "facts": report.facts, "problems": problems }),
            );
        } else {
            output::line(&report.to_string());
        }
    }
    if args.get_flag("json") {
        output::json(&reports);
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn draw(args: &ArgMatches) -> Outcome {
    let map = map::choose(&text(args::text(args, "map"))?, 2)?;
    let picture = map::draw(&map);
    match args.get_one::<PathBuf>("output") {
        None => output::print(&picture),
        Some(file) => files::save(file, &picture)?,
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn odds(args: &ArgMatches) -> Outcome {
    let force = |name: &str| {
        let split = args::text(args, name).split_once(':');
        split.map(|(faction, units)| (faction.trim(), units.trim())).ok_or_else(|| {
            Failure(format!(
                "--{name} takes a faction and its units, such as \"horse-lords: 2 swords, leader\"."
            ))
        })
    };
    let (ours, theirs) = (force("attacker")?, force("defender")?);
    let pips = |name: &str| args.get_one::<u8>(name).copied();
    let odds = odds::ask(ours, theirs, args::text(args, "terrain"), pips("tile"), pips("foe-tile"))?;
    let of = odds.of();
    let report = json!({ "win": odds.win, "tie": odds.tie, "lose": odds.lose, "of": of });
    let rows = [("win", odds.win), ("tie", odds.tie), ("lose", odds.lose)].map(|(word, count)| {
        let percent = 100.0 * f64::from(count) / f64::from(of);
        vec![word.to_owned(), format!("{percent:.2} %"), format!("{count}/{of}")]
    });
    output::report(args.get_flag("json"), &report, || {
        output::columns(&["attacker", "chance", "exactly"], rows)
    })
}
