//! `retroshade pack` as its user sees it.

mod again;
mod files;
mod pairs;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const VERTEX: &str = "
#include \"scale.glsl\"
attribute vec4 aPosition;
uniform mat4 uMvp;
#ifdef FOG
varying float vFog;
#endif
void main() {
    gl_Position = uMvp * aPosition * SCALE;
#ifdef FOG
    vFog = gl_Position.z * float(FOG);
#endif
}";
const FRAGMENT: &str =
    "precision mediump float;\nuniform vec4 uColor;\nvoid main() { gl_FragColor = uColor; }\n";

const DESCRIPTION: &str = "
[pack]
output = \"build\"
targets = [\"agal1\", \"pica200\"]
include = [\"shaders/include\"]

[defines]
UNUSED = 3

[[shaders]]
files = [\"shaders/**/*.vert\", \"shaders/*.frag\"]
exclude = [\"shaders/old/**\"]
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.write("shaders/cube.vert", VERTEX);
        folder.write("shaders/deep/sky.vert", &VERTEX.replace("uMvp", "uSky"));
        folder.write("shaders/flat.frag", FRAGMENT);
        folder.write("shaders/old/bad.vert", "not a shader");
        folder.write("shaders/include/scale.glsl", "#define SCALE 2.0\n");
        folder.write("shaders.toml", DESCRIPTION);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn pack(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_retroshade"))
            .current_dir(self.0.path())
            .args(["pack", "shaders.toml"])
            .args(arguments)
            .output()
            .unwrap()
    }

    /// What the table says of a target's vertex programs: compiled, unchanged, failed.
    fn counts(&self, arguments: &[&str], target: &str) -> [usize; 3] {
        let output = self.pack(arguments);
        let table = String::from_utf8(output.stdout).unwrap();
        let row = table
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .find(|row| row.starts_with(&[target, "vertex"]));
        let row = row.unwrap_or_else(|| panic!("{table}"));
        [2, 3, 4].map(|column| row[column].parse().unwrap())
    }

    fn index(&self) -> Value {
        serde_json::from_slice(&fs::read(self.path("build/pack.json")).unwrap()).unwrap()
    }

    /// Every file of the output folder with its content.
    fn outputs(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.path("build"), &mut files);
        let root = self.path("build");
        let relative = |(path, bytes): (PathBuf, Vec<u8>)| {
            (path.strip_prefix(&root).unwrap().to_owned(), bytes)
        };
        files.into_iter().map(relative).collect()
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let bytes = fs::read(&path).unwrap();
            files.insert(path, bytes);
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_set_is_compiled_and_summed_up() {
    let folder = Folder::new();
    let output = folder.pack(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 5, "{table}");
    assert!(
        lines[0].starts_with("target   stage     compiled  unchanged  failed"),
        "{table}"
    );
    assert!(
        lines[1].starts_with("agal1    vertex           2          0       0"),
        "{table}"
    );
    assert!(
        lines[2].starts_with("agal1    fragment         1          0       0"),
        "{table}"
    );
    assert!(
        lines[3].starts_with("pica200  vertex           2          0       0"),
        "{table}"
    );
    assert!(lines[1].contains(" of 8, cube.vert"), "{table}");
    assert!(
        lines[4].starts_with("pica200  fragment         1          0       0"),
        "{table}"
    );
    let outputs = folder.outputs();
    for name in [
        "agal1/shaders/cube.vert.agal",
        "agal1/shaders/cube.vert.agal.json",
        "agal1/shaders/deep/sky.vert.agal",
        "agal1/shaders/flat.frag.agal",
        "pica200/shaders/cube.vert.shbin",
        "pica200/shaders/flat.frag.tev",
    ] {
        assert!(
            outputs.contains_key(Path::new(name)),
            "{name}: {:?}",
            outputs.keys()
        );
    }
    // The same as the command line makes of the same source.
    let alone = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .current_dir(folder.0.path())
        .args([
            "--target=agal1",
            "-Ishaders/include",
            "-DUNUSED=3",
            "-o",
            "-",
            "shaders/cube.vert",
        ])
        .output()
        .unwrap();
    assert_eq!(
        outputs[Path::new("agal1/shaders/cube.vert.agal")],
        alone.stdout
    );
}

#[test]
fn only_what_changed_is_compiled_again() {
    let folder = Folder::new();
    assert_eq!(folder.counts(&[], "agal1"), [2, 0, 0]);
    let first = folder.outputs();
    assert_eq!(folder.counts(&[], "agal1"), [0, 2, 0]);
    assert!(text(&folder.pack(&[]).stderr).starts_with("nothing to compile"));
    // A new time without a new content is no change.
    folder.write("shaders/cube.vert", VERTEX);
    assert_eq!(folder.counts(&[], "agal1"), [0, 2, 0]);
    assert_eq!(folder.outputs(), first);
    // The source; what it includes; what it would include; options; an output.
    folder.write("shaders/cube.vert", &VERTEX.replace("* SCALE", "* -SCALE"));
    assert_eq!(folder.counts(&[], "agal1"), [1, 1, 0]);
    folder.write("shaders/include/scale.glsl", "#define SCALE 3.0\n");
    assert_eq!(folder.counts(&[], "agal1"), [2, 0, 0]);
    folder.write("shaders/deep/scale.glsl", "#define SCALE 4.0\n");
    assert_eq!(folder.counts(&[], "agal1"), [1, 1, 0]);
    folder.write(
        "shaders.toml",
        &DESCRIPTION.replace("UNUSED = 3", "UNUSED = 4"),
    );
    assert_eq!(folder.counts(&[], "agal1"), [2, 0, 0]);
    fs::write(folder.path("build/agal1/shaders/cube.vert.agal"), "damaged").unwrap();
    assert_eq!(folder.counts(&[], "agal1"), [1, 1, 0]);
    assert_eq!(folder.counts(&["--force"], "agal1"), [2, 0, 0]);
    assert_eq!(
        folder.counts(&["--force", "--target=agal1"], "agal1"),
        [2, 0, 0]
    );
    // What another target has is not forgotten.
    assert_eq!(folder.counts(&[], "pica200"), [0, 2, 0]);
}

#[test]
fn permutations_have_names_and_programs_of_their_own() {
    let folder = Folder::new();
    let lists = "[shaders.defines]\nFOG = [false, true]\nUNUSED = [1, 2]\n";
    folder.write("shaders.toml", &format!("{DESCRIPTION}{lists}"));
    assert_eq!(folder.counts(&[], "agal1"), [8, 0, 0]);
    let outputs = folder.outputs();
    let program = |name: &str| &outputs[&Path::new("agal1/shaders").join(name)];
    assert_eq!(
        program("cube.UNUSED_1.vert.agal"),
        program("cube.UNUSED_2.vert.agal")
    );
    assert_ne!(
        program("cube.UNUSED_1.vert.agal"),
        program("cube.FOG.UNUSED_1.vert.agal")
    );
    let index = folder.index();
    let entry = &index["programs"]["agal1/shaders/cube.FOG.UNUSED_2.vert.agal"];
    assert_eq!(entry["defines"]["FOG"], "1");
    assert_eq!(entry["source"], "shaders/cube.vert");
    assert!(entry["inputs"]["shaders/include/scale.glsl"].is_string());
}

#[test]
fn outputs_do_not_depend_on_threads_or_folders() {
    let (one, other) = (Folder::new(), Folder::new());
    one.pack(&["-j1"]);
    other.pack(&["-j", "7"]);
    assert_eq!(one.outputs(), other.outputs());
    assert_eq!(
        one.pack(&["--force", "-j", "1"]).stdout,
        other.pack(&["--force", "-j4"]).stdout
    );
}

#[test]
fn a_broken_shader_costs_only_itself() {
    let folder = Folder::new();
    folder.write(
        "shaders/cube.vert",
        &VERTEX.replace("aPosition *", "aPositon *"),
    );
    let output = folder.pack(&[]);
    assert_eq!(output.status.code(), Some(1));
    let messages = text(&output.stderr);
    // Once, though two targets wanted it.
    assert_eq!(messages.matches("aPositon").count(), 2, "{messages}");
    assert!(messages.contains("┌─ shaders/cube.vert:9:"), "{messages}");
    assert!(messages.contains("1 error generated"), "{messages}");
    assert_eq!(folder.counts(&[], "agal1"), [0, 1, 1]);
    folder.write("shaders/cube.vert", VERTEX);
    assert_eq!(folder.counts(&[], "agal1"), [1, 1, 0]);
}

#[test]
fn faults_of_the_description_have_a_place_or_a_name() {
    let folder = Folder::new();
    for (old, new, status, part) in [
        (
            "output",
            "outptu",
            1,
            "shaders.toml:3:1: error: unknown field `outptu`",
        ),
        ("\"agal1\"", "\"n64\"", 1, "unknown target `n64`; there are"),
        ("[\"agal1\", \"pica200\"]", "[]", 1, "no targets"),
        (
            "shaders/*.frag",
            "none/*.frag",
            1,
            "files = `none/*.frag`: there is no such file",
        ),
        (
            "include = [",
            "flags = [\"-S\"]\ninclude = [",
            1,
            "'-S' is no flag that changes the code",
        ),
        ("UNUSED = 3", "GL_X = 3", 1, "macro 'GL_X'"),
        (
            "[[shaders]]",
            "[[shaders]]\nfiles = [\"shaders/cube.vert\"]\n[[shaders]]",
            1,
            "would both write",
        ),
    ] {
        folder.write("shaders.toml", &DESCRIPTION.replace(old, new));
        let output = folder.pack(&["--diagnostics=short"]);
        let messages = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{messages}");
        assert!(messages.contains(part), "{part}\n{messages}");
        assert!(!folder.path("build").exists());
    }
    fs::remove_file(folder.path("shaders.toml")).unwrap();
    let output = folder.pack(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot open `shaders.toml`: No such file"));
    for arguments in [&["more.toml"][..], &["-j0"], &["--target=n64"]] {
        assert_eq!(
            folder.pack(arguments).status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn nothing_is_printed_if_nobody_wants_it() {
    let folder = Folder::new();
    let output = folder.pack(&["--quiet"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        (text(&output.stdout), text(&output.stderr)),
        Default::default()
    );
}

#[test]
#[cfg(unix)]
fn links_in_circles_end() {
    let folder = Folder::new();
    for name in ["up", "around"] {
        std::os::unix::fs::symlink("..", folder.path(&format!("shaders/deep/{name}"))).unwrap();
    }
    let output = folder.pack(&[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let index = folder.index();
    let programs = index["programs"].as_object().unwrap();
    assert_eq!(programs.len(), 6, "{:?}", programs.keys());
}

#[test]
fn what_a_killed_process_left_is_removed_when_it_is_old() {
    let folder = Folder::new();
    folder.pack(&[]);
    let old = folder.path("build/.retroshade-0123456789abcdef.part");
    let fresh = folder.path("build/agal1/.retroshade-fedcba9876543210.part");
    let other = folder.path("build/notes.part");
    for path in [&old, &fresh, &other] {
        fs::write(path, "half").unwrap();
    }
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    for path in [&old, &other] {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(long_ago).unwrap();
    }
    folder.pack(&[]);
    assert_eq!(
        [&old, &fresh, &other].map(|path| path.exists()),
        [false, true, true]
    );
}

#[test]
fn an_included_file_is_no_place_for_an_output() {
    let folder = Folder::new();
    let included = "build/agal1/shaders/cube.vert.agal";
    folder.write(included, "#define SCALE 2.0\n");
    folder.write(
        "shaders/cube.vert",
        &VERTEX.replace("scale.glsl", &format!("../{included}")),
    );
    let output = folder.pack(&["--target", "agal1"]);
    assert!(
        text(&output.stderr).contains("would be overwritten"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(
        fs::read_to_string(folder.path(included)).unwrap(),
        "#define SCALE 2.0\n"
    );
}

#[test]
fn after_a_failure_the_rest_is_compiled_or_not_begun() {
    let folder = Folder::new();
    folder.write("shaders/cube.vert", "not a shader");
    let fast = folder.pack(&["--fail-fast", "-j", "1", "--summary=json"]);
    assert_eq!(fast.status.code(), Some(1));
    let summary: Value = serde_json::from_slice(&fast.stdout).unwrap();
    let states = |summary: &Value| -> Vec<String> {
        let programs = summary["programs"].as_array().unwrap().iter();
        programs
            .map(|program| program["state"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        states(&summary),
        [
            "failed", "failed", "skipped", "skipped", "skipped", "skipped"
        ]
    );
    let all = folder.pack(&["--keep-going", "--summary=json"]);
    let summary: Value = serde_json::from_slice(&all.stdout).unwrap();
    assert_eq!(
        states(&summary),
        [
            "failed", "failed", "compiled", "compiled", "compiled", "compiled"
        ]
    );
    let speed = String::from_utf8_lossy(&all.stderr).into_owned();
    assert!(speed.contains("compiled 4 programs, 2 failed,"), "{speed}");
    let junit = folder.pack(&["--summary=junit"]);
    let text = String::from_utf8(junit.stdout).unwrap();
    assert!(
        text.contains("<testsuite name=\"agal1\" tests=\"3\" failures=\"1\" skipped=\"0\">"),
        "{text}"
    );
    assert!(
        text.contains("<failure message=\"did not compile\"/></testcase>"),
        "{text}"
    );
}

#[test]
fn names_and_a_bundle_are_as_the_description_says() {
    let folder = Folder::new();
    let pack = "[pack]\nnames = \"{stage}/{stem}.{target}.{ext}\"\nbundle = \"all.pak\"\n\
                bindings = [\"c\", \"rust\", \"as3\"]\n";
    folder.write("shaders.toml", &DESCRIPTION.replace("[pack]\n", pack));
    let output = folder.pack(&[]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for name in [
        "vertex/cube.pica200.shbin",
        "fragment/flat.agal1.agal",
        "all.pak",
        "all.pak.h",
        "all.pak.rs",
        "All.as",
    ] {
        assert!(folder.path("build").join(name).exists(), "{name}");
    }
    let bundle = fs::read(folder.path("build/all.pak")).unwrap();
    let header = fs::read_to_string(folder.path("build/all.pak.h")).unwrap();
    let number = |name: &str| -> usize {
        let line = header.lines().find(|line| line.contains(name)).unwrap();
        let number = line.rsplit(' ').next().unwrap();
        number.trim_end_matches('u').parse().unwrap()
    };
    let start = number("VERTEX_CUBE_PICA200_SHBIN_OFFSET");
    let size = number("VERTEX_CUBE_PICA200_SHBIN_SIZE");
    let alone = fs::read(folder.path("build/vertex/cube.pica200.shbin")).unwrap();
    assert_eq!(bundle[start..start + size], alone);
    let wrong = DESCRIPTION.replace("[pack]\n", "[pack]\nnames = \"../{stem}\"\n");
    folder.write("shaders.toml", &wrong);
    assert_eq!(folder.pack(&[]).status.code(), Some(1));
}

#[test]
fn an_edit_wakes_the_watcher() {
    let folder = Folder::new();
    let mut watching = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .current_dir(folder.0.path())
        .args(["pack", "--watch", "--quiet", "shaders.toml"])
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let program = folder.path("build/agal1/shaders/cube.vert.agal");
    let until = |done: &dyn Fn() -> bool| {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !done() && std::time::Instant::now() < deadline {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        done()
    };
    let made = until(&|| folder.path("build/pack.json").exists());
    let first = fs::read(&program).unwrap_or_default();
    // The watch begins after the first round.
    std::thread::sleep(std::time::Duration::from_secs(1));
    folder.write("shaders/include/scale.glsl", "#define SCALE 3.0\n");
    let changed = until(&|| fs::read(&program).is_ok_and(|bytes| bytes != first));
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert!(made && changed, "made: {made}, changed: {changed}");
}
