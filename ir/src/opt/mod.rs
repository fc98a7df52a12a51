//! Passes over the representation, one a file.

mod cse;
mod dce;
mod exits;
mod fold;
mod pattern;
mod rewrite;
mod rules;
#[cfg(test)]
mod rules_test;
mod simplify;
#[cfg(test)]
mod testing;
mod unroll;

pub use cse::CSE;
pub use dce::DCE;
pub use simplify::SIMPLIFY;
pub use unroll::LOOPS;
