//! Both shaders of a pair in terms of the registers between them.
//!
//! A register is a `vec4` output of the vertex shader and a `vec4` input of the fragment shader. The
//! vertex shader composes it of lanes of its varyings, the fragment shader reads lanes of it. What is not
//! read is `undefined` in the vertex shader, so that the passes drop what computed it.

use crate::build::{Builder, change_handed_on};
use crate::entity::{EntityVec, SecondaryMap};
use crate::opt::with_depth;
use crate::{
    Builtin, ClipDepth, Constant, Input, Op, Output, Precision, Scalar, Shader, Shape, Swizzle,
    Terminator, Type, Use, Value, Variable,
};
use retroshade_diagnostics::Span;

/// A varying that the fragment shader reads, and where it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Varying {
    /// In the vertex shader.
    pub output: Output,
    /// In the fragment shader.
    pub input: Input,
    /// Where it starts: 4 × register + component, in registers of the fragment program.
    pub lane: u32,
    /// Lanes from one slot to the next.
    pub step: u32,
    /// For each slot the lanes that are read.
    pub read: Vec<u8>,
    /// True if it stays a variable of its own: it is indexed, or interpolated in a way of its own.
    pub whole: bool,
}

/// A register that holds lanes of varyings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The number in a fragment program.
    pub number: u32,
    /// The names of what it holds.
    pub name: String,
    /// The highest precision of what it holds.
    pub precision: Option<Precision>,
    /// The declaration of the first of them, in the fragment shader.
    pub span: Span,
}

impl Register {
    fn variable(&self, bind: String) -> Variable {
        Variable {
            precision: self.precision,
            span: self.span,
            bind: Some(bind),
            ..Variable::new(self.name.clone(), Shape::vector(Scalar::Float, 4))
        }
    }
}

impl Varying {
    /// The slots that are read, each with its register and the lane of its first component there.
    fn slots(&self) -> impl Iterator<Item = (u32, u32, u8)> {
        (0..)
            .zip(&self.read)
            .filter(|(_, read)| **read != 0)
            .map(move |(slot, _)| {
                let (register, lane) = self.place(slot);
                (slot, register, lane)
            })
    }

    /// The register of a slot, and the lane of its first component there.
    fn place(&self, slot: u32) -> (u32, u8) {
        let lane = self.lane.saturating_add(slot.saturating_mul(self.step));
        (lane / 4, (lane % 4) as u8)
    }
}

/// The registers that varyings lie in, but for those that stay variables of their own.
pub fn registers(shader: &Shader, varyings: &[Varying]) -> Vec<Register> {
    let mut registers: Vec<Register> = Vec::new();
    for varying in varyings.iter().filter(|varying| !varying.whole) {
        let variable = &shader.interface.inputs[varying.input];
        for (slot, number, _) in varying.slots() {
            let name = match variable.slots() {
                1 => variable.name.clone(),
                _ => format!("{}[{slot}]", variable.name),
            };
            match registers
                .iter_mut()
                .find(|register| register.number == number)
            {
                Some(register) => {
                    register.name = format!("{}, {name}", register.name);
                    register.precision = register.precision.max(variable.precision);
                }
                None => registers.push(Register {
                    number,
                    name,
                    precision: variable.precision,
                    span: variable.span,
                }),
            }
        }
    }
    registers.sort_by_key(|register| register.number);
    registers
}

/// Makes a fragment shader read registers. `bind` names a register of the fragment program.
pub fn fragment(
    shader: &mut Shader,
    varyings: &[Varying],
    registers: &[Register],
    bind: &dyn Fn(u32) -> String,
) {
    let mut inputs: Vec<(u32, Input)> = Vec::new();
    for register in registers {
        let variable = register.variable(bind(register.number));
        inputs.push((register.number, shader.interface.inputs.push(variable)));
    }
    let mut moved: SecondaryMap<Value, Option<u8>> = SecondaryMap::new();
    for varying in varyings {
        let variable = &mut shader.interface.inputs[varying.input];
        if varying.whole {
            variable.bind = Some(bind(varying.lane / 4));
            variable.location = None;
        } else {
            // A register may have its name; the passes drop what nobody reads.
            variable.name.push_str(" (replaced)");
        }
    }
    for region in shader.live_regions() {
        for index in 0..shader.regions[region].insts.len() {
            let inst = shader.regions[region].insts[index];
            let Op::Input { input, slot } = shader.insts[inst].op else {
                continue;
            };
            let varying = varyings.iter().find(|varying| varying.input == input);
            let Some(varying) = varying.filter(|varying| !varying.whole) else {
                continue;
            };
            let (number, first) = varying.place(slot);
            let Some((_, register)) = inputs.iter().find(|(other, _)| *other == number) else {
                // Nobody reads this slot: the passes drop it.
                continue;
            };
            shader.insts[inst].op = Op::Input {
                input: *register,
                slot: 0,
            };
            for value in shader.insts[inst].results.clone() {
                shader.values[value].ty = Type::float(4);
                moved[value] = Some(first);
            }
        }
    }
    move_uses(shader, &moved);
}

/// Reads values further up in what holds them now.
fn move_uses(shader: &mut Shader, moved: &SecondaryMap<Value, Option<u8>>) {
    let shift = |operand: &mut Use| {
        if let Some(by) = moved[operand.value] {
            let mut lanes = [0; 4];
            for (to, from) in lanes.iter_mut().zip(operand.swizzle.lanes()) {
                *to = from + by;
            }
            let swizzle = lanes.get(..operand.lanes().into()).and_then(Swizzle::new);
            operand.swizzle = swizzle.unwrap_or(operand.swizzle);
        }
    };
    for region in shader.live_regions() {
        for inst in shader.regions[region].insts.clone() {
            shader.insts[inst].args.iter_mut().for_each(shift);
        }
        shader.regions[region]
            .end
            .uses_mut()
            .iter_mut()
            .for_each(shift);
    }
}

/// Makes a vertex shader, as the frontend gave it, write registers in place of its varyings; those that
/// no fragment program reads go. `bind` names a register of the vertex program. `clip_position` is the
/// register in which the fragment program expects the clip-space position. Gives the outputs that the
/// fragment program reads, for [`fill`].
pub fn vertex(
    shader: &mut Shader,
    varyings: &[Varying],
    registers: &[Register],
    bind: &dyn Fn(u32) -> String,
    clip_position: Option<String>,
) -> Vec<Variable> {
    let body = shader.body;
    let ends = matches!(shader.regions[body].end, Terminator::Yield(_));
    let slots: Vec<(Output, u32)> = shader.interface.output_slots().collect();
    let uses: Vec<Use> = shader.regions[body].end.uses().to_vec();
    let values = Values { slots, uses };
    let mut outputs = EntityVec::new();
    let mut handed: Vec<Use> = Vec::new();
    let mut read: Vec<Variable> = Vec::new();
    for (output, variable) in shader.interface.outputs.iter() {
        let mut variable = variable.clone();
        let whole = varyings
            .iter()
            .find(|varying| varying.whole && varying.output == output);
        match whole {
            Some(varying) => {
                variable.bind = Some(bind(varying.lane / 4));
                variable.location = None;
                read.push(variable.clone());
            }
            None if variable.builtin.is_some() => {}
            None => continue,
        }
        outputs.push(variable);
        handed.extend(values.of(output));
    }
    for register in registers {
        let variable = register.variable(bind(register.number));
        read.push(variable.clone());
        outputs.push(variable);
        if ends {
            handed.push(values.register(shader, varyings, register.number));
        }
    }
    if let Some(register) = clip_position {
        let position = shader
            .interface
            .outputs
            .iter()
            .find(|(_, variable)| variable.builtin == Some(Builtin::Position))
            .map(|(output, _)| output);
        let mut variable = Variable::new("clip_position", Shape::vector(Scalar::Float, 4));
        variable.builtin = Some(Builtin::ClipPosition);
        variable.bind = Some(register);
        read.push(variable.clone());
        outputs.push(variable);
        if ends {
            let value = position.and_then(|output| values.of(output).next());
            handed.push(match value {
                // The fragment program takes it for OpenGL's.
                Some(value) => {
                    let (body, depth) = (shader.body, shader.interface.clip_depth);
                    let mut builder = Builder::new(shader, body);
                    with_depth(&mut builder, value, depth, ClipDepth::MinusWToW)
                }
                None => undefined(shader, 4),
            });
        }
    }
    shader.interface.outputs = outputs;
    if ends {
        shader.regions[body].end = Terminator::Yield(handed);
    }
    read
}

fn undefined(shader: &mut Shader, lanes: u8) -> Use {
    let body = shader.body;
    let mut builder = Builder::new(shader, body);
    builder.typed(Op::Undefined, &[], Type::float(lanes))
}

/// The values that the body of a vertex shader hands over, slot by slot.
struct Values {
    slots: Vec<(Output, u32)>,
    uses: Vec<Use>,
}

impl Values {
    fn of(&self, output: Output) -> impl Iterator<Item = Use> {
        self.slots
            .iter()
            .zip(&self.uses)
            .filter(move |((other, _), _)| *other == output)
            .map(|(_, operand)| *operand)
    }

    /// The content of a register.
    fn register(&self, shader: &mut Shader, varyings: &[Varying], number: u32) -> Use {
        let mut lanes: [Option<Use>; 4] = [None; 4];
        for varying in varyings.iter().filter(|varying| !varying.whole) {
            for (slot, _, first) in varying.slots().filter(|(_, at, _)| *at == number) {
                let Some(value) = self.of(varying.output).nth(slot as usize) else {
                    continue;
                };
                let read = varying.read.get(slot as usize).copied().unwrap_or(0);
                for lane in (0..value.lanes()).filter(|lane| read >> lane & 1 == 1) {
                    if let Some(place) = lanes.get_mut(usize::from(first + lane)) {
                        *place = Some(value.then(Swizzle::splat(lane, 1)));
                    }
                }
            }
        }
        let nothing = if lanes.iter().any(Option::is_none) {
            Some(undefined(shader, 1))
        } else {
            None
        };
        let parts = joined(lanes.map(|lane| lane.or(nothing)));
        let body = shader.body;
        Builder::new(shader, body).compose(&parts)
    }
}

/// Four lanes as the fewest uses.
fn joined(lanes: [Option<Use>; 4]) -> Vec<Use> {
    let mut parts: Vec<Use> = Vec::new();
    for lane in lanes.into_iter().flatten() {
        match parts.last_mut().filter(|last| last.value == lane.value) {
            Some(last) => {
                let together = [last.swizzle.lanes(), lane.swizzle.lanes()].concat();
                last.swizzle = Swizzle::new(&together).unwrap_or(last.swizzle);
            }
            None => parts.push(lane),
        }
    }
    parts
}

/// Gives 0 to registers that the fragment program reads and the shader before it, after its passes, leaves
/// without any value: some runtimes demand that what is read is written.
pub fn fill(shader: &mut Shader, variables: &[Variable]) {
    if shader.handed_on().is_empty() {
        return;
    }
    let is_named = |variable: &Variable, name: &str| variable.name == name;
    let outputs = &shader.interface.outputs;
    let slots = shader.interface.output_slots();
    let wanted: Vec<bool> = slots
        .map(|(output, _)| {
            let name = &outputs[output].name;
            variables.iter().any(|variable| is_named(variable, name))
        })
        .collect();
    let missing: Vec<&Variable> = variables
        .iter()
        .filter(|variable| {
            !outputs
                .values()
                .any(|other| is_named(other, &variable.name))
        })
        .collect();
    let zero = |builder: &mut Builder<'_>, lanes: u8| {
        builder.constant(Constant::floats(&vec![0.0; lanes.into()]))
    };
    change_handed_on(shader, |builder, uses| {
        let mut uses = uses.to_vec();
        for (operand, _) in uses.iter_mut().zip(&wanted).filter(|(_, wanted)| **wanted) {
            if builder.shader.def_op(operand.value) == Some(Op::Undefined) {
                *operand = zero(builder, operand.lanes());
            }
        }
        for variable in &missing {
            let slots = (0..variable.slots()).map(|_| zero(builder, variable.slot_lanes()));
            uses.extend(slots);
        }
        uses
    });
    for variable in missing {
        shader.interface.outputs.push(variable.clone());
    }
}
