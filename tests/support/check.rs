//! Compiles and runs one test shader everywhere.

use super::directives::{Directives, Run};
use super::translated;
use libtest_mimic::Failed;
use retroshade::diagnostics::{Color, Diagnostics, Renderer, Severity, SourceMap, Style};
use retroshade::{
    Binary, Compiled, Compiler, Language, LanguageOptions, Matrices, Optimize, Position, Source,
    Target, stage_of_name, targets,
};
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::run::{Expected, InputData, RunInputs, RunOutputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{Builtin, SamplerKind, Shader, Shape, Stage, eval, pass::Hooks};
use retroshade_kit::machine;
use std::path::Path;

const LEVELS: [Optimize; 4] = [
    Optimize::None,
    Optimize::Normal,
    Optimize::Size,
    Optimize::Most,
];

/// Checks everything that a shader promises.
pub(crate) fn check(path: &Path, text: String, directives: &Directives) -> Result<(), Failed> {
    let stage = stage_of_name(path).unwrap_or(Stage::Fragment);
    let source = Source {
        language: Language::of_path(path),
        ..Source::new(path.display().to_string(), stage, text)
    };
    let lowered = language(directives).lower(&source);
    let Some(shader) = lowered.result else {
        return Err(rendered(&lowered.sources, &lowered.diagnostics).into());
    };
    let inputs = inputs(&shader, directives)?;
    if let Some(inputs) = &inputs {
        let outputs =
            eval::run(&shader, inputs).map_err(|errors| rendered(&lowered.sources, &errors))?;
        agree("the interpreter", inputs, &outputs)?;
    }
    if stage != Stage::Geometry {
        translated::check(&language(directives), &source, &shader, inputs.as_ref())?;
    }
    for &target in targets()
        .iter()
        .filter(|target| target.runs_programs(stage))
    {
        if directives.takes(target.name()) {
            for level in LEVELS {
                let compiler = compiler(target, level, directives);
                on_target(target, &compiler, &source, inputs.as_ref(), directives)?;
            }
            let mut uniforms = shader.interface.uniforms.values();
            let layouts: &[Matrices] = if uniforms.any(|variable| variable.shape.columns > 1) {
                Matrices::ALL
            } else {
                &[]
            };
            for &matrices in layouts {
                let mut compiler = compiler(target, Optimize::Normal, directives);
                compiler.options.matrices = Some(matrices);
                let asked = format!("with --matrices={}", matrices.name());
                on_target(target, &compiler, &source, inputs.as_ref(), directives)
                    .map_err(|fault| format!("{asked}: {}", fault.message().unwrap_or_default()))?;
            }
        }
        for (_, code) in directives
            .refusals
            .iter()
            .filter(|(name, _)| name == target.name())
        {
            refused(target, code, &source, directives)?;
        }
    }
    Ok(())
}

fn language(directives: &Directives) -> LanguageOptions {
    let mut language = LanguageOptions::default();
    language
        .preprocessor
        .tolerated
        .clone_from(&directives.tolerated);
    language
}

fn compiler(target: &'static dyn Target, level: Optimize, directives: &Directives) -> Compiler {
    let mut compiler = Compiler::new(target);
    compiler.language = language(directives);
    compiler.options.optimize = level;
    compiler.options.position = Position::Clip;
    compiler
}

fn on_target(
    target: &'static dyn Target,
    compiler: &Compiler,
    source: &Source,
    inputs: Option<&RunInputs>,
    directives: &Directives,
) -> Result<(), Failed> {
    let level = compiler.options.optimize;
    let place = format!("{} at {level:?}", target.name());
    let compilation = compiler.compile(source);
    let Some(compiled) = compilation.result else {
        return Err(format!(
            "{place}: {}",
            rendered(&compilation.sources, &compilation.diagnostics)
        )
        .into());
    };
    let program = Binary {
        stage: source.stage,
        ..compiled.as_binary()
    };
    let findings = target
        .read(program)
        .and_then(|code| code.verify(&compiler.options))
        .map_err(|fault| rendered(&compilation.sources, &fault))?;
    if let Some(finding) = findings
        .iter()
        .find(|finding| finding.severity == Severity::Error)
    {
        let (number, message) = (finding.instruction, &finding.message);
        return Err(format!("{place}: instruction {number:?}: {message}").into());
    }
    if let Some(inputs) = inputs {
        let mut hooks = Hooks {
            verify: true,
            ..Hooks::default()
        };
        let optimized = compiler.optimized(source, &mut hooks);
        if let Some(shader) = &optimized.result {
            let outputs = eval::run(shader, inputs)
                .map_err(|errors| rendered(&optimized.sources, &errors))?;
            agree(
                &format!("the interpreter after the passes of {place}"),
                inputs,
                &outputs,
            )?;
        }
        let outputs = machine::run(target, program, &compiled.reflection, inputs)
            .map_err(|fault| rendered(&compilation.sources, &fault))?;
        agree(&place, inputs, &outputs)?;
    }
    if level == Optimize::Normal && compiler.options.matrices.is_none() {
        limits(target, &compiled, directives)?;
    }
    Ok(())
}

fn limits(target: &dyn Target, compiled: &Compiled, directives: &Directives) -> Result<(), Failed> {
    for limit in directives
        .limits
        .iter()
        .filter(|limit| limit.target == target.name())
    {
        let stats = serde_json::to_value(&compiled.reflection.stats)?;
        let count = stats.get(&limit.count).and_then(serde_json::Value::as_u64);
        let count =
            count.ok_or_else(|| format!("{} has no count {}", limit.target, limit.count))?;
        if count > limit.most {
            return Err(format!(
                "{}: {} {}, promised at most {}",
                limit.target, count, limit.count, limit.most
            )
            .into());
        }
    }
    Ok(())
}

fn refused(
    target: &'static dyn Target,
    code: &str,
    source: &Source,
    directives: &Directives,
) -> Result<(), Failed> {
    let compilation = compiler(target, Optimize::Normal, directives).compile(source);
    if compilation.result.is_some() {
        return Err(format!(
            "{} takes it, but should refuse it with {code}",
            target.name()
        )
        .into());
    }
    if !compilation
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.code.id == code)
    {
        let found = rendered(&compilation.sources, &compilation.diagnostics);
        return Err(format!(
            "{} does not refuse it with {code} but:\n{found}",
            target.name()
        )
        .into());
    }
    Ok(())
}

fn agree(place: &str, inputs: &RunInputs, outputs: &RunOutputs) -> Result<(), Failed> {
    let expected = inputs.expected.as_ref().expect("made with expectations");
    // Machines without sine or logarithm have polynomials and tables.
    let comparison = compare(
        expected,
        outputs,
        Tolerance::float32(Functions::Trigonometric),
    );
    if comparison.agrees() {
        return Ok(());
    }
    Err(format!("{place}: {}", comparison.differences.join("\n")).into())
}

fn rendered(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let mut text = Vec::new();
    let mut renderer = Renderer::new(sources, Style::Rich, Color::Never);
    renderer
        .render_all(diagnostics, &mut text)
        .expect("memory takes everything");
    String::from_utf8_lossy(&text).into_owned()
}

/// The run lines as run data; `None` if there is none.
fn inputs(shader: &Shader, directives: &Directives) -> Result<Option<RunInputs>, Failed> {
    let runs = &directives.runs;
    if runs.is_empty() {
        return Ok(None);
    }
    let mut inputs = RunInputs {
        sample_count: Some(runs.len()),
        ..RunInputs::default()
    };
    let mut known = Vec::new();
    for variable in shader.interface.inputs.values() {
        known.push(variable.name.clone());
        let rows = rows(&variable.name, variable.shape, runs)?;
        match variable.builtin {
            Some(Builtin::FragCoord) => inputs.frag_coord = Some(rows),
            Some(Builtin::PointCoord) => inputs.point_coord = Some(rows),
            Some(Builtin::FrontFacing) => {
                inputs.front_facing = Some(rows.iter().map(|row| row[0] != 0.0).collect());
            }
            _ => {
                let table = inputs.table_mut(shader.stage);
                table.insert(
                    variable.name.clone(),
                    InputData {
                        shape: None,
                        values: rows,
                    },
                );
            }
        }
    }
    for variable in shader.interface.uniforms.values() {
        for leaf in variable.leaves() {
            let shape = Shape {
                array: leaf.array,
                ..variable.shape
            };
            let mut rows = rows(&leaf.name, shape, runs)?;
            if rows.windows(2).any(|pair| pair[0] != pair[1]) {
                return Err(
                    format!("uniform {} must be the same in all run lines", leaf.name).into(),
                );
            }
            let value = rows.swap_remove(0);
            known.push(leaf.name.clone());
            inputs
                .uniforms
                .insert(leaf.name, UniformData { shape: None, value });
        }
    }
    textures(shader, &mut inputs);
    if let Some((name, _)) = runs
        .iter()
        .flat_map(|run| &run.inputs)
        .find(|(name, _)| !known.contains(name))
    {
        return Err(format!("the shader has no input `{name}`").into());
    }
    inputs.expected = Some(expected(runs));
    Ok(Some(inputs))
}

fn rows(wanted: &str, shape: Shape, runs: &[Run]) -> Result<Vec<Vec<f32>>, Failed> {
    let lanes = usize::from(shape.columns) * usize::from(shape.rows) * shape.elements() as usize;
    runs.iter()
        .map(
            |run| match run.inputs.iter().find(|(name, _)| name == wanted) {
                None => Ok(vec![0.0; lanes]),
                Some((_, values)) if values.len() == lanes => Ok(values.clone()),
                Some((name, values)) => {
                    Err(format!("{name} has {lanes} components, not {}", values.len()).into())
                }
            },
        )
        .collect()
}

/// Sampler k looks at test image k, linear and repeating.
fn textures(shader: &Shader, inputs: &mut RunInputs) {
    let mut number = 0;
    for sampler in shader.interface.samplers.values() {
        for element in 0..sampler.array.unwrap_or(1) {
            let name = match sampler.array {
                Some(_) => format!("{}[{element}]", sampler.name),
                None => sampler.name.clone(),
            };
            let kind = match sampler.kind {
                SamplerKind::Cube => TextureKind::Cube,
                SamplerKind::D2 | SamplerKind::External => TextureKind::D2,
            };
            let texture = TextureData {
                kind,
                filter: Filter::Linear,
                wrap: Wrap::Repeat,
                mipmap: Mipmap::None,
                source: TextureSource::Pattern(number),
            };
            inputs.textures.insert(name, texture);
            number += 1;
        }
    }
}

fn expected(runs: &[Run]) -> Expected {
    let mut expected = Expected {
        discarded: Some(runs.iter().map(|run| run.outputs.is_none()).collect()),
        ..Expected::default()
    };
    let names = runs
        .iter()
        .filter_map(|run| run.outputs.as_ref())
        .flatten()
        .map(|(name, _)| name);
    for name in names {
        if expected.outputs.contains_key(name) {
            continue;
        }
        let width = runs
            .iter()
            .filter_map(|run| value(run, name))
            .map(<[f32]>::len)
            .max()
            .unwrap_or(0);
        let rows = runs.iter().map(|run| match value(run, name) {
            Some(values) => values.to_vec(),
            None => vec![f32::NAN; width],
        });
        expected.outputs.insert(name.clone(), rows.collect());
    }
    expected
}

fn value<'a>(run: &'a Run, name: &str) -> Option<&'a [f32]> {
    let outputs = run.outputs.as_ref()?;
    outputs
        .iter()
        .find(|(other, _)| other == name)
        .map(|(_, values)| values.as_slice())
}
