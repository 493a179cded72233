//! Games of the arena, played here so that they can be counted anywhere.

use std::time::Instant;

use bots::{AnyArena, Entrant, Level, Played, Rating, Timekeeper};
use pyo3::prelude::*;
use serde::Serialize;
use table::{Refusal, Seat, Standing};

use crate::bot::read_level;
use crate::refusal::{OrRaise, read_json, to_text};
use crate::thinking::Thinking;

/// Keeps the time of one game.
struct Stopwatch<'a> {
    thinking: &'a [Thinking],
    who: usize,
    begin: Instant,
    decisions: Vec<(usize, u64, u32)>,
    complaints: Vec<(usize, String)>,
}

impl Timekeeper for Stopwatch<'_> {
    fn begin(&mut self, who: usize) -> u32 {
        (self.who, self.begin) = (who, Instant::now());
        self.thinking[who].iterations()
    }

    fn time_is_up(&mut self) -> bool {
        self.thinking[self.who].is_up(self.begin)
    }

    fn end(&mut self, who: usize, iterations: u32, complaint: Option<String>) {
        self.decisions.push((who, self.begin.elapsed().as_micros() as u64, iterations));
        self.complaints.extend(complaint.map(|words| (who, words)));
    }
}

/// One game, with all that a report asks of it.
#[derive(Serialize)]
struct Row {
    index: u64,
    who: Vec<usize>,
    winners: Vec<usize>,
    draw: bool,
    steps: u32,
    outcome: Option<Standing>,
    /// Who decided, in how many microseconds, and after how many iterations.
    decisions: Vec<(usize, u64, u32)>,
    complaints: Vec<(usize, String)>,
}

impl Row {
    fn of(index: u64, played: Played, watch: Stopwatch<'_>) -> Row {
        Row {
            index,
            who: played.who,
            winners: played.winners.iter().map(Seat::index).collect(),
            draw: played.draw,
            steps: played.steps,
            outcome: played.outcome.as_ref().map(Standing::from),
            decisions: watch.decisions,
            complaints: watch.complaints,
        }
    }
}

fn field(names: &[String], players: usize) -> Result<Vec<Level>, Refusal> {
    if names.len() < 2 || names.len() > players {
        return Err(Refusal::malformed(format!(
            "--field takes two to {players} bots at this table, separated by commas."
        )));
    }
    names.iter().map(|name| read_level(name)).collect()
}

struct Contest {
    arena: Box<dyn AnyArena>,
    thinking: Vec<Thinking>,
}

fn contest(
    game: &str,
    options: &str,
    names: &[String],
    iterations: Option<u32>,
    milliseconds: Option<u64>,
) -> Result<Contest, Refusal> {
    let game = research::find(game)?;
    let options = game.game().options(&read_json(options)?)?;
    let levels = field(names, options["players"].as_u64().unwrap_or(0) as usize)?;
    let entrants: Vec<Entrant> = levels.iter().map(|&level| Entrant::Level(level)).collect();
    let thinking = levels.iter().map(|&level| Thinking::new(iterations, milliseconds, level));
    Ok(Contest { thinking: thinking.collect(), arena: game.entry.bots.arena(&options, &entrants)? })
}

/// Plays games of an arena, counted from 0 over all deals and rotations, and tells of each, as JSON.
#[pyfunction]
#[pyo3(signature = (game, options, field, seed, indices, iterations=None, milliseconds=None))]
#[expect(clippy::too_many_arguments, reason = "what a command line says")]
pub(crate) fn arena_games(
    py: Python<'_>,
    game: &str,
    options: &str,
    field: Vec<String>,
    seed: u64,
    indices: Vec<u64>,
    iterations: Option<u32>,
    milliseconds: Option<u64>,
) -> PyResult<String> {
    let contest = contest(game, options, &field, iterations, milliseconds).or_raise(py)?;
    let play = |index: u64| {
        let rotations = contest.arena.rotations() as u64;
        let mut watch = Stopwatch {
            thinking: &contest.thinking,
            who: 0,
            begin: Instant::now(),
            decisions: Vec::new(),
            complaints: Vec::new(),
        };
        let deal = seed.wrapping_add(index / rotations);
        let played = contest.arena.play(deal, (index % rotations) as usize, &mut watch);
        Row::of(index, played, watch)
    };
    let rows: Vec<Row> = py.detach(|| indices.into_iter().map(play).collect());
    Ok(to_text(&rows))
}

/// The milliseconds a bot thinks if nobody says otherwise.
#[pyfunction]
pub(crate) fn usual_budget(py: Python<'_>, level: &str) -> PyResult<u64> {
    Ok(read_level(level).or_raise(py)?.budget().as_millis() as u64)
}

/// Ratings (mean and deviation) after a game with these places.
#[pyfunction]
pub(crate) fn rate(py: Python<'_>, before: Vec<(f64, f64)>, places: Vec<usize>) -> PyResult<Vec<(f64, f64)>> {
    if before.len() != places.len() {
        return Err(Refusal::malformed("There is one place for each rating.")).or_raise(py);
    }
    let before: Vec<Rating> =
        before.into_iter().map(|(mean, deviation)| Rating { mean, deviation }).collect();
    Ok(bots::rate(&before, &places).into_iter().map(|rating| (rating.mean, rating.deviation)).collect())
}

/// The rating before the first game.
#[pyfunction]
pub(crate) fn first_rating() -> (f64, f64) {
    let rating = Rating::default();
    (rating.mean, rating.deviation)
}
