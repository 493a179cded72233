//! Closes and deletes old tables, as the house's options say.

use std::sync::Arc;
use std::time::Duration;

use hosting::{Carried, LogEvent};
use table::say;
use wire::Stage;

use crate::house::House;
use crate::http::LINKS;
use crate::store::{MatchFilter, StoreError};
use crate::trouble::Trouble;

/// How often to look for them.
const INTERVAL: Duration = Duration::from_secs(600);
/// How many are processed at a time.
const PAGE: u32 = 200;
/// A day, in milliseconds.
const DAY: u64 = 24 * 3_600_000;
/// For how many days a closed table can still be viewed.
const CLOSED: u32 = 1;

impl House {
    /// Closes and deletes what is too old, until the house closes.
    pub(crate) async fn tidy_up(self: Arc<Self>) {
        loop {
            if let Err(StoreError(error)) = self.tidy().await {
                tracing::error!(error, "the store failed");
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = self.closed() => return,
            }
        }
    }

    /// Closes and deletes what is too old now.
    pub async fn tidy(self: &Arc<Self>) -> Result<(), StoreError> {
        let config = &self.config;
        for id in self.stale(Stage::Gathering, config.keep_waiting).await? {
            if let Err(trouble) = self.expire(&id).await {
                tracing::warn!(?trouble, table = id, "a table that nobody came to cannot be closed");
            }
        }
        let kept = [
            (Stage::Cancelled, CLOSED),
            (Stage::Playing, config.keep_unfinished),
            (Stage::Frozen, config.keep_unfinished),
            (Stage::Finished, config.keep_finished),
        ];
        for (stage, days) in kept {
            for id in self.stale(stage, days).await? {
                if self.registry.forget(&id) {
                    self.archive.forget(&id);
                    self.store.delete(&id).await?;
                    tracing::info!(table = id, stage = stage.name(), "deleted, because it is old");
                }
            }
        }
        self.forget_traces().await?;
        // Links to other devices that are no longer good need not be remembered as used.
        self.store.drop_house_values(LINKS, &format!("{LINKS}{}", self.now())).await
    }

    /// The matches in a stage where nothing has happened for some days.
    async fn stale(&self, stage: Stage, days: u32) -> Result<Vec<String>, StoreError> {
        if days == 0 {
            return Ok(Vec::new());
        }
        let before = self.now().saturating_sub(u64::from(days) * DAY);
        let stale = self.store.list(&MatchFilter::Stale(stage, before), PAGE).await?;
        Ok(stale.into_iter().map(|(id, _)| id).collect())
    }

    /// Closes a table that has waited too long.
    async fn expire(self: &Arc<Self>, id: &str) -> Result<(), Trouble> {
        let live = self.get(id).await?;
        let mut locked = self.lock(&live).await?;
        let closed = |log: &mut hosting::MatchLog, now: u64| match log.stage() {
            Stage::Gathering => {
                let why = say!("The table was closed, because it had waited for players for too long.");
                log.act(LogEvent::Cancelled { why }, now).map(Carried::Now)
            }
            _ => Ok(Carried::Before(log.revision())),
        };
        self.write(&live, &mut locked, None, closed).await.map(|_| ())
    }
}
