//! What is public once a match is over: its record, replays, reviews, and the proof of its shuffle.

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use lab::{Review, ReviewSettings};
use serde::Deserialize;
use table::{Name, Observer};

use super::asker::Asker;
use super::{Answered, AppState, answer, written};
use crate::house::{House, Trouble};
use hosting::{MatchLog, Past};
use wire::{Fairness, Moment, Stage};

/// A finished match, for a caller who may see it.
async fn finished(house: &House, id: &str, asker: &Asker) -> Result<(MatchLog, table::Record), Trouble> {
    let log = house.fold(id, Past::Whole).await?;
    log.eyes_of(&asker.id)?;
    let record = log.record()?;
    Ok((log, record))
}

pub(super) async fn record(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let (_, record) = finished(&house, &id, &asker).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}-{id}.json\"", record.game)),
    ];
    Ok((headers, record.to_text()).into_response())
}

#[derive(Deserialize)]
pub(super) struct EyesQuery {
    #[serde(default = "all")]
    eyes: String,
}

fn all() -> String {
    "all".to_owned()
}

pub(super) async fn replay(
    State(house): AppState,
    asker: Asker,
    Path((id, version)): Path<(String, String)>,
    Query(query): Query<EyesQuery>,
) -> Answered {
    let (log, record) = finished(&house, &id, &asker).await?;
    let observer: Observer =
        query.eyes.parse().map_err(|why: String| table::Refusal::malformed(Name(why)))?;
    if observer.seat().is_some_and(|seat| seat.index() >= record.seats.len()) {
        return Err(Trouble::Missing);
    }
    let version = match version.as_str() {
        "last" => record.actions.len(),
        number => number.parse().map_err(|_| Trouble::Missing)?,
    };
    let game = log.entry().game.replay(&record, version)?;
    let (view, story) = (game.view(observer), game.story(observer, 0));
    Ok(answer(&Moment { of: record.actions.len() as u32, view, story }))
}

/// A review by bots: chances over time, turning points, advice. The same data as `sanguis review --json`.
pub(super) async fn review(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let (log, record) = finished(&house, &id, &asker).await?;
    let judge = log.entry().lab;
    let review = house.reviews.of(&id, &house.pool, move || {
        let judgement = judge.judge(&record, ReviewSettings::QUICK, &mut |_, _| true)?;
        Ok(Review::new(&record, judgement))
    });
    Ok(written(review.await?.to_string()))
}

pub(super) async fn fairness(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let log = house.fold(&id, Past::Whole).await?;
    log.eyes_of(&asker.id)?;
    let begun = log.stage() != Stage::Gathering;
    Ok(answer(&Fairness {
        commitment: log.commitment().to_owned(),
        contributions: if begun { log.contributions() } else { Vec::new() },
        secret: log.record().ok().map(|record| record.seed.secret),
    }))
}
