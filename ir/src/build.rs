//! Builds instructions with their types worked out.
//!
//! A [`Builder`] appends to one region of a shader. It checks operand types in debug builds and by
//! [`infer`], which the verifier uses too; a wrong operand is a defect of the caller.

use crate::op::{Domain, LevelOfDetail, Signature};
use crate::{
    Constant, Inst, Op, Operands, Region, SamplerKind, Scalar, Shader, Stage, Swizzle, Terminator,
    Type, Use, Value,
};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::fault::Checked;
use smallvec::SmallVec;

/// Appends instructions to a region.
#[derive(Debug)]
pub struct Builder<'a> {
    /// The shader that grows.
    pub shader: &'a mut Shader,
    /// The region that is appended to.
    pub region: Region,
    /// The source of what is appended.
    pub span: Span,
}

impl<'a> Builder<'a> {
    /// Appends to the end of a region.
    pub fn new(shader: &'a mut Shader, region: Region) -> Builder<'a> {
        Builder {
            shader,
            region,
            span: Span::NONE,
        }
    }

    /// Appends an instruction with given result types and regions.
    pub fn push(
        &mut self,
        op: Op,
        args: impl Into<Operands>,
        results: &[Type],
        regions: Vec<Region>,
    ) -> Inst {
        let inst = self.shader.make_inst(op, args, results, regions, self.span);
        self.shader.regions[self.region].insts.push(inst);
        inst
    }

    /// Appends an operation whose result type follows from its operands, and gives the whole result.
    ///
    /// # Panics
    /// When the operands do not fit the operation: a defect of the caller.
    pub fn op(&mut self, op: Op, args: &[Use]) -> Use {
        let ty = match infer(self.shader, op, args) {
            Ok(Some(ty)) => ty,
            Ok(None) => panic!("{} has no single result", op.kind().name()),
            Err(fault) => panic!("{}: {fault}", op.kind().name()),
        };
        let inst = self.push(op, args, &[ty], Vec::new());
        self.shader.whole(self.shader.result(inst))
    }

    /// Appends an operation whose result type the caller states: inputs, uniforms, memory, undefined.
    pub fn typed(&mut self, op: Op, args: &[Use], ty: Type) -> Use {
        let inst = self.push(op, args, &[ty], Vec::new());
        self.shader.whole(self.shader.result(inst))
    }

    /// A literal.
    pub fn constant(&mut self, constant: Constant) -> Use {
        self.typed(Op::Constant(constant), &[], constant.ty)
    }

    /// One float in `lanes` lanes.
    pub fn float(&mut self, value: f32, lanes: u8) -> Use {
        let scalar = self.constant(Constant::floats(&[value]));
        scalar.then(Swizzle::splat(0, lanes))
    }

    /// One int in `lanes` lanes.
    pub fn int(&mut self, value: i32, lanes: u8) -> Use {
        let scalar = self.constant(Constant::ints(&[value]));
        scalar.then(Swizzle::splat(0, lanes))
    }

    /// One bool in `lanes` lanes.
    pub fn bool(&mut self, value: bool, lanes: u8) -> Use {
        let scalar = self.constant(Constant::bools(&[value]));
        scalar.then(Swizzle::splat(0, lanes))
    }

    /// All lanes of the operands in order; a single operand is given back as it is.
    pub fn compose(&mut self, parts: &[Use]) -> Use {
        match parts {
            [only] => *only,
            _ => self.op(Op::Compose, parts),
        }
    }

    /// One lane of an operand, `times` times.
    pub fn splat(&self, operand: Use, lane: u8, times: u8) -> Use {
        operand.then(Swizzle::splat(lane, times))
    }

    /// Ends the region.
    pub fn end(&mut self, end: Terminator) {
        self.shader.regions[self.region].end = end;
    }
}

/// The result type of an operation on operands, `None` for operations without a result or whose
/// results the operands do not tell (`if`, `loop`, `undefined`). The error says in words which rule
/// of the operation's row is broken.
pub fn infer(shader: &Shader, op: Op, args: &[Use]) -> Checked<Option<Type>> {
    let mut types: SmallVec<[Type; 5]> = SmallVec::new();
    for &operand in args {
        types.push(shader.use_type(operand));
    }
    let arity = |wanted: usize| -> Checked {
        if types.len() == wanted {
            Ok(())
        } else {
            Err(format!("takes {wanted} operands, not {}", types.len()).into())
        }
    };
    let same = |types: &[Type]| -> Checked {
        if types.windows(2).all(|pair| pair[0] == pair[1]) {
            Ok(())
        } else {
            Err(format!("operands {types:?} are not of one type").into())
        }
    };
    let ty = match op.signature() {
        Signature::Lanewise(count, domain) => {
            arity(count.into())?;
            same(&types)?;
            in_domain(types[0], domain)?;
            types[0]
        }
        Signature::Compare(domain) => {
            arity(2)?;
            same(&types)?;
            in_domain(types[0], domain)?;
            Type::bool(types[0].lanes)
        }
        Signature::Select => {
            arity(3)?;
            same(&types[1..])?;
            expect(types[0], Type::bool(types[1].lanes))?;
            types[1]
        }
        Signature::Convert(from, to) => {
            arity(1)?;
            expect(
                types[0],
                Type {
                    scalar: from,
                    lanes: types[0].lanes,
                },
            )?;
            Type {
                scalar: to,
                lanes: types[0].lanes,
            }
        }
        Signature::Reduce(count) => {
            arity(count.into())?;
            same(&types)?;
            in_domain(types[0], Domain::Float)?;
            Type::float(1)
        }
        Signature::ReduceBool => {
            arity(1)?;
            expect(types[0], Type::bool(types[0].lanes))?;
            Type::bool(1)
        }
        Signature::Cross => {
            arity(2)?;
            expect(types[0], Type::float(3))?;
            expect(types[1], Type::float(3))?;
            Type::float(3)
        }
        Signature::Refract => {
            arity(3)?;
            same(&types[..2])?;
            in_domain(types[0], Domain::Float)?;
            expect(types[2], Type::float(1))?;
            types[0]
        }
        Signature::Compose => {
            let lanes: u32 = types.iter().map(|ty| u32::from(ty.lanes)).sum();
            let Some(first) = types.first() else {
                return Err("takes at least one operand".into());
            };
            if lanes > 4 || types.iter().any(|ty| ty.scalar != first.scalar) {
                return Err(format!("cannot join {types:?}").into());
            }
            first.with_lanes(lanes as u8)
        }
        Signature::MatVec => {
            let Some((vector, columns)) = types.split_last() else {
                return Err("takes columns and a vector".into());
            };
            if !(2..=4).contains(&columns.len()) {
                return Err(format!("takes 2 to 4 columns, not {}", columns.len()).into());
            }
            same(columns)?;
            in_domain(columns[0], Domain::Float)?;
            expect(*vector, Type::float(columns.len() as u8))?;
            columns[0]
        }
        Signature::Extract => {
            arity(2)?;
            index(types[1])?;
            types[0].with_lanes(1)
        }
        Signature::Insert => {
            arity(3)?;
            index(types[1])?;
            expect(types[2], types[0].with_lanes(1))?;
            types[0]
        }
        Signature::Special => return infer_special(shader, op, &types),
    };
    Ok(Some(ty))
}

fn infer_special(shader: &Shader, op: Op, types: &[Type]) -> Checked<Option<Type>> {
    let arity = |wanted: usize| -> Checked {
        if types.len() == wanted {
            Ok(())
        } else {
            Err(format!("takes {wanted} operands, not {}", types.len()).into())
        }
    };
    match op {
        Op::Constant(constant) => {
            arity(0)?;
            Ok(Some(constant.ty))
        }
        Op::Undefined => {
            arity(0)?;
            Ok(None)
        }
        // The result may be float in place of the declared scalar: the instruction states it.
        Op::Input { .. } | Op::Uniform { .. } => {
            arity(0)?;
            Ok(None)
        }
        Op::InputIndexed { .. } | Op::UniformIndexed { .. } => {
            arity(1)?;
            index(types[0])?;
            Ok(None)
        }
        Op::Texture(texture) => {
            let Some(sampler) = shader.interface.samplers.get(texture.sampler) else {
                return Err(format!("{} does not exist", texture.sampler).into());
            };
            let lanes = if sampler.kind == SamplerKind::Cube {
                3
            } else {
                2
            };
            let mut wanted = vec![Type::float(lanes + u8::from(texture.projective))];
            match texture.level {
                LevelOfDetail::Implicit => {}
                LevelOfDetail::Bias | LevelOfDetail::Explicit => wanted.push(Type::float(1)),
                LevelOfDetail::Gradient => wanted.extend([Type::float(lanes); 2]),
            }
            arity(wanted.len() + usize::from(texture.indexed))?;
            for (&ty, &wanted) in types.iter().zip(&wanted) {
                expect(ty, wanted)?;
            }
            if let (true, Some(&last)) = (texture.indexed, types.last()) {
                index(last)?;
            }
            Ok(Some(Type::float(4)))
        }
        Op::ArrayLoad(array) => {
            arity(1)?;
            index(types[0])?;
            let array = shader.arrays.get(array).ok_or("the array does not exist")?;
            Ok(Some(array.ty))
        }
        Op::ArrayStore(array) => {
            arity(2)?;
            index(types[0])?;
            let array = shader.arrays.get(array).ok_or("the array does not exist")?;
            expect(types[1], array.ty)?;
            Ok(None)
        }
        Op::EmitVertex => {
            let slots: Vec<Type> = shader.interface.output_types().collect();
            arity(1 + slots.len())?;
            let Some((&number, outputs)) = types.split_first() else {
                return Ok(None);
            };
            index(number)?;
            for (&found, &wanted) in outputs.iter().zip(&slots) {
                if found != Type::float(wanted.lanes) {
                    expect(found, wanted)?;
                }
            }
            Ok(None)
        }
        Op::Discard | Op::If => {
            arity(1)?;
            expect(types[0], Type::bool(1))?;
            Ok(None)
        }
        _ => Ok(None),
    }
}

/// Replaces every list of outputs that is handed on ([`Shader::handed_on`]). `change` gets each as it was, with a builder
/// whose instructions come before the end of the body or before the instruction that hands on the vertex.
pub fn change_handed_on(
    shader: &mut Shader,
    mut change: impl FnMut(&mut Builder<'_>, &[Use]) -> Vec<Use>,
) {
    if shader.stage != Stage::Geometry {
        let body = shader.body;
        if let Terminator::Yield(uses) = shader.regions[body].end.clone() {
            let changed = change(&mut Builder::new(shader, body), &uses);
            shader.regions[body].end = Terminator::Yield(changed);
        }
        return;
    }
    for region in shader.live_regions() {
        for inst in std::mem::take(&mut shader.regions[region].insts) {
            let data = &shader.insts[inst];
            if data.op == Op::EmitVertex {
                let (args, span) = (data.args.clone(), data.span);
                let mut builder = Builder {
                    shader,
                    region,
                    span,
                };
                let outputs = change(&mut builder, args.get(1..).unwrap_or_default());
                let number = args.first().copied();
                shader.insts[inst].args = number.into_iter().chain(outputs).collect();
            }
            shader.regions[region].insts.push(inst);
        }
    }
}

fn expect(found: Type, wanted: Type) -> Checked {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("operand is {found}, expected {wanted}").into())
    }
}

/// An index is an int, or after ints were lowered a float that holds an integer.
fn index(found: Type) -> Checked {
    if found == Type::int(1) || found == Type::float(1) {
        Ok(())
    } else {
        Err(format!("index is {found}, expected i1 or f1").into())
    }
}

fn in_domain(ty: Type, domain: Domain) -> Checked {
    let fits = match domain {
        Domain::Float => ty.scalar == Scalar::Float,
        Domain::Int => ty.scalar == Scalar::Int,
        Domain::Number => ty.scalar != Scalar::Bool,
        Domain::Bits => ty.scalar != Scalar::Float,
        Domain::Any => true,
    };
    if fits {
        Ok(())
    } else {
        Err(format!("operand is {ty}, expected {domain:?}").into())
    }
}

/// The single value of an instruction that was just built, for callers outside the builder.
pub fn single_result(shader: &Shader, inst: Inst) -> Option<Value> {
    match shader.insts[inst].results.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}
