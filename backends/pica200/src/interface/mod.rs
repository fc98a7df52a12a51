//! Where inputs, uniforms and outputs live.
//!
//! Bindings go first, then `layout(location)`, then names (of outputs), then declaration order. Only
//! what the body uses gets a register.

mod outputs;
pub mod semantics;

pub use outputs::Consumer;
pub(crate) use outputs::left_out;

use crate::capability;
use crate::container::Semantic;
use crate::isa::{BOOLEANS, INPUTS, LOADED_INPUTS, UNIFORMS};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_ir::{Input, Op, Output, Shader, Uniform, Variable};
use retroshade_kit::interface::{self, Need, RegisterFile};

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
    /// The register of slot 0.
    pub inputs: SecondaryMap<Input, Option<u8>>,
    /// The first register.
    pub uniforms: SecondaryMap<Uniform, Option<UniformPlace>>,
    /// The place; absent for `gl_PointSize`, which the chip does not have.
    pub outputs: SecondaryMap<Output, Option<OutputPlace>>,
    /// One past the last float uniform register that is taken.
    pub uniform_end: u8,
    /// Float uniform registers taken.
    pub taken: EntitySet<u8>,
    /// Boolean uniform registers taken.
    pub booleans: EntitySet<u8>,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

impl Places {
    /// The highest boolean register that no uniform has.
    pub(crate) fn free_boolean(&self) -> Option<u8> {
        let mut registers = (0..BOOLEANS).rev();
        registers.find(|register| !self.booleans.contains(*register))
    }
}

/// The variables that a body reads.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    inputs: EntitySet<Input>,
    uniforms: EntitySet<Uniform>,
}

impl Usage {
    /// Of a shader.
    pub(crate) fn of(shader: &Shader) -> Usage {
        let mut usage = Usage::default();
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                match shader.insts[inst].op {
                    Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                        usage.inputs.insert(input);
                    }
                    Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                        usage.uniforms.insert(uniform);
                    }
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
pub fn place(shader: &Shader, usage: &Usage, consumer: Consumer) -> Result<Places, Diagnostics> {
    let mut places = Places::default();
    let mut errors = Diagnostics::new();
    place_inputs(shader, usage, &mut places, &mut errors);
    place_uniforms(shader, usage, &mut places, &mut errors);
    outputs::place_outputs(shader, consumer, &mut places, &mut errors);
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(places)
}

fn place_inputs(shader: &Shader, usage: &Usage, places: &mut Places, errors: &mut Diagnostics) {
    let inputs = shader.interface.inputs.iter();
    let used = inputs.filter(|(input, _)| usage.inputs.contains(*input));
    let (mut needs, mut last, mut needed) = (Vec::new(), None, 0);
    for (input, variable) in used {
        needs.push((input, Need::of(variable)));
        needed += variable.slots();
        last = Some(variable.span);
    }
    let code = codes::limit::ATTRIBUTES;
    let mut file = RegisterFile::new("pica200", "attributes", code, "v", INPUTS.into());
    for (input, placed) in file.assign(&needs, errors) {
        places.inputs[input] = Some(placed.register() as u8);
    }
    if let Some(last) = last.filter(|_| needed > LOADED_INPUTS.into()) {
        let message = format!(
            "pica200: the shader reads {needed} attribute registers, citro3d loads {LOADED_INPUTS}"
        );
        places.warnings.push(
            Diagnostic::warning(codes::warning::MANY_ATTRIBUTES, message)
                .at(last, "the last of them")
                .with_help("put several attributes into one vector"),
        );
    }
}

/// What to do where there are too many booleans.
pub(crate) const FLOAT_BOOLEANS: &str =
    "a bool that is bound to a register of floats, as to `c5`, lies there and is 0.0 or 1.0";

fn place_uniforms(shader: &Shader, usage: &Usage, places: &mut Places, errors: &mut Diagnostics) {
    let uniforms = shader.interface.uniforms.iter();
    let used = uniforms.filter(|(uniform, _)| usage.uniforms.contains(*uniform));
    let (booleans, floats): (Vec<_>, Vec<_>) =
        used.partition(|(_, variable)| capability::is_boolean(variable));
    let code = codes::limit::CONSTANTS;
    let mut file = RegisterFile::new("pica200", "boolean uniforms", code, "b", BOOLEANS.into());
    let mut found = Diagnostics::new();
    for (uniform, placed) in file.assign(&needs(&booleans), &mut found) {
        places.uniforms[uniform] = Some(UniformPlace::Boolean(placed.register() as u8));
    }
    places
        .booleans
        .extend(file.taken().map(|register| register as u8));
    for error in found {
        errors.push(if error.code == code {
            // The note is about floats.
            Diagnostic {
                notes: Vec::new(),
                ..error.with_help(FLOAT_BOOLEANS)
            }
        } else {
            error
        });
    }
    let mut file = RegisterFile::new("pica200", "uniform registers", code, "c", UNIFORMS.into());
    for (_, variable) in &floats {
        let bound = variable.bind.as_deref().unwrap_or_default();
        let holds = |prefix| interface::register_number(bound, prefix).is_some();
        let reason = match (holds("b"), holds("i")) {
            (true, _) => "only `bool` and arrays of it lie in registers of booleans",
            (_, true) => {
                "registers of integers count loops, which run once more than they say, and no `int` lies there"
            }
            _ => continue,
        };
        let refusal = interface::refuse(&variable.name, variable.span, bound, reason);
        errors.push(refusal);
    }
    if errors.has_errors() {
        return;
    }
    for (uniform, placed) in file.assign(&needs(&floats), errors) {
        places.uniforms[uniform] = Some(UniformPlace::Float(placed.register() as u8));
    }
    places.uniform_end = file.end() as u8;
    places
        .taken
        .extend(file.taken().map(|register| register as u8));
}

/// What uniforms need. A location of a uniform is a name for the API, not a register.
fn needs(uniforms: &[(Uniform, &Variable)]) -> Vec<(Uniform, Need)> {
    let need = |variable: &Variable| Need {
        location: None,
        ..Need::of(variable)
    };
    let uniforms = uniforms.iter();
    uniforms
        .map(|(uniform, variable)| (*uniform, need(variable)))
        .collect()
}
