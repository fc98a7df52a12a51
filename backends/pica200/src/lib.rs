//! The Nintendo 3DS vertex unit (PICA200).
//!
//! ```text
//! isa        the instruction set as data
//! container  SHBIN files
//! ```

#![forbid(unsafe_code)]

pub mod check;
pub mod container;
pub mod isa;
pub mod select;
pub mod sim;
pub mod text;
