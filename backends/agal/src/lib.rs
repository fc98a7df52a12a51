//! AGAL, the bytecode of Flash Stage3D, versions 1 to 3.
//!
//! ```text
//! isa        registers, operands, tokens, the instruction table
//! text       the language of the mini assembler, in and out
//! sim        runs decoded tokens
//! container  the bytes around the tokens
//! verify     the rules of the runtime's verifier, and what some clients get wrong
//! ```

pub mod container;
pub mod isa;
pub mod sim;
pub mod text;
pub mod verify;
