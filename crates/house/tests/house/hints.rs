//! Hints at tables of one person and bots, and playing on from a moment of a finished game.

use serde_json::{Value, json};

use crate::client::{Guest, is_my_turn};
use crate::games::{Lots, gather, play_out};
use crate::server::Server;

/// The table once its guest is asked.
async fn asked(guest: &mut Guest, table: &str) -> Value {
    let socket = &mut guest.socket(table, "").await;
    socket.until(|news| news["type"] == "frame" && is_my_turn(news)).await;
    guest.frame(table).await
}

fn at(table: &str, what: &str) -> String {
    format!("/api/tables/{table}/{what}")
}

#[tokio::test]
async fn a_solo_table_gives_hints_and_writes_them_down() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let quick = json!({ "game": "kings-blood", "players": 2, "level": "easy" });
    let table = guest.post("/api/tables/quick", &quick).await.ok()["id"].as_str().unwrap().to_owned();
    let frame = asked(&mut guest, &table).await;
    let revision = &frame["revision"];
    let hint = guest.post(&at(&table, "hint"), &json!({ "revision": revision })).await.ok();
    let codes: Vec<&Value> =
        frame["view"]["options"].as_array().unwrap().iter().map(|option| &option["code"]).collect();
    assert!(codes.contains(&&hint["options"][0]["code"]), "{hint}");
    assert!(!hint["margin"].as_str().unwrap().is_empty());
    // It is in the log, once for the decision, and the question still holds.
    let after = guest.frame(&table).await["revision"].as_u64().unwrap();
    assert_eq!(after, revision.as_u64().unwrap() + 1);
    guest.post(&at(&table, "hint"), &json!({ "revision": after })).await.ok();
    assert_eq!(guest.frame(&table).await["revision"], after);
    let play =
        json!({ "type": "play", "id": "mine", "revision": revision, "code": hint["options"][0]["code"] });
    assert_eq!(guest.command(&table, play).await.status, 200);
    for (body, kind) in [(json!({ "revision": 0 }), "stale"), (json!({ "revisio": 1 }), "malformed")] {
        let frame = asked(&mut guest, &table).await;
        let reply = guest.post(&at(&table, "hint"), &body).await;
        assert_eq!(reply.json()["kind"], kind, "{reply:?} {frame}");
    }
    let mut stranger = server.guest();
    assert_eq!(
        stranger.post(&at(&table, "hint"), &json!({ "revision": 1 })).await.json()["kind"],
        "not-yours"
    );
}

#[tokio::test]
async fn where_others_play_there_are_no_hints_and_a_finished_game_is_played_on() {
    let server = Server::start().await;
    let options = json!({ "players": 2, "rounds": 1 });
    let (table, mut guests) = gather(&server, "bloodlust", options, json!({})).await;
    let frame = guests[0].frame(&table).await;
    let reply = guests[0].post(&at(&table, "hint"), &json!({ "revision": frame["revision"] })).await;
    assert_eq!(reply.json()["kind"], "not-allowed", "{reply:?}");
    assert_eq!(guests[0].frame(&table).await["revision"], frame["revision"], "a refusal changes nothing");
    let again = json!({ "version": 1, "seat": 1 });
    let early = guests[0].post(&at(&table, "again"), &again).await;
    assert_eq!(early.json()["kind"], "not-allowed", "{early:?}");

    let sockets = [guests[0].socket(&table, "?lean=2").await, guests[1].socket(&table, "?lean=2").await];
    let [one, two] = sockets;
    tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)));
    let new = guests[0].post(&at(&table, "again"), &again).await.ok();
    assert_eq!((&new["stage"], &new["you"]), (&json!("playing"), &json!(1)), "{new}");
    let id = new["id"].as_str().unwrap().to_owned();
    let frame = guests[0].frame(&id).await;
    assert!(frame["view"]["version"].as_u64().unwrap() >= 1);
    for wrong in [json!({ "version": 99_999, "seat": 1 }), json!({ "version": 0, "seat": 9 })] {
        assert_eq!(guests[0].post(&at(&table, "again"), &wrong).await.json()["kind"], "malformed");
    }
}
