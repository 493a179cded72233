//! `cargo xtask torture`, `steady` and `load`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use stress::load::{self, Run, Spread};
use stress::server::Recipe;
use stress::torture;

/// Memory that grows by less than this in a third of the time is steady.
const STEADY: f64 = 1.1;

fn command() -> Command {
    Command::new("stress")
        .about("Stress tests of a house: kills at any moment, and load")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(
            option("sanguis", "PATH", "The program to try").value_parser(value_parser!(PathBuf)).required(true),
        )
        .arg(option("postgres", "URL", "A PostgreSQL server to use").global(true))
        .subcommand(
            Command::new("torture")
                .about("Kill houses at random moments under play, and compare the log with what clients were told")
                .arg(choice("store", &["sqlite", "postgres", "both"], "both", "The store of the house"))
                .arg(number("kills", "100", "How often a house is killed"))
                .arg(number("peace", "400", "The longest play between two kills, in milliseconds"))
                .arg(number("crews", "6", "Tables that are played at the same time"))
                .arg(number("think", "0", "How long players wait before they move, in milliseconds"))
                .arg(number("nodes", "1", "Houses on the same store; more than one needs PostgreSQL"))
                .arg(number("pauses", "0", "How often a house is paused for 8 seconds, which is longer than its leases last"))
                .arg(number("crashes", "0", "How often the PostgreSQL server crashes and recovers"))
                .arg(number("skew", "0", "Seconds by which the last house's clock is ahead; needs libfaketime"))
                .arg(number("seed", "1", "The seed of the random moments"))
                .arg(json()),
        )
        .subcommand(
            Command::new("steady")
                .about("Play on one house for a long time, and watch whether its memory stays steady")
                .arg(choice("store", &["sqlite", "postgres"], "sqlite", "The store of the house"))
                .arg(number("minutes", "30", "How long"))
                .arg(number("crews", "6", "Tables that are played at the same time"))
                .arg(number("think", "5", "How long players wait before they move, in milliseconds"))
                .arg(number("seed", "1", "Which moves"))
                .arg(json()),
        )
        .subcommand(
            Command::new("load")
                .about("Measure durable actions per second, how long others wait to see one, and memory")
                .arg(choice("store", &["sqlite", "postgres"], "sqlite", "The store of the house"))
                .arg(number("tables", "1000", "Matches of four at the same time"))
                .arg(number("seconds", "10", "How long each rate is measured"))
                .arg(number("mass-start", "500", "Tables that start at the same moment"))
                .arg(number("storm", "2000", "Sockets that reconnect at the same moment"))
                .arg(number("idle", "10000", "Matches that have begun and are left idle"))
                .arg(json()),
        )
}

fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn number(name: &'static str, usual: &'static str, help: &'static str) -> Arg {
    option(name, "N", help).default_value(usual).value_parser(value_parser!(u64))
}

fn choice(
    name: &'static str,
    values: &'static [&'static str],
    usual: &'static str,
    help: &'static str,
) -> Arg {
    Arg::new(name).long(name).value_parser(values.to_vec()).default_value(usual).help(help)
}

fn json() -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON, for scripts")
}

fn main() -> ExitCode {
    let matches = command().get_matches();
    let done = match matches.subcommand() {
        Some(("torture", args)) => run_torture(&matches, args),
        Some(("steady", args)) => run_steady(&matches, args),
        Some(("load", args)) => run_load(&matches, args),
        _ => Err("Name a command: torture, steady or load.".into()),
    };
    match done {
        Ok(code) => code,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn of(args: &ArgMatches, name: &str) -> u64 {
    args.get_one::<u64>(name).copied().unwrap_or(0)
}

/// How to start a house on a fresh store of this kind; the folder holds its file and logs.
fn recipe(matches: &ArgMatches, store: &str, folder: &tempfile::TempDir) -> Result<Recipe, String> {
    let db = match store {
        "sqlite" => format!("sqlite:{}", folder.path().join("house.db").display()),
        _ => matches
            .get_one::<String>("postgres")
            .cloned()
            .ok_or("Name a server with --postgres, or run this by `cargo xtask`, which starts one.")?,
    };
    let sanguis = matches.get_one::<PathBuf>("sanguis").cloned().unwrap_or_default();
    Ok(Recipe { sanguis, db, folder: folder.path().to_owned() })
}

/// A folder on a real disk, since flushing to memory would prove and measure nothing.
fn folder() -> Result<tempfile::TempDir, String> {
    let target = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned()));
    let made = target.map_or_else(tempfile::tempdir, tempfile::tempdir_in);
    made.map_err(|error| format!("Cannot create a folder for the run: {error}."))
}

fn run_torture(matches: &ArgMatches, args: &ArgMatches) -> Result<ExitCode, String> {
    let stores: &[&str] = match args.get_one::<String>("store").map(String::as_str) {
        Some("sqlite") => &["sqlite"],
        Some("postgres") => &["postgres"],
        _ => &["sqlite", "postgres"],
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("Cannot start a runtime: {error}."))?;
    let mut all_stood = true;
    for &store in stores {
        let folder = folder()?;
        let plan = torture::Plan {
            recipe: recipe(matches, store, &folder)?,
            nodes: of(args, "nodes").max(1) as usize,
            kills: of(args, "kills") as u32,
            pauses: of(args, "pauses") as u32,
            crashes: of(args, "crashes") as u32,
            skew: of(args, "skew"),
            peace: Duration::from_millis(of(args, "peace")),
            reopen: true,
            think: Duration::from_millis(of(args, "think")),
            crews: of(args, "crews").max(1) as usize,
            seed: of(args, "seed"),
        };
        let bar = progress(plan.kills.into(), store);
        let report = runtime
            .block_on(torture::torture(&plan, |kill| bar.set_position(kill.into())))
            .map_err(|error| format!("{store}: {error}."))?;
        bar.finish_and_clear();
        all_stood &= report.stood();
        if args.get_flag("json") {
            println!("{}", serde_json::json!({ "store": store, "stood": report.stood(), "report": report }));
        } else {
            println!("{store}: {}", words(&report));
        }
    }
    Ok(if all_stood { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_steady(matches: &ArgMatches, args: &ArgMatches) -> Result<ExitCode, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("Cannot start a runtime: {error}."))?;
    let folder = folder()?;
    let store = args.get_one::<String>("store").map_or("sqlite", String::as_str);
    let plan = torture::Plan {
        recipe: recipe(matches, store, &folder)?,
        nodes: 1,
        kills: 0,
        pauses: 0,
        crashes: 0,
        skew: 0,
        peace: Duration::ZERO,
        reopen: false,
        think: Duration::from_millis(of(args, "think")),
        crews: of(args, "crews").max(1) as usize,
        seed: of(args, "seed"),
    };
    let at = |kib: f64| eprintln!("… {:.1} MiB", kib / 1024.0);
    let evening = runtime
        .block_on(torture::steady(&plan, of(args, "minutes"), at))
        .map_err(|error| format!("{store}: {error}."))?;
    let steady = evening.growth() < STEADY;
    if args.get_flag("json") {
        println!("{}", serde_json::json!({ "store": store, "growth": evening.growth(), "evening": evening }));
    } else {
        println!("{store}: {}", words(&evening.report));
        let grown = (evening.growth() - 1.0) * 100.0;
        println!("Memory in the last third of the time, against the second third: {grown:+.1} %.");
    }
    Ok(if steady && evening.report.stood() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn progress(length: u64, store: &str) -> ProgressBar {
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} kills, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(store.to_owned());
    bar
}

fn words(report: &torture::Report) -> String {
    let mut text = format!(
        "{} kills, {} pauses and {} crashes of the database at {} tables ({} games played to the end, {} entries): {} commands acknowledged, {} sent again, {} refused as \
         too late. Lost {}, twice {}, refused and yet there {}, matches that no longer fold {}, tables that stood still {}. \
         Afterwards all tables went on within {} ms.",
        report.kills,
        report.pauses,
        report.crashes,
        report.tables,
        report.finished,
        report.entries,
        report.acknowledged,
        report.resent,
        report.refused,
        report.lost.len(),
        report.twice.len(),
        report.sneaked.len(),
        report.broken.len(),
        report.stuck.len(),
        report.longest_pause
    );
    report.faults().for_each(|fault| text += &format!("\n  {fault}"));
    text
}

fn run_load(matches: &ArgMatches, args: &ArgMatches) -> Result<ExitCode, String> {
    let folder = folder()?;
    let store = args.get_one::<String>("store").map_or("sqlite", String::as_str);
    let plan = load::Plan {
        recipe: recipe(matches, store, &folder)?,
        tables: of(args, "tables").max(1) as usize,
        seconds: of(args, "seconds").max(1),
        mass_start: of(args, "mass-start") as usize,
        storm: of(args, "storm") as usize,
        idle: of(args, "idle") as usize,
    };
    let report = load::load(&plan, &|doing| eprintln!("… {doing}")).map_err(|error| format!("{error}."))?;
    if args.get_flag("json") {
        println!("{}", serde_json::to_string_pretty(&report).unwrap_or_default());
        return Ok(ExitCode::SUCCESS);
    }
    println!("{} tables, {} sockets, {store}", report.tables, report.sockets);
    println!("the store alone: {:.0} durable entries/s", report.store_entries_per_second);
    let spread =
        |Spread { p50, p99, max }: &Spread| format!("p50 {p50:.1} ms, p99 {p99:.1} ms, longest {max:.1} ms");
    let line = |name: &str, run: &Run| {
        println!(
            "{name}: {:.0} durable actions/s; others see one after {}; answered after {}; house {:.2} cores, clients {:.2}",
            run.actions_per_second,
            spread(&run.others_see_ms),
            spread(&run.answer_ms),
            run.house_cores,
            run.client_cores
        );
    };
    line("flat out", &report.flat_out);
    line("half of that", &report.half_rate);
    line("500/s", &report.paced);
    line("flat out, pages", &report.flat_out_pages);
    line("half of that rate, pages", &report.half_rate_pages);
    for (name, gathering) in [
        ("mass start", &report.mass_start),
        ("reconnect storm", &report.reconnect_storm),
        ("reconnect storm, pages", &report.reconnect_storm_pages),
    ] {
        println!(
            "{name}: {} clients, all have their view after {:.0} ms (half after {:.0} ms), without a view: {}",
            gathering.clients, gathering.all_ms, gathering.p50_ms, gathering.without_view
        );
    }
    let memory = &report.memory;
    println!(
        "memory: {:.1} MiB empty; per match {:.1} KiB connected, {:.1} KiB after {:.0} actions each, {:.1} KiB put away; \
         {} more that were left alone: {:.0} KiB in all",
        memory.empty_kib / 1024.0,
        memory.connected_kib_per_match,
        memory.played_kib_per_match,
        memory.actions_per_match,
        memory.put_away_kib_per_match,
        memory.idle_matches,
        memory.idle_kib
    );
    Ok(ExitCode::SUCCESS)
}
