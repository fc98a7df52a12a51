//! The Nintendo 3DS (PICA200): the vertex unit, and the combiners that fragments go through.
//!
//! ```text
//! target      names, limits, options: what the rest of the compiler sees
//! capability  what is legal after the passes
//! generate    from a prepared shader to a finished program: the stations on one screen
//! select      from the representation to instructions on lanes without registers
//! schedule    packing, registers, layout, descriptors, and the proof of the result
//! header      C headers for citro3d projects
//! reflection  the record and the tables of the container
//! isa         the instruction set as data
//! check       what the machine forbids, found by following every path
//! text        picasso's language, in and out
//! sim         runs decoded words
//! simulate    registers of a run in, outputs, a trace and warnings out
//! container   SHBIN files
//! fragment    the other half of the chip: combiner stages, with rooms of the same names
//! ```

#![forbid(unsafe_code)]

mod best;
mod capability;
pub mod check;
pub mod container;
pub mod fragment;
mod generate;
mod header;
pub mod isa;
mod reflection;
pub mod schedule;
pub mod select;
pub mod sim;
mod simulate;
mod symbols;
mod target;
pub mod text;

pub use target::{PICA200, Pica200, read};
