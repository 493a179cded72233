//! What only the hosts of the house may see and do.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::json;
use table::{Refusal, Refused, say};
use tokio::time::Instant;

use super::asker::Asker;
use super::{Answered, AppState, Json, answer};
use crate::errors;
use crate::house::{House, Trouble};
use crate::store::{MatchFilter, Place};
use wire::{HostTable, HostView, PersonStanding, Report, Stage, StandingChange};

/// The most tables and entries of the log that are shown.
const SHOWN: u32 = 200;
/// How many reports are taken from one place within a day: the house keeps only the latest of all.
const REPORTS: u32 = 20;

fn must_host(house: &House, asker: &Asker) -> Result<(), Refusal> {
    match !asker.outside && house.is_host(&asker.id) {
        true => Ok(()),
        false => Err(Refusal::new(Refused::NotYours, say!("Only the host of this house can do that."))),
    }
}

/// Reports somebody at a table to the host of the house.
pub(super) async fn report(
    State(house): AppState,
    asker: Asker,
    Path(id): Path<String>,
    Json(report): Json<Report>,
) -> Answered {
    asker.must_be_person()?;
    if !house.limits.seldom(&format!("reports {}", asker.origin), REPORTS) {
        house.metrics.turned_away.add(1);
        return Err(Trouble::Busy);
    }
    house.report(&asker.id, &id, &report).await?;
    Ok(done())
}

fn done() -> Response {
    answer(&json!({}))
}

pub(super) async fn log(State(house): AppState, asker: Asker) -> Answered {
    must_host(&house, &asker)?;
    Ok(answer(&house.store.notes(SHOWN).await?))
}

pub(super) async fn moderate(
    State(house): AppState,
    asker: Asker,
    Path(id): Path<String>,
    Json(change): Json<StandingChange>,
) -> Answered {
    must_host(&house, &asker)?;
    Ok(answer(&house.moderate(&asker.id, &id, &change).await?))
}

pub(super) async fn forget(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    must_host(&house, &asker)?;
    Ok(answer(&house.forget_person(&id, &asker.id).await?))
}

/// The house at a glance.
pub(super) async fn view(State(house): AppState, asker: Asker) -> Answered {
    must_host(&house, &asker)?;
    let begin = Instant::now();
    let healthy = house.is_healthy().await;
    let write_ms = begin.elapsed().as_millis() as u32;
    Ok(answer(&HostView {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        opened_at: house.opened_at(),
        tables: tables(&house).await?,
        live: house.live() as u32,
        sockets: house.metrics.sockets.get() as u32,
        thinking: house.pool.busy() as u32,
        queued: house.pool.queued() as u32,
        store: house
            .config
            .db
            .parse::<Place>()
            .map_or_else(|_| "sqlite".to_owned(), |place| place.to_string()),
        healthy,
        write_ms,
        errors: errors::latest(),
        people: people(&house).await?,
    }))
}

async fn tables(house: &Arc<House>) -> Result<Vec<HostTable>, Trouble> {
    let tables = house.store.list(&MatchFilter::All, SHOWN).await?;
    let running = tables.into_iter().filter_map(|(table, it)| {
        let stage = it.stage.filter(|stage| !matches!(stage, Stage::Finished | Stage::Cancelled))?;
        Some(HostTable {
            table,
            game: it.game,
            stage,
            persons: it.persons.len() as u32,
            moved_at: it.moved_at,
        })
    });
    Ok(running.collect())
}

async fn people(house: &Arc<House>) -> Result<Vec<PersonStanding>, Trouble> {
    let mut people = Vec::new();
    for (id, standing) in house.sessions.moderated() {
        let name = house.store.person(&id).await?.map_or_else(String::new, |person| person.name);
        people.push(PersonStanding { id, name, silenced: standing.silenced, removed: standing.removed });
    }
    Ok(people)
}
