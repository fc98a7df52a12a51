//! How far functions are from the true values, in the chip's own arithmetic. The bounds are those of
//! docs/nv2a.md, "Accuracy".

use crate::compile::common::{clip, shader};
use retroshade_ir::run::{InputData, RunInputs};
use retroshade_kit::machine::place;
use retroshade_kit::target::Target;
use retroshade_nv2a::NV2A;
use retroshade_nv2a::container::read;
use retroshade_nv2a::decode::decode;
use retroshade_nv2a::sim::{self, Hardware};

const SAMPLES: usize = 4001;

/// Results of a function of one attribute, and the numbers it was asked for.
fn run(operation: &str, precision: &str, range: (f32, f32)) -> Vec<(f64, f64)> {
    let source = format!(
        r#"shader vertex "accuracy.vert"
        input in0 "x" float precision={precision}
        output out0 "gl_Position" vec4 builtin=position
        body {{
          %0:f1 = input in0[0]
          %1:f1 = const 8.0
          {operation}
          yield %2.xxxx
        }}"#
    );
    let compiled = NV2A.compile(&shader(&source), &clip()).unwrap();
    let step = (range.1 - range.0) / (SAMPLES - 1) as f32;
    let numbers: Vec<f32> = (0..SAMPLES).map(|k| range.0 + step * k as f32).collect();
    let mut inputs = RunInputs {
        sample_count: Some(SAMPLES),
        ..RunInputs::default()
    };
    let values = numbers.iter().map(|number| vec![*number]).collect();
    inputs.attributes.insert(
        "x".into(),
        InputData {
            shape: None,
            values,
        },
    );
    let image = place(&compiled.reflection, &inputs).unwrap();
    let program = decode(&read(&compiled.binary, None).unwrap()).unwrap();
    let outcome = sim::run(&program, &image, &Hardware).unwrap();
    let results = outcome.outputs["o"][&0]
        .iter()
        .map(|lanes| f64::from(lanes[0]));
    numbers
        .iter()
        .map(|number| f64::from(*number))
        .zip(results)
        .collect()
}

/// The largest error, relative to the true value or absolute.
fn worst(found: &[(f64, f64)], truth: impl Fn(f64) -> f64, relative: bool) -> f64 {
    let errors = found.iter().map(|(x, y)| {
        let wanted = truth(*x);
        let error = (y - wanted).abs();
        if relative {
            error / wanted.abs()
        } else {
            error
        }
    });
    errors.fold(0.0, f64::max)
}

fn check(
    operation: &str,
    range: (f32, f32),
    truth: impl Fn(f64) -> f64 + Copy,
    relative: bool,
    bounds: (f64, f64),
) {
    for (precision, bound) in [("mediump", bounds.0), ("highp", bounds.1)] {
        let error = worst(&run(operation, precision, range), truth, relative);
        assert!(
            error <= bound,
            "{operation} {precision}: {error:e}, bound {bound:e}"
        );
        // A bound that is far off would say nothing.
        assert!(
            error >= bound / 4.0,
            "{operation} {precision}: {error:e}, bound {bound:e}"
        );
    }
}

#[test]
fn powers_of_two() {
    check(
        "%2:f1 = exp2 %0",
        (-8.0, 8.0),
        f64::exp2,
        true,
        (1.2e-4, 1e-6),
    );
}

#[test]
fn logarithms() {
    check(
        "%2:f1 = log2 %0",
        (1.0 / 64.0, 64.0),
        f64::log2,
        false,
        (2.6e-4, 4e-6),
    );
}

#[test]
fn powers() {
    check(
        "%2:f1 = pow %0, %1",
        (0.5, 1.0),
        |x| x.powi(8),
        true,
        (1.6e-3, 2e-5),
    );
}

#[test]
fn angles() {
    let turn = std::f32::consts::TAU;
    check(
        "%2:f1 = sin %0",
        (-turn, turn),
        f64::sin,
        false,
        (1.2e-4, 4e-6),
    );
    check(
        "%2:f1 = cos %0",
        (-turn, turn),
        f64::cos,
        false,
        (1.2e-4, 4e-6),
    );
}

#[test]
fn roots_and_reciprocals() {
    let everywhere = |operation: &str, truth: fn(f64) -> f64| {
        let error = worst(&run(operation, "highp", (0.01, 9.0)), truth, true);
        assert!(error < 4e-7, "{operation}: {error:e}");
    };
    everywhere("%2:f1 = rsqrt %0", |x| 1.0 / x.sqrt());
    everywhere("%2:f1 = sqrt %0", f64::sqrt);
    everywhere("%2:f1 = rcp %0", |x| 1.0 / x);
}
