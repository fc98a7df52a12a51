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
use crate::isa::{BOOLEANS, INPUTS, LOADED_INPUTS, LOADED_OUTPUTS, UNIFORMS};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_ir::{Builtin, Input, Op, Output, Primitive, Region, Shader, Uniform, Variable};
use retroshade_kit::interface::{self, Need, RegisterFile};

/// Where a uniform lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniformPlace {
    /// Slot k is `c<first + k>`.
    Float(u8),
    /// Slot k is `b<first + k>`.
    Boolean(u8),
}

/// Where an input lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputPlace {
    /// The file.
    pub file: InputFile,
    /// The register of slot 0.
    pub first: u8,
    /// Of an input of a geometry program, the slots that each vertex has.
    pub slots: u32,
    /// Registers from one vertex to the next.
    pub stride: u8,
    /// The number of vertices that are so far apart; of each further one there is one register.
    pub main: u32,
}

impl InputPlace {
    /// An attribute, whose slots lie one behind the other.
    fn attribute(first: u8) -> InputPlace {
        InputPlace {
            file: InputFile::Inputs,
            first,
            slots: u32::MAX,
            stride: 0,
            main: u32::MAX,
        }
    }

    /// The registers of all vertices before one.
    pub fn before(self, vertex: u32) -> u32 {
        let main = vertex.min(self.main).saturating_mul(self.stride.into());
        main.saturating_add(vertex.saturating_sub(self.main))
    }

    /// The register of a slot.
    pub fn register(self, slot: u32) -> u8 {
        let slots = self.slots.max(1);
        let (vertex, slot) = (slot / slots, slot % slots);
        let register = u32::from(self.first) + self.before(vertex) + slot;
        register.min(u8::MAX.into()) as u8
    }
}

/// The registers that bring inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFile {
    /// Those of inputs.
    Inputs,
    /// Those of float uniforms, in which a geometry program may have its input.
    Uniforms,
}

/// How a geometry program gets its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMode {
    /// In the registers of inputs.
    Point,
    /// In those of uniforms, a fixed number of vertices.
    Fixed,
    /// In those of uniforms, behind the number of vertices: some with all outputs of the vertex program, and of further ones
    /// the first output.
    Variable,
}

impl InputMode {
    /// Every one, with its name as a setting.
    pub(crate) const NAMES: [(&'static str, InputMode); 3] = [
        ("point", InputMode::Point),
        ("fixed", InputMode::Fixed),
        ("variable", InputMode::Variable),
    ];
}

/// The input of a geometry program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputLayout {
    /// How it gets it.
    pub mode: InputMode,
    /// The number of vertices with all outputs of the vertex program.
    pub vertices: u8,
    /// Registers of each.
    pub stride: u8,
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
    /// The registers.
    pub inputs: SecondaryMap<Input, Option<InputPlace>>,
    /// Of a geometry program, what its input is.
    pub layout: Option<InputLayout>,
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
pub fn place(
    shader: &Shader,
    usage: &Usage,
    consumer: Consumer,
    mode: Option<InputMode>,
) -> Result<Places, Diagnostics> {
    let mut places = Places::default();
    let mut errors = Diagnostics::new();
    match shader.interface.primitive {
        Some(primitive) => {
            place_vertices(shader, usage, primitive, mode, &mut places, &mut errors);
        }
        None => place_inputs(shader, usage, &mut places, &mut errors),
    }
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
        places.inputs[input] = Some(InputPlace::attribute(placed.register() as u8));
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

/// The most vertices of the mode `fixed`: their number less 1 has four bits in the register that libctru's
/// `shaderProgramConfigure` writes (0254).
const FIXED_VERTICES: u32 = 16;

/// Gives the inputs of a geometry program registers: those of each vertex one behind the other, the position first, then
/// the others in the order of their declarations, as the outputs of the vertex program come.
fn place_vertices(
    shader: &Shader,
    usage: &Usage,
    primitive: Primitive,
    mode: Option<InputMode>,
    places: &mut Places,
    errors: &mut Diagnostics,
) {
    let inputs = shader.interface.inputs.iter();
    let mut used: Vec<(Input, &Variable)> = inputs
        .filter(|(input, _)| usage.inputs.contains(*input))
        .collect();
    used.sort_by_key(|(_, variable)| variable.builtin != Some(Builtin::Position));
    let of_vertices = used
        .iter()
        .filter(|(_, variable)| variable.builtin != Some(Builtin::VertexCount));
    let stride: u32 = of_vertices
        .map(|(_, variable)| variable.slots_per_element())
        .sum();
    let main = primitive.main_vertices;
    if let Some(fault) = wrong_mode(mode, main) {
        errors.push(fault);
        return;
    }
    // The number of vertices comes first, and the position is the first output.
    let vertices = main.unwrap_or(primitive.vertices);
    let count = u32::from(main.is_some());
    let needed = count + stride * vertices + (primitive.vertices - vertices);
    let fits = needed <= INPUTS.into() && !is_indexed(shader);
    let mode = match (mode, main) {
        (_, Some(_)) => InputMode::Variable,
        (Some(mode), None) => mode,
        (None, None) if fits => InputMode::Point,
        (None, None) => InputMode::Fixed,
    };
    let (file, room) = match mode {
        InputMode::Point => (InputFile::Inputs, u32::from(INPUTS)),
        InputMode::Fixed | InputMode::Variable => (InputFile::Uniforms, u32::from(UNIFORMS)),
    };
    if mode == InputMode::Fixed && vertices > FIXED_VERTICES {
        let message = format!(
            "pica200: the unit counts at most {FIXED_VERTICES} vertices into uniforms, and a primitive has {vertices}"
        );
        let span = used
            .last()
            .map_or(Span::NONE, |(_, variable)| variable.span);
        errors.push(
            Diagnostic::error(codes::limit::ATTRIBUTES, message).at(span, "one for each vertex"),
        );
        return;
    }
    if needed > room || stride > LOADED_OUTPUTS.into() {
        let vertices = primitive.vertices;
        let message = format!(
            "pica200: the inputs of {vertices} vertices need {needed} registers, {stride} for each; there are {room}, and a vertex program hands on {LOADED_OUTPUTS}"
        );
        let span = used
            .last()
            .map_or(Span::NONE, |(_, variable)| variable.span);
        errors.push(
            Diagnostic::error(codes::limit::ATTRIBUTES, message)
                .at(span, "the last of them")
                .with_help("put several varyings into one vector"),
        );
        return;
    }
    let mut first = count;
    for (input, variable) in used {
        let slots = variable.slots_per_element();
        if variable.builtin == Some(Builtin::VertexCount) {
            places.inputs[input] = Some(InputPlace {
                file,
                ..InputPlace::attribute(0)
            });
            continue;
        }
        places.inputs[input] = Some(InputPlace {
            file,
            first: first as u8,
            slots,
            stride: stride as u8,
            main: main.unwrap_or(u32::MAX),
        });
        first += slots;
    }
    if file == InputFile::Uniforms {
        places.taken.extend(0..needed as u8);
    }
    places.layout = Some(InputLayout {
        mode,
        vertices: vertices as u8,
        stride: stride as u8,
    });
}

/// True if a geometry shader reads an input of a vertex whose number is known when it runs.
fn is_indexed(shader: &Shader) -> bool {
    let insts = |region: Region| shader.regions[region].insts.iter();
    let mut live = shader.live_regions().into_iter().flat_map(insts);
    live.any(|inst| matches!(shader.insts[*inst].op, Op::InputIndexed { .. }))
}

/// The refusal of a mode that is not for primitives of this kind. `main`: the main vertices, where each primitive has a number
/// of vertices of its own.
fn wrong_mode(mode: Option<InputMode>, main: Option<u32>) -> Option<Diagnostic> {
    let (message, help) = match (mode?, main) {
        (InputMode::Variable, None) => (
            "pica200: the mode `variable` is for primitives that each have a number of vertices of their own",
            "write `layout(vertices = most, main_vertices = n) in;`: the first n come with all inputs, the others with their position",
        ),
        (InputMode::Point | InputMode::Fixed, Some(_)) => (
            "pica200: primitives with a number of vertices of their own come in the mode `variable` only",
            "leave the setting `gsh` out",
        ),
        _ => return None,
    };
    Some(Diagnostic::error(codes::target::SETTING, message).with_help(help))
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
    // What is taken already is the input of a geometry program.
    for register in &places.taken {
        file.reserve(register.into());
    }
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
