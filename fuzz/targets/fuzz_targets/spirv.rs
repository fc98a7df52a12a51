#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (retroshade_fuzz::inputs::entry("spirv").expect("an entry").read)(data));
