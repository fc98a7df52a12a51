//! `nan-clamp`: the larger and the smaller of two values is the one that is a number.

use retroshade_ir::Shader;
use retroshade_ir::run::compare::{Functions, Tolerance};
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_kit::agreement::{compare_on, run_on, shader};
use retroshade_kit::target::{Compiled, Options, Target};
use retroshade_pica200::PICA200;

/// Maxima and minima of inputs, uniforms and literals in every order, and a row of them.
const OPERATIONS: &[&str] = &[
    "%4:f4 = max %0, %1",
    "%4:f4 = max %1, %0",
    "%4:f4 = min %0, %2",
    "%4:f4 = min %2, %0",
    "%4:f4 = max %3, %0",
    "%4:f4 = min %0, %3",
    "%4:f4 = max %0, %0.yzwx",
    "%4:f4 = clamp %0, %3, %2",
    "%4:f4 = clamp %0, %1, %2",
    "%4:f4 = saturate %0",
    "%5:f4 = max %2, %0.wzyx %6:f4 = min %5, %1 %4:f4 = max %6, %0",
];

fn source(operation: &str) -> Shader {
    shader(&format!(
        "shader vertex \"numbers\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
         uniform uniform0 \"u\" vec4\noutput out0 \"gl_Position\" vec4 builtin=position\n\
         body {{\n  %0:f4 = input in0[0]\n  %1:f4 = input in1[0]\n  %2:f4 = uniform uniform0[0]\n\
         %3:f4 = const (-0.5, 0.25, -3.0, 1.0)\n  {operation}\n  yield %4\n}}\n"
    ))
}

fn compile(shader: &Shader, prefer: &str) -> Compiled {
    let mut options = Options::default();
    options.settings.insert("nan-clamp".into(), prefer.into());
    let compiled = PICA200.compile(shader, &options);
    compiled.unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// In each sample other lanes of the operands are NaN, never the same lane of both.
fn inputs() -> RunInputs {
    let numbers = |scale: f32| [1.0, -2.0, 0.75, -0.125].map(|x: f32| x * scale);
    let rows = |scale: f32, holes: &[u8]| {
        let row = |hole: &u8| {
            let mut row = numbers(scale).to_vec();
            for (lane, value) in row.iter_mut().enumerate() {
                if hole >> lane & 1 == 1 {
                    *value = f32::NAN;
                }
            }
            row
        };
        InputData {
            shape: None,
            values: holes.iter().map(row).collect(),
        }
    };
    let mut inputs = RunInputs {
        sample_count: Some(4),
        ..RunInputs::default()
    };
    inputs
        .attributes
        .insert("v".into(), rows(1.5, &[0, 0b0101, 0b1000, 0]));
    inputs
        .attributes
        .insert("w".into(), rows(-0.7, &[0, 0b1010, 0b0111, 0b1111]));
    let value = vec![0.5, 1.25, -4.0, 2.0];
    inputs
        .uniforms
        .insert("u".into(), UniformData { shape: None, value });
    inputs
}

#[test]
fn the_operand_that_is_a_number_is_the_result() {
    for operation in OPERATIONS {
        let shader = source(operation);
        let compiled = compile(&shader, "on");
        // `max %0, %0.yzwx` compares lanes that may both be none: the interpreter gives NaN there, and
        // that is not compared.
        let tolerance = Tolerance::float32(Functions::Plain);
        compare_on(&PICA200, &shader, &compiled, &inputs(), tolerance);
    }
}

/// Without the setting some of them do not, and take less room.
#[test]
fn it_costs_words_only_where_it_is_asked_for() {
    let mut spoiled = 0;
    for operation in OPERATIONS {
        let shader = source(operation);
        let (plain, prefers) = (compile(&shader, "off"), compile(&shader, "on"));
        assert!(plain.reflection.stats.words <= prefers.reflection.stats.words);
        let found = run_on(&PICA200, &plain, &inputs());
        let values = found.outputs["gl_Position"].iter().flatten();
        spoiled += values.filter(|value| value.is_nan()).count();
    }
    assert!(spoiled > 0);
}

#[test]
fn searches_take_a_budget_and_a_seed() {
    let shader = source(OPERATIONS[0]);
    let with = |name: &str, value: &str| {
        let mut options = Options::default();
        options.settings.insert(name.into(), value.into());
        PICA200.compile(&shader, &options)
    };
    let plain = PICA200.compile(&shader, &Options::default()).unwrap();
    for (name, value) in [("budget", "1000"), ("budget", "0"), ("seed", "7")] {
        assert_eq!(
            with(name, value).unwrap().binary,
            plain.binary,
            "{name}={value}"
        );
    }
    for (name, value) in [("budget", "many"), ("budget", "-1"), ("seed", "x")] {
        assert!(with(name, value).is_err(), "{name}={value}");
    }
}
