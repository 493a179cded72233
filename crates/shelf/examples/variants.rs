//! Compares two ways to search: one bot against all others (or team against team), each deal once for every rotation:
//! `cargo run --release -p shelf --example variants -- bloodlust 2 600 5ms search,rollout=30 search`.
//!
//! A way to search is a level; or `search` or `deep` with other settings: `exploration`, `uniform`, `rollout`, `depth`, `beliefs`, `informed`,
//! `keeps`, `plans`, `regrets` (0 or 1), `network` (0 nowhere, 1 at the root, 2 at own nodes, 3 at all nodes); or `open`, which cheats: it searches
//! the true world, and so shows how much there is to win. The budget is processor time per decision, or iterations. The deals are numbered
//! from the last argument (1000): to use several cores, start several with different ones.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bots::{Arena, Bot, BotMaker, Budget, Level, Question, Search, Settings, Timekeeper, bot};
use table::instinct::Reach;
use table::{Game, Instinct, Options};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, games, budget, one, others, first @ ..] = &arguments[..] else {
        return Err(
            "GAME PLAYERS GAMES BUDGET ONE OTHERS [FIRST]: the first lines of this example say more."
                .to_owned(),
        );
    };
    let number = |text: &str| text.parse::<u32>().map_err(|error| format!("{text}: {error}"));
    let (players, games) = (number(players)? as usize, number(games)?);
    let (time, iterations) = match budget.strip_suffix("ms") {
        Some(text) => (Duration::from_millis(number(text)?.into()), u32::MAX),
        None => (Duration::MAX, number(budget)?),
    };
    let first = first.first().map_or(Ok(1000), |text| number(text))?;
    let clock = Clock { time, iterations, begun: spent() };
    macro_rules! compare_if_named {
        ($($game:ty => $template:literal,)*) => {
            $(if <$game as Game>::INFO.id == game {
                return compare::<$game>(players, (first, games), clock, (one, others));
            })*
        };
    }
    shelf::every_game!(compare_if_named);
    Err(format!("There is no game \"{game}\"."))
}

fn compare<G: Instinct>(
    players: usize,
    (first, games): (u32, u32),
    mut clock: Clock,
    (one, others): (&str, &str),
) -> Result<(), String> {
    let field = if G::TEAMS.is_some() { 2 } else { players };
    let truth: Truth<G> = Arc::default();
    let mut makers = vec![maker::<G>(one, &truth)?];
    makers.resize(field, maker::<G>(others, &truth)?);
    let arena =
        Arena::<G>::of_bots(<G as Game>::Options::standard(players), makers).revealed_to(move |state| {
            *truth.lock().unwrap_or_else(PoisonError::into_inner) = Some(state.clone())
        });
    let (mut played, mut won) = (0, 0.0);
    for game in 0..games as usize {
        let result = arena.play(u64::from(first) + (game / field) as u64, game % field, &mut clock);
        let is_one = |seat: &table::Seat| result.who[seat.index()] == 0;
        let (winners, ones) = (result.winners.len(), result.winners.iter().filter(is_one).count());
        played += 1;
        won += if result.draw || winners == 0 { 1.0 / field as f64 } else { ones as f64 / winners as f64 };
        if (game + 1).is_multiple_of(100) || game + 1 == games as usize {
            let (low, high) = lab::wilson(won / f64::from(played), f64::from(played));
            let share = 100.0 * won / f64::from(played);
            println!(
                "{played} games: {share:.1} % ({:.1}-{:.1}) for {one} over {others}",
                100.0 * low,
                100.0 * high
            );
        }
    }
    Ok(())
}

/// The state of the game that is being played.
type Truth<G> = Arc<Mutex<Option<<G as Game>::State>>>;

/// A search of the true world.
struct Open<G: Instinct> {
    search: Search<G>,
    truth: Truth<G>,
}

impl<G: Instinct> Bot<G> for Open<G> {
    fn decide(&mut self, question: &Question<'_, G>, budget: &mut Budget<'_>) -> Option<usize> {
        match &*self.truth.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(world) => self.search.decide_knowing(world, question, budget),
            None => self.search.decide(question, budget),
        }
    }
}

fn maker<G: Instinct>(text: &str, truth: &Truth<G>) -> Result<BotMaker<G>, String> {
    let (level, changes) = text.split_once(',').unwrap_or((text, ""));
    if level == "open" {
        let truth = truth.clone();
        return Ok(Arc::new(move |seed| {
            Box::new(Open { search: Search::new(seed, Settings::deep::<G>()), truth: truth.clone() })
        }));
    }
    let mut settings = match level {
        "deep" => Settings::deep::<G>(),
        _ => Settings::of::<G>(),
    };
    if changes.is_empty() {
        let level: Level = level.parse().map_err(|_| format!("There is no level \"{level}\"."))?;
        return Ok(Arc::new(move |seed| bot(level, seed)));
    }
    for change in changes.split(',') {
        let (name, value) = change.split_once('=').ok_or(format!("{change}: NAME=NUMBER was expected."))?;
        let value: f32 = value.parse().map_err(|error| format!("{change}: {error}"))?;
        let (habits, on) = (&mut settings.habits, value > 0.0);
        match name {
            "exploration" => habits.exploration = value,
            "uniform" => habits.uniform = value,
            "rollout" => habits.rollout = value as u32,
            "depth" => habits.depth = value as u32,
            "beliefs" => settings.beliefs = on,
            "informed" => settings.informed = on,
            "keeps" => settings.keeps = on,
            "plans" => settings.plans = on,
            "regrets" => settings.regrets = on,
            "network" => {
                let reaches = [Reach::Nowhere, Reach::Root, Reach::Own, Reach::Tree];
                settings.network = *reaches.get(value as usize).ok_or("The network reaches from 0 to 3.")?;
            }
            _ => return Err(format!("There is no setting \"{name}\".")),
        }
    }
    Ok(Arc::new(move |seed| -> Box<dyn Bot<G>> { Box::new(Search::<G>::new(seed, settings)) }))
}

/// A limit of processor time or of iterations.
struct Clock {
    time: Duration,
    iterations: u32,
    begun: Duration,
}

/// The processor time of this thread.
#[cfg(unix)]
fn spent() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(spent.tv_sec.unsigned_abs(), spent.tv_nsec as u32)
}

/// How long the program has been running: the best measure on other systems.
#[cfg(not(unix))]
fn spent() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}

impl Timekeeper for Clock {
    fn begin(&mut self, _: usize) -> u32 {
        self.begun = spent();
        self.iterations
    }

    fn time_is_up(&mut self) -> bool {
        spent() - self.begun >= self.time
    }

    fn end(&mut self, _: usize, _: u32, _: Option<String>) {}
}
