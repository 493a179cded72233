//! A table over a WebSocket: commands in, frames out.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::SinkExt;
use table::{Observer, Refusal};
use tokio::time::{Instant, timeout};

use super::Keeper;
use super::asker::{Asker, Peer};
use super::tables::LeanQuery;
use crate::house::{House, Trouble, eyes};
use crate::limits::Place;
use crate::live::Live;
use crate::show::{Seen, Viewer};
use crate::wire::{Command, News};

/// The longest message of a client.
const LONGEST: usize = 16 << 10;
/// A client that has not taken what it was sent by then is cut off.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a silent connection is tried.
const BEAT: Duration = Duration::from_secs(25);
/// How many connections a person may have.
const PER_PERSON: u32 = 32;
/// So many messages that cannot be read end a connection.
const BLUNDERS: u32 = 20;

pub(super) async fn socket(
    State(house): Keeper,
    asker: Asker,
    peer: Peer,
    Path(id): Path<String>,
    Query(query): Query<LeanQuery>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    let guest = Guest::arrive(&house, asker, &id, query.lean > 0).await?;
    let name = guest.asker.person(&house).await?.name;
    Ok(upgrade
        // Commands are short, and every connection has such a buffer of its own.
        .read_buffer_size(1 << 10)
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(16 << 20)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| async move {
            let connection = Connection { socket, guest, name, seen: Seen::default(), blunders: 0 };
            connection.run().await;
            drop(peer);
        }))
}

/// Somebody who looks at a table, until dropped.
pub(super) struct Guest {
    pub(super) house: Arc<House>,
    pub(super) live: Arc<Live>,
    pub(super) asker: Asker,
    pub(super) viewer: Viewer,
    _place: Place,
}

impl Guest {
    pub(super) async fn arrive(
        house: &Arc<House>,
        asker: Asker,
        id: &str,
        lean: bool,
    ) -> Result<Guest, Trouble> {
        let live = house.touch(id).await?;
        eyes(&house.hold(&live).await?.hosted, &asker.id)?;
        let limit = if house.config.connections_per_address == 0 { 0 } else { PER_PERSON };
        let place = house.limits.enter(format!("person {}", asker.id), limit).ok_or(Trouble::Busy)?;
        live.arrive(&asker.id);
        house.metrics.sockets.add(1);
        let viewer = Viewer { observer: Observer::Spectator, person: asker.id.clone(), lean };
        Ok(Guest { house: house.clone(), live, asker, viewer, _place: place })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.live.depart(&self.asker.id);
        self.house.metrics.sockets.remove(1);
    }
}

struct Connection {
    socket: WebSocket,
    guest: Guest,
    name: String,
    seen: Seen,
    blunders: u32,
}

/// Why a connection ends.
enum End {
    /// The client is gone, or does not read.
    Gone,
    /// The house says so.
    Bye(News),
}

impl Connection {
    async fn run(mut self) {
        let end = match self.serve().await {
            Ok(()) => return,
            Err(end) => end,
        };
        if let End::Bye(bye) = end {
            let _ = timeout(PATIENCE, async {
                let _ = self.socket.send(text(&bye)).await;
                let _ = self.socket.send(Message::Close(None)).await;
            })
            .await;
        }
    }

    async fn serve(&mut self) -> Result<(), End> {
        let mut changes = self.guest.live.subscribe();
        let house = self.guest.house.clone();
        let mut closed = std::pin::pin!(house.closed());
        // What is long is boxed while it lasts: a connection that waits is small.
        Box::pin(self.show(None)).await?;
        let mut beat = tokio::time::interval_at(Instant::now() + BEAT, BEAT);
        loop {
            tokio::select! {
                // In this order, so that a frame does not cost a look at the clock.
                biased;
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(message))) => {
                        let (answer, look_again) = Box::pin(self.obey(message.as_bytes())).await?;
                        // Answer and frame go out together.
                        if look_again || changes.has_changed().unwrap_or(false) {
                            changes.mark_unchanged();
                            Box::pin(self.show(Some(answer))).await?;
                        } else {
                            self.send([Some(answer), None]).await?;
                        }
                    }
                    Some(Ok(Message::Binary(_))) => return Err(bye("Commands are text.", None)),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                },
                _ = changes.changed() => Box::pin(self.show(None)).await?,
                _ = beat.tick() => self.send([Some(Message::Ping(bytes::Bytes::new())), None]).await?,
                () = &mut closed => {
                    return Err(bye("The house closes for a moment.", Some(1000)));
                }
            }
        }
    }

    /// Carries out a command. Gives the answer, and says whether the client must look again.
    async fn obey(&mut self, message: &[u8]) -> Result<(Message, bool), End> {
        let news = match serde_json::from_slice::<Command>(message) {
            Ok(command) => {
                let Guest { house, asker, live, .. } = &self.guest;
                let done = super::tables::obey(house, asker, &self.name, live, &command).await;
                match done {
                    Ok(revision) => News::Done { id: command.id().to_owned(), revision },
                    // Whether it is written nobody knows: the client asks again.
                    Err(Trouble::Store) => {
                        return Err(bye("The house cannot write at the moment.", Some(1000)));
                    }
                    Err(trouble) => refused(command.id(), &trouble),
                }
            }
            Err(error) => {
                self.blunders += 1;
                if self.blunders > BLUNDERS {
                    return Err(bye("These are no commands.", None));
                }
                let refusal = Refusal::malformed(format!("This command cannot be read: {error}."));
                refused("", &Trouble::Refused(refusal))
            }
        };
        let stale = matches!(news, News::Refused { kind: table::Refused::Stale, .. });
        Ok((text(&news), stale))
    }

    /// Sends the present frame, after the answer to a command if there is one.
    async fn show(&mut self, answer: Option<Message>) -> Result<(), End> {
        let Guest { house, live, viewer, .. } = &mut self.guest;
        let frame = match house.frame(live, viewer, &mut self.seen).await {
            Ok(frame) => frame,
            Err(Trouble::Refused(refusal)) => return Err(bye(&refusal.reason, None)),
            Err(_) => return Err(bye("The house cannot read at the moment.", Some(1000))),
        };
        house.metrics.frames.add(1);
        self.send([answer, Some(Message::Text(Utf8Bytes::from(&*frame)))]).await
    }

    /// Sends all of it in one go.
    async fn send(&mut self, messages: [Option<Message>; 2]) -> Result<(), End> {
        let sent = timeout(PATIENCE, async {
            for message in messages.into_iter().flatten() {
                self.socket.feed(message).await?;
            }
            self.socket.flush().await
        })
        .await;
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.guest.house.metrics.cut_off.add(1);
                Err(End::Gone)
            }
        }
    }
}

fn bye(reason: &str, again_in: Option<u32>) -> End {
    End::Bye(News::Bye { reason: reason.to_owned(), again_in })
}

fn refused(id: &str, trouble: &Trouble) -> News {
    let problem = trouble.problem();
    News::Refused { id: id.to_owned(), kind: problem.kind, reason: problem.reason, rule: problem.rule }
}

fn text(news: &News) -> Message {
    Message::Text(serde_json::to_string(news).unwrap_or_default().into())
}
