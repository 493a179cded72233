//! Several nodes on one store: leases, news of what others wrote, and the rounds that find due matches.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;

use crate::house::House;
use crate::live::LiveMatch;
use crate::store::{MatchFilter, StoreError};
use crate::trouble::Trouble;

/// How often a node looks for due matches, and drops idle ones.
const ROUND: Duration = Duration::from_secs(2);
/// How long a node may drive a match without renewing its lease, in milliseconds.
const LEASE: u64 = 5_000;
/// How many due matches a round takes on.
const DUE: u32 = 1000;

impl House {
    /// Takes or renews the lease to drive a match.
    pub(crate) async fn lease(&self, id: &str) -> Result<bool, Trouble> {
        Ok(self.store.lease(id, &self.node, self.now() + LEASE).await?)
    }

    /// Wakes the matches that are due, and drops the idle ones, until the house closes.
    pub(crate) async fn make_rounds(self: Arc<Self>) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                () = self.closed() => return,
            }
            self.registry.drop_idle(self.now());
            let due = match self.store.list(&MatchFilter::Due(self.now()), DUE).await {
                Ok(due) => due,
                Err(StoreError(error)) => {
                    tracing::error!(error, "the store failed");
                    continue;
                }
            };
            for (id, _) in due {
                let Ok(live) = self.get(&id).await else { continue };
                if let Ok(locked) = self.lock(&live).await {
                    self.hand_to_driver(&live, &locked.log);
                }
            }
        }
    }

    /// Reads on where other nodes have written.
    pub(crate) async fn hear_news(self: Arc<Self>) {
        let mut news = self.store.news();
        loop {
            let changed = match news.recv().await {
                Ok(id) if !id.is_empty() => vec![id],
                Ok(_) | Err(RecvError::Lagged(_)) => self.registry.ids(),
                Err(RecvError::Closed) => return,
            };
            for id in changed {
                if let Some(live) = self.registry.get(&id)
                    && let Err(trouble) = self.read_on(&live).await
                {
                    tracing::warn!(?trouble, table = id, "cannot read what another node wrote");
                }
            }
        }
    }

    async fn read_on(self: &Arc<Self>, live: &Arc<LiveMatch>) -> Result<(), Trouble> {
        let mut locked = self.lock(live).await?;
        self.catch_up(live, &mut locked).await.map(|_| ())
    }
}
