//! The time of the house: that of its store, so that all nodes on one store agree.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::time::Instant;

/// Keeps the time between two readings of the store's clock.
#[derive(Debug)]
pub(crate) struct Clock {
    began: Instant,
    /// The store's time when this clock began to run.
    base: AtomicU64,
    /// The latest time it told.
    told: AtomicU64,
}

impl Clock {
    pub(crate) fn new(time: u64) -> Clock {
        Clock { began: Instant::now(), base: AtomicU64::new(time), told: AtomicU64::new(time) }
    }

    fn elapsed(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Unix time in milliseconds. It never runs backwards; it stands still until the store has caught up.
    pub(crate) fn now(&self) -> u64 {
        let now = self.base.load(Ordering::Relaxed) + self.elapsed();
        self.told.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Sets it by the store's clock.
    pub(crate) fn set(&self, time: u64) {
        self.base.store(time.saturating_sub(self.elapsed()), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_follows_the_store_and_never_runs_backwards() {
        let clock = Clock::new(1_000_000);
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(clock.now(), 1_005_000);
        clock.set(2_000_000);
        assert_eq!(clock.now(), 2_000_000);
        clock.set(1_999_000);
        assert_eq!(clock.now(), 2_000_000, "it waits");
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(clock.now(), 2_002_000);
    }
}
