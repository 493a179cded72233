//! Statistics of bots against bots: who won how often, how they are rated, how long they thought.

use std::collections::BTreeMap;
use std::time::Duration;

use bots::{AnyArena, Played, Rating, Talked, Timekeeper, rate};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Info, Standing};

use crate::arena_report::{ArenaReport, BotReport};
use crate::budget::DecisionBudget;
use crate::counts::Counts;
use crate::estimate::Ratio;
use crate::self_play_stats::WHOLE;
use crate::share::Share;

/// About how many points the plot of wins over time has.
const POINTS: usize = 60;

/// One game of an arena. It can be played in one process and counted in another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaGame {
    /// Its number over all deals and rotations, from 0.
    pub index: u64,
    /// By seat, which bot of the field sat there.
    pub who: Vec<usize>,
    /// How many decisions it took.
    pub steps: u32,
    /// How it ended; nothing if it did not within the game's bound.
    pub outcome: Option<Standing>,
    /// Decisions with more than one option, and those that failed.
    pub decisions: Vec<TimedDecision>,
    /// Bots of the field that failed, and what went wrong.
    pub complaints: Vec<(usize, String)>,
    /// By place in the field, how much was said; empty at a table without talk.
    #[serde(default)]
    pub talk: Vec<SaidInGame>,
    /// Who had the floor, and how many microseconds of computing it took.
    #[serde(default)]
    pub floors: Vec<(usize, u64)>,
}

/// How much a bot of the field has said in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SaidInGame {
    /// Claims of all kinds.
    pub claims: u32,
    /// Those whose truth the speaker knew.
    pub known: u32,
    /// Those of them that were lies.
    pub lies: u32,
    /// Those that the same seat had made before.
    #[serde(default)]
    pub repeats: u32,
    /// Those that go back on what the same seat had stated.
    #[serde(default)]
    pub reversals: u32,
}

impl From<Talked> for SaidInGame {
    fn from(Talked { claims, known, lies, repeats, reversals }: Talked) -> SaidInGame {
        SaidInGame { claims, known, lies, repeats, reversals }
    }
}

impl SaidInGame {
    fn add(&mut self, more: SaidInGame) {
        self.claims += more.claims;
        self.known += more.known;
        self.lies += more.lies;
        self.repeats += more.repeats;
        self.reversals += more.reversals;
    }
}

/// A decision, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimedDecision {
    /// Which bot of the field decided.
    pub who: usize,
    /// How long it took.
    pub microseconds: u64,
    /// Iterations of its search; 0 for bots that do not look ahead.
    pub iterations: u32,
}

/// The clocks of the machine: the lab has none of its own.
#[derive(Clone, Copy)]
pub struct ArenaClock<'a> {
    /// Wall-clock time from an arbitrary start, for reports.
    pub wall: &'a dyn Fn() -> Duration,
    /// Processor time from an arbitrary start, for budgets.
    pub effort: &'a dyn Fn() -> Duration,
    /// Should bots answer at once, because the run was stopped?
    pub stopped: &'a dyn Fn() -> bool,
}

/// Holds the bots of one game to their budgets and notes what they took.
struct DecisionTimer<'a> {
    clock: ArenaClock<'a>,
    budgets: &'a [DecisionBudget],
    budget: DecisionBudget,
    wall: Duration,
    effort: Duration,
    decisions: Vec<TimedDecision>,
    complaints: Vec<(usize, String)>,
    floors: Vec<(usize, u64)>,
}

impl Timekeeper for DecisionTimer<'_> {
    fn begin(&mut self, who: usize) -> u32 {
        (self.wall, self.effort) = ((self.clock.wall)(), (self.clock.effort)());
        self.budget = self.budgets[who];
        self.budget.iterations()
    }

    fn time_is_up(&mut self) -> bool {
        self.budget.is_up((self.clock.effort)() - self.effort) || (self.clock.stopped)()
    }

    fn end(&mut self, who: usize, iterations: u32, complaint: Option<String>) {
        let microseconds = ((self.clock.wall)() - self.wall).as_micros() as u64;
        self.decisions.push(TimedDecision { who, microseconds, iterations });
        self.complaints.extend(complaint.map(|words| (who, words)));
    }

    fn spoke(&mut self, who: usize) {
        let spent = (self.clock.effort)() - self.effort;
        self.floors.push((who, spent.as_micros() as u64));
    }
}

impl ArenaGame {
    /// Plays a game. Its number gives the deal, counted from `seed`, and the rotation of the field.
    pub fn play(
        arena: &dyn AnyArena,
        seed: u64,
        index: u64,
        budgets: &[DecisionBudget],
        clock: ArenaClock<'_>,
    ) -> ArenaGame {
        ArenaGame::play_again(arena, seed, index, 0, budgets, clock).0
    }

    /// The same deal in the same seats, with other random numbers for the bots each `time`. Also returns what was done and said.
    pub fn play_again(
        arena: &dyn AnyArena,
        seed: u64,
        index: u64,
        time: u64,
        budgets: &[DecisionBudget],
        clock: ArenaClock<'_>,
    ) -> (ArenaGame, Played) {
        let mut timer = DecisionTimer {
            clock,
            budgets,
            budget: DecisionBudget::Iterations(0),
            wall: Duration::ZERO,
            effort: Duration::ZERO,
            decisions: Vec::new(),
            complaints: Vec::new(),
            floors: Vec::new(),
        };
        let rotations = arena.rotations() as u64;
        let deal = seed.wrapping_add(index / rotations);
        // Bots draw by the rotation, seats follow from what remains of it.
        let rotation = index % rotations + time * rotations;
        let played = arena.play(deal, rotation as usize, &mut timer);
        let game = ArenaGame {
            index,
            who: played.who.clone(),
            steps: played.steps,
            outcome: played.outcome.as_ref().map(Standing::from),
            decisions: timer.decisions,
            complaints: timer.complaints,
            talk: played.talk.iter().copied().map(SaidInGame::from).collect(),
            floors: timer.floors,
        };
        (game, played)
    }

    /// Could it be a game of a field of this many bots? Games from elsewhere may be invalid.
    pub fn fits(&self, field: usize) -> bool {
        let floors = self.floors.iter().map(|it| &it.0);
        let others = self.decisions.iter().map(|it| &it.who).chain(self.complaints.iter().map(|it| &it.0));
        let others = others.chain(floors);
        let placed = self.outcome.as_ref().is_none_or(|outcome| outcome.placings.len() == self.who.len());
        placed && self.talk.len() <= field && self.who.iter().chain(others).all(|&who| who < field)
    }

    /// A game without a winner, unfinished ones included.
    fn is_draw(&self) -> bool {
        self.outcome.as_ref().is_none_or(|outcome| outcome.placings.iter().all(|&place| place == 1))
    }

    /// The part of the game that some of its seats won, in units of 1 / [`WHOLE`]: winners share it, and all share a draw.
    fn won(&self, is_own: impl Fn(usize) -> bool) -> i64 {
        let (mut winners, mut own) = (0, 0);
        for (seat, &who) in self.who.iter().enumerate() {
            if self.outcome.as_ref().is_none_or(|outcome| outcome.placings[seat] == 1) {
                winners += 1;
                own += i64::from(is_own(who));
            }
        }
        own * WHOLE / winners.max(1)
    }

    /// By seat, the number of seats that placed worse minus the number that placed better.
    fn margins(&self) -> Vec<i64> {
        let Some(outcome) = &self.outcome else { return vec![0; self.who.len()] };
        let margin = |own: &usize| outcome.placings.iter().map(|other| other.cmp(own) as i64).sum();
        outcome.placings.iter().map(margin).collect()
    }
}

/// How a bot has done; places of the field with the same name count together.
#[derive(Default)]
struct BotStats {
    name: String,
    budget: String,
    seats: u64,
    /// In units of 1 / [`WHOLE`], so that the order in which games are added never shows.
    won: i64,
    /// Rewards: margins over all seats it had, of the largest margins there could be.
    reward: Ratio,
    /// Microseconds of each decision.
    times: Counts,
    /// Microseconds of the decisions with a search, and the iterations of those.
    searched: u64,
    iterations: u64,
    complaints: u64,
    said: SaidInGame,
    /// Microseconds of computing at each floor.
    floors: Counts,
    /// With the number of its game.
    first_complaint: Option<(u64, String)>,
}

/// What is counted over the games of an arena, in any order.
pub struct ArenaStats {
    bots: Vec<BotStats>,
    /// By place in the field, the bot.
    bot_of: Vec<usize>,
    /// By number, without their decisions.
    games: BTreeMap<u64, ArenaGame>,
    seats: u64,
    steps: Counts,
}

impl ArenaStats {
    /// Nothing counted yet, for a field of these names and budgets.
    pub fn new(field: &[(String, String)]) -> ArenaStats {
        let mut bots: Vec<BotStats> = Vec::new();
        let mut bot_of = Vec::new();
        for (name, budget) in field {
            let known = bots.iter().position(|bot| bot.name == *name);
            bot_of.push(known.unwrap_or(bots.len()));
            if known.is_none() {
                bots.push(BotStats { name: name.clone(), budget: budget.clone(), ..BotStats::default() });
            }
        }
        ArenaStats { bots, bot_of, games: BTreeMap::new(), seats: 0, steps: Counts::default() }
    }

    /// Counts a game; a number that was counted before is ignored.
    pub fn add(&mut self, mut game: ArenaGame) {
        if self.games.contains_key(&game.index) {
            return;
        }
        self.seats += game.who.len() as u64;
        self.steps.add(game.steps.into());
        let (margins, most) = (game.margins(), game.who.len().max(2) as i64 - 1);
        for (i, bot) in self.bots.iter_mut().enumerate() {
            let is_own = |who: usize| self.bot_of[who] == i;
            let own = || game.who.iter().zip(&margins).filter(|(who, _)| is_own(**who));
            bot.seats += own().count() as u64;
            bot.won += game.won(is_own);
            bot.reward.add(own().map(|(_, margin)| margin).sum(), most * own().count() as i64);
        }
        for decision in std::mem::take(&mut game.decisions) {
            let bot = &mut self.bots[self.bot_of[decision.who]];
            bot.times.add(decision.microseconds as i64);
            if decision.iterations > 0 {
                bot.searched += decision.microseconds;
                bot.iterations += u64::from(decision.iterations);
            }
        }
        for (who, said) in std::mem::take(&mut game.talk).into_iter().enumerate() {
            self.bots[self.bot_of[who]].said.add(said);
        }
        for (who, microseconds) in std::mem::take(&mut game.floors) {
            self.bots[self.bot_of[who]].floors.add(microseconds as i64);
        }
        for (who, words) in std::mem::take(&mut game.complaints) {
            let bot = &mut self.bots[self.bot_of[who]];
            bot.complaints += 1;
            if bot.first_complaint.as_ref().is_none_or(|(index, _)| game.index < *index) {
                bot.first_complaint = Some((game.index, words));
            }
        }
        self.games.insert(game.index, game);
    }

    /// The first bot of the field and its share of wins so far.
    pub fn first(&self) -> Option<(&str, Share)> {
        self.bots.first().map(|bot| (bot.name.as_str(), self.wins(bot)))
    }

    fn wins(&self, bot: &BotStats) -> Share {
        share(bot.won, self.games.len())
    }

    /// Ratings after all games, in the order of their numbers.
    fn ratings(&self) -> Vec<Rating> {
        let mut ratings = vec![Rating::default(); self.bots.len()];
        for game in self.games.values() {
            let Some(outcome) = &game.outcome else { continue };
            // Each bot once, by the best place it got.
            let best = |bot: usize| {
                let own = game.who.iter().zip(&outcome.placings).filter(|(who, _)| self.bot_of[**who] == bot);
                own.map(|(_, &place)| place).min()
            };
            let present: Vec<(usize, usize)> =
                (0..ratings.len()).filter_map(|bot| Some((bot, best(bot)?))).collect();
            let before: Vec<Rating> = present.iter().map(|(bot, _)| ratings[*bot]).collect();
            let places: Vec<usize> = present.iter().map(|(_, place)| *place).collect();
            for ((bot, _), rating) in present.iter().zip(rate(&before, &places)) {
                ratings[*bot] = rating;
            }
        }
        ratings
    }

    /// The share of games a bot has won at evenly spaced numbers of games.
    fn wins_over_time(&self, bot: usize) -> Vec<(u64, Share)> {
        let every = (self.games.len() / POINTS).max(1);
        let (mut won, mut points) = (0, Vec::new());
        for (count, game) in (1..).zip(self.games.values()) {
            won += game.won(|who| self.bot_of[who] == bot);
            if count % every == 0 || count == self.games.len() {
                points.push((count as u64, share(won, count)));
            }
        }
        points
    }

    /// The report on the games that were counted.
    pub fn report(self, info: &'static Info, options: Value, seed: u64, seconds: f64) -> ArenaReport {
        let ratings = self.ratings();
        let mut endings: BTreeMap<String, u64> = BTreeMap::new();
        for game in self.games.values() {
            let ending = game.outcome.as_ref().map_or("unfinished", |outcome| &outcome.ending);
            *endings.entry(ending.to_owned()).or_default() += 1;
        }
        let bot = |(i, bot): (usize, &BotStats)| BotReport {
            bot: bot.name.clone(),
            budget: bot.budget.clone(),
            par: bot.seats as f64 / self.seats.max(1) as f64,
            wins: self.wins(bot),
            won: bot.won as f64 / WHOLE as f64,
            reward: bot.reward.mean(),
            rating: ratings[i],
            decisions: bot.times.count(),
            milliseconds_p50: bot.times.quantile(0.5) as f64 / 1e3,
            milliseconds_p99: bot.times.quantile(0.99) as f64 / 1e3,
            iterations_per_second: 1e6 * bot.iterations as f64 / bot.searched.max(1) as f64,
            complaints: bot.complaints,
            claims: f64::from(bot.said.claims) / bot.seats.max(1) as f64,
            lies: Share::new(bot.said.lies.into(), bot.said.known.into()),
            repeats: Share::new(bot.said.repeats.into(), bot.said.claims.into()),
            reversals: Share::new(bot.said.reversals.into(), bot.said.claims.into()),
            speaking_ms_mean: bot.floors.summary().mean / 1e3,
            speaking_ms_p99: bot.floors.quantile(0.99) as f64 / 1e3,
            milliseconds_mean: bot.times.summary().mean / 1e3,
            first_complaint: bot.first_complaint.as_ref().map(|(_, words)| words.clone()),
            wins_over_time: self.wins_over_time(i),
            times: bot.times.clone(),
        };
        ArenaReport {
            game: info.id,
            name: info.name,
            options,
            seed,
            games: self.games.len() as u64,
            draws: self.games.values().filter(|game| game.is_draw()).count() as u64,
            unfinished: self.games.values().filter(|game| game.outcome.is_none()).count() as u64,
            steps: self.steps.summary(),
            bots: self.bots.iter().enumerate().map(bot).collect(),
            endings,
            seconds,
            lengths: self.steps,
            turned: None,
        }
    }
}

/// Parts of games won, of this many games, to the nearest whole game.
fn share(won: i64, games: usize) -> Share {
    Share::new(((won + WHOLE / 2) / WHOLE) as u64, games as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of four seats between the bots of a field of two; the first sits in seats 1 and 3.
    fn game(index: u64, placings: [usize; 4]) -> ArenaGame {
        let outcome = Standing { ending: "test".into(), placings: placings.into(), scores: vec![0; 4] };
        let decision = TimedDecision { who: 0, microseconds: 10 * index, iterations: 5 };
        ArenaGame {
            index,
            who: vec![0, 1, 0, 1],
            steps: 7,
            outcome: Some(outcome),
            decisions: vec![decision],
            complaints: vec![(1, format!("game {index}"))],
            talk: vec![
                SaidInGame { claims: 6, known: 4, lies: 1, ..SaidInGame::default() },
                SaidInGame::default(),
            ],
            floors: vec![(0, 40)],
        }
    }

    fn report(games: impl Iterator<Item = ArenaGame>) -> ArenaReport {
        static INFO: Info = Info {
            id: "test",
            name: "Test",
            tagline: "",
            min_players: 4,
            max_players: 4,
            usual_players: 4,
            minutes: (1, 1),
            rules_version: 1,
            rules: "",
            languages: &[],
            lessons: &[],
            examples: &[],
            puzzles: "",
        };
        let field = ["one", "two"].map(|name| (name.to_owned(), "400 iterations".to_owned()));
        let mut stats = ArenaStats::new(&field);
        games.for_each(|game| stats.add(game));
        stats.report(&INFO, Value::Null, 1, 1.0)
    }

    #[test]
    fn winners_share_a_game_and_rewards_follow_places() {
        // Won alone, shared by both bots, drawn.
        let places = [[1, 2, 3, 4], [1, 1, 3, 3], [1, 1, 1, 1]];
        let report = report((0..).zip(places).map(|(index, places)| game(index, places)));
        let [one, two] = &report.bots[..] else { panic!("two bots") };
        assert_eq!((one.won, two.won), (2.0, 1.0));
        assert_eq!((one.wins.count, one.wins.of, report.draws), (2, 3, 1));
        // First and third of four in the first game: 1 and -1/3; nothing in the others.
        assert!((one.reward.value - (1.0 - 1.0 / 3.0) / 6.0).abs() < 1e-12, "{:?}", one.reward);
        assert!((one.reward.value + two.reward.value).abs() < 1e-12);
        assert!(one.rating.mean > two.rating.mean);
        assert_eq!((one.par, one.decisions, two.complaints), (0.5, 3, 3));
        // Six claims in each of three games, by two seats.
        assert_eq!((one.claims, one.lies.count, one.lies.of, two.claims), (3.0, 3, 12, 0.0));
    }

    #[test]
    fn the_order_of_games_makes_no_difference_and_each_counts_once() {
        let places = [[2, 1, 1, 1], [1, 2, 3, 4], [4, 1, 1, 3], [1, 1, 1, 4]];
        let games: Vec<ArenaGame> =
            (0..40).map(|index| game(index, places[index as usize * 7 % 4])).collect();
        let json = |games: &mut dyn Iterator<Item = &ArenaGame>| {
            serde_json::to_value(report(games.cloned())).unwrap()
        };
        let forward = json(&mut games.iter());
        assert_eq!(forward, json(&mut games.iter().rev()));
        assert_eq!(forward, json(&mut games.iter().chain(&games)));
        assert_eq!(forward["bots"][1]["first_complaint"], "game 0");
    }
}
