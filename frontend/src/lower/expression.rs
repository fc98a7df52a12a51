//! Expressions of naga to operations.

use super::place::Place;
use super::value::{Lane, Lanes, Val};
use super::{Lowered, Lowerer, analysis, bug};
use naga::{DerivativeAxis, Expression, Handle, ScalarKind};
use retroshade_ir::{Op, Use};

/// The value or place that an expression denotes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Value(Val),
    Place(Place),
}

impl Lowerer<'_> {
    /// Evaluates an expression at its place in the order of execution, if anything needs it.
    pub(super) fn evaluate(&mut self, expression: Handle<Expression>) -> Lowered<()> {
        let frame = self.frame()?;
        let summary = self.analysis.functions.get(frame.handle.index());
        let needed = summary.and_then(|summary| summary.needed.get(expression.index()));
        if needed != Some(&true) {
            return Ok(());
        }
        self.evaluate_always(expression)
    }

    pub(super) fn evaluate_always(&mut self, expression: Handle<Expression>) -> Lowered<()> {
        self.locate(expression)?;
        let operand = self.operation(expression)?;
        self.remember(expression, operand)
    }

    /// Makes the place of an expression the current one.
    fn locate(&mut self, expression: Handle<Expression>) -> Lowered<()> {
        let frame = self.frame()?;
        let function = frame.function;
        let own = function.expressions.get_span(expression).to_range();
        // naga gives a member or swizzle the span of its name alone, and calls of its own functions
        // none: what they are applied to belongs to them.
        let selects = matches!(
            function.expressions[expression],
            Expression::Access { .. } | Expression::AccessIndex { .. } | Expression::Swizzle { .. }
        );
        let range = match own {
            Some(own) if !selects => own,
            own => {
                let mut all = own.clone();
                analysis::operands(&function.expressions[expression], |operand| {
                    let known = frame.places.get(operand.index()).cloned().flatten();
                    let known = known.or_else(|| function.expressions.get_span(operand).to_range());
                    all = match (all.take(), known) {
                        (Some(all), Some(own)) => {
                            Some(all.start.min(own.start)..all.end.max(own.end))
                        }
                        (all, own) => all.or(own),
                    };
                });
                match (all, own) {
                    (Some(range), Some(_)) => range,
                    (Some(range), None) => self.with_name_before(range),
                    (None, _) => return Ok(()),
                }
            }
        };
        self.at(naga::Span::new(range.start as u32, range.end as u32));
        if let Some(place) = self.frame_mut()?.places.get_mut(expression.index()) {
            *place = Some(range);
        }
        Ok(())
    }

    /// A range of the canonical text that starts behind `name(` with that name.
    fn with_name_before(&self, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
        let before = self.canonical.text.get(..range.start).unwrap_or_default();
        let start = match before.strip_suffix('(') {
            Some(before) => {
                let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
                before.trim_end_matches(is_letter).len()
            }
            None => range.start,
        };
        start..range.end
    }

    fn remember(&mut self, expression: Handle<Expression>, operand: Operand) -> Lowered<()> {
        let frame = self.frame_mut()?;
        match frame.operands.get_mut(expression.index()) {
            Some(slot) => {
                *slot = Some(operand);
                Ok(())
            }
            None => Err(bug("no such expression")),
        }
    }

    /// Sets the value of a call's result.
    pub(super) fn remember_value(
        &mut self,
        expression: Handle<Expression>,
        value: Val,
    ) -> Lowered<()> {
        self.remember(expression, Operand::Value(value))
    }

    /// What an expression is: known already, or available anywhere.
    pub(super) fn operand(&mut self, expression: Handle<Expression>) -> Lowered<Operand> {
        let frame = self.frame()?;
        if let Some(Some(operand)) = frame.operands.get(expression.index()) {
            return Ok(*operand);
        }
        let function = frame.function;
        let operand = match &function.expressions[expression] {
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::ZeroValue(_)
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_) => self.operation(expression)?,
            // naga's reader of SPIR-V evaluates nowhere what leads to the members of an output block.
            &Expression::AccessIndex { base, .. }
                if matches!(self.operand(base)?, Operand::Place(_)) =>
            {
                self.operation(expression)?
            }
            other => return Err(bug(format!("{other:?} is used before it is evaluated"))),
        };
        self.remember(expression, operand)?;
        Ok(operand)
    }

    pub(super) fn value(&mut self, expression: Handle<Expression>) -> Lowered<Val> {
        match self.operand(expression)? {
            Operand::Value(value) => Ok(value),
            Operand::Place(_) => Err(bug("a pointer is used as a value")),
        }
    }

    pub(super) fn place(&mut self, expression: Handle<Expression>) -> Lowered<Place> {
        match self.operand(expression)? {
            Operand::Place(place) => Ok(place),
            Operand::Value(_) => Err(bug("a value is used as a pointer")),
        }
    }

    pub(super) fn lanes(&mut self, expression: Handle<Expression>) -> Lowered<Lanes> {
        let value = self.value(expression)?;
        self.lanes_of(value)
    }

    /// A scalar or vector as an operand.
    pub(super) fn vector(&mut self, expression: Handle<Expression>) -> Lowered<Use> {
        let lanes = self.lanes(expression)?;
        self.materialize(lanes)
    }

    fn operation(&mut self, expression: Handle<Expression>) -> Lowered<Operand> {
        let function = self.frame()?.function;
        let value = match &function.expressions[expression] {
            Expression::Literal(literal) => self.literal(*literal)?,
            Expression::Constant(constant) => {
                let init = self.module.constants[*constant].init;
                self.global_expression(init)?
            }
            Expression::ZeroValue(ty) => self.zero(*ty)?,
            Expression::Compose { ty, components } => self.compose(*ty, components)?,
            Expression::Access { base, index } => return self.access(*base, *index),
            Expression::AccessIndex { base, index } => return self.access_index(*base, *index),
            Expression::Splat { size, value } => {
                let lanes = self.lanes(*value)?;
                self.val_of_lanes(lanes.splat(0, *size as u8))
            }
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => {
                let lanes = self.lanes(*vector)?;
                let chosen: Vec<Lane> = pattern
                    .iter()
                    .take(*size as usize)
                    .map(|component| lanes.lane(*component as u8))
                    .collect();
                self.val_of_lanes(Lanes::from_lanes(lanes.scalar, &chosen))
            }
            Expression::FunctionArgument(index) => {
                let argument = self.frame()?.arguments.get(*index as usize).copied();
                return argument.ok_or_else(|| bug("no such argument"));
            }
            Expression::GlobalVariable(global) => {
                let root = self.globals.get(global.index()).copied();
                let root = root.ok_or_else(|| bug("no such global"))?;
                return self.root_place(root).map(Operand::Place);
            }
            Expression::LocalVariable(local) => {
                let root = self.frame()?.locals.get(local.index()).copied();
                let root = root.ok_or_else(|| bug("no such local"))?;
                return self.root_place(root).map(Operand::Place);
            }
            Expression::Load { pointer } => {
                let place = self.place(*pointer)?;
                self.load(place)?
            }
            Expression::Unary { op, expr } => self.unary(*op, *expr)?,
            Expression::Binary { op, left, right } => self.binary(*op, *left, *right)?,
            Expression::Select {
                condition,
                accept,
                reject,
            } => self.select(*condition, *accept, *reject)?,
            Expression::Derivative { axis, expr, .. } => {
                let operand = self.vector(*expr)?;
                let op = match axis {
                    DerivativeAxis::X => Op::Dfdx,
                    DerivativeAxis::Y => Op::Dfdy,
                    DerivativeAxis::Width => Op::Fwidth,
                };
                let result = self.emit(op, &[operand])?;
                self.val_of_use(result)
            }
            Expression::Relational { fun, argument } => self.relational(*fun, *argument)?,
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                ..
            } => self.math(*fun, *arg, *arg1, *arg2)?,
            Expression::As {
                expr,
                kind,
                convert,
            } => {
                // Bits as they are: of whole numbers alone, with the same outcome as a conversion.
                let from = self.inner(*expr)?.scalar_kind();
                let is_float = [from, Some(*kind)].contains(&Some(ScalarKind::Float));
                if convert.is_none() && is_float {
                    return Err(bug("bits are reinterpreted"));
                }
                self.convert_expression(*expr, *kind)?
            }
            Expression::ImageSample {
                image,
                coordinate,
                level,
                ..
            } => self.image_sample(*image, *coordinate, *level)?,
            other => return Err(bug(format!("{other:?} has no meaning here"))),
        };
        Ok(Operand::Value(value))
    }
}
