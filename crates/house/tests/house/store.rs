//! What both stores must do, and do alike: one suite, run against a real SQLite file and a real PostgreSQL server.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hosting::{Entry, Hand, LogEvent};
use house::config::Config;
use house::house::House;
use house::store::{AnyStore, Appended, MatchFilter, Person, StoreError, Summary};
use proptest::prelude::*;
use serde_json::json;
use table::Seat;
use tokio::task::JoinSet;
use wire::Stage;

use crate::games::gather;
use crate::server::{Server, config};
use crate::stores::{Ground, both};

fn played(revision: u32, code: u32) -> Entry {
    let what = LogEvent::Played { seat: Seat::new(0), code, digest: "0123abcd".into(), by: Hand::Sitter };
    Entry { revision, at: 1_000 + u64::from(revision), command: Some(format!("ada/{code}")), what }
}

fn summary(stage: Stage, moved_at: u64) -> Summary {
    Summary {
        game: "bloodlust".into(),
        stage: Some(stage),
        open: false,
        moved_at,
        persons: vec!["ada".into(), "bob".into()],
        waiting: vec!["ada".into()],
        wake_at: None,
        origin: String::new(),
        recorded: false,
        card: "{\"a\":\"'\u{1f9db}\\\"\"}".into(),
    }
}

async fn codes(store: &AnyStore, id: &str, after: u32) -> Vec<(u32, u32)> {
    let code = |entry: &Entry| match entry.what {
        LogEvent::Played { code, .. } => code,
        _ => 0,
    };
    store.entries(id, after).await.unwrap().iter().map(|entry| (entry.revision, code(entry))).collect()
}

async fn ids(store: &AnyStore, filter: MatchFilter) -> Vec<String> {
    store.list(&filter, 100).await.unwrap().into_iter().map(|(id, _)| id).collect()
}

both! {
    async fn a_match_is_read_back_as_it_was_written(ground: Ground) {
        let store = ground.open().await;
        let mut first = played(1, 7);
        first.what = LogEvent::Said { name: "Ada \u{0000}\u{1f9db}".into(), seat: None, text: "it's \"me\"\n".into() };
        let entries = [first, played(2, 8)];
        store.create("one", &entries, &summary(Stage::Playing, 5)).await.unwrap();
        assert_eq!(store.entries("one", 0).await.unwrap(), entries);
        assert_eq!(store.entries("one", 1).await.unwrap(), entries[1..]);
        assert_eq!(store.entries("one", 2).await.unwrap(), []);
        assert_eq!(store.entries("another", 0).await.unwrap(), []);
        assert_eq!(store.list(&MatchFilter::All, 9).await.unwrap(), [("one".into(), summary(Stage::Playing, 5))]);
    }

    async fn an_id_is_given_once(ground: Ground) {
        let store = ground.open().await;
        store.create("one", &[played(1, 7)], &summary(Stage::Playing, 5)).await.unwrap();
        let again = store.create("one", &[played(1, 8)], &summary(Stage::Playing, 6)).await;
        assert!(again.unwrap_err().to_string().contains("one"));
        assert_eq!(codes(&store, "one", 0).await, [(1, 7)]);
    }

    async fn whoever_is_faster_wins_and_the_other_is_told(ground: Ground) {
        let store = ground.open().await;
        store.create("one", &[played(1, 0)], &summary(Stage::Playing, 5)).await.unwrap();
        let append = |code, revision| store.append("one", played(revision, code), summary(Stage::Playing, 6));
        assert_eq!(append(7, 2).await.unwrap(), Appended::Stored);
        assert_eq!(append(8, 2).await.unwrap(), Appended::Overtaken);
        assert_eq!(append(8, 3).await.unwrap(), Appended::Stored);
        assert_eq!(codes(&store, "one", 0).await, [(1, 0), (2, 7), (3, 8)]);
    }

    async fn an_entry_without_the_one_before_it_is_an_error(ground: Ground) {
        let store = ground.open().await;
        store.create("one", &[played(1, 0)], &summary(Stage::Playing, 5)).await.unwrap();
        let refused: StoreError = store.append("one", played(3, 7), summary(Stage::Playing, 6)).await.unwrap_err();
        assert!(refused.to_string().contains("one"), "{refused}");
        assert!(store.append("none", played(1, 7), summary(Stage::Playing, 6)).await.is_err());
        assert_eq!(codes(&store, "one", 0).await, [(1, 0)]);
    }

    async fn everything_outlives_the_process(ground: Ground) {
        {
            let store = ground.open().await;
            store.create("one", &[played(1, 0)], &summary(Stage::Playing, 5)).await.unwrap();
            store.append("one", played(2, 7), summary(Stage::Finished, 6)).await.unwrap();
            store.house_value("key", b"first").await.unwrap();
        }
        let store = ground.open().await;
        assert_eq!(codes(&store, "one", 0).await, [(1, 0), (2, 7)]);
        assert_eq!(store.list(&MatchFilter::All, 9).await.unwrap()[0].1, summary(Stage::Finished, 6));
        assert_eq!(store.house_value("key", b"second").await.unwrap(), b"first");
    }

    async fn shelves_show_what_they_say_latest_first(ground: Ground) {
        let store = ground.open().await;
        let with = |stage, moved_at, persons: &[&str], open, wake_at| Summary {
            persons: persons.iter().map(|&id| id.to_owned()).collect(),
            open,
            wake_at,
            ..summary(stage, moved_at)
        };
        for (id, summary) in [
            ("a", with(Stage::Gathering, 1, &["ada"], true, None)),
            ("b", with(Stage::Playing, 4, &["ada", "bob"], false, Some(100))),
            ("c", with(Stage::Finished, 3, &["ada"], false, None)),
            ("d", with(Stage::Gathering, 2, &[], true, Some(50))),
            ("e", with(Stage::Cancelled, 5, &["bob"], false, None)),
            ("f", with(Stage::Frozen, 6, &["bob", "bob"], false, None)),
        ] {
            store.create(id, &[played(1, 0)], &summary).await.unwrap();
        }
        assert_eq!(ids(&store, MatchFilter::All).await, ["f", "e", "b", "c", "d", "a"]);
        assert_eq!(ids(&store, MatchFilter::Open).await, ["d", "a"]);
        assert_eq!(ids(&store, MatchFilter::Of("ada".into())).await, ["b", "a"]);
        assert_eq!(ids(&store, MatchFilter::Of("bob".into())).await, ["f", "b"]);
        assert_eq!(ids(&store, MatchFilter::FinishedOf("ada".into())).await, ["c"]);
        assert_eq!(ids(&store, MatchFilter::FinishedOf("bob".into())).await, ["e"]);
        assert_eq!(ids(&store, MatchFilter::Due(99, 0)).await, ["d"]);
        assert_eq!(ids(&store, MatchFilter::Due(100, 0)).await, ["d", "b"]);
        assert_eq!(store.list(&MatchFilter::All, 2).await.unwrap().len(), 2);

        // A summary moves with its match, and people come and go.
        store.append("a", played(2, 0), with(Stage::Playing, 9, &["cyd"], false, Some(1))).await.unwrap();
        assert_eq!(ids(&store, MatchFilter::Open).await, ["d"]);
        assert_eq!(ids(&store, MatchFilter::Of("ada".into())).await, ["b"]);
        assert_eq!(ids(&store, MatchFilter::Of("cyd".into())).await, ["a"]);
        assert_eq!(ids(&store, MatchFilter::Due(1, 0)).await, ["a"]);
        assert_eq!(ids(&store, MatchFilter::All).await[0], "a");
    }

    async fn a_lease_is_held_by_one_node_until_it_runs_out(ground: Ground) {
        let store = ground.open().await;
        let later = 60_000;
        assert!(store.lease("one", "north", later).await.unwrap());
        assert!(store.lease("one", "north", later + 1).await.unwrap(), "renewed");
        assert!(!store.lease("one", "south", later).await.unwrap());
        assert!(store.lease("two", "south", later).await.unwrap());
        // Given back: a lease that has run out is anyone's.
        assert!(store.lease("one", "north", 0).await.unwrap());
        assert!(store.lease("one", "south", later).await.unwrap());
        assert!(!store.lease("one", "north", later).await.unwrap());
    }

    async fn a_deleted_match_leaves_nothing_and_others_stay(ground: Ground) {
        let store = ground.open().await;
        for id in ["one", "two"] {
            store.create(id, &[played(1, 0), played(2, 1)], &summary(Stage::Finished, 5)).await.unwrap();
        }
        store.append("one", played(3, 7), summary(Stage::Finished, 6)).await.unwrap();
        store.lease("one", "north", 60_000).await.unwrap();
        assert_eq!(ids(&store, MatchFilter::Stale(Stage::Finished, 6)).await, ["two"]);
        assert!(store.delete("one").await.unwrap());
        assert!(!store.delete("one").await.unwrap());
        assert_eq!(store.entries("one", 0).await.unwrap(), []);
        assert!(store.summary("one").await.unwrap().is_none());
        assert_eq!(ids(&store, MatchFilter::FinishedOf("ada".into())).await, ["two"]);
        assert_eq!(codes(&store, "two", 0).await, [(1, 0), (2, 1)]);
        store.create("one", &[played(1, 9)], &summary(Stage::Playing, 7)).await.unwrap();
        assert_eq!(codes(&store, "one", 0).await, [(1, 9)]);
    }

    async fn a_summary_is_mended_at_its_revision_only(ground: Ground) {
        let store = ground.open().await;
        let due = Summary { wake_at: Some(7), ..summary(Stage::Playing, 5) };
        store.create("one", &[played(1, 0)], &due).await.unwrap();
        assert_eq!(ids(&store, MatchFilter::Due(7, 0)).await, ["one"]);
        assert!(ids(&store, MatchFilter::Due(7, 1)).await.is_empty(), "without the first");
        store.mend("one", 2, summary(Stage::Frozen, 5)).await.unwrap();
        assert_eq!(store.summary("one").await.unwrap(), Some((1, due)));
        store.mend("one", 1, summary(Stage::Frozen, 5)).await.unwrap();
        assert_eq!(store.summary("one").await.unwrap(), Some((1, summary(Stage::Frozen, 5))));
        assert!(ids(&store, MatchFilter::Due(7, 0)).await.is_empty());
    }

    async fn a_setting_of_the_house_can_be_replaced(ground: Ground) {
        let store = ground.open().await;
        store.set_house_value("key", b"first").await.unwrap();
        store.set_house_value("key", b"second").await.unwrap();
        assert_eq!(store.house_value("key", b"third").await.unwrap(), b"second");
    }

    async fn settings_of_the_house_are_dropped_by_their_keys(ground: Ground) {
        let store = ground.open().await;
        for key in ["link/1700000000000/b", "link/1800000000000/a", "link/zz", "Link/1", "seal"] {
            store.set_house_value(key, b"x").await.unwrap();
        }
        store.drop_house_values("link/", "link/1750000000000").await.unwrap();
        let mut keys: Vec<_> = store.house_values().await.unwrap().into_iter().map(|(key, _)| key).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["Link/1", "link/1800000000000/a", "link/zz", "seal"]);
    }

    async fn matches_are_found_by_whom_they_mention(ground: Ground) {
        let store = ground.open().await;
        for id in ["one", "two"] {
            store.create(id, &[played(1, 0), played(2, 1)], &summary(Stage::Playing, 5)).await.unwrap();
        }
        let mut said = played(3, 2);
        said.command = Some("cyd/1".into());
        store.append("two", said, summary(Stage::Playing, 6)).await.unwrap();
        assert_eq!(store.mentioning("cyd").await.unwrap(), ["two"]);
        let mut both = store.mentioning("ada").await.unwrap();
        both.sort_unstable();
        assert_eq!(both, ["one", "two"]);
    }

    async fn persons_are_kept_and_found(ground: Ground) {
        let store = ground.open().await;
        let ada = Person { id: "ada".into(), name: "Ada".into(), token: String::new(), own: "{}".into() };
        let bot = Person { id: "bot".into(), name: "Bot".into(), token: "h4sh".into(), own: "{}".into() };
        store.keep_person(&ada).await.unwrap();
        store.keep_person(&bot).await.unwrap();
        assert_eq!(store.person("ada").await.unwrap(), Some(ada.clone()));
        assert_eq!(store.person("eve").await.unwrap(), None);
        assert_eq!(store.by_token("h4sh").await.unwrap(), Some(bot));
        assert_eq!(store.by_token("").await.unwrap(), None);
        assert_eq!(store.by_token("other").await.unwrap(), None);
        let renamed = Person { name: "Countess".into(), ..ada };
        store.keep_person(&renamed).await.unwrap();
        assert_eq!(store.person("ada").await.unwrap(), Some(renamed));
    }

    async fn a_value_of_the_house_is_the_first_one_written(ground: Ground) {
        let store = Arc::new(ground.open().await);
        let mut all = JoinSet::new();
        for i in 0..8u8 {
            let store = Arc::clone(&store);
            all.spawn(async move { store.house_value("key", &[i, 0, 255]).await.unwrap() });
        }
        let values = all.join_all().await;
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
        assert_eq!(store.house_value("other", b"x").await.unwrap(), b"x");
    }

    async fn what_another_node_adds_is_news_and_what_oneself_adds_is_not(ground: Ground) {
        let (here, there) = (ground.open().await, ground.open().await);
        let mut news = here.news();
        here.create("mine", &[played(1, 0)], &summary(Stage::Playing, 5)).await.unwrap();
        here.append("mine", played(2, 0), summary(Stage::Playing, 5)).await.unwrap();
        there.create("theirs", &[played(1, 0)], &summary(Stage::Playing, 5)).await.unwrap();
        let heard = tokio::time::timeout(Duration::from_secs(20), news.recv()).await;
        assert_eq!(heard.expect("no news").unwrap(), "theirs");
        there.append("mine", played(3, 0), summary(Stage::Playing, 5)).await.unwrap();
        let heard = tokio::time::timeout(Duration::from_secs(20), news.recv()).await;
        assert_eq!(heard.expect("no news").unwrap(), "mine");
        assert!(news.try_recv().is_err());
    }

    async fn many_writers_lose_nothing_and_write_nothing_twice(ground: Ground) {
        let nodes = [Arc::new(ground.open().await), Arc::new(ground.open().await)];
        let matches = ["a", "b", "c", "d", "e"];
        for id in matches {
            nodes[0].create(id, &[played(1, 0)], &summary(Stage::Playing, 5)).await.unwrap();
        }
        // Each writer adds its own ten codes to every match, whatever the others do.
        let mut writers = JoinSet::new();
        for writer in 0..6u32 {
            let store = Arc::clone(&nodes[writer as usize % 2]);
            writers.spawn(async move {
                for n in 0..10 {
                    for id in matches {
                        loop {
                            let last = store.entries(id, 0).await.unwrap().len() as u32;
                            let entry = played(last + 1, writer * 100 + n);
                            if store.append(id, entry, summary(Stage::Playing, 6)).await.unwrap() == Appended::Stored {
                                break;
                            }
                        }
                    }
                }
            });
        }
        writers.join_all().await;
        for id in matches {
            let written = codes(&nodes[1], id, 1).await;
            assert!(written.iter().zip(2..).all(|((revision, _), expected)| *revision == expected));
            for writer in 0..6 {
                let own: Vec<u32> =
                    written.iter().map(|(_, code)| *code).filter(|code| code / 100 == writer).collect();
                assert_eq!(own, (0..10).map(|n| writer * 100 + n).collect::<Vec<_>>(), "{id}, writer {writer}");
            }
        }
    }

    async fn any_order_of_calls_agrees_with_the_model(ground: Ground) {
        let nodes = [ground.open().await, ground.open().await];
        let handle = tokio::runtime::Handle::current();
        let runs = AtomicU32::new(0);
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
            cases: 24,
            failure_persistence: None,
            ..ProptestConfig::default()
        });
        let call = prop_oneof![
            1 => (0..4u8).prop_map(Call::Create),
            6 => (0..4u8, 0..2usize, 0..4u32).prop_map(|(id, node, ahead)| Call::Append(id, node, ahead)),
            2 => (0..4u8, 0..2usize, 0..6u32).prop_map(|(id, node, after)| Call::Entries(id, node, after)),
        ];
        let result = tokio::task::block_in_place(|| {
            runner.run(&prop::collection::vec(call, 1..40), |calls| {
                handle.block_on(against_model(&nodes, runs.fetch_add(1, Ordering::Relaxed), &calls))
            })
        });
        result.unwrap();
    }
}

#[derive(Clone, Debug)]
enum Call {
    Create(u8),
    /// At which distance from the end: 0 is one behind it, 1 is right, more leaves a gap.
    Append(u8, usize, u32),
    Entries(u8, usize, u32),
}

/// The model: a match is a list.
async fn against_model(nodes: &[AnyStore; 2], run: u32, calls: &[Call]) -> Result<(), TestCaseError> {
    let mut model: HashMap<String, Vec<Entry>> = HashMap::new();
    let name = |id: &u8| format!("{run}-{id}");
    for (step, call) in calls.iter().enumerate() {
        match call {
            Call::Create(id) => {
                let entries = vec![played(1, step as u32), played(2, step as u32)];
                let made = nodes[0].create(&name(id), &entries, &summary(Stage::Playing, 1)).await;
                prop_assert_eq!(made.is_ok(), !model.contains_key(&name(id)));
                model.entry(name(id)).or_insert(entries);
            }
            Call::Append(id, node, ahead) => {
                let last = model.get(&name(id)).map_or(0, Vec::len) as u32;
                let entry = played(last + ahead, step as u32);
                let added =
                    nodes[*node].append(&name(id), entry.clone(), summary(Stage::Playing, 2)).await.ok();
                let expected = match (model.get_mut(&name(id)), ahead) {
                    (None, _) => None,
                    (Some(_), 0) => Some(Appended::Overtaken),
                    (Some(entries), 1) => {
                        entries.push(entry);
                        Some(Appended::Stored)
                    }
                    (Some(_), _) => None,
                };
                prop_assert_eq!(added, expected);
            }
            Call::Entries(id, node, after) => {
                let read = nodes[*node].entries(&name(id), *after).await.unwrap();
                let expected = model.get(&name(id)).map_or(&[][..], |all| {
                    let skip = (*after as usize).min(all.len());
                    &all[skip..]
                });
                prop_assert_eq!(&read[..], expected);
            }
        }
    }
    Ok(())
}

/// Nodes may have clocks that differ; players' time must not.
#[tokio::test]
async fn a_house_goes_by_the_clock_of_its_store() {
    let ground = Ground::postgres_ahead();
    let house = House::open(Config::default(), Arc::new(ground.open().await)).await.unwrap();
    let ahead = house.now() as i64 - house::store::now() as i64;
    assert!((3_590_000..3_660_000).contains(&ahead), "{ahead} ms");
}

#[tokio::test]
async fn a_guest_of_another_node_is_not_absent() {
    let ground = Ground::postgres();
    let node = async || Server::on_store(config(), ground.open().await, std::path::PathBuf::new()).await;
    let (here, there) = (node().await, node().await);
    let (table, mut guests) = gather(&here, "bloodlust", json!({ "players": 2 }), json!({})).await;
    guests[1].address = there.address;
    let socket = guests[1].socket(&table, "").await;
    let mut watching = guests[0].socket(&table, "").await;
    let present = |news: &serde_json::Value, present: bool| {
        news["type"] == "frame" && news["table"]["chairs"][1]["present"] == present
    };
    watching.until(|news| present(news, true)).await;
    let replace = json!({ "act": "seat-bot", "seat": 2, "level": "easy" });
    assert_eq!(guests[0].act(&table, "replace", replace.clone()).await.status, 403);
    drop(socket);
    watching.until(|news| present(news, false)).await;
    guests[0].act(&table, "replace again", replace).await.ok();
}
