//! Lima: the Utgard generation of Mali GPUs (Mali-200, Mali-400, Mali-450).
//!
//! Vertices and fragments run on two processors that have nothing in common but the name:
//!
//! ```text
//! target      the chip as the rest of the compiler sees it
//! processor   what it asks of a processor, and which processor a stage has
//! settings    what users may set      search  how hard the searches try
//! fault       what a check finds wrong
//! container   files around the words of either
//! text        what the assembly of both has in common
//! gp          the vertex processor: scalar, six units, results pass from unit to unit
//! pp          the fragment processor: vectors and scalars, a pipeline of units in each instruction
//! ```

#![forbid(unsafe_code)]

#[cfg(test)]
mod changes_test;
pub mod container;
pub mod gp;
pub mod pp;
mod processor;
mod search;
mod settings;
pub mod target;
mod text;

pub use target::{LIMA, Lima};
