//! The server's side of RFC 6455, case by case as in the Autobahn test suite (`fuzzingclient`), over real connections.
//!
//! Autobahn's server echoes what it is sent. A table does not, but it answers a refused command with the command's own id: that is
//! our echo. Numbers in messages are those of Autobahn's cases. Groups 12 and 13 test compression, which the house does not offer.
//! Where the house is stricter than the suite's echo server (no binary messages, at most 16 KiB), the cases expect its refusal;
//! `docs/adr/0006-our-own-websocket.md` says why.

use house::websocket::{LONGEST, status};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::NEVER;
use crate::games::gather;
use crate::server::Server;

const CONTINUATION: u8 = 0x0;
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;
/// The bit of a last, or only, frame.
const LAST: u8 = 0x80;

/// A client's frame; `first` is its first byte.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask = [0x37, 0xfa, 0x21, 0x3d];
    let mut frame = vec![first];
    match payload.len() {
        short @ 0..126 => frame.push(0x80 | short as u8),
        middle @ 126..0x1_0000 => {
            frame.push(0x80 | 126);
            frame.extend_from_slice(&(middle as u16).to_be_bytes());
        }
        long => {
            frame.push(0x80 | 127);
            frame.extend_from_slice(&(long as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(&mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// A command that is refused, with this id.
fn command(id: &str) -> Vec<u8> {
    json!({ "type": "undo", "id": id, "revision": 0 }).to_string().into_bytes()
}

/// A command of exactly this length, as JSON may be padded.
fn padded(id: &str, length: usize) -> Vec<u8> {
    let mut command = command(id);
    command.resize(length, b' ');
    command
}

fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    frame(LAST | CLOSE, &[&code.to_be_bytes()[..], reason].concat())
}

/// The payload in frames of this many bytes.
fn fragments(payload: &[u8], size: usize) -> Vec<Vec<u8>> {
    let pieces: Vec<&[u8]> = payload.chunks(size).collect();
    let end = pieces.len() - 1;
    let first = |at| (if at == 0 { TEXT } else { CONTINUATION }) | (if at == end { LAST } else { 0 });
    pieces.iter().enumerate().map(|(at, piece)| frame(first(at), piece)).collect()
}

/// What the house did, in order.
#[derive(Clone, PartialEq, Debug)]
enum Did {
    /// Answered the command with this id.
    Echo(String),
    Pong(Vec<u8>),
    /// Closed with this code, or without one.
    Close(Option<u16>),
    /// Hung up.
    Gone,
}

fn echo(id: &str) -> Did {
    Did::Echo(id.to_owned())
}

fn closed(code: u16) -> Vec<Did> {
    vec![Did::Close(Some(code)), Did::Gone]
}

struct Suite {
    server: Server,
    table: String,
}

impl Suite {
    async fn start() -> Suite {
        let server = Server::start().await;
        let (table, _) = gather(&server, "kings-blood", json!({ "players": 2 }), json!({})).await;
        Suite { server, table }
    }

    /// Connects to the table as somebody who looks on.
    async fn connect(&self) -> TcpStream {
        let mut stream = TcpStream::connect(self.server.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let head = format!(
            "GET /api/tables/{}/socket?lean=2 HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
            self.table, self.server.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await.unwrap());
        }
        let answer = String::from_utf8(answer).unwrap().to_lowercase();
        assert!(
            answer.starts_with("http/1.1 101") && answer.contains("s3pplmbitxaq9kygzzhzrbk+xoo="),
            "{answer}"
        );
        assert!(!answer.contains("sec-websocket-extensions"), "{answer}");
        stream
    }

    /// Sends pieces one after the other, then closes, and says what the house did. A case that is whole ends with the house
    /// repeating our close frame and hanging up.
    async fn run(&self, pieces: &[Vec<u8>]) -> Vec<Did> {
        let mut stream = self.connect().await;
        for piece in pieces {
            // The house may have hung up already.
            let _ = stream.write_all(piece).await;
            if pieces.len() > 1 {
                tokio::task::yield_now().await;
            }
        }
        let _ = stream.write_all(&close(1000, b"")).await;
        let mut did = Vec::new();
        loop {
            let next = timeout(NEVER, read(&mut stream)).await.expect("an answer or an end");
            let end = next == Some(Did::Gone);
            did.extend(next);
            if end {
                return did;
            }
        }
    }

    /// These bytes in one go, in frames as given, and byte by byte lead to the same.
    async fn expect(&self, case: &str, frames: &[Vec<u8>], expected: &[Did]) {
        assert_eq!(self.run(&[frames.concat()]).await, expected, "case {case}");
        assert_eq!(self.run(frames).await, expected, "case {case}, frame by frame");
        let bytes = frames.concat();
        if bytes.len() < 1000 {
            let octets: Vec<Vec<u8>> = bytes.iter().map(|byte| vec![*byte]).collect();
            assert_eq!(self.run(&octets).await, expected, "case {case}, octet by octet");
        }
    }

    /// The case goes well: after these, our close frame is answered in kind.
    async fn passes(&self, case: &str, frames: &[Vec<u8>], expected: &[Did]) {
        self.expect(case, frames, &[expected, &closed(1000)].concat()).await;
    }
}

/// The next thing the house does that matters here.
async fn read(stream: &mut TcpStream) -> Option<Did> {
    let mut head = [0; 2];
    if stream.read_exact(&mut head).await.is_err() {
        return Some(Did::Gone);
    }
    assert_eq!(head[0] & 0xf0, LAST, "whole frames without reserved bits");
    assert_eq!(head[1] & 0x80, 0, "a server does not mask");
    let length = match head[1] {
        126 => u64::from(stream.read_u16().await.unwrap()),
        127 => stream.read_u64().await.unwrap(),
        short => short.into(),
    };
    let mut payload = vec![0; length as usize];
    stream.read_exact(&mut payload).await.unwrap();
    match head[0] & 0x0f {
        TEXT => {
            let news: Value = serde_json::from_slice(&payload).unwrap();
            (news["type"] == "refused").then(|| echo(news["id"].as_str().unwrap()))
        }
        PONG => Some(Did::Pong(payload)),
        CLOSE if payload.is_empty() => Some(Did::Close(None)),
        CLOSE => {
            std::str::from_utf8(&payload[2..]).unwrap();
            Some(Did::Close(Some(u16::from_be_bytes([payload[0], payload[1]]))))
        }
        PING => None,
        other => panic!("opcode {other}"),
    }
}

#[tokio::test]
async fn group_1_framing() {
    let suite = Suite::start().await;
    suite.passes("1.1.1", &[frame(LAST | TEXT, b"")], &[echo("")]).await;
    for (case, length) in [("1.1.2", 125), ("1.1.3", 126), ("1.1.4", 127), ("1.1.5", 128)] {
        suite.passes(case, &[frame(LAST | TEXT, &padded("a", length))], &[echo("a")]).await;
    }
    for (case, length) in [("1.1.6", 65_535), ("1.1.7", 65_536)] {
        suite.expect(case, &[frame(LAST | TEXT, &padded("a", length))], &closed(status::TOO_BIG)).await;
    }
    // 1.1.8: the same in pieces that do not end where frames end.
    let bytes = frame(LAST | TEXT, &padded("a", 16_000));
    let pieces: Vec<Vec<u8>> = bytes.chunks(997).map(<[u8]>::to_vec).collect();
    suite.passes("1.1.8", &pieces, &[echo("a")]).await;
    for (case, length) in [("1.2.1", 0), ("1.2.2", 125), ("1.2.3", 126), ("1.2.4", 127), ("1.2.5", 128)] {
        let binary = frame(LAST | BINARY, &vec![0xfe; length]);
        suite.expect(case, &[binary], &closed(status::UNSUPPORTED)).await;
    }
    for (case, length) in [("1.2.6", 65_535), ("1.2.7", 65_536)] {
        suite.expect(case, &[frame(LAST | BINARY, &vec![0xfe; length])], &closed(status::TOO_BIG)).await;
    }
}

#[tokio::test]
async fn group_2_pings_and_pongs() {
    let suite = Suite::start().await;
    let binary = [0x00, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0x00, 0xff];
    let cases =
        [("2.1", &b""[..]), ("2.2", b"Hello, world!"), ("2.3", &binary), ("2.4 and 2.6", &[0xfe; 125])];
    for (case, payload) in cases {
        suite.passes(case, &[frame(LAST | PING, payload)], &[Did::Pong(payload.to_vec())]).await;
    }
    suite.expect("2.5", &[frame(LAST | PING, &[0xfe; 126])], &closed(status::PROTOCOL_ERROR)).await;
    suite.passes("2.7", &[frame(LAST | PONG, b"")], &[]).await;
    suite.passes("2.8", &[frame(LAST | PONG, b"unsolicited")], &[]).await;
    let both = [frame(LAST | PONG, b"unsolicited"), frame(LAST | PING, b"ping")];
    suite.passes("2.9", &both, &[Did::Pong(b"ping".to_vec())]).await;
    let payload = |number| format!("payload {number}").into_bytes();
    let pings: Vec<_> = (0..10).map(|number| frame(LAST | PING, &payload(number))).collect();
    let pongs: Vec<_> = (0..10).map(|number| Did::Pong(payload(number))).collect();
    suite.passes("2.10 and 2.11", &pings, &pongs).await;
}

#[tokio::test]
async fn group_3_reserved_bits() {
    let suite = Suite::start().await;
    let text = |id: &str| frame(LAST | TEXT, &command(id));
    let ping = frame(LAST | PING, b"");
    let error = closed(status::PROTOCOL_ERROR);
    suite.expect("3.1", &[frame(LAST | 0x10 | TEXT, b"x")], &error).await;
    let after = [&[echo("a")][..], &error].concat();
    for (case, bits) in [("3.2", 0x20), ("3.3", 0x30), ("3.4", 0x40)] {
        let frames = [text("a"), frame(LAST | bits | TEXT, &command("b")), ping.clone()];
        suite.expect(case, &frames, &after).await;
    }
    suite.expect("3.5", &[frame(LAST | 0x50 | BINARY, &[0xfe; 8])], &error).await;
    suite.expect("3.6", &[frame(LAST | 0x60 | PING, b"x")], &error).await;
    suite.expect("3.7", &[frame(LAST | 0x70 | CLOSE, b"")], &error).await;
}

#[tokio::test]
async fn group_4_reserved_opcodes() {
    let suite = Suite::start().await;
    let error = closed(status::PROTOCOL_ERROR);
    for opcode in (3..=7).chain(11..=15) {
        let case = if opcode < 8 { format!("4.1.{}", opcode - 2) } else { format!("4.2.{}", opcode - 10) };
        suite.expect(&case, &[frame(LAST | opcode, b"")], &error).await;
        suite.expect(&case, &[frame(LAST | opcode, b"payload")], &error).await;
        let text = frame(LAST | TEXT, &command("a"));
        let after = [&[echo("a")][..], &error].concat();
        suite.expect(&case, &[text, frame(LAST | opcode, b"x"), frame(LAST | PING, b"")], &after).await;
    }
}

#[tokio::test]
async fn group_5_fragmentation() {
    let suite = Suite::start().await;
    let error = closed(status::PROTOCOL_ERROR);
    suite.expect("5.1", &[frame(PING, b"frag"), frame(LAST, b"ment")], &error).await;
    suite.expect("5.2", &[frame(PONG, b"frag"), frame(LAST, b"ment")], &error).await;
    let command = command("whole");
    let (one, two) = command.split_at(9);
    let (one, two) = (frame(TEXT, one), frame(LAST | CONTINUATION, two));
    suite.passes("5.3 to 5.5", &[one.clone(), two.clone()], &[echo("whole")]).await;
    let ping = frame(LAST | PING, b"between");
    let pong = Did::Pong(b"between".to_vec());
    suite.passes("5.6 to 5.8", &[one.clone(), ping.clone(), two], &[pong.clone(), echo("whole")]).await;
    let text = frame(LAST | TEXT, &command);
    suite.expect("5.9 to 5.11", &[frame(LAST | CONTINUATION, b"stray"), text.clone()], &error).await;
    suite.expect("5.12 to 5.14", &[frame(CONTINUATION, b"stray"), text.clone()], &error).await;
    let mut frames = fragments(&command, 9);
    frames.extend([frame(CONTINUATION, b"stray"), text.clone()]);
    suite.expect("5.15", &frames, &[&[echo("whole")][..], &error].concat()).await;
    let stray = |first| [vec![frame(first, b"stray")], fragments(&command, 9)].concat();
    suite.expect("5.16", &stray(CONTINUATION), &error).await;
    suite.expect("5.17", &stray(LAST | CONTINUATION), &error).await;
    suite.expect("5.18", &[one, frame(LAST | TEXT, b"again")], &error).await;
    let mut frames = fragments(&command, command.len().div_ceil(5));
    frames.insert(2, ping.clone());
    frames.insert(5, ping);
    suite.passes("5.19 and 5.20", &frames, &[pong.clone(), pong, echo("whole")]).await;
}

/// Sequences that are not UTF-8, with the cases they stand for.
const INVALID: &[(&str, &[u8])] = &[
    ("6.3.1", b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited"),
    ("6.6.1", b"\xce"),
    ("6.6.3", b"\xce\xba\xe1"),
    ("6.6.4", b"\xce\xba\xe1\xbd"),
    ("6.6.6", b"\xce\xba\xe1\xbd\xb9\xcf"),
    ("6.8.1", b"\xf8\x88\x80\x80\x80"),
    ("6.8.2", b"\xfc\x84\x80\x80\x80\x80"),
    ("6.10.1", b"\xf7\xbf\xbf\xbf"),
    ("6.10.2", b"\xfb\xbf\xbf\xbf\xbf"),
    ("6.10.3", b"\xfd\xbf\xbf\xbf\xbf\xbf"),
    ("6.11.5", b"\xf4\x90\x80\x80"),
    ("6.12.1", b"\x80"),
    ("6.12.2", b"\xbf"),
    ("6.12.3", b"\x80\xbf"),
    ("6.12.4", b"\x80\xbf\x80"),
    ("6.12.8", b"\x80\xbf\x80\xbf\x80\xbf\x80\xbe"),
    ("6.13.1", b"\xc0 \xc1 \xc2 \xdf "),
    ("6.13.2", b"\xe0 \xe1 \xef "),
    ("6.13.3", b"\xf0 \xf1 \xf7 "),
    ("6.13.4", b"\xf8 \xfb "),
    ("6.13.5", b"\xfc "),
    ("6.14.1", b"\xc0"),
    ("6.14.2", b"\xe0\x80"),
    ("6.14.3", b"\xf0\x80\x80"),
    ("6.14.4", b"\xf8\x80\x80\x80"),
    ("6.14.5", b"\xfc\x80\x80\x80\x80"),
    ("6.14.6", b"\xdf"),
    ("6.14.7", b"\xef\xbf"),
    ("6.14.8", b"\xf7\xbf\xbf"),
    ("6.14.9", b"\xfb\xbf\xbf\xbf"),
    ("6.14.10", b"\xfd\xbf\xbf\xbf\xbf"),
    ("6.15.1", b"\xc0\xe0\x80\xf0\x80\x80\xf8\x80\x80\x80\xfc\x80\x80\x80\x80\xdf\xef\xbf\xf7\xbf\xbf"),
    ("6.16.1", b"\xfe"),
    ("6.16.2", b"\xff"),
    ("6.16.3", b"\xfe\xfe\xff\xff"),
    ("6.17.1", b"\xc0\xaf"),
    ("6.17.2", b"\xe0\x80\xaf"),
    ("6.17.3", b"\xf0\x80\x80\xaf"),
    ("6.17.4", b"\xf8\x80\x80\x80\xaf"),
    ("6.17.5", b"\xfc\x80\x80\x80\x80\xaf"),
    ("6.18.1", b"\xc1\xbf"),
    ("6.18.2", b"\xe0\x9f\xbf"),
    ("6.18.3", b"\xf0\x8f\xbf\xbf"),
    ("6.18.4", b"\xf8\x87\xbf\xbf\xbf"),
    ("6.18.5", b"\xfc\x83\xbf\xbf\xbf\xbf"),
    ("6.19.1", b"\xc0\x80"),
    ("6.19.2", b"\xe0\x80\x80"),
    ("6.19.3", b"\xf0\x80\x80\x80"),
    ("6.19.4", b"\xf8\x80\x80\x80\x80"),
    ("6.19.5", b"\xfc\x80\x80\x80\x80\x80"),
    ("6.20.1", b"\xed\xa0\x80"),
    ("6.20.2", b"\xed\xad\xbf"),
    ("6.20.3", b"\xed\xae\x80"),
    ("6.20.4", b"\xed\xaf\xbf"),
    ("6.20.5", b"\xed\xb0\x80"),
    ("6.20.6", b"\xed\xbe\x80"),
    ("6.20.7", b"\xed\xbf\xbf"),
    ("6.21.1", b"\xed\xa0\x80\xed\xb0\x80"),
    ("6.21.4", b"\xed\xad\xbf\xed\xbf\xbf"),
    ("6.21.8", b"\xed\xaf\xbf\xed\xbf\xbf"),
];

/// Texts that are UTF-8, with the cases they stand for.
const VALID: &[(&str, &str)] = &[
    ("6.2", "Hello-\u{b5}@\u{df}\u{f6}\u{e4}\u{fc}\u{e0}\u{e1}-UTF-8!!"),
    ("6.5", "\u{3ba}\u{1f79}\u{3c3}\u{3bc}\u{3b5}"),
    ("6.6.2", "\u{3ba}"),
    ("6.6.5", "\u{3ba}\u{1f79}"),
    ("6.7.1", "\0"),
    ("6.7.2", "\u{80}"),
    ("6.7.3", "\u{800}"),
    ("6.7.4", "\u{10000}"),
    ("6.9.1", "\u{7f}"),
    ("6.9.2", "\u{7ff}"),
    ("6.9.3", "\u{ffff}"),
    ("6.9.4", "\u{10ffff}"),
    ("6.11.1", "\u{d7ff}"),
    ("6.11.2", "\u{e000}"),
    ("6.11.3", "\u{fffd}"),
    ("6.11.4", "\u{10ffff}"),
    ("6.22", "\u{fffe}\u{ffff}\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{ffffe}\u{fffff}\u{10fffe}\u{10ffff}"),
    ("6.23", "\u{fff9}\u{fffa}\u{fffb}\u{fffc}\u{fffd}"),
];

#[tokio::test]
async fn group_6_utf_8() {
    let suite = Suite::start().await;
    suite.passes("6.1.1", &[frame(LAST | TEXT, b"")], &[echo("")]).await;
    let empty = [frame(TEXT, b""), frame(CONTINUATION, b""), frame(LAST | CONTINUATION, b"")];
    suite.passes("6.1.2", &empty, &[echo("")]).await;
    let middle = [frame(TEXT, b""), frame(CONTINUATION, &command("a")), frame(LAST | CONTINUATION, b"")];
    suite.passes("6.1.3", &middle, &[echo("a")]).await;
    for (case, text) in VALID {
        let command = command(text);
        suite.passes(case, &[frame(LAST | TEXT, &command)], &[echo(text)]).await;
        // Every byte a frame of its own, so that every character is cut in every place.
        assert_eq!(
            suite.run(&[fragments(&command, 1).concat()]).await,
            [&[echo(text)][..], &closed(1000)].concat()
        );
    }
    for (case, bytes) in INVALID {
        let error = closed(status::INVALID_DATA);
        assert_eq!(suite.run(&[frame(LAST | TEXT, bytes)]).await, error, "case {case}");
        assert_eq!(suite.run(&[fragments(bytes, 1).concat()]).await, error, "case {case}, in fragments");
    }
}

/// 6.4: a text that has gone wrong is refused with the frame that spoils it; the rest of the message never comes.
#[tokio::test]
async fn group_6_utf_8_fails_fast() {
    let suite = Suite::start().await;
    let valid = "\u{3ba}\u{1f79}\u{3c3}\u{3bc}\u{3b5}".as_bytes();
    // The last two cannot be completed to a character, though nothing wrong has come yet byte for byte.
    for (case, spoiled) in
        [("6.4.1", &b"\xf4\x90\x80\x80"[..]), ("6.4.2", b"\xf4\x90"), ("6.4.2", b"\xed\xa0")]
    {
        let mut stream = suite.connect().await;
        stream.write_all(&[frame(TEXT, valid), frame(CONTINUATION, spoiled)].concat()).await.unwrap();
        let end = loop {
            if let Some(did) = timeout(NEVER, read(&mut stream)).await.expect("an answer") {
                break did;
            }
        };
        assert_eq!(end, Did::Close(Some(status::INVALID_DATA)), "case {case}");
    }
}

#[tokio::test]
async fn group_7_closing() {
    let suite = Suite::start().await;
    let text = |id: &str| frame(LAST | TEXT, &command(id));
    suite.passes("7.1.1", &[text("a")], &[echo("a")]).await;
    suite.expect("7.1.2", &[close(1000, b""), close(1000, b"")], &closed(1000)).await;
    suite.expect("7.1.3", &[close(1000, b""), frame(LAST | PING, b"late")], &closed(1000)).await;
    suite.expect("7.1.4", &[close(1000, b""), text("late")], &closed(1000)).await;
    let halves = [frame(TEXT, b"half"), close(1000, b""), frame(LAST | CONTINUATION, b"half")];
    suite.expect("7.1.5", &halves, &closed(1000)).await;
    let long = frame(LAST | TEXT, &padded("long", LONGEST));
    let all = [long, text("a"), close(1000, b""), frame(LAST | PING, b"late")];
    suite.expect("7.1.6", &all, &[&[echo("long"), echo("a")][..], &closed(1000)].concat()).await;

    suite.expect("7.3.1", &[frame(LAST | CLOSE, b"")], &[Did::Close(None), Did::Gone]).await;
    suite.expect("7.3.2", &[frame(LAST | CLOSE, b"a")], &closed(status::PROTOCOL_ERROR)).await;
    suite.expect("7.3.3", &[close(1000, b"")], &closed(1000)).await;
    suite.expect("7.3.4", &[close(1000, b"Hello World!")], &closed(1000)).await;
    suite.expect("7.3.5", &[close(1000, &[b'*'; 123])], &closed(1000)).await;
    suite.expect("7.3.6", &[close(1000, &[b'*'; 124])], &closed(status::PROTOCOL_ERROR)).await;
    let spoiled = close(1000, b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited");
    suite.expect("7.5.1", &[spoiled], &closed(status::INVALID_DATA)).await;
    let good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999];
    for (case, code) in good.into_iter().enumerate() {
        suite.expect(&format!("7.7.{}", case + 1), &[close(code, b"")], &closed(code)).await;
    }
    let bad = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999];
    for (case, code) in bad.into_iter().enumerate() {
        let error = closed(status::PROTOCOL_ERROR);
        suite.expect(&format!("7.9.{}", case + 1), &[close(code, b"")], &error).await;
    }
    for (case, code) in [("7.13.1", 5000), ("7.13.2", 65_535)] {
        suite.expect(case, &[close(code, b"")], &closed(status::PROTOCOL_ERROR)).await;
    }
}

#[tokio::test]
async fn group_9_limits() {
    let suite = Suite::start().await;
    suite.passes("9.1", &[frame(LAST | TEXT, &padded("a", LONGEST))], &[echo("a")]).await;
    // 64 KiB to 16 MiB: the length alone is refused, before any of it has come.
    for length in [LONGEST + 1, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 8 << 20, 16 << 20] {
        let whole = frame(LAST | TEXT, &vec![b'*'; length]);
        assert_eq!(suite.run(&[whole[..14].to_vec()]).await, closed(status::TOO_BIG), "case 9.1, {length}");
        assert_eq!(suite.run(&[whole]).await, closed(status::TOO_BIG), "case 9.1, {length}");
        let binary = frame(LAST | BINARY, &vec![b'*'; length]);
        assert_eq!(suite.run(&[binary]).await, closed(status::TOO_BIG), "case 9.2, {length}");
    }
    for size in [64, 256, 1 << 10, 4 << 10] {
        let whole = fragments(&padded("a", LONGEST), size);
        assert_eq!(
            suite.run(&[whole.concat()]).await,
            [&[echo("a")][..], &closed(1000)].concat(),
            "case 9.3, {size}"
        );
        let long = fragments(&vec![b'*'; LONGEST + 1], size);
        assert_eq!(suite.run(&[long.concat()]).await, closed(status::TOO_BIG), "case 9.3, {size}");
    }
    for chop in [64, 128, 256, 512, 1024, 2048] {
        let bytes = frame(LAST | TEXT, &padded("a", LONGEST));
        let pieces: Vec<Vec<u8>> = bytes.chunks(chop).map(<[u8]>::to_vec).collect();
        assert_eq!(suite.run(&pieces).await, [&[echo("a")][..], &closed(1000)].concat(), "case 9.5, {chop}");
    }
    // 9.7: a thousand messages in a row, of several sizes.
    for length in [64, 256, 1 << 10, 4 << 10] {
        let ids: Vec<String> = (0..1000).map(|number| number.to_string()).collect();
        let frames: Vec<Vec<u8>> = ids.iter().map(|id| frame(LAST | TEXT, &padded(id, length))).collect();
        let expected = [&ids.iter().map(|id| echo(id)).collect::<Vec<_>>()[..], &closed(1000)].concat();
        assert_eq!(suite.run(&frames).await, expected, "case 9.7, {length}");
    }
}

#[tokio::test]
async fn group_10_automatic_fragmentation() {
    let suite = Suite::start().await;
    let frames = fragments(&padded("a", LONGEST), 1300);
    suite.passes("10.1.1", &frames, &[echo("a")]).await;
}

/// Not a case of Autobahn's: a client must mask, and a handshake must be one.
#[tokio::test]
async fn frames_without_a_mask_and_broken_handshakes_are_refused() {
    let suite = Suite::start().await;
    assert_eq!(suite.run(&[vec![LAST | TEXT, 1, b'x']]).await, closed(status::PROTOCOL_ERROR));
    let good = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let path = format!("/api/tables/{}/socket", suite.table);
    for (method, from, to) in [
        ("GET", "Upgrade: websocket\r\n", ""),
        ("GET", "Connection: Upgrade\r\n", ""),
        ("GET", "Version: 13", "Version: 8"),
        ("GET", "dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZQ=="),
        ("GET", "dGhlIHNhbXBsZSBub25jZQ==", "not base64"),
        ("POST", "", ""),
    ] {
        let mut guest = suite.server.guest();
        let reply = guest.request(method, &path, &good.replace(from, to), "").await;
        assert!((400..500).contains(&reply.status), "{method} {from} -> {to}: {reply:?}");
    }
}
