//! See `sandtable_fuzz::notation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    sandtable_fuzz::notation(data);
});
