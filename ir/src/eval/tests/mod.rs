//! Tests of the interpreter: operations by their definitions, control flow, run data, textures.

mod data;
mod flow;
mod operations;
mod textures;
mod types;

use super::*;
use crate::text::parse;
use retroshade_diagnostics::FileId;

fn shader(text: &str) -> Shader {
    match parse(text, FileId(0)) {
        Ok(shader) => shader,
        Err(error) => panic!("{}: {:?}\n{text}", error.message, error.primary),
    }
}

fn inputs(json: &str) -> RunInputs {
    match RunInputs::from_json(json, FileId(0)) {
        Ok(inputs) => inputs,
        Err(error) => panic!("{}\n{json}", error.message),
    }
}

fn results(text: &str, json: &str) -> RunOutputs {
    match run(&shader(text), &inputs(json)) {
        Ok(outputs) => outputs,
        Err(errors) => panic!("{errors:?}"),
    }
}

/// The first error of a run.
fn error(text: &str, json: &str) -> Diagnostic {
    match run(&shader(text), &inputs(json)) {
        Ok(outputs) => panic!("{outputs:?}"),
        Err(errors) => errors.into_iter().next().expect("an error"),
    }
}

/// Runs a fragment shader with a float varying `v` of these samples and a float output.
fn fragments(body: &str, samples: &[f32]) -> Vec<f32> {
    let text = format!(
        "shader fragment \"\"\ninput in0 \"v\" float\noutput out0 \"o\" float\narray array0 \"a\" f1[3]\n\
         body {{\n%0:f1 = input in0[0]\n{body}\n}}"
    );
    let json = format!("{{\"varyings\": {{\"v\": {samples:?}}}}}");
    results(&text, &json).outputs["gl_FragColor"].concat()
}
