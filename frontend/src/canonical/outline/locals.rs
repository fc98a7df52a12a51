//! Which locals statements name and write.

use super::lists;
use crate::canonical::effects::{any, each_expression, root};
use crate::typed::{
    BuiltinFunction, Expression, ExpressionKind, FunctionId, LocalId, Statement, StatementKind,
};

/// Marks the locals that statements write.
pub(super) fn mark_written(list: &[Statement], copies_out: &[Vec<bool>], written: &mut [bool]) {
    let mut mark = |target: &Expression| {
        if let ExpressionKind::Local(LocalId(id)) = root(target).kind
            && let Some(slot) = written.get_mut(id as usize)
        {
            *slot = true;
        }
    };
    each_expression(list, &mut |whole| {
        any(whole, &mut |at| {
            match &at.kind {
                ExpressionKind::Assign { target, .. }
                | ExpressionKind::Increment { target, .. } => {
                    mark(target);
                }
                ExpressionKind::Builtin {
                    function: BuiltinFunction::Modf,
                    arguments,
                } => arguments.iter().for_each(&mut mark),
                ExpressionKind::Call {
                    function: FunctionId(id),
                    arguments,
                } => {
                    let own = copies_out.get(*id as usize);
                    for (index, argument) in arguments.iter().enumerate() {
                        // Pieces that were made before may write whatever they take.
                        if own.is_none_or(|own| own.get(index) != Some(&false)) {
                            mark(argument);
                        }
                    }
                }
                _ => {}
            }
            false
        });
    });
}

/// Calls `each` with every local that statements name.
fn each_local(list: &mut [Statement], each: &mut dyn FnMut(&mut LocalId)) {
    for statement in list {
        match &mut statement.kind {
            StatementKind::Expression(value) => locals_of(value, each),
            StatementKind::Declare { local, initializer } => {
                each(local);
                initializer
                    .iter_mut()
                    .for_each(|value| locals_of(value, each));
            }
            StatementKind::If {
                condition: value, ..
            }
            | StatementKind::DoWhile {
                condition: value, ..
            }
            | StatementKind::Switch {
                selector: value, ..
            } => locals_of(value, each),
            StatementKind::For {
                init,
                declare,
                condition,
                step,
                ..
            } => {
                each_local(init, each);
                if let Some((local, value)) = declare {
                    each(local);
                    locals_of(value, each);
                }
                condition
                    .iter_mut()
                    .for_each(|value| locals_of(value, each));
                step.iter_mut().for_each(|value| locals_of(value, each));
            }
            StatementKind::Return(value) => {
                value.iter_mut().for_each(|value| locals_of(value, each))
            }
            StatementKind::Block(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard => {}
        }
        for inner in lists(&mut statement.kind) {
            each_local(inner, each);
        }
    }
}

fn locals_of(expression: &mut Expression, each: &mut dyn FnMut(&mut LocalId)) {
    let mut waiting = vec![expression];
    while let Some(at) = waiting.pop() {
        match &mut at.kind {
            ExpressionKind::Local(local) => each(local),
            ExpressionKind::Constant(_) | ExpressionKind::Global(_) => {}
            ExpressionKind::Member { base: only, .. }
            | ExpressionKind::Swizzle { base: only, .. }
            | ExpressionKind::Unary { operand: only, .. }
            | ExpressionKind::Increment { target: only, .. } => waiting.push(only),
            ExpressionKind::Index {
                base: left,
                index: right,
            }
            | ExpressionKind::Binary { left, right, .. }
            | ExpressionKind::Comma { left, right }
            | ExpressionKind::Assign {
                target: left,
                value: right,
                ..
            } => waiting.extend([left.as_mut(), right.as_mut()]),
            ExpressionKind::Select {
                condition,
                accept,
                reject,
            } => waiting.extend([condition.as_mut(), accept.as_mut(), reject.as_mut()]),
            ExpressionKind::Construct(arguments)
            | ExpressionKind::Call { arguments, .. }
            | ExpressionKind::Builtin { arguments, .. } => waiting.extend(arguments),
        }
    }
}

/// Counts how often each local is named.
pub(super) fn count(list: &mut [Statement], counts: &mut [usize]) {
    each_local(list, &mut |local| {
        if let Some(slot) = counts.get_mut(local.0 as usize) {
            *slot += 1;
        }
    });
}

/// Gives every local its new number.
pub(super) fn rename(list: &mut [Statement], places: &[LocalId]) {
    each_local(list, &mut |local| {
        if let Some(&place) = places.get(local.0 as usize) {
            *local = place;
        }
    });
}
