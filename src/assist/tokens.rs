//! What each name of a text is, for editors that colour it: what no grammar knows.

use super::reading::Reading;
use retroshade_diagnostics::{FileId, Span};
use retroshade_frontend::lex::TokenKind;
use retroshade_frontend::typed::{Base, Declaration, DeclarationKind, Meaning, Role, Use};
use std::collections::BTreeMap;

/// A word with what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) span: Span,
    pub(crate) class: Class,
    /// True where it is declared.
    pub(crate) declares: bool,
    /// True if it belongs to the language.
    pub(crate) is_builtin: bool,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A built-in type.
    Type,
    /// A structure.
    Structure,
    /// An interface block.
    Block,
    /// A function.
    Function,
    /// A parameter of a function.
    Parameter,
    /// A member of a structure or block, a swizzle.
    Member,
    /// A macro.
    Macro,
    /// A constant.
    Constant,
    /// A variable of a function, or of the shader alone.
    Variable,
    /// A uniform that is no sampler.
    Uniform,
    /// A sampler.
    Sampler,
    /// What the stage reads: an attribute, a varying, a built-in input.
    Input,
    /// What the stage writes for what is behind it.
    Output,
}

/// The words of a file in their order; none overlap.
pub(crate) fn tokens(reading: Reading<'_>, file: FileId) -> Vec<Token> {
    let mut found: BTreeMap<u32, Token> = BTreeMap::new();
    // What is put first stays.
    let mut put = |token: Token| {
        if token.span.file == file && token.span.start < token.span.end {
            found.entry(token.span.start).or_insert(token);
        }
    };
    for &(name, _) in &reading.names.macros {
        put(Token {
            declares: true,
            ..word(name, Class::Macro)
        });
    }
    for token in &reading.names.tokens {
        if !token.definition.is_none() {
            put(word(macro_name(reading, token.span), Class::Macro));
        } else if matches!(token.kind, TokenKind::Type(_)) {
            put(Token {
                is_builtin: true,
                ..word(token.span, Class::Type)
            });
        }
    }
    for used in &reading.names.uses {
        if let Some(token) = of_use(reading, used) {
            put(token);
        }
    }
    for selection in &reading.names.selections {
        put(word(selection.field, Class::Member));
    }
    found.into_values().collect()
}

fn word(span: Span, class: Class) -> Token {
    Token {
        span,
        class,
        declares: false,
        is_builtin: false,
    }
}

/// The name of the macro whose use is at a span, which has the arguments, too.
fn macro_name(reading: Reading<'_>, span: Span) -> Span {
    let text = reading.sources.text(span);
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let length = text.find(|letter| !is_letter(letter)).unwrap_or(text.len());
    Span {
        end: span.start + length as u32,
        ..span
    }
}

fn of_use(reading: Reading<'_>, used: &Use) -> Option<Token> {
    let names = reading.names;
    let is_written = |name: &str| reading.sources.text(used.span) == name;
    match used.meaning {
        Meaning::Declared(id) => {
            let declaration = names.declaration(id)?;
            is_written(&declaration.name).then(|| Token {
                declares: used.declares,
                ..word(used.span, class(declaration))
            })
        }
        Meaning::Builtin(symbol) => {
            let name = names.text(symbol);
            let variable = names.builtin_variables().find(|(known, _)| *known == name);
            let class = match variable {
                None => Class::Function,
                Some((_, spelled)) if spelled.starts_with("const ") => Class::Constant,
                Some((_, spelled)) if spelled.starts_with("in ") => Class::Input,
                Some(_) => Class::Output,
            };
            is_written(name).then(|| Token {
                is_builtin: true,
                ..word(used.span, class)
            })
        }
    }
}

fn class(declaration: &Declaration) -> Class {
    let base = declaration.ty.map(|ty| ty.base);
    match &declaration.kind {
        DeclarationKind::Function => Class::Function,
        DeclarationKind::Structure => Class::Structure,
        DeclarationKind::Block => Class::Block,
        DeclarationKind::Member => Class::Member,
        DeclarationKind::Parameter => Class::Parameter,
        DeclarationKind::Local | DeclarationKind::Unknown if declaration.constant.is_some() => {
            Class::Constant
        }
        DeclarationKind::Local | DeclarationKind::Unknown => Class::Variable,
        DeclarationKind::Global(role) => match role {
            Role::Uniform if matches!(base, Some(Base::Sampler(_))) => Class::Sampler,
            Role::Uniform | Role::DepthRange => Class::Uniform,
            Role::Attribute | Role::VaryingIn | Role::BuiltinIn(_) => Class::Input,
            Role::VaryingOut | Role::FragmentOut | Role::BuiltinOut(_) => Class::Output,
            Role::Constant => Class::Constant,
            Role::Private => Class::Variable,
        },
    }
}
