//! The vertex processor (GP): a scalar machine of six units whose results pass from unit to unit.
//!
//! ```text
//! isa          fields of the 128-bit instruction, input codes, operations of the units
//! program      instructions as data; words and back
//! text         assembly in and out
//! sim          runs programs and reports hazards
//! capability   what the passes may leave standing
//! ```

pub mod capability;
pub mod isa;
pub mod program;
pub mod sim;
pub mod text;

pub use program::{Instruction, Program};

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
