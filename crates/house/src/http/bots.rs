//! Bot accounts, and the stream over which they play.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use bytes::Bytes;
use futures_util::stream;
use serde_json::json;
use table::plain::PlainText;
use table::{AnyMatch, Line, Observer, Refusal, Refused, Seat, Standing, say};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};

use super::asker::{Asker, Peer, revoked};
use super::socket::Guest;
use super::tables::obey;
use super::{Answered, AppState, Json, answer};
use crate::house::{House, Trouble};
use crate::seal;
use crate::store::{MatchFilter, Person};
use crate::words;
use hosting::{Detail, MatchLog};
use wire::{BotAccount, BotClaim, BotMove, BotNews, BotOption, Command, Done, NewBot, Stage};

/// The most bot accounts of a person.
const ACCOUNTS: usize = 20;
/// How often to check whether a bot has been seated through another node. On this node it is known at once.
const LOOK: Duration = Duration::from_secs(2);
/// How many of a bot's finished games are checked for ends it has not been told about.
const LATELY: u32 = 50;
/// The interval of empty lines that keep a quiet stream alive.
const BEAT: Duration = Duration::from_secs(15);

pub(super) async fn list(State(house): AppState, asker: Asker) -> Answered {
    let mut accounts = Vec::new();
    for id in asker.person(&house).await?.own().bots {
        if let Some(bot) = house.store.person(&id).await? {
            accounts.push(BotAccount { id: bot.id, name: bot.name, token: None });
        }
    }
    Ok(answer(&accounts))
}

pub(super) async fn create(State(house): AppState, asker: Asker, Json(wish): Json<NewBot>) -> Answered {
    asker.must_be_person()?;
    let name = words::name(&wish.name)?;
    let mut person = asker.person_to_keep(&house).await?;
    let mut own = person.own();
    if own.bots.len() >= ACCOUNTS {
        return Err(Refusal::not_allowed(say!("A person has at most {ACCOUNTS} bot accounts.")).into());
    }
    let token = seal::fresh_token();
    let bot = Person { id: seal::fresh_id(), name, token: seal::hash(&token), own: String::new() };
    house.store.keep_person(&bot).await?;
    own.bots.push(bot.id.clone());
    person.set_own(&own);
    house.store.keep_person(&person).await?;
    Ok(answer(&BotAccount { id: bot.id, name: bot.name, token: Some(token) }))
}

/// Revokes a bot's token: it can no longer play.
pub(super) async fn remove(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let mut person = asker.person(&house).await?;
    let mut own = person.own();
    if !own.bots.contains(&id) {
        return Err(Trouble::Missing);
    }
    own.bots.retain(|known| *known != id);
    if let Some(mut bot) = house.store.person(&id).await? {
        // Its finished games keep the account's name.
        bot.token = String::new();
        house.store.keep_person(&bot).await?;
        house.cut_off(&id, &revoked()).await;
    }
    person.set_own(&own);
    house.store.keep_person(&person).await?;
    Ok(answer(&json!({})))
}

/// Everything a bot account needs to play, at all its tables, as one JSON object per line.
pub(super) async fn stream(State(house): AppState, asker: Asker, peer: Peer) -> Answered {
    if !asker.outside {
        return Err(Refusal::new(
            Refused::NotYours,
            say!("This stream is for bot accounts: send their token."),
        )
        .into());
    }
    let (lines, mut sent) = mpsc::channel::<String>(64);
    tokio::spawn(feed(house, asker, lines));
    let body = stream::poll_fn(move |context| {
        let _held = &peer;
        sent.poll_recv(context).map(|line| line.map(|line| Ok::<_, Infallible>(Bytes::from(line))))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(body)).into_response())
}

/// Watches the bot's tables until its program disconnects.
async fn feed(house: Arc<House>, asker: Asker, lines: mpsc::Sender<String>) {
    let mut watched: HashMap<String, tokio::task::AbortHandle> = HashMap::new();
    let mut known: HashSet<String> = HashSet::new();
    let (began, mut silent) = (house.now(), tokio::time::Instant::now());
    let mut seated = house.seated.subscribe();
    // A revoked token is noticed here; a store that fails is asked again.
    while !matches!(asker.must_be_valid(&house).await, Err(Trouble::Refused(_))) {
        let tables = house.store.list(&MatchFilter::Of(asker.id.clone()), 1000).await.unwrap_or_default();
        let over =
            house.store.list(&MatchFilter::FinishedOf(asker.id.clone()), LATELY).await.unwrap_or_default();
        watched.retain(|_, task| !task.is_finished());
        // A game can end before this bot was asked anything; it is told about that, too.
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

/// Waits until this bot is seated through this node.
async fn sits_down(seated: &mut broadcast::Receiver<String>, bot: &str) {
    loop {
        match seated.recv().await {
            Ok(id) if id != bot => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}

/// Sends a line when the game begins, for each question to the bot, and when the game ends.
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
        for line in news.iter().flat_map(serde_json::to_string) {
            // A program that does not read holds up only itself.
            if lines.send(line + "\n").await.is_err() {
                return;
            }
        }
        if over || changes.changed().await.is_err() {
            return;
        }
    }
}

/// What a bot has been told about a table.
#[derive(Default)]
struct Heard {
    begun: bool,
    /// The revision of the last question.
    asked: u32,
    /// The story since the last question. The table does not keep it, so it is collected at every change.
    told: Vec<Line>,
    /// The story is complete up to this version.
    version: usize,
    /// How many claims it has heard.
    claims: u32,
}

impl Heard {
    /// The lines to send now, as `docs/bot-protocol.md` defines them.
    fn news(&mut self, log: &MatchLog, seat: Seat) -> Vec<BotNews> {
        let mut news = Vec::new();
        let Some(game) = log.game() else { return news };
        let table = log.id().to_owned();
        if !std::mem::replace(&mut self.begun, true) {
            let seats = log.sitters().map(|(_, sitter)| sitter.name().to_owned()).collect();
            let (game, options) = (game.info().id, game.options());
            news.push(BotNews::Start { table: table.clone(), game, options, seat, seats });
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
            news.push(BotNews::End { table, outcome: game.outcome().as_ref().map(Standing::from) });
        }
        news
    }

    fn question(&mut self, log: &MatchLog, game: &dyn AnyMatch, seat: Seat, waited_on: bool) -> BotNews {
        let name = |seat: Seat| {
            let sitter = log.sitters().find(|(other, _)| *other == seat);
            sitter.map_or_else(String::new, |(_, sitter)| sitter.name().to_owned())
        };
        let observer = Observer::Seat(seat);
        let view = game.view(observer);
        let told = std::mem::take(&mut self.told);
        let heard = game.heard(self.claims + 1);
        self.claims = game.said().len() as u32;
        let menu = game.menu(seat).filter(|_| log.may_claim());
        let sayable = menu.map_or_else(Vec::new, |menu| menu.sayable);
        let story: Vec<String> = told.iter().map(|line| line.text.with_names(name)).collect();
        let text = PlainText { names: &name, width: 100, colour: false, words: None }.table(&view);
        let options = view.options.into_iter().map(|option| BotOption {
            code: option.code,
            label: option.described.label.with_names(name),
            action: option.action,
        });
        BotNews::Ask {
            table: log.id().to_owned(),
            revision: log.revision(),
            version: view.version,
            waited_on,
            due_at: log.due(seat),
            observation: game.observation(observer),
            text,
            story,
            options: options.collect(),
            heard,
            sayable,
        }
    }
}

pub(super) async fn play(
    State(house): AppState,
    asker: Asker,
    Path(table): Path<String>,
    Json(answered): Json<BotMove>,
) -> Answered {
    let BotMove { revision, code, id, say } = answered;
    let id = id.unwrap_or_else(|| format!("{revision}:{code}"));
    let name = asker.person(&house).await?.name;
    let command = Command::Play { id: id.clone(), revision, code };
    let live = house.get(&table).await?;
    for (at, BotClaim { code, reply_to }) in say.into_iter().enumerate() {
        let claim = Command::Claim { id: format!("{id}:{at}"), code, reply_to };
        obey(&house, &asker, &name, &live, &claim, None).await?;
    }
    let revision = obey(&house, &asker, &name, &live, &command, None).await?;
    Ok(answer(&Done { id, revision }))
}
