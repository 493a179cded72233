//! Games, tables and commands.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ring::digest::{SHA256, digest};
use serde::Deserialize;
use table::{Observer, Refusal, Refused, rulebook, say};

use super::asker::Asker;
use super::socket::Guest;
use super::{Answered, AppState, Json, answer, written};
use crate::house::{House, Trouble};
use crate::live::LiveMatch;
use crate::moderation;
use crate::pool::Sake;
use crate::store::MatchFilter;
use crate::subscriber::Socket;
use hosting::{ConnectionCursor, Detail, HINT_TIME, MatchLog, Past, Viewer};
use wire::{
    Command, Done, HintAsked, HouseInfo, Invitation, NewTable, QuickTable, Spectators, Stage, TableAct,
    TableInfo, TableShelf,
};

/// The most tables in a list.
const LISTED: u32 = 100;
/// What setting up a table costs, as a number of requests.
const TABLE_COST: f64 = 10.0;
/// The longest that a request for a frame waits, in seconds: some clients give up after thirty.
pub(super) const PATIENCE: u64 = 25;
/// What a hint costs: it takes a thread for a moment.
const HINT_COST: f64 = 5.0;

pub(super) async fn house(State(house): AppState) -> Response {
    answer(&HouseInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        push_key: house.notices.push_key(),
        mail: house.notices.has_mail(),
    })
}

/// The games as JSON, with a tag that tells one version of the list from another: a page asks for it at every load.
static GAMES: LazyLock<(String, String)> = LazyLock::new(|| {
    let text = serde_json::to_string(&hosting::lobby::boxes()).unwrap_or_default();
    let hash = digest(&SHA256, text.as_bytes());
    let tag = hash.as_ref()[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    (text, format!("W/\"{tag}\""))
});

pub(super) async fn games(headers: HeaderMap) -> Response {
    let (text, tag) = &*GAMES;
    let caching = [(header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, written(text.clone())).into_response()
}

#[derive(Deserialize)]
pub(super) struct RulesQuery {
    #[serde(default)]
    language: String,
}

pub(super) async fn rules(Path(game): Path<String>, Query(query): Query<RulesQuery>) -> Answered {
    let entry = shelf::find(&game).map_err(|_| Trouble::Missing)?;
    let kind =
        [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((kind, rulebook::in_language(entry.game.info(), &query.language)).into_response())
}

#[derive(Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    shelf: TableShelf,
}

pub(super) async fn list(State(house): AppState, asker: Asker, Query(query): Query<ListQuery>) -> Answered {
    let shelf = match query.shelf {
        TableShelf::Open => MatchFilter::Open,
        TableShelf::Mine => MatchFilter::Of(asker.id.clone()),
        TableShelf::Finished => MatchFilter::FinishedOf(asker.id.clone()),
    };
    let tables = house.store.list(&shelf, LISTED).await?;
    Ok(answer(&tables.iter().filter_map(|(_, summary)| summary.card_for(&asker.id)).collect::<Vec<_>>()))
}

pub(super) async fn create(State(house): AppState, asker: Asker, Json(wish): Json<NewTable>) -> Answered {
    set_up(&house, &asker, &wish).await
}

pub(super) async fn quick(State(house): AppState, asker: Asker, Json(wish): Json<QuickTable>) -> Answered {
    let wish = hosting::lobby::quick(wish)?;
    set_up(&house, &asker, &wish).await
}

async fn set_up(house: &Arc<House>, asker: &Asker, wish: &NewTable) -> Answered {
    pay_for_table(house, asker)?;
    let person = asker.person(house).await?;
    let id = house.create(asker.named(&person.name), &asker.origin, wish).await?;
    Ok(answer(&info_for(house, &id, asker).await?))
}

/// A guest without a cookie is a new person every time, so the address is charged as well.
pub(super) fn pay_for_table(house: &House, asker: &Asker) -> Result<(), Trouble> {
    let rate = house.config.requests_per_second;
    if ![&asker.id, &asker.origin].into_iter().all(|who| house.limits.allow(who, TABLE_COST, rate)) {
        house.metrics.turned_away.add(1);
        return Err(Trouble::Busy);
    }
    Ok(())
}

pub(super) async fn info_for(house: &House, id: &str, asker: &Asker) -> Result<TableInfo, Trouble> {
    let live = house.get(id).await?;
    let locked = house.lock(&live).await?;
    if !locked.log.is_host(&asker.id) {
        locked.log.eyes_of(&asker.id)?;
    }
    Ok(locked.log.info(&asker.id, live.present(&locked.log), &house.seal))
}

pub(super) async fn info(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    Ok(answer(&info_for(&house, &id, &asker).await?))
}

pub(super) async fn invitation(State(house): AppState, asker: Asker, Path(token): Path<String>) -> Answered {
    let (id, _) = token.split_once('-').ok_or(Trouble::Missing)?;
    let live = house.get(id).await?;
    let locked = house.lock(&live).await?;
    let good = locked.log.opens(&token, &house.seal);
    if !good && !locked.log.is_host(&asker.id) {
        // A link that leads nowhere shows no more than the bare address of the table would.
        locked.log.eyes_of(&asker.id)?;
    }
    let table = locked.log.info(&asker.id, live.present(&locked.log), &house.seal);
    Ok(answer(&Invitation { table, good }))
}

pub(super) async fn command(
    State(house): AppState,
    asker: Asker,
    Path(id): Path<String>,
    Json(command): Json<Command>,
) -> Answered {
    let person = asker.person(&house).await?;
    let live = house.get(&id).await?;
    let revision = obey(&house, &asker, &person.name, &live, &command, None).await?;
    Ok(answer(&Done { id: command.id().to_owned(), revision }))
}

/// Carries out a command and counts it. If it came over a socket, the answer to success is sent there.
pub(super) async fn obey(
    house: &Arc<House>,
    asker: &Asker,
    name: &str,
    live: &Arc<LiveMatch>,
    command: &Command,
    from: Option<&Arc<Socket>>,
) -> Result<u32, Trouble> {
    if !house.limits.allow(&asker.id, 1.0, house.config.requests_per_second) {
        house.metrics.turned_away.add(1);
        return Err(Trouble::Busy);
    }
    if matches!(command, Command::Say { .. }) && house.sessions.has_silenced(&asker.id) {
        return Err(moderation::silenced().into());
    }
    if matches!(command, Command::Table { act: TableAct::Rematch, .. }) {
        pay_for_table(house, asker)?;
    }
    let begin = std::time::Instant::now();
    let done = house.command_at(live, asker.named(name), command, from).await;
    match &done {
        Ok(_) => house.metrics.commands.observe(begin.elapsed()),
        Err(_) => house.metrics.refusals.add(1),
    }
    done
}

/// A hint for a person who plays alone against bots. It is logged before it is given.
pub(super) async fn hint(
    State(house): AppState,
    asker: Asker,
    Path(id): Path<String>,
    Json(asked): Json<HintAsked>,
) -> Answered {
    if !house.limits.allow(&asker.id, HINT_COST, house.config.requests_per_second) {
        house.metrics.turned_away.add(1);
        return Err(Trouble::Busy);
    }
    let live = house.get(&id).await?;
    let (question, sake) = {
        let mut locked = house.lock(&live).await?;
        let question = locked.log.hint(&asker.id, asked.revision)?;
        let noted = |log: &mut MatchLog, now| log.note_hint(&asker.id, now);
        house.write(&live, &mut locked, None, noted).await?;
        (question, Sake::of(&locked.log))
    };
    let think = move || {
        let begun = std::time::Instant::now();
        question.answer(&mut || 1.0 - begun.elapsed().as_millis() as f32 / HINT_TIME as f32)
    };
    Ok(answer(&house.pool.run(&sake, think).await.ok_or(Trouble::Busy)??))
}

#[derive(Deserialize)]
pub(super) struct LeanQuery {
    #[serde(default)]
    lean: u8,
}

impl LeanQuery {
    /// The detail asked for.
    pub(super) fn detail(&self) -> Detail {
        Detail::asked_for(self.lean)
    }
}

#[derive(Deserialize)]
pub(super) struct FrameQuery {
    #[serde(default)]
    lean: u8,
    #[serde(default)]
    wait: u64,
}

pub(super) async fn frame(
    State(house): AppState,
    asker: Asker,
    Path(id): Path<String>,
    Query(query): Query<FrameQuery>,
) -> Answered {
    let detail = Detail::asked_for(query.lean);
    if query.wait > 0 {
        let guest = Guest::arrive(&house, asker.clone(), &id, detail).await?;
        let within = Duration::from_secs(query.wait.min(PATIENCE));
        tokio::select! {
            asked = until_asked(&guest) => asked?,
            () = tokio::time::sleep(within) => {}
            () = house.closed() => {}
        }
        asker.must_be_valid(&house).await?;
    }
    let live = house.get(&id).await?;
    let mut viewer = Viewer { observer: Observer::Spectator, person: asker.id, detail };
    let frame = house.frame(&live, &mut viewer, &mut ConnectionCursor::default()).await?;
    Ok(written(frame))
}

/// Waits until the game waits for a person, or for nobody any more.
async fn until_asked(guest: &Guest) -> Result<(), Trouble> {
    let Guest { house, live, asker, .. } = guest;
    let mut changes = live.subscribe();
    loop {
        changes.mark_unchanged();
        asker.must_be_valid(house).await?;
        {
            let locked = house.lock(live).await?;
            let on = matches!(locked.log.stage(), Stage::Gathering | Stage::Playing);
            let seat = locked.log.seat_of(&asker.id).filter(|_| on);
            if seat.is_none_or(|seat| locked.log.waiting().contains(seat)) {
                return Ok(());
            }
        }
        if changes.changed().await.is_err() {
            return Ok(());
        }
    }
}

/// All that the caller's seat knows, as data.
pub(super) async fn observation(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let live = house.get(&id).await?;
    let locked = house.lock(&live).await?;
    let seat = locked.log.seat_of(&asker.id).ok_or_else(|| {
        Refusal::new(Refused::NotYours, say!("Only those who sit at the table see it as data."))
    })?;
    let game = locked.log.game().ok_or_else(|| Refusal::not_allowed(say!("The game has not begun.")))?;
    Ok(answer(&game.observation(Observer::Seat(seat))))
}

/// The whole story so far.
pub(super) async fn story(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    asker.pay_for_fold(&house)?;
    let log = house.fold_for(&id, Past::Whole, asker.history()).await?;
    let observer = log.eyes_of(&asker.id)?;
    let delayed = matches!(log.spectators(), Spectators::Delayed { .. });
    if observer == Observer::Spectator && delayed && log.stage() != Stage::Finished {
        return Err(Refusal::not_allowed(say!(
            "Spectators of a delayed table get the whole story after the end."
        ))
        .into());
    }
    let story = move || serde_json::to_string(&log.story(observer, 0)).unwrap_or_default();
    Ok(written(house.folds.run(&asker.history(), story).await.ok_or(Trouble::Busy)?))
}
