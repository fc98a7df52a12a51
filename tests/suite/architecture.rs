//! `docs/architecture.md` names files and folders that exist, and every crate of the workspace.

use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page")
}

/// What stands between backquotes and looks like a path of the repository.
fn paths(page: &str) -> Vec<&str> {
    let quoted = page.split('`').skip(1).step_by(2);
    let folders = [
        "frontend/",
        "ir/",
        "backends/",
        "src/",
        "tests/",
        "docs/",
        "prove/",
        "testing/",
        "fuzz/",
        "diagnostics/",
        "explore/",
    ];
    quoted
        .filter(|text| folders.iter().any(|folder| text.starts_with(folder)))
        .collect()
}

#[test]
fn what_the_page_names_exists() {
    let page = page();
    let paths = paths(&page);
    assert!(paths.len() > 60, "only {} paths found", paths.len());
    let backends = ["agal", "nv2a", "pica200"];
    for path in paths {
        let exists = |path: &str| root().join(path).exists();
        // A room of every backend may be a folder or a file.
        let found = match path.split_once("backends/*/") {
            Some((_, rest)) => backends
                .iter()
                .any(|one| exists(&format!("backends/{one}/{rest}"))),
            None => exists(path),
        };
        assert!(
            found,
            "docs/architecture.md names {path}, which is not there"
        );
    }
}

#[test]
fn every_crate_is_on_the_page() {
    let page = page();
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let (_, members) = manifest.split_once("members = [").expect("members");
    let (members, _) = members.split_once(']').expect("the end of members");
    for member in members
        .split(',')
        .map(|member| member.trim().trim_matches('"'))
    {
        let row = format!("| `{member}/` |");
        assert!(
            member.is_empty() || member == "." || page.contains(&row),
            "{member}"
        );
    }
}
