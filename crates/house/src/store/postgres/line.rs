//! Connections to the server: a lost one is replaced, and a query is repeated.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, sleep};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Error, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;
use crate::trust;

/// Sets a session up so that a commit returns when it is durable.
const DURABLE: &str = "SELECT set_config('synchronous_commit', 'on', false) \
    WHERE current_setting('synchronous_commit') = 'off'";

/// How long a query waits for a lost server before it fails.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pause between attempts to connect.
pub(super) const BREATH: Duration = Duration::from_millis(200);

/// How to connect to the server.
pub(super) struct Server {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Server {
    pub(super) fn new(url: &str) -> Result<Server, StoreError> {
        let mut config: Config = url.parse().map_err(|error| {
            StoreError(format!("The address of the PostgreSQL server is malformed: {error}."))
        })?;
        if config.get_application_name().is_none() {
            config.application_name("sanguis");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        config.keepalives_idle(Duration::from_secs(5)).tcp_user_timeout(Duration::from_secs(8));
        let tls = trust::rustls().map_err(|error| StoreError(format!("TLS cannot be set up: {error}.")))?;
        Ok(Server { config, tls: MakeRustlsConnect::new(tls) })
    }

    /// Connects. Notifications go to `heard`.
    pub(super) async fn connect(&self, heard: Option<mpsc::UnboundedSender<String>>) -> Result<Link, Error> {
        let (client, mut connection) = self.config.connect(self.tls.clone()).await?;
        tokio::spawn(async move {
            while let Some(Ok(message)) =
                std::future::poll_fn(|context| connection.poll_message(context)).await
            {
                if let (AsyncMessage::Notification(notice), Some(heard)) = (message, &heard) {
                    let _ = heard.send(notice.payload().to_owned());
                }
            }
        });
        // Whatever the server or the role has set: what is acknowledged is on disk.
        client.batch_execute(DURABLE).await?;
        Ok(Link { client, statements: Mutex::default() })
    }

    pub(super) fn unreachable(&self, error: &Error) -> StoreError {
        let hosts: Vec<String> = self
            .config
            .get_hosts()
            .iter()
            .map(|host| match host {
                tokio_postgres::config::Host::Tcp(name) => name.clone(),
                #[cfg(unix)]
                tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
            })
            .collect();
        StoreError(format!("Cannot connect to PostgreSQL at {}: {}.", hosts.join(", "), reason(error)))
    }
}

/// The whole chain of causes: the outermost error alone says only "db error".
pub(super) fn reason(error: &Error) -> String {
    if let Some(server) = error.as_db_error() {
        return server.message().to_owned();
    }
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(locked) = cause {
        text = format!("{text}: {locked}");
        cause = locked.source();
    }
    text
}

pub(super) fn failed(error: &Error) -> StoreError {
    StoreError(format!("PostgreSQL failed: {}.", reason(error)))
}

/// A connection with its prepared statements.
pub(super) struct Link {
    pub(super) client: Client,
    statements: Mutex<HashMap<String, Statement>>,
}

impl Link {
    pub(super) async fn query(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Error> {
        let known = self.statements.lock().await.get(sql).cloned();
        let statement = match known {
            Some(statement) => statement,
            None => {
                let statement = self.client.prepare(sql).await?;
                self.statements.lock().await.insert(sql.to_owned(), statement.clone());
                statement
            }
        };
        self.client.query(&statement, values).await
    }
}

/// A connection that is replaced when it is lost.
pub(super) struct Line {
    server: Arc<Server>,
    link: Mutex<Option<Arc<Link>>>,
}

impl Line {
    pub(super) fn new(server: Arc<Server>) -> Line {
        Line { server, link: Mutex::new(None) }
    }

    async fn link(&self) -> Result<Arc<Link>, Error> {
        let mut link = self.link.lock().await;
        match &*link {
            Some(link) if !link.client.is_closed() => Ok(Arc::clone(link)),
            _ => {
                let fresh = Arc::new(self.server.connect(None).await?);
                *link = Some(Arc::clone(&fresh));
                Ok(fresh)
            }
        }
    }

    /// Repeats a query through lost connections, restarts of the server and deadlocks. Every statement of ours can be repeated
    /// safely.
    pub(super) async fn query(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let give_up = Instant::now() + PATIENCE;
        loop {
            let result = match self.link().await {
                Ok(link) => link.query(sql, values).await,
                Err(error) => Err(error),
            };
            match result {
                Ok(rows) => return Ok(rows),
                Err(error) if passes(&error) && Instant::now() < give_up => {
                    tracing::warn!(error = reason(&error), "the PostgreSQL server is asked again");
                    sleep(BREATH).await;
                }
                Err(error) if passes(&error) => return Err(self.server.unreachable(&error)),
                Err(error) => return Err(failed(&error)),
            }
        }
    }
}

/// Is this error temporary?
fn passes(error: &Error) -> bool {
    match error.code() {
        None => true,
        Some(code) => {
            [
                &SqlState::T_R_DEADLOCK_DETECTED,
                &SqlState::T_R_SERIALIZATION_FAILURE,
                &SqlState::ADMIN_SHUTDOWN,
                &SqlState::CRASH_SHUTDOWN,
                &SqlState::CANNOT_CONNECT_NOW,
                &SqlState::TOO_MANY_CONNECTIONS,
            ]
            .contains(&code)
                || code.code().starts_with("08")
        }
    }
}
