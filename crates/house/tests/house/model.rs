//! The real house against a model of it that is too simple to be wrong: it remembers everything.

use std::collections::HashMap;

use hosting::{Entry, LogEvent};
use hosting::{MatchLog, Past, Who};
use house::house::Trouble;
use house::store::{AnyStore, Place};
use serde_json::json;
use table::talk::By;
use table::{AnyMatch, Move, Observer, Refused, Seat, SeatSet};
use wire::{ClockPlan, Command, Sitter, Spectators, Timeout};

use crate::client::Guest;
use crate::games::Lots;
use crate::server::Server;

/// What the table was like at a revision.
struct Snapshot {
    waiting: SeatSet,
    codes: Vec<Vec<u32>>,
    /// Who acted to get here; nobody for talk.
    actor: Option<Seat>,
}

struct Model {
    game: Box<dyn AnyMatch>,
    seats: usize,
    /// By revision, from `first` on.
    first: u32,
    past: Vec<Snapshot>,
    answered: HashMap<(Seat, String), u32>,
}

impl Model {
    fn revision(&self) -> u32 {
        self.first + self.past.len() as u32 - 1
    }

    fn note(&mut self, actor: Option<Seat>) {
        let open = self.game.waiting_on().union(self.game.interrupts());
        let codes = Seat::all(self.seats)
            .map(|seat| if open.contains(seat) { self.game.codes(seat) } else { Vec::new() })
            .collect();
        self.past.push(Snapshot { waiting: self.game.waiting_on(), codes, actor });
    }

    /// Was the seat asked the same at a revision as it is now, all the time?
    fn still_asked(&self, seat: Seat, revision: u32, code: u32) -> bool {
        let from = revision.saturating_sub(self.first) as usize;
        let since = &self.past[from.min(self.past.len() - 1)..];
        let now = &since[since.len() - 1];
        let too_old = revision < self.first;
        let codes = |snapshot: &Snapshot| snapshot.codes[seat.index()].clone();
        if now.waiting.contains(seat) {
            let harmless = |pair: &[Snapshot]| {
                let (before, after) = (&pair[0], &pair[1]);
                after.actor.is_none_or(|actor| {
                    let both = before.waiting.contains(seat) && after.waiting.contains(seat);
                    let together = before.waiting.contains(actor) || after.waiting.contains(actor);
                    actor != seat && both && together && codes(before) == codes(after)
                })
            };
            !too_old && since.windows(2).all(harmless)
        } else if codes(now).contains(&code) {
            let offered = |at: &Snapshot| !at.waiting.contains(seat) && codes(at).contains(&code);
            !too_old && since.iter().all(offered)
        } else {
            !too_old && since[1..].iter().all(|snapshot| snapshot.actor.is_none())
        }
    }

    /// The revision a command leads to, or the kind of its refusal.
    fn expect(&mut self, seat: Seat, command: &Command) -> Result<u32, Refused> {
        let key = (seat, command.id().to_owned());
        if let Some(revision) = self.answered.get(&key) {
            return Ok(*revision);
        }
        let actor = match command {
            Command::Play { revision, code, .. } => {
                if self.game.outcome().is_some() {
                    return Err(Refused::Over);
                }
                if *revision > self.revision() {
                    return Err(Refused::Malformed);
                }
                if !self.still_asked(seat, *revision, *code) {
                    return Err(Refused::Stale);
                }
                self.game.play(seat, &Move::Code(*code)).map_err(|refusal| refusal.kind)?;
                Some(seat)
            }
            Command::Undo { revision, .. } => {
                if self.game.outcome().is_some() {
                    return Err(Refused::Over);
                }
                let acted = self.past.iter().rposition(|snapshot| snapshot.actor.is_some()).unwrap_or(0);
                if *revision < self.first + acted as u32 {
                    return Err(Refused::Stale);
                }
                self.game.undo(seat).map_err(|refusal| refusal.kind)?;
                Some(seat)
            }
            Command::Claim { code, reply_to, .. } => {
                if self.game.outcome().is_some() {
                    return Err(Refused::Over);
                }
                self.game.say(seat, *code, *reply_to, By::Person).map_err(|refusal| refusal.kind)?;
                None
            }
            _ => None,
        };
        self.note(actor);
        self.answered.insert(key, self.revision());
        Ok(self.revision())
    }
}

/// Anything a client could send: decisions that fit, that are late, that were sent before, that are nonsense.
fn some_command(
    model: &Model,
    seat: Seat,
    lots: &mut Lots,
    step: usize,
    sent: &[(Seat, Command)],
) -> (Seat, Command) {
    let back = lots.below(4) as u32;
    let revision = if lots.below(3) == 0 { model.revision().saturating_sub(back) } else { model.revision() };
    let id = step.to_string();
    match lots.below(20) {
        0 | 1 if !sent.is_empty() => sent[sent.len() - 1 - lots.below(sent.len().min(20))].clone(),
        2 | 3 => (seat, Command::Undo { id, revision }),
        4 => (seat, Command::Say { id, text: format!("step {step}") }),
        7 | 8 => {
            let said = model.game.said().len() as u32;
            let code = match model.game.menu(seat) {
                Some(menu) if lots.below(3) > 0 && !menu.sayable.is_empty() => {
                    menu.sayable[lots.below(menu.sayable.len())].code
                }
                _ => lots.below(5) as u32,
            };
            let reply_to = (code < 3 && lots.below(3) > 0).then(|| lots.below(said as usize + 2) as u32);
            (seat, Command::Claim { id, code, reply_to })
        }
        5 => (seat, Command::Play { id, revision: revision + 5, code: 0 }),
        6 => (seat, Command::Play { id, revision, code: lots.below(200) as u32 }),
        _ => {
            // Mostly somebody who is asked.
            let waiting = model.game.waiting_on();
            let seat = if lots.below(5) > 0 && !waiting.is_empty() {
                waiting.iter().nth(lots.below(waiting.len())).unwrap_or(seat)
            } else {
                seat
            };
            let codes = model.game.codes(seat);
            let code = if codes.is_empty() { 0 } else { codes[lots.below(codes.len())] };
            (seat, Command::Play { id, revision, code })
        }
    }
}

/// A table of these people, dealt by a secret that is the same every time: whose turn it is does not hang on luck.
async fn dealt(server: &Server, game: &str, people: &[(String, String)], seed: u64) -> (String, MatchLog) {
    let entry = shelf::find(game).unwrap();
    let person = |(id, name): &(String, String)| Sitter::Person { id: id.clone(), name: name.clone() };
    let created = LogEvent::Created {
        game: game.into(),
        rules: entry.game.info().rules_version,
        options: entry.game.options(&json!({ "players": people.len() })).unwrap(),
        position: None,
        host: people[0].0.clone(),
        sitters: people.iter().map(person).collect(),
        invites: vec![None; people.len()],
        clock: ClockPlan::None,
        timeout: Timeout::Default,
        spectators: Spectators::Public,
        talk: Default::default(),
        secret: format!("{seed:064x}"),
        origin: String::new(),
    };
    let first = Entry { revision: 1, at: 0, command: None, what: created };
    let table = format!("model{seed}");
    let mut begun = MatchLog::fold(&table, vec![first.clone()], Past::Whole).unwrap();
    let started = begun.act(LogEvent::Started { digest: String::new() }, 0).unwrap();
    let store = AnyStore::open(&Place::Sqlite(server.file.clone())).await.unwrap();
    store.create(&table, &[first, started], &begun.summary()).await.unwrap();
    (table, begun)
}

/// Says how many commands were taken and how many came too late.
async fn compare(game: &str, players: usize, seed: u64, steps: usize) -> (usize, usize) {
    let server = Server::start().await;
    let mut guests: Vec<Guest> = (0..players).map(|_| server.guest()).collect();
    let mut people = Vec::new();
    for guest in &mut guests {
        let me = guest.get("/api/me").await.ok();
        people.push((me["id"].as_str().unwrap().to_owned(), me["name"].as_str().unwrap().to_owned()));
    }
    let (table, begun) = dealt(&server, game, &people, seed).await;
    let first = begun.revision();
    let game = begun.into_game().unwrap();
    let mut model = Model { game, seats: players, first, past: Vec::new(), answered: HashMap::new() };
    model.note(None);
    let mut lots = Lots::new(seed);
    let mut sent: Vec<(Seat, Command)> = Vec::new();
    let (mut taken, mut late) = (0, 0);
    for step in 0..steps {
        let seat = Seat::new(lots.below(players));
        let (seat, command) = some_command(&model, seat, &mut lots, step, &sent);
        // After the end the house writes the record into the log when it gets to it, so revisions are no longer known.
        if matches!(command, Command::Say { .. }) && model.game.outcome().is_some() {
            continue;
        }
        let (id, name) = &people[seat.index()];
        let real = server.house.command(&table, Who { id, name, outside: false }, &command).await;
        // Talk has a limit of its own, which the model does not know.
        if let (Command::Say { .. }, Err(Trouble::Refused(refusal))) = (&command, &real) {
            assert_eq!(refusal.kind, Refused::NotAllowed);
            continue;
        }
        let real = real.map_err(|trouble| match trouble {
            Trouble::Refused(refusal) => refusal.kind,
            other => panic!("{other:?}"),
        });
        let expected = model.expect(seat, &command);
        assert_eq!(real, expected, "step {step} of seed {seed}: {command:?} of {seat:?}");
        taken += usize::from(real.is_ok());
        late += usize::from(real == Err(Refused::Stale));
        sent.push((seat, command));
    }
    for (seat, guest) in Seat::all(players).zip(&mut guests) {
        let view = serde_json::to_value(model.game.view(Observer::Seat(seat))).unwrap();
        assert_eq!(guest.frame(&table).await["view"], view);
    }
    (taken, late)
}

async fn compare_some(game: &str, players: usize) {
    let (mut taken, mut late) = (0, 0);
    for seed in 1..=6 {
        let (more_taken, more_late) = compare(game, players, seed, 120).await;
        taken += more_taken;
        late += more_late;
    }
    assert!(taken > 50 && late > 5, "{taken} taken, {late} late");
}

#[tokio::test]
async fn the_house_does_what_the_model_says_in_turns() {
    compare_some("kings-blood", 3).await;
}

#[tokio::test]
async fn the_house_does_what_the_model_says_at_the_same_time() {
    compare_some("bloodlust", 4).await;
}

#[tokio::test]
async fn the_house_does_what_the_model_says_with_interrupts() {
    compare_some("bloodwood", 5).await;
}
