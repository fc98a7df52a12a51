//! No circles of imports: the files of a crate can be read in an order in which each needs only those
//! before it.
//!
//! The test reads the `use` lines and the paths in the code. A name that a module only re-exports counts for the file that
//! defines it. A file may name its parents (`super`), which say what their parts have in common; other ways back
//! make a circle. Code of tests is left out.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The path of a module in its crate: empty for `lib.rs`.
type Module = Vec<String>;

/// A `use` declaration for one name.
struct Use {
    /// True if it gives the name to others, too.
    exported: bool,
    /// As written, one element for each part.
    path: Vec<String>,
}

/// The modules of a crate with their `use` declarations.
type Crate = BTreeMap<Module, Vec<Use>>;

/// How many re-exports may lead to a name.
const MOST_EXPORTS: usize = 6;

#[test]
fn there_are_no_circles() {
    let mut circles = Vec::new();
    let mut files = 0;
    for folder in crates() {
        let modules = modules_of(&folder.join("src"));
        files += modules.len();
        for circle in circles_of(&modules) {
            circles.push(format!("{}: {}", folder.display(), circle.join(" <-> ")));
        }
    }
    assert!(files > 500, "only {files} files found");
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let uses = |text: &str| uses_of(text);
    let mut modules = Crate::new();
    modules.insert(vec![], uses("pub use a::first;"));
    modules.insert(vec!["a".into()], uses("use crate::b::{second, third};"));
    modules.insert(vec!["b".into()], uses("use crate::first;"));
    modules.insert(vec!["c".into()], uses("use super::b::second;"));
    assert_eq!(circles_of(&modules), [["a", "b"]]);
    modules.insert(vec!["b".into()], uses("fn f() { super::c::third() }"));
    assert_eq!(circles_of(&modules), [["b", "c"]]);
}

/// The folders of all crates of the workspace.
pub(crate) fn crates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    let (_, members) = manifest.split_once("members = [").expect("members");
    let (members, _) = members.split_once(']').expect("the end of members");
    let members = members
        .split(',')
        .map(|member| member.trim().trim_matches('"'));
    members
        .filter(|member| !member.is_empty())
        .map(|member| root.join(member))
        .collect()
}

/// Every file below a `src` folder but those of tests.
fn modules_of(src: &Path) -> Crate {
    let mut modules = Crate::new();
    let mut folders = vec![src.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(src).expect("below it").with_extension("");
            let mut module: Module = name
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            let is_test = |part: &String| part == "tests" || part.ends_with("_test");
            if module.iter().any(is_test) || module == ["main"] {
                continue;
            }
            if module
                .last()
                .is_some_and(|last| last == "mod" || last == "lib")
            {
                module.pop();
            }
            let text = std::fs::read_to_string(&path).expect("a source");
            modules.insert(module, uses_of(&text));
        }
    }
    modules
}

/// The `use` declarations of a text up to its tests.
fn uses_of(text: &str) -> Vec<Use> {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join(" ");
    let mut uses = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = rest.find("use ") {
        let before = rest[..at].trim_end();
        let (statement, after) = rest[at + 4..]
            .split_once(';')
            .unwrap_or((&rest[at + 4..], ""));
        let word = before
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let exported = word == "pub" || word.starts_with("pub(") || word.ends_with(')');
        let begins = exported || word.is_empty() || word.ends_with([';', '}', '{', ']']);
        if begins {
            let paths = expanded(statement.trim());
            uses.extend(paths.into_iter().map(|path| Use { exported, path }));
        }
        rest = if begins { after } else { &rest[at + 4..] };
    }
    uses.extend(paths_in(&code));
    uses
}

/// The paths in a text that say where they begin: `super::matrix::Matrices`.
fn paths_in(code: &str) -> impl Iterator<Item = Use> {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = code.split(move |letter: char| !is_path(letter));
    let paths = words.filter(|word| {
        let mut starts = ["super::", "crate::", "self::"].iter();
        starts.any(|start| word.starts_with(start))
    });
    paths.map(|path| Use {
        exported: false,
        path: path
            .split("::")
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect(),
    })
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let Some((prefix, list)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![
            path.split("::")
                .map(|part| part.trim().to_owned())
                .collect(),
        ];
    };
    let list = list.trim_end().strip_suffix('}').unwrap_or(list);
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (place, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    items.push(&list[start..]);
    let items = items
        .into_iter()
        .map(str::trim)
        .filter(|item| !item.is_empty());
    items
        .flat_map(|item| expanded(&format!("{prefix}{item}")))
        .collect()
}

/// The module that defines what a module names; `None` for other crates.
fn defining(modules: &Crate, from: &Module, path: &[String], exports: usize) -> Option<Module> {
    let (mut base, mut rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (from.clone(), &path[1..]),
        "super" => (from.clone(), path),
        first => {
            let mut child = from.clone();
            child.push(first.to_owned());
            modules.contains_key(&child).then(|| (from.clone(), path))?
        }
    };
    while rest.first().is_some_and(|part| part == "super") {
        base.pop();
        rest = &rest[1..];
    }
    while let Some(part) = rest.first() {
        base.push(part.clone());
        if !modules.contains_key(&base) {
            base.pop();
            break;
        }
        rest = &rest[1..];
    }
    let exporting = rest.first().filter(|_| exports > 0).and_then(|name| {
        let mut uses = modules.get(&base)?.iter();
        uses.find(|other| other.exported && other.path.last() == Some(name))
    });
    let through = exporting.and_then(|other| defining(modules, &base, &other.path, exports - 1));
    through.or(Some(base))
}

/// The circles among modules, each as the sorted names of its modules.
fn circles_of(modules: &Crate) -> Vec<Vec<String>> {
    let mut graph = DiGraph::<&Module, ()>::new();
    let nodes: BTreeMap<&Module, NodeIndex> = modules
        .keys()
        .map(|module| (module, graph.add_node(module)))
        .collect();
    for (module, uses) in modules {
        for import in uses.iter().filter(|import| !import.exported) {
            let Some(other) = defining(modules, module, &import.path, MOST_EXPORTS) else {
                continue;
            };
            if let Some(node) = nodes.get(&other)
                && !module.starts_with(&other)
            {
                graph.update_edge(nodes[module], *node, ());
            }
        }
    }
    let name = |node: &NodeIndex| graph[*node].join("/");
    let circles = kosaraju_scc(&graph)
        .into_iter()
        .filter(|circle| circle.len() > 1);
    let mut circles: Vec<Vec<String>> = circles
        .map(|circle| {
            let mut names: Vec<String> = circle.iter().map(name).collect();
            names.sort();
            names
        })
        .collect();
    circles.sort();
    circles
}
