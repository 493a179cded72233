//! The compiled half of the Python package `sanguis`: what the modules in `python/sanguis` are built on.
//!
//! Everything crosses the boundary as numbers, arrays or JSON text. Bad input is a [`Refusal`](table::Refusal) and becomes the Python
//! exception `sanguis.Refusal` with the same sentence; nothing panics.

mod arena;
mod batch;
mod bot;
mod env;
mod lab;
mod refusal;
mod tools;
mod tree;

/// The compiled half of `sanguis`.
#[pyo3::pymodule]
mod _sanguis {
    #[pymodule_export]
    use crate::{
        arena::{arena_games, arena_report, budget_words},
        batch::Batch,
        bot::{Bot, levels},
        env::{Env, Table},
        lab::{lab_games, lab_plan, lab_study},
        tools::{games, layout, networks, options, rollouts, rules, scenario, verify},
        tree::{TreeState, tree_stats},
    };
}
