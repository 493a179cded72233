//! `sanguis arena`: bots against bots, with intervals.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bots::{AnyArena, Entrant, Level, Part, Played};
use clap::ArgMatches;
use lab::{ArenaClock, ArenaGame, ArenaReport, ArenaStats, BotReport, DecisionBudget, Turned};
use rayon::prelude::*;
use shelf::GameEntry;

use crate::outside::Process;
use crate::recorded::recorded;
use crate::{Failure, Outcome, args, effort, files, output, stop, text_agents};

/// How long another program may think unless --budget says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Who plays: a level, or another program.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Player {
    Level(Level),
    /// With what it does at a table with talk.
    Talking(Level, Part, String),
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
                "" => Err("llm: takes an agent file, as in llm:agent.toml".to_owned()),
                file => Ok(Player::Text(PathBuf::from(file))),
            };
        }
        match text.strip_prefix("cmd:") {
            Some(command) if !command.trim().is_empty() => Ok(Player::Command(command.trim().to_owned())),
            Some(_) => {
                Err("cmd: takes the command that starts the bot, as in cmd:python3 mybot.py".to_owned())
            }
            None => {
                let (level, part) =
                    text.split_once('+').map_or((text, None), |(level, part)| (level, Some(part)));
                let level = level.parse().map_err(|refusal: table::Refusal| refusal.to_string())?;
                let Some(part) = part else { return Ok(Player::Level(level)) };
                Ok(Player::Talking(level, Part::parse(part)?, text.to_owned()))
            }
        }
    }
}

impl Player {
    fn name(&self) -> String {
        match self {
            Player::Text(file) => format!("llm:{}", file.display()),
            Player::Level(level) => level.name().to_owned(),
            Player::Talking(_, _, name) => name.clone(),
            Player::Command(command) => format!("cmd:{command}"),
        }
    }

    fn usual_budget(&self) -> DecisionBudget {
        match self {
            Player::Level(level) | Player::Talking(level, ..) => DecisionBudget::of(*level),
            Player::Command(_) | Player::Text(_) => DecisionBudget::Time(USUAL_TIME),
        }
    }

    /// The same where nobody says anything.
    fn silent(&self) -> Result<Entrant, Failure> {
        match self {
            Player::Level(level) | Player::Talking(level, ..) => Ok(Entrant::Level(*level)),
            other => Err(Failure(format!("{} cannot be played twice alike.", other.name()))),
        }
    }

    fn enter(&self, budget: DecisionBudget) -> Entrant {
        match self {
            Player::Level(level) => Entrant::Level(*level),
            Player::Talking(level, part, _) => Entrant::Talking(*level, *part),
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

/// How long each bot of the field may think: as long as is given for all or for each, or as long as it usually does.
fn budgets(field: &[Player], given: &[DecisionBudget]) -> Result<Vec<DecisionBudget>, Failure> {
    match given {
        [] => Ok(field.iter().map(Player::usual_budget).collect()),
        [all] => Ok(vec![*all; field.len()]),
        each if each.len() == field.len() => Ok(each.to_vec()),
        each => Err(Failure(format!(
            "--budget takes one budget for all, or one for each of the {} bots of --field, not {}.",
            field.len(),
            each.len()
        ))),
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
    let given: Vec<DecisionBudget> = args.get_many("budget").into_iter().flatten().copied().collect();
    if field.iter().any(|player| matches!(player, Player::Text(_))) {
        let budget = match given[..] {
            [] => text_agents::USUAL_BUDGET,
            [budget] => budget,
            _ => {
                return Err(Failure(
                    "With agents that play by text --budget takes one budget for all.".into(),
                ));
            }
        };
        let entries = field.iter().map(|player| match player {
            Player::Text(file) => text_agents::Entry::agent(file, args),
            bot => Ok(text_agents::Entry::Bot(bot.name(), bot.enter(budget))),
        });
        return text_agents::arena(entry, options, &entries.collect::<Result<Vec<_>, _>>()?, args);
    }
    let games = args.get_one::<u64>("games").copied().unwrap_or(200);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let budgets = budgets(&field, &given)?;
    let entrants: Vec<Entrant> =
        field.iter().zip(&budgets).map(|(player, &budget)| player.enter(budget)).collect();
    let arena = entry.bots.arena(&options, &entrants)?;
    let names: Vec<(String, String)> =
        field.iter().zip(&budgets).map(|(player, budget)| (player.name(), budget.to_string())).collect();
    stop::on_ctrl_c();

    // The same field where nobody says anything.
    let silent = match args.get_flag("turned") {
        false => None,
        true if field.iter().any(|player| matches!(player, Player::Talking(..))) => {
            let entrants: Vec<Entrant> = field.iter().map(Player::silent).collect::<Result<_, _>>()?;
            Some(entry.bots.arena(&options, &entrants)?)
        }
        true => {
            return Err(Failure(
                "--turned compares a table with talk with one without: deep+talk,deep+mute.".into(),
            ));
        }
    };
    let folder = args.get_one::<PathBuf>("record");
    let levels: Vec<&str> =
        names.iter().map(|(name, _)| name.split('+').next().unwrap_or_default()).collect();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure(format!("{} cannot be created: {error}.", folder.display())))?;
    }

    let rotations = arena.rotations() as u64;
    let games = games.div_ceil(rotations) * rotations;
    let bar = output::progress(games, "games, {eta} left, {msg}");
    let begin = Instant::now();
    let stats = Mutex::new(ArenaStats::new(&names));
    let (turned, unwritten) = (Mutex::new(Vec::new()), AtomicU64::new(0));
    (0..games).into_par_iter().for_each(|index| {
        if stop::requested() {
            return;
        }
        // Bots are held to what they compute, so that a busy machine is fair to all.
        let clock =
            ArenaClock { wall: &|| begin.elapsed(), effort: &effort::spent, stopped: &stop::requested };
        let play =
            |arena: &dyn AnyArena, time| ArenaGame::play_again(arena, seed, index, time, &budgets, clock);
        let (game, played) = play(arena.as_ref(), 0);
        let won = |played: &Played| played.winners.iter().any(|seat| played.who[seat.index()] == 0);
        let pair =
            silent.as_deref().map(|silent| [won(&played), won(&play(silent, 0).1), won(&play(silent, 1).1)]);
        // A game in which bots were cut short does not count.
        if stop::requested() {
            return;
        }
        if let Some(folder) = folder {
            let deal = seed + index / rotations;
            let file = folder.join(format!("{}-{deal}-{index}.json", entry.game.info().id));
            let record = recorded(entry, &options, deal, &levels, &played);
            if !record.is_ok_and(|record| files::write(&file, &record.to_text()).is_ok()) {
                unwritten.fetch_add(1, Ordering::Relaxed);
            }
        }
        turned.lock().unwrap_or_else(PoisonError::into_inner).extend(pair);
        let mut stats = stats.lock().unwrap_or_else(PoisonError::into_inner);
        stats.add(game);
        if let Some((name, wins)) = stats.first() {
            bar.set_message(format!("{name} {}", wins.percent()));
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    let stats = stats.into_inner().unwrap_or_else(PoisonError::into_inner);
    if unwritten.load(Ordering::Relaxed) > 0 {
        return Err(Failure(format!("{} records could not be written.", unwritten.into_inner())));
    }
    let turned = turned.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut report = stats.report(entry.game.info(), options, seed, begin.elapsed().as_secs_f64());
    report.turned = silent.map(|_| Turned::new(&turned));
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
    if report.bots.iter().any(|bot| bot.claims > 0.0) {
        text += &format!(
            "\n{}",
            output::columns(&BotReport::TALK_HEAD, report.bots.iter().map(BotReport::talk_row))
        );
    }
    if let Some(turned) = &report.turned {
        turned.sentences(&report.bots[0].bot).iter().for_each(|line| text += &format!("\n{line}"));
        text += "\n";
    }
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
        let part = Part { deaf: true, script: Some(bots::Script::Lie), ..Part::default() };
        assert_eq!("deep+deaf+lie".parse(), Ok(Player::Talking(Level::Deep, part, "deep+deaf+lie".into())));
        assert!("deep+shout".parse::<Player>().is_err());
        assert!("cmd:".parse::<Player>().is_err());
        assert!("llm:".parse::<Player>().is_err());
        assert!("genius".parse::<Player>().is_err());
    }

    #[test]
    fn a_budget_is_for_all_or_for_each() {
        let field = [Player::Level(Level::Normal), Player::Level(Level::Hard)];
        let [some, more] = [DecisionBudget::Iterations(50), DecisionBudget::Iterations(400)];
        let usual = field.iter().map(Player::usual_budget).collect();
        assert_eq!(budgets(&field, &[]).ok(), Some(usual));
        assert_eq!(budgets(&field, &[some]).ok(), Some(vec![some, some]));
        assert_eq!(budgets(&field, &[some, more]).ok(), Some(vec![some, more]));
        assert!(budgets(&field, &[some, more, more]).is_err());
    }
}
