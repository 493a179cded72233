//! Bot accounts, and the stream they play by.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;
use serde_json::{Value, json};
use table::text::Text;
use table::words::with_names;
use table::{AnyMatch, Line, Observer, Refusal, Refused, Seat, Standing};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};

use super::asker::Asker;
use super::socket::Guest;
use super::tables::obey;
use super::{Json, Keeper, answer};
use crate::house::{House, Trouble};
use crate::seal;
use crate::store::{Person, Shelf, Store};
use crate::words;
use hosting::Detail;
use hosting::MatchLog;
use wire::{BotAccount, Command, Done, NewBot, Stage};

/// How many bot accounts a person may have.
const ACCOUNTS: usize = 20;
/// How often the house looks whether another node has given an outside bot a table. What happens on this one it hears at once.
const LOOK: Duration = Duration::from_secs(2);
/// How many of a bot's finished games are looked at for those it has not heard of.
const LATELY: u32 = 50;
/// How often a silent stream gets an empty line.
const BEAT: Duration = Duration::from_secs(15);

pub(super) async fn list(State(house): Keeper, asker: Asker) -> Result<Response, Trouble> {
    let mut accounts = Vec::new();
    for id in asker.person(&house).await?.own().bots {
        if let Some(bot) = house.store.person(&id).await? {
            accounts.push(BotAccount { id: bot.id, name: bot.name, token: None });
        }
    }
    Ok(answer(&accounts))
}

pub(super) async fn create(
    State(house): Keeper,
    asker: Asker,
    Json(wish): Json<NewBot>,
) -> Result<Response, Trouble> {
    asker.must_be_person()?;
    let name = words::name(&wish.name)?;
    let mut person = asker.person(&house).await?;
    let mut own = person.own();
    if own.bots.len() >= ACCOUNTS {
        return Err(Refusal::not_allowed(format!("A person has at most {ACCOUNTS} bot accounts.")).into());
    }
    let token = seal::fresh_token();
    let bot = Person { id: seal::fresh_id(), name, token: seal::hash(&token), own: String::new() };
    house.store.keep_person(&bot).await?;
    own.bots.push(bot.id.clone());
    person.set_own(&own);
    house.store.keep_person(&person).await?;
    Ok(answer(&BotAccount { id: bot.id, name: bot.name, token: Some(token) }))
}

/// Takes a bot's token away: it can no longer play.
pub(super) async fn remove(
    State(house): Keeper,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let mut person = asker.person(&house).await?;
    let mut own = person.own();
    if !own.bots.contains(&id) {
        return Err(Trouble::Missing);
    }
    own.bots.retain(|known| *known != id);
    if let Some(mut bot) = house.store.person(&id).await? {
        // An account without a token is a person whose cookie nobody has.
        bot.token = String::new();
        house.store.keep_person(&bot).await?;
    }
    person.set_own(&own);
    house.store.keep_person(&person).await?;
    Ok(answer(&json!({})))
}

/// Everything an outside bot needs to play, one JSON object to a line: all its tables in one stream.
pub(super) async fn stream(State(house): Keeper, asker: Asker) -> Result<Response, Trouble> {
    if !asker.outside {
        return Err(Refusal::new(Refused::NotYours, "This stream is for bot accounts: send a token.").into());
    }
    let (lines, mut sent) = mpsc::channel::<String>(64);
    tokio::spawn(feed(house, asker, lines));
    let body = stream::poll_fn(move |context| {
        sent.poll_recv(context).map(|line| line.map(|line| Ok::<_, Infallible>(Bytes::from(line))))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(body)).into_response())
}

/// Watches the bot's tables until its program is gone.
async fn feed(house: Arc<House>, asker: Asker, lines: mpsc::Sender<String>) {
    let mut watched: HashMap<String, tokio::task::AbortHandle> = HashMap::new();
    let mut known: HashSet<String> = HashSet::new();
    let (began, mut silent) = (house.now(), tokio::time::Instant::now());
    let mut seated = house.seated.subscribe();
    loop {
        let tables = house.store.list(&Shelf::Of(asker.id.clone()), 1000).await.unwrap_or_default();
        let over = house.store.list(&Shelf::FinishedOf(asker.id.clone()), LATELY).await.unwrap_or_default();
        watched.retain(|_, task| !task.is_finished());
        // Others may end a game before this bot has been asked anything: it hears of that, too.
        let missed = over.into_iter().filter(|(id, table)| table.moved_at >= began && !known.contains(id));
        let tables: Vec<String> = tables.into_iter().chain(missed).map(|(id, _)| id).collect();
        for id in tables {
            if !watched.contains_key(&id)
                && let Ok(guest) = Guest::arrive(&house, asker.clone(), &id, Detail::Bare).await
            {
                known.insert(id.clone());
                watched.insert(id, tokio::spawn(watch(guest, lines.clone())).abort_handle());
            }
        }
        if silent.elapsed() > BEAT {
            silent = tokio::time::Instant::now();
            let _ = lines.try_send("\n".to_owned());
        }
        tokio::select! {
            () = sits_down(&mut seated, &asker.id) => {}
            () = tokio::time::sleep(LOOK) => {}
            () = lines.closed() => break,
            () = house.closed() => break,
        }
    }
    watched.values().for_each(tokio::task::AbortHandle::abort);
}

/// Waits until this bot sits down at a table of this house.
async fn sits_down(seated: &mut broadcast::Receiver<String>, bot: &str) {
    loop {
        match seated.recv().await {
            Ok(id) if id != bot => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}

/// Sends a line whenever a table has a question for the bot, and when it begins and ends.
async fn watch(guest: Guest, lines: mpsc::Sender<String>) {
    let Guest { house, live, asker, .. } = &guest;
    let mut changes = live.subscribe();
    let mut heard = Heard::default();
    loop {
        changes.mark_unchanged();
        let (news, over) = {
            let Ok(locked) = house.lock(live).await else { return };
            let Some(seat) = locked.log.seat_of(&asker.id) else { return };
            let over = matches!(locked.log.stage(), Stage::Finished | Stage::Cancelled);
            (heard.news(&locked.log, seat), over)
        };
        for line in news {
            // A program that does not read holds up nobody but itself.
            if lines.send(format!("{line}\n")).await.is_err() {
                return;
            }
        }
        if over || changes.changed().await.is_err() {
            return;
        }
    }
}

/// What a bot has heard of a table.
#[derive(Default)]
struct Heard {
    begun: bool,
    /// The revision of the last question.
    asked: u32,
    /// What it was told since the last question. The table forgets, so it is asked every time.
    told: Vec<Line>,
    /// All that was told up to this version is known.
    version: usize,
}

impl Heard {
    /// What it is to hear now, in the words of `docs/bot-protocol.md`.
    fn news(&mut self, log: &MatchLog, seat: Seat) -> Vec<Value> {
        let mut news = Vec::new();
        let Some(game) = log.game() else { return news };
        let names: Vec<&str> = log.sitters().map(|(_, sitter)| sitter.name()).collect();
        if !std::mem::replace(&mut self.begun, true) {
            news.push(json!({
                "type": "start", "table": log.id(), "game": game.info().id, "options": game.options(),
                "seat": seat, "seats": names,
            }));
        }
        self.told.retain(|line| line.version <= game.version());
        self.told.extend(game.story(Observer::Seat(seat), self.version.min(game.version())));
        self.version = game.version();
        let waited_on = log.waiting().contains(seat);
        let (since, _) = log.asked(seat);
        if (waited_on || log.interrupts().contains(seat)) && since != self.asked {
            self.asked = since;
            news.push(self.question(log, game, seat, waited_on));
        }
        if matches!(log.stage(), Stage::Finished | Stage::Cancelled) {
            let outcome = game.outcome();
            let outcome = outcome.as_ref().map(Standing::from);
            news.push(json!({ "type": "end", "table": log.id(), "outcome": outcome }));
        }
        news
    }

    fn question(&mut self, log: &MatchLog, game: &dyn AnyMatch, seat: Seat, waited_on: bool) -> Value {
        let name = |seat: Seat| {
            let sitter = log.sitters().find(|(other, _)| *other == seat);
            sitter.map_or_else(String::new, |(_, sitter)| sitter.name().to_owned())
        };
        let observer = Observer::Seat(seat);
        let view = game.view(observer);
        let told = std::mem::take(&mut self.told);
        let story: Vec<String> = told.iter().map(|line| with_names(&line.text, name)).collect();
        let options: Vec<Value> = view
            .options
            .iter()
            .map(|option| {
                let label = with_names(&option.described.label, name);
                json!({ "code": option.code, "label": label, "action": option.action })
            })
            .collect();
        let text = Text { names: &name, width: 100, colour: false }.table(&view);
        json!({
            "type": "ask", "table": log.id(), "revision": log.revision(), "version": view.version,
            "waited_on": waited_on, "due_at": log.due(seat), "observation": game.observation(observer),
            "text": text, "story": story, "options": options,
        })
    }
}

/// An outside bot's answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BotMove {
    /// The revision of the question.
    revision: u32,
    /// The option's code.
    code: u32,
    /// The bot's own id of this answer; without one a resend is told by its revision and code.
    #[serde(default)]
    id: Option<String>,
}

pub(super) async fn play(
    State(house): Keeper,
    asker: Asker,
    Path(table): Path<String>,
    Json(answered): Json<BotMove>,
) -> Result<Response, Trouble> {
    let BotMove { revision, code, id } = answered;
    let id = id.unwrap_or_else(|| format!("{revision}:{code}"));
    let name = asker.person(&house).await?.name;
    let command = Command::Play { id: id.clone(), revision, code };
    let live = house.get(&table).await?;
    let revision = obey(&house, &asker, &name, &live, &command, None).await?;
    Ok(answer(&Done { id, revision }))
}
