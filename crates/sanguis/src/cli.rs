//! The commands, their options and help texts.

use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(feature = "workshop")]
use ::lab::DecisionBudget;
use bots::Level;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use table::{AnyGame, Dial, Knob, Observer};

#[cfg(all(feature = "house", feature = "workshop"))]
use crate::admin;
#[cfg(feature = "workshop")]
use crate::arena::Player;
use crate::args::{file, flag, json_flag, named_game, option, path};
#[cfg(feature = "mcp")]
use crate::mcp;
#[cfg(all(feature = "terminal", feature = "outward"))]
use crate::remote;
#[cfg(feature = "house")]
use crate::serve;
use crate::{Failure, Outcome, bloodstones, output, rules, verify};
#[cfg(feature = "workshop")]
use crate::{arena, bench, lab, puzzles, review, simulate, text_agents};
#[cfg(feature = "terminal")]
use crate::{learn, play, replay};

/// The whole command line. Options of games come from the games themselves.
pub(crate) fn command() -> Command {
    let command = Command::new("sanguis")
        .version(env!("CARGO_PKG_VERSION"))
        .about("One table for games of blood: play, replay, verify and measure them")
        .after_help(
            "Start with `sanguis play`. Every command has its own --help; `sanguis play GAME --help` explains \
             the options of a game.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(
            option("language", "CODE", "The language of games and rules: en or de [default: the system's]")
                .global(true),
        );
    #[cfg(feature = "terminal")]
    let command = command
        .subcommand(
            with_games(
                Command::new("play")
                    .about("Play in the terminal: against bots, with others at the same screen, or on a server")
                    .after_help(
                        "Arrow keys, numbers or the mouse choose an option, Enter confirms it; `u` undoes, `l` shows the story, \
                         `?` the rule in question, `h` all keys, `q` quits. The game is saved after every move; `--resume FILE` \
                         continues it.\n\n\
                         In a pipe, and with --plain, the table is plain text: type a number or the first words of an option, then \
                         Enter.\n\nWithout a game you choose one from a list. With a LINK you join a table on a server, which recognises you \
                         next time.",
                    )
                    .arg(
                        Arg::new("link")
                            .value_name("LINK")
                            .help("The link to a table on a server, from its page or an invitation: https://games.example/join/…"),
                    )
                    .arg(option("name", "NAME", "Your name on that server").requires("link"))
                    .arg(path("resume", "FILE", "Continue a saved game").conflicts_with("link"))
                    .arg(bot_level("bots").global(true))
                    .arg(plain().global(true)),
                |game| {
                    game.arg(players())
                        .arg(
                            option("seat", "K", "Where you sit")
                                .default_value("1")
                                .value_parser(value_parser!(u8).range(1..=12)),
                        )
                        .arg(
                            option(
                                "people",
                                "SEATS",
                                "The seats of several people at this screen, with or without names (1=Ann,3=Bo); the screen is \
                                 hidden between their turns",
                            )
                            .conflicts_with("seat"),
                        )
                        .arg(seed("Repeat a deal [default: a random one]"))
                        .arg(path("record", "FILE", "Save the game here instead of the usual place"))
                        .arg(path("from", "FILE", "Start from the position of a scenario file"))
                        .arg(flag("interrupts", "Also ask you whenever you could interrupt"))
                },
            )
            .subcommand_required(false),
        )
        .subcommand(
            Command::new("learn")
                .about("Learn a game by playing: short lessons with a coach")
                .after_help(
                    "Without a game, lists all lessons and puzzles. Without a lesson, resumes the first one you have not finished. In a pipe, \
                     and with --plain, it is plain text: a number or the first words choose an option; Enter alone lets the coach show you \
                     what to do.",
                )
                .arg(game_id().required(false))
                .arg(Arg::new("lesson").value_name("LESSON").help("The lesson's name from the list, or a puzzle such as puzzle-3"))
                .arg(path("from", "FILE", "Try a lesson file; progress is not saved").conflicts_with("game"))
                .arg(path("german", "FILE", "Use German, with the lesson's sentences from this file").requires("from"))
                .arg(option("part", "N", "Begin with this part").value_parser(value_parser!(u64)))
                .arg(flag("again", "Start from the beginning"))
                .arg(plain())
                .arg(json_flag().help("The list as JSON")),
        )
        .subcommand(
            Command::new("lesson")
                .about("Check lesson files")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("check")
                        .about("Play every way through lesson files and show where they fail")
                        .arg(file("The lesson files").num_args(1..))
                        .arg(path("german", "FILE", "Also check that this file translates every sentence into German"))
                        .arg(json_flag()),
                ),
        );
    let command = command.subcommand(
        Command::new("rules")
            .about("Show the rules of a game, or what they say about a topic")
            .arg(game_id())
            .arg(
                Arg::new("topic")
                    .num_args(0..)
                    .value_name("TOPIC")
                    .help("A section (3), a rule (3.2) or words to search for"),
            ),
    );
    #[cfg(feature = "workshop")]
    let command = command
        .subcommand(
            Command::new("puzzles")
                .about("For authors of puzzles: find and check positions in which one choice is clearly best")
                .after_help("To solve a puzzle: sanguis learn GAME puzzle-1. `sanguis learn` says how many each game has.")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(with_games(
                    Command::new("find").about("Look for puzzles in games between bots and print them as a file"),
                    |game| {
                        game.arg(players())
                            .arg(games("1000", 100_000_000, "How many games to look at"))
                            .arg(seed("The first game's seed; the others follow").default_value("1"))
                            .arg(number("count", "N", "Stop after this many puzzles", "30"))
                            .arg(number("iterations", "N", "Iterations of the search that confirms a puzzle", "4000"))
                            .arg(number("margin", "PERCENT", "How far the best choice must be ahead", "8"))
                            .arg(number("every", "N", "Look at every Nth decision", "3"))
                            .arg(option("seconds", "S", "Stop after this time").value_parser(value_parser!(u64)))
                    },
                ))
                .subcommand(
                    Command::new("check")
                        .about("Check that every position in puzzle files can be reached and has the choices they name")
                        .arg(file("The puzzle files").num_args(1..)),
                ),
        )
        .subcommand(
            with_games(
                Command::new("hints")
                    .about("Measure how often a hint has a reason besides the margin, and how long it takes"),
                |game| {
                    game.arg(players())
                        .arg(number("positions", "N", "How many positions", "200"))
                        .arg(seed("The first game's seed; the others follow").default_value("1"))
                        .arg(flag("say", "Print every hint"))
                },
            )
            .hide(true),
        )
        .subcommand(with_games(
            Command::new("simulate").about("Play many random games on all cores and report on them"),
            |game| {
                game.arg(players())
                    .arg(games("1000", 100_000_000, "How many games"))
                    .arg(seed("The first game's seed; the others follow").default_value("1"))
                    .arg(json_flag())
                    .arg(path("record", "DIR", "Write a record of every game into this folder"))
                    .arg(path("from", "FILE", "Start each game from the position of a scenario file"))
            },
        ))
        .subcommand(with_games(
            Command::new("arena").about("Bots against bots on equal terms: paired deals, seats rotated, teams swapped"),
            |game| {
                text_agents::args(game.arg(players())
                    .arg(
                        option(
                            "field",
                            "BOTS",
                            "Who plays, separated by commas: random, greedy, net, search, deep, easy, normal, hard, or \
                             your own program as \"cmd:python3 mybot.py\" (docs/bot-protocol.md), or an agent that plays by text \
                             as llm:FILE.toml (docs/agents.md). With talk: deep+mute, deep+deaf, deep+truth (docs/bots.md)",
                        )
                        .value_delimiter(',')
                        .default_value("greedy,random")
                        .value_parser(|text: &str| text.parse::<Player>()),
                    )
                    .arg(games(
                        "200",
                        10_000_000,
                        "How many games; each deal is played once for every rotation of the field",
                    ))
                    .arg(seed("The first deal's seed").default_value("1"))
                    .arg(budget(
                        "How long bots may think about a decision: iterations (400), so that the same seed repeats the \
                         same games, or time (300ms); one for all, or one for each bot of the field (150ms,1s) [default: \
                         depends on the level, 300ms for search, 1s for deep]",
                    ).value_delimiter(','))
                    .arg(path("report", "FILE", "Write a self-contained HTML page with plots to this file"))
                    .arg(path("record", "DIR", "Write a record of every game into this folder, with what was said"))
                    .arg(flag(
                        "turned",
                        "Play every game again without talk, twice, and report how often talk changed the winner",
                    ))
                    .arg(json_flag()))
            },
        ).subcommand(text_agents::suite::command()))
        .subcommand(with_games(
            Command::new("lab").about("Is it balanced? Play many games between equal bots and write a report"),
            lab_args,
        ))
        .subcommand(
            Command::new("bench")
                .about("Measure speed on one core: random play, samples and observations, or the search")
                .arg(game_id().required(false).help("The game [default: all games]"))
                .arg(players())
                .arg(
                    option("seconds", "S", "How long to measure each figure")
                        .default_value("0.5")
                        .value_parser(value_parser!(f64)),
                )
                .arg(flag(
                    "search",
                    "Measure the search: iterations per second, and its steps compared with random play",
                ))
                .arg(json_flag()),
        );
    #[cfg(feature = "terminal")]
    let command = command
        .subcommand(
            Command::new("replay")
                .about("Watch a recorded game step by step, from any seat")
                .after_help(
                    "In a terminal: arrows step, a number and Enter jump to that action, `e` changes the point of view, `q` quits. With --plain \
                     it is text: Enter steps forward, `b` back, a number jumps to that action. In a pipe the whole story is printed.",
                )
                .arg(plain())
                .arg(file("The record"))
                .arg(
                    option("as", "EYES", "The point of view: a seat number, spectator or all")
                        .default_value("all")
                        .value_parser(|text: &str| text.parse::<Observer>()),
                )
                .arg(
                    option("at", "N", "Show the table after this many actions, and nothing else")
                        .value_parser(value_parser!(usize)),
                )
                .arg(json_flag().help("With --at: the observation as JSON")),
        );
    #[cfg(feature = "workshop")]
    let command = command
        .subcommand(
            Command::new("review")
                .about("Have bots analyse a recorded game: chances over time, turning points, better moves")
                .after_help(
                    "Chances are judged with all cards open, and from what each seat knew. For each decision, a bot that looks ahead says \
                     what it would have done.",
                )
                .arg(file("The record"))
                .arg(
                    option("moments", "N", "The most moments to judge, spread evenly over the game")
                        .default_value("150")
                        .value_parser(value_parser!(u64).range(2..=100_000)),
                )
                .arg(path("html", "FILE", "Also write an HTML page with plots and the whole story"))
                .arg(json_flag()),
        );
    let command = command
        .subcommand(
            Command::new("verify")
                .about(
                    "Verify records: deal and replay them, check every action, the hashes and the commitment",
                )
                .arg(file("The records").num_args(1..))
                .arg(json_flag()),
        )
        .subcommand(
            Command::new("scenario")
                .about("Check scenario files, or write a template")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("check")
                        .about("Run scenario files and show the first difference")
                        .arg(file("The scenario files").num_args(1..))
                        .arg(json_flag()),
                )
                .subcommand(
                    Command::new("new").about("Write a commented template to standard output").arg(game_id()),
                ),
        )
        .subcommands(bloodstones::commands());
    #[cfg(feature = "house")]
    let command = command.subcommand(serve::command());
    #[cfg(feature = "mcp")]
    let command = command.subcommand(mcp::command());
    #[cfg(all(feature = "house", feature = "workshop"))]
    let command = command.subcommands(admin::commands());
    command.subcommand(Command::new("games").about("List the games").arg(json_flag()))
}

/// Carries out a command.
pub(crate) fn run(matches: &ArgMatches) -> Outcome {
    output::choose_language(matches.get_one::<String>("language"));
    match matches.subcommand() {
        #[cfg(feature = "terminal")]
        Some(("play", args)) => match (args.get_one::<PathBuf>("resume"), args.subcommand()) {
            (Some(file), None) => play::resume(file, args),
            (Some(_), Some(_)) => {
                Err(Failure("--resume takes the game from its file: leave the game's name out.".into()))
            }
            (None, Some((id, args))) => play::play(shelf::find(id)?, args),
            (None, None) => match args.get_one::<String>("link") {
                #[cfg(feature = "outward")]
                Some(link) if link.contains("://") => remote::play(link, args),
                #[cfg(not(feature = "outward"))]
                Some(link) if link.contains("://") => Err(Failure(
                    "This program was built without support for remote houses: build it with all features."
                        .into(),
                )),
                Some(word) => shelf::find(word).map(|_| ExitCode::SUCCESS).map_err(Failure::from),
                None => match play::pick()? {
                    Some(id) => {
                        let words = ["sanguis", "play", id].into_iter();
                        let words = words.chain(args.get_flag("plain").then_some("--plain"));
                        let chosen = command().try_get_matches_from(words);
                        run(&chosen.map_err(|error| Failure(error.to_string()))?)
                    }
                    None => Ok(ExitCode::SUCCESS),
                },
            },
        },
        #[cfg(feature = "terminal")]
        Some(("learn", args)) => learn::learn(args),
        #[cfg(feature = "terminal")]
        Some(("lesson", args)) => match args.subcommand() {
            Some(("check", args)) => learn::check(args),
            _ => Err(Failure("Name a command: check.".into())),
        },
        Some(("rules", args)) => rules::show(named_game(args)?.game, &many(args, "topic").join(" ")),
        #[cfg(feature = "workshop")]
        Some((name @ ("simulate" | "arena" | "lab"), args)) => match (name, args.subcommand()) {
            (_, None) => Err(Failure("Name a game.".into())),
            ("simulate", Some((id, args))) => simulate::simulate(shelf::find(id)?.game, args),
            ("arena", Some(("suite", args))) => text_agents::suite::run(args),
            ("arena", Some((id, args))) => arena::arena(shelf::find(id)?, args),
            (_, Some((id, args))) => lab::lab(shelf::find(id)?, args),
        },
        #[cfg(feature = "workshop")]
        Some(("puzzles", args)) => match args.subcommand() {
            Some(("find", args)) => match args.subcommand() {
                Some((id, args)) => puzzles::find(shelf::find(id)?, args),
                None => Err(Failure("Name a game.".into())),
            },
            Some(("check", args)) => puzzles::check(args),
            _ => Err(Failure("Name a command: find or check.".into())),
        },
        #[cfg(feature = "workshop")]
        Some(("hints", args)) => match args.subcommand() {
            Some((id, args)) => puzzles::hints(shelf::find(id)?, args),
            None => Err(Failure("Name a game.".into())),
        },
        #[cfg(feature = "workshop")]
        Some(("bench", args)) => bench::bench(args),
        #[cfg(feature = "terminal")]
        Some(("replay", args)) => replay::replay(args),
        #[cfg(feature = "workshop")]
        Some(("review", args)) => review::review(args),
        Some(("verify", args)) => verify::verify(args),
        Some(("scenario", args)) => match args.subcommand() {
            Some(("check", args)) => verify::scenarios(args),
            Some(("new", args)) => {
                output::print(named_game(args)?.template);
                Ok(ExitCode::SUCCESS)
            }
            _ => Err(Failure("Name a command: check or new.".into())),
        },
        Some(("map", args)) => bloodstones::map(args),
        Some(("odds", args)) => bloodstones::odds(args),
        #[cfg(feature = "house")]
        Some(("serve", args)) => serve::serve(args),
        #[cfg(feature = "mcp")]
        Some(("mcp", args)) => mcp::serve(args),
        #[cfg(all(feature = "house", feature = "workshop"))]
        Some((name @ ("backup" | "restore" | "fsck" | "admin"), args)) => admin::run(name, args),
        Some(("games", args)) => list(args.get_flag("json")),
        _ => Err(Failure("Name a command; `sanguis --help` lists them.".into())),
    }
}

fn list(json: bool) -> Outcome {
    let games = shelf::games().iter().map(|entry| entry.game);
    let all: Vec<Value> = games
        .clone()
        .map(|game| json!({ "info": game.info(), "options": game.knobs(), "codes": game.codes() }))
        .collect();
    let row = |game: &dyn AnyGame| {
        let info = game.info();
        vec![
            info.id.to_owned(),
            format!("{}-{}", info.min_players, info.max_players),
            format!("{}-{} min", info.minutes.0, info.minutes.1),
            info.tagline.to_owned(),
        ]
    };
    output::report(json, &all, || output::columns(&["game", "players", "time", ""], games.map(row)))
}

fn many(args: &ArgMatches, name: &str) -> Vec<String> {
    args.get_many::<String>(name).into_iter().flatten().cloned().collect()
}

/// A command with a subcommand for each game, which takes the options of that game.
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
        Dial::Text { of, .. } => arg.value_name("TEXT").help(format!("{} ({})", knob.help, of.join(", "))),
    }
}

#[cfg(feature = "workshop")]
fn lab_args(game: Command) -> Command {
    game.after_help(
        "Writes one HTML page with plots, a summary of what stands out and what is within noise, and the command that repeats \
         it. Games are kept in a results file beside the page: Ctrl-C reports on what has been played, and the same command resumes. \
         Without --map, Bloodstones is played on all maps that fit.\n\n\
         sanguis lab GAME --players all --games 10000\n\
         sanguis lab GAME --against KEY=VALUE       the usual game against another option\n\
         sanguis lab GAME --against old.results.json   this version against an earlier run",
    )
    .arg(option("players", "N", "The number of players: 4, 3,5, 2-6 or all").short('p'))
    .arg(games("1000", 100_000_000, "How many games; with --against, of each"))
    .arg(bot_level("level").default_value("greedy").help("The bot in all seats: random, greedy, net, search, deep, easy, normal or hard"))
    .arg(
        budget("How long a bot may think about a decision: iterations (400) or time (300ms)").default_value("400"),
    )
    .arg(seed("The first deal's seed; the others follow").default_value("1"))
    .arg(
        option(
            "against",
            "KEY=VALUE|FILE",
            "Compare with other options (repeat for each option), or with the results file of an earlier run",
        )
        .action(ArgAction::Append),
    )
    .arg(flag(
        "talk",
        "The bots talk, in games that have talk, and the report says what and what it is worth; every deal is played twice more without",
    ))
    .arg(path("out", "FILE", "Write the report to this file [default: lab-GAME.html]").short('o'))
    .arg(flag("fresh", "Start over and discard earlier results"))
    .arg(json_flag().help("Print the figures as JSON; the page is written only with --out"))
}

fn bot_level(name: &'static str) -> Arg {
    option(name, "LEVEL", "How the bots play: easy, normal or hard; or random, greedy, net, search or deep")
        .default_value("normal")
        .value_parser(|text: &str| text.parse::<Level>())
}

#[cfg(feature = "workshop")]
fn budget(help: &'static str) -> Arg {
    option("budget", "B", help).value_parser(|text: &str| text.parse::<DecisionBudget>())
}

fn games(usual: &'static str, most: u64, help: &'static str) -> Arg {
    option("games", "M", help).default_value(usual).value_parser(value_parser!(u64).range(1..=most))
}

#[cfg(feature = "workshop")]
fn number(name: &'static str, value: &'static str, help: &'static str, usual: &'static str) -> Arg {
    option(name, value, help).default_value(usual).value_parser(value_parser!(u64))
}

fn plain() -> Arg {
    flag("plain", "Plain text instead of the terminal application: for screen readers and scripts")
}

fn game_id() -> Arg {
    Arg::new("game").value_name("GAME").required(true).help("The game: `sanguis games` lists them")
}

fn players() -> Arg {
    option("players", "N", "The number of players").short('p').value_parser(value_parser!(u64))
}

fn seed(help: &'static str) -> Arg {
    option("seed", "S", help).value_parser(value_parser!(u64))
}
