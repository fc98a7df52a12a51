//! Passes over the representation, one a file.

mod arrays;
mod bools;
mod bound;
mod composite;
#[cfg(test)]
mod composite_test;
mod cse;
mod dce;
mod exits;
mod flatten;
mod fold;
mod geometry;
mod index;
mod ints;
mod layout;
mod pattern;
#[cfg(test)]
mod random_test;
mod reassociate;
mod rewrite;
mod rules;
#[cfg(test)]
mod rules_test;
mod simplify;
#[cfg(test)]
mod testing;
mod trigonometry;
mod unroll;

pub use arrays::ARRAYS;
pub use bools::BOOLS;
pub use composite::COMPOSITE;
pub use cse::CSE;
pub use dce::DCE;
pub use flatten::BRANCHES;
pub use index::INDEX;
pub use ints::INTS;
pub use layout::LAYOUT;
pub use reassociate::REASSOCIATE;
pub use simplify::SIMPLIFY;
pub use unroll::LOOPS;
