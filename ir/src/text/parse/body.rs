//! Regions, instructions, operands.

use super::{Parsed, Parser};
use crate::text::NESTING;
use crate::text::lex::Kind;
use crate::{
    Array, Constant, Input, Inst, LevelOfDetail, Op, OpKind, Region, SamplerId, Scalar, Terminator,
    TextureOp, Type, Uniform, Use, Value,
};
use retroshade_diagnostics::Span;

/// Operation and operands.
type Operation = (Op, Vec<Use>);

/// An instruction whose regions are being read.
struct Pending {
    inst: Inst,
    /// Numbers of its results; they are not visible before its end.
    names: Vec<u32>,
    /// The region that lists it.
    parent: Region,
}

impl Parser<'_> {
    /// The regions of the body, without recursion: the nesting of a text is its author's choice.
    pub(super) fn body(&mut self) -> Parsed<()> {
        let mut open: Vec<Pending> = Vec::new();
        let mut region = self.shader.body;
        self.mark('{')?;
        loop {
            let Some(end) = self.terminator()? else {
                let (inst, names) = self.inst_head()?;
                let parent = region;
                match self.shader.insts[inst].op {
                    Op::If => region = self.open_arm(inst)?,
                    Op::Loop => region = self.loop_head(inst)?,
                    _ => {
                        self.close(inst, &names, region)?;
                        continue;
                    }
                }
                if open.len() == NESTING {
                    let message = format!("regions are nested more than {NESTING} deep");
                    return Err(self.fault_before(message));
                }
                open.push(Pending {
                    inst,
                    names,
                    parent,
                });
                continue;
            };
            self.shader.regions[region].end = end;
            self.mark('}')?;
            let Some(pending) = open.last() else {
                return Ok(());
            };
            let inst = pending.inst;
            let data = &self.shader.insts[inst];
            if data.op == Op::If && data.regions.len() == 1 {
                self.word("else")?;
                region = self.open_arm(inst)?;
                continue;
            }
            if let Some(done) = open.pop() {
                region = done.parent;
                self.close(inst, &done.names, region)?;
            }
        }
    }

    fn terminator(&mut self) -> Parsed<Option<Terminator>> {
        Ok(Some(if self.accept_word("yield") {
            Terminator::Yield(self.operands()?)
        } else if self.accept_word("break") {
            Terminator::Break(self.operands()?)
        } else if self.accept_word("continue") {
            Terminator::Continue(self.operands()?)
        } else if self.accept_word("unreachable") {
            Terminator::Unreachable
        } else if self.accept_word("open") {
            Terminator::Open
        } else {
            return Ok(None);
        }))
    }

    /// An instruction up to its regions or its place in the source, with the numbers of its results.
    fn inst_head(&mut self) -> Parsed<(Inst, Vec<u32>)> {
        let (mut names, mut types) = (Vec::new(), Vec::new());
        while self.peek().kind == Kind::Value {
            let (name, ty) = self.definition()?;
            names.push(name);
            types.push(ty);
            if !self.accept(',') {
                self.mark('=')?;
                break;
            }
        }
        let name = self.any_word("an operation")?;
        let Some(kind) = OpKind::ALL.iter().copied().find(|kind| kind.name() == name) else {
            return Err(self.fault_before(format!("`{name}` is no operation")));
        };
        let (op, args) = match kind {
            OpKind::If => (Op::If, vec![self.operand()?]),
            OpKind::Loop => (Op::Loop, Vec::new()),
            _ => self.operation(kind, types.first().copied())?,
        };
        let inst = self
            .shader
            .make_inst(op, args, &types, Vec::new(), Span::NONE);
        Ok((inst, names))
    }

    /// The end of an instruction: from here on its results are visible.
    fn close(&mut self, inst: Inst, names: &[u32], region: Region) -> Parsed<()> {
        self.shader.insts[inst].span = self.span()?;
        let results = self.shader.insts[inst].results.clone();
        for (&number, value) in names.iter().zip(results) {
            self.name(number, value)?;
        }
        self.shader.regions[region].insts.push(inst);
        Ok(())
    }

    /// `%3:f4`: the number and the type.
    fn definition(&mut self) -> Parsed<(u32, Type)> {
        let number = self.value_number()?;
        self.mark(':')?;
        Ok((number, self.ty()?))
    }

    fn value_number(&mut self) -> Parsed<u32> {
        let token = self.peek();
        let number = match token.kind {
            Kind::Value => self
                .spelling(token)
                .get(1..)
                .and_then(|digits| digits.parse().ok()),
            _ => None,
        };
        let number = number.ok_or_else(|| self.fault("expected a value such as `%3`"))?;
        self.next += 1;
        Ok(number)
    }

    fn name(&mut self, number: u32, value: Value) -> Parsed<()> {
        match self.values.insert(number, value) {
            None => Ok(()),
            Some(_) => Err(self.fault_before(format!("%{number} is defined twice"))),
        }
    }

    fn operand(&mut self) -> Parsed<Use> {
        let token = self.peek();
        let number = self.value_number()?;
        let Some(&value) = self.values.get(&number) else {
            return Err(self.error(token, format!("%{number} is not defined before this use")));
        };
        let whole = self.shader.whole(value);
        if !self.accept('.') {
            return Ok(whole);
        }
        let swizzle = self.swizzle()?;
        if swizzle.lanes().iter().any(|&lane| lane >= whole.lanes()) {
            let message = format!("%{number} has {} lanes", whole.lanes());
            return Err(self.fault_before(message));
        }
        Ok(Use::new(value, swizzle))
    }

    fn operands(&mut self) -> Parsed<Vec<Use>> {
        let mut list = Vec::new();
        if self.peek().kind == Kind::Value {
            list.push(self.operand()?);
            while self.accept(',') {
                list.push(self.operand()?);
            }
        }
        Ok(list)
    }

    fn open_arm(&mut self, inst: Inst) -> Parsed<Region> {
        self.mark('{')?;
        let region = self.shader.make_region(&[]);
        self.shader.insts[inst].regions.push(region);
        Ok(region)
    }

    /// `(%1:f1 = %0, …) {`: parameters of the body and their first values.
    fn loop_head(&mut self, inst: Inst) -> Parsed<Region> {
        self.mark('(')?;
        let (mut names, mut types, mut args) = (Vec::new(), Vec::new(), Vec::new());
        while self.peek().kind == Kind::Value {
            let (name, ty) = self.definition()?;
            self.mark('=')?;
            names.push(name);
            types.push(ty);
            args.push(self.operand()?);
            if !self.accept(',') {
                break;
            }
        }
        self.mark(')')?;
        let body = self.shader.make_region(&types);
        let parameters = self.shader.regions[body].parameters.clone();
        for (name, value) in names.into_iter().zip(parameters) {
            self.name(name, value)?;
        }
        self.shader.insts[inst].args = args.into();
        self.shader.insts[inst].regions.push(body);
        self.mark('{')?;
        Ok(body)
    }

    /// Parses the rest of an operation without regions, behind its name. `ty` is the type of the first result.
    fn operation(&mut self, kind: OpKind, ty: Option<Type>) -> Parsed<Operation> {
        let counts = &self.shader.interface;
        let (inputs, uniforms) = (counts.inputs.len(), counts.uniforms.len());
        let arrays = self.shader.arrays.len();
        Ok(match kind {
            OpKind::Constant => (Op::Constant(self.constant(ty)?), Vec::new()),
            OpKind::Undefined => (Op::Undefined, Vec::new()),
            OpKind::Input => {
                let input: Input = self.known("in", inputs)?;
                let slot = self.slot()?;
                (Op::Input { input, slot }, Vec::new())
            }
            OpKind::Uniform => {
                let uniform: Uniform = self.known("uniform", uniforms)?;
                let slot = self.slot()?;
                (Op::Uniform { uniform, slot }, Vec::new())
            }
            OpKind::InputIndexed => {
                let input: Input = self.known("in", inputs)?;
                let (base, stride, index) = self.indexed_slot()?;
                let op = Op::InputIndexed {
                    input,
                    base,
                    stride,
                };
                (op, vec![index])
            }
            OpKind::UniformIndexed => {
                let uniform: Uniform = self.known("uniform", uniforms)?;
                let (base, stride, index) = self.indexed_slot()?;
                let op = Op::UniformIndexed {
                    uniform,
                    base,
                    stride,
                };
                (op, vec![index])
            }
            OpKind::Texture => self.texture()?,
            OpKind::ArrayLoad => {
                let array: Array = self.known("array", arrays)?;
                let index = self.element()?;
                (Op::ArrayLoad(array), vec![index])
            }
            OpKind::ArrayStore => {
                let array: Array = self.known("array", arrays)?;
                let index = self.element()?;
                self.mark('=')?;
                (Op::ArrayStore(array), vec![index, self.operand()?])
            }
            OpKind::Discard => (Op::Discard, self.operands()?),
            OpKind::EmitVertex => (Op::EmitVertex, self.operands()?),
            _ => match kind.simple() {
                Some(op) => (op, self.operands()?),
                None => return Err(self.fault_before("this operation cannot stand here")),
            },
        })
    }

    fn slot(&mut self) -> Parsed<u32> {
        self.mark('[')?;
        let slot = self.number()?;
        self.mark(']')?;
        Ok(slot)
    }

    fn element(&mut self) -> Parsed<Use> {
        self.mark('[')?;
        let index = self.operand()?;
        self.mark(']')?;
        Ok(index)
    }

    /// `[2 + 4 * %3.x]`
    fn indexed_slot(&mut self) -> Parsed<(u32, u32, Use)> {
        self.mark('[')?;
        let base = self.number()?;
        self.mark('+')?;
        let stride = self.number()?;
        self.mark('*')?;
        let index = self.operand()?;
        self.mark(']')?;
        Ok((base, stride, index))
    }

    fn texture(&mut self) -> Parsed<Operation> {
        let samplers = self.shader.interface.samplers.len();
        let sampler: SamplerId = self.known("sampler", samplers)?;
        self.mark('[')?;
        let element = self.number()?;
        let index = if self.accept('+') {
            Some(self.operand()?)
        } else {
            None
        };
        self.mark(']')?;
        let projective = self.accept_word("project");
        let mut args = vec![self.operand()?];
        let level = if self.accept_word("bias") {
            args.push(self.operand()?);
            LevelOfDetail::Bias
        } else if self.accept_word("lod") {
            args.push(self.operand()?);
            LevelOfDetail::Explicit
        } else if self.accept_word("grad") {
            args.push(self.operand()?);
            self.mark(',')?;
            args.push(self.operand()?);
            LevelOfDetail::Gradient
        } else {
            LevelOfDetail::Implicit
        };
        args.extend(index);
        let op = Op::Texture(TextureOp {
            sampler,
            element,
            indexed: index.is_some(),
            projective,
            level,
        });
        Ok((op, args))
    }

    fn constant(&mut self, ty: Option<Type>) -> Parsed<Constant> {
        let Some(ty) = ty else {
            return Err(self.fault_before("a constant needs a result"));
        };
        let mut bits = Vec::new();
        if self.accept('(') {
            bits.push(self.literal(ty.scalar)?);
            while self.accept(',') {
                bits.push(self.literal(ty.scalar)?);
            }
            self.mark(')')?;
        } else {
            bits.push(self.literal(ty.scalar)?);
        }
        if bits.len() != usize::from(ty.lanes) {
            let message = format!(
                "a constant of type {ty} has {} lanes, not {}",
                ty.lanes,
                bits.len()
            );
            return Err(self.fault_before(message));
        }
        Ok(Constant::from_bits(ty.scalar, bits))
    }

    /// The bits of a lane.
    pub(super) fn literal(&mut self, scalar: Scalar) -> Parsed<u32> {
        let token = self.peek();
        let spelling = self.spelling(token);
        let bits = match (scalar, token.kind) {
            (Scalar::Int, Kind::Number) => spelling.parse::<i32>().ok().map(|value| value as u32),
            (Scalar::Bool, Kind::Word) => match spelling {
                "false" => Some(0),
                "true" => Some(1),
                _ => None,
            },
            (Scalar::Float, Kind::Number) => spelling
                .parse::<f32>()
                .ok()
                .filter(|value| value.is_finite())
                .map(f32::to_bits),
            (Scalar::Float, Kind::Word) => match spelling {
                "inf" => Some(f32::INFINITY.to_bits()),
                "-inf" => Some(f32::NEG_INFINITY.to_bits()),
                _ => spelling
                    .strip_prefix("nan_")
                    .and_then(|bits| u32::from_str_radix(bits, 16).ok())
                    .filter(|&bits| f32::from_bits(bits).is_nan()),
            },
            _ => None,
        };
        let what = match scalar {
            Scalar::Float => "a float",
            Scalar::Int => "an int of 32 bits",
            Scalar::Bool => "`true` or `false`",
        };
        let bits = bits.ok_or_else(|| self.fault(format!("expected {what}")))?;
        self.next += 1;
        Ok(bits)
    }
}
