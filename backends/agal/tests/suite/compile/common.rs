//! Compiles the printed form of a shader, runs the machine code on random data, and compares with
//! the reference interpreter.

use retroshade_agal::{AGAL1, AGAL2, AGAL3, Agal};
use retroshade_diagnostics::{Diagnostics, FileId};
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::run::{Expected, InputData, Mode, RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{Builtin, SamplerKind, Shader, Shape, eval, text};
use retroshade_kit::machine::{self, lane_count};
use retroshade_kit::random::Random;
use retroshade_kit::target::{Chip, Compiled, Options, Target};

const SAMPLES: usize = 16;

pub(crate) fn shader(source: &str) -> Shader {
    text::parse(source, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}\n{source}"))
}

/// A number away from 0 and from ties.
fn number(random: &mut Random) -> f32 {
    let sign = if random.one_in(2) { 1.0 } else { -1.0 };
    sign * (random.below(1500) as f32 + 100.0) / 512.0
}

fn row(shape: Shape, random: &mut Random) -> Vec<f32> {
    (0..lane_count(shape)).map(|_| number(random)).collect()
}

fn texture(kind: SamplerKind, k: u32) -> TextureData {
    TextureData {
        kind: if kind == SamplerKind::Cube {
            TextureKind::Cube
        } else {
            TextureKind::D2
        },
        filter: Filter::Linear,
        wrap: if kind == SamplerKind::Cube {
            Wrap::Clamp
        } else {
            Wrap::Repeat
        },
        mipmap: Mipmap::None,
        source: TextureSource::Pattern(k),
    }
}

/// Random data for everything a shader may read.
pub(crate) fn data(shader: &Shader, seed: u64) -> RunInputs {
    let mut random = Random::new(seed);
    let mut inputs = RunInputs {
        sample_count: Some(SAMPLES),
        mode: Mode::Quads,
        ..RunInputs::default()
    };
    for variable in shader.interface.uniforms.values() {
        let value = row(variable.shape, &mut random);
        inputs.uniforms.insert(
            variable.name.clone(),
            UniformData {
                shape: Some(variable.shape),
                value,
            },
        );
    }
    for (k, sampler) in shader.interface.samplers.values().enumerate() {
        inputs
            .textures
            .insert(sampler.name.clone(), texture(sampler.kind, k as u32));
    }
    for variable in shader.interface.inputs.values() {
        if variable.builtin == Some(Builtin::FragCoord) {
            let row = |k: usize| {
                vec![
                    k as f32 + 0.5,
                    3.5 * k as f32 + 0.5,
                    0.25 + k as f32 / 64.0,
                    0.5,
                ]
            };
            inputs.frag_coord = Some((0..SAMPLES).map(row).collect());
            continue;
        }
        let values = (0..SAMPLES)
            .map(|_| row(variable.shape, &mut random))
            .collect();
        let data = InputData {
            shape: Some(variable.shape),
            values,
        };
        inputs
            .table_mut(shader.stage)
            .insert(variable.name.clone(), data);
    }
    inputs
}

pub(crate) fn compile(target: &Agal, source: &str) -> Result<Compiled, Diagnostics> {
    target.compile(&shader(source), &Options::default())
}

/// Compiles for a target, runs, compares; gives what came out.
pub(crate) fn check_on(target: &Agal, source: &str) -> Compiled {
    check_shader(target, &shader(source))
        .unwrap_or_else(|errors| panic!("{}: {errors:#?}\n{source}", target.name()))
}

/// Compiles for a target, runs, compares; gives what came out, or why it does not compile.
pub(crate) fn check_shader(target: &Agal, shader: &Shader) -> Result<Compiled, Diagnostics> {
    check_for(target, shader, &Options::default())
}

/// As [`check_shader`], with options.
pub(crate) fn check_for(
    target: &Agal,
    shader: &Shader,
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    let compiled = target.compile(shader, options)?;
    let binary = compiled.as_binary();
    for seed in 0..3 {
        let inputs = data(shader, seed);
        let wanted = eval::run(shader, &inputs).unwrap_or_else(|fault| panic!("{fault:?}"));
        let found = machine::run(target, binary, &compiled.reflection, &inputs)
            .unwrap_or_else(|errors| panic!("{errors:#?}\n{}", compiled.assembly));
        let expected = Expected {
            outputs: wanted
                .outputs
                .into_iter()
                .filter(|(name, _)| name != "gl_PointSize")
                .collect(),
            discarded: wanted.discarded,
            ..Expected::default()
        };
        let result = compare(&expected, &found, Tolerance::float32(Functions::Plain));
        assert!(
            result.agrees(),
            "{}: {:#?}\n{}\n{}",
            target.name(),
            result.differences,
            text::print(shader),
            compiled.assembly
        );
    }
    Ok(compiled)
}

/// On every version; gives the assembly of version 1.
pub(crate) fn check(source: &str) -> String {
    check_on(&AGAL2, source);
    check_on(&AGAL3, source);
    check_on(&AGAL1, source).assembly
}
