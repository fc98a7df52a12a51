//! The operands of naga's expressions.

use naga::{Expression, Handle, SampleLevel};

/// Calls `each` with the operands of an expression.
pub(in crate::lower) fn operands(
    expression: &Expression,
    mut each: impl FnMut(Handle<Expression>),
) {
    match expression {
        Expression::Compose { components, .. } => components.iter().copied().for_each(each),
        Expression::Access { base, index } => {
            each(*base);
            each(*index);
        }
        Expression::AccessIndex { base: operand, .. }
        | Expression::Splat { value: operand, .. }
        | Expression::Swizzle {
            vector: operand, ..
        }
        | Expression::Load { pointer: operand }
        | Expression::Unary { expr: operand, .. }
        | Expression::Derivative { expr: operand, .. }
        | Expression::Relational {
            argument: operand, ..
        }
        | Expression::As { expr: operand, .. } => each(*operand),
        Expression::Binary { left, right, .. } => {
            each(*left);
            each(*right);
        }
        Expression::Select {
            condition,
            accept,
            reject,
        } => {
            each(*condition);
            each(*accept);
            each(*reject);
        }
        Expression::ImageSample {
            image,
            coordinate,
            level,
            ..
        } => {
            each(*image);
            each(*coordinate);
            match level {
                SampleLevel::Auto | SampleLevel::Zero => {}
                SampleLevel::Exact(level) | SampleLevel::Bias(level) => each(*level),
                SampleLevel::Gradient { x, y } => {
                    each(*x);
                    each(*y);
                }
            }
        }
        Expression::Math {
            arg,
            arg1,
            arg2,
            arg3,
            ..
        } => {
            each(*arg);
            [arg1, arg2, arg3]
                .into_iter()
                .flatten()
                .copied()
                .for_each(each);
        }
        _ => {}
    }
}
