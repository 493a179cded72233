//! Any bytes at all, sent to the house's decoders. `cargo xtask audit` runs it for some minutes; docs/house.md says how to run it longer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| stress::fuzz_entry::send(bytes));
