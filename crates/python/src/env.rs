//! One match, asked one seat at a time.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use research::{AnyEnv, ResearchGame, rewards, seat_names};
use serde_json::{Value, json};
use table::Text;
use table::plain::PlainText;
use table::seed::Seed;
use table::{Name, Record, Refusal, Seat, SeatSet, Standing};

use crate::refusal::{Raises, code, observer, read_json, seat, to_text};

/// What Python's pickle calls to restore a match: the function and its arguments.
type Reduced = (Py<PyAny>, (String, Option<usize>, Vec<usize>));

/// A table at which matches are dealt: its options are read once for all of them.
#[pyclass(module = "sanguis._sanguis", frozen)]
pub(crate) struct Table {
    game: ResearchGame,
    options: Value,
    position: Option<Value>,
    players: usize,
    features: usize,
    codes: usize,
}

impl Table {
    fn read(game: &str, options: &str, position: Option<&str>) -> Result<Table, Refusal> {
        let game = research::find(game)?;
        let options = game.game().options(&read_json(options)?)?;
        Table::measured(game, options, position.map(read_json).transpose()?)
    }

    fn measured(game: ResearchGame, options: Value, position: Option<Value>) -> Result<Table, Refusal> {
        let players = options["players"].as_u64().unwrap_or(0) as usize;
        let features = game.research.layout(&options)?.last().map_or(0, |part| part.start + part.len);
        let codes = game.game().codes() as usize + 1;
        Ok(Table { game, options, position, players, features, codes })
    }

    fn dealt(&self, seed: u64, names: Option<Vec<String>>) -> Result<Env, Refusal> {
        let names = names.unwrap_or_else(|| seat_names(self.players));
        if names.len() != self.players {
            return Err(Refusal::malformed(Name(format!(
                "The table has {} seats, but {} names were given.",
                self.players,
                names.len()
            ))));
        }
        let seed = Seed::from_number(seed, self.players);
        let env = self.game.research.env(&self.options, self.position.clone(), names, seed)?;
        Ok(self.seat_around(env))
    }

    fn seat_around(&self, env: Box<dyn AnyEnv>) -> Env {
        Env { env, players: self.players, features: self.features, codes: self.codes }
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game, options, position=None))]
    fn new(game: &str, options: &str, position: Option<&str>) -> Raises<Table> {
        Ok(Table::read(game, options, position)?)
    }

    /// A fresh match.
    #[pyo3(signature = (seed=0, names=None))]
    fn deal(&self, seed: u64, names: Option<Vec<String>>) -> Raises<Env> {
        Ok(self.dealt(seed, names)?)
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (&'static str, String, Option<String>)) {
        let id = self.game.game().info().id;
        let position = self.position.as_ref().map(Value::to_string);
        (py.get_type::<Table>().into_any().unbind(), (id, self.options.to_string(), position))
    }
}

/// A match of any game, asked one seat at a time. Seats are counted from 0.
#[pyclass(module = "sanguis._sanguis")]
pub(crate) struct Env {
    pub(crate) env: Box<dyn AnyEnv>,
    #[pyo3(get)]
    players: usize,
    #[pyo3(get)]
    features: usize,
    /// How many codes there are; the last lets a moment pass.
    #[pyo3(get)]
    codes: usize,
}

impl Env {
    /// The code that lets a moment pass.
    pub(crate) fn pass_code(&self) -> u32 {
        self.codes as u32 - 1
    }

    fn at(&self, index: i64) -> Result<Seat, Refusal> {
        seat(index, self.players)
    }
}

#[pymethods]
impl Env {
    /// A fresh match, or one from a position.
    #[new]
    #[pyo3(signature = (game, options, position=None, seed=0, names=None))]
    fn new(
        game: &str,
        options: &str,
        position: Option<&str>,
        seed: u64,
        names: Option<Vec<String>>,
    ) -> Raises<Env> {
        Ok(Table::read(game, options, position)?.dealt(seed, names)?)
    }

    /// The match of a record, after all of its actions or the first `count`.
    #[staticmethod]
    #[pyo3(signature = (record, count=None, passed=vec![]))]
    fn resume(record: &str, count: Option<usize>, passed: Vec<i64>) -> Raises<Env> {
        let record = Record::parse(record)?;
        let actions = record.actions.len();
        let count = count.unwrap_or(actions);
        if count > actions {
            let reason = format!("This game has {actions} actions; there is no moment after {count}.");
            return Err(Refusal::malformed(Name(reason)).into());
        }
        let passed = passed.into_iter().map(|index| seat(index, record.seats.len()));
        let game = research::find(&record.game)?;
        let env = game.research.resume(&record, count, passed.collect::<Result<SeatSet, _>>()?)?;
        let options = env.game().options();
        Ok(Table::measured(game, options, None)?.seat_around(env))
    }

    fn __reduce__(&self, py: Python<'_>) -> Raises<Reduced> {
        let resume = py.get_type::<Env>().getattr("resume")?.unbind();
        Ok((resume, (self.record(), None, self.env.passed().iter().map(Seat::index).collect())))
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.env.game().info().id
    }

    #[getter]
    fn options(&self) -> String {
        self.env.game().options().to_string()
    }

    /// The seat that is asked; -1 once the game is over.
    #[getter]
    fn seat(&self) -> i64 {
        self.env.turn().map_or(-1, |turn| turn.seat.index() as i64)
    }

    /// Does the game wait for the seat that is asked? If not, the seat may let the moment pass.
    #[getter]
    fn waited_on(&self) -> bool {
        self.env.turn().is_some_and(|turn| turn.waited_on)
    }

    /// All seats the game waits for.
    #[getter]
    fn waiting(&self) -> Vec<usize> {
        self.env.game().waiting_on().iter().map(Seat::index).collect()
    }

    /// All seats that may interrupt.
    #[getter]
    fn interrupts(&self) -> Vec<usize> {
        self.env.game().interrupts().iter().map(Seat::index).collect()
    }

    /// Has the game taken more actions than random play ever does?
    #[getter]
    fn overlong(&self) -> bool {
        self.env.overlong()
    }

    /// How many actions have been taken.
    #[getter]
    fn version(&self) -> usize {
        self.env.game().version()
    }

    /// The seat that is asked does this, or lets the moment pass. Returns who is asked next, -1 for nobody.
    fn step(&mut self, action: i64) -> Raises<i64> {
        self.env.step(code(action)?)?;
        Ok(self.seat())
    }

    /// Any seat that is waited on or may interrupt does this.
    fn play(&mut self, seat_index: i64, action: i64) -> Raises<()> {
        Ok(self.env.play(self.at(seat_index)?, code(action)?)?)
    }

    /// Takes back the seat's last action.
    fn undo(&mut self, seat_index: i64) -> Raises<()> {
        Ok(self.env.undo(self.at(seat_index)?)?)
    }

    /// The codes a seat may choose now.
    fn legal(&self, seat_index: i64) -> Raises<Vec<u32>> {
        let mut codes = Vec::new();
        self.env.legal(self.at(seat_index)?, &mut codes);
        Ok(codes)
    }

    /// A seat's observation tensor, and its action mask: all zeros unless it may act.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat_index: i64,
    ) -> Raises<(Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i8>>)> {
        let seat = self.at(seat_index)?;
        let mut row = vec![0; self.features];
        self.env.write(seat, &mut row);
        let (mut mask, mut codes) = (vec![0; self.codes], Vec::new());
        self.env.legal(seat, &mut codes);
        codes.iter().for_each(|&code| mask[code as usize] = 1);
        Ok((row.into_pyarray(py), mask.into_pyarray(py)))
    }

    /// What an observer knows, as JSON. Observers: a seat, -1 for a spectator, -2 for the open table.
    fn observation(&self, observer_index: i64) -> Raises<String> {
        let observer = observer(observer_index, self.players)?;
        Ok(self.env.game().observation(observer).to_string())
    }

    /// What an observer sees and may do, as JSON: scene, options, who is waited on.
    fn view(&self, observer_index: i64) -> Raises<String> {
        let observer = observer(observer_index, self.players)?;
        Ok(to_text(&self.env.game().view(observer)))
    }

    /// A seat's options: code, words, details and readable form (JSON).
    fn choices(&self, seat_index: i64) -> Raises<Vec<(u32, String, String, String)>> {
        let seat = self.at(seat_index)?;
        let view = self.env.game().view(table::Observer::Seat(seat));
        let mut choices: Vec<_> = view
            .options
            .iter()
            .map(|choice| {
                let (label, detail) = (named(&choice.described.label), named(&choice.described.detail));
                (choice.code, label, detail, choice.action.to_string())
            })
            .collect();
        let mut codes = Vec::new();
        self.env.legal(seat, &mut codes);
        if let Some(&pass) = codes.last().filter(|&&code| code as usize + 1 == self.codes) {
            choices.push((pass, "Let the moment pass".into(), String::new(), "null".into()));
        }
        Ok(choices)
    }

    /// The table in words.
    #[pyo3(signature = (observer_index, width=100, colour=false))]
    fn text(&self, observer_index: i64, width: usize, colour: bool) -> Raises<String> {
        let observer = observer(observer_index, self.players)?;
        Ok(PlainText { names: &seat_name, width: width.max(40), colour, words: None }
            .table(&self.env.game().view(observer)))
    }

    /// What an observer was told since a version, sentence by sentence.
    #[pyo3(signature = (observer_index, since=0))]
    fn story(&self, observer_index: i64, since: usize) -> Raises<Vec<String>> {
        let observer = observer(observer_index, self.players)?;
        Ok(self.env.game().story(observer, since).iter().map(|line| named(&line.text)).collect())
    }

    /// A reward for each seat once the game is over.
    fn rewards(&self) -> Option<Vec<f32>> {
        self.env.game().outcome().map(|outcome| rewards(&outcome)[..self.players].to_vec())
    }

    /// How the game ended, as JSON; nothing while it goes on.
    fn outcome(&self) -> Option<String> {
        self.env.game().outcome().map(|outcome| to_text(&Standing::from(&outcome)))
    }

    /// The labels of each seat in a finished game, such as its clan, as JSON.
    fn labels(&self) -> Raises<String> {
        if self.env.game().outcome().is_none() {
            return Err(Refusal::not_allowed("Labels are available once the game is over.").into());
        }
        let labels = Seat::all(self.players).map(|seat| {
            let pairs =
                self.env.game().labels(seat).into_iter().map(|(kind, value)| (kind.to_owned(), value.into()));
            Value::Object(pairs.collect())
        });
        Ok(json!(labels.collect::<Vec<_>>()).to_string())
    }

    /// The record. It reveals every secret.
    fn record(&self) -> String {
        self.env.game().record().to_text()
    }

    /// The hash over everything so far.
    fn digest(&self) -> String {
        self.env.game().digest()
    }

    /// A state sampled from what this seat knows, as the seat sees it: observation (JSON), tensor and legal codes.
    fn twin<'py>(
        &self,
        py: Python<'py>,
        seat_index: i64,
        seed: u64,
    ) -> Raises<(String, Bound<'py, PyArray1<i8>>, Vec<u32>)> {
        let seat = self.at(seat_index)?;
        let (observation, row, codes) = self.env.resample(seat, seed);
        Ok((observation.to_string(), row.into_pyarray(py), codes))
    }
}

fn seat_name(seat: Seat) -> String {
    format!("seat {}", seat.number())
}

fn named(text: &Text) -> String {
    text.with_names(seat_name)
}
