//! The container `tev`: pairs of little-endian 32-bit words, register number and value, ascending.

use super::isa::{REGISTERS, Setup, decode, encode};
use retroshade_combiner::pairs;
use retroshade_diagnostics::fault::Fault;

/// Its name on the command line.
pub const TEV: &str = "tev";

/// A set-up as bytes.
pub fn write(setup: &Setup) -> Vec<u8> {
    pairs::write(&encode(setup))
}

/// Whether bytes look like this container: the first register of every set-up comes first.
pub fn is_tev(bytes: &[u8]) -> bool {
    bytes.starts_with(&super::isa::TEXUNIT_CONFIG.to_le_bytes())
}

/// Reads a set-up.
///
/// # Errors
/// Bytes that are no pairs in ascending order, and what [`decode`] refuses.
pub fn read(bytes: &[u8]) -> Result<Setup, Fault> {
    decode(&REGISTERS.read(bytes, |_| Ok(()))?)
}
