//! A reader of the integers that both formats are made of.

use retroshade_diagnostics::fault::{Checked, Fault};

/// Bytes with a place in them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a> {
    pub(crate) all: &'a [u8],
    /// The byte that is read next.
    pub(crate) at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, at: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at >= self.all.len()
    }

    /// Takes the next bytes.
    pub(crate) fn take(&mut self, count: usize) -> Checked<&'a [u8]> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.all.get(self.at..end));
        let taken = taken.ok_or_else(|| {
            let left = self.all.len().saturating_sub(self.at);
            Fault::from(format!(
                "truncated: {count} bytes are wanted, {left} are left"
            ))
        })?;
        self.at += count;
        Ok(taken)
    }

    pub(crate) fn u8(&mut self) -> Checked<u8> {
        let taken = self.take(1)?;
        Ok(taken.first().copied().unwrap_or(0))
    }

    pub(crate) fn u16(&mut self) -> Checked<u16> {
        let taken = self.take(2)?.first_chunk();
        Ok(taken.copied().map_or(0, u16::from_le_bytes))
    }

    pub(crate) fn u32(&mut self) -> Checked<u32> {
        let taken = self.take(4)?.first_chunk();
        Ok(taken.copied().map_or(0, u32::from_le_bytes))
    }

    /// A signed integer of three bytes: the offset of a jump.
    pub(crate) fn s24(&mut self) -> Checked<i32> {
        let taken = self.take(3)?;
        let unsigned = taken
            .iter()
            .rev()
            .fold(0, |high, byte| high << 8 | i32::from(*byte));
        Ok(unsigned << 8 >> 8)
    }

    /// An integer in groups of seven bits, the lowest first; the fifth group is the last.
    pub(crate) fn variable(&mut self) -> Checked<u32> {
        let mut value = 0u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.u8()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read() {
        let mut bytes = Bytes::new(&[0xff, 0xff, 0xff, 0x80, 0x01, 0x7f, 1, 2, 3, 0]);
        assert_eq!(bytes.s24(), Ok(-1));
        assert_eq!(bytes.variable(), Ok(128));
        assert_eq!(bytes.variable(), Ok(127));
        assert_eq!(bytes.u16(), Ok(0x201));
        let fault = bytes.u32().unwrap_err().to_string();
        assert_eq!(fault, "truncated: 4 bytes are wanted, 2 are left");
        assert_eq!(bytes.u8(), Ok(3));
        assert_eq!(Bytes::new(&[0xff; 6]).variable(), Ok(u32::MAX));
    }
}
