//! The tags of a file: those with byte arrays and those with code.

use crate::bytes::Bytes;
use retroshade_diagnostics::fault::Checked;

/// Numbers of tags.
const DO_ABC_WITHOUT_NAME: u16 = 72;
const DO_ABC: u16 = 82;
const DEFINE_BINARY_DATA: u16 = 87;

/// What a tag holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A byte array.
    Binary,
    /// ActionScript 3.
    Code,
}

/// The contents of a tag behind its own header.
#[derive(Debug)]
pub(crate) struct Tag<'a> {
    pub(crate) kind: Kind,
    /// Where the contents begin in the file.
    pub(crate) start: usize,
    pub(crate) bytes: &'a [u8],
}

/// The tags of a file that may hold programs. A fault is the last.
///
/// # Errors
/// The file ends within its header.
pub(crate) fn tags(file: &[u8]) -> Checked<Vec<Checked<Tag<'_>>>> {
    let mut bytes = Bytes { all: file, at: 8 };
    let header = |bytes: &mut Bytes| -> Checked {
        // A rectangle: five bits say how many bits each of its four numbers has.
        let bits = 5 + 4 * usize::from(bytes.u8()? >> 3);
        bytes.take(bits.div_ceil(8) - 1)?;
        // Rate and number of frames.
        bytes.u32().map(|_| ())
    };
    header(&mut bytes).map_err(|fault| fault.within("header of the movie", None))?;
    let mut tags = Vec::new();
    while !bytes.is_empty() {
        let at = bytes.at;
        match tag(&mut bytes) {
            Ok(Next::Tag(tag)) => tags.push(Ok(tag)),
            Ok(Next::Other) => {}
            Ok(Next::End) => break,
            Err(fault) => {
                tags.push(Err(fault.within("tag at byte", at)));
                break;
            }
        }
    }
    Ok(tags)
}

enum Next<'a> {
    Tag(Tag<'a>),
    Other,
    End,
}

fn tag<'a>(bytes: &mut Bytes<'a>) -> Checked<Next<'a>> {
    let header = bytes.u16()?;
    let length = match header & 0x3f {
        0x3f => bytes.u32()? as usize,
        short => usize::from(short),
    };
    let start = bytes.at;
    let contents = bytes.take(length)?;
    let mut inner = Bytes::new(contents);
    let kind = match header >> 6 {
        0 => return Ok(Next::End),
        DO_ABC_WITHOUT_NAME => Kind::Code,
        DO_ABC => {
            // Flags, then a name that ends with 0.
            inner.u32()?;
            while inner.u8()? != 0 {}
            Kind::Code
        }
        DEFINE_BINARY_DATA => {
            // The number of the character, then four bytes of zero.
            inner.take(6)?;
            Kind::Binary
        }
        _ => return Ok(Next::Other),
    };
    Ok(Next::Tag(Tag {
        kind,
        start: start + inner.at,
        bytes: contents.get(inner.at..).unwrap_or_default(),
    }))
}
