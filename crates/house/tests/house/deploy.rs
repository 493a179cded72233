//! The file in `deploy/` that shows every option shows every option.

use house::config::Config;

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
