//! The arena's report, as data and as a page.

use std::collections::BTreeMap;

use bots::Rating;
use report::{Bar, Bars, Curve, Grid, Lines, Page, Unit, thousands};
use serde::Serialize;
use serde_json::Value;

use crate::counts::{Counts, Summary};
use crate::estimate::Estimate;
use crate::share::Share;

/// What `sanguis arena --json` prints.
#[derive(Serialize)]
pub struct ArenaReport {
    /// The game's id.
    pub game: &'static str,
    #[serde(skip)]
    pub(crate) name: &'static str,
    /// The options it was played with.
    pub options: Value,
    /// The first deal.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Games without a winner, unfinished ones among them.
    pub draws: u64,
    /// Games that did not end within the game's bound.
    pub unfinished: u64,
    /// Decisions in a game.
    pub steps: Summary,
    /// The field; bots of the same name are one.
    pub bots: Vec<BotReport>,
    /// By ending, the number of games.
    pub endings: BTreeMap<String, u64>,
    /// How long it took.
    pub seconds: f64,
    /// How often talk changed the winner, if that was measured.
    pub turned: Option<Turned>,
    #[serde(skip)]
    pub(crate) lengths: Counts,
}

/// Games that were played again without talk: the same deals in the same seats, with the same lots as far as nothing was said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Turned {
    /// Games with another winner than without talk.
    pub changed: Share,
    /// Games without talk that have another winner with other random numbers: the effect of any small change.
    pub by_lots: Share,
    /// Games that the first bot won, and would not have won without talk.
    pub won: u64,
    /// Games that it lost, and would have won without talk.
    pub lost: u64,
    /// The difference as a share of the games, and its 95 % interval.
    pub gain: [f64; 3],
}

impl Turned {
    /// For each game, whether the first bot won with talk, without it, and without it by other random numbers.
    pub fn new(games: &[[bool; 3]]) -> Turned {
        let count = |fits: &dyn Fn(&[bool; 3]) -> bool| games.iter().filter(|game| fits(game)).count() as u64;
        let all = games.len() as u64;
        let won = count(&|[with, without, _]| *with && !without);
        let lost = count(&|[with, without, _]| !with && *without);
        let by_lots = count(&|[_, without, other]| without != other);
        let n = games.len().max(1) as f64;
        let gain = (won as f64 - lost as f64) / n;
        // Of the paired differences -1, 0 and 1.
        let error = (((won + lost) as f64 / n - gain * gain) / n).max(0.0).sqrt();
        Turned {
            changed: Share::new(won + lost, all),
            by_lots: Share::new(by_lots, all),
            won,
            lost,
            gain: [gain, gain - 1.96 * error, gain + 1.96 * error],
        }
    }

    /// In words.
    pub fn sentences(&self, first: &str) -> [String; 2] {
        let [gain, low, high] = self.gain.map(|share| 100.0 * share);
        [
            format!(
                "Without talk another side would have won {} of the games. Other lots alone change {}.",
                self.changed.percent(),
                self.by_lots.percent()
            ),
            format!(
                "Talk won {first} {} games and lost it {}: {gain:+.1} points ({low:+.1} to {high:+.1}).",
                self.won, self.lost
            ),
        ]
    }
}

/// How a bot has done.
#[derive(Serialize)]
pub struct BotReport {
    /// Its name.
    pub bot: String,
    /// The most it could spend on a decision.
    pub budget: String,
    /// Its share of the seats, which is the share of wins that luck alone would give.
    pub par: f64,
    /// Games it won, to the nearest whole game.
    pub wins: Share,
    /// Games it won; a shared win and a draw count in parts.
    pub won: f64,
    /// The mean reward of its seats, from -1 to 1.
    pub reward: Estimate,
    /// For display: Plackett-Luce, 25 before the first game.
    pub rating: Rating,
    /// Decisions with more than one option.
    pub decisions: u64,
    /// The mean time of those decisions.
    pub milliseconds_mean: f64,
    /// The median time of those decisions.
    pub milliseconds_p50: f64,
    /// Their 99 % quantile.
    pub milliseconds_p99: f64,
    /// Iterations of its search in a second.
    pub iterations_per_second: f64,
    /// How often it failed and instinct answered for it.
    pub complaints: u64,
    /// Claims of a seat in a game.
    pub claims: f64,
    /// Lies among the claims whose truth the speaker knew.
    pub lies: Share,
    /// Claims that the same seat had made before, of all claims.
    pub repeats: Share,
    /// Claims that go back on what the same seat had stated, of all claims.
    pub reversals: Share,
    /// The mean time it took to decide what to say, if anything.
    pub speaking_ms_mean: f64,
    /// The 99 % quantile of that.
    pub speaking_ms_p99: f64,
    /// What went wrong first.
    pub first_complaint: Option<String>,
    #[serde(skip)]
    pub(crate) wins_over_time: Vec<(u64, Share)>,
    #[serde(skip)]
    pub(crate) times: Counts,
}

impl BotReport {
    /// The columns of [`row`](BotReport::row).
    pub const HEAD: [&str; 8] =
        ["bot", "budget", "par", "wins (95 %)", "rating", "ms p50", "ms p99", "iterations/s"];

    /// A row of the table of bots.
    pub fn row(&self) -> Vec<String> {
        vec![
            self.bot.clone(),
            self.budget.clone(),
            format!("{:.1} %", 100.0 * self.par),
            self.wins.percent(),
            format!("{:.1} ± {:.1}", self.rating.mean, 2.0 * self.rating.deviation),
            format!("{:.2}", self.milliseconds_p50),
            format!("{:.2}", self.milliseconds_p99),
            thousands(self.iterations_per_second),
        ]
    }

    /// The columns of [`talk_row`](BotReport::talk_row).
    pub const TALK_HEAD: [&str; 7] = [
        "bot",
        "claims a seat and game",
        "lies (95 %)",
        "repeats",
        "reversals",
        "ms to speak",
        "ms to speak p99",
    ];

    /// How much it said.
    pub fn talk_row(&self) -> Vec<String> {
        vec![
            self.bot.clone(),
            format!("{:.1}", self.claims),
            self.lies.percent(),
            format!("{:.2} %", 100.0 * self.repeats.share),
            format!("{:.2} %", 100.0 * self.reversals.share),
            format!("{:.2}", self.speaking_ms_mean),
            format!("{:.2}", self.speaking_ms_p99),
        ]
    }

    /// Whether it won more or less than its share.
    fn verdict(&self) -> &'static str {
        if self.wins.low > self.par {
            "better than par"
        } else if self.wins.high < self.par {
            "worse than par"
        } else {
            "not distinguishable from par"
        }
    }
}

impl ArenaReport {
    /// Sentences on the bots that failed.
    pub fn failures(&self) -> impl Iterator<Item = String> + '_ {
        self.bots.iter().filter(|bot| bot.complaints > 0).map(|bot| {
            let first = bot.first_complaint.as_deref().unwrap_or_default();
            format!("{} failed {} times; the first: {first}", bot.bot, bot.complaints)
        })
    }

    /// The report as a self-contained HTML page.
    pub fn to_html(&self) -> String {
        let mut page = Page::new(format!("{}: bots in the arena", self.name));
        page.lead(&format!(
            "{} games from seed {}. Every deal was played once for each rotation of the field, or with the teams swapped.",
            self.games, self.seed
        ));
        page.figures([
            ("games", self.games.to_string()),
            ("draws", self.draws.to_string()),
            ("decisions a game", format!("{:.0}", self.steps.mean)),
            ("seconds", format!("{:.1}", self.seconds)),
        ]);
        self.draw_wins(&mut page);
        self.draw_thinking(&mut page);
        self.draw_games(&mut page);
        self.draw_talk(&mut page);
        self.failures().for_each(|failure| page.paragraph(&failure));
        page.to_html()
    }

    fn draw_wins(&self, page: &mut Page) {
        page.heading("Who won");
        let mut bars = Bars::new(
            "Share of wins",
            "The share of games each bot won, with its 95 % interval (Wilson); the mark is its share of the seats.",
            Unit::Percent,
        );
        for bot in &self.bots {
            let bar = Bar::new(bot.wins.share).between(bot.wins.low, bot.wins.high).par(bot.par);
            bars = bars.row(&bot.bot, bar);
        }
        page.plot(&bars);
        page.list(
            self.bots.iter().map(|bot| format!("{}: {}, {}.", bot.bot, bot.wins.percent(), bot.verdict())),
        );
        let mut lines = Lines::new(
            "Wins over time",
            "The share of wins after each number of games, with its 95 % interval.",
            "games",
            Unit::Percent,
        )
        .range(0.0, 1.0);
        for bot in &self.bots {
            let points = bot.wins_over_time.iter().map(|(count, wins)| (*count as f64, wins.share));
            let band = bot.wins_over_time.iter().map(|(_, wins)| (wins.low, wins.high));
            lines = lines.curve(Curve::new(&bot.bot, points).band(band));
        }
        page.plot(&lines);
    }

    fn draw_thinking(&self, page: &mut Page) {
        page.heading("How they thought");
        let mut grid = Grid::new(BotReport::HEAD);
        self.bots.iter().for_each(|bot| grid.push(bot.row()));
        page.table("The field. Times are for decisions with more than one option; ratings are Plackett-Luce, for display.", &grid);
        let mut times = report::Histogram::new(
            "Time for a decision",
            "How long decisions with more than one option took, in milliseconds.",
            "milliseconds",
        );
        for bot in self.bots.iter().filter(|bot| bot.decisions > 0) {
            let mut milliseconds: BTreeMap<i64, u64> = BTreeMap::new();
            for (time, count) in bot.times.pairs() {
                *milliseconds.entry(time / 1000).or_default() += count;
            }
            times = times.series(&bot.bot, milliseconds);
        }
        page.plot(&times);
    }

    /// How much was said, where anything was.
    fn draw_talk(&self, page: &mut Page) {
        if self.bots.iter().all(|bot| bot.claims == 0.0) {
            return;
        }
        page.heading("What they said");
        let mut grid = Grid::new(BotReport::TALK_HEAD);
        self.bots.iter().for_each(|bot| grid.push(bot.talk_row()));
        page.table(
            "Claims of one seat in one game; how many of those whose truth the speaker knew were lies; how many claims the \
             same seat had made before or went back on; and how long a bot takes to say something or nothing.",
            &grid,
        );
        if let Some(turned) = &self.turned {
            page.list(turned.sentences(&self.bots[0].bot));
        }
    }

    fn draw_games(&self, page: &mut Page) {
        page.heading("The games");
        page.plot(
            &report::Histogram::new("Length of games", "How many decisions games had.", "decisions")
                .series("games", self.lengths.pairs()),
        );
        let mut endings = Grid::new(["ending", "games"]);
        self.endings.iter().for_each(|(ending, count)| endings.push([ending.clone(), count.to_string()]));
        page.table("How games ended.", &endings);
        page.paragraph("The table was set up with these options:");
        page.code(&self.options.to_string());
    }
}
