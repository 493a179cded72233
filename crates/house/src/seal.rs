//! The house's secret key: signs cookies and links so that only this house can make them.

use ring::hmac;
use table::digest::Digest;

/// Signs texts and checks signatures. A signed text is not hidden.
pub struct Seal {
    key: hmac::Key,
    /// The key as it is stored, for cookies signed before signatures were HMACs.
    stored: Vec<u8>,
}

impl Seal {
    /// A seal with this key.
    pub fn new(key: Vec<u8>) -> Seal {
        Seal { key: hmac::Key::new(hmac::HMAC_SHA256, &key), stored: key }
    }

    /// The signature of some words for a purpose: HMAC-SHA-256, its first 160 bits as 32 letters and digits.
    pub fn sign(&self, purpose: &str, words: &[&str]) -> String {
        let mut context = hmac::Context::with_key(&self.key);
        for part in std::iter::once(&purpose).chain(words) {
            // Each part is preceded by its length, so that no two lists of words give the same text.
            context.update(&(part.len() as u64).to_le_bytes());
            context.update(part.as_bytes());
        }
        letters(&context.sign().as_ref()[..20])
    }

    /// Is this the signature of these words?
    pub fn verify(&self, purpose: &str, words: &[&str], signature: &str) -> bool {
        self.is_same(&self.sign(purpose, words), signature)
    }

    /// Is this a signature as houses made them before they used HMAC? Browsers keep a cookie for up to 400 days, and a guest who
    /// loses the cookie loses every seat.
    pub(crate) fn verify_old(&self, purpose: &str, words: &[&str], signature: &str) -> bool {
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        let inner = Digest::of(purpose, &[&[&self.stored[..]], &words[..]].concat());
        let old = letters(&Digest::of("sanguis seal, 1", &[&self.stored, &inner.0]).0[..20]);
        self.is_same(&old, signature)
    }

    /// Compares the HMACs of both texts, which `ring` does in constant time.
    fn is_same(&self, expected: &str, given: &str) -> bool {
        let given = hmac::sign(&self.key, given.as_bytes());
        hmac::verify(&self.key, expected.as_bytes(), given.as_ref()).is_ok()
    }
}

impl hosting::Seal for Seal {
    fn sign(&self, purpose: &str, words: &[&str]) -> String {
        Seal::sign(self, purpose, words)
    }
}

pub use hosting::token_hash as hash;

/// Random bytes from the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness shuffles and keys could be guessed: stopping is the only safe answer.
    getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
    bytes
}

/// A random id of 16 letters and digits.
pub fn fresh_id() -> String {
    letters(&random::<10>())
}

/// A random token of 32 letters and digits.
pub fn fresh_token() -> String {
    letters(&random::<20>())
}

/// Bytes as lower-case letters and digits, five bits each, without those that are easily confused.
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
    fn a_signature_belongs_to_its_key_purpose_and_words() {
        let seal = Seal::new(vec![1; 32]);
        let signature = seal.sign("a", &["b", "c"]);
        assert_eq!(signature.len(), 32);
        assert!(seal.verify("a", &["b", "c"], &signature));
        for (purpose, words) in [("a", &["bc", ""][..]), ("a", &["bc"]), ("ab", &["c"]), ("x", &["b", "c"])] {
            assert!(!seal.verify(purpose, words, &signature), "{purpose} {words:?}");
        }
        assert!(!Seal::new(vec![2; 32]).verify("a", &["b", "c"], &signature));
    }

    #[test]
    fn forged_truncated_and_extended_signatures_are_refused() {
        let seal = Seal::new(vec![1; 32]);
        let signature = seal.sign("cookie", &["ann"]);
        let refused = |forged: &str| {
            !seal.verify("cookie", &["ann"], forged) && !seal.verify_old("cookie", &["ann"], forged)
        };
        for at in 0..signature.len() {
            assert!(refused(&signature[..at]), "the first {at} letters");
            let other = if &signature[at..=at] == "a" { "b" } else { "a" };
            assert!(refused(&format!("{}{other}{}", &signature[..at], &signature[at + 1..])), "letter {at}");
        }
        for forged in [format!("{signature}a"), format!("{signature}\0"), signature.to_uppercase()] {
            assert!(refused(&forged), "{forged}");
        }
    }

    #[test]
    fn cookies_signed_the_old_way_are_still_good() {
        let seal = Seal::new(vec![1; 32]);
        let old = "tz9wdkvmhkws38nnbzjsnu2mgfztycku";
        assert!(seal.verify_old("cookie", &["ann"], old));
        assert!(!seal.verify("cookie", &["ann"], old), "new signatures differ");
        assert!(!seal.verify_old("cookie", &["bob"], old));
        assert!(!seal.verify_old("cookie", &["ann"], &old[..31]));
    }

    #[test]
    fn ids_are_letters_and_digits() {
        let id = fresh_id();
        assert_eq!(id.len(), 16);
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_ne!(id, fresh_id());
    }
}
