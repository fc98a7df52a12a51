//! `docs/architecture.md` names files and folders that exist, and every crate of the workspace.

use std::collections::BTreeSet;
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

/// The crates of the workspace that a manifest needs outside of tests, without what their names begin with.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let sections = manifest.split("\n[").skip(1);
    let sections = sections.filter_map(|section| section.strip_prefix("dependencies]"));
    let lines = sections.flat_map(str::lines);
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    let ours = names.filter(|name| name.starts_with("retroshade"));
    ours.map(|name| name.trim_start_matches("retroshade-").to_owned())
        .collect()
}

#[test]
fn dependencies_are_those_of_the_manifests() {
    let page = page();
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| `retroshade"));
    let mut checked = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let folder = cells[2].trim_matches('`').trim_end_matches("src/");
        let manifest = root().join(folder).join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).expect(row);
        let said = cells[4].split(", ").filter(|name| *name != "–");
        let said: BTreeSet<String> = said.map(str::to_owned).collect();
        assert_eq!(said, dependencies(&manifest), "{row}");
        checked += 1;
    }
    assert!(checked >= 16, "{checked}");
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

/// The page of the library shows what it promises: modules of the command line are hidden from it, and no crate behind
/// it is exported whole but the diagnostics, which every function returns.
#[test]
fn the_library_shows_what_it_promises() {
    let path = root().join("src/lib.rs");
    let text = std::fs::read_to_string(path).expect("the library");
    let lines: Vec<&str> = text.lines().collect();
    let mut shown = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let module = line.strip_prefix("pub mod ");
        let Some(module) = module.and_then(|rest| rest.strip_suffix(';')) else {
            continue;
        };
        let attributes = lines[..index].iter().rev();
        let mut attributes = attributes.take_while(|line| line.starts_with("#["));
        if !attributes.any(|line| *line == "#[doc(hidden)]") {
            shown.push(module);
        }
    }
    assert_eq!(shown, ["bindings", "build", "link", "proof", "translate"]);
    let whole = lines.iter().filter(|line| {
        let path = line.strip_prefix("pub use retroshade_");
        path.is_some_and(|path| !path.contains("::"))
    });
    let whole: Vec<&&str> = whole.collect();
    assert_eq!(
        whole,
        [&"pub use retroshade_diagnostics as diagnostics;"],
        "crates that are exported whole"
    );
}

/// A pass of the representation has one name: that of its option without the prefix that says the kind, of its constant,
/// and of its file.
#[test]
fn a_pass_has_one_name() {
    let folder = root().join("ir/src/opt");
    let mut passes = 0;
    let mut pending = vec![folder];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source");
            for declaration in text.split("\npub const ").skip(1) {
                let Some((constant, rest)) = declaration.split_once(": Pass = Pass {") else {
                    continue;
                };
                let option = rest.split('"').nth(1).expect("a name");
                let kinds = ["opt_", "lower_", "calc_"];
                let name = kinds.iter().find_map(|kind| option.strip_prefix(kind));
                let name = name.unwrap_or(option);
                assert_eq!(constant.to_lowercase(), name, "{}", path.display());
                let parts = path.iter().rev().filter_map(|part| part.to_str());
                let mut stems = parts.take(2).map(|part| part.trim_end_matches(".rs"));
                // The pass within slices shares the file of the pass over whole shaders.
                assert!(
                    stems.any(|stem| name == stem || name.starts_with(&format!("{stem}_"))),
                    "{option} is in {}",
                    path.display()
                );
                passes += 1;
            }
        }
    }
    assert!(passes > 20, "{passes}");
}
