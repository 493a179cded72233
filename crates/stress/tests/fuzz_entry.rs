//! Whatever bytes come: read or refused, and nothing panics. The fuzz target in `fuzz/` goes on where this stops.

use proptest::prelude::*;
use stress::fuzz_entry;

/// Words that are nearly commands.
fn near_command() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("\"play\"".to_owned()),
        Just("\"table\"".to_owned()),
        Just("\"join\"".to_owned()),
        Just("\"seat-bot\"".to_owned()),
        Just("null".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<String>().prop_map(|text| serde_json::json!(text).to_string()),
        Just("{\"act\":\"free\",\"seat\":99,\"invited\":true}".to_owned()),
        Just("[[[[[[[[[[".to_owned()),
    ];
    let key = prop_oneof![
        Just("type"),
        Just("id"),
        Just("revision"),
        Just("code"),
        Just("do"),
        Just("act"),
        Just("text")
    ];
    proptest::collection::vec((key, word), 0..6).prop_map(|fields| {
        let fields: Vec<String> = fields.into_iter().map(|(key, word)| format!("\"{key}\":{word}")).collect();
        format!("{{{}}}", fields.join(","))
    })
}

#[test]
fn the_seeds_of_the_fuzz_target_are_taken() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/fuzz_entry");
    let mut count = 0;
    for seed in std::fs::read_dir(seeds).unwrap() {
        fuzz_entry::send(&std::fs::read(seed.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count >= 5, "{count} seeds");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(text in near_command(), noise in any::<Vec<u8>>()) {
        fuzz_entry::send(text.as_bytes());
        fuzz_entry::send(&noise);
    }
}
