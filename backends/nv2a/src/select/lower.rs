//! The body of a shader to instructions on lanes. Composition, negation, constants and reads of the
//! interface become spellings of operands.

use super::build::Builder;
use super::indices::Indices;
use super::math::{self, Accuracy, Method};
use super::precision::Precisions;
use crate::interface::Layout;
use crate::isa::{Ilu, Mac};
use crate::machine::{self, Program};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::{Inst, Op, Shader, Terminator, Uniform, Use, Value};
use retroshade_kit::mir::{LaneRef, Output, Reg};

/// What lowering is told besides the shader.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Registers of the interface.
    pub layout: &'a Layout,
    /// Reciprocals that must stay finite.
    pub clamped: &'a [Inst],
    /// How exact the transcendental functions are.
    pub accuracy: Accuracy,
}

struct Lowering<'a> {
    shader: &'a Shader,
    request: &'a Request<'a>,
    precisions: Precisions,
    builder: Builder,
    values: SecondaryMap<Value, Vec<LaneRef>>,
    indices: Indices,
    /// Sines and cosines of one operand, made together.
    angles: IndexMap<(Vec<LaneRef>, Method, Angle), Vec<LaneRef>>,
}

/// A function of an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Angle {
    Sine,
    Cosine,
}

impl Angle {
    /// What makes a cosine of it, in turns.
    fn turns(self) -> f32 {
        match self {
            Angle::Sine => -0.25,
            Angle::Cosine => 0.0,
        }
    }
}

/// Makes the instructions of a shader whose body is one list of float operations.
///
/// # Errors
/// An operation that the passes should have replaced, and outputs or uniforms without a register.
pub fn lower(shader: &Shader, request: &Request<'_>) -> Result<Program, Diagnostic> {
    let mut lowering = Lowering {
        shader,
        request,
        precisions: Precisions::of(shader),
        builder: Builder::default(),
        values: SecondaryMap::new(),
        indices: Indices::default(),
        angles: IndexMap::new(),
    };
    let body = &shader.regions[shader.body];
    for inst in &body.insts {
        lowering.instruction(*inst)?;
    }
    let Terminator::Yield(outputs) = &body.end else {
        return Err(Diagnostic::bug(
            "nv2a select",
            "the body does not end with its outputs",
        ));
    };
    lowering.outputs(outputs)?;
    Ok(lowering.builder.program)
}

fn unexpected(op: Op, span: Span) -> Diagnostic {
    let name = op.kind().name();
    Diagnostic::error(
        codes::target::UNSUPPORTED,
        format!("nv2a has no way to do `{name}`"),
    )
    .at(span, "asked for here")
}

impl Lowering<'_> {
    fn read(&self, operand: Use) -> Vec<LaneRef> {
        let lanes = &self.values[operand.value];
        let selected = operand.swizzle;
        selected
            .lanes()
            .iter()
            // What nobody defined may be anything; zero is a literal like any other.
            .map(|lane| {
                lanes
                    .get(usize::from(*lane))
                    .copied()
                    .unwrap_or(LaneRef::literal(0.0))
            })
            .collect()
    }

    fn constant_register(&self, uniform: Uniform, slot: u32) -> Option<u8> {
        let first = self.request.layout.uniforms.get(&uniform)?;
        u8::try_from(u32::from(*first).checked_add(slot)?).ok()
    }

    fn registers(&self, reg: Reg, lanes: u8) -> Vec<LaneRef> {
        (0..lanes)
            .map(|lane| LaneRef::register(reg, lane))
            .collect()
    }

    fn instruction(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        let span = data.span;
        let args: Vec<Vec<LaneRef>> = data.args.iter().map(|arg| self.read(*arg)).collect();
        let Some(value) = data.results.first().copied() else {
            return Err(unexpected(data.op, span));
        };
        let lanes = self.shader.ty(value).lanes;
        let result = match data.op {
            Op::Constant(constant) => (0..constant.ty.lanes)
                .map(|lane| LaneRef::literal(constant.number(lane)))
                .collect(),
            Op::Undefined => vec![LaneRef::literal(0.0); usize::from(lanes)],
            Op::Input { input, slot } => {
                let first = self.request.layout.attributes.get(&input);
                let register = first.and_then(|first| u8::try_from(slot).ok()?.checked_add(*first));
                let register = register.ok_or_else(|| missing("attribute", span))?;
                self.registers(machine::attribute(register), lanes)
            }
            Op::Uniform { uniform, slot } => {
                let register = self.constant_register(uniform, slot);
                let register = register.ok_or_else(|| missing("uniform", span))?;
                self.registers(machine::constant(register), lanes)
            }
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => {
                let register = self.constant_register(uniform, base);
                let register = register.ok_or_else(|| missing("uniform", span))?;
                let index = args.first().and_then(|lanes| lanes.first()).copied();
                let index = index.unwrap_or(LaneRef::literal(0.0));
                let (address, register) =
                    self.indices
                        .address(&mut self.builder, index, register, stride, span);
                machine::relative(register, address, lanes).collect()
            }
            Op::Compose => args.concat(),
            Op::Neg => {
                let operand = args.first().into_iter().flatten();
                operand.map(|lane| lane.negated()).collect()
            }
            op => self.operation(op, inst, value, args, span)?,
        };
        self.values[value] = result;
        Ok(())
    }

    fn operation(
        &mut self,
        op: Op,
        inst: Inst,
        value: Value,
        mut args: Vec<Vec<LaneRef>>,
        span: Span,
    ) -> Result<Vec<LaneRef>, Diagnostic> {
        let builder = &mut self.builder;
        let negated = |lanes: &[LaneRef]| lanes.iter().map(|lane| lane.negated()).collect();
        let coarse = self.precisions.is_coarse(value);
        let method = self.request.accuracy.method(coarse);
        let plain = match op {
            Op::Add => Some(Mac::Add),
            Op::Mul => Some(Mac::Mul),
            Op::Mad => Some(Mac::Mad),
            Op::Min => Some(Mac::Min),
            Op::Max => Some(Mac::Max),
            Op::SetLt => Some(Mac::Slt),
            Op::SetGe => Some(Mac::Sge),
            _ => None,
        };
        if let Some(mac) = plain {
            return Ok(builder.mac(mac, args, span));
        }
        Ok(match op {
            Op::Sub => {
                args[1] = negated(&args[1]);
                builder.mac(Mac::Add, args, span)
            }
            Op::Abs => {
                args.push(negated(&args[0]));
                builder.mac(Mac::Max, args, span)
            }
            Op::Saturate => {
                let of = |value: f32| vec![LaneRef::literal(value); args[0].len()];
                let one = of(1.0);
                args.push(of(0.0));
                let positive = builder.mac(Mac::Max, args, span);
                builder.mac(Mac::Min, vec![positive, one], span)
            }
            Op::Dot => match args.first().map(Vec::len) {
                Some(3) => builder.mac(Mac::Dp3, args, span),
                Some(4) => builder.mac(Mac::Dp4, args, span),
                _ => return Err(unexpected(op, span)),
            },
            Op::Cross => math::cross(builder, &args, span),
            Op::Rcp => {
                let clamped = self.request.clamped.contains(&inst);
                let ilu = if clamped { Ilu::Rcc } else { Ilu::Rcp };
                math::each(builder, ilu, &args[0], 0, span)
            }
            Op::Rsqrt => math::each(builder, Ilu::Rsq, &args[0], 0, span),
            Op::Sqrt => math::sqrt(builder, &args[0], span),
            Op::Fract => math::each(builder, Ilu::Expp, &args[0], math::FRACTION, span),
            Op::Exp2 => math::exp2(builder, &args[0], method, span),
            Op::Log2 => math::log2(builder, &args[0], method, span),
            Op::Pow => math::pow(builder, &args[0], &args[1], method, span),
            Op::Sin => self.angle(&args[0], inst, method, Angle::Sine),
            Op::Cos => self.angle(&args[0], inst, method, Angle::Cosine),
            _ => return Err(unexpected(op, span)),
        })
    }

    /// Sine or cosine of an operand. Where the body asks for both and a register has room, they are
    /// lanes of one computation.
    fn angle(&mut self, x: &[LaneRef], inst: Inst, method: Method, which: Angle) -> Vec<LaneRef> {
        let key = |which: Angle| (x.to_vec(), method, which);
        if let Some(known) = self.angles.get(&key(which)) {
            return known.clone();
        }
        let data = &self.shader.insts[inst];
        let (other, op) = match which {
            Angle::Sine => (Angle::Cosine, Op::Cos),
            Angle::Cosine => (Angle::Sine, Op::Sin),
        };
        let body = self.shader.regions[self.shader.body].insts.iter();
        let mut rest = body.map(|inst| &self.shader.insts[*inst]);
        let both = rest.any(|found| found.op == op && found.args == data.args);
        let count = x.len();
        let builder = &mut self.builder;
        if both && count <= 2 {
            let turns = [vec![which.turns(); count], vec![other.turns(); count]].concat();
            let lanes = math::cosine(builder, &x.repeat(2), &turns, method, data.span);
            let (wanted, beside) = lanes.split_at(count.min(lanes.len()));
            self.angles.insert(key(which), wanted.to_vec());
            self.angles.insert(key(other), beside.to_vec());
            return wanted.to_vec();
        }
        let lanes = math::cosine(builder, x, &vec![which.turns(); count], method, data.span);
        self.angles.insert(key(which), lanes.clone());
        lanes
    }

    fn outputs(&mut self, outputs: &[Use]) -> Result<(), Diagnostic> {
        let mut slots: IndexMap<u8, Output> = IndexMap::new();
        for (key, operand) in self.shader.interface.output_slots().zip(outputs) {
            let span = self.shader.interface.outputs[key.0].span;
            let Some(place) = self.request.layout.outputs.get(&key) else {
                return Err(missing("output", span));
            };
            // What nobody wrote stays unwritten.
            if self.shader.def_op(operand.value) == Some(Op::Undefined) {
                continue;
            }
            let slot = slots.entry(place.number).or_insert_with(|| Output {
                reg: machine::output(place.number),
                lanes: [None; 4],
                span,
            });
            let lanes = self.read(*operand);
            for (to, lane) in slot
                .lanes
                .iter_mut()
                .skip(usize::from(place.first))
                .zip(lanes)
            {
                *to = Some(lane);
            }
        }
        self.builder.program.outputs = slots.into_values().collect();
        Ok(())
    }
}

fn missing(what: &str, span: Span) -> Diagnostic {
    Diagnostic::bug("nv2a select", format!("an {what} has no register")).at(span, "used here")
}
