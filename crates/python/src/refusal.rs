//! Refusals as Python exceptions, and reading what comes from Python.

use bots::Level;
use lab::DecisionBudget;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::Value;
use table::{Name, Observer, Refusal, Seat};

/// A Python exception, which a refusal becomes.
#[derive(Debug)]
pub(crate) struct Raised(PyErr);

/// What a function called by Python gives.
pub(crate) type Raises<T> = Result<T, Raised>;

impl From<Refusal> for Raised {
    fn from(refusal: Refusal) -> Raised {
        let kind = serde_json::to_value(refusal.kind).unwrap_or(Value::Null);
        let made = Python::attach(|py| {
            let class = py.import("sanguis.refusal")?.getattr("Refusal")?;
            let exception = class.call1((refusal.to_string(), kind.as_str(), refusal.rule.as_deref()))?;
            Ok(PyErr::from_value(exception))
        });
        Raised(made.unwrap_or_else(|error| error))
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Raised {
        Raised(error)
    }
}

impl From<Raised> for PyErr {
    fn from(Raised(error): Raised) -> PyErr {
        error
    }
}

/// Reads JSON text.
pub(crate) fn read_json(text: &str) -> Result<Value, Refusal> {
    serde_json::from_str(text)
        .map_err(|error| Refusal::malformed(Name(format!("This is not a whole JSON file: {error}."))))
}

/// A budget such as "400" or "300ms", or the default of a level.
pub(crate) fn read_budget(text: Option<&str>, level: Level) -> Result<DecisionBudget, Refusal> {
    text.map_or(Ok(DecisionBudget::of(level)), |text| {
        text.parse().map_err(|reason: String| Refusal::malformed(Name(reason)))
    })
}

/// JSON text of plain data of ours.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A seat counted from 0, if the table has it.
pub(crate) fn seat(index: i64, players: usize) -> Result<Seat, Refusal> {
    usize::try_from(index).ok().filter(|index| *index < players).map(Seat::new).ok_or_else(|| {
        Refusal::malformed(Name(format!(
            "There is no seat {index}: this table has seats 0 to {}.",
            players - 1
        )))
    })
}

/// A seat counted from 0; -1 stands for a spectator and -2 for the open table.
pub(crate) fn observer(index: i64, players: usize) -> Result<Observer, Refusal> {
    match index {
        -1 => Ok(Observer::Spectator),
        -2 => Ok(Observer::All),
        index => Ok(Observer::Seat(seat(index, players)?)),
    }
}

/// An action's code: neither negative nor too large.
pub(crate) fn code(number: i64) -> Result<u32, Refusal> {
    u32::try_from(number)
        .map_err(|_| Refusal::malformed(Name(format!("{number} is not the number of an action."))))
}
