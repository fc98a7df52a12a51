//! Parts of values, and the choice between two: `a.b`, `a[i]`, `a.length()`, `c ? a : b`.

use super::expressions::{constant_expression, is_constant, scalars};
use super::search::find;
use super::{Checked, Checker};
use crate::syntax::{self, Name};
use crate::typed::{Base, Expression, ExpressionKind, Role, Scalar, ScalarKind, Type};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Builtin;

impl Checker<'_> {
    /// `base[index]`
    pub(super) fn index(
        &mut self,
        base: &syntax::Expression,
        index: &syntax::Expression,
        span: Span,
    ) -> Checked {
        let base = self.value(base);
        self.element_of(base, index, span)
    }

    /// An element of what was checked already.
    pub(super) fn element_of(
        &mut self,
        base: Checked,
        index: &syntax::Expression,
        span: Span,
    ) -> Checked {
        let checked_index = self.value(index);
        let base = base?;
        let Some((ty, count)) = element(base.ty) else {
            let ty = self.spell(base.ty);
            let message = format!("`{ty}` cannot be indexed");
            let label = "not an array, vector or matrix";
            self.error(semantic::INDEX, message, base.span, label);
            return None;
        };
        let mut index = checked_index?;
        if self.is_cg() && index.ty == Type::FLOAT {
            index = self.converted(index, Type::INT);
        }
        if !index.ty.is_integer() {
            return self.bad_index(&index);
        }
        match constant_index(&index) {
            Some(position) if !(0..i64::from(count)).contains(&position) => {
                self.index_range(&base, &index, position, count)
            }
            Some(position) => self.constant_element(base, index, position as usize, ty, span),
            None => {
                let index = self.dynamic_index(&base, index);
                Some(indexed(base, index, ty, span))
            }
        }
    }

    fn constant_element(
        &self,
        base: Expression,
        index: Expression,
        position: usize,
        ty: Type,
        span: Span,
    ) -> Checked {
        if let Some(all) = scalars(&base) {
            let size = (self.size_of(ty) / 4) as usize;
            let part = all.get(position * size..(position + 1) * size)?;
            return Some(constant_expression(ty, part.to_vec(), span));
        }
        Some(indexed(base, index, ty, span))
    }

    /// What may not be indexed by a variable, and what need not. Gives the index to use.
    fn dynamic_index(&mut self, base: &Expression, index: Expression) -> Expression {
        if let Some((role, name)) = self.color_outputs(base) {
            // Outputs have no addresses. Of a single one, 0 is the only index in range; what computes the
            // index is not needed then.
            let single = base.ty.array == Some(1) && role == Role::BuiltinOut(Builtin::FragData);
            if single && !has_effect(&index) {
                self.appendix_index(base, &index);
                return if index.ty == Type::UINT {
                    constant_expression(Type::UINT, vec![Scalar::Uint(0)], index.span)
                } else {
                    constant_expression(Type::INT, vec![Scalar::Int(0)], index.span)
                };
            }
            let message = format!("`{name}` needs a constant index");
            let label = if single {
                "not constant, and may change a variable"
            } else {
                "not constant"
            };
            self.error(semantic::INDEX, message, index.span, label);
            return index;
        }
        let sampler_array = base.ty.array.is_some() && matches!(base.ty.base, Base::Sampler(_));
        if sampler_array && !self.is_100() {
            let message = "an array of samplers needs a constant index in ESSL 3.00";
            self.error(semantic::INDEX, message, index.span, "not constant");
            return index;
        }
        self.appendix_index(base, &index);
        index
    }

    /// Role and name of the array of colour outputs that an expression is.
    fn color_outputs(&self, base: &Expression) -> Option<(Role, String)> {
        let ExpressionKind::Global(id) = base.kind else {
            return None;
        };
        let global = self.globals.get(id.0 as usize)?;
        let outputs = match global.role {
            Role::FragmentOut => global.ty.array.is_some(),
            Role::BuiltinOut(Builtin::FragData) => true,
            _ => false,
        };
        outputs.then(|| (global.role.clone(), global.name.clone()))
    }

    #[cold]
    fn bad_index(&mut self, index: &Expression) -> Checked {
        let ty = self.spell(index.ty);
        let mut diagnostic = Diagnostic::error(
            semantic::INDEX,
            format!("an index must be an integer, this is `{ty}`"),
        )
        .at(index.span, format!("this is `{ty}`"));
        if index.ty == Type::FLOAT {
            diagnostic = diagnostic.with_help("convert it: `int(…)`");
        }
        self.fail(diagnostic)
    }

    #[cold]
    fn index_range(
        &mut self,
        base: &Expression,
        index: &Expression,
        position: i64,
        count: u32,
    ) -> Checked {
        let ty = self.spell(base.ty);
        let what = match (base.ty.array, base.ty.base) {
            (Some(_), _) => "element",
            (None, Base::Matrix { .. }) if self.is_cg() => "row",
            (None, Base::Matrix { .. }) => "column",
            _ => "component",
        };
        self.fail(
            Diagnostic::error(
                semantic::INDEX_RANGE,
                format!("the index {position} is out of range"),
            )
            .at(index.span, format!("this is {position}"))
            .and_at(
                base.span,
                format!(
                    "`{ty}` has {}",
                    super::constructors::count(count as usize, what)
                ),
            )
            .with_help(format!(
                "an index lies between 0 and {}",
                count.saturating_sub(1)
            )),
        )
    }

    /// `a.length()`
    pub(super) fn method(
        &mut self,
        base: &syntax::Expression,
        method: Name,
        arguments: &[syntax::Expression],
        span: Span,
    ) -> Checked {
        let text = self.text(method.symbol);
        if text == "length"
            && arguments.is_empty()
            && let Some(found) = self.vertex_count(base, span)
        {
            return found;
        }
        let base = self.value(base)?;
        match base.ty.array {
            Some(size) if text == "length" && arguments.is_empty() => {
                let size = i32::try_from(size).unwrap_or(i32::MAX);
                Some(constant_expression(
                    Type::INT,
                    vec![Scalar::Int(size)],
                    span,
                ))
            }
            _ => {
                let ty = self.spell(base.ty);
                let message = format!("`{ty}` has no method `{text}`");
                let label = "only arrays have a method, `length()`";
                self.error(semantic::UNKNOWN_MEMBER, message, method.span, label);
                None
            }
        }
    }

    /// `condition ? accept : reject`
    pub(super) fn select(
        &mut self,
        condition: &syntax::Expression,
        accept: &syntax::Expression,
        reject: &syntax::Expression,
        span: Span,
    ) -> Checked {
        if self.is_cg() {
            return self.cg_select(condition, accept, reject, span);
        }
        let checked_condition = self.condition(condition);
        let checked_accept = self.value(accept);
        let checked_reject = self.value(reject);
        let (yes, no) = self.promoted(checked_accept?, checked_reject?);
        let ty = yes.ty;
        if no.ty != ty {
            let because = Some((yes.span, format!("this is `{}`", self.spell(ty))));
            self.mismatch("the two choices of `?:` differ", ty, no.ty, reject, because);
            return None;
        }
        if self.is_100() && self.has_array(ty) {
            let message = format!("`?:` cannot give `{}` in ESSL 1.00", self.spell(ty));
            self.error(semantic::ARRAY_USE, message, yes.span, "an array");
            return None;
        }
        if self.has_sampler(ty) {
            let message = format!("`?:` cannot give `{}`", self.spell(ty));
            self.error(semantic::SAMPLER_USE, message, yes.span, "a sampler");
            return None;
        }
        let condition = checked_condition?;
        if is_constant(&yes)
            && is_constant(&no)
            && let Some(&[Scalar::Bool(first)]) = scalars(&condition)
        {
            let chosen = if first { yes } else { no };
            return Some(Expression { span, ..chosen });
        }
        let kind = ExpressionKind::Select {
            condition: Box::new(condition),
            accept: Box::new(yes),
            reject: Box::new(no),
        };
        Some(Expression { kind, ty, span })
    }

    /// A scalar bool.
    pub(super) fn condition(&mut self, source: &syntax::Expression) -> Checked {
        let condition = self.value(source)?;
        if condition.ty == Type::BOOL {
            return Some(condition);
        }
        if self.is_cg() && condition.ty.scalar_kind().is_some() {
            return Some(self.converted(condition, Type::BOOL));
        }
        self.bad_condition(&condition)
    }

    #[cold]
    pub(super) fn bad_condition(&mut self, condition: &Expression) -> Checked {
        let ty = self.spell(condition.ty);
        let mut diagnostic = Diagnostic::error(
            semantic::CONDITION,
            format!("a condition must be `bool`, this is `{ty}`"),
        )
        .at(condition.span, format!("this is `{ty}`"));
        let assigns = matches!(
            condition.kind,
            ExpressionKind::Assign { operator: None, .. }
        );
        let help = match (condition.ty.kind(), condition.ty.lanes()) {
            _ if assigns => Some("`=` assigns; did you mean `==`, which compares?"),
            (Some(ScalarKind::Bool), Some(_)) => Some("write `any(…)` or `all(…)`"),
            (Some(ScalarKind::Float), Some(1)) => Some("compare it: `… != 0.0`"),
            (Some(ScalarKind::Int), Some(1)) => Some("compare it: `… != 0`"),
            (Some(ScalarKind::Uint), Some(1)) => Some("compare it: `… != 0u`"),
            _ => None,
        };
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        self.fail(diagnostic)
    }
}

/// Type and number of the elements of what can be indexed.
fn element(ty: Type) -> Option<(Type, u32)> {
    match (ty.array, ty.base) {
        (Some(size), _) => Some((ty.element(), size)),
        (None, Base::Matrix { columns, rows }) => {
            Some((Type::vector(ScalarKind::Float, rows), columns.into()))
        }
        (None, Base::Vector { scalar, lanes }) if lanes > 1 => {
            Some((Type::scalar(scalar), lanes.into()))
        }
        _ => None,
    }
}

fn indexed(base: Expression, index: Expression, ty: Type, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Index {
            base: Box::new(base),
            index: Box::new(index),
        },
        ty,
        span,
    }
}

/// True if evaluating an expression may change a variable.
fn has_effect(expression: &Expression) -> bool {
    let found = find(expression, &mut |part| match part.kind {
        ExpressionKind::Assign { .. }
        | ExpressionKind::Increment { .. }
        | ExpressionKind::Call { .. } => Some(()),
        _ => None,
    });
    found.is_some()
}

/// The value of a constant index.
pub(super) fn constant_index(index: &Expression) -> Option<i64> {
    match scalars(index)?.first()? {
        Scalar::Int(value) => Some(i64::from(*value)),
        Scalar::Uint(value) => Some(i64::from(*value)),
        Scalar::Float(_) | Scalar::Bool(_) => None,
    }
}
