//! Parts of values as only Cg writes them: components of scalars, elements of matrices by `_m01` and `_11`, and lists of
//! parts as initialisers.

use super::conversions::convert;
use crate::check::expressions::{constant_expression, constant_of, is_constant};
use crate::check::precision::Subject;
use crate::check::{Checked, Checker};
use crate::syntax::{self, ExpressionKind as Source, Name};
use crate::typed::{Base, Constant, Expression, ExpressionKind, Scalar, ScalarKind, Type};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::codes::semantic;
use retroshade_ir::Precision;

impl Checker<'_> {
    /// `base.field` of a scalar or a matrix; the outer `None` for everything else.
    pub(in crate::check) fn cg_field(
        &mut self,
        base: &Expression,
        field: Name,
        span: Span,
    ) -> Option<Checked> {
        let text = self.text(field.symbol);
        if let Some(kind) = base.ty.scalar_kind() {
            let letters = |set: &str| text.chars().all(|letter| set.starts_with(letter));
            if !(letters("x") || letters("r")) || text.len() > 4 {
                let message = format!("`.{text}` is no swizzle of `{}`", self.spell(base.ty));
                let label = "a scalar has one component, `x`";
                self.error(semantic::SWIZZLE, message, field.span, label);
                return Some(None);
            }
            let part = base.clone();
            let ty = Type::vector(kind, text.len() as u8);
            return Some(Some(Expression {
                span,
                ..convert(part, ty)
            }));
        }
        let (rows, columns) = base.ty.matrix()?;
        let Some(places) = elements(text) else {
            let message = format!("`{}` has no element `{text}`", self.spell(base.ty));
            let label = "an element is `_m01` counted from 0, or `_12` counted from 1";
            self.error(semantic::SWIZZLE, message, field.span, label);
            return Some(None);
        };
        let inside = |&(row, column): &(u8, u8)| row < rows && column < columns;
        if !places.iter().all(inside) {
            let message = format!("`{}` has no element `{text}`", self.spell(base.ty));
            let label = format!("it has {rows} rows and {columns} columns");
            self.error(semantic::SWIZZLE, message, field.span, &label);
            return Some(None);
        }
        Some(self.matrix_elements(base.clone(), &places, span))
    }

    /// Elements of a matrix, in order: a swizzle of a row where all are of one.
    fn matrix_elements(&mut self, base: Expression, places: &[(u8, u8)], span: Span) -> Checked {
        let &(first, _) = places.first()?;
        let lanes: Vec<u8> = places.iter().map(|&(_, column)| column).collect();
        if places.iter().all(|&(row, _)| row == first) {
            return Some(swizzled(row_of(base, first, span), lanes, span));
        }
        let (before, base) = self.once(base);
        let parts = places.iter().map(|&(row, column)| {
            let row = row_of(base.clone(), row, span);
            swizzled(row, vec![column], span)
        });
        let ty = Type::vector(ScalarKind::Float, places.len() as u8);
        let parts: Vec<Expression> = parts.collect();
        let all: Option<Vec<Scalar>> = parts
            .iter()
            .map(|part| match &part.kind {
                ExpressionKind::Constant(Constant { scalars }) => scalars.first().copied(),
                _ => None,
            })
            .collect();
        let made = match all {
            Some(scalars) => constant_expression(ty, scalars, span),
            None => Expression {
                kind: ExpressionKind::Construct(parts),
                ty,
                span,
            },
        };
        Some(after(before, made))
    }

    /// `{ … }` as a value of a type.
    pub(in crate::check) fn cg_list(&mut self, ty: Type, source: &syntax::Expression) -> Checked {
        let Source::List(items) = &source.kind else {
            let value = self.value(source)?;
            let value = self.converted(value, ty);
            if value.ty != ty {
                self.mismatch("part of the initialiser", ty, value.ty, source, None);
                return None;
            }
            return Some(value);
        };
        let parts: Vec<Type> = match (ty.array, ty.base) {
            (Some(size), _) => vec![ty.element(); size as usize],
            (None, Base::Struct(id)) => {
                let structure = self.structs.get(id.0 as usize)?;
                structure.members.iter().map(|member| member.ty).collect()
            }
            (None, Base::Matrix { columns, rows }) if items.len() == usize::from(columns) => {
                vec![Type::vector(ScalarKind::Float, rows); items.len()]
            }
            (None, Base::Matrix { columns, rows }) => {
                vec![Type::FLOAT; usize::from(columns * rows)]
            }
            (None, Base::Vector { scalar, lanes }) => {
                vec![Type::scalar(scalar); usize::from(lanes)]
            }
            (None, Base::Void | Base::Sampler(_)) => Vec::new(),
        };
        if parts.len() != items.len() {
            let spelled = self.spell(ty);
            let message = format!(
                "`{spelled}` has {} parts, the initialiser has {}",
                parts.len(),
                items.len()
            );
            let label = "one value for each part";
            self.error(semantic::INITIALIZER, message, source.span, label);
            return None;
        }
        let pairs = items.iter().zip(parts);
        let values: Vec<Checked> = pairs.map(|(item, ty)| self.cg_list(ty, item)).collect();
        let values: Vec<Expression> = values.into_iter().collect::<Option<_>>()?;
        let span = source.span;
        if values.iter().all(is_constant) {
            let constants = values.into_iter().filter_map(constant_of);
            let scalars = constants.flat_map(|constant| constant.scalars).collect();
            return Some(constant_expression(ty, scalars, span));
        }
        let kind = ExpressionKind::Construct(values);
        Some(Expression { kind, ty, span })
    }

    /// The precision of a value that no declaration has one for.
    pub(super) fn usual_precision(&self, ty: Type) -> Option<Precision> {
        Subject::of(ty).and_then(|subject| self.precisions.get(subject))
    }

    /// A value that is used more than once: what comes first, and what to use then.
    pub(super) fn once(&mut self, value: Expression) -> (Option<Expression>, Expression) {
        if is_simple(&value) || self.body.is_none() {
            return (None, value);
        }
        let (ty, span) = (value.ty, value.span);
        let local = self.add_local(crate::typed::Local {
            name: "value".to_owned(),
            ty,
            precision: self.usual_precision(ty),
            constant: None,
            span,
        });
        if let Some(body) = &mut self.body {
            body.temporaries.push(local);
        }
        let read = Expression {
            kind: ExpressionKind::Local(local),
            ty,
            span,
        };
        let kind = ExpressionKind::Assign {
            operator: None,
            target: Box::new(read.clone()),
            value: Box::new(value),
        };
        (Some(Expression { kind, ty, span }), read)
    }
}

/// A value behind what has to come first.
pub(super) fn after(before: impl IntoIterator<Item = Expression>, value: Expression) -> Expression {
    before.into_iter().fold(value, |value, first| Expression {
        ty: value.ty,
        span: value.span,
        kind: ExpressionKind::Comma {
            left: Box::new(first),
            right: Box::new(value),
        },
    })
}

/// True if a value costs nothing to name twice.
fn is_simple(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Local(_) | ExpressionKind::Global(_) => true,
        ExpressionKind::Member { base, .. } | ExpressionKind::Swizzle { base, .. } => {
            is_simple(base)
        }
        _ => false,
    }
}

/// Row and column of each element in `_m00_m11` or `_11_22`.
fn elements(text: &str) -> Option<Vec<(u8, u8)>> {
    let words = text.strip_prefix('_')?.split('_');
    let places = words.map(|word| {
        let (digits, first) = match word.strip_prefix('m') {
            Some(digits) => (digits, b'0'),
            None => (word, b'1'),
        };
        let &[row, column] = digits.as_bytes() else {
            return None;
        };
        let place = |digit: u8| digit.checked_sub(first).filter(|&place| place < 4);
        Some((place(row)?, place(column)?))
    });
    let places: Vec<(u8, u8)> = places.collect::<Option<_>>()?;
    (places.len() <= 4).then_some(places)
}

/// A row of Cg, which is a column here.
fn row_of(base: Expression, row: u8, span: Span) -> Expression {
    let lanes = base.ty.matrix().map_or(4, |(_, rows)| rows);
    let ty = Type::vector(ScalarKind::Float, lanes);
    if let ExpressionKind::Constant(Constant { scalars }) = &base.kind {
        let start = usize::from(row * lanes);
        let row = scalars.iter().skip(start).take(usize::from(lanes));
        return constant_expression(ty, row.copied().collect(), span);
    }
    let index = constant_expression(Type::INT, vec![Scalar::Int(row.into())], span);
    let kind = ExpressionKind::Index {
        base: Box::new(base),
        index: Box::new(index),
    };
    Expression { kind, ty, span }
}

/// Lanes of a vector, which are there.
pub(super) fn swizzled(base: Expression, lanes: Vec<u8>, span: Span) -> Expression {
    let kind = base.ty.kind().unwrap_or(ScalarKind::Float);
    let ty = Type::vector(kind, lanes.len() as u8);
    if let ExpressionKind::Constant(Constant { scalars }) = &base.kind {
        let chosen = lanes
            .iter()
            .filter_map(|&lane| scalars.get(usize::from(lane)));
        return constant_expression(ty, chosen.copied().collect(), span);
    }
    let kind = ExpressionKind::Swizzle {
        base: Box::new(base),
        lanes,
    };
    Expression { kind, ty, span }
}

#[cfg(test)]
mod tests {
    use super::elements;

    #[test]
    fn elements_count_from_zero_or_one() {
        assert_eq!(elements("_m01"), Some(vec![(0, 1)]));
        assert_eq!(elements("_12"), Some(vec![(0, 1)]));
        assert_eq!(elements("_m00_m33"), Some(vec![(0, 0), (3, 3)]));
        assert_eq!(elements("_05"), None);
        assert_eq!(elements("_m4"), None);
        assert_eq!(elements("xy"), None);
        assert_eq!(elements("_11_22_33_44_11"), None);
    }
}
