#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (retroshade_fuzz::inputs::entry("assembler_nv2a").expect("an entry").read)(data));
