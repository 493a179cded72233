//! Bots from outside play by their stream.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::{Guest, NEVER};
use crate::games::Lots;
use crate::server::Server;

/// Opens a stream and gives what begins with `prefix` in each line.
struct Lines {
    reader: BufReader<TcpStream>,
    prefix: &'static str,
}

impl Lines {
    async fn open(guest: &Guest, path: &str, prefix: &'static str) -> Lines {
        let mut stream = TcpStream::connect(guest.address).await.unwrap();
        let identity = match (&guest.token, &guest.cookie) {
            (Some(token), _) => format!("Authorization: Bearer {token}"),
            (None, cookie) => format!("Cookie: {}", cookie.clone().unwrap_or_default()),
        };
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{identity}\r\n\r\n", guest.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        Lines { reader: BufReader::new(stream), prefix }
    }

    async fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            let read = timeout(NEVER, self.reader.read_line(&mut line)).await.expect("a line").unwrap();
            assert!(read > 0, "the house hung up");
            if let Some(text) = line.strip_prefix(self.prefix).filter(|text| text.starts_with('{')) {
                return serde_json::from_str(text).unwrap();
            }
        }
    }
}

/// Plays one game by the stream; gives its last line.
async fn play(mut bot: Guest, seed: u64) -> Value {
    let mut lines = Lines::open(&bot, "/api/bot/stream", "").await;
    let mut lots = Lots::new(seed);
    loop {
        let line = lines.next().await;
        match line["type"].as_str().unwrap() {
            "start" => assert_eq!(line["game"], "bloodlust"),
            "ask" if line["waited_on"] == true => {
                assert!(line["text"].as_str().unwrap().len() > 20);
                assert!(line["observation"].is_object());
                let options = line["options"].as_array().unwrap();
                let code = &options[lots.below(options.len())]["code"];
                let path = format!("/api/bot/tables/{}/move", line["table"].as_str().unwrap());
                let answer = json!({ "revision": line["revision"], "code": code });
                let reply = bot.post(&path, &answer).await;
                assert!(reply.status == 200 || reply.json()["kind"] == "stale", "{reply:?}");
            }
            "ask" => {}
            _ => return line,
        }
    }
}

#[tokio::test]
async fn outside_bots_play_a_whole_game() {
    let server = Server::start().await;
    let mut host = server.guest();
    let (mut chairs, mut bots) = (Vec::new(), Vec::new());
    for name in ["Clank", "Whirr", "Tick"] {
        let account = host.post("/api/bots", &json!({ "name": name })).await.ok();
        chairs.push(json!({ "kind": "outside", "id": account["id"] }));
        let mut bot = server.guest();
        bot.token = account["token"].as_str().map(str::to_owned);
        assert_eq!(bot.get("/api/me").await.ok()["name"], *name);
        bots.push(bot);
    }
    assert_eq!(host.get("/api/bots").await.ok().as_array().unwrap().len(), 3);
    let playing: Vec<_> =
        bots.iter().cloned().zip(1..).map(|(bot, seed)| tokio::spawn(play(bot, seed))).collect();
    let wish = json!({ "game": "bloodlust", "options": { "players": 3 }, "chairs": chairs, "start": true });
    let table = host.post("/api/tables", &wish).await.ok();
    assert_eq!(table["stage"], "playing");
    for bot in playing {
        let end = bot.await.unwrap();
        assert_eq!((&end["type"], &end["table"]), (&json!("end"), &table["id"]));
        assert_eq!(end["outcome"]["placings"].as_array().unwrap().len(), 3);
    }
    // Without its token it is nobody.
    let id = chairs[0]["id"].as_str().unwrap();
    host.request("DELETE", &format!("/api/bots/{id}"), "", "").await.ok();
    assert_eq!(bots[0].get("/api/me").await.status, 403);
    assert_eq!(host.get("/api/bot/stream").await.status, 403);
}

#[tokio::test]
async fn a_table_is_followed_by_server_sent_events() {
    let server = Server::start().await;
    let (table, mut guests) =
        crate::games::gather(&server, "bloodlust", json!({ "players": 2 }), json!({})).await;
    let mut events = Lines::open(&guests[0], &format!("/api/tables/{table}/stream"), "data: ").await;
    let first = events.next().await;
    assert_eq!((&first["type"], &first["table"]["you"]), (&json!("frame"), &json!(1)));
    guests[1].command(&table, json!({ "type": "say", "id": "1", "text": "hi" })).await.ok();
    loop {
        let next = events.next().await;
        if next["talk"]["items"][0]["text"] == "hi" {
            break;
        }
    }
}
