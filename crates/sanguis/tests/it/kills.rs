//! A short run of what `cargo xtask torture` does at length: real processes, real stores, `kill -9`.

use std::path::Path;
use std::time::Duration;

use stress::server::Recipe;
use stress::torture::{Plan, Report, torture};
use tempfile::TempDir;

fn plan(folder: &TempDir, db: String) -> Plan {
    Plan {
        recipe: Recipe {
            sanguis: Path::new(env!("CARGO_BIN_EXE_sanguis")).to_owned(),
            db,
            folder: folder.path().to_owned(),
        },
        nodes: 1,
        kills: 4,
        pauses: 0,
        crashes: 0,
        skew: 0,
        peace: Duration::from_millis(300),
        reopen: true,
        think: Duration::ZERO,
        crews: 3,
        seed: 7,
    }
}

fn sqlite(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("house.db").display())
}

fn postgres() -> String {
    std::env::var("SANGUIS_TEST_POSTGRES").expect(
        "SANGUIS_TEST_POSTGRES names no PostgreSQL server: run `cargo xtask postgres cargo test -p sanguis`, which starts one",
    )
}

fn run(plan: &Plan) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let report = runtime.block_on(torture(plan, |_| {})).expect("the trial can be held");
    assert!(report.stood(), "{report:#?}");
    assert!(report.acknowledged > 0, "{report:#?}");
    report
}

#[test]
fn sqlite_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&plan(&folder, sqlite(&folder))).kills, 4);
}

#[test]
fn postgres_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&plan(&folder, postgres())).kills, 4);
}

#[test]
fn when_a_node_dies_its_matches_go_on_elsewhere_within_ten_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan { nodes: 2, kills: 1, reopen: false, ..plan(&folder, postgres()) };
    let report = run(&plan);
    assert!(report.longest_pause < 10_000, "{report:#?}");
}

#[test]
fn a_node_that_was_paused_harms_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan { nodes: 2, kills: 1, pauses: 1, ..plan(&folder, postgres()) };
    let report = run(&plan);
    assert!(report.pauses == 1 && report.longest_pause < 10_000, "{report:#?}");
}
