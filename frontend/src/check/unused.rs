//! Warnings about what is declared and never used.

use super::search::find;
use crate::typed::{
    Expression, ExpressionKind, Function, Global, Program, Role, Statement, StatementKind,
};
use retroshade_diagnostics::codes::warning;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, Span};
use retroshade_ir::Stage;
use std::collections::BTreeSet;

/// Warns about uniforms, attributes, varyings, variables and functions that nothing uses. What stands in a
/// function that is never called does not count as a use, and is not looked into.
pub(crate) fn unused(program: &Program) -> Diagnostics {
    let mut globals = BTreeSet::new();
    let mut found = Diagnostics::new();
    for global in &program.globals {
        global.initializer.iter().for_each(|value| {
            uses(value, &mut globals, &mut BTreeSet::new());
        });
    }
    for function in &program.functions {
        let is_called = program.order.iter().any(|id| {
            let called = program.functions.get(id.0 as usize);
            called.is_some_and(|called| called.span == function.span)
        });
        if !is_called {
            found.extend(uncalled(program, function));
            continue;
        }
        let mut locals = BTreeSet::new();
        each_expression(&function.body, &mut |value| {
            uses(value, &mut globals, &mut locals);
        });
        found.extend(unused_locals(function, &locals));
    }
    for (index, global) in program.globals.iter().enumerate() {
        if !globals.contains(&(index as u32)) {
            found.extend(unused_global(program, global));
        }
    }
    sorted(found)
}

/// In the order of their places.
fn sorted(found: Diagnostics) -> Diagnostics {
    let mut list: Vec<Diagnostic> = found.into_iter().collect();
    list.sort_by_key(|warning| {
        let span = warning.primary.as_ref().map(|label| label.span);
        span.map(|span| (span.file, span.start))
    });
    list.into_iter().collect()
}

fn warn(code: Code, what: &str, name: &str, span: Span, label: &str) -> Option<Diagnostic> {
    // The text of a template may have names for people, who say with a `_` that they know.
    let meant = name.is_empty() || name.starts_with('_');
    (!meant && !span.is_none()).then(|| {
        Diagnostic::warning(code, format!("{what} `{name}` is never used")).at(span, label)
    })
}

fn uncalled(program: &Program, function: &Function) -> Diagnostics {
    let main = program.functions.get(program.main.0 as usize);
    // Libraries are included for some of their functions.
    let same_file = main.is_some_and(|main| main.span.file == function.span.file);
    let warning = warn(
        warning::UNUSED_FUNCTION,
        "the function",
        &function.name,
        function.span,
        "`main` does not reach it",
    );
    warning.filter(|_| same_file).into_iter().collect()
}

fn unused_locals(function: &Function, used: &BTreeSet<u32>) -> Diagnostics {
    let locals = function.locals.iter().enumerate();
    // Parameters belong to the signature; constants are folded into their uses.
    let own = locals.skip(function.parameters.len());
    own.filter(|(index, local)| local.constant.is_none() && !used.contains(&(*index as u32)))
        .filter_map(|(_, local)| {
            let code = warning::UNUSED_VARIABLE;
            warn(
                code,
                "the variable",
                &local.name,
                local.span,
                "declared here",
            )
        })
        .collect()
}

fn unused_global(program: &Program, global: &Global) -> Diagnostics {
    let (code, what, label) = match (&global.role, program.stage) {
        (Role::Uniform, _) => (
            warning::UNUSED_UNIFORM,
            "the uniform",
            "the program has no register for it",
        ),
        (Role::Attribute, _) => (
            warning::UNUSED_ATTRIBUTE,
            "the attribute",
            "the program has no register for it",
        ),
        (Role::VaryingOut, Stage::Vertex | Stage::Geometry) => {
            (warning::UNUSED_VARYING, "the varying", "never written")
        }
        (Role::VaryingIn, _) => (warning::UNUSED_VARYING, "the varying", "never read"),
        (Role::Private, _) => (warning::UNUSED_VARIABLE, "the variable", "declared here"),
        _ => return Diagnostics::new(),
    };
    warn(code, what, &global.name, global.span, label)
        .into_iter()
        .collect()
}

/// Adds the variables that an expression names.
fn uses(root: &Expression, globals: &mut BTreeSet<u32>, locals: &mut BTreeSet<u32>) {
    find(root, &mut |part| {
        match part.kind {
            ExpressionKind::Global(id) => _ = globals.insert(id.0),
            ExpressionKind::Local(id) => _ = locals.insert(id.0),
            _ => {}
        }
        None::<()>
    });
}

/// Looks at every expression of statements, those in deeper ones included.
fn each_expression(statements: &[Statement], look: &mut dyn FnMut(&Expression)) {
    let mut open: Vec<&Statement> = statements.iter().rev().collect();
    while let Some(statement) = open.pop() {
        match &statement.kind {
            StatementKind::Expression(value) => look(value),
            StatementKind::Declare { initializer, .. } => initializer.iter().for_each(&mut *look),
            StatementKind::Block(body) => open.extend(body),
            StatementKind::If {
                condition,
                accept,
                reject,
            } => {
                look(condition);
                open.extend(accept.iter().chain(reject));
            }
            StatementKind::For {
                init,
                declare,
                condition,
                step,
                body,
            } => {
                let declared = declare.iter().map(|(_, value)| value);
                declared.chain(condition).chain(step).for_each(&mut *look);
                open.extend(init.iter().chain(body));
            }
            StatementKind::DoWhile { body, condition } => {
                look(condition);
                open.extend(body);
            }
            StatementKind::Switch { selector, cases } => {
                look(selector);
                open.extend(cases.iter().flat_map(|case| &case.body));
            }
            StatementKind::Return(value) => value.iter().for_each(&mut *look),
            StatementKind::Break | StatementKind::Continue | StatementKind::Discard => {}
        }
    }
}
