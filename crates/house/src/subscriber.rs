//! The sockets that watch a match.
//!
//! The holder of the match draws frames and writes them straight to the sockets: what they are drawn from is at hand, and no task is
//! woken. Sockets that are full are left to the task of their connection, which sends the latest frame when it gets to it.

use std::io::ErrorKind;
use std::sync::Arc;

use hosting::{ConnectionCursor, Detail, FrameCache, RenderContext, Viewer};
use table::Refusal;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;
use wire::News;

use crate::websocket::{self, Kind};

/// The write half of a socket, shared by the match and the task of the connection.
#[derive(Debug)]
pub(crate) struct Socket {
    pub(crate) stream: OwnedWriteHalf,
    /// Wakes the task of the connection: there is something that could not be done under the lock.
    pub(crate) call: Notify,
}

/// A socket that watches a match.
pub(crate) struct Subscriber {
    pub(crate) socket: Arc<Socket>,
    pub(crate) viewer: Viewer,
    cursor: ConnectionCursor,
    /// The revision it was last shown.
    shown_at: Option<u32>,
    /// What the system has not accepted yet.
    unsent: Vec<u8>,
    /// Is there something newer than what it was sent?
    behind: bool,
    /// Has it been sent the close frame?
    ended: bool,
    /// Why it may no longer watch.
    pub(crate) refused: Option<Refusal>,
}

impl Subscriber {
    pub(crate) fn new(socket: Arc<Socket>, viewer: Viewer) -> Subscriber {
        Subscriber {
            socket,
            viewer,
            cursor: ConnectionCursor::default(),
            shown_at: None,
            unsent: Vec::new(),
            behind: true,
            ended: false,
            refused: None,
        }
    }

    /// Sends the current frame, after the answer to a command if there is one. Returns whether there was a frame to send. `out` is
    /// scratch space.
    pub(crate) fn show(
        &mut self,
        context: &RenderContext<'_>,
        frames: &mut FrameCache,
        answer: Option<&News>,
        out: &mut Vec<u8>,
    ) -> bool {
        out.clear();
        if let Some(answer) = answer {
            say(answer, out);
        }
        let framed = self.may_look(context)
            && match frames.needs_delayed(context.log, self.viewer.observer) {
                true => {
                    self.leave_behind();
                    false
                }
                false => self.frame(context, frames, out),
            };
        self.send(out);
        framed
    }

    /// Sends the current frame; a delayed game has been built if there can be one.
    pub(crate) fn show_frame(
        &mut self,
        context: &RenderContext<'_>,
        frames: &mut FrameCache,
        out: &mut Vec<u8>,
    ) -> bool {
        let framed = self.may_look(context) && self.frame(context, frames, out);
        self.send(out);
        framed
    }

    /// Checks whether its person may watch, and through whose eyes.
    fn may_look(&mut self, context: &RenderContext<'_>) -> bool {
        if self.ended {
            return false;
        }
        match context.log.eyes_of(&self.viewer.person) {
            Ok(observer) if observer == self.viewer.observer => true,
            Ok(observer) => {
                // Sitting down or getting up changes what a person sees.
                self.viewer.observer = observer;
                (self.cursor, self.shown_at) = (ConnectionCursor::default(), None);
                true
            }
            Err(refusal) => {
                self.refused = Some(refusal);
                self.socket.call.notify_one();
                false
            }
        }
    }

    /// Leaves the current frame to the task of the connection.
    pub(crate) fn leave_behind(&mut self) {
        self.behind = true;
        self.socket.call.notify_one();
    }

    /// Has the current frame sent again.
    pub(crate) fn look_again(&mut self) {
        self.shown_at = None;
        self.leave_behind();
    }

    fn frame(&mut self, context: &RenderContext<'_>, frames: &mut FrameCache, out: &mut Vec<u8>) -> bool {
        let revision = context.log.revision();
        if self.viewer.detail != Detail::Page && self.shown_at == Some(revision) {
            // These frames do not show who is here, so there is nothing new.
            return false;
        }
        if !self.unsent.is_empty() {
            self.leave_behind();
            return false;
        }
        websocket::write(Kind::Text, out, |out| frames.frame(context, &self.viewer, &mut self.cursor, out));
        (self.shown_at, self.behind) = (Some(revision), false);
        true
    }

    /// Sends a message other than a frame.
    pub(crate) fn say(&mut self, news: &News) {
        let mut out = Vec::new();
        say(news, &mut out);
        self.send(&out);
    }

    /// Sends the close frame with its status code, if there is one, after a last message, if there is one.
    pub(crate) fn end(&mut self, bye: Option<&News>, status: Option<u16>) {
        if let Some(bye) = bye {
            self.say(bye);
        }
        self.control(Kind::Close, status.map(u16::to_be_bytes).as_ref().map_or(&[], |status| &status[..]));
        (self.ended, self.behind) = (true, false);
    }

    /// Sends a control frame.
    pub(crate) fn control(&mut self, kind: Kind, payload: &[u8]) {
        let mut out = Vec::new();
        websocket::write(kind, &mut out, |out| out.extend_from_slice(payload));
        self.send(&out);
    }

    /// Sends what the system accepts at once; the task of the connection sends the rest.
    fn send(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let taken = match self.unsent.is_empty() {
            // The task of the connection notices a socket that is gone.
            true => self.socket.stream.try_write(bytes).unwrap_or(0),
            false => 0,
        };
        if taken < bytes.len() {
            self.unsent.extend_from_slice(&bytes[taken..]);
            self.socket.call.notify_one();
        }
    }

    /// Sends more of what was not accepted.
    pub(crate) fn flush(&mut self) -> Progress {
        if !self.unsent.is_empty() {
            match self.socket.stream.try_write(&self.unsent) {
                Ok(sent) => drop(self.unsent.drain(..sent)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return Progress::Gone,
            }
            if !self.unsent.is_empty() {
                return Progress::Stuck;
            }
            self.unsent = Vec::new();
        }
        if self.behind { Progress::Behind } else { Progress::Done }
    }
}

/// How far a socket has accepted what it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// The system accepts no more for now.
    Stuck,
    /// Everything, but there is something newer.
    Behind,
    /// Everything.
    Done,
    /// The client is gone.
    Gone,
}

fn say(news: &News, out: &mut Vec<u8>) {
    websocket::write(Kind::Text, out, |out| drop(serde_json::to_writer(out, news)));
}
