//! Nothing hidden from a viewer is ever in a byte sent to it: every route and frame, every game, every observer; log and metrics.
//!
//! Three ways to be caught. What others were told and this viewer was not ([`knowledge`](crate::knowledge)) is looked for in all
//! that it is sent, over every route and stream. What it is sent about the game must be exactly what follows from its own
//! observation, computed here from the log. And all bytes are searched for canaries: the secret of the shuffle, the hashes
//! of hidden states, other people's cookies, and tokens.

use std::io::Write;
use std::sync::{Arc, Mutex};

use hosting::{Entry, LogEvent};
use hosting::{MatchLog, Past};
use house::store::{AnyStore, Place};
use serde_json::{Value, json};
use table::{Observer, Seat};
use tracing_subscriber::filter::LevelFilter;

use crate::client::{Guest, Socket, is_my_turn};
use crate::games::Lots;
use crate::knowledge::{Knowledge, Pieces, leak};
use crate::outside::Lines;
use crate::server::Server;

/// Everything the house has ever logged, whatever the level.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn logged() -> &'static Logged {
    static LOG: std::sync::OnceLock<Logged> = std::sync::OnceLock::new();
    LOG.get_or_init(|| {
        let log = Logged::default();
        let writer = log.clone();
        tracing_subscriber::fmt()
            .with_max_level(LevelFilter::TRACE)
            .with_writer(move || writer.clone())
            .init();
        log
    })
}

/// Somebody who looks at a table, with every byte they were sent.
struct Watcher {
    guest: Guest,
    observer: Observer,
    /// A socket with whole frames, and one without scenes.
    sockets: Vec<Socket>,
    /// Server-sent events, and for a bot from outside its stream.
    streams: Vec<Lines>,
    /// What is still to be searched.
    bytes: Vec<String>,
    /// All that it was ever sent.
    past: String,
}

impl Watcher {
    async fn arrive(mut guest: Guest, observer: Observer, table: &str) -> Watcher {
        guest.get("/api/me").await;
        let mut streams = vec![Lines::open(&guest, &format!("/api/tables/{table}/stream"), "data: ").await];
        if guest.token.is_some() {
            streams.push(Lines::open(&guest, "/api/bot/stream", "").await);
        }
        let mut sockets = Vec::new();
        for query in ["", "?lean=1", "?lean=2"] {
            sockets.push(guest.socket(table, query).await);
        }
        Watcher { guest, observer, sockets, streams, bytes: Vec::new(), past: String::new() }
    }

    /// Asks for everything there is to ask for. Gives the present frame.
    async fn look(&mut self, table: &str, step: usize) -> Value {
        let mut frame = Value::Null;
        let paths = [
            "",
            "/frame",
            "/frame?lean=1",
            "/frame?lean=2",
            "/story",
            "/observation",
            "/fairness",
            "/record",
            "/review",
            "/replay/1",
            "/replay/1?eyes=all",
        ];
        for path in paths {
            let reply = self.guest.get(&format!("/api/tables/{table}{path}")).await;
            if path == "/frame" {
                frame = reply.json();
            }
            self.bytes.extend([reply.head, reply.body]);
        }
        for path in
            ["/api/tables?shelf=mine", "/api/tables?shelf=open", "/api/tables?shelf=finished", "/api/me"]
        {
            self.bytes.push(self.guest.get(path).await.body);
        }
        // Refusals are told something, too: too late, out of turn, nonsense.
        for (number, (revision, code)) in
            [(json!(0), 0), (frame["revision"].clone(), 0), (frame["revision"].clone(), 9_999_999)]
                .iter()
                .enumerate()
        {
            let id = format!("wrong {step} {number}");
            let is_option = frame["view"]["options"]
                .as_array()
                .is_some_and(|options| options.iter().any(|option| option["code"] == *code));
            if !is_option {
                let play = json!({ "type": "play", "id": id, "revision": revision, "code": code });
                let body = self.guest.command(table, play).await.body;
                let mut said: Value = serde_json::from_str(&body).unwrap_or(Value::Null);
                // Why a seat that is asked cannot do this is about its own question, and others may be told the same.
                if said["kind"] == "illegal" && is_my_turn(&frame) {
                    said["reason"] = Value::Null;
                }
                self.bytes.push(said.to_string());
            }
        }
        let claim = json!({ "type": "claim", "id": format!("wrong claim {step}"), "code": 9_999_999 });
        self.bytes.push(self.guest.command(table, claim).await.body);
        frame
    }

    /// Hears the streams until they are as far as this.
    async fn hear(&mut self, far: impl Fn(&Value) -> bool) {
        for socket in &mut self.sockets {
            socket.until(&far).await;
            self.bytes.append(&mut socket.bytes);
        }
        while !far(&self.streams[0].next().await) {}
        for stream in &mut self.streams {
            self.bytes.append(&mut stream.heard);
        }
    }

    /// Hears the streams to their end.
    async fn hear_out(&mut self) {
        let over = |news: &Value| {
            let stage = if news["type"] == "frame" { &news["table"]["stage"] } else { &news["stage"] };
            stage == "finished" || stage == "cancelled"
        };
        if let Some(questions) = self.streams.get_mut(1) {
            while questions.next().await["type"] != "end" {}
        }
        self.hear(over).await;
    }

    /// Looks for what was hidden in what was sent since the last time.
    fn search(&mut self, game: &str, hidden: &Pieces) {
        for bytes in self.bytes.drain(..) {
            assert_eq!(leak(hidden, &bytes), None, "{game}: was sent to {:?} in {bytes}", self.observer);
            self.past.push_str(&bytes);
        }
    }
}

async fn log_of(store: &AnyStore, table: &str) -> (Vec<Entry>, MatchLog) {
    let entries = store.entries(table, 0).await.unwrap();
    let log = MatchLog::fold(table, entries.clone(), Past::Whole).unwrap();
    (entries, log)
}

/// What is in the log and nobody may see while the game is on.
fn secrets(entries: &[Entry]) -> Vec<String> {
    let secret = |entry: &Entry| match &entry.what {
        LogEvent::Created { secret, .. } => Some(secret.clone()),
        LogEvent::Played { digest, .. } | LogEvent::Started { digest } => Some(digest.clone()),
        _ => None,
    };
    entries.iter().filter_map(secret).collect()
}

/// A table of people with a bot from outside on its last chair, started. Where a bot of the house sits beside it, nobody talks, since
/// that bot would say something while the others look.
async fn gather_with_bot(server: &Server, game: &str, options: &Value, housed: bool) -> (String, Vec<Guest>) {
    let players = options["players"].as_u64().unwrap() as usize;
    let mut host = server.guest();
    let account = host.post("/api/bots", &json!({ "name": "Clank" })).await.ok();
    let people = players - 1 - usize::from(housed);
    let mut chairs = vec![json!({ "kind": "you" })];
    chairs.resize(people, json!({ "kind": "open" }));
    chairs.push(json!({ "kind": "outside", "id": account["id"] }));
    chairs.resize(players, json!({ "kind": "bot", "level": "easy" }));
    let talk = if housed { "silent" } else { "open" };
    let wish = json!({ "game": game, "options": options, "chairs": chairs, "talk": talk });
    let table = host.post("/api/tables", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    let mut guests = vec![host];
    for _ in 1..people {
        let mut guest = server.guest();
        guest.act(&table, "join", json!({ "act": "join" })).await.ok();
        guests.push(guest);
    }
    guests[0].act(&table, "start", json!({ "act": "start" })).await.ok();
    let mut bot = server.guest();
    bot.token = account["token"].as_str().map(str::to_owned);
    guests.push(bot);
    (table, guests)
}

/// The log, once no bot of the house has to move. What its bots did on the way is noted.
async fn settled(
    store: &AnyStore,
    table: &str,
    people: usize,
    (knowledge, noted): (&mut Knowledge, &mut usize),
) -> MatchLog {
    loop {
        let (entries, log) = log_of(store, table).await;
        for end in *noted..entries.len() {
            let then = MatchLog::fold(table, entries[..end].to_vec(), Past::Whole).unwrap();
            then.game().inspect(|game| knowledge.note(*game));
        }
        *noted = entries.len();
        let now = log.game().unwrap();
        let person = |seat: Seat| seat.index() < people;
        if now.outcome().is_some() || log.waiting().iter().all(person) {
            return log;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
}

/// A game at which everybody's every byte is searched, with these chances.
async fn canary(game: &str, options: Value, steps: usize, seed: u64) {
    let log = logged();
    let server = Server::start().await;
    let housed = seed % 3 == 2;
    let (table, guests) = gather_with_bot(&server, game, &options, housed).await;
    let people = guests.len();
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    let mut knowledge = Knowledge::new(people + usize::from(housed));
    knowledge.is_public(&server.guest().get(&format!("/api/tables/{table}")).await.json());
    let mut watchers = Vec::new();
    let observers = Seat::all(guests.len()).map(Observer::Seat).chain([Observer::Spectator]);
    for (guest, observer) in guests.into_iter().chain([server.guest()]).zip(observers) {
        watchers.push(Watcher::arrive(guest, observer, &table).await);
    }
    let (mut lots, mut noted) = (Lots::new(seed), 1);
    for step in 0..steps {
        let truth = settled(&store, &table, people, (&mut knowledge, &mut noted)).await;
        let now = truth.game().unwrap();
        if now.outcome().is_some() {
            break;
        }
        knowledge.note(now);
        let (mut turn, mut heard) = (None, None);
        for (number, watcher) in watchers.iter_mut().enumerate() {
            let frame = watcher.look(&table, step).await;
            let observer = watcher.observer;
            let view = serde_json::to_value(truth.view(observer)).unwrap();
            assert_eq!(frame["view"], view, "{game}: {observer:?} is sent what follows from its observation");
            let story = serde_json::to_value(truth.story(observer, 0)).unwrap();
            assert_eq!(frame["story"]["items"], story, "{game}: {observer:?} is told what it was told");
            let talk = heard.get_or_insert_with(|| frame["talk"].clone());
            assert_eq!(frame["talk"], *talk, "{game}: everybody hears the same");
            watcher.hear(|news| news["revision"].as_u64() >= frame["revision"].as_u64()).await;
            watcher.search(game, &knowledge.hidden_from(observer));
            if is_my_turn(&frame) {
                turn = turn.or(Some((number, frame)));
            }
        }
        // Somebody says something, true or not, and somebody goes on.
        let speaker = lots.below(watchers.len() - 1);
        let menu = now.menu(Seat::new(speaker)).map_or_else(Vec::new, |menu| menu.sayable);
        if let Some(offer) = menu.get(lots.below(menu.len())) {
            let code = offer.code + offer.choose.map_or(0, |choose| choose.among.bits().into());
            let claim = json!({ "type": "claim", "id": format!("claim {step}"), "code": code });
            watchers[speaker].guest.command(&table, claim).await;
        }
        let undo = watchers[..people]
            .iter_mut()
            .find(|watcher| truth.view(watcher.observer).is_some_and(|view| view.may_undo));
        if let Some(watcher) = undo.filter(|_| lots.below(4) == 0) {
            let undo = json!({ "type": "undo", "id": format!("undo {step}"), "revision": truth.revision() });
            watcher.guest.command(&table, undo).await;
            continue;
        }
        let (number, frame) = turn.expect("somebody's turn");
        let options = frame["view"]["options"].as_array().unwrap();
        let code = &options[lots.below(options.len())]["code"];
        let play =
            json!({ "type": "play", "id": format!("{step}"), "revision": frame["revision"], "code": code });
        let reply = watchers[number].guest.command(&table, play).await;
        assert_eq!(reply.status, 200, "{reply:?}");
    }
    let (entries, truth) = log_of(&store, &table).await;
    let over = truth.game().unwrap().outcome().is_some();
    let secrets = if over { Vec::new() } else { secrets(&entries) };
    knowledge.note(truth.game().unwrap());
    if !over {
        for watcher in watchers.iter_mut().filter(|watcher| watcher.guest.token.is_none()) {
            watcher.guest.act(&table, "stop", json!({ "act": "cancel" })).await;
        }
    }
    let cookies: Vec<String> = watchers.iter().filter_map(|watcher| watcher.guest.cookie.clone()).collect();
    let signatures: Vec<&str> = cookies.iter().filter_map(|cookie| cookie.split('.').nth(1)).collect();
    for watcher in &mut watchers {
        watcher.hear_out().await;
        let hidden = if over { Pieces::new() } else { knowledge.hidden_from(watcher.observer) };
        watcher.search(game, &hidden);
        let leaked = secrets.iter().find(|secret| watcher.past.contains(secret.as_str()));
        assert_eq!(leaked, None, "{game}: was sent to {:?}", watcher.observer);
        let own = watcher.guest.cookie.clone().unwrap_or_default();
        let mut others = signatures.iter().filter(|signature| !own.contains(**signature));
        assert_eq!(
            others.find(|other| watcher.past.contains(**other)),
            None,
            "{game}: somebody else's cookie"
        );
    }
    let metrics = watchers[0].guest.get("/metrics").await.body;
    let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    let token = watchers.iter().find_map(|watcher| watcher.guest.token.clone()).unwrap();
    let all = self::secrets(&entries);
    for secret in all.iter().map(String::as_str).chain(signatures).chain([token.as_str()]) {
        assert!(!metrics.contains(secret), "{game}: metrics");
        assert!(!log.contains(secret), "{game}: the log of the house");
    }
}

#[tokio::test]
async fn blood_bound_keeps_its_secrets() {
    canary("blood-bound", json!({ "players": 6 }), 25, 11).await;
}

#[tokio::test]
async fn bloodlust_keeps_its_secrets() {
    canary("bloodlust", json!({ "players": 4 }), 25, 11).await;
}

#[tokio::test]
async fn bloodstones_keeps_its_secrets() {
    canary("bloodstones", json!({ "players": 3 }), 15, 11).await;
}

#[tokio::test]
async fn bloodwood_keeps_its_secrets() {
    canary("bloodwood", json!({ "players": 5 }), 25, 11).await;
}

#[tokio::test]
async fn kings_blood_keeps_its_secrets() {
    canary("kings-blood", json!({ "players": 3 }), 25, 11).await;
}

/// 500 games, or those that `SANGUIS_LEAK_SCAN=0..100` names:
/// `cargo test --workspace --features wire/schema --test house -- --ignored --nocapture hundreds_of_games`
#[tokio::test]
#[ignore = "takes hours: the tests above play one game of each kind on every run, this one is for releases"]
async fn hundreds_of_games_keep_their_secrets() {
    let asked = std::env::var("SANGUIS_LEAK_SCAN").unwrap_or_else(|_| "0..500".into());
    let (from, to) = asked.split_once("..").expect("0..500");
    let games = shelf::games();
    for seed in from.parse().unwrap()..to.parse().unwrap() {
        let info = games[seed as usize % games.len()].game.info();
        let seats = info.min_players.max(3) + (seed as usize / games.len()) % 3;
        canary(info.id, json!({ "players": seats.min(info.max_players) }), 40, seed).await;
        logged().0.lock().unwrap().clear();
        println!("{}: {}", seed + 1, info.id);
    }
}
