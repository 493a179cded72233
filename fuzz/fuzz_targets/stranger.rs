//! `cargo +nightly fuzz run stranger fuzz/corpus/stranger fuzz/seeds/stranger`: anything at all, sent to the house's decoders.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trials::stranger::send(bytes));
