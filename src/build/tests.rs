//! Builds without Cargo around them.

use super::environment::Environment;
use super::{Build, Output, Report, compile};
use crate::Stage;
use std::fs;
use std::path::{Path, PathBuf};

const FLAT: &str = "void main() { gl_FragColor = vec4(1.0); }";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            let path = folder.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The environment of a package that is this folder.
    fn environment(&self) -> Environment {
        Environment {
            out_dir: Some(self.path("out")),
            package: Some(self.0.path().to_owned()),
            jobs: 2,
            ..Environment::default()
        }
    }

    fn run(&self, build: &mut Build) -> Result<Report, Report> {
        compile::run(build, &self.environment())
    }
}

fn agal() -> Build {
    let mut build = Build::new();
    build.target("agal1");
    build
}

/// The only message of a build that failed.
fn message(outcome: Result<Report, Report>) -> String {
    let report = outcome.unwrap_err();
    assert_eq!(report.messages.len(), 1, "{:?}", report.messages);
    report.messages[0].short.clone()
}

#[test]
fn what_a_build_cannot_do_is_said_before_anything_is_compiled() {
    let folder = Folder::new(&[("a/x.frag", FLAT), ("x.foo", FLAT), ("empty/readme", "")]);
    let x = folder.path("a/x.frag");
    let check = |build: &mut Build, expected: &str| {
        let found = message(folder.run(build));
        assert!(found.ends_with(" [E0806]"), "{found}");
        assert!(found.contains(expected), "{found}");
    };
    check(Build::new().file(&x), "no target was named");
    check(
        Build::new().target("n64"),
        "unknown target `n64`; there are agal1",
    );
    check(agal().file(&x).file(&x), "would both write `");
    check(agal().flag("-S"), "'-S' is no flag that changes the code");
    check(agal().define("3", ""), "'3' is no name for a macro");
    check(
        agal().file(folder.path("x.foo")),
        "cannot tell the shader stage",
    );
    check(agal().bindings("../x.rs"), "must be a name below OUT_DIR");
    check(
        agal().bindings("x.py"),
        "must end in .rs, .h, .json, .as or .hx",
    );
    check(
        agal().directory(folder.path("none")),
        "cannot read the folder",
    );
    check(
        agal().directory(folder.path("empty")),
        "has no shaders in it",
    );
    let outside = Environment::default();
    let found = message(compile::run(agal().file(&x), &outside));
    assert!(found.contains("OUT_DIR is not set"), "{found}");
    assert!(!folder.path("out").exists());
}

#[test]
fn outputs_mirror_the_sources_and_are_written_once() {
    let folder = Folder::new(&[
        ("a/x.frag", FLAT),
        ("b/deep/x.frag", FLAT),
        ("b/y.glsl", "not taken: its name has no stage"),
        ("sky.glsl", FLAT),
    ]);
    let mut build = agal();
    build
        .file(folder.path("a/x.frag"))
        .file_of_stage(Stage::Fragment, folder.path("sky.glsl"))
        .directory(folder.path("b"))
        .bindings("shaders.rs")
        .listings(true);
    let report = folder.run(&mut build).unwrap();
    let names: Vec<&str> = report
        .programs
        .iter()
        .map(|program| &*program.name)
        .collect();
    assert_eq!(names, ["a_x_frag", "sky", "b_deep_x_frag"]);
    for name in [
        "a/x.frag.agal",
        "a/x.frag.agal.s",
        "a/x.frag.agal.reflection.json",
        "sky.agal",
        "b/deep/x.frag.agal",
        "shaders.rs",
    ] {
        let path = folder.path("out").join(name);
        assert!(
            report
                .outputs
                .iter()
                .any(|output| output.path == path && output.written),
            "{name}"
        );
        assert!(path.is_file(), "{name}");
    }
    let listing = fs::read_to_string(folder.path("out/a/x.frag.agal.s")).unwrap();
    assert!(listing.starts_with("mov oc, "), "{listing}");
    let again = folder.run(&mut build).unwrap();
    assert_eq!(again.outputs.len(), report.outputs.len());
    assert!(again.outputs.iter().all(|output| !output.written));
}

#[test]
fn every_shader_is_compiled_before_the_build_fails() {
    let folder = Folder::new(&[
        ("a.frag", "void main() { gl_FragColor = q; }"),
        ("b.frag", FLAT),
        ("c.frag", "void main() { gl_FragColor = r; }"),
    ]);
    let mut build = agal();
    for name in ["a.frag", "b.frag", "c.frag", "missing.frag"] {
        build.file(folder.path(name));
    }
    let report = folder.run(build.bindings("shaders.rs")).unwrap_err();
    let messages: Vec<&str> = report
        .messages
        .iter()
        .map(|message| &*message.short)
        .collect();
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert!(
        messages[0].contains("`q`") && messages[1].contains("`r`"),
        "{messages:?}"
    );
    assert!(
        messages[2].contains("cannot open input file"),
        "{messages:?}"
    );
    assert!(folder.path("out/b.frag.agal").is_file());
    assert!(!folder.path("out/shaders.rs").exists());
    // A path that does not exist would make Cargo run the script for ever.
    assert!(
        !report
            .cargo_lines()
            .contains("rerun-if-changed=missing.frag")
    );
}

#[test]
fn the_environment_has_the_last_word() {
    let folder = Folder::new(&[("x.frag", FLAT)]);
    let environment = Environment {
        target: Some("agal2".into()),
        flags: Some("-DX --container agal".into()),
        optimize: Some("3".into()),
        keep: true,
        ..folder.environment()
    };
    let mut build = agal();
    build.file(folder.path("x.frag")).variables(true);
    let report = compile::run(&build, &environment).unwrap();
    assert_eq!(report.programs[0].reflection.target, "agal2");
    assert!(folder.path("out/x.frag.agal.s").is_file());
    let program = report
        .outputs
        .iter()
        .find(|output| output.kind == Output::PROGRAM);
    let line = format!(
        "cargo::rustc-env=RETROSHADE_X_FRAG={}",
        program.unwrap().path.display()
    );
    let lines = report.cargo_lines();
    assert!(lines.lines().any(|found| found == line), "{lines}");
    let wrong = Environment {
        optimize: Some("9".into()),
        ..folder.environment()
    };
    let found = message(compile::run(&build, &wrong));
    assert!(found.contains("RETROSHADE_OPT: -O9: expected"), "{found}");
}

#[test]
fn outputs_that_cannot_be_written_are_errors() {
    let folder = Folder::new(&[
        ("x.frag", FLAT),
        ("out", "a file where the folder should be"),
    ]);
    let found = message(folder.run(agal().file(folder.path("x.frag"))));
    assert!(
        found.contains("error: cannot write `") && found.ends_with("[E0805]"),
        "{found}"
    );
}

#[test]
fn a_line_break_in_a_name_is_no_line_for_cargo() {
    let report = Report {
        watched: vec![Path::new("/").to_owned()],
        messages: vec![super::Message {
            severity: crate::diagnostics::Severity::Warning,
            short: "a\ncargo::rustc-env=X=1".into(),
            rich: String::new(),
        }],
        ..Report::default()
    };
    let lines = report.cargo_lines();
    assert!(
        lines.contains("cargo::warning=a cargo::rustc-env=X=1\n"),
        "{lines}"
    );
}

const PAIR: [(&str, &str); 2] = [
    (
        "a.vert",
        "attribute vec4 aPosition; varying vec2 vUv; varying vec3 vUnread;
         void main() { gl_Position = aPosition; vUv = aPosition.xy; vUnread = aPosition.xyz; }",
    ),
    (
        "a.frag",
        "precision mediump float; varying vec2 vUv; void main() { gl_FragColor = vec4(vUv, 0.0, 1.0); }",
    ),
];

#[test]
fn a_pair_is_linked_and_named_after_itself() {
    let folder = Folder::new(&PAIR);
    let mut build = agal();
    build
        .pair("flat", folder.path("a.vert"), folder.path("a.frag"))
        .file(folder.path("a.frag"))
        .bindings("shaders.rs");
    let report = folder.run(&mut build).unwrap();
    let names: Vec<&str> = report
        .programs
        .iter()
        .map(|program| &*program.name)
        .collect();
    assert_eq!(names, ["a_frag", "flat_vertex", "flat_fragment"]);
    let varying = |program: usize| {
        let registers = &report.programs[program].registers;
        registers
            .iter()
            .find(|register| register.identifier == "V_UV")
            .unwrap()
            .index
    };
    assert_eq!(varying(1), varying(2));
    // What the fragment program does not read is gone.
    let unread = |register: &crate::bindings::Register| register.identifier == "V_UNREAD";
    assert!(!report.programs[1].registers.iter().any(unread));
    assert!(folder.path("out/flat.vertex.agal").is_file());
    assert_eq!(report.dependencies.len(), 2);
    let found = message(folder.run(agal().pair("../x", "a.vert", "a.frag")));
    assert!(found.contains("pair `../x`: a name is made of"), "{found}");
}

#[test]
fn a_pair_that_does_not_match_is_an_error() {
    let fragment = PAIR[1]
        .1
        .replace("varying vec2", "varying vec3")
        .replace("vec4(vUv, 0.0,", "vec4(vUv,");
    let folder = Folder::new(&[PAIR[0], ("a.frag", &fragment)]);
    let found =
        message(folder.run(agal().pair("flat", folder.path("a.vert"), folder.path("a.frag"))));
    assert!(found.contains("[E07") && found.contains("vUv"), "{found}");
    let found = message(folder.run(agal().pair("flat", folder.path("a.vert"), "missing.frag")));
    assert!(
        found.contains("cannot open input file `missing.frag`"),
        "{found}"
    );
}

/// As on the command line: what the script says, then the pragma, then the extension.
#[test]
fn a_pragma_goes_before_the_extension_and_the_script_before_both() {
    let vertex = "#pragma shader_stage(vertex)\nvoid main() { gl_Position = vec4(1.0); }";
    let folder = Folder::new(&[
        ("odd.frag", vertex),
        ("open.glsl", vertex),
        (
            "said.vert",
            &format!("#pragma shader_stage(vertex)\n{FLAT}"),
        ),
    ]);
    let mut build = agal();
    build
        .file(folder.path("odd.frag"))
        .file(folder.path("open.glsl"))
        .file_of_stage(Stage::Fragment, folder.path("said.vert"));
    let report = folder.run(&mut build).unwrap();
    let stages = report.programs.iter();
    let stages: Vec<&str> = stages.map(|program| &*program.reflection.stage).collect();
    assert_eq!(stages, ["vertex", "vertex", "fragment"]);
}

#[test]
fn classes_hold_the_pair_whose_name_they_have() {
    let vertex = "attribute vec4 a; varying vec4 v; void main() { v = a; gl_Position = a; }";
    let fragment = "varying vec4 v; void main() { gl_FragColor = v; }".replacen(
        "",
        "precision mediump float; ",
        1,
    );
    let folder = Folder::new(&[("a.vert", vertex), ("a.frag", &fragment), ("b.frag", FLAT)]);
    let pair = |build: &mut Build, name: &str, with: &str| {
        build.pair(name, folder.path("a.vert"), folder.path(with));
    };
    let mut build = agal();
    pair(&mut build, "lit-cube", "a.frag");
    pair(&mut build, "flat", "b.frag");
    build.bindings("com/example/Flat.as").bindings("LitCube.hx");
    let report = folder.run(&mut build).unwrap();
    assert!(
        report
            .outputs
            .iter()
            .any(|o| o.path.ends_with("LitCube.hx"))
    );
    let flat = fs::read_to_string(folder.path("out/com/example/Flat.as")).unwrap();
    assert!(flat.contains("package com.example\n"), "{flat}");
    assert!(flat.contains("public final class Flat\n"), "{flat}");
    let lit = fs::read_to_string(folder.path("out/LitCube.hx")).unwrap();
    let code = |text: &str| text.lines().filter(|line| line.contains("\"a0")).count();
    assert!(lit.contains("class LitCube {") && code(&lit) >= 2, "{lit}");
    assert_ne!(lit.len(), flat.len());

    // A lone pair may have any name.
    let mut one = agal();
    pair(&mut one, "x", "a.frag");
    assert!(folder.run(one.bindings("Shaders.as")).is_ok());
    let wrong = |build: &mut Build, name: &str, expected: &str| {
        let found = message(folder.run(build.bindings(name)));
        assert!(found.contains(expected), "{found}");
    };
    wrong(
        &mut build,
        "Other.as",
        "none of the 2 pairs makes the class name `Other`",
    );
    wrong(&mut agal(), "Other.as", "a class holds a pair");
    wrong(&mut one, "a/9.hx", "`9` is no name of a package or class");
    let mut xbox = Build::new();
    wrong(
        xbox.target("nv2a"),
        "A.as",
        "classes are for Stage3D programs",
    );
}

#[test]
fn messages_name_files_as_the_workspace_sees_them() {
    let folder = Folder::new(&[
        ("Cargo.lock", ""),
        ("game/shaders/a.frag", "void main() { x = 1.0; }"),
    ]);
    let environment = Environment {
        package: Some(folder.path("game")),
        ..folder.environment()
    };
    assert_eq!(environment.folder_in_workspace(), "game");
    assert_eq!(folder.environment().folder_in_workspace(), "");
    let mut sources = retroshade_diagnostics::SourceMap::new();
    let file = retroshade_diagnostics::SourceFile::new("shaders/a.frag", "void main() {}");
    let id = sources.add(file);
    sources.add(retroshade_diagnostics::SourceFile::new(
        "<command line>",
        "",
    ));
    sources.move_into("game");
    assert_eq!(sources.file(id).unwrap().name, "game/shaders/a.frag");
    let last = sources.files().last().unwrap().1;
    assert_eq!(last.name, "<command line>");
}

#[test]
fn shared_types_come_with_setters_and_vertices() {
    let vertex = "attribute vec3 aPosition; uniform mat4 uMvp; uniform float uGlow[2]; varying vec4 vColor;
        void main() { gl_Position = uMvp * vec4(aPosition, 1.0); vColor = vec4(uGlow[0] + uGlow[1]); }";
    let folder = Folder::new(&[("a.vert", vertex)]);
    let mut build = Build::new();
    build
        .target("pica200")
        .shared_types(true)
        .file(folder.path("a.vert"))
        .bindings("s.rs");
    folder.run(&mut build).unwrap();
    let text = fs::read_to_string(folder.path("out/s.rs")).unwrap();
    for part in [
        "use ::retroshade_shader::{",
        "pub fn set_u_mvp(registers: &mut impl Registers, value: [[f32; 4]; 4]) {",
        "pub fn set_u_glow(registers: &mut impl Registers, value: &[f32]) {",
        "pub r#position: [f32; 3],",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    assert!(!text.contains("pub struct Register"), "{text}");
}
