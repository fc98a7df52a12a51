//! Runs fragment shaders through the interpreter of the intermediate representation.

use indexmap::IndexMap;
use retroshade_diagnostics::codes::warning::LENIENCIES;
use retroshade_diagnostics::{Diagnostics, Severity, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile};
use retroshade_ir::run::{RunInputs, UniformData};
use retroshade_ir::{Shader, Stage, eval, text};

/// Compiles a source that has no error.
#[allow(dead_code, reason = "not every test binary looks at shaders")]
pub(crate) fn shader(stage: Stage, source: &str) -> Shader {
    compiled(stage, source).0
}

/// Compiles a source that has no error; gives the source map too.
pub(crate) fn compiled(stage: Stage, source: &str) -> (Shader, SourceMap) {
    match taken(stage, source) {
        (Some(shader), sources, _) => (shader, sources),
        (None, _, diagnostics) => panic!("{diagnostics:#?}"),
    }
}

/// Compiles a source; gives the code of the first error.
#[allow(dead_code, reason = "not every test binary provokes errors")]
pub(crate) fn attempt(stage: Stage, source: &str) -> Result<Shader, &'static str> {
    match taken(stage, source) {
        (Some(shader), _, _) => Ok(shader),
        (None, _, diagnostics) => Err(diagnostics
            .iter()
            .find(|diagnostic| diagnostic.severity > Severity::Warning)
            .map_or("", |diagnostic| diagnostic.code.id)),
    }
}

fn taken(stage: Stage, source: &str) -> (Option<Shader>, SourceMap, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test", source));
    let mut diagnostics = Diagnostics::new();
    let shader = compile(&mut Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &Options {
            tolerated: LENIENCIES.to_vec(),
            ..Options::default()
        },
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    });
    (shader, sources, diagnostics)
}

/// What a fragment shader writes for given uniforms; `None` if it discards.
#[allow(dead_code, reason = "not every test binary discards")]
pub(crate) fn colors(source: &str, uniforms: &[(&str, &[f32])]) -> Option<[f32; 4]> {
    let source = format!("precision highp float;\n{source}");
    run(&source, "gl_FragColor", uniforms)
}

/// As [`colors`] for shaders that do not discard.
#[allow(dead_code, reason = "not every test binary uses ESSL 1.00")]
pub(crate) fn color(source: &str, uniforms: &[(&str, &[f32])]) -> [f32; 4] {
    colors(source, uniforms).expect("discarded")
}

/// What a fragment shader that does not discard writes to an output.
#[allow(dead_code, reason = "not every test binary names its outputs")]
pub(crate) fn output(source: &str, name: &str, uniforms: &[(&str, &[f32])]) -> [f32; 4] {
    run(source, name, uniforms).expect("discarded")
}

fn run(source: &str, name: &str, uniforms: &[(&str, &[f32])]) -> Option<[f32; 4]> {
    let (shader, _) = compiled(Stage::Fragment, source);
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
    let row = &outputs.outputs[name][0];
    Some([row[0], row[1], row[2], row[3]])
}
