//! SWF files: the byte arrays in them, and the texts that their ActionScript puts together.
//!
//! ```text
//! inflate    the file without its compression      tags      its parts
//! bytes      a reader of integers                  abc       constants and methods of ActionScript
//! opcodes    shapes of instructions                evaluate  methods run on constants
//! ```
//!
//! Formats are those of Adobe's SWF File Format Specification, version 19, and of the ActionScript Virtual Machine 2 Overview.

#![forbid(unsafe_code)]

mod abc;
mod bytes;
mod evaluate;
mod inflate;
mod opcodes;
mod tags;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use abc::Abc;
use inflate::Budget;
use retroshade_diagnostics::fault::Fault;
use tags::{Kind, Tag};

pub use inflate::is_swf;

/// Nested files that are looked into: a preloader holds its application as a file of its own.
const DEPTH: usize = 4;

/// A value that a file holds or its code makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it begins: bytes from the start of the file without its compression. In a file within a file this is the
    /// last of several, each from the start of what the one before leads to.
    pub place: Vec<usize>,
    /// Bytes that it takes there; of a text that is put together, its first piece.
    pub length: usize,
    /// The value.
    pub value: Value,
    /// What it belongs to: items of one method, or of all byte arrays of a file, have the same number.
    pub group: usize,
}

/// A text or bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string constant, or several that code adds or joins.
    Text(String),
    /// A byte array that is a part of the file, or that code lists number by number.
    Bytes(Vec<u8>),
}

/// What a file holds, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Byte arrays, and the texts that `wanted` took.
    pub items: Vec<Item>,
    /// Parts that could not be read.
    pub faults: Vec<Fault>,
}

/// Reads a file. Of texts those are returned that `wanted` takes, for a file has thousands; a constant that is a piece of a
/// longer wanted text is not returned alone.
///
/// # Errors
/// The file is no SWF, its compression is damaged, or it is larger than 256 MiB without it.
pub fn read(bytes: &[u8], wanted: &dyn Fn(&str) -> bool) -> Result<Contents, Fault> {
    let mut reader = Reader {
        wanted,
        budget: Budget::default(),
        contents: Contents::default(),
        groups: 0,
    };
    reader.file(bytes, &[])?;
    Ok(reader.contents)
}

struct Reader<'a> {
    wanted: &'a dyn Fn(&str) -> bool,
    budget: Budget,
    contents: Contents,
    groups: usize,
}

impl Reader<'_> {
    /// Reads a file that `outer` leads to.
    fn file(&mut self, bytes: &[u8], outer: &[usize]) -> Result<(), Fault> {
        let file = inflate::inflate(bytes, &mut self.budget)?;
        let arrays = self.group();
        for tag in tags::tags(&file)? {
            match tag {
                Ok(tag) => self.tag(&tag, outer, arrays),
                Err(fault) => self.contents.faults.push(fault),
            }
        }
        Ok(())
    }

    fn group(&mut self) -> usize {
        self.groups += 1;
        self.groups - 1
    }

    fn tag(&mut self, tag: &Tag, outer: &[usize], arrays: usize) {
        let place = |at: usize| [outer, &[at]].concat();
        match tag.kind {
            Kind::Binary if is_swf(tag.bytes) && outer.len() < DEPTH => {
                let inner = place(tag.start);
                if let Err(fault) = self.file(tag.bytes, &inner) {
                    let fault = fault.within("file within the file at byte", tag.start);
                    self.contents.faults.push(fault);
                }
            }
            Kind::Binary => self.contents.items.push(Item {
                place: place(tag.start),
                length: tag.bytes.len(),
                value: Value::Bytes(tag.bytes.to_vec()),
                group: arrays,
            }),
            Kind::Code => {
                let (abc, fault) = Abc::read(tag.bytes);
                if let Some(fault) = fault {
                    let fault = fault.within("code at byte", tag.start);
                    self.contents.faults.push(fault);
                }
                let first = self.groups;
                let found = evaluate::evaluate(&abc, self.wanted);
                for made in found {
                    self.groups = self.groups.max(first + made.method + 1);
                    self.contents.items.push(Item {
                        place: place(tag.start + made.start),
                        length: made.length,
                        value: made.value,
                        group: first + made.method,
                    });
                }
            }
        }
    }
}
