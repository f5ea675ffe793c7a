//! See `sandtable_fuzz::weights`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    sandtable_fuzz::weights(data);
});
