//! Temporary memory of a program, besides the instructions that read and write it.

use retroshade_kit::mir::VectorId;
use rustc_hash::FxHashMap;

/// What is known of temporary memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Vectors in use.
    pub used: u32,
    /// For vectors that one instruction fills, by their number in the file: what is stored there. A component of such
    /// a vector is a lane of what is stored; lanes lie in memory as in their register.
    pub stored: FxHashMap<u16, VectorId>,
}
