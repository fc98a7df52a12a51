//! Work that recurses as deeply as the user nests: on a stack of its own, and with panics caught.
//!
//! The frontend, naga and the passes recurse once for each level of nesting, naga also for each term of
//! a sum, whatever stack the calling thread has. naga can panic; a panic must become a message about a
//! defect, and must not print anything by itself.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// Reserved, not committed. Unoptimised naga needs about 20 MiB for the 256 levels of nesting that
/// sources may have.
pub const STACK_BYTES: usize = 64 << 20;

/// How many times less deep sources may nest on a stack that is not of this module's making.
const SHALLOWER: u32 = 8;

thread_local! {
    /// The message of the panic that this thread had; `None` outside of [`guarded`].
    static HEARD: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether this thread has [`STACK_BYTES`] of stack.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// The limit on a depth for the stack at hand: `limit` on a deep stack, an eighth of it elsewhere, where an
/// eighth of [`STACK_BYTES`] suffices.
pub fn limit(limit: u32) -> u32 {
    if IS_DEEP.get() {
        limit
    } else {
        limit / SHALLOWER
    }
}

/// The message of a panic, with its place in the compiler's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic(String);

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Panic {}

impl From<Panic> for String {
    fn from(panic: Panic) -> String {
        panic.0
    }
}

impl From<Panic> for Cow<'static, str> {
    fn from(panic: Panic) -> Cow<'static, str> {
        panic.0.into()
    }
}

/// Runs `work` on a deep stack: that of a thread for it alone, since a stack cannot grow without unsafe
/// code or a C compiler. Inside such work it is run as it is, so whoever has much to do, each piece
/// short, pays for one thread by a call around all of it.
///
/// Where no thread can be had, as on `wasm32-unknown-unknown`, `work` runs on the stack that there is, and
/// sources may nest less deeply: see [`limit`].
///
/// # Errors
/// `work` panicked.
pub fn guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Panic> {
    if HEARD.with(|heard| heard.borrow().is_some()) {
        return caught(work);
    }
    let mut work = Some(work);
    let mut result = Err(Panic(String::new()));
    let mut run = || {
        if let Some(work) = work.take() {
            result = caught(work);
        }
    };
    let mut run_deep = || {
        IS_DEEP.set(true);
        run();
    };
    let deep = std::thread::Builder::new().stack_size(STACK_BYTES);
    let started = std::thread::scope(|scope| deep.spawn_scoped(scope, &mut run_deep).is_ok());
    if !started {
        run();
    }
    result
}

/// Runs `work` on the stack that there is, as [`guarded`] does where no thread can be had.
///
/// # Errors
/// As [`guarded`].
pub fn guarded_here<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    caught(work)
}

/// The message of the panic that this thread's work ended with for good, where panics are not caught but end the program
/// they are in, as on `wasm32-unknown-unknown`.
pub fn heard() -> Option<String> {
    HEARD.with_borrow(Clone::clone)
}

fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    listen();
    let before = HEARD.with(|heard| heard.borrow_mut().replace(String::new()));
    let result = catch_unwind(AssertUnwindSafe(work));
    let heard = HEARD.with(|heard| std::mem::replace(&mut *heard.borrow_mut(), before));
    result.map_err(|_| Panic(heard.unwrap_or_default()))
}

/// Installs, once for the process, a hook that is silent in threads that listen for themselves and
/// leaves all others to the hook that was there.
fn listen() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let listening = HEARD.with(|heard| match heard.try_borrow_mut() {
                Ok(mut heard) => match heard.as_mut() {
                    Some(message) => {
                        *message = info.to_string();
                        true
                    }
                    None => false,
                },
                Err(_) => true,
            });
            if !listening {
                previous(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        let result: Result<(), Panic> = guarded(|| panic!("seven is right out"));
        let message = result.unwrap_err().to_string();
        assert!(message.contains("seven is right out"), "{message}");
        assert!(message.contains("deep.rs"), "{message}");
        assert_eq!(guarded(|| 5), Ok(5));
    }

    #[test]
    fn a_panic_inside_is_caught_inside() {
        let outer = guarded(|| {
            let panicked = guarded(|| -> u32 { panic!("inside") });
            assert!(panicked.unwrap_err().to_string().contains("inside"));
            7
        });
        assert_eq!(outer, Ok(7));
    }

    #[test]
    fn one_thread_serves_all_that_is_inside() {
        let here = || std::thread::current().id();
        let (outer, inner) = guarded(|| (here(), guarded(here))).unwrap();
        assert_eq!(inner, Ok(outer));
        assert_ne!(outer, here());
    }

    #[test]
    fn limits_are_those_of_the_stack() {
        assert_eq!(guarded(|| limit(256)), Ok(256));
        assert_eq!(guarded_here(|| guarded(|| limit(256))), Ok(Ok(32)));
    }

    #[test]
    fn the_stack_is_deep() {
        fn depth(left: u32) -> u32 {
            let padding = std::hint::black_box([left; 256]);
            if left == 0 {
                0
            } else {
                1 + depth(padding[0] - 1)
            }
        }
        assert_eq!(guarded(|| depth(10_000)), Ok(10_000));
    }
}
