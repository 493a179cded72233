//! The handshake that turns an HTTP request into a WebSocket.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use table::{Refusal, say};
use tokio::net::TcpStream;

use crate::house::Trouble;
use crate::patient::Patient;
use crate::websocket;

/// A request for a WebSocket.
pub(super) struct Upgrade {
    connection: OnUpgrade,
    accept: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, Trouble> {
        let says = |name: HeaderName, word: &str| {
            let values = parts.headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
            values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(word))
        };
        let wants = says(header::CONNECTION, "upgrade")
            && says(header::UPGRADE, "websocket")
            && says(header::SEC_WEBSOCKET_VERSION, "13");
        let key =
            parts.headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| wants && parts.method == Method::GET);
        let accept = key.and_then(|key| websocket::accept(key.as_bytes()));
        match (parts.extensions.remove::<OnUpgrade>(), accept) {
            (Some(connection), Some(accept)) => Ok(Upgrade { connection, accept }),
            _ => {
                Err(Refusal::malformed(say!("Connect to this address with a WebSocket, version 13.")).into())
            }
        }
    }
}

impl Upgrade {
    /// Accepts, and hands over the connection with the bytes that have already come.
    pub(super) fn agree<F>(self, then: impl FnOnce(TcpStream, Bytes) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(async move {
            let upgraded = match self.connection.await {
                Ok(upgraded) => upgraded.downcast::<TokioIo<Patient>>(),
                // The client is gone.
                Err(_) => return,
            };
            match upgraded {
                Ok(parts) => then(parts.io.into_inner().into_inner(), parts.read_buf).await,
                Err(_) => tracing::error!("the upgraded connection is not a TCP stream"),
            }
        });
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
            (
                header::SEC_WEBSOCKET_ACCEPT,
                HeaderValue::try_from(self.accept).unwrap_or(HeaderValue::from_static("")),
            ),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}
