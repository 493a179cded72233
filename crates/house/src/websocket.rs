//! WebSocket frames (RFC 6455), the server's side: no extensions, no fragmented messages of our own.
//!
//! A house has thousands of connections that wait. A decoder holds no memory for one that does, and frames are written straight
//! into the buffer they are sent from. `docs/adr/0006-our-own-websocket.md` gives the reasons and what is not supported.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{Context, SHA1_FOR_LEGACY_USE_ONLY};

/// The longest message of a client, in bytes.
pub const LONGEST: usize = 16 << 10;

/// The longest payload of a control frame.
const LONGEST_CONTROL: usize = 125;

/// The kind of a frame that the house sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole message.
    Text = 0x1,
    /// The end of the connection.
    Close = 0x8,
    /// A request for a pong.
    Ping = 0x9,
    /// The answer to a ping.
    Pong = 0xa,
}

/// What a client sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A message.
    Text(String),
    /// A binary message. The house has no use for one, so its payload is dropped.
    Binary,
    /// A ping, whose payload the pong repeats.
    Ping(Vec<u8>),
    /// A pong.
    Pong,
    /// The end of the connection, with the status code that the answer repeats.
    Close(Option<u16>),
}

/// Why the house ends a connection: a status code of RFC 6455, section 7.4.1.
pub mod status {
    /// The house closes.
    pub const GOING_AWAY: u16 = 1001;
    /// The client broke the protocol.
    pub const PROTOCOL_ERROR: u16 = 1002;
    /// The house does not take this kind of message.
    pub const UNSUPPORTED: u16 = 1003;
    /// Text that is not UTF-8.
    pub const INVALID_DATA: u16 = 1007;
    /// The client may not do that here.
    pub const POLICY: u16 = 1008;
    /// The message is too long.
    pub const TOO_BIG: u16 = 1009;
    /// The house has a problem of its own.
    pub const INTERNAL_ERROR: u16 = 1011;
}

/// A breach of the protocol, after which a connection cannot continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The status code to close with.
    pub status: u16,
    /// For people.
    pub reason: &'static str,
}

const fn breach(reason: &'static str) -> Violation {
    Violation { status: status::PROTOCOL_ERROR, reason }
}

const TOO_BIG: Violation = Violation { status: status::TOO_BIG, reason: "A message has at most 16 KiB." };
const NOT_UTF8: Violation = Violation { status: status::INVALID_DATA, reason: "Text must be UTF-8." };

/// The answer to the key of a client that asks for a WebSocket; none if the key is malformed.
pub fn accept(key: &[u8]) -> Option<String> {
    if STANDARD.decode(key).ok()?.len() != 16 {
        return None;
    }
    let mut hash = Context::new(&SHA1_FOR_LEGACY_USE_ONLY);
    hash.update(key);
    hash.update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    Some(STANDARD.encode(hash.finish()))
}

/// Appends a frame to `out`; `payload` writes its contents.
pub fn write(kind: Kind, out: &mut Vec<u8>, payload: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    // Room for the form of length that most frames have.
    out.extend_from_slice(&[0x80 | kind as u8, 126, 0, 0]);
    payload(out);
    match out.len() - at - 4 {
        short @ 0..126 => drop(out.splice(at + 1..at + 4, [short as u8])),
        middle @ 126..0x1_0000 => out[at + 2..at + 4].copy_from_slice(&(middle as u16).to_be_bytes()),
        long => {
            out[at + 1] = 127;
            out.splice(at + 2..at + 4, (long as u64).to_be_bytes());
        }
    }
}

/// Decodes the bytes that come from a client. Empty most of the time.
#[derive(Debug, Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// Where the next frame begins.
    read: usize,
    begun: Option<Begun>,
}

/// A message of several frames whose last has not come.
#[derive(Debug)]
struct Begun {
    is_text: bool,
    payload: Vec<u8>,
    /// How much of a text is known to be UTF-8.
    checked: usize,
}

/// The header of a frame that is here as a whole.
struct Header {
    last: bool,
    opcode: u8,
    mask: [u8; 4],
    /// Where its payload begins and ends.
    from: usize,
    to: usize,
}

impl Decoder {
    /// Adds bytes that came.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message or control frame, if all of it is here.
    pub fn next_message(&mut self) -> Result<Option<Message>, Violation> {
        while let Some(header) = self.header()? {
            let mut payload = self.bytes[header.from..header.to].to_vec();
            payload.iter_mut().zip(header.mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
            self.read = header.to;
            if self.read == self.bytes.len() {
                // A connection that waits holds no buffer.
                (self.bytes, self.read) = (Vec::new(), 0);
            }
            let message = match header.opcode {
                0x0..=0x2 => self.data(header.opcode, header.last, payload)?,
                0x8 => Some(Message::Close(close_status(&payload)?)),
                0x9 => Some(Message::Ping(payload)),
                _ => Some(Message::Pong),
            };
            if message.is_some() {
                return Ok(message);
            }
        }
        Ok(None)
    }

    fn header(&self) -> Result<Option<Header>, Violation> {
        let bytes = &self.bytes[self.read..];
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let (last, opcode) = (first & 0x80 != 0, first & 0x0f);
        if first & 0x70 != 0 {
            return Err(breach("No extension was agreed on, so reserved bits must be 0."));
        }
        if second & 0x80 == 0 {
            return Err(breach("Frames of a client must be masked."));
        }
        let (skip, length) = match (second & 0x7f, rest) {
            (126, [a, b, ..]) => (4, u64::from(u16::from_be_bytes([*a, *b]))),
            (127, [a, b, c, d, e, f, g, h, ..]) => (10, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h])),
            (126 | 127, _) => return Ok(None),
            (short, _) => (2, u64::from(short)),
        };
        match opcode {
            0x0..=0x2 if length > LONGEST as u64 => return Err(TOO_BIG),
            0x0..=0x2 => {}
            0x8..=0xa if !last => return Err(breach("A control frame must not be fragmented.")),
            0x8..=0xa if length > LONGEST_CONTROL as u64 => {
                return Err(breach("A control frame has at most 125 bytes."));
            }
            0x8..=0xa => {}
            _ => return Err(breach("This opcode is reserved.")),
        }
        let Some(mask) = bytes.get(skip..skip + 4).and_then(|mask| mask.try_into().ok()) else {
            return Ok(None);
        };
        let from = self.read + skip + 4;
        let to = from + length as usize;
        Ok((to <= self.bytes.len()).then_some(Header { last, opcode, mask, from, to }))
    }

    /// Takes a frame of a message.
    fn data(&mut self, opcode: u8, last: bool, payload: Vec<u8>) -> Result<Option<Message>, Violation> {
        let mut message = match (opcode, self.begun.take()) {
            (0x0, Some(mut begun)) => {
                begun.payload.extend_from_slice(&payload);
                begun
            }
            (0x1 | 0x2, None) => Begun { is_text: opcode == 0x1, payload, checked: 0 },
            (0x0, None) => return Err(breach("There is no message to continue.")),
            _ => return Err(breach("The last message has not ended.")),
        };
        if message.payload.len() > LONGEST {
            return Err(TOO_BIG);
        }
        if message.is_text {
            message.check(last)?;
        }
        match (last, message.is_text) {
            (false, _) => {
                self.begun = Some(message);
                Ok(None)
            }
            (true, false) => Ok(Some(Message::Binary)),
            (true, true) => {
                String::from_utf8(message.payload).map(|text| Some(Message::Text(text))).map_err(|_| NOT_UTF8)
            }
        }
    }
}

impl Begun {
    /// Checks what has been added to a text. A character may be cut in two between frames, but not at the end of the message.
    fn check(&mut self, last: bool) -> Result<(), Violation> {
        match std::str::from_utf8(&self.payload[self.checked..]) {
            Ok(_) => self.checked = self.payload.len(),
            Err(error) if last || error.error_len().is_some() => return Err(NOT_UTF8),
            Err(error) => self.checked += error.valid_up_to(),
        }
        Ok(())
    }
}

/// The status code in a close frame.
fn close_status(payload: &[u8]) -> Result<Option<u16>, Violation> {
    let [a, b, reason @ ..] = payload else {
        return match payload {
            [] => Ok(None),
            _ => Err(breach("A status code has two bytes.")),
        };
    };
    let code = u16::from_be_bytes([*a, *b]);
    // Those of the RFC and of its registry that may be sent, then those of libraries and applications.
    if !matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999) {
        return Err(breach("This status code must not be sent."));
    }
    std::str::from_utf8(reason).map_err(|_| NOT_UTF8)?;
    Ok(Some(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client's frame.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut frame = Vec::new();
        write(Kind::Text, &mut frame, |out| out.extend_from_slice(payload));
        frame[0] = first;
        frame[1] |= 0x80;
        let mask = [7, 77, 177, 0];
        let at = frame.len() - payload.len();
        frame[at..].iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        frame.splice(at..at, mask);
        frame
    }

    fn decode(bytes: &[u8]) -> Result<Vec<Message>, Violation> {
        let mut decoder = Decoder::default();
        decoder.push(bytes);
        std::iter::from_fn(|| decoder.next_message().transpose()).collect()
    }

    #[test]
    fn the_example_of_the_rfc() {
        assert_eq!(accept(b"dGhlIHNhbXBsZSBub25jZQ==").as_deref(), Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        assert_eq!(accept(b"dGhlIHNhbXBsZQ=="), None);
        let hello = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
        assert_eq!(decode(&hello), Ok(vec![Message::Text("Hello".into())]));
        let mut out = Vec::new();
        write(Kind::Text, &mut out, |out| out.extend_from_slice(b"Hello"));
        assert_eq!(out, [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]);
        for (length, head) in [(125, 2), (126, 4), (0xffff, 4), (0x1_0000, 10)] {
            let mut out = b"before".to_vec();
            write(Kind::Text, &mut out, |out| out.resize(out.len() + length, 7));
            assert_eq!(out.len(), 6 + head + length);
            assert!(out.starts_with(b"before\x81") && out[6 + head..].iter().all(|byte| *byte == 7));
        }
    }

    #[test]
    fn bytes_may_come_in_any_pieces() {
        let long = "x".repeat(LONGEST);
        let bytes = [
            frame(0x81, b"one"),
            frame(0x01, b"tw"),
            frame(0x89, b"there?"),
            frame(0x80, b"o"),
            frame(0x81, long.as_bytes()),
            frame(0x82, &[0xff; 300]),
            frame(0x8a, b""),
            frame(0x88, b""),
        ]
        .concat();
        let all = decode(&bytes).unwrap();
        let texts = ["one", "two", &long].map(|text| Message::Text(text.to_owned()));
        let [one, two, long] = texts;
        let ping = Message::Ping(b"there?".to_vec());
        assert_eq!(all, [one, ping, two, long, Message::Binary, Message::Pong, Message::Close(None)]);
        for piece in [1, 2, 3, 7, 1000] {
            let mut decoder = Decoder::default();
            let mut heard = Vec::new();
            for bytes in bytes.chunks(piece) {
                decoder.push(bytes);
                while let Some(message) = decoder.next_message().unwrap() {
                    heard.push(message);
                }
            }
            assert_eq!(heard, all, "in pieces of {piece}");
            assert_eq!(decoder.bytes.capacity(), 0, "a connection that waits holds no buffer");
        }
    }

    #[test]
    fn violations_are_refused() {
        let unmasked = [0x81, 0x01, b'x'];
        assert!(decode(&unmasked).unwrap_err().reason.contains("masked"));
        for (first, payload) in [
            (0xc1, &b"x"[..]),
            (0x83, b"x"),
            (0x8b, b"x"),
            (0x09, b"x"),
            (0x89, &[0; 126]),
            (0x80, b"goes on"),
            (0x81, b"\xff"),
        ] {
            assert!(decode(&frame(first, payload)).is_err(), "{first:x}");
        }
        assert!(decode(&[frame(0x01, b"a"), frame(0x81, b"b")].concat()).is_err());
        // A length that is too long is refused before any of it has come; so are many pieces that come to too much.
        assert!(decode(&[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).is_err());
        let pieces = [frame(0x01, &[b'x'; LONGEST]), frame(0x80, b"x")].concat();
        assert!(decode(&pieces).is_err());
    }
}
