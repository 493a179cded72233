//! `sanguis puzzles`: finds positions in which one choice is clearly best, and checks those that are kept. `sanguis hints`: how
//! often a hint has a reason, and how long it takes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use bots::{Budget, Level};
use clap::ArgMatches;
use lessons::{Effort, Mine, Puzzle, Puzzles};
use rayon::prelude::*;
use serde_json::{Value, json};
use shelf::GameEntry;
use table::seed::Seed;
use table::{Move, Observer, Referee, Refusal, Seat, Turn};

use crate::{Failure, Outcome, args, files, output, stop};

/// How long a hint may take, in milliseconds.
const HINT_TIME: f32 = hosting::HINT_TIME as f32;

pub(crate) fn find(entry: &'static GameEntry, args: &ArgMatches) -> Outcome {
    let options = args::options(entry.game, args)?;
    let number = |name: &str| args.get_one::<u64>(name).copied();
    let (seed, games) = (number("seed").unwrap_or(1), number("games").unwrap_or(1000));
    let wanted = number("count").unwrap_or(30) as usize;
    let effort = Effort {
        iterations: number("iterations").unwrap_or(4000) as u32,
        margin: number("margin").unwrap_or(8) as f32 / 100.0,
        every: number("every").unwrap_or(3).max(1) as usize,
    };
    let mine = Mine::new(entry.game, entry.bots, &options, effort)?;
    stop::on_ctrl_c();
    let count = AtomicUsize::new(0);
    let (begun, most) = (Instant::now(), number("seconds").unwrap_or(u64::MAX));
    let enough =
        || stop::requested() || count.load(Ordering::Relaxed) >= wanted || begun.elapsed().as_secs() >= most;
    let found = (seed..seed + games).into_par_iter().filter_map(|seed| {
        let puzzle = if enough() { Ok(None) } else { mine.game(seed, &enough) }.transpose()?;
        count.fetch_add(1, Ordering::Relaxed);
        Some(puzzle)
    });
    let mut puzzles: Vec<Puzzle> = found.collect::<Result<_, Refusal>>()?;
    for options in puzzles.iter_mut().filter_map(|puzzle| puzzle.options.as_object_mut()) {
        // A TOML file has no word for what was left open.
        options.retain(|_, value| !value.is_null());
    }
    puzzles.sort_by_key(|puzzle| (puzzle.rating, puzzle.seed));
    output::print(&Puzzles { game: entry.game.info().id.to_owned(), puzzles }.to_text());
    Ok(std::process::ExitCode::SUCCESS)
}

pub(crate) fn check(args: &ArgMatches) -> Outcome {
    for path in args.get_many::<std::path::PathBuf>("file").into_iter().flatten() {
        let wrong = |why: String| Failure(format!("{}: {why}", path.display()));
        let puzzles = Puzzles::parse(&files::read(path)?).map_err(|fault| wrong(fault.to_string()))?;
        let entry = shelf::find(&puzzles.game)?;
        let count = puzzles
            .check(entry.game, entry.bots)
            .map_err(|fault| wrong(format!("puzzle {}: {}", fault.part, fault.reason)))?;
        output::print(&format!("{}: {count} puzzles hold.\n", path.display()));
    }
    Ok(std::process::ExitCode::SUCCESS)
}

/// A hint for many positions of games between easy bots: how many have a reason besides the margin, and how long they take.
pub(crate) fn hints(entry: &'static GameEntry, args: &ArgMatches) -> Outcome {
    let options = args::options(entry.game, args)?;
    let wanted = args.get_one::<u64>("positions").copied().unwrap_or(200) as usize;
    let say = args.get_flag("say");
    let players = options.get("players").and_then(Value::as_u64).unwrap_or(0) as usize;
    let (mut times, mut with_reason, mut by_rule) = (Vec::new(), 0, 0);
    for seed in args.get_one::<u64>("seed").copied().unwrap_or(1).. {
        let names = Seat::all(players).map(output::seat_name).collect();
        let mut table = entry.game.start(&options, None, names, Seed::from_number(seed, players))?;
        let (mut referee, mut asked) = (Referee::default(), seed as usize);
        while let Some(Turn { seat, waited_on }) =
            referee.turn_among(table.waiting_on(), || table.interrupts())
        {
            let (seen, codes, waiting) =
                (table.seen(Observer::Seat(seat)), table.codes(seat), table.waiting_on());
            if waited_on && codes.len() > 1 {
                asked += 1;
                // Positions from all parts of games.
                if asked.is_multiple_of(7) {
                    let begun = Instant::now();
                    let mut left = || 1.0 - begun.elapsed().as_millis() as f32 / HINT_TIME;
                    if let Some(hint) = entry.bots.hint(&*seen, seat, &codes, waiting, &mut left) {
                        times.push(begun.elapsed().as_millis() as u64);
                        with_reason += usize::from(!hint.reasons.is_empty());
                        by_rule += usize::from(hint.reasons.iter().any(|reason| !reason.rule.is_empty()));
                        if say {
                            let best =
                                hint.options.first().map(|it| it.label.to_string()).unwrap_or_default();
                            let reasons: Vec<String> =
                                hint.reasons.iter().map(|it| format!("{} [{}]", it.text, it.rule)).collect();
                            output::print(&format!(
                                "{best}\n  {}\n  {}\n",
                                hint.margin,
                                reasons.join("\n  ")
                            ));
                        }
                    }
                    if times.len() >= wanted {
                        times.sort_unstable();
                        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
                        let report = json!({ "game": entry.game.info().id, "positions": wanted, "with-reason": with_reason,
                            "by-rule": by_rule, "median-ms": at(0.5), "95%-ms": at(0.95), "longest-ms": at(1.0) });
                        output::print(&format!("{report}\n"));
                        return Ok(std::process::ExitCode::SUCCESS);
                    }
                }
            }
            let mut budget = Budget { iterations: 1, time_is_up: &mut || true };
            let mut bot = entry.bots.bot(Level::Easy, seed ^ (table.version() as u64) << 8);
            let choice = bot.decide(&*seen, seat, &codes, waiting, &[], &mut budget);
            match choice.or_else(|| table.fallback(seat).filter(|_| waited_on)) {
                Some(code) => {
                    table.play(seat, &Move::Code(code))?;
                    referee.acted();
                }
                None => referee.pass(seat),
            }
        }
    }
    Ok(std::process::ExitCode::SUCCESS)
}
