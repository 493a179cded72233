//! `cargo +nightly fuzz run fuzz_entry fuzz/corpus/fuzz_entry fuzz/seeds/fuzz_entry`: anything at all, sent to the house's decoders.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| stress::fuzz_entry::send(bytes));
