//! The tests of whole targets, on this one.

use retroshade_kit::agreement;
use retroshade_kit::target::Compiled;
use retroshade_lima::LIMA;

pub(crate) use agreement::{at, clip, shader};

/// Compiles without an epilogue, runs, compares; gives what came out.
pub(crate) fn check(source: &str) -> Compiled {
    agreement::check(&LIMA, source)
}
