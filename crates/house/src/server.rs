//! Accepts connections, limits them, and shuts down gracefully.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio::sync::mpsc;
use tower::ServiceExt;

use crate::house::House;
use crate::http::{self, Peer};
use crate::limits::household;
use crate::patient::Patient;

/// The time a client has to send its request headers.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// The time that running requests have when the house shuts down.
const FAREWELL: Duration = Duration::from_secs(5);

/// How many connections may wait to be accepted. With the usual 128, some of a few hundred that come at the same moment are dropped,
/// and their clients try again after a second.
const QUEUE: u32 = 4096;

/// Listens at an address, such as `127.0.0.1:7777`.
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut failed = io::Error::other("this name has no address");
    for address in lookup_host(address).await? {
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A house that has just closed may open again at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(QUEUE)
}

/// Serves a house until `stop`, then finishes running requests and tells connected clients to reconnect later.
pub async fn serve(
    house: Arc<House>,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = http::router(house.clone());
    let (open, mut all_gone) = mpsc::channel::<()>(1);
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Most likely out of file descriptors: wait until some are free again.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        attend(&house, &router, stream, address, open.clone());
    }
    drop((listener, open));
    house.close();
    if tokio::time::timeout(FAREWELL, all_gone.recv()).await.is_err() {
        tracing::warn!("shut down before all requests were finished");
    }
    Ok(())
}

fn attend(
    house: &Arc<House>,
    router: &Router,
    stream: TcpStream,
    address: SocketAddr,
    open: mpsc::Sender<()>,
) {
    let config = &house.config;
    // Behind a proxy all connections come from one address.
    let per_address = if config.proxied { 0 } else { config.connections_per_address };
    let everybody = house.limits.enter("everybody".to_owned(), config.connections);
    let household = house.limits.enter(format!("address {}", household(address.ip())), per_address);
    let (Some(everybody), Some(household)) = (everybody, household) else {
        house.metrics.turned_away.add(1);
        return;
    };
    let _ = stream.set_nodelay(true);
    // A WebSocket outlives this task; its copy of the peer holds the place.
    let peer = Peer { address: address.ip(), _held: Arc::new((everybody, household, open)) };
    let router = router.clone().map_request(move |mut request: hyper::Request<_>| {
        request.extensions_mut().insert(peer.clone());
        request
    });
    let stream = Patient::new(stream, Duration::from_millis(config.reader_patience));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(32 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let house = house.clone();
    tokio::spawn(async move {
        let mut connection = std::pin::pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => return,
            () = house.closed() => connection.as_mut().graceful_shutdown(),
        }
        let _ = connection.await;
    });
}
