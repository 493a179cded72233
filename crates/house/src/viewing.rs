//! Showing tables to their viewers.

use std::cell::RefCell;
use std::sync::Arc;

use hosting::{ConnectionCursor, MatchLog, RenderContext, Viewer};
use table::{Observer, Refusal};
use wire::News;

use crate::house::House;
use crate::live::{LiveMatch, Locked};
use crate::subscriber::{Progress, Socket, Subscriber};
use crate::trouble::Trouble;

/// The largest buffer a thread keeps.
const KEPT: usize = 1 << 18;

/// How many sockets are shown an action while the match is locked. The tasks of the other connections show it when they get to it.
const SHOWN_AT_ONCE: usize = 32;

/// Lends a buffer that keeps its capacity from one frame to the next: thousands of frames are sent every second.
fn with_scratch<T>(work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    thread_local!(static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) });
    SCRATCH.with_borrow_mut(|out| {
        out.clear();
        let done = work(out);
        if out.capacity() > KEPT {
            *out = Vec::new();
        }
        done
    })
}

impl House {
    /// Shows the current frame to all sockets except one.
    pub(crate) fn show(&self, live: &LiveMatch, locked: &mut Locked, but: Option<&Arc<Socket>>) {
        let Locked { log, frames, subscribers, .. } = locked;
        if subscribers.is_empty() {
            return;
        }
        let context = self.context(live, log);
        let others =
            |subscriber: &&mut Subscriber| but.is_none_or(|but| !Arc::ptr_eq(but, &subscriber.socket));
        with_scratch(|out| {
            for (nth, subscriber) in subscribers.iter_mut().filter(others).enumerate() {
                if nth < SHOWN_AT_ONCE {
                    self.metrics.frames.add(subscriber.show(&context, frames, None, out).into());
                } else {
                    subscriber.leave_behind();
                }
            }
        });
    }

    fn context<'a>(&'a self, live: &LiveMatch, log: &'a MatchLog) -> RenderContext<'a> {
        RenderContext { log, present: live.present(log), seal: &self.seal, now: self.now() }
    }

    /// Shows everyone at a table something that is not in the log: who is here, which bot is thinking.
    pub(crate) fn notify(self: &Arc<Self>, live: &Arc<LiveMatch>) {
        live.changed();
        // Without a runtime the house itself is about to end, and nobody is left to be told.
        if let Ok(runtime) = tokio::runtime::Handle::try_current()
            && live.notify()
        {
            let (house, live) = (self.clone(), live.clone());
            runtime.spawn(async move {
                let locked = house.lock(&live).await;
                live.clear_notify();
                if let Ok(mut locked) = locked {
                    house.show(&live, &mut locked, None);
                }
            });
        }
    }

    /// Adds a socket to those that look at a table. It is sent nothing before [`House::resume_socket`].
    pub(crate) async fn attach(&self, live: &LiveMatch, subscriber: Subscriber) {
        live.locked.lock().await.subscribers.push(subscriber);
    }

    /// Removes a socket.
    pub(crate) async fn detach(&self, live: &LiveMatch, socket: &Arc<Socket>) {
        let mut locked = live.locked.lock().await;
        locked.subscribers.retain(|subscriber| !Arc::ptr_eq(&subscriber.socket, socket));
        locked.subscribers.shrink_to_fit();
    }

    /// Ends the connections of a person who may no longer be here.
    pub(crate) async fn cut_off(&self, person: &str, why: &Refusal) {
        for live in self.registry.all() {
            let mut locked = live.locked.lock().await;
            for subscriber in locked.subscribers.iter_mut().filter(|one| one.viewer.person == person) {
                subscriber.refused = Some(why.clone());
                subscriber.socket.call.notify_one();
            }
            drop(locked);
            // Streams and those who wait for a frame ask whether they still may.
            if live.is_here(person) {
                live.changed();
            }
        }
    }

    /// Sends a message to one socket of a table.
    pub(crate) async fn tell_one(
        &self,
        live: &LiveMatch,
        socket: &Arc<Socket>,
        tell: impl FnOnce(&mut Subscriber),
    ) {
        if let Some(subscriber) = with_socket(&mut live.locked.lock().await.subscribers, socket) {
            tell(subscriber);
        }
    }

    /// Answers a command on the socket it came from, and shows what came of it.
    pub(crate) fn answer(&self, live: &LiveMatch, locked: &mut Locked, to: &Arc<Socket>, answer: &News) {
        let Locked { log, frames, subscribers, .. } = locked;
        if let Some(subscriber) = with_socket(subscribers, to) {
            let context = self.context(live, log);
            let framed = with_scratch(|out| subscriber.show(&context, frames, Some(answer), out));
            self.metrics.frames.add(framed.into());
        }
    }

    /// Continues with a socket that could not be sent everything at once.
    pub(crate) async fn resume_socket(
        &self,
        live: &LiveMatch,
        socket: &Arc<Socket>,
    ) -> Result<Progress, Trouble> {
        let mut locked = self.lock(live).await?;
        let Some(subscriber) = with_socket(&mut locked.subscribers, socket) else {
            return Ok(Progress::Gone);
        };
        if let Some(refusal) = subscriber.refused.take() {
            return Err(refusal.into());
        }
        let (progress, person) = (subscriber.flush(), subscriber.viewer.person.clone());
        if progress != Progress::Behind {
            return Ok(progress);
        }
        let observer = locked.log.eyes_of(&person)?;
        self.build_delayed(live, &mut locked, observer).await?;
        let Locked { log, frames, subscribers, .. } = &mut *locked;
        let context = self.context(live, log);
        let Some(subscriber) = with_socket(subscribers, socket) else { return Ok(Progress::Gone) };
        let framed = with_scratch(|out| subscriber.show_frame(&context, frames, out));
        self.metrics.frames.add(framed.into());
        Ok(subscriber.flush())
    }

    /// The current frame of a viewer.
    pub(crate) async fn frame(
        &self,
        live: &LiveMatch,
        viewer: &mut Viewer,
        cursor: &mut ConnectionCursor,
    ) -> Result<String, Trouble> {
        let mut locked = self.lock(live).await?;
        let observer = locked.log.eyes_of(&viewer.person)?;
        if observer != viewer.observer {
            // Sitting down or getting up changes what a person sees.
            viewer.observer = observer;
            *cursor = ConnectionCursor::default();
        }
        self.build_delayed(live, &mut locked, observer).await?;
        let Locked { log, frames, .. } = &mut *locked;
        let mut out = Vec::new();
        frames.frame(&self.context(live, log), viewer, cursor, &mut out);
        String::from_utf8(out).map_err(|_| Trouble::Missing)
    }

    /// Builds the delayed game that spectators see, if this observer needs it and it is not there.
    async fn build_delayed(
        &self,
        live: &LiveMatch,
        locked: &mut Locked,
        observer: Observer,
    ) -> Result<(), Trouble> {
        if locked.frames.needs_delayed(&locked.log, observer) {
            let entries = self.store.entries(&live.id, 0).await?;
            locked.frames.build_delayed(&locked.log, entries);
        }
        Ok(())
    }
}

/// The one with this socket.
fn with_socket<'a>(all: &'a mut [Subscriber], socket: &Arc<Socket>) -> Option<&'a mut Subscriber> {
    all.iter_mut().find(|subscriber| Arc::ptr_eq(&subscriber.socket, socket))
}
