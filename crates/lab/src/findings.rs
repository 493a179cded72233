//! What stands out, and what is noise.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use table::chronicle::{Account, Kind};

use crate::estimate::{ENOUGH, Estimate, Ratio, holm, two_sided};
use crate::self_play_stats::{AccountStats, MILLION, SelfPlayStats, WHOLE, WinStats};

/// A figure compared with what an even table would show.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Where it belongs: "seat", "Cards played".
    pub section: String,
    /// What it is about: "1", "Bite".
    pub name: String,
    /// The figure.
    pub found: Estimate,
    /// What an even table would show.
    pub even: f64,
    /// The probability of a difference this large by luck alone (the p-value); none where there are too few games to say.
    pub chance: Option<f64>,
    /// Does it stand out after the correction for many comparisons?
    pub stands_out: bool,
    #[serde(skip)]
    pub(crate) kind: FindingKind,
}

/// Separates the two names of a duel.
pub(crate) const AGAINST: &str = " with ";

/// What a finding is about, in the order in which a summary tells them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FindingKind {
    Label,
    Duel,
    Odds,
    Deed,
}

impl Finding {
    /// The finding as a sentence.
    pub fn words(&self) -> String {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let found = format!(
            "{} ({} to {})",
            percent(self.found.value),
            percent(self.found.low),
            percent(self.found.high)
        );
        let side = if self.found.value > self.even { "more" } else { "less" };
        let even = percent(self.even);
        let (section, name) = (&self.section, &self.name);
        match self.kind {
            FindingKind::Label => {
                format!("{section}: {name} wins {found}, {side} than an even share of {even}.")
            }
            FindingKind::Deed => format!(
                "{section}: seats with \"{name}\" win {found}, {side} than the {even} of an average seat at their tables."
            ),
            FindingKind::Duel => format!("{section}: {found} for {name}, {side} than the {even} of all."),
            FindingKind::Odds => {
                format!("{section}: at {name}, {found} came true, {side} than the {even} expected.")
            }
        }
    }
}

/// A figure of two runs, side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// Where it belongs.
    pub section: String,
    /// What it is about.
    pub name: String,
    /// What is measured: "wins", "share", "mean", "times a game".
    pub measure: &'static str,
    /// In the first run.
    pub first: Estimate,
    /// In the second.
    pub second: Estimate,
    /// The probability of a difference this large by luck alone (the p-value); none where there are too few games to say.
    pub chance: Option<f64>,
    /// Is it more than luck after the correction for many comparisons?
    pub real: bool,
}

impl Difference {
    /// A value as this measure is written.
    pub(crate) fn figure(&self, value: f64) -> String {
        match self.measure {
            "wins" | "share" => format!("{:.1} %", 100.0 * value),
            _ => format!("{value:.2}"),
        }
    }

    /// The difference as a sentence.
    pub fn words(&self, names: [&str; 2]) -> String {
        format!(
            "{}, {} ({}): {} with {} and {} with {}.",
            self.section,
            self.name,
            self.measure,
            self.figure(self.first.value),
            names[0],
            self.figure(self.second.value),
            names[1]
        )
    }
}

impl WinStats {
    /// What the seats would have won at even tables.
    pub(crate) fn even_share(&self) -> f64 {
        if self.wins.bottom == 0 { 0.0 } else { self.even as f64 / (WHOLE * self.wins.bottom) as f64 }
    }

    /// The probability of an edge this large by luck alone.
    fn chance(&self) -> Option<f64> {
        if self.wins.games < ENOUGH {
            return None;
        }
        let edge = (WHOLE * self.wins.top - self.even) as f64;
        let games = self.wins.games as f64;
        let spread = self.edge_squared as f64 - edge * edge / games;
        // If all games came out alike they show no spread of their own: take that of an even table.
        let even = self.even_share();
        let fallback = games * even * (1.0 - even) * (WHOLE * WHOLE) as f64;
        two_sided(edge, if spread > 1.0 { spread } else { fallback }.sqrt())
    }
}

/// All findings of a run; those that stand out are marked.
pub(crate) fn findings(stats: &SelfPlayStats, accounts: &[Account]) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut put = |section: String, name: String, found, even, chance, kind| {
        all.push(Finding { section, name, found, even, chance, stands_out: false, kind });
    };
    for (players, table) in &stats.tables {
        for (kind, labels) in table.won.iter().filter(|(_, labels)| labels.len() > 1) {
            for (label, won) in labels {
                let section = format!("{}{}", title(kind), stats.at(*players));
                let (found, even) = (won.wins.share(), won.even_share());
                put(section, labelled(kind, label), found, even, won.chance(), FindingKind::Label);
            }
        }
    }
    for account in accounts {
        let Some(sums) = stats.accounts.get(account.id) else { continue };
        match account.kind {
            Kind::Deeds => {
                for (name, deed) in &sums.deeds {
                    let (won, section) = (&deed.won, account.title.to_owned());
                    let (found, even) = (won.wins.share(), won.even_share());
                    put(section, name.clone(), found, even, won.chance(), FindingKind::Deed);
                }
            }
            Kind::Duels => {
                let mean = duel_mean(sums);
                for (row, columns) in &sums.duels {
                    for (column, ratio) in columns {
                        let found = ratio.share();
                        let luck = (mean * (1.0 - mean) / ratio.bottom.max(1) as f64).sqrt();
                        let chance =
                            (ratio.games >= ENOUGH).then(|| two_sided(found.value - mean, luck)).flatten();
                        let name = format!("{row}{AGAINST}{column}");
                        put(account.title.to_owned(), name, found, mean, chance, FindingKind::Duel);
                    }
                }
            }
            Kind::Odds => {
                for (name, odds) in &sums.odds {
                    let found = odds.happened.share();
                    let of = odds.happened.bottom.max(1) as f64;
                    let expected = odds.expected as f64 / MILLION / of;
                    let luck = (odds.variance as f64 / MILLION).sqrt() / of;
                    let enough = odds.happened.games >= ENOUGH;
                    let chance = enough.then(|| two_sided(found.value - expected, luck)).flatten();
                    put(account.title.to_owned(), name.clone(), found, expected, chance, FindingKind::Odds);
                }
            }
            Kind::Rates | Kind::Amounts => {}
        }
    }
    let chances: Vec<Option<f64>> = all.iter().map(|it: &Finding| it.chance).collect();
    all.iter_mut().zip(holm(&chances)).for_each(|(it, real)| it.stands_out = real);
    all
}

/// The share of all duels that were won: the value at which neither side is ahead.
pub(crate) fn duel_mean(sums: &AccountStats) -> f64 {
    let all = || sums.duels.values().flat_map(|columns| columns.values());
    let (won, of) = (all().map(|ratio| ratio.top).sum::<i64>(), all().map(|ratio| ratio.bottom).sum::<i64>());
    if of == 0 { 0.5 } else { won as f64 / of as f64 }
}

/// All figures that two runs have in common; the real differences are marked.
pub(crate) fn differences(
    first: &SelfPlayStats,
    second: &SelfPlayStats,
    accounts: &[Account],
) -> Vec<Difference> {
    let mut all: Vec<Difference> = Vec::new();
    let mut put = |section: &str, name: &str, measure, a: Estimate, b: Estimate| {
        let (section, name, chance) = (section.to_owned(), name.to_owned(), a.against(&b));
        all.push(Difference { section, name, measure, first: a, second: b, chance, real: false });
    };
    for (players, one) in &first.tables {
        let Some(two) = second.tables.get(players) else { continue };
        let at = first.at(*players);
        let (a, b) = (one.length.mean.mean(), two.length.mean.mean());
        put(&format!("Length{at}"), "decisions in a game", "mean", a, b);
        for (kind, labels, others) in in_both(&one.won, &two.won).filter(|(_, labels, _)| labels.len() > 1) {
            for (label, won, other) in in_both(labels, others) {
                let (section, name) = (format!("{}{at}", title(kind)), labelled(kind, label));
                put(&section, &name, "wins", won.wins.share(), other.wins.share());
            }
        }
    }
    let endings: BTreeSet<&String> = first.endings.keys().chain(second.endings.keys()).collect();
    for ending in endings {
        put("Endings", ending, "share", ending_share(first, ending), ending_share(second, ending));
    }
    for account in accounts {
        let (Some(one), Some(two)) = (first.accounts.get(account.id), second.accounts.get(account.id)) else {
            continue;
        };
        for (name, deed, other) in in_both(&one.deeds, &two.deeds) {
            let (a, b) = (deed.times.over(first.games).mean(), other.times.over(second.games).mean());
            put(account.title, name, "times a game", a, b);
            put(account.title, name, "wins", deed.won.wins.share(), other.won.wins.share());
        }
        for (name, rate, other) in in_both(&one.rates, &two.rates) {
            put(account.title, name, "share", rate.share(), other.share());
        }
        for (name, amount, other) in in_both(&one.amounts, &two.amounts) {
            put(account.title, name, "mean", amount.mean.mean(), other.mean.mean());
        }
    }
    let chances: Vec<Option<f64>> = all.iter().map(|it| it.chance).collect();
    all.iter_mut().zip(holm(&chances)).for_each(|(it, real)| it.real = real);
    all
}

/// What two maps have in common.
fn in_both<'a, V>(
    one: &'a BTreeMap<String, V>,
    two: &'a BTreeMap<String, V>,
) -> impl Iterator<Item = (&'a String, &'a V, &'a V)> {
    one.iter().filter_map(|(key, first)| Some((key, first, two.get(key)?)))
}

pub(crate) fn ending_share(stats: &SelfPlayStats, ending: &str) -> Estimate {
    let (count, games) = (stats.endings.get(ending).copied().unwrap_or(0), stats.games);
    Ratio::of_games(count, games).share()
}

/// A label by itself: seats have only numbers.
pub(crate) fn labelled(kind: &str, label: &str) -> String {
    if kind == "seat" { format!("seat {label}") } else { label.to_owned() }
}

/// "clan" as a heading.
pub(crate) fn title(kind: &str) -> String {
    let mut letters = kind.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
