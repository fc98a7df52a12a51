//! The vertex processor (GP): a scalar machine of six units whose results pass from unit to unit.
//!
//! ```text
//! isa          fields of the 128-bit instruction, input codes, operations of the units
//! program      instructions as data; words and back
//! text         assembly in and out
//! sim          runs programs and reports hazards
//! capability   what the passes may leave standing
//! position     what follows gl_Position and gl_PointSize
//! interface    which register every variable lives in
//! select       the shader's vectors to scalar operations     code   these as data
//! factor       products that share two factors
//! form         the same program with matrices and the viewport transform in other ways
//! polynomial, chain   some of these forms
//! memory       variables between blocks, and results that registers do not hold
//! schedule     order, units, network, registers
//! check        proves that a program computes what was selected
//! verify       the timing rules of programs from anywhere
//! generate     these in a row     reflect   the record
//! vertices     the processor as the target asks for it
//! ```

pub mod capability;
mod chain;
pub mod check;
pub mod code;
mod factor;
mod form;
pub mod generate;
pub mod interface;
pub mod isa;
pub mod memory;
mod polynomial;
pub mod position;
pub mod program;
mod reflect;
#[cfg(test)]
mod rewrite_test;
pub mod schedule;
pub mod select;
pub mod sim;
pub mod text;
mod verify;
mod vertices;

pub use program::{Instruction, Program};
pub(crate) use vertices::Vertices;

use retroshade_kit::target::Limit;

/// The limits of a vertex program.
pub fn limits() -> Vec<Limit> {
    let limit = |name, value| Limit { name, value };
    vec![
        limit("instructions", isa::INSTRUCTIONS as u32),
        limit("registers", isa::REGISTERS.into()),
        limit("uniforms", isa::UNIFORMS),
        limit("attributes", isa::ATTRIBUTES),
        limit("outputs", isa::OUTPUTS),
    ]
}
