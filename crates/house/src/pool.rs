//! The threads that bots think on: a bounded number, none of which serves a connection.

use std::sync::Arc;
use std::time::Instant;

use hosting::Thought;
use tokio::sync::Semaphore;

/// The threads that bots think on.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Semaphore>);

impl Pool {
    pub(crate) fn new(threads: usize) -> Pool {
        Pool(Arc::new(Semaphore::new(threads.max(1))))
    }

    /// Lets a bot think and gives it back; none if it panicked.
    pub(crate) async fn think(&self, mut thought: Thought) -> Option<Thought> {
        let thinking = self.run(move || {
            let end = Instant::now() + thought.level.budget();
            thought.think(&mut || Instant::now() >= end);
            // The complaint itself may speak of what the bot sees: it is not for the log.
            if thought.complaint().is_some() {
                tracing::warn!(level = thought.level.name(), "a bot failed and chose by instinct");
            }
            thought
        });
        thinking.await
    }

    /// Does something long when a thread is free; none if it panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let permit = self.0.clone().acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.inspect_err(|error| tracing::error!(%error, "a bot panicked")).ok()
    }
}
