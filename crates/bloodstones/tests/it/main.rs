//! All integration tests of Bloodstones. Comments cite the numbers of `RULES.md`.

mod battle;
mod drafts;
mod ending;
mod instinct;
mod laws;
mod maps;
mod march;
mod odds;
mod positions;
mod reasons;
mod records;
mod scenes;
mod setup;
mod shipped_maps;
mod turn;
mod units;
mod vale;
mod villages;
mod worlds;
