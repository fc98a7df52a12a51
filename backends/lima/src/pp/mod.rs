//! The fragment processor: a pipeline of units, each of which sees what those before it made in the
//! same instruction.
//!
//! ```text
//! isa       units, fields, operations        bundle  instructions as data, words and back
//! half      16-bit floats                    legal   what the machine refuses
//! text      assembler and disassembler       sim     runs decoded programs
//! ```

pub mod bundle;
pub mod half;
pub mod isa;
mod legal;
pub mod sim;
pub mod text;

pub use bundle::{Bundle, Prefetch, Program, Slot};
