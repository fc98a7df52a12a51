//! `nan-clamp`: the larger and the smaller of two values is the one that is a number.

use retroshade_ir::Shader;
use retroshade_ir::run::RunInputs;
use retroshade_ir::run::compare::Functions;
use retroshade_kit::agreement::{clip, compare_on, data, run_on, shader};
use retroshade_kit::target::{Chip, Compiled, Target};
use retroshade_nv2a::NV2A;

const OPERATIONS: &[&str] = &[
    "%3:f4 = max %0, %1",
    "%3:f4 = min %1, %0",
    "%3:f4 = max %2, %0",
    "%3:f4 = clamp %0, %2, %1",
    "%3:f4 = saturate %0",
    "%4:f4 = neg %0 %3:f4 = min %1, %4",
];

fn source(operation: &str) -> Shader {
    shader(&format!(
        "shader vertex \"numbers\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n  %0:f4 = input in0[0]\n\
         %1:f4 = input in1[0]\n  %2:f4 = const (-0.5, 0.25, -3.0, 1.0)\n  {operation}\n  yield %3\n}}\n"
    ))
}

fn compile(shader: &Shader, prefer: &str) -> Compiled {
    let mut options = clip();
    options.settings.insert("nan-clamp".into(), prefer.into());
    NV2A.compile(shader, &options).unwrap()
}

/// Some lanes of the attributes are NaN, but never the same lane of both.
fn inputs(shader: &Shader) -> RunInputs {
    let mut inputs = data(shader, 1);
    for (name, first) in [("v", 0), ("w", 1)] {
        let Some(attribute) = inputs.attributes.get_mut(name) else {
            continue;
        };
        for (sample, row) in attribute.values.iter_mut().enumerate() {
            for (lane, value) in row.iter_mut().enumerate() {
                if (sample + lane) % 3 == first {
                    *value = f32::NAN;
                }
            }
        }
    }
    inputs
}

#[test]
fn the_operand_that_is_a_number_is_the_result() {
    for operation in OPERATIONS {
        let shader = source(operation);
        let compiled = compile(&shader, "on");
        let tolerance = NV2A.tolerance(Functions::Plain);
        compare_on(&NV2A, &shader, &compiled, &inputs(&shader), tolerance);
    }
}

#[test]
fn without_the_setting_some_results_are_none() {
    let mut spoiled = 0;
    for operation in OPERATIONS {
        let shader = source(operation);
        let plain = compile(&shader, "off");
        let found = run_on(&NV2A, &plain, &inputs(&shader));
        let values = found.outputs["gl_Position"].iter().flatten();
        spoiled += values.filter(|value| value.is_nan()).count();
    }
    assert!(spoiled > 0);
}
