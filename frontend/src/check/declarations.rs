//! Names coming into scope, and local variables.

use super::expressions::{constant_of, is_constant};
use super::qualifiers::{Qualifiers, Storage};
use super::scope::Binding;
use super::search::find;
use super::specifiers::{ArrayPart, Shape};
use super::{Checked, Checker};
use crate::syntax::{self, Declaration, Declarator, Name};
use crate::typed::{
    Constant, Expression, ExpressionKind, Local, LocalId, Statement, StatementKind, Type,
};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};

/// A declarator whose type and initialiser are known.
pub(super) struct Resolved {
    /// Type.
    pub(super) ty: Type,
    /// The initialiser: `None` if there is none.
    pub(super) initializer: Option<Checked>,
}

impl Checker<'_> {
    /// Declares a name, with the rules about reserved and repeated names.
    pub(super) fn declare(&mut self, name: Name, binding: Binding) {
        self.check_name(name);
        if let Some(entry) = self.scopes.find_here(name.symbol) {
            let earlier = entry.span;
            self.redeclared("name", name, earlier);
            // What follows most likely means the nearer one.
        }
        self.scopes.declare(name.symbol, binding, name.span);
        self.note_declared(name, binding);
    }

    /// Reports names that belong to the language.
    pub(super) fn check_name(&mut self, name: Name) {
        let text = self.text(name.symbol);
        if text.starts_with("gl_") {
            let message = format!("the name `{text}` is reserved");
            let label = "names that begin with `gl_` belong to the language";
            self.error(semantic::RESERVED_NAME, message, name.span, label);
        } else if text.contains("__") {
            self.warn(
                Diagnostic::warning(
                    warning::RESERVED_UNDERSCORES,
                    format!("the name `{text}` is reserved"),
                )
                .at(name.span, "names that contain `__` are reserved"),
            );
        }
    }

    #[cold]
    pub(super) fn redeclared(&mut self, what: &str, name: Name, earlier: Span) {
        let text = self.text(name.symbol);
        self.report(
            Diagnostic::error(
                semantic::REDECLARED,
                format!("the {what} `{text}` is declared twice"),
            )
            .at(name.span, "declared again in the same scope")
            .and_at(earlier, "first declared here"),
        );
    }

    #[cold]
    pub(super) fn void_variable(&mut self, what: &str, span: Span) {
        let message = format!("a {what} cannot be `void`");
        self.error(semantic::VOID_USE, message, span, "`void` has no values");
    }

    /// Warns about `float;`. A structure may be declared alone.
    pub(super) fn empty_declaration(&mut self, declaration: &Declaration) {
        let is_struct = matches!(declaration.specifier.name, syntax::TypeName::Struct(_));
        if !is_struct {
            self.warn(
                Diagnostic::warning(warning::EMPTY_DECLARATION, "this declaration has no name")
                    .at(declaration.span, "declares nothing"),
            );
        }
    }

    /// The type of a declarator, with its initialiser checked against it.
    ///
    /// `elements` is the number that an array without a size has, if there is one.
    pub(super) fn declarator(
        &mut self,
        shape: Option<Shape>,
        declarator: &Declarator,
        elements: Option<u32>,
    ) -> Option<Resolved> {
        let list = declarator.initializer.as_ref().filter(|_| self.is_cg());
        if let Some(list) = list.filter(|e| matches!(e.kind, syntax::ExpressionKind::List(_))) {
            return self.listed(shape?, declarator, list);
        }
        let initializer = declarator.initializer.as_ref().map(|e| (e, self.value(e)));
        let shape = shape?;
        let ty = self.declared_type(shape, declarator, initializer.as_ref(), elements)?;
        if ty.is_void() {
            self.void_variable("variable", declarator.name.span);
            return None;
        }
        let initializer = initializer
            .map(|(source, value)| (source, value.map(|value| self.converted(value, ty))));
        if let Some((source, Some(value))) = &initializer {
            self.check_initializer(ty, source, value, declarator);
        }
        let initializer = initializer.map(|(_, value)| value.filter(|value| value.ty == ty));
        Some(Resolved { ty, initializer })
    }

    /// The type of a declarator; `float a[] = …` takes the size of the initialiser.
    fn declared_type(
        &mut self,
        shape: Shape,
        declarator: &Declarator,
        initializer: Option<&(&syntax::Expression, Checked)>,
        elements: Option<u32>,
    ) -> Option<Type> {
        let (base, array) = self.with_brackets(shape, declarator.array.as_ref())?;
        match (array, initializer) {
            (ArrayPart::None, _) => Some(Type::plain(base)),
            (ArrayPart::Sized(size), _) => self.array_type(base, size, declarator.span),
            (ArrayPart::Unsized(_), Some((_, value))) => {
                let size = value.as_ref()?.ty.array;
                let size = size.unwrap_or(1);
                self.array_type(base, size, declarator.span)
            }
            (ArrayPart::Unsized(_), None) if elements.is_some() => {
                self.array_type(base, elements?, declarator.span)
            }
            (ArrayPart::Unsized(span), None) => {
                let message = "an array without a size needs an initialiser";
                self.error(semantic::ARRAY_SIZE, message, span, "no size");
                None
            }
        }
    }

    /// A declarator with a list of values (Cg), which may tell the size of an array.
    fn listed(
        &mut self,
        shape: Shape,
        declarator: &Declarator,
        list: &syntax::Expression,
    ) -> Option<Resolved> {
        let items = match &list.kind {
            syntax::ExpressionKind::List(items) => items.len(),
            _ => 0,
        };
        let size = u32::try_from(items).unwrap_or(u32::MAX);
        let ty = self.declared_type(shape, declarator, None, Some(size))?;
        let value = self.cg_list(ty, list);
        Some(Resolved {
            ty,
            initializer: Some(value),
        })
    }

    fn check_initializer(
        &mut self,
        ty: Type,
        source: &syntax::Expression,
        value: &Expression,
        declarator: &Declarator,
    ) {
        let name = self.text(declarator.name.symbol);
        if self.is_100() && self.has_array(ty) {
            let message = "arrays cannot be initialised in ESSL 1.00";
            self.report(
                Diagnostic::error(semantic::ARRAY_USE, message)
                    .at(source.span, "initialises an array")
                    .with_help("assign the elements one by one"),
            );
        } else if value.ty != ty {
            let because = Some((declarator.name.span, format!("`{name}` is declared here")));
            self.mismatch(
                &format!("initialiser of `{name}`"),
                ty,
                value.ty,
                source,
                because,
            );
        }
    }

    /// The value of a `const`; `None` when there is none, which was reported.
    pub(super) fn constant_value(
        &mut self,
        declarator: &Declarator,
        initializer: Option<Checked>,
    ) -> Option<Constant> {
        let name = self.text(declarator.name.symbol);
        let Some(value) = initializer else {
            return self.fail(
                Diagnostic::error(
                    semantic::CONST_WITHOUT_VALUE,
                    format!("the constant `{name}` has no value"),
                )
                .at(declarator.name.span, "needs an initialiser"),
            );
        };
        let value = value?;
        if !is_constant(&value) {
            let (span, label) = self.variable_part(&value);
            return self.fail(
                Diagnostic::error(
                    semantic::NOT_CONSTANT,
                    format!("the value of the constant `{name}` is not constant"),
                )
                .at(span, label)
                .with_help("without `const` the variable may have any value"),
            );
        }
        constant_of(value)
    }

    /// The first part of an expression that keeps it from being constant, and why.
    fn variable_part(&self, value: &Expression) -> (Span, String) {
        let found = find(value, &mut |part| {
            let what = match &part.kind {
                ExpressionKind::Global(id) => {
                    let name = &self.globals.get(id.0 as usize)?.name;
                    let kind = self.describe(Binding::Global(*id))?;
                    format!("`{name}` is {kind}")
                }
                ExpressionKind::Local(id) => {
                    let name = &self.body.as_ref()?.locals.get(id.0 as usize)?.name;
                    let kind = self.describe(Binding::Local(*id))?;
                    format!("`{name}` is {kind}")
                }
                ExpressionKind::Call { .. } => "a call of a user function".to_owned(),
                _ => return None,
            };
            Some((part.span, what))
        });
        found.unwrap_or_else(|| (value.span, "not a constant expression".to_owned()))
    }

    /// `lowp vec2 a = …, b[3];` in a function.
    pub(super) fn local_declaration(
        &mut self,
        declaration: &Declaration,
        out: &mut Vec<Statement>,
    ) {
        let qualifiers = self.qualifiers(&declaration.qualifiers);
        let constant = self.local_qualifiers(&qualifiers);
        let shape = self.specifier(&declaration.specifier);
        if declaration.declarators.is_empty() {
            self.empty_declaration(declaration);
        }
        for declarator in &declaration.declarators {
            let resolved = self.declarator(shape, declarator, None);
            self.local(declarator, resolved, &qualifiers, constant, out);
        }
    }

    /// Reports what may not qualify a local variable; gives whether it is `const`.
    fn local_qualifiers(&mut self, qualifiers: &Qualifiers<'_>) -> bool {
        let place = "on a local variable";
        self.plain_only(qualifiers, place);
        match qualifiers.storage {
            None => false,
            Some((Storage::Const, _)) => true,
            Some((storage, span)) => {
                self.misplaced(storage.word(), span, place);
                false
            }
        }
    }

    fn local(
        &mut self,
        declarator: &Declarator,
        resolved: Option<Resolved>,
        qualifiers: &Qualifiers<'_>,
        constant: bool,
        out: &mut Vec<Statement>,
    ) {
        let name = declarator.name;
        let Some(Resolved { ty, initializer }) = resolved else {
            self.declare(name, Binding::Poison);
            return;
        };
        let precision = self.precision_of(ty, qualifiers.precision, name.span);
        if self.has_sampler(ty) {
            let message = format!("`{}` cannot be a local variable", self.spell(ty));
            self.report(
                Diagnostic::error(semantic::SAMPLER_USE, message)
                    .at(name.span, "samplers are uniforms or parameters"),
            );
            self.declare(name, Binding::Poison);
            return;
        }
        let mut local = Local {
            name: self.text(name.symbol).to_owned(),
            ty,
            precision,
            constant: None,
            span: name.span,
        };
        if constant {
            let Some(value) = self.constant_value(declarator, initializer) else {
                self.declare(name, Binding::Poison);
                return;
            };
            local.constant = Some(value);
            let id = self.add_local(local);
            self.declare(name, Binding::Local(id));
            return;
        }
        if let Some(Some(value)) = &initializer {
            self.own_parameter(name, value);
        }
        let id = self.add_local(local);
        self.declare(name, Binding::Local(id));
        out.push(Statement {
            kind: StatementKind::Declare {
                local: id,
                initializer: initializer.flatten(),
            },
            span: declarator.span,
        });
    }

    /// Reports `float f(float a) { float a = a + 1.0; … }` in ESSL 1.00. The body may hide a parameter there,
    /// but what reads and hides it at once is refused in WebGL, where both share a scope as in ESSL 3.00.
    fn own_parameter(&mut self, name: Name, initializer: &Expression) {
        let Some(entry) = self.scopes.find_around(name.symbol) else {
            return;
        };
        let (binding, earlier) = (entry.binding, entry.span);
        let parameters = self.body.as_ref().map_or(0, |body| body.parameters.len());
        let Binding::Local(hidden) = binding else {
            return;
        };
        let reads = |part: &Expression| match part.kind {
            ExpressionKind::Local(id) if id == hidden => Some(part.span),
            _ => None,
        };
        if (hidden.0 as usize) < parameters
            && let Some(read) = find(initializer, &mut |part| reads(part))
        {
            let message = format!(
                "`{}` hides the parameter that it is made of",
                self.text(name.symbol)
            );
            self.report(
                Diagnostic::error(semantic::REDECLARED, message)
                    .at(name.span, "declared again for the body of the function")
                    .and_at(read, "the parameter is read here")
                    .and_at(earlier, "the parameter")
                    .with_help("give the variable another name, or assign to the parameter"),
            );
        }
    }

    /// Adds a variable to the current function.
    pub(super) fn add_local(&mut self, local: Local) -> LocalId {
        let Some(body) = &mut self.body else {
            return LocalId(0);
        };
        body.locals.push(local);
        body.writes.push(0);
        LocalId(body.locals.len() as u32 - 1)
    }
}
