//! `pack.json`: what every output was made from. It lets the next run leave alone what is still right, and
//! tells a program that loads the pack which file is which.

use super::proofs::Proof;
use super::saved::Saved;
use crate::FileAccess;
use crate::access::MOST_BYTES;
use crate::link::Handed;
use indexmap::IndexMap;
use retroshade_kit::reflect::Stats;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The value of [`Index::schema`].
const SCHEMA: &str = "retroshade-pack-1";

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Index {
    pub(super) schema: String,
    /// By the program's file, relative to the folder of outputs.
    pub(super) programs: BTreeMap<String, Entry>,
    /// Files of programs that the description no longer asks for, with the hashes they were written with, until
    /// `--prune` removes them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) abandoned: BTreeMap<String, String>,
}

/// One program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) source: String,
    pub(super) target: String,
    pub(super) stage: String,
    pub(super) defines: BTreeMap<String, String>,
    /// Bytes of the program.
    pub(super) size: usize,
    pub(super) stats: Stats,
    /// Hash of the compiler, the target and the options.
    pub(super) options: String,
    /// The source and everything it included with their hashes, relative to the description.
    pub(super) inputs: IndexMap<String, String>,
    /// Files that would have been included instead of others, had they been there.
    pub(super) missing: Vec<String>,
    /// Everything that was written, the program first, with hashes, relative to the folder of outputs.
    pub(super) outputs: IndexMap<String, String>,
    /// The verdict on it, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) proof: Option<Proof>,
    /// What it hands over between the stages, to compare with the programs that belong to it.
    #[serde(default, skip_serializing_if = "Handed::is_empty")]
    pub(super) handed: Handed,
    /// The warnings about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) warnings: Vec<Saved>,
}

impl Default for Index {
    fn default() -> Index {
        Index {
            schema: SCHEMA.to_owned(),
            programs: BTreeMap::new(),
            abandoned: BTreeMap::new(),
        }
    }
}

impl Index {
    /// That of an earlier run. One that cannot be read is none: everything is made again.
    pub(super) fn read(path: &Path) -> Index {
        let bytes = FileAccess::read_earlier(path).unwrap_or_default();
        let index: Option<Index> = serde_json::from_slice(&bytes).ok();
        index
            .filter(|index| index.schema == SCHEMA)
            .unwrap_or_default()
    }

    /// The files that an earlier run made and that none of these outputs is, with their hashes.
    pub(super) fn abandoned(
        &self,
        earlier: &Index,
        wanted: &BTreeSet<String>,
    ) -> BTreeMap<String, String> {
        let gone = earlier.programs.iter();
        let gone = gone.filter(|(output, _)| !wanted.contains(*output));
        let files = gone.flat_map(|(_, entry)| &entry.outputs);
        let made: BTreeSet<&String> = self
            .programs
            .values()
            .flat_map(|entry| entry.outputs.keys())
            .collect();
        let all = earlier.abandoned.iter().chain(files);
        all.filter(|(file, _)| !made.contains(file))
            .map(|(file, hash)| (file.clone(), hash.clone()))
            .collect()
    }

    /// The text of the file.
    pub(super) fn to_json(&self) -> String {
        // Strings, numbers and lists cannot fail to serialise.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// SHA-256 in hexadecimal, as `sha256sum` prints it.
pub(super) fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the compiler itself adds to a hash: its version, and its own bytes, since two builds of one
/// version need not make the same code.
pub(super) fn compiler() -> String {
    let program = std::env::current_exe().and_then(std::fs::read);
    let own = program.map_or_else(|_| String::new(), |bytes| hash(&bytes));
    format!("retroshade {} {own}", env!("CARGO_PKG_VERSION"))
}

/// The hashes of inputs, each read once.
pub(super) struct Hashes<'a> {
    access: &'a FileAccess,
    known: BTreeMap<PathBuf, Option<String>>,
}

impl Hashes<'_> {
    /// Nothing read yet.
    pub(super) fn new(access: &FileAccess) -> Hashes<'_> {
        Hashes {
            access,
            known: BTreeMap::new(),
        }
    }

    /// The hash of a file; `None` if it cannot be read.
    pub(super) fn of(&mut self, path: &Path) -> Option<&String> {
        if !self.known.contains_key(path) {
            let found = self.access.read(path, MOST_BYTES).ok();
            let found = found.map(|bytes| hash(&bytes));
            self.known.insert(path.to_owned(), found);
        }
        self.known.get(path)?.as_ref()
    }
}

impl Entry {
    /// True if everything is as it was when this was written. `root` is the folder of the description.
    pub(super) fn holds(
        &self,
        options: &str,
        root: &Path,
        output: &Path,
        hashes: &mut Hashes<'_>,
    ) -> bool {
        self.options == options
            && self
                .inputs
                .iter()
                .all(|(path, hash)| hashes.of(&root.join(path)) == Some(hash))
            && !self.missing.iter().any(|path| root.join(path).is_file())
            && self.outputs.iter().all(|(path, known)| {
                let found = FileAccess::read_earlier(&output.join(path));
                found.is_ok_and(|bytes| hash(&bytes) == *known)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_sha256sum() {
        assert_eq!(
            hash(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn an_index_of_another_kind_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack.json");
        for text in ["", "{", r#"{"schema": "other", "programs": {}}"#] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(Index::read(&path), Index::default());
        }
        std::fs::write(&path, Index::default().to_json()).unwrap();
        assert_eq!(Index::read(&path), Index::default());
    }
}
