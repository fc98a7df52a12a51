//! One program against the interpreter, at each level of each target.
//!
//! ```text
//! verdict   what can come of a program        compare   numbers beside the interpreter's
//! printed   the printed form of its shader     pair      two programs, linked
//! beside    a driver of OpenGL ES beside the interpreter
//! ```

mod beside;
mod compare;
mod pair;
mod printed;
mod verdict;

pub use beside::compare_with_driver;
pub use pair::PairJudge;
pub use verdict::{Failure, Kind, Verdict, level_name};

use crate::generate::Sample;
use crate::text::{Initial, undefined_name};
use retroshade::{LanguageOptions, Source};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity};
use retroshade_ir::random::Random;
use retroshade_ir::run::{RunInputs, RunOutputs, UniformData};
use retroshade_ir::{Shader, Stage, deep, eval};
use retroshade_kit::machine;
use retroshade_kit::target::{Binary, Optimize, Options, Position, Target};
use retroshade_prove::{Verdict as Proof, prove};

/// All levels of optimisation that differ.
pub const LEVELS: [Optimize; 4] = [
    Optimize::None,
    Optimize::Normal,
    Optimize::Size,
    Optimize::Most,
];

/// The expectation of a program, and the shader of its frontend.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    inputs: &'a RunInputs,
    /// For each output that is not exact, how far it may be off in 32-bit floats.
    rounded: &'a [(String, f64)],
    /// The largest magnitude of any output.
    size: f64,
    shader: Shader,
    /// Runs with different values of what has none.
    wanted: Vec<RunOutputs>,
    /// What runs with more of them, if anything has no value.
    undefined: Option<Undefined>,
}

/// A program in which uniforms stand for what has no value.
#[derive(Clone, Debug)]
struct Undefined {
    shader: Shader,
    /// How many there are.
    count: usize,
    seed: u64,
}

/// Values for variables without one: the last two beyond the bounds within which programs clamp.
const INITIAL: [f32; 7] = [0.0, 1.0, 0.5, -3.0, 2.0, 99.0, -99.0];

/// At most so many values are tried in all of them at once.
const MOST_NUMBERS: usize = 32;

/// Runs with more values where results are others.
const MORE: usize = 300;

/// Runs in which variables without a value have different ones: in machine code nothing makes them equal.
const MIXED: u64 = 10;

/// Inputs at which it is asked whether results are defined.
const POINTS: u64 = 8;

impl<'a> Judge<'a> {
    /// Compiles a program to the representation and runs it.
    ///
    /// # Errors
    /// The frontend or the interpreter takes it not.
    pub fn new(sample: &'a Sample) -> Result<Judge<'a>, Failure> {
        let program = &sample.program;
        let run = |shader: &Shader, inputs: &RunInputs| {
            eval::run(shader, inputs)
                .map_err(|errors| Failure::beside_targets(Kind::Program, first(&errors).1))
        };
        let shader = lowered(sample.stage, program.text(Initial::Missing))?;
        let mut wanted = vec![run(&shader, &sample.inputs)?];
        let (text, count) = program.text_and_places(Initial::Uniform);
        let mut undefined = None;
        if count > 0 {
            let with_values = lowered(sample.stage, text)?;
            for numbers in undefined_values(sample, count) {
                wanted.push(run(&with_values, &filled(&sample.inputs, numbers))?);
            }
            undefined = Some(Undefined {
                shader: with_values,
                count,
                seed: sample.seed,
            });
        }
        Ok(Judge {
            inputs: &sample.inputs,
            rounded: &sample.rounded,
            size: sample.size,
            shader,
            wanted,
            undefined,
        })
    }

    /// A text with data to run it on, whose results are exact and defined where they are finite.
    ///
    /// # Errors
    /// The frontend or the interpreter takes it not.
    pub fn of_text(stage: Stage, text: &str, inputs: &'a RunInputs) -> Result<Judge<'a>, Failure> {
        let shader = lowered(stage, text.to_owned())?;
        let wanted = eval::run(&shader, inputs)
            .map_err(|errors| Failure::beside_targets(Kind::Program, first(&errors).1))?;
        let finite = |number: &f32| number.is_finite();
        let numbers = wanted.outputs.values().flatten().flatten().copied();
        let size = numbers.filter(finite).map(|number| f64::from(number.abs()));
        Ok(Judge {
            inputs,
            rounded: &[],
            size: size.fold(4.0, f64::max),
            shader,
            wanted: vec![wanted],
            undefined: None,
        })
    }

    /// Whether the language says what the results are at some inputs, whatever stands for what has no value.
    pub fn is_defined(&self) -> bool {
        let shader = match &self.undefined {
            Some(undefined) => &undefined.shader,
            None => &self.shader,
        };
        (0..POINTS).any(|number| retroshade_prove::inputs(shader, number).is_some())
    }

    /// Whether a target has programs of this stage whose results are exact: AGAL has window coordinates by
    /// way of a division only.
    pub fn suits(&self, target: &dyn Target) -> bool {
        let computed = self.inputs.frag_coord.is_some();
        target.runs_programs(self.shader.stage) && !(computed && target.name().starts_with("agal"))
    }

    /// Compiles for a target at a level, runs, compares.
    pub fn on(&self, target: &'static dyn Target, level: Optimize) -> Verdict {
        self.proved_on(target, level, false).0
    }

    /// As [`Judge::on`], and what the prover says of the program, in the word of tables, if it is asked.
    pub fn proved_on(
        &self,
        target: &'static dyn Target,
        level: Optimize,
        asked: bool,
    ) -> (Verdict, Option<&'static str>) {
        let fail = |kind, message| {
            Verdict::Failed(Failure {
                kind,
                target: target.name(),
                level,
                message,
            })
        };
        let settings = settings(level);
        let compiled = match guarded(|| target.compile(&self.shader, &settings)) {
            Ok(compiled) => compiled,
            Err(errors) => {
                let (code, message) = first(&errors);
                let verdict = match code {
                    code if may_refuse(code) => Verdict::Refused(code),
                    "E0000" => fail(Kind::Bug, message),
                    _ => fail(Kind::Refusal, format!("{code}: {message}")),
                };
                return (verdict, None);
            }
        };
        let program = Binary {
            stage: Some(self.shader.stage),
            ..compiled.as_binary()
        };
        let reflection = &compiled.reflection;
        let run = || machine::run(target, program, reflection, self.inputs);
        let verdict = match guarded(run) {
            Ok(found) => match self.difference(&found, &|name, number| {
                let mut outputs = reflection.outputs.iter();
                let output = outputs.find(|output| output.name == name);
                output.map_or(number, |output| target.interpolated(output, number))
            }) {
                None => Verdict::Right,
                Some((_, by)) if by <= self.allowed(target) => Verdict::Rounded,
                Some((message, _)) => fail(Kind::Wrong, message),
            },
            Err(errors) => fail(Kind::Illegal, first(&errors).1),
        };
        if !asked || matches!(verdict, Verdict::Failed(_)) {
            return (verdict, None);
        }
        let proof =
            deep::guarded(|| prove(&self.shader, target, program, reflection, settings.position));
        match proof {
            Ok(Proof::Proved) => (verdict, Some("proved")),
            Ok(Proof::ProvedOnCells { .. }) => (verdict, Some("on cells")),
            Ok(Proof::Undecided(_)) => (verdict, Some("undecided")),
            Ok(different @ Proof::Different(_)) => {
                (fail(Kind::Disproved, different.to_string()), None)
            }
            Err(panic) => (fail(Kind::Bug, format!("the prover: {panic}")), None),
        }
    }

    /// How results differ, however often what has no value gets other values: what a program gives may be open
    /// for few of them only.
    fn difference(
        &self,
        found: &RunOutputs,
        interpolated: &dyn Fn(&str, f32) -> f32,
    ) -> Option<(String, f64)> {
        let between =
            |wanted: &[RunOutputs]| compare::difference(wanted, self.rounded, interpolated, found);
        let mut difference = between(&self.wanted)?;
        let Some(undefined) = &self.undefined else {
            return Some(difference);
        };
        let mut wanted = self.wanted.clone();
        let mut random = Random::new(undefined.seed);
        for _ in 0..MORE {
            // Of a bool all but 0 are the same.
            let number = |_| {
                if random.one_in(3) {
                    0.0
                } else {
                    random.below(321) as f32 / 8.0 - 20.0
                }
            };
            let numbers = (0..undefined.count).map(number).collect();
            let run = eval::run(&undefined.shader, &filled(self.inputs, numbers));
            wanted.extend(run);
            difference = between(&wanted)?;
        }
        Some(difference)
    }

    /// How far results may be off besides: targets whose constants are short round those that folding
    /// makes of the program's.
    fn allowed(&self, target: &'static dyn Target) -> f64 {
        match (target.name(), self.shader.stage) {
            ("lima", Stage::Fragment) => self.size / 512.0,
            ("pica200", _) => self.size / 16_384.0,
            _ => 0.0,
        }
    }
}

/// A row of numbers for each run, one for each place without a value. Machine code may find any number there, a
/// uniform's among them.
fn undefined_values(sample: &Sample, places: usize) -> Vec<Vec<f32>> {
    let mut numbers = INITIAL.to_vec();
    for uniform in sample.inputs.uniforms.values() {
        for number in &uniform.value {
            if numbers.len() < MOST_NUMBERS && !numbers.contains(number) {
                numbers.push(*number);
            }
        }
    }
    let mut random = Random::new(sample.seed);
    let mixed: Vec<Vec<f32>> = (0..MIXED)
        .map(|_| {
            let any = |_| numbers[random.below(numbers.len() as u64) as usize];
            (0..places).map(any).collect()
        })
        .collect();
    let equal = numbers.into_iter().map(|number| vec![number; places]);
    equal.chain(mixed).collect()
}

/// Data with numbers for what has no value.
fn filled(inputs: &RunInputs, numbers: Vec<f32>) -> RunInputs {
    let mut inputs = inputs.clone();
    for (place, number) in numbers.into_iter().enumerate() {
        let data = UniformData {
            shape: None,
            value: vec![number],
        };
        inputs.uniforms.insert(undefined_name(place), data);
    }
    inputs
}

pub(crate) fn settings(level: Optimize) -> Options {
    Options {
        optimize: level,
        position: Position::Clip,
        ..Options::default()
    }
}

/// Whether a code says that a target cannot do something, or has not enough of something.
pub(crate) fn may_refuse(code: &str) -> bool {
    code.starts_with("E03") || code.starts_with("E04")
}

pub(crate) fn guarded<T: Send>(
    work: impl FnOnce() -> Result<T, Diagnostics> + Send,
) -> Result<T, Diagnostics> {
    deep::guarded(work).unwrap_or_else(|panic| Err(Diagnostic::bug("compiler", panic).into()))
}

/// The code and the text of the first error.
pub(crate) fn first(errors: &Diagnostics) -> (&'static str, String) {
    let mut errors = errors.iter();
    match errors.find(|error| error.severity >= Severity::Error) {
        Some(error) => (error.code.id, error.message.clone()),
        None => ("E0000", "no result and no error".into()),
    }
}

pub(crate) fn lowered(stage: Stage, text: String) -> Result<Shader, Failure> {
    let source = Source::new("random", stage, text);
    let lowered = LanguageOptions::default().lower(&source);
    let errors = lowered.diagnostics;
    lowered
        .result
        .ok_or_else(|| Failure::beside_targets(Kind::Program, first(&errors).1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Program, Stmt, Type};

    #[test]
    fn two_variables_without_a_value_are_not_taken_for_equal() {
        let program = Program {
            head: "precision highp float;\n".into(),
            globals: Vec::new(),
            main: vec![
                Stmt::undefined(Type::Float(1), "a"),
                Stmt::undefined(Type::Float(1), "b"),
                Stmt::new("gl_FragColor = vec4(a == b ? 1.0 : 0.0);", Vec::new()),
            ],
        };
        let sample = Sample {
            seed: 1,
            stage: Stage::Fragment,
            program,
            inputs: RunInputs {
                sample_count: Some(1),
                ..RunInputs::default()
            },
            rounded: Vec::new(),
            size: 4.0,
            reads: Vec::new(),
        };
        let judge = Judge::new(&sample).unwrap();
        let first = |run: &RunOutputs| run.outputs["gl_FragColor"][0][0];
        let found: Vec<f32> = judge.wanted.iter().map(first).collect();
        assert!(found.contains(&0.0) && found.contains(&1.0), "{found:?}");
    }
}
