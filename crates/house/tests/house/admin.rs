//! What an operator does with a store: back up, check, freeze, cancel, export, import.

use std::collections::BTreeMap;

use hosting::{Entry, Hand, LogEvent};
use hosting::{MatchLog, Past};
use house::admin;
use house::store::{AnyStore, MatchFilter, Person, Summary};
use serde_json::json;
use wire::{ClockPlan, Sitter, Spectators, Stage, Timeout};

use crate::stores::{Ground, both};

/// Writes a match of BloodLust into a store, with this many actions; all of them if there are fewer.
pub(crate) async fn play(store: &AnyStore, id: &str, actions: usize) -> MatchLog {
    let sitter = |name: &str| Sitter::Person { id: name.to_lowercase(), name: name.to_owned() };
    let created = LogEvent::Created {
        game: "bloodlust".into(),
        rules: shelf::find("bloodlust").unwrap().game.info().rules_version,
        options: shelf::find("bloodlust").unwrap().game.options(&json!({ "players": 2 })).unwrap(),
        position: None,
        host: "ada".into(),
        sitters: vec![sitter("Ada"), sitter("Bob")],
        invites: vec![None, None],
        clock: ClockPlan::None,
        timeout: Timeout::default(),
        spectators: Spectators::default(),
        talk: Default::default(),
        secret: "07".repeat(32),
        origin: String::new(),
    };
    let mut entries = vec![Entry { revision: 1, at: 1, command: None, what: created }];
    let mut log = MatchLog::fold(id, entries.clone(), Past::Whole).unwrap();
    entries.push(log.act(LogEvent::Started { digest: String::new() }, 2).unwrap());
    for _ in 0..actions {
        let Some(seat) = log.waiting().iter().next() else { break };
        let codes = log.game().unwrap().codes(seat);
        let code = codes[entries.len() % codes.len()];
        let what = LogEvent::Played { seat, code, digest: String::new(), by: Hand::Sitter };
        entries.push(log.act(what, 3).unwrap());
    }
    store.create(id, &entries, &log.summary()).await.unwrap();
    log
}

async fn stage(store: &AnyStore, id: &str) -> Option<Stage> {
    store.summary(id).await.unwrap().unwrap().1.stage
}

async fn listed(store: &AnyStore) -> BTreeMap<String, Summary> {
    store.list(&MatchFilter::All, 99).await.unwrap().into_iter().collect()
}

both! {
    async fn a_sound_store_has_no_faults(ground: Ground) {
        let store = ground.open().await;
        play(&store, "one", 3).await;
        play(&store, "two", 10_000).await;
        let findings = admin::check(&store, |_| {}).await.unwrap();
        assert_eq!((findings.matches, findings.faults), (2, vec![]));
    }

    async fn a_changed_digest_and_a_wrong_list_are_found(ground: Ground) {
        let store = ground.open().await;
        let log = play(&store, "good", 6).await;
        let mut entries = store.entries("good", 0).await.unwrap();
        let Some(LogEvent::Played { digest, .. }) = entries.last_mut().map(|entry| &mut entry.what) else { panic!() };
        *digest = "00000000".into();
        store.create("changed", &entries, &log.summary()).await.unwrap();
        let mut summary = log.summary();
        summary.persons.clear();
        store.create("unlisted", &store.entries("good", 0).await.unwrap(), &summary).await.unwrap();
        let faults = admin::check(&store, |_| {}).await.unwrap().faults;
        let ids: Vec<&str> = faults.iter().map(|fault| &*fault.id).collect();
        assert_eq!(ids, ["changed", "unlisted"], "{faults:?}");
        assert!(faults[0].what.contains("00000000"), "{faults:?}");
    }

    async fn a_match_is_frozen_thawed_and_ended(ground: Ground) {
        let store = ground.open().await;
        play(&store, "one", 3).await;
        admin::freeze(&store, "one", "A pause.").await.unwrap();
        assert_eq!(stage(&store, "one").await, Some(Stage::Frozen));
        assert!(admin::freeze(&store, "one", "Again.").await.unwrap_err().to_string().contains("is frozen"));
        admin::thaw(&store, "one").await.unwrap();
        assert_eq!(stage(&store, "one").await, Some(Stage::Playing));
        admin::end(&store, "one", "Closing time.").await.unwrap();
        assert_eq!(stage(&store, "one").await, Some(Stage::Cancelled));
        assert!(admin::end(&store, "one", "").await.is_err());
        assert!(admin::thaw(&store, "none").await.unwrap_err().to_string().contains("admin list"));
        assert_eq!(admin::check(&store, |_| {}).await.unwrap().faults, []);
    }

    async fn a_record_goes_out_and_in_again(ground: Ground) {
        let store = ground.open().await;
        play(&store, "over", 10_000).await;
        play(&store, "running", 4).await;
        let record = admin::export(&store, "over", false).await.unwrap();
        assert!(shelf::find("bloodlust").unwrap().game.verify(&record.to_text()).is_ok());
        admin::import(&store, &record, "again").await.unwrap();
        assert_eq!(stage(&store, "again").await, Some(Stage::Finished));
        assert_eq!(admin::export(&store, "again", false).await.unwrap(), record);

        let refused = admin::export(&store, "running", false).await.unwrap_err().to_string();
        assert!(refused.contains("--unfinished"), "{refused}");
        let open = admin::export(&store, "running", true).await.unwrap();
        admin::import(&store, &open, "left").await.unwrap();
        assert_eq!(stage(&store, "left").await, Some(Stage::Cancelled));
        let mut wrong = record.clone();
        wrong.digest = "0".repeat(64);
        assert!(admin::import(&store, &wrong, "wrong").await.is_err());
        assert_eq!(admin::check(&store, |_| {}).await.unwrap().faults, []);
    }

    async fn a_copy_has_everything(ground: Ground) {
        let store = ground.open().await;
        for i in 0..5 {
            play(&store, &format!("match-{i}"), i).await;
        }
        let ada = Person { id: "ada".into(), name: "Ada".into(), ..Person::default() };
        store.keep_person(&ada).await.unwrap();
        store.house_value("seal", b"key").await.unwrap();
        for id in ["match-3", "match-4"] {
            admin::freeze(&store, id, "A pause.").await.unwrap();
        }
        let other = Ground::sqlite();
        let copy = other.open().await;
        assert_eq!(admin::copy(&store, &copy, |_| {}).await.unwrap(), 5);
        for i in 0..5 {
            let id = format!("match-{i}");
            assert_eq!(copy.entries(&id, 0).await.unwrap(), store.entries(&id, 0).await.unwrap());
        }
        assert_eq!(listed(&copy).await, listed(&store).await);
        assert_eq!(copy.person("ada").await.unwrap(), Some(ada));
        assert_eq!(copy.house_value("seal", b"other").await.unwrap(), b"key");
        assert_eq!(copy.notes(9).await.unwrap(), store.notes(9).await.unwrap());
        assert_eq!(copy.notes(9).await.unwrap().len(), 2);
        assert!(admin::copy(&store, &copy, |_| {}).await.is_err(), "only into an empty store");
    }
}
