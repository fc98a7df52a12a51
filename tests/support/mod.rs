//! What the test binaries share.

pub mod check;
pub mod directives;
