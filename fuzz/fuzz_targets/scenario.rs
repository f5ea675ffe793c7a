//! See `sandtable_fuzz::scenario`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    sandtable_fuzz::scenario(data);
});
