//! The numeric confirmation: where formulas differ, numbers decide whether results do.

use crate::compare::{ALONE, is_colour};
use crate::point::{self, Place, Setting};
use crate::screen::{Floats, Screen};
use crate::source;
use crate::verdict::Difference;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Constant, Op, Scalar, Shader, Stage, eval};
use retroshade_kit::machine as registers;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Target};

/// Points at which numbers are compared where formulas differ.
const NUMERIC_POINTS: u64 = 16;
/// Numbers further from each other than this, relative to their size, are different results.
const DIFFERENT: f64 = 1e-2;
/// The range of `highp` (ESSL 1.00, 4.5.2): what lies outside may be anything.
const RANGE: f64 = (1u64 << 62) as f64;
/// How many last places inputs are changed by.
const NEIGHBOURS: [f32; 6] = [1.0, -1.0, 0.5, -0.5, 0.25, -0.25];
/// And further than so many times what rounding inputs and literals changes.
const SENSITIVE: f64 = 16.0;

/// Numbers decide whether formulas that differ are different results: the interpreter of the language and the
/// simulator of the machine run on inputs, and must differ by more than rounding explains. What rounding can do is
/// seen by running the interpreter on literals with the bits that the machine's have, and on inputs changed by as
/// little.
pub(crate) fn difference(
    shader: &Shader,
    target: &dyn Target,
    binary: Binary<'_>,
    reflection: &Reflection,
    screen: Screen,
    significand: u32,
) -> Option<Difference> {
    let literals = point::literals(shader);
    let setting = Setting {
        assumed: &reflection.assumes,
        also: None,
    };
    // What the record admits.
    let admitted = reflection.max_error.unwrap_or(0.0) / 255.0;
    let coarse = with_rounded_literals(shader, significand);
    for number in 0..NUMERIC_POINTS {
        let mut point = point::point(shader, &literals, Place::numbered(number), setting);
        let inputs = &point.inputs;
        // Results that the language leaves open may be anything, and so may all where a comparison is a tie.
        let Ok(meant) = source::evaluate(shader, &mut point.domain, inputs, ALONE) else {
            continue;
        };
        if point.domain.unstable {
            continue;
        }
        let wanted = eval::run(shader, inputs).ok()?;
        let found = registers::run(target, binary, reflection, inputs).ok()?;
        let mut near = vec![eval::run(&coarse, inputs).ok()?];
        for step in NEIGHBOURS {
            let step = 1.0 + step * (-(significand as f32)).exp2();
            near.push(eval::run(shader, &scaled(inputs, step)).ok()?);
        }
        // Where some kept fragment is discarded by so little, nothing is said.
        if near.iter().any(|near| near.discarded != wanted.discarded) {
            continue;
        }
        let shown = |name: &str, outputs: &RunOutputs| -> Vec<f32> {
            let rows = outputs.outputs.get(name).and_then(|rows| rows.first());
            let row = rows.map_or(&[][..], |row| row);
            screen.output(&mut Floats, inputs, name, row)
        };
        for name in wanted.outputs.keys() {
            let limited = shader.stage == Stage::Fragment || is_colour(reflection, name);
            let limit = |number: f32| {
                f64::from(if limited {
                    number.clamp(0.0, 1.0)
                } else {
                    number
                })
            };
            let mut outputs = meant.outputs.iter();
            let numbers = outputs.find(|(output, _)| output == name);
            let numbers = numbers.map_or(&[][..], |(_, numbers)| numbers);
            let numbers = screen.output(&mut point.domain, inputs, name, numbers);
            let others: Vec<Vec<f32>> = near.iter().map(|near| shown(name, near)).collect();
            let Some(found) = found.outputs.get(name).and_then(|rows| rows.first()) else {
                continue;
            };
            let expected = shown(name, &wanted);
            // Behind a chain of hashes some number stays near by chance: all of an output count.
            let moved = others.iter().flat_map(|other| other.iter().zip(&expected));
            let moved = moved.map(|(&other, &expected)| (limit(other) - limit(expected)).abs());
            let moved = moved.fold(0.0, f64::max);
            for (lane, (&expected, &found)) in expected.iter().zip(found).enumerate() {
                if numbers.get(lane).is_none_or(|number| !number.defined) {
                    continue;
                }
                let (expected, found) = (limit(expected), limit(found));
                let others = others.iter().map(|other| {
                    let other = other.get(lane).filter(|other| other.is_finite());
                    other.map_or(f64::NAN, |&other| limit(other))
                });
                let admitted = admitted + SENSITIVE * moved;
                if is_different(expected, found, &others.collect::<Vec<_>>(), admitted) {
                    let output = name.clone();
                    return Some(Difference {
                        output,
                        lane,
                        expected,
                        found,
                    });
                }
            }
        }
    }
    None
}

/// Whether a number that was found is another than the one that was expected, by more than what the record admits and
/// rounding explains: `others` are what comes of rounded literals and changed inputs.
fn is_different(expected: f64, found: f64, others: &[f64], admitted: f64) -> bool {
    if expected.abs() >= RANGE || others.iter().any(|other| other.is_nan()) {
        return false;
    }
    let size = expected.abs().max(found.abs()).max(1.0);
    let moved = others.iter().map(|other| (other - expected).abs());
    let room = DIFFERENT * size + SENSITIVE * moved.fold(0.0, f64::max) + admitted;
    (expected - found).abs() > room || found.is_nan()
}

/// The shader with literals of so many bits.
fn with_rounded_literals(shader: &Shader, significand: u32) -> Shader {
    let mut shader = shader.clone();
    // A multiple of a number beyond the dropped bits, there and back.
    let round = |number: f32| {
        let factor = f64::from(number) * ((53 - significand) as f64).exp2();
        (factor + f64::from(number) - factor) as f32
    };
    let constants: Vec<_> = shader.insts.keys().collect();
    for inst in constants {
        if let Op::Constant(constant) = shader.insts[inst].op
            && constant.ty.scalar == Scalar::Float
        {
            let lanes: Vec<f32> = (0..constant.ty.lanes)
                .map(|lane| round(constant.float(lane)))
                .collect();
            shader.insts[inst].op = Op::Constant(Constant::floats(&lanes));
        }
    }
    shader
}

/// The inputs with every number that is no integer changed by a factor.
fn scaled(inputs: &RunInputs, factor: f32) -> RunInputs {
    let mut inputs = inputs.clone();
    let change = |number: &mut f32| {
        if number.fract() != 0.0 {
            *number *= factor;
        }
    };
    for data in inputs.uniforms.values_mut() {
        data.value.iter_mut().for_each(change);
    }
    for data in inputs
        .attributes
        .values_mut()
        .chain(inputs.varyings.values_mut())
    {
        data.values.iter_mut().flatten().for_each(change);
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::{SourceFile, SourceMap};
    use retroshade_ir::run::UniformData;
    use retroshade_ir::text::parse;

    #[test]
    fn numbers_differ_by_more_than_rounding_explains() {
        let nan = f64::NAN;
        for (expected, found, others, admitted, wanted) in [
            (0.5, 0.5, &[][..], 0.0, false),
            (0.5, 0.52, &[0.5, 0.5], 0.0, true),
            (0.52, 0.5, &[0.52], 0.0, true),
            (0.5, 0.508, &[0.5], 0.0, false),
            (-100.0, -100.9, &[], 0.0, false),
            (100.0, 101.2, &[], 0.0, true),
            (0.0, 50.0, &[], 0.0, true),
            // Sensitive to rounding, by the one that moves most.
            (0.5, 0.6, &[0.501], 0.0, true),
            (0.5, 0.6, &[0.51], 0.0, false),
            (0.5, 0.6, &[0.49], 0.0, false),
            (0.5, 0.6, &[0.49, 0.5], 0.0, false),
            // What the record admits.
            (0.5, 0.6, &[], 0.1, false),
            (0.5, 0.6, &[], 0.08, true),
            (0.5, nan, &[0.5], 0.0, true),
            (0.5, 5.0, &[nan], 0.0, false),
            (0.5, 5.0, &[0.5, nan], 0.0, false),
            // Beyond the range of floats.
            (6e18, 0.0, &[], 0.0, false),
            (-6e18, 0.0, &[], 0.0, false),
            (RANGE, 0.0, &[], 0.0, false),
            (3e18, 0.0, &[], 0.0, true),
        ] {
            let different = is_different(expected, found, others, admitted);
            assert_eq!(
                different, wanted,
                "{expected} {found} {others:?} {admitted}"
            );
        }
    }

    #[test]
    fn literals_are_rounded_to_the_bits_of_the_machine() {
        let text = "shader fragment \"a\"\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n%0:f4 = const (0.1, 3.0, -0.3, 1000.5)\nyield %0\n}\n";
        let file = SourceMap::new().add(SourceFile::new("test", text));
        let shader = parse(text, file).unwrap();
        let of = |significand: u32| {
            let coarse = with_rounded_literals(&shader, significand);
            let constant = coarse.insts.values().find_map(|inst| match inst.op {
                Op::Constant(constant) => Some(constant),
                _ => None,
            });
            [0, 1, 2, 3].map(|lane| constant.unwrap().float(lane))
        };
        assert_eq!(of(24), [0.1, 3.0, -0.3, 1000.5]);
        assert_eq!(of(11), [0.099_975_586, 3.0, -0.300_048_83, 1000.5]);
        assert_eq!(of(8), [0.100_097_656, 3.0, -0.300_781_25, 1000.0]);
    }

    #[test]
    fn inputs_that_are_no_integers_are_scaled() {
        let mut inputs = RunInputs::default();
        let data = UniformData {
            shape: None,
            value: vec![2.0, 0.5, -1.5],
        };
        inputs.uniforms.insert("u".to_owned(), data);
        for table in [&mut inputs.attributes, &mut inputs.varyings] {
            let data = retroshade_ir::run::InputData {
                shape: None,
                values: vec![vec![3.0, 0.25]],
            };
            table.insert("v".to_owned(), data);
        }
        let scaled = scaled(&inputs, 2.0);
        assert_eq!(scaled.uniforms["u"].value, [2.0, 1.0, -3.0]);
        assert_eq!(scaled.varyings["v"].values, [[3.0, 0.5]]);
        assert_eq!(scaled.attributes["v"].values, [[3.0, 0.5]]);
    }
}
