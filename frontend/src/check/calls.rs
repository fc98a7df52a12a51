//! Calls: which function is meant, and whether its arguments fit.

use super::builtins::{self, FunctionRow, Overload};
use super::cg;
use super::expressions::{constant_expression, is_constant, scalars};
use super::fold::{self, Operand};
use super::graph::Call;
use super::remedy::Remedy;
use super::scope::Binding;
use super::undefined::undefined;
use super::{Checked, Checker};
use crate::syntax::{self, Callee, Name};
use crate::typed::{
    Base, BuiltinFunction, Direction, Expression, ExpressionKind, FunctionId, ScalarKind, Type,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

/// Overloads that a message lists at most.
const LISTED: usize = 8;

impl Checker<'_> {
    /// `f(…)` or `T(…)`
    pub(super) fn call(
        &mut self,
        callee: &Callee,
        arguments: &[syntax::Expression],
        span: Span,
    ) -> Checked {
        let checked = self.arguments(arguments);
        match callee {
            Callee::Type(specifier) => self.constructor(specifier, checked?, span),
            Callee::Function(name) => self.function_call(*name, arguments, checked, span),
        }
    }

    /// All arguments; `None` if one was reported.
    fn arguments(&mut self, arguments: &[syntax::Expression]) -> Option<Vec<Expression>> {
        let mut result = Vec::with_capacity(arguments.len());
        for argument in arguments {
            if let Some(checked) = self.value(argument) {
                result.push(checked);
            }
        }
        (result.len() == arguments.len()).then_some(result)
    }

    fn function_call(
        &mut self,
        name: Name,
        sources: &[syntax::Expression],
        arguments: Option<Vec<Expression>>,
        span: Span,
    ) -> Checked {
        let group = match self.scopes.find(name.symbol).map(|e| (e.binding, e.span)) {
            Some((Binding::Functions(group), _)) => Some(group),
            Some((binding, declared)) => {
                self.note_use(name, declared);
                return match binding {
                    Binding::Poison => None,
                    _ => self.not_a_function(name, binding, declared),
                };
            }
            None => None,
        };
        if self.is_cg() {
            return self.call_in_cg(name, group, sources, arguments, span);
        }
        let row = builtins::function(self.text(name.symbol));
        if group.is_none() && !self.builtin_exists(name, row) {
            return None;
        }
        let Some(arguments) = arguments else {
            self.note_unclear_call(name, group);
            return None;
        };
        if let Some(group) = group
            && let Some(signature) = self.find_overload(group, &arguments)
        {
            return self.user_call(signature, name, sources, arguments, span);
        }
        if row.is_none_or(|row| self.find_builtin(row, &arguments).is_none()) {
            let found = group.and_then(|group| self.arguments_for_group(group, &arguments));
            if let Some((signature, arguments)) = found {
                return self.user_call(signature, name, sources, arguments, span);
            }
        }
        let converted = match row {
            Some(row) if self.find_builtin(row, &arguments).is_none() => {
                self.arguments_for_builtin(row, &arguments)
            }
            _ => None,
        };
        let arguments = converted.unwrap_or(arguments);
        match row.and_then(|row| self.find_builtin(row, &arguments)) {
            Some((overload, ty)) => {
                self.note_builtin(name);
                self.note_extension(
                    overload.availability.extension,
                    self.text(name.symbol),
                    name.span,
                );
                self.builtin_call(overload, ty, sources, arguments, span)
            }
            None => {
                self.note_unclear_call(name, group);
                self.no_overload(name, group, row, sources, &arguments)
            }
        }
    }

    /// A call in Cg: of a function of the program, else of the library.
    fn call_in_cg(
        &mut self,
        name: Name,
        group: Option<u32>,
        sources: &[syntax::Expression],
        arguments: Option<Vec<Expression>>,
        span: Span,
    ) -> Checked {
        let Some(group) = group else {
            return self.cg_call(name, sources, arguments, span);
        };
        let Some(arguments) = arguments else {
            self.note_unclear_call(name, Some(group));
            return None;
        };
        if let Some((signature, arguments)) = self.arguments_for_group(group, &arguments) {
            return self.user_call(signature, name, sources, arguments, span);
        }
        if cg::names().any(|own| own == self.text(name.symbol)) {
            return self.cg_call(name, sources, Some(arguments), span);
        }
        self.note_unclear_call(name, Some(group));
        self.no_overload(name, Some(group), None, sources, &arguments)
    }

    /// Notes a call that none of the overloads takes: the first of them, or the built-in function.
    #[cold]
    fn note_unclear_call(&mut self, name: Name, group: Option<u32>) {
        let Some(group) = group else {
            return self.note_builtin(name);
        };
        let group = self.groups.get(group as usize);
        let first = group.and_then(|group| group.overloads.first());
        let signature = first.and_then(|&index| self.signatures.get(index as usize));
        if let Some(span) = signature.map(|signature| signature.span) {
            self.note_use(name, span);
        }
    }

    /// True if a name is a built-in function here; reports it otherwise.
    fn builtin_exists(&mut self, name: Name, row: Option<&'static FunctionRow>) -> bool {
        let text = self.text(name.symbol);
        match row.map(|row| row.check(self.place())) {
            Some(Ok(())) => true,
            Some(Err(missing)) => {
                self.missing_builtin("the function", text, name.span, missing);
                false
            }
            None => {
                match builtins::refused(text) {
                    Some(reason) => {
                        let message = format!("`{text}` is not supported: {reason}");
                        let label = "no target can do this";
                        self.error(semantic::UNSUPPORTED_FEATURE, message, name.span, label);
                    }
                    None => self.unknown("function", name.symbol, name.span),
                }
                false
            }
        }
    }

    #[cold]
    fn not_a_function(&mut self, name: Name, binding: Binding, declared: Span) -> Checked {
        let kind = self.describe(binding).unwrap_or("something else");
        let text = self.text(name.symbol);
        self.fail(
            Diagnostic::error(
                semantic::WRONG_KIND,
                format!("`{text}` is {kind}, not a function"),
            )
            .at(name.span, "called here")
            .and_at(declared, "declared here"),
        )
    }

    /// The overload of a group whose parameters have exactly the types of the arguments.
    fn find_overload(&self, group: u32, arguments: &[Expression]) -> Option<u32> {
        self.overload_of(group, arguments.iter().map(|argument| &argument.ty))
    }

    /// The overload of a group with exactly these parameters.
    fn overload_of<'t>(
        &self,
        group: u32,
        types: impl IntoIterator<Item = &'t Type> + Clone,
    ) -> Option<u32> {
        let group = self.groups.get(group as usize)?;
        group.overloads.iter().copied().find(|&index| {
            self.signatures
                .get(index as usize)
                .is_some_and(|signature| {
                    let parameters = signature.parameters.iter().map(|parameter| &parameter.ty);
                    parameters.eq(types.clone())
                })
        })
    }

    pub(super) fn find_builtin(
        &self,
        row: &'static FunctionRow,
        arguments: &[Expression],
    ) -> Option<(&'static Overload, Type)> {
        let place = self.place();
        row.overloads
            .iter()
            .filter(|overload| overload.availability.check(place).is_ok())
            .find_map(|overload| {
                let types = arguments.iter().map(|argument| argument.ty);
                overload.result(types).map(|ty| (overload, ty))
            })
    }

    fn user_call(
        &mut self,
        index: u32,
        name: Name,
        sources: &[syntax::Expression],
        arguments: Vec<Expression>,
        span: Span,
    ) -> Checked {
        let first = self.signatures.get(index as usize)?.span;
        self.note_use(name, first);
        let signature = self.signatures.get(index as usize)?;
        let ty = signature.result;
        let written: Vec<bool> = signature
            .parameters
            .iter()
            .map(|parameter| matches!(parameter.direction, Direction::Out | Direction::InOut))
            .collect();
        for ((argument, source), written) in arguments.iter().zip(sources).zip(written) {
            if written && !self.writable(argument, source, "passed to an `out` parameter") {
                return None;
            }
        }
        let caller = self.body.as_ref().and_then(|body| body.signature);
        self.calls.push(Call {
            caller,
            callee: index,
            span: name.span,
        });
        let kind = ExpressionKind::Call {
            function: FunctionId(index),
            arguments,
        };
        Some(Expression { kind, ty, span })
    }

    fn builtin_call(
        &mut self,
        overload: &Overload,
        ty: Type,
        sources: &[syntax::Expression],
        arguments: Vec<Expression>,
        span: Span,
    ) -> Checked {
        if let Some(index) = overload.writes
            && let (Some(argument), Some(source)) = (arguments.get(index), sources.get(index))
            && !self.writable(argument, source, "passed to an `out` parameter")
        {
            return None;
        }
        if let BuiltinFunction::EmitVertex | BuiltinFunction::EndPrimitive = overload.function {
            return Some(self.emission(overload.function, span));
        }
        if overload.writes.is_none() && arguments.iter().all(is_constant) {
            let operands: Vec<Operand<'_>> = arguments.iter().filter_map(operand).collect();
            let warning = undefined(overload.function, &operands, span);
            if let Some(value) = fold::builtin(overload.function, &operands) {
                warning.into_iter().for_each(|warning| self.warn(warning));
                return Some(constant_expression(ty, value, span));
            }
        }
        let kind = ExpressionKind::Builtin {
            function: overload.function,
            arguments,
        };
        Some(Expression { kind, ty, span })
    }

    #[cold]
    fn no_overload(
        &mut self,
        name: Name,
        group: Option<u32>,
        row: Option<&'static FunctionRow>,
        sources: &[syntax::Expression],
        arguments: &[Expression],
    ) -> Checked {
        let text = self.text(name.symbol);
        let types = self.spell_list(arguments.iter().map(|argument| argument.ty));
        let message = format!("no overload `{text}{types}`");
        let mut diagnostic = Diagnostic::error(semantic::NO_OVERLOAD, message)
            .at(name.span, "no overload takes these arguments");
        let overloads = group
            .and_then(|group| self.groups.get(group as usize))
            .map_or(&[][..], |group| &group.overloads);
        for &index in overloads.iter().take(LISTED) {
            if let Some(signature) = self.signatures.get(index as usize) {
                let parameters = self.spell_list(signature.parameters.iter().map(|p| p.ty));
                let result = self.spell(signature.result);
                let label = format!("`{result} {text}{parameters}`");
                diagnostic = diagnostic.and_at(signature.span, label);
            }
        }
        let place = self.place();
        let rows = row.map_or(&[][..], |row| row.overloads);
        let mut hidden = None;
        for overload in rows {
            match overload.availability.check(place) {
                Ok(()) => {
                    diagnostic =
                        diagnostic.with_note(format!("there is `{}`", overload.spell(text)))
                }
                Err(missing) => {
                    let types = arguments.iter().map(|argument| argument.ty);
                    if overload.result(types).is_some() {
                        hidden = Some(missing);
                    }
                }
            }
        }
        // The very overload exists, but not here: say that instead.
        if let (Some(missing), true) = (hidden, overloads.is_empty()) {
            let called = format!("{text}{types}");
            diagnostic = self.missing("the overload", &called, name.span, missing);
        }
        if let Some(remedy) = self.conversion_of_arguments(group, row, sources, arguments) {
            diagnostic = remedy.attach_to(diagnostic);
        }
        self.fail(diagnostic)
    }

    /// How to call a function that takes floats with integers, if there is one.
    fn conversion_of_arguments(
        &self,
        group: Option<u32>,
        row: Option<&'static FunctionRow>,
        sources: &[syntax::Expression],
        arguments: &[Expression],
    ) -> Option<Remedy> {
        let float = |ty: Type| match ty.base {
            Base::Vector {
                scalar: ScalarKind::Int,
                lanes,
            } => Type {
                base: Type::vector(ScalarKind::Float, lanes).base,
                ..ty
            },
            _ => ty,
        };
        let types: Vec<Type> = arguments
            .iter()
            .map(|argument| float(argument.ty))
            .collect();
        let place = self.place();
        let exists = group.is_some_and(|group| self.overload_of(group, &types).is_some())
            || row.is_some_and(|row| {
                row.overloads.iter().any(|overload| {
                    overload.availability.check(place).is_ok()
                        && overload.result(types.iter().copied()).is_some()
                })
            });
        if !exists {
            return None;
        }
        let (source, argument) = sources
            .iter()
            .zip(arguments)
            .find(|(_, argument)| argument.ty.kind() == Some(ScalarKind::Int))?;
        Some(Remedy::float(argument.ty, Some(source)))
    }
}

/// A folded argument for the folder.
pub(super) fn operand(expression: &Expression) -> Option<Operand<'_>> {
    Some(Operand {
        ty: expression.ty,
        scalars: scalars(expression)?,
    })
}
