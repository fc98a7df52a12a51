//! What a caller does wrong ends in a message, not in a crash.

use retroshade_c::{
    RetroshadeMessage, retroshade_compile, retroshade_disassemble, retroshade_free, retroshade_key,
    retroshade_lift, retroshade_message, retroshade_message_count, retroshade_messages,
    retroshade_output, retroshade_record, retroshade_shorten,
};
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};

/// The messages of a call without a result.
fn refused(result: *mut retroshade_c::RetroshadeResult) -> String {
    // SAFETY: the result is new, and freed once.
    unsafe {
        let mut size = 7;
        assert!(retroshade_output(result, &mut size).is_null());
        assert_eq!(size, 0);
        assert_eq!(retroshade_message_count(result), 1);
        let text = CStr::from_ptr(retroshade_messages(result));
        let text = text.to_str().unwrap().to_owned();
        retroshade_free(result);
        text
    }
}

#[test]
fn nonsense_is_refused() {
    let (nv2a, vertex) = (c"nv2a".as_ptr(), c"vertex".as_ptr());
    let bytes: *const c_void = [1u8, 2, 3].as_ptr().cast();
    let broken = c"\xff".as_ptr();
    // SAFETY: all texts end with a zero, inputs have three bytes or none.
    unsafe {
        for (result, part) in [
            (
                retroshade_compile(null(), null(), null(), 0, null()),
                "the target is null",
            ),
            (
                retroshade_compile(c"pdp11".as_ptr(), vertex, bytes, 3, null()),
                "no target `pdp11`",
            ),
            (
                retroshade_compile(nv2a, c"pixel".as_ptr(), bytes, 3, null()),
                "`pixel` is no stage",
            ),
            (
                retroshade_compile(nv2a, vertex, null(), 3, null()),
                "the input is null",
            ),
            (
                retroshade_compile(nv2a, vertex, bytes, 3, broken),
                "not UTF-8",
            ),
            (
                retroshade_compile(nv2a, vertex, bytes, 3, c"-o x".as_ptr()),
                "'-o'",
            ),
            (
                retroshade_disassemble(nv2a, vertex, bytes, 3, null()),
                "nv2a",
            ),
            (retroshade_shorten(nv2a, vertex, bytes, 3, null()), "nv2a"),
            (
                retroshade_lift(nv2a, vertex, bytes, 3, null(), null(), null()),
                "the language is null",
            ),
            (
                retroshade_lift(
                    nv2a,
                    vertex,
                    bytes,
                    3,
                    c"essl".as_ptr(),
                    c"{".as_ptr(),
                    null(),
                ),
                "error",
            ),
        ] {
            let said = refused(result);
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(retroshade_output(null(), null_mut()).is_null());
        assert_eq!(CStr::from_ptr(retroshade_record(null())), c"");
        let mut message = RetroshadeMessage {
            severity: 0,
            code: null::<c_char>(),
            text: null(),
            line: 0,
            column: 0,
        };
        assert_eq!(retroshade_message(null(), 0, &mut message), 0);
        retroshade_free(null_mut());
    }
}

#[test]
fn keys_tell_inputs_apart() {
    let key = |target: &CStr, options: &CStr, input: &[u8]| {
        let mut key = [0u8; 16];
        // SAFETY: texts end with a zero, and the key has its sixteen bytes.
        unsafe {
            retroshade_key(
                target.as_ptr(),
                options.as_ptr(),
                input.as_ptr().cast(),
                input.len(),
                key.as_mut_ptr(),
            );
        }
        key
    };
    let plain = key(c"nv2a", c"", b"abc");
    assert_eq!(plain, key(c"nv2a", c"", b"abc"));
    for other in [
        key(c"lima", c"", b"abc"),
        key(c"nv2a", c"wgsl", b"abc"),
        key(c"nv2a", c"", b"abd"),
        key(c"nv2", c"a", b"abc"),
    ] {
        assert_ne!(plain, other);
    }
}
