//! SWF files for tests, byte by byte.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// A number in groups of seven bits.
fn number(value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = value;
    while rest > 0x7f {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
    bytes
}

/// A tag with its header.
pub(crate) fn tag(kind: u16, contents: &[u8]) -> Vec<u8> {
    let mut bytes = (kind << 6 | 0x3f).to_le_bytes().to_vec();
    bytes.extend((contents.len() as u32).to_le_bytes());
    bytes.extend(contents);
    bytes
}

/// A tag with a byte array.
pub(crate) fn binary(contents: &[u8]) -> Vec<u8> {
    tag(87, &[&[1, 0, 0, 0, 0, 0], contents].concat())
}

/// A file without compression, of tags.
pub(crate) fn file(tags: &[Vec<u8>]) -> Vec<u8> {
    // A rectangle of 8 bits, 24 pictures a second, one of them.
    let mut body = vec![0x08, 0, 0, 24, 1, 0];
    body.extend(tags.concat());
    body.extend([0, 0]);
    let mut bytes = b"FWS\x0d".to_vec();
    bytes.extend((body.len() as u32 + 8).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The file with zlib.
pub(crate) fn deflated(file: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&file[8..]).unwrap();
    let body = encoder.finish().unwrap();
    [b"CWS", &file[3..8], &body].concat()
}

/// The file with LZMA.
pub(crate) fn packed(file: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::LzmaOptions::with_preset(1);
    let mut encoder = lzma_rust2::LzmaWriter::new_use_header(Vec::new(), &options, None).unwrap();
    encoder.write_all(&file[8..]).unwrap();
    let body = encoder.finish().unwrap();
    // Properties and dictionary, then the length as a `.lzma` file has it, which an SWF has elsewhere.
    let (properties, rest) = body.split_at(5);
    let data = &rest[8..];
    let length = (data.len() as u32).to_le_bytes();
    [b"ZWS", &file[3..8], &length, properties, data].concat()
}

/// A block of code: strings, names of properties by string, methods by their code.
pub(crate) struct Block<'a> {
    pub(crate) strings: &'a [&'a str],
    pub(crate) names: &'a [u8],
    pub(crate) methods: &'a [&'a [u8]],
}

impl Block<'_> {
    /// Its tag.
    pub(crate) fn tag(&self) -> Vec<u8> {
        let mut bytes = vec![1, 0, 0, 0, b'a', 0];
        bytes.extend(self.bytes());
        tag(82, &bytes)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![16, 0, 46, 0];
        // No integers; one unsigned, 200; one double, 161.
        bytes.extend([0, 2, 0xc8, 1, 2]);
        bytes.extend(161f64.to_le_bytes());
        bytes.extend(number(self.strings.len() + 1));
        for string in self.strings {
            bytes.extend(number(string.len()));
            bytes.extend(string.as_bytes());
        }
        // A namespace, no sets.
        bytes.extend([2, 0x16, 0, 0]);
        bytes.extend(number(self.names.len() + 1));
        for name in self.names {
            bytes.extend([0x07, 1, *name]);
        }
        bytes.extend(number(self.methods.len()));
        for _ in self.methods {
            bytes.extend([0, 0, 0, 0]);
        }
        // No metadata, classes, scripts.
        bytes.extend([0, 0, 0]);
        bytes.extend(number(self.methods.len()));
        for (index, code) in self.methods.iter().enumerate() {
            bytes.extend(number(index));
            bytes.extend([8, 4, 0, 1]);
            bytes.extend(number(code.len()));
            bytes.extend(*code);
            bytes.extend([0, 0]);
        }
        bytes
    }
}
