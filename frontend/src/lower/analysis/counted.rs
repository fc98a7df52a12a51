//! Loops that end by counting.

use super::operands::operands;
use super::paths::RootRef;
use super::{LoopFacts, Write};
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Literal, Statement, UnaryOperator,
};

/// True if a loop has the form `for (…; i < n; i += c)` with `i` written nowhere else and `n` not at
/// all: it ends after a number of rounds that its body has no influence on.
pub(super) fn is_counted(
    function: &Function,
    body: &Block,
    continuing: &Block,
    facts: &LoopFacts,
) -> bool {
    counter(function, body, continuing, facts).is_some()
}

fn counter(function: &Function, body: &Block, continuing: &Block, facts: &LoopFacts) -> Option<()> {
    let (left, operator, right) = test(function, body)?;
    let (variable, step) = step(function, continuing)?;
    let writes = facts
        .writes
        .iter()
        .filter(|(root, _)| *root == RootRef::Local(variable))
        .count();
    if writes != 1 {
        return None;
    }
    let rises = match (
        loads(function, left, variable),
        loads(function, right, variable),
    ) {
        (true, false) if is_fixed(function, right, facts) => true,
        (false, true) if is_fixed(function, left, facts) => false,
        _ => return None,
    };
    let rises = match operator {
        BinaryOperator::Less | BinaryOperator::LessEqual => rises,
        BinaryOperator::Greater | BinaryOperator::GreaterEqual => !rises,
        _ => return None,
    };
    (rises == (step > 0.0)).then_some(())
}

/// The comparison that keeps the loop going: the body starts with `if (!(a op b)) break`.
fn test(
    function: &Function,
    body: &Block,
) -> Option<(Handle<Expression>, BinaryOperator, Handle<Expression>)> {
    let first = body
        .iter()
        .find(|statement| !matches!(statement, Statement::Emit(_)))?;
    let Statement::If {
        condition, accept, ..
    } = first
    else {
        return None;
    };
    if !matches!(accept.first(), Some(Statement::Break)) {
        return None;
    }
    let Expression::Unary {
        op: UnaryOperator::LogicalNot,
        expr,
    } = function.expressions[*condition]
    else {
        return None;
    };
    match function.expressions[expr] {
        Expression::Binary { op, left, right } => Some((left, op, right)),
        _ => None,
    }
}

/// The only variable the step writes, and what it adds.
fn step(function: &Function, continuing: &Block) -> Option<(u32, f64)> {
    let mut found = None;
    for statement in continuing {
        match statement {
            Statement::Emit(_) => {}
            Statement::Store { pointer, value } if found.is_none() => {
                found = Some((*pointer, *value));
            }
            _ => return None,
        }
    }
    let (pointer, value) = found?;
    let Expression::LocalVariable(local) = function.expressions[pointer] else {
        return None;
    };
    let variable = local.index() as u32;
    let Expression::Binary { op, left, right } = function.expressions[value] else {
        return None;
    };
    if !loads(function, left, variable) {
        return None;
    }
    let Expression::Literal(literal) = function.expressions[right] else {
        return None;
    };
    let amount = match literal {
        Literal::F32(value) => f64::from(value),
        Literal::I32(value) => f64::from(value),
        Literal::U32(value) => f64::from(value),
        _ => return None,
    };
    match op {
        BinaryOperator::Add if amount != 0.0 => Some((variable, amount)),
        BinaryOperator::Subtract if amount != 0.0 => Some((variable, -amount)),
        _ => None,
    }
}

fn loads(function: &Function, expression: Handle<Expression>, variable: u32) -> bool {
    match function.expressions[expression] {
        Expression::Load { pointer } => matches!(
            function.expressions[pointer],
            Expression::LocalVariable(local) if local.index() as u32 == variable
        ),
        _ => false,
    }
}

/// True if an expression has the same value in every round: it reads nothing that the loop writes.
fn is_fixed(function: &Function, expression: Handle<Expression>, facts: &LoopFacts) -> bool {
    let mut waiting = vec![expression];
    let mut steps = 0u32;
    while let Some(handle) = waiting.pop() {
        steps += 1;
        let at = &function.expressions[handle];
        let root = match at {
            Expression::LocalVariable(local) => Some(RootRef::Local(local.index() as u32)),
            Expression::GlobalVariable(global) => Some(RootRef::Global(global.index() as u32)),
            Expression::FunctionArgument(index) => Some(RootRef::Argument(*index)),
            Expression::CallResult(_) => return false,
            _ => None,
        };
        let written = root.is_some_and(|root| {
            facts.writes.iter().any(|&(written, write)| {
                written == root
                    || matches!((root, write), (RootRef::Global(at), Write::Global(global)) if at == global)
            })
        });
        if written || steps > 64 {
            return false;
        }
        operands(at, |operand| waiting.push(operand));
    }
    true
}
