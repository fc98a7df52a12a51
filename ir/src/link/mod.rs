//! What lies between the two shaders of a pair: which varyings are read, where they lie, and both
//! shaders rewritten so that they agree.
//!
//! Interpolation is linear in each component, so that any components may share a register: a pair is
//! packed without loss. Nothing here knows a machine; a caller says how many registers there are and
//! what their names are.
//!
//! ```text
//! reads     the lanes of each input that a fragment shader reads
//! place     a register and first lane for each varying
//! rewrite   both shaders in terms of whole registers
//! ```

mod place;
mod reads;
mod rewrite;

pub use place::{Item, Trouble, place, registers_needed};
pub use reads::{Read, reads};
pub use rewrite::{Register, Varying, fill, fragment, registers, vertex};

#[cfg(test)]
mod tests;
