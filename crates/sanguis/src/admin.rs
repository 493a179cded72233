//! `sanguis backup`, `restore`, `fsck` and `admin`: what the keeper of a house does with its store, while the house is open.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use house::admin;
use house::store::{AnyStore, MatchFilter, Place, Store, StoreError};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use wire::Stage;

use crate::{Failure, Outcome, files, output};

impl From<StoreError> for Failure {
    fn from(StoreError(reason): StoreError) -> Failure {
        Failure(reason)
    }
}

impl From<admin::AdminError> for Failure {
    fn from(refrained: admin::AdminError) -> Failure {
        Failure(refrained.to_string())
    }
}

pub(crate) fn commands() -> Vec<Command> {
    vec![
        Command::new("backup")
            .about("Copy everything a house keeps into one file, while it is open")
            .after_help(
                "The file is a whole store: `sanguis serve --db sqlite:FILE` opens it, `sanguis restore FILE` puts it into an empty \
                 store. It holds the secrets of running matches: keep it where nobody plays.",
            )
            .arg(file("The backup, which must not be there yet"))
            .arg(db()),
        Command::new("restore")
            .about("Put a backup into an empty store, such as a PostgreSQL server when a club outgrows its file")
            .arg(file("The backup"))
            .arg(db()),
        Command::new("fsck")
            .about("Replay every match of a house and check digests, revisions and lists")
            .after_help("Exit code 1 if something is wrong. Nothing is changed.")
            .arg(db())
            .arg(json_flag()),
        Command::new("admin")
            .about("List, freeze, end, export and import the matches of a house, while it is open")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .arg(db().global(true))
            .subcommand(
                Command::new("list")
                    .about("Show matches, the latest first")
                    .arg(
                        Arg::new("stage")
                            .long("stage")
                            .value_parser(["gathering", "playing", "finished", "cancelled", "frozen"])
                            .help("Only those that are so far"),
                    )
                    .arg(
                        Arg::new("limit")
                            .long("limit")
                            .value_name("N")
                            .default_value("50")
                            .value_parser(value_parser!(u32))
                            .help("How many at most"),
                    )
                    .arg(json_flag()),
            )
            .subcommand(
                Command::new("freeze")
                    .about("Stop a match: it can be looked at but not played, until it is thawed")
                    .arg(id())
                    .arg(why("The host of the house has frozen this match.")),
            )
            .subcommand(Command::new("thaw").about("Let a frozen match go on").arg(id()))
            .subcommand(
                Command::new("end")
                    .about("End a match without a result")
                    .arg(id())
                    .arg(why("The host of the house has ended this match.")),
            )
            .subcommand(
                Command::new("export")
                    .about("Write the record of a match, for `sanguis replay` and `sanguis verify`")
                    .arg(id())
                    .arg(
                        Arg::new("output")
                            .short('o')
                            .long("output")
                            .value_name("FILE")
                            .value_parser(value_parser!(PathBuf))
                            .help("Where to; without it, standard output"),
                    )
                    .arg(
                        Arg::new("unfinished")
                            .long("unfinished")
                            .action(ArgAction::SetTrue)
                            .help("Even if it is not over: the record opens all its secrets"),
                    ),
            )
            .subcommand(
                Command::new("import")
                    .about("Put a record into the house, where its players can look at it")
                    .arg(file("The record")),
            ),
    ]
}

fn db() -> Arg {
    Arg::new("db")
        .long("db")
        .value_name("URL")
        .help("Where the house keeps things: sqlite:PATH or postgres://… [default: your data folder]")
}

fn file(help: &'static str) -> Arg {
    Arg::new("file").value_name("FILE").required(true).value_parser(value_parser!(PathBuf)).help(help)
}

fn id() -> Arg {
    Arg::new("id").value_name("ID").required(true).help("The match; it stands in its address")
}

fn why(usual: &'static str) -> Arg {
    Arg::new("why").long("why").value_name("TEXT").default_value(usual).help("What its players are told")
}

fn json_flag() -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON, for scripts")
}

/// Carries out one of these commands.
pub(crate) fn run(name: &str, args: &ArgMatches) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match name {
            "backup" => backup(args).await,
            "restore" => restore(args).await,
            "fsck" => fsck(args).await,
            _ => admin(args).await,
        }
    })
}

fn text<'a>(args: &'a ArgMatches, name: &str) -> &'a str {
    args.get_one::<String>(name).map_or("", String::as_str)
}

/// The store to work on. It must exist: a mistyped path should not create a new one.
async fn open(args: &ArgMatches) -> Result<AnyStore, Failure> {
    let place = match args.get_one::<String>("db") {
        Some(db) => db.parse()?,
        None => Place::usual()?,
    };
    if let Place::Sqlite(path) = &place
        && !path.exists()
    {
        return Err(Failure(format!("There is no store at {}: name it with --db.", path.display())));
    }
    Ok(AnyStore::open(&place).await?)
}

fn bar(what: &str) -> ProgressBar {
    let bar =
        if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{spinner} {pos} {msg}, {per_sec}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_message(what.to_owned());
    bar
}

fn given(args: &ArgMatches) -> &Path {
    args.get_one::<PathBuf>("file").map_or(Path::new(""), PathBuf::as_path)
}

async fn backup(args: &ArgMatches) -> Outcome {
    let target = given(args);
    if target.exists() {
        return Err(Failure(format!("{} is there already: a backup is a new file.", target.display())));
    }
    let store = open(args).await?;
    // Under another name until it is whole.
    let mut aside = target.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    if aside.exists() {
        std::fs::remove_file(&aside)?;
    }
    match &store {
        AnyStore::Sqlite(store) => store.copy_to(&aside).await?,
        AnyStore::Postgres(store) => {
            let copy = AnyStore::open(&Place::Sqlite(aside.clone())).await?;
            let bar = bar("matches copied");
            admin::copy(store, &copy, |count| bar.set_position(count)).await?;
            bar.finish_and_clear();
        }
    }
    std::fs::rename(&aside, target)?;
    let size = std::fs::metadata(target)?.len();
    output::line(&format!("{}: {:.1} MiB.", target.display(), size as f64 / f64::from(1 << 20)));
    Ok(ExitCode::SUCCESS)
}

async fn restore(args: &ArgMatches) -> Outcome {
    let source = given(args);
    if !source.exists() {
        return Err(Failure(format!("There is no backup {}.", source.display())));
    }
    let place = match args.get_one::<String>("db") {
        Some(db) => db.parse()?,
        None => Place::usual()?,
    };
    let from = AnyStore::open(&Place::Sqlite(source.to_owned())).await?;
    let to = AnyStore::open(&place).await?;
    let bar = bar("matches restored");
    let copied = admin::copy(&from, &to, |count| bar.set_position(count)).await?;
    bar.finish_and_clear();
    output::line(&format!("{copied} matches are in {place}."));
    Ok(ExitCode::SUCCESS)
}

async fn fsck(args: &ArgMatches) -> Outcome {
    let store = open(args).await?;
    let bar = bar("matches folded");
    let findings = admin::check(&store, |count| bar.set_position(count)).await?;
    bar.finish_and_clear();
    if args.get_flag("json") {
        output::line(&serde_json::to_string_pretty(&findings).unwrap_or_default());
    } else {
        for fault in &findings.faults {
            output::line(&format!("{}: {}", fault.id, fault.what));
        }
        let faults = match findings.faults.len() {
            0 => "all of them are as they were played".to_owned(),
            some => format!("{some} of them are not as they were played"),
        };
        output::line(&format!("{} matches, {} entries: {faults}.", findings.matches, findings.entries));
    }
    Ok(if findings.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn admin(args: &ArgMatches) -> Outcome {
    let Some((name, args)) = args.subcommand() else { return Err(Failure("Name a command.".into())) };
    let store = open(args).await?;
    let id = || text(args, "id");
    match name {
        "list" => return list(&store, args).await,
        "export" => return export(&store, args).await,
        "freeze" => {
            admin::freeze(&store, id(), text(args, "why")).await?;
            output::line(&format!("Match {} is frozen.", id()));
        }
        "thaw" => {
            admin::thaw(&store, id()).await?;
            output::line(&format!("Match {} goes on.", id()));
        }
        "end" => {
            admin::end(&store, id(), text(args, "why")).await?;
            output::line(&format!("Match {} has ended.", id()));
        }
        _ => {
            let id = house::seal::fresh_id();
            admin::import(&store, &files::read_record(given(args))?, &id).await?;
            output::line(&id);
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &AnyStore, args: &ArgMatches) -> Outcome {
    let limit = args.get_one::<u32>("limit").copied().unwrap_or(50);
    let stage = args.get_one::<String>("stage");
    // Filtered here, so all of them are read: a keeper asks seldom.
    let asked = if stage.is_some() { u32::MAX } else { limit };
    let all = store.list(&MatchFilter::All, asked).await?;
    let chosen = all
        .into_iter()
        .filter(|(_, summary)| {
            stage.is_none_or(|stage| summary.stage.is_some_and(|own| name_of(own) == *stage))
        })
        .take(limit as usize);
    if args.get_flag("json") {
        let rows: Vec<Value> = chosen
            .map(|(id, summary)| {
                json!({
                    "id": id, "game": summary.game, "stage": summary.stage, "open": summary.open,
                    "moved_at": summary.moved_at, "persons": summary.persons, "waiting": summary.waiting,
                })
            })
            .collect();
        output::line(&serde_json::to_string_pretty(&rows).unwrap_or_default());
    } else {
        let now = house::store::now();
        let rows: Vec<Vec<String>> = chosen
            .map(|(id, summary)| {
                vec![
                    id,
                    summary.game,
                    summary.stage.map_or("", name_of).to_owned(),
                    summary.persons.len().to_string(),
                    ago(now.saturating_sub(summary.moved_at)),
                ]
            })
            .collect();
        output::print(&output::columns(&["match", "game", "stage", "people", "moved"], &rows));
    }
    Ok(ExitCode::SUCCESS)
}

fn name_of(stage: Stage) -> &'static str {
    match stage {
        Stage::Gathering => "gathering",
        Stage::Playing => "playing",
        Stage::Finished => "finished",
        Stage::Cancelled => "cancelled",
        Stage::Frozen => "frozen",
    }
}

/// A time in the past, roughly.
fn ago(millis: u64) -> String {
    match millis / 1000 {
        seconds @ 0..100 => format!("{seconds} s ago"),
        seconds @ 100..6000 => format!("{} min ago", seconds / 60),
        seconds @ 6000..200_000 => format!("{} h ago", seconds / 3600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

async fn export(store: &AnyStore, args: &ArgMatches) -> Outcome {
    let record = admin::export(store, text(args, "id"), args.get_flag("unfinished")).await?;
    match args.get_one::<PathBuf>("output") {
        Some(path) => files::write(path, &record.to_text())?,
        None => output::print(&record.to_text()),
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::ago;

    #[test]
    fn times_are_told_roughly() {
        assert_eq!([ago(0), ago(99_000), ago(100_000)], ["0 s ago", "99 s ago", "1 min ago"]);
        assert_eq!([ago(7_200_000), ago(864_000_000)], ["2 h ago", "10 days ago"]);
    }
}
