//! A client written by hand, so that it can also misbehave.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Nothing here takes this long unless it never comes.
pub(crate) const NEVER: Duration = Duration::from_secs(60);

/// A browser or a program: remembers its cookie.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    pub(crate) token: Option<String>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

impl Guest {
    pub(crate) fn new(address: SocketAddr) -> Guest {
        Guest { address, cookie: None, token: None }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.request("GET", path, "", "").await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.request("POST", path, "Content-Type: application/json\r\n", &body.to_string()).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: &Value) -> Reply {
        self.request("PUT", path, "Content-Type: application/json\r\n", &body.to_string()).await
    }

    /// A request with whatever headers, each with its line end.
    pub(crate) async fn request(&mut self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}{headers}Content-Length: {}\r\n\r\n",
            self.address,
            self.identity(),
            body.len()
        );
        let reply = raw(self.address, format!("{head}{body}").as_bytes()).await;
        let mut parts = reply.splitn(2, "\r\n\r\n");
        let head = parts.next().unwrap_or_default().to_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let reply = Reply { status, head, body: parts.next().unwrap_or_default().to_owned() };
        if let Some(cookie) = reply.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        reply
    }

    fn identity(&self) -> String {
        let cookie = self.cookie.iter().map(|cookie| format!("Cookie: {cookie}\r\n"));
        let token = self.token.iter().map(|token| format!("Authorization: Bearer {token}\r\n"));
        cookie.chain(token).collect()
    }

    /// A command for a table, posted.
    pub(crate) async fn command(&mut self, table: &str, command: Value) -> Reply {
        self.post(&format!("/api/tables/{table}/commands"), &command).await
    }

    pub(crate) async fn act(&mut self, table: &str, id: &str, act: Value) -> Reply {
        self.command(table, json!({ "type": "table", "id": id, "do": act })).await
    }

    pub(crate) async fn frame(&mut self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}/frame")).await.ok()
    }

    pub(crate) async fn socket(&self, table: &str, query: &str) -> Socket {
        self.try_socket(table, query, None).await.expect("a socket")
    }

    pub(crate) async fn try_socket(
        &self,
        table: &str,
        query: &str,
        origin: Option<&str>,
    ) -> Result<Socket, String> {
        let mut request =
            format!("ws://{}/api/tables/{table}/socket{query}", self.address).into_client_request().unwrap();
        let headers = request.headers_mut();
        if let Some(cookie) = &self.cookie {
            headers.insert("cookie", cookie.parse().unwrap());
        }
        if let Some(token) = &self.token {
            headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.map_err(|error| error.to_string())?;
        let (socket, _) =
            tokio_tungstenite::client_async(request, stream).await.map_err(|error| error.to_string())?;
        Ok(Socket { socket, bytes: Vec::new(), frame: Value::Null })
    }
}

/// Sends bytes and reads all that comes until the other side hangs up.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // The house may hang up before all is sent.
    let _ = stream.write_all(bytes).await;
    let mut reply = Vec::new();
    let _ = timeout(NEVER, stream.read_to_end(&mut reply)).await.expect("an end");
    String::from_utf8_lossy(&reply).into_owned()
}

/// A table over a WebSocket. Keeps every byte it was sent.
pub(crate) struct Socket {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) bytes: Vec<String>,
    /// The last frame, with the changes since.
    frame: Value,
}

impl Socket {
    /// The next message, in place of changes the whole frame; nothing when the house has hung up.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(NEVER, self.socket.next()).await.expect("news") {
                Some(Ok(Message::Text(text))) => {
                    self.bytes.push(text.to_string());
                    return Some(whole(&mut self.frame, &text));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// The next message that fits.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let news = self.next().await.expect("the house hung up");
            if fits(&news) {
                return news;
            }
        }
    }

    pub(crate) async fn send(&mut self, command: &Value) {
        self.socket.send(Message::text(command.to_string())).await.unwrap();
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn ask(&mut self, command: &Value) -> Value {
        self.send(command).await;
        self.until(|news| news["type"] == "done" || news["type"] == "refused").await
    }
}

/// Reads news; in place of changes the whole frame.
pub(crate) fn whole(frame: &mut Value, text: &str) -> Value {
    let news: Value = serde_json::from_str(text).unwrap();
    match news["type"].as_str() {
        Some("frame") => *frame = news,
        Some("changes") => {
            assert!(wire::turn_to(frame, serde_json::from_value(news).unwrap()), "{text}");
        }
        _ => return news,
    }
    frame.clone()
}

/// Does a frame, whole, lean or bare, wait for its own seat?
pub(crate) fn is_my_turn(frame: &Value) -> bool {
    let me = if frame["type"] == "frame" { &frame["table"]["you"] } else { &frame["seat"] };
    let waiting = if frame["type"] == "frame" { &frame["view"]["waiting"] } else { &frame["waiting"] };
    waiting.as_array().is_some_and(|waiting| waiting.contains(me))
}
