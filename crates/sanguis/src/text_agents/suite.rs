//! The suite `sanguis-talk-1`: a fixed set of tables for agents that play by text.

use std::path::PathBuf;

use bots::{Entrant, Level, Part};
use clap::{ArgMatches, Command, value_parser};
use serde::Serialize;
use serde_json::json;

use super::{Agent, Entry, Limits, Run, TextReport, USUAL_BUDGET, args, transcript};
use crate::args::{json_flag, option, path};
use crate::{Outcome, output, stop};

/// The command of suites.
pub(crate) fn command() -> Command {
    let command = Command::new("suite")
        .about("A fixed set of tables for agents that play by text")
        .after_help(
            "sanguis-talk-1: Blood Bound and Bloodwood with eight seats, deals 1 to 100, each played twice with the sides swapped; \
             one agent among greedy bots, then a team of agents against greedy bots, then the same with talk.",
        )
        .arg(clap::Arg::new("suite").value_name("SUITE").required(true).value_parser(["sanguis-talk-1"]).help("The suite"))
        .arg(path("agent", "FILE", "The agent's file").required(true))
        .arg(option("deals", "N", "Only the first deals").default_value("100").value_parser(value_parser!(u64).range(1..=100)));
    args(command).arg(json_flag())
}

#[derive(Serialize)]
struct SuiteReport {
    suite: &'static str,
    talk_gain: Vec<TalkGain>,
    tables: Vec<SuiteTable>,
}

#[derive(Serialize)]
struct SuiteTable {
    table: &'static str,
    #[serde(flatten)]
    report: TextReport,
}

/// `sanguis arena suite sanguis-talk-1`.
pub(crate) fn run(args: &ArgMatches) -> Outcome {
    let limits = Limits::read(args)?;
    let deals = args.get_one::<u64>("deals").copied().unwrap_or(100);
    let none = PathBuf::new();
    let path = args.get_one::<PathBuf>("agent").unwrap_or(&none);
    stop::on_ctrl_c();
    let (mut tables, mut transcript) = (Vec::new(), transcript(args)?);
    for game in ["blood-bound", "bloodwood"] {
        for (table, alone, talks) in [
            ("one agent among greedy", true, false),
            ("a team of agents against greedy", false, false),
            ("a team of agents against greedy, with talk", false, true),
        ] {
            let bot = match talks {
                true => Entrant::Talking(Level::Greedy, Part::default()),
                false => Entrant::Level(Level::Greedy),
            };
            let entry = shelf::find(game)?;
            let field = [
                Entry::Agent(Box::new(Agent::read(path, alone, args)?)),
                Entry::Bot("greedy".to_owned(), bot),
            ];
            let run = Run {
                entry,
                options: entry.game.options(&json!({ "players": 8 }))?,
                field: &field,
                games: 2 * deals,
                seed: 1,
                budget: USUAL_BUDGET,
                review: true,
            };
            tables.push(SuiteTable { table, report: run.report(&limits, &mut transcript)? });
        }
    }
    let gains = tables.chunks(3).filter_map(|tables| TalkGain::of(&tables[1].report, &tables[2].report));
    let report = SuiteReport { suite: "sanguis-talk-1", talk_gain: gains.collect(), tables };
    output::report(args.get_flag("json"), &report, || {
        let tables = report.tables.iter();
        let tables = tables.map(|it| format!("{}: {}\n{}\n", it.report.game, it.table, it.report.text()));
        tables.chain(report.talk_gain.iter().map(TalkGain::text)).collect()
    })
}

/// What talk changes in the share of wins of a team of agents.
#[derive(Serialize)]
struct TalkGain {
    game: &'static str,
    /// The share with talk less the share without.
    gain: f64,
    /// The ends of its 95 % interval, by Newcombe's method from those of the shares.
    low: f64,
    high: f64,
}

impl TalkGain {
    fn of(without: &TextReport, with: &TextReport) -> Option<TalkGain> {
        let (without, with, game) = (without.players.first()?.wins, with.players.first()?.wins, with.game);
        let gain = with.share - without.share;
        let low = gain - (with.share - with.low).hypot(without.high - without.share);
        let high = gain + (with.high - with.share).hypot(without.share - without.low);
        Some(TalkGain { game, gain, low, high })
    }

    fn text(&self) -> String {
        let [gain, low, high] = [self.gain, self.low, self.high].map(|share| 100.0 * share);
        format!("{}: talk is worth {gain:+.1} points ({low:+.1} to {high:+.1})\n", self.game)
    }
}
