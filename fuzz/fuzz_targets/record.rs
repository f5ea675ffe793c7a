//! See `sandtable_fuzz::record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    sandtable_fuzz::record(data);
});
