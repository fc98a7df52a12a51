//! Runs fragment shaders through the interpreter of the intermediate representation.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile};
use retroshade_ir::run::{RunInputs, UniformData};
use retroshade_ir::{Shader, Stage, eval, text};

/// Compiles a source that has no error.
pub(crate) fn shader(stage: Stage, source: &str) -> Shader {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test", source));
    let mut diagnostics = Diagnostics::new();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    match compile(&mut request) {
        Some(shader) => shader,
        None => panic!("{diagnostics:#?}"),
    }
}

/// What a fragment shader writes for given uniforms; `None` if it discards.
pub(crate) fn colors(source: &str, uniforms: &[(&str, &[f32])]) -> Option<[f32; 4]> {
    let source = format!("precision highp float;\n{source}");
    let shader = shader(Stage::Fragment, &source);
    let uniforms: IndexMap<String, UniformData> = uniforms
        .iter()
        .map(|&(name, value)| {
            let data = UniformData {
                shape: None,
                value: value.to_vec(),
            };
            (name.to_string(), data)
        })
        .collect();
    let inputs = RunInputs {
        uniforms,
        sample_count: Some(1),
        ..RunInputs::default()
    };
    let outputs = match eval::run(&shader, &inputs) {
        Ok(outputs) => outputs,
        Err(fault) => panic!("{fault:#?}\n{}", text::print(&shader)),
    };
    if outputs.discarded.is_some_and(|discarded| discarded[0]) {
        return None;
    }
    let row = &outputs.outputs["gl_FragColor"][0];
    Some([row[0], row[1], row[2], row[3]])
}

/// As [`colors`] for shaders that do not discard.
pub(crate) fn color(source: &str, uniforms: &[(&str, &[f32])]) -> [f32; 4] {
    colors(source, uniforms).expect("discarded")
}
