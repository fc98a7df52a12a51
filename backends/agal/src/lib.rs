//! AGAL, the bytecode of Flash Stage3D, versions 1 to 3.
//!
//! ```text
//! target      names, limits, pipelines: what the rest of the compiler sees
//! capability  what the passes may leave standing
//! isa         registers, operands, tokens, the instruction table
//! text        the language of the mini assembler, in and out
//! sim         runs decoded tokens
//! container   the bytes around the tokens
//! verify      the rules of the runtime's verifier, and what some clients get wrong
//! ```

mod capability;
pub mod container;
pub mod isa;
pub mod sim;
mod target;
pub mod text;
pub mod verify;

pub use target::{AGAL1, AGAL2, AGAL3, Agal};
