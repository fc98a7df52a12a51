//! Parts of values and places, by constant and dynamic index.

use super::expression::Operand;
use super::place::Index;
use super::value::{Lanes, Leaf, Val};
use super::{Lowered, Lowerer, analysis, bug};
use naga::{Expression, Handle, TypeInner};
use retroshade_ir::{Op, Use};

impl Lowerer<'_> {
    pub(super) fn access(
        &mut self,
        base: Handle<Expression>,
        index: Handle<Expression>,
    ) -> Lowered<Operand> {
        let function = self.frame()?.function;
        if let Some(index) = analysis::literal_index(&function.expressions[index]) {
            return self.access_index(base, index);
        }
        let index = self.vector(index)?;
        match self.operand(base)? {
            Operand::Place(place) => {
                let part = self.inside(place, Index::Dynamic(index))?;
                Ok(Operand::Place(part))
            }
            Operand::Value(value) => {
                let inner = self.inner(base)?;
                self.index_value(value, inner, index).map(Operand::Value)
            }
        }
    }

    /// An element of a value that is in no variable.
    pub(super) fn index_value(
        &mut self,
        value: Val,
        inner: &TypeInner,
        index: Use,
    ) -> Lowered<Val> {
        match *inner {
            TypeInner::Vector { .. } => {
                let lanes = self.lanes_of(value)?;
                let vector = self.materialize(lanes)?;
                let lane = self.emit(Op::Extract, &[vector, index])?;
                Ok(self.val_of_use(lane))
            }
            TypeInner::Matrix { .. } => {
                let columns = self.columns_of(value)?;
                let column = self.select_by_index(index, &columns)?;
                Ok(self.val_of_lanes(column))
            }
            TypeInner::Array { base, .. } => {
                let size = self.layouts.of(base)?.total.max(1);
                let mut chosen = Vec::with_capacity(size as usize);
                for leaf in 0..size {
                    let elements: Vec<Leaf> = self
                        .leaves_of(value)
                        .iter()
                        .skip(leaf as usize)
                        .step_by(size as usize)
                        .copied()
                        .collect();
                    chosen.push(Leaf::Lanes(self.index_leaves(&elements, index)?));
                }
                Ok(self.val(&chosen))
            }
            _ => Err(bug("this value cannot be indexed")),
        }
    }

    /// One leaf of an element of an array that is in no variable: by way of memory if it is long.
    fn index_leaves(&mut self, elements: &[Leaf], index: Use) -> Lowered<Lanes> {
        let mut vectors = Vec::with_capacity(elements.len());
        for leaf in elements {
            match leaf {
                Leaf::Lanes(lanes) => vectors.push(*lanes),
                Leaf::Sampler(_) => return Err(bug("an array of samplers that is no uniform")),
            }
        }
        let (4.., Some(first)) = (vectors.len(), vectors.first()) else {
            return self.select_by_index(index, &vectors);
        };
        let array = self.shader.arrays.push(retroshade_ir::ArrayData {
            name: "value".into(),
            ty: first.ty(),
            len: vectors.len() as u32,
            span: self.span,
        });
        for (number, &lanes) in vectors.iter().enumerate() {
            let number = self.int(number as i32, 1);
            let value = self.materialize(lanes)?;
            self.append(Op::ArrayStore(array), vec![number, value], &[], Vec::new())?;
        }
        let loaded = self.emit(Op::ArrayLoad(array), &[index])?;
        Ok(Lanes::of(loaded, first.scalar))
    }

    pub(super) fn access_index(
        &mut self,
        base: Handle<Expression>,
        index: u32,
    ) -> Lowered<Operand> {
        let value = match self.operand(base)? {
            Operand::Place(place) => {
                let part = self.inside(place, Index::Constant(index))?;
                return Ok(Operand::Place(part));
            }
            Operand::Value(value) => value,
        };
        let part = match *self.inner(base)? {
            TypeInner::Vector { .. } => {
                let lanes = self.lanes_of(value)?;
                self.val_of_lanes(lanes.splat(index.min(3) as u8, 1))
            }
            TypeInner::Matrix { .. } => self.part(value, index, 1)?,
            TypeInner::Array { base, .. } => {
                let size = self.layouts.of(base)?.total;
                self.part(value, index.saturating_mul(size), size)?
            }
            TypeInner::Struct { ref members, .. } => {
                let mut first = 0;
                for member in members.iter().take(index as usize) {
                    first += self.layouts.of(member.ty)?.total;
                }
                let member = members.get(index as usize);
                let member = member.ok_or_else(|| bug("no such member"))?;
                let size = self.layouts.of(member.ty)?.total;
                self.part(value, first, size)?
            }
            ref other => return Err(bug(format!("an index into {other:?}"))),
        };
        Ok(Operand::Value(part))
    }
}
