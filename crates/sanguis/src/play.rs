//! `sanguis play`: people against bots, in the terminal application or on the plain text table.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bots::Level;
use clap::ArgMatches;
use hosting::Setup;
use shelf::GameEntry;
use table::seed::Seed;
use table::{AnyGame, Seat, say};

use crate::host::{Host, bot_name, seed_of, sitters};
use crate::{Failure, Outcome, args, files, local, output, plain};

/// Plays a game from the start, or from a position.
pub(crate) fn play(entry: &'static GameEntry, args: &ArgMatches) -> Outcome {
    let game = entry.game;
    let (options, position) = args::start(game, args)?;
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    let names = names(args, players)?;
    let seed = args.get_one::<u64>("seed").copied().unwrap_or_else(random_seed);
    let level = args.get_one::<Level>("bots").copied().unwrap_or(Level::Normal);
    let seed_material = Seed::from_number(seed, players);
    let (host, origin) = (String::new(), String::new());
    let setup = Setup {
        entry,
        options,
        position,
        sitters: sitters(&names, level),
        named: false,
        seed: seed_material,
        host,
        origin,
    };
    let file = match args.get_one::<PathBuf>("record") {
        Some(file) if file.exists() => {
            return Err(Failure(format!(
                "{} is there already: go on with it by --resume, or give another name.",
                file.display()
            )));
        }
        Some(file) => Some(file.clone()),
        None => usual_file(game, seed),
    };
    sit_down(Host::new(setup, None, seed, file, args.get_flag("interrupts"))?, args)
}

/// Resumes a saved game.
pub(crate) fn resume(file: &Path, args: &ArgMatches) -> Outcome {
    let record = files::read_record(file)?;
    let level = args.get_one::<Level>("bots").copied().unwrap_or(Level::Normal);
    let setup = Setup::of(&record, sitters(&record.seats, level))?;
    let host = Host::new(setup, Some(&record), seed_of(&record), Some(file.to_owned()), false)?;
    if host.people.is_empty() {
        return Err(Failure(format!("{} is not a game that was left: nobody in it is you.", file.display())));
    }
    sit_down(host, args)
}

/// Lets a person choose a game from the shelf. Nothing if they leave.
pub(crate) fn pick() -> Result<Option<&'static str>, Failure> {
    if !io::stdin().is_terminal() {
        return Err(Failure("Name a game: `sanguis games` lists them.".into()));
    }
    output::line(&format!("{}\n", output::say(&say!("What shall it be?"))));
    for (i, entry) in shelf::games().iter().enumerate() {
        let info = entry.game.info();
        let about = format!(
            "{}: {} ({}-{} players, {}-{} minutes)",
            info.name, info.tagline, info.min_players, info.max_players, info.minutes.0, info.minutes.1
        );
        output::print(&output::text(&output::seat_name).wrap(&format!("{:>2}) ", i + 1), &about));
    }
    loop {
        output::print(&format!("\n{} ", output::say(&say!("A number, or q:"))));
        let Some(answer) = plain::read_line()? else { return Ok(None) };
        if answer == "q" {
            return Ok(None);
        }
        let chosen = answer.parse::<usize>().ok().and_then(|n| shelf::games().get(n.checked_sub(1)?));
        if let Some(entry) = chosen {
            return Ok(Some(entry.game.info().id));
        }
    }
}

/// In the application if there is a terminal, otherwise on the plain text table.
fn sit_down(host: Host, args: &ArgMatches) -> Outcome {
    if args.get_flag("plain") || !output::whole_terminal() { plain::run(host) } else { local::run(host) }
}

/// Who sits where: one person among bots, or those that `--people` names.
fn names(args: &ArgMatches, players: usize) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = Seat::all(players).map(bot_name).collect();
    let at_table = |number: usize, option: &str| {
        Seat::from_number(number)
            .filter(|seat| seat.index() < players)
            .ok_or_else(|| Failure(format!("{option} takes a number from 1 to {players} at this table.")))
    };
    let Some(people) = args.get_one::<String>("people") else {
        let seat = at_table(args.get_one::<u8>("seat").copied().unwrap_or(1).into(), "--seat")?;
        names[seat.index()] = output::player_name(seat);
        return Ok(names);
    };
    for part in people.split(',') {
        let (number, name) = part.split_once('=').unwrap_or((part, ""));
        let wrong =
            || Failure(format!("--people takes seats and perhaps names, as in 1=Ann,3=Bo; not \"{part}\"."));
        let seat = at_table(number.trim().parse().map_err(|_| wrong())?, "--people")?;
        let name = name.trim().to_owned();
        let name = if name.is_empty() { output::player_name(seat) } else { name };
        if name.chars().count() > 20 || name.contains(['{', '}']) || names.contains(&name) {
            return Err(Failure(format!(
                "\"{name}\" cannot be the name of a seat: it is taken, too long, or has brackets."
            )));
        }
        names[seat.index()] = name;
    }
    Ok(names)
}

/// An arbitrary seed: the clock and the process, hashed by the seed material itself.
fn random_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    (time ^ u64::from(std::process::id()).rotate_left(32)) % 1_000_000_000_000
}

/// A new file for this game: a saved one is never overwritten.
fn usual_file(game: &dyn AnyGame, seed: u64) -> Option<PathBuf> {
    let folder = files::state_folder()?;
    let id = game.info().id;
    (1..1000)
        .map(|n| if n == 1 { format!("{id}-{seed}.json") } else { format!("{id}-{seed}-{n}.json") })
        .map(|name| folder.join(name))
        .find(|path| !path.exists())
}
