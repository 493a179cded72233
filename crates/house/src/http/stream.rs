//! A table as server-sent events, for networks that block WebSockets. Commands are posted.

use std::convert::Infallible;

use axum::extract::{Path, Query, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;

use super::asker::{Asker, Peer};
use super::socket::{CLOSING, Guest, UNAVAILABLE, farewell};
use super::tables::LeanQuery;
use super::{Answered, AppState};
use crate::house::Trouble;
use hosting::ConnectionCursor;
use wire::News;

pub(super) async fn stream(
    State(house): AppState,
    asker: Asker,
    peer: Peer,
    Path(id): Path<String>,
    Query(query): Query<LeanQuery>,
) -> Answered {
    let guest = Guest::arrive(&house, asker, &id, query.detail()).await?;
    let mut changes = guest.live.subscribe();
    changes.mark_changed();
    let frames = stream::unfold(Some((guest, peer, changes, ConnectionCursor::default())), |state| async {
        let (mut guest, peer, mut changes, mut seen) = state?;
        tokio::select! {
            _ = changes.changed() => {}
            () = guest.house.closed() => {
                return Some((event(&farewell(CLOSING, Some(1000))), None));
            }
        }
        let Guest { house, live, viewer, asker, .. } = &mut guest;
        let shown = async {
            asker.must_be_valid(house).await?;
            house.frame(live, viewer, &mut seen).await
        };
        match shown.await {
            Ok(frame) => {
                house.metrics.frames.add(1);
                Some((Ok(Event::default().data(frame)), Some((guest, peer, changes, seen))))
            }
            Err(Trouble::Refused(refusal)) => Some((event(&farewell(refusal.reason, None)), None)),
            Err(_) => Some((event(&farewell(UNAVAILABLE, Some(1000))), None)),
        }
    });
    Ok(Sse::new(frames).keep_alive(KeepAlive::default()).into_response())
}

fn event(news: &News) -> Result<Event, Infallible> {
    Ok(Event::default().data(serde_json::to_string(news).unwrap_or_default()))
}
