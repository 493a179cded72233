//! `sanguis simulate`: many random games on all cores.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::ArgMatches;
use lab::{SimulationReport, SimulationStats};
use rayon::prelude::*;
use serde_json::Value;
use table::chance::quick;
use table::seed::Seed;
use table::{AnyGame, Playout, Seat};

use crate::{Failure, Outcome, args, files, output, stop};

/// Games that a core takes at a time.
const BATCH: u64 = 64;

pub(crate) fn simulate(game: &'static dyn AnyGame, args: &ArgMatches) -> Outcome {
    let (options, position) = args::start(game, args)?;
    let games = args.get_one::<u64>("games").copied().unwrap_or(1000);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let folder = args.get_one::<PathBuf>("record");
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    // One game first, so that an impossible position is refused before anything is written.
    game.playouts(&options, position.as_ref(), seed..seed + 1, &mut |_| false)?;
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure(format!("{} cannot be created: {error}.", folder.display())))?;
    }
    stop::on_ctrl_c();

    let bar = output::progress(games, "games, {per_sec}, {eta} left");
    let begin = Instant::now();
    let failed = AtomicU64::new(0);
    let stats = (0..games.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let mut stats = SimulationStats::new(players);
            let from = seed + batch * BATCH;
            let to = (from + BATCH).min(seed + games);
            let _ = game.playouts(&options, position.as_ref(), from..to, &mut |played| {
                if stop::requested() {
                    return false;
                }
                if let Some(folder) = folder
                    && record(game, &options, position.as_ref(), players, &played, folder).is_err()
                {
                    failed.fetch_add(1, Ordering::Relaxed);
                }
                stats.add(&played);
                bar.inc(1);
                true
            });
            stats
        })
        .reduce(|| SimulationStats::new(players), SimulationStats::merge);
    let seconds = begin.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if failed.load(Ordering::Relaxed) > 0 {
        return Err(Failure(format!("{} records could not be written.", failed.into_inner())));
    }
    let report = stats.report(game.info(), options, seed, seconds);
    output::report(args.get_flag("json"), &report, || text(&report))
}

/// Plays a random game again, and records it.
fn record(
    game: &'static dyn AnyGame,
    options: &Value,
    position: Option<&Value>,
    players: usize,
    played: &Playout,
    folder: &Path,
) -> Result<(), Failure> {
    let names = Seat::all(players).map(output::seat_name).collect();
    let mut again = game.start(options, position.cloned(), names, Seed::from_number(played.seed, players))?;
    let mut policy = quick(played.seed);
    for _ in 0..played.steps {
        again.play_random(None, &mut policy);
    }
    files::write(
        &folder.join(format!("{}-{}.json", game.info().id, played.seed)),
        &again.record().to_text(),
    )?;
    Ok(())
}

fn text(report: &SimulationReport) -> String {
    let mut out = format!(
        "{} random games of {} from seed {}, options {}\n\n",
        report.games, report.game, report.seed, report.options
    );
    out.push_str(&format!(
        "Length: {:.1} decisions (10 % {}, median {}, 90 % {}, longest {}), {:.1} options at each.\n",
        report.steps.mean,
        report.steps.p10,
        report.steps.p50,
        report.steps.p90,
        report.steps.max,
        report.branching
    ));
    out.push_str(&format!(
        "Speed: {} games/s, {} decisions/s.\n",
        report::thousands(report.games_per_second),
        report::thousands(report.steps_per_second)
    ));
    if report.unfinished > 0 {
        out.push_str(&format!("{} games did not end within the bound.\n", report.unfinished));
    }
    let endings = report.endings.iter().map(|(name, share)| vec![name.to_string(), share.percent()]);
    let seats = (1..).zip(&report.wins_by_seat).map(|(i, share)| vec![format!("seat {i}"), share.percent()]);
    let mut tables = vec![
        output::columns(&["ending", "share of games (95 %)"], endings),
        output::columns(&["seat", "wins (95 %)"], seats),
    ];
    for (kind, values) in &report.wins_by {
        let rows = values
            .iter()
            .map(|(value, share)| vec![value.clone(), report::thousands(share.of as f64), share.percent()]);
        tables.push(output::columns(&[kind, "seats", "wins (95 %)"], rows));
    }
    format!("{out}\n{}", tables.join("\n"))
}
