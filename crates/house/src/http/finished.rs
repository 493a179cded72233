//! What is public once a match is over: its record, replays, reviews, and the proof of its shuffle.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use lab::{Review, ReviewSettings};
use serde::Deserialize;
use table::{Name, Observer, Refusal};

use super::asker::Asker;
use super::{Answered, AppState, Json, answer, tables, written};
use crate::archive::Finished;
use crate::house::{House, Trouble};
use crate::pool::Sake;
use hosting::Past;
use wire::{Fairness, Moment, PlayOn, Stage};

/// A finished match, for a caller who may see it.
async fn finished(house: &House, id: &str, asker: &Asker) -> Result<Arc<Finished>, Trouble> {
    if let Some(known) = house.archive.get(id, &asker.id) {
        return Ok(known);
    }
    {
        let live = house.get(id).await?;
        let locked = house.lock(&live).await?;
        locked.log.eyes_of(&asker.id)?;
        if locked.log.stage() != Stage::Finished {
            // The refusal says so.
            locked.log.record()?;
        }
    }
    asker.pay_for_fold(house)?;
    let log = house.fold_for(id, Past::Whole, asker.history()).await?;
    log.eyes_of(&asker.id)?;
    Ok(house.archive.keep(id, Finished::new(&log)?))
}

pub(super) async fn record(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let finished = finished(&house, &id, &asker).await?;
    let record = &finished.record;
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
    let finished = finished(&house, &id, &asker).await?;
    let observer: Observer = query.eyes.parse().map_err(|why: String| Refusal::malformed(Name(why)))?;
    if observer.seat().is_some_and(|seat| seat.index() >= finished.record.seats.len()) {
        return Err(Trouble::Missing);
    }
    let version = match version.as_str() {
        "last" => usize::MAX,
        number => number.parse().map_err(|_| Trouble::Missing)?,
    };
    let moment = move || {
        let of = finished.reach()?;
        let game = finished.entry.game.replay(&finished.record, version.min(of))?;
        let (view, story, heard) = (game.view(observer), game.story(observer, 0), game.heard(1));
        let moment = Moment { of: of as u32, view, story, heard };
        Ok::<_, Refusal>(serde_json::to_string(&moment).unwrap_or_default())
    };
    Ok(written(house.folds.run(&asker.history(), moment).await.ok_or(Trouble::Busy)??))
}

/// A review by bots: chances over time, turning points, advice. The same data as `sanguis review --json`.
pub(super) async fn review(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let finished = finished(&house, &id, &asker).await?;
    let sake = Sake { people: true, origin: asker.origin };
    let review = house.reviews.of(&id, &house.pool, sake, move || {
        let Finished { entry, record, by_people, .. } = &*finished;
        let judgement = entry.lab.judge(record, by_people, ReviewSettings::QUICK, &mut |_, _| true)?;
        Ok(Review::new(record, judgement))
    });
    Ok(written(review.await?.to_string()))
}

/// A table at which a finished game is played on from an earlier moment, against bots.
pub(super) async fn play_on(
    State(house): AppState,
    asker: Asker,
    Path(id): Path<String>,
    Json(wish): Json<PlayOn>,
) -> Answered {
    let finished = finished(&house, &id, &asker).await?;
    tables::pay_for_table(&house, &asker)?;
    let person = asker.person(&house).await?;
    let new = house.play_on(asker.named(&person.name), &asker.origin, finished, wish).await?;
    Ok(answer(&tables::info_for(&house, &new, &asker).await?))
}

pub(super) async fn fairness(State(house): AppState, asker: Asker, Path(id): Path<String>) -> Answered {
    let (mut fairness, over) = {
        let live = house.get(&id).await?;
        let locked = house.lock(&live).await?;
        locked.log.eyes_of(&asker.id)?;
        let begun = locked.log.stage() != Stage::Gathering;
        let fairness = Fairness {
            commitment: locked.log.commitment().to_owned(),
            contributions: if begun { locked.log.contributions() } else { Vec::new() },
            secret: None,
        };
        (fairness, locked.log.stage() == Stage::Finished)
    };
    if over {
        fairness.secret = Some(finished(&house, &id, &asker).await?.record.seed.secret.clone());
    }
    Ok(answer(&fairness))
}
