//! Nothing hidden from a viewer is ever in a byte sent to it: every route and frame, every game, every observer; log and metrics.
//!
//! What a viewer is sent about the game must be exactly what follows from that viewer's own observation, computed here from the
//! log anew. Beside that, canaries are looked for in all bytes: the secret of the shuffle, the hashes of hidden states, the
//! hidden facts' own names, other people's cookies, and tokens.

use std::io::Write;
use std::sync::{Arc, Mutex};

use house::hosted::{Hosted, Past};
use house::log::{Entry, Happening};
use house::store::{AnyStore, Place, Store};
use serde_json::{Value, json};
use table::{Observer, Seat};
use tracing_subscriber::filter::LevelFilter;

use crate::client::{Guest, Socket, is_my_turn};
use crate::games::{Lots, gather};
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
    socket: Socket,
    observer: Observer,
    bytes: Vec<String>,
}

impl Watcher {
    /// Asks for everything there is to ask for.
    async fn look(&mut self, table: &str, others: &[String]) -> Value {
        let mut frame = Value::Null;
        let paths = [
            "",
            "/frame",
            "/frame?lean=1",
            "/story",
            "/fairness",
            "/record",
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
        for id in others {
            let play = json!({ "type": "play", "id": id, "revision": 0, "code": 0 });
            self.bytes.push(self.guest.command(table, play).await.body);
        }
        frame
    }
}

async fn log_of(store: &AnyStore, table: &str) -> (Vec<Entry>, Hosted) {
    let entries = store.entries(table, 0).await.unwrap();
    let hosted = Hosted::fold(table, entries.clone(), Past::Whole).unwrap();
    (entries, hosted)
}

/// What is in the log and nobody may see while the game is on.
fn secrets(entries: &[Entry]) -> Vec<String> {
    let secret = |entry: &Entry| match &entry.what {
        Happening::Created { secret, .. } => Some(secret.clone()),
        Happening::Played { digest, .. } | Happening::Started { digest } => Some(digest.clone()),
        _ => None,
    };
    entries.iter().filter_map(secret).collect()
}

async fn canary(game: &str, options: Value, steps: usize) {
    let log = logged();
    let server = Server::start().await;
    let (table, guests) = gather(&server, game, options, json!({})).await;
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    let mut watchers = Vec::new();
    let observers = Seat::all(guests.len()).map(Observer::Seat).chain([Observer::Spectator]);
    for (guest, observer) in guests.into_iter().chain([server.guest()]).zip(observers) {
        let mut guest = guest;
        guest.get("/api/me").await;
        let socket = guest.socket(&table, "").await;
        watchers.push(Watcher { guest, socket, observer, bytes: Vec::new() });
    }
    let mut lots = Lots::new(11);
    for step in 0..steps {
        let (_, truth) = log_of(&store, &table).await;
        if truth.game().unwrap().outcome().is_some() {
            break;
        }
        let ids = [format!("stale {step}")];
        let everything = truth.game().unwrap().facts(Observer::All);
        for watcher in &mut watchers {
            let frame = watcher.look(&table, &ids).await;
            let view = serde_json::to_value(truth.view(watcher.observer)).unwrap();
            assert_eq!(
                frame["view"], view,
                "{game}: {:?} is sent what follows from its observation",
                watcher.observer
            );
            let story = serde_json::to_value(truth.story(watcher.observer, 0)).unwrap();
            assert_eq!(
                frame["story"]["items"], story,
                "{game}: {:?} is told what it was told",
                watcher.observer
            );
            // The names of hidden things are the game's own and belong on no wire at all.
            let known = truth.game().unwrap().facts(watcher.observer);
            for (name, what) in everything.iter().filter(|fact| !known.contains(fact)) {
                let canary = json!([name, what]).to_string();
                assert!(!watcher.bytes.iter().any(|bytes| bytes.contains(&canary)), "{game}: {canary}");
            }
        }
        // Somebody goes on.
        for watcher in &mut watchers {
            let frame = watcher.guest.frame(&table).await;
            let options = frame["view"]["options"].as_array().cloned().unwrap_or_default();
            if is_my_turn(&frame) && !options.is_empty() {
                let code = &options[lots.below(options.len())]["code"];
                let play = json!({ "type": "play", "id": format!("{step}"), "revision": frame["revision"], "code": code });
                let reply = watcher.guest.command(&table, play).await;
                assert_eq!(reply.status, 200, "{reply:?}");
                watcher.bytes.push(reply.body);
                break;
            }
        }
    }
    let (entries, truth) = log_of(&store, &table).await;
    let secrets = secrets(&entries);
    let cookies: Vec<String> = watchers.iter().filter_map(|watcher| watcher.guest.cookie.clone()).collect();
    let signatures: Vec<&str> = cookies.iter().filter_map(|cookie| cookie.split('.').nth(1)).collect();
    let over = truth.game().unwrap().outcome().is_some();
    for (number, watcher) in watchers.iter_mut().enumerate() {
        watcher.guest.command(&table, json!({ "type": "say", "id": "last", "text": "the end" })).await;
        while watcher
            .socket
            .next()
            .await
            .is_some_and(|news| news["revision"].as_u64() < Some(truth.revision().into()))
        {}
        let sent = watcher.bytes.iter().chain(&watcher.socket.bytes);
        for bytes in sent {
            let leaked = secrets.iter().find(|secret| bytes.contains(secret.as_str()));
            assert!(over || leaked.is_none(), "{game}: {leaked:?} was sent to {:?}", watcher.observer);
            let others = signatures.iter().enumerate().filter(|(other, _)| *other != number);
            for (_, signature) in others {
                assert!(!bytes.contains(signature), "{game}: somebody else's cookie was sent");
            }
        }
    }
    let metrics = watchers[0].guest.get("/metrics").await.body;
    let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    for secret in secrets.iter().map(String::as_str).chain(signatures) {
        assert!(!metrics.contains(secret), "{game}: metrics");
        assert!(!log.contains(secret), "{game}: the log of the house");
    }
}

#[tokio::test]
async fn blood_bound_keeps_its_secrets() {
    canary("blood-bound", json!({ "players": 6 }), 25).await;
}

#[tokio::test]
async fn bloodlust_keeps_its_secrets() {
    canary("bloodlust", json!({ "players": 4 }), 25).await;
}

#[tokio::test]
async fn bloodstones_keeps_its_secrets() {
    canary("bloodstones", json!({ "players": 3 }), 15).await;
}

#[tokio::test]
async fn bloodwood_keeps_its_secrets() {
    canary("bloodwood", json!({ "players": 5 }), 25).await;
}

#[tokio::test]
async fn kings_blood_keeps_its_secrets() {
    canary("kings-blood", json!({ "players": 3 }), 25).await;
}
