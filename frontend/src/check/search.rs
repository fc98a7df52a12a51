//! Search in expressions.

use crate::typed::{Expression, ExpressionKind};

/// The first answer of `question` on an expression or a part of it, without recursion: chains may be long.
pub(super) fn find<T>(
    root: &Expression,
    question: &mut dyn FnMut(&Expression) -> Option<T>,
) -> Option<T> {
    let mut open = vec![root];
    while let Some(expression) = open.pop() {
        if let Some(answer) = question(expression) {
            return Some(answer);
        }
        match &expression.kind {
            ExpressionKind::Constant(_) | ExpressionKind::Global(_) | ExpressionKind::Local(_) => {}
            ExpressionKind::Member { base: only, .. }
            | ExpressionKind::Swizzle { base: only, .. }
            | ExpressionKind::Unary { operand: only, .. }
            | ExpressionKind::Increment { target: only, .. } => open.push(only),
            ExpressionKind::Index {
                base: first,
                index: second,
            }
            | ExpressionKind::Binary {
                left: first,
                right: second,
                ..
            }
            | ExpressionKind::Assign {
                target: first,
                value: second,
                ..
            }
            | ExpressionKind::Comma {
                left: first,
                right: second,
            } => open.extend([&**second, &**first]),
            ExpressionKind::Select {
                condition,
                accept,
                reject,
            } => open.extend([&**reject, &**accept, &**condition]),
            ExpressionKind::Construct(arguments)
            | ExpressionKind::Call { arguments, .. }
            | ExpressionKind::Builtin { arguments, .. } => open.extend(arguments.iter().rev()),
        }
    }
    None
}
