//! Tests of whole targets: compiles a shader, runs the machine code on random data, and compares with the
//! reference interpreter.
//!
//! The functions panic where something differs, so that a test is a call.

use crate::machine::{self, lane_count};
use crate::random::Random;
use crate::target::{Compiled, Options, Position, Target};
use retroshade_diagnostics::{Diagnostics, FileId, codes};
use retroshade_ir::generate::{Knobs, Sample, sample};
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::run::{Expected, InputData, RunInputs, RunOutputs, UniformData};
use retroshade_ir::{Shader, Shape, eval, text};

const SAMPLES: usize = 16;

/// The shader of a text.
///
/// # Panics
/// If it is none.
pub fn shader(source: &str) -> Shader {
    text::parse(source, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}\n{source}"))
}

/// Options that leave gl_Position as the shader wrote it.
pub fn clip() -> Options {
    at(Position::Clip)
}

/// Options that leave gl_Position in a space.
pub fn at(position: Position) -> Options {
    Options {
        position,
        ..Options::default()
    }
}

/// A number away from 0 and from ties.
fn number(random: &mut Random) -> f32 {
    let sign = if random.one_in(2) { 1.0 } else { -1.0 };
    sign * (random.below(1500) as f32 + 100.0) / 512.0
}

/// Random data for everything a shader may read.
pub fn data(shader: &Shader, seed: u64) -> RunInputs {
    data_of(shader, seed, number)
}

/// Random data of these numbers for everything a shader may read.
pub fn data_of(shader: &Shader, seed: u64, number: impl Fn(&mut Random) -> f32) -> RunInputs {
    let mut random = Random::new(seed);
    let row = |shape: Shape, random: &mut Random| -> Vec<f32> {
        (0..lane_count(shape)).map(|_| number(random)).collect()
    };
    let mut inputs = RunInputs {
        sample_count: Some(SAMPLES),
        ..RunInputs::default()
    };
    for variable in shader.interface.uniforms.values() {
        let value = row(variable.shape, &mut random);
        let data = UniformData {
            shape: Some(variable.shape),
            value,
        };
        inputs.uniforms.insert(variable.name.clone(), data);
    }
    for variable in shader.interface.inputs.values() {
        let values = (0..SAMPLES)
            .map(|_| row(variable.shape, &mut random))
            .collect();
        let data = InputData {
            shape: Some(variable.shape),
            values,
        };
        inputs.attributes.insert(variable.name.clone(), data);
    }
    inputs
}

/// Compiles without an epilogue, runs, compares; gives what came out.
///
/// # Panics
/// If it does not compile or does something else.
pub fn check(target: &dyn Target, source: &str) -> Compiled {
    let shader = shader(source);
    check_shader(target, &shader).unwrap_or_else(|errors| panic!("{errors:#?}\n{source}"))
}

/// As [`check`], or why it does not compile.
///
/// # Errors
/// What the target refuses.
///
/// # Panics
/// If the program does something else.
pub fn check_shader(target: &dyn Target, shader: &Shader) -> Result<Compiled, Diagnostics> {
    let compiled = target.compile(shader, &clip())?;
    for seed in 0..3 {
        let inputs = data(shader, seed);
        compare_on(
            target,
            shader,
            &compiled,
            &inputs,
            Tolerance::float32(Functions::Plain),
        );
    }
    Ok(compiled)
}

/// What the machine code of a compiled shader makes of inputs.
///
/// # Panics
/// If it does not run.
pub fn run_on(target: &dyn Target, compiled: &Compiled, inputs: &RunInputs) -> RunOutputs {
    let binary = compiled.as_binary();
    machine::run(target, binary, &compiled.reflection, inputs)
        .unwrap_or_else(|errors| panic!("{errors:#?}\n{}", compiled.assembly))
}

/// Runs a compiled shader and compares with the interpreter.
///
/// # Panics
/// If one of the two does not run or they differ.
pub fn compare_on(
    target: &dyn Target,
    shader: &Shader,
    compiled: &Compiled,
    inputs: &RunInputs,
    tolerance: Tolerance,
) {
    let wanted = eval::run(shader, inputs).unwrap_or_else(|fault| panic!("{fault:?}"));
    let found = run_on(target, compiled, inputs);
    let expected = Expected {
        outputs: wanted.outputs,
        ..Expected::default()
    };
    let result = compare(&expected, &found, tolerance);
    assert!(
        result.agrees(),
        "{:#?}\n{}\n{}",
        result.differences,
        text::print(shader),
        compiled.assembly
    );
}

/// Compiles random shaders, hands those that compile to `look` with their seed, and counts them. The others
/// are refused for a limit, or for an operation that the target does not have.
///
/// # Panics
/// If one is refused for something else.
pub fn random(
    target: &dyn Target,
    knobs: &Knobs,
    seeds: std::ops::Range<u64>,
    options: impl Fn(u64) -> Options,
    mut look: impl FnMut(u64, Sample, Compiled),
) -> usize {
    let limits = [
        codes::limit::TEMPORARIES,
        codes::limit::INSTRUCTIONS,
        codes::limit::CONSTANTS,
        codes::limit::DESCRIPTORS,
        codes::limit::VARYINGS,
        codes::limit::ATTRIBUTES,
        codes::limit::SAMPLERS,
        codes::target::LOOP,
        codes::target::INDEX,
        codes::target::UNSUPPORTED,
    ];
    let mut count = 0;
    for seed in seeds {
        let sample = sample(seed, knobs);
        match target.compile(&sample.shader, &options(seed)) {
            Ok(compiled) => {
                count += 1;
                look(seed, sample, compiled);
            }
            Err(errors) => assert!(
                errors.iter().all(|error| limits.contains(&error.code)),
                "seed {seed}: {errors:#?}\n{}",
                text::print(&sample.shader)
            ),
        }
    }
    count
}

/// Runs a compiled random shader and compares with the interpreter.
///
/// # Panics
/// If one of the two does not run or they differ.
pub fn compare_sample(target: &dyn Target, seed: u64, sample: &Sample, compiled: &Compiled) {
    let mut wanted = eval::run(&sample.shader, &sample.inputs).unwrap_or_else(|e| panic!("{e:?}"));
    // Few targets draw points.
    let points =
        |output: &crate::reflect::Variable| output.builtin.as_deref() == Some("point_size");
    if !compiled.reflection.outputs.iter().any(points) {
        wanted.outputs.shift_remove("gl_PointSize");
    }
    let found = run_on(target, compiled, &sample.inputs);
    if let Some(difference) = sample.difference(&wanted, &found) {
        panic!(
            "seed {seed}: {difference}\n{}\n{}",
            text::print(&sample.shader),
            compiled.assembly
        );
    }
}
