//! See `sandtable_fuzz::positions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    sandtable_fuzz::positions(data);
});
