//! The arena's report as a page.

use report::{Bar, Bars, Grid, Line, Lines, Page, Unit};

use super::tally::{HEAD, Report};

/// One page without anything from outside.
pub(super) fn page(report: &Report) -> String {
    let mut page = Page::new(format!("{}: bots in the arena", report.name));
    page.lead(&format!(
        "{} games from seed {}. Every deal was played once for each rotation of the field, or with the teams swapped.",
        report.games, report.seed
    ));
    page.figures(
        [
            ("games", report.games.to_string()),
            ("draws", report.draws.to_string()),
            ("decisions a game", format!("{:.0}", report.steps.mean)),
            ("seconds", format!("{:.1}", report.seconds)),
        ]
        .map(|(name, figure)| (name.to_owned(), figure)),
    );

    page.heading("Who won");
    let mut bars = Bars::new(
        "Share of wins",
        "The share of games each kind of bot won, with its 95 % interval (Wilson); the mark is the share its seats would give.",
        Unit::Percent,
    );
    for bot in &report.bots {
        bars = bars.row(&bot.bot, Bar::new(bot.wins.share).between(bot.wins.low, bot.wins.high).par(bot.par));
    }
    page.plot(&bars);
    page.list(
        report.bots.iter().map(|bot| format!("{}: {}, {}.", bot.bot, bot.wins.percent(), bot.verdict())),
    );

    let mut course = Lines::new(
        "How the share settled",
        "The share of wins after so many games, with its 95 % interval.",
        "games",
        Unit::Percent,
    )
    .range(0.0, 1.0);
    for bot in &report.bots {
        let points = bot.course.iter().map(|(count, wins)| (*count as f64, wins.share));
        let band = bot.course.iter().map(|(_, wins)| (wins.low, wins.high));
        course = course.line(Line::new(&bot.bot, points).band(band));
    }
    page.plot(&course);

    page.heading("How they thought");
    let mut grid = Grid::new(HEAD);
    report.bots.iter().for_each(|bot| grid.push(bot.row()));
    page.table("The field. Times are for decisions with more than one option; ratings are Plackett-Luce, for display.", &grid);
    let mut times = report::Histogram::new(
        "Time for a decision",
        "How long decisions with more than one option took, in milliseconds.",
        "milliseconds",
    );
    for bot in report.bots.iter().filter(|bot| bot.decisions > 0) {
        times = times.series(
            &bot.bot,
            bot.times.pairs().map(|(time, count)| ((time / 1000) as i64, count)).fold(
                std::collections::BTreeMap::<i64, u64>::new(),
                |mut sum, (time, count)| {
                    *sum.entry(time).or_default() += count;
                    sum
                },
            ),
        );
    }
    page.plot(&times);

    page.heading("The games");
    let lengths = report.lengths.pairs().map(|(steps, count)| (steps as i64, count));
    page.plot(
        &report::Histogram::new("Length of games", "How many decisions games had.", "decisions")
            .series("games", lengths),
    );
    let mut endings = Grid::new(["ending", "games"]);
    report.endings.iter().for_each(|(ending, count)| endings.push([ending.clone(), count.to_string()]));
    page.table("How games ended.", &endings);
    page.paragraph("The table was set up with these options:");
    page.code(&report.options.to_string());
    for bot in report.bots.iter().filter(|bot| bot.complaints > 0) {
        let first = bot.first_complaint.as_deref().unwrap_or_default();
        page.paragraph(&format!("{} failed {} times; the first: {first}", bot.bot, bot.complaints));
    }
    page.to_html()
}
