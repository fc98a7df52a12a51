//! Nothing is published. So whatever needs a registry or the address of a repository is a template in `dist/release`, which a
//! release fills in, and no other file sends anybody to an account or a crate that is not the project's.

use crate::project::{Project, is_there};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use walkdir::WalkDir;

/// Words that name an account, a registry or a release.
const ADDRESSES: [&str; 8] = [
    "github.com/retroshade",
    "retroshade/retroshade",
    "uses: retroshade/",
    "users.noreply",
    "cargo install retroshade",
    "cargo install --locked retroshade",
    "cargo add retroshade",
    "binstall",
];

/// Dependencies by a version alone, which a registry would have to know.
const VERSIONS: [&str; 3] = [
    "retroshade = \"",
    "retroshade-shader = \"",
    "retroshade = { version",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a checkout. What tools put there is left out.
fn files() -> impl Iterator<Item = PathBuf> {
    let made = ["target", "build", "node_modules", ".git", "Cargo.lock"];
    let walk = WalkDir::new(root()).into_iter();
    let ours = walk.filter_entry(move |entry| {
        entry.depth() == 0 || !made.contains(&&*entry.file_name().to_string_lossy())
    });
    let files = ours.filter_map(Result::ok);
    files
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
}

#[test]
fn nothing_but_the_template_names_a_registry_or_an_account() {
    let mut read = 0;
    let mut found = Vec::new();
    for path in files() {
        let name = path.strip_prefix(root()).expect("a path below the root");
        if name.starts_with("dist/release") || name == Path::new("tests/suite/release.rs") {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        read += 1;
        let page = name.extension().is_some_and(|extension| extension == "md");
        let versions = VERSIONS.iter().filter(|_| page);
        for word in ADDRESSES.iter().chain(versions) {
            if text.contains(word) {
                found.push(format!("{}: {word}", name.display()));
            }
        }
    }
    assert!(read > 1000, "only {read} files read");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The packages that a build for Linux takes, as `cargo metadata` tells; `None` without a cargo that knows them.
fn packages() -> Option<Vec<serde_json::Value>> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version=1", "--offline", "--locked"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(root())
        .output()
        .ok()
        .filter(|output| output.status.success());
    let Some(output) = output else {
        eprintln!("skipped: cargo does not know all packages without a network");
        return None;
    };
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().cloned()
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let Some(packages) = packages() else {
        return;
    };
    let deny = fs::read_to_string(root().join("deny.toml")).expect("the file");
    let deny: toml::Table = deny.parse().expect("TOML");
    let allowed = deny["licenses"]["allow"].as_array().expect("a list");
    let is_allowed = |name: &str| allowed.iter().any(|one| one.as_str() == Some(name.trim()));
    for package in &packages {
        let licence = package["license"].as_str().unwrap_or_default();
        // An old spelling has a slash for `OR`; `AND` binds closer.
        let choices = licence.replace('/', " OR ").replace(['(', ')'], "");
        let mut parts = choices.split(" AND ");
        let fits = parts.all(|part| part.split(" OR ").any(is_allowed));
        assert!(fits, "{}: {licence}", package["name"]);
    }
    assert!(packages.len() > 100);
}

#[test]
fn the_change_log_has_the_version_that_is_built() {
    let log = fs::read_to_string(root().join("CHANGELOG.md")).expect("the file");
    let heading = format!("\n## {}", env!("CARGO_PKG_VERSION"));
    assert!(log.contains(&heading), "no {heading:?}");
}

#[test]
fn the_notices_name_every_crate_that_is_linked() {
    if !is_there("python3") || packages().is_none() {
        return;
    }
    let notices = root().join("dist/release/notices");
    let output = Command::new("python3")
        .arg(notices)
        .arg("x86_64-unknown-linux-gnu")
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .expect("python3");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for crate_name in ["naga", "clap", "petgraph", "indexmap", "codespan-reporting"] {
        assert!(text.contains(&format!("\n  {crate_name} ")), "{crate_name}");
    }
    assert!(text.contains("Permission is hereby granted, free of charge"));
}

#[test]
fn the_template_is_filled_in() {
    if !is_there("bash") {
        return;
    }
    let project = Project::new();
    let fill = root().join("dist/release/fill");
    let fill = fill.to_string_lossy();
    let refused = project.try_run("bash", &[&fill, "retroshade", "out"]);
    assert_eq!(refused.status.code(), Some(2));
    let address = "https://git.example/someone/retroshade";
    project.run("bash", &[&fill, address, "out"]);
    let read = |name: &str| String::from_utf8(project.read(&format!("out/{name}"))).expect(name);
    let version = env!("CARGO_PKG_VERSION");

    let manifest: toml::Table = read("manifest.toml").parse().expect("a manifest");
    assert_eq!(
        manifest["workspace"]["package"]["repository"].as_str(),
        Some(address)
    );
    let package: serde_json::Value = serde_json::from_str(&read("package.json")).expect("JSON");
    assert_eq!(package["repository"]["url"], format!("{address}.git"));
    let install = read("install.md");
    let uses = format!("- uses: someone/retroshade/dist/github@v{version}");
    assert!(install.contains(&uses), "{install}");
    let script = read("PKGBUILD");
    for line in [
        &*format!("url='{address}'"),
        "source=(\"${url}/archive/refs/tags/v${pkgver}.tar.gz\")",
        "sha256sums=('SKIP')",
    ] {
        assert!(script.lines().any(|found| found == line), "{script}");
    }
    assert!(!script.contains("startdir"), "{script}");
    project.run("bash", &["-n", "out/PKGBUILD"]);
    project.run("bash", &["-n", "out/oss-fuzz/build.sh"]);
    for name in [
        "manifest.toml",
        "install.md",
        "github/action.yml",
        "oss-fuzz/Dockerfile",
        "oss-fuzz/project.yaml",
    ] {
        let text = read(name);
        assert!(!text.contains("@REPOSITORY@") && !text.contains("@SLUG@"));
        assert!(!text.contains("@VERSION@"), "{text}");
        assert!(text.contains("someone/retroshade"), "{name}: {text}");
    }
}
