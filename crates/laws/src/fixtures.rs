//! Recorded games and playthroughs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use table::chance::quick;
use table::plain::PlainText;
use table::rollout;
use table::seed::Seed;
use table::{Game, Match, Observer, Options, Record, Seat, replay};

use crate::law::{Case, Effort, Law};
use crate::walk::Walk;

/// Replays every record of the game's `records/` folder to the same hash. With `SANGUIS_RECORD=1` the folder is rewritten:
/// one record for each way to end that random play or a scenario file finds, and one for each scenario about a tie
/// (`tie-….toml`).
///
/// # Panics
/// If a record no longer replays, or there is none.
pub fn check_fixtures<G: Game>(crate_root: &str) {
    let folder = Path::new(crate_root).join("records");
    if std::env::var_os("SANGUIS_RECORD").is_some() {
        write_fixtures::<G>(crate_root, &folder);
    }
    let mut count = 0;
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| {
        panic!("{}: {error}; write the records with SANGUIS_RECORD=1 in the environment", folder.display())
    });
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
        let game =
            replay::verify::<G>(&text).unwrap_or_else(|refusal| panic!("{}: {refusal}", path.display()));
        let ending = game.outcome().unwrap_or_else(|| panic!("{} is not finished", path.display())).ending();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        assert_eq!(stem.split("--").next(), Some(ending), "a record is named after its ending");
        count += 1;
    }
    assert!(count > 0, "{} has no recorded games", G::INFO.name);
}

fn write_fixtures<G: Game>(crate_root: &str, folder: &Path) {
    std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{error}"));
    let mut found: BTreeMap<&'static str, Record> = BTreeMap::new();
    let mut ties: Vec<(String, Record)> = Vec::new();
    let mut keep = |game: &Match<G>| {
        if let Some(outcome) = game.outcome() {
            let record = game.record();
            let known = found.get(outcome.ending());
            if known.is_none_or(|known| known.position.is_some() && record.position.is_none()) {
                found.insert(outcome.ending(), record);
            }
        }
    };
    let scenarios = Path::new(crate_root).join("scenarios");
    for file in std::fs::read_dir(scenarios).into_iter().flatten().flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        if let Ok(scenario) = table::scenario::Scenario::parse(&text)
            && let Ok(game) = scenario.play_through::<G>()
        {
            let stem = file.path().file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            if let Some(outcome) = game.outcome().filter(|_| stem.starts_with("tie-")) {
                ties.push((format!("{}--{stem}", outcome.ending()), game.record()));
            }
            keep(&game);
        }
    }
    for players in G::INFO.players() {
        for options in table::options::variants::<G::Options>(players) {
            for seed in 0..20 {
                let case = Case::<G> { options: options.clone(), seed, effort: Effort::CI };
                let Ok(mut walk) = Walk::new(&case, Law::NoDeadEnd) else { continue };
                while matches!(walk.go(), Ok(true)) {}
                keep(&walk.game);
            }
        }
    }
    let endings = found.into_iter().map(|(ending, record)| (ending.to_owned(), record));
    for (name, record) in endings.chain(ties) {
        std::fs::write(folder.join(format!("{name}.json")), record.to_text())
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The text playthroughs that are kept as snapshots: a name and the text for each seat count, in turn as seen by a seat, a
/// spectator and the open table.
pub fn playthrough_cases<G: Game>() -> Vec<(String, String)> {
    let mut cases = Vec::new();
    for (index, players) in G::INFO.players().enumerate() {
        let (eyes, observer) = match index % 3 {
            0 => ("seat-1", Observer::Seat(Seat::new(0))),
            1 => ("spectator", Observer::Spectator),
            _ => ("all", Observer::All),
        };
        let text = playthrough::<G>(&G::Options::standard(players), 7, observer);
        cases.push((format!("{players}-players-{eyes}"), text));
    }
    cases
}

/// A whole random game as text as one observer sees it: the story, and now and then the table.
pub fn playthrough<G: Game>(options: &G::Options, seed: u64, observer: Observer) -> String {
    const MOST_STEPS: usize = 600;
    let players = options.players();
    let name = |seat: Seat| format!("Seat {}", seat.number());
    let names = Seat::all(players).map(name).collect();
    let mut game = match Match::<G>::start(options.clone(), None, names, Seed::from_number(seed, players)) {
        Ok(game) => game,
        Err(refusal) => return refusal.to_string(),
    };
    let text = PlainText { names: &name, width: 100, colour: false, words: None };
    let mut out = text.table(&game.view(observer));
    let (mut policy, mut actions) = (quick(seed), Vec::new());
    while let Some((seat, action)) = rollout::choose::<G, _>(game.state(), &mut actions, &mut policy) {
        if game.play(seat, action).is_err() || game.version() > MOST_STEPS {
            break;
        }
        let version = game.version();
        for line in game.story(observer, version - 1) {
            out.push_str(&text.wrap(&format!("{version:>4}. "), &line.text.to_string()));
        }
        if version % 50 == 0 {
            let _ = write!(out, "\n{}", text.table(&game.view(observer)));
            out.push_str(&text.options(&game.view(observer)));
            out.push('\n');
        }
    }
    let _ = write!(out, "\n{}", text.table(&game.view(observer)));
    out
}
