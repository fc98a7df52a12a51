//! A variant beside its original on a target.

use super::data;
use crate::judge::{Failure, Kind, first, guarded, lowered, may_refuse, settings};
use retroshade_ir::random::Random;
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::run::{Expected, RunInputs, RunOutputs};
use retroshade_ir::{Shader, Stage, eval};
use retroshade_kit::machine;
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::target::{Binary, Optimize, Target};

/// A shader and data to run it on.
#[derive(Clone, Debug)]
pub struct Original {
    shader: Shader,
    inputs: RunInputs,
}

/// What a variant is beside its original.
#[derive(Clone, Debug, PartialEq)]
pub enum Beside {
    /// The same results.
    Same,
    /// One of the two is refused, with the code of the reason.
    Refused(&'static str),
    /// A failure.
    Failed(Failure),
}

impl Original {
    /// Compiles a source to the representation, and makes data for it.
    ///
    /// # Errors
    /// The frontend takes it not.
    pub fn new(stage: Stage, text: &str, random: &mut Random) -> Result<Original, Failure> {
        let shader = lowered(stage, text.to_owned())?;
        let inputs = data(&shader, random);
        Ok(Original { shader, inputs })
    }

    /// The data.
    pub fn inputs(&self) -> &RunInputs {
        &self.inputs
    }

    /// The results of a variant in the interpreter, beside those of the original.
    ///
    /// # Errors
    /// They differ, or the variant is no shader.
    pub fn interpreted(&self, text: &str) -> Result<(), Failure> {
        let variant = lowered(self.shader.stage, text.to_owned())?;
        let run = |shader: &Shader| {
            eval::run(shader, &self.inputs)
                .map_err(|errors| Failure::beside_targets(Kind::Program, first(&errors).1))
        };
        let (wanted, found) = (run(&self.shader)?, run(&variant)?);
        match difference(wanted, &found, Tolerance::float32(Functions::Trigonometric)) {
            Some(difference) => Err(Failure::beside_targets(Kind::Program, difference)),
            None => Ok(()),
        }
    }

    /// The results of both on a target at a level. Programs with comparisons of rounded numbers may differ
    /// where both are right.
    pub fn beside(&self, text: &str, target: &'static dyn Target, level: Optimize) -> Beside {
        let fail = |kind, message| {
            Beside::Failed(Failure {
                kind,
                target: target.name(),
                level,
                message,
            })
        };
        let variant = match lowered(self.shader.stage, text.to_owned()) {
            Ok(variant) => variant,
            Err(failure) => return Beside::Failed(failure),
        };
        let mut wanted = match self.run(&self.shader, target, level) {
            Ok(wanted) => wanted,
            Err(("E0000", message)) => return fail(Kind::Bug, message),
            Err((code, _)) => return Beside::Refused(code),
        };
        let mut found = match self.run(&variant, target, level) {
            Ok(found) => found,
            Err((code, _)) if may_refuse(code) => return Beside::Refused(code),
            Err(("E0000", message)) => return fail(Kind::Bug, message),
            Err((code, message)) => return fail(Kind::Refusal, format!("{code}: {message}")),
        };
        let placed = [wanted.placed.clone(), found.placed.clone()].concat();
        for ran in [&mut wanted, &mut found] {
            ran.interpolate(target, &placed);
        }
        let Ran {
            left_out,
            outputs: mut wanted,
            ..
        } = wanted;
        for name in left_out.iter().chain(&found.left_out) {
            wanted.outputs.shift_remove(name);
            found.outputs.outputs.shift_remove(name);
        }
        match difference(
            wanted,
            &found.outputs,
            target.tolerance(Functions::Trigonometric),
        ) {
            Some(difference) => fail(Kind::Wrong, difference),
            None => Beside::Same,
        }
    }

    fn run(
        &self,
        shader: &Shader,
        target: &'static dyn Target,
        level: Optimize,
    ) -> Result<Ran, (&'static str, String)> {
        let compiled = guarded(|| target.compile(shader, &settings(level)));
        let compiled = compiled.map_err(|errors| first(&errors))?;
        let program = Binary {
            stage: Some(shader.stage),
            ..compiled.as_binary()
        };
        let run = || machine::run(target, program, &compiled.reflection, &self.inputs);
        let outputs = guarded(run).map_err(|errors| first(&errors))?;
        Ok(Ran::new(shader, &compiled.reflection, outputs))
    }
}

/// What machine code computed. Which output lies in a register for colours, and which finds no place at all, may
/// change with the order of declarations.
struct Ran {
    outputs: RunOutputs,
    /// Outputs that have registers, some of which the hardware brings within 0..1: a program may leave that to it.
    placed: Vec<Variable>,
    /// Outputs that the record says to have no register.
    left_out: Vec<String>,
}

impl Ran {
    fn new(shader: &Shader, reflection: &Reflection, outputs: RunOutputs) -> Ran {
        let placed = reflection.outputs.clone();
        let is_placed = |name: &str| placed.iter().any(|output| output.name == name);
        let declared = shader.interface.outputs.values();
        let left_out = declared.filter(|output| !is_placed(&output.name));
        let left_out = left_out.map(|output| output.name.clone()).collect();
        Ran {
            outputs,
            placed,
            left_out,
        }
    }

    fn interpolate(&mut self, target: &dyn Target, placed: &[Variable]) {
        for output in placed {
            let values = self.outputs.outputs.get_mut(&output.name);
            for number in values.into_iter().flatten().flatten() {
                *number = target.interpolated(output, *number);
            }
        }
    }
}

fn difference(wanted: RunOutputs, found: &RunOutputs, tolerance: Tolerance) -> Option<String> {
    let wanted = Expected {
        outputs: wanted.outputs,
        discarded: wanted.discarded,
        ..Expected::default()
    };
    let comparison = compare(&wanted, found, tolerance);
    (!comparison.agrees()).then(|| comparison.differences.join("; "))
}
