//! Which expressions do something besides having a value.
//!
//! naga evaluates both sides of `&&`, lowers the targets of compound assignments twice, and refuses
//! void operands of a comma. So an expression that assigns, counts, or calls a function that does, is
//! taken apart into statements ([`super::flatten`]) before it is printed.

use crate::typed::{
    BinaryOperator, BuiltinFunction, Direction, Expression, ExpressionKind, Function, FunctionId,
    Program, Scalar, Statement, StatementKind,
};
use smallvec::SmallVec;

/// The effects that a call of a function may have, besides those on its `out` arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FunctionEffects {
    /// Writes a global variable or discards, itself or in what it calls.
    acts: bool,
    /// Has a parameter that is copied out.
    copies_out: bool,
}

impl FunctionEffects {
    /// True if a call must happen exactly where and when it is written.
    pub(super) fn is_impure(self) -> bool {
        self.acts || self.copies_out
    }
}

/// The effects of all functions by index; `order` lists callees before callers.
pub(super) fn of_program(program: &Program, order: &[FunctionId]) -> Vec<FunctionEffects> {
    let mut found = vec![FunctionEffects::default(); program.functions.len()];
    for &FunctionId(id) in order {
        let Some(function) = program.functions.get(id as usize) else {
            continue;
        };
        let mut effects = FunctionEffects {
            acts: any_statement(&function.body, &mut |row| {
                matches!(row.kind, StatementKind::Discard)
            }),
            copies_out: copies_out(function),
        };
        each_expression(&function.body, &mut |expression| {
            effects.acts = effects.acts || acts_in(expression, &found);
        });
        if let Some(slot) = found.get_mut(id as usize) {
            *slot = effects;
        }
    }
    found
}

/// The functions to print, callees first: those `main` reaches, and those that initialisers of
/// globals do.
pub(super) fn print_order(program: &Program) -> Vec<FunctionId> {
    let mut order = program.order.clone();
    let mut roots = Vec::new();
    for global in &program.globals {
        if let Some(initializer) = &global.initializer {
            calls_in(initializer, &mut roots);
        }
    }
    // Functions on the way down, with the callees that were not looked at yet.
    let mut path: Vec<(Option<FunctionId>, Vec<FunctionId>)> = vec![(None, roots)];
    while let Some((function, callees)) = path.last_mut() {
        match callees.pop() {
            Some(callee) if order.contains(&callee) => {}
            Some(callee) => {
                let mut callees = Vec::new();
                if let Some(function) = program.functions.get(callee.0 as usize) {
                    each_expression(&function.body, &mut |row| calls_in(row, &mut callees));
                }
                path.push((Some(callee), callees));
            }
            None => {
                if let Some(done) = function
                    && !order.contains(done)
                {
                    order.push(*done);
                }
                path.pop();
            }
        }
    }
    order
}

fn calls_in(expression: &Expression, found: &mut Vec<FunctionId>) {
    any(expression, &mut |at| {
        if let ExpressionKind::Call { function, .. } = at.kind {
            found.push(function);
        }
        false
    });
}

fn copies_out(function: &Function) -> bool {
    function
        .parameters
        .iter()
        .any(|direction| matches!(direction, Direction::Out | Direction::InOut))
}

/// True if a property holds for a statement or one inside it.
fn any_statement(list: &[Statement], holds: &mut dyn FnMut(&Statement) -> bool) -> bool {
    list.iter().any(|row| {
        holds(row)
            || match &row.kind {
                StatementKind::Block(body) | StatementKind::DoWhile { body, .. } => {
                    any_statement(body, holds)
                }
                StatementKind::If { accept, reject, .. } => {
                    any_statement(accept, holds) || any_statement(reject, holds)
                }
                StatementKind::For { init, body, .. } => {
                    any_statement(init, holds) || any_statement(body, holds)
                }
                StatementKind::Switch { cases, .. } => {
                    cases.iter().any(|case| any_statement(&case.body, holds))
                }
                _ => false,
            }
    })
}

/// Calls `each` with every whole expression of a list of statements.
pub(super) fn each_expression(list: &[Statement], each: &mut dyn FnMut(&Expression)) {
    any_statement(list, &mut |row| {
        match &row.kind {
            StatementKind::Expression(value)
            | StatementKind::If {
                condition: value, ..
            }
            | StatementKind::DoWhile {
                condition: value, ..
            }
            | StatementKind::Switch {
                selector: value, ..
            } => each(value),
            StatementKind::Declare { initializer, .. } => initializer.iter().for_each(&mut *each),
            StatementKind::Return(value) => value.iter().for_each(&mut *each),
            StatementKind::For {
                declare,
                condition,
                step,
                ..
            } => {
                declare.iter().for_each(|(_, first)| each(first));
                condition.iter().for_each(&mut *each);
                step.iter().for_each(&mut *each);
            }
            StatementKind::Block(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard => {}
        }
        false
    });
}

/// True if an expression has an effect outside the function's own variables.
fn acts_in(expression: &Expression, known: &[FunctionEffects]) -> bool {
    any(expression, &mut |at| acts_itself(at, known))
}

fn acts_itself(expression: &Expression, known: &[FunctionEffects]) -> bool {
    match &expression.kind {
        ExpressionKind::Assign { target, .. } | ExpressionKind::Increment { target, .. } => {
            is_global(root(target))
        }
        ExpressionKind::Builtin {
            function: BuiltinFunction::Modf,
            arguments,
        } => arguments.iter().any(|argument| is_global(root(argument))),
        ExpressionKind::Call {
            function: FunctionId(id),
            arguments,
        } => {
            let effects = known.get(*id as usize).copied().unwrap_or_default();
            effects.acts
                || (effects.copies_out
                    && arguments.iter().any(|argument| is_global(root(argument))))
        }
        _ => false,
    }
}

/// True if evaluating an expression may write the variable at the root of a place.
pub(super) fn may_write(
    expression: &Expression,
    variable: &Expression,
    known: &[FunctionEffects],
) -> bool {
    let is_part = |place: &Expression| is_same_variable(root(place), variable);
    any(expression, &mut |at| match &at.kind {
        ExpressionKind::Assign { target, .. } | ExpressionKind::Increment { target, .. } => {
            is_part(target)
        }
        ExpressionKind::Builtin {
            function: BuiltinFunction::Modf,
            arguments,
        } => arguments.iter().any(is_part),
        ExpressionKind::Call {
            function: FunctionId(id),
            arguments,
        } => {
            let effects = known.get(*id as usize).copied().unwrap_or_default();
            effects.acts && is_global(variable)
                || effects.copies_out && arguments.iter().any(is_part)
        }
        _ => false,
    })
}

/// True if both name the same variable.
pub(super) fn is_same_variable(left: &Expression, right: &Expression) -> bool {
    match (&left.kind, &right.kind) {
        (ExpressionKind::Local(left), ExpressionKind::Local(right)) => left == right,
        (ExpressionKind::Global(left), ExpressionKind::Global(right)) => left == right,
        _ => false,
    }
}

/// True if an expression names a variable or a part of one.
pub(super) fn is_place(expression: &Expression) -> bool {
    matches!(
        root(expression).kind,
        ExpressionKind::Global(_) | ExpressionKind::Local(_)
    )
}

/// The variable an l-value is part of.
pub(super) fn root(expression: &Expression) -> &Expression {
    let mut at = expression;
    while let ExpressionKind::Member { base, .. }
    | ExpressionKind::Swizzle { base, .. }
    | ExpressionKind::Index { base, .. } = &at.kind
    {
        at = base;
    }
    at
}

fn is_global(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Global(_))
}

/// The operands of an expression in the order of evaluation.
pub(super) fn children(expression: &Expression) -> impl Iterator<Item = &Expression> {
    let (fixed, list): ([Option<&Expression>; 3], &[Expression]) = match &expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Global(_) | ExpressionKind::Local(_) => {
            ([None; 3], &[])
        }
        ExpressionKind::Member { base, .. } | ExpressionKind::Swizzle { base, .. } => {
            ([Some(base), None, None], &[])
        }
        ExpressionKind::Index { base, index } => ([Some(base), Some(index), None], &[]),
        ExpressionKind::Unary { operand, .. } => ([Some(operand), None, None], &[]),
        ExpressionKind::Binary { left, right, .. } | ExpressionKind::Comma { left, right } => {
            ([Some(left), Some(right), None], &[])
        }
        ExpressionKind::Assign { target, value, .. } => ([Some(target), Some(value), None], &[]),
        ExpressionKind::Increment { target, .. } => ([Some(target), None, None], &[]),
        ExpressionKind::Select {
            condition,
            accept,
            reject,
        } => ([Some(condition), Some(accept), Some(reject)], &[]),
        ExpressionKind::Construct(arguments)
        | ExpressionKind::Call { arguments, .. }
        | ExpressionKind::Builtin { arguments, .. } => ([None; 3], arguments),
    };
    fixed.into_iter().flatten().chain(list)
}

/// Infix operators of one expression that naga is given: it recurses once for each.
pub(super) const MOST_OPERATORS: usize = 200;

/// True if an operation on integers has no defined result for this constant on its right: a division by
/// zero, a shift by more bits than there are. ESSL allows it, naga does not.
pub(super) fn is_undefined(operator: BinaryOperator, right: &Expression) -> bool {
    let ExpressionKind::Constant(constant) = &right.kind else {
        return false;
    };
    let refused: fn(&Scalar) -> bool = match operator {
        BinaryOperator::Divide | BinaryOperator::Remainder => {
            |scalar| matches!(scalar, Scalar::Int(0) | Scalar::Uint(0))
        }
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => |scalar| match *scalar {
            Scalar::Int(bits) => !(0..32).contains(&bits),
            Scalar::Uint(bits) => bits >= 32,
            _ => false,
        },
        _ => return false,
    };
    constant.scalars.iter().any(refused)
}

/// True if an expression is `c ? a : b`, or a part of that.
fn chooses_whole(expression: &Expression) -> bool {
    matches!(root(expression).kind, ExpressionKind::Select { .. })
}

/// True if an expression must be taken apart: evaluating it changes something, or it is too long.
pub(super) fn is_impure(expression: &Expression, known: &[FunctionEffects]) -> bool {
    let mut operators = 0;
    any(expression, &mut |at| match &at.kind {
        ExpressionKind::Binary {
            operator, right, ..
        } => {
            operators += 1;
            operators > MOST_OPERATORS || is_undefined(*operator, right)
        }
        ExpressionKind::Assign { .. }
        | ExpressionKind::Increment { .. }
        // A pure comma is taken apart too: its left side is dropped.
        | ExpressionKind::Comma { .. } => true,
        // naga keeps both sides of a choice as references when a part of it is read.
        ExpressionKind::Index { base, .. } => chooses_whole(base),
        ExpressionKind::Builtin { function, .. } => *function == BuiltinFunction::Modf,
        ExpressionKind::Call {
            function: FunctionId(id),
            ..
        } => known
            .get(*id as usize)
            .is_none_or(|effects| effects.is_impure()),
        _ => false,
    })
}

/// True if an expression calls a function of the user.
pub(super) fn has_call(expression: &Expression) -> bool {
    any(expression, &mut |at| {
        matches!(at.kind, ExpressionKind::Call { .. })
    })
}

/// True if a property holds anywhere in an expression.
pub(super) fn any(expression: &Expression, holds: &mut dyn FnMut(&Expression) -> bool) -> bool {
    let mut waiting: SmallVec<[&Expression; 16]> = SmallVec::new();
    waiting.push(expression);
    while let Some(at) = waiting.pop() {
        if holds(at) {
            return true;
        }
        waiting.extend(children(at));
    }
    false
}

/// True if some statement of a loop's body continues that loop.
pub(super) fn continues(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Continue => true,
        StatementKind::Block(body) => continues(body),
        StatementKind::If { accept, reject, .. } => continues(accept) || continues(reject),
        StatementKind::Switch { cases, .. } => cases.iter().any(|case| continues(&case.body)),
        _ => false,
    })
}
