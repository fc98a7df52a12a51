//! Lima: two processors.

pub(crate) mod gp;
pub(crate) mod pp;
