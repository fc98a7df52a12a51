//! Calls of intrinsic functions: texture lookups and what naga has not.

use super::expression::Operand;
use super::operator::widened;
use super::value::{Lane, Lanes, Leaf, SamplerRef, Val};
use super::{Lowered, Lowerer, bug};
use crate::canonical::{Intrinsic, Signature};
use crate::typed::{Base, BuiltinFunction, ScalarKind, StructId, Type};
use naga::{Expression, Handle, SampleLevel};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{LevelOfDetail, Op, SamplerKind, Scalar, Swizzle, TextureOp};

/// The last number of a vertex in a strip, and the one that follows it, as [`Op::EmitVertex`] has them.
const LAST: i32 = 7;
const AGAIN: i32 = 2;

fn next_number(number: i32) -> i32 {
    if number >= LAST { AGAIN } else { number + 1 }
}

fn naga_kind(kind: ScalarKind) -> naga::ScalarKind {
    match kind {
        ScalarKind::Float => naga::ScalarKind::Float,
        ScalarKind::Int => naga::ScalarKind::Sint,
        ScalarKind::Uint => naga::ScalarKind::Uint,
        ScalarKind::Bool => naga::ScalarKind::Bool,
    }
}

fn scalar_kind(ty: Type) -> ScalarKind {
    match ty.base {
        Base::Vector { scalar, .. } => scalar,
        _ => ScalarKind::Float,
    }
}

impl Lowerer<'_> {
    /// The value of a call of an intrinsic function.
    pub(super) fn intrinsic(
        &mut self,
        signature: &Signature,
        arguments: &[Operand],
    ) -> Lowered<Val> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument {
                Operand::Value(value) => values.push(*value),
                Operand::Place(_) => return Err(bug("an intrinsic function takes a pointer")),
            }
        }
        match signature.intrinsic {
            Intrinsic::Equal => match values.as_slice() {
                &[left, right] => self.all_equal(left, right),
                _ => Err(bug("a comparison of two values")),
            },
            Intrinsic::Narrow => self.with_rows(&values, 2),
            Intrinsic::Widen => self.with_rows(&values, 3),
            Intrinsic::Construct => self.construct(signature, &values),
            Intrinsic::Member(member) => self.member(signature, &values, member),
            Intrinsic::Builtin(function) => self.builtin(function, &values),
        }
    }

    /// Every column cut to, or filled up to, a number of rows.
    fn with_rows(&mut self, values: &[Val], rows: u8) -> Lowered<Val> {
        let &[matrix] = values else {
            return Err(bug("one matrix"));
        };
        let leaves: Vec<Leaf> = self
            .columns_of(matrix)?
            .into_iter()
            .map(|column| Leaf::Lanes(column.resized(rows)))
            .collect();
        Ok(self.val(&leaves))
    }

    /// The number of leaves that a value of the program's type has, elements counted.
    fn leaf_count(&self, ty: Type) -> u32 {
        let element = match ty.base {
            Base::Void => 0,
            Base::Vector { .. } | Base::Sampler(_) => 1,
            Base::Matrix { columns, .. } => u32::from(columns),
            Base::Struct(StructId(id)) => {
                let structure = self.program.structs.get(id as usize);
                let members = structure.map_or(&[][..], |row| row.members.as_slice());
                members
                    .iter()
                    .map(|member| self.leaf_count(member.ty))
                    .fold(0, u32::saturating_add)
            }
        };
        element.saturating_mul(ty.array.unwrap_or(1))
    }

    /// A member of a structure, without the third row it may be declared with.
    fn member(&mut self, signature: &Signature, values: &[Val], member: u32) -> Lowered<Val> {
        let (
            &[value],
            &[
                Type {
                    base: Base::Struct(StructId(id)),
                    ..
                },
            ],
        ) = (values, signature.arguments.as_slice())
        else {
            return Err(bug("a member of something that is no structure"));
        };
        let structure = self.program.structs.get(id as usize);
        let members = structure.map_or(&[][..], |row| row.members.as_slice());
        let first = members
            .iter()
            .take(member as usize)
            .map(|member| self.leaf_count(member.ty))
            .fold(0, u32::saturating_add);
        let part = self.part(value, first, self.leaf_count(signature.result))?;
        match signature.result.base {
            Base::Matrix { rows: 2, .. } => self.with_rows(&[part], 2),
            _ => Ok(part),
        }
    }

    /// A structure from its members, padded as it is declared.
    fn structure(&mut self, signature: &Signature, values: &[Val]) -> Lowered<Val> {
        let mut leaves = Vec::new();
        for (&value, ty) in values.iter().zip(&signature.arguments) {
            let value = match ty.base {
                Base::Matrix { rows: 2, .. } => self.with_rows(&[value], 3)?,
                _ => value,
            };
            leaves.extend_from_slice(self.leaves_of(value));
        }
        Ok(self.val(&leaves))
    }

    /// A vector, matrix or structure from the scalars of the arguments, in order.
    fn construct(&mut self, signature: &Signature, values: &[Val]) -> Lowered<Val> {
        if let Base::Struct(_) = signature.result.base {
            return self.structure(signature, values);
        }
        let to = scalar_kind(signature.result);
        let mut converted = Vec::with_capacity(values.len());
        for (&value, &ty) in values.iter().zip(&signature.arguments) {
            let from = naga_kind(scalar_kind(ty));
            converted.push(self.convert_value(value, from, naga_kind(to))?);
        }
        if let (Base::Matrix { columns, rows }, [only]) =
            (signature.result.base, signature.arguments.as_slice())
            && let (Base::Matrix { .. } | Base::Vector { lanes: 1, .. }, Some(&value)) =
                (only.base, converted.first())
        {
            return match only.base {
                Base::Matrix { .. } => self.matrix_from_matrix(value, columns, rows),
                _ => self.diagonal(value, columns, rows),
            };
        }
        let mut lanes = Vec::new();
        for value in converted {
            for column in self.columns_of(value)? {
                lanes.extend_from_slice(column.as_slice());
            }
        }
        match signature.result.base {
            Base::Vector { lanes: wanted, .. } => {
                let scalar = match to {
                    ScalarKind::Float => Scalar::Float,
                    ScalarKind::Int | ScalarKind::Uint => Scalar::Int,
                    ScalarKind::Bool => Scalar::Bool,
                };
                if lanes.len() == 1 {
                    let splat = Lanes::from_lanes(scalar, &lanes).splat(0, wanted);
                    return Ok(self.val_of_lanes(splat));
                }
                let chosen = lanes
                    .get(..wanted.into())
                    .ok_or_else(|| bug("too few scalars for a vector"))?;
                let whole = self.materialize(Lanes::from_lanes(scalar, chosen))?;
                Ok(self.val_of_use(whole))
            }
            Base::Matrix { columns, rows } => {
                let mut made = Vec::with_capacity(columns.into());
                for chunk in lanes.chunks(rows.into()).take(columns.into()) {
                    if chunk.len() < rows.into() {
                        return Err(bug("too few scalars for a matrix"));
                    }
                    made.push(self.materialize(Lanes::from_lanes(Scalar::Float, chunk))?);
                }
                if made.len() < columns.into() {
                    return Err(bug("too few scalars for a matrix"));
                }
                Ok(self.val_of_columns(&made))
            }
            _ => Err(bug("a constructor of neither a vector nor a matrix")),
        }
    }

    /// The common part of a matrix, filled up from the identity.
    fn matrix_from_matrix(&mut self, matrix: Val, columns: u8, rows: u8) -> Lowered<Val> {
        let given = self.columns_of(matrix)?;
        let mut made = Vec::with_capacity(columns.into());
        for column in 0..columns {
            let mut lanes = Vec::with_capacity(rows.into());
            for row in 0..rows {
                let lane = given
                    .get(usize::from(column))
                    .filter(|given| row < given.ty().lanes)
                    .map(|given| given.lane(row));
                lanes.push(match lane {
                    Some(lane) => lane,
                    None => {
                        let value = self.float(f32::from(u8::from(row == column)), 1);
                        Lane::Of(value.value, value.swizzle.lane(0))
                    }
                });
            }
            made.push(self.materialize(Lanes::from_lanes(Scalar::Float, &lanes))?);
        }
        Ok(self.val_of_columns(&made))
    }

    fn diagonal(&mut self, scalar: Val, columns: u8, rows: u8) -> Lowered<Val> {
        let value = self.lanes_of(scalar)?.lane(0);
        let zero = self.float(0.0, 1);
        let zero = Lane::Of(zero.value, zero.swizzle.lane(0));
        let mut made = Vec::with_capacity(columns.into());
        for column in 0..columns {
            let lanes: Vec<Lane> = (0..rows)
                .map(|row| if row == column { value } else { zero })
                .collect();
            made.push(self.materialize(Lanes::from_lanes(Scalar::Float, &lanes))?);
        }
        Ok(self.val_of_columns(&made))
    }

    fn builtin(&mut self, function: BuiltinFunction, values: &[Val]) -> Lowered<Val> {
        use BuiltinFunction as F;
        match function {
            F::Texture
            | F::TextureProj
            | F::TextureLod
            | F::TextureProjLod
            | F::TextureGrad
            | F::TextureProjGrad => return self.texture(function, values),
            F::EmitVertex => return self.emit_vertex(values),
            F::TextureSize => {
                return Err(Box::new(
                    Diagnostic::error(
                        codes::target::UNSUPPORTED,
                        "`textureSize` cannot be computed: no target tells a program the size of a texture",
                    )
                    .at(self.span, "asks for a size")
                    .with_help("hand the size over in a uniform"),
                ));
            }
            F::MatrixCompMult => {
                let &[left, right] = values else {
                    return Err(bug("two matrices"));
                };
                return self.column_pairs(left, right, |lowerer, left, right| {
                    lowerer.emit(Op::Mul, &[left, right])
                });
            }
            _ => {}
        }
        let mut operands = Vec::with_capacity(values.len());
        for &value in values {
            let lanes = self.lanes_of(value)?;
            operands.push(self.materialize(lanes)?);
        }
        if let (F::OuterProduct, &[column, row]) = (function, operands.as_slice()) {
            return self.outer_product(column, row);
        }
        let result = match (function, operands.as_slice()) {
            (F::Mod, &[x, y]) => {
                let y = widened(y, x.lanes());
                self.emit(Op::Mod, &[x, y])?
            }
            (F::Mix, &[a, b, choose]) => self.emit(Op::Select, &[choose, b, a])?,
            (F::IsNan, &[x]) => self.is_nan(x)?,
            (F::IsInf, &[x]) => self.is_infinite(x)?,
            (F::Dot, &[a, b]) => self.dot(a, b)?,
            // A number over its own magnitude.
            (F::Normalize, &[x]) => self.emit(Op::Sign, &[x])?,
            (F::FaceForward, &[normal, incident, reference]) => {
                let product = self.emit(Op::Mul, &[reference, incident])?;
                let zero = self.float(0.0, 1);
                let faces = self.emit(Op::Lt, &[product, zero])?;
                let turned = self.emit(Op::Neg, &[normal])?;
                self.emit(Op::Select, &[faces, normal, turned])?
            }
            (F::Reflect, &[incident, normal]) => {
                let product = self.emit(Op::Mul, &[normal, incident])?;
                let twice = self.emit(Op::Add, &[product, product])?;
                let part = self.emit(Op::Mul, &[twice, normal])?;
                self.emit(Op::Sub, &[incident, part])?
            }
            (F::Refract, &[incident, normal, eta]) => {
                self.emit(Op::Refract, &[incident, normal, eta])?
            }
            _ => return Err(bug(format!("the intrinsic function {function:?}"))),
        };
        Ok(self.val_of_use(result))
    }

    /// Hands on a vertex with its number in its strip, and gives the number of the next one.
    fn emit_vertex(&mut self, values: &[Val]) -> Lowered<Val> {
        let &[number] = values else {
            return Err(bug("one number"));
        };
        let number = self.lanes_of(number)?;
        let number = self.materialize(number)?;
        let mut operands = vec![number];
        operands.extend(self.output_values()?);
        self.append(Op::EmitVertex, operands, &[], Vec::new())?;
        let constant = self.shader.as_constant(number);
        let next = match constant {
            Some(constant) => self.int(next_number(constant.int(0)), 1),
            None => {
                let (last, again, one) = (self.int(LAST, 1), self.int(AGAIN, 1), self.int(1, 1));
                let ends = self.emit(Op::Ge, &[number, last])?;
                let following = self.emit(Op::Add, &[number, one])?;
                self.emit(Op::Select, &[ends, again, following])?
            }
        };
        Ok(self.val_of_use(next))
    }

    /// A lookup as WGSL has it, by the texture alone.
    pub(super) fn image_sample(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        level: SampleLevel,
    ) -> Lowered<Val> {
        use BuiltinFunction as F;
        let place = self.place(image)?;
        let sampler = self.load(place)?;
        let mut values = vec![sampler, self.value(coordinate)?];
        let function = match level {
            SampleLevel::Auto => F::Texture,
            SampleLevel::Bias(bias) => {
                values.push(self.value(bias)?);
                F::Texture
            }
            SampleLevel::Zero => {
                let zero = self.float(0.0, 1);
                values.push(self.val_of_use(zero));
                F::TextureLod
            }
            SampleLevel::Exact(level) => {
                values.push(self.value(level)?);
                F::TextureLod
            }
            SampleLevel::Gradient { x, y } => {
                values.push(self.value(x)?);
                values.push(self.value(y)?);
                F::TextureGrad
            }
        };
        self.texture(function, &values)
    }

    fn texture(&mut self, function: BuiltinFunction, values: &[Val]) -> Lowered<Val> {
        use BuiltinFunction as F;
        let (&[sampler, coordinate], more) = values
            .split_first_chunk::<2>()
            .ok_or_else(|| bug("a lookup without a coordinate"))?;
        let sampler = self.sampler_of(sampler)?;
        let coordinate = self.lanes_of(coordinate)?;
        let projective = matches!(
            function,
            F::TextureProj | F::TextureProjLod | F::TextureProjGrad
        );
        let level = match (function, more.len()) {
            (F::Texture | F::TextureProj, 0) => LevelOfDetail::Implicit,
            (F::Texture | F::TextureProj, 1) => LevelOfDetail::Bias,
            (F::TextureLod | F::TextureProjLod, 1) => LevelOfDetail::Explicit,
            (F::TextureGrad | F::TextureProjGrad, 2) => LevelOfDetail::Gradient,
            _ => return Err(bug("a lookup with too many or too few arguments")),
        };
        let lanes = self.coordinate_lanes(sampler)?;
        let coordinate = if projective {
            // The divisor is the last lane, whatever is between it and the coordinate.
            let mut kept: Vec<Lane> = coordinate.as_slice().iter().copied().take(lanes).collect();
            kept.extend(coordinate.as_slice().last());
            Lanes::from_lanes(Scalar::Float, &kept)
        } else {
            coordinate.resized(lanes as u8)
        };
        let mut operands = vec![self.materialize(coordinate)?];
        for &value in more {
            let lanes = self.lanes_of(value)?;
            operands.push(self.materialize(lanes)?);
        }
        operands.extend(sampler.index);
        let op = Op::Texture(TextureOp {
            sampler: sampler.id,
            element: sampler.element,
            indexed: sampler.index.is_some(),
            projective,
            level,
        });
        let texel = self.emit(op, &operands)?;
        Ok(self.val_of_use(texel.then(Swizzle::identity(4))))
    }

    /// The number of lanes that a coordinate has, without a divisor.
    fn coordinate_lanes(&self, sampler: SamplerRef) -> Lowered<usize> {
        match self.shader.interface.samplers.get(sampler.id) {
            Some(sampler) if sampler.kind == SamplerKind::Cube => Ok(3),
            Some(_) => Ok(2),
            None => Err(bug("no such sampler")),
        }
    }
}
