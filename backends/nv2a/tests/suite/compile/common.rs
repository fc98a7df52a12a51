//! The tests of whole targets, on this one.

use retroshade_kit::agreement;
use retroshade_kit::target::Compiled;
use retroshade_nv2a::NV2A;

pub(crate) use agreement::{at, clip, data, shader};

/// Compiles without an epilogue, runs, compares; gives what came out.
pub(crate) fn check(source: &str) -> Compiled {
    agreement::check(&NV2A, source)
}
