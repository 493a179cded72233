//! Clocks: what they say, and what happens when they run out.

use hosting::{Carried, MatchLog, Past, Who};
use hosting::{Entry, LogEvent};
use house::seal::Seal;
use serde_json::json;
use table::{Seat, SeatSet};
use wire::{ClockPlan, Command, Sitter, Spectators, Timeout};

use crate::games::gather;
use crate::server::Server;

const SECOND: u64 = 1000;

/// A game of two that began at second 100.
pub(crate) fn table(game: &str, clock: ClockPlan) -> MatchLog {
    let person = |id: &str| Sitter::Person { id: id.into(), name: id.into() };
    let created = LogEvent::Created {
        game: game.into(),
        rules: shelf::find(game).unwrap().game.info().rules_version,
        options: shelf::find(game).unwrap().game.options(&json!({ "players": 2 })).unwrap(),
        position: None,
        host: "ann".into(),
        sitters: vec![person("ann"), person("bo")],
        invites: vec![None, None],
        clock,
        timeout: Timeout::Default,
        spectators: Spectators::Public,
        talk: Default::default(),
        secret: "7".repeat(64),
        origin: String::new(),
    };
    let first = Entry { revision: 1, at: 0, command: None, what: created };
    let mut log = MatchLog::fold("t", vec![first], Past::Recent).unwrap();
    log.act(LogEvent::Started { digest: String::new() }, 100 * SECOND).unwrap();
    log
}

fn play(log: &mut MatchLog, seat: Seat, now: u64) {
    let code = log.game().unwrap().codes(seat)[0];
    let id = ["ann", "bo"][seat.index()];
    let command = Command::Play { id: now.to_string(), revision: log.revision(), code };
    let who = Who { id, name: id, outside: false };
    let done = log.carry_out(who, &command, SeatSet::EMPTY, &Seal::new(vec![1]), now).unwrap();
    assert!(matches!(done, Carried::Now(_)));
}

#[test]
fn the_bank_pays_for_what_a_decision_takes_too_long() {
    let mut log = table("kings-blood", ClockPlan::Live { each: 10, bank: 30 });
    let seat = log.waiting().first().unwrap();
    // Ten more seconds to read the deal.
    assert_eq!(log.due(seat), Some(150 * SECOND));
    assert_eq!(log.next_due(), Some((150 * SECOND, seat)));
    // In time: the bank is whole.
    play(&mut log, seat, 119 * SECOND);
    let mut now = 119 * SECOND;
    while !log.waiting().contains(seat) {
        let other = log.waiting().first().unwrap();
        now += SECOND;
        play(&mut log, other, now);
    }
    assert_eq!(log.due(seat), Some(now + 40 * SECOND));
    // Seven seconds too long.
    play(&mut log, seat, now + 17 * SECOND);
    now += 17 * SECOND;
    while !log.waiting().contains(seat) {
        let other = log.waiting().first().unwrap();
        play(&mut log, other, now);
    }
    assert_eq!(log.due(seat), Some(now + 33 * SECOND));
}

#[test]
fn a_slow_clock_counts_hours_and_nobody_else_hurries_whom_others_wait_for() {
    let mut log = table("bloodlust", ClockPlan::Slow { hours: 48 });
    let due = Some(100 * SECOND + 48 * 3600 * SECOND);
    assert_eq!(log.waiting().len(), 2, "both decide at once");
    assert_eq!((log.due(Seat::new(0)), log.due(Seat::new(1))), (due, due));
    play(&mut log, Seat::new(0), 5000 * SECOND);
    assert_eq!((log.due(Seat::new(0)), log.due(Seat::new(1))), (None, due), "still asked the same");
    assert_eq!(log.summary().wake_at, due);
    assert_eq!(log.summary().waiting, ["bo"]);
}

#[test]
fn without_a_clock_nobody_is_due() {
    let log = table("kings-blood", ClockPlan::None);
    assert_eq!(log.next_due(), None);
    assert_eq!(log.wake_at(), None);
}

#[tokio::test]
async fn when_time_runs_out_the_default_is_taken() {
    let server = Server::start().await;
    let plan = json!({ "clock": { "kind": "live", "each": 3, "bank": 0 }, "timeout": "default" });
    let (table, guests) = gather(&server, "bloodlust", json!({ "players": 2 }), plan).await;
    let mut socket = guests[0].socket(&table, "").await;
    let first = socket.until(|news| news["type"] == "frame").await;
    // Who is asked first hangs on the deal.
    let chairs = first["table"]["chairs"].as_array().unwrap();
    assert!(chairs.iter().any(|chair| chair["clock"]["due_at"].is_u64()), "{chairs:?}");
    let moved = socket.until(|news| news["view"]["version"].as_u64() >= Some(2)).await;
    assert!(moved["table"]["chairs"][0].get("stand_in").is_none());
}

#[tokio::test]
async fn when_time_runs_out_a_bot_stands_in() {
    let server = Server::start().await;
    let plan = json!({ "clock": { "kind": "live", "each": 1, "bank": 0 }, "timeout": "stand-in" });
    let (table, mut guests) = gather(&server, "kings-blood", json!({ "players": 2 }), plan).await;
    let mut socket = guests[0].socket(&table, "").await;
    let away =
        |frame: &serde_json::Value, chair: usize| frame["table"]["chairs"][chair].get("stand_in").is_some();
    let frame = socket.until(|news| news["type"] == "frame" && (away(news, 0) || away(news, 1))).await;
    let seat = if away(&frame, 0) { 0 } else { 1 };
    socket.until(|news| news["view"]["version"].as_u64() >= Some(1)).await;
    guests[seat].act(&table, "back", json!({ "act": "return" })).await.ok();
}
