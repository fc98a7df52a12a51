//! Warnings about what makes a valid shader useless.

use super::search::find;
use crate::typed::{
    Constant, Expression, ExpressionKind, Program, Role, Scalar, Statement, StatementKind,
};
use retroshade_diagnostics::codes::warning;
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::{Builtin, Stage};

/// Warns about a vertex shader without a position and about loops that never end.
pub(crate) fn oversights(program: &Program) -> Diagnostics {
    let mut found: Diagnostics = no_position(program).into_iter().collect();
    let reached = program
        .order
        .iter()
        .filter_map(|id| program.functions.get(id.0 as usize));
    let bodies: Vec<&[Statement]> = reached.map(|function| &*function.body).collect();
    let discards = bodies.iter().any(|body| body.iter().any(has_discard));
    for body in bodies {
        endless_loops(body, discards, &mut found);
    }
    found
}

/// A built-in variable is among the globals if something names it.
fn no_position(program: &Program) -> Option<Diagnostic> {
    let is_position =
        |role: &Role| matches!(role, Role::BuiltinOut(builtin) if *builtin == Builtin::Position);
    let named = program
        .globals
        .iter()
        .any(|global| is_position(&global.role));
    if program.stage != Stage::Vertex || named {
        return None;
    }
    let main = program.functions.get(program.main.0 as usize)?;
    Some(
        Diagnostic::warning(warning::MISSING_POSITION, "`gl_Position` is never written")
            .at(main.span, "vertices have no place without it")
            .with_help("write `gl_Position = …;` in `main`"),
    )
}

/// Adds a warning for each loop that nothing leaves.
fn endless_loops(body: &[Statement], discards: bool, found: &mut Diagnostics) {
    let mut open: Vec<&Statement> = body.iter().rev().collect();
    while let Some(statement) = open.pop() {
        let (condition, body, step) = match &statement.kind {
            StatementKind::For {
                condition,
                body,
                step,
                ..
            } => (condition.as_ref(), body, step.as_ref()),
            StatementKind::DoWhile { condition, body } => (Some(condition), body, None),
            _ => {
                open.extend(parts(statement));
                continue;
            }
        };
        open.extend(parts(statement));
        // A function that is called may end the shader as well.
        let calls = || discards && (body.iter().any(calls_function) || step.is_some_and(calls));
        if condition.is_none_or(is_true) && !body.iter().any(|part| leaves(part, true)) && !calls()
        {
            let warning = Diagnostic::warning(warning::ENDLESS_LOOP, "this loop never ends");
            found.push(
                warning
                    .at(statement.span, "no `break`, `return` or `discard` in it")
                    .with_help("leave it with `if (…) break;`, or give it a condition"),
            );
        }
    }
}

fn is_true(condition: &Expression) -> bool {
    let truth = |constant: &Constant| constant.scalars == [Scalar::Bool(true)];
    matches!(&condition.kind, ExpressionKind::Constant(constant) if truth(constant))
}

/// True if a statement may end the loop that it is in. `breaks`: a `break` would be that loop's.
fn leaves(statement: &Statement, breaks: bool) -> bool {
    let breaks = match &statement.kind {
        StatementKind::Return(_) | StatementKind::Discard => return true,
        StatementKind::Break => return breaks,
        StatementKind::For { .. }
        | StatementKind::DoWhile { .. }
        | StatementKind::Switch { .. } => false,
        _ => breaks,
    };
    parts(statement)
        .into_iter()
        .any(|part| leaves(part, breaks))
}

fn has_discard(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Discard)
        || parts(statement).into_iter().any(has_discard)
}

fn calls_function(statement: &Statement) -> bool {
    let own = match &statement.kind {
        StatementKind::Expression(value) => calls(value),
        StatementKind::Declare { initializer, .. } => initializer.as_ref().is_some_and(calls),
        StatementKind::If { condition, .. } | StatementKind::DoWhile { condition, .. } => {
            calls(condition)
        }
        StatementKind::For {
            declare,
            condition,
            step,
            ..
        } => {
            let declared = declare.iter().map(|(_, value)| value);
            declared.chain(condition).chain(step).any(calls)
        }
        StatementKind::Switch { selector, .. } => calls(selector),
        _ => false,
    };
    own || parts(statement).into_iter().any(calls_function)
}

fn calls(value: &Expression) -> bool {
    let call = |part: &Expression| matches!(part.kind, ExpressionKind::Call { .. }).then_some(());
    find(value, &mut { call }).is_some()
}

/// The statements that are directly in a statement. The parser limits how deep they go.
fn parts(statement: &Statement) -> Vec<&Statement> {
    match &statement.kind {
        StatementKind::Block(body) | StatementKind::DoWhile { body, .. } => body.iter().collect(),
        StatementKind::For { init, body, .. } => init.iter().chain(body).collect(),
        StatementKind::If { accept, reject, .. } => accept.iter().chain(reject).collect(),
        StatementKind::Switch { cases, .. } => cases.iter().flat_map(|case| &case.body).collect(),
        _ => Vec::new(),
    }
}
