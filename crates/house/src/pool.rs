//! The threads that bots think on: a bounded number, none of which serves a connection.
//!
//! Requests for a thread queue by where they come from, and the queues take turns: a stranger with a hundred tables waits behind
//! those hundred, and nobody else does. Tables where people play go first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use hosting::{MatchLog, Thought};
use tokio::sync::oneshot;

/// The threads that bots think on.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Mutex<Lines>>);

/// Whom a thread works for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sake {
    /// Is a person waiting for it?
    pub(crate) people: bool,
    /// The origin of the request: requests of one origin queue behind each other.
    pub(crate) origin: String,
}

impl Sake {
    /// For those at a table.
    pub(crate) fn of(log: &MatchLog) -> Sake {
        // A table whose origin is not known stands for itself.
        let origin = if log.origin().is_empty() { log.id() } else { log.origin() };
        Sake { people: log.has_people(), origin: origin.to_owned() }
    }
}

struct Lines {
    /// How many threads there are.
    all: usize,
    /// Idle threads.
    free: usize,
    /// The queues by origin, of requests for people and of others; the next one first.
    waiting: [VecDeque<(String, VecDeque<oneshot::Sender<Permit>>)>; 2],
}

impl Lines {
    /// The next in turn. Its queue goes to the end.
    fn next(&mut self) -> Option<oneshot::Sender<Permit>> {
        let lines = self.waiting.iter_mut().find(|lines| !lines.is_empty())?;
        let (origin, mut line) = lines.pop_front()?;
        let first = line.pop_front();
        if !line.is_empty() {
            lines.push_back((origin, line));
        }
        first
    }
}

/// The use of a thread, until it is dropped.
struct Permit(Pool);

impl Drop for Permit {
    fn drop(&mut self) {
        // Sent outside the lock: a permit that nobody takes is dropped, and asks for it again.
        let next = {
            let mut lines = self.0.lines();
            let next = lines.next();
            lines.free += usize::from(next.is_none());
            next
        };
        if let Some(next) = next {
            let _ = next.send(Permit(self.0.clone()));
        }
    }
}

impl Pool {
    pub(crate) fn new(threads: usize) -> Pool {
        let all = threads.max(1);
        Pool(Arc::new(Mutex::new(Lines { all, free: all, waiting: Default::default() })))
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads are in use.
    pub(crate) fn busy(&self) -> usize {
        let lines = self.lines();
        lines.all - lines.free
    }

    /// How many requests wait for a thread.
    pub(crate) fn queued(&self) -> usize {
        self.lines().waiting.iter().flatten().map(|(_, line)| line.len()).sum()
    }

    /// Waits for a thread.
    async fn permit(&self, sake: &Sake) -> Option<Permit> {
        let turn = {
            let mut lines = self.lines();
            if lines.free > 0 {
                lines.free -= 1;
                return Some(Permit(self.clone()));
            }
            let (give, turn) = oneshot::channel();
            let lines = &mut lines.waiting[usize::from(!sake.people)];
            match lines.iter_mut().find(|(origin, _)| *origin == sake.origin) {
                Some((_, line)) => line.push_back(give),
                None => lines.push_back((sake.origin.clone(), VecDeque::from([give]))),
            }
            turn
        };
        turn.await.ok()
    }

    /// Lets a bot think and gives it back; none if it panicked.
    pub(crate) async fn think(&self, sake: &Sake, mut thought: Thought) -> Option<Thought> {
        let thinking = self.run(sake, move || {
            let end = Instant::now() + thought.time;
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
        sake: &Sake,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let permit = self.permit(sake).await?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.inspect_err(|error| tracing::error!(%error, "work on a thread of its own panicked")).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn people_go_first_and_one_place_does_not_hold_up_the_others() {
        let pool = Pool::new(1);
        let sake = |people, origin: &str| Sake { people, origin: origin.to_owned() };
        let first = pool.permit(&sake(false, "crowd")).await;
        let done = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = tokio::task::JoinSet::new();
        let wait = |name: &'static str, sake: Sake| {
            let (pool, done) = (pool.clone(), done.clone());
            async move {
                let _permit = pool.permit(&sake).await;
                done.lock().unwrap().push(name);
            }
        };
        for _ in 0..3 {
            tasks.spawn(wait("crowd", sake(false, "crowd")));
            tasks.spawn(wait("table of the crowd", sake(true, "crowd")));
        }
        tasks.spawn(wait("bots", sake(false, "home")));
        tasks.spawn(wait("table", sake(true, "home")));
        // One who has gone away takes nobody's turn.
        let gone = tokio::spawn(wait("gone", sake(true, "gone")));
        while pool.lines().waiting.iter().flatten().map(|(_, line)| line.len()).sum::<usize>() < 9 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        let _ = gone.await;
        drop(first);
        while tasks.join_next().await.is_some() {}
        let crowd = "table of the crowd";
        assert_eq!(*done.lock().unwrap(), [crowd, "table", crowd, crowd, "crowd", "bots", "crowd", "crowd"]);
        assert_eq!(pool.lines().free, 1);
        assert!(pool.lines().waiting.iter().all(VecDeque::is_empty));
    }
}
