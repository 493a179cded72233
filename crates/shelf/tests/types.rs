//! What the web client knows of the games beside the wire: their list, the names of their actions, the keys and icons of their
//! scenes. `cargo xtask types` writes it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use table::chance::quick;
use table::scene::key;
use table::seed::Seed;
use table::{Code, Observer, Seat};

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

type Names = BTreeSet<String>;

fn actions<A: Code + Serialize>() -> Names {
    let name = |action: A| match serde_json::to_value(action).expect("actions are JSON") {
        Value::Object(fields) => fields.keys().next().expect("an action has a name").clone(),
        name => name.as_str().expect("an action has a name").to_owned(),
    };
    A::all().map(name).collect()
}

fn keys<T: Serialize>(values: impl IntoIterator<Item = T>) -> Names {
    values.into_iter().map(|value| key(value).into_owned()).collect()
}

/// A key of a scene is a value of one of these.
fn all_keys() -> Names {
    use blood_bound::pieces::{Clan, Rank};
    use bloodwood::pieces::Faction;
    use kings_blood::pieces::Special;
    [
        keys([Clan::Rose, Clan::Beast]),
        keys([Rank::Inquisitor]),
        keys(bloodlust::Sign::ALL),
        keys(bloodstones::pieces::Unit::ALL),
        keys([Faction::Vampires, Faction::Werewolves]),
        keys([Special::Skip, Special::Reverse, Special::Draw3]),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn union(name: &str, about: &str, names: &Names) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("  | {name:?}")).collect();
    format!("\n/** {about} */\nexport type {name} =\n{};\n", names.join("\n"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(WEB).join(path)).unwrap_or_default()
}

/// Writes the file if that is asked for, and says whether it has this text.
fn is_current(path: &str, text: &str) -> bool {
    if std::env::var_os("SANGUIS_TYPES").is_some() {
        std::fs::write(Path::new(WEB).join(path), text).unwrap();
    }
    read(path) == text
}

#[test]
fn the_clients_list_of_games_is_current() {
    let mut text = String::from(
        "// Written from the shelf by `cargo xtask types`. Do not edit.\n\n\
         /** Every game, with its name and its fewest and most seats, in the order of the ids. */\nexport const GAMES = {\n",
    );
    for entry in shelf::games() {
        let info = entry.game.info();
        writeln!(
            text,
            "  {:?}: {{ name: {:?}, seats: [{}, {}] }},",
            info.id, info.name, info.min_players, info.max_players
        )
        .unwrap();
    }
    text.push_str("} as const;\n\nexport type GameId = keyof typeof GAMES;\n");
    let actions = [
        actions::<blood_bound::Action>(),
        actions::<bloodlust::Action>(),
        actions::<bloodstones::Action>(),
        actions::<bloodwood::Action>(),
        actions::<kings_blood::Action>(),
    ];
    text += &union("ActionName", "The actions of all games.", &actions.into_iter().flatten().collect());
    let terrains = keys(bloodstones::map::Terrain::ALL);
    text += &union("Terrain", "The kinds of ground on the maps of all games.", &terrains);
    text += &union("Key", "The keys in the scenes of all games.", &all_keys());
    assert!(
        is_current("src/shelf.ts", &text),
        "web/src/shelf.ts does not list the games of the shelf: run `cargo xtask types`"
    );
}

/// Everything under fields of this name.
fn collect(value: &Value, field: &str, found: &mut Names) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, field, found)),
        Value::Object(fields) => {
            found.extend(fields.get(field).and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|item| collect(item, field, found));
        }
        _ => {}
    }
}

/// Some random games of all, with everything lying open, and the story of each.
fn scenes() -> Vec<Value> {
    let mut scenes = Vec::new();
    for entry in shelf::games() {
        let info = entry.game.info();
        for players in [info.min_players, info.max_players] {
            for (seed, options) in (1..).zip(entry.game.variants(players)) {
                let names = (0..players).map(|seat| seat.to_string()).collect();
                let mut game =
                    entry.game.start(&options, None, names, Seed::from_number(seed, players)).unwrap();
                let mut chance = quick(seed);
                let observers = [Observer::All, Observer::Spectator, Observer::Seat(Seat::new(0))];
                for step in 0.. {
                    let over = game.play_random(None, &mut chance).is_none();
                    if over || step % 11 == 0 {
                        scenes.push(serde_json::to_value(game.view(observers[step % 3]).scene).unwrap());
                        scenes.push(serde_json::to_value(game.menu(Seat::new(0))).unwrap());
                    }
                    if over {
                        scenes.push(serde_json::to_value(game.story(Observer::All, 0)).unwrap());
                        break;
                    }
                }
            }
        }
    }
    scenes
}

/// The client's tests look these icons up in its set. Random games may miss one, so the list only grows; delete it to begin again.
#[test]
fn the_client_knows_every_key_and_icon() {
    let [mut keys, mut icons] = [Names::new(), Names::new()];
    for scene in scenes() {
        collect(&scene, "key", &mut keys);
        collect(&scene, "icon", &mut icons);
    }
    let strange = keys.difference(&all_keys()).cloned().collect::<Vec<_>>();
    assert!(strange.is_empty(), "add the enums that these keys of scenes come from: {strange:?}");
    let known: Names = serde_json::from_str(&read("build/scene-icons.json")).unwrap_or_default();
    let all: Names = known.union(&icons).cloned().collect();
    let text = serde_json::to_string_pretty(&all).unwrap() + "\n";
    assert!(
        is_current("build/scene-icons.json", &text),
        "web/build/scene-icons.json lacks {:?}: run `cargo xtask types`",
        icons.difference(&known)
    );
}
