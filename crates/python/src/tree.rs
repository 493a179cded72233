//! Game trees with every lot in view.

use pyo3::prelude::*;
use research::{AnyWorld, Node, Seedling};
use serde_json::Value;
use table::{Refusal, Seat};

use crate::refusal::{OrRaise, code, read_json, seat, to_text};

/// A moment of a game tree, lots included. Seats are counted from 0.
#[pyclass(module = "sanguis._sanguis")]
pub(crate) struct World {
    world: Box<dyn AnyWorld>,
    players: usize,
    features: usize,
}

/// A game, its options and a position, as they come from Python.
fn root(
    game: &str,
    options: &str,
    position: Option<&str>,
    seed: Option<u64>,
    limit: Option<u32>,
) -> Result<(research::ResearchGame, Value, Seedling), Refusal> {
    let game = research::find(game)?;
    let options = game.game().options(&read_json(options)?)?;
    Ok((game, options, Seedling { position: position.map(read_json).transpose()?, seed, limit }))
}

impl World {
    fn plant((game, options, seedling): (research::ResearchGame, Value, Seedling)) -> Result<World, Refusal> {
        let features = game.research.layout(&options)?.last().map_or(0, |part| part.start + part.len);
        Ok(World {
            world: game.research.world(&options, &seedling)?,
            players: options["players"].as_u64().unwrap_or(0) as usize,
            features,
        })
    }

    fn around(&self, world: Box<dyn AnyWorld>) -> World {
        World { world, players: self.players, features: self.features }
    }

    fn at(&self, py: Python<'_>, index: i64) -> PyResult<Seat> {
        seat(index, self.players).or_raise(py)
    }
}

#[pymethods]
impl World {
    /// The root of a tree. With a seed, what the position leaves open is dealt from it; else it is drawn in view. After `limit`
    /// decisions the game is broken off as a draw.
    #[new]
    #[pyo3(signature = (game, options, position=None, seed=None, limit=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        options: &str,
        position: Option<&str>,
        seed: Option<u64>,
        limit: Option<u32>,
    ) -> PyResult<World> {
        root(game, options, position, seed, limit).and_then(World::plant).or_raise(py)
    }

    fn __copy__(&self) -> World {
        self.around(self.world.copy())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> World {
        self.around(self.world.copy())
    }

    /// The seat that decides; -1 where a lot is drawn, -4 once it is over: the numbers of OpenSpiel.
    #[getter]
    fn player(&self) -> i64 {
        match self.world.node() {
            Node::Chance(_) => -1,
            Node::Decision(turn) => turn.seat.index() as i64,
            Node::Over => -4,
        }
    }

    /// How many ways the lot can fall; 0 where none is drawn.
    #[getter]
    fn ways(&self) -> u32 {
        match self.world.node() {
            Node::Chance(ways) => ways,
            _ => 0,
        }
    }

    /// What the seat that decides may do, in order.
    fn legal(&self) -> Vec<u32> {
        self.world.legal()
    }

    /// A lot falls, or the seat that decides acts.
    fn apply(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        code(action).and_then(|code| self.world.apply(code)).or_raise(py)
    }

    /// What a seat knows and remembers: the same text at two moments exactly if it cannot tell them apart.
    fn information(&self, py: Python<'_>, seat_index: i64) -> PyResult<String> {
        Ok(self.world.information(self.at(py, seat_index)?))
    }

    /// What a seat knows, as JSON.
    fn observation(&self, py: Python<'_>, seat_index: i64) -> PyResult<String> {
        Ok(self.world.observation(self.at(py, seat_index)?).to_string())
    }

    /// What a seat may know, as a list of small numbers.
    fn array(&self, py: Python<'_>, seat_index: i64) -> PyResult<Vec<i8>> {
        let mut row = vec![0; self.features];
        self.world.write(self.at(py, seat_index)?, &mut row);
        Ok(row)
    }

    /// Another world that this seat cannot tell from this one.
    fn resample(&self, py: Python<'_>, seat_index: i64, seed: u64) -> PyResult<World> {
        let world = self.world.resample(self.at(py, seat_index)?, seed).or_raise(py)?;
        Ok(self.around(world))
    }

    /// A reward for each seat once it is over; else zeros.
    fn returns(&self) -> Vec<f32> {
        self.world.returns()
    }

    /// What a code stands for, in words.
    fn words(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        Ok(self.world.words(code(action).or_raise(py)?))
    }
}

/// Counts a tree of at most so many nodes, as JSON.
#[pyfunction]
#[pyo3(signature = (game, options, position=None, seed=None, limit=None, most=1_000_000))]
pub(crate) fn census(
    py: Python<'_>,
    game: &str,
    options: &str,
    position: Option<&str>,
    seed: Option<u64>,
    limit: Option<u32>,
    most: u64,
) -> PyResult<String> {
    let (game, options, seedling) = root(game, options, position, seed, limit).or_raise(py)?;
    let census = py.detach(|| game.research.census(&options, &seedling, most)).or_raise(py)?;
    Ok(to_text(&census))
}
