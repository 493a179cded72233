//! Agents that play by text, in the arena: `--field "llm:FILE.toml,greedy"` (`docs/agents.md`).

mod agent;
#[cfg_attr(not(feature = "outward"), path = "text_agents/no_http.rs")]
mod http;
mod model;
pub(crate) mod suite;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bots::{Entrant, Played, Timekeeper};
use clap::{ArgMatches, Command, value_parser};
use lab::{ArenaGame, ArenaStats, DecisionBudget, ReviewSettings, Share};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shelf::GameEntry;
use table::digest::Digest;
use table::{Seat, Standing};

use self::agent::{GameLog, Manner, PROMPT, Tally, TextAgent};
use self::http::{Address, Chat, Server};
use self::model::{Fault, Model, Program, Replay, Reply, Scripted, Stored};
use crate::args::{flag, option, path};
use crate::recorded::recorded;
use crate::{Failure, Outcome, files, output, stop};

/// The error of a replayed run that is asked a new prompt. It ends the run.
const MISSING: &str = "The stored run has no reply to this prompt.";
/// How many games are played between two checks of the limits: a constant, so that limits end a run at the same game.
const ROUND: u64 = 8;
/// The default budget of bots that search, in iterations: a time limit would not be reproducible.
pub(crate) const USUAL_BUDGET: DecisionBudget = DecisionBudget::Iterations(400);

/// A prompt's name in transcripts.
fn hash(text: &str) -> String {
    Digest::of("sanguis prompt, 1", &[text.as_bytes()]).to_string()[..16].to_owned()
}

/// An agent's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AgentFile {
    /// In reports and price files; the file's own name if left out.
    name: Option<String>,
    model: Kind,
    /// Of `cmd`: the command that starts it.
    #[serde(default)]
    command: String,
    /// Of `cmd` and `http`: how long it may take to answer.
    #[serde(default = "minute")]
    patience_ms: u64,
    /// Of `http`: where it is asked.
    http: Option<Address>,
    /// Of `replay`: the transcript of an earlier run.
    replies: Option<PathBuf>,
    /// Of `scripted`: how often it takes any option, from 0 to 1.
    #[serde(default)]
    noise: f64,
    /// Of `scripted`: what it does wrong, in turn.
    #[serde(default)]
    faults: Vec<Fault>,
    /// Of `scripted`: one in this many answers is wrong.
    #[serde(default = "ten")]
    every: u64,
    /// Is it also asked when it could interrupt? In Bloodwood, to declare; it is asked again in its own turn.
    #[serde(default)]
    interrupts: bool,
    /// All rules in every prompt?
    #[serde(default)]
    all_rules: bool,
    /// Its own prompt, with the same places to fill in.
    prompt: Option<String>,
}

fn minute() -> u64 {
    60_000
}

fn ten() -> u64 {
    10
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Scripted,
    Replay,
    Cmd,
    Http,
}

/// Who plays: a bot under its name, or an agent.
pub(crate) enum Entry {
    Bot(String, Entrant),
    Agent(Box<Agent>),
}

impl Entry {
    /// The agent of a file.
    pub(crate) fn agent(path: &Path, args: &ArgMatches) -> Result<Entry, Failure> {
        Ok(Entry::Agent(Box::new(Agent::read(path, false, args)?)))
    }

    fn name(&self) -> &str {
        match self {
            Entry::Bot(name, _) => name,
            Entry::Agent(agent) => &agent.name,
        }
    }

    fn as_agent(&self) -> Option<&Agent> {
        match self {
            Entry::Bot(..) => None,
            Entry::Agent(agent) => Some(agent),
        }
    }
}

/// An agent that can be entered.
#[derive(Clone)]
pub(crate) struct Agent {
    name: String,
    file: AgentFile,
    manner: Arc<Manner>,
    stored: Arc<Stored>,
    server: Option<Arc<Server>>,
}

impl Agent {
    fn read(path: &Path, alone: bool, args: &ArgMatches) -> Result<Agent, Failure> {
        let wrong = |why: &str| Failure(format!("{}: {why}", path.display()));
        let file: AgentFile = toml::from_str(&files::read(path)?).map_err(|error| wrong(error.message()))?;
        if file.model == Kind::Cmd && file.command.trim().is_empty() {
            return Err(wrong("a cmd model needs the `command` that starts it."));
        }
        if !(0.0..=1.0).contains(&file.noise) || file.every == 0 {
            return Err(wrong("`noise` is between 0 and 1, and `every` at least 1."));
        }
        if file.model == Kind::Http && !args.get_flag("network") {
            return Err(wrong("an http model is asked over the network: add --network to allow it."));
        }
        let server = match (file.model, &file.http) {
            (Kind::Http, Some(address)) => Some(
                Server::new(address, Duration::from_millis(file.patience_ms)).map_err(|why| wrong(&why))?,
            ),
            (Kind::Http, None) => {
                return Err(wrong("an http model needs a section [http] with its `url` and `model`."));
            }
            _ => None,
        };
        let stored = match (file.model, &file.replies) {
            (Kind::Replay, Some(replies)) => {
                // Beside the agent's file, unless it says otherwise.
                stored(&path.parent().unwrap_or(Path::new("")).join(replies))?
            }
            (Kind::Replay, None) => {
                return Err(wrong("a replay needs the transcript of a run as `replies`."));
            }
            _ => Stored::new(),
        };
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let manner = Manner {
            prompt: file.prompt.clone().unwrap_or_else(|| PROMPT.to_owned()),
            all_rules: file.all_rules,
            interrupts: file.interrupts,
            alone,
        };
        let name = file.name.clone().unwrap_or(stem);
        let (manner, stored, server) = (Arc::new(manner), Arc::new(stored), server.map(Arc::new));
        Ok(Agent { name, file, manner, stored, server })
    }

    /// What answers for it, in reports.
    fn model(&self) -> String {
        let kind = format!("{:?}", self.file.model).to_lowercase();
        self.server.as_ref().map_or(kind.clone(), |server| format!("{kind} {}", server.model()))
    }

    /// The agent at the seats of one game.
    fn enter(&self, who: usize, deal: u64, rotation: u64, log: &Arc<Mutex<GameLog>>) -> Entrant {
        let (agent, log) = (self.clone(), log.clone());
        let seats = Mutex::new(0);
        Entrant::Outside(Arc::new(move || {
            let mut seats = seats.lock().unwrap_or_else(PoisonError::into_inner);
            *seats += 1;
            let file = &agent.file;
            let seed = deal ^ rotation << 32 ^ *seats << 48;
            let patience = Duration::from_millis(file.patience_ms);
            let model: Box<dyn Model> = match (file.model, &agent.server) {
                (_, Some(server)) => Box::new(Chat(server.clone())),
                (Kind::Replay, _) => Box::new(Replay(agent.stored.clone())),
                (Kind::Cmd, _) => Box::new(Program::start(&file.command, patience)),
                _ => Box::new(Scripted::new(file.noise, file.faults.clone(), file.every, seed)),
            };
            Box::new(TextAgent {
                model,
                manner: agent.manner.clone(),
                log: log.clone(),
                who,
                place: format!("{deal}/{rotation}"),
                seat: 0,
                game: String::new(),
                note: String::new(),
                asked: 0,
                silent: false,
                word: None,
            })
        }))
    }
}

/// The answers in a transcript.
fn stored(path: &Path) -> Result<Stored, Failure> {
    let mut stored = Stored::new();
    for line in files::read(path)?.lines() {
        let line: Value =
            serde_json::from_str(line).map_err(|error| Failure(format!("{}: {error}.", path.display())))?;
        let word = |name: &str| line[name].as_str().map(str::to_owned);
        let (Some(place), Some(hash)) = (word("place"), word("prompt_hash")) else { continue };
        let reply = match word("failed") {
            Some(why) => Err(why),
            None => Ok(Reply::deserialize(&line["reply"])
                .map_err(|error| Failure(format!("{}: {error}.", path.display())))?),
        };
        stored.insert((place, hash), reply);
    }
    Ok(stored)
}

/// A file of prices, with its date, because prices change.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Prices {
    dated: String,
    currency: String,
    models: std::collections::BTreeMap<String, Price>,
}

/// Per million tokens.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    input: f64,
    output: f64,
}

impl Prices {
    fn of(&self, name: &str, tally: &Tally) -> Option<f64> {
        let price = self.models.get(name)?;
        Some((tally.tokens_in as f64 * price.input + tally.tokens_out as f64 * price.output) / 1e6)
    }
}

/// What ends a run early, between games.
#[derive(Default)]
struct Limits {
    tokens: Option<u64>,
    cost: Option<f64>,
    prices: Option<Prices>,
}

/// One table of the benchmark: who plays what, how often.
struct Run<'a> {
    entry: &'static GameEntry,
    options: Value,
    field: &'a [Entry],
    games: u64,
    seed: u64,
    budget: DecisionBudget,
    /// Are its games reviewed?
    review: bool,
}

/// How thoroughly games of agents are reviewed: more would take longer than playing them.
const REVIEW: ReviewSettings =
    ReviewSettings { moments: 30, rollouts: 8, steps: 12, closely: 12, worlds: 100 };

/// The result of a run. Nothing in it is measured by our clock, so the same seed gives the same bytes if the model does.
#[derive(Clone, Debug, Serialize)]
struct TextReport {
    game: &'static str,
    options: Value,
    seed: u64,
    games: u64,
    draws: u64,
    /// Why it ended before all games were played.
    stopped: Option<String>,
    /// Of the rules that were played.
    rules_hash: String,
    players: Vec<PlayerReport>,
}

#[derive(Clone, Debug, Serialize)]
struct PlayerReport {
    name: String,
    par: f64,
    wins: Share,
    /// Claims of a seat in a game, and the lies among those whose truth the speaker knew.
    claims: f64,
    lies: Share,
    /// Of agents that play by text.
    agent: Option<AgentReport>,
}

#[derive(Clone, Debug, Serialize)]
struct AgentReport {
    model: String,
    prompt_hash: String,
    #[serde(flatten)]
    tally: Tally,
    cost: Option<f64>,
    prices: Option<String>,
}

/// Bots that look ahead take a number of iterations; agents keep their own time.
struct Untimed {
    budget: DecisionBudget,
    complaints: Vec<(usize, String)>,
}

impl Timekeeper for Untimed {
    fn begin(&mut self, _: usize) -> u32 {
        self.budget.iterations()
    }

    fn time_is_up(&mut self) -> bool {
        stop::requested()
    }

    fn end(&mut self, who: usize, _: u32, complaint: Option<String>) {
        self.complaints.extend(complaint.map(|words| (who, words)));
    }
}

impl Run<'_> {
    /// Plays a game and returns its transcript.
    fn play(&self, index: u64) -> Result<(ArenaGame, GameLog), Failure> {
        let rotations = self.field.len() as u64;
        let (deal, rotation) = (self.seed.wrapping_add(index / rotations), index % rotations);
        let log = Arc::new(Mutex::new(GameLog::new(self.field.len())));
        let enter = |(who, entry): (usize, &Entry)| match entry {
            Entry::Agent(agent) => agent.enter(who, deal, rotation, &log),
            Entry::Bot(_, bot) => bot.clone(),
        };
        let field: Vec<Entrant> = self.field.iter().enumerate().map(enter).collect();
        let arena = self.entry.bots.arena(&self.options, &field)?;
        let mut time = Untimed { budget: self.budget, complaints: Vec::new() };
        let played = arena.play(deal, rotation as usize, &mut time);
        drop((arena, field));
        let outcome = played.outcome.as_ref().map(Standing::from);
        let mut log = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
        self.score(deal, &played, &mut log)?;
        let names = |who: &usize| self.field[*who].name();
        log.lines.push(json!({
            "game": self.entry.game.info().id, "deal": deal, "rotation": rotation, "steps": played.steps,
            "seats": played.who.iter().map(names).collect::<Vec<_>>(), "outcome": outcome,
            "opened": played.labels.iter().map(|labels| labels.iter().cloned().collect()).collect::<Vec<std::collections::BTreeMap<_, _>>>(),
        }));
        let game = ArenaGame {
            index,
            who: played.who.clone(),
            steps: played.steps,
            outcome,
            decisions: Vec::new(),
            complaints: time.complaints,
            talk: played.talk.into_iter().map(lab::SaidInGame::from).collect(),
            floors: Vec::new(),
        };
        Ok((game, log))
    }

    /// How right the agents were about their mates, and what their decisions gave away.
    fn score(&self, deal: u64, played: &Played, log: &mut GameLog) -> Result<(), Failure> {
        let seats = played.who.len() as u64;
        let won = |seat: u64| played.winners.contains(Seat::new(seat as usize - 1));
        for (who, seat, other, chance) in std::mem::take(&mut log.beliefs) {
            // Where a side wins, the winners are one side and the others the other.
            if !(1..=seats).contains(&other) || played.draw {
                continue;
            }
            let chance = if won(seat) == won(other) { chance } else { 1.0 - chance };
            let tally = &mut log.tallies[who];
            tally.add(&Tally { beliefs: 1, log_loss: -chance.max(0.005).ln(), ..Tally::default() });
        }
        if !self.review {
            return Ok(());
        }
        let names: Vec<&str> = self.field.iter().map(Entry::name).collect();
        let record = recorded(self.entry, &self.options, deal, &names, played)?;
        let judgement = self.entry.lab.judge(&record, &[], REVIEW, &mut |_, _| !stop::requested())?;
        for &seat in &log.seats {
            let at = seat as usize - 1;
            let reviewed = judgement.decisions[at] as u64;
            log.tallies[played.who[at]].add(&Tally {
                reviewed,
                right: reviewed - judgement.clearly_worse(Seat::new(at)).count() as u64,
                given_away: f64::from(judgement.balance[at].given_away),
                ..Tally::default()
            });
        }
        Ok(())
    }

    /// Plays all games within the limits. The transcript grows in the order of games.
    fn report(&self, limits: &Limits, transcript: &mut dyn Write) -> Result<TextReport, Failure> {
        let rotations = self.field.len() as u64;
        let games = self.games.div_ceil(rotations) * rotations;
        let names: Vec<(String, String)> =
            self.field.iter().map(|entry| (entry.name().to_owned(), String::new())).collect();
        let mut stats = ArenaStats::new(&names);
        let mut tallies = vec![Tally::default(); self.field.len()];
        let mut stopped = None;
        let bar = output::progress(games, "games, {eta} left");
        let mut begin = 0;
        while begin < games && stopped.is_none() {
            let end = (begin + ROUND).min(games);
            let played: Vec<_> = (begin..end).into_par_iter().map(|index| self.play(index)).collect();
            // A round in which bots were cut short does not count.
            if stop::requested() {
                stopped = Some("Ctrl-C".to_owned());
                break;
            }
            for played in played {
                let (game, log) = played?;
                stats.add(game);
                for (tally, more) in tallies.iter_mut().zip(&log.tallies) {
                    tally.add(more);
                }
                log.lines.iter().try_for_each(|line| writeln!(transcript, "{line}"))?;
                if log.lines.iter().any(|line| line["failed"] == MISSING) {
                    bar.finish_and_clear();
                    return Err(Failure(format!("{MISSING} Nothing is reported.")));
                }
            }
            bar.inc(end - begin);
            begin = end;
            stopped = limits.reached(&tallies, &names);
        }
        bar.finish_and_clear();
        let report = stats.report(self.entry.game.info(), self.options.clone(), self.seed, 0.0);
        let players = report.bots.iter().map(|bot| {
            let own = |who: &usize| names[*who].0 == bot.bot;
            let agent = (0..self.field.len()).filter(own).find_map(|who| self.field[who].as_agent());
            let mut tally = Tally::default();
            (0..self.field.len()).filter(own).for_each(|who| tally.add(&tallies[who]));
            PlayerReport {
                name: bot.bot.clone(),
                par: bot.par,
                wins: bot.wins,
                claims: bot.claims,
                lies: bot.lies,
                agent: agent.map(|agent| AgentReport {
                    model: agent.model(),
                    prompt_hash: hash(&agent.manner.prompt),
                    cost: limits.prices.as_ref().and_then(|prices| prices.of(&agent.name, &tally)),
                    prices: limits.prices.as_ref().map(|it| format!("{}, {}", it.currency, it.dated)),
                    tally,
                }),
            }
        });
        Ok(TextReport {
            game: report.game,
            players: players.collect(),
            options: self.options.clone(),
            seed: self.seed,
            games: report.games,
            draws: report.draws,
            stopped,
            rules_hash: hash(self.entry.game.info().rules),
        })
    }
}

impl Limits {
    fn read(args: &ArgMatches) -> Result<Limits, Failure> {
        let prices = match args.get_one::<PathBuf>("prices") {
            Some(path) => Some(
                toml::from_str(&files::read(path)?)
                    .map_err(|error| Failure(format!("{}: {}", path.display(), error.message())))?,
            ),
            None => None,
        };
        let (tokens, cost) = (args.get_one("max-tokens").copied(), args.get_one("max-cost").copied());
        if cost.is_some() && prices.is_none() {
            return Err(Failure("--max-cost needs a file with --prices.".into()));
        }
        Ok(Limits { tokens, cost, prices })
    }

    fn reached(&self, tallies: &[Tally], names: &[(String, String)]) -> Option<String> {
        let tokens: u64 = tallies.iter().map(|tally| tally.tokens_in + tally.tokens_out).sum();
        if self.tokens.is_some_and(|most| tokens >= most) {
            return Some("--max-tokens".to_owned());
        }
        let prices = self.prices.as_ref()?;
        let cost: f64 =
            tallies.iter().zip(names).filter_map(|(tally, (name, _))| prices.of(name, tally)).sum();
        self.cost.is_some_and(|most| cost >= most).then(|| "--max-cost".to_owned())
    }
}

impl TextReport {
    fn text(&self) -> String {
        let head = [
            "player",
            "share of wins",
            "par",
            "questions",
            "invalid",
            "retried",
            "failed",
            "by instinct",
            "tokens in",
            "out",
            "seconds",
            "cost",
        ];
        let rows = self.players.iter().map(|player| {
            let mut row =
                vec![player.name.clone(), player.wins.percent(), format!("{:.1} %", 100.0 * player.par)];
            if let Some(AgentReport { tally, cost, .. }) = &player.agent {
                let counts = [
                    tally.questions,
                    tally.invalid,
                    tally.retried,
                    tally.failed,
                    tally.substituted,
                    tally.tokens_in,
                    tally.tokens_out,
                ];
                row.extend(counts.map(|count| count.to_string()));
                row.push(format!("{:.1}", tally.milliseconds as f64 / 1e3));
                row.push(cost.map_or_else(String::new, |cost| format!("{cost:.4}")));
            }
            row.resize(head.len(), String::new());
            row
        });
        let mut text = format!(
            "{} games of {} from seed {}, options {}: {} draws\n\n{}",
            self.games,
            self.game,
            self.seed,
            self.options,
            self.draws,
            output::columns(&head, rows)
        );
        for player in &self.players {
            let Some(AgentReport { tally, .. }) = &player.agent else { continue };
            if player.claims > 0.0 {
                let (claims, lies) = (player.claims, player.lies.percent());
                text += &format!("\n{}: {claims:.1} claims a seat and game, lies {lies}\n", player.name);
            }
            if tally.beliefs > 0 {
                let (loss, count) = (tally.log_loss, tally.beliefs);
                text += &format!("\n{}: log-loss {loss:.3} of {count} chances of mates\n", player.name);
            }
            if tally.reviewed > 0 {
                let right = Share::new(tally.right, tally.reviewed).percent();
                let regret = 100.0 * tally.given_away / tally.reviewed as f64;
                text += &format!(
                    "\n{}: {right} of {} reviewed decisions right, {regret:.2} points given away a decision\n",
                    player.name, tally.reviewed
                );
            }
        }
        for player in &self.players {
            let trouble = player.agent.as_ref().and_then(|agent| agent.tally.first_trouble.as_ref());
            if let Some(trouble) = trouble {
                text += &format!("\n{} went wrong first with: {trouble}\n", player.name);
            }
        }
        if let Some(prices) = self.players.iter().find_map(|it| it.agent.as_ref()?.prices.as_ref()) {
            text += &format!("\nCost in {prices}.\n");
        }
        if let Some(why) = &self.stopped {
            text += &format!("\nStopped early by {why}.\n");
        }
        text
    }
}

/// The options of runs with agents.
pub(crate) fn args(command: Command) -> Command {
    command
        .arg(path(
            "transcript",
            "FILE",
            "Of text agents: write every prompt and reply to this file, a line of JSON each",
        ))
        .arg(flag("network", "Of text agents: allow models that are asked over the network"))
        .arg(path("prices", "FILE", "Of text agents: the file with prices of tokens"))
        .arg(flag(
            "review",
            "Of text agents: also report what their decisions gave away, as a bot judges them",
        ))
        .arg(
            option("max-tokens", "N", "Text agents: stop once this many tokens have been used")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            option("max-cost", "X", "Text agents: stop once the games have cost this much")
                .value_parser(value_parser!(f64)),
        )
}

/// Where prompts and replies go, round by round, so that a paid run is not lost if it breaks off.
fn transcript(args: &ArgMatches) -> Result<Box<dyn Write>, Failure> {
    Ok(match args.get_one::<PathBuf>("transcript") {
        Some(path) => Box::new(
            std::fs::File::create(path)
                .map_err(|error| Failure(format!("{} cannot be written: {error}.", path.display())))?,
        ),
        None => Box::new(std::io::sink()),
    })
}

/// `sanguis arena GAME --field "llm:…"`.
pub(crate) fn arena(
    entry: &'static GameEntry,
    options: Value,
    field: &[Entry],
    args: &ArgMatches,
) -> Outcome {
    let limits = Limits::read(args)?;
    let run = Run {
        entry,
        options,
        field,
        games: args.get_one::<u64>("games").copied().unwrap_or(200),
        seed: args.get_one::<u64>("seed").copied().unwrap_or(1),
        budget: args.get_one("budget").copied().unwrap_or(USUAL_BUDGET),
        review: args.get_flag("review"),
    };
    stop::on_ctrl_c();
    let report = run.report(&limits, &mut transcript(args)?)?;
    output::report(args.get_flag("json"), &report, || report.text())
}
