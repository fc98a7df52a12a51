//! Constructors: `vec3(…)`, `S(…)`, `float[2](…)`.

use super::calls::operand;
use super::expressions::{constant_expression, is_constant};
use super::fold::{self, Operand};
use super::specifiers::ArrayPart;
use super::{Checked, Checker};
use crate::syntax::TypeSpecifier;
use crate::typed::{Base, Expression, ExpressionKind, StructId, Type};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// `T(…)`
    pub(super) fn constructor(
        &mut self,
        specifier: &TypeSpecifier,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Checked {
        let shape = self.specifier(specifier)?;
        let ty = match shape.array {
            ArrayPart::None => Type::plain(shape.base),
            ArrayPart::Sized(size) => self.array_type(shape.base, size, specifier.span)?,
            ArrayPart::Unsized(_) => {
                let size = u32::try_from(arguments.len()).unwrap_or(u32::MAX);
                self.array_type(shape.base, size, specifier.span)?
            }
        };
        if self.is_cg()
            && let Some(made) = self.cast(ty, &arguments, span)
        {
            return Some(made);
        }
        let arguments = self.parts_converted(ty, arguments);
        match (ty.array, ty.base) {
            (Some(size), _) => self.check_elements(ty, size, &arguments, span)?,
            (None, Base::Struct(id)) => self.check_members(ty, id, &arguments, span)?,
            (None, Base::Vector { lanes, .. }) => {
                self.check_components(ty, lanes, &arguments, span)?;
            }
            (None, Base::Matrix { columns, rows }) => {
                self.check_matrix(ty, columns * rows, &arguments, span)?;
            }
            (None, Base::Void | Base::Sampler(_)) => {
                let message = format!("there is no constructor of `{}`", self.spell(ty));
                self.error(semantic::CONSTRUCTOR, message, span, "has no constructor");
                return None;
            }
        }
        if arguments.iter().all(is_constant) {
            let operands: Vec<Operand<'_>> = arguments.iter().filter_map(operand).collect();
            if let Some(value) = fold::construct(ty, &operands) {
                return Some(constant_expression(ty, value, span));
            }
        }
        let kind = ExpressionKind::Construct(arguments);
        Some(Expression { kind, ty, span })
    }

    /// The arguments for the elements of an array or the members of a structure, converted where the dialect does.
    fn parts_converted(&mut self, ty: Type, arguments: Vec<Expression>) -> Vec<Expression> {
        let wanted: Vec<Type> = match (ty.array, ty.base) {
            (Some(_), _) => vec![ty.element(); arguments.len()],
            (None, Base::Struct(id)) => match self.structs.get(id.0 as usize) {
                Some(structure) => structure.members.iter().map(|member| member.ty).collect(),
                None => return arguments,
            },
            _ => return arguments,
        };
        if wanted.len() != arguments.len() {
            return arguments;
        }
        let pairs = arguments.into_iter().zip(wanted);
        pairs
            .map(|(argument, ty)| self.converted(argument, ty))
            .collect()
    }

    /// Arguments of a scalar or vector: enough components, and all of them used.
    fn check_components(
        &mut self,
        ty: Type,
        needed: u8,
        arguments: &[Expression],
        span: Span,
    ) -> Option<()> {
        let single_scalar = matches!(arguments, [only] if only.ty.scalar_kind().is_some());
        let mut have: u32 = 0;
        for argument in arguments {
            let Some(components) = argument.ty.components() else {
                return self.bad_argument(ty, argument);
            };
            if have >= u32::from(needed) {
                return self.unused_argument(ty, argument, needed);
            }
            have += u32::from(components);
        }
        if single_scalar || have >= u32::from(needed) {
            return Some(());
        }
        self.too_few(ty, needed, have, span)
    }

    fn check_matrix(
        &mut self,
        ty: Type,
        needed: u8,
        arguments: &[Expression],
        span: Span,
    ) -> Option<()> {
        let matrix = arguments
            .iter()
            .find(|argument| argument.ty.matrix().is_some());
        match (matrix, arguments) {
            (None, _) => self.check_components(ty, needed, arguments, span),
            (Some(matrix), [_]) => {
                if self.is_100() {
                    let message = format!(
                        "`{}` from `{}` is reserved in ESSL 1.00",
                        self.spell(ty),
                        self.spell(matrix.ty)
                    );
                    let small = |ty: Type| ty.matrix().is_some_and(|(columns, _)| columns < 3);
                    let code = if small(ty) || small(matrix.ty) {
                        warning::MAT2_CONVERSION
                    } else {
                        warning::MATRIX_FROM_MATRIX
                    };
                    self.warn(
                        Diagnostic::warning(code, message)
                            .at(matrix.span, format!("this is `{}`", self.spell(matrix.ty))),
                    );
                }
                Some(())
            }
            (Some(matrix), _) => {
                let message = format!("`{}` takes a matrix only alone", self.spell(ty));
                let label = "a matrix must be the only argument";
                self.error(semantic::CONSTRUCTOR, message, matrix.span, label);
                None
            }
        }
    }

    fn check_members(
        &mut self,
        ty: Type,
        id: StructId,
        arguments: &[Expression],
        span: Span,
    ) -> Option<()> {
        let structure = self.structs.get(id.0 as usize)?;
        let defined = structure.span;
        if structure.members.len() != arguments.len() {
            let message = format!(
                "`{}` has {}, but {}",
                self.spell(ty),
                count(structure.members.len(), "member"),
                given(arguments.len()),
            );
            return self.fail(
                Diagnostic::error(semantic::CONSTRUCTOR, message)
                    .at(span, "one argument for each member")
                    .and_at(defined, "defined here"),
            );
        }
        let wrong = structure
            .members
            .iter()
            .zip(arguments)
            .find(|(member, argument)| member.ty != argument.ty);
        if let Some((member, argument)) = wrong {
            let (expected, found) = (self.spell(member.ty), self.spell(argument.ty));
            let message = format!(
                "member `{}` of `{}`: expected `{expected}`, found `{found}`",
                member.name,
                self.spell(ty)
            );
            let diagnostic = Diagnostic::error(semantic::CONSTRUCTOR, message)
                .at(argument.span, format!("this is `{found}`"))
                .and_at(member.span, format!("declared as `{expected}`"));
            let converts = member.ty.components().is_some()
                && argument.ty.components() == member.ty.components();
            return self.fail(if converts {
                diagnostic.with_help(format!("convert it: `{expected}(…)`"))
            } else {
                diagnostic
            });
        }
        if self.has_sampler(ty) {
            let message = format!("`{}` contains a sampler", self.spell(ty));
            let label = "samplers cannot be put together";
            self.error(semantic::SAMPLER_USE, message, span, label);
            return None;
        }
        Some(())
    }

    fn check_elements(
        &mut self,
        ty: Type,
        size: u32,
        arguments: &[Expression],
        span: Span,
    ) -> Option<()> {
        if arguments.is_empty() || arguments.len() != size as usize {
            let message = format!(
                "`{}` has {}, but {}",
                self.spell(ty),
                count(size as usize, "element"),
                given(arguments.len()),
            );
            let label = "one argument for each element";
            self.error(semantic::CONSTRUCTOR, message, span, label);
            return None;
        }
        let element = ty.element();
        let wrong = arguments.iter().find(|argument| argument.ty != element);
        if let Some(argument) = wrong {
            let (expected, found) = (self.spell(element), self.spell(argument.ty));
            let message = format!(
                "element of `{}`: expected `{expected}`, found `{found}`",
                self.spell(ty)
            );
            let label = format!("this is `{found}`");
            self.error(semantic::CONSTRUCTOR, message, argument.span, &label);
            return None;
        }
        if self.has_sampler(ty) {
            let message = "an array of samplers cannot be constructed";
            self.error(semantic::SAMPLER_USE, message, span, "contains samplers");
            return None;
        }
        Some(())
    }

    #[cold]
    fn bad_argument(&mut self, ty: Type, argument: &Expression) -> Option<()> {
        let (ty, found) = (self.spell(ty), self.spell(argument.ty));
        let message = format!("`{ty}` cannot be made of `{found}`");
        let label = format!("this is `{found}`");
        self.error(semantic::CONSTRUCTOR, message, argument.span, &label);
        None
    }

    #[cold]
    fn unused_argument(&mut self, ty: Type, argument: &Expression, needed: u8) -> Option<()> {
        let message = format!(
            "`{}` has {}, this argument would not be used",
            self.spell(ty),
            count(needed.into(), "component")
        );
        self.error(semantic::CONSTRUCTOR, message, argument.span, "not used");
        None
    }

    #[cold]
    fn too_few(&mut self, ty: Type, needed: u8, have: u32, span: Span) -> Option<()> {
        let message = format!(
            "`{}` needs {}, but {}",
            self.spell(ty),
            count(needed.into(), "component"),
            given(have as usize),
        );
        self.error(semantic::CONSTRUCTOR, message, span, "too few components");
        None
    }
}

/// `1 member`, `3 members`
pub(super) fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// `1 is given`, `3 are given`
fn given(number: usize) -> String {
    match number {
        0 => "none is given".into(),
        1 => "1 is given".into(),
        _ => format!("{number} are given"),
    }
}
