//! A minimal client: requests, and a WebSocket with a mask of zeros. On a two-core machine that also runs the house, every microsecond
//! a client saves is one the house can use.

use std::future::poll_fn;
use std::io::{self, ErrorKind};
use std::mem::MaybeUninit;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// Somebody who plays, as the house knows them by their cookie.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// The cookie, as sent.
    pub cookie: String,
    /// The public id.
    pub id: String,
}

/// An answer to a request.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The cookie that was set.
    pub cookie: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON, if the house agreed.
    pub fn json(&self) -> io::Result<Value> {
        if self.status != 200 {
            let said = String::from_utf8_lossy(&self.body);
            return Err(io::Error::other(format!("the house answered {}: {said}", self.status)));
        }
        serde_json::from_slice(&self.body).map_err(io::Error::other)
    }
}

/// Asks the house something, over a connection of its own.
pub async fn ask(
    node: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: Option<&Value>,
) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(node).await?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {node}\r\n{cookie}Content-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").ok_or(ErrorKind::UnexpectedEof)?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let header = |name: &str| {
        head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let body = bytes.split_off(end + 4);
    // A house that is killed in the middle of a word has said nothing.
    let whole = header("content-length").and_then(|length| length.parse().ok());
    if whole.is_some_and(|whole: usize| whole != body.len()) {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    let cookie = header("set-cookie").and_then(|cookie| Some(cookie.split(';').next()?.to_owned()));
    Ok(Answer { status: status.ok_or(ErrorKind::InvalidData)?, cookie, body })
}

impl Person {
    /// Somebody new.
    pub async fn arrive(node: SocketAddr) -> io::Result<Person> {
        let answer = ask(node, "GET", "/api/me", "", None).await?;
        let id = answer.json()?["id"].as_str().unwrap_or_default().to_owned();
        let cookie = answer.cookie.ok_or_else(|| io::Error::other("the house set no cookie"))?;
        Ok(Person { cookie, id })
    }

    /// Sets up a table at which this person sits, with open chairs for others and bots on the last ones. Gives its id.
    pub async fn set_up(
        &self,
        node: SocketAddr,
        game: &str,
        options: &Value,
        people: usize,
        bots: usize,
    ) -> io::Result<String> {
        let mut chairs = vec![json!({ "kind": "you" })];
        chairs.resize(people, json!({ "kind": "open" }));
        chairs.resize(people + bots, json!({ "kind": "bot", "level": "easy" }));
        let wish = json!({ "game": game, "options": options, "chairs": chairs });
        let info = ask(node, "POST", "/api/tables", &self.cookie, Some(&wish)).await?.json()?;
        Ok(info["id"].as_str().unwrap_or_default().to_owned())
    }

    /// Has the house do something with a table. The same id may be sent again.
    pub async fn act(&self, node: SocketAddr, table: &str, id: &str, act: &Value) -> io::Result<()> {
        let command = json!({ "type": "table", "id": id, "do": act });
        let path = format!("/api/tables/{table}/commands");
        ask(node, "POST", &path, &self.cookie, Some(&command)).await?.json().map(|_| ())
    }
}

/// A WebSocket, the half that hears.
pub struct Socket {
    stream: OwnedReadHalf,
    voice: Voice,
    inbox: Vec<u8>,
    /// How much of the inbox has been heard.
    heard: usize,
}

/// A WebSocket, the half that speaks.
#[derive(Clone)]
pub struct Voice(Arc<OwnedWriteHalf>);

impl Socket {
    /// Connects to a table: for bare frames, or for those of a page.
    pub async fn connect(node: SocketAddr, table: &str, bare: bool, cookie: &str) -> io::Result<Socket> {
        let stream = TcpStream::connect(node).await?;
        stream.set_nodelay(true)?;
        let (stream, voice) = stream.into_split();
        let mut socket = Socket { stream, voice: Voice(Arc::new(voice)), inbox: Vec::new(), heard: 0 };
        let request = format!(
            "GET /api/tables/{table}/socket?lean={} HTTP/1.1\r\nHost: {node}\r\nCookie: {cookie}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: c2FuZ3VpcyBzYW5ndWlzIQ==\r\n\r\n",
            if bare { 2 } else { 0 }
        );
        write(&socket.voice.0, request.as_bytes()).await?;
        loop {
            if let Some(end) = socket.inbox.windows(4).position(|four| four == b"\r\n\r\n") {
                if !socket.inbox.starts_with(b"HTTP/1.1 101") {
                    let said = String::from_utf8_lossy(&socket.inbox).into_owned();
                    return Err(io::Error::other(format!("no socket: {said}")));
                }
                socket.heard = end + 4;
                return Ok(socket);
            }
            socket.fill().await?;
        }
    }

    /// The half that speaks.
    pub fn voice(&self) -> Voice {
        self.voice.clone()
    }

    /// The next message; an error when the house is gone or says goodbye.
    pub async fn next(&mut self) -> io::Result<&str> {
        loop {
            match self.frame()? {
                Some((0x1, from, to)) => {
                    return std::str::from_utf8(&self.inbox[from..to]).map_err(io::Error::other);
                }
                Some((0x9, from, to)) => {
                    let beat = self.inbox[from..to].to_vec();
                    write(&self.voice.0, &framed(0x8a, &beat)).await?;
                }
                Some((0x8, ..)) => return Err(ErrorKind::ConnectionAborted.into()),
                Some(_) => {}
                None => self.fill().await?,
            }
        }
    }

    /// The kind and place of the next whole frame in the inbox.
    fn frame(&mut self) -> io::Result<Option<(u8, usize, usize)>> {
        let inbox = &self.inbox[self.heard..];
        let [first, second, rest @ ..] = inbox else { return Ok(None) };
        let (head, length) = match (second & 0x7f, rest) {
            (126, [a, b, ..]) => (4, usize::from(u16::from_be_bytes([*a, *b]))),
            (127, [a, b, c, d, e, f, g, h, ..]) => {
                (10, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]) as usize)
            }
            (126 | 127, _) => return Ok(None),
            (short, _) => (2, usize::from(short)),
        };
        if inbox.len() < head + length {
            return Ok(None);
        }
        let from = self.heard + head;
        self.heard = from + length;
        Ok(Some((first & 0x0f, from, from + length)))
    }

    async fn fill(&mut self) -> io::Result<()> {
        self.inbox.drain(..self.heard);
        self.heard = 0;
        let Socket { stream, inbox, .. } = self;
        let read = poll_fn(|context| {
            let mut space = [MaybeUninit::uninit(); 8 << 10];
            let mut buffer = ReadBuf::uninit(&mut space);
            let read = Pin::new(&mut *stream).poll_read(context, &mut buffer);
            inbox.extend_from_slice(buffer.filled());
            read.map_ok(|()| buffer.filled().len())
        });
        match read.await? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

impl Voice {
    /// Says something.
    pub async fn say(&self, text: &str) -> io::Result<()> {
        write(&self.0, &framed(0x81, text.as_bytes())).await
    }

    /// Plays an option of the frame with this revision.
    pub async fn play(&self, id: &str, revision: u32, code: u32) -> io::Result<()> {
        self.say(&format!("{{\"type\":\"play\",\"id\":\"{id}\",\"revision\":{revision},\"code\":{code}}}"))
            .await
    }
}

/// A client's frame: masked, as the protocol requires, with zeros.
fn framed(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(payload.len() + 8);
    frame.push(kind);
    match payload.len() {
        short @ 0..126 => frame.push(0x80 | short as u8),
        long => {
            frame.push(0x80 | 126);
            frame.extend_from_slice(&(long as u16).to_be_bytes());
        }
    }
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(payload);
    frame
}

async fn write(stream: &OwnedWriteHalf, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match stream.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => stream.writable().await?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A message of the house, reduced to what these clients need.
#[derive(Debug)]
pub enum Heard {
    /// The table changed.
    Table(SeatView),
    /// A command took effect.
    Done(Done),
    /// A command was refused.
    Refused(Refused),
    /// Anything else.
    Other,
}

/// What a seat sees of its table.
#[derive(Debug, Default)]
pub struct SeatView {
    /// Decisions answer it.
    pub revision: u32,
    /// Is the game over, for whatever reason?
    pub over: bool,
    /// The codes of what the seat may do, if the game waits for it.
    pub codes: Vec<u32>,
}

/// A command took effect.
#[derive(Debug, Deserialize)]
pub struct Done {
    /// The command's id.
    pub id: String,
    /// The revision it led to.
    pub revision: u32,
}

/// A command was refused.
#[derive(Debug, Deserialize)]
pub struct Refused {
    /// The command's id.
    pub id: String,
    /// For programs.
    pub kind: String,
    /// For people.
    pub reason: String,
}

#[derive(Deserialize)]
struct BareFrame<'a> {
    revision: u32,
    stage: &'a str,
    seat: Option<u8>,
    waiting: Vec<u8>,
    codes: Vec<u32>,
}

#[derive(Deserialize)]
struct WholeFrame {
    revision: u32,
    table: Table,
    view: Option<View>,
}

#[derive(Deserialize)]
struct Changes<'a> {
    revision: u32,
    table: Option<Table>,
    #[serde(borrow)]
    view: Vec<Change<'a>>,
}

#[derive(Deserialize)]
struct Change<'a> {
    at: &'a str,
    #[serde(borrow)]
    to: Option<&'a RawValue>,
}

#[derive(Debug, Default, Deserialize)]
struct Table {
    stage: String,
    you: Option<u8>,
}

#[derive(Debug, Default, Deserialize)]
struct View {
    waiting: Vec<u8>,
    options: Vec<Choice>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    code: u32,
}

/// Understands what the house says on one connection.
#[derive(Debug, Default)]
pub struct Listener {
    table: Table,
    view: View,
}

impl Listener {
    /// Takes in a message. Its type comes first.
    pub fn hear(&mut self, text: &str) -> io::Result<Heard> {
        let kind = text.strip_prefix("{\"type\":\"").and_then(|rest| rest.split('"').next());
        Ok(match kind {
            Some("bare") => {
                let BareFrame { revision, stage, seat, waiting, codes } = serde_json::from_str(text)?;
                seat_view(revision, stage, seat, &waiting, codes.into_iter())
            }
            Some("frame") => {
                let frame: WholeFrame = serde_json::from_str(text)?;
                (self.table, self.view) = (frame.table, frame.view.unwrap_or_default());
                self.seat_view(frame.revision)
            }
            Some("changes") => {
                let changes: Changes<'_> = serde_json::from_str(text)?;
                self.table = changes.table.unwrap_or(std::mem::take(&mut self.table));
                for change in changes.view {
                    self.view.change(change.at, change.to.map_or("null", RawValue::get))?;
                }
                self.seat_view(changes.revision)
            }
            Some("done") => Heard::Done(serde_json::from_str(text)?),
            Some("refused") => Heard::Refused(serde_json::from_str(text)?),
            _ => Heard::Other,
        })
    }

    fn seat_view(&self, revision: u32) -> Heard {
        let codes = self.view.options.iter().map(|choice| choice.code);
        seat_view(revision, &self.table.stage, self.table.you, &self.view.waiting, codes)
    }
}

impl View {
    fn change(&mut self, at: &str, to: &str) -> serde_json::Result<()> {
        let Some(place) = at.strip_prefix("options/") else {
            match at {
                "waiting" => self.waiting = serde_json::from_str(to)?,
                "options" => self.options = serde_json::from_str(to)?,
                _ => {}
            }
            return Ok(());
        };
        let (from, count) = place.split_once('+').unwrap_or((place, ""));
        let from = from.parse().unwrap_or(0).min(self.options.len());
        match count.parse::<usize>() {
            Ok(count) => {
                let end = (from + count).min(self.options.len());
                self.options.splice(from..end, serde_json::from_str::<Vec<Choice>>(to)?);
            }
            Err(_) => self.options[from] = serde_json::from_str(to)?,
        }
        Ok(())
    }
}

fn seat_view(
    revision: u32,
    stage: &str,
    seat: Option<u8>,
    waiting: &[u8],
    codes: impl Iterator<Item = u32>,
) -> Heard {
    let mine = stage == "playing" && seat.is_some_and(|seat| waiting.contains(&seat));
    Heard::Table(SeatView {
        revision,
        over: matches!(stage, "finished" | "cancelled" | "frozen"),
        codes: if mine { codes.collect() } else { Vec::new() },
    })
}
