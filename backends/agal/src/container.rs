//! The bytes around the tokens: a header of seven bytes, then 24 bytes for each token.

use crate::isa::{Program, RawToken, Token, TokenError, Version};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::Stage;
use std::fmt;

const MAGIC: u8 = 0xa0;
const MARKER: u8 = 0xa1;
const HEADER: usize = 7;
const TOKEN: usize = 24;

/// What is wrong with the bytes around the tokens, with the runtime's error number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// Shorter than a program of one token.
    Short,
    /// The first byte is not 0xA0.
    Magic,
    /// No such version.
    Version(u32),
    /// The byte before the stage is not 0xA1.
    Marker,
    /// Neither vertex nor fragment.
    Stage(u8),
    /// Bytes after the last whole token. The reference validator ignores them, Ruffle does not.
    Trailing(usize),
}

impl HeaderError {
    /// The number of the error that the runtime throws; 3615 for trailing bytes, which it ignores.
    pub fn number(&self) -> u32 {
        match self {
            HeaderError::Short | HeaderError::Trailing(_) => 3615,
            HeaderError::Magic => 3616,
            HeaderError::Version(_) => 3617,
            HeaderError::Marker => 3618,
            HeaderError::Stage(_) => 3619,
        }
    }
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::Short => write!(f, "a program has at least {} bytes", HEADER + TOKEN),
            HeaderError::Magic => write!(f, "the first byte of a program is 0xa0"),
            HeaderError::Version(version) => write!(f, "there is no version {version}"),
            HeaderError::Marker => write!(f, "the byte before the stage is 0xa1"),
            HeaderError::Stage(stage) => write!(f, "the stage is 0 or 1, not {stage}"),
            HeaderError::Trailing(bytes) => {
                write!(
                    f,
                    "{bytes} bytes follow the last whole token of {TOKEN} bytes"
                )
            }
        }
    }
}

/// A program whose tokens were not looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawProgram {
    /// The version.
    pub version: Version,
    /// The stage.
    pub stage: Stage,
    /// The tokens.
    pub tokens: Vec<RawToken>,
}

impl RawProgram {
    /// Decodes the tokens.
    pub(crate) fn decode(&self) -> Result<Program, ReadError> {
        let decode = |(index, token): (usize, &RawToken)| {
            Token::decode(&token.words).map_err(|error| ReadError::Token(index, error))
        };
        Ok(Program {
            version: self.version,
            stage: self.stage,
            tokens: self
                .tokens
                .iter()
                .enumerate()
                .map(decode)
                .collect::<Result<_, _>>()?,
        })
    }
}

/// What programs of a version begin with.
pub(crate) const fn magic(version: Version) -> &'static [&'static [u8]] {
    match version {
        Version::V1 => &[&[MAGIC, 1, 0, 0, 0, MARKER]],
        Version::V2 => &[&[MAGIC, 2, 0, 0, 0, MARKER]],
        Version::V3 => &[&[MAGIC, 3, 0, 0, 0, MARKER]],
    }
}

/// Takes the bytes apart.
///
/// # Errors
/// If the header is wrong or the tokens are not whole.
pub fn read_raw(bytes: &[u8]) -> Result<RawProgram, HeaderError> {
    if bytes.is_empty() {
        return Err(HeaderError::Short);
    }
    let (header, code) = bytes
        .split_first_chunk::<HEADER>()
        .ok_or(match bytes.first() {
            Some(&MAGIC) => HeaderError::Short,
            _ => HeaderError::Magic,
        })?;
    let [magic, v0, v1, v2, v3, marker, stage] = *header;
    if magic != MAGIC {
        return Err(HeaderError::Magic);
    }
    let version = u32::from_le_bytes([v0, v1, v2, v3]);
    if marker != MARKER {
        return Err(HeaderError::Marker);
    }
    let stage = match stage {
        0 => Stage::Vertex,
        1 => Stage::Fragment,
        other => return Err(HeaderError::Stage(other)),
    };
    let version = Version::from_number(version).ok_or(HeaderError::Version(version))?;
    if code.len() < TOKEN {
        return Err(HeaderError::Short);
    }
    let chunks = code.chunks_exact(TOKEN);
    if !chunks.remainder().is_empty() {
        return Err(HeaderError::Trailing(chunks.remainder().len()));
    }
    Ok(RawProgram {
        version,
        stage,
        tokens: chunks.map(token).collect(),
    })
}

/// The bytes of a program at the start of others: the header and all tokens that decode, as many as the version has. Zeros
/// would be instructions that write nothing, so they end it.
pub(crate) fn extent(bytes: &[u8], version: Version) -> Option<usize> {
    let (header, code) = bytes.split_first_chunk::<HEADER>()?;
    let [magic, v0, v1, v2, v3, marker, stage] = *header;
    let known = magic == MAGIC && marker == MARKER && stage < 2;
    if !known || u32::from_le_bytes([v0, v1, v2, v3]) != version.number() {
        return None;
    }
    let is_token = |chunk: &[u8]| {
        chunk.iter().any(|byte| *byte != 0) && Token::decode(&token(chunk).words).is_ok()
    };
    let most = version.tokens() as usize;
    let chunks = code.chunks_exact(TOKEN).take(most);
    let count = chunks.take_while(|chunk| is_token(chunk)).count();
    (count > 0).then_some(HEADER + TOKEN * count)
}

/// The words of a token.
fn token(chunk: &[u8]) -> RawToken {
    let mut words = [0; TOKEN / 4];
    for (word, bytes) in words.iter_mut().zip(chunk.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    RawToken { words }
}

/// Why bytes are no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The bytes around the tokens.
    Header(HeaderError),
    /// A token, by its number from 0.
    Token(usize, TokenError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Header(error) => error.fmt(f),
            ReadError::Token(index, error) => write!(f, "token {}: {error}", index + 1),
        }
    }
}

/// Decodes a program. Rules of the verifier are not looked at, but nothing is accepted that would
/// not encode to the same bytes.
///
/// # Errors
/// If the header or a token is malformed.
pub fn read(bytes: &[u8]) -> Result<Program, ReadError> {
    read_raw(bytes).map_err(ReadError::Header)?.decode()
}

/// Encodes a program. Whether the table takes each field is for [`read`] to say.
///
/// # Errors
/// The number of a token from 0 whose operands are not those of its instruction.
pub fn write(program: &Program) -> Result<Vec<u8>, (usize, TokenError)> {
    let mut bytes = Vec::with_capacity(HEADER + TOKEN * program.tokens.len());
    bytes.push(MAGIC);
    bytes.extend(program.version.number().to_le_bytes());
    bytes.push(MARKER);
    bytes.push(match program.stage {
        Stage::Vertex | Stage::Geometry => 0,
        Stage::Fragment => 1,
    });
    for (index, token) in program.tokens.iter().enumerate() {
        let words = token.words().map_err(|error| (index, error))?;
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    }
    Ok(bytes)
}

/// Encodes a program and demands that the bytes decode to the same.
pub(crate) fn write_checked(program: &Program) -> Result<Vec<u8>, Diagnostics> {
    let bug = |message: String| Diagnostics::from(Diagnostic::bug("agal container", message));
    let bytes =
        write(program).map_err(|(token, error)| bug(format!("token {}: {error}", token + 1)))?;
    match read(&bytes) {
        Ok(again) if again == *program => Ok(bytes),
        Ok(_) => Err(bug("the bytes decode to another program".to_owned())),
        Err(error) => Err(bug(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Dest, File, LaneMask, Source, Swizzle, TABLE};
    use retroshade_kit::roundtrip::random_bytes_round_trip;

    #[test]
    fn random_bytes_are_refused_or_come_back() {
        let again = |bytes: &[u8]| read(bytes).ok().and_then(|program| write(&program).ok());
        for start in [
            &[][..],
            &[MAGIC, 1, 0, 0, 0, MARKER, 1],
            &[MAGIC, 2, 0, 0, 0, MARKER, 0],
        ] {
            assert_eq!(
                random_bytes_round_trip(start, TOKEN, 20_000, 7, again),
                Ok(())
            );
        }
    }

    #[test]
    fn a_program_among_other_bytes_has_an_end() {
        let mut bytes = write(&program(Stage::Vertex, Version::V1)).unwrap();
        let length = bytes.len();
        assert_eq!(extent(&bytes, Version::V1), Some(length));
        assert_eq!(extent(&bytes, Version::V2), None);
        bytes.extend([0; TOKEN]);
        assert_eq!(extent(&bytes, Version::V1), Some(length));
        bytes.splice(length.., [0xff; TOKEN]);
        assert_eq!(extent(&bytes, Version::V1), Some(length));
        assert_eq!(extent(&bytes[..HEADER + TOKEN - 1], Version::V1), None);
    }

    #[test]
    fn header_errors_have_the_numbers_of_the_runtime() {
        let header = |bytes: &[u8]| read_raw(bytes).unwrap_err().number();
        assert_eq!(header(&[]), 3615);
        assert_eq!(header(&[0xff, 1, 0]), 3616);
        assert_eq!(header(&[MAGIC, 99, 0, 0, 0, MARKER, 1]), 3617);
        assert_eq!(header(&[MAGIC, 1, 0, 0, 0, 0, 1]), 3618);
        assert_eq!(header(&[MAGIC, 1, 0, 0, 0, MARKER, 2]), 3619);
        assert_eq!(header(&[MAGIC, 1, 0, 0, 0, MARKER, 1, 0]), 3615);
        let trailing = [&[MAGIC, 1, 0, 0, 0, MARKER, 1][..], &[0; TOKEN + 3]].concat();
        assert_eq!(read_raw(&trailing), Err(HeaderError::Trailing(3)));
        assert_eq!(header(&trailing), 3615);
    }

    /// `mov oc, v0` and `add oc, v0, v1`, or the same as a vertex program, with its version.
    fn program(stage: Stage, version: Version) -> Program {
        let token = |name: &str, sources: &[(File, u16)]| {
            let swizzle = Swizzle::IDENTITY;
            let mut sources = sources
                .iter()
                .map(|(file, number)| Source::direct(*file, *number, swizzle));
            let dest = Dest {
                file: File::Output,
                number: 0,
                mask: LaneMask::ALL,
            };
            let row = TABLE.rows.iter().find(|row| row.name == name).unwrap();
            Token::new(
                row.info.opcode,
                dest,
                sources.next().unwrap(),
                sources.next(),
            )
        };
        let [first, second] = [0, 1].map(|number| (File::Varying, number));
        Program {
            version,
            stage,
            tokens: vec![token("mov", &[first]), token("add", &[first, second])],
        }
    }

    #[test]
    fn programs_read_back() {
        let versions = [(Version::V1, 1), (Version::V2, 2), (Version::V3, 3)];
        for (version, number) in versions {
            for (stage, code) in [(Stage::Vertex, 0), (Stage::Fragment, 1)] {
                let program = program(stage, version);
                let bytes = write_checked(&program).unwrap();
                assert_eq!(bytes.len(), HEADER + 2 * TOKEN);
                assert_eq!(
                    bytes[..HEADER],
                    [MAGIC, number, 0, 0, 0, MARKER, code],
                    "{version:?}"
                );
                let known = magic(version);
                assert!(known.iter().all(|start| bytes.starts_with(start)));
                assert_eq!(known.len(), 1);
                assert_eq!(read(&bytes), Ok(program));
            }
        }
    }

    #[test]
    fn files_cut_off_anywhere_are_refused() {
        let bytes = write(&program(Stage::Fragment, Version::V1)).unwrap();
        for end in 0..bytes.len() {
            let whole = end == HEADER + TOKEN;
            let wanted = match end {
                _ if whole => None,
                ..31 => Some(HeaderError::Short),
                _ => Some(HeaderError::Trailing(end - 31)),
            };
            let found = read(&bytes[..end]).err();
            assert_eq!(found, wanted.map(ReadError::Header), "{end} bytes");
        }
    }

    #[test]
    fn the_first_wrong_byte_is_named() {
        let right = write(&program(Stage::Fragment, Version::V1)).unwrap();
        let refused = |changes: &[(usize, u8)]| {
            let mut bytes = right.clone();
            for (at, byte) in changes {
                bytes[*at] = *byte;
            }
            read(&bytes).unwrap_err().to_string()
        };
        let rows: &[(&[(usize, u8)], &str)] = &[
            (&[(0, 0xa1)], "the first byte of a program is 0xa0"),
            (&[(1, 0)], "there is no version 0"),
            (&[(1, 4)], "there is no version 4"),
            (&[(2, 1)], "there is no version 257"),
            (&[(4, 0x80)], "there is no version 2147483649"),
            (&[(5, 0xa0)], "the byte before the stage is 0xa1"),
            (&[(6, 2)], "the stage is 0 or 1, not 2"),
            // The marker and the stage come before the version, which decides how to read the rest.
            (&[(1, 9), (5, 0)], "the byte before the stage is 0xa1"),
            (&[(1, 9), (6, 7)], "the stage is 0 or 1, not 7"),
            (&[(0, 0), (5, 0)], "the first byte of a program is 0xa0"),
        ];
        for (changes, message) in rows {
            assert_eq!(refused(changes), *message, "{changes:?}");
        }
        let short = read(&right[..30]).unwrap_err().to_string();
        assert_eq!(short, "a program has at least 31 bytes");
        let long = read(&right[..36]).unwrap_err().to_string();
        assert_eq!(long, "5 bytes follow the last whole token of 24 bytes");
        // A token is named by its number from 1.
        let unknown = refused(&[(HEADER + TOKEN, 0xff)]);
        let first = refused(&[(HEADER, 0xff)]);
        assert_eq!(unknown.replacen('2', "1", 1), first);
        assert!(first.starts_with("token 1: "), "{first}");
    }

    #[test]
    fn what_does_not_encode_is_not_written() {
        let mut program = program(Stage::Fragment, Version::V1);
        program.tokens[1].b = None;
        assert_eq!(write(&program), Err((1, TokenError::Operands)));
        let bug = |program: &Program| {
            let errors = write_checked(program).unwrap_err();
            errors.iter().next().unwrap().message.clone()
        };
        let message = bug(&program);
        let wanted = "token 2: the operands are not those of the instruction";
        assert!(message.contains(wanted), "{message}");
        // Without a token it can be written, but is no program.
        program.tokens.clear();
        assert!(write(&program).is_ok());
        let message = bug(&program);
        assert!(
            message.contains("a program has at least 31 bytes"),
            "{message}"
        );
    }
}
