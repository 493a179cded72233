//! Several nodes on one store: leases, notifications of other nodes' writes, and the periodic search for due matches.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use hosting::Past;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use crate::house::House;
use crate::live::LiveMatch;
use crate::store::{MatchFilter, StoreError, Summary};
use crate::trouble::Trouble;

/// How often a node looks for due matches, and drops idle ones.
const ROUND: Duration = Duration::from_secs(2);
/// How long a node may drive a match without renewing its lease, in milliseconds.
const LEASE: u64 = 5_000;
/// How long a node's report of who is connected to it is valid, in milliseconds.
const PRESENT: u64 = 10_000;
/// After how many rounds the clock is set by the store's.
const SET_CLOCK: u64 = 30;
/// How many records a round keeps.
const RECORDS: u32 = 20;
/// How many due matches are read at a time.
const DUE: u32 = 1000;

impl House {
    /// Takes or renews the lease to drive a match.
    pub(crate) async fn lease(&self, id: &str) -> Result<bool, Trouble> {
        Ok(self.store.lease(id, &self.node, LEASE).await?)
    }

    /// Wakes the matches that are due, and drops the idle ones, until the house closes.
    pub(crate) async fn make_rounds(self: Arc<Self>) {
        for round in 1u64.. {
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                () = self.closed() => return,
            }
            if round % SET_CLOCK == 0 {
                self.set_clock().await;
            }
            self.registry.drop_idle(self.now());
            if let Err(StoreError(error)) = self.share_presence().await {
                tracing::error!(error, "the store failed");
                continue;
            }
            if let Err(StoreError(error)) = self.wake_due().await {
                tracing::error!(error, "the store failed");
                continue;
            }
            if let Err(StoreError(error)) = self.keep_records().await {
                tracing::error!(error, "the store failed");
            }
        }
    }

    /// Hands the matches that are due to their drivers.
    async fn wake_due(self: &Arc<Self>) -> Result<(), StoreError> {
        let now = self.now();
        for page in 0.. {
            let due = self.store.list(&MatchFilter::Due(now, page * DUE), DUE).await?;
            let last = due.len() < DUE as usize;
            for (id, listed) in due {
                if self.wake(&id, &listed).await.is_err() {
                    tracing::warn!(table = id, "a match that is due cannot be folded");
                }
            }
            if last {
                break;
            }
        }
        Ok(())
    }

    /// Hands a match to its driver. If there is nothing to do, because its rules have changed since, the list is corrected: it must not
    /// hold up others.
    async fn wake(self: &Arc<Self>, id: &str, listed: &Summary) -> Result<(), Trouble> {
        let live = self.get(id).await?;
        let locked = self.lock(&live).await?;
        self.hand_to_driver(&live, &locked.log);
        if locked.log.wake_at().is_none() && listed.wake_at.is_some() {
            self.store.mend(id, locked.log.revision(), locked.log.summary()).await?;
        }
        Ok(())
    }

    /// Writes the records of finished games into their logs, so that they stay readable if the rules change.
    async fn keep_records(self: &Arc<Self>) -> Result<(), StoreError> {
        for (id, _) in self.store.list(&MatchFilter::Unrecorded, RECORDS).await? {
            if self.keep_record(&id).await.is_err() {
                tracing::warn!(table = id, "the record of a finished game cannot be kept");
            }
        }
        Ok(())
    }

    async fn keep_record(self: &Arc<Self>, id: &str) -> Result<(), Trouble> {
        let log = self.fold(id, Past::Whole).await?;
        let Ok(record) = log.record() else {
            // The rules have changed before it could be kept. It is no longer listed as finished.
            return Ok(self.store.mend(id, log.revision(), log.summary()).await?);
        };
        let live = self.get(id).await?;
        let mut locked = self.lock(&live).await?;
        self.write(&live, &mut locked, None, |log, now| log.keep_record(&record, now)).await?;
        Ok(())
    }

    /// Tells the other nodes who is connected here and reads who is connected there: nobody at a table through another node may be taken
    /// for absent.
    async fn share_presence(self: &Arc<Self>) -> Result<(), StoreError> {
        if !self.store.is_shared() {
            return Ok(());
        }
        let matches = self.registry.all();
        let here = matches.iter().map(|live| (&*live.id, live.persons())).filter(|(_, all)| !all.is_empty());
        let here = serde_json::to_string(&here.collect::<HashMap<_, _>>()).unwrap_or_default();
        let mut there: HashMap<String, Vec<String>> = HashMap::new();
        for node in self.store.share_presence(&self.node, &here, PRESENT).await? {
            let tables: HashMap<String, Vec<String>> = serde_json::from_str(&node).unwrap_or_default();
            tables
                .into_iter()
                .for_each(|(id, mut persons)| there.entry(id).or_default().append(&mut persons));
        }
        for live in matches {
            if live.set_elsewhere(there.remove(&live.id).unwrap_or_default()) {
                self.notify(&live);
            }
        }
        Ok(())
    }

    /// Sets the clock by the store's, and reads who has signed out on other nodes or was removed. Without an answer the clock runs on.
    async fn set_clock(&self) {
        match self.sessions.load(&self.store).await {
            Ok(removed) => {
                for person in removed {
                    self.cut_off(&person, &crate::moderation::removed()).await;
                }
            }
            Err(error) => tracing::warn!(%error, "it is not known who has signed out elsewhere"),
        }
        let asked = Instant::now();
        if let Ok(time) = self.store.time().await {
            // The answer was true about halfway.
            self.clock.set(time + asked.elapsed().as_millis() as u64 / 2);
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
