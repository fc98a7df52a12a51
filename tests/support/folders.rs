//! Finds the shaders of a folder.

use retroshade::stage_of_name;
use std::path::{Path, PathBuf};

/// The shaders in a folder and below it, by their paths, in order. Packages of Cargo are left out: their
/// shaders need the package's own folders for includes.
pub(crate) fn shaders_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .unwrap_or_else(|fault| panic!("{}: {fault}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                if !path.join("Cargo.toml").exists() {
                    folders.push(path);
                }
            } else if stage_of_name(&path).is_some() {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
