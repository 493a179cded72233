//! Whole games of all five over the protocol.

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Guest, Socket, is_my_turn};
use crate::server::Server;

/// Numbers that look random and are the same every time.
pub(crate) struct Lots(u64);

impl Lots {
    pub(crate) fn new(seed: u64) -> Lots {
        Lots(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count.max(1)
    }
}

/// A table of people, started: the host's first.
pub(crate) async fn gather(server: &Server, game: &str, options: Value, more: Value) -> (String, Vec<Guest>) {
    let players = options["players"].as_u64().unwrap() as usize;
    let mut wish = json!({ "game": game, "options": options });
    wish.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    let mut host = server.guest();
    let table = host.post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    let mut guests = vec![host];
    for number in 1..players {
        let mut guest = server.guest();
        let join = json!({ "act": "join", "contribution": format!("guest {number}") });
        assert_eq!(guest.act(&table, "join", join).await.status, 200);
        guests.push(guest);
    }
    assert_eq!(guests[0].act(&table, "start", json!({ "act": "start" })).await.status, 200);
    (table, guests)
}

/// Plays anything legal until the game is over; gives every byte it was sent.
pub(crate) async fn play_out(mut socket: Socket, mut lots: Lots) -> Vec<String> {
    let mut count = 0;
    loop {
        let Some(news) = socket.next().await else { panic!("the house hung up") };
        match news["type"].as_str().unwrap() {
            "bare" | "lean" | "frame" => {}
            "done" => continue,
            "refused" => {
                assert_eq!(news["kind"], "stale", "{news}");
                continue;
            }
            other => panic!("{other}: {news}"),
        }
        let stage = if news["type"] == "frame" { &news["table"]["stage"] } else { &news["stage"] };
        if stage == "finished" {
            return socket.bytes;
        }
        let options = match news["type"].as_str() {
            Some("frame") => &news["view"]["options"],
            Some("lean") => &news["options"],
            _ => &news["codes"],
        };
        let options = options.as_array().cloned().unwrap_or_default();
        if is_my_turn(&news) && !options.is_empty() {
            count += 1;
            let option = &options[lots.below(options.len())];
            let code = option.get("code").unwrap_or(option);
            let play = json!({ "type": "play", "id": count.to_string(), "revision": news["revision"], "code": code });
            socket.send(&play).await;
        }
    }
}

async fn whole_game(game: &str, options: Value) {
    let server = Server::start().await;
    let (table, mut guests) = gather(&server, game, options, json!({})).await;
    let mut seats = JoinSet::new();
    for (number, guest) in guests.iter().enumerate() {
        let socket = guest.socket(&table, ["?lean=1", "?lean=2"][number % 2]).await;
        seats.spawn(play_out(socket, Lots::new(number as u64 + 1)));
    }
    while let Some(done) = seats.join_next().await {
        done.unwrap();
    }
    let record = guests[0].get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.status, 200);
    let finished =
        shelf::find(game).unwrap().game.verify(&record.body).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(finished.outcome().is_some());
    let fairness = guests[1].get(&format!("/api/tables/{table}/fairness")).await.ok();
    assert!(fairness["secret"].is_string());
    assert_eq!(fairness["contributions"][1], "guest 1");
}

#[tokio::test]
async fn blood_bound_is_played_to_the_end() {
    whole_game("blood-bound", json!({ "players": 6 })).await;
}

#[tokio::test]
async fn bloodlust_is_played_to_the_end() {
    whole_game("bloodlust", json!({ "players": 4 })).await;
}

#[tokio::test]
async fn bloodstones_is_played_to_the_end() {
    whole_game("bloodstones", json!({ "players": 2 })).await;
}

#[tokio::test]
async fn bloodwood_is_played_to_the_end() {
    whole_game("bloodwood", json!({ "players": 5, "rounds": 8 })).await;
}

#[tokio::test]
async fn kings_blood_is_played_to_the_end() {
    whole_game("kings-blood", json!({ "players": 4 })).await;
}

/// One person against bots of the house, with whole frames.
#[tokio::test]
async fn a_quick_table_is_played_against_bots() {
    let server = Server::start().await;
    for game in ["bloodlust", "blood-bound"] {
        let mut guest = server.guest();
        let info = guest.post("/api/tables/quick", &json!({ "game": game, "level": "easy" })).await.ok();
        assert_eq!(info["stage"], "playing");
        assert_eq!(info["you"], 1);
        let socket = guest.socket(info["id"].as_str().unwrap(), "").await;
        play_out(socket, Lots::new(7)).await;
    }
}

/// Pages ask for the list of games at every load and need it only once.
#[tokio::test]
async fn the_list_of_games_is_sent_once() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let first = guest.get("/api/games").await;
    let tag = first.header("etag").expect("a tag").to_owned();
    assert_eq!(first.ok().as_array().map(Vec::len), Some(5));
    let again = guest.request("GET", "/api/games", &format!("If-None-Match: {tag}\r\n"), "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(guest.request("GET", "/api/games", "If-None-Match: W/\"old\"\r\n", "").await.status, 200);
}
