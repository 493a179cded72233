//! Writing JSON.

use std::io::{Result, Write};

use serde::Serialize;

/// Appends the JSON of a value. Plain data of ours always has a JSON form, and a `Vec` takes all of it.
pub(crate) fn json(value: &impl Serialize, out: &mut Vec<u8>) {
    let _ = serde_json::to_writer(Out(out), value);
}

/// Most of what a serialiser writes at a time is one sign: this needs no call for it.
struct Out<'o>(&'o mut Vec<u8>);

impl Write for Out<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        match bytes {
            [one] => self.0.push(*one),
            bytes => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
