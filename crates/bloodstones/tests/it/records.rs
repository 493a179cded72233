//! Records of an older version of the rules.

use bloodstones::{Action, Bloodstones};
use laws::seat;
use table::replay::verify;

/// Played when an attack was `[area, foe]` with the foe's seat counted from 0.
const VERSION_1: &str = include_str!("../../records/regrouped--rules-1.json");

#[test]
fn a_record_of_rules_version_1_is_read_as_it_was_meant() {
    let game = verify::<Bloodstones>(VERSION_1).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(VERSION_1.contains(r#"[1,{"attack":[16,1]},"#));
    let foes: Vec<_> = game
        .actions()
        .filter_map(|(_, action)| if let Action::Attack { foe, .. } = action { Some(foe) } else { None })
        .collect();
    assert_eq!(foes, [seat(2)]);
}

#[test]
fn no_record_passes_as_one_of_another_version() {
    let refused = |text: &str| verify::<Bloodstones>(text).map(|_| ()).unwrap_err().to_string();
    let as_version = |rules: &str| refused(&VERSION_1.replacen("\"rules\":1,", rules, 1));
    assert!(as_version("\"rules\":0,").contains("played by version 0 of the rules of Bloodstones"));
    assert!(as_version("\"rules\":3,").contains("this sanguis knows version 2"));
    assert!(as_version("\"rules\":2,").contains("does not fit its check"), "the hash covers the version");
    let attack = VERSION_1.replace(r#"{"attack":[16,1]}"#, r#"{"attack":{"foe":2,"area":16}}"#);
    assert!(refused(&attack).contains("not written as sanguis writes it"), "{}", refused(&attack));
}
