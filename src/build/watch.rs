//! Folders in which a new file would change what an `#include` finds.
//!
//! Cargo runs a script at every build while a path that it was told to watch does not exist, so the
//! missing file itself cannot be named; the nearest folder above it that exists can.

use std::path::{Path, PathBuf};

/// The folders to watch for files that are not there. A folder that holds the outputs is left out: it
/// would change at every build.
pub(super) fn folders(missing: &[PathBuf], out_dir: &Path) -> Vec<PathBuf> {
    let out_dir = out_dir.canonicalize();
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in missing {
        let folder = path.ancestors().skip(1).map(|folder| {
            if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            }
        });
        let Some(folder) = folder.into_iter().find(|folder| folder.is_dir()) else {
            continue;
        };
        let holds_outputs = match (&out_dir, folder.canonicalize()) {
            (Ok(out_dir), Ok(folder)) => out_dir.starts_with(folder),
            // The folder of outputs is made later, or the folder cannot be looked at.
            _ => true,
        };
        if !holds_outputs && !folders.iter().any(|known| known == folder) {
            folders.push(folder.to_owned());
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_folder_is_watched_unless_it_holds_the_outputs() {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        for folder in ["near/inner", "far", "target/out"] {
            std::fs::create_dir_all(path(folder)).unwrap();
        }
        let missing = [
            path("near/a.glsl"),
            path("near/b.glsl"),
            path("near/inner/c.glsl"),
            path("far/none/at/all.glsl"),
            path("d.glsl"),
        ];
        assert_eq!(
            folders(&missing, &path("target/out")),
            [path("near"), path("near/inner"), path("far")]
        );
    }
}
