//! Expressions of naga to operations.

use super::layout::{Kind, LeafType, scalar_of, vector_type};
use super::place::{Index, Place};
use super::value::{Lane, Lanes, Leaf, Val};
use super::{Lowered, Lowerer, analysis, bug};
use naga::{
    BinaryOperator, DerivativeAxis, Expression, Handle, Literal, RelationalFunction, ScalarKind,
    TypeInner, UnaryOperator,
};
use retroshade_ir::{Constant, Op, Scalar, Swizzle, Use};

/// What an expression is.
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
        let operand = match &frame.function.expressions[expression] {
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::ZeroValue(_)
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_) => self.operation(expression)?,
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
                if convert.is_none() {
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

    fn literal(&mut self, literal: Literal) -> Lowered<Val> {
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

    fn zero(&mut self, ty: Handle<naga::Type>) -> Lowered<Val> {
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

    fn compose(
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

    fn compose_values(&mut self, ty: Handle<naga::Type>, parts: &[Val]) -> Lowered<Val> {
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
        // Put together here, once, for all its uses.
        let whole = self.materialize(Lanes::from_lanes(vector.scalar, &lanes))?;
        Ok(self.val_of_use(whole))
    }

    fn access(&mut self, base: Handle<Expression>, index: Handle<Expression>) -> Lowered<Operand> {
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
    fn index_value(&mut self, value: Val, inner: &TypeInner, index: Use) -> Lowered<Val> {
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

    fn access_index(&mut self, base: Handle<Expression>, index: u32) -> Lowered<Operand> {
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

    fn unary(&mut self, op: UnaryOperator, expression: Handle<Expression>) -> Lowered<Val> {
        let operand = self.value(expression)?;
        if let TypeInner::Matrix { .. } = self.inner(expression)? {
            return self.map_columns(operand, |lowerer, column| lowerer.emit(Op::Neg, &[column]));
        }
        let operand = self.lanes_of(operand)?;
        let operand = self.materialize(operand)?;
        let op = match op {
            UnaryOperator::Negate => Op::Neg,
            UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => Op::Not,
        };
        let result = self.emit(op, &[operand])?;
        Ok(self.val_of_use(result))
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Lowered<Val> {
        let left_type = self.inner(left)?;
        let right_type = self.inner(right)?;
        let is_matrix = |inner: &TypeInner| matches!(inner, TypeInner::Matrix { .. });
        if is_matrix(left_type) || is_matrix(right_type) {
            let left = (self.value(left)?, is_matrix(left_type));
            let right = (self.value(right)?, is_matrix(right_type));
            return self.matrix_binary(op, left, right);
        }
        let is_unsigned = left_type.scalar_kind() == Some(ScalarKind::Uint);
        let left = self.vector(left)?;
        let right = self.vector(right)?;
        let lanes = left.lanes().max(right.lanes());
        let left = widened(left, lanes);
        let right = widened(right, lanes);
        let result = if is_unsigned {
            self.unsigned_binary(op, left, right)?
        } else {
            self.vector_binary(op, left, right)?
        };
        Ok(self.val_of_use(result))
    }

    fn is_float(&self, operand: Use) -> bool {
        self.shader.use_type(operand).scalar == Scalar::Float
    }

    /// `%` of WGSL: what truncated division leaves, with the sign of the left operand.
    fn float_remainder(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let quotient = self.emit(Op::Div, &[left, right])?;
        let whole = self.emit(Op::Trunc, &[quotient])?;
        let part = self.emit(Op::Mul, &[right, whole])?;
        self.emit(Op::Sub, &[left, part])
    }

    /// An operation on two vectors of one length.
    pub(super) fn vector_binary(
        &mut self,
        op: BinaryOperator,
        left: Use,
        right: Use,
    ) -> Lowered<Use> {
        if op == BinaryOperator::Modulo && self.is_float(left) {
            return self.float_remainder(left, right);
        }
        let (op, swapped) = match op {
            BinaryOperator::Add => (Op::Add, false),
            BinaryOperator::Subtract => (Op::Sub, false),
            BinaryOperator::Multiply => (Op::Mul, false),
            BinaryOperator::Divide => (Op::Div, false),
            BinaryOperator::Modulo => (Op::Rem, false),
            BinaryOperator::Equal => (Op::Eq, false),
            BinaryOperator::NotEqual => (Op::Ne, false),
            BinaryOperator::Less => (Op::Lt, false),
            BinaryOperator::Greater => (Op::Lt, true),
            BinaryOperator::GreaterEqual => (Op::Ge, false),
            BinaryOperator::LessEqual => (Op::Ge, true),
            BinaryOperator::And | BinaryOperator::LogicalAnd => (Op::And, false),
            BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => (Op::Or, false),
            BinaryOperator::ExclusiveOr => (Op::Xor, false),
            BinaryOperator::ShiftLeft => (Op::Shl, false),
            BinaryOperator::ShiftRight => (Op::Shr, false),
        };
        let operands = if swapped {
            [right, left]
        } else {
            [left, right]
        };
        self.emit(op, &operands)
    }

    fn select(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Lowered<Val> {
        let condition = self.vector(condition)?;
        let accept = self.value(accept)?;
        let reject = self.value(reject)?;
        let pairs: Vec<(Leaf, Leaf)> = self
            .leaves_of(accept)
            .iter()
            .copied()
            .zip(self.leaves_of(reject).iter().copied())
            .collect();
        let mut chosen = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let (Leaf::Lanes(accept), Leaf::Lanes(reject)) = pair else {
                return Err(bug("a choice between samplers"));
            };
            let condition = widened(condition, accept.ty().lanes);
            let yes = self.materialize(accept)?;
            let no = self.materialize(reject)?;
            let result = self.emit(Op::Select, &[condition, yes, no])?;
            chosen.push(Leaf::Lanes(Lanes::of(result, accept.scalar)));
        }
        Ok(self.val(&chosen))
    }

    fn relational(
        &mut self,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Lowered<Val> {
        let operand = self.vector(argument)?;
        let result = match function {
            // Of a single lane it is the lane.
            RelationalFunction::All | RelationalFunction::Any if operand.lanes() == 1 => operand,
            RelationalFunction::All => self.emit(Op::AllTrue, &[operand])?,
            RelationalFunction::Any => self.emit(Op::AnyTrue, &[operand])?,
            RelationalFunction::IsNan => self.is_nan(operand)?,
            RelationalFunction::IsInf => self.is_infinite(operand)?,
        };
        Ok(self.val_of_use(result))
    }

    fn convert_expression(
        &mut self,
        expression: Handle<Expression>,
        kind: ScalarKind,
    ) -> Lowered<Val> {
        let from = self.inner(expression)?.scalar_kind();
        let from = from.ok_or_else(|| bug("a conversion of something that is no number"))?;
        let value = self.value(expression)?;
        self.convert_value(value, from, kind)
    }

    /// Converts each scalar of a value.
    pub(super) fn convert_value(
        &mut self,
        value: Val,
        from: ScalarKind,
        to: ScalarKind,
    ) -> Lowered<Val> {
        if from == to {
            return Ok(value);
        }
        let mut leaves = Vec::new();
        for lanes in self.columns_of(value)? {
            let operand = self.materialize(lanes)?;
            let converted = self.convert(operand, from, to)?;
            let scalar = scalar_of(to).ok_or_else(|| bug("a conversion to an abstract type"))?;
            leaves.push(Leaf::Lanes(Lanes::of(converted, scalar)));
        }
        Ok(self.val(&leaves))
    }

    fn convert(&mut self, operand: Use, from: ScalarKind, to: ScalarKind) -> Lowered<Use> {
        use ScalarKind::{Bool, Float, Sint, Uint};
        let lanes = operand.lanes();
        match (from, to) {
            (Float, Sint) => self.emit(Op::FloatToInt, &[operand]),
            (Sint, Float) => self.emit(Op::IntToFloat, &[operand]),
            (Bool, Float) => self.emit(Op::BoolToFloat, &[operand]),
            (Bool, Sint | Uint) => self.emit(Op::BoolToInt, &[operand]),
            (Float, Bool) => {
                let zero = self.float(0.0, lanes);
                self.emit(Op::Ne, &[operand, zero])
            }
            (Sint | Uint, Bool) => {
                let zero = self.int(0, lanes);
                self.emit(Op::Ne, &[operand, zero])
            }
            (Sint, Uint) | (Uint, Sint) => Ok(operand),
            (Uint, Float) => self.unsigned_to_float(operand),
            (Float, Uint) => self.float_to_unsigned(operand),
            _ if from == to => Ok(operand),
            _ => Err(bug(format!("a conversion from {from:?} to {to:?}"))),
        }
    }
}

/// A scalar in as many lanes as asked for; a vector as it is.
pub(super) fn widened(operand: Use, lanes: u8) -> Use {
    if operand.lanes() == 1 && lanes > 1 {
        operand.then(Swizzle::splat(0, lanes))
    } else {
        operand
    }
}
