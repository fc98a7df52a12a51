//! Files of set-ups: pairs of little-endian 32-bit words, the number of a register and its value, ascending.

use retroshade_diagnostics::fault::{Checked, Fault};
use retroshade_kit::bits;
use std::collections::BTreeMap;

/// Words by the numbers of what they are written to.
pub type Words = BTreeMap<u32, u32>;

/// How a chip calls what words are written to.
pub struct Numbers {
    /// The name of one.
    pub name: &'static str,
    /// Hexadecimal digits of a number.
    pub digits: usize,
}

impl Numbers {
    /// A number by its name.
    pub fn shown(&self, number: u32) -> String {
        let digits = self.digits;
        format!("{} {number:0digits$X}", self.name)
    }

    /// The fault of a number that set-ups do not have.
    pub fn unknown(&self, number: u32) -> Fault {
        format!("{} is no part of a fragment shader", self.shown(number)).into()
    }

    /// Reads pairs; `check` refuses numbers that are no part of a set-up.
    ///
    /// # Errors
    /// Bytes that are no pairs in ascending order, and what `check` refuses.
    pub fn read(&self, bytes: &[u8], check: impl Fn(u32) -> Checked) -> Result<Words, Fault> {
        let pairs = bits::words_from_bytes(bytes).filter(|words| words.len().is_multiple_of(2));
        let Some(pairs) = pairs.filter(|words| !words.is_empty()) else {
            let (length, name) = (bytes.len(), self.name);
            return Err(format!("{length} bytes are no row of {name}s and words").into());
        };
        let mut words = Words::new();
        for pair in pairs.chunks_exact(2) {
            let [number, word] = [pair[0], pair[1]];
            if let Some((last, _)) = words.last_key_value()
                && *last >= number
            {
                let digits = self.digits;
                let shown = self.shown(number);
                return Err(format!("{shown} comes after {last:0digits$X}").into());
            }
            check(number)?;
            words.insert(number, word);
        }
        Ok(words)
    }
}

/// Pairs as bytes.
pub fn write(words: &Words) -> Vec<u8> {
    let pairs: Vec<u32> = words
        .iter()
        .flat_map(|(number, word)| [*number, *word])
        .collect();
    bits::bytes_from_words(&pairs)
}
