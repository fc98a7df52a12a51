//! The interface of a shader in registers: which variables are active, where they lie, and the
//! reflection record that says so.

mod input_files;
mod reflect;
mod samplers;

pub(crate) use input_files::input_files;
pub(crate) use reflect::{Counts, reflection};

use crate::isa::{File, Sampler, Version};
use crate::settings::Profile;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, codes};
use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::{Builtin, Input, Op, Output, SamplerId, Shader, Stage, Uniform, Use, Variable};
use retroshade_kit::interface::{Fit, Need, Placed, Reads, RegisterFile, Shared};
use retroshade_kit::target::Options;

/// Registers of everything that is active.
#[derive(Clone, Debug)]
pub(crate) struct Registers {
    /// Attributes or varyings; `None` where inactive or not in a register.
    pub(crate) inputs: SecondaryMap<Input, Option<(File, Placed)>>,
    /// Position, varyings, colours, depth; `None` where never written or not possible.
    pub(crate) outputs: SecondaryMap<Output, Option<(File, Placed)>>,
    /// Uniforms; `None` where inactive.
    pub(crate) uniforms: SecondaryMap<Uniform, Option<Placed>>,
    /// The first unit of each sampler; `None` where inactive.
    pub(crate) samplers: SecondaryMap<SamplerId, Option<u16>>,
    /// The fields of lookups through each sampler.
    pub(crate) flags: SecondaryMap<SamplerId, Sampler>,
    /// The varying with the clip-space position, where the shader reads `gl_FragCoord`.
    pub(crate) clip_position: Option<u16>,
    /// The register with the size of the viewport, where the shader reads `gl_FragCoord`.
    pub(crate) viewport: Option<u16>,
    /// The constant registers that uniforms leave free.
    pub(crate) constants: RegisterFile,
    /// Warnings about variables that have no effect on this target.
    pub(crate) warnings: Diagnostics,
}

/// How tightly variables are put into registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// A register for each slot, but for what is read as one vector: simplest to upload.
    Plain,
    /// Small uniforms share registers, wherever they are read.
    Uniforms,
}

/// Gives registers to the whole interface.
///
/// # Errors
/// Limits, bindings that cannot be, and built-in variables that the target does not have.
pub(crate) fn assign(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
    (profile, packing): (Profile, Packing),
) -> Result<Registers, Diagnostics> {
    let reads = Reads::of(shader);
    let context = Context {
        target: profile.owner(target),
        version,
        profile,
        shader,
    };
    let code = codes::limit::CONSTANTS;
    let mut registers = Registers {
        inputs: SecondaryMap::new(),
        outputs: SecondaryMap::new(),
        uniforms: SecondaryMap::new(),
        samplers: SecondaryMap::new(),
        flags: SecondaryMap::new(),
        clip_position: None,
        viewport: None,
        constants: context.file("constant registers", File::Constant, code),
        warnings: Diagnostics::new(),
    };
    context.inputs(&reads, &mut registers)?;
    context.outputs(&mut registers)?;
    context.uniforms(&reads, &mut registers, packing)?;
    context.samplers(&reads, &mut registers, options)?;
    Ok(registers)
}

struct Context<'a> {
    target: &'static str,
    version: Version,
    profile: Profile,
    shader: &'a Shader,
}

impl Context<'_> {
    fn file(&self, what: &'static str, file: File, code: Code) -> RegisterFile {
        let stage = self.shader.stage;
        let count = self.profile.registers(self.version, stage, file);
        RegisterFile::new(self.target, what, code, self.prefix(file), count.into())
    }

    /// What names of registers begin with.
    fn prefix(&self, file: File) -> &'static str {
        match file {
            File::Output => "fo",
            _ => file.prefix(self.shader.stage),
        }
    }

    fn has(&self, file: File) -> bool {
        self.profile
            .registers(self.version, self.shader.stage, file)
            > 0
    }

    fn unsupported(&self, variable: &Variable) -> Diagnostic {
        let (target, name) = (self.target, &variable.name);
        let message = format!("{target} has no `{name}`");
        Diagnostic::error(codes::target::UNSUPPORTED, message)
            .at(variable.span, "used by the shader")
    }

    fn inputs(&self, reads: &Reads, registers: &mut Registers) -> Result<(), Diagnostics> {
        let vertex = self.shader.stage == Stage::Vertex;
        let (file, what, code) = if vertex {
            (File::Attribute, "attributes", codes::limit::ATTRIBUTES)
        } else {
            (File::Varying, "varyings", codes::limit::VARYINGS)
        };
        let mut pool = self.file(what, file, code);
        let (mut keys, mut needs) = (Vec::new(), Vec::new());
        let mut window = false;
        for (input, variable) in self.shader.interface.inputs.iter() {
            let slots = reads.inputs.get(&input).copied().unwrap_or(0);
            match variable.builtin {
                _ if slots == 0 => {}
                None | Some(Builtin::ClipPosition) => {
                    keys.push(input);
                    // Both stages give all elements of a varying a place, so that they agree.
                    needs.push(Need::of_slots(variable, variable.slots()));
                }
                Some(Builtin::FragCoord) => window = true,
                Some(Builtin::InstanceId) if self.version == Version::V3 => {
                    registers.inputs[input] = Some((File::InstanceId, Placed::SINGLE));
                }
                Some(_) => return Err(self.unsupported(variable).into()),
            }
        }
        let places = place(&mut pool, &needs)?;
        for (input, placed) in keys.into_iter().zip(places) {
            registers.inputs[input] = Some((file, placed));
        }
        if window {
            // The last varying, so that the order of the others does not depend on it.
            let last = pool.free().next_back();
            registers.clip_position = last.map(|register| register as u16);
            if last.is_none() {
                let count = pool.size();
                let message = format!(
                    "{} has {count} varyings, but the shader needs one more for `gl_FragCoord`",
                    self.target
                );
                return Err(Diagnostic::error(codes::limit::VARYINGS, message)
                    .with_note("there is no register with window coordinates: they are computed from the clip-space position")
                    .into());
            }
        }
        Ok(())
    }

    fn outputs(&self, registers: &mut Registers) -> Result<(), Diagnostics> {
        let fragment = self.shader.stage == Stage::Fragment;
        let (file, what, code) = if fragment {
            (File::Output, "colour outputs", codes::target::UNSUPPORTED)
        } else {
            (File::Varying, "varyings", codes::limit::VARYINGS)
        };
        let mut pool = self.file(what, file, code);
        let written = self.written();
        let (mut keys, mut needs) = (Vec::new(), Vec::new());
        for (output, variable) in self.shader.interface.outputs.iter() {
            let slots = written[output];
            match variable.builtin {
                Some(Builtin::Position) if !fragment => {
                    registers.outputs[output] = Some((File::Output, Placed::SINGLE));
                }
                // A shader that declares its colour has one, whatever it is.
                _ if slots == 0 && variable.builtin != Some(Builtin::FragColor) => {}
                Some(Builtin::PointSize) => registers.warnings.push(
                    Diagnostic::warning(
                        codes::warning::NO_POINTS,
                        format!(
                            "{} draws no points: `gl_PointSize` has no effect",
                            self.target
                        ),
                    )
                    .at(variable.span, ""),
                ),
                Some(Builtin::FragDepth) if self.has(File::Depth) => {
                    registers.outputs[output] = Some((File::Depth, Placed::SINGLE));
                }
                Some(Builtin::FragColor | Builtin::FragData) | None => {
                    keys.push(output);
                    let colour = variable.builtin.is_some();
                    let slots = if colour {
                        slots.max(1)
                    } else {
                        variable.slots()
                    };
                    needs.push(Need::of_slots(variable, slots));
                }
                Some(Builtin::ClipPosition) => {
                    keys.push(output);
                    needs.push(Need::of_slots(variable, slots));
                }
                Some(_) => return Err(self.unsupported(variable).into()),
            }
        }
        let places = place(&mut pool, &needs)?;
        for (output, placed) in keys.into_iter().zip(places) {
            registers.outputs[output] = Some((file, placed));
        }
        Ok(())
    }

    /// For each output one more than the last slot that gets a value.
    fn written(&self) -> SecondaryMap<Output, u32> {
        let shader = self.shader;
        let mut written = SecondaryMap::new();
        let uses = shader.regions[shader.body].end.uses();
        for ((output, slot), operand) in shader.interface.output_slots().zip(uses) {
            if shader.def_op(operand.value) != Some(Op::Undefined) {
                written[output] = slot + 1;
            }
        }
        written
    }

    fn uniforms(
        &self,
        reads: &Reads,
        registers: &mut Registers,
        packing: Packing,
    ) -> Result<(), Diagnostics> {
        let (mut keys, mut needs) = (Vec::new(), Vec::new());
        for (uniform, variable) in self.shader.interface.uniforms.iter() {
            let read = reads.uniforms.get(&uniform);
            let (slots, indexed) = read.copied().unwrap_or_default();
            if slots > 0 {
                keys.push(uniform);
                let need = Need::of_slots(variable, slots);
                // A location of a uniform is a name for the API, not a register. A table of literals is
                // uploaded by registers, which nothing else may be in.
                needs.push(Need {
                    location: None,
                    indexed,
                    lanes: if variable.values.is_some() {
                        4
                    } else {
                        need.lanes
                    },
                    ..need
                });
            }
        }
        let places = match packing {
            Packing::Plain => {
                let mut shared = Shared::new(needs);
                for vector in composed(self.shader) {
                    let key = |part| keys.iter().position(|key| *key == part);
                    shared.gather(vector.filter_map(key));
                }
                shared.place(&mut registers.constants)?
            }
            Packing::Uniforms => registers.constants.place_all(&needs, Fit::Lanes)?,
        };
        for (uniform, placed) in keys.into_iter().zip(places) {
            registers.uniforms[uniform] = Some(placed);
        }
        if registers.clip_position.is_some() {
            let Some(viewport) = registers.constants.free().next() else {
                let message = format!(
                    "{} has no constant register left for the size of the viewport, which `gl_FragCoord` needs",
                    self.target
                );
                return Err(Diagnostic::error(codes::limit::CONSTANTS, message).into());
            };
            registers.constants.reserve(viewport);
            registers.viewport = Some(viewport as u16);
        }
        Ok(())
    }

    fn samplers(
        &self,
        reads: &Reads,
        registers: &mut Registers,
        options: &Options,
    ) -> Result<(), Diagnostics> {
        let mut pool = self.file("samplers", File::Sampler, codes::limit::SAMPLERS);
        let (mut keys, mut needs) = (Vec::new(), Vec::new());
        for (id, sampler) in self.shader.interface.samplers.iter() {
            if let Some(&elements) = reads.samplers.get(&id) {
                keys.push(id);
                needs.push(Need::of_sampler(sampler, elements));
            }
        }
        let places = place(&mut pool, &needs)?;
        for (id, placed) in keys.into_iter().zip(places) {
            registers.samplers[id] = Some(placed.register() as u16);
            let declared = &self.shader.interface.samplers[id];
            registers.flags[id] = samplers::flags(declared, self, options)?;
            if samplers::is_flat_cube(&registers.flags[id]) {
                registers.warnings.push(samplers::flat_cube(declared));
            }
        }
        Ok(())
    }
}

/// Uniforms that are read as parts of one vector, for each such vector.
fn composed(shader: &Shader) -> impl Iterator<Item = impl Iterator<Item = Uniform>> {
    let uniform = |part: &Use| match shader.def_op(part.value) {
        Some(Op::Uniform { uniform, .. }) => Some(uniform),
        _ => None,
    };
    let insts = shader.regions[shader.body].insts.iter();
    let vectors = insts.map(|inst| &shader.insts[*inst]);
    let vectors = vectors.filter(|inst| inst.op == Op::Compose);
    vectors.map(move |inst| inst.args.iter().filter_map(uniform))
}

/// Places variables, sharing registers only where that is needed.
fn place(pool: &mut RegisterFile, needs: &[Need]) -> Result<Vec<Placed>, Diagnostics> {
    let mut roomy = pool.clone();
    if let Ok(places) = roomy.place_all(needs, Fit::Registers) {
        *pool = roomy;
        return Ok(places);
    }
    pool.place_all(needs, Fit::Lanes)
}

impl Registers {
    /// The register and component of lane 0 of a slot of an input.
    pub(crate) fn input(&self, input: Input, slot: u32) -> Option<(File, u32)> {
        let (file, placed) = self.inputs[input]?;
        Some((file, placed.slot(slot)))
    }

    /// The lane number of lane 0 of a slot of a uniform.
    pub(crate) fn uniform(&self, uniform: Uniform, slot: u32) -> Option<u32> {
        Some(self.uniforms[uniform]?.slot(slot))
    }

    /// The file and lane number of lane 0 of a slot of an output.
    pub(crate) fn output(&self, output: Output, slot: u32) -> Option<(File, u32)> {
        let (file, placed) = self.outputs[output]?;
        (slot < placed.elements * placed.slots).then(|| (file, placed.slot(slot)))
    }
}
