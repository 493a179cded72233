//! WebSocket frames (RFC 6455), the server's side, as far as the house speaks it: no extensions, no parts of our own.
//!
//! A house has thousands of connections that wait. This holds nothing for one that does, and a frame is written straight to where
//! it goes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{Context, SHA1_FOR_LEGACY_USE_ONLY};

/// The longest message of a client.
pub const LONGEST: usize = 16 << 10;

/// The longest payload of a control frame.
const LONGEST_CONTROL: usize = 125;

/// What a frame is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A message.
    Text = 0x1,
    /// The end.
    Close = 0x8,
    /// Are you there?
    Ping = 0x9,
    /// Here I am.
    Pong = 0xa,
}

/// What a client sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sent {
    /// A message.
    Text(String),
    /// A message that is no text.
    Binary,
    /// It wants to hear this back.
    Ping(Vec<u8>),
    /// It is there.
    Pong,
    /// It goes.
    Close,
}

/// The answer to the key of a client that wants to speak WebSocket.
pub fn accept(key: &[u8]) -> String {
    let mut hash = Context::new(&SHA1_FOR_LEGACY_USE_ONLY);
    hash.update(key);
    hash.update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    STANDARD.encode(hash.finish())
}

/// Adds a frame to what is to be sent: `payload` writes what is in it.
pub fn write(kind: Kind, out: &mut Vec<u8>, payload: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    // Room for the length that most frames have.
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

/// What has come from a client and is not understood yet. Empty most of the time.
#[derive(Debug, Default)]
pub struct Inbox {
    bytes: Vec<u8>,
    /// Where the next frame begins.
    read: usize,
    /// A message whose end has not come: is it text, and what there is of it.
    begun: Option<(bool, Vec<u8>)>,
}

/// The beginning of a frame.
struct Head {
    last: bool,
    opcode: u8,
    mask: [u8; 4],
    /// Where its payload begins and ends.
    from: usize,
    to: usize,
}

impl Inbox {
    /// Takes what came.
    pub fn take(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message or sign, if all of it is here. An error says why this connection cannot go on.
    pub fn hear(&mut self) -> Result<Option<Sent>, &'static str> {
        while let Some(head) = self.head()? {
            let mut payload = self.bytes[head.from..head.to].to_vec();
            payload.iter_mut().zip(head.mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
            self.read = head.to;
            if self.read == self.bytes.len() {
                // Who has said all they had to say waits without a buffer.
                (self.bytes, self.read) = (Vec::new(), 0);
            }
            if let Some(sent) = self.understand(head.opcode, head.last, payload)? {
                return Ok(Some(sent));
            }
        }
        Ok(None)
    }

    fn head(&self) -> Result<Option<Head>, &'static str> {
        let bytes = &self.bytes[self.read..];
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        let (last, opcode) = (first & 0x80 != 0, first & 0x0f);
        if first & 0x70 != 0 {
            return Err("Nothing was agreed about these bits of a frame.");
        }
        if second & 0x80 == 0 {
            return Err("A client masks what it sends.");
        }
        let (skip, length) = match (second & 0x7f, rest) {
            (126, [a, b, ..]) => (4, u64::from(u16::from_be_bytes([*a, *b]))),
            (127, [a, b, c, d, e, f, g, h, ..]) => (10, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h])),
            (126 | 127, _) => return Ok(None),
            (short, _) => (2, u64::from(short)),
        };
        let longest = match opcode {
            0x8.. if !last => return Err("A control frame comes in one piece."),
            0x8.. => LONGEST_CONTROL,
            _ => LONGEST,
        };
        if length > longest as u64 {
            return Err("A message has at most 16 KiB.");
        }
        let Some(mask) = bytes.get(skip..skip + 4).and_then(|mask| mask.try_into().ok()) else {
            return Ok(None);
        };
        let from = self.read + skip + 4;
        let to = from + length as usize;
        Ok((to <= self.bytes.len()).then_some(Head { last, opcode, mask, from, to }))
    }

    fn understand(&mut self, opcode: u8, last: bool, payload: Vec<u8>) -> Result<Option<Sent>, &'static str> {
        let (text, message) = match (opcode, self.begun.take()) {
            (0x0, Some((text, mut begun))) => {
                begun.extend_from_slice(&payload);
                (text, begun)
            }
            (0x1 | 0x2, None) => (opcode == 0x1, payload),
            (0x0..=0x2, _) => {
                return Err("A message goes on before it began, or begins before the last one ended.");
            }
            (control, begun) => {
                self.begun = begun;
                return match control {
                    0x8 => Ok(Some(Sent::Close)),
                    0x9 => Ok(Some(Sent::Ping(payload))),
                    0xa => Ok(Some(Sent::Pong)),
                    _ => Err("There is no such kind of frame."),
                };
            }
        };
        if message.len() > LONGEST {
            return Err("A message has at most 16 KiB.");
        }
        if !last {
            self.begun = Some((text, message));
            return Ok(None);
        }
        match text {
            false => Ok(Some(Sent::Binary)),
            true => {
                String::from_utf8(message).map(|text| Some(Sent::Text(text))).map_err(|_| "Text is UTF-8.")
            }
        }
    }
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

    fn hear(bytes: &[u8]) -> Result<Vec<Sent>, &'static str> {
        let mut inbox = Inbox::default();
        inbox.take(bytes);
        std::iter::from_fn(|| inbox.hear().transpose()).collect()
    }

    #[test]
    fn the_example_of_the_rfc() {
        assert_eq!(accept(b"dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        let hello = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
        assert_eq!(hear(&hello), Ok(vec![Sent::Text("Hello".into())]));
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
    fn it_does_not_matter_in_which_pieces_bytes_come() {
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
        let all = hear(&bytes).unwrap();
        let texts = ["one", "two", &long].map(|text| Sent::Text(text.to_owned()));
        let [one, two, long] = texts;
        let ping = Sent::Ping(b"there?".to_vec());
        assert_eq!(all, [one, ping, two, long, Sent::Binary, Sent::Pong, Sent::Close]);
        for piece in [1, 2, 3, 7, 1000] {
            let mut inbox = Inbox::default();
            let mut heard = Vec::new();
            for bytes in bytes.chunks(piece) {
                inbox.take(bytes);
                while let Some(sent) = inbox.hear().unwrap() {
                    heard.push(sent);
                }
            }
            assert_eq!(heard, all, "in pieces of {piece}");
            assert_eq!(inbox.bytes.capacity(), 0, "nothing is kept for one who waits");
        }
    }

    #[test]
    fn what_is_no_websocket_is_refused() {
        let unmasked = [0x81, 0x01, b'x'];
        assert!(hear(&unmasked).unwrap_err().contains("masks"));
        for (first, payload) in [
            (0xc1, &b"x"[..]),
            (0x83, b"x"),
            (0x8b, b"x"),
            (0x09, b"x"),
            (0x89, &[0; 126]),
            (0x80, b"goes on"),
            (0x81, b"\xff"),
        ] {
            assert!(hear(&frame(first, payload)).is_err(), "{first:x}");
        }
        assert!(hear(&[frame(0x01, b"a"), frame(0x81, b"b")].concat()).is_err());
        // A length that is too long is refused before any of it has come; so are many pieces that come to too much.
        assert!(hear(&[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).is_err());
        let pieces = [frame(0x01, &[b'x'; LONGEST]), frame(0x80, b"x")].concat();
        assert!(hear(&pieces).is_err());
    }
}
