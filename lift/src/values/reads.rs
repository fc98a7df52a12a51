//! Slots of uniforms, elements of arrays, and lookups.

use super::{Lanes, Made, Values, select};
use crate::interface::Register;
use retroshade_ir::{
    Array, LevelOfDetail, Op, SamplerId, SamplerKind, Scalar, TextureOp, Type, Uniform, Use,
    Variable,
};
use retroshade_kit::machine::numbers::{Detail, Function};
use retroshade_kit::machine::symbols::{Expression, Symbol};
use smallvec::SmallVec;

impl Values<'_, '_> {
    /// A slot of a uniform, in floats.
    pub(super) fn column(&mut self, uniform: Uniform, slot: u32) -> Use {
        let ty = slot_type(&self.builder.shader.interface.uniforms[uniform]);
        let value = self.builder.typed(Op::Uniform { uniform, slot }, &[], ty);
        self.as_float(value, ty.scalar)
    }

    pub(super) fn as_float(&mut self, value: Use, scalar: Scalar) -> Use {
        match scalar {
            Scalar::Float => value,
            Scalar::Int => self.builder.op(Op::IntToFloat, &[value]),
            Scalar::Bool => self.builder.op(Op::BoolToFloat, &[value]),
        }
    }

    pub(super) fn indexed(
        &mut self,
        file: &'static str,
        base: i64,
        offset: Symbol,
        lanes: &[Symbol],
    ) -> Made {
        let first = u32::try_from(base).map_err(|_| "an index below the first register")?;
        if let Some(value) = self.table_row((file, first), offset, lanes)? {
            return Ok(value);
        }
        let mut components: SmallVec<[u8; 4]> = SmallVec::new();
        let mut array = None;
        for lane in lanes {
            let Expression::Indexed { component, .. } = self.code.symbols.expression(*lane) else {
                continue;
            };
            let part = self.uniform(file, first, component.lane)?;
            if array.is_some_and(|array| array != (part.variable, part.slot)) {
                return Err("an index reaches two variables at once".into());
            }
            array = Some((part.variable, part.slot));
            components.push(part.component);
        }
        let (uniform, slot) = array.ok_or("an index of nothing")?;
        let variable = &self.builder.shader.interface.uniforms[uniform];
        let ty = slot_type(variable);
        let step = variable.slots_per_element();
        let is_array = variable.shape.array.is_some();
        let index = self.index(offset, step)?;
        if !is_array && step == 1 {
            return Err(format!("{file}{base} is indexed and no array").into());
        }
        let op = Op::UniformIndexed {
            uniform,
            base: slot,
            stride: if is_array { step } else { 1 },
        };
        let value = self.builder.typed(op, &[index], ty);
        let value = self.as_float(value, ty.scalar);
        Ok(select(value, &components))
    }

    /// Lanes of a register among numbers of the program that an index chooses, if the one that an index of 0 chooses is one.
    fn table_row(
        &mut self,
        (file, number): Register,
        offset: Symbol,
        lanes: &[Symbol],
    ) -> Made<Option<Use>> {
        let holds = |(_, first, count): &&(Array, Register, u32)| {
            first.0 == file && (first.1..first.1 + count).contains(&number)
        };
        let Some(&(array, first, _)) = self.interface.tables.iter().find(holds) else {
            return Ok(None);
        };
        let mut index = self.index(offset, 1)?;
        if number > first.1 {
            let base = self.builder.int((number - first.1) as i32, 1);
            index = self.builder.op(Op::Add, &[index, base]);
        }
        let value = self.builder.op(Op::ArrayLoad(array), &[index]);
        let component = |lane: &Symbol| match self.code.symbols.expression(*lane) {
            Expression::Indexed { component, .. } => component.lane,
            _ => 0,
        };
        let components: SmallVec<[u8; 4]> = lanes.iter().map(component).collect();
        Ok(Some(select(value, &components)))
    }

    /// The element of an array whose elements have so many registers.
    fn index(&mut self, offset: Symbol, step: u32) -> Made {
        if self.is_whole(offset)
            && let Some(index) = self.quotient(offset, step)?
        {
            return Ok(index);
        }
        let mut number = self.scalar(offset)?;
        if step > 1 {
            let factor = self.builder.float(1.0 / step as f32, 1);
            number = self.builder.op(Op::Mul, &[number, factor]);
        }
        Ok(self.builder.op(Op::FloatToInt, &[number]))
    }

    pub(super) fn lookup(
        &mut self,
        unit: i64,
        offset: Option<Symbol>,
        coordinates: &[Symbol],
        detail: Detail<Symbol>,
    ) -> Made {
        let found = u32::try_from(unit).ok();
        let found = found.and_then(|unit| self.interface.samplers.get(&unit).copied());
        let (sampler, element): (SamplerId, u32) =
            found.ok_or_else(|| format!("nothing is known of texture unit {unit}"))?;
        let is_cube = self.builder.shader.interface.samplers[sampler].kind == SamplerKind::Cube;
        if is_cube != (coordinates.len() == 3) {
            return Err(format!("texture unit {unit} is of two kinds").into());
        }
        let divided = self.divided(coordinates);
        let mut operands = vec![self.vector(divided.as_deref().unwrap_or(coordinates))?];
        let is_zero = |symbol: Symbol| self.code.symbols.constant(symbol) == Some(0.0);
        let level = match detail {
            Detail::Implicit | Detail::Ignored(_) => LevelOfDetail::Implicit,
            Detail::Bias(bias) if is_zero(bias) => LevelOfDetail::Implicit,
            Detail::Bias(bias) => {
                operands.push(self.scalar(bias)?);
                LevelOfDetail::Bias
            }
            Detail::Level(level) => {
                operands.push(self.scalar(level)?);
                LevelOfDetail::Explicit
            }
        };
        if let Some(offset) = offset {
            operands.push(self.index(offset, 1)?);
        }
        let op = Op::Texture(TextureOp {
            sampler,
            element,
            indexed: offset.is_some(),
            projective: divided.is_some(),
            level,
        });
        Ok(self.builder.op(op, &operands))
    }
}

impl Values<'_, '_> {
    /// Two coordinates and the number that both are divided by.
    fn divided(&self, coordinates: &[Symbol]) -> Option<Lanes> {
        let quotient = |lane: &Symbol| match self.code.symbols.expression(*lane) {
            Expression::Apply(Function::Divide, operands) => match *operands.as_slice() {
                [a, b] => Some((a, b)),
                _ => None,
            },
            _ => None,
        };
        let [x, y] = coordinates else { return None };
        let ((x, by), (y, other)) = (quotient(x)?, quotient(y)?);
        (by == other).then(|| [x, y, by].into_iter().collect())
    }
}

/// The type of a slot of a variable.
pub(super) fn slot_type(variable: &Variable) -> Type {
    Type {
        scalar: variable.shape.scalar,
        lanes: variable.slot_lanes(),
    }
}
