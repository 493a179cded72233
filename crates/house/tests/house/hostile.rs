//! Input that means no good: refused or cut off, and nobody else notices.

use std::time::Duration;

use futures_util::SinkExt;
use house::config::Config;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{NEVER, raw};
use crate::games::gather;
use crate::server::{Server, config};

#[tokio::test]
async fn requests_that_make_no_sense_are_refused_in_a_sentence() {
    let server = Server::start().await;
    let mut guest = server.guest();
    guest.get("/api/me").await;
    let kind = "Content-Type: application/json\r\n";
    for (path, body, status) in [
        ("/api/tables", "", 400),
        ("/api/tables", "{", 400),
        ("/api/tables", "[]", 400),
        ("/api/tables", "{\"game\":\"chess\",\"options\":{\"players\":2}}", 400),
        ("/api/tables", "{\"game\":\"bloodlust\",\"options\":{\"players\":99}}", 400),
        ("/api/tables", "{\"game\":\"bloodlust\",\"options\":{\"players\":3},\"evil\":1}", 400),
        ("/api/tables/quick", "{\"game\":\"bloodlust\",\"players\":4000000000}", 400),
        ("/api/tables/quick", "{\"game\":\"bloodlust\",\"level\":\"god\"}", 400),
        ("/api/tables/nowhere/commands", "{\"type\":\"say\",\"id\":\"1\",\"text\":\"x\"}", 404),
        ("/api/nothing", "{}", 404),
    ] {
        let reply = guest.request("POST", path, kind, body).await;
        assert_eq!(reply.status, status, "{path} {body}: {reply:?}");
        let kind = if status == 404 { "missing" } else { "malformed" };
        assert_eq!(reply.json()["kind"], kind, "{path} {body}: {reply:?}");
        assert!(reply.json()["reason"].as_str().unwrap().ends_with('.'), "{reply:?}");
    }
    let form = guest.request("POST", "/api/tables", "Content-Type: text/plain\r\n", "{}").await;
    assert_eq!(form.status, 400);
    let huge = "x".repeat(300 << 10);
    assert_eq!(guest.request("POST", "/api/tables", kind, &huge).await.status, 400);
    for path in ["/../Cargo.toml", "/assets/../../secret.js", "/%2e%2e/x.js", "/nothing.js"] {
        assert_eq!(guest.get(path).await.status, 404, "{path}");
    }
    assert!(raw(server.address, b"NONSENSE\r\n\r\n").await.starts_with("HTTP/1.1 400"));
    assert_eq!(guest.get("/healthz").await.body, "ok\n");
}

#[tokio::test]
async fn other_sites_can_neither_act_nor_connect() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let headers = |origin: &str| format!("Content-Type: application/json\r\nOrigin: {origin}\r\n");
    let say = "{\"type\":\"say\",\"id\":\"1\",\"text\":\"x\"}";
    let path = format!("/api/tables/{table}/commands");
    for origin in ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(guests[0].request("POST", &path, &headers(origin), say).await.status, 403, "{origin}");
        assert!(guests[0].try_socket(&table, "", Some(origin)).await.is_err(), "{origin}");
    }
    let site = "Content-Type: application/json\r\nSec-Fetch-Site: cross-site\r\n";
    assert_eq!(guests[0].request("POST", &path, site, say).await.status, 403);
    let own = format!("http://{}", server.address);
    assert_eq!(guests[0].request("POST", &path, &headers(&own), say).await.status, 200);
    assert!(guests[0].try_socket(&table, "", Some(&own)).await.is_ok());
}

#[tokio::test]
async fn nobody_acts_for_another_seat() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
    let mut stranger = server.guest();
    let frame = guests[0].frame(&table).await;
    let waiting = frame["view"]["waiting"][0].as_u64().unwrap() as usize;
    let mut right = guests[waiting - 1].clone();
    let code = right.frame(&table).await["view"]["options"][0]["code"].clone();
    let play = json!({ "type": "play", "id": "1", "revision": frame["revision"], "code": code });
    assert_eq!(stranger.command(&table, play.clone()).await.json()["kind"], "not-yours");
    assert_eq!(guests[2 - waiting].command(&table, play.clone()).await.json()["kind"], "not-yours");
    let mut robot = server.guest();
    robot.token = Some("abcdefghijklmnopqrstuvwxyz".into());
    assert_eq!(robot.command(&table, play.clone()).await.status, 403);
    assert_eq!(right.command(&table, play).await.status, 200);
}

#[tokio::test]
async fn nonsense_over_a_socket_is_refused_and_then_cut_off() {
    let server = Server::start().await;
    let (table, guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut socket = guests[0].socket(&table, "").await;
    socket.until(|news| news["type"] == "frame").await;
    for text in
        ["", "{", "null", "{\"type\":\"play\"}", "{\"type\":\"play\",\"id\":\"\",\"revision\":1,\"code\":1}"]
    {
        socket.socket.send(Message::text(text)).await.unwrap();
        let news = socket.until(|news| news["type"] == "refused").await;
        assert_eq!(news["kind"], "malformed", "{text}: {news}");
    }
    for code in [0u32, 1, 77, u32::MAX] {
        let play = json!({ "type": "play", "id": code.to_string(), "revision": 4, "code": code });
        socket.ask(&play).await;
    }
    // Too much of it.
    let mut noisy = guests[1].socket(&table, "").await;
    for _ in 0..50 {
        if noisy.socket.send(Message::text("?")).await.is_err() {
            break;
        }
    }
    while let Some(news) = noisy.next().await {
        assert!(news["type"] != "bye" || news.get("again_in").is_none());
    }
    let mut big = guests[1].socket(&table, "").await;
    let _ = big.socket.send(Message::text("x".repeat(64 << 10))).await;
    while big.next().await.is_some() {}
    let mut binary = guests[1].socket(&table, "").await;
    binary.socket.send(Message::binary(vec![0; 9])).await.unwrap();
    while binary.next().await.is_some() {}
    // The first one is still served.
    assert_eq!(socket.ask(&json!({ "type": "say", "id": "s", "text": "still here" })).await["type"], "done");
}

#[tokio::test]
async fn too_many_connections_and_requests_are_turned_away() {
    let server =
        Server::with(Config { connections_per_address: 40, requests_per_second: 5, ..config() }).await;
    let mut held = Vec::new();
    for _ in 0..40 {
        held.push(TcpStream::connect(server.address).await.unwrap());
    }
    // One more is accepted by the system and hung up on by the house.
    let mut more = TcpStream::connect(server.address).await.unwrap();
    let mut nothing = Vec::new();
    tokio::time::timeout(NEVER, more.read_to_end(&mut nothing)).await.unwrap().unwrap_or(0);
    assert!(nothing.is_empty());
    drop(held);
    let mut guest = server.guest();
    let mut replies = Vec::new();
    for _ in 0..60 {
        replies.push(guest.get("/api/me").await);
    }
    assert!(replies.iter().any(|reply| reply.status == 200), "{replies:?}");
    let busy = replies.iter().find(|reply| reply.status == 429).expect("a request too many");
    assert_eq!(busy.json()["kind"], "busy");
}

/// A client that never reads is cut off after a while; until then it costs the others nothing.
#[tokio::test]
async fn a_client_that_does_not_read_holds_up_nobody() {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut sleepers = Vec::new();
    for _ in 0..20 {
        let stream = sleeper(&server, &table, guests[1].cookie.as_ref().unwrap()).await;
        sleepers.push(stream);
    }
    let mut socket = guests[0].socket(&table, "").await;
    for number in 0..200 {
        let act = if number % 2 == 0 { "sit-out" } else { "return" };
        let command = json!({ "type": "table", "id": number.to_string(), "do": { "act": act } });
        let begin = std::time::Instant::now();
        socket.ask(&command).await;
        assert!(begin.elapsed() < Duration::from_secs(5));
    }
    assert_eq!(guests[1].frame(&table).await["type"], "frame");
}

/// Connects to a table with a small buffer of its own, says nothing and reads nothing.
async fn sleeper(server: &Server, table: &str, cookie: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4 << 10).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let head = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// Both buffers between the house and the sleeper fill up; from then on it has so much time and no more.
#[tokio::test]
async fn a_reader_that_takes_nothing_is_cut_off_and_one_that_is_late_is_shown_the_last_frame() {
    let server = Server::with(Config { reader_patience: 300, ..config() }).await;
    let (table, mut guests) = gather(&server, "bloodstones", json!({ "players": 2 }), json!({})).await;
    let mut sleeper = sleeper(&server, &table, guests[1].cookie.as_ref().unwrap()).await;
    let mut socket = guests[0].socket(&table, "").await;
    let here = |news: &serde_json::Value, here: bool| {
        news["type"] == "frame" && news["table"]["chairs"][1]["present"] == here
    };
    socket.until(|news| here(news, true)).await;
    // Everybody at the table sees that the sleeper is gone.
    let mut number = 0;
    loop {
        number += 1;
        let act = if number % 2 == 1 { "cancel" } else { "go-on" };
        socket.send(&json!({ "type": "table", "id": number.to_string(), "do": { "act": act } })).await;
        let frame = socket.until(|news| news["type"] == "frame").await;
        if here(&frame, false) {
            break;
        }
    }
    let metrics = guests[0].get("/metrics").await.body;
    assert!(metrics.contains("sanguis_cut_off_total 1\n"), "{metrics}");
    // It can read what was sent before, and then the end.
    let mut rest = Vec::new();
    let _ = tokio::time::timeout(NEVER, sleeper.read_to_end(&mut rest)).await.expect("an end");
    assert!(rest.starts_with(b"HTTP/1.1 101"));
    // One that reads at last is not cut off, and what it sees last is the table as it is.
    let mut late = guests[1].socket(&table, "").await;
    for number in 0..100 {
        let act = if number % 2 == 0 { "cancel" } else { "go-on" };
        let command = json!({ "type": "table", "id": format!("late {number}"), "do": { "act": act } });
        assert_eq!(socket.ask(&command).await["type"], "done");
    }
    let last = guests[0].frame(&table).await["revision"].clone();
    late.until(|news| news["revision"] == last).await;
}

/// Tokens, links and cookies open what they were made for and nothing else.
#[tokio::test]
async fn a_token_of_another_seat_opens_nothing() {
    let server = Server::start().await;
    let mut host = server.guest();
    let (mut bots, mut chairs) = (Vec::new(), vec![json!({ "kind": "you" }), json!({ "kind": "invited" })]);
    for name in ["Clank", "Whirr"] {
        let account = host.post("/api/bots", &json!({ "name": name })).await.ok();
        chairs.push(json!({ "kind": "outside", "id": account["id"] }));
        let mut bot = server.guest();
        bot.token = account["token"].as_str().map(str::to_owned);
        bots.push(bot);
    }
    // None of these may look at cards first: all four are asked at the same time, and the same.
    let options = json!({ "players": 4, "vampires": ["Felicity", "Drago", "Jake", "Luther"] });
    let wish = json!({ "game": "bloodlust", "options": options, "chairs": chairs });
    let table = host.post("/api/tables", &wish).await.ok();
    let link = table["invites"][0]["path"].as_str().unwrap().strip_prefix("/join/").unwrap().to_owned();
    let table = table["id"].as_str().unwrap().to_owned();
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": [{ "kind": "you" }, { "kind": "invited" }] });
    let other = host.post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    // The link to one table opens no chair at another, and a chair once.
    let mut guest = server.guest();
    let join = json!({ "act": "join", "invite": link });
    assert_eq!(guest.act(&other, "1", join.clone()).await.status, 403);
    assert_eq!(guest.act(&table, "2", join.clone()).await.status, 200);
    assert_eq!(server.guest().act(&table, "3", join).await.status, 403);
    host.act(&table, "start", json!({ "act": "start" })).await.ok();
    // Clank's answer under Whirr's token is Whirr's answer, and a stranger's is nobody's.
    let frame = bots[0].frame(&table).await;
    let answer = json!({ "revision": frame["revision"], "code": frame["view"]["options"][0]["code"] });
    let path = format!("/api/bot/tables/{table}/move");
    assert_eq!(server.guest().post(&path, &answer).await.json()["kind"], "not-yours");
    assert_eq!(bots[1].post(&path, &answer).await.status, 200);
    assert_eq!(
        bots[0].frame(&table).await["view"]["options"],
        frame["view"]["options"],
        "Clank is still asked"
    );
    assert_eq!(bots[0].post(&path, &answer).await.status, 200);
    // A token sent along with somebody's cookie does not make it theirs; a token that was taken away is worth nothing.
    let id = chairs[2]["id"].as_str().unwrap();
    host.request("DELETE", &format!("/api/bots/{id}"), "", "").await.ok();
    assert_eq!(bots[0].post(&path, &answer).await.status, 403);
    bots[0].cookie = host.cookie.clone();
    assert_eq!(bots[0].get("/api/me").await.status, 403);
}

#[tokio::test]
async fn a_thousand_connections_disturb_nobody() {
    let server = Server::with(Config { connections: 300, ..config() }).await;
    let (table, guests) = gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut socket = guests[0].socket(&table, "").await;
    let mut crowd = Vec::new();
    for number in 0..1000 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        // Some say nothing, some say half of something.
        if number % 2 == 0 {
            let _ = stream.write_all(b"GET /api/me HTTP/1.1\r\nHost: x\r\nCoo").await;
        }
        crowd.push(stream);
    }
    let say = json!({ "type": "say", "id": "s", "text": "still here" });
    assert_eq!(socket.ask(&say).await["type"], "done");
    // Those that were too many have been hung up on.
    let mut hung_up = 0;
    for stream in crowd.iter_mut().rev().take(600) {
        let mut byte = [0];
        let end = tokio::time::timeout(NEVER, stream.read(&mut byte)).await.expect("an end");
        hung_up += usize::from(matches!(end, Ok(0) | Err(_)));
    }
    assert_eq!(hung_up, 600);
    drop(crowd);
    let mut guest = guests[1].clone();
    loop {
        // The house notices a little later that they have gone.
        let mut probe = TcpStream::connect(server.address).await.unwrap();
        let head = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
        let _ = probe.write_all(head.as_bytes()).await;
        let mut reply = String::new();
        if probe.read_to_string(&mut reply).await.is_ok() && reply.contains("200 OK") {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(guest.frame(&table).await["table"]["stage"], "playing");
}

#[tokio::test]
async fn a_revoked_bot_is_cut_off_and_a_bot_is_seated_by_its_owner_alone() {
    let server = Server::start().await;
    let (mut owner, mut stranger) = (server.guest(), server.guest());
    let account = owner.post("/api/bots", &json!({ "name": "Clank" })).await.ok();
    let chairs = json!([{ "kind": "you" }, { "kind": "outside", "id": account["id"] }]);
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": chairs, "start": true });
    let refused = stranger.post("/api/tables", &wish).await;
    assert_eq!((refused.status, refused.json()["kind"].as_str()), (403, Some("not-yours")));
    let table = owner.post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    let mut bot = server.guest();
    bot.token = account["token"].as_str().map(str::to_owned);
    let mut socket = bot.socket(&table, "?lean=1").await;
    socket.until(|news| news["type"] == "lean").await;
    owner.request("DELETE", &format!("/api/bots/{}", account["id"].as_str().unwrap()), "", "").await.ok();
    let bye = socket.until(|news| news["type"] == "bye").await;
    assert!(bye.get("again_in").is_none() && bye["reason"].as_str().unwrap().contains("not valid"), "{bye}");
    while socket.next().await.is_some() {}
}

#[tokio::test]
async fn keys_for_web_push_have_a_length() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let browser =
        |key: &str| json!({ "endpoint": "https://push.example/1", "keys": { "p256dh": key, "auth": "a" } });
    assert_eq!(guest.post("/api/me/push", &browser(&"x".repeat(240_000))).await.status, 400);
    assert_eq!(guest.post("/api/me/push", &browser(&"x".repeat(88))).await.status, 200);
}

/// Clients that ask for much and read nothing hold their places until the house has lost patience, and no longer.
#[tokio::test]
async fn an_answer_that_nobody_reads_is_given_up() {
    let server = Server::with(Config { reader_patience: 300, connections: 3, ..config() }).await;
    let healthy = async || {
        raw(server.address, b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n").await.contains("200 OK")
    };
    let mut sleepers = Vec::new();
    for _ in 0..3 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4 << 10).unwrap();
        let mut sleeper = socket.connect(server.address).await.unwrap();
        let ask = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200);
        sleeper.write_all(ask.as_bytes()).await.unwrap();
        sleepers.push(sleeper);
    }
    let freed = async {
        while !healthy().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(NEVER, freed).await.expect("their places back");
}

/// The same for somebody who sends a request that never ends, and for a stream of events that nobody reads.
#[tokio::test]
async fn endless_requests_and_unread_streams_are_given_up() {
    let server = Server::with(Config { reader_patience: 200, mcp: true, ..config() }).await;
    let (table, mut guests) = gather(&server, "bloodstones", json!({ "players": 2 }), json!({})).await;
    let account = guests[0].post("/api/bots", &json!({ "name": "Clank" })).await.ok();
    let token = format!("Authorization: Bearer {}\r\n", account["token"].as_str().unwrap());
    for (path, more) in [("/api/tables", ""), ("/mcp", &*token)] {
        let mut slow = TcpStream::connect(server.address).await.unwrap();
        let kind = "Content-Type: application/json\r\nContent-Length: 99";
        let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\n{more}{kind}\r\n\r\n{{");
        slow.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        tokio::time::timeout(NEVER, slow.read_exact(&mut answer)).await.expect("an answer").unwrap();
        assert_eq!(&answer, b"HTTP/1.1 400", "{path}");
    }
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4 << 10).unwrap();
    let mut sleeper = socket.connect(server.address).await.unwrap();
    let cookie = guests[1].cookie.clone().unwrap();
    let head = format!("GET /api/tables/{table}/stream HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n");
    sleeper.write_all(head.as_bytes()).await.unwrap();
    let mut watching = guests[0].socket(&table, "").await;
    let here = |news: &serde_json::Value, here: bool| {
        news["type"] == "frame" && news["table"]["chairs"][1]["present"] == here
    };
    watching.until(|news| here(news, true)).await;
    let gone = async {
        for number in 0.. {
            let act = if number % 2 == 0 { "cancel" } else { "go-on" };
            watching.send(&json!({ "type": "table", "id": number.to_string(), "do": { "act": act } })).await;
            let frame = watching.until(|news| news["type"] == "frame").await;
            if here(&frame, false) {
                break;
            }
        }
    };
    tokio::time::timeout(NEVER, gone).await.expect("its place back");
    assert_eq!(guests[0].frame(&table).await["table"]["stage"], "playing");
}

#[tokio::test]
async fn a_house_whose_store_fails_says_so() {
    let server = Server::start().await;
    let mut guest = server.guest();
    assert_eq!(guest.get("/healthz").await.status, 200);
    rusqlite::Connection::open(&server.file).unwrap().execute_batch("DROP TABLE house").unwrap();
    // The last answer is good for a second.
    while guest.get("/healthz").await.status == 200 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(guest.get("/healthz").await.status, 503);
}

#[tokio::test]
async fn authorization_for_a_proxy_is_not_a_token() {
    let server = Server::start().await;
    let mut guest = server.guest();
    assert_eq!(guest.request("GET", "/api/me", "Authorization: Basic YTpi\r\n", "").await.status, 200);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_on_the_machine_can_read_the_store_or_a_backup() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::start().await;
    server.guest().get("/api/me").await;
    let store = house::store::Sqlite::open(&server.file).unwrap();
    let copy = server.file.with_extension("backup");
    store.copy_to(&copy).await.unwrap();
    for file in [&server.file, &server.file.with_extension("db-wal"), &copy] {
        let mode = std::fs::metadata(file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
    std::fs::remove_file(copy).unwrap();
}
