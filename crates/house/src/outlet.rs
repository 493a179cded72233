//! Where a table writes to the sockets that look at it.
//!
//! Whoever holds the match writes frames for programs straight to all of their sockets: nobody is woken to do it. Pages, whose frames
//! take time to draw, and sockets that do not take everything at once are left to the task of their connection, which shows them the
//! last frame when it comes to it.

use std::io::ErrorKind;
use std::sync::Arc;

use table::Refusal;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;

use crate::house::eyes;
use crate::show::{Detail, Seen, Shown, Sight, Viewer};
use crate::websocket::{self, Kind};
use wire::News;

/// The half of a socket that is written to, shared by the table and the task of the connection.
#[derive(Debug)]
pub(crate) struct Pipe {
    pub(crate) stream: OwnedWriteHalf,
    /// Calls the task of the connection: there is something that the table could not do.
    pub(crate) call: Notify,
}

/// A socket, as the table it looks at knows it.
pub(crate) struct Outlet {
    pub(crate) pipe: Arc<Pipe>,
    pub(crate) viewer: Viewer,
    seen: Seen,
    /// The revision it was last shown.
    shown_at: Option<u32>,
    /// What the system has not taken yet.
    unsent: Vec<u8>,
    /// Is there something newer than what it was sent?
    behind: bool,
    /// Has it heard the last word?
    ended: bool,
    /// Why it may no longer look.
    pub(crate) refused: Option<Refusal>,
}

impl Outlet {
    pub(crate) fn new(pipe: Arc<Pipe>, viewer: Viewer) -> Outlet {
        Outlet {
            pipe,
            viewer,
            seen: Seen::default(),
            shown_at: None,
            unsent: Vec::new(),
            behind: true,
            ended: false,
            refused: None,
        }
    }

    /// Shows the present frame, after the answer to a command if there is one. Says whether there was a frame to show. What is
    /// sent is written in `out`, where the next one may write over it.
    pub(crate) fn show(
        &mut self,
        sight: &Sight<'_>,
        shown: &mut Shown,
        answer: Option<&News>,
        out: &mut Vec<u8>,
    ) -> bool {
        out.clear();
        if let Some(answer) = answer {
            say(answer, out);
        }
        let framed = self.may_look(sight)
            && match shown.lacks_late(sight.hosted, self.viewer.observer) {
                true => {
                    self.leave_behind();
                    false
                }
                false => self.frame(sight, shown, out),
            };
        self.send(out);
        framed
    }

    /// Shows the present frame once all that could be brought up for it is there.
    pub(crate) fn show_what_there_is(&mut self, sight: &Sight<'_>, shown: &mut Shown) -> bool {
        let mut out = Vec::new();
        let framed = self.may_look(sight) && self.frame(sight, shown, &mut out);
        self.send(&out);
        framed
    }

    /// Opens the eyes its person has now.
    fn may_look(&mut self, sight: &Sight<'_>) -> bool {
        if self.ended {
            return false;
        }
        match eyes(sight.hosted, &self.viewer.person) {
            Ok(observer) if observer == self.viewer.observer => true,
            Ok(observer) => {
                // Whoever sits down or gets up sees another table.
                self.viewer.observer = observer;
                (self.seen, self.shown_at) = (Seen::default(), None);
                true
            }
            Err(refusal) => {
                self.refused = Some(refusal);
                self.pipe.call.notify_one();
                false
            }
        }
    }

    /// Has the connection see to it that the present frame is shown.
    pub(crate) fn leave_behind(&mut self) {
        self.behind = true;
        self.pipe.call.notify_one();
    }

    /// Has the present frame shown even to one who has it.
    pub(crate) fn look_again(&mut self) {
        self.shown_at = None;
        self.leave_behind();
    }

    fn frame(&mut self, sight: &Sight<'_>, shown: &mut Shown, out: &mut Vec<u8>) -> bool {
        let revision = sight.hosted.revision();
        if self.viewer.detail != Detail::Page && self.shown_at == Some(revision) {
            // Who comes and goes is not seen there.
            return false;
        }
        if !self.unsent.is_empty() {
            self.leave_behind();
            return false;
        }
        websocket::write(Kind::Text, out, |out| shown.frame(sight, &self.viewer, &mut self.seen, out));
        (self.shown_at, self.behind) = (Some(revision), false);
        true
    }

    /// Says something that is not about the table.
    pub(crate) fn say(&mut self, news: &News) {
        let mut out = Vec::new();
        say(news, &mut out);
        self.send(&out);
    }

    /// Says the last word.
    pub(crate) fn end(&mut self, bye: Option<&News>) {
        if let Some(bye) = bye {
            self.say(bye);
        }
        self.sign(Kind::Close, &[]);
        (self.ended, self.behind) = (true, false);
    }

    /// Gives a sign.
    pub(crate) fn sign(&mut self, kind: Kind, payload: &[u8]) {
        let mut out = Vec::new();
        websocket::write(kind, &mut out, |out| out.extend_from_slice(payload));
        self.send(&out);
    }

    /// Sends what the system takes at once; the connection sees to the rest.
    fn send(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let taken = match self.unsent.is_empty() {
            // A socket that is gone is found out by its connection.
            true => self.pipe.stream.try_write(bytes).unwrap_or(0),
            false => 0,
        };
        if taken < bytes.len() {
            self.unsent.extend_from_slice(&bytes[taken..]);
            self.pipe.call.notify_one();
        }
    }

    /// Goes on sending what was not taken.
    pub(crate) fn go_on(&mut self) -> Progress {
        if !self.unsent.is_empty() {
            match self.pipe.stream.try_write(&self.unsent) {
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

/// How far a socket has taken what it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// The system takes no more for now.
    Stuck,
    /// All of it, but there is something newer.
    Behind,
    /// All of it.
    Done,
    /// Nobody is there any more.
    Gone,
}

fn say(news: &News, out: &mut Vec<u8>) {
    websocket::write(Kind::Text, out, |out| drop(serde_json::to_writer(out, news)));
}
