//! Runs the laws over many games of every kind, seat count and option set, on all cores.

use std::process::ExitCode;
use std::sync::Mutex;

use clap::Parser;
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use laws::{Breach, Effort, Law, check_one};
use rayon::prelude::*;
use table::{Audit, options};

/// Runs the laws over many games. A broken law prints one line that reproduces it.
#[derive(Parser)]
#[command(name = "cargo xtask soak")]
struct Args {
    /// How many games in all, over all games, laws and option sets
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// Only this law, by number
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=Law::ALL.len() as i64))]
    law: Option<u8>,
    /// Only the game with this seed, as a broken law prints it
    #[arg(long)]
    seed: Option<u64>,
    /// Only these options, as a broken law prints them
    #[arg(long)]
    options: Option<String>,
}

/// Checks a law on one random game at one table.
type Check = Box<dyn Fn(Law, u64) -> Result<(), Box<Breach>> + Send + Sync>;

/// All tables that were asked for: each game, seat count and option set.
fn all_tables(args: &Args) -> Result<Vec<Check>, String> {
    let mut tables = Vec::new();
    macro_rules! add {
        ($($game:ty => $template:literal,)*) => { $(add_tables::<$game>(args, &mut tables)?;)* };
    }
    shelf::every_game!(add);
    if tables.is_empty() {
        return Err("there is no such game; `sanguis games` lists them".into());
    }
    Ok(tables)
}

fn add_tables<G: Audit>(args: &Args, tables: &mut Vec<Check>) -> Result<(), String> {
    if args.game.as_ref().is_some_and(|id| id != G::INFO.id) {
        return Ok(());
    }
    let effort = Effort { worlds: 40_000, ..Effort::CI };
    let sets: Vec<G::Options> = match &args.options {
        Some(text) => {
            let value =
                serde_json::from_str(text).map_err(|error| format!("--options is not JSON: {error}"))?;
            vec![options::from_json(G::INFO.players(), &value).map_err(|refusal| refusal.to_string())?]
        }
        None => G::INFO.players().flat_map(options::variants::<G::Options>).collect(),
    };
    for set in sets {
        tables.push(Box::new(move |law, seed| check_one::<G>(law, &set, seed, effort)));
    }
    Ok(())
}

fn main() -> ExitCode {
    let args = Args::parse();
    let tables = match all_tables(&args) {
        Ok(tables) => tables,
        Err(reason) => {
            eprintln!("error: {reason}.");
            return ExitCode::from(2);
        }
    };
    let laws: Vec<Law> = Law::ALL
        .into_iter()
        .filter(|law| args.law.is_none_or(|it| usize::from(it) == law.number()))
        .collect();
    let rounds = match args.seed {
        Some(_) => 1,
        None => args.games.div_ceil((tables.len() * laws.len()).max(1) as u64).max(1),
    };
    let tasks: Vec<(usize, Law, u64)> = (0..rounds)
        .flat_map(|round| (0..tables.len()).map(move |table| (round, table)))
        .flat_map(|(round, table)| laws.iter().map(move |&law| (table, law, round)))
        // Weights are checked once for a table: they need many worlds, not many games.
        .filter(|(_, law, round)| *law != Law::SamplesHaveTheRightWeight || *round == 0)
        .map(|(table, law, round)| (table, law, args.seed.unwrap_or(1_000_000 + round)))
        .collect();
    let bar = ProgressBar::new(tasks.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let broken: Mutex<Vec<Box<Breach>>> = Mutex::default();
    tasks.par_iter().progress_with(bar.clone()).for_each(|&(table, law, seed)| {
        if let Err(breach) = (tables[table])(law, seed)
            && let Ok(mut broken) = broken.lock()
        {
            broken.push(breach);
        }
    });
    bar.finish_and_clear();
    let broken = broken.into_inner().unwrap_or_default();
    for breach in broken.iter().take(20) {
        println!("{breach}");
        if let Some(path) = laws::write_record(breach) {
            println!("record: {}", path.display());
        }
    }
    println!("{} passed, {} failed", tasks.len() - broken.len(), broken.len());
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
