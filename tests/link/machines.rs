//! The command `link` as a user sees it: files in, status, streams and files out.

use crate::harness::outcome;
use std::fs;
use tempfile::TempDir;

const VERTEX: &str = "attribute vec4 aPosition;\nvarying vec2 vUv;\nvarying float vFog;\nvoid main() {\n    gl_Position = aPosition;\n    vUv = aPosition.xy;\n    vFog = aPosition.z;\n}\n";
const FRAGMENT: &str = "precision mediump float;\nvarying vec2 vUv;\nvarying float vFog;\nuniform vec4 uTint;\nvoid main() {\n    gl_FragColor = vec4(vUv, vFog, 0.5) * uTint;\n}\n";

/// A folder with both shaders.
fn sandbox() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.vert"), VERTEX).unwrap();
    fs::write(folder.path().join("b.frag"), FRAGMENT).unwrap();
    folder
}

fn link(folder: &TempDir, arguments: &str) -> (i32, String, String) {
    outcome(folder.path(), &format!("link {arguments}"))
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "a.vert" && name != "b.frag")
        .collect();
    names.sort();
    names
}

#[test]
fn outputs_are_named_after_the_sources_or_by_o() {
    let folder = sandbox();
    assert_eq!(
        link(&folder, "--target agal1 a.vert b.frag"),
        (0, String::new(), String::new())
    );
    assert_eq!(files(&folder), ["a.vert.agal", "b.frag.agal"]);
    let folder = sandbox();
    assert_eq!(link(&folder, "--target lima b.frag a.vert -o pair").0, 0);
    assert_eq!(files(&folder), ["pair.frag.mbs", "pair.vert.mbs"]);
    let folder = sandbox();
    assert_eq!(
        link(
            &folder,
            "--target lima --container raw a.vert b.frag -o pair -mfmt=h"
        )
        .0,
        0
    );
    assert_eq!(files(&folder), ["pair.frag.h", "pair.vert.h"]);
    let folder = sandbox();
    assert_eq!(
        link(&folder, "-S --target agal2 a.vert b.frag -o pair").0,
        0
    );
    assert_eq!(files(&folder), ["pair.frag.agal2.s", "pair.vert.agal2.s"]);
    let text = fs::read_to_string(folder.path().join("pair.vert.agal2.s")).unwrap();
    assert_eq!(text, "mov op, va0\nmov v0, va0.xyz\n");
}

#[test]
fn the_record_says_where_varyings_are() {
    let folder = sandbox();
    let (status, out, _) = link(&folder, "--target lima a.vert b.frag --reflect -");
    assert_eq!(status, 0);
    let record: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(record["schema"], "retroshade-pair-1");
    let fog = &record["varyings"][1];
    assert_eq!(fog["name"], "vFog");
    assert_eq!(fog["vertex_register"], "v1");
    assert_eq!(fog["fragment_register"], "v0");
    assert_eq!(fog["components"], "z");
    // The records of the programs speak of the same.
    let of = |stage: &str, part: &str| {
        let list = record[stage][part].as_array().unwrap().clone();
        list.into_iter()
            .find(|entry| entry["name"] == "vFog")
            .unwrap()
    };
    assert_eq!(of("vertex", "outputs")["register"], "v1");
    assert_eq!(of("fragment", "inputs")["components"], "z");
}

#[test]
fn classes_are_one_file() {
    let folder = sandbox();
    assert_eq!(
        link(
            &folder,
            "--target agal1 a.vert b.frag -mfmt=as3 --class com.example.Flat"
        )
        .0,
        0
    );
    assert!(folder.path().join("com/example/Flat.as").is_file());
    let folder = sandbox();
    assert_eq!(
        link(&folder, "--target agal1 a.vert b.frag -mfmt=haxe").0,
        0
    );
    assert_eq!(files(&folder), ["A.hx"]);
    let (status, out, _) = link(&folder, "--target agal1 a.vert b.frag -mfmt=haxe -o -");
    assert_eq!(status, 0);
    assert!(out.contains("class A {"), "{out}");
}

#[test]
fn both_listings_are_printed() {
    let folder = sandbox();
    let (status, out, _) = link(&folder, "--target agal1 -S -o - a.vert b.frag");
    assert_eq!((status, files(&folder)), (0, Vec::new()));
    let [vertex, fragment] = ["x.vert", "x.frag"].map(|name| {
        assert_eq!(link(&folder, "--target agal1 -S -o x a.vert b.frag").0, 0);
        fs::read_to_string(folder.path().join(format!("{name}.agal1.s"))).unwrap()
    });
    assert_eq!(out, format!("{vertex}\n{fragment}"));
}

#[test]
fn errors_show_both_files() {
    let folder = sandbox();
    let other = VERTEX
        .replace("varying vec2 vUv", "varying vec3 vUv")
        .replace("aPosition.xy;", "aPosition.xyz;");
    fs::write(folder.path().join("a.vert"), other).unwrap();
    let (status, _, err) = link(&folder, "--target agal1 a.vert b.frag");
    assert_eq!(status, 1);
    assert_eq!(
        err,
        "\
error[E0702]: the varying `vUv` is `vec3` in the vertex shader and `vec2` in the fragment shader
  ┌─ b.frag:2:14
  │
2 │ varying vec2 vUv;
  │              ^^^ vec2
  │
  ┌─ a.vert:2:14
  │
2 │ varying vec3 vUv;
  │              --- vec3

1 error generated.
"
    );
    assert_eq!(files(&folder), [""; 0]);
}

#[test]
fn wrong_command_lines_are_refused() {
    let folder = sandbox();
    for (arguments, reason) in [
        (
            "--target agal1 a.vert",
            "link takes a vertex and a fragment shader, not 1 files",
        ),
        ("--target agal1", "no input files"),
        ("a.vert b.frag", "no target"),
        ("--target agal1 a.vert b.frag -o -", "link writes two files"),
        ("--target agal1 a.vert b.frag --class A", "--class needs"),
        ("--target lima a.vert b.frag -mfmt=as3", "Stage3D"),
        (
            "--target agal1 -S a.vert b.frag -mfmt=c",
            "-mfmt= needs a binary output",
        ),
        (
            "--target agal1 a.vert b.frag --reflect a.vert",
            "would be overwritten",
        ),
        (
            "--target agal1 a.vert b.frag --reflect a.vert.agal",
            "would be written twice",
        ),
        ("--target agal1 a.vert b.frag --varyings=loose", "loose"),
    ] {
        let (status, _, err) = link(&folder, arguments);
        assert_eq!(status, 2, "{arguments}: {err}");
        assert!(err.contains(reason), "{arguments}: {err}");
    }
    let (status, _, err) = link(
        &folder,
        "--target agal1 -mfmt=as3 --class com.class.A a.vert b.frag",
    );
    assert_eq!(status, 2);
    assert!(err.contains("`class` is no name"), "{err}");
    assert_eq!(files(&folder), [""; 0]);
}

#[test]
fn vertex_programs_join_without_fragments() {
    let folder = sandbox();
    fs::write(folder.path().join("c.vert"), VERTEX).unwrap();
    assert_eq!(
        link(
            &folder,
            "--target pica200 a.vert c.vert -o both.shbin -Wno-unmapped-varying"
        )
        .0,
        0
    );
    let bytes = fs::read(folder.path().join("both.shbin")).unwrap();
    assert_eq!(&bytes[..4], b"DVLB");
    assert_eq!(bytes[4], 2);
    for target in ["pica200", "nv2a"] {
        let files = "a.vert b.frag c.vert -o x";
        let (status, _, err) = link(&folder, &format!("--target {target} {files}"));
        assert_eq!(status, 1, "{err}");
        assert!(
            err.contains(&format!("error[E0301]: {target} has no fragment programs")),
            "{err}"
        );
    }
    let (status, _, err) = link(&folder, "--target nv2a a.vert c.vert -o x");
    assert_eq!(status, 2);
    assert!(
        err.contains("error[E0303]: a file of nv2a holds one program"),
        "{err}"
    );
    assert_eq!(link(&folder, "--target nv2a a.vert").0, 0);
    assert!(
        files(&folder).contains(&"a.nv2a".to_owned()),
        "{:?}",
        files(&folder)
    );
}

#[test]
fn fixed_fragment_stages_become_settings() {
    let folder = sandbox();
    for (target, names) in [
        ("pica200", ["x.frag.tev", "x.vert.shbin"]),
        ("nv2a", ["x.frag.rc", "x.vert.nv2a"]),
    ] {
        let (status, _, err) = link(
            &folder,
            &format!("--target {target} b.frag a.vert -o x --reflect x.json"),
        );
        assert_eq!(status, 0, "{err}");
        for name in names {
            assert!(files(&folder).contains(&name.to_owned()), "{name}");
        }
        let record = fs::read_to_string(folder.path().join("x.json")).unwrap();
        assert!(record.contains("\"schema\": \"retroshade-pair-1\""));
    }
}

#[test]
fn a_rule_names_both_outputs_and_everything_read() {
    let folder = sandbox();
    fs::write(folder.path().join("common.glsl"), "uniform vec4 uTint;\n").unwrap();
    let text = FRAGMENT.replace("uniform vec4 uTint;", "#include \"common.glsl\"");
    fs::write(folder.path().join("b.frag"), text).unwrap();
    assert_eq!(
        link(&folder, "--target agal1 a.vert b.frag -o out -MD"),
        (0, String::new(), String::new())
    );
    let rule = fs::read_to_string(folder.path().join("out.d")).unwrap();
    assert_eq!(
        rule,
        "out.vert.agal out.frag.agal: a.vert b.frag common.glsl\n"
    );
    let status = |arguments: &str| {
        link(
            &folder,
            &format!("--target agal1 a.vert b.frag {arguments}"),
        )
        .0
    };
    assert_eq!(status("-MD -MF deps -MT all"), 0);
    let rule = fs::read_to_string(folder.path().join("deps")).unwrap();
    assert_eq!(rule, "all: a.vert b.frag common.glsl\n");
    assert_eq!(status("-M"), 2);
    assert_eq!(status("-MF deps"), 2);
}

#[test]
fn counts_of_both_programs_are_shown() {
    let folder = sandbox();
    let (_, _, err) = link(&folder, "--target agal1 a.vert b.frag --stats=json");
    let lines: Vec<serde_json::Value> = err
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["source"], "a.vert");
    assert_eq!(lines[1]["source"], "b.frag");
}
