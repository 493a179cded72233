//! Whatever a stranger can send, as bytes: the entry point of the decoder's fuzz target and of the property test beside it.

use hosting::{Entry, LogEvent, MatchLog, Past, Who};
use house::config::Config;
use house::seal::Seal;
use house::websocket::{Decoder, Message, Violation};
use serde_json::json;
use table::{Refusal, SeatSet};
use wire::{ClockPlan, Command, NewTable, QuickTable, Sitter, Spectators, Timeout};

/// Reads bytes as each kind of input that the house takes, and applies them at a table of two. Whatever can be read is carried out or
/// refused; a refusal changes nothing; nothing panics.
pub fn send(bytes: &[u8]) {
    let _ = Config::parse(&String::from_utf8_lossy(bytes));
    assert_eq!(hear(bytes, bytes.len()), hear(bytes, 1), "it does not matter in which pieces bytes come");
    let _ = serde_json::from_slice::<QuickTable>(bytes);
    if let Ok(wish) = serde_json::from_slice::<NewTable>(bytes) {
        let _ = set_up(&wish);
    }
    if let Ok(command) = serde_json::from_slice::<Command>(bytes) {
        obey(&command);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        for entry in shelf::games() {
            let _ = entry.game.verify(text);
        }
    }
}

/// What a socket hears of bytes that come in pieces of some length, and why it hears no more.
fn hear(bytes: &[u8], piece: usize) -> (Vec<Message>, Option<Violation>) {
    let (mut decoder, mut heard) = (Decoder::default(), Vec::new());
    for bytes in bytes.chunks(piece.max(1)) {
        decoder.push(bytes);
        loop {
            match decoder.next_message() {
                Ok(Some(message)) => heard.push(message),
                Ok(None) => break,
                Err(violation) => return (heard, Some(violation)),
            }
        }
    }
    (heard, None)
}

/// A request for a table leads to a game that can begin, or is refused.
fn set_up(wish: &NewTable) -> Result<(), Refusal> {
    let entry = shelf::find(&wish.game)?;
    let options = entry.game.options(&wish.options)?;
    let players = options["players"].as_u64().unwrap_or(0) as usize;
    let seed = table::seed::Seed::from_number(1, players);
    entry.game.start(&options, None, vec![String::new(); players], seed)?;
    Ok(())
}

fn obey(command: &Command) {
    let mut log = table();
    for id in ["ann", "bo", "nobody"] {
        let before = (log.revision(), log.summary());
        let who = Who { id, name: id, outside: false };
        let done = log.carry_out(who, command, SeatSet::EMPTY, &Seal::new(vec![1]), 200_000);
        if done.is_err() {
            assert_eq!(before, (log.revision(), log.summary()), "a refusal changes nothing");
        }
    }
}

/// A game of two that has begun.
fn table() -> MatchLog {
    let game = shelf::find("bloodlust").expect("it is on the shelf").game;
    let person = |id: &str| Sitter::Person { id: id.into(), name: id.into() };
    let created = LogEvent::Created {
        game: "bloodlust".into(),
        rules: game.info().rules_version,
        options: game.options(&json!({ "players": 2 })).expect("two can play it"),
        position: None,
        host: "ann".into(),
        sitters: vec![person("ann"), person("bo")],
        invites: vec![None, None],
        clock: ClockPlan::None,
        timeout: Timeout::Default,
        spectators: Spectators::Public,
        talk: Default::default(),
        secret: "7".repeat(64),
        origin: String::new(),
    };
    let first = Entry { revision: 1, at: 0, command: None, what: created };
    let mut log = MatchLog::fold("t", vec![first], Past::Recent).expect("a table can be set up");
    log.act(LogEvent::Started { digest: String::new() }, 100_000).expect("it can begin");
    log
}
