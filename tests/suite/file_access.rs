//! Files are opened, written and removed in one place, `src/access`, which knows the inputs of a command when it
//! writes: no new command can overwrite what it reads, wait for a pipe or leave half a file.

use std::fs;
use std::path::{Path, PathBuf};

/// What opens or changes a file.
const CALLS: [&str; 10] = [
    "fs::read(",
    "fs::read)",
    "fs::read_to_string",
    "fs::write",
    "fs::rename",
    "fs::copy",
    "File::open",
    "File::create",
    "OpenOptions",
    "fs::remove_file",
];

/// Files that may nevertheless: the compiler reads itself, to know when it is another one, and `pack --prune` removes
/// what it has checked.
const ALLOWED: [(&str, &str); 2] = [
    ("src/pack/index.rs", "fs::read)"),
    ("src/pack/prune.rs", "fs::remove_file"),
];

#[test]
fn files_are_opened_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut allowed = Vec::new();
    let mut files = 0;
    for folder in ["src", "explore/src", "macros/src", "support/src"] {
        for path in sources(&root.join(folder)) {
            let name = path.strip_prefix(root).unwrap_or(&path);
            let name = name.to_string_lossy().replace('\\', "/");
            if name.starts_with("src/access/") || name.ends_with("tests.rs") {
                continue;
            }
            files += 1;
            let text = fs::read_to_string(&path).expect("a source");
            // Tests stand at the end.
            let code = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default();
            for call in CALLS.into_iter().filter(|call| code.contains(call)) {
                let exception = (name.as_str(), call);
                match ALLOWED.into_iter().find(|one| *one == exception) {
                    Some(exception) => allowed.push(exception),
                    None => found.push(format!("{name}: {call}")),
                }
            }
        }
    }
    assert!(files > 150, "only {files} files found");
    assert!(found.is_empty(), "use FileAccess:\n{}", found.join("\n"));
    assert_eq!(allowed, ALLOWED);
}

pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}
