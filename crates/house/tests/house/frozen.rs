//! A match whose rules have changed under it stops with a message; the others go on.

use hosting::{Entry, LogEvent};
use house::store::{AnyStore, Place};
use serde_json::json;

use crate::games::gather;
use crate::server::Server;

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
    for (copy, why) in [
        ("newer", "started under version"),
        ("dealt", "The rules have changed since this match"),
        ("played", "The rules have changed since this match"),
    ] {
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
