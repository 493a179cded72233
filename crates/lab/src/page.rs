//! The study as a page for designers.

use std::collections::{BTreeMap, BTreeSet};

use report::{Bar, Bars, Cell, Grid, HeatMap, Histogram, Page, Unit};
use table::chronicle::{Account, Kind};

use crate::estimate::Estimate;
use crate::findings::{Finding, duel_mean, ending_share, labelled, title};
use crate::self_play_stats::{AccountStats, AmountStats, MILLION, TableStats, WinStats};
use crate::study::{Run, Study};

/// The most rows of a plot: it shows the most frequent names; the data has all.
const ROWS: usize = 40;

/// Nobody reads more sentences than this.
const TOLD: usize = 20;

impl Study {
    /// The whole study as an HTML page.
    pub fn to_html(&self) -> String {
        page(self).to_html()
    }
}

fn page(study: &Study) -> Page {
    let mut page = Page::new(format!("{} in the lab", study.game.name));
    head(&mut page, study);
    summary(&mut page, study);
    winners(&mut page, study);
    length(&mut page, study);
    for account in &study.accounts {
        draw(&mut page, study, account);
    }
    again(&mut page, study);
    page
}

fn runs(study: &Study) -> impl Iterator<Item = &Run> {
    std::iter::once(&study.run).chain(&study.against)
}

fn labels(study: &Study) -> Vec<String> {
    runs(study).map(|run| run.label.clone()).collect()
}

fn head(page: &mut Page, study: &Study) {
    let stats = &study.run.stats;
    let players: Vec<String> = stats.tables.keys().map(usize::to_string).collect();
    page.lead(&format!(
        "{} games between {} bots at tables of {} players, from seed {}. Equal bots on all seats: what differs is the game.",
        stats.games,
        study.level,
        players.join(", "),
        study.seed
    ));
    let draws: u64 = stats.tables.values().map(|table| table.draws).sum();
    let mut figures = vec![
        ("games".to_owned(), stats.games.to_string()),
        ("drawn".to_owned(), format!("{:.1} %", 100.0 * draws as f64 / stats.games.max(1) as f64)),
    ];
    for (players, table) in &stats.tables {
        let at = stats.at(*players);
        figures.push((format!("decisions{at}"), format!("{:.1}", table.length.mean.value())));
        figures.push((format!("decisions of a player{at}"), format!("{:.1}", table.share.mean.value())));
    }
    if stats.unfinished > 0 {
        figures.push(("did not end".to_owned(), stats.unfinished.to_string()));
    }
    page.figures(figures);
}

fn summary(page: &mut Page, study: &Study) {
    page.heading("What stands out");
    let (standing, noise) = (study.outstanding(), study.noise());
    if standing.is_empty() {
        page.paragraph("Nothing: no figure differs from an even table by more than luck explains.");
    } else {
        page.paragraph(
            "These differ from an even table by more than luck explains: first who wins, then what goes with winning, the surest first (Holm's \
             correction over all comparisons on this page, 5 % for a false alarm among them all). What goes with winning need not cause it.",
        );
        page.list(standing.iter().take(TOLD));
        if standing.len() > TOLD {
            page.paragraph(&format!("{} more are marked below.", standing.len() - TOLD));
        }
    }
    page.subheading("What is within noise");
    page.list(noise);
    if let Some(against) = &study.against {
        page.heading(&format!("{} against {}", study.run.label, against.label));
        let real = study.real_differences();
        let all = study.differences();
        let tested = all.iter().filter(|it| it.chance.is_some()).count();
        if real.is_empty() {
            page.paragraph(&format!(
                "No difference: none of the {tested} figures the two runs have in common differs by more than luck explains."
            ));
        } else {
            page.paragraph(&format!(
                "{} of the {tested} figures the two runs have in common differ by more than luck explains, the surest first.",
                real.len()
            ));
            page.list(real);
        }
        let mut grid = Grid::new(["", "what", &study.run.label, &against.label, "by luck", ""]);
        let mut sorted = all;
        sorted.sort_by(|a, b| a.chance.unwrap_or(2.0).total_cmp(&b.chance.unwrap_or(2.0)));
        for it in sorted.iter().take(60) {
            grid.push([
                format!("{}: {}", it.section, it.name),
                it.measure.to_owned(),
                it.figure(it.first.value),
                it.figure(it.second.value),
                it.chance.map_or("too few games".to_owned(), |chance| {
                    if chance < 0.0001 { "< 0.0001".to_owned() } else { format!("{chance:.4}") }
                }),
                if it.real { "real" } else { "noise" }.to_owned(),
            ]);
        }
        page.table(
            "The surest differences, with the probability that luck alone makes one this large",
            &grid,
        );
    }
}

/// A bar chart with a row for each name and a bar for each run that has one.
fn chart<'a>(
    study: &Study,
    plot: Bars,
    names: impl IntoIterator<Item = &'a String>,
    bar: impl Fn(&Run, &str) -> Option<Bar>,
) -> Bars {
    let row = |plot: Bars, name: &'a String| plot.group(name, runs(study).map(|run| bar(run, name)));
    names.into_iter().fold(plot.series(labels(study)), row)
}

/// A histogram with a series for each run that has one.
fn spread<'a>(
    study: &'a Study,
    plot: Histogram,
    pick: impl Fn(&'a Run) -> Option<&'a AmountStats>,
) -> Histogram {
    runs(study).fold(plot, |plot, run| match pick(run) {
        Some(amount) => plot.series(&run.label, amount.spread.pairs()),
        None => plot,
    })
}

/// How often seats won, with a mark where that stands out. Only the first run is compared with an even table.
fn wins(study: &Study, run: &Run, findings: &[Finding], section: &str, name: &str, won: &WinStats) -> Bar {
    let finding = findings.iter().find(|it| it.section == section && it.name == name);
    let sign = match finding.filter(|it| it.stands_out && std::ptr::eq(run, &study.run)) {
        Some(it) if it.found.value > it.even => "▲",
        Some(_) => "▼",
        None => "",
    };
    bar(&won.wins.share()).par(won.even_share()).note(sign)
}

fn bar(estimate: &Estimate) -> Bar {
    Bar::new(estimate.value).between(estimate.low, estimate.high)
}

fn winners(page: &mut Page, study: &Study) {
    page.heading("Who wins");
    page.paragraph(
        "Bars are shares of seats that won, with 95 % intervals; the dashed line is an even share. ▲ and ▼ mark what stands out.",
    );
    let findings = study.findings();
    let tables = &study.run.stats.tables;
    for (players, table) in tables {
        for (kind, known) in table.won.iter().filter(|(_, known)| known.len() > 1) {
            let section = format!("{}{}", title(kind), study.run.stats.at(*players));
            let mut plot = Bars::new(
                format!("Wins by {kind} at {players} players"),
                format!("Of the seats with each {kind}, the share that won."),
                Unit::Percent,
            )
            .series(labels(study));
            let mut names: Vec<&String> = known.keys().collect();
            if kind == "seat" {
                names.sort_by_key(|name| name.parse::<usize>().unwrap_or(usize::MAX));
            }
            for name in names {
                let shown = labelled(kind, name);
                let bars = runs(study).map(|run| {
                    let won = run.stats.tables.get(players)?.won.get(kind)?.get(name)?;
                    Some(wins(study, run, &findings, &section, &shown, won))
                });
                plot = plot.group(&shown, bars);
            }
            page.plot(&plot);
        }
    }
    if tables.len() > 1 {
        let kinds: BTreeSet<&String> = tables.values().flat_map(|table| table.won.keys()).collect();
        for kind in kinds {
            by_players(page, tables, kind);
        }
    }
}

/// Labels against numbers of players: how far from an even share.
fn by_players(page: &mut Page, tables: &BTreeMap<usize, TableStats>, kind: &str) {
    let mut names: Vec<&String> =
        tables.values().filter_map(|table| table.won.get(kind)).flat_map(|it| it.keys()).collect();
    names.sort_by_key(|name| (name.parse::<usize>().unwrap_or(usize::MAX), name.as_str()));
    names.dedup();
    if names.len() < 2 {
        return;
    }
    let mut map = HeatMap::new(
        format!("Wins by {kind} and number of players"),
        "The share of seats that won beyond an even share, in percentage points.",
        Unit::Percent,
        tables.keys().map(|players| format!("{players} players")),
    )
    .middle(0.0);
    for name in names {
        let cell = |table: &TableStats| {
            let won: &WinStats = table.won.get(kind)?.get(name)?;
            Some(Cell::new(won.wins.value() - won.even_share()).note(format!("{} games", won.wins.games)))
        };
        map = map.row(name, tables.values().map(cell));
    }
    page.plot(&map);
}

fn length(page: &mut Page, study: &Study) {
    page.heading("How long games are, and how they end");
    for (players, table) in &study.run.stats.tables {
        let at = study.run.stats.at(*players);
        page.paragraph(&format!(
            "A game{at} takes {:.1} decisions (median {}, one in ten below {}, one in ten above {}); a player makes {:.1} of them.",
            table.length.mean.value(),
            table.length.spread.quantile(0.5),
            table.length.spread.quantile(0.1),
            table.length.spread.quantile(0.9),
            table.share.mean.value()
        ));
        let plot = Histogram::new(format!("Decisions in a game{at}"), "How long games are.", "decisions");
        page.plot(&spread(study, plot, |run| Some(&run.stats.tables.get(players)?.length)));
        let about = "How much each player has to decide in a game.";
        let plot = Histogram::new(format!("Decisions of a player{at}"), about, "decisions");
        page.plot(&spread(study, plot, |run| Some(&run.stats.tables.get(players)?.share)));
    }
    let plot = Bars::new("Endings", "The share of games that end in each way.", Unit::Percent);
    let names: BTreeSet<&String> = runs(study).flat_map(|run| run.stats.endings.keys()).collect();
    let plot = chart(study, plot, names, |run, name| Some(bar(&ending_share(&run.stats, name))));
    if !plot.is_empty() {
        page.plot(&plot);
    }
}

fn draw(page: &mut Page, study: &Study, account: &Account) {
    let Some(sums) = study.run.stats.accounts.get(account.id) else { return };
    page.heading(account.title);
    // Where there is only one plot, its own description is enough.
    if matches!(account.kind, Kind::Deeds | Kind::Amounts | Kind::Odds) {
        page.paragraph(account.about);
    }
    match account.kind {
        Kind::Deeds => deeds(page, study, account, sums),
        Kind::Rates => rates(page, study, account, sums),
        Kind::Amounts => amounts(page, study, account, sums),
        Kind::Duels => duels(page, study, account, sums),
        Kind::Odds => odds(page, study, account, sums),
    }
}

fn sums<'a>(run: &'a Run, account: &Account) -> Option<&'a AccountStats> {
    run.stats.accounts.get(account.id)
}

fn deeds(page: &mut Page, study: &Study, account: &Account, first: &AccountStats) {
    let findings = study.findings();
    let mut names: Vec<&String> = first.deeds.keys().collect();
    names.sort_by_key(|name| std::cmp::Reverse(first.deeds[*name].times.top));
    if names.len() > ROWS {
        page.paragraph(&format!("The {ROWS} most frequent of {} are drawn; --json has all.", names.len()));
        names.truncate(ROWS);
    }
    let often = Bars::new(
        format!("{}: how often", account.title),
        "How often in a game, with the share of games in which it happens at all.",
        Unit::Number(2),
    );
    page.plot(&chart(study, often, names.iter().copied(), |run, name| {
        let (deed, games) = (sums(run, account)?.deeds.get(name)?, run.stats.games);
        let share = 100.0 * deed.games as f64 / games.max(1) as f64;
        Some(bar(&deed.times.over(games).mean()).note(format!("in {share:.0} %")))
    }));
    let won = Bars::new(
        format!("{}: wins", account.title),
        "Of the seats that did it in a game, the share that won that game; the dashed line is an average seat at the same tables.",
        Unit::Percent,
    );
    page.plot(&chart(study, won, names, |run, name| {
        let deed = sums(run, account)?.deeds.get(name)?;
        Some(wins(study, run, &findings, account.title, name, &deed.won))
    }));
}

fn rates(page: &mut Page, study: &Study, account: &Account, first: &AccountStats) {
    let plot = Bars::new(account.title, account.about, Unit::Percent);
    page.plot(&chart(study, plot, first.rates.keys(), |run, name| {
        let rate = sums(run, account)?.rates.get(name)?;
        Some(bar(&rate.share()).note(format!("of {}", rate.bottom)))
    }));
}

fn amounts(page: &mut Page, study: &Study, account: &Account, first: &AccountStats) {
    if first.amounts.len() > 1 {
        let plot = Bars::new(format!("{}: means", account.title), "The mean of each.", Unit::Number(2));
        page.plot(&chart(study, plot, first.amounts.keys(), |run, name| {
            let amount = sums(run, account)?.amounts.get(name)?;
            Some(bar(&amount.mean.mean()).note(format!("median {}", amount.spread.quantile(0.5))))
        }));
    }
    for name in first.amounts.keys().take(8) {
        let title = format!("{}: {name}", account.title);
        let plot = Histogram::new(title, "How it is spread.", name.clone());
        page.plot(&spread(study, plot, |run| sums(run, account)?.amounts.get(name)));
    }
}

fn duels(page: &mut Page, study: &Study, account: &Account, _: &AccountStats) {
    for run in runs(study) {
        let Some(sums) = sums(run, account) else { continue };
        let columns: BTreeSet<&String> = sums.duels.values().flat_map(|columns| columns.keys()).collect();
        let name = if study.against.is_some() { format!(" ({})", run.label) } else { String::new() };
        let mut map = HeatMap::new(
            format!("{}{name}", account.title),
            account.about,
            Unit::Percent,
            columns.iter().copied(),
        )
        .middle(duel_mean(sums));
        for (row, known) in &sums.duels {
            let cells = columns.iter().map(|column| {
                let ratio = known.get(*column)?;
                let share = ratio.share();
                let interval =
                    format!("{:.0} to {:.0} %, {} games", 100.0 * share.low, 100.0 * share.high, ratio.games);
                Some(Cell::new(share.value).note(interval))
            });
            map = map.row(row, cells);
        }
        page.plot(&map);
    }
}

fn odds(page: &mut Page, study: &Study, account: &Account, first: &AccountStats) {
    let plot = Bars::new(
        account.title,
        "The share that came true, with its interval; the dashed line is what the exact odds say.",
        Unit::Percent,
    );
    page.plot(&chart(study, plot, first.odds.keys(), |run, name| {
        let odds = sums(run, account)?.odds.get(name)?;
        let expected = odds.expected as f64 / MILLION / odds.happened.bottom.max(1) as f64;
        Some(bar(&odds.happened.share()).par(expected).note(format!("of {}", odds.happened.bottom)))
    }));
}

fn again(page: &mut Page, study: &Study) {
    page.heading("Do it again");
    page.paragraph("The same command gives the same figures, on any machine and any number of cores:");
    page.code(&study.command);
    for run in runs(study) {
        let tables: Vec<String> = run.tables.iter().map(|options| shorten(&options.to_string())).collect();
        page.paragraph(&format!("Tables of \"{}\", played in turn:", run.label));
        page.code(&tables.join("\n"));
    }
    page.paragraph(&format!(
        "Intervals are 95 %; games are the unit of chance, so what happens to several seats in one game does not count several times. \
         Bots are not people: the figures say what happens when {} bots play.",
        study.level
    ));
}

/// Options may hold a whole map file.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(400) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text.to_owned(),
    }
}
