//! Game trees with explicit chance nodes.

use pyo3::prelude::*;
use research::{AnyTreeState, Node, TreeRoot};
use serde_json::Value;
use table::{Refusal, Seat};

use crate::refusal::{Raises, code, read_json, seat, to_text};

/// A state of a game tree, which may be a chance node. Seats are counted from 0.
#[pyclass(module = "sanguis._sanguis")]
pub(crate) struct TreeState {
    state: Box<dyn AnyTreeState>,
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
) -> Result<(research::ResearchGame, Value, TreeRoot), Refusal> {
    let game = research::find(game)?;
    let options = game.game().options(&read_json(options)?)?;
    Ok((game, options, TreeRoot { position: position.map(read_json).transpose()?, seed, limit }))
}

impl TreeState {
    fn initial(
        (game, options, root): (research::ResearchGame, Value, TreeRoot),
    ) -> Result<TreeState, Refusal> {
        let features = game.research.layout(&options)?.last().map_or(0, |part| part.start + part.len);
        Ok(TreeState {
            state: game.research.tree(&options, &root)?,
            players: options["players"].as_u64().unwrap_or(0) as usize,
            features,
        })
    }

    fn around(&self, state: Box<dyn AnyTreeState>) -> TreeState {
        TreeState { state, players: self.players, features: self.features }
    }

    fn at(&self, index: i64) -> Result<Seat, Refusal> {
        seat(index, self.players)
    }
}

#[pymethods]
impl TreeState {
    /// The initial state of a tree. What the position leaves open is dealt from the seed or, without one, at chance nodes. After `limit`
    /// decisions the game ends as a draw.
    #[new]
    #[pyo3(signature = (game, options, position=None, seed=None, limit=None))]
    fn new(
        game: &str,
        options: &str,
        position: Option<&str>,
        seed: Option<u64>,
        limit: Option<u32>,
    ) -> Raises<TreeState> {
        Ok(TreeState::initial(root(game, options, position, seed, limit)?)?)
    }

    fn __copy__(&self) -> TreeState {
        self.around(self.state.copy())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> TreeState {
        self.around(self.state.copy())
    }

    /// The seat that decides; -1 at a chance node, -4 at a terminal node: the numbers of OpenSpiel.
    #[getter]
    fn current_player(&self) -> i64 {
        match self.state.node() {
            Node::Chance(_) => -1,
            Node::Decision(turn) => turn.seat.index() as i64,
            Node::Terminal => -4,
        }
    }

    /// The number of outcomes of a chance node, all equally likely; 0 elsewhere.
    #[getter]
    fn chance_outcomes(&self) -> u32 {
        match self.state.node() {
            Node::Chance(outcomes) => outcomes,
            _ => 0,
        }
    }

    /// The codes that the deciding seat may choose, in order.
    fn legal_actions(&self) -> Vec<u32> {
        self.state.legal_actions()
    }

    /// Takes a chance outcome, or an action of the deciding seat.
    fn apply_action(&mut self, action: i64) -> Raises<()> {
        Ok(self.state.apply_action(code(action)?)?)
    }

    /// What a seat knows and remembers: equal for two states exactly if they are in the same information set.
    fn information_state(&self, seat_index: i64) -> Raises<String> {
        Ok(self.state.information_state(self.at(seat_index)?))
    }

    /// What a seat knows, as JSON.
    fn observation(&self, seat_index: i64) -> Raises<String> {
        Ok(self.state.observation(self.at(seat_index)?).to_string())
    }

    /// The observation tensor of a seat.
    fn observation_tensor(&self, seat_index: i64) -> Raises<Vec<i8>> {
        let mut row = vec![0; self.features];
        self.state.write(self.at(seat_index)?, &mut row);
        Ok(row)
    }

    /// Another state of this seat's information set.
    fn resample(&self, seat_index: i64, seed: u64) -> Raises<TreeState> {
        Ok(self.around(self.state.resample(self.at(seat_index)?, seed)?))
    }

    /// A reward for each seat at a terminal node; zeros elsewhere.
    fn returns(&self) -> Vec<f32> {
        self.state.returns()
    }

    /// What a code stands for.
    fn action_to_string(&self, action: i64) -> Raises<String> {
        Ok(self.state.action_to_string(code(action)?))
    }
}

/// Counts a tree of at most `most` nodes, as JSON.
#[pyfunction]
#[pyo3(signature = (game, options, position=None, seed=None, limit=None, most=1_000_000))]
pub(crate) fn tree_stats(
    py: Python<'_>,
    game: &str,
    options: &str,
    position: Option<&str>,
    seed: Option<u64>,
    limit: Option<u32>,
    most: u64,
) -> Raises<String> {
    let (game, options, root) = root(game, options, position, seed, limit)?;
    let stats = py.detach(|| game.research.tree_stats(&options, &root, most))?;
    Ok(to_text(&stats))
}
