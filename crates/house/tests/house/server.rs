//! A house with a store of its own.

use std::path::PathBuf;
use std::sync::Arc;

use house::config::Config;
use house::house::House;
use house::store::{AnyStore, Place};
use tokio::net::TcpSocket;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::client::Guest;

pub(crate) struct Server {
    pub(crate) address: std::net::SocketAddr,
    pub(crate) house: Arc<House>,
    pub(crate) file: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

/// Options for tests: bots answer at once and nobody is turned away.
pub(crate) fn config() -> Config {
    Config {
        bot_pause: 0,
        requests_per_second: 0,
        connections_per_address: 0,
        clock_grace: 0,
        waiting_tables: 0,
        running_tables: 0,
        bot_tables: 0,
        ..Config::default()
    }
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::with(config()).await
    }

    pub(crate) async fn with(config: Config) -> Server {
        let file = std::env::temp_dir().join(format!("sanguis-test-{}.db", house::seal::fresh_id()));
        Server::on(config, file).await
    }

    pub(crate) async fn on(config: Config, file: PathBuf) -> Server {
        let store = AnyStore::open(&Place::Sqlite(file.clone())).await.unwrap();
        Server::on_store(config, store, file).await
    }

    /// A node on a store that others use as well; `file` is removed afterwards.
    pub(crate) async fn on_store(config: Config, store: AnyStore, file: PathBuf) -> Server {
        let house = House::open(config, Arc::new(store)).await.unwrap();
        // Small buffers, which clients that do not read soon fill.
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_send_buffer_size(64 << 10).unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let listener = socket.listen(1024).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let serving = house::server::serve(house.clone(), listener, async {
            let _ = stopped.await;
        });
        Server { address, house, file, stop: Some(stop), task: tokio::spawn(serving) }
    }

    pub(crate) fn guest(&self) -> Guest {
        Guest::new(self.address)
    }

    /// The token of an invitation to this house, made beside it.
    pub(crate) async fn invitation(&self, days: u32) -> String {
        let store = AnyStore::open(&Place::Sqlite(self.file.clone())).await.unwrap();
        let path = house::admin::invite(&store, days).await.unwrap();
        path.strip_prefix("/welcome/").unwrap().to_owned()
    }

    /// Stops in good order and opens another house on the same file.
    pub(crate) async fn restart(self) -> Server {
        let config = self.house.config().clone();
        self.restart_with(config).await
    }

    pub(crate) async fn restart_with(mut self, config: Config) -> Server {
        drop(self.stop.take());
        (&mut self.task).await.unwrap().unwrap();
        let file = std::mem::take(&mut self.file);
        Server::on(config, file).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !self.file.as_os_str().is_empty() {
            for end in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{end}", self.file.display()));
            }
        }
    }
}
