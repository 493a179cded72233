//! The rules, one file per theme. Comments cite the numbers of `RULES.md`.

mod battle;
mod common;
mod ending;
mod instinct;
mod maps;
mod march;
mod odds;
mod positions;
mod scenes;
mod setup;
mod turn;
mod units;
mod villages;
mod worlds;
