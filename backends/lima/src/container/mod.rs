//! Files around machine words: plain little-endian words, and Arm's chunked "MBS1" files.
//!
//! An MBS file is a tree of chunks (four letters, a 32-bit size, the payload). `CVER` holds a vertex
//! program: the core's number, `FINS` with the number of instructions and the attribute prefetch,
//! `SUNI`, `SATT` and `SVAR` with the symbols, and `DBIN` with the words; `CFRA` likewise a fragment
//! program. A vertex program of Arm's own compiler and an open loader agree on what is written here.

mod interface;
mod records;
mod symbols;

pub(crate) use interface::interface;
pub use symbols::{Kind, NOWHERE, Precision, Symbol, Symbols};

use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::Stage;
use retroshade_kit::bits::{bytes_from_words, words_from_bytes};
use std::fmt;

/// Kinds of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Container {
    /// Arm's chunked file.
    #[default]
    Mbs,
    /// The words alone.
    Raw,
}

impl Container {
    /// The names, the default first.
    pub const NAMES: &[&str] = &["mbs", "raw"];

    /// The container of a name.
    pub fn parse(name: &str) -> Option<Container> {
        match name {
            "mbs" => Some(Container::Mbs),
            "raw" => Some(Container::Raw),
            _ => None,
        }
    }
}

/// A program as a container holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The stage, where the container says it.
    pub stage: Option<Stage>,
    /// Machine words.
    pub words: Vec<u32>,
    /// The symbols, where the container has them.
    pub symbols: Symbols,
}

/// Core number of the Mali-400 vertex processor.
const CORE_GP: u32 = 6;

fn chunk(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let mut bytes = name.to_vec();
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// A vertex program as a file. `prefetch` is the number of instructions up to the last one that loads an
/// attribute, 0 if none does; the hardware's command takes one less.
pub fn write_vertex(
    words: &[u32],
    prefetch: u32,
    symbols: &Symbols,
    container: Container,
) -> Vec<u8> {
    let code = bytes_from_words(words);
    if container == Container::Raw {
        return code;
    }
    let fins = [0, (words.len() / 4) as u32, prefetch];
    let mut body = CORE_GP.to_le_bytes().to_vec();
    body.extend(chunk(b"FINS", &bytes_from_words(&fins)));
    body.extend(symbols.write(Stage::Vertex));
    body.extend(chunk(b"DBIN", &code));
    chunk(b"MBS1", &chunk(b"CVER", &body))
}

/// What a fragment program's file says besides its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FragmentFacts {
    /// Vectors of temporary memory that each fragment needs.
    pub temporaries: u32,
    /// True if it discards.
    pub discards: bool,
    /// True if it reads the colour in the frame buffer.
    pub reads_color: bool,
    /// True if it reads the depth in the frame buffer.
    pub reads_depth: bool,
    /// True if it writes a depth.
    pub writes_depth: bool,
}

/// Core number of the Mali-400 fragment processor.
const CORE_PP: u32 = 7;

/// A fragment program as a file. `CFRA` holds the core's number, `FSTA` the size of the stack and its
/// offset, both 1 where there is none, `FDIS` whether it discards, `FBUU` which buffers it reads and writes, `DBIN` the words.
pub fn write_fragment(
    words: &[u32],
    facts: FragmentFacts,
    symbols: &Symbols,
    container: Container,
) -> Vec<u8> {
    let code = bytes_from_words(words);
    if container == Container::Raw {
        return code;
    }
    let mut body = CORE_PP.to_le_bytes().to_vec();
    let stack = [facts.temporaries.max(1); 2];
    body.extend(chunk(b"FSTA", &bytes_from_words(&stack)));
    body.extend(chunk(b"FDIS", &u32::from(facts.discards).to_le_bytes()));
    let [reads_color, reads_depth, writes_depth] =
        [facts.reads_color, facts.reads_depth, facts.writes_depth].map(u8::from);
    let buffers = [reads_color, 1, reads_depth, writes_depth, 0, 0, 0, 0];
    body.extend(chunk(b"FBUU", &buffers));
    body.extend(symbols.write(Stage::Fragment));
    body.extend(chunk(b"DBIN", &code));
    chunk(b"MBS1", &chunk(b"CFRA", &body))
}

/// One chunk and what follows it.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let name = bytes.get(..4)?;
    let size = bytes.get(4..8)?;
    let size = size
        .iter()
        .rev()
        .fold(0usize, |size, byte| size << 8 | usize::from(*byte));
    let payload = bytes.get(8..)?.get(..size)?;
    Some((name, payload, bytes.get(8 + size..)?))
}

/// Why bytes are no file of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// So many bytes are no whole number of words.
    Length(usize),
    /// What breaks the format.
    Format(&'static str),
    /// A code of a symbol that has no meaning, and what it should encode.
    Code(u8, &'static str),
}

impl From<&'static str> for ReadError {
    fn from(fault: &'static str) -> ReadError {
        ReadError::Format(fault)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Length(bytes) => write!(f, "{bytes} bytes are no whole number of words"),
            ReadError::Format(fault) => write!(f, "{fault}"),
            ReadError::Code(code, what) => write!(f, "{code} is no {what}"),
        }
    }
}

/// Reads a file; `container` is `None` to tell the kind from the bytes.
///
/// # Errors
/// What is wrong with the file.
pub fn read(
    bytes: &[u8],
    container: Option<Container>,
    stage: Option<Stage>,
) -> Result<Contents, ReadError> {
    let mbs = match container {
        Some(container) => container == Container::Mbs,
        None => bytes.starts_with(b"MBS1"),
    };
    if !mbs {
        let words = words_from_bytes(bytes).ok_or(ReadError::Length(bytes.len()))?;
        return Ok(Contents {
            stage,
            words,
            symbols: Symbols::default(),
        });
    }
    let (name, mut rest, _) = split(bytes).ok_or("the file ends inside its first chunk")?;
    if name != b"MBS1" {
        return Err("the file does not start with `MBS1`".into());
    }
    while !rest.is_empty() {
        let (name, payload, next) = split(rest).ok_or("the file ends inside a chunk")?;
        rest = next;
        let found = match name {
            b"CVER" => Stage::Vertex,
            b"CFRA" => Stage::Fragment,
            _ => continue,
        };
        if stage.is_some_and(|wanted| wanted != found) {
            continue;
        }
        let mut inner = payload.get(4..).ok_or("a program chunk without a core")?;
        let mut symbols = Symbols::default();
        while !inner.is_empty() {
            let (name, payload, next) = split(inner).ok_or("a program chunk ends too early")?;
            inner = next;
            if name == b"DBIN" {
                let words =
                    words_from_bytes(payload).ok_or("`DBIN` is no whole number of words")?;
                return Ok(Contents {
                    stage: Some(found),
                    words,
                    symbols,
                });
            }
            symbols.read(name, payload)?;
        }
        return Err("the program chunk has no `DBIN`".into());
    }
    Err("the file holds no program of this stage".into())
}

/// The bytes of an MBS file at the start of others.
pub(crate) fn extent(bytes: &[u8]) -> Option<usize> {
    let (_, payload, _) = split(bytes).filter(|(name, ..)| name == b"MBS1")?;
    let length = 8 + payload.len();
    read(bytes.get(..length)?, Some(Container::Mbs), None).ok()?;
    Some(length)
}

/// What is wrong with bytes that are no program.
pub(crate) fn malformed(fault: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(
        codes::container::MALFORMED,
        format!("no lima program: {fault}"),
    )
}

#[cfg(test)]
mod malformed_test;
#[cfg(test)]
mod tests;
