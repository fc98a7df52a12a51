//! SPIR-V against the GLSL that it was made of, in the interpreter.
//!
//! `tests/spirv` has the sources (`NAME.frag.glsl`) and what glslangValidator 12.0.0 makes of them: `NAME.frag.num` with
//! `-V -g`, `NAME.small.frag.num` with `-V -Os`, both as hexadecimal words.

use retroshade_diagnostics::{Diagnostics, FileId, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile, compile_spirv};
use retroshade_ir::run::{Row, RunInputs};
use retroshade_ir::{MatrixLayout, Shader, Stage, eval};
use std::path::Path;

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/spirv");
    std::fs::read_to_string(folder.join(name)).expect(name)
}

fn taken(name: &str, text: &str) -> (Option<Shader>, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(name, text));
    let mut diagnostics = Diagnostics::new();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(if name.contains(".vert") {
            Stage::Vertex
        } else {
            Stage::Fragment
        }),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    let shader = if name.ends_with(".num") {
        compile_spirv(&mut request)
    } else {
        compile(&mut request)
    };
    (shader, diagnostics)
}

fn shader(name: &str) -> Shader {
    match taken(name, &read(name)) {
        (Some(shader), _) => shader,
        (None, diagnostics) => panic!("{name}: {diagnostics:#?}"),
    }
}

/// The source and the modules made of it.
fn all(name: &str) -> [Shader; 3] {
    let (stem, stage) = name.split_once('.').expect("a stage");
    [
        shader(&format!("{name}.glsl")),
        shader(&format!("{name}.num")),
        shader(&format!("{stem}.small.{stage}.num")),
    ]
}

/// An output, given the uniforms as JSON. Those of the source are named after the block, those of a module after its
/// instance.
fn output(shader: &Shader, output: &str, uniforms: &str) -> Row {
    let names = ["Block.", "q."].map(|block| uniforms.replace('@', block));
    let input = "[[1, 10, 100, 1000]]";
    let text = format!(
        r#"{{"uniforms": {{{}}}, "attributes": {{"place": {input}}}, "varyings": {{"v": {input}}},
        "textures": {{"image": {{"kind": "2d", "pattern": 0, "filter": "linear", "wrap": "repeat"}},
        "other": {{"kind": "2d", "pattern": 1, "filter": "linear", "wrap": "repeat"}}}}}}"#,
        names.join(", ")
    );
    let inputs = RunInputs::from_json(&text, FileId(0)).expect(&text);
    match eval::run(shader, &inputs) {
        Ok(outputs) => outputs.outputs[output][0].clone(),
        Err(fault) => panic!("{fault:#?}\n{shader}"),
    }
}

#[test]
fn a_position_and_a_size_leave_through_the_block_of_a_vertex_shader() {
    let [source, modules @ ..] = all("position.vert");
    let run = |shader, name| output(shader, name, r#""@none": [0]"#);
    assert_eq!(run(&source, "gl_Position"), [1.5, 10.0, 100.0, 1000.0]);
    for module in &modules {
        // Vulkan's y runs downwards.
        assert_eq!(run(module, "gl_Position"), [1.5, -10.0, 100.0, 1000.0]);
        assert_eq!(run(module, "gl_PointSize"), [101.0]);
        // naga drops the names of outputs.
        assert_eq!(run(module, "varying0"), [1000.0, 100.0, 10.0, 1.0]);
        let names = module.interface.outputs.values();
        let names: Vec<&str> = names.map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), 3, "{names:?}");
    }
}

#[test]
fn matrices_are_those_of_the_source_however_they_lie() {
    let numbers = |count: u32| {
        let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
        format!("[{}]", numbers.join(", "))
    };
    let uniforms = format!(
        r#""@rows": {}, "@wide": {}, "@columns": {}, "@small": {}, "@turned": {}, "@many": {}, "@behind": [3],
        "@n": [1], "@last": [5, 7]"#,
        numbers(16),
        numbers(12),
        numbers(16),
        numbers(4),
        numbers(4),
        numbers(18)
    );
    let [source, modules @ ..] = all("matrices.frag");
    let expected = output(&source, "gl_FragColor", &uniforms);
    for module in &modules {
        assert_eq!(output(module, "gl_FragColor", &uniforms), expected);
        for uniform in module.interface.uniforms.values() {
            let lies_in_rows = ["q.rows", "q.wide", "q.turned", "q.many"];
            let rows = lies_in_rows.contains(&uniform.name.as_str());
            let rows = rows.then_some(MatrixLayout::Rows);
            assert_eq!(uniform.declared, rows, "{}", uniform.name);
        }
    }
}

#[test]
fn matrices_are_inverted_and_made_of_two_vectors() {
    let uniforms = r#""@turn": [2, 0, 0, 0, 4, 0, 1, 0, 0.5], "@wide": [3, 0.25]"#;
    let [source, modules @ ..] = all("products.frag");
    let expected = [0.5 - 100.0 + 0.25, 2.5 + 2.5, 200.0 + 25.0, 30.0];
    assert_eq!(output(&source, "gl_FragColor", uniforms), expected);
    for module in &modules {
        assert_eq!(output(module, "gl_FragColor", uniforms), expected);
    }
}

#[test]
fn numbers_are_parted_at_the_point() {
    let uniforms = r#""@wide": [-1.25, 0.375, 2.5]"#;
    let [source, modules @ ..] = all("parts.frag");
    // Of -1.25, 3.75 and 250, and of 1.375.
    let expected = [
        -0.25 - 1.0,
        0.75 + 3.0 * 10.0,
        250.0 * 10.0,
        0.375 + 1.0 * 10.0,
    ];
    assert_eq!(output(&source, "gl_FragColor", uniforms), expected);
    for module in &modules {
        assert_eq!(output(module, "gl_FragColor", uniforms), expected);
    }
}

#[test]
fn a_default_may_stand_anywhere_in_a_switch() {
    let [source, modules @ ..] = all("switch.frag");
    for number in -1..=6 {
        let uniforms = format!(r#""@n": [{number}]"#);
        let expected = output(&source, "gl_FragColor", &uniforms);
        for module in &modules {
            assert_eq!(
                output(module, "gl_FragColor", &uniforms),
                expected,
                "{number}"
            );
        }
    }
}

#[test]
fn conversions_between_whole_numbers_and_specialisation_constants_are_read() {
    let [source, modules @ ..] = all("whole.frag");
    for (n, m) in [(0, 0), (1, 7), (2, 7), (5, 1)] {
        let uniforms = format!(r#""@n": [{n}], "@m": [{m}]"#);
        let expected = output(&source, "gl_FragColor", &uniforms);
        for module in &modules {
            assert_eq!(
                output(module, "gl_FragColor", &uniforms),
                expected,
                "{n} {m}"
            );
        }
    }
}

#[test]
fn samplers_are_handed_to_functions() {
    let [source, modules @ ..] = all("look.frag");
    let expected = output(&source, "gl_FragColor", r#""@none": [0]"#);
    for module in &modules {
        let samplers = module.interface.samplers.values();
        let names: Vec<&str> = samplers.map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["image", "other"]);
        assert_eq!(output(module, "gl_FragColor", r#""@none": [0]"#), expected);
    }
}

#[test]
fn names_have_no_control_characters() {
    let name = "look.frag.num";
    let (_, diagnostics) = taken(name, &read(name).replace("6e69616d", "6e690a6d"));
    let said: Vec<&str> = diagnostics.iter().map(|one| one.message.as_str()).collect();
    let wanted = "the SPIR-V module cannot be read: the name \"m\\nin\" has a control character";
    assert_eq!(said, [wanted]);
}

#[test]
fn changed_modules_end_in_messages() {
    for name in [
        "position.vert.num",
        "switch.small.frag.num",
        "matrices.small.frag.num",
        "look.frag.num",
    ] {
        let text = read(name);
        let words: Vec<&str> = text.split_whitespace().collect();
        for place in (3..words.len()).step_by(3) {
            for value in ["0x00000000", "0xffffffff", "0x000200f8", words[place - 1]] {
                let mut changed = words.clone();
                changed[place] = value;
                let (_, diagnostics) = taken(name, &changed.join(" "));
                let bug = diagnostics.iter().find(|one| one.code.id == "E0000");
                assert!(bug.is_none(), "{name}: {value} at {place}: {bug:?}");
            }
        }
    }
}
