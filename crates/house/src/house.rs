//! The house: what all of its parts share.
//!
//! What it does is in the parts: `writer` decides, writes and publishes, `viewing` shows,
//! `lobby` sets tables up, `calling` notifies absent players, `cluster` keeps
//! several nodes on the same store in step, `driver` has bots think and clocks run out.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hosting::{MatchLog, Past};
use tokio::sync::{Mutex, broadcast, mpsc, watch};
use tokio::time::Instant;

use crate::Books;
use crate::archive::Archive;
use crate::clock::Clock;
use crate::config::Config;
use crate::limits::Limits;
use crate::live::LiveMatch;
use crate::metrics::Metrics;
use crate::notices::Notices;
use crate::pool::{Pool, Sake};
use crate::registry::Registry;
use crate::reviews::Reviews;
use crate::seal::{self, Seal};
use crate::sessions::Sessions;
use crate::store::{MatchFilter, StoreError};
pub use crate::trouble::Trouble;

/// How long the result of a probe of the store is valid.
const PROBE: Duration = Duration::from_secs(1);
/// How many outside bots may sit down while a slow listener is busy.
const SEATED: usize = 256;

/// A server of matches. Any number of them may share a store.
pub struct House {
    pub(crate) config: Config,
    pub(crate) store: Books,
    pub(crate) seal: Seal,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
    pub(crate) notices: Arc<Notices>,
    pub(crate) pool: Pool,
    /// Where logs are folded, apart from the threads that serve connections.
    pub(crate) folds: Pool,
    pub(crate) archive: Archive,
    pub(crate) sessions: Sessions,
    pub(crate) reviews: Reviews,
    pub(crate) registry: Registry,
    /// The name of this node in leases.
    pub(crate) node: String,
    /// The ids of outside bots that sit down at a table of this house.
    pub(crate) seated: broadcast::Sender<String>,
    /// Matches with work for the driver.
    pub(crate) due: mpsc::UnboundedSender<Arc<LiveMatch>>,
    pub(crate) clock: Clock,
    opened_at: u64,
    /// When the store was last probed, and whether it could be written.
    health: Mutex<Option<(Instant, bool)>>,
    closing: watch::Sender<bool>,
}

impl House {
    /// Opens a house on a store.
    pub async fn open(config: Config, store: Books) -> Result<Arc<House>, String> {
        let key =
            store.house_value("seal", &seal::random::<32>()).await.map_err(|error| error.to_string())?;
        let notices = Notices::open(&config, &store).await?;
        let opened_at = store.time().await.map_err(|error| error.to_string())?;
        let sessions = Sessions::default();
        sessions.load(&store).await.map_err(|error| error.to_string())?;
        let (due, work) = mpsc::unbounded_channel();
        let house = Arc::new(House {
            pool: Pool::new(config.thinking()),
            folds: Pool::new(config.thinking().div_ceil(2)),
            archive: Archive::default(),
            sessions,
            reviews: Reviews::default(),
            config,
            store,
            seal: Seal::new(key),
            metrics: Metrics::default(),
            limits: Limits::default(),
            notices: Arc::new(notices),
            registry: Registry::default(),
            node: seal::fresh_id(),
            seated: broadcast::channel(SEATED).0,
            due,
            clock: Clock::new(opened_at),
            opened_at,
            health: Mutex::default(),
            closing: watch::Sender::new(false),
        });
        tokio::spawn(house.clone().make_rounds());
        tokio::spawn(house.clone().tidy_up());
        tokio::spawn(house.clone().hear_news());
        tokio::spawn(house.clone().drive_due(work));
        Ok(house)
    }

    /// The options it was opened with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The present time by the store's clock: Unix time in milliseconds that never runs backwards.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Can the store be written and read? The answer is kept for a moment, so that asking often costs nothing.
    pub(crate) async fn is_healthy(&self) -> bool {
        let mut last = self.health.lock().await;
        if let Some((at, healthy)) = *last
            && at.elapsed() < PROBE
        {
            return healthy;
        }
        let mark = self.now().to_le_bytes();
        let probe = async {
            self.store.set_house_value("probe", &mark).await?;
            self.store.list(&MatchFilter::All, 1).await
        };
        let healthy = probe.await.inspect_err(|error| tracing::error!(%error, "the store failed")).is_ok();
        *last = Some((Instant::now(), healthy));
        healthy
    }

    /// Tells everybody to come back later, and stops the house's own work.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Waits until the house closes.
    pub(crate) async fn closed(&self) {
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }

    /// Has it closed?
    pub(crate) fn is_closed(&self) -> bool {
        *self.closing.borrow()
    }

    /// No clock runs out before this time, so that everybody can reconnect after a restart.
    pub(crate) fn grace(&self) -> u64 {
        self.opened_at + self.config.clock_grace
    }

    /// When it was opened.
    pub(crate) fn opened_at(&self) -> u64 {
        self.opened_at
    }

    /// How many matches are in memory.
    pub fn live(&self) -> usize {
        self.registry.len()
    }

    /// A match, folded from its log if it is not in memory.
    pub(crate) async fn get(&self, id: &str) -> Result<Arc<LiveMatch>, Trouble> {
        let live = match self.registry.get(id) {
            Some(live) => live,
            None => self.keep(self.fold(id, Past::Recent).await?),
        };
        live.used_at.store(self.now(), Ordering::Relaxed);
        Ok(live)
    }

    /// Keeps a match in memory.
    pub(crate) fn keep(&self, log: MatchLog) -> Arc<LiveMatch> {
        let live = self.registry.insert(log, u64::from_le_bytes(seal::random()));
        live.used_at.store(self.now(), Ordering::Relaxed);
        live
    }

    /// Folds a match that is being played from its log.
    pub(crate) async fn fold(&self, id: &str, past: Past) -> Result<MatchLog, Trouble> {
        self.fold_for(id, past, Sake { people: true, origin: id.to_owned() }).await
    }

    /// Folds a match from its log, on a thread that serves nobody.
    pub(crate) async fn fold_for(&self, id: &str, past: Past, sake: Sake) -> Result<MatchLog, Trouble> {
        let entries = self.store.entries(id, 0).await?;
        if entries.is_empty() {
            return Err(Trouble::Missing);
        }
        self.metrics.folds.add(1);
        let name = id.to_owned();
        let folded = self.folds.run(&sake, move || MatchLog::fold(&name, entries, past)).await;
        let folded = folded.unwrap_or_else(|| Err(format!("The log of match {id} cannot be folded.")));
        folded.map_err(|error| StoreError(error).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AnyStore, Place};

    #[tokio::test]
    async fn a_log_is_folded_on_a_thread_that_serves_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let store = AnyStore::open(&Place::Sqlite(folder.path().join("house.db"))).await.unwrap();
        let house = House::open(Config { thinkers: 1, ..Config::default() }, Arc::new(store)).await.unwrap();
        let wish =
            serde_json::from_value(serde_json::json!({ "game": "bloodlust", "options": { "players": 2 } }));
        let who = hosting::Who { id: "ann", name: "Ann", outside: false };
        let id = house.create(who, "", &wish.unwrap()).await.unwrap();
        // The only such thread is busy, and this one is not used in its place.
        let (done, busy) = std::sync::mpsc::channel::<()>();
        let sake = Sake { people: true, origin: String::new() };
        let folds = house.folds.clone();
        tokio::spawn(async move { folds.run(&sake, move || busy.recv().is_ok()).await });
        while house.folds.busy() == 0 {
            tokio::task::yield_now().await;
        }
        let mut folding = std::pin::pin!(house.fold(&id, Past::Whole));
        assert!(tokio::time::timeout(Duration::from_millis(300), &mut folding).await.is_err());
        drop(done);
        assert!(folding.await.is_ok());
    }
}
