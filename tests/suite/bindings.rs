//! Bindings as the compilers of their languages see them.

use retroshade::bindings::{Program, c, json, rust};
use retroshade::{Compiled, Compiler, Source, Stage, Target, find_target};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const VERTEX: &str = "
attribute vec4 aPosition; attribute vec2 a_uv;
uniform mat4 uMvp; uniform vec3 tint[2]; uniform float scale;
varying vec2 vTexCoord; varying vec4 vColor;
void main() {
    gl_Position = uMvp * aPosition;
    vColor = vec4(tint[0] * scale + tint[1] * 0.3, 0.7);
    vTexCoord = a_uv;
}";

const FRAGMENT: &str = "
precision mediump float;
varying vec2 vTexCoord; varying vec4 vColor; uniform sampler2D uTexture; uniform vec4 uTint;
void main() { gl_FragColor = texture2D(uTexture, vTexCoord) * vColor + uTint * 0.37; }";

const GEOMETRY: &str = "#version 310 es
#extension GL_EXT_geometry_shader : require
layout(points) in;
layout(triangle_strip, max_vertices = 3) out;
precision highp float;
uniform vec4 uShift;
in vec4 vColor[];
out vec4 gColor;
void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[0].gl_Position + float(i) * uShift;
        gColor = vColor[0];
        EmitVertex();
    }
    EndPrimitive();
}";

fn compile(target: &str, stage: Stage) -> (&'static dyn Target, Compiled) {
    let target = find_target(target).unwrap();
    let (name, text) = match stage {
        Stage::Vertex => ("/somewhere/else/cube.vert", VERTEX),
        Stage::Geometry => ("shaders/shift.geom", GEOMETRY),
        Stage::Fragment => ("shaders/cube.frag", FRAGMENT),
    };
    let compilation = Compiler::new(target).compile(&Source::new(name, stage, text));
    let compiled = compilation.result.expect("these shaders are right");
    (target, compiled)
}

/// Every target's programs.
fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for target in ["agal1", "pica200", "lima", "nv2a"] {
        // Programs, and settings that stand in for them.
        for stage in find_target(target).unwrap().stages() {
            let (_, compiled) = compile(target, stage);
            programs.push(Program::new(
                &format!("{target}_{}", stage.name()),
                &compiled,
            ));
        }
    }
    programs
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the tool starts");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{messages}");
    output
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_rust_module_needs_no_std_and_gives_no_warning() {
    let folder = tempfile::tempdir().unwrap();
    let module = rust::module(&programs(), rust::Code::Inline);
    write(folder.path(), "shaders.rs", &module);
    let library = write(
        folder.path(),
        "lib.rs",
        "#![no_std]\n#![deny(warnings, missing_docs, unused, unreachable_pub)]\n#![forbid(unsafe_code)]\n\
         //! A library that makes use of nothing.\nmod shaders { include!(\"shaders.rs\"); }\n",
    );
    for edition in ["2015", "2018", "2021", "2024"] {
        run(rustc()
            .args(["--crate-type=lib", "--emit=metadata", "--edition", edition])
            .arg("--out-dir")
            .arg(folder.path())
            .arg(&library));
    }
}

#[test]
fn the_rust_module_says_what_the_reflection_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut programs = programs();
    for (index, program) in programs.iter_mut().enumerate() {
        // Half from files, half written out.
        if index % 2 == 0 {
            program.file = Some(format!("{}.bin", program.name));
            std::fs::write(
                folder.path().join(format!("{}.bin", program.name)),
                &program.code,
            )
            .unwrap();
        }
    }
    let mut main = String::from("mod shaders { include!(\"shaders.rs\"); }\nfn main() {\n");
    for program in &programs {
        let name = &program.name;
        main += &format!(
            "assert_eq!(shaders::{name}::CODE, &{:?}[..]);\nassert_eq!(shaders::{name}::CODE.as_ptr() as usize % 4, 0);\n",
            program.code
        );
        if let Some(words) = program.words() {
            main += &format!("assert_eq!(shaders::{name}::CODE_WORDS, &{words:?}[..]);\n");
        }
        for register in &program.registers {
            main += &format!(
                "assert_eq!((shaders::{name}::{0}.file, shaders::{name}::{0}.index), ({1:?}, {2}));\n",
                register.identifier, register.file, register.index
            );
        }
        main += &format!(
            "assert_eq!(shaders::{name}::CONSTANTS.len(), {});\n",
            program.constants.len()
        );
    }
    main += "
        use shaders::{Layout, Sampler, pica200_vertex, agal1_fragment};
        assert_eq!(pica200_vertex::U_MVP.count, 4);
        assert_eq!(pica200_vertex::U_MVP.layout, Layout::Rows { groups: 4, stride: 4 });
        assert_eq!(pica200_vertex::U_TINT.elements, 2);
        assert_eq!(pica200_vertex::A_UV.components, \"xy\");
        assert_eq!(agal1_fragment::S_TEXTURE, Sampler { unit: 0, count: 1 });
        assert_eq!(agal1_fragment::CONSTANTS[0].value[0], 0.37);
        let tint = [1.0, 0.5, 0.25, 0.75];
        let computed = shaders::pica200_fragment::Uniforms { uTint: tint }.constants();
        assert_eq!((computed.len(), computed[0].0.file, computed[0].0.components), (1, \"const\", \"rgba\"));
        assert_eq!(computed[0].1, tint.map(|lane: f32| lane * 0.37));
        let computed = shaders::nv2a_fragment::Uniforms { uTint: tint }.constants();
        let of = |components| computed.iter().find(|(at, _)| at.components == components).unwrap();
        assert_eq!((of(\"rgb\").1, of(\"a\").1[0]), ([1.0, 0.5, 0.25, 0.0], 0.75));
    }";
    write(
        folder.path(),
        "shaders.rs",
        &rust::module(&programs, rust::Code::OutDir),
    );
    let source = write(folder.path(), "main.rs", &main);
    let binary = folder.path().join("main");
    run(rustc()
        .env("OUT_DIR", folder.path())
        .args(["--edition=2024", "-D", "warnings", "-o"])
        .arg(&binary)
        .arg(&source));
    run(&mut Command::new(&binary));
}

#[test]
fn the_text_has_no_folder_of_this_machine_and_is_always_the_same() {
    let texts = || {
        let programs = programs();
        [
            rust::module(&programs, rust::Code::Inline),
            json::document(&programs),
        ]
    };
    for (first, second) in texts().iter().zip(texts()) {
        assert!(!first.contains("/somewhere"), "{first}");
        assert!(first.contains("cube.vert"));
        assert_eq!(*first, second);
    }
}

#[test]
fn json_has_the_names_the_code_and_the_record() {
    let document: serde_json::Value = serde_json::from_str(&json::document(&programs())).unwrap();
    let find = |name: &str| {
        let programs = document["programs"].as_array().unwrap();
        programs
            .iter()
            .find(|program| program["name"] == name)
            .unwrap()
    };
    let agal = find("agal1_vertex");
    assert_eq!(agal["bytes"][0], 0xA0);
    assert_eq!(agal["bytes"].as_array().unwrap().len() as u64, agal["size"]);
    let xbox = find("nv2a_vertex");
    assert_eq!(
        xbox["words"].as_array().unwrap().len() as u64 * 4,
        xbox["size"].as_u64().unwrap()
    );
    let registers = xbox["registers"].as_array().unwrap();
    let matrix = registers
        .iter()
        .find(|entry| entry["identifier"] == "U_MVP");
    assert_eq!(matrix.unwrap()["count"], 4);
    assert_eq!(xbox["reflection"]["target"], "nv2a");
}

#[test]
fn headers_are_c() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: no cc");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let programs = programs();
    let named: Vec<(&str, &Program)> = programs
        .iter()
        .map(|program| (program.name.as_str(), program))
        .collect();
    write(folder.path(), "all.h", &c::headers("all", &named));
    let mut main = String::from("#include <assert.h>\n#include \"all.h\"\n");
    for stage in [Stage::Vertex, Stage::Fragment] {
        let (target, compiled) = compile("lima", stage);
        let name = format!("own_{}", stage.name());
        let text = c::header(target, &compiled, &name).unwrap();
        write(folder.path(), &format!("{name}.h"), &text);
        main += &format!("#include \"{name}.h\"\n");
    }
    main += "int main(void) {
        assert(nv2a_vertex_UNIFORM_uMvp >= 96);
        assert(sizeof agal1_vertex % 4 == 3);
        assert(agal1_fragment_SAMPLER_uTexture == 0);
        assert(agal1_fragment_constants[0].value[0] == 0.37f);
        assert(sizeof own_vertex == sizeof lima_vertex);
        return 0;
    }\n";
    let source = write(folder.path(), "main.c", &main);
    let binary = folder.path().join("main");
    run(Command::new("cc")
        .args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Wno-unused-variable",
        ])
        .args(["-Wno-unused-const-variable", "-o"])
        .arg(&binary)
        .arg(&source));
    run(&mut Command::new(&binary));
}
