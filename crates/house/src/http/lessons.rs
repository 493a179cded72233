//! Lessons. The house stores nothing: the page sends all answers of the current part and gets the table after them. So a lesson
//! survives whatever the page survives.

use axum::extract::{Path, State};
use axum::response::Response;
use lessons::Session;
use table::Refusal;
use wire::{Illustrations, LessonSoFar};

use super::asker::Asker;
use super::{Answered, AppState, Json, answer};
use crate::house::Trouble;
use crate::pool::Sake;

/// How many answers cost as much as one request: all of them are replayed.
const AS_A_REQUEST: f64 = 50.0;

pub(super) async fn list(Path(game): Path<String>) -> Result<Response, Trouble> {
    let entry = shelf::find(&game).map_err(|_| Trouble::Missing)?;
    Ok(answer(&lessons::cards(&entry.game.info().into())))
}

pub(super) async fn illustrations(Path(game): Path<String>) -> Result<Response, Trouble> {
    let game = shelf::find(&game).map_err(|_| Trouble::Missing)?.game;
    Ok(answer(&Illustrations { pictures: game.pictures(), examples: lessons::examples(&game.info().into()) }))
}

pub(super) async fn puzzles(Path(game): Path<String>) -> Result<Response, Trouble> {
    let entry = shelf::find(&game).map_err(|_| Trouble::Missing)?;
    Ok(answer(&lessons::puzzle_cards(&entry.game.info().into())))
}

pub(super) async fn go_on(
    State(house): AppState,
    asker: Asker,
    Path((game, lesson)): Path<(String, String)>,
    Json(so_far): Json<LessonSoFar>,
) -> Answered {
    asker.pay(&house, so_far.answers.len() as f64 / AS_A_REQUEST)?;
    let entry = shelf::find(&game).map_err(|_| Trouble::Missing)?;
    let fold = move || -> Result<_, Refusal> {
        let lesson = lessons::find(&entry.game.info().into(), &lesson)?;
        let session = Session::fold(entry.game, entry.bots, &lesson, so_far.part as usize, &so_far.answers)?;
        Ok(session.frame())
    };
    // Not among the bots, behind whom a learner would wait.
    let sake = Sake { people: true, origin: asker.origin };
    Ok(answer(&house.folds.run(&sake, fold).await.ok_or(Trouble::Busy)??))
}
