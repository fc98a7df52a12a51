//! `--prune`: removes what an earlier run wrote for programs that nobody asks for any more, and nothing else.
//! `pack.json` is only a text that says which files these are: it may be old, copied, or someone else's.

use super::LeftAlone;
use super::index::hash;
use super::plan::Plan;
use crate::FileAccess;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Removes files, given by name with the hashes they were written with, and folders that become empty. Returns those
/// that it left alone.
pub(super) fn prune(plan: &Plan, files: &BTreeMap<String, String>) -> Vec<LeftAlone> {
    let mut left_alone = Vec::new();
    for (file, written) in files {
        match remove(plan, file, written) {
            Ok(()) => {}
            Err(reason) => left_alone.push(LeftAlone {
                file: file.clone(),
                reason,
            }),
        }
    }
    left_alone
}

fn remove(plan: &Plan, file: &str, written: &str) -> Result<(), &'static str> {
    let path = below(&plan.output, file)?;
    if plan.files.is_input(&path) {
        return Err("it is read by this pack");
    }
    if plan.files.is_output(&path) {
        return Err("it is an output of this pack");
    }
    let bytes = match FileAccess::read_earlier(&path) {
        Ok(bytes) => bytes,
        // Somebody has removed it.
        Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(()),
        Err(_) => return Err("it cannot be read"),
    };
    if hash(&bytes) != written {
        return Err("it is not as it was written");
    }
    fs::remove_file(&path).map_err(|_| "the system does not allow it")?;
    let folders = path.ancestors().skip(1);
    for folder in folders.take_while(|folder| *folder != plan.output) {
        // There may be something else in it.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

/// The path of an output of an earlier run: what no run can have written has none.
fn below(output: &Path, file: &str) -> Result<PathBuf, &'static str> {
    let parts: Vec<&str> = file.split('/').collect();
    let is_name = |part: &&str| {
        !part.is_empty() && !matches!(*part, "." | "..") && !part.contains(['\\', ':', '\0'])
    };
    if !parts.iter().all(is_name) {
        return Err("its name is none that a pack writes");
    }
    let mut path = output.to_owned();
    for part in parts {
        path.push(part);
        if path.is_symlink() {
            return Err("its path leads through a link");
        }
    }
    Ok(path)
}
