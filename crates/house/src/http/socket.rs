//! A table over a WebSocket: commands in, frames out.

use std::future::poll_fn;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use table::{Name, Observer, Refusal, Text, say};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout, timeout_at};

use super::asker::{Asker, Peer};
use super::tables::LeanQuery;
use super::upgrade::Upgrade;
use super::{Answered, AppState};
use crate::house::{House, Trouble};
use crate::limits::Place;
use crate::live::LiveMatch;
use crate::subscriber::{Progress, Socket, Subscriber};
use crate::websocket::{Decoder, Kind, Message, Violation, status};
use hosting::{Detail, Viewer};
use wire::{Command, News};

/// The size of a read, in bytes.
const GULP: usize = 4 << 10;
/// The interval between pings.
const BEAT: Duration = Duration::from_secs(25);
/// How many connections a person may have.
const PER_PERSON: u32 = 32;
/// How many unreadable messages a client may send before the connection is closed.
const BLUNDERS: u32 = 20;
/// How long, and for how many bytes, a connection that the house has ended waits for the client to hang up.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 1 << 20;
/// The reason where the house closes.
pub(super) const CLOSING: Text = Text::fixed("The house closes for a moment.");
/// The reason where the store cannot be reached.
pub(super) const UNAVAILABLE: Text = Text::fixed("The house cannot reach its database at the moment.");

pub(super) async fn socket(
    State(house): AppState,
    asker: Asker,
    peer: Peer,
    Path(id): Path<String>,
    Query(query): Query<LeanQuery>,
    upgrade: Upgrade,
) -> Answered {
    let guest = Guest::arrive(&house, asker, &id, query.detail()).await?;
    let name = guest.asker.person(&house).await?.name;
    Ok(upgrade.agree(move |stream, first| async move {
        let (reader, stream) = stream.into_split();
        let mut decoder = Decoder::default();
        decoder.push(&first);
        // Mostly empty, but it keeps the buffer alive that the request was read into.
        drop(first);
        let socket = Arc::new(Socket { stream, call: Notify::new() });
        Connection { reader, decoder, socket, guest, name, blunders: 0 }.run().await;
        drop(peer);
    }))
}

/// A person connected to a table, until dropped.
pub(super) struct Guest {
    pub(super) house: Arc<House>,
    pub(super) live: Arc<LiveMatch>,
    pub(super) asker: Asker,
    pub(super) viewer: Viewer,
    _place: Place,
}

impl Guest {
    pub(super) async fn arrive(
        house: &Arc<House>,
        asker: Asker,
        id: &str,
        detail: Detail,
    ) -> Result<Guest, Trouble> {
        let live = house.get(id).await?;
        house.lock(&live).await?.log.eyes_of(&asker.id)?;
        let limit = if house.config.connections_per_address == 0 { 0 } else { PER_PERSON };
        let place = house.limits.enter(format!("person {}", asker.id), limit).ok_or(Trouble::Busy)?;
        if live.arrive(&asker.id) {
            house.notify(&live);
        }
        house.metrics.sockets.add(1);
        let viewer = Viewer { observer: Observer::Spectator, person: asker.id.clone(), detail };
        Ok(Guest { house: house.clone(), live, asker, viewer, _place: place })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if self.live.depart(&self.asker.id) {
            self.house.notify(&self.live);
        }
        self.house.metrics.sockets.remove(1);
    }
}

struct Connection {
    reader: OwnedReadHalf,
    decoder: Decoder,
    socket: Arc<Socket>,
    guest: Guest,
    name: String,
    blunders: u32,
}

/// Why a connection ends.
enum End {
    /// The client is gone, or does not read.
    Gone,
    /// The house ends it, with a status code.
    Bye(News, u16),
}

impl Connection {
    async fn run(mut self) {
        let (house, live) = (self.guest.house.clone(), self.guest.live.clone());
        house.attach(&live, Subscriber::new(self.socket.clone(), self.guest.viewer.clone())).await;
        let end = self.serve().await;
        Box::pin(async {
            let ours = matches!(end, Err(End::Bye(..)));
            if let Err(End::Bye(bye, status)) = end {
                self.tell(|subscriber| subscriber.end(Some(&bye), Some(status))).await;
                let _ = self.catch_up().await;
            }
            house.detach(&live, &self.socket).await;
            let Connection { reader, socket, guest, .. } = self;
            drop((socket, guest));
            if ours {
                linger(reader).await;
            }
        })
        .await;
    }

    async fn serve(&mut self) -> Result<(), End> {
        let house = self.guest.house.clone();
        let mut closed = std::pin::pin!(house.closed());
        // Boxed, so that a waiting connection does not hold room for the largest of these futures.
        Box::pin(self.catch_up()).await?;
        Box::pin(self.hear()).await?;
        let mut beat = tokio::time::interval_at(Instant::now() + BEAT, BEAT);
        loop {
            tokio::select! {
                // In this order: a client that does not read is not read from, and a command does not touch the timer.
                biased;
                () = self.socket.call.notified() => Box::pin(self.catch_up()).await?,
                read = read_some(&mut self.reader, |bytes| self.decoder.push(bytes)) => match read {
                    true => Box::pin(self.hear()).await?,
                    false => return Ok(()),
                },
                _ = beat.tick() => Box::pin(self.beat()).await?,
                () = &mut closed => {
                    return Err(bye(status::GOING_AWAY, CLOSING, Some(1000)));
                }
            }
        }
    }

    /// Checks that the client is there, and that it may still be: its token may have been revoked on another node.
    async fn beat(&self) -> Result<(), End> {
        if let Err(Trouble::Refused(refusal)) = self.guest.asker.must_be_valid(&self.guest.house).await {
            return Err(bye(status::POLICY, refusal.reason, None));
        }
        self.tell(|subscriber| subscriber.control(Kind::Ping, &[])).await;
        Ok(())
    }

    /// Does something with the table's handle of this connection.
    async fn tell(&self, tell: impl FnOnce(&mut Subscriber)) {
        self.guest.house.tell_one(&self.guest.live, &self.socket, tell).await;
    }

    /// Sends what the table could not, and the last frame. A client that does not take it in time is cut off.
    async fn catch_up(&self) -> Result<(), End> {
        let Guest { house, live, .. } = &self.guest;
        let patience = Duration::from_millis(house.config.reader_patience);
        let mut give_up = Instant::now() + patience;
        loop {
            match house.resume_socket(live, &self.socket).await {
                Ok(Progress::Done) => return Ok(()),
                Ok(Progress::Gone) => return Err(End::Gone),
                Ok(Progress::Behind) => give_up = Instant::now() + patience,
                Ok(Progress::Stuck) => match timeout_at(give_up, self.socket.stream.writable()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return Err(End::Gone),
                    Err(_) => {
                        house.metrics.cut_off.add(1);
                        return Err(End::Gone);
                    }
                },
                Err(Trouble::Refused(refusal)) => {
                    // Busy: somebody else may come back who has the right cookie.
                    let again = (refusal.kind == table::Refused::Busy).then_some(1000);
                    return Err(bye(status::POLICY, refusal.reason, again));
                }
                Err(_) => return Err(bye(status::INTERNAL_ERROR, UNAVAILABLE, Some(1000))),
            }
        }
    }

    /// Handles the messages that have come.
    async fn hear(&mut self) -> Result<(), End> {
        let wrong = |violation: Violation| bye(violation.status, violation.reason, None);
        while let Some(message) = self.decoder.next_message().map_err(wrong)? {
            match message {
                Message::Text(text) => self.obey(&text).await?,
                Message::Binary => return Err(bye(status::UNSUPPORTED, say!("Commands are text."), None)),
                Message::Ping(payload) => {
                    self.tell(|subscriber| subscriber.control(Kind::Pong, &payload)).await
                }
                Message::Pong => {}
                Message::Close(status) => {
                    self.tell(|subscriber| subscriber.end(None, status)).await;
                    return Err(End::Gone);
                }
            }
        }
        Ok(())
    }

    /// Carries out a command and answers it.
    async fn obey(&mut self, message: &str) -> Result<(), End> {
        let refused = match serde_json::from_str::<Command>(message) {
            Ok(command) => {
                let Guest { house, asker, live, .. } = &self.guest;
                let from = Some(&self.socket);
                match super::tables::obey(house, asker, &self.name, live, &command, from).await {
                    Ok(_) => return Ok(()),
                    // It may or may not have been written: the client sends it again.
                    Err(Trouble::Store) => {
                        return Err(bye(status::INTERNAL_ERROR, UNAVAILABLE, Some(1000)));
                    }
                    Err(trouble) => refused(command.id(), &trouble),
                }
            }
            Err(error) => {
                self.blunders += 1;
                if self.blunders > BLUNDERS {
                    return Err(bye(status::POLICY, say!("Too many messages that are not commands."), None));
                }
                let refusal =
                    Refusal::malformed(say!("This command cannot be read: {why}.", why = Name(error)));
                refused("", &Trouble::Refused(refusal))
            }
        };
        self.tell(|subscriber| {
            subscriber.say(&refused);
            if matches!(refused, News::Refused { kind: table::Refused::Stale, .. }) {
                subscriber.look_again();
            }
        })
        .await;
        Ok(())
    }
}

/// Reads on until the client has hung up, too: closing a connection with bytes unread resets it, and a reset can destroy the close
/// frame before the client has read it.
async fn linger(mut reader: OwnedReadHalf) {
    let mut left = LINGER_BYTES;
    let read = async {
        while left > 0 && read_some(&mut reader, |bytes| left = left.saturating_sub(bytes.len())).await {}
    };
    let _ = timeout(LINGER, read).await;
}

/// Reads what has come; false at the end. The buffer exists only while there is something to read.
async fn read_some(reader: &mut OwnedReadHalf, mut take: impl FnMut(&[u8])) -> bool {
    poll_fn(|context| {
        let mut space = [MaybeUninit::uninit(); GULP];
        let mut buffer = ReadBuf::uninit(&mut space);
        Pin::new(&mut *reader).poll_read(context, &mut buffer).map(|read| {
            take(buffer.filled());
            read.is_ok() && !buffer.filled().is_empty()
        })
    })
    .await
}

/// The last message of a connection.
pub(super) fn farewell(reason: impl Into<Text>, again_in: Option<u32>) -> News {
    News::Bye { reason: reason.into(), again_in }
}

fn bye(status: u16, reason: impl Into<Text>, again_in: Option<u32>) -> End {
    End::Bye(farewell(reason, again_in), status)
}

fn refused(id: &str, trouble: &Trouble) -> News {
    let problem = trouble.problem();
    News::Refused { id: id.to_owned(), kind: problem.kind, reason: problem.reason, rule: problem.rule }
}
