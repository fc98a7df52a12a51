//! Pairs of programs: results, messages, classes.

mod classes;
mod fixed;
mod harness;
mod machines;
mod messages;
mod pairs;
mod proofs;
