//! The rules of King's Blood, one by one. See also `scenarios/`.

mod common;
mod hands;
mod scene;
mod sight;
