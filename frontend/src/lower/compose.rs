//! Composed values: literals, zeros, constant expressions, composites.

use super::layout::{Kind, LeafType, vector_type};
use super::value::{Lanes, Leaf, Val};
use super::{Lowered, Lowerer, bug};
use naga::{Expression, Handle, Literal};
use retroshade_ir::Constant;

impl Lowerer<'_> {
    pub(super) fn literal(&mut self, literal: Literal) -> Lowered<Val> {
        let constant = match literal {
            Literal::F32(value) => Constant::floats(&[value]),
            Literal::I32(value) => Constant::ints(&[value]),
            Literal::U32(value) => Constant::ints(&[value as i32]),
            Literal::Bool(value) => Constant::bools(&[value]),
            other => return Err(bug(format!("the literal {other:?}"))),
        };
        let operand = self.constant(constant);
        Ok(self.val_of_use(operand))
    }

    /// A constant expression of the module.
    pub(super) fn global_expression(&mut self, expression: Handle<Expression>) -> Lowered<Val> {
        let module = self.module;
        match &module.global_expressions[expression] {
            Expression::Literal(literal) => self.literal(*literal),
            Expression::ZeroValue(ty) => self.zero(*ty),
            Expression::Constant(constant) => {
                let init = module.constants[*constant].init;
                self.global_expression(init)
            }
            Expression::Splat { size, value } => {
                let value = self.global_expression(*value)?;
                let lanes = self.lanes_of(value)?;
                Ok(self.val_of_lanes(lanes.splat(0, *size as u8)))
            }
            Expression::Compose { ty, components } => {
                let mut parts = Vec::with_capacity(components.len());
                for &component in components {
                    parts.push(self.global_expression(component)?);
                }
                self.compose_values(*ty, &parts)
            }
            other => Err(bug(format!("the constant expression {other:?}"))),
        }
    }

    pub(super) fn zero(&mut self, ty: Handle<naga::Type>) -> Lowered<Val> {
        let mut leaves = Vec::new();
        self.zero_leaves(ty, &mut leaves)?;
        Ok(self.val(&leaves))
    }

    fn zero_leaves(&mut self, ty: Handle<naga::Type>, into: &mut Vec<Leaf>) -> Lowered<()> {
        let layout = self.layouts.of(ty)?;
        match &layout.kind {
            Kind::Array { element, length } => {
                for _ in 0..*length {
                    self.zero_leaves(*element, into)?;
                }
            }
            Kind::Struct(members) => {
                for &(ty, _) in members {
                    self.zero_leaves(ty, into)?;
                }
            }
            Kind::Single | Kind::Matrix { .. } => {
                for template in &layout.templates {
                    let LeafType::Vector(ty) = template.ty else {
                        return Err(bug("a sampler without a uniform"));
                    };
                    let zeros = Constant::from_bits(ty.scalar, vec![0; ty.lanes.into()]);
                    let zero = self.constant(zeros);
                    into.push(Leaf::Lanes(Lanes::of(zero, ty.scalar)));
                }
            }
        }
        Ok(())
    }

    pub(super) fn compose(
        &mut self,
        ty: Handle<naga::Type>,
        components: &[Handle<Expression>],
    ) -> Lowered<Val> {
        let mut parts = Vec::with_capacity(components.len());
        for &component in components {
            parts.push(self.value(component)?);
        }
        self.compose_values(ty, &parts)
    }

    pub(super) fn compose_values(&mut self, ty: Handle<naga::Type>, parts: &[Val]) -> Lowered<Val> {
        let leaves: Vec<Leaf> = parts
            .iter()
            .flat_map(|&part| self.leaves_of(part).to_vec())
            .collect();
        let Some(vector) = vector_type(&self.module.types[ty].inner) else {
            return Ok(self.val(&leaves));
        };
        let mut lanes = Vec::with_capacity(4);
        for leaf in &leaves {
            match leaf {
                Leaf::Lanes(own) => lanes.extend_from_slice(own.as_slice()),
                Leaf::Sampler(_) => return Err(bug("a sampler in a vector")),
            }
        }
        if lanes.len() != usize::from(vector.lanes) {
            return Err(bug(format!("{} lanes make a {vector}", lanes.len())));
        }
        // Composed here, once, for all its uses.
        let whole = self.materialize(Lanes::from_lanes(vector.scalar, &lanes))?;
        Ok(self.val_of_use(whole))
    }
}
