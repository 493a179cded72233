//! `sanguis arena`: bots against bots, with intervals.

mod page;
mod tally;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bots::{Entrant, Level, Timekeeper};
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use shelf::GameEntry;

use crate::outside::Process;
use crate::{Failure, Outcome, cli, effort, files, output};
use tally::Tally;

/// Set by Ctrl-C: report what has been played.
static STOP: AtomicBool = AtomicBool::new(false);

/// How long bots that look ahead may think at each decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Thinking {
    Iterations(u32),
    Time(Duration),
}

impl std::str::FromStr for Thinking {
    type Err = String;

    /// "400" iterations, or "300ms", or "1s".
    fn from_str(text: &str) -> Result<Thinking, String> {
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|&n| (1..=10_000_000).contains(&n));
        let read = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(digits), _) => number(digits).map(|n| Thinking::Time(Duration::from_millis(n.into()))),
            (None, Some(digits)) => number(digits).map(|n| Thinking::Time(Duration::from_secs(n.into()))),
            (None, None) => number(text).map(Thinking::Iterations),
        };
        read.ok_or_else(|| format!("\"{text}\" is no budget: write 400 for iterations, 300ms or 1s for time"))
    }
}

impl Thinking {
    pub(crate) fn iterations(self) -> u32 {
        match self {
            Thinking::Iterations(count) => count,
            Thinking::Time(_) => u32::MAX,
        }
    }

    /// Is the time up for a decision that has taken so long?
    pub(crate) fn is_up(self, taken: Duration) -> bool {
        match self {
            Thinking::Iterations(_) => false,
            Thinking::Time(most) => taken >= most,
        }
    }
}

/// Who plays: a level, or another program.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Player {
    Level(Level),
    Command(String),
}

impl std::str::FromStr for Player {
    type Err = String;

    /// "deep", or "cmd:python3 mybot.py".
    fn from_str(text: &str) -> Result<Player, String> {
        match text.strip_prefix("cmd:") {
            Some(command) if !command.trim().is_empty() => Ok(Player::Command(command.trim().to_owned())),
            Some(_) => {
                Err("after cmd: comes the command that starts the bot: cmd:python3 mybot.py".to_owned())
            }
            None => text.parse().map(Player::Level),
        }
    }
}

impl Player {
    fn name(&self) -> String {
        match self {
            Player::Level(level) => level.name().to_owned(),
            Player::Command(command) => format!("cmd:{command}"),
        }
    }

    /// How long it thinks if nobody says otherwise.
    fn usual(&self) -> Thinking {
        match self {
            Player::Level(level) => Thinking::Time(level.budget()),
            Player::Command(_) => Thinking::Time(Duration::from_secs(1)),
        }
    }

    fn enter(&self, thinking: Thinking) -> Entrant {
        match self {
            Player::Level(level) => Entrant::Level(*level),
            Player::Command(command) => {
                let patience = match thinking {
                    Thinking::Time(most) => most,
                    Thinking::Iterations(_) => Duration::from_secs(1),
                };
                let command = command.clone();
                Entrant::Outside(Arc::new(move || Box::new(Process::start(&command, patience))))
            }
        }
    }
}

/// A decision of the field.
struct Decision {
    who: usize,
    time: Duration,
    iterations: u32,
}

/// Keeps the time of one game.
struct Stopwatch<'a> {
    thinking: &'a [Thinking],
    now: Thinking,
    begin: Instant,
    /// What the thread had spent by then: bots of ours are held to what they compute, so that a busy machine is fair to all.
    spent: Duration,
    decisions: Vec<Decision>,
    complaints: Vec<(usize, String)>,
}

impl Timekeeper for Stopwatch<'_> {
    fn begin(&mut self, who: usize) -> u32 {
        (self.begin, self.spent) = (Instant::now(), effort::spent());
        self.now = self.thinking[who];
        self.now.iterations()
    }

    fn time_is_up(&mut self) -> bool {
        self.now.is_up(effort::spent() - self.spent) || STOP.load(Ordering::Relaxed)
    }

    fn end(&mut self, who: usize, iterations: u32, complaint: Option<String>) {
        self.decisions.push(Decision { who, time: self.begin.elapsed(), iterations });
        self.complaints.extend(complaint.map(|words| (who, words)));
    }
}

pub(crate) fn arena(entry: &'static GameEntry, args: &ArgMatches) -> Outcome {
    let options = cli::options(entry.game, args)?;
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    let field: Vec<Player> = args.get_many::<Player>("field").into_iter().flatten().cloned().collect();
    if field.len() < 2 || field.len() > players {
        return Err(Failure(format!(
            "--field takes two to {players} bots at this table, separated by commas."
        )));
    }
    let games = args.get_one::<u64>("games").copied().unwrap_or(200);
    let seed = args.get_one::<u64>("seed").copied().unwrap_or(1);
    let budget = args.get_one::<Thinking>("budget").copied();
    let thinking: Vec<Thinking> = field.iter().map(|player| budget.unwrap_or(player.usual())).collect();
    let entrants: Vec<Entrant> =
        field.iter().zip(&thinking).map(|(player, &time)| player.enter(time)).collect();
    let arena = entry.bots.arena(&options, &entrants)?;
    // Without a handler Ctrl-C just ends the program, which loses only the report.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));

    let rotations = arena.rotations() as u64;
    let deals = games.div_ceil(rotations);
    let bar = ProgressBar::new(deals * rotations).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left, {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let begin = Instant::now();
    let tally = Mutex::new(Tally::new(&field));
    (0..deals * rotations).into_par_iter().for_each(|index| {
        if STOP.load(Ordering::Relaxed) {
            return;
        }
        let (now, begin, spent) = (thinking[0], Instant::now(), effort::spent());
        let (decisions, complaints) = (Vec::new(), Vec::new());
        let mut watch = Stopwatch { thinking: &thinking, now, begin, spent, decisions, complaints };
        let played = arena.play(seed + index / rotations, (index % rotations) as usize, &mut watch);
        // A game in which bots were cut short is no fair game.
        if STOP.load(Ordering::Relaxed) {
            return;
        }
        if let Ok(mut tally) = tally.lock() {
            tally.add(index, played, &watch);
            bar.set_message(format!("{} {}", tally.entries[0].name, tally.entries[0].wins().percent()));
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let report = tally.report(entry.game.info(), options, seed, budget, begin.elapsed().as_secs_f64());
    if let Some(file) = args.get_one::<PathBuf>("report") {
        files::write(file, &page::page(&report)).map_err(|error| {
            Failure(format!("The report cannot be written to {}: {error}.", file.display()))
        })?;
    }
    if args.get_flag("json") {
        output::line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        output::print(&report.text());
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read() {
        assert_eq!("400".parse(), Ok(Thinking::Iterations(400)));
        assert_eq!("300ms".parse(), Ok(Thinking::Time(Duration::from_millis(300))));
        assert_eq!("2s".parse(), Ok(Thinking::Time(Duration::from_secs(2))));
        assert!("soon".parse::<Thinking>().is_err());
        assert!("0".parse::<Thinking>().is_err());
    }

    #[test]
    fn players_are_read() {
        assert_eq!("deep".parse(), Ok(Player::Level(Level::Deep)));
        assert_eq!("cmd:python3 bot.py".parse(), Ok(Player::Command("python3 bot.py".into())));
        assert!("cmd:".parse::<Player>().is_err());
        assert!("genius".parse::<Player>().is_err());
    }
}
