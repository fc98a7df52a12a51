//! Functions: heads, overloads, bodies.

use super::Checker;
use super::qualifiers::{Qualifiers, Storage};
use super::report::spell_version;
use super::scope::Binding;
use crate::intern::{Interner, Symbol};
use crate::syntax::{self, FunctionDefinition, FunctionHead, Name, TypeName, TypeSpecifier};
use crate::typed::flow::falls_through;
use crate::typed::{Direction, Function, Local, LocalId, Statement, StatementKind, Type};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Precision;

/// What a head of a function begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declares {
    Prototype,
    Definition,
}

/// All functions of one name.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// Indices into the checker's signatures.
    pub(super) overloads: Vec<u32>,
}

/// A parameter of a [`Signature`].
#[derive(Clone, Copy, Debug)]
pub(super) struct SignatureParameter {
    pub(super) ty: Type,
    pub(super) direction: Direction,
}

/// A function that was declared or defined. Its index is its [`FunctionId`](crate::typed::FunctionId).
#[derive(Debug)]
pub(super) struct Signature {
    pub(super) name: Symbol,
    pub(super) result: Type,
    pub(super) parameters: Vec<SignatureParameter>,
    /// The name in the first declaration.
    pub(super) span: Span,
    pub(super) prototype: Option<Span>,
    pub(super) definition: Option<Span>,
    pub(super) function: Option<Function>,
}

/// The function whose statements are being checked.
#[derive(Debug)]
pub(super) struct Body {
    /// `None` if its head was reported.
    pub(super) signature: Option<u32>,
    /// `None` if it was reported.
    pub(super) result: Option<Type>,
    /// The result type as written.
    pub(super) result_span: Span,
    pub(super) locals: Vec<Local>,
    /// Beside the first locals.
    pub(super) parameters: Vec<Direction>,
    /// The number of times that each local is written, for the rules about loop counters.
    pub(super) writes: Vec<u32>,
    /// Counters of the loops around, which Appendix A counts as constant in an index.
    pub(super) counters: Vec<LocalId>,
    /// Loops around.
    pub(super) loops: u32,
    /// `switch` statements around.
    pub(super) switches: u32,
    /// `return` statements so far.
    pub(super) returns: u32,
    /// Variables that stand for values which are read twice (Cg).
    pub(super) temporaries: Vec<LocalId>,
}

/// A head whose types are known.
pub(super) struct Head<'a> {
    pub(super) name: Name,
    /// `None` if it was reported.
    pub(super) result: Option<Type>,
    pub(super) parameters: Vec<Parameter<'a>>,
}

/// A parameter as written.
pub(super) struct Parameter<'a> {
    pub(super) source: &'a syntax::Parameter,
    /// `None` if it was reported.
    pub(super) ty: Option<Type>,
    pub(super) direction: Direction,
    pub(super) precision: Option<Precision>,
}

/// The functions of a checked program, in the order of their first declaration.
pub(super) fn finished(signatures: Vec<Signature>, names: &Interner) -> Vec<Function> {
    signatures
        .into_iter()
        .map(|signature| match signature.function {
            Some(function) => function,
            // Declared, never defined and never called.
            None => Function {
                name: names.text(signature.name).to_owned(),
                result: signature.result,
                locals: Vec::new(),
                parameters: Vec::new(),
                body: Vec::new(),
                span: signature.span,
            },
        })
        .collect()
}

impl Checker<'_> {
    /// `float f(float x);`
    pub(super) fn prototype(&mut self, head: &FunctionHead) {
        let extent = head.span;
        let head = self.head(head);
        if let Some(index) = self.register(&head, Declares::Prototype) {
            self.note_function(&head, index, extent);
        }
    }

    /// `float f(float x) { … }`
    pub(super) fn function(&mut self, definition: &FunctionDefinition) {
        let head = self.head(&definition.head);
        let signature = self.register(&head, Declares::Definition);
        let extent = definition.head.span.to(definition.end);
        if let Some(index) = signature {
            self.note_function(&head, index, extent);
            self.note_entry(&definition.head, &head, index);
        }
        self.unknown.clear();
        self.body = Some(Body {
            signature,
            result: head.result,
            result_span: definition.head.result.span,
            locals: Vec::new(),
            parameters: Vec::new(),
            writes: Vec::new(),
            counters: Vec::new(),
            loops: 0,
            switches: 0,
            returns: 0,
            temporaries: Vec::new(),
        });
        self.open_scope(extent);
        for parameter in &head.parameters {
            self.declare_parameter(parameter);
        }
        // In ESSL 3.00 parameters and the body share a scope; in ESSL 1.00 the body is a compound statement
        // with a scope of its own, whose variables may hide parameters.
        let own_scope = self.is_100();
        if own_scope {
            self.open_scope(extent);
        }
        let errors = self.errors;
        let mut statements = Vec::new();
        for statement in &definition.body {
            self.statement(statement, &mut statements);
        }
        if own_scope {
            self.close_scope();
        }
        self.close_scope();
        let Some(body) = self.body.take() else {
            return;
        };
        let declare = |&local| Statement {
            kind: StatementKind::Declare {
                local,
                initializer: None,
            },
            span: definition.head.span,
        };
        statements.splice(0..0, body.temporaries.iter().map(declare));
        // A statement that was reported is not in the list: its shape would tell nothing.
        let sound = errors == self.errors;
        if sound && head.result.is_some_and(|ty| !ty.is_void()) && falls_through(&statements) {
            self.missing_return(head.name, definition.end, body.returns);
        }
        let Some(slot) = signature.and_then(|index| self.signatures.get_mut(index as usize)) else {
            return;
        };
        slot.function = Some(Function {
            name: self.names.text(head.name.symbol).to_owned(),
            result: slot.result,
            locals: body.locals,
            parameters: body.parameters,
            body: statements,
            span: definition.head.span,
        });
    }

    #[cold]
    fn missing_return(&mut self, name: Name, end: Span, returns: u32) {
        let text = self.text(name.symbol);
        if returns == 0 {
            let message = format!("`{text}` returns no value");
            self.report(
                Diagnostic::error(semantic::RETURN, message)
                    .at(name.span, "has a result, but no `return`"),
            );
            return;
        }
        let message = format!("`{text}` may end without a value");
        self.warn(
            Diagnostic::warning(warning::MISSING_RETURN, message)
                .at(end, "reached without `return`")
                .and_at(name.span, "the function"),
        );
    }

    fn head<'h>(&mut self, head: &'h FunctionHead) -> Head<'h> {
        let qualifiers = self.qualifiers(&head.qualifiers);
        let place = "on the result of a function";
        self.plain_only(&qualifiers, place);
        if let Some((storage, span)) = qualifiers.storage {
            self.misplaced(storage.word(), span, place);
        }
        let result = self.result_type(&head.result);
        if let Some(result) = result
            && !result.is_void()
        {
            self.precision_of(result, qualifiers.precision, head.result.span);
        }
        let parameters = head.parameters.iter().map(|p| self.parameter(p)).collect();
        Head {
            name: head.name,
            result,
            parameters,
        }
    }

    fn result_type(&mut self, specifier: &TypeSpecifier) -> Option<Type> {
        if let TypeName::Struct(structure) = &specifier.name {
            let message = "a structure cannot be defined in the head of a function";
            let label = "define it before";
            self.error(semantic::FUNCTION_HEAD, message, structure.span, label);
            return None;
        }
        let shape = self.specifier(specifier)?;
        let ty = self.sized(shape, None)?;
        if self.has_sampler(ty) {
            let message = format!("a function cannot return `{}`", self.spell(ty));
            self.error(semantic::SAMPLER_USE, message, specifier.span, "a sampler");
            return None;
        }
        if self.is_100() && self.has_array(ty) {
            let message = format!(
                "a function cannot return `{}` in {}",
                self.spell(ty),
                spell_version(self.version)
            );
            self.error(semantic::ARRAY_USE, message, specifier.span, "an array");
            return None;
        }
        Some(ty)
    }

    fn parameter<'h>(&mut self, source: &'h syntax::Parameter) -> Parameter<'h> {
        let qualifiers = self.qualifiers(&source.qualifiers);
        let direction = self.direction(&qualifiers);
        let ty = self.parameter_type(source, direction);
        let precision = ty.and_then(|ty| self.precision_of(ty, qualifiers.precision, source.span));
        Parameter {
            source,
            ty,
            direction,
            precision,
        }
    }

    fn parameter_type(&mut self, source: &syntax::Parameter, direction: Direction) -> Option<Type> {
        if let TypeName::Struct(structure) = &source.specifier.name {
            let message = "a structure cannot be defined in the head of a function";
            let label = "define it before";
            self.error(semantic::FUNCTION_HEAD, message, structure.span, label);
            return None;
        }
        let shape = self.specifier(&source.specifier)?;
        let ty = self.sized(shape, source.array.as_ref())?;
        if ty.is_void() {
            self.void_variable("parameter", source.span);
            return None;
        }
        let written = matches!(direction, Direction::Out | Direction::InOut);
        if written && self.has_sampler(ty) {
            let message = format!("`{}` can only be an `in` parameter", self.spell(ty));
            let label = "a sampler cannot be written";
            self.error(semantic::SAMPLER_USE, message, source.span, label);
            return None;
        }
        Some(ty)
    }

    fn direction(&mut self, qualifiers: &Qualifiers<'_>) -> Direction {
        self.plain_only(qualifiers, "on a parameter");
        let direction = match qualifiers.storage {
            None | Some((Storage::In, _)) => Direction::In,
            Some((Storage::Const, _)) => Direction::ConstIn,
            Some((Storage::Out, _)) => Direction::Out,
            Some((Storage::InOut, _)) => Direction::InOut,
            Some((Storage::Uniform, _)) if self.is_cg() => Direction::In,
            Some((storage, span)) => {
                self.misplaced(storage.word(), span, "on a parameter");
                Direction::In
            }
        };
        match (qualifiers.constant, direction) {
            (Some(_), Direction::In) => Direction::ConstIn,
            (Some(span), Direction::Out | Direction::InOut) => {
                self.misplaced("const", span, "on a parameter that is written");
                direction
            }
            _ => direction,
        }
    }

    fn declare_parameter(&mut self, parameter: &Parameter<'_>) {
        let source = parameter.source;
        let name = source.name;
        // A parameter that was reported still takes its place, so that later ones keep theirs.
        let id = self.add_local(Local {
            name: name.map_or_else(String::new, |name| self.text(name.symbol).to_owned()),
            ty: parameter.ty.unwrap_or(Type::FLOAT),
            precision: parameter.precision,
            constant: None,
            span: name.map_or(source.span, |name| name.span),
        });
        if let Some(body) = &mut self.body {
            body.parameters.push(parameter.direction);
        }
        if let Some(name) = name {
            let binding = match parameter.ty {
                Some(_) => Binding::Local(id),
                None => Binding::Poison,
            };
            self.declare(name, binding);
        }
    }
}
