//! Hashes that are the same on every platform.

use std::fmt;
use std::hash::{Hash, Hasher};

use sha2::{Digest as _, Sha256};

/// SHA-256 of something.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Of bytes, under a heading that says what they are for.
    pub fn of(purpose: &str, parts: &[&[u8]]) -> Digest {
        let mut hash = Sha256::new();
        hash.update(purpose.as_bytes());
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Digest(hash.finalize().into())
    }

    /// Of a plain value, through its `Hash`.
    pub fn of_value(value: &impl Hash) -> Digest {
        let mut stable = Stable(Sha256::new());
        value.hash(&mut stable);
        Digest(stable.0.finalize().into())
    }

    /// The first eight hexadecimal digits.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }

    /// Reads sixty-four hexadecimal digits.
    pub fn parse(text: &str) -> Option<Digest> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            return None;
        }
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
        }
        Some(Digest(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let hex: String = digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect();
        f.write_str(&hex)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A [`Hasher`] that writes the same bytes on every platform: little-endian, and sizes as 64 bits. Signed numbers are written as the
/// unsigned ones of the same bits.
struct Stable(Sha256);

impl Hasher for Stable {
    fn finish(&self) -> u64 {
        let bytes: [u8; 32] = self.0.clone().finalize().into();
        u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, n: u16) {
        self.0.update(n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.0.update(n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.0.update(n.to_le_bytes());
    }

    fn write_u128(&mut self, n: u128) {
        self.0.update(n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_goes_both_ways() {
        let digest = Digest::of("test", &[b"a", b"b"]);
        assert_eq!(Digest::parse(&digest.to_string()), Some(digest));
        assert_eq!(Digest::parse("zz"), None);
        assert_eq!(Digest::parse(&digest.to_string().to_uppercase()), None);
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(Digest::of("t", &[b"ab", b"c"]), Digest::of("t", &[b"a", b"bc"]));
    }

    /// If this changes, every record written so far stops verifying.
    #[test]
    fn the_hash_of_plain_data_is_pinned() {
        #[derive(Hash)]
        enum Kind {
            One,
            Two(u16, [u8; 3]),
        }
        let value = (Kind::One, Kind::Two(515, [1, 2, 3]), -1i32, true, Some(9u64), [Some(3u8), None]);
        assert_eq!(Digest::of_value(&value).short(), "a4c6bdc6");
    }
}
