//! Every legal shader of `tests/essl-constructs` computes what it should (`values.jsonl`).
//!
//! The expected values were not made by this project's code: the softpipe rasteriser of Mesa 22.3.6
//! ran the shaders on the inputs given there, in 32-bit floats. Where Mesa has no answer the values
//! were derived by hand from the text of the language:
//!
//! * `fn_params`, `id_not_keyword_0`, `ver_310es`: Mesa refuses the shader, and ran it with other names.
//! * `pp_ext_lod`, `pp_ext_external`, `decl_sampler_struct`: ran with plain `texture2D` of the same image.
//! * Shaders that index with `n`: ran with 1 in its place, so that no index is out of range.
//! * `order_load_then_modify`: Mesa adds before it loads; from left to right `a + a++` is 2.
//! * `bv_frag_in`: Mesa's points have no front; both sides are used here.
//! * `ctor_mat_from_mat`, `st_param_redecl`: reserved by ESSL 1.00, and refused by Mesa against its text.
//! * `bv_max_consts`: the least values that OpenGL ES 2.0 allows are the values here.
//! * Overflow, division by zero and uninitialised variables: `null`, for anything is right.

use retroshade_diagnostics::{FileId, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile};
use retroshade_ir::run::RunInputs;
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::{Shader, Stage, eval};
use std::path::{Path, PathBuf};

/// Shaders without an output that has a value.
const SILENT: [&str; 3] = [
    "bv_no_output.frag",
    "bv_no_position.vert",
    "st_empty_main_only.frag",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/essl-constructs")
}

fn read(name: &str) -> String {
    let bytes = std::fs::read(folder().join(name)).expect(name);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The name of the shader and the run data in every line.
fn rows() -> Vec<(String, RunInputs)> {
    let row = |line: &str| {
        let tree: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let name = tree["shader"].as_str().expect("a name").to_owned();
        let inputs = RunInputs::from_json(line, FileId(0)).expect(&name);
        (name, inputs)
    };
    read("values.jsonl").lines().map(row).collect()
}

fn compiled(name: &str, text: &str) -> Result<Shader, String> {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(name, text));
    let mut diagnostics = Default::default();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(if name.ends_with(".vert") {
            Stage::Vertex
        } else {
            Stage::Fragment
        }),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    compile(&mut request).ok_or_else(|| format!("{name}: {diagnostics:?}"))
}

/// True if drivers compute the shader's functions by polynomials.
fn is_trigonometric(text: &str) -> bool {
    let names = ["sin(", "cos(", "tan("];
    names.iter().any(|name| text.contains(name))
}

/// What is wrong with the values of a shader.
fn problem(name: &str, inputs: &RunInputs) -> Result<(), String> {
    let text = read(name);
    let shader = compiled(name, &text)?;
    let outputs = eval::run(&shader, inputs).map_err(|fault| format!("{name}: {fault:?}"))?;
    let expected = inputs.expected.as_ref().ok_or("no expected values")?;
    let functions = if is_trigonometric(&text) {
        Functions::Trigonometric
    } else {
        Functions::Plain
    };
    let tolerance = Tolerance::float32(functions);
    let comparison = compare(expected, &outputs, tolerance);
    if !comparison.agrees() {
        return Err(format!("{name}: {}", comparison.differences.join("; ")));
    }
    match (comparison.compared, SILENT.contains(&name)) {
        (0, false) => Err(format!("{name}: nothing was compared")),
        (1.., true) => Err(format!("{name} has values after all")),
        _ => Ok(()),
    }
}

#[test]
fn legal_shaders_compute_the_expected_values() {
    let problems: Vec<String> = rows()
        .iter()
        .filter_map(|(name, inputs)| problem(name, inputs).err())
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_legal_shader_has_a_row() {
    let manifest = read("manifest.tsv");
    let legal: Vec<&str> = manifest
        .lines()
        .filter(|line| line.split('\t').nth(3) == Some("accept"))
        .filter_map(|line| line.split('\t').next())
        .collect();
    let mut listed: Vec<String> = rows().into_iter().map(|(name, _)| name).collect();
    listed.sort();
    let mut legal: Vec<String> = legal.into_iter().map(str::to_owned).collect();
    legal.sort();
    assert_eq!(legal, listed);
    assert_eq!(legal.len(), 257);
}

#[test]
fn a_wrong_value_is_noticed() {
    for (name, mut inputs) in rows() {
        if SILENT.contains(&name.as_str()) {
            continue;
        }
        let expected = inputs.expected.as_mut().expect("expected values");
        for value in expected.outputs.values_mut().flatten().flatten() {
            *value = if value.is_finite() {
                *value * 1.1 + 0.1
            } else {
                *value
            };
        }
        assert!(problem(&name, &inputs).is_err(), "{name}");
    }
}
