//! One stranger, or one place, cannot use up what belongs to all.

use std::time::Duration;

use house::config::Config;
use house::store::{AnyStore, Place, Summary};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use wire::Stage;

use crate::client::{Guest, Reply};
use crate::games::{Lots, gather, play_out};
use crate::server::{Server, config};

/// Sets up a table as somebody at this address behind the proxy would.
async fn from(address: &str, guest: &mut Guest, wish: &Value) -> Reply {
    let headers = format!("Content-Type: application/json\r\nX-Forwarded-For: {address}\r\n");
    guest.request("POST", "/api/tables", &headers, &wish.to_string()).await
}

fn gathering() -> Value {
    json!({ "game": "bloodlust", "options": { "players": 2 } })
}

fn of_bots(level: &str) -> Value {
    let bot = json!({ "kind": "bot", "level": level });
    json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": [bot, bot], "start": true })
}

#[tokio::test]
async fn a_person_and_an_address_have_so_many_tables_and_no_more() {
    let server =
        Server::with(Config { proxied: true, waiting_tables: 2, running_tables: 1, ..config() }).await;
    let mut ann = server.guest();
    for _ in 0..2 {
        from("10.0.0.1", &mut ann, &gathering()).await.ok();
    }
    let refused = from("10.0.0.1", &mut ann, &gathering()).await;
    assert_eq!((refused.status, refused.json()["kind"].as_str()), (403, Some("not-allowed")));
    assert!(refused.body.contains("2] tables that wait"), "{refused:?}");
    assert_eq!(from("10.9.9.9", &mut ann, &gathering()).await.status, 403, "elsewhere she is the same");
    // A guest without a cookie is a new one every time, but not in a new place.
    for _ in 2..16 {
        from("10.0.0.1", &mut server.guest(), &gathering()).await.ok();
    }
    let refused = from("10.0.0.1", &mut server.guest(), &gathering()).await;
    assert!(refused.status == 403 && refused.body.contains("your network"), "{refused:?}");
    from("10.0.0.2", &mut server.guest(), &gathering()).await.ok();
    // It is all the same after a restart.
    let server = server.restart().await;
    assert_eq!(from("10.0.0.1", &mut server.guest(), &gathering()).await.status, 403);
    // One game at a time.
    let mut bo = server.guest();
    let mut started = of_bots("easy");
    started["chairs"][0] = json!({ "kind": "you" });
    from("10.0.0.3", &mut bo, &started).await.ok();
    let refused = from("10.0.0.3", &mut bo, &gathering()).await;
    assert!(refused.status == 403 && refused.body.contains("finish a game"), "{refused:?}");
}

#[tokio::test]
async fn setting_up_tables_costs_the_place_as_well() {
    let server = Server::with(Config { proxied: true, requests_per_second: 5, ..config() }).await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(from("10.0.0.1", &mut server.guest(), &gathering()).await.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(from("10.0.0.2", &mut server.guest(), &gathering()).await.status, 200);
}

#[tokio::test]
async fn bots_among_themselves_are_few_and_none_thinks_longer_than_people_may_ask() {
    let server = Server::with(Config { proxied: true, bot_tables: 2, ..config() }).await;
    for level in ["deep", "search", "greedy", "random"] {
        let refused = from("10.0.0.1", &mut server.guest(), &of_bots(level)).await;
        assert_eq!(refused.status, 400, "{level}: {refused:?}");
        assert!(refused.body.contains("easy, normal, hard"), "{refused:?}");
    }
    // They think for seconds, so both are still at it when the third is asked for.
    let slow = json!({
        "game": "bloodstones", "options": { "players": 2 }, "start": true,
        "chairs": [{ "kind": "bot", "level": "hard" }, { "kind": "bot", "level": "hard" }],
    });
    for _ in 0..2 {
        from("10.0.0.1", &mut server.guest(), &slow).await.ok();
    }
    let refused = from("10.0.0.1", &mut server.guest(), &slow).await;
    assert!(refused.status == 403 && refused.body.contains("among themselves"), "{refused:?}");
    from("10.0.0.2", &mut server.guest(), &slow).await.ok();
    // A person can still play against bots.
    from("10.0.0.1", &mut server.guest(), &gathering()).await.ok();
}

#[tokio::test]
async fn options_have_a_length_and_maps_lose_their_comments() {
    let server = Server::start().await;
    let mut host = server.guest();
    let map = include_str!("../../../bloodstones/data/maps/twin-fords.toml");
    let wish = |map: String| json!({ "game": "bloodstones", "options": { "players": 2, "map": map } });
    let padded = format!("# {}\n{map}", "x".repeat(150_000));
    let table = host.post("/api/tables", &wish(padded)).await.ok();
    let kept = table["options"]["map"].as_str().unwrap();
    assert!(kept.len() < map.len() + 2_000 && !kept.contains('#'), "{}", kept.len());
    let river = "\n[[river]]\ncourse = [[1, 1], [2, 2]]\n".repeat(3_000);
    let refused = host.post("/api/tables", &wish(format!("{map}{river}"))).await;
    assert!(refused.status == 400 && refused.body.contains("KiB"), "{}", refused.body);
}

#[tokio::test]
async fn a_rematch_counts_like_any_other_table() {
    let solo = json!({
        "game": "bloodlust", "options": { "players": 2 }, "start": true,
        "chairs": [{ "kind": "you" }, { "kind": "bot", "level": "easy" }],
    });
    let rematch = json!({ "act": "rematch" });
    let server = Server::with(Config { waiting_tables: 1, ..config() }).await;
    let mut ann = server.guest();
    let table = ann.post("/api/tables", &solo).await.ok()["id"].as_str().unwrap().to_owned();
    ann.act(&table, "c", json!({ "act": "cancel" })).await.ok();
    ann.post("/api/tables", &gathering()).await.ok();
    let refused = ann.act(&table, "r", rematch.clone()).await;
    assert!(refused.status == 403 && refused.body.contains("that wait"), "{refused:?}");
    // Stopping and starting again is no way around what tables cost.
    let server = Server::with(Config { requests_per_second: 5, ..config() }).await;
    let mut bo = server.guest();
    let mut table = bo.post("/api/tables", &solo).await.ok()["id"].as_str().unwrap().to_owned();
    let mut statuses = Vec::new();
    for _ in 0..3 {
        bo.act(&table, "c", json!({ "act": "cancel" })).await;
        statuses.push(bo.act(&table, "r", rematch.clone()).await.status);
        let info = bo.get(&format!("/api/tables/{table}")).await;
        match info.json()["rematch"].as_str() {
            Some(next) => table = next.to_owned(),
            None => break,
        }
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn strangers_who_come_and_go_leave_nothing_behind() {
    let server = Server::start().await;
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    for _ in 0..3 {
        assert_eq!(server.guest().request("DELETE", "/api/me", "", "").await.status, 200);
    }
    let mut named = server.guest();
    named.put("/api/me", &json!({ "name": "Ann" })).await.ok();
    named.request("DELETE", "/api/me", "", "").await.ok();
    assert_eq!(store.notes(9).await.unwrap(), [], "it crowds nothing out of the audit log");
    let keys = async |prefix: &str| {
        let values = store.house_values().await.unwrap();
        values.into_iter().filter(|(key, _)| key.starts_with(prefix)).count()
    };
    assert_eq!(keys("standing/").await, 1, "only the one who was known");
    // A link that was used is remembered as long as it would be good.
    let link = named.post("/api/me/link", &json!({})).await.ok()["path"].as_str().unwrap().to_owned();
    let claim = json!({ "token": link.strip_prefix("/claim/").unwrap() });
    server.guest().post("/api/me/claim", &claim).await.ok();
    store.set_house_value("link/1700000000000/old", b"x").await.unwrap();
    server.house.tidy().await.unwrap();
    assert_eq!((keys("link/").await, keys("forget/").await), (1, 0));
    assert_eq!(server.guest().post("/api/me/claim", &claim).await.status, 403);
}

#[tokio::test]
async fn what_is_remembered_for_good_costs_more() {
    let slow = || Server::with(Config { requests_per_second: 5, ..config() });
    let named =
        |guest: Guest| async move { { guest }.put("/api/me", &json!({ "name": "Ann" })).await.status };
    let server = slow().await;
    assert_eq!((named(server.guest()).await, named(server.guest()).await), (200, 429));
    for path in ["/api/me", "/api/me/sessions"] {
        let server = slow().await;
        let out = async || server.guest().request("DELETE", path, "", "").await.status;
        assert_eq!((out().await, out().await), (200, 429), "{path}");
    }
}

#[tokio::test]
async fn nobody_drowns_the_reports_of_others() {
    let server = Server::with(Config { proxied: true, ..config() }).await;
    let (table, _) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let report = async |address: &str| {
        let headers = format!("Content-Type: application/json\r\nX-Forwarded-For: {address}\r\n");
        let body = json!({ "seat": 1, "why": "rude" }).to_string();
        server.guest().request("POST", &format!("/api/tables/{table}/reports"), &headers, &body).await.status
    };
    for _ in 0..20 {
        assert_eq!(report("10.0.0.1").await, 200);
    }
    assert_eq!((report("10.0.0.1").await, report("10.0.0.2").await), (429, 200));
}

#[tokio::test]
async fn what_is_not_the_api_has_limits_too() {
    for path in ["/healthz", "/metrics", "/openapi.json"] {
        let server = Server::with(Config { requests_per_second: 1, ..config() }).await;
        let mut statuses = Vec::new();
        for _ in 0..8 {
            statuses.push(server.guest().get(path).await.status);
        }
        assert!(statuses[0] == 200 && statuses.contains(&429), "{path}: {statuses:?}");
    }
}

/// A socket of somebody at this address behind the proxy; none if it is turned away.
async fn socket(server: &Server, table: &str, address: &str) -> Option<impl Sized> {
    let url = format!("ws://{}/api/tables/{table}/socket", server.address);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    let stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    tokio_tungstenite::client_async(request, stream).await.ok()
}

#[tokio::test]
async fn behind_a_proxy_connections_count_by_the_address_that_it_reports() {
    let server = Server::with(Config { proxied: true, connections_per_address: 3, ..config() }).await;
    let table =
        from("10.0.0.9", &mut server.guest(), &gathering()).await.ok()["id"].as_str().unwrap().to_owned();
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(socket(&server, &table, "10.0.0.1").await.expect("a place"));
    }
    assert!(socket(&server, &table, "10.0.0.1").await.is_none(), "all places are taken");
    assert!(
        socket(&server, &table, "8.8.8.8, 10.0.0.1").await.is_none(),
        "what a client makes up does not count"
    );
    assert!(socket(&server, &table, "10.0.0.2").await.is_some(), "others have their own");
    held.pop();
    // The house notices a little later that it has gone.
    while socket(&server, &table, "10.0.0.1").await.is_none() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn options_are_sent_once_to_each_connection() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let mut socket = guests[0].socket(&table, "").await;
    let first = socket.until(|news| news["type"] == "frame").await;
    assert_eq!(first["table"]["options"]["players"], 2);
    guests[1].act(&table, "vote", json!({ "act": "cancel" })).await.ok();
    let later = socket.until(|news| news["table"]["cancel_votes"] == json!([2])).await;
    let sent: Value = serde_json::from_str(socket.bytes.last().unwrap()).unwrap();
    assert!(sent["type"] == "changes" && sent["table"].get("options").is_none(), "{sent}");
    assert_eq!(later["table"]["options"], first["table"]["options"]);
    let again = guests[0].socket(&table, "").await.until(|news| news["type"] == "frame").await;
    assert_eq!(again["table"]["options"]["players"], 2);
    assert_eq!(guests[0].frame(&table).await["table"]["options"]["players"], 2);
}

#[tokio::test]
async fn looking_back_folds_a_finished_game_once() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let (one, two) = (guests[0].socket(&table, "?lean=1").await, guests[1].socket(&table, "?lean=1").await);
    tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)));
    // The house itself folds it once to keep the record.
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    while !store.summary(&table).await.unwrap().unwrap().1.recorded {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    guests[0].get(&format!("/api/tables/{table}/record")).await.ok();
    let folds = async |guest: &mut Guest| {
        let metrics = guest.get("/metrics").await.body;
        metrics.lines().find(|line| line.starts_with("sanguis_folds_total")).unwrap().to_owned()
    };
    let before = folds(&mut guests[0]).await;
    for version in 0..5 {
        let path = format!("/api/tables/{table}/replay/{version}?eyes=all");
        assert_eq!(guests[1].get(&path).await.ok()["view"]["version"], version);
    }
    assert!(guests[1].get(&format!("/api/tables/{table}/fairness")).await.ok()["secret"].is_string());
    assert_eq!(folds(&mut guests[0]).await, before);
}

#[tokio::test]
async fn tables_that_nobody_comes_to_are_closed_and_old_ones_deleted_as_the_host_says() {
    let server = Server::with(Config { keep_waiting: 2, keep_finished: 3, ..config() }).await;
    let mut host = server.guest();
    let table = host.post("/api/tables", &gathering()).await.ok()["id"].as_str().unwrap().to_owned();
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    let entries = store.entries(&table, 0).await.unwrap();
    let (_, summary) = store.summary(&table).await.unwrap().unwrap();
    let days_ago = |days: u64| house::store::now() - days * 24 * 3_600_000;
    let old = |id: &'static str, stage, days| {
        let (mut entries, store) = (entries.clone(), &store);
        entries.iter_mut().for_each(|entry| entry.at = days_ago(days));
        let summary = Summary { stage: Some(stage), moved_at: days_ago(days), ..summary.clone() };
        async move { store.create(id, &entries, &summary).await.unwrap() }
    };
    old("waited", Stage::Gathering, 3).await;
    old("young", Stage::Finished, 2).await;
    old("old", Stage::Finished, 4).await;
    old("unfinished", Stage::Playing, 400).await;
    server.house.tidy().await.unwrap();
    let stage = async |id: &str| store.summary(id).await.unwrap().and_then(|(_, summary)| summary.stage);
    assert_eq!(stage("waited").await, Some(Stage::Cancelled));
    assert_eq!(stage(&table).await, Some(Stage::Gathering));
    assert_eq!(stage("young").await, Some(Stage::Finished));
    assert_eq!(stage("old").await, None);
    assert_eq!(stage("unfinished").await, Some(Stage::Playing), "not unless the host says so");
    assert_eq!(host.get("/api/tables/old").await.status, 404);
}
