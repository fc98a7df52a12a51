//! Passes over the representation, one a file.

mod fold;
mod pattern;
mod rewrite;
mod rules;
#[cfg(test)]
mod rules_test;
mod simplify;

pub use simplify::SIMPLIFY;
