//! Fragment shaders on chips without fragment programs, run beside the interpreter on made-up data.

use retroshade::diagnostics::FileId;
use retroshade::{Compiled, Compiler, Source, Stage, find_target};
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_kit::machine::{self, Watch};
use retroshade_kit::reflect::Variable;

/// Everything that a body of [`beside`] can read; `t` is a texel of `one`.
pub(super) const HEAD: &str = "precision highp float;\nvarying vec4 tint;\nvarying vec2 uv;\nvarying vec3 v1, v2, v3;\n\
     uniform sampler2D one, other;\nuniform samplerCube sky;\nuniform vec4 level;\n";

/// Compiles a shader for the Xbox and runs it beside the interpreter; its stages and its text.
pub(super) fn beside(body: &str) -> (u64, String) {
    let text = format!("{HEAD}void main() {{ vec4 t = texture2D(one, uv); {body} }}\n");
    let compiled = compare("nv2a", &["exact", "fixed"], &text);
    (compiled.reflection.stats.more["stages"], compiled.assembly)
}

/// Compiles a shader and runs it beside the interpreter in each arithmetic: its colours are as near as its record says.
/// Its text assembles to the same bytes.
#[track_caller]
pub(super) fn compare(target: &str, arithmetics: &[&str], text: &str) -> Compiled {
    let compiler = Compiler::new(find_target(target).unwrap());
    let source = Source::new("beside.frag", Stage::Fragment, text);
    let shader = compiler.language.lower(&source).result.unwrap();
    let compilation = compiler.compile(&source);
    let compiled = compilation.result.unwrap_or_else(|| {
        let errors = compilation.diagnostics.iter().map(|one| &one.message);
        panic!("{text}: {:?}", errors.collect::<Vec<_>>())
    });
    let again = compiler.target.assemble(
        FileId(0),
        &compiled.assembly,
        Some(Stage::Fragment),
        &Default::default(),
    );
    let again = again.unwrap_or_else(|errors| panic!("{errors:?}\n{}", compiled.assembly));
    assert_eq!(again.binary, compiled.binary, "{text}{}", compiled.assembly);
    let mut inputs = RunInputs::from_json(&data(), FileId(0)).unwrap();
    for variable in shader.interface.inputs.values() {
        let lanes = usize::from(variable.shape.rows);
        let data = inputs.varyings.get_mut(&variable.name).unwrap();
        data.values.iter_mut().for_each(|row| row.truncate(lanes));
    }
    let wanted = retroshade_ir::eval::run(&shader, &inputs).unwrap();
    let mut record = compiled.reflection.clone();
    for variable in shader.interface.inputs.values() {
        let is_there = record.inputs.iter().any(|one| one.name == variable.name);
        if variable.bind.as_deref() == Some("fog") && !is_there {
            // The 3DS takes the factor from its table, so no vertex program writes it: here the sample does.
            record.inputs.push(given(&variable.name));
        }
    }
    let limit = record.max_error.unwrap();
    let rows = |run: &RunOutputs| run.outputs["gl_FragColor"].clone();
    for arithmetic in arithmetics {
        let mut watch = Watch::default();
        let setting = ("arithmetic".to_owned(), (*arithmetic).to_owned());
        watch.settings.extend([setting]);
        let program = retroshade::Binary {
            stage: Some(Stage::Fragment),
            ..compiled.as_binary()
        };
        let found = machine::run_watched(compiler.target, program, &record, &inputs, &mut watch);
        let found = found.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        for (found, wanted) in rows(&found).iter().zip(rows(&wanted)) {
            for (found, wanted) in found.iter().zip(&wanted) {
                let difference = f64::from((found - wanted.clamp(0.0, 1.0)).abs()) * 255.0;
                assert!(
                    difference <= limit + 0.02,
                    "{text}{arithmetic}: {found} for {wanted}, {difference:.2} of {limit}\n{}",
                    compiled.assembly
                );
            }
        }
    }
    let mut colors = rows(&wanted);
    colors.dedup();
    assert!(
        colors.len() > 4,
        "{text}: nearly all samples have one colour"
    );
    compiled
}

/// The entry of a varying that the fog's table gives.
fn given(name: &str) -> Variable {
    Variable {
        name: name.to_owned(),
        ty: "float".to_owned(),
        register: Some("fog0".to_owned()),
        file: Some("fog".to_owned()),
        index: Some(0),
        components: Some("x".to_owned()),
        ..Variable::default()
    }
}

/// The message of the refusal of a shader.
#[track_caller]
pub(super) fn refusal(target: &str, text: &str) -> String {
    let compiler = Compiler::new(find_target(target).unwrap());
    let compilation = compiler.compile(&Source::new("refused.frag", Stage::Fragment, text));
    assert!(compilation.result.is_none(), "{text} compiles");
    let errors = compilation.diagnostics.iter().map(|error| {
        let notes = error.notes.iter().chain(&error.help);
        let notes: Vec<&str> = notes.map(String::as_str).collect();
        format!("{}\n{}", error.message, notes.join("\n"))
    });
    errors.collect::<Vec<_>>().join("\n")
}

/// Values for the varyings, none near a multiple of 1/16.
pub(super) fn data() -> String {
    let value = |sample: usize, lane: usize| ((sample * 7 + lane * 3) % 16) as f64 / 16.0 + 0.03;
    let rows = |lanes: usize, shift: usize| {
        let row = |sample| {
            let lanes: Vec<String> = (0..lanes)
                .map(|lane| value(sample, lane + shift).to_string())
                .collect();
            format!("[{}]", lanes.join(", "))
        };
        let rows: Vec<String> = (0..16).map(row).collect();
        format!("{{\"values\": [{}]}}", rows.join(", "))
    };
    format!(
        r#"{{"varyings": {{"tint": {}, "uv": {}, "v1": {}, "v2": {}, "v3": {}, "clear": {}}},
        "uniforms": {{"level": {{"value": [0.25, 0.5, 0.75, 1.0]}}}},
        "textures": {{
            "one": {{"kind": "2d", "pattern": 1, "filter": "linear", "wrap": "repeat"}},
            "other": {{"kind": "2d", "pattern": 2, "filter": "linear", "wrap": "repeat"}},
            "sky": {{"kind": "cube", "pattern": 3, "filter": "linear", "wrap": "clamp"}}}}}}"#,
        rows(4, 0),
        rows(2, 5),
        rows(3, 1),
        rows(3, 6),
        rows(3, 11),
        rows(1, 4),
    )
}
