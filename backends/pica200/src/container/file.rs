//! The files that a program is written to.

use super::Shbin;
use indexmap::IndexMap;
use retroshade_kit::bits;

/// The container with all tables.
pub(crate) const SHBIN: &str = "shbin";
/// Code words alone.
pub(crate) const RAW: &str = "raw";
/// The kind of the file with operand descriptors that goes with raw code.
pub(crate) const OPDESC: &str = "opdesc";

/// A container that a program can be written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Container {
    /// With all tables.
    #[default]
    Shbin,
    /// Code words; the descriptors are a file beside it.
    Raw,
}

impl Container {
    /// The names, the default first.
    pub(crate) const NAMES: &[&str] = &[SHBIN, RAW];

    pub(crate) fn parse(name: &str) -> Option<Container> {
        match name {
            SHBIN => Some(Container::Shbin),
            RAW => Some(Container::Raw),
            _ => None,
        }
    }

    /// The main file, and those beside it.
    pub(crate) fn write(self, shbin: &Shbin) -> (Vec<u8>, IndexMap<&'static str, Vec<u8>>) {
        let mut side_files = IndexMap::new();
        let descriptors = bits::bytes_from_words(&shbin.descriptors);
        side_files.insert(OPDESC, descriptors);
        match self {
            Container::Shbin => (shbin.to_bytes(), side_files),
            Container::Raw => (bits::bytes_from_words(&shbin.code), side_files),
        }
    }
}
