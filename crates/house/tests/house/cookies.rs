//! Cookies that are not what they say: forged, of another house, of another purpose, of another time.

use house::store::{AnyStore, Place};
use serde_json::{Value, json};

use crate::client::Guest;
use crate::games::gather;
use crate::server::{Server, config};

/// Whether this browser is somebody the house knows: what it says it is called.
async fn id(guest: &mut Guest) -> Value {
    guest.get("/api/me").await.ok()["id"].clone()
}

/// Sends a request with this cookie, and returns the cookie that the house sets in its place.
async fn with_cookie(server: &Server, cookie: &str) -> (Guest, Option<String>) {
    let mut guest = server.guest();
    guest.cookie = Some(cookie.to_owned());
    let reply = guest.get("/api/me").await;
    assert_eq!(reply.status, 200, "{cookie}");
    let set = reply.header("set-cookie").map(str::to_owned);
    (guest, set)
}

#[tokio::test]
async fn a_forged_cookie_is_that_of_a_stranger() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let whole = guests[1].cookie.clone().unwrap();
    let (name, value) = whole.split_once('=').unwrap();
    let (own, signature) = value.split_once('.').unwrap();
    let host = guests[0].cookie.clone().unwrap();
    let (_, hosts) = host.split_once('.').unwrap();
    let chairs = json!([{ "kind": "you" }, { "kind": "invited" }]);
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": chairs });
    let invited = guests[0].post("/api/tables", &wish).await.ok();
    // A signature that the house itself has made, for something else.
    let (_, invitation) = invited["invites"][0]["path"].as_str().unwrap().split_once('-').unwrap();
    let link = guests[1].post("/api/me/link", &json!({})).await.ok();
    let link = link["path"].as_str().unwrap().rsplit('-').next().unwrap().to_owned();
    let mut other_end = signature.to_owned();
    let last = other_end.pop().unwrap();
    other_end.push(if last == 'A' { 'B' } else { 'A' });
    let forged = [
        format!("{name}={own}"),
        format!("{name}={own}."),
        format!("{name}={own}.{hosts}"),
        format!("{name}={own}.{invitation}"),
        format!("{name}={own}.{link}"),
        format!("{name}={own}.{}", &signature[1..]),
        format!("{name}={own}.{other_end}"),
        format!("{name}={own}.{signature}{signature}"),
        format!("{name}={own}x.{signature}"),
        format!("{name}=.{signature}"),
        format!("{name}={own}%00.{signature}"),
        format!("{name}x={value}"),
        format!("x{name}={value}"),
        format!("{name}="),
        "=".repeat(4000),
    ];
    let secrets = guests[1].frame(&table).await["view"]["options"].clone();
    let owner = id(&mut guests[1]).await;
    for cookie in forged {
        let (mut stranger, set) = with_cookie(&server, &cookie).await;
        assert!(set.is_some_and(|set| !set.contains(own)), "{cookie}");
        assert_ne!(id(&mut stranger).await, owner, "{cookie}");
        // With a forged cookie one is a spectator and can do nothing.
        let mut forger = server.guest();
        forger.cookie = Some(cookie.clone());
        let mut socket = forger.socket(&table, "").await;
        let frame = socket.until(|news| news["type"] == "frame").await;
        assert!(frame["table"].get("you").is_none_or(Value::is_null), "{cookie}: {frame}");
        assert_eq!(frame["view"]["options"], json!([]), "{cookie}");
        let vote = json!({ "type": "table", "id": "1", "do": { "act": "cancel" } });
        assert_eq!(socket.ask(&vote).await["kind"], "not-yours", "{cookie}");
    }
    // Beside a forged one the true one counts.
    let (mut both, set) = with_cookie(&server, &format!("{name}={own}.{hosts}; {whole}")).await;
    assert_eq!((id(&mut both).await, set), (owner, None));
    assert_eq!(guests[1].frame(&table).await["view"]["options"], secrets);
}

#[tokio::test]
async fn a_cookie_is_good_in_its_own_house_for_as_long_as_that_stands() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let (cookie, own) = (guests[1].cookie.clone().unwrap(), id(&mut guests[1]).await);
    // Another house has another key, even if it was set up at the same address.
    let elsewhere = Server::start().await;
    let (mut stranger, set) = with_cookie(&elsewhere, &cookie).await;
    assert!(set.is_some());
    assert_ne!(id(&mut stranger).await, own);
    let server = server.restart().await;
    let (mut same, set) = with_cookie(&server, &cookie).await;
    assert_eq!((id(&mut same).await, set), (own, None));
    assert_eq!(same.frame(&table).await["table"]["you"], 2);
}

#[tokio::test]
async fn what_was_sent_with_a_cookie_does_nothing_when_it_is_sent_again() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let vote = json!({ "type": "table", "id": "once", "do": { "act": "cancel" } });
    let first = guests[1].command(&table, vote.clone()).await.ok();
    let take_back = json!({ "type": "table", "id": "no", "do": { "act": "go-on" } });
    guests[1].command(&table, take_back).await.ok();
    // Recorded on the way and sent again, over HTTP and over a socket: answered as before, and without effect.
    assert_eq!(guests[1].command(&table, vote.clone()).await.ok(), first);
    let mut socket = guests[1].socket(&table, "").await;
    assert_eq!(socket.ask(&vote).await["revision"], first["revision"]);
    assert_eq!(guests[0].frame(&table).await["table"]["cancel_votes"], json!([]));
    // A link that moved somebody once moves nobody again, whatever cookie comes with it.
    let link = guests[1].post("/api/me/link", &json!({})).await.ok();
    let token = link["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let mut phone = server.guest();
    phone.post("/api/me/claim", &json!({ "token": token })).await.ok();
    assert_eq!(id(&mut phone).await, id(&mut guests[1]).await);
    for cookie in [None, guests[0].cookie.clone(), guests[1].cookie.clone()] {
        let mut thief = server.guest();
        thief.cookie = cookie;
        assert_eq!(thief.post("/api/me/claim", &json!({ "token": token })).await.status, 403);
    }
}

/// Signatures were not always HMACs. Somebody who comes back after an update is still the same person, and gets a new cookie.
#[tokio::test]
async fn a_cookie_signed_the_old_way_is_good_and_replaced() {
    let file = std::env::temp_dir().join(format!("sanguis-test-{}.db", house::seal::fresh_id()));
    let store = AnyStore::open(&Place::Sqlite(file.clone())).await.unwrap();
    store.house_value("seal", &[1; 32]).await.unwrap();
    drop(store);
    let server = Server::on(config(), file).await;
    let old = "sanguis=ann.tz9wdkvmhkws38nnbzjsnu2mgfztycku";
    let (mut guest, set) = with_cookie(&server, old).await;
    let set = set.expect("a new cookie");
    assert!(set.starts_with("sanguis=ann.") && !set.starts_with(old), "{set}");
    assert_eq!(id(&mut guest).await, "ann");
    let (_, again) = with_cookie(&server, set.split(';').next().unwrap()).await;
    assert_eq!(again, None, "the new one stays");
}

#[tokio::test]
async fn over_tls_a_cookie_has_a_name_that_neighbours_cannot_set() {
    let public_url = "https://games.example.org".to_owned();
    let server = Server::with(house::config::Config { public_url, ..config() }).await;
    let mut guest = server.guest();
    let reply = guest.get("/api/me").await;
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-sanguis=") && cookie.contains("; Secure"), "{cookie}");
    for name in ["strict-transport-security", "cross-origin-resource-policy", "permissions-policy"] {
        assert!(reply.header(name).is_some(), "{name}");
    }
    let me = reply.ok()["id"].clone();
    assert_eq!(id(&mut guest).await, me);
    // One from before is still good, and replaced.
    let plain = guest.cookie.clone().unwrap().replace("__Host-", "");
    let (mut old, set) = with_cookie(&server, &plain).await;
    assert!(set.unwrap().starts_with("__Host-sanguis="));
    assert_eq!(id(&mut old).await, me);
    // A page that points its own name at the house is not the house.
    let headers = "Content-Type: application/json\r\nOrigin: http://evil.example\r\n";
    let say = format!(
        "POST /api/me/link HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n{headers}Content-Length: 2\r\n\r\n{{}}"
    );
    let answer = crate::client::raw(server.address, say.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}
