//! The commands and their words.

use std::path::PathBuf;
use std::process::ExitCode;

use ::lab::DecisionBudget;
use bots::Level;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Map, Value};
use table::{AnyGame, Dial, Knob, Observer};

use crate::arena::Player;
use crate::{
    Failure, Outcome, arena, bench, bloodstones, keeper, lab, output, play, remote, replay, review, rules,
    scenario, serve, simulate, verify,
};

/// The whole command line. Options of games come from the games themselves.
pub(crate) fn command() -> Command {
    Command::new("sanguis")
        .version(env!("CARGO_PKG_VERSION"))
        .about("One table for games of blood: play them, replay them, prove them fair, measure them")
        .after_help(
            "Start with `sanguis play`. Every command has a --help of its own, and `sanguis play GAME --help` \
             explains the options of a game.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            with_games(
                Command::new("play")
                    .about("Play in the terminal: against bots, with others at the same screen, or at a table in a house")
                    .after_help(
                        "Arrow keys, numbers or the mouse choose an option and Enter does it; `u` takes back, `l` shows the story, \
                         `?` the rule in question, `h` all keys, `q` leaves. The game is kept after every move; `--resume FILE` goes \
                         on with it.\n\n\
                         In a pipe, and with --plain, the table is plain text: a number or the first words of an option, then \
                         Enter.\n\nWithout a game you choose from the shelf. With a LINK you sit down at a table in a house, and are the same person \
                         there the next time.",
                    )
                    .arg(
                        Arg::new("link")
                            .value_name("LINK")
                            .help("A table in a house, as its page or an invitation says: https://games.example/join/…"),
                    )
                    .arg(
                        Arg::new("name")
                            .long("name")
                            .value_name("NAME")
                            .requires("link")
                            .help("What you are called in that house"),
                    )
                    .arg(path("resume", "FILE", "Go on with a game that was left").conflicts_with("link"))
                    .arg(bot_level("bots").global(true))
                    .arg(plain().global(true)),
                |game| {
                    game.arg(players())
                        .arg(
                            Arg::new("seat")
                                .long("seat")
                                .value_name("K")
                                .default_value("1")
                                .value_parser(value_parser!(u8).range(1..=12))
                                .help("Where you sit"),
                        )
                        .arg(
                            Arg::new("people")
                                .long("people")
                                .value_name("SEATS")
                                .conflicts_with("seat")
                                .help("Several people share this screen: their seats, perhaps with names (1=Ann,3=Bo); it is \
                                       hidden between their turns"),
                        )
                        .arg(seed().help("Play a certain deal again; without it, chance decides"))
                        .arg(path("record", "FILE", "Keep the game here and not in the usual place"))
                        .arg(path("from", "FILE", "Start from the position of a scenario file"))
                        .arg(
                            Arg::new("interrupts")
                                .long("interrupts")
                                .action(ArgAction::SetTrue)
                                .help("Ask you whenever you could interrupt, and not only when the game waits for you"),
                        )
                },
            )
            .subcommand_required(false),
        )
        .subcommand(
            Command::new("rules")
                .about("Show the rules of a game, or what they say on a topic")
                .arg(game_id())
                .arg(
                    Arg::new("topic")
                        .num_args(0..)
                        .value_name("TOPIC")
                        .help("A section (3), a rule (3.2) or words to look for"),
                ),
        )
        .subcommand(with_games(
            Command::new("simulate").about("Play many random games on all cores and report on them"),
            |game| {
                game.arg(players())
                    .arg(
                        Arg::new("games")
                            .long("games")
                            .value_name("M")
                            .default_value("1000")
                            .value_parser(value_parser!(u64).range(1..=100_000_000))
                            .help("How many games"),
                    )
                    .arg(seed().default_value("1").help("The first game's seed; the others follow"))
                    .arg(json())
                    .arg(path("record", "DIR", "Write a record of every game into this folder"))
                    .arg(path("from", "FILE", "Start each game from the position of a scenario file"))
            },
        ))
        .subcommand(with_games(
            Command::new("arena").about("Bots against bots on equal terms: paired deals, seats rotated, teams swapped"),
            |game| {
                game.arg(players())
                    .arg(
                        Arg::new("field")
                            .long("field")
                            .value_name("BOTS")
                            .value_delimiter(',')
                            .default_value("greedy,random")
                            .value_parser(|text: &str| text.parse::<Player>())
                            .help(
                                "Who plays, separated by commas: random, greedy, search, deep, easy, normal, hard, or a \
                                 program of your own as \"cmd:python3 mybot.py\" (docs/bot-protocol.md)",
                            ),
                    )
                    .arg(
                        Arg::new("games")
                            .long("games")
                            .value_name("M")
                            .default_value("200")
                            .value_parser(value_parser!(u64).range(1..=10_000_000))
                            .help("How many games, every deal played once for each rotation of the field"),
                    )
                    .arg(seed().default_value("1").help("The first deal's seed"))
                    .arg(
                        Arg::new("budget")
                            .long("budget")
                            .value_name("B")
                            .value_parser(|text: &str| text.parse::<DecisionBudget>())
                            .help(
                                "How long bots may think over a decision: iterations (400), with which the same seed plays the \
                                 same games again, or time (300ms) [default: what suits each, 300ms for search, 1s for deep]",
                            ),
                    )
                    .arg(path("report", "FILE", "Write a page with plots here (HTML, nothing else needed)"))
                    .arg(json())
            },
        ))
        .subcommand(with_games(
            Command::new("lab").about("Is it balanced? Many games between equal bots, and a report to look at"),
            lab_args,
        ))
        .subcommand(
            Command::new("bench")
                .about("Measure speed on one core: random play, samples and observations, or how fast bots look ahead")
                .arg(game_id().required(false).help("One game; without it, all"))
                .arg(players())
                .arg(
                    Arg::new("seconds")
                        .long("seconds")
                        .value_name("S")
                        .default_value("0.5")
                        .value_parser(value_parser!(f64))
                        .help("How long to measure each figure"),
                )
                .arg(
                    Arg::new("search")
                        .long("search")
                        .action(ArgAction::SetTrue)
                        .help("Measure the bots: iterations per second, and their steps against those of random play"),
                )
                .arg(json()),
        )
        .subcommand(
            Command::new("replay")
                .about("Watch a recorded game, step by step, through anyone's eyes")
                .after_help(
                    "In a terminal: arrows step, a number and Enter jump to that action, `e` changes the eyes, `q` leaves. With --plain \
                     it is text: Enter goes on, `b` back, a number to that action. In a pipe the whole story is printed.",
                )
                .arg(plain())
                .arg(file("FILE", "The record"))
                .arg(
                    Arg::new("as")
                        .long("as")
                        .value_name("EYES")
                        .default_value("all")
                        .value_parser(|text: &str| text.parse::<Observer>())
                        .help("Through whose eyes: a seat number, spectator or all"),
                )
                .arg(
                    Arg::new("at")
                        .long("at")
                        .value_name("N")
                        .value_parser(value_parser!(usize))
                        .help("Show the table after this many actions, and nothing else"),
                )
                .arg(json().help("With --at: the observation as JSON")),
        )
        .subcommand(
            Command::new("review")
                .about("What the bots say about a game: chances over time, turning points, better moves")
                .after_help(
                    "Chances are judged with all cards open and from what each seat knew. For the decisions of each seat a bot that \
                     looks ahead says what it would have done.",
                )
                .arg(file("FILE", "The record"))
                .arg(
                    Arg::new("moments")
                        .long("moments")
                        .value_name("N")
                        .default_value("150")
                        .value_parser(value_parser!(u64).range(2..=100_000))
                        .help("Judge at most so many moments of the game, evenly spread"),
                )
                .arg(path("html", "FILE", "Also write the record as a page, with plots and the whole story"))
                .arg(json()),
        )
        .subcommand(
            Command::new("verify")
                .about("Prove a record: re-deal, replay, check every action, the hashes and the commitment")
                .arg(file("FILE", "The records").num_args(1..))
                .arg(json()),
        )
        .subcommand(
            Command::new("scenario")
                .about("Check positions written by hand, or start one")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("check")
                        .about("Run scenario files and show the first difference")
                        .arg(file("FILE", "The scenario files").num_args(1..))
                        .arg(json()),
                )
                .subcommand(
                    Command::new("new").about("Write a commented template to standard output").arg(game_id()),
                ),
        )
        .subcommands(bloodstones::commands())
        .subcommand(serve::command())
        .subcommands(keeper::commands())
        .subcommand(Command::new("games").about("List the games on the shelf").arg(json()))
}

/// Carries out a command.
pub(crate) fn run(matches: &ArgMatches) -> Outcome {
    match matches.subcommand() {
        Some(("play", args)) => match (args.get_one::<PathBuf>("resume"), args.subcommand()) {
            (Some(file), None) => play::resume(file, args),
            (Some(_), Some(_)) => {
                Err(Failure("--resume takes the game from its file: leave the game's name out.".into()))
            }
            (None, Some((id, args))) => play::play(shelf::find(id)?, args),
            (None, None) => match args.get_one::<String>("link") {
                Some(link) if link.contains("://") => remote::play(link, args),
                Some(word) => shelf::find(word).map(|_| ExitCode::SUCCESS).map_err(Failure::from),
                None => play::pick(args),
            },
        },
        Some(("rules", args)) => rules::show(named_game(args)?, &many(args, "topic").join(" ")),
        Some(("simulate", args)) => match args.subcommand() {
            Some((id, args)) => simulate::simulate(shelf::find(id)?.game, args),
            None => Err(Failure("Name a game.".into())),
        },
        Some(("arena", args)) => match args.subcommand() {
            Some((id, args)) => arena::arena(shelf::find(id)?, args),
            None => Err(Failure("Name a game.".into())),
        },
        Some(("lab", args)) => match args.subcommand() {
            Some((id, args)) => lab::lab(shelf::find(id)?, args),
            None => Err(Failure("Name a game.".into())),
        },
        Some(("bench", args)) => bench::bench(args),
        Some(("replay", args)) => replay::replay(args),
        Some(("review", args)) => review::review(args),
        Some(("verify", args)) => verify::verify(args),
        Some(("scenario", args)) => match args.subcommand() {
            Some(("check", args)) => scenario::check(args),
            Some(("new", args)) => {
                let entry = shelf::find(args.get_one::<String>("game").map_or("", String::as_str))?;
                output::print(entry.template);
                Ok(ExitCode::SUCCESS)
            }
            _ => Err(Failure("Name a command: check or new.".into())),
        },
        Some(("map", args)) => bloodstones::map(args),
        Some(("odds", args)) => bloodstones::odds(args),
        Some(("serve", args)) => serve::serve(args),
        Some((name @ ("backup" | "restore" | "fsck" | "admin"), args)) => keeper::run(name, args),
        Some(("games", args)) => list(args.get_flag("json")),
        _ => Err(Failure("Name a command; `sanguis --help` lists them.".into())),
    }
}

fn list(json: bool) -> Outcome {
    let games = shelf::games().iter().map(|entry| entry.game);
    if json {
        let all: Vec<Value> = games
            .map(|game| serde_json::json!({ "info": game.info(), "options": game.knobs(), "codes": game.codes() }))
            .collect();
        output::json(&all);
    } else {
        let rows: Vec<Vec<String>> = games
            .map(|game| {
                let info = game.info();
                vec![
                    info.id.to_owned(),
                    format!("{}-{}", info.min_players, info.max_players),
                    format!("{}-{} min", info.minutes.0, info.minutes.1),
                    info.tagline.to_owned(),
                ]
            })
            .collect();
        output::print(&output::columns(&["game", "players", "time", ""], &rows));
    }
    Ok(ExitCode::SUCCESS)
}

/// The game a command names.
pub(crate) fn named_game(args: &ArgMatches) -> Result<&'static dyn AnyGame, Failure> {
    Ok(shelf::find(args.get_one::<String>("game").map_or("", String::as_str))?.game)
}

/// The options a command gives a game: the number of players and whatever knobs were turned.
pub(crate) fn options(game: &dyn AnyGame, args: &ArgMatches) -> Result<Value, Failure> {
    let info = game.info();
    let mut map = Map::new();
    let players = args.get_one::<u64>("players").copied().unwrap_or(info.usual_players as u64);
    map.insert("players".into(), Value::from(players));
    for knob in game.knobs() {
        if let Some(text) = args.get_one::<String>(knob.name) {
            map.insert(knob.name.into(), knob.parse(&knob_text(knob, text)?)?);
        }
    }
    Ok(game.options(&Value::Object(map))?)
}

/// A text option may name a file, which then stands for its contents: a map of one's own.
pub(crate) fn knob_text(knob: &Knob, text: &str) -> Result<String, Failure> {
    let path = std::path::Path::new(text);
    match knob.dial {
        Dial::Text { .. } if text.ends_with(".toml") || path.is_file() => crate::files::read(path),
        _ => Ok(text.to_owned()),
    }
}

fn many(args: &ArgMatches, name: &str) -> Vec<String> {
    args.get_many::<String>(name).into_iter().flatten().cloned().collect()
}

/// A command with one subcommand per game, each with the options of that game.
fn with_games(command: Command, common: impl Fn(Command) -> Command) -> Command {
    let mut command =
        command.subcommand_value_name("GAME").subcommand_help_heading("Games").subcommand_required(true);
    for entry in shelf::games() {
        let info = entry.game.info();
        let mut game = common(Command::new(info.id).about(info.tagline));
        for knob in entry.game.knobs() {
            game = game.arg(knob_arg(knob));
        }
        command = command.subcommand(game);
    }
    command
}

fn knob_arg(knob: &'static Knob) -> Arg {
    let arg = Arg::new(knob.name).long(knob.name).help_heading("Options of the game");
    match knob.dial {
        Dial::Switch { default } => arg
            .value_name("on|off")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("on")
            .help(format!("{} [default: {}]", knob.help, if default { "on" } else { "off" })),
        Dial::Choice { of, default } => {
            let words: Vec<String> = of.iter().map(|(word, meaning)| format!("{word}: {meaning}")).collect();
            arg.value_name("WORD")
                .value_parser(PossibleValuesParser::new(of.iter().map(|(word, _)| *word)))
                .hide_possible_values(true)
                .help(format!("{} ({}) [default: {default}]", knob.help, words.join("; ")))
        }
        Dial::Number { from, to, default } => {
            arg.value_name("N").help(format!("{} ({from} to {to}) [default: {default}]", knob.help))
        }
        Dial::List { of } => arg.value_name("NAMES").help(format!(
            "{} (out of {}, separated by commas)",
            knob.help,
            of.join(", ")
        )),
        Dial::Text { of } => arg.value_name("TEXT").help(format!("{} ({})", knob.help, of.join(", "))),
    }
}

fn lab_args(game: Command) -> Command {
    game.after_help(
        "Writes one HTML page with plots, a summary of what stands out and what is within noise, and the command that does it \
         again. What was played is kept in a results file beside it: Ctrl-C reports what there is, and the same command goes on. \
         Where the map is left open, Bloodstones is played on all that fit.\n\n\
         sanguis lab GAME --players all --games 10000\n\
         sanguis lab GAME --against KEY=VALUE       the usual game against another option\n\
         sanguis lab GAME --against old.results.json   this version against an earlier run",
    )
    .arg(
        Arg::new("players")
            .long("players")
            .short('p')
            .value_name("N")
            .help("How many sit at the tables: 4, 3,5, 2-6 or all"),
    )
    .arg(
        Arg::new("games")
            .long("games")
            .value_name("M")
            .default_value("1000")
            .value_parser(value_parser!(u64).range(1..=100_000_000))
            .help("How many games; with --against, of each"),
    )
    .arg(bot_level("level").default_value("greedy").help("Who plays, on all seats: random, greedy, search, deep, easy, normal or hard"))
    .arg(
        Arg::new("budget")
            .long("budget")
            .value_name("B")
            .default_value("400")
            .value_parser(|text: &str| text.parse::<DecisionBudget>())
            .help("How long a bot that looks ahead may think: iterations (400) or time (300ms)"),
    )
    .arg(seed().default_value("1").help("The first deal's seed; the others follow"))
    .arg(
        Arg::new("against")
            .long("against")
            .value_name("KEY=VALUE|FILE")
            .action(ArgAction::Append)
            .help("Compare with another option set (once for each option), or with the results file of an earlier run"),
    )
    .arg(path("out", "FILE", "Where the report goes [default: lab-GAME.html]").short('o'))
    .arg(Arg::new("fresh").long("fresh").action(ArgAction::SetTrue).help("Begin anew and forget earlier results"))
    .arg(json().help("Print the figures as JSON; the page is written only with --out"))
}

fn bot_level(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("LEVEL")
        .default_value("normal")
        .value_parser(|text: &str| text.parse::<Level>())
        .help("How the others play: easy, normal or hard; or random, greedy, search or deep")
}

fn plain() -> Arg {
    Arg::new("plain")
        .long("plain")
        .action(ArgAction::SetTrue)
        .help("Plain text instead of the terminal application: for screen readers and scripts")
}

fn game_id() -> Arg {
    Arg::new("game").value_name("GAME").required(true).help("The game: `sanguis games` lists them")
}

fn players() -> Arg {
    Arg::new("players")
        .long("players")
        .short('p')
        .value_name("N")
        .value_parser(value_parser!(u64))
        .help("How many sit at the table")
}

fn seed() -> Arg {
    Arg::new("seed").long("seed").value_name("S").value_parser(value_parser!(u64))
}

fn json() -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON, for scripts")
}

fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).value_parser(value_parser!(PathBuf)).help(help)
}

fn file(value: &'static str, help: &'static str) -> Arg {
    Arg::new("file").value_name(value).required(true).value_parser(value_parser!(PathBuf)).help(help)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }
}
