//! Files around the words: raw words, and `.xvu` with the header of the XDK's assembler.

use crate::decode;
use crate::encode::Words;
use crate::isa::SLOTS;
use retroshade_kit::bits::{bytes_from_words, words_from_bytes};
use std::fmt;

/// The low half of an `.xvu` header of a vertex shader, `x `; the high half counts slots.
const VERTEX: u32 = 0x2078;
/// Headers of a state program (`xs`) and of one that reads and writes constants (`xw`).
const OTHERS: [u32; 2] = [0x7378, 0x7778];

/// A kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Container {
    /// Sixteen bytes a slot and nothing else.
    #[default]
    Raw,
    /// A header word, then the slots.
    Xvu,
}

/// True if bytes begin with the header of a vertex program in an `.xvu` file.
pub(crate) fn is_xvu(bytes: &[u8]) -> bool {
    let header = bytes.get(..2);
    header == Some(&(VERTEX as u16).to_le_bytes()) && bytes.len() % 16 == 4
}

/// The bytes of an `.xvu` file of a vertex program at the start of others, if its slots decode and the last ends it.
pub(crate) fn extent(bytes: &[u8]) -> Option<usize> {
    let (header, _) = bytes.split_first_chunk::<4>()?;
    let header = u32::from_le_bytes(*header);
    if header & 0xffff != VERTEX {
        return None;
    }
    let length = 4 + 16 * (header >> 16) as usize;
    let slots = read(bytes.get(..length)?, Some(Container::Xvu)).ok()?;
    decode::decode(&slots).ok()?;
    Some(length)
}

impl Container {
    /// The names, the default first.
    pub const NAMES: &[&str] = &["raw", "xvu"];

    /// The container of a name.
    pub fn parse(name: &str) -> Option<Container> {
        match name {
            "raw" => Some(Container::Raw),
            "xvu" => Some(Container::Xvu),
            _ => None,
        }
    }
}

/// Why bytes are no program file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The length is not that of whole slots.
    Length(usize),
    /// The header counts other slots than there are.
    Count {
        /// The value of the header.
        header: u32,
        /// The number of slots.
        slots: usize,
    },
    /// There is no header.
    NoHeader,
    /// More slots than program memory.
    TooLong(usize),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Length(bytes) => {
                write!(f, "{bytes} bytes are not whole slots of 16 bytes")
            }
            Malformed::Count { header, slots } => {
                write!(f, "the header says {header} slots, but {slots} follow")
            }
            Malformed::NoHeader => write!(f, "the file does not start with an xvu header"),
            Malformed::TooLong(slots) => {
                write!(
                    f,
                    "{slots} slots are more than the {SLOTS} of program memory"
                )
            }
        }
    }
}

/// Writes a file.
pub fn write(words: &[Words], container: Container) -> Vec<u8> {
    let count = words.len().min(SLOTS) as u32;
    let header = (container == Container::Xvu).then_some(count << 16 | VERTEX);
    let flat: Vec<u32> = header
        .into_iter()
        .chain(words.iter().flatten().copied())
        .collect();
    bytes_from_words(&flat)
}

/// Reads a file; without a container it is told from the bytes.
///
/// # Errors
/// If the bytes are none.
pub fn read(bytes: &[u8], container: Option<Container>) -> Result<Vec<Words>, Malformed> {
    let Some(words) = words_from_bytes(bytes) else {
        return Err(Malformed::Length(bytes.len()));
    };
    let header = words.first().copied().unwrap_or(0);
    let magic = header & 0xffff;
    // Word 0 of a slot is 0, so a header cannot be taken for one.
    let has_header = words.len() % 4 == 1 && (magic == VERTEX || OTHERS.contains(&magic));
    let body = match container {
        Some(Container::Xvu) if !has_header => return Err(Malformed::NoHeader),
        Some(Container::Xvu) | None if has_header => words.get(1..).unwrap_or_default(),
        _ => words.as_slice(),
    };
    let slots = body.chunks_exact(4);
    if !slots.remainder().is_empty() || body.is_empty() {
        return Err(Malformed::Length(bytes.len()));
    }
    let slots: Vec<Words> = slots
        .map(|slot| [slot[0], slot[1], slot[2], slot[3]])
        .collect();
    if has_header && body.len() != words.len() && (header >> 16) as usize != slots.len() {
        return Err(Malformed::Count {
            header: header >> 16,
            slots: slots.len(),
        });
    }
    if slots.len() > SLOTS {
        return Err(Malformed::TooLong(slots.len()));
    }
    Ok(slots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::random::Random;
    use retroshade_kit::roundtrip::random_bytes_round_trip;

    const SLOT: Words = [0, 0x0020_001b, 0x0836_106c, 0x2070_f801];

    #[test]
    fn files_read_back() {
        for container in [Container::Raw, Container::Xvu] {
            let bytes = write(&[SLOT, SLOT], container);
            assert_eq!(read(&bytes, None), Ok(vec![SLOT, SLOT]));
            assert_eq!(read(&bytes, Some(container)), Ok(vec![SLOT, SLOT]));
        }
        assert_eq!(
            write(&[SLOT; 7], Container::Xvu)[..4],
            [0x78, 0x20, 0x07, 0x00]
        );
    }

    #[test]
    fn a_file_among_other_bytes_has_an_end() {
        let mut bytes = write(&[SLOT, SLOT], Container::Xvu);
        bytes.extend([1; 100]);
        assert_eq!(extent(&bytes), Some(4 + 32));
        // Without an end, and with a slot that is none.
        let unended = [0, 0x0020_001b, 0x0836_106c, 0x2070_f800];
        assert_eq!(extent(&write(&[unended], Container::Xvu)), None);
        assert_eq!(extent(&write(&[[1; 4], SLOT], Container::Xvu)), None);
        assert_eq!(extent(b"x  and other words"), None);
    }

    #[test]
    fn what_is_no_file_is_refused() {
        assert_eq!(read(&[0; 15], None), Err(Malformed::Length(15)));
        assert_eq!(read(&[], None), Err(Malformed::Length(0)));
        assert_eq!(read(&[0; 137 * 16], None), Err(Malformed::TooLong(137)));
        assert_eq!(
            read(&[0; 16], Some(Container::Xvu)),
            Err(Malformed::NoHeader)
        );
        let mut bytes = write(&[SLOT], Container::Xvu);
        bytes[2] = 3;
        assert_eq!(
            read(&bytes, None),
            Err(Malformed::Count {
                header: 3,
                slots: 1
            })
        );
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let header = Malformed::Count {
            header: 3,
            slots: 1,
        };
        for (malformed, message) in [
            (
                Malformed::Length(15),
                "15 bytes are not whole slots of 16 bytes",
            ),
            (header, "the header says 3 slots, but 1 follow"),
            (
                Malformed::NoHeader,
                "the file does not start with an xvu header",
            ),
            (
                Malformed::TooLong(137),
                "137 slots are more than the 136 of program memory",
            ),
        ] {
            assert_eq!(malformed.to_string(), message);
        }
    }

    #[test]
    fn random_files_read_back_or_are_refused() {
        let mut random = Random::new(3);
        for seed in 0..50 {
            let start: Vec<u8> = (0..16 * random.below(3))
                .map(|_| random.bits() as u8)
                .collect();
            let again = |bytes: &[u8]| {
                Some(write(
                    &read(bytes, Some(Container::Raw)).ok()?,
                    Container::Raw,
                ))
            };
            assert_eq!(random_bytes_round_trip(&start, 4, 40, seed, again), Ok(()));
        }
    }
}
