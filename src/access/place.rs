//! Which file a path names: its real path, also where folders are not there yet, and its number in its file system.

use std::collections::BTreeSet;
use std::fs::Metadata;
use std::path::{Component, Path, PathBuf};

/// Device and inode. Hard links share them.
type Number = (u64, u64);

/// A file, which need not exist.
#[derive(Clone, Debug)]
pub(super) struct KnownFile {
    path: PathBuf,
    number: Option<Number>,
}

impl KnownFile {
    /// Links are followed: a link and its end are one place.
    pub(super) fn of(path: &Path) -> KnownFile {
        KnownFile {
            path: resolve(path),
            number: path.metadata().ok().as_ref().and_then(number),
        }
    }
}

/// Files by path and by number.
#[derive(Clone, Debug, Default)]
pub(super) struct FileSet {
    paths: BTreeSet<PathBuf>,
    numbers: BTreeSet<Number>,
}

impl FileSet {
    /// Adds a file; returns true if its path is new.
    pub(super) fn insert(&mut self, place: KnownFile) -> bool {
        self.numbers.extend(place.number);
        self.paths.insert(place.path)
    }

    pub(super) fn insert_number(&mut self, number: Number) {
        self.numbers.insert(number);
    }

    pub(super) fn contains(&self, place: &KnownFile) -> bool {
        let by_number = place.number.is_some_and(|one| self.numbers.contains(&one));
        by_number || self.paths.contains(&place.path)
    }

    /// Forgets a file's number and keeps its path.
    pub(super) fn forget_number(&mut self, place: &KnownFile) {
        if let Some(number) = place.number {
            self.numbers.remove(&number);
        }
    }
}

/// The number of a file. Devices such as `/dev/null` are in nobody's way.
fn number(metadata: &Metadata) -> Option<Number> {
    if !metadata.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    None
}

/// The number of the file that standard input is, if it is one.
pub(super) fn standard_input() -> Option<Number> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let input = std::io::stdin();
        let own = input.as_fd().try_clone_to_owned().ok()?;
        number(&std::fs::File::from(own).metadata().ok()?)
    }
    #[cfg(not(unix))]
    None
}

/// The real path of a file as it will be once the folders above it are made: links are followed as far as there are
/// files, and `..` leaves a folder that is still to be made.
pub fn resolve(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let mut real = if path.is_absolute() {
        PathBuf::new()
    } else {
        Path::new(".").canonicalize().unwrap_or_default()
    };
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = real.pop(),
            Component::Prefix(_) | Component::RootDir => real.push(part),
            Component::Normal(name) => {
                real.push(name);
                if let Ok(end) = real.canonicalize() {
                    real = end;
                }
            }
        }
    }
    real
}
