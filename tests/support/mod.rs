//! What the test binaries share.

pub(crate) mod check;
pub(crate) mod directives;
pub(crate) mod folders;
pub(crate) mod translated;
