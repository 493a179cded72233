//! Looks for the liar that costs listeners most: `cargo run --release -p shelf --example liars -- bloodwood 200 100 4000`.
//!
//! A liar is a table of how often it tells the truth, by what and about whom it speaks ([`bots::Habits`]). From the worst of a few tables the
//! search climbs: a few cells change, the same deals are played, and what lowers the share of listening `greedy` bots against deaf
//! ones that speak so is kept. The numbers are tries, games for each, and fresh games for the worst that was found: what a search picks
//! looks worse than it is.

use bots::{AnyArena, Entrant, Habits, Iterations, Level, Part, Script};
use lab::Share;
use serde_json::json;
use table::Chance;
use table::chance::quick;

/// Tables that are tried before the climb.
const FIRST: usize = 20;

fn main() -> Result<(), String> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [game, tries, games, fresh] = &given[..] else {
        return Err("GAME TRIES GAMES FRESH-GAMES: the first lines of this example say more.".to_owned());
    };
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let (tries, games, fresh) = (number(tries)? as usize, number(games)?, number(fresh)?);
    let mut chance = quick(1);
    let mut worst = (f64::MAX, Habits([50; Habits::CELLS]));
    for tried in 0..tries {
        let mut habits = worst.1;
        for percent in &mut habits.0 {
            // First of all any tables, then small changes.
            if tried < FIRST || chance.below(6) == 0 {
                *percent = [0, 0, 25, 50, 75, 100, 100][chance.index(7)];
            }
        }
        let share = listeners(game, habits, 0..games / 2)?.share;
        if share < worst.0 {
            worst = (share, habits);
            println!("{tried}: {:.1} % against {}", 100.0 * share, Script::Habits(habits));
        }
    }
    let share = listeners(game, worst.1, 1_000_000..1_000_000 + fresh / 2)?;
    println!(
        "The worst, with fresh deals: {} of {} games, {}",
        share.percent(),
        share.of,
        Script::Habits(worst.1)
    );
    Ok(())
}

/// The share of listeners that say nothing, against those who speak so and hear nothing.
fn listeners(game: &str, habits: Habits, deals: std::ops::Range<u64>) -> Result<Share, String> {
    let entry = shelf::find(game).map_err(|refusal| refusal.to_string())?;
    let options = entry.game.options(&json!({ "players": 8 })).map_err(|refusal| refusal.to_string())?;
    let ears = Part { mute: true, ..Part::default() };
    let liar = Part { deaf: true, script: Some(Script::Habits(habits)), ..Part::default() };
    let field = [ears, liar].map(|part| Entrant::Talking(Level::Greedy, part));
    let arena = entry.bots.arena(&options, &field).map_err(|refusal| refusal.to_string())?;
    let games = 2 * (deals.end - deals.start);
    let won = |deal: u64| (0..2).filter(|rotation| wins(arena.as_ref(), deal, *rotation)).count() as u64;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let won = std::thread::scope(|scope| {
        let part = |core: usize| {
            let deals = deals.clone().skip(core).step_by(cores);
            scope.spawn(move || deals.map(won).sum::<u64>())
        };
        let parts: Vec<_> = (0..cores).map(part).collect();
        parts.into_iter().filter_map(|part| part.join().ok()).sum()
    });
    Ok(Share::new(won, games))
}

fn wins(arena: &dyn AnyArena, deal: u64, rotation: usize) -> bool {
    let played = arena.play(deal, rotation, &mut Iterations(0));
    played.winners.iter().any(|seat| played.who[seat.index()] == 0)
}
