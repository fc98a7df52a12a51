//! The files of `docs/build-systems.md` under the tools they are for. A tool that is not there is skipped
//! with a message.

use crate::project::{Project, is_there};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The block of the page whose first line is `# NAME`.
fn block(name: &str) -> String {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/build-systems.md"));
    let page = page.unwrap();
    let (_, rest) = page
        .split_once(&format!("\n# {name}\n"))
        .unwrap_or_else(|| panic!("the page has no {name}"));
    rest.split_once("```").unwrap().0.to_owned()
}

/// A project with shaders and one file of the page, which is the page's block of the name `title`.
fn set_up(file: &str, title: &str) -> Project {
    let project = Project::new();
    project.write(file, &block(title));
    project.write(
        "shaders/cube.vert",
        "#include \"light.glsl\"\nattribute vec4 aPosition;\nuniform mat4 uMvp;\nvarying vec4 vColor;\n\
         void main() { gl_Position = uMvp * aPosition; vColor = vec4(LIGHT); }\n",
    );
    project.write("shaders/light.glsl", "#define LIGHT 0.25\n");
    let sky = "attribute vec4 aPosition;\nvoid main() { gl_Position = aPosition; }\n";
    project.write("shaders/sky.vert", sky);
    project
}

fn says(project: &Project, tool: &str, arguments: &[&str]) -> String {
    String::from_utf8(project.run(tool, arguments).stdout).unwrap()
}

/// A build makes `outputs`, the next one does nothing, and an edited include makes only what depends on it.
fn check(project: &Project, tool: &str, arguments: &[&str], outputs: &[&str], idle: &str) {
    project.run(tool, arguments);
    let first: Vec<Vec<u8>> = outputs.iter().map(|name| project.read(name)).collect();
    let said = says(project, tool, arguments);
    assert!(said.contains(idle), "{said}");
    project.edit("shaders/light.glsl", "#define LIGHT aPosition.z\n");
    let said = says(project, tool, arguments);
    assert!(!said.contains(idle), "{said}");
    for (name, old) in outputs.iter().zip(first) {
        let depends = name.contains("cube");
        assert_eq!(project.read(name) != old, depends, "{name}");
    }
}

#[test]
fn make_builds_what_changed() {
    if !is_there("make") {
        return;
    }
    let project = set_up("Makefile", "Makefile");
    let outputs = ["build/cube.vert.shbin", "build/sky.vert.shbin"];
    check(
        &project,
        "make",
        &["all"],
        &outputs,
        "Nothing to be done for 'all'",
    );
    // An include that is gone does not stop make.
    fs::remove_file(project.path("shaders/light.glsl")).unwrap();
    let sky = "void main() { gl_Position = vec4(1.0); }\n";
    project.edit("shaders/cube.vert", sky);
    project.run("make", &["all"]);
}

/// A pair of shaders, of which the vertex shader includes a file.
fn set_up_pair(file: &str, title: &str) -> Project {
    let project = set_up(file, title);
    let varyings = "varying vec4 vColor;\n";
    project.write(
        "shaders/cube.frag",
        &format!("precision mediump float;\n{varyings}void main() {{ gl_FragColor = vColor; }}\n"),
    );
    project
}

#[test]
fn make_and_ninja_build_pairs() {
    let outputs = ["build/cube.vert.shbin"];
    for (tool, file, title, idle) in [
        (
            "make",
            "Makefile",
            "Makefile with pairs",
            "Nothing to be done",
        ),
        (
            "ninja",
            "build.ninja",
            "build.ninja with pairs",
            "no work to do",
        ),
    ] {
        if is_there(tool) {
            let project = set_up_pair(file, title);
            check(&project, tool, &[], &outputs, idle);
            assert!(project.path("build/cube.frag.tev").exists());
        }
    }
}

#[test]
fn the_rules_for_consoles_are_makes() {
    if !is_there("make") {
        return;
    }
    let project = set_up("rules.mk", "Makefile for devkitPro");
    // devkitPro's macro turns a file into an object; its name is all that the rule needs.
    let macros = "define bin2o\n@cp $< $(*F).shbin.o; echo made > $(*F)_shbin.h\nendef\n";
    project.write(
        "Makefile",
        &format!("all: cube.shbin.o\n{macros}include rules.mk\n"),
    );
    fs::copy(project.path("shaders/cube.vert"), project.path("cube.vert")).unwrap();
    project.write("light.glsl", "#define LIGHT 0.25\n");
    project.run("make", &["all"]);
    let first = project.read("cube.shbin.o");
    assert_eq!(first[..4], *b"DVLB");
    assert!(says(&project, "make", &["all"]).contains("Nothing to be done"));
    project.edit("light.glsl", "#define LIGHT aPosition.z\n");
    project.run("make", &["all"]);
    assert_ne!(project.read("cube.shbin.o"), first);

    let project = set_up("rules.mk", "Makefile for nxdk");
    project.write("Makefile", "all: shaders/cube.inl\ninclude rules.mk\n");
    project.run("make", &["all"]);
    let inl = String::from_utf8(project.read("shaders/cube.inl")).unwrap();
    assert!(inl.contains("//var float4x4 uMvp"), "{inl}");
    assert!(says(&project, "make", &["all"]).contains("Nothing to be done"));
}

#[test]
fn ninja_builds_what_changed() {
    if !is_there("ninja") {
        return;
    }
    let project = set_up("build.ninja", "build.ninja");
    let outputs = ["build/cube.vert.shbin", "build/cube.vert.agal"];
    check(&project, "ninja", &[], &outputs, "no work to do");
}

#[test]
fn cmake_builds_what_changed_with_either_tool() {
    if !is_there("cmake") {
        return;
    }
    for (tool, generator, idle) in [
        ("ninja", "Ninja", "no work to do"),
        ("make", "Unix Makefiles", ""),
    ] {
        if !is_there(tool) {
            continue;
        }
        let project = set_up("CMakeLists.txt", "CMakeLists.txt");
        project.run("cmake", &["-G", generator, "-S", ".", "-B", "out"]);
        let outputs = ["out/cube.vert.shbin", "out/cube.vert.agal"];
        if !idle.is_empty() {
            check(&project, "cmake", &["--build", "out"], &outputs, idle);
            continue;
        }
        // make prints progress in every run, so the times of the outputs tell what ran.
        let times = || {
            outputs.map(|name| {
                fs::metadata(project.path(name))
                    .unwrap()
                    .modified()
                    .unwrap()
            })
        };
        project.run("cmake", &["--build", "out"]);
        let (first, bytes) = (times(), project.read(outputs[0]));
        project.run("cmake", &["--build", "out"]);
        assert_eq!(times(), first);
        project.edit("shaders/light.glsl", "#define LIGHT aPosition.z\n");
        project.run("cmake", &["--build", "out"]);
        assert_ne!(project.read(outputs[0]), bytes);
    }
}

/// The command that Bazel would run, in a folder with nothing but the inputs that the rule lists.
#[test]
fn bazels_command_needs_what_the_rule_lists() {
    let project = set_up("BUILD.bazel", "BUILD.bazel");
    let rule = block("BUILD.bazel");
    let command = rule
        .lines()
        .find_map(|line| line.trim().strip_prefix("cmd = \""));
    let command = command.unwrap().trim_end_matches("\",");
    let run = |name: &str| {
        let sandbox = tempfile::tempdir().unwrap();
        fs::create_dir(sandbox.path().join("shaders")).unwrap();
        for input in ["shaders/cube.vert", "shaders/light.glsl"] {
            if input != name {
                assert!(rule.contains(&format!("\"{input}\"")));
                fs::copy(project.path(input), sandbox.path().join(input)).unwrap();
            }
        }
        let line = command
            .replace("$(execpath @retroshade)", env!("CARGO_BIN_EXE_retroshade"))
            .replace("$(location shaders/cube.vert)", "shaders/cube.vert")
            .replace("$@", "cube.vert.shbin");
        assert!(!line.contains('$'), "{line}");
        let output = Command::new("/bin/sh")
            .args(["-c", &line])
            .current_dir(sandbox.path())
            .env_clear()
            .output()
            .unwrap();
        (output, fs::read(sandbox.path().join("cube.vert.shbin")))
    };
    if !Path::new("/bin/sh").exists() {
        eprintln!("skipped: no /bin/sh");
        return;
    }
    let (output, program) = run("");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(program.unwrap()[..4], *b"DVLB");
    // Another folder, the same bytes.
    assert_eq!(run("").1.unwrap(), run("").1.unwrap());
    let (output, program) = run("shaders/light.glsl");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("light.glsl"));
    assert!(program.is_err());
}

#[test]
fn the_pack_of_the_page_is_one() {
    let project = set_up("shaders.toml", "shaders.toml");
    project.write("Makefile", &block("Makefile for a pack"));
    let compiler = env!("CARGO_BIN_EXE_retroshade");
    let table = says(&project, compiler, &["pack", "shaders.toml"]);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    // Two sources, each with two values of both macros.
    assert_eq!(rows[1][..5], ["agal1", "vertex", "8", "0", "0"], "{table}");
    assert_eq!(
        rows[2][..5],
        ["pica200", "vertex", "8", "0", "0"],
        "{table}"
    );
    if is_there("make") {
        project.run("make", &["shaders"]);
    }
}
