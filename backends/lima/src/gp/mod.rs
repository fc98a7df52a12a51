//! The vertex processor (GP): a scalar machine of six units whose results pass from unit to unit.
//!
//! ```text
//! isa          fields of the 128-bit instruction, input codes, operations of the units
//! program      instructions as data; words and back
//! text         assembly in and out
//! issued       what each unit does in each instruction, for pictures
//! sim          runs programs and reports hazards
//! capability   what is legal after the passes
//! position     what follows gl_Position and gl_PointSize
//! interface    which register every variable lives in
//! select       the shader's vectors to scalar operations     code   these as data
//! passes       what every program goes through before scheduling
//! factor_products   products that share two factors
//! variant      algebraically equal variants of a program: the search schedules several
//! reassociate  variants: sums as chains
//! memory       variables between blocks, and results that registers do not hold
//! schedule     list scheduling with units, bypass network and registers
//! check        symbolic replay: the program computes what was selected
//! rules        the timing rules of programs from anywhere
//! reads        the registers that programs from anywhere read
//! generate     these in a row     reflect   the record
//! vertices     the processor as the target asks for it
//! ```

pub mod capability;
pub mod check;
mod clamps;
pub mod code;
mod effects;
pub mod execute;
mod factor_products;
pub mod generate;
pub mod interface;
pub mod isa;
pub mod memory;
pub mod passes;
pub mod position;
pub mod program;
mod reassociate;
mod reflect;
#[cfg(test)]
mod rewrite_test;
mod rules;
pub mod schedule;
pub mod select;
pub mod sim;
pub mod text;
mod variant;
mod vertices;

pub use program::{Instruction, Program};
pub(crate) use vertices::Vertices;

use passes::{FACTOR_PRODUCTS, PLACE_LITERALS, Pass};
use retroshade_kit::target::Limit;

/// What every program goes through before it is scheduled, in several variants.
pub const PIPELINE: &[Pass] = &[FACTOR_PRODUCTS, PLACE_LITERALS];

/// The same for shaders with an invariant output: factoring looks at products anywhere in a block, and rounds.
pub const EXACT_PIPELINE: &[Pass] = &[PLACE_LITERALS];

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
