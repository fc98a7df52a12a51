//! Compiles the printed form of a shader, runs the machine code on random data, and compares with
//! the reference interpreter.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostics, FileId};
use retroshade_ir::run::compare::{Tolerance, compare};
use retroshade_ir::run::{Expected, InputData, RunInputs, UniformData};
use retroshade_ir::{Shader, Shape, eval, text};
use retroshade_kit::machine::{self, lane_count};
use retroshade_kit::random::Random;
use retroshade_kit::target::{Binary, Compiled, Options, Position, Target};
use retroshade_lima::LIMA;

const SAMPLES: usize = 16;

pub(crate) fn shader(source: &str) -> Shader {
    text::parse(source, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}\n{source}"))
}

pub(crate) fn clip() -> Options {
    at(Position::Clip)
}

pub(crate) fn at(position: Position) -> Options {
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

fn row(shape: Shape, random: &mut Random) -> Vec<f32> {
    (0..lane_count(shape)).map(|_| number(random)).collect()
}

/// Random data for everything a shader may read.
pub(crate) fn data(shader: &Shader, seed: u64) -> RunInputs {
    let mut random = Random::new(seed);
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
pub(crate) fn check(source: &str) -> Compiled {
    let shader = shader(source);
    check_shader(&shader).unwrap_or_else(|errors| panic!("{errors:#?}\n{source}"))
}

/// As [`check`], or why it does not compile.
pub(crate) fn check_shader(shader: &Shader) -> Result<Compiled, Diagnostics> {
    let compiled = LIMA.compile(shader, &clip())?;
    for seed in 0..3 {
        compare_on(
            shader,
            &compiled,
            &data(shader, seed),
            Tolerance::float32(false),
        );
    }
    Ok(compiled)
}

/// Runs a compiled shader and compares with the interpreter.
pub(crate) fn compare_on(
    shader: &Shader,
    compiled: &Compiled,
    inputs: &RunInputs,
    tolerance: Tolerance,
) {
    let none = IndexMap::new();
    let binary = Binary {
        bytes: &compiled.binary,
        container: None,
        stage: None,
        side_files: &none,
    };
    let wanted = eval::run(shader, inputs).unwrap_or_else(|fault| panic!("{fault:?}"));
    let found = machine::run(&LIMA, binary, &compiled.reflection, inputs)
        .unwrap_or_else(|errors| panic!("{errors:#?}\n{}", compiled.assembly));
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
