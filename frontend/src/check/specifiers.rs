//! Types as written: specifiers, array sizes, precisions.

use super::Checker;
use super::builtins::Missing;
use super::precision::Subject;
use super::scope::Binding;
use crate::extension::Extension;
use crate::syntax::{
    ArraySize, BasicType, Name, PrecisionStatement, SamplerShape, SamplerType, TypeName,
    TypeSpecifier,
};
use crate::typed::{
    Base, ExpressionKind, SamplerKind, Scalar, ScalarKind, StructId, Type, Version,
};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Precision;

/// Elements an array may have at most.
const ARRAY_LIMIT: u32 = 65_536;

/// The array part of a type as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArrayPart {
    /// No brackets.
    None,
    /// `[n]`
    Sized(u32),
    /// `[]`, at this place.
    Unsized(Span),
}

/// A type as written, before the brackets behind a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Element type.
    pub(super) base: Base,
    /// Brackets behind the type.
    pub(super) array: ArrayPart,
    /// Where.
    pub(super) span: Span,
}

impl Checker<'_> {
    /// The type a specifier names; defines the structure it contains.
    pub(super) fn specifier(&mut self, specifier: &TypeSpecifier) -> Option<Shape> {
        let base = match &specifier.name {
            &TypeName::Basic(basic) => match basic {
                BasicType::Void => Some(Base::Void),
                BasicType::Vector { scalar, lanes } => Some(Base::Vector { scalar, lanes }),
                BasicType::Matrix { columns, rows } => Some(Base::Matrix { columns, rows }),
                BasicType::Sampler(sampler) => self.sampler(sampler, specifier.span),
            },
            TypeName::Struct(structure) => self.define_struct(structure).map(Base::Struct),
            TypeName::Named(name) => self.named_type(*name).map(Base::Struct),
        };
        let array = match &specifier.array {
            Some(size) => {
                self.array_before_name(size.span);
                self.array_part(size)?
            }
            None => ArrayPart::None,
        };
        Some(Shape {
            base: base?,
            array,
            span: specifier.span,
        })
    }

    /// Warns in ESSL 1.00, which has the size of an array behind the name only.
    fn array_before_name(&mut self, span: Span) {
        if self.is_100() {
            let message =
                "array sizes before the name belong to ESSL 3.00, this source is ESSL 1.00";
            self.warn(
                Diagnostic::warning(warning::ARRAY_BEFORE_NAME, message)
                    .at(span, "belongs behind the name"),
            );
        }
    }

    /// A type that must have a size if it is an array, with the brackets behind the name.
    pub(super) fn sized(&mut self, shape: Shape, array: Option<&ArraySize>) -> Option<Type> {
        match self.with_brackets(shape, array)? {
            (_, ArrayPart::Unsized(span)) => {
                let message = "an array needs a size here";
                self.error(semantic::ARRAY_SIZE, message, span, "no size");
                None
            }
            (base, ArrayPart::Sized(size)) => self.array_type(base, size, shape.span),
            (base, ArrayPart::None) => Some(Type::plain(base)),
        }
    }

    /// Joins the brackets behind a type and those behind a name.
    pub(super) fn with_brackets(
        &mut self,
        shape: Shape,
        array: Option<&ArraySize>,
    ) -> Option<(Base, ArrayPart)> {
        let Some(size) = array else {
            return Some((shape.base, shape.array));
        };
        if shape.array != ArrayPart::None {
            let message = "ESSL has no arrays of arrays";
            let label = "a second dimension";
            self.error(semantic::ARRAY_SIZE, message, size.span, label);
            return None;
        }
        Some((shape.base, self.array_part(size)?))
    }

    /// An array type, within the limits.
    pub(super) fn array_type(&mut self, base: Base, size: u32, span: Span) -> Option<Type> {
        if base == Base::Void {
            let message = "there are no arrays of `void`";
            self.error(semantic::VOID_USE, message, span, "`void` has no values");
            return None;
        }
        if size > ARRAY_LIMIT {
            let message = format!("an array of {size} elements is too long");
            let label = format!("the limit is {ARRAY_LIMIT} elements");
            self.error(semantic::TOO_LARGE, message, span, &label);
            return None;
        }
        let ty = Type {
            base,
            array: Some(size),
        };
        let what = format!("the type `{}`", self.spell(ty));
        self.type_limits(&what, self.size_of(ty), self.parts_of(ty), span)
            .then_some(ty)
    }

    fn array_part(&mut self, array: &ArraySize) -> Option<ArrayPart> {
        let Some(size) = &array.size else {
            return Some(ArrayPart::Unsized(array.span));
        };
        let value = self.value(size)?;
        let span = size.span;
        let constant = match &value.kind {
            ExpressionKind::Constant(constant) => constant.scalars.first(),
            _ => {
                self.wrong_size("not constant", span);
                return None;
            }
        };
        let label = match (value.ty.is_integer(), constant) {
            (true, Some(&Scalar::Int(size @ 1..))) => {
                return Some(ArrayPart::Sized(size.unsigned_abs()));
            }
            (true, Some(&Scalar::Uint(size @ 1..))) => return Some(ArrayPart::Sized(size)),
            (true, Some(&Scalar::Int(size))) => format!("this is {size}"),
            (true, _) => "this is 0".to_owned(),
            (false, _) => format!("this is `{}`", self.spell(value.ty)),
        };
        self.wrong_size(&label, span);
        None
    }

    fn wrong_size(&mut self, label: &str, span: Span) {
        let message = "the size of an array must be a positive integer constant";
        self.error(semantic::ARRAY_SIZE, message, span, label);
    }

    fn named_type(&mut self, name: Name) -> Option<StructId> {
        let Some(entry) = self.scopes.find(name.symbol) else {
            if self.text(name.symbol) == "gl_DepthRangeParameters" {
                return Some(self.depth_range_struct());
            }
            self.unknown("type", name.symbol, name.span);
            return None;
        };
        let (binding, declared) = (entry.binding, entry.span);
        self.note_use(name, declared);
        if let Binding::Struct(id) = binding {
            return Some(id);
        }
        // A poisoned name was reported where it was declared.
        let kind = self.describe(binding)?;
        let text = self.text(name.symbol);
        self.fail(
            Diagnostic::error(semantic::WRONG_KIND, format!("`{text}` is not a type"))
                .at(name.span, "a type is needed here")
                .and_at(declared, format!("{kind} was declared here")),
        )
    }

    fn sampler(&mut self, sampler: SamplerType, span: Span) -> Option<Base> {
        let kind = match (sampler.shape, sampler.scalar, sampler.shadow) {
            (SamplerShape::D2, ScalarKind::Float, false) => SamplerKind::D2,
            (SamplerShape::Cube, ScalarKind::Float, false) => SamplerKind::Cube,
            (SamplerShape::External, _, _) => {
                self.external_sampler(span)?;
                SamplerKind::External
            }
            (shape, scalar, shadow) => {
                let what = match (shape, scalar, shadow) {
                    (_, _, true) => "shadow samplers",
                    (_, ScalarKind::Int | ScalarKind::Uint, _) => "integer textures",
                    (SamplerShape::D3, ..) => "three-dimensional textures",
                    _ => "array textures",
                };
                let message = format!("none of the machines has {what}");
                let label = "this type is not supported";
                self.error(semantic::UNSUPPORTED_FEATURE, message, span, label);
                return None;
            }
        };
        Some(Base::Sampler(kind))
    }

    fn external_sampler(&mut self, span: Span) -> Option<()> {
        // Many ESSL 1.00 shaders ask for the extension of the other version; drivers take either.
        let wanted = match self.version {
            Version::Essl100 => Extension::EglImageExternal,
            Version::Essl300 => Extension::EglImageExternalEssl3,
        };
        if !self.unit.extensions.allows(wanted) {
            let missing = Missing::Extension(wanted);
            self.missing_builtin("the type", "samplerExternalOES", span, missing);
            return None;
        }
        self.note_extension(Some(wanted), wanted.name(), span);
        Some(())
    }

    /// `precision mediump float;`
    pub(super) fn precision_statement(&mut self, statement: &PrecisionStatement) {
        let specifier = &statement.specifier;
        let subject = match (&specifier.array, &specifier.name) {
            (None, TypeName::Basic(BasicType::Vector { scalar, lanes: 1 })) => match scalar {
                ScalarKind::Float => Some(Subject::Float),
                ScalarKind::Int => Some(Subject::Int),
                ScalarKind::Uint | ScalarKind::Bool => None,
            },
            (None, TypeName::Basic(BasicType::Sampler(sampler))) => {
                Some(Subject::of_sampler(*sampler))
            }
            _ => None,
        };
        match subject {
            Some(subject) => self.precisions.set(subject, statement.precision),
            None => self.report(
                Diagnostic::error(
                    semantic::PRECISION,
                    "a default precision can be set for `float`, `int` and samplers only",
                )
                .at(specifier.span, "not such a type")
                .with_help(
                    "the precision of `float` holds for vectors and matrices, that of `int` for integer vectors",
                ),
            ),
        }
    }

    /// The precision of a declared variable: given, or by default.
    pub(super) fn precision_of(
        &mut self,
        ty: Type,
        given: Option<(Precision, Span)>,
        span: Span,
    ) -> Option<Precision> {
        let Some(subject) = Subject::of(ty) else {
            if let Some((_, span)) = given {
                let message = format!("`{}` has no precision", self.spell(ty.element()));
                self.error(semantic::PRECISION, message, span, "has no meaning here");
            }
            return None;
        };
        let precision = given
            .map(|(precision, _)| precision)
            .or_else(|| self.precisions.get(subject));
        if precision.is_none() && !self.precision_reported {
            self.precision_reported = true;
            let message = format!("no precision for `{}`", self.spell(ty.element()));
            self.report(
                Diagnostic::error(semantic::NO_PRECISION, message)
                    .at(span, "declared without a precision")
                    .with_note("`float` has no default precision in fragment shaders")
                    .with_help("add `precision mediump float;` at the top"),
            );
        }
        precision
    }
}
