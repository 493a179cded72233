//! The HTTP API: routes, request bodies, responses.

mod asker;
mod bots;
mod client;
mod finished;
mod host;
mod lessons;
#[cfg(feature = "mcp")]
pub mod mcp;
mod me;
mod mine;
mod routes;
mod socket;
mod stream;
mod tables;
mod upgrade;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::{Name, Refusal, Refused, say};
use tokio::time::timeout;

use crate::house::{House, Trouble};
use wire::Problem;

use routes::Route;

pub(crate) use asker::Peer;
pub(crate) use me::LINKS;

/// The largest request body: enough for a Bloodstones map of the player's own.
const LARGEST: usize = 256 << 10;

/// What handlers give.
type Answered = Result<Response, Trouble>;

/// The state that handlers work with.
type AppState = State<Arc<House>>;

/// The router of a house.
pub(crate) fn router(house: Arc<House>) -> Router {
    let router = api_and_pages(house.clone());
    #[cfg(feature = "mcp")]
    let router = if house.config.mcp { router.merge(mcp::route(&house)) } else { router };
    router.layer(middleware::map_response_with_state(house, harden))
}

/// Everything but `/mcp`, whose tools ask this.
fn api_and_pages(house: Arc<House>) -> Router {
    let (api, other): (Vec<Route>, Vec<Route>) =
        routes::all().into_iter().partition(|route| route.path.starts_with("/api/"));
    let add = |router: Router<Arc<House>>, route: Route| router.route(route.path, route.handler);
    let api = ["/api", "/api/", "/api/{*rest}"]
        .into_iter()
        .fold(api.into_iter().fold(Router::new(), add), |router, path| {
            router.route(path, any(|| async { Trouble::Missing.into_response() }))
        })
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(house.clone(), asker::guard));
    let other = other
        .into_iter()
        .fold(Router::new(), add)
        .layer(middleware::from_fn_with_state(house.clone(), asker::limit));
    let pocket = Arc::new(client::Pocket::read(&house.config.pocket));
    let start = pocket.clone();
    api.merge(other)
        .route("/pocket", get(|| async { Redirect::permanent("/pocket/") }))
        .route("/pocket/", get(move |headers: HeaderMap| async move { start.page("", &headers) }))
        .route(
            "/pocket/{*path}",
            get(move |Path(path): Path<String>, headers: HeaderMap| async move {
                pocket.page(&path, &headers)
            }),
        )
        .fallback(client::page)
        .with_state(house)
}

/// Adds security headers: pages may load nothing from elsewhere and must not be framed.
async fn harden(State(house): AppState, mut response: Response) -> Response {
    const HEADERS: [(header::HeaderName, HeaderValue); 7] = [
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
        (
            header::HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("same-origin"),
        ),
        (
            header::HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
        ),
    ];
    response.headers_mut().extend(HEADERS);
    if response.extensions().get::<client::InPocket>().is_some() {
        // Like the others, but they compile the rules.
        let policy = HeaderValue::from_static(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
             manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        );
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if house.config.is_secure() {
        // Half a year, and not for the whole domain: others may live beside the house.
        let lasting = HeaderValue::from_static("max-age=15768000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, lasting);
    }
    response
}

async fn healthz(State(house): AppState) -> Response {
    match house.is_healthy().await {
        true => "ok\n".into_response(),
        false => Trouble::Store.into_response(),
    }
}

async fn metrics(State(house): AppState) -> Response {
    let text = house.metrics.text(house.live(), (house.pool.busy(), house.pool.queued()));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

async fn openapi() -> Response {
    answer(&*routes::DOCUMENT)
}

/// A JSON body. The content type is checked, because a form on another site could send any other.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Json<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Json<T>, Trouble> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(Refusal::malformed(say!("Send JSON with the content type application/json.")).into());
        }
        let body = in_time(house, bytes::Bytes::from_request(request, house)).await?;
        let bytes = body.map_err(|_| too_long())?;
        serde_json::from_slice(&bytes).map(Json).map_err(|error| {
            Refusal::malformed(say!("The request cannot be read: {why}.", why = Name(error))).into()
        })
    }
}

/// Waits for the body of a request, as long as the house has patience.
async fn in_time<T>(house: &House, body: impl Future<Output = T>) -> Result<T, Refusal> {
    let within = Duration::from_millis(2 * house.config.reader_patience);
    let late = |_| Refusal::malformed(say!("The body of the request did not come in time."));
    timeout(within, body).await.map_err(late)
}

fn too_long() -> Refusal {
    Refusal::malformed(say!("The body of a request has at most {most} KiB.", most = LARGEST >> 10))
}

/// A JSON response.
fn answer(value: &impl Serialize) -> Response {
    match serde_json::to_string(value) {
        Ok(text) => written(text),
        Err(_) => Trouble::Store.into_response(),
    }
}

/// A response whose body is JSON already.
fn written(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

impl Trouble {
    /// As the body of a response.
    pub(crate) fn problem(&self) -> Problem {
        let (kind, reason) = match self {
            Trouble::Refused(refusal) => {
                let rule = refusal.rule.as_ref().map(ToString::to_string);
                return Problem { kind: refusal.kind, reason: refusal.reason.clone(), rule };
            }
            Trouble::Missing => {
                (Refused::Missing, say!("There is nothing here: the address is wrong or it is gone."))
            }
            Trouble::Busy => (Refused::Busy, say!("Too many requests: wait a moment and try again.")),
            Trouble::Store => {
                (Refused::Unavailable, say!("The house cannot reach its database: try again soon."))
            }
        };
        Problem { kind, reason, rule: None }
    }
}

fn status(kind: Refused) -> StatusCode {
    match kind {
        Refused::Malformed => StatusCode::BAD_REQUEST,
        Refused::NotYours | Refused::NotAllowed => StatusCode::FORBIDDEN,
        Refused::Stale | Refused::Over => StatusCode::CONFLICT,
        Refused::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        Refused::Missing => StatusCode::NOT_FOUND,
        Refused::Busy => StatusCode::TOO_MANY_REQUESTS,
        Refused::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let problem = self.problem();
        (status(problem.kind), answer(&problem)).into_response()
    }
}
