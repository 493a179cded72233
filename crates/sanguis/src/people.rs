//! `sanguis admin` about people: silence, removal, their data, being forgotten, and the audit log.

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use house::admin;
use house::store::AnyStore;
use wire::StandingChange;

use crate::args::{flag, json_flag, option, path, text};
use crate::{Failure, Outcome, files, output};

/// The commands.
pub(crate) fn commands() -> Vec<Command> {
    let standing = |name: &'static str, about: &'static str, lift: &'static str| {
        Command::new(name)
            .about(about)
            .after_help("A running house applies it within a minute.")
            .arg(person())
            .arg(option("why", "TEXT", "Why, for the log").default_value(""))
            .arg(flag("lift", lift))
    };
    vec![
        standing("silence", "Stop a person from writing at tables", "Let them write again"),
        standing("remove", "Ban a person from the house; bots take over their seats", "Let them in again"),
        Command::new("data")
            .about("Export the data the house keeps about a person")
            .arg(person())
            .arg(path("output", "FILE", "Where to; without it, standard output").short('o')),
        Command::new("forget")
            .about("Delete a person: bots take over their seats, and their id, name and messages are removed from all logs")
            .after_help(
                "What was played stays and can still be verified. In games from before names were left out of the proof the name \
                 stays as well.",
            )
            .arg(person())
            .arg(flag("yes", "Do it")),
        Command::new("log")
            .about("Show what hosts and operators did and what was reported to them, latest first")
            .arg(option("limit", "N", "How many at most").default_value("50").value_parser(value_parser!(u32)))
            .arg(json_flag()),
    ]
}

fn person() -> Arg {
    Arg::new("id")
        .value_name("PERSON")
        .required(true)
        .help("Their id, from a report or the end of their settings")
}

/// Carries out one of these commands; nothing if it is another one.
pub(crate) async fn run(name: &str, args: &ArgMatches, store: &AnyStore) -> Option<Outcome> {
    Some(match name {
        "silence" | "remove" => stand(name, args, store).await,
        "data" => data(args, store).await,
        "forget" => forget(args, store).await,
        "log" => log(args, store).await,
        _ => return None,
    })
}

async fn stand(name: &str, args: &ArgMatches, store: &AnyStore) -> Outcome {
    let (id, on) = (text(args, "id"), !args.get_flag("lift"));
    let mut change = StandingChange { why: text(args, "why").to_owned(), ..StandingChange::default() };
    let done = match (name, on) {
        ("silence", true) => "is silenced",
        ("silence", false) => "may write again",
        (_, true) => "is removed",
        (_, false) => "may come in again",
    };
    *(if name == "silence" { &mut change.silenced } else { &mut change.removed }) = Some(on);
    admin::moderate(store, id, &change).await?;
    output::line(&format!("{id} {done}."));
    Ok(ExitCode::SUCCESS)
}

async fn data(args: &ArgMatches, store: &AnyStore) -> Outcome {
    let data = admin::data(store, text(args, "id")).await?;
    let written = serde_json::to_string_pretty(&data).map_err(|error| Failure(error.to_string()))? + "\n";
    match args.get_one::<std::path::PathBuf>("output") {
        Some(path) => files::write(path, &written)?,
        None => output::print(&written),
    }
    Ok(ExitCode::SUCCESS)
}

async fn forget(args: &ArgMatches, store: &AnyStore) -> Outcome {
    if !args.get_flag("yes") {
        return Err(Failure("This cannot be undone: add --yes to confirm.".into()));
    }
    let deleted = admin::forget(store, text(args, "id")).await?;
    let named = match deleted.named {
        0 => String::new(),
        some => format!(" At {some} of them the name stays, because it is part of the proof of the game."),
    };
    output::line(&format!("Forgotten; {} tables were changed.{named}", deleted.tables));
    Ok(ExitCode::SUCCESS)
}

async fn log(args: &ArgMatches, store: &AnyStore) -> Outcome {
    let entries = store.notes(args.get_one::<u32>("limit").copied().unwrap_or(50)).await?;
    let now = house::store::now();
    let rows = entries.iter().map(|entry| {
        let act = serde_json::to_value(entry.act).ok().and_then(|act| act.as_str().map(str::to_owned));
        let when = output::ago(now.saturating_sub(entry.at));
        let about = [entry.about.clone(), entry.table.clone()].into_iter().filter(|it| !it.is_empty());
        let about = about.collect::<Vec<_>>().join(", table ");
        vec![when, entry.who.clone(), act.unwrap_or_default(), about, entry.text.clone()]
    });
    output::report(args.get_flag("json"), &entries, || {
        output::columns(&["when", "who", "did", "about", "words"], rows)
    })
}
