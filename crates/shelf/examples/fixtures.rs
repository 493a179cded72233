//! Writes what a seat sees in real matches to `web/fixtures`, for the workbench and the client's tests: `cargo xtask fixtures`.
//!
//! Bots play from a fixed seed, so the same rules give the same files.

use std::path::Path;

use bots::{AnyBot, Budget, Level};
use serde_json::{Value, json};
use shelf::GameEntry;
use table::seed::Seed;
use table::{AnyMatch, Move, Observer, Seat, SeatSet};

const NAMES: [&str; 12] = [
    "You", "Agnes", "Bertram", "Clara", "Dorian", "Edda", "Fenn", "Greta", "Hagen", "Ilse", "Jorun", "Kaspar",
];
const SEED: u64 = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/fixtures");
    std::fs::create_dir_all(&folder)?;
    for entry in shelf::games() {
        let info = entry.game.info();
        let moments = play(entry, info.usual_players);
        for (word, part) in [("early", 0.12), ("middle", 0.55), ("final", 1.0)] {
            write(&folder, &format!("{}-{word}", info.id), at(&moments, part))?;
        }
        for (word, players) in [("fewest", info.min_players), ("most", info.max_players)] {
            write(&folder, &format!("{}-{word}", info.id), at(&play(entry, players), 0.5))?;
        }
    }
    Ok(())
}

/// What the first seat sees each time it is asked, and at the end.
fn play(entry: &GameEntry, players: usize) -> Vec<Value> {
    let names: Vec<String> = NAMES[..players].iter().map(|name| (*name).to_owned()).collect();
    let options = entry.game.options(&json!({ "players": players })).expect("the usual options");
    let mut hosted = entry
        .game
        .start(&options, None, names.clone(), Seed::from_number(SEED, players))
        .expect("the usual options are playable");
    let mut minds: Vec<Box<dyn AnyBot>> =
        (0..players).map(|seat| entry.bots.bot(Level::Easy, SEED + seat as u64)).collect();
    let you = Seat::all(players).next().expect("a table has seats");
    let mut moments = Vec::new();
    while hosted.outcome().is_none() {
        let waiting = hosted.waiting_on();
        if waiting.contains(you) {
            moments.push(moment(hosted.as_ref(), you, &names));
        }
        let seat = Seat::all(players).find(|seat| waiting.contains(*seat)).expect("an unfinished game waits");
        let codes: Vec<u32> =
            hosted.view(Observer::Seat(seat)).options.iter().map(|option| option.code).collect();
        let mut budget = Budget { iterations: 1, time_is_up: &mut || true };
        let seen = hosted.seen(Observer::Seat(seat));
        let code = minds[seat.index()]
            .decide(seen.as_ref(), seat, &codes, SeatSet::one(seat), hosted.said(), &mut budget)
            .expect("a decision");
        hosted.play(seat, &Move::Code(code)).expect("bots choose what is offered");
    }
    moments.push(moment(hosted.as_ref(), you, &names));
    moments
}

fn moment(hosted: &dyn AnyMatch, you: Seat, names: &[String]) -> Value {
    let observer = Observer::Seat(you);
    let story = hosted.story(observer, 0);
    let tail = story.len().saturating_sub(30);
    json!({
        "game": hosted.info().id,
        "you": you,
        "names": names,
        "view": hosted.view(observer),
        "story": &story[tail..],
    })
}

fn at(moments: &[Value], part: f64) -> &Value {
    &moments[((moments.len() - 1) as f64 * part).round() as usize]
}

fn write(folder: &Path, name: &str, moment: &Value) -> std::io::Result<()> {
    let path = folder.join(format!("{name}.json"));
    println!("{name}: version {}", moment["view"]["version"]);
    std::fs::write(path, format!("{moment}\n"))
}
