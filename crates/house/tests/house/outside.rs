//! Bots from outside play by their stream.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::client::{Guest, NEVER, whole};
use crate::games::Lots;
use crate::server::Server;

/// Opens a stream and gives what begins with `prefix` in each line. Keeps what it heard.
pub(crate) struct Lines {
    reader: BufReader<TcpStream>,
    prefix: &'static str,
    pub(crate) heard: Vec<String>,
    /// The last frame, with the changes since.
    frame: Value,
}

impl Lines {
    pub(crate) async fn open(guest: &Guest, path: &str, prefix: &'static str) -> Lines {
        let mut stream = TcpStream::connect(guest.address).await.unwrap();
        let identity = match (&guest.token, &guest.cookie) {
            (Some(token), _) => format!("Authorization: Bearer {token}"),
            (None, cookie) => format!("Cookie: {}", cookie.clone().unwrap_or_default()),
        };
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{identity}\r\n\r\n", guest.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        Lines { reader: BufReader::new(stream), prefix, heard: Vec::new(), frame: Value::Null }
    }

    pub(crate) async fn next(&mut self) -> Value {
        timeout(NEVER, self.read()).await.expect("more than empty lines")
    }

    async fn read(&mut self) -> Value {
        loop {
            let mut line = String::new();
            let read = self.reader.read_line(&mut line).await.unwrap();
            assert!(read > 0, "the house hung up");
            if let Some(text) = line.strip_prefix(self.prefix).filter(|text| text.starts_with('{')) {
                self.heard.push(text.to_owned());
                return whole(&mut self.frame, text);
            }
        }
    }
}

/// Plays one game by the stream; gives its last line.
async fn play(mut bot: Guest, game: &'static str, seed: u64) -> Value {
    let mut lines = Lines::open(&bot, "/api/bot/stream", "").await;
    let mut lots = Lots::new(seed);
    loop {
        let line = lines.next().await;
        match line["type"].as_str().unwrap() {
            "start" => assert_eq!(line["game"], game),
            "ask" => {
                assert!(line["text"].as_str().unwrap().len() > 20);
                assert!(line["observation"].is_object());
                // A bot that the game does not wait for mostly lets the moment pass.
                if line["waited_on"] != true && lots.below(4) > 0 {
                    continue;
                }
                let options = line["options"].as_array().unwrap();
                let code = &options[lots.below(options.len())]["code"];
                let path = format!("/api/bot/tables/{}/move", line["table"].as_str().unwrap());
                let answer = json!({ "revision": line["revision"], "code": code });
                let reply = bot.post(&path, &answer).await;
                let late = reply.status == 409
                    && matches!(&reply.json()["kind"], kind if kind == "stale" || kind == "over");
                assert!(reply.status == 200 || late, "{reply:?}");
            }
            "end" => return line,
            other => panic!("{other}: {line}"),
        }
    }
}

/// Bots with accounts of their own, and their chairs.
pub(crate) async fn accounts(server: &Server, host: &mut Guest, count: usize) -> (Vec<Guest>, Vec<Value>) {
    let (mut bots, mut chairs) = (Vec::new(), Vec::new());
    for number in 0..count {
        let name = format!("Clank {number}");
        let account = host.post("/api/bots", &json!({ "name": name })).await.ok();
        chairs.push(json!({ "kind": "outside", "id": account["id"] }));
        let mut bot = server.guest();
        bot.token = account["token"].as_str().map(str::to_owned);
        assert_eq!(bot.get("/api/me").await.ok()["name"], name);
        bots.push(bot);
    }
    (bots, chairs)
}

async fn whole_game(game: &'static str, options: Value) {
    let server = Server::start().await;
    let mut host = server.guest();
    let seats = options["players"].as_u64().unwrap() as usize;
    let (bots, chairs) = accounts(&server, &mut host, seats).await;
    let mut playing = JoinSet::new();
    for (bot, seed) in bots.into_iter().zip(1..) {
        playing.spawn(play(bot, game, seed));
    }
    let wish = json!({ "game": game, "options": options, "chairs": chairs, "start": true });
    let table = host.post("/api/tables", &wish).await.ok();
    assert_eq!(table["stage"], "playing");
    // In the order of their ends, so that one that fails is heard before the others wait for it in vain.
    while let Some(end) = playing.join_next().await {
        let end = end.unwrap();
        assert_eq!(end["table"], table["id"]);
        assert_eq!(end["outcome"]["placings"].as_array().unwrap().len(), seats);
    }
    let record = host.get(&format!("/api/tables/{}/record", table["id"].as_str().unwrap())).await;
    shelf::find(game).unwrap().game.verify(&record.body).unwrap_or_else(|refusal| panic!("{refusal}"));
}

#[tokio::test]
async fn outside_bots_play_a_whole_game_of_blood_bound() {
    whole_game("blood-bound", json!({ "players": 6 })).await;
}

#[tokio::test]
async fn outside_bots_play_a_whole_game_of_bloodlust() {
    whole_game("bloodlust", json!({ "players": 3 })).await;
}

#[tokio::test]
async fn outside_bots_play_a_whole_game_of_bloodstones() {
    whole_game("bloodstones", json!({ "players": 2 })).await;
}

#[tokio::test]
async fn outside_bots_play_a_whole_game_of_bloodwood() {
    whole_game("bloodwood", json!({ "players": 5, "rounds": 8 })).await;
}

#[tokio::test]
async fn outside_bots_play_a_whole_game_of_kings_blood() {
    whole_game("kings-blood", json!({ "players": 4 })).await;
}

/// A game that is over before a bot has noticed that it sits there: it hears of its beginning and end all the same.
#[tokio::test]
async fn a_bot_hears_of_a_game_that_others_have_ended() {
    let server = Server::start().await;
    let mut host = server.guest();
    let (bots, chairs) = accounts(&server, &mut host, 1).await;
    let mut lines = Lines::open(&bots[0], "/api/bot/stream", "").await;
    let chairs = json!([{ "kind": "you" }, chairs[0]]);
    let wish = json!({ "game": "bloodlust", "options": { "players": 2 }, "chairs": chairs, "start": true });
    let table = host.post("/api/tables", &wish).await.ok();
    let id = table["id"].as_str().unwrap();
    host.act(id, "stop", json!({ "act": "cancel" })).await.ok();
    let first = lines.next().await;
    assert_eq!((&first["type"], &first["table"]), (&json!("start"), &table["id"]));
    loop {
        // A question may have come before the end.
        let next = lines.next().await;
        if next["type"] == "end" {
            break assert_eq!(next["table"], table["id"]);
        }
    }
}

#[tokio::test]
async fn a_bot_account_is_nobody_without_its_token() {
    let server = Server::start().await;
    let mut host = server.guest();
    let (mut bots, chairs) = accounts(&server, &mut host, 3).await;
    assert_eq!(host.get("/api/bots").await.ok().as_array().unwrap().len(), 3);
    let id = chairs[0]["id"].as_str().unwrap();
    host.request("DELETE", &format!("/api/bots/{id}"), "", "").await.ok();
    assert_eq!(bots[0].get("/api/me").await.status, 403);
    assert_eq!(bots[1].get("/api/me").await.status, 200);
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
