//! Thousands of games at once.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use research::{AnyBatch, Rows, Snapshot};
use table::{Name, Refusal};

use crate::refusal::{Raised, read_json, to_text};

/// The most games one batch holds.
const MOST: usize = 1 << 20;

/// Many games of one table, and the arrays that show them.
#[pyclass(module = "sanguis._sanguis")]
pub(crate) struct Batch {
    batch: Box<dyn AnyBatch>,
    #[pyo3(get)]
    observations: Py<PyArray2<i8>>,
    #[pyo3(get)]
    masks: Py<PyArray2<i8>>,
    #[pyo3(get)]
    seats: Py<PyArray1<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    actions: Py<PyArray1<i32>>,
}

fn make(game: &str, options: &str, games: usize, threads: usize) -> Result<Box<dyn AnyBatch>, Refusal> {
    if games == 0 || games > MOST {
        return Err(Refusal::malformed(Name(format!("A batch has from 1 to {MOST} games."))));
    }
    if threads > 1024 {
        return Err(Refusal::malformed("A batch takes from 1 to 1024 threads; 0 means one for each core."));
    }
    let game = research::find(game)?;
    game.research.batch(&game.game().options(&read_json(options)?)?, games, threads)
}

impl Batch {
    /// Lends the arrays to the games, and releases Python's lock meanwhile.
    fn lend<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, Rows<'_>) -> Result<T, Refusal> + Send,
    ) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut seats = self.seats.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let rows = Rows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let batch = self.batch.as_mut();
        Ok(py.detach(move || work(batch, rows)).map_err(Raised::from)?)
    }

    /// Lends an array with a number for each code of each game, and releases Python's lock meanwhile.
    fn lend_codes(
        &self,
        py: Python<'_>,
        array: &Bound<'_, PyArray2<f32>>,
        work: impl FnOnce(&dyn AnyBatch, &mut [f32]) + Send,
    ) -> PyResult<()> {
        let mut array = array.try_readwrite()?;
        let array = array.as_slice_mut()?;
        if array.len() != self.batch.len() * self.batch.codes() {
            return Err(Raised::from(Refusal::malformed(
                "The array needs a row for each game, as wide as the mask.",
            ))
            .into());
        }
        let batch = self.batch.as_ref();
        py.detach(move || work(batch, array));
        Ok(())
    }
}

#[pymethods]
impl Batch {
    /// Games that are not dealt yet; 0 threads means one for each core.
    #[new]
    fn new(py: Python<'_>, game: &str, options: &str, games: usize, threads: usize) -> PyResult<Batch> {
        let batch = make(game, options, games, threads).map_err(Raised::from)?;
        let (features, codes, players) = (batch.features(), batch.codes(), batch.players());
        Ok(Batch {
            batch,
            observations: PyArray2::zeros(py, [games, features], false).unbind(),
            masks: PyArray2::zeros(py, [games, codes], false).unbind(),
            seats: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, [games, players], false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            actions: PyArray1::zeros(py, games, false).unbind(),
        })
    }

    /// Deals all games again.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.lend(py, |batch, rows| {
            batch.reset(seed, rows);
            Ok(())
        })
    }

    /// One step of every game.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.lend(py, |batch, rows| batch.step(actions, rows))
    }

    /// Writes a random choice for every game into `actions`.
    fn sample(&self, py: Python<'_>) -> PyResult<()> {
        let mut actions = self.actions.bind(py).try_readwrite()?;
        actions.as_slice_mut()?.copy_from_slice(self.batch.sample());
        Ok(())
    }

    /// Writes what instinct thinks of each code of every game.
    fn instinct(&self, py: Python<'_>, weights: &Bound<'_, PyArray2<f32>>) -> PyResult<()> {
        self.lend_codes(py, weights, |batch, weights| batch.instinct(weights))
    }

    /// Writes how often a search tries each code of every game.
    fn search(
        &self,
        py: Python<'_>,
        iterations: u32,
        seed: u64,
        visits: &Bound<'_, PyArray2<f32>>,
    ) -> PyResult<()> {
        self.lend_codes(py, visits, |batch, visits| batch.search(iterations, seed, visits))
    }

    /// The team of every seat of every game.
    fn teams<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let teams = PyArray2::zeros(py, [self.batch.len(), self.batch.players()], false);
        self.batch.teams(teams.try_readwrite()?.as_slice_mut()?);
        Ok(teams)
    }

    /// What it takes to restore these games, as JSON.
    fn snapshot(&self) -> String {
        to_text(&self.batch.snapshot())
    }

    /// Restores the games of a snapshot.
    fn restore(&mut self, py: Python<'_>, snapshot: &str) -> PyResult<()> {
        let snapshot: Snapshot = serde_json::from_str(snapshot)
            .map_err(|error| Refusal::malformed(Name(format!("This is not a snapshot of a batch: {error}."))))
            .map_err(Raised::from)?;
        self.lend(py, |batch, rows| batch.restore(&snapshot, rows))
    }
}
