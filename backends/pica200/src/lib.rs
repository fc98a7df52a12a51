//! The Nintendo 3DS vertex unit (PICA200).
//!
//! ```text
//! isa        the instruction set as data
//! ```

#![forbid(unsafe_code)]

pub mod isa;
