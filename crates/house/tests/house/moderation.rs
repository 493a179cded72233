//! Reports, silence, removal, the audit log, a copy of one's data, and being forgotten.

use serde_json::{Value, json};

use crate::client::Guest;
use crate::games::{Lots, gather, play_out};
use crate::server::{Server, config};
use crate::stores::{Ground, both};
use house::admin;
use house::config::Config;
use house::store::{AnyStore, Person, Place};
use wire::StandingChange;

/// A house with a host.
pub(crate) async fn hosted() -> (Server, Guest) {
    let server = Server::start().await;
    let mut host = server.guest();
    let hosts = vec![id_of(&mut host).await];
    let server = server.restart_with(Config { hosts, ..config() }).await;
    host.address = server.address;
    (server, host)
}

pub(crate) async fn id_of(guest: &mut Guest) -> String {
    guest.get("/api/me").await.ok()["id"].as_str().unwrap().to_owned()
}

fn say(id: &str, text: &str) -> Value {
    json!({ "type": "say", "id": id, "text": text })
}

fn acts(log: &Value) -> Vec<&str> {
    log.as_array().unwrap().iter().map(|entry| entry["act"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_host_hears_reports_silences_and_removes() {
    let (server, mut host) = hosted().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut rude = guests.remove(1);
    let rude_id = id_of(&mut rude).await;
    rude.command(&table, say("a", "oaf")).await.ok();
    let reports = format!("/api/tables/{table}/reports");
    guests[0].post(&reports, &json!({ "seat": 2, "why": "called me an oaf" })).await.ok();
    assert_eq!(guests[0].post(&reports, &json!({ "seat": 1, "why": "me" })).await.status, 403, "oneself");
    assert_eq!(guests[0].post(&reports, &json!({ "seat": 2, "why": " " })).await.status, 400);
    for path in ["/api/host", "/api/host/log"] {
        assert_eq!(guests[0].get(path).await.status, 403, "{path} is for the host alone");
    }
    let log = host.get("/api/host/log").await.ok();
    assert_eq!((&log[0]["about"], &log[0]["text"]), (&json!(rude_id), &json!("called me an oaf")));
    let person = format!("/api/host/people/{rude_id}");
    let silence = json!({ "silenced": true, "why": "rude" });
    assert_eq!(guests[0].put(&person, &silence).await.status, 403);
    host.put(&person, &silence).await.ok();
    assert_eq!(rude.command(&table, say("b", "oaf!")).await.status, 403);
    assert_eq!(rude.put("/api/me", &json!({ "name": "You are oafs" })).await.status, 403, "nor by a name");
    guests[0].command(&table, say("b", "better")).await.ok();
    let mut socket = rude.socket(&table, "").await;
    host.put(&person, &json!({ "removed": true })).await.ok();
    socket.until(|news| news["type"] == "bye").await;
    assert_eq!(rude.get("/api/me").await.status, 403);
    let info = guests[0].get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(info["chairs"][1]["sitter"]["kind"], "bot", "the game goes on");
    let view = host.get("/api/host").await.ok();
    assert_eq!((&view["people"][0]["id"], &view["healthy"]), (&json!(rude_id), &json!(true)));
    // It holds after a restart, and can be taken back.
    let server = server.restart().await;
    (rude.address, host.address) = (server.address, server.address);
    assert_eq!(rude.get("/api/me").await.status, 403);
    host.put(&person, &json!({ "removed": false, "silenced": false })).await.ok();
    assert_eq!(id_of(&mut rude).await, rude_id);
    let log = host.get("/api/host/log").await.ok();
    assert_eq!(acts(&log), ["readmit", "unsilence", "remove", "silence", "report"]);
}

#[tokio::test]
async fn the_host_of_a_table_silences_and_keeps_somebody_out() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let silence = |silent: bool| json!({ "act": "silence", "seat": 2, "silent": silent });
    assert_eq!(
        guests[1].act(&table, "x", json!({ "act": "silence", "seat": 1, "silent": true })).await.status,
        403
    );
    guests[0].act(&table, "a", silence(true)).await.ok();
    assert_eq!(guests[1].command(&table, say("a", "oaf")).await.status, 403);
    assert_eq!(guests[0].frame(&table).await["table"]["chairs"][1]["silenced"], true);
    guests[0].act(&table, "b", silence(false)).await.ok();
    guests[1].command(&table, say("b", "hello")).await.ok();
    let wish = json!({ "game": "bloodlust", "options": { "players": 3 } });
    let table = guests[0].post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    guests[1].act(&table, "j", json!({ "act": "join" })).await.ok();
    guests[0].act(&table, "f", json!({ "act": "free", "seat": 2, "invited": false })).await.ok();
    assert_eq!(guests[1].act(&table, "k", json!({ "act": "join" })).await.status, 403);
    server.guest().act(&table, "k", json!({ "act": "join" })).await.ok();
}

#[tokio::test]
async fn a_person_takes_their_data_along_and_is_forgotten() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut ann = guests.remove(0);
    ann.put("/api/me", &json!({ "name": "Annabel Secret" })).await.ok();
    let old = id_of(&mut ann).await;
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": [{ "kind": "you" }, { "kind": "open" }] });
    let again = ann.post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    guests[0].act(&again, "j", json!({ "act": "join" })).await.ok();
    ann.act(&again, "s", json!({ "act": "start" })).await.ok();
    ann.command(&again, say("a", "my secret words")).await.ok();
    let (one, two) = (ann.socket(&again, "?lean=1").await, guests[0].socket(&again, "?lean=1").await);
    tokio::join!(play_out(one, Lots::new(1)), play_out(two, Lots::new(2)));
    // A table that she has left, and one of her bot.
    let wish = json!({ "game": "bloodlust", "options": { "players": 3 } });
    let left = guests[0].post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    let other = guests[0].post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    ann.act(&left, "j", json!({ "act": "join" })).await.ok();
    ann.command(&left, say("c", "my secret plan")).await.ok();
    ann.act(&left, "l", json!({ "act": "leave" })).await.ok();
    let account = ann.post("/api/bots", &json!({ "name": "Annabel's bot" })).await.ok();
    let mut bot = server.guest();
    bot.token = account["token"].as_str().map(str::to_owned);
    bot.act(&other, "j", json!({ "act": "join" })).await.ok();
    let data = ann.get("/api/me/data").await.ok();
    assert_eq!(data["name"], "Annabel Secret");
    assert_eq!(data["tables"].as_array().unwrap().len(), 2);
    assert!(data.to_string().contains("my secret words"));
    let gone = ann.request("DELETE", "/api/me", "", "").await.ok();
    assert_eq!(gone, json!({ "tables": 2, "named": 0 }));
    assert_ne!(id_of(&mut ann).await, old, "the browser is a new guest");
    let record = guests[0].get(&format!("/api/tables/{again}/record")).await;
    for text in [
        &record.body,
        &guests[0].frame(&again).await.to_string(),
        &guests[0].frame(&table).await.to_string(),
        &guests[0].get("/api/tables?shelf=finished").await.body,
    ] {
        assert!(!text.contains("Annabel") && !text.contains(&old) && !text.contains("my secret"), "{text}");
    }
    let entry = shelf::find("bloodlust").unwrap();
    assert!(entry.game.verify(&record.body).is_ok(), "names are not part of the proof");
    server.house.tidy().await.unwrap();
    for table in [&left, &other] {
        let seen = guests[0].frame(table).await.to_string();
        assert!(!seen.contains("Annabel") && !seen.contains("my secret"), "{seen}");
    }
    // Nothing is left on disk, and everything still folds.
    let server = server.restart().await;
    let store =
        house::store::AnyStore::open(&house::store::Place::Sqlite(server.file.clone())).await.unwrap();
    assert_eq!(admin::check(&store, |_| {}).await.unwrap().faults, []);
    for id in store.ids("", 10).await.unwrap() {
        let log = format!("{:?}", store.entries(&id, 0).await.unwrap());
        assert!(!log.contains("Annabel") && !log.contains(&old) && !log.contains("my secret"), "{log}");
    }
    assert_eq!(store.person(&old).await.unwrap(), None);
}

#[tokio::test]
async fn devices_are_listed_and_signed_out_one_by_one() {
    let server = Server::start().await;
    let mut phone = server.guest();
    let id = id_of(&mut phone).await;
    let add = async |phone: &mut Guest| {
        let link = phone.post("/api/me/link", &json!({})).await.ok()["path"].as_str().unwrap().to_owned();
        let mut device = server.guest();
        let token = link.strip_prefix("/claim/").unwrap();
        let body = json!({ "token": token }).to_string();
        let headers = "Content-Type: application/json\r\nUser-Agent: Lynx\r\n";
        device.request("POST", "/api/me/claim", headers, &body).await.ok();
        device
    };
    let (mut desk, mut lost) = (add(&mut phone).await, add(&mut phone).await);
    assert_eq!((id_of(&mut desk).await, id_of(&mut lost).await), (id.clone(), id.clone()));
    let list = desk.get("/api/me/sessions").await.ok();
    let here: Vec<bool> = list.as_array().unwrap().iter().map(|it| it["here"].as_bool().unwrap()).collect();
    assert_eq!(here, [false, true, false]);
    assert_eq!(list[2]["agent"], "Lynx");
    let path = |at: usize| format!("/api/me/sessions/{}", list[at]["id"].as_str().unwrap());
    assert_eq!(desk.request("DELETE", &path(1), "", "").await.status, 403, "that is the present one");
    desk.request("DELETE", &path(2), "", "").await.ok();
    let stolen = lost.cookie.clone();
    assert_ne!(id_of(&mut lost).await, id);
    assert_eq!(id_of(&mut phone).await, id, "the others stay");
    // The first device can be signed out, too; and the house remembers.
    desk.request("DELETE", &path(0), "", "").await.ok();
    assert_ne!(id_of(&mut phone).await, id);
    let server = server.restart().await;
    (desk.address, lost.address, lost.cookie) = (server.address, server.address, stolen);
    assert_eq!(id_of(&mut desk).await, id);
    assert_ne!(id_of(&mut lost).await, id);
    assert_eq!(desk.get("/api/me/sessions").await.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn nothing_of_a_forgotten_person_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let knows = || {
        let bytes = std::fs::read(&path).unwrap();
        ["\"ada\"", "\"Ada\"", "Ada Lovelace"]
            .map(|word| bytes.windows(word.len()).any(|it| it == word.as_bytes()))
    };
    let store = AnyStore::open(&Place::Sqlite(path.clone())).await.unwrap();
    crate::admin::play(&store, "a", 3).await;
    let ada = Person { id: "ada".into(), name: "Ada Lovelace".into(), ..Person::default() };
    store.keep_person(&ada).await.unwrap();
    drop(store);
    assert_eq!(knows(), [true; 3]);
    let store = AnyStore::open(&Place::Sqlite(path.clone())).await.unwrap();
    admin::forget(&store, "ada").await.unwrap();
    drop(store);
    assert_eq!(knows(), [false; 3]);
}

both! {
    async fn the_operator_silences_removes_and_forgets(ground: Ground) {
        let store = ground.open().await;
        crate::admin::play(&store, "a", 3).await;
        let removed = StandingChange { removed: Some(true), why: "cheats".into(), ..Default::default() };
        admin::moderate(&store, "ada", &removed).await.unwrap();
        let left = store.summary("a").await.unwrap().unwrap().1;
        assert!(!left.persons.contains(&"ada".to_owned()));
        admin::forget(&store, "ada").await.unwrap();
        assert!(!format!("{:?}", store.entries("a", 0).await.unwrap()).contains("ada"));
        assert_eq!(admin::check(&store, |_| {}).await.unwrap().faults, []);
        let notes = store.notes(10).await.unwrap();
        let acts: Vec<_> = notes.iter().map(|note| (note.act, note.text.as_str())).collect();
        assert_eq!(acts, [(wire::AuditAct::Delete, ""), (wire::AuditAct::Remove, "cheats")]);
    }
}
