//! Runs a pair twice: both shaders in the interpreter, and both programs in the simulators, where what
//! the vertex program leaves in the registers is all that the fragment program gets.

use retroshade::diagnostics::{Color, Diagnostics, Renderer, SourceMap, Style};
use retroshade::link::{Linker, Pair};
use retroshade::{
    Binary, Compilation, Compiled, Compiler, Language, LanguageOptions, Optimize, Position, Source,
    Target, find_target,
};
use retroshade_ir::run::compare::{Functions, compare};
use retroshade_ir::run::fill::{Component, Draw, Owner, fill};
use retroshade_ir::run::{Expected, InputData, RunInputs, RunOutputs};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{Builtin, Stage, eval};
use retroshade_kit::machine::{Register, Watch, gather, lanes_of, place};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

const SAMPLES: usize = 8;

/// The targets with programs in both stages.
pub(crate) const TARGETS: [&str; 4] = ["agal1", "agal2", "agal3", "lima"];

/// A source of `tests/pairs` or of the examples.
pub(crate) fn source(path: &str, stage: Stage) -> Source {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(folder.join(path))
        .unwrap_or_else(|fault| panic!("{path}: {fault}"));
    let mut source = Source::new(path, stage, text);
    if path.ends_with(".wgsl") {
        source.language = Language::Wgsl;
    }
    source
}

/// Runs the command line in a folder; returns its status and both of its streams.
pub(crate) fn outcome(folder: &Path, arguments: &str) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// As [`outcome`], with the second stream behind the first.
pub(crate) fn run(folder: &Path, arguments: &str) -> (i32, String) {
    let (status, output, errors) = outcome(folder, arguments);
    (status, output + &errors)
}

pub(crate) fn linker(target: &str) -> Linker {
    let mut compiler = Compiler::new(find_target(target).unwrap());
    compiler.options.position = Position::Clip;
    Linker::new(compiler)
}

pub(crate) fn rendered(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let mut text = Vec::new();
    let mut renderer = Renderer::new(sources, Style::Rich, Color::Never);
    renderer.render_all(diagnostics, &mut text).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

#[track_caller]
pub(crate) fn done<T>(compilation: Compilation<T>) -> T {
    let text = rendered(&compilation.sources, &compilation.diagnostics);
    compilation.result.unwrap_or_else(|| panic!("{text}"))
}

/// Links a pair on every target, at every effort, with and without packing, and demands the results of
/// the interpreter.
#[track_caller]
pub(crate) fn check(vertex: &Source, fragment: &Source) {
    check_as(vertex, fragment, &str::to_owned);
}

/// As [`check`], where `partner` tells which output of the vertex shader feeds an input.
#[track_caller]
pub(crate) fn check_as(vertex: &Source, fragment: &Source, partner: &dyn Fn(&str) -> String) {
    let expected = interpreted_as(vertex, fragment, partner);
    for target in TARGETS {
        for optimize in [Optimize::None, Optimize::Normal, Optimize::Most] {
            let mut linker = linker(target);
            linker.compiler.options.optimize = optimize;
            let pair = done(linker.link(vertex, fragment));
            agree(
                target,
                &pair,
                &expected,
                &format!("{target} at {optimize:?}"),
            );
        }
    }
}

/// What the pair gives, and the data it was given.
pub(crate) struct Interpreted {
    vertex: RunInputs,
    fragment: RunInputs,
    outputs: RunOutputs,
}

/// Both shaders in the interpreter.
#[track_caller]
pub(crate) fn interpreted(vertex: &Source, fragment: &Source) -> Interpreted {
    interpreted_as(vertex, fragment, &str::to_owned)
}

#[track_caller]
fn interpreted_as(
    vertex: &Source,
    fragment: &Source,
    partner: &dyn Fn(&str) -> String,
) -> Interpreted {
    let [first, second] =
        [vertex, fragment].map(|source| done(LanguageOptions::default().lower(source)));
    let inputs = fill(&first, SAMPLES, &mut Values);
    let between = eval::run(&first, &inputs).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut next = fill(&second, SAMPLES, &mut Values);
    for variable in second.interface.inputs.values() {
        if variable.builtin.is_some() {
            continue;
        }
        let name = partner(&variable.name);
        let mut values = between.outputs.get(&name).cloned().unwrap_or_default();
        // What is undefined is 0 in linked programs.
        let undefined = values.iter_mut().flatten().filter(|value| value.is_nan());
        undefined.for_each(|value| *value = 0.0);
        let data = InputData {
            shape: None,
            values,
        };
        next.varyings.insert(variable.name.clone(), data);
    }
    let positions = &between.outputs["gl_Position"];
    let window = |clip: &Vec<f32>| {
        let [x, y, z, w] = [clip[0], clip[1], clip[2], clip[3]];
        let half = |value: f32| value / w * 0.5 + 0.5;
        let (near, far) = first.interface.clip_depth.bounds();
        let depth = (z / w - near) / (far - near);
        vec![64.0 * half(x), 64.0 * half(y), depth, 1.0 / w]
    };
    next.frag_coord = Some(positions.iter().map(window).collect());
    let outputs = eval::run(&second, &next).unwrap_or_else(|errors| panic!("{errors:?}"));
    Interpreted {
        vertex: inputs,
        fragment: next,
        outputs,
    }
}

/// Values that are neither whole nor alike, between -1 and 1.5.
fn value(variable: usize, sample: usize, lane: usize) -> f32 {
    ((variable * 7 + sample * 5 + lane * 11 + 3) % 20) as f32 / 8.0 - 1.0
}

/// Uniforms and textures by name, so that both shaders get the same; inputs by their number.
struct Values;

impl Draw for Values {
    fn number(&mut self, component: Component<'_>) -> f32 {
        let number = match component.owner {
            Owner::Uniform => component.name.len(),
            Owner::Input => component.variable,
        };
        value(number, component.sample, component.lane)
    }

    fn texture(&mut self, kind: TextureKind, sampler: u32) -> TextureData {
        TextureData {
            kind,
            filter: Filter::Linear,
            wrap: Wrap::Repeat,
            mipmap: Mipmap::None,
            source: TextureSource::Pattern(sampler),
        }
    }
}

/// Both programs in the simulators give what the interpreter gave.
#[track_caller]
pub(crate) fn agree(target: &str, pair: &Pair, expected: &Interpreted, place_name: &str) {
    let target = find_target(target).unwrap();
    let outputs = simulated(target, pair, expected);
    let wanted = Expected {
        outputs: expected.outputs.outputs.clone(),
        discarded: expected.outputs.discarded.clone(),
        ..Expected::default()
    };
    let comparison = compare(&wanted, &outputs, target.tolerance(Functions::Plain));
    assert!(
        comparison.agrees(),
        "{place_name}: {}\n{}\n{}",
        comparison.differences.join("\n"),
        pair.vertex.assembly,
        pair.fragment.assembly
    );
}

fn binary(compiled: &Compiled, stage: Stage) -> Binary<'_> {
    Binary {
        bytes: &compiled.binary,
        container: None,
        stage: Some(stage),
        side_files: &compiled.side_files,
    }
}

fn simulated(target: &dyn Target, pair: &Pair, expected: &Interpreted) -> RunOutputs {
    let varyings = target.varyings().unwrap();
    let reflection = &pair.vertex.reflection;
    let mut given = expected.vertex.clone();
    // The vertex program may do work of the other.
    for (name, data) in &expected.fragment.uniforms {
        let uniforms = given.uniforms.entry(name.clone());
        uniforms.or_insert_with(|| data.clone());
    }
    let image = place(reflection, &given).unwrap_or_else(|fault| panic!("{fault:?}"));
    let outcome = target
        .read(binary(&pair.vertex, Stage::Vertex))
        .and_then(|code| code.simulate(&image, &mut Watch::default()))
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    let written = outcome.outputs.get(varyings.prefix).cloned();
    let between: BTreeMap<u32, Vec<Register>> = written
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(number, values)| Some((number.checked_sub(varyings.vertex_first)?, values)))
        .collect();
    let reflection = &pair.fragment.reflection;
    let mut given = expected.fragment.clone();
    for input in &reflection.inputs {
        // Of an array a program may have the first elements only.
        if let (Some(data), Ok(lanes)) = (given.varyings.get_mut(&input.name), lanes_of(input)) {
            data.values
                .iter_mut()
                .for_each(|row| row.truncate(lanes.len()));
        }
    }
    for input in reflection.inputs.iter().filter(|one| one.builtin.is_none()) {
        // What no source declares is still handed over.
        let unknown = InputData {
            shape: None,
            values: vec![vec![0.0; lanes_of(input).map_or(4, |lanes| lanes.len())]; SAMPLES],
        };
        given.varyings.entry(input.name.clone()).or_insert(unknown);
    }
    let mut image = place(reflection, &given).unwrap_or_else(|fault| panic!("{fault:?}"));
    // Nothing but what the vertex program wrote.
    image.inputs.insert(varyings.prefix.to_owned(), between);
    let outcome = target
        .read(binary(&pair.fragment, Stage::Fragment))
        .and_then(|code| code.simulate(&image, &mut Watch::default()))
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    gather(reflection, &outcome, SAMPLES).unwrap_or_else(|fault| panic!("{fault:?}"))
}

/// True if a fragment program reads a built-in variable.
pub(crate) fn has_builtin(program: &Compiled, builtin: Builtin) -> bool {
    let mut inputs = program.reflection.inputs.iter();
    inputs.any(|input| input.builtin.as_deref() == Some(builtin.name()))
}
