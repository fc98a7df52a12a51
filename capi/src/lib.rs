//! The C interface of retroshade: `include/retroshade.h` says what each function does.
//!
//! Every call is independent of every other: there is no state, and results may be used and freed on any thread. No panic
//! leaves a function. Pointers that are null are refused in a message, but for results, of which null is an empty one.

mod work;

use retroshade_ir::deep;
use sha2::{Digest, Sha256};
use std::ffi::{CStr, c_char, c_int, c_void};
use work::{Outcome, Request};

/// The result of a call, with its messages.
pub struct RetroshadeResult(Outcome);

/// A message of a result. Its texts live as long as the result.
#[repr(C)]
pub struct RetroshadeMessage {
    /// 0 for a warning, 1 for an error, 2 for a defect of the compiler.
    pub severity: c_int,
    /// Such as `E0301`.
    pub code: *const c_char,
    /// A sentence.
    pub text: *const c_char,
    /// From 1; 0 where no place in the input is to blame.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

/// The parameters of a call, as C gives them.
struct Given {
    target: *const c_char,
    stage: *const c_char,
    input: *const c_void,
    size: usize,
    flags: *const c_char,
    record: *const c_char,
}

impl Given {
    fn new(
        target: *const c_char,
        stage: *const c_char,
        input: *const c_void,
        size: usize,
        flags: *const c_char,
    ) -> Given {
        Given {
            target,
            stage,
            input,
            size,
            flags,
            record: std::ptr::null(),
        }
    }
}

/// A text of the caller's; `None` for null, and for what is not UTF-8.
///
/// # Safety
/// A pointer that is not null points at a text with a zero at its end that outlives the call.
unsafe fn text<'a>(pointer: *const c_char) -> Option<&'a str> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: by the contract of this function.
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

/// Makes a request of what C gave and does the work.
///
/// # Safety
/// As for [`text`]; `input` points at `size` bytes unless `size` is 0.
unsafe fn call(
    given: Given,
    work: impl FnOnce(Request<'_>) -> Outcome + Send,
) -> *mut RetroshadeResult {
    // SAFETY: by the contract of this function.
    let [target, stage, flags, record] = unsafe {
        [
            text(given.target),
            text(given.stage),
            text(given.flags),
            text(given.record),
        ]
    };
    let given_texts = [
        (given.stage, stage),
        (given.flags, flags),
        (given.record, record),
    ];
    let is_broken = given_texts
        .iter()
        .any(|(pointer, text)| !pointer.is_null() && text.is_none());
    let input: &[u8] = if given.input.is_null() || given.size == 0 {
        &[]
    } else {
        // SAFETY: by the contract of this function.
        unsafe { std::slice::from_raw_parts(given.input.cast(), given.size) }
    };
    let outcome = match target {
        None => Outcome::of_misuse("the target is null or not UTF-8"),
        Some(_) if is_broken => Outcome::of_misuse("a text is not UTF-8"),
        Some(_) if given.input.is_null() && given.size != 0 => {
            Outcome::of_misuse("the input is null")
        }
        Some(target) => {
            let request = Request {
                target,
                stage,
                input,
                flags: flags.unwrap_or_default(),
                record,
            };
            deep::guarded(|| work(request)).unwrap_or_else(Outcome::of_panic)
        }
    };
    Box::into_raw(Box::new(RetroshadeResult(outcome)))
}

/// Compiles a source for a machine.
///
/// # Safety
/// Texts end with a zero; `source` points at `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_compile(
    target: *const c_char,
    stage: *const c_char,
    source: *const c_void,
    size: usize,
    flags: *const c_char,
) -> *mut RetroshadeResult {
    let given = Given::new(target, stage, source, size, flags);
    // SAFETY: by the contract of this function.
    unsafe { call(given, work::compile) }
}

/// Translates a source to another language.
///
/// # Safety
/// As for [`retroshade_compile`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_translate(
    language: *const c_char,
    stage: *const c_char,
    source: *const c_void,
    size: usize,
    flags: *const c_char,
) -> *mut RetroshadeResult {
    let given = Given::new(language, stage, source, size, flags);
    // SAFETY: by the contract of this function.
    unsafe { call(given, work::translate) }
}

/// Assembles a text.
///
/// # Safety
/// As for [`retroshade_compile`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_assemble(
    target: *const c_char,
    stage: *const c_char,
    assembly: *const c_void,
    size: usize,
    flags: *const c_char,
) -> *mut RetroshadeResult {
    let given = Given::new(target, stage, assembly, size, flags);
    // SAFETY: by the contract of this function.
    unsafe { call(given, work::assemble) }
}

/// Disassembles a program.
///
/// # Safety
/// As for [`retroshade_compile`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_disassemble(
    target: *const c_char,
    stage: *const c_char,
    program: *const c_void,
    size: usize,
    flags: *const c_char,
) -> *mut RetroshadeResult {
    let given = Given::new(target, stage, program, size, flags);
    // SAFETY: by the contract of this function.
    unsafe { call(given, work::disassemble) }
}

/// Makes a source of a program.
///
/// # Safety
/// As for [`retroshade_compile`]; `language`, `record` and `flags` end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_lift(
    target: *const c_char,
    stage: *const c_char,
    program: *const c_void,
    size: usize,
    language: *const c_char,
    record: *const c_char,
    flags: *const c_char,
) -> *mut RetroshadeResult {
    let given = Given {
        record,
        ..Given::new(target, stage, program, size, flags)
    };
    // SAFETY: by the contract of this function.
    let named = unsafe { text(language) };
    let work = |request: Request<'_>| match named {
        Some(language) => work::lifted(request, language),
        None => Outcome::of_misuse("the language is null or not UTF-8"),
    };
    // SAFETY: by the contract of this function.
    unsafe { call(given, work) }
}

/// Makes a shorter program of a program.
///
/// # Safety
/// As for [`retroshade_compile`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_shorten(
    target: *const c_char,
    stage: *const c_char,
    program: *const c_void,
    size: usize,
    flags: *const c_char,
) -> *mut RetroshadeResult {
    let given = Given::new(target, stage, program, size, flags);
    // SAFETY: by the contract of this function.
    unsafe { call(given, work::shortened) }
}

/// The result's bytes and, in `size`, their number; null if there are errors.
///
/// # Safety
/// `result` is null or of one of the calls and not freed; `size` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_output(
    result: *const RetroshadeResult,
    size: *mut usize,
) -> *const u8 {
    // SAFETY: by the contract of this function.
    let output = unsafe { result.as_ref() }.and_then(|result| result.0.output.as_ref());
    // SAFETY: by the contract of this function.
    if let Some(size) = unsafe { size.as_mut() } {
        *size = output.map_or(0, |output| output.len() - 1);
    }
    output.map_or(std::ptr::null(), |output| output.as_ptr())
}

/// The record of a result, in JSON; empty if there is none.
///
/// # Safety
/// As for [`retroshade_output`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_record(result: *const RetroshadeResult) -> *const c_char {
    // SAFETY: by the contract of this function.
    let result = unsafe { result.as_ref() };
    result.map_or(c"".as_ptr(), |result| result.0.record.as_ptr())
}

/// All messages of a result as the command line prints them; empty if there are none.
///
/// # Safety
/// As for [`retroshade_output`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_messages(result: *const RetroshadeResult) -> *const c_char {
    // SAFETY: by the contract of this function.
    let result = unsafe { result.as_ref() };
    result.map_or(c"".as_ptr(), |result| result.0.rendered.as_ptr())
}

/// The number of messages of a result.
///
/// # Safety
/// As for [`retroshade_output`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_message_count(result: *const RetroshadeResult) -> usize {
    // SAFETY: by the contract of this function.
    let result = unsafe { result.as_ref() };
    result.map_or(0, |result| result.0.messages.len())
}

/// One message of a result; returns 0 if there is none of this number.
///
/// # Safety
/// As for [`retroshade_output`]; `message` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_message(
    result: *const RetroshadeResult,
    number: usize,
    message: *mut RetroshadeMessage,
) -> c_int {
    // SAFETY: by the contract of this function.
    let (result, message) = unsafe { (result.as_ref(), message.as_mut()) };
    let found = result.and_then(|result| result.0.messages.get(number));
    let (Some(found), Some(message)) = (found, message) else {
        return 0;
    };
    *message = RetroshadeMessage {
        severity: found.severity,
        code: found.code.as_ptr(),
        text: found.text.as_ptr(),
        line: found.line,
        column: found.column,
    };
    1
}

/// Frees a result.
///
/// # Safety
/// `result` is null, or of one of the calls and not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_free(result: *mut RetroshadeResult) {
    if !result.is_null() {
        // SAFETY: by the contract of this function.
        drop(unsafe { Box::from_raw(result) });
    }
}

/// Writes a key of 16 bytes: equal for equal bytes, target, options and version of the library.
///
/// # Safety
/// Texts are null or end with a zero; `input` points at `size` bytes; `key` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retroshade_key(
    target: *const c_char,
    options: *const c_char,
    input: *const c_void,
    size: usize,
    key: *mut u8,
) {
    let mut hash = Sha256::new();
    hash.update(env!("CARGO_PKG_VERSION"));
    for pointer in [target, options] {
        hash.update([0]);
        if !pointer.is_null() {
            // SAFETY: by the contract of this function.
            hash.update(unsafe { CStr::from_ptr(pointer) }.to_bytes());
        }
    }
    hash.update([0]);
    if !input.is_null() && size != 0 {
        // SAFETY: by the contract of this function.
        hash.update(unsafe { std::slice::from_raw_parts(input.cast::<u8>(), size) });
    }
    let digest = hash.finalize();
    if !key.is_null() {
        // SAFETY: by the contract of this function.
        unsafe { std::slice::from_raw_parts_mut(key, 16) }.copy_from_slice(&digest[..16]);
    }
}

/// The version of the library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn retroshade_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
