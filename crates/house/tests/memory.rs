//! What a match costs in memory: while its players are connected and wait, and after many actions.

#![allow(unsafe_code, reason = "a global allocator cannot be written without; it only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

use hosting::{Entry, Hand, LogEvent};
use hosting::{MatchLog, Past, Who};
use house::config::Config;
use house::house::House;
use house::store::{AnyStore, Place};
use serde_json::json;
use table::Observer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wire::{ClockPlan, Command, NewTable, Sitter, Spectators, TableAct, Timeout};

/// Counts the bytes in use.
struct Counting;

static IN_USE: AtomicIsize = AtomicIsize::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size() as isize, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn in_use() -> isize {
    IN_USE.load(Ordering::Relaxed)
}

fn options() -> serde_json::Value {
    json!({ "players": 4, "scoring": "a", "target": 300 })
}

/// A table of four that has begun, and everybody's socket.
async fn gather(house: &Arc<House>, address: SocketAddr, number: usize) -> Vec<TcpStream> {
    let ids: Vec<String> = (0..4).map(|seat| format!("person{number:08}{seat}")).collect();
    let who = |seat: usize| Who { id: &ids[seat], name: "somebody", outside: false };
    let wish = NewTable {
        game: "kings-blood".into(),
        options: options(),
        chairs: Vec::new(),
        clock: ClockPlan::None,
        timeout: Timeout::default(),
        spectators: Spectators::default(),
        talk: Default::default(),
        start: false,
    };
    let table = house.create(who(0), "", &wish).await.unwrap();
    for seat in 1..4 {
        let act = TableAct::Join { seat: None, invite: None, contribution: String::new() };
        house.command(&table, who(seat), &Command::Table { id: "join".into(), act }).await.unwrap();
    }
    let start = Command::Table { id: "start".into(), act: TableAct::Start };
    house.command(&table, who(0), &start).await.unwrap();
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "GET /api/tables/{table}/socket?lean=2 HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut heard = String::new();
        while !heard.contains("bare") {
            let mut some = [0; 2048];
            let read = stream.read(&mut some).await.unwrap();
            assert!(read > 0, "{heard}");
            heard.push_str(&String::from_utf8_lossy(&some[..read]));
        }
        streams.push(stream);
    }
    streams
}

/// One after the other: tests at the same time would count each other's memory.
#[tokio::test]
async fn a_match_is_small_and_stays_so() {
    a_match_does_not_grow_with_its_length();
    a_match_of_four_with_its_sockets_takes_less_than_32_kib().await;
}

/// The program that serves counts, and so do the clients, which hold next to nothing.
async fn a_match_of_four_with_its_sockets_takes_less_than_32_kib() {
    const MATCHES: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    let store = AnyStore::open(&Place::Sqlite(folder.path().join("house.db"))).await.unwrap();
    let config = Config { requests_per_second: 0, connections_per_address: 0, ..Config::default() };
    let house = House::open(config, Arc::new(store)).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(house::server::serve(house.clone(), listener, std::future::pending()));
    let mut streams = Vec::new();
    // The first ones pay for what all share.
    for number in 0..MATCHES {
        streams.push(gather(&house, address, number).await);
    }
    let before = in_use();
    for number in MATCHES..2 * MATCHES {
        streams.push(gather(&house, address, number).await);
    }
    let each = (in_use() - before) / MATCHES as isize;
    println!("{each} bytes for a match with four sockets");
    assert!(each < 32 << 10, "{each} bytes for a match with four sockets");
}

fn a_match_does_not_grow_with_its_length() {
    let game = shelf::find("kings-blood").unwrap().game;
    let person = |seat: usize| Sitter::Person { id: format!("person {seat}"), name: "somebody".into() };
    let created = LogEvent::Created {
        game: "kings-blood".into(),
        rules: game.info().rules_version,
        options: game.options(&options()).unwrap(),
        position: None,
        host: "person 0".into(),
        sitters: (0..4).map(person).collect(),
        invites: vec![None; 4],
        clock: ClockPlan::None,
        timeout: Timeout::Default,
        spectators: Spectators::Public,
        talk: Default::default(),
        secret: "7".repeat(64),
        origin: String::new(),
    };
    let before = in_use();
    let first = Entry { revision: 1, at: 0, command: None, what: created };
    let mut log = MatchLog::fold("t", vec![first], Past::Recent).unwrap();
    log.act(LogEvent::Started { digest: String::new() }, 0).unwrap();
    // The first view of a game writes its printed faces, once for the whole process.
    drop(log.view(Observer::Spectator));
    let mut longest = [0; 2];
    for number in 0..3000 {
        let Some(seat) = log.waiting().iter().next() else { break };
        let codes: Vec<u32> = log.codes(seat).collect();
        let code = codes[number * 7 % codes.len()];
        drop(codes);
        drop(log.play_for(seat, code, log.revision(), Hand::Sitter, number as u64).unwrap());
        let half = &mut longest[usize::from(number >= 300)];
        *half = (in_use() - before).max(*half);
    }
    println!("at most {} bytes in the first 300 actions, {} later", longest[0], longest[1]);
    assert!(log.revision() > 1000, "it was long enough");
    assert!(longest[1] < longest[0] * 5 / 4, "{longest:?}");
}
