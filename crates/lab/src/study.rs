//! The study of one run, or of two side by side.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use table::chronicle::Account;
use table::{Info, Refusal};

use crate::estimate::Estimate;
use crate::findings::{self, Difference, Finding};
use crate::self_play::AnyLab;
use crate::self_play_stats::{AmountStats, MILLION, SelfPlayStats};
use crate::talk;

/// Games that were played in the same way.
#[derive(Clone, Debug)]
pub struct Run {
    /// What is special about it: "usual", "patience=0".
    pub label: String,
    /// The tables that were played in turn.
    pub tables: Vec<Value>,
    /// What happened.
    pub stats: SelfPlayStats,
}

/// One way to play, before its games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPlan {
    /// What is special about it.
    pub label: String,
    /// The tables, played in turn.
    pub tables: Vec<Value>,
}

impl RunPlan {
    /// A run with these options at tables of these sizes and, if some options change, a second one with those changed.
    pub fn of(
        lab: &dyn AnyLab,
        players: &[usize],
        options: &Map<String, Value>,
        changed: &Map<String, Value>,
    ) -> Result<Vec<RunPlan>, Refusal> {
        let plan = |special: &Map<String, Value>, options: Map<String, Value>| -> Result<RunPlan, Refusal> {
            let mut tables = Vec::new();
            for &players in players {
                let mut options = options.clone();
                options.insert("players".into(), players.into());
                tables.extend(lab.tables(&Value::Object(options))?);
            }
            Ok(RunPlan { label: label(special), tables })
        };
        let mut plans = vec![plan(options, options.clone())?];
        if !changed.is_empty() {
            let all = options.clone().into_iter().chain(changed.clone());
            plans.push(plan(changed, all.collect())?);
        }
        Ok(plans)
    }

    /// The run, with what was counted.
    pub fn with(self, stats: SelfPlayStats) -> Run {
        Run { label: self.label, tables: self.tables, stats }
    }
}

/// What is special about these options: "patience=0, map=My Map". An option that holds a whole file is named after its `name`.
fn label(knobs: &Map<String, Value>) -> String {
    if knobs.is_empty() {
        return "usual".to_owned();
    }
    let word = |value: &Value| match value {
        Value::String(text) if text.contains('\n') => {
            let first = text.lines().find_map(|line| line.strip_prefix("name = "));
            first.map_or("a file".to_owned(), |name| name.trim_matches('"').to_owned())
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    knobs.iter().map(|(key, value)| format!("{key}={}", word(value))).collect::<Vec<_>>().join(", ")
}

/// A run, or two to compare, and all that can be said about them.
#[derive(Clone, Debug)]
pub struct Study {
    /// The game.
    pub game: &'static Info,
    /// What it keeps count of.
    pub accounts: Vec<Account>,
    /// Who played: "greedy".
    pub level: String,
    /// The first deal.
    pub seed: u64,
    /// The command that repeats it.
    pub command: String,
    /// The run.
    pub run: Run,
    /// Another run to compare it with.
    pub against: Option<Run>,
}

impl Study {
    /// Every figure of the first run that can be compared with an even table.
    pub fn findings(&self) -> Vec<Finding> {
        findings::findings(&self.run.stats, &self.accounts)
    }

    /// Every figure that the two runs have in common.
    pub fn differences(&self) -> Vec<Difference> {
        let other = self.against.as_ref();
        other.map_or(Vec::new(), |other| findings::differences(&self.run.stats, &other.stats, &self.accounts))
    }

    /// What stands out, in sentences: who wins, then what goes with winning; the surest first.
    pub fn outstanding(&self) -> Vec<String> {
        let all = self.findings();
        // A duel appears once for each side: tell it of the winner.
        let mirrored = |it: &Finding| {
            let turned = it
                .name
                .split_once(findings::AGAINST)
                .map(|(row, column)| format!("{column}{}{row}", findings::AGAINST));
            it.found.value < it.even
                && turned.is_some_and(|name| {
                    all.iter().any(|other| other.section == it.section && other.name == name)
                })
        };
        let mut found: Vec<&Finding> = all.iter().filter(|it| it.stands_out && !mirrored(it)).collect();
        found.sort_by(|a, b| {
            (a.kind as u8)
                .cmp(&(b.kind as u8))
                .then(a.chance.unwrap_or(1.0).total_cmp(&b.chance.unwrap_or(1.0)))
        });
        found.into_iter().map(Finding::words).collect()
    }

    /// What is within noise: a sentence for each section in which not everything stands out.
    pub fn noise(&self) -> Vec<String> {
        let findings = self.findings();
        let mut sections: Vec<&str> = findings.iter().map(|finding| finding.section.as_str()).collect();
        sections.dedup();
        let say = |section: &str| {
            let all: Vec<&Finding> = findings.iter().filter(|it| it.section == section).collect();
            let quiet: Vec<&&Finding> =
                all.iter().filter(|it| !it.stands_out && it.chance.is_some()).collect();
            let rare = all.iter().filter(|it| it.chance.is_none()).count();
            let distance = |it: &&&&Finding| (it.found.value - it.even).abs();
            let largest = quiet.iter().max_by(|a, b| distance(a).total_cmp(&distance(b)));
            let mut words = match largest {
                Some(it) => format!(
                    "{section}: {} of {} are within noise; the largest difference among them is {:+.1} points ({}).",
                    quiet.len(),
                    all.len(),
                    100.0 * (it.found.value - it.even),
                    it.name
                ),
                None if rare == all.len() => format!("{section}:"),
                None => return None,
            };
            if rare > 0 {
                words = format!("{words} {rare} came up in too few games to say anything.");
            }
            Some(words)
        };
        sections.into_iter().filter_map(say).collect()
    }

    /// What was said, in sentences; none where nobody could talk.
    pub fn talk(&self) -> Vec<String> {
        talk::sentences(&self.run.stats)
    }

    /// The differences that are more than luck, in sentences.
    pub fn real_differences(&self) -> Vec<String> {
        let Some(other) = &self.against else { return Vec::new() };
        let mut real: Vec<Difference> = self.differences().into_iter().filter(|it| it.real).collect();
        real.sort_by(|a, b| a.chance.unwrap_or(1.0).total_cmp(&b.chance.unwrap_or(1.0)));
        real.iter().map(|it| it.words([&self.run.label, &other.label])).collect()
    }

    /// The whole study as data.
    pub fn to_json(&self) -> Value {
        let run = |run: &Run| {
            let tables: Vec<Value> = run
                .stats
                .tables
                .iter()
                .map(|(players, table)| {
                    json!({
                        "players": players,
                        "games": table.games,
                        "draws": table.draws,
                        "decisions": spread(&table.length),
                        "decisions_per_player": spread(&table.share),
                    })
                })
                .collect();
            let endings: serde_json::Map<String, Value> = run
                .stats
                .endings
                .keys()
                .map(|ending| (ending.clone(), json!(findings::ending_share(&run.stats, ending))))
                .collect();
            json!({
                "label": run.label,
                "options": run.tables,
                "games": run.stats.games,
                "unfinished": run.stats.unfinished,
                "tables": tables,
                "endings": endings,
                "accounts": self.accounts.iter().map(|it| account(run, it)).collect::<Vec<_>>(),
            })
        };
        json!({
            "game": self.game.id,
            "rules": self.game.rules_version,
            "level": self.level,
            "seed": self.seed,
            "command": self.command,
            "run": run(&self.run),
            "against": self.against.as_ref().map(run),
            "findings": self.findings(),
            "differences": self.differences(),
            "outstanding": self.outstanding(),
            "within_noise": self.noise(),
        })
    }
}

fn spread(amount: &AmountStats) -> Value {
    json!({
        "mean": amount.mean.mean(),
        "p10": amount.spread.quantile(0.1),
        "median": amount.spread.quantile(0.5),
        "p90": amount.spread.quantile(0.9),
        "spread": amount.spread,
    })
}

fn account(run: &Run, account: &Account) -> Value {
    let sums = run.stats.accounts.get(account.id).cloned().unwrap_or_default();
    let games = run.stats.games;
    let mut entries: Vec<Value> = Vec::new();
    for (name, deed) in &sums.deeds {
        let times: Estimate = deed.times.over(games).mean();
        let in_games = deed.games as f64 / games.max(1) as f64;
        entries.push(json!({
            "name": name, "times_per_game": times, "in_games": in_games, "wins": deed.won.wins.share(),
            "even": deed.won.even_share(),
        }));
    }
    for (name, rate) in &sums.rates {
        entries.push(json!({ "name": name, "count": rate.top, "of": rate.bottom, "share": rate.share() }));
    }
    for (name, amount) in &sums.amounts {
        let mut value = spread(amount);
        value["name"] = json!(name);
        entries.push(value);
    }
    for (row, columns) in &sums.duels {
        for (column, ratio) in columns {
            entries.push(json!({ "row": row, "column": column, "won": ratio.share() }));
        }
    }
    for (name, odds) in &sums.odds {
        let expected = odds.expected as f64 / MILLION / odds.happened.bottom.max(1) as f64;
        entries.push(json!({ "name": name, "expected": expected, "happened": odds.happened.share() }));
    }
    json!({ "id": account.id, "title": account.title, "about": account.about, "entries": entries })
}
