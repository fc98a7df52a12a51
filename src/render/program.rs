//! A shader that runs.

use super::budget::Budget;
use crate::compiler::compile_lowered;
use crate::link::link_shaders;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::deep;
use retroshade_ir::eval::Limits;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Builtin, ClipDepth, Interpolation, Op, Scalar, Shader, Shape, Stage, eval};
use retroshade_kit::machine::{self, Watch};
use retroshade_kit::target::{Binary, Compiled, Options, Placement, Position, Target};
use std::ops::Range;

/// No simulator lets one invocation execute more instructions.
const SIMULATED_STEPS: u64 = 1_000_000;

/// Steps of all invocations that run side by side, so that a picture ends soon after its budget does.
const STEPS_TOGETHER: u64 = 5_000_000;

/// Parts into which a group is divided that takes more: few groups are tried in vain on the way to one fragment.
const PARTS: usize = 16;

/// A shader, with its machine code if a target was asked for.
pub struct Program {
    /// The shader as the frontend makes it.
    pub shader: Shader,
    machine: Option<Machine>,
    /// The range of z in which its clip-space positions are seen.
    pub(super) clip_depth: ClipDepth,
    /// Instructions after which a vertex or fragment is stopped; `None` for as many as the simulator allows.
    pub most_steps: Option<u64>,
}

/// Programs that were made for each other.
pub(super) struct Linked {
    pub(super) vertex: Program,
    pub(super) geometry: Option<Program>,
    pub(super) fragment: Option<Program>,
}

/// What a run gave, and how many instructions the longest invocation executed.
type Executed = (RunOutputs, u64);

struct Machine {
    target: &'static dyn Target,
    options: Options,
    compiled: Compiled,
}

/// Options with which a vertex program leaves `gl_Position` in clip space, and the range of z that is seen there: that of the
/// machine, unless the source has another one, which the program of a picture need not convert.
fn in_clip_space(target: &dyn Target, vertex: &Shader, options: &Options) -> (Options, ClipDepth) {
    let mut options = options.clone();
    options.position = Position::Clip;
    let placement = Placement::of(&options);
    options.settings.shift_remove("clip-depth");
    let depth = match (placement.clip_depth.as_deref(), vertex.interface.clip_depth) {
        (Some("gl"), _) => ClipDepth::MinusWToW,
        (None, own) if own != ClipDepth::MinusWToW => own,
        (Some("native") | None, _) => target.clip_depth(),
        (Some(other), _) => {
            // No value: the compilation says so.
            options
                .settings
                .insert("clip-depth".to_owned(), other.to_owned());
            target.clip_depth()
        }
    };
    (options, depth)
}

impl Program {
    /// For the reference interpreter.
    pub fn interpreted(shader: Shader) -> Program {
        Program {
            clip_depth: shader.interface.clip_depth,
            shader,
            machine: None,
            most_steps: None,
        }
    }

    /// Machine code of a target. A vertex program leaves `gl_Position` in clip space whatever the options say:
    /// the viewport is the picture.
    ///
    /// # Errors
    /// As the target's compilation.
    pub fn compiled(
        shader: Shader,
        target: &'static dyn Target,
        options: &Options,
    ) -> Result<(Program, Diagnostics), Diagnostics> {
        let (options, clip_depth) = in_clip_space(target, &shader, options);
        let compiled = deep::guarded(|| compile_lowered(target, &shader, &options));
        let mut compiled =
            compiled.unwrap_or_else(|panic| Err(Diagnostic::bug("compiler", panic).into()))?;
        let warnings = std::mem::take(&mut compiled.warnings);
        let machine = Some(Machine {
            target,
            options,
            compiled,
        });
        let program = Program {
            shader,
            machine,
            clip_depth,
            most_steps: None,
        };
        Ok((program, warnings))
    }

    /// A vertex program, a geometry program if there is one, and the settings of a fragment stage that runs no programs,
    /// made for each other.
    ///
    /// # Errors
    /// As linking for the target.
    pub(super) fn linked(
        vertex: &Shader,
        geometry: Option<&Shader>,
        fragment: Option<&Shader>,
        target: &'static dyn Target,
        options: &Options,
    ) -> Result<(Linked, Diagnostics), Diagnostics> {
        let (options, clip_depth) = in_clip_space(target, geometry.unwrap_or(vertex), options);
        let linked = deep::guarded(|| link_shaders(target, &options, vertex, geometry, fragment));
        let (made, warnings) =
            linked.unwrap_or_else(|panic| Err(Diagnostic::bug("compiler", panic).into()))?;
        let fixed = Options {
            container: None,
            ..options.clone()
        };
        let program = |shader: &Shader, compiled, options: &Options| Program {
            shader: shader.clone(),
            machine: Some(Machine {
                target,
                options: options.clone(),
                compiled,
            }),
            clip_depth,
            most_steps: None,
        };
        let of = |shader: Option<&Shader>, compiled: Option<Compiled>, options| {
            let both = shader.zip(compiled);
            both.map(|(shader, compiled)| program(shader, compiled, options))
        };
        let linked = Linked {
            vertex: program(vertex, made.vertex, &options),
            geometry: of(geometry, made.geometry, &options),
            fragment: of(fragment, made.fragment, &fixed),
        };
        Ok((linked, warnings))
    }

    /// What a fragment program reads of the program before it: the varyings, or the registers of a linked pair. Names,
    /// types, whether the value of one vertex counts for all of a triangle.
    pub(super) fn reads(&self) -> Vec<(String, Shape, bool)> {
        let fixed = self.machine.as_ref();
        let fixed = fixed.filter(|machine| machine.target.is_fixed(self.shader.stage));
        if let Some(machine) = fixed {
            let inputs = machine.compiled.reflection.inputs.iter();
            return inputs
                .map(|input| {
                    let components = input.components.as_deref().unwrap_or("xyzw");
                    let shape = Shape::vector(Scalar::Float, components.len().min(4) as u8);
                    (input.name.clone(), shape, false)
                })
                .collect();
        }
        let inputs = self.shader.interface.inputs.values();
        inputs
            .filter(|variable| variable.builtin.is_none())
            .map(|variable| {
                let flat = variable.interpolation == Interpolation::Flat;
                (variable.name.clone(), variable.shape, flat)
            })
            .collect()
    }

    /// The stage it is for.
    pub fn stage(&self) -> Stage {
        self.shader.stage
    }

    /// Whether every fragment is drawn, at its own depth, so that those behind others need not be computed.
    pub(super) fn is_opaque(&self) -> bool {
        let mut outputs = self.shader.interface.outputs.values();
        let mut insts = self.shader.insts.values();
        !outputs.any(|output| output.builtin == Some(Builtin::FragDepth))
            && !insts.any(|inst| matches!(inst.op, Op::Discard))
    }

    /// Runs it on every sample. What a vertex program wrote is as the chip interpolates it.
    ///
    /// # Errors
    /// Data that is missing or does not fit, and what the simulator refuses.
    pub fn run(&self, inputs: &RunInputs) -> Result<RunOutputs, Diagnostics> {
        Ok(self.run_limited(inputs, self.most_steps)?.0)
    }

    /// Runs it on some of the samples of a picture, `read` by their numbers. Side by side they may take
    /// [`STEPS_TOGETHER`] steps; where that is too few for one of them, they run in smaller groups. `take` gets the
    /// outputs of each group.
    ///
    /// # Errors
    /// As [`Program::run`], and the budget is exhausted.
    pub(super) fn run_within(
        &self,
        budget: &Budget,
        part: Range<usize>,
        read: &dyn Fn(Range<usize>) -> RunInputs,
        take: &mut dyn FnMut(Range<usize>, RunOutputs),
    ) -> Result<(), Diagnostics> {
        let count = part.len();
        let own = self.most_steps.unwrap_or(match &self.machine {
            Some(_) => SIMULATED_STEPS,
            None => Limits::default().steps,
        });
        let most = match count {
            // A quad cannot be divided.
            0..=4 => own,
            _ => own.min(STEPS_TOGETHER / count as u64),
        };
        match self.run_limited(&read(part.clone()), Some(most)) {
            Ok((outputs, executed)) => {
                budget.spend(executed.max(1).saturating_mul(count as u64))?;
                take(part, outputs);
                Ok(())
            }
            Err(faults) => {
                let is_endless = |fault: &Diagnostic| fault.code == codes::files::RUN_STEPS;
                if !faults.iter().any(is_endless) {
                    return Err(faults);
                }
                if most == own {
                    // Who asked for another limit gets the words of the simulator about it.
                    return Err(match self.most_steps {
                        Some(_) => faults,
                        None => budget.give_up().into(),
                    });
                }
                budget.spend(most.saturating_mul(count as u64))?;
                let group = (count / PARTS).next_multiple_of(4);
                for start in part.clone().step_by(group) {
                    let group = start..(start + group).min(part.end);
                    self.run_within(budget, group, read, take)?;
                }
                Ok(())
            }
        }
    }

    fn run_limited(
        &self,
        inputs: &RunInputs,
        most_steps: Option<u64>,
    ) -> Result<Executed, Diagnostics> {
        let count =
            |outputs: &RunOutputs, name: &str| outputs.stats.get(name).copied().unwrap_or(0);
        let Some(machine) = &self.machine else {
            let limits = most_steps.map(|steps| Limits { steps });
            let outputs = eval::run_limited(&self.shader, inputs, limits.unwrap_or_default())?;
            let executed = count(&outputs, "instructions");
            return Ok((outputs, executed));
        };
        let program = Binary {
            container: machine.options.container.as_deref(),
            stage: Some(self.shader.stage),
            ..machine.compiled.as_binary()
        };
        let mut watch = Watch {
            settings: machine.options.settings.clone(),
            rounds: true,
            most_steps,
            ..Watch::default()
        };
        let reflection = &machine.compiled.reflection;
        let mut outputs =
            machine::run_watched(machine.target, program, reflection, inputs, &mut watch)?;
        if self.stage() != Stage::Fragment {
            for output in &reflection.outputs {
                let rows = outputs.outputs.get_mut(&output.name);
                for value in rows.into_iter().flatten().flatten() {
                    *value = machine.target.interpolated(output, *value);
                }
            }
        }
        let executed = count(&outputs, "executed");
        Ok((outputs, executed))
    }
}
