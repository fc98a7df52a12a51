//! The fragment side of the PICA200: three texture units, six combiner stages, the alpha test.
//!
//! ```text
//! isa        a set-up as data, and its register words
//! container  `tev`: pairs of register number and word
//! text       the assembly language, in and out
//! execute    what stages do, in any arithmetic
//! sim        runs a set-up on samples, in both arithmetics that are known
//! check      rules that a set-up can break though its words are legal
//! header     the C header for citro3d
//! interface  what brings data to it
//! target     what the rest of the compiler sees of set-ups
//! ```

pub mod check;
pub mod container;
mod error;
pub mod execute;
pub(crate) mod generate;
pub(crate) mod header;
pub(crate) mod interface;
pub mod isa;
mod select;
pub mod sim;
pub(crate) mod target;
pub mod text;
mod units;

#[cfg(test)]
mod tests;
