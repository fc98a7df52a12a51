//! Random shaders: what is compiled computes what the interpreter computes, or is refused for a limit.

use retroshade_agal::{AGAL1, AGAL2, AGAL3, Agal};
use retroshade_ir::build::Builder;
use retroshade_ir::generate::{Knobs, Sample};
use retroshade_ir::{
    Builtin, Op, Scalar, Shader, Shape, Stage, Swizzle, Terminator, Type, Use, Variable,
};
use retroshade_kit::agreement::{compare_sample, random};
use retroshade_kit::random::Random;
use retroshade_kit::target::{Compiled, Optimize, Options, Target};

fn float(lanes: u8) -> Shape {
    Shape::vector(Scalar::Float, lanes)
}

fn knobs(stage: Stage, operations: u32) -> Knobs {
    Knobs {
        stage: Some(stage),
        operations,
        ints: false,
        branches: false,
        loops: false,
        indexing: false,
        derivatives: false,
        angles: false,
        ..Knobs::default()
    }
}

/// The number of shaders that compile.
fn run(target: &Agal, knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    let usual = |_| Options::default();
    random(target, knobs, seeds, usual, |seed, sample, compiled| {
        agrees(target, seed, sample, &compiled);
    })
}

/// Operations of several tokens round several times.
fn agrees(target: &Agal, seed: u64, mut sample: Sample, compiled: &Compiled) {
    sample.error *= 8.0;
    compare_sample(target, seed, &sample, compiled);
}

#[test]
fn small_shaders_agree_with_the_interpreter() {
    for stage in [Stage::Vertex, Stage::Fragment] {
        let found = run(&AGAL1, &knobs(stage, 8), 0..60);
        assert!(found > 50, "{found}");
    }
}

#[test]
fn large_shaders_agree_with_the_interpreter() {
    for stage in [Stage::Vertex, Stage::Fragment] {
        let knobs = |operations| Knobs {
            textures: false,
            ..knobs(stage, operations)
        };
        let found = [
            run(&AGAL1, &knobs(30), 1000..1012),
            run(&AGAL2, &knobs(50), 2000..2010),
            run(&AGAL3, &knobs(50), 3000..3004),
        ];
        assert!(found[0] > 6 && found[1] > 5 && found[2] > 1, "{found:?}");
    }
}

#[test]
fn choices_agree_with_the_interpreter() {
    let (mut all, mut conditional) = (0, 0);
    for (stage, operations) in [
        (Stage::Vertex, 12),
        (Stage::Fragment, 12),
        (Stage::Vertex, 40),
    ] {
        let knobs = Knobs {
            branches: true,
            textures: false,
            ..knobs(stage, operations)
        };
        let usual = |_| Options::default();
        all += random(
            &AGAL2,
            &knobs,
            5000..5080,
            usual,
            |seed, sample, compiled| {
                agrees(&AGAL2, seed, sample, &compiled);
                conditional += usize::from(compiled.assembly.contains("\n  "));
            },
        );
    }
    assert!(all > 150 && conditional > 40, "{all} {conditional}");
}

/// Values of so many lanes in all that are live at once, then combined two by two.
fn crowd(lanes: u8, seed: u64) -> Shader {
    let mut shader = Shader::new(Stage::Fragment, "crowd");
    shader.interface.inputs.push(Variable::new("v", float(4)));
    let mut colour = Variable::new("gl_FragColor", float(4));
    colour.builtin = Some(Builtin::FragColor);
    shader.interface.outputs.push(colour);
    let body = shader.body;
    let input = shader.interface.inputs.keys().next().expect("v");
    let mut random = Random::new(seed);
    let mut builder = Builder::new(&mut shader, body);
    let input = builder.typed(Op::Input { input, slot: 0 }, &[], Type::float(4));
    let (mut values, mut left) = (Vec::new(), lanes);
    let mut last = input;
    while left > 0 {
        let width = (1 + random.below(4) as u8).min(left);
        left -= width;
        let start = random.below(4) as u8;
        let source = if random.one_in(3) { input } else { last };
        let lanes = (0..width).map(|lane| (start + lane) % 4 % source.lanes());
        let selected: Vec<u8> = lanes.collect();
        let operand = source.then(Swizzle::new(&selected).expect("lanes"));
        let factor = builder.float(values.len() as f32 + 2.5, width);
        let scaled = builder.op(Op::Mul, &[operand, factor]);
        last = builder.op(Op::Fract, &[scaled]);
        values.push(last);
    }
    let mut take =
        |values: &mut Vec<Use>| values.swap_remove(random.below(values.len() as u64) as usize);
    while values.len() > 1 {
        let (a, b) = (take(&mut values), take(&mut values));
        let width = a.lanes().max(b.lanes());
        let widened = |value: Use| {
            let selected: Vec<u8> = (0..width).map(|lane| (lane + 1) % value.lanes()).collect();
            value.then(Swizzle::new(&selected).expect("lanes"))
        };
        let op = [Op::Min, Op::Add, Op::Max][values.len() % 3];
        values.push(builder.op(op, &[widened(a), widened(b)]));
    }
    let value = take(&mut values);
    let colour: Vec<u8> = (0..4).map(|lane| lane % value.lanes()).collect();
    let colour = value.then(Swizzle::new(&colour).expect("lanes"));
    builder.end(Terminator::Yield(vec![colour]));
    shader
}

#[test]
fn what_fits_at_the_usual_level_fits_without_optimization() {
    let fits = |shader: &Shader, optimize| {
        let options = Options {
            optimize,
            ..Options::default()
        };
        AGAL1.compile(shader, &options).is_ok()
    };
    let mut fitting = 0;
    // Some of these need the usual search for registers.
    for seed in 755..776 {
        let shader = crowd(30 + (seed % 60) as u8, seed);
        if fits(&shader, Optimize::Normal) {
            assert!(fits(&shader, Optimize::None), "seed {seed}");
            fitting += 1;
        }
    }
    assert!(fitting >= 10, "{fitting}");
}
