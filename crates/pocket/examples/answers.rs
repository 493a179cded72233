//! Answers requests, one a line, as the WebAssembly module does: what both answer is compared by `cargo xtask pocket --same`.

use std::io::{BufRead, Write, stdin, stdout};

fn main() -> std::io::Result<()> {
    let mut pocket = pocket::Pocket::default();
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        out.write_all(&pocket.answer(line?.as_bytes()))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
