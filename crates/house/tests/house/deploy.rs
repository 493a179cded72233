//! What stands in `deploy/` and in the operator's page is so.

use std::collections::BTreeSet;

use house::config::Config;
use house::metrics::Metrics;
use table::digest::Digest;

use crate::stores::migrations;

#[test]
fn the_configuration_in_deploy_is_complete_and_shows_the_defaults() {
    let text = include_str!("../../../../deploy/sanguis.toml");
    assert_eq!(Config::parse(text), Ok(Config::default()));
    let shown: toml::Table = toml::from_str(text).unwrap();
    let all = toml::Table::try_from(Config::default()).unwrap();
    let keys = |table: &toml::Table| {
        let mut keys: Vec<String> = table.keys().cloned().collect();
        keys.sort_unstable();
        keys
    };
    assert_eq!(keys(&shown), keys(&all));
}

#[test]
fn every_metric_is_explained_and_every_one_explained_is_there() {
    let page = include_str!("../../../../docs/hosting.md");
    let metric = |word: &&str| {
        word.starts_with("sanguis_") && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    let named = page.split('`').filter(metric).collect::<BTreeSet<_>>();
    let text = Metrics::default().text(0, (0, 0));
    let counted = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    assert_eq!(named, counted.collect::<BTreeSet<_>>());
}

/// Somebody's store was written by them. What is to change needs another file.
#[test]
fn a_migration_that_is_out_is_never_changed() {
    let hash = |text: String| Digest::of("migration", &[text.as_bytes()]).to_string()[..8].to_owned();
    for (kind, known) in
        [("sqlite", ["08d206ef", "7f288eaf", "33da1819"]), ("postgres", ["904bb8b1", "58920479", "5656fcf4"])]
    {
        assert_eq!(migrations(kind).into_iter().map(hash).collect::<Vec<_>>(), known, "{kind}");
    }
}

/// The client of an image that was built without the games' files would know no language but English.
#[test]
fn the_image_is_built_from_all_that_the_client_is_made_of() {
    let recipe = include_str!("../../../../deploy/Containerfile");
    let (web, _) = recipe.split_once("AS build").unwrap();
    assert!(web.contains("COPY crates /src/crates") && web.contains("COPY web ./"), "{web}");
}
