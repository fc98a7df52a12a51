//! Executes decoded programs, one vertex at a time.
//!
//! The machine is straight-line: both units of a slot read the state from before the slot, then
//! their results are written. Two arithmetics serve the one interpreter: [`Ieee`] rounds to nearest
//! and keeps the chip's rules (0 times anything is 0, finite operands never give an infinity,
//! ordered compares), [`Hardware`] is exact to the bit (docs/nv2a.md, "Arithmetic").
//!
//! This room knows nothing of selection or scheduling, so that it can be a witness to them.

mod hardware;
mod ieee;
mod machine;
mod tables;

pub use hardware::Hardware;
pub use ieee::Ieee;
pub use machine::{Constants, Machine, Report, Step, Vertex, run, run_watched};

pub use crate::isa::Arithmetic;
