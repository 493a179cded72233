//! Those who were signed out, removed or forgotten are gone at once, and stay so.

use serde_json::json;
use tokio::time::timeout;
use wire::StandingChange;

use crate::client::{Guest, NEVER};
use crate::games::gather;
use crate::moderation::{hosted, id_of};
use crate::outside::Lines;
use crate::server::Server;
use house::admin;
use house::store::{AnyStore, Place};

async fn stream(guest: &Guest, table: &str) -> Lines {
    let mut lines = Lines::open(guest, &format!("/api/tables/{table}/stream"), "data: ").await;
    assert_eq!(lines.next().await["type"], "frame");
    lines
}

/// The reason with which a stream ends.
async fn farewell(lines: &mut Lines) -> String {
    loop {
        let news = lines.next().await;
        if news["type"] == "bye" {
            assert!(news.get("again_in").is_none(), "{news}");
            return news["reason"].as_str().unwrap().to_owned();
        }
    }
}

#[tokio::test]
async fn a_thief_who_streams_or_waits_is_cut_off_by_a_sign_out() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    // A seat that is not asked waits for a frame until the house answers.
    let asked = guests[0].frame(&table).await["view"]["waiting"][0].as_u64().unwrap() as usize;
    let mut own = guests.remove(2 - asked);
    let mut thief = own.clone();
    let mut stream = stream(&thief, &table).await;
    let path = format!("/api/tables/{table}/frame?wait=25");
    let waiting = tokio::spawn(async move { thief.get(&path).await });
    while !own.get("/metrics").await.body.contains("sanguis_sockets 2\n") {
        tokio::task::yield_now().await;
    }
    own.request("DELETE", "/api/me/sessions", "", "").await.ok();
    assert!(farewell(&mut stream).await.contains("signed out"));
    let waited = timeout(NEVER, waiting).await.expect("an answer").unwrap();
    assert_eq!(waited.status, 403, "{waited:?}");
    assert_eq!(own.frame(&table).await["table"]["you"], 3 - asked);
}

#[tokio::test]
async fn streams_of_those_who_were_removed_or_forgotten_end() {
    let (server, mut host) = hosted().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 3 }), json!({})).await;
    let account = guests[2].post("/api/bots", &json!({ "name": "Clank" })).await.ok();
    let mut bot = server.guest();
    bot.token = account["token"].as_str().map(str::to_owned);
    let mut of_bot = stream(&bot, &table).await;
    let (mut removed, mut forgotten) = (stream(&guests[2], &table).await, stream(&guests[1], &table).await);
    let id = id_of(&mut guests[2]).await;
    host.put(&format!("/api/host/people/{id}"), &json!({ "removed": true })).await.ok();
    assert!(farewell(&mut removed).await.contains("removed you"));
    assert!(farewell(&mut of_bot).await.contains("removed you"), "the bots of a person go with them");
    guests[1].request("DELETE", "/api/me", "", "").await.ok();
    farewell(&mut forgotten).await;
}

#[tokio::test]
async fn nobody_takes_back_what_the_operator_did() {
    let server = Server::start().await;
    let mut rude = server.guest();
    let id = id_of(&mut rude).await;
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    let removed = StandingChange { removed: Some(true), ..Default::default() };
    admin::moderate(&store, &id, &removed).await.unwrap();
    // The open house has not heard of it yet, and writes down how the same person stands.
    assert_eq!(rude.request("DELETE", "/api/me/sessions", "", "").await.status, 200);
    assert_eq!(rude.get("/api/me").await.status, 403, "now it has");
    let server = server.restart().await;
    rude.address = server.address;
    assert_eq!(rude.get("/api/me").await.status, 403);
}
