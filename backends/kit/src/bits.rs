//! Bit ranges in strings of 32-bit words, checked for fit.
//!
//! Every chip here stores its instructions as little-endian 32-bit words, one to nineteen of them.
//! Bit 0 is the least significant bit of word 0 and bit 32 that of word 1, so that one range type
//! serves PICA200's single word, the four words of NV2A and lima's vertex unit, AGAL's six, and the
//! unaligned fields of lima's fragment bundles.

/// Bits `start..end` of a word string, at most 64 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitRange {
    /// The lowest bit.
    pub start: u16,
    /// One past the highest bit.
    pub end: u16,
}

impl BitRange {
    /// The bits `start..end`.
    ///
    /// # Panics
    /// If the range is empty or wider than 64 bits; meant for constants, where this is found at
    /// compile time.
    pub const fn new(start: u16, end: u16) -> BitRange {
        assert!(
            start < end && end - start <= 64,
            "a bit range holds 1 to 64 bits"
        );
        BitRange { start, end }
    }

    /// The number of bits, 1 to 64.
    pub const fn width(self) -> u16 {
        self.end - self.start
    }

    /// The largest value that fits.
    pub const fn max(self) -> u64 {
        u64::MAX >> (64 - self.width() as u32)
    }

    /// True if the two share a bit.
    pub const fn overlaps(self, other: BitRange) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// A value that does not fit its bits, or bits outside the word string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The bits it was meant for.
    pub range: BitRange,
    /// The value.
    pub value: u64,
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let BitRange { start, end } = self.range;
        write!(f, "{} does not fit bits {start}..{end}", self.value)
    }
}

/// Reads a range; bits beyond the string read as 0.
#[inline]
pub fn get(words: &[u32], range: BitRange) -> u64 {
    let (bit, width) = (u32::from(range.start) % 32, u32::from(range.width()));
    if bit + width <= 32 {
        let word = words.get(usize::from(range.start / 32));
        let word = word.copied().unwrap_or(0);
        return u64::from(word >> bit) & range.max();
    }
    let mut value = 0u64;
    let mut done = 0u32;
    while done < u32::from(range.width()) {
        let bit = u32::from(range.start) + done;
        let word = words.get(bit as usize / 32).copied().unwrap_or(0);
        let taken = (32 - bit % 32).min(u32::from(range.width()) - done);
        let part = u64::from(word >> (bit % 32)) & (u64::MAX >> (64 - taken));
        value |= part << done;
        done += taken;
    }
    value
}

/// Writes a range, replacing what was there.
///
/// # Errors
/// If the value is wider than the range or the range ends beyond the string; nothing is written.
#[inline]
pub fn set(words: &mut [u32], range: BitRange, value: u64) -> Result<(), Misfit> {
    if value > range.max() || usize::from(range.end) > words.len() * 32 {
        return Err(Misfit { range, value });
    }
    let (bit, width) = (u32::from(range.start) % 32, u32::from(range.width()));
    if bit + width <= 32 {
        if let Some(word) = words.get_mut(usize::from(range.start / 32)) {
            let mask = (range.max() as u32) << bit;
            *word = (*word & !mask) | ((value as u32) << bit);
        }
        return Ok(());
    }
    let mut done = 0u32;
    while done < u32::from(range.width()) {
        let bit = u32::from(range.start) + done;
        let taken = (32 - bit % 32).min(u32::from(range.width()) - done);
        let mask = (u64::MAX >> (64 - taken)) as u32;
        if let Some(word) = words.get_mut(bit as usize / 32) {
            let part = ((value >> done) as u32) & mask;
            *word = (*word & !(mask << (bit % 32))) | (part << (bit % 32));
        }
        done += taken;
    }
    Ok(())
}

/// The value of the low `width` bits read as two's complement.
pub const fn sign_extend(value: u64, width: u16) -> i64 {
    let unused = 64 - width as u32;
    ((value << unused) as i64) >> unused
}

/// The low `width` bits of a two's complement number, `None` where it does not fit them.
pub const fn from_signed(value: i64, width: u16) -> Option<u64> {
    let bits = (value as u64) & (u64::MAX >> (64 - width as u32));
    if sign_extend(bits, width) == value {
        Some(bits)
    } else {
        None
    }
}

/// Appends fields without gaps, the low bits of a field first.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    words: Vec<u32>,
    length: u16,
}

impl BitWriter {
    /// An empty string.
    pub fn new() -> BitWriter {
        BitWriter::default()
    }

    /// The number of bits written.
    pub fn len(&self) -> u16 {
        self.length
    }

    /// True if nothing was written.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Appends the first `width` bits of a word string.
    ///
    /// # Errors
    /// If the string would grow beyond 65535 bits or the value does not fit.
    pub fn append(&mut self, source: &[u32], width: u16) -> Result<(), Misfit> {
        let mut done = 0u16;
        while done < width {
            let taken = (width - done).min(64);
            self.push(get(source, BitRange::new(done, done + taken)), taken)?;
            done += taken;
        }
        Ok(())
    }

    /// Appends a value of `width` bits, 1 to 64.
    ///
    /// # Errors
    /// If the value does not fit, or the string would grow beyond 65535 bits.
    pub fn push(&mut self, value: u64, width: u16) -> Result<(), Misfit> {
        let range = BitRange {
            start: self.length,
            end: self.length.saturating_add(width),
        };
        if self.length.checked_add(width).is_none() {
            return Err(Misfit { range, value });
        }
        self.words.resize(usize::from(range.end).div_ceil(32), 0);
        set(&mut self.words, range, value)?;
        self.length = range.end;
        Ok(())
    }

    /// The words, the last one filled up with zero bits.
    pub fn into_words(self) -> Vec<u32> {
        self.words
    }
}

/// Takes fields one after another from a word string.
#[derive(Clone, Copy, Debug)]
pub struct BitReader<'a> {
    words: &'a [u32],
    position: u16,
}

impl<'a> BitReader<'a> {
    /// Starts at bit 0.
    pub fn new(words: &'a [u32]) -> BitReader<'a> {
        BitReader { words, position: 0 }
    }

    /// The bit that comes next.
    pub fn position(&self) -> u16 {
        self.position
    }

    /// The next `width` bits (1 to 64) as a number; `None` beyond the end.
    pub fn take(&mut self, width: u16) -> Option<u64> {
        let end = self.position.checked_add(width)?;
        if usize::from(end) > self.words.len() * 32 {
            return None;
        }
        let value = get(
            self.words,
            BitRange {
                start: self.position,
                end,
            },
        );
        self.position = end;
        Some(value)
    }
}

/// Bytes as little-endian words; `None` where the length is not a multiple of four.
pub fn words_from_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let chunks = bytes.chunks_exact(4);
    if !chunks.remainder().is_empty() {
        return None;
    }
    Some(
        chunks
            .map(|c| {
                c.iter()
                    .rev()
                    .fold(0, |word, byte| word << 8 | u32::from(*byte))
            })
            .collect(),
    )
}

/// Words as little-endian bytes.
pub fn bytes_from_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_may_cross_words() {
        let mut words = [0u32, 0xffff_ffff, 0];
        set(&mut words, BitRange::new(30, 70), 0x12_3456_789a).unwrap();
        assert_eq!(get(&words, BitRange::new(30, 70)), 0x12_3456_789a);
        set(&mut words, BitRange::new(32, 64), 0).unwrap();
        assert_eq!(words[1], 0);
        assert_eq!(get(&words, BitRange::new(30, 32)), 2);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut words = [0u32];
        assert!(set(&mut words, BitRange::new(3, 5), 4).is_err());
        assert!(set(&mut words, BitRange::new(31, 33), 0).is_err());
        assert_eq!(words, [0]);
    }

    #[test]
    fn signed_numbers_keep_their_sign() {
        assert_eq!(sign_extend(0xf4, 8), -12);
        assert_eq!(from_signed(-12, 8), Some(0xf4));
        assert_eq!(from_signed(128, 8), None);
        assert_eq!(from_signed(i64::MIN, 64), Some(1 << 63));
    }

    #[test]
    fn streams_read_back_what_was_written() {
        let mut writer = BitWriter::new();
        writer.push(5, 3).unwrap();
        writer.append(&[0xdead_beef, 0x7], 35).unwrap();
        writer.push(1, 1).unwrap();
        assert!(writer.push(2, 1).is_err());
        let words = writer.into_words();
        let mut reader = BitReader::new(&words);
        assert_eq!(reader.take(3), Some(5));
        assert_eq!(reader.take(35), Some(0x7_dead_beef));
        assert_eq!(reader.take(1), Some(1));
        assert_eq!(reader.take(64), None);
    }
}
