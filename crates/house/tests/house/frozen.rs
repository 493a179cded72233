//! A match whose rules have changed under it stops with a message; the others go on.

use hosting::{Entry, LogEvent, MatchLog, Past};
use house::store::{AnyStore, MatchFilter, Place, Summary};
use serde_json::json;

use crate::games::{Lots, gather, play_out};
use crate::server::{Server, config};

/// Rewrites the log of a match as another version of the rules would have written it.
async fn rewrite(store: &AnyStore, table: &str, copy: &str, change: impl Fn(&mut Entry)) {
    let mut entries = store.entries(table, 0).await.unwrap();
    let (_, summary) = store.summary(table).await.unwrap().unwrap();
    entries.iter_mut().for_each(change);
    store.create(copy, &entries, &summary).await.unwrap();
}

#[tokio::test]
async fn a_match_of_other_rules_is_frozen_and_the_rest_goes_on() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let frame = guests[0].frame(&table).await;
    let turn = frame["view"]["waiting"][0].as_u64().unwrap() as usize - 1;
    let code = guests[turn].frame(&table).await["view"]["options"][0]["code"].clone();
    let play = json!({ "type": "play", "id": "p", "revision": frame["revision"], "code": code });
    guests[turn].command(&table, play.clone()).await.ok();

    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    let newer = |entry: &mut Entry| {
        if let LogEvent::Created { rules, .. } = &mut entry.what {
            *rules += 1;
        }
    };
    let dealt_otherwise = |entry: &mut Entry| {
        if let LogEvent::Started { digest } = &mut entry.what {
            *digest = "0".repeat(64);
        }
    };
    let played_otherwise = |entry: &mut Entry| {
        if let LogEvent::Played { digest, .. } = &mut entry.what {
            *digest = "00000000".into();
        }
    };
    rewrite(&store, &table, "newer", newer).await;
    rewrite(&store, &table, "dealt", dealt_otherwise).await;
    rewrite(&store, &table, "played", played_otherwise).await;
    for copy in ["newer", "dealt", "played"] {
        let why = "The rules have changed since this match";
        let frame = guests[0].frame(copy).await;
        assert_eq!(frame["table"]["stage"], "frozen", "{copy}");
        let notice = frame["table"]["notice"].as_str().unwrap();
        assert!(notice.contains(why), "{copy}: {notice}");
        let again = json!({ "type": "play", "id": "q", "revision": frame["revision"], "code": code });
        let reply = guests[turn].command(copy, again).await;
        assert_eq!((reply.status, &reply.json()["reason"]), (403, &json!(notice)), "{copy}");
    }
    // The original can still be played, also after a restart.
    let server = server.restart().await;
    guests.iter_mut().for_each(|guest| guest.address = server.address);
    let frame = guests[0].frame(&table).await;
    let turn = frame["view"]["waiting"][0].as_u64().unwrap() as usize - 1;
    let code = guests[turn].frame(&table).await["view"]["options"][0]["code"].clone();
    let play = json!({ "type": "play", "id": "r", "revision": frame["revision"], "code": code });
    guests[turn].command(&table, play).await.ok();
}

/// What a new version of the rules does to a log: the same actions lead elsewhere.
fn led_elsewhere(entry: &mut Entry) {
    match &mut entry.what {
        LogEvent::Created { rules, .. } => *rules += 7,
        LogEvent::Started { digest } => *digest = "0".repeat(64),
        _ => {}
    }
}

#[tokio::test]
async fn a_finished_game_keeps_its_record_whatever_becomes_of_the_rules() {
    let server = Server::start().await;
    let private = json!({ "spectators": { "kind": "off" } });
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), private).await;
    let (one, two) = (guests[0].socket(&table, "?lean=1").await, guests[1].socket(&table, "?lean=1").await);
    tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)));
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    // The house writes the record into the log soon after the end.
    while !store.summary(&table).await.unwrap().unwrap().1.recorded {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let path = |copy: &str, what: &str| format!("/api/tables/{copy}/{what}");
    let record = guests[0].get(&path(&table, "record")).await;
    assert_eq!(record.status, 200);
    let verdict = guests[0].get("/api/tables?shelf=finished").await.ok()[0]["verdict"].clone();
    rewrite(&store, &table, "other", led_elsewhere).await;
    assert_eq!(guests[0].frame("other").await["table"]["stage"], "finished");
    assert_eq!(guests[0].get(&path("other", "record")).await.body, record.body);
    let fairness = guests[1].get(&path("other", "fairness")).await.ok();
    assert_eq!(fairness["secret"], record.json()["seed"]["secret"]);
    assert_eq!(server.guest().get(&path("other", "record")).await.status, 403, "it stays private");
    assert_eq!(server.guest().get(&path("other", "fairness")).await.status, 403);
    let log = MatchLog::fold("other", store.entries("other", 0).await.unwrap(), Past::Recent).unwrap();
    assert!(log.fault().is_none() && log.summary().card.contains(verdict.as_str().unwrap()));
    assert_eq!(guests[0].get(&path(&table, "replay/last")).await.status, 200);
}

#[tokio::test]
async fn a_finished_game_is_shown_as_far_as_the_rules_agree() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let (one, two) = (guests[0].socket(&table, "?lean=1").await, guests[1].socket(&table, "?lean=1").await);
    tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)));
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    while !store.summary(&table).await.unwrap().unwrap().1.recorded {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    // Other rules: from an action on, the same actions have other checks.
    let other_from = |first: usize| {
        move |entry: &mut Entry| {
            if let LogEvent::Recorded { record, .. } = &mut entry.what {
                record.actions[first..].iter_mut().for_each(|action| action.2 = "00000000".into());
            }
        }
    };
    rewrite(&store, &table, "middle", other_from(3)).await;
    rewrite(&store, &table, "deal", other_from(0)).await;
    let last = guests[0].get("/api/tables/middle/replay/last").await.ok();
    assert_eq!((&last["of"], &last["view"]["version"]), (&json!(3), &json!(3)));
    let first = guests[0].get("/api/tables/middle/replay/1?eyes=2").await.ok();
    assert_eq!((&first["of"], &first["view"]["version"]), (&json!(3), &json!(1)));
    let refused = guests[0].get("/api/tables/deal/replay/0").await;
    assert_eq!(refused.status, 400, "this is not what was dealt: {refused:?}");
    assert_eq!(guests[0].get("/api/tables/deal/record").await.status, 200);
}

#[tokio::test]
async fn stopped_matches_do_not_hold_up_the_clocks_of_others() {
    let server = Server::with(config()).await;
    let plan = json!({ "clock": { "kind": "live", "each": 3600, "bank": 0 }, "timeout": "default" });
    let (table, _) = gather(&server, "bloodlust", json!({ "players": 2 }), plan).await;
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    // More of them than are looked at in one go, all due before anybody else.
    let mut entries = store.entries(&table, 0).await.unwrap();
    entries.iter_mut().for_each(led_elsewhere);
    let (_, summary) = store.summary(&table).await.unwrap().unwrap();
    for number in 0..1_010 {
        let due = Summary { wake_at: Some(1), ..summary.clone() };
        store.create(&format!("stopped-{number}"), &entries, &due).await.unwrap();
    }
    let plan = json!({ "clock": { "kind": "live", "each": 1, "bank": 0 }, "timeout": "default" });
    let (table, guests) = gather(&server, "bloodlust", json!({ "players": 2 }), plan).await;
    // Found by the rounds alone, as after a restart.
    let server = server.restart().await;
    let _ = guests;
    let mut watching = server.guest().socket(&table, "").await;
    watching.until(|news| news["view"]["version"].as_u64() >= Some(1)).await;
    while !store.list(&MatchFilter::Due(1, 0), 1).await.unwrap().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}
