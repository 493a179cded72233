//! What the frames of a table cost: four pages at a table of King's Blood, random actions.
//!
//! `cargo run --profile stress -p hosting --example frames -- 600`

use std::env;
use std::time::{Duration, Instant};

use hosting::{
    Carried, ConnectionCursor, Detail, Entry, FrameCache, LogEvent, MatchLog, Past, Present, RenderContext,
    Seal, Viewer, Who,
};
use serde_json::json;
use table::chance::quick;
use table::{Chance, Observer, Refusal, Seat, SeatSet};
use wire::{ClockPlan, Command, Sitter, Spectators, TableAct, Timeout};

struct Unsealed;

impl Seal for Unsealed {
    fn sign(&self, _: &str, _: &[&str]) -> String {
        String::new()
    }
}

const PEOPLE: [&str; 4] = ["ann", "bo", "cy", "di"];

fn who(seat: usize) -> Who<'static> {
    Who { id: PEOPLE[seat], name: PEOPLE[seat], outside: false }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let actions: u32 = env::args().nth(1).map_or(Ok(600), |count| count.parse())?;
    let (mut cost, mut bytes, mut frames) = (Duration::ZERO, 0, 0);
    let mut chance = quick(7);
    let (mut log, mut cache) = (start(1)?, FrameCache::default());
    let mut cursors: [ConnectionCursor; 4] = Default::default();
    let mut out = Vec::new();
    for action in 0..actions {
        let Some(seat) = log.waiting().iter().next() else {
            log = start(action.into())?;
            (cache, cursors) = (FrameCache::default(), Default::default());
            continue;
        };
        let codes: Vec<u32> = log.codes(seat).collect();
        let (id, revision, code) = (action.to_string(), log.revision(), chance.pick(&codes));
        let carried = log
            .carry_out(
                who(seat.index()),
                &Command::Play { id, revision, code },
                SeatSet::EMPTY,
                &Unsealed,
                2000,
            )
            .map_err(told)?;
        let Carried::Now(entry) = carried else { continue };
        let began = Instant::now();
        cache.pass(&log, Some(&entry.what));
        for (at, cursor) in cursors.iter_mut().enumerate() {
            let present = Present::default();
            let context = RenderContext { log: &log, present, seal: &Unsealed, now: 2000 };
            let observer = Observer::Seat(Seat::new(at));
            let viewer = Viewer { observer, person: PEOPLE[at].into(), detail: Detail::Page };
            out.clear();
            cache.frame(&context, &viewer, cursor, &mut out);
            bytes += out.len();
            frames += 1;
        }
        cost += began.elapsed();
    }
    println!("{frames} frames, {} bytes and {:?} each", bytes / frames, cost / frames as u32);
    Ok(())
}

fn told(refusal: Refusal) -> String {
    refusal.reason.to_string()
}

fn start(seed: u64) -> Result<MatchLog, String> {
    let game = shelf::find("kings-blood").map_err(told)?.game;
    let sit = |name: &str| Sitter::Person { id: name.into(), name: name.into() };
    let what = LogEvent::Created {
        game: "kings-blood".into(),
        rules: game.info().rules_version,
        options: game.options(&json!({ "players": 4 })).map_err(told)?,
        position: None,
        host: PEOPLE[0].into(),
        invites: vec![None; 4],
        sitters: PEOPLE.map(sit).into(),
        clock: ClockPlan::None,
        timeout: Timeout::default(),
        spectators: Spectators::default(),
        talk: Default::default(),
        secret: format!("{seed:064x}"),
        origin: String::new(),
    };
    let first = Entry { revision: 1, at: 1000, command: None, what };
    let mut log = MatchLog::fold("table", vec![first], Past::Recent)?;
    let begin = Command::Table { id: "start".into(), act: TableAct::Start };
    log.carry_out(who(0), &begin, SeatSet::EMPTY, &Unsealed, 1000).map_err(told)?;
    Ok(log)
}
