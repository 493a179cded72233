//! HTTP: addresses, bodies, answers. What is decided is decided elsewhere.

mod asker;
mod bots;
mod client;
mod finished;
mod me;
mod socket;
mod stream;
mod tables;
mod upgrade;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, delete, get, post};
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::{Refusal, Refused};

use crate::house::{House, Trouble};
use wire::Problem;

pub(crate) use asker::Peer;
pub(crate) use me::Own;

/// The largest body: a map of one's own fits.
const LARGEST: usize = 256 << 10;

/// What a handler works with.
type Keeper = State<Arc<House>>;

/// The routes under `/api`, as the OpenAPI document names them; a test compares.
pub(crate) const ROUTES: &[(&str, &str)] = &[
    ("get", "/api/house"),
    ("get", "/api/games"),
    ("get", "/api/games/{game}/rules"),
    ("get", "/api/me"),
    ("put", "/api/me"),
    ("post", "/api/me/link"),
    ("post", "/api/me/claim"),
    ("post", "/api/me/push"),
    ("delete", "/api/me/push"),
    ("get", "/api/tables"),
    ("post", "/api/tables"),
    ("post", "/api/tables/quick"),
    ("get", "/api/invites/{token}"),
    ("get", "/api/tables/{id}"),
    ("post", "/api/tables/{id}/commands"),
    ("get", "/api/tables/{id}/frame"),
    ("get", "/api/tables/{id}/story"),
    ("get", "/api/tables/{id}/socket"),
    ("get", "/api/tables/{id}/stream"),
    ("get", "/api/tables/{id}/record"),
    ("get", "/api/tables/{id}/replay/{version}"),
    ("get", "/api/tables/{id}/fairness"),
    ("get", "/api/tables/{id}/review"),
    ("get", "/api/bots"),
    ("post", "/api/bots"),
    ("delete", "/api/bots/{id}"),
    ("get", "/api/bot/stream"),
    ("post", "/api/bot/tables/{id}/move"),
    ("get", "/healthz"),
    ("get", "/metrics"),
    ("get", "/openapi.json"),
];

/// All addresses of a house.
pub(crate) fn router(house: Arc<House>) -> Router {
    let api = Router::new()
        .route("/house", get(tables::house))
        .route("/games", get(tables::games))
        .route("/games/{game}/rules", get(tables::rules))
        .route("/me", get(me::me).put(me::change))
        .route("/me/link", post(me::link))
        .route("/me/claim", post(me::claim))
        .route("/me/push", post(me::subscribe).delete(me::unsubscribe))
        .route("/tables", get(tables::list).post(tables::create))
        .route("/tables/quick", post(tables::quick))
        .route("/invites/{token}", get(tables::invitation))
        .route("/tables/{id}", get(tables::info))
        .route("/tables/{id}/commands", post(tables::command))
        .route("/tables/{id}/frame", get(tables::frame))
        .route("/tables/{id}/story", get(tables::story))
        .route("/tables/{id}/socket", any(socket::socket))
        .route("/tables/{id}/stream", get(stream::stream))
        .route("/tables/{id}/record", get(finished::record))
        .route("/tables/{id}/replay/{version}", get(finished::replay))
        .route("/tables/{id}/fairness", get(finished::fairness))
        .route("/tables/{id}/review", get(finished::review))
        .route("/bots", get(bots::list).post(bots::create))
        .route("/bots/{id}", delete(bots::remove))
        .route("/bot/stream", get(bots::stream))
        .route("/bot/tables/{id}/move", post(bots::play))
        .fallback(|| async { Trouble::Missing.into_response() })
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(house.clone(), asker::guard));
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(openapi))
        .fallback(client::page)
        .layer(middleware::map_response(harden))
        .with_state(house)
}

/// What a browser may do with our pages: nothing that is not ours.
async fn harden(mut response: Response) -> Response {
    const HEADERS: [(header::HeaderName, HeaderValue); 5] = [
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(
                "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
                 img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                 media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            ),
        ),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (
            header::HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin"),
        ),
    ];
    response.headers_mut().extend(HEADERS);
    response
}

async fn healthz(State(house): Keeper) -> Response {
    use crate::store::{Shelf, Store};
    match house.store.list(&Shelf::Due(0), 1).await {
        Ok(_) => "ok\n".into_response(),
        Err(error) => Trouble::from(error).into_response(),
    }
}

async fn metrics(State(house): Keeper) -> Response {
    let text = house.metrics.text(house.live());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

async fn openapi() -> Response {
    let text = include_str!("../../openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// A body in JSON, read with refusals in our own words. A form of another site cannot send one.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Trouble> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(Refusal::malformed("Send JSON, with the content type application/json.").into());
        }
        let bytes = bytes::Bytes::from_request(request, state).await.map_err(|_| {
            Refusal::malformed(format!("A request has at most {} KiB, sent in one go.", LARGEST >> 10))
        })?;
        serde_json::from_slice(&bytes)
            .map(Json)
            .map_err(|error| Refusal::malformed(format!("This request cannot be read: {error}.")).into())
    }
}

/// An answer in JSON.
fn answer(value: &impl Serialize) -> Response {
    match serde_json::to_string(value) {
        Ok(text) => written(text),
        Err(_) => Trouble::Store.into_response(),
    }
}

/// An answer that is JSON already.
fn written(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

impl Trouble {
    /// As the body of an answer.
    pub(crate) fn problem(&self) -> Problem {
        let (kind, reason) = match self {
            Trouble::Refused(refusal) => {
                let rule = refusal.rule.as_ref().map(ToString::to_string);
                return Problem { kind: refusal.kind, reason: refusal.reason.to_string(), rule };
            }
            Trouble::Missing => {
                (Refused::Malformed, "There is nothing here: the address is wrong or it is gone.")
            }
            Trouble::Busy => (Refused::NotAllowed, "That was too much at once: wait a moment and try again."),
            Trouble::Store => (Refused::NotAllowed, "The house cannot write at the moment: try again soon."),
        };
        Problem { kind, reason: reason.to_owned(), rule: None }
    }

    fn status(&self) -> StatusCode {
        match self {
            Trouble::Refused(refusal) => match refusal.kind {
                Refused::Malformed => StatusCode::BAD_REQUEST,
                Refused::NotYours | Refused::NotAllowed => StatusCode::FORBIDDEN,
                Refused::Stale | Refused::Over => StatusCode::CONFLICT,
                Refused::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Trouble::Missing => StatusCode::NOT_FOUND,
            Trouble::Busy => StatusCode::TOO_MANY_REQUESTS,
            Trouble::Store => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.status(), answer(&self.problem())).into_response()
    }
}
