//! `sanguis backup`, `restore`, `fsck` and `admin`: what the operator of a house does with its store while the house is running.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use house::admin::{self, Findings};
use house::config::Config;
use house::store::{AnyStore, MatchFilter, Place, Summary};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use wire::Stage;

use crate::args::{file, flag, json_flag, option, path, text};
use crate::{Failure, Outcome, files, output, people, serve};

impl From<admin::AdminError> for Failure {
    fn from(refrained: admin::AdminError) -> Failure {
        Failure(refrained.to_string())
    }
}

pub(crate) fn commands() -> Vec<Command> {
    vec![
        Command::new("backup")
            .about("Copy all data of a house into one file, while it is running")
            .after_help(
                "The file is a whole store: `sanguis serve --db sqlite:FILE` opens it, `sanguis restore FILE` puts it into an empty \
                 store. It holds the secrets of running matches: keep it where nobody plays.",
            )
            .arg(file("The backup, a file that must not exist yet"))
            .arg(db())
            .arg(config()),
        Command::new("restore")
            .about("Restore a backup into an empty store, such as a PostgreSQL server for a club that has outgrown its file")
            .arg(file("The backup"))
            .arg(db())
            .arg(config()),
        Command::new("fsck")
            .about("Replay every match of a house and check digests, revisions and lists")
            .after_help("Exit code 1 if something is wrong. Nothing is changed.")
            .arg(path("with", "PROGRAM", "Another sanguis binary: before an upgrade, shows which matches would stop under its rules"))
            .arg(db())
            .arg(config())
            .arg(json_flag()),
        Command::new("admin")
            .about("List, freeze, end, export and import the matches of a house and manage its people, while it is running")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .arg(db().global(true))
            .arg(config().global(true))
            .subcommand(
                Command::new("list")
                    .about("Show matches, latest first")
                    .arg(
                        Arg::new("stage")
                            .long("stage")
                            .value_parser(Stage::ALL.map(Stage::name))
                            .help("Only matches at this stage"),
                    )
                    .arg(
                        option("limit", "N", "How many at most")
                            .default_value("50")
                            .value_parser(value_parser!(u32)),
                    )
                    .arg(json_flag()),
            )
            .subcommand(
                Command::new("freeze")
                    .about("Stop a match: until it is thawed, it can be watched but not played")
                    .arg(id())
                    .arg(why("The host of the house has frozen this match.")),
            )
            .subcommand(Command::new("thaw").about("Resume a frozen match").arg(id()))
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
                    .arg(path("output", "FILE", "Where to; without it, standard output").short('o'))
                    .arg(flag("unfinished", "Even if it is not over: the record reveals all its secrets")),
            )
            .subcommand(
                Command::new("import")
                    .about("Import a record into the house, where its players can watch it")
                    .arg(file("The record")),
            )
            .subcommand(
                Command::new("invite")
                    .about("Make a link that lets people set up tables, in a house with open-tables = \"invited\"")
                    .after_help("Anyone who has the link can use it. `rotate-seal` invalidates all links.")
                    .arg(
                        option("days", "N", "How long it is valid")
                            .default_value("7")
                            .value_parser(value_parser!(u32)),
                    ),
            )
            .subcommand(
                Command::new("rotate-seal")
                    .about("Invalidate every cookie and link of the house, in case its store or a backup has leaked")
                    .after_help(
                        "Restart every node afterwards. Everybody is a new guest then and has lost their seats; bot accounts keep \
                         their tokens.",
                    )
                    .arg(flag("yes", "Do it")),
            )
            .subcommands(people::commands()),
    ]
}

fn db() -> Arg {
    option(
        "db",
        "URL",
        "Where the house stores its data: sqlite:PATH or postgres://… [default: as --config says, or your data folder]",
    )
}

fn config() -> Arg {
    path("config", "FILE", "The house's options file, which says where it stores its data")
}

fn id() -> Arg {
    Arg::new("id").value_name("ID").required(true).help("The match's id, from its address")
}

fn why(usual: &'static str) -> Arg {
    option("why", "TEXT", "What its players are told").default_value(usual)
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

/// The options of the house, if they are in a file that was named.
fn config_of(args: &ArgMatches) -> Result<Option<Config>, Failure> {
    args.get_one::<PathBuf>("config").map(|path| serve::read_config(path)).transpose()
}

fn place(args: &ArgMatches) -> Result<Place, Failure> {
    if let Some(db) = args.get_one::<String>("db") {
        return Ok(db.parse()?);
    }
    let named = config_of(args)?.map(|config| config.db).unwrap_or_default();
    Ok(if named.is_empty() { files::usual_store()? } else { named.parse()? })
}

/// The store to work on. It must exist: a mistyped path should not create a new one.
async fn open(args: &ArgMatches) -> Result<AnyStore, Failure> {
    let place = place(args)?;
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
    let aside = files::aside(target);
    if aside.exists() {
        std::fs::remove_file(&aside)?;
    }
    copy_into(&store, &aside).await?;
    std::fs::rename(&aside, target)?;
    let size = std::fs::metadata(target)?.len();
    output::line(&format!("{}: {:.1} MiB.", target.display(), size as f64 / f64::from(1 << 20)));
    Ok(ExitCode::SUCCESS)
}

/// Copies a store into a new file.
async fn copy_into(store: &AnyStore, file: &Path) -> Result<(), Failure> {
    match store {
        AnyStore::Sqlite(store) => store.copy_to(file).await?,
        #[cfg(feature = "postgres")]
        AnyStore::Postgres(_) => {
            let copy = AnyStore::open(&Place::Sqlite(file.to_owned())).await?;
            let bar = bar("matches copied");
            admin::copy(store, &copy, |count| bar.set_position(count)).await?;
            bar.finish_and_clear();
        }
    }
    Ok(())
}

async fn restore(args: &ArgMatches) -> Outcome {
    let source = given(args);
    if !source.exists() {
        return Err(Failure(format!("There is no backup {}.", source.display())));
    }
    let place = place(args)?;
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
    let mut findings = admin::check(&store, |count| bar.set_position(count)).await?;
    bar.finish_and_clear();
    if let Some(program) = args.get_one::<PathBuf>("with") {
        // What is wrong already is not the fault of the upgrade.
        let known = findings.faults;
        findings = check_with(&store, program).await?;
        findings.faults.retain(|fault| !known.iter().any(|known| known.id == fault.id));
    }
    if args.get_flag("json") {
        output::json(&findings);
    } else {
        for fault in &findings.faults {
            output::line(&format!("{}: {}", fault.id, fault.what));
        }
        let faults = match findings.faults.len() {
            some if args.contains_id("with") => format!("{some} of them would stop"),
            0 => "all of them replay as they were played".to_owned(),
            some => format!("{some} of them are not as they were played"),
        };
        output::line(&format!("{} matches, {} entries: {faults}.", findings.matches, findings.entries));
    }
    Ok(if findings.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Lets another program check a copy of the store: opening the store itself would upgrade it.
async fn check_with(store: &AnyStore, program: &Path) -> Result<Findings, Failure> {
    let copy = std::env::temp_dir().join(format!("sanguis-fsck-{}.db", house::seal::fresh_id()));
    let copied = copy_into(store, &copy).await;
    let run = copied.and_then(|()| {
        std::process::Command::new(program)
            .args(["fsck", "--json", "--db", &format!("sqlite:{}", copy.display())])
            .output()
            .map_err(|error| Failure(format!("{} cannot be run: {error}.", program.display())))
    });
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", copy.display()));
    }
    let run = run?;
    serde_json::from_slice(&run.stdout).map_err(|_| {
        let said = String::from_utf8_lossy(&run.stderr);
        Failure(format!("{} cannot check this store: {}", program.display(), said.trim()))
    })
}

async fn admin(args: &ArgMatches) -> Outcome {
    let Some((name, args)) = args.subcommand() else { return Err(Failure("Name a command.".into())) };
    let store = open(args).await?;
    if let Some(outcome) = people::run(name, args, &store).await {
        return outcome;
    }
    let id = || text(args, "id");
    let done = match name {
        "list" => return list(&store, args).await,
        "export" => return export(&store, args).await,
        "freeze" => {
            admin::freeze(&store, id(), text(args, "why")).await?;
            format!("Match {} is frozen.", id())
        }
        "thaw" => {
            admin::thaw(&store, id()).await?;
            format!("Match {} is resumed.", id())
        }
        "invite" => {
            let days = args.get_one::<u32>("days").copied().unwrap_or(7);
            let public = config_of(args)?.map(|config| config.public_url).unwrap_or_default();
            format!("{}{}", public.trim_end_matches('/'), admin::invite(&store, days).await?)
        }
        "rotate-seal" if !args.get_flag("yes") => {
            return Err(Failure("Everybody will lose their seats: add --yes to confirm.".into()));
        }
        "rotate-seal" => {
            admin::rotate_seal(&store).await?;
            "The house has a new key: restart every node.".to_owned()
        }
        "end" => {
            admin::end(&store, id(), text(args, "why")).await?;
            format!("Match {} has ended.", id())
        }
        _ => {
            let id = house::seal::fresh_id();
            admin::import(&store, &files::read_record(given(args))?, &id).await?;
            id
        }
    };
    output::line(&done);
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &AnyStore, args: &ArgMatches) -> Outcome {
    let limit = args.get_one::<u32>("limit").copied().unwrap_or(50);
    let stage = args.get_one::<String>("stage");
    // Filtered here, so all of them are read: a keeper asks seldom.
    let asked = if stage.is_some() { u32::MAX } else { limit };
    let mut chosen = store.list(&MatchFilter::All, asked).await?;
    let name_of = |summary: &Summary| summary.stage.map_or("", Stage::name);
    chosen.retain(|(_, summary)| stage.is_none_or(|stage| name_of(summary) == stage));
    chosen.truncate(limit as usize);
    let row = |(id, it): &(String, Summary)| {
        json!({
            "id": id, "game": it.game, "stage": it.stage, "open": it.open, "moved_at": it.moved_at,
            "persons": it.persons, "waiting": it.waiting,
        })
    };
    let all: Vec<Value> = chosen.iter().map(row).collect();
    let now = house::store::now();
    let rows = chosen.into_iter().map(|(id, it)| {
        let (stage, people) = (name_of(&it).to_owned(), it.persons.len().to_string());
        vec![id, it.game, stage, people, output::ago(now.saturating_sub(it.moved_at))]
    });
    output::report(args.get_flag("json"), &all, || {
        output::columns(&["match", "game", "stage", "people", "moved"], rows)
    })
}

async fn export(store: &AnyStore, args: &ArgMatches) -> Outcome {
    let record = admin::export(store, text(args, "id"), args.get_flag("unfinished")).await?;
    match args.get_one::<PathBuf>("output") {
        Some(path) => files::write(path, &record.to_text())?,
        None => output::print(&record.to_text()),
    }
    Ok(ExitCode::SUCCESS)
}
