//! What a pack may write and remove: only what is its own.

use super::{Folder, text};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;

/// Adds a program with one file of this hash to `pack.json`, as one that nobody asks for.
fn pretend(index: &mut Value, number: usize, file: &str, hash: &str) {
    let programs = index["programs"].as_object_mut().unwrap();
    let mut entry = programs.values().next().unwrap().clone();
    entry["outputs"] = json!({ file: hash });
    programs.insert(format!("agal1/pretended{number}"), entry);
}

fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn only_what_the_pack_wrote_is_removed() {
    let folder = Folder::new();
    folder.pack(&[]);
    let precious = hash(b"precious");
    for name in [
        "notes.txt",
        "build/changed.agal",
        "build/.hidden",
        "elsewhere/victim",
    ] {
        folder.write(name, "precious");
    }
    let mut index = folder.index();
    let absolute = folder.path("notes.txt").to_string_lossy().into_owned();
    let mut names = vec![
        ("../notes.txt", "none that a pack writes"),
        ("../shaders/cube.vert", "none that a pack writes"),
        ("agal1/../../notes.txt", "none that a pack writes"),
        (&absolute, "none that a pack writes"),
        ("changed.agal", "not as it was written"),
        ("pack.json", "an output of this pack"),
        (
            "agal1/shaders/cube.vert.agal.json",
            "an output of this pack",
        ),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../elsewhere", folder.path("build/linked")).unwrap();
        std::os::unix::fs::symlink("../notes.txt", folder.path("build/link")).unwrap();
        names.push(("linked/victim", "through a link"));
        names.push(("link", "through a link"));
    }
    for (number, (name, _)) in names.iter().enumerate() {
        let hash = match *name {
            "changed.agal" => hash(b"as it was"),
            _ => precious.clone(),
        };
        pretend(&mut index, number, name, &hash);
    }
    pretend(&mut index, names.len(), ".hidden", &precious);
    folder.write("build/pack.json", &index.to_string());
    let output = folder.pack(&["--prune"]);
    let said = text(&output.stderr);
    for (name, reason) in names
        .iter()
        .filter(|(name, _)| !name.contains("cube.vert.agal"))
    {
        let line = said
            .lines()
            .find(|line| line.contains(&format!("`{name}`")));
        let line = line.unwrap_or_else(|| panic!("{name}: {said}"));
        assert!(
            line.starts_with("left alone: ") && line.contains(reason),
            "{line}"
        );
    }
    assert!(said.contains("removed 1 file of"), "{said}");
    for name in ["notes.txt", "build/changed.agal", "elsewhere/victim"] {
        assert_eq!(fs::read(folder.path(name)).unwrap(), b"precious", "{name}");
    }
    assert!(folder.path("shaders/cube.vert").exists());
    assert!(!folder.path("build/.hidden").exists());
    assert!(
        folder
            .path("build/agal1/shaders/cube.vert.agal.json")
            .exists()
    );
    // They are named once.
    assert!(!text(&folder.pack(&["--prune"]).stderr).contains("left alone"));
}

#[test]
fn a_source_that_lies_among_the_outputs_is_not_removed() {
    let folder = Folder::new();
    let description = super::DESCRIPTION.replace("\"build\"", "\".\"");
    folder.write("shaders.toml", &description);
    folder.pack(&[]);
    let read = fs::read(folder.path("pack.json")).unwrap();
    let mut index: Value = serde_json::from_slice(&read).unwrap();
    let source = fs::read(folder.path("shaders/cube.vert")).unwrap();
    pretend(&mut index, 0, "shaders/cube.vert", &hash(&source));
    folder.write("pack.json", &index.to_string());
    let said = text(&folder.pack(&["--prune"]).stderr);
    assert!(
        said.contains("`shaders/cube.vert`: it is read by this pack"),
        "{said}"
    );
    assert!(folder.path("shaders/cube.vert").exists());
}

#[test]
fn no_output_is_the_description_or_a_source() {
    for (output, names, source, lost) in [
        (
            "new/..",
            "shaders/flat.frag",
            "flat.frag",
            "shaders/flat.frag",
        ),
        (".", "shaders.toml", "flat.frag", "shaders.toml"),
        (
            "shaders/new/..",
            "include/scale.glsl",
            "cube.vert",
            "shaders/include/scale.glsl",
        ),
    ] {
        let folder = Folder::new();
        let description = format!(
            "[pack]\noutput = \"{output}\"\ntargets = [\"agal1\"]\ninclude = [\"shaders/include\"]\n\
             names = \"{names}\"\n[[shaders]]\nfiles = [\"shaders/{source}\"]\n"
        );
        folder.write("shaders.toml", &description);
        let before = fs::read(folder.path(lost)).unwrap();
        let made = folder.pack(&[]);
        assert_eq!(made.status.code(), Some(1), "{lost}");
        let said = text(&made.stderr);
        assert!(said.contains("would be overwritten"), "{said}");
        assert_eq!(fs::read(folder.path(lost)).unwrap(), before, "{lost}");
        assert!(!folder.path("new").exists());
    }
}

#[test]
fn two_results_never_have_one_name() {
    let folder = Folder::new();
    for (more, name) in [
        ("names = \"pack.json\"", "pack.json"),
        ("names = \"a.pak\"\nbundle = \"a.pak\"", "a.pak"),
    ] {
        folder.write(
            "shaders.toml",
            &format!("[pack]\ntargets = [\"agal1\"]\n{more}\n[[shaders]]\nfiles = [\"shaders/flat.frag\"]\n"),
        );
        let said = text(&folder.pack(&[]).stderr);
        assert!(
            said.contains(&format!("two results would both go to `{name}`")),
            "{said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_sources_is_refused_and_not_waited_for() {
    let folder = Folder::new();
    for name in ["shaders/pipe.frag", "pipe.glsl"] {
        let made = std::process::Command::new("mkfifo")
            .arg(folder.path(name))
            .status();
        assert!(made.unwrap().success());
    }
    folder.write(
        "shaders/includes.frag",
        "#include \"../pipe.glsl\"\nvoid main() {}\n",
    );
    let made = folder.pack(&[]);
    assert_eq!(made.status.code(), Some(1));
    let said = text(&made.stderr);
    assert_eq!(
        said.matches("it is a named pipe, not a file").count(),
        2,
        "{said}"
    );
    assert!(folder.path("build/agal1/shaders/flat.frag.agal").exists());
}

#[test]
fn includes_stay_in_the_root_that_is_asked_for() {
    let folder = Folder::new();
    let inside = folder.pack(&["--include-root", "shaders"]);
    assert!(inside.status.success(), "{}", text(&inside.stderr));
    let outside = folder.pack(&["--include-root", "shaders/deep"]);
    let said = text(&outside.stderr);
    assert!(
        said.contains("--include-root=shaders/deep: what lies outside is not read"),
        "{said}"
    );
    // The description may ask for it as well, from its own folder.
    folder.write(
        "shaders.toml",
        &super::DESCRIPTION.replace(
            "[defines]",
            "flags = [\"--include-root=shaders/old\"]\n[defines]",
        ),
    );
    let said = text(&folder.pack(&[]).stderr);
    assert!(
        said.contains("shaders/old: what lies outside is not read"),
        "{said}"
    );
}
