//! Pairs of programs: results, messages, classes.

mod apart;
mod classes;
mod fixed;
mod harness;
mod lighting;
mod machines;
mod messages;
mod pairs;
mod per_vertex;
mod proofs;
