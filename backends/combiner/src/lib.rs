//! Fragment shaders for chips whose fragment side is a set of combiner stages.
//!
//! Knows no chip. A shader becomes four polynomials over texture lookups, interpolated colours and uniforms;
//! a chip covers them with its stages.
//!
//! ```text
//! monomial  products of atoms, interned
//! poly      polynomials, interned; the atoms they are made of; stages that they need at least
//! interval  arithmetic on ranges
//! range     what values a polynomial can have
//! expr      what the application computes of uniforms, once for each draw
//! flatten   from the representation to polynomials
//! luminance lookups that texture stages scale
//! fog       a last mix with the fog's colour
//! shader    a flattened shader: colour, lookups, colours in, alpha test
//! search    what searches for stages say if they find none
//! bound     stages that a colour needs, whatever their forms are
//! want      wanted values, lane by lane
//! split     the ways in which a wanted value is a sum, a product, a mix, … of others
//! error     how far values of a stage may be from exact ones
//! binding   registers and units that the user chose
//! limit     how large an error may be
//! prepare   what both chips do before they look for stages
//! processor the processor of fragments, of what a chip says of its set-ups
//! numbers   the arithmetic that set-ups run in
//! pairs     files of set-ups
//! code      what the application computes, in C and Rust
//! record    the record of a set-up
//! reflect   what it says of constants that the application computes
//! ```

#![forbid(unsafe_code)]

pub mod binding;
pub mod bound;
pub mod code;
pub mod error;
pub mod expr;
mod flatten;
pub mod fog;
pub mod interval;
pub mod limit;
pub mod luminance;
pub mod monomial;
pub mod numbers;
pub mod pairs;
pub mod poly;
mod prepare;
pub mod processor;
pub mod range;
pub mod record;
pub mod reflect;
pub mod search;
pub mod shader;
pub mod split;
mod want;

pub use flatten::{Abilities, flatten, pipeline_capabilities};
pub use prepare::{demand_container, prepare};

/// A side of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Red, green and blue.
    Rgb,
    /// Alpha.
    Alpha,
}

impl Side {
    /// Both, in the order of the registers' fields.
    pub const BOTH: [Side; 2] = [Side::Rgb, Side::Alpha];

    /// `rgb` or `alpha`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Rgb => "rgb",
            Side::Alpha => "alpha",
        }
    }
}
