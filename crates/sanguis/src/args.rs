//! What commands read from their arguments alike.

use clap::ArgMatches;
use serde_json::{Map, Value};
use table::{AnyGame, Dial, Knob};

use crate::{Failure, files};

/// The game a command names.
pub(crate) fn named_game(args: &ArgMatches) -> Result<&'static dyn AnyGame, Failure> {
    Ok(shelf::find(args.get_one::<String>("game").map_or("", String::as_str))?.game)
}

/// The options of a game: the number of players and the knobs given on the command line.
pub(crate) fn options(game: &dyn AnyGame, args: &ArgMatches) -> Result<Value, Failure> {
    let info = game.info();
    let mut map = Map::new();
    let players = args.get_one::<u64>("players").copied().unwrap_or(info.usual_players as u64);
    map.insert("players".into(), Value::from(players));
    for knob in game.knobs() {
        if let Some(text) = args.get_one::<String>(knob.name) {
            map.insert(knob.name.into(), knob.parse(&knob_text(knob, text)?)?);
        }
    }
    Ok(game.options(&Value::Object(map))?)
}

/// A text option may name a file, such as a map, and then stands for its contents.
pub(crate) fn knob_text(knob: &Knob, text: &str) -> Result<String, Failure> {
    let path = std::path::Path::new(text);
    match knob.dial {
        Dial::Text { .. } if text.ends_with(".toml") || path.is_file() => files::read(path),
        _ => Ok(text.to_owned()),
    }
}
