//! The web client's list of games is the shelf. `cargo xtask types` writes it.

use std::fmt::Write as _;
use std::path::Path;

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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/shelf.ts");
    if std::env::var_os("SANGUIS_TYPES").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "web/src/shelf.ts does not list the games of the shelf: run `cargo xtask types`"
    );
}
