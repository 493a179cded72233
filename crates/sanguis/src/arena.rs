//! `sanguis arena`: bots against bots, with intervals.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bots::{Entrant, Level};
use clap::ArgMatches;
use lab::{ArenaClock, ArenaGame, ArenaReport, ArenaStats, BotReport, DecisionBudget};
use rayon::prelude::*;
use shelf::GameEntry;

use crate::outside::Process;
use crate::{Failure, Outcome, args, effort, files, output, stop, text_agents};

/// How long another program may think unless --budget says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Who plays: a level, or another program.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Player {
    Level(Level),
    Command(String),
    /// An agent that plays by text, by its file.
    Text(PathBuf),
}

impl std::str::FromStr for Player {
    type Err = String;

    /// "deep", or "cmd:python3 mybot.py".
    fn from_str(text: &str) -> Result<Player, String> {
        if let Some(file) = text.strip_prefix("llm:") {
            return match file.trim() {
                "" => Err("llm: takes the file of an agent, as in llm:agent.toml".to_owned()),
                file => Ok(Player::Text(PathBuf::from(file))),
            };
        }
        match text.strip_prefix("cmd:") {
            Some(command) if !command.trim().is_empty() => Ok(Player::Command(command.trim().to_owned())),
            Some(_) => {
                Err("cmd: takes the command that starts the bot, as in cmd:python3 mybot.py".to_owned())
            }
            None => text.parse().map(Player::Level).map_err(|refusal: table::Refusal| refusal.to_string()),
        }
    }
}

impl Player {
    fn name(&self) -> String {
        match self {
            Player::Text(file) => format!("llm:{}", file.display()),
            Player::Level(level) => level.name().to_owned(),
            Player::Command(command) => format!("cmd:{command}"),
        }
    }

    fn usual_budget(&self) -> DecisionBudget {
        match self {
            Player::Level(level) => DecisionBudget::of(*level),
            Player::Command(_) | Player::Text(_) => DecisionBudget::Time(USUAL_TIME),
        }
    }

    fn enter(&self, budget: DecisionBudget) -> Entrant {
        match self {
            Player::Level(level) => Entrant::Level(*level),
            // Agents are entered game by game, with a transcript; where none is kept, instinct plays.
            Player::Text(_) => Entrant::Level(Level::Greedy),
            Player::Command(command) => {
                let patience = match budget {
                    DecisionBudget::Time(limit) => limit,
                    DecisionBudget::Iterations(_) => USUAL_TIME,
                };
                let command = command.clone();
                Entrant::Outside(Arc::new(move || Box::new(Process::start(&command, patience))))
            }
        }
    }
}

pub(crate) fn arena(entry: &'static GameEntry, args: &ArgMatches) -> Outcome {
    let options = args::options(entry.game, args)?;
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    let field: Vec<Player> = args.get_many::<Player>("field").into_iter().flatten().cloned().collect();
    if field.len() < 2 || field.len() > players {
        return Err(Failure(format!(
            "--field takes two to {players} bots at this table, separated by commas."
        )));
    }
    if field.iter().any(|player| matches!(player, Player::Text(_))) {
        let budget = args.get_one::<DecisionBudget>("budget").copied().unwrap_or(text_agents::USUAL_BUDGET);
        let entries = field.iter().map(|player| match player {
            Player::Text(file) => text_agents::Entry::agent(file),
            bot => Ok(text_agents::Entry::Bot(bot.name(), bot.enter(budget))),
        });
        return text_agents::arena(entry, options, &entries.collect::<Result<Vec<_>, _>>()?, args);
    }
    let games = args.get_one::<u64>("games").copied().unwrap_or(200);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let budget = args.get_one::<DecisionBudget>("budget").copied();
    let budgets: Vec<DecisionBudget> =
        field.iter().map(|player| budget.unwrap_or(player.usual_budget())).collect();
    let entrants: Vec<Entrant> =
        field.iter().zip(&budgets).map(|(player, &budget)| player.enter(budget)).collect();
    let arena = entry.bots.arena(&options, &entrants)?;
    let names: Vec<(String, String)> =
        field.iter().zip(&budgets).map(|(player, budget)| (player.name(), budget.to_string())).collect();
    stop::on_ctrl_c();

    let rotations = arena.rotations() as u64;
    let games = games.div_ceil(rotations) * rotations;
    let bar = output::progress(games, "games, {eta} left, {msg}");
    let begin = Instant::now();
    let stats = Mutex::new(ArenaStats::new(&names));
    (0..games).into_par_iter().for_each(|index| {
        if stop::requested() {
            return;
        }
        // Bots are held to what they compute, so that a busy machine is fair to all.
        let clock =
            ArenaClock { wall: &|| begin.elapsed(), effort: &effort::spent, stopped: &stop::requested };
        let game = ArenaGame::play(arena.as_ref(), seed, index, &budgets, clock);
        // A game in which bots were cut short does not count.
        if stop::requested() {
            return;
        }
        let mut stats = stats.lock().unwrap_or_else(PoisonError::into_inner);
        stats.add(game);
        if let Some((name, wins)) = stats.first() {
            bar.set_message(format!("{name} {}", wins.percent()));
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    let stats = stats.into_inner().unwrap_or_else(PoisonError::into_inner);
    let report = stats.report(entry.game.info(), options, seed, begin.elapsed().as_secs_f64());
    if let Some(file) = args.get_one::<PathBuf>("report") {
        files::save(file, &report.to_html())?;
    }
    output::report(args.get_flag("json"), &report, || text(&report))
}

fn text(report: &ArenaReport) -> String {
    let mut text = format!(
        "{} games of {} from seed {}, options {}: {} draws, {:.0} decisions each, {:.1} s\n\n{}",
        report.games,
        report.game,
        report.seed,
        report.options,
        report.draws,
        report.steps.mean,
        report.seconds,
        output::columns(&BotReport::HEAD, report.bots.iter().map(BotReport::row))
    );
    report.failures().for_each(|failure| text += &format!("\n{failure}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!("deep".parse(), Ok(Player::Level(Level::Deep)));
        assert_eq!("cmd:python3 bot.py".parse(), Ok(Player::Command("python3 bot.py".into())));
        assert_eq!("llm:agent.toml".parse(), Ok(Player::Text("agent.toml".into())));
        assert!("cmd:".parse::<Player>().is_err());
        assert!("llm:".parse::<Player>().is_err());
        assert!("genius".parse::<Player>().is_err());
    }
}
