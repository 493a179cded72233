//! Language models at the tables of a house: the address `/mcp`, and a seat for a model in the same process.
//!
//! Either way a model's tools send the same requests as any client, to the same router and with the token of a bot account. Nothing
//! else of the house is in reach.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Request, header};
use axum::middleware;
use mcp::{Answered, Api};
use serde_json::Value;
use table::{Refused, say};
use tower::ServiceExt;
use wire::Problem;

use super::api_and_pages;
use super::asker::{Peer, admit};
use crate::house::House;
use crate::seal;
use crate::store::{Person, StoreError};

/// The largest answer: the frame of a long game with many options is far below.
const LARGEST: usize = 8 << 20;

/// The house as a bot account sees it.
struct Account {
    router: Router,
    token: HeaderValue,
    /// Where the account's own requests came from: these count as coming from there, too.
    peer: Peer,
    forwarded: Option<HeaderValue>,
}

impl Api for Account {
    fn ask(&self, method: &'static str, path: String, body: Option<Value>) -> Answered<'_> {
        Box::pin(async move {
            let unreadable = || Problem {
                kind: Refused::Malformed,
                reason: say!("There is nothing here: the address is wrong or it is gone."),
                rule: None,
            };
            let body = body.map(|body| body.to_string()).unwrap_or_default();
            let mut request = Request::builder()
                .method(method)
                .uri(path)
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::AUTHORIZATION, &self.token)
                .body(Body::from(body))
                .map_err(|_| unreadable())?;
            if let Some(forwarded) = &self.forwarded {
                request.headers_mut().insert("x-forwarded-for", forwarded.clone());
            }
            request.extensions_mut().insert(self.peer.clone());
            let Ok(response) = self.router.clone().oneshot(request).await;
            let (head, body) = response.into_parts();
            let bytes = to_bytes(body, LARGEST).await.map_err(|_| unreadable())?;
            let is_json =
                head.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
            match (head.status.is_success(), is_json) {
                (true, true) => serde_json::from_slice(&bytes).map_err(|_| unreadable()),
                (true, false) => Ok(Value::String(String::from_utf8_lossy(&bytes).into_owned())),
                (false, _) => Err(serde_json::from_slice(&bytes).unwrap_or_else(|_| unreadable())),
            }
        })
    }
}

/// `/mcp`, for bot accounts only.
pub(crate) fn route(house: &Arc<House>) -> Router {
    let router = api_and_pages(house.clone());
    let find = move |request: &Parts| -> Option<Arc<dyn Api>> {
        Some(Arc::new(Account {
            router: router.clone(),
            token: request.headers.get(header::AUTHORIZATION)?.clone(),
            peer: request.extensions.get::<Peer>()?.clone(),
            forwarded: request.headers.get_all("x-forwarded-for").iter().next_back().cloned(),
        }))
    };
    Router::new()
        .route_service("/mcp", mcp::http(find))
        .layer(middleware::from_fn_with_state(house.clone(), admit))
}

/// A seat in this process: a fresh bot account of a house that nobody else may know of.
pub async fn account(house: &Arc<House>, name: &str) -> Result<Arc<dyn Api>, StoreError> {
    let token = seal::fresh_token();
    let bot =
        Person { id: seal::fresh_id(), name: name.to_owned(), token: seal::hash(&token), own: String::new() };
    house.store.keep_person(&bot).await?;
    let token =
        HeaderValue::try_from(format!("Bearer {token}")).map_err(|error| StoreError(error.to_string()))?;
    let peer = Peer { address: IpAddr::from([127, 0, 0, 1]), _held: Arc::new(()) };
    Ok(Arc::new(Account { router: api_and_pages(house.clone()), token, peer, forwarded: None }))
}
