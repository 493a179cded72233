//! Records of all games: accepted as they are, refused after any change, and never a panic.

use proptest::prelude::*;
use serde_json::json;
use table::chance::quick;
use table::seed::Seed;
use table::{AnyGame, AnyMatch, Record, Seat, scenario::Scenario};

fn random_game(game: &dyn AnyGame, players: usize, seed: u64) -> Box<dyn AnyMatch> {
    let names = Seat::all(players).map(|seat| format!("Nobody {}", seat.number())).collect();
    let options = game.options(&json!({ "players": players })).unwrap();
    let mut hosted = game.start(&options, None, names, Seed::from_number(seed, players)).unwrap();
    let mut policy = quick(seed);
    while hosted.play_random(None, &mut policy).is_some() {}
    assert!(hosted.outcome().is_some());
    hosted
}

fn fewest(game: &dyn AnyGame) -> usize {
    game.info().min_players
}

#[test]
fn a_record_is_verified() {
    for entry in shelf::games() {
        for players in entry.game.info().players() {
            let played = random_game(entry.game, players, 11);
            let again = entry.game.verify(&played.record().to_text()).unwrap();
            assert_eq!(again.digest(), played.digest());
            assert_eq!(again.outcome(), played.outcome());
        }
    }
}

/// Every byte of the seed and of the actions matters.
#[test]
fn any_changed_byte_is_noticed() {
    for entry in shelf::games() {
        let text = random_game(entry.game, fewest(entry.game), 4).record().to_text();
        let (from, to) = (text.find("\"seed\"").unwrap(), text.find("\"outcome\"").unwrap());
        // All of the seed and the first actions, then with strides: about two thousand places.
        let stride = ((to - from) / 1_200).max(1);
        let places = (from..to).filter(|at| at - from < 800 || (at - from).is_multiple_of(stride));
        for at in places {
            for change in [1u8, 2] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= change;
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                assert!(
                    entry.game.verify(&changed).is_err(),
                    "{}: byte {at} can be changed unnoticed: {:?}",
                    entry.game.info().name,
                    &changed[at.saturating_sub(20)..(at + 20).min(changed.len())]
                );
            }
        }
    }
}

#[test]
fn what_is_wrong_is_said_precisely() {
    let game = shelf::games()[0].game;
    let record = random_game(game, fewest(game), 4).record();
    let verdict = |record: &Record| game.verify(&record.to_text()).map(|_| ()).unwrap_err().to_string();

    let mut changed = record.clone();
    changed.seed.contributions[0].push('!');
    assert!(verdict(&changed).contains("Action 1 "), "{}", verdict(&changed));

    let mut changed = record.clone();
    changed.seed.secret = "00".repeat(32);
    assert!(verdict(&changed).contains("commitment"), "{}", verdict(&changed));

    let mut changed = record.clone();
    changed.actions.swap(6, 7);
    let reason = verdict(&changed);
    assert!(reason.contains("Action 7 ") || reason.contains("Action 8 "), "{reason}");

    let mut changed = record.clone();
    changed.actions.pop();
    assert!(verdict(&changed).contains("digest at the end"), "{}", verdict(&changed));

    let mut changed = record.clone();
    changed.digest = "00".repeat(32);
    assert!(verdict(&changed).contains("digest at the end"), "{}", verdict(&changed));

    let mut changed = record.clone();
    if let Some(outcome) = &mut changed.outcome {
        outcome.placings.reverse();
        outcome.scores[0] += 1;
    }
    assert!(verdict(&changed).contains("outcome"), "{}", verdict(&changed));

    let mut changed = record.clone();
    changed.format = 4;
    assert!(verdict(&changed).contains("format 4"), "{}", verdict(&changed));

    let mut changed = record.clone();
    changed.rules += 1;
    assert!(verdict(&changed).contains("version"), "{}", verdict(&changed));

    let reason =
        game.verify(&record.to_text().replacen(",\n", ",\n ", 1)).map(|_| ()).unwrap_err().to_string();
    assert!(reason.contains("Line 3 "), "{reason}");
}

/// A record with an unknown field in an action was once accepted.
#[test]
fn an_unknown_field_in_a_record_is_noticed() {
    for entry in shelf::games() {
        let record = random_game(entry.game, fewest(entry.game), 6).record();
        let mut changed = record.clone();
        let with_fields = changed.actions.iter_mut().find_map(|entry| {
            let inside = entry.1.as_object_mut()?.values_mut().next()?;
            inside.as_object_mut()
        });
        if let Some(fields) = with_fields {
            fields.insert("hidden".into(), json!("message"));
            assert!(entry.game.verify(&changed.to_text()).is_err(), "{}", entry.game.info().name);
        }
        let mut changed = record;
        if let Some(options) = changed.options.as_object_mut() {
            let last = options.keys().next_back().cloned().filter(|name| name != "players");
            if let Some(name) = last {
                options.remove(&name);
                assert!(entry.game.verify(&changed.to_text()).is_err(), "{}: {name}", entry.game.info().name);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Decoders meet garbage and refuse it.
    #[test]
    fn garbage_is_refused_and_nothing_panics(text in "\\PC{0,300}") {
        prop_assert!(Record::parse(&text).is_err());
        prop_assert!(Scenario::parse(&text).is_err());
        for entry in shelf::games() {
            prop_assert!(entry.game.verify(&text).is_err());
        }
    }

    /// A record cut off anywhere, or with a piece of it repeated or left out, is refused.
    #[test]
    fn a_mangled_record_is_refused(which in 0usize..5, cut in 0.0f64..1.0, length in 1usize..200) {
        let game = shelf::games()[which % shelf::games().len()].game;
        let text = random_game(game, fewest(game), 2).record().to_text();
        let at = ((text.len() as f64 - 1.0) * cut) as usize;
        let end = (at + length).min(text.len());
        let (left_out, repeated) = ([&text[..at], &text[end..]].concat(), [&text[..end], &text[at..]].concat());
        for mangled in [&text[..at], &left_out, &repeated] {
            prop_assert!(game.verify(mangled).is_err(), "{}", mangled);
        }
    }

    /// Any JSON as an action or as options: refused or legal, never a panic.
    #[test]
    fn any_json_as_action_or_options(number in any::<i64>(), word in "[a-z-]{0,12}") {
        for entry in shelf::games() {
            let values = [
                json!(number), json!(word), json!({ word.clone(): number }), json!([word.clone(), number]),
                json!({ "players": number }), json!({ "players": 4, word.clone(): number }), json!(null),
            ];
            let mut hosted = random_start(entry.game);
            for value in values {
                let _ = entry.game.options(&value);
                let before = hosted.digest();
                if hosted.play(Seat::new((number.unsigned_abs() % 12) as usize), &table::Move::Json(value)).is_err() {
                    prop_assert_eq!(hosted.digest(), before);
                }
            }
        }
    }
}

fn random_start(game: &dyn AnyGame) -> Box<dyn AnyMatch> {
    let players = fewest(game);
    let options = game.options(&json!({ "players": players })).unwrap();
    game.start(&options, None, vec![String::new(); players], Seed::from_number(1, players)).unwrap()
}
