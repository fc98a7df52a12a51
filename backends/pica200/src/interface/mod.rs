//! Where inputs, uniforms and outputs live.
//!
//! Bindings go first, then `layout(location)`, then names (of outputs), then declaration order. Only
//! what the body uses gets a register.

mod outputs;
pub mod semantics;

pub use outputs::Consumer;
pub(crate) use outputs::left_out;

use crate::container::Semantic;
use crate::isa::{BOOLEANS, INPUTS, LOADED_INPUTS, UNIFORMS};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_ir::{Input, Inst, Op, Output, Scalar, Shader, Uniform};
use retroshade_kit::interface::{Fit, Need, Placed, RegisterFile};

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
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// What a body reads.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    inputs: EntitySet<Input>,
    uniforms: EntitySet<Uniform>,
    /// Uniforms that are read as numbers; a boolean that is not among them only decides conditions.
    numbers: EntitySet<Uniform>,
    /// Whether there may be jumps that are always taken: on a boolean that the container sets.
    jumps: bool,
}

impl Usage {
    /// Of a shader. `decided` are reads of boolean uniforms that only decide conditions, `jumps` tells
    /// whether some of these may be always true.
    pub(crate) fn of(shader: &Shader, decided: &EntitySet<Inst>, jumps: bool) -> Usage {
        let mut usage = Usage {
            jumps,
            ..Usage::default()
        };
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                match shader.insts[inst].op {
                    Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                        usage.inputs.insert(input);
                    }
                    Op::Uniform { uniform, .. } => {
                        usage.uniforms.insert(uniform);
                        if !decided.contains(inst) {
                            usage.numbers.insert(uniform);
                        }
                    }
                    Op::UniformIndexed { uniform, .. } => {
                        usage.uniforms.insert(uniform);
                        usage.numbers.insert(uniform);
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

fn place_uniforms(shader: &Shader, usage: &Usage, places: &mut Places, errors: &mut Diagnostics) {
    let file = |what, prefix, size: u8| {
        RegisterFile::new(
            "pica200",
            what,
            codes::limit::CONSTANTS,
            prefix,
            size.into(),
        )
    };
    let mut floats = file("uniform registers", "c", UNIFORMS);
    let mut booleans = file("booleans that only decide conditions", "b", BOOLEANS);
    let uniforms = shader.interface.uniforms.iter();
    let used: Vec<(Uniform, bool, Need)> = uniforms
        .filter(|(uniform, _)| usage.uniforms.contains(*uniform))
        .map(|(uniform, variable)| {
            let single = variable.shape.scalar == Scalar::Bool && variable.slot_lanes() == 1;
            let decides = single && !usage.numbers.contains(uniform);
            // A location of a uniform is a name for the API, not a register.
            let need = Need {
                location: None,
                ..Need::of(variable)
            };
            (uniform, decides, need)
        })
        .collect();
    for (uniform, decides, need) in &used {
        let is_boolean = need
            .bind
            .as_deref()
            .is_some_and(|bind| bind.starts_with('b'));
        let fixed = match *decides && is_boolean {
            true => booleans.fixed(need).map(|placed| placed.map(boolean)),
            false => floats.fixed(need).map(|placed| placed.map(float)),
        };
        match fixed {
            Ok(place) => places.uniforms[*uniform] = place,
            Err(error) => errors.push(error),
        }
    }
    let last = booleans.free().next_back();
    if let Some(last) = last.filter(|_| usage.jumps) {
        booleans.reserve(last);
    }
    for (uniform, decides, need) in used.iter().filter(|(_, _, need)| need.bind.is_none()) {
        let placed = decides.then(|| booleans.find(need, Fit::Registers).map(boolean));
        let placed = placed.flatten();
        let placed = placed.or_else(|| floats.find(need, Fit::Registers).map(float));
        if placed.is_none() {
            let needs: Vec<Need> = used.iter().map(|(_, _, need)| need.clone()).collect();
            errors.push(floats.full(&needs, need, Fit::Registers));
            return;
        }
        places.uniforms[*uniform] = placed;
    }
    places.uniform_end = floats.end() as u8;
    places
        .taken
        .extend(floats.taken().map(|register| register as u8));
}

fn float(placed: Placed) -> UniformPlace {
    UniformPlace::Float(placed.register() as u8)
}

fn boolean(placed: Placed) -> UniformPlace {
    UniformPlace::Boolean(placed.register() as u8)
}
