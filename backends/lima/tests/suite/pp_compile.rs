//! Fragment programs: what is compiled computes what the interpreter computes.

use retroshade_diagnostics::{FileId, codes};
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::run::RunOutputs;
use retroshade_ir::{Constant, Op, Scalar, Shader, Stage, eval, text};
use retroshade_kit::machine;
use retroshade_kit::target::{Compiled, Options, Target};
use retroshade_lima::LIMA;
use retroshade_lima::pp::half;

/// The shader with literals that half floats hold, so that rounding them is no difference.
fn halved(mut shader: Shader) -> Shader {
    for data in shader.insts.values_mut() {
        if let Op::Constant(constant) = &mut data.op
            && constant.ty.scalar == Scalar::Float
        {
            let lanes = constant.lanes().iter();
            let rounded: Vec<f32> = lanes
                .map(|bits| half::round(f32::from_bits(*bits)))
                .collect();
            *constant = Constant::floats(&rounded);
        }
    }
    shader
}

/// Where results differ by more than the rounding of folded literals to half floats explains.
fn difference(wanted: &RunOutputs, found: &RunOutputs) -> Option<String> {
    let gone = |outputs: &RunOutputs| outputs.discarded.clone().unwrap_or_default();
    let (mut left, mut right) = (gone(wanted), gone(found));
    left.resize(left.len().max(right.len()), false);
    right.resize(left.len(), false);
    if left != right {
        return Some(format!("discarded is {right:?}, expected {left:?}"));
    }
    let wanted = wanted.outputs.values().flatten().flatten();
    let found = found.outputs.values().flatten().flatten();
    let mut pairs = wanted.zip(found);
    let far = pairs.find(|(wanted, found)| {
        let close = (**wanted - **found).abs() <= 0.01 * wanted.abs().max(1.0);
        !close
    });
    far.map(|(wanted, found)| format!("{found}, expected {wanted}"))
}

/// Compiles and compares; how many of the shaders compile.
fn run(knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    let limits = [
        codes::limit::TEMPORARIES,
        codes::limit::CONSTANTS,
        codes::limit::VARYINGS,
        codes::limit::SAMPLERS,
        // Lookups with derivatives of the shader's own.
        codes::target::UNSUPPORTED,
    ];
    let mut count = 0;
    for seed in seeds {
        let sample = sample(seed, knobs);
        let shader = halved(sample.shader.clone());
        let compiled = match LIMA.compile(&shader, &Options::default()) {
            Ok(compiled) => compiled,
            Err(errors) => {
                let limit = errors.iter().all(|error| limits.contains(&error.code));
                assert!(limit, "seed {seed}: {errors:#?}\n{}", text::print(&shader));
                continue;
            }
        };
        count += 1;
        let binary = compiled.as_binary();
        let wanted = eval::run(&shader, &sample.inputs).unwrap();
        let found = machine::run(&LIMA, binary, &compiled.reflection, &sample.inputs)
            .unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{}", compiled.assembly));
        if let Some(difference) = difference(&wanted, &found) {
            let (shader, assembly) = (text::print(&shader), compiled.assembly);
            panic!("seed {seed}: {difference}\n{shader}\n{assembly}");
        }
    }
    count
}

fn knobs(operations: u32) -> Knobs {
    Knobs {
        stage: Some(Stage::Fragment),
        operations,
        // Factors of turns are rounded to half floats, which is more than the bounds allow.
        angles: false,
        ..Knobs::default()
    }
}

#[test]
fn small_shaders_agree_with_the_interpreter() {
    assert!(run(&knobs(12), 0..150) > 120);
}

#[test]
fn larger_shaders_agree_with_the_interpreter() {
    assert!(run(&knobs(50), 1000..1030) > 20);
}

#[test]
fn shaders_that_spill_agree_with_the_interpreter() {
    assert!(run(&knobs(150), 2000..2006) > 3);
}

fn compile(source: &str) -> Compiled {
    let shader = text::parse(source, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}"));
    LIMA.compile(&shader, &Options::default())
        .unwrap_or_else(|errors| panic!("{errors:#?}"))
}

#[test]
fn a_lookup_is_one_instruction() {
    let compiled = compile(
        r#"shader fragment "copy.frag"
    input in0 "v_uv" vec2
    sampler sampler0 "u_image" d2
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:f2 = input in0[0]
      %1:f4 = texture sampler0[0] %0
      yield %1
    }"#,
    );
    assert_eq!(
        compiled.assembly,
        "stop, sync, load.v ^tex_coord 0, texld_2d 0, mov.v0 $0 ^tex_sampler\n"
    );
    assert!(compiled.warnings.is_empty());
}

#[test]
fn numbers_beyond_half_floats_are_warned_about() {
    let compiled = compile(
        r#"shader fragment "large.frag"
    input in0 "v" vec4 precision=highp
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:f4 = input in0[0]
      %1:f4 = const (100000.0, 1e-9, 1.0, 2.0)
      %2:f4 = add %0, %1
      yield %2
    }"#,
    );
    let found: Vec<_> = compiled
        .warnings
        .iter()
        .map(|warning| warning.code)
        .collect();
    assert!(found.contains(&codes::warning::HALF_CONSTANT), "{found:?}");
    assert!(found.contains(&codes::warning::HALF_PRECISION), "{found:?}");
}

#[test]
fn an_input_lies_where_it_is_needed() {
    let compiled = compile(
        r#"shader fragment "opaque.frag"
    input in0 "v_color" vec3
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:f3 = input in0[0]
      %1:f1 = const 1.0
      %2:f4 = compose %0, %1
      yield %2
    }"#,
    );
    assert_eq!(
        compiled.assembly,
        "stop, load.v $0.xyz 0, mov.s0 $0.w ^const0.x, const0 1.0 0.0 0.0 0.0\n"
    );
}
