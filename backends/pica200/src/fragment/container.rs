//! The container `tev`: pairs of little-endian 32-bit words, register number and value, ascending.

use super::isa::{Setup, Words, decode, encode};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::bits;

/// Its name on the command line.
pub const TEV: &str = "tev";

/// A set-up as bytes.
pub fn write(setup: &Setup) -> Vec<u8> {
    let words: Vec<u32> = encode(setup)
        .into_iter()
        .flat_map(|(register, word)| [register, word])
        .collect();
    bits::bytes_from_words(&words)
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
    let pairs = bits::words_from_bytes(bytes).filter(|words| words.len().is_multiple_of(2));
    let Some(pairs) = pairs.filter(|words| !words.is_empty()) else {
        let length = bytes.len();
        return Err(Fault::from(format!(
            "{length} bytes are no row of registers and words"
        )));
    };
    let mut words = Words::new();
    for pair in pairs.chunks_exact(2) {
        let [register, word] = [pair[0], pair[1]];
        if let Some((last, _)) = words.last_key_value()
            && *last >= register
        {
            return Err(Fault::from(format!(
                "register {register:03X} comes after {last:03X}"
            )));
        }
        words.insert(register, word);
    }
    decode(&words)
}
