//! Passes over the representation, one a file.

mod arrays;
mod cse;
mod dce;
mod exits;
mod flatten;
mod fold;
mod index;
mod pattern;
mod rewrite;
mod rules;
#[cfg(test)]
mod rules_test;
mod simplify;
#[cfg(test)]
mod testing;
mod unroll;

pub use arrays::ARRAYS;
pub use cse::CSE;
pub use dce::DCE;
pub use flatten::BRANCHES;
pub use index::INDEX;
pub use simplify::SIMPLIFY;
pub use unroll::LOOPS;
