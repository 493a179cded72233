//! The house's own key: signs what it hands out, so that nobody can make it up.

use table::digest::Digest;

/// Signs and checks. What is signed is not hidden by it.
pub struct Seal(Vec<u8>);

impl Seal {
    /// A seal with this key.
    pub fn new(key: Vec<u8>) -> Seal {
        Seal(key)
    }

    /// The signature of some words, for a purpose: 32 letters and digits that nobody without the key can guess.
    pub fn sign(&self, purpose: &str, words: &[&str]) -> String {
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        let inner = Digest::of(purpose, &[&[&self.0[..]], &words[..]].concat());
        // Hashed twice, so that nobody can go on from one signature to that of a longer text.
        letters(&Digest::of("sanguis seal, 1", &[&self.0, &inner.0]).0[..20])
    }

    /// Is this the signature? Takes the same time wherever it differs.
    pub fn fits(&self, purpose: &str, words: &[&str], signature: &str) -> bool {
        same(&self.sign(purpose, words), signature)
    }
}

impl hosting::Seal for Seal {
    fn sign(&self, purpose: &str, words: &[&str]) -> String {
        Seal::sign(self, purpose, words)
    }
}

/// Are two texts the same? Takes the same time wherever they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b)) == 0
}

pub use hosting::token_hash as hash;

/// Random bytes of the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness there is no secret to keep: going on would deal known cards.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A fresh id: 16 letters and digits.
pub fn fresh_id() -> String {
    letters(&random::<10>())
}

/// A fresh token: 32 letters and digits.
pub fn fresh_token() -> String {
    letters(&random::<20>())
}

/// Bytes as lower-case letters and digits, five bits each, none of them easily mistaken for another.
fn letters(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut text = String::with_capacity(bytes.len() * 8 / 5 + 1);
    let (mut held, mut bits) = (0u32, 0);
    for &byte in bytes {
        held = held << 8 | u32::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(LETTERS[(held >> bits & 31) as usize].into());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_known_by_its_key_purpose_and_words() {
        let seal = Seal::new(vec![1; 32]);
        let signature = seal.sign("a", &["b", "c"]);
        assert_eq!(signature.len(), 32);
        assert!(seal.fits("a", &["b", "c"], &signature));
        assert!(!seal.fits("a", &["bc", ""], &signature));
        assert!(!seal.fits("x", &["b", "c"], &signature));
        assert!(!Seal::new(vec![2; 32]).fits("a", &["b", "c"], &signature));
        assert!(!seal.fits("a", &["b", "c"], ""));
    }

    #[test]
    fn ids_are_letters_and_digits() {
        let id = fresh_id();
        assert_eq!(id.len(), 16);
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_ne!(id, fresh_id());
    }
}
