//! Inputs, uniforms and memory objects.

use super::{Builder, Built, slot_name};
use crate::layout::{Storage, stored};
use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, ScalarKind, Statement, TypeInner,
};
use retroshade_ir::entity::{EntityRef, SecondaryMap};
use retroshade_ir::{
    Builtin, Input, Inst, Op, Scalar, Shader, Type, Uniform, Use, Value, Variable,
};

/// The products whose operands are all columns of a uniform matrix in order.
pub(super) fn whole_products(shader: &Shader) -> SecondaryMap<Inst, bool> {
    let mut products = SecondaryMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            if data.op == Op::MatVec {
                products[inst] = whole_matrix(shader, &data.args).is_some();
            }
        }
    }
    products
}

/// The uniform and the element whose slots the columns of a product are, all of them in order.
fn whole_matrix(shader: &Shader, args: &[Use]) -> Option<(Uniform, u32)> {
    let (_, columns) = args.split_last()?;
    let slot = |operand: &Use| match shader.def_op(operand.value)? {
        Op::Uniform { uniform, slot } if *operand == shader.whole(operand.value) => {
            Some((uniform, slot))
        }
        _ => None,
    };
    let slots: Option<Vec<_>> = columns.iter().map(slot).collect();
    let slots = slots?;
    let &(uniform, first) = slots.first()?;
    let variable = &shader.interface.uniforms[uniform];
    let count = variable.slots_per_element();
    let in_order = slots
        .iter()
        .zip(first..)
        .all(|(slot, next)| *slot == (uniform, next));
    let whole = in_order
        && slots.len() as u32 == count
        && first.is_multiple_of(count)
        // Others are no matrices in the block.
        && (3..=4).contains(&variable.slot_lanes())
        && variable.shape.columns > 1
        && variable.shape.scalar == Scalar::Float;
    whole.then_some((uniform, first / count))
}

/// The number of times that values are used, but for columns of whole matrices.
pub(super) fn count_uses(shader: &Shader) -> SecondaryMap<Value, u32> {
    let mut uses: SecondaryMap<Value, u32> = SecondaryMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            let whole = data.op == Op::MatVec && whole_matrix(shader, &data.args).is_some();
            let skipped = if whole { data.args.len() - 1 } else { 0 };
            for operand in data.args.iter().skip(skipped) {
                uses[operand.value] += 1;
            }
        }
        for operand in shader.regions[region].end.uses() {
            uses[operand.value] += 1;
        }
    }
    uses
}

impl Builder<'_> {
    /// A literal or computed index among `count` elements: one out of range means the nearest element.
    pub(super) fn index(&mut self, operand: Use, count: u32) -> Handle<Expression> {
        let last = i32::try_from(count.saturating_sub(1)).unwrap_or(i32::MAX);
        let mut index = self.operand(operand);
        match self.shader.ty(operand.value).scalar {
            Scalar::Int => {}
            Scalar::Float | Scalar::Bool => {
                index = self.body.add(Expression::As {
                    expr: index,
                    kind: ScalarKind::Sint,
                    convert: Some(4),
                });
            }
        }
        let low = self.body.literal(Literal::I32(0));
        let high = self.body.literal(Literal::I32(last));
        self.body.add(Expression::Math {
            fun: MathFunction::Clamp,
            arg: index,
            arg1: Some(low),
            arg2: Some(high),
            arg3: None,
        })
    }

    /// `base + stride * index`
    fn at(&mut self, base: u32, stride: u32, index: Handle<Expression>) -> Handle<Expression> {
        let mut place = index;
        if stride != 1 {
            let stride = self.body.literal(Literal::I32(stride as i32));
            place = self.binary(BinaryOperator::Multiply, stride, place);
        }
        if base != 0 {
            let base = self.body.literal(Literal::I32(base as i32));
            place = self.binary(BinaryOperator::Add, base, place);
        }
        place
    }

    /// Slot `slot` of an input.
    pub(super) fn input(&mut self, input: Input, slot: u32, ty: Type) -> Handle<Expression> {
        let variable = &self.shader.interface.inputs[input];
        let argument = self.arguments[input].unwrap_or_default() + slot;
        let mut value = self.body.add(Expression::FunctionArgument(argument));
        if variable.builtin == Some(Builtin::FragCoord) && self.language == crate::Language::Hlsl {
            value = self.with_reciprocal_w(value);
        }
        let unsigned = variable.unsigned
            || matches!(
                variable.builtin,
                Some(Builtin::VertexId | Builtin::InstanceId)
            );
        let declared = Type {
            scalar: variable.shape.scalar,
            lanes: ty.lanes,
        };
        self.as_value(value, (declared, unsigned), ty)
    }

    /// Direct3D hands fragments w itself where the others have 1 / w.
    fn with_reciprocal_w(&mut self, position: Handle<Expression>) -> Handle<Expression> {
        let ty = self.value_type(Type::float(4));
        let mut components: Vec<_> = (0..4)
            .map(|index| {
                self.body.add(Expression::AccessIndex {
                    base: position,
                    index,
                })
            })
            .collect();
        let one = self.body.literal(Literal::F32(1.0));
        components[3] = self.binary(BinaryOperator::Divide, one, components[3]);
        self.body.add(Expression::Compose { ty, components })
    }

    /// A slot of an input that an index chooses.
    pub(super) fn indexed_input(
        &mut self,
        (input, base, stride): (Input, u32, u32),
        operand: Use,
        ty: Type,
    ) -> Handle<Expression> {
        let variable = &self.shader.interface.inputs[input];
        let own = Type {
            scalar: variable.shape.scalar,
            lanes: variable.slot_lanes(),
        };
        let slots = variable.slots();
        let count = variable.reachable(base, stride);
        let copy = match self.indexed[input] {
            Some(copy) => copy,
            None => {
                let element = self.value_type(own);
                let array = self.array(element, slots, lane_stride(own.lanes));
                let copy = self.body.local(&slot_name(variable, slots), array, None);
                self.indexed[input] = Some(copy);
                copy
            }
        };
        // Wherever control comes from, the copy is whole.
        for slot in 0..slots {
            let value = self.input(input, slot, own);
            let base = self.body.add(Expression::LocalVariable(copy));
            let pointer = self.body.add(Expression::AccessIndex { base, index: slot });
            self.body.push(Statement::Store { pointer, value });
        }
        let index = self.index(operand, count);
        let index = self.at(base, stride, index);
        let base = self.body.add(Expression::LocalVariable(copy));
        let pointer = self.body.add(Expression::Access { base, index });
        let value = self.body.load(pointer);
        self.as_value(value, (own, false), ty)
    }

    /// The pointer to a uniform in the block.
    fn member(&mut self, uniform: Uniform) -> Built<Handle<Expression>> {
        let Some(block) = self.block else {
            let message = "a uniform is read and there is no block";
            return Err(retroshade_diagnostics::Diagnostic::bug(
                "translate",
                message,
            ));
        };
        let base = self.body.add(Expression::GlobalVariable(block));
        let index = uniform.index() as u32;
        Ok(self.body.add(Expression::AccessIndex { base, index }))
    }

    fn storage(&self, uniform: Uniform) -> Storage {
        self.interface.block.members[uniform.index()].storage
    }

    /// Slot `slot` of a uniform.
    pub(super) fn uniform(
        &mut self,
        uniform: Uniform,
        slot: u32,
        ty: Type,
    ) -> Built<Handle<Expression>> {
        let variable = &self.shader.interface.uniforms[uniform];
        let mut pointer = self.member(uniform)?;
        let per_element = variable.slots_per_element();
        let steps = match self.storage(uniform) {
            Storage::Vector => vec![],
            Storage::Slots => vec![slot],
            Storage::Matrix if variable.shape.array.is_some() => {
                vec![slot / per_element, slot % per_element]
            }
            Storage::Matrix => vec![slot],
        };
        for index in steps {
            pointer = self.body.add(Expression::AccessIndex {
                base: pointer,
                index,
            });
        }
        let loaded = self.body.load(pointer);
        self.body.name(loaded, slot_name(variable, slot));
        Ok(self.slot_value(loaded, uniform, ty))
    }

    /// A slot of a uniform that an index chooses.
    pub(super) fn indexed_uniform(
        &mut self,
        (uniform, base, stride): (Uniform, u32, u32),
        operand: Use,
        ty: Type,
    ) -> Built<Handle<Expression>> {
        let variable = &self.shader.interface.uniforms[uniform];
        let count = variable.reachable(base, stride);
        let per_element = variable.slots_per_element();
        let is_array = variable.shape.array.is_some();
        let index = self.index(operand, count);
        let mut pointer = self.member(uniform)?;
        match self.storage(uniform) {
            // There is one slot.
            Storage::Vector => {}
            Storage::Slots => {
                let index = self.at(base, stride, index);
                pointer = self.body.add(Expression::Access {
                    base: pointer,
                    index,
                });
            }
            // Whole elements apart.
            Storage::Matrix if stride.is_multiple_of(per_element) => {
                if is_array {
                    let index = self.at(base / per_element, stride / per_element, index);
                    pointer = self.body.add(Expression::Access {
                        base: pointer,
                        index,
                    });
                }
                pointer = self.body.add(Expression::AccessIndex {
                    base: pointer,
                    index: base % per_element,
                });
            }
            // Within one matrix.
            Storage::Matrix => {
                if is_array {
                    pointer = self.body.add(Expression::AccessIndex {
                        base: pointer,
                        index: base / per_element,
                    });
                }
                let index = self.at(base % per_element, stride, index);
                pointer = self.body.add(Expression::Access {
                    base: pointer,
                    index,
                });
            }
        }
        let loaded = self.body.load(pointer);
        Ok(self.slot_value(loaded, uniform, ty))
    }

    /// What was stored in a slot, as the shader reads it.
    fn slot_value(
        &mut self,
        loaded: Handle<Expression>,
        uniform: Uniform,
        ty: Type,
    ) -> Handle<Expression> {
        let variable = &self.shader.interface.uniforms[uniform];
        let lanes = variable.slot_lanes();
        let mut value = loaded;
        if self.storage(uniform) == Storage::Slots && lanes < 3 {
            value = self.lanes(loaded, 4, &[0, 1][..usize::from(lanes)]);
        }
        let (scalar, unsigned) = stored(variable);
        if variable.shape.scalar == Scalar::Bool {
            let zero = self.splat(Literal::U32(0), lanes);
            value = self.binary(BinaryOperator::NotEqual, value, zero);
            let declared = Type::bool(lanes);
            return self.as_value(value, (declared, false), ty);
        }
        self.as_value(value, (Type { scalar, lanes }, unsigned), ty)
    }

    /// A uniform matrix as a whole times a vector, if that is what a product is.
    pub(super) fn whole_product(&mut self, args: &[Use]) -> Built<Option<Handle<Expression>>> {
        let Some((uniform, element)) = whole_matrix(self.shader, args) else {
            return Ok(None);
        };
        let variable = &self.shader.interface.uniforms[uniform];
        let mut pointer = self.member(uniform)?;
        let mut name = variable.name.clone();
        if variable.shape.array.is_some() {
            pointer = self.body.add(Expression::AccessIndex {
                base: pointer,
                index: element,
            });
            name = format!("{name}_{element}");
        }
        let matrix = self.body.load(pointer);
        self.body
            .name(matrix, retroshade_ir::essl::identifier(&name));
        let vector = self.operand(args[args.len() - 1]);
        Ok(Some(self.binary(BinaryOperator::Multiply, matrix, vector)))
    }

    /// What has a type and a sign outside, as the value that the shader reads: bits of unsigned numbers are those of ints, and
    /// numbers that became floats on the way are converted.
    fn as_value(
        &mut self,
        value: Handle<Expression>,
        (declared, unsigned): (Type, bool),
        ty: Type,
    ) -> Handle<Expression> {
        let mut value = value;
        if unsigned && declared.scalar == Scalar::Int {
            value = self.body.add(Expression::As {
                expr: value,
                kind: ScalarKind::Sint,
                convert: None,
            });
        }
        if declared.scalar == ty.scalar {
            return value;
        }
        self.convert(value, ty.scalar)
    }

    /// The other way: a value as an output is declared.
    pub(super) fn as_declared(
        &mut self,
        value: Handle<Expression>,
        variable: &Variable,
    ) -> Handle<Expression> {
        if !variable.unsigned {
            return value;
        }
        self.body.add(Expression::As {
            expr: value,
            kind: ScalarKind::Uint,
            convert: None,
        })
    }

    /// An element of a memory object.
    pub(super) fn element(
        &mut self,
        array: retroshade_ir::Array,
        operand: Use,
    ) -> Handle<Expression> {
        let data = &self.shader.arrays[array];
        let index = self.index(operand, data.len);
        let pointer = self.place_in(array, index);
        self.body.load(pointer)
    }

    /// The pointer to an element of a memory object.
    pub(super) fn place_in(
        &mut self,
        array: retroshade_ir::Array,
        index: Handle<Expression>,
    ) -> Handle<Expression> {
        let variable = match self.arrays[array] {
            Some(variable) => variable,
            None => {
                self.missing = Some("a memory object was not declared");
                self.local("missing", self.shader.arrays[array].ty)
            }
        };
        let base = self.body.add(Expression::LocalVariable(variable));
        self.body.add(Expression::Access { base, index })
    }

    /// A matrix of columns.
    pub(super) fn matrix(
        &mut self,
        columns: Vec<Handle<Expression>>,
        rows: u8,
    ) -> Handle<Expression> {
        let ty = self.type_of(TypeInner::Matrix {
            columns: super::types::size(columns.len() as u8),
            rows: super::types::size(rows),
            scalar: naga::Scalar::F32,
        });
        self.body.add(Expression::Compose {
            ty,
            components: columns,
        })
    }
}

/// Bytes from one element of a local array to the next.
pub(super) fn lane_stride(lanes: u8) -> u32 {
    match lanes {
        1 => 4,
        2 => 8,
        _ => 16,
    }
}
