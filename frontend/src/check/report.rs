//! Messages: how types, operators and places are spelled, and reports that several rules share.

use super::builtins::Missing;
use super::remedy::Remedy;
use super::{Checker, cg};
use crate::dialect::Dialect;
use crate::extension::{Behavior, Extension};
use crate::intern::Symbol;
use crate::syntax;
use crate::typed::{
    Base, BinaryOperator, SamplerKind, ScalarKind, Struct, Type, UnaryOperator, Version,
};
use retroshade_diagnostics::codes::{language, semantic, warning};
use retroshade_diagnostics::{Code, Diagnostic, Span};
use retroshade_ir::Stage;

impl Checker<'_> {
    /// Records an error with one label.
    #[cold]
    pub(super) fn error(
        &mut self,
        code: Code,
        message: impl Into<String>,
        span: Span,
        label: &str,
    ) {
        self.report(Diagnostic::error(code, message).at(span, label));
    }

    /// Records an error and gives the value of what was reported: none.
    #[cold]
    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Records an error.
    #[cold]
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.errors += 1;
        self.diagnostics.push(diagnostic);
    }

    /// Records a warning.
    #[cold]
    pub(super) fn warn(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// A type as the source's language writes it.
    pub(super) fn spell(&self, ty: Type) -> String {
        spell_type(ty, &self.structs, self.unit.dialect)
    }

    /// The types of arguments as in `(vec2, float)`.
    pub(super) fn spell_list(&self, types: impl Iterator<Item = Type>) -> String {
        let list: Vec<String> = types.map(|ty| self.spell(ty)).collect();
        format!("({})", list.join(", "))
    }

    /// A value of one type where another is required.
    #[cold]
    pub(super) fn mismatch(
        &mut self,
        what: &str,
        expected: Type,
        found: Type,
        value: &syntax::Expression,
        because: Option<(Span, String)>,
    ) {
        let (expected_text, found_text) = (self.spell(expected), self.spell(found));
        let mut diagnostic = Diagnostic::error(
            semantic::TYPE_MISMATCH,
            format!("{what}: expected `{expected_text}`, found `{found_text}`"),
        )
        .at(value.span, format!("this is `{found_text}`"));
        if let Some((span, label)) = because {
            diagnostic = diagnostic.and_at(span, label);
        }
        if let Some(remedy) = Remedy::conversion(expected, found, value, &expected_text) {
            diagnostic = remedy.attach_to(diagnostic);
        }
        self.report(diagnostic);
    }

    /// A name that is not declared: reported once in each function.
    #[cold]
    pub(super) fn unknown(&mut self, what: &str, symbol: Symbol, span: Span) {
        if self.unknown.contains(&symbol) {
            return;
        }
        self.unknown.push(symbol);
        let name = self.text(symbol);
        let mut diagnostic =
            Diagnostic::error(language::UNKNOWN_NAME, format!("unknown {what} `{name}`"))
                .at(span, "not declared in this scope");
        let translation = self.translation(name).map(Remedy::words);
        if let Some(remedy) = translation.or_else(|| self.suggestion(name, span)) {
            diagnostic = remedy.attach_to(diagnostic);
        }
        self.report(diagnostic);
    }

    /// A built-in that does not exist here.
    #[cold]
    pub(super) fn missing_builtin(&mut self, what: &str, name: &str, span: Span, why: Missing) {
        self.report(self.missing(what, name, span, why));
    }

    /// The message that a built-in does not exist here.
    #[cold]
    pub(super) fn missing(&self, what: &str, name: &str, span: Span, why: Missing) -> Diagnostic {
        match why {
            Missing::Extension(extension) => Diagnostic::error(
                semantic::EXTENSION_NEEDED,
                format!("{what} `{name}` needs the extension `{}`", extension.name()),
            )
            .at(span, "not enabled in this shader")
            .with_help(format!(
                "add `#extension {} : enable` at the top",
                extension.name()
            )),
            Missing::Stage(stage) => {
                let message = format!("{what} `{name}` exists in {} shaders only", stage.name());
                let label = format!("this is a {} shader", self.stage.name());
                let diagnostic = Diagnostic::error(semantic::WRONG_STAGE, message).at(span, label);
                match lookup_with_level(name) {
                    Some(name) => diagnostic.with_help(format!(
                        "use `{name}` with `#extension {} : enable` at the top",
                        Extension::ShaderTextureLod.name()
                    )),
                    None => diagnostic,
                }
            }
            Missing::Version(version) => {
                let diagnostic = Diagnostic::error(
                    semantic::WRONG_VERSION,
                    format!("{what} `{name}` exists in {} only", spell_version(version)),
                )
                .at(
                    span,
                    format!("this shader is written in {}", spell_version(self.version)),
                );
                let level = lookup_with_level(name).filter(|_| self.stage == Stage::Fragment);
                if let Some(other) = level {
                    return diagnostic.with_help(format!(
                        "use `{other}` with `#extension {} : enable` at the top",
                        Extension::ShaderTextureLod.name()
                    ));
                }
                match replacement(name, self.version) {
                    Some(other) => diagnostic.with_help(format!("use `{other}`")),
                    None => diagnostic,
                }
            }
        }
    }

    /// Warns about the use of an extension whose behaviour is `warn`.
    pub(super) fn note_extension(&mut self, extension: Option<Extension>, name: &str, span: Span) {
        let Some(extension) = extension else {
            return;
        };
        if self.unit.extensions.behavior(extension) == Behavior::Warn {
            self.warn(
                Diagnostic::warning(
                    warning::EXTENSION_USED,
                    format!("`{name}` uses the extension `{}`", extension.name()),
                )
                .at(span, ""),
            );
        }
    }
}

/// Returns the name that the other version has for the same thing.
fn replacement(name: &str, version: Version) -> Option<&'static str> {
    const PAIRS: &[(&str, &str)] = &[
        ("texture2D", "texture"),
        ("textureCube", "texture"),
        ("texture2DProj", "textureProj"),
        ("texture2DLod", "textureLod"),
        ("texture2DProjLod", "textureProjLod"),
        ("textureCubeLod", "textureLod"),
        ("texture2DLodEXT", "textureLod"),
        ("texture2DProjLodEXT", "textureProjLod"),
        ("textureCubeLodEXT", "textureLod"),
        ("texture2DGradEXT", "textureGrad"),
        ("textureCubeGradEXT", "textureGrad"),
        ("gl_FragDepthEXT", "gl_FragDepth"),
    ];
    PAIRS.iter().find_map(|&(old, new)| match version {
        Version::Essl300 => (old == name).then_some(new),
        Version::Essl100 => (new == name).then_some(old),
    })
}

/// The lookup at a level that fragment shaders of ESSL 1.00 have by an extension.
fn lookup_with_level(name: &str) -> Option<&'static str> {
    const PAIRS: &[(&str, &str)] = &[
        ("texture2DLod", "texture2DLodEXT"),
        ("texture2DProjLod", "texture2DProjLodEXT"),
        ("textureCubeLod", "textureCubeLodEXT"),
        ("textureLod", "texture2DLodEXT"),
        ("textureProjLod", "texture2DProjLodEXT"),
    ];
    let mut pairs = PAIRS.iter();
    pairs.find_map(|&(other, here)| (other == name).then_some(here))
}

/// `ESSL 1.00`
pub(super) fn spell_version(version: Version) -> &'static str {
    match version {
        Version::Essl100 => "ESSL 1.00",
        Version::Essl300 => "ESSL 3.00",
    }
}

fn spell_base(base: Base) -> String {
    match base {
        Base::Void => "void".into(),
        Base::Vector { scalar, lanes } => {
            let (word, letter) = match scalar {
                ScalarKind::Float => ("float", ""),
                ScalarKind::Int => ("int", "i"),
                ScalarKind::Uint => ("uint", "u"),
                ScalarKind::Bool => ("bool", "b"),
            };
            match lanes {
                1 => word.into(),
                _ => format!("{letter}vec{lanes}"),
            }
        }
        Base::Matrix { columns, rows } if columns == rows => format!("mat{columns}"),
        Base::Matrix { columns, rows } => format!("mat{columns}x{rows}"),
        Base::Sampler(SamplerKind::D2) => "sampler2D".into(),
        Base::Sampler(SamplerKind::Cube) => "samplerCube".into(),
        Base::Sampler(SamplerKind::External) => "samplerExternalOES".into(),
        Base::Struct(_) => "struct".into(),
    }
}

/// A type as its language writes it, whose structure is one of these.
pub(crate) fn spell_type(ty: Type, structs: &[Struct], dialect: Dialect) -> String {
    let base = match ty.base {
        Base::Struct(id) => match structs.get(id.0 as usize) {
            Some(structure) if !structure.name.is_empty() => structure.name.clone(),
            _ => "struct".into(),
        },
        base if dialect.is_cg() => cg::spell_base(base),
        base => spell_base(base),
    };
    match ty.array {
        Some(size) => format!("{base}[{size}]"),
        None => base,
    }
}

/// An operator as written.
pub(super) fn spell_binary(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitOr => "|",
        BinaryOperator::BitXor => "^",
        BinaryOperator::Less => "<",
        BinaryOperator::Greater => ">",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::And => "&&",
        BinaryOperator::Or => "||",
        BinaryOperator::Xor => "^^",
    }
}

/// An operator as written.
pub(super) fn spell_unary(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Negate => "-",
        UnaryOperator::Not => "!",
        UnaryOperator::BitNot => "~",
    }
}
