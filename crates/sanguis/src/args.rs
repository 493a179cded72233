//! What commands have in common.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use serde_json::{Map, Value};
use shelf::GameEntry;
use table::{AnyGame, Dial, Knob};

use crate::{Failure, files};

/// An option with a value.
pub(crate) fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// An option without a value.
pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// The option that turns a report into JSON.
pub(crate) fn json_flag() -> Arg {
    flag("json", "Print JSON, for scripts")
}

/// An option that names a file or folder.
pub(crate) fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    option(name, value, help).value_parser(value_parser!(PathBuf))
}

/// The file a command works on.
pub(crate) fn file(help: &'static str) -> Arg {
    Arg::new("file").value_name("FILE").required(true).value_parser(value_parser!(PathBuf)).help(help)
}

/// A word of the command line; empty if it was left out.
pub(crate) fn text<'a>(args: &'a ArgMatches, name: &str) -> &'a str {
    args.get_one::<String>(name).map_or("", String::as_str)
}

/// The game a command names.
pub(crate) fn named_game(args: &ArgMatches) -> Result<&'static GameEntry, Failure> {
    Ok(shelf::find(text(args, "game"))?)
}

/// The options of a game: the number of players and the knobs given on the command line.
pub(crate) fn options(game: &dyn AnyGame, args: &ArgMatches) -> Result<Value, Failure> {
    let mut map = knobs(game, args)?;
    let players = args.get_one::<u64>("players").copied().unwrap_or(game.info().usual_players as u64);
    map.insert("players".into(), Value::from(players));
    Ok(game.options(&Value::Object(map))?)
}

/// The options and, with `--from`, the position to start from.
pub(crate) fn start(
    game: &'static dyn AnyGame,
    args: &ArgMatches,
) -> Result<(Value, Option<Value>), Failure> {
    let Some(path) = args.get_one::<PathBuf>("from") else { return Ok((options(game, args)?, None)) };
    let scenario = files::read_scenario(path)?;
    if scenario.game != game.info().id {
        return Err(Failure(format!("{} is a position of {}.", path.display(), scenario.game)));
    }
    Ok((game.options(&scenario.options)?, scenario.position))
}

/// The knobs given on the command line.
pub(crate) fn knobs(game: &dyn AnyGame, args: &ArgMatches) -> Result<Map<String, Value>, Failure> {
    let mut map = Map::new();
    for knob in game.knobs() {
        if let Some(text) = args.get_one::<String>(knob.name) {
            map.insert(knob.name.into(), knob.parse(&knob_text(knob, text)?)?);
        }
    }
    Ok(map)
}

/// A text option may name a file, such as a map, and then stands for its contents.
pub(crate) fn knob_text(knob: &Knob, text: &str) -> Result<String, Failure> {
    let path = std::path::Path::new(text);
    match knob.dial {
        Dial::Text { .. } if text.ends_with(".toml") || path.is_file() => files::read(path),
        _ => Ok(text.to_owned()),
    }
}
