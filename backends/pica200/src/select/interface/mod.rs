//! Where inputs, uniforms and outputs live.
//!
//! Bindings go first, then `layout(location)`, then names (of outputs), then declaration order. Only
//! what the body uses gets a register.

mod outputs;

pub(crate) use outputs::left_out;

use super::lower::Decisions;
use crate::container::Semantic;
use crate::isa::{BOOLEANS, INPUTS, LOADED_INPUTS, UNIFORMS};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::entity::{EntityRef, EntitySet, SecondaryMap};
use retroshade_ir::{Op, Scalar, Shader, Variable};
pub(crate) use retroshade_kit::names::depth_range;

/// Where a uniform lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniformPlace {
    /// Slot k is `c<first + k>`.
    Float(u8),
    /// Slot k is `b<first + k>`.
    Boolean(u8),
}

/// Where an output lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputPlace {
    /// Slot k is `o<register + k>`.
    pub register: u8,
    /// The first lane.
    pub lane: u8,
    /// What it becomes.
    pub semantic: Semantic,
    /// Lanes that the semantic takes of a slot; the others are written and not mapped.
    pub mapped: u8,
    /// The z lane is the third coordinate of texture 0.
    pub third: bool,
}

/// Places of everything that the body uses.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// By the number of the variable: the register of slot 0.
    pub inputs: SecondaryMap<usize, Option<u8>>,
    /// By the number of the variable.
    pub uniforms: SecondaryMap<usize, Option<UniformPlace>>,
    /// By the number of the variable; absent for `gl_PointSize`, which the chip does not have.
    pub outputs: SecondaryMap<usize, Option<OutputPlace>>,
    /// One past the last float uniform register that is taken.
    pub uniform_end: u8,
    /// Float uniform registers taken.
    pub taken: EntitySet<u8>,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// What a body reads.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    inputs: EntitySet<usize>,
    uniforms: EntitySet<usize>,
    /// Uniforms that are read as numbers; a boolean that is not among them only decides conditions.
    numbers: EntitySet<usize>,
    /// Whether there may be jumps that are always taken: on a boolean that the container sets.
    jumps: bool,
}

impl Usage {
    /// Of a shader, whose boolean uniforms decide so much.
    pub(in crate::select) fn of(shader: &Shader, decisions: &Decisions) -> Usage {
        let mut usage = Usage {
            jumps: decisions.has_formulas(),
            ..Usage::default()
        };
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                match shader.insts[inst].op {
                    Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                        usage.inputs.insert(input.index());
                    }
                    Op::Uniform { uniform, .. } => {
                        let name = &shader.interface.uniforms[uniform].name;
                        if depth_range(name).is_some() {
                            continue;
                        }
                        usage.uniforms.insert(uniform.index());
                        if !decisions.reads.contains(inst) {
                            usage.numbers.insert(uniform.index());
                        }
                    }
                    Op::UniformIndexed { uniform, .. } => {
                        usage.uniforms.insert(uniform.index());
                        usage.numbers.insert(uniform.index());
                    }
                    Op::Loop => usage.jumps = true,
                    _ => {}
                }
            }
        }
        usage
    }
}

/// Gives everything a place; to varyings without a meaning only if a geometry program follows.
///
/// # Errors
/// Bindings that cannot be, and more variables than registers.
pub fn place(shader: &Shader, usage: &Usage, geometry: bool) -> Result<Places, Diagnostics> {
    let mut places = Places::default();
    let mut errors = Diagnostics::new();
    place_inputs(shader, usage, &mut places, &mut errors);
    place_uniforms(shader, usage, &mut places, &mut errors);
    outputs::place_outputs(shader, geometry, &mut places, &mut errors);
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(places)
}

fn binding_error(variable: &Variable, why: &str) -> Diagnostic {
    let register = variable.bind.as_deref().unwrap_or_default();
    let message = format!(
        "pica200: `{}` cannot be bound to `{register}`: {why}",
        variable.name
    );
    Diagnostic::error(codes::target::BINDING, message).at(variable.span, "declared here")
}

/// `c12` with the letter `c` is 12.
fn register_number(text: &str, letter: char) -> Option<u8> {
    let digits = text.strip_prefix(letter)?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// Registers of one file.
struct File {
    taken: Vec<bool>,
}

impl File {
    fn new(size: u8) -> File {
        File {
            taken: vec![false; size.into()],
        }
    }

    fn fits(&self, first: usize, count: usize) -> bool {
        let end = first.saturating_add(count);
        self.taken
            .get(first..end)
            .is_some_and(|row| !row.contains(&true))
    }

    /// Takes a row if it is free.
    fn take(&mut self, first: u8, count: u32) -> bool {
        let (first, count) = (usize::from(first), count as usize);
        if !self.fits(first, count) {
            return false;
        }
        self.taken
            .iter_mut()
            .skip(first)
            .take(count)
            .for_each(|slot| *slot = true);
        true
    }

    /// Takes the last free register, if there is one, away from the others.
    fn keep_last(&mut self) {
        if let Some(slot) = self.taken.iter_mut().rev().find(|taken| !**taken) {
            *slot = true;
        }
    }

    /// Takes the first free row.
    fn first(&mut self, count: u32) -> Option<u8> {
        let found = (0..self.taken.len()).find(|first| self.fits(*first, count as usize))?;
        let first = u8::try_from(found).ok()?;
        self.take(first, count).then_some(first)
    }
}

fn place_inputs(shader: &Shader, usage: &Usage, places: &mut Places, errors: &mut Diagnostics) {
    let mut file = File::new(INPUTS);
    let inputs = shader.interface.inputs.iter();
    let used: Vec<(usize, &Variable)> = inputs
        .map(|(input, variable)| (input.index(), variable))
        .filter(|(index, _)| usage.inputs.contains(*index))
        .collect();
    let needed: u32 = used.iter().map(|(_, variable)| variable.slots()).sum();
    if needed > INPUTS.into() {
        let message = format!(
            "pica200: the shader reads {needed} attribute registers, the limit is {INPUTS}"
        );
        let mut error = Diagnostic::error(codes::limit::ATTRIBUTES, message);
        if let Some((_, last)) = used.last() {
            error = error.at(last.span, "the last of them");
        }
        errors.push(error.with_help("a matrix takes a register for each column"));
        return;
    }
    if let Some((_, last)) = used.last().filter(|_| needed > LOADED_INPUTS.into()) {
        let message = format!(
            "pica200: the shader reads {needed} attribute registers, citro3d loads {LOADED_INPUTS}"
        );
        places.warnings.push(
            Diagnostic::warning(codes::warning::MANY_ATTRIBUTES, message)
                .at(last.span, "the last of them")
                .with_help("put several attributes into one vector"),
        );
    }
    let mut later = Vec::new();
    for &(index, variable) in &used {
        let fixed = match (&variable.bind, variable.location) {
            (Some(bind), _) => match register_number(bind, 'v') {
                Some(register) => Some(register),
                None => {
                    errors.push(binding_error(variable, "inputs are v0 to v14"));
                    continue;
                }
            },
            (None, Some(location)) => Some(u8::try_from(location).unwrap_or(u8::MAX)),
            (None, None) => None,
        };
        match fixed {
            Some(register) if file.take(register, variable.slots()) => {
                places.inputs[index] = Some(register);
            }
            Some(register) => {
                let message = format!(
                    "pica200: `{}` cannot have v{register}: it is taken or does not exist",
                    variable.name
                );
                errors.push(
                    Diagnostic::error(codes::target::BINDING, message)
                        .at(variable.span, "declared here"),
                );
            }
            None => later.push((index, variable)),
        }
    }
    for (index, variable) in later {
        match file.first(variable.slots()) {
            Some(register) => places.inputs[index] = Some(register),
            None => errors.push(
                Diagnostic::error(
                    codes::limit::ATTRIBUTES,
                    format!(
                        "pica200: no {} input registers in a row are left for `{}`",
                        variable.slots(),
                        variable.name
                    ),
                )
                .at(variable.span, "declared here"),
            ),
        }
    }
}

fn place_uniforms(shader: &Shader, usage: &Usage, places: &mut Places, errors: &mut Diagnostics) {
    let mut floats = File::new(UNIFORMS);
    let mut booleans = File::new(BOOLEANS);
    let uniforms = shader.interface.uniforms.iter();
    let used: Vec<(usize, &Variable)> = uniforms
        .map(|(uniform, variable)| (uniform.index(), variable))
        .filter(|(index, _)| usage.uniforms.contains(*index))
        .collect();
    let wants_boolean = |index: usize, variable: &Variable| {
        let single = variable.shape.scalar == Scalar::Bool && variable.slot_lanes() == 1;
        single && !usage.numbers.contains(index)
    };
    let mut later = Vec::new();
    for &(index, variable) in &used {
        let Some(bind) = &variable.bind else {
            later.push((index, variable));
            continue;
        };
        let boolean = register_number(bind, 'b').filter(|_| wants_boolean(index, variable));
        let placed = match (register_number(bind, 'c'), boolean) {
            (Some(register), _) if floats.take(register, variable.slots()) => {
                Some(UniformPlace::Float(register))
            }
            (_, Some(register)) if booleans.take(register, variable.slots()) => {
                Some(UniformPlace::Boolean(register))
            }
            _ => None,
        };
        match placed {
            Some(place) => places.uniforms[index] = Some(place),
            None => errors.push(binding_error(
                variable,
                "it is taken or does not exist; uniforms are c0 to c95, and b0 to b15 for \
                 booleans that only decide conditions",
            )),
        }
    }
    if usage.jumps {
        booleans.keep_last();
    }
    for (index, variable) in later {
        let boolean = wants_boolean(index, variable);
        let count = variable.slots();
        let place = if boolean {
            booleans.first(variable.slots())
        } else {
            None
        };
        let place = match place {
            Some(first) => Some(UniformPlace::Boolean(first)),
            None => floats.first(count).map(UniformPlace::Float),
        };
        match place {
            Some(place) => places.uniforms[index] = Some(place),
            None => {
                errors.push(too_many_uniforms(&used));
                return;
            }
        }
    }
    let taken = floats.taken.iter().enumerate();
    for (register, _) in taken.filter(|(_, taken)| **taken) {
        places.taken.insert(register as u8);
        places.uniform_end = register as u8 + 1;
    }
}

fn too_many_uniforms(used: &[(usize, &Variable)]) -> Diagnostic {
    let size = |(_, variable): &(usize, &Variable)| variable.slots();
    let needed: u32 = used.iter().map(size).sum();
    let message = format!("pica200: the uniforms need {needed} registers, the limit is {UNIFORMS}");
    let error = Diagnostic::error(codes::limit::CONSTANTS, message);
    match used.iter().max_by_key(|entry| size(entry)) {
        Some(entry) => error.at(
            entry.1.span,
            format!("`{}` takes {} of them", entry.1.source_name(), size(entry)),
        ),
        None => error,
    }
}
