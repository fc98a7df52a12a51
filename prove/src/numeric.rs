//! The numeric confirmation: where formulas differ, numbers decide whether results do.

use crate::compare::{ALONE, Program};
use crate::point::{self, Place, Setting};
use crate::processor::Limits;
use crate::screen::Floats;
use crate::source;
use crate::verdict::Difference;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Constant, Op, Scalar, Shader, Shape, Stage, eval};
use retroshade_kit::machine as registers;

/// Points at which numbers are compared where formulas differ.
pub(crate) const NUMERIC_POINTS: u64 = 40;
/// Numbers further from each other than this, relative to their size, are different results.
const DIFFERENT: f64 = 1e-2;
/// The range of `highp` (ESSL 1.00, 4.5.2): what lies outside may be anything.
const RANGE: f64 = (1u64 << 62) as f64;
/// Instructions that the interpreter may take at all points together.
const WORK: u64 = 4_000_000;
/// How many last places inputs are changed by.
const NEIGHBOURS: [f32; 6] = [1.0, -1.0, 0.5, -0.5, 0.25, -0.25];
/// And further than so many times what rounding inputs and literals changes.
const SENSITIVE: f64 = 32.0;

/// Numbers decide whether formulas that differ are different results: the interpreter of the language and the
/// simulator of the machine run on inputs, and must differ by more than rounding explains. What rounding can do is
/// seen by running the interpreter on literals with the bits that the machine's have, and both on inputs changed by as
/// little.
pub(crate) fn difference(program: &Program<'_>, places: &[Place]) -> Option<Difference> {
    let Program {
        shader,
        target,
        binary,
        reflection,
        screen,
        ..
    } = *program;
    // The vertices of simulations may come in another order.
    if shader.stage == Stage::Geometry {
        return None;
    }
    let setting = Setting {
        assumed: &reflection.assumes,
        also: None,
    };
    let significand = if program.processor.fixed {
        8
    } else {
        program.processor.significand
    };
    // What the record admits.
    let admitted = reflection.max_error.unwrap_or(0.0) / 255.0;
    // A compiler rounds literals to what the machine has, and what it computes from them to single precision.
    let rounded = |number: f32| round(number, significand);
    let mut others = vec![with_literals(shader, &rounded)];
    for bits in [significand, 24] {
        others.extend(
            NEIGHBOURS.map(|step| with_literals(shader, &|number| beside(number, step, bits))),
        );
    }
    let mut left = WORK;
    for place in places {
        if left == 0 {
            break;
        }
        let mut point = point::point(shader, program.marks, place, setting);
        let inputs = &point.numbers();
        // Results that the language leaves open may be anything, and so may all where a comparison is a tie.
        let Ok(meant) = source::evaluate(shader, &mut point.domain, &point.inputs, ALONE) else {
            continue;
        };
        if point.domain.unstable {
            continue;
        }
        let runs = others.len() + 2 * NEIGHBOURS.len();
        left = left.saturating_sub(meant.steps * runs as u64);
        let simulated = |inputs: &RunInputs| registers::run(target, binary, reflection, inputs);
        let wanted = eval::run(shader, inputs).ok()?;
        let found = simulated(inputs).ok()?;
        let others = others.iter().map(|other| eval::run(other, inputs));
        let others = others.collect::<Result<Vec<_>, _>>().ok()?;
        let mut near = Vec::new();
        for step in NEIGHBOURS {
            let inputs = changed(inputs, &|number| number * last_place(step, significand));
            near.push((eval::run(shader, &inputs).ok()?, simulated(&inputs).ok()?));
        }
        // Where some kept fragment is discarded by so little, nothing is said.
        let mut meanings = near.iter().map(|(near, _)| near).chain(&others);
        if meanings.any(|near| near.discarded != wanted.discarded) {
            continue;
        }
        for name in wanted.outputs.keys() {
            let Some(found) = found.outputs.get(name).and_then(|rows| rows.first()) else {
                continue;
            };
            let limits = program.limits(name);
            let row = |outputs: &RunOutputs| {
                let rows = outputs.outputs.get(name);
                rows.and_then(|rows| rows.first().cloned())
                    .unwrap_or_default()
            };
            let shown = |outputs: &RunOutputs| {
                limit(
                    limits,
                    &screen.output(&mut Floats, inputs, name, &row(outputs)),
                )
            };
            let near = near.iter().map(|(meant, run)| Near {
                expected: shown(meant),
                found: limit(limits, &row(run)),
            });
            let output = Output {
                expected: shown(&wanted),
                found: limit(limits, found),
                others: others.iter().map(shown).collect(),
                near: near.collect(),
            };
            let mut outputs = meant.outputs.iter();
            let numbers = outputs.find(|(output, _)| output == name);
            let numbers = numbers.map_or(&[][..], |(_, numbers)| numbers);
            let numbers = screen.output(&mut point.domain, &point.inputs, name, numbers);
            let mut entries = reflection.outputs.iter();
            let entry = entries.find(|entry| entry.name == *name);
            let is_open = |lane: usize| {
                numbers.get(lane).is_none_or(|number| !number.defined)
                    || entry.is_some_and(|entry| !entry.is_live(lane))
            };
            if let Some(lane) = output.different_lane(is_open, admitted) {
                return Some(Difference {
                    output: name.clone(),
                    lane,
                    expected: output.expected[lane],
                    found: output.found[lane],
                });
            }
        }
    }
    None
}

/// The lanes of an output, as the hardware limits them.
fn limit(limits: Limits, lanes: &[f32]) -> Vec<f64> {
    let limit = |lane: f32| match limits {
        Limits::None => lane,
        Limits::Colour => lane.clamp(0.0, 1.0),
        Limits::Size => lane.abs().min(1.0),
    };
    lanes.iter().map(|&lane| f64::from(limit(lane))).collect()
}

/// The lanes of one output at a point.
struct Output {
    /// By the interpreter.
    expected: Vec<f64>,
    /// By the simulator.
    found: Vec<f64>,
    /// By the interpreter, of rounded literals and those beside the literals.
    others: Vec<Vec<f64>>,
    /// Of changed inputs.
    near: Vec<Near>,
}

/// The lanes of one output at inputs that differ a little from those of a point.
struct Near {
    /// By the interpreter.
    expected: Vec<f64>,
    /// By the simulator.
    found: Vec<f64>,
}

impl Output {
    /// The first lane that is another number than the one that was expected, by more than what the record admits and
    /// rounding explains.
    fn different_lane(&self, is_open: impl Fn(usize) -> bool, admitted: f64) -> Option<usize> {
        // Behind a chain of hashes some number stays near by chance: all of an output count.
        let near = || {
            self.near
                .iter()
                .map(|near| &near.expected)
                .chain(&self.others)
        };
        let moved = near().flat_map(|near| near.iter().zip(&self.expected));
        let moved = moved.map(|(near, expected)| (near - expected).abs());
        let moved = moved.fold(0.0, f64::max);
        let lanes = self.expected.iter().zip(&self.found);
        let mut lanes = lanes.enumerate();
        let different = lanes.find(|&(lane, (&expected, &found))| {
            let is_finite = |near: &Vec<f64>| near.get(lane).is_some_and(|near| near.is_finite());
            let size = expected.abs().max(found.abs()).max(1.0);
            let room = DIFFERENT * size + SENSITIVE * moved + admitted;
            !is_open(lane)
                && expected.abs() < RANGE
                && near().all(is_finite)
                && (found.is_nan() || (expected - found).abs() > room)
                && self.persists(lane, found - expected)
        });
        different.map(|(lane, _)| lane)
    }

    /// True if a difference is there at changed inputs, too: half of it at least. Programs whose rounding makes random
    /// numbers differ now one way and now the other.
    fn persists(&self, lane: usize, difference: f64) -> bool {
        self.near.iter().all(|near| {
            let lanes = near.found.get(lane).zip(near.expected.get(lane));
            let here = lanes.map_or(f64::NAN, |(found, expected)| found - expected);
            !difference.is_finite() || here.is_nan() || here / difference > 0.5
        })
    }
}

/// A number with so many bits: a multiple of it beyond the dropped ones, there and back.
fn round(number: f32, significand: u32) -> f32 {
    let factor = f64::from(number) * f64::from(53 - significand).exp2();
    (factor + f64::from(number) - factor) as f32
}

/// A factor by which numbers of so many bits change by a part of their last place.
fn last_place(part: f32, significand: u32) -> f32 {
    1.0 + part * (-(significand as f32)).exp2()
}

/// A number beside a literal, unless that is an integer.
fn beside(number: f32, part: f32, significand: u32) -> f32 {
    if number.fract() == 0.0 {
        number
    } else if significand < 24 {
        number * last_place(part, significand)
    } else {
        // The next number of single precision.
        f32::from_bits(number.to_bits().wrapping_add_signed(part.signum() as i32))
    }
}

/// The shader with other literals.
fn with_literals(shader: &Shader, change: &dyn Fn(f32) -> f32) -> Shader {
    let mut shader = shader.clone();
    let constants: Vec<_> = shader.insts.keys().collect();
    for inst in constants {
        if let Op::Constant(constant) = shader.insts[inst].op
            && constant.ty.scalar == Scalar::Float
        {
            let lanes: Vec<f32> = (0..constant.ty.lanes)
                .map(|lane| change(constant.float(lane)))
                .collect();
            shader.insts[inst].op = Op::Constant(Constant::floats(&lanes));
        }
    }
    shader
}

/// The inputs with other floats.
fn changed(inputs: &RunInputs, change: &dyn Fn(f32) -> f32) -> RunInputs {
    let mut inputs = inputs.clone();
    let is_float = |shape: Option<Shape>| shape.is_none_or(|shape| shape.scalar == Scalar::Float);
    let change = |number: &mut f32| *number = change(*number);
    for data in inputs
        .uniforms
        .values_mut()
        .filter(|data| is_float(data.shape))
    {
        data.value.iter_mut().for_each(change);
    }
    let rows = inputs
        .attributes
        .values_mut()
        .chain(inputs.varyings.values_mut());
    for data in rows.filter(|data| is_float(data.shape)) {
        data.values.iter_mut().flatten().for_each(change);
    }
    let special = inputs.frag_coord.iter_mut().chain(&mut inputs.point_coord);
    special.flatten().flatten().for_each(change);
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
        for (expected, found, near, admitted, wanted) in [
            (0.5, 0.5, &[][..], 0.0, false),
            (0.5, 0.52, &[0.5, 0.5], 0.0, true),
            (0.52, 0.5, &[0.52], 0.0, true),
            (0.5, 0.508, &[0.5], 0.0, false),
            (-100.0, -100.9, &[], 0.0, false),
            (100.0, 101.2, &[], 0.0, true),
            (0.0, 50.0, &[], 0.0, true),
            // Sensitive to rounding, by the one that moves most.
            (0.5, 0.6, &[0.501], 0.0, true),
            (0.5, 0.6, &[0.504], 0.0, false),
            (0.5, 0.6, &[0.496], 0.0, false),
            (0.5, 0.6, &[0.496, 0.5], 0.0, false),
            // What the record admits.
            (0.5, 0.6, &[], 0.1, false),
            (0.5, 0.6, &[], 0.08, true),
            (0.5, 0.6, &[0.502], 0.03, false),
            (0.5, 0.6, &[0.502], 0.02, true),
            (0.5, nan, &[0.5], 0.0, true),
            (0.5, 5.0, &[nan], 0.0, false),
            (0.5, 5.0, &[0.5, nan], 0.0, false),
            // Beyond the range of floats.
            (6e18, 0.0, &[], 0.0, false),
            (-6e18, 0.0, &[], 0.0, false),
            (RANGE, 0.0, &[], 0.0, false),
            (3e18, 0.0, &[], 0.0, true),
        ] {
            let output = Output {
                expected: vec![expected],
                found: vec![found],
                others: Vec::new(),
                near: near
                    .iter()
                    .map(|&near| neighbour(&[near], &[near - expected + found]))
                    .collect(),
            };
            let lane = output.different_lane(|_| false, admitted);
            let said = format!("{expected} {found} {near:?} {admitted}");
            assert_eq!(lane, wanted.then_some(0), "{said}");
            assert_eq!(output.different_lane(|_| true, admitted), None, "{said}");
        }
    }

    #[test]
    fn all_lanes_of_an_output_say_how_sensitive_it_is() {
        let mut output = Output {
            expected: vec![0.0, 0.5, 0.5],
            found: vec![0.0, 0.6, 0.7],
            others: vec![vec![0.0, 0.5, 0.5]],
            near: vec![neighbour(&[0.0, 0.5, 0.5], &[0.0, 0.6, 0.7])],
        };
        assert_eq!(output.different_lane(|_| false, 0.0), Some(1));
        assert_eq!(output.different_lane(|lane| lane == 1, 0.0), Some(2));
        output.others[0][0] = 0.004;
        assert_eq!(output.different_lane(|_| false, 0.0), Some(2));
        output.near[0].expected.pop();
        assert_eq!(output.different_lane(|_| false, 0.0), None);
    }

    /// Random numbers differ at one point and not at the next.
    #[test]
    fn differences_that_do_not_persist_are_none() {
        let of = |found: &[f64]| Output {
            expected: vec![0.0],
            found: vec![0.5],
            others: Vec::new(),
            near: found
                .iter()
                .map(|&found| neighbour(&[0.0], &[found]))
                .collect(),
        };
        for (found, wanted) in [
            (&[][..], true),
            (&[0.5, 0.3, f64::NAN], true),
            (&[0.5, 0.2], false),
            (&[-0.5], false),
        ] {
            assert_eq!(
                of(found).different_lane(|_| false, 0.0).is_some(),
                wanted,
                "{found:?}"
            );
        }
    }

    fn neighbour(expected: &[f64], found: &[f64]) -> Near {
        let [expected, found] = [expected, found].map(<[f64]>::to_vec);
        Near { expected, found }
    }

    #[test]
    fn colours_are_limited() {
        let lanes = [-1.0, 0.25, 2.0];
        assert_eq!(limit(Limits::Colour, &lanes), [0.0, 0.25, 1.0]);
        assert_eq!(limit(Limits::Size, &lanes), [1.0, 0.25, 1.0]);
        assert_eq!(limit(Limits::None, &lanes), [-1.0, 0.25, 2.0]);
    }

    #[test]
    fn literals_are_rounded_to_the_bits_of_the_machine() {
        let text = "shader fragment \"a\"\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n%0:f4 = const (0.1, 3.0, -0.3, 1000.5)\nyield %0\n}\n";
        let file = SourceMap::new().add(SourceFile::new("test", text));
        let shader = parse(text, file).unwrap();
        let of = |significand: u32| {
            let coarse = with_literals(&shader, &|number| round(number, significand));
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
    fn inputs_that_are_floats_are_changed() {
        let shape = |scalar: Scalar| Shape::vector(scalar, 1);
        let mut inputs = RunInputs::default();
        let data = |scalar: Scalar| UniformData {
            shape: Some(shape(scalar)),
            value: vec![2.0, 0.5, -1.5],
        };
        inputs.uniforms.insert("u".to_owned(), data(Scalar::Float));
        inputs.uniforms.insert("i".to_owned(), data(Scalar::Int));
        for table in [&mut inputs.attributes, &mut inputs.varyings] {
            let data = retroshade_ir::run::InputData {
                shape: None,
                values: vec![vec![3.0, 0.25]],
            };
            table.insert("v".to_owned(), data);
        }
        inputs.point_coord = Some(vec![vec![0.25, 1.0]]);
        let scaled = changed(&inputs, &|number| number * 2.0);
        assert_eq!(scaled.uniforms["u"].value, [4.0, 1.0, -3.0]);
        assert_eq!(scaled.uniforms["i"].value, [2.0, 0.5, -1.5]);
        assert_eq!(scaled.varyings["v"].values, [[6.0, 0.5]]);
        assert_eq!(scaled.attributes["v"].values, [[6.0, 0.5]]);
        assert_eq!(scaled.point_coord, Some(vec![vec![0.5, 2.0]]));
    }
}
