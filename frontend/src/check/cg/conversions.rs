//! What changes its type by itself: numbers of any kind, scalars to vectors and matrices, vectors and matrices to smaller
//! ones (Cg, "Type Conversions").

use crate::check::Checker;
use crate::check::expressions::constant_expression;
use crate::check::fold::{self, Operand};
use crate::typed::{
    Base, BinaryOperator, Constant, Expression, ExpressionKind, Scalar, ScalarKind, Type,
};
use retroshade_diagnostics::Diagnostic;
use retroshade_diagnostics::codes::warning;

/// True if a value of one type becomes one of another by itself.
pub(in crate::check) fn converts(from: Type, to: Type) -> bool {
    if from == to || from.array.is_some() || to.array.is_some() {
        return false;
    }
    match (from.base, to.base) {
        (Base::Vector { lanes: m, .. }, Base::Vector { lanes: n, .. }) => m == 1 || m >= n,
        (Base::Vector { lanes: 1, .. }, Base::Matrix { .. }) => true,
        (
            Base::Matrix { columns, rows },
            Base::Matrix {
                columns: fewer,
                rows: lower,
            },
        ) => fewer <= columns && lower <= rows,
        _ => false,
    }
}

/// How much a value loses where it is converted, for the choice among overloads; `None` if it is not.
pub(super) fn loss(from: Type, to: Type) -> Option<u32> {
    if from == to {
        return Some(0);
    }
    if !converts(from, to) {
        return None;
    }
    let kind = u32::from(from.kind() != to.kind());
    let shape = match (from.components(), to.components()) {
        (Some(1), Some(2..)) => 4,
        (Some(m), Some(n)) if m > n => 16,
        _ => 0,
    };
    Some(kind + shape)
}

/// A scalar or vector with elements of another kind.
pub(super) fn with_kind(ty: Type, scalar: ScalarKind) -> Type {
    match ty.base {
        Base::Vector { lanes, .. } => Type {
            base: Base::Vector { scalar, lanes },
            ..ty
        },
        _ => ty,
    }
}

/// The kind that both operands of an operator get.
fn common_kind(a: ScalarKind, b: ScalarKind) -> ScalarKind {
    let rank = |kind| match kind {
        ScalarKind::Bool => 0,
        ScalarKind::Int => 1,
        ScalarKind::Uint => 2,
        ScalarKind::Float => 3,
    };
    if rank(a) >= rank(b) { a } else { b }
}

/// A value as one of another type, which [`converts`] allows.
pub(in crate::check) fn convert(value: Expression, ty: Type) -> Expression {
    if value.ty == ty {
        return value;
    }
    let span = value.span;
    if let (Some(_), Base::Matrix { columns, rows }) = (value.ty.scalar_kind(), ty.base) {
        // ESSL would make a diagonal of it.
        let ones = vec![Scalar::Float(1.0); usize::from(columns * rows)];
        let ones = constant_expression(ty, ones, span);
        let value = convert(value, Type::FLOAT);
        return binary(BinaryOperator::Multiply, value, ones, ty);
    }
    if let ExpressionKind::Constant(Constant { scalars }) = &value.kind {
        let operand = Operand {
            ty: value.ty,
            scalars,
        };
        if let Some(folded) = fold::construct(ty, &[operand]) {
            return constant_expression(ty, folded, span);
        }
    }
    Expression {
        kind: ExpressionKind::Construct(vec![value]),
        ty,
        span,
    }
}

/// `left op right` of types that ESSL takes and a result that is known, folded where both are constant.
pub(super) fn binary(
    operator: BinaryOperator,
    left: Expression,
    right: Expression,
    ty: Type,
) -> Expression {
    let span = left.span.to(right.span);
    if let (ExpressionKind::Constant(a), ExpressionKind::Constant(b)) = (&left.kind, &right.kind) {
        let a = Operand {
            ty: left.ty,
            scalars: &a.scalars,
        };
        let b = Operand {
            ty: right.ty,
            scalars: &b.scalars,
        };
        if let Some(folded) = fold::binary(operator, a, b) {
            return constant_expression(ty, folded, span);
        }
    }
    let kind = ExpressionKind::Binary {
        operator,
        left: Box::new(left),
        right: Box::new(right),
    };
    Expression { kind, ty, span }
}

/// What becomes of a scalar beside a vector.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Smear {
    /// It stays a scalar, which arithmetic of ESSL takes.
    Never,
    /// It becomes a vector.
    Always,
}

/// Operands of one kind and, but for scalars, of one shape: the smaller one. As they are where that cannot be.
pub(super) fn unified(operands: Vec<Expression>, smear: Smear) -> Vec<Expression> {
    let Some(kind) = operands
        .iter()
        .map(|operand| operand.ty.kind())
        .reduce(|a, b| Some(common_kind(a?, b?)))
        .flatten()
    else {
        return operands;
    };
    let matrices: Vec<(u8, u8)> = operands.iter().filter_map(|one| one.ty.matrix()).collect();
    let vectors = operands.iter().filter_map(|one| one.ty.lanes());
    let narrowest = vectors.filter(|&lanes| lanes > 1).min();
    let columns = matrices.iter().map(|&(columns, _)| columns).min();
    let rows = matrices.iter().map(|&(_, rows)| rows).min();
    let operands = operands.into_iter().map(|operand| {
        let ty = match (operand.ty.base, columns, rows, narrowest) {
            (Base::Matrix { .. }, Some(columns), Some(rows), _) => {
                Type::plain(Base::Matrix { columns, rows })
            }
            (Base::Vector { lanes: 1, .. }, Some(columns), Some(rows), None)
                if smear == Smear::Always =>
            {
                Type::plain(Base::Matrix { columns, rows })
            }
            (Base::Vector { lanes: 1, .. }, _, _, Some(lanes)) if smear == Smear::Always => {
                Type::vector(kind, lanes)
            }
            (Base::Vector { lanes: 1, .. }, ..) => Type::scalar(kind),
            (Base::Vector { .. }, _, _, Some(lanes)) => Type::vector(kind, lanes),
            _ => operand.ty,
        };
        convert(operand, ty)
    });
    operands.collect()
}

impl Checker<'_> {
    /// Warns of a vector or matrix that becomes a smaller one by itself, as cgc does.
    pub(in crate::check) fn warn_of_cut(&mut self, value: &Expression, ty: Type) {
        let (Some(given), Some(taken)) = (value.ty.components(), ty.components()) else {
            return;
        };
        if given <= taken {
            return;
        }
        let (wide, narrow) = (self.spell(value.ty), self.spell(ty));
        let help = match ty
            .lanes()
            .map(usize::from)
            .and_then(|lanes| "xyzw".get(..lanes))
        {
            Some(lanes) if value.ty.lanes().is_some() => {
                format!("write `.{lanes}` where that is meant")
            }
            _ => format!("write `({narrow})` before it where that is meant"),
        };
        self.warn(
            Diagnostic::warning(warning::CUT_VECTOR, format!("`{wide}` becomes `{narrow}`"))
                .at(value.span, "the rest of its components is left out")
                .with_help(help),
        );
    }

    /// Warns of vectors that are cut to the size of the smallest among the operands.
    pub(super) fn warn_of_unequal(&mut self, operands: &[Expression]) {
        let lanes = |one: &Expression| one.ty.lanes().filter(|&lanes| lanes > 1);
        let Some(smallest) = operands.iter().filter_map(lanes).min() else {
            return;
        };
        for operand in operands {
            if let (Some(_), Some(kind)) = (lanes(operand), operand.ty.kind()) {
                self.warn_of_cut(operand, Type::vector(kind, smallest));
            }
        }
    }

    /// True if the source is Cg.
    pub(in crate::check) fn is_cg(&self) -> bool {
        self.unit.dialect.is_cg()
    }

    /// The overload of a group that loses least of the arguments.
    pub(in crate::check) fn nearest_overload(
        &self,
        group: u32,
        arguments: &[Expression],
    ) -> Option<u32> {
        use crate::typed::Direction;
        let group = self.groups.get(group as usize)?;
        let cost = |index: u32| {
            let signature = self.signatures.get(index as usize)?;
            if signature.parameters.len() != arguments.len() {
                return None;
            }
            let pairs = signature.parameters.iter().zip(arguments);
            let costs = pairs.map(|(parameter, argument)| match parameter.direction {
                Direction::In | Direction::ConstIn => loss(argument.ty, parameter.ty),
                Direction::Out | Direction::InOut => (argument.ty == parameter.ty).then_some(0),
            });
            costs.sum::<Option<u32>>()
        };
        let costs = group.overloads.iter().map(|&index| (cost(index), index));
        let fitting = costs.filter_map(|(cost, index)| Some((cost?, index)));
        fitting
            .min_by_key(|&(cost, _)| cost)
            .map(|(_, index)| index)
    }
}
