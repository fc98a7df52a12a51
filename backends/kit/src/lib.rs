//! What at least two backends share.
//!
//! * [`bits`], [`isa`], [`roundtrip`]: instruction tables as data, their encoder and decoder, and
//!   the tests every table must pass.
//! * [`text`]: the lexical half of the assemblers.
//! * [`reflect`]: the reflection record.
//! * [`random`]: seeded random numbers for tests and restarts.

pub mod bits;
pub mod isa;
pub mod random;
pub mod reflect;
pub mod roundtrip;
pub mod text;
