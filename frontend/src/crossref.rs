//! What the names of a source refer to, and the types of its expressions: for editors.
//!
//! The checker notes it on its way where it is asked to ([`cross_references`](crate::cross_references)); nothing here
//! resolves a name a second time.

use crate::check::builtins::{self, Place, VariableKind};
use crate::check::{Recorded, cg, spell_type};
use crate::dialect::Dialect;
use crate::extension::Extensions;
use crate::intern::{Interner, Symbol};
use crate::lex::{Token, TokenKind, cg as words_of_cg, words};
use crate::typed::{
    Base, Declaration, DeclarationId, Role, Selection, Struct, Type, Use, Value, Version,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{FileId, Span};
use retroshade_ir::Stage;

/// A source with what its names refer to.
#[derive(Clone, Debug)]
pub struct CrossReferences {
    /// The language.
    pub version: Version,
    /// The stage.
    pub stage: Stage,
    /// The tokens behind the preprocessor.
    pub tokens: Vec<Token>,
    /// In the order of the source.
    pub declarations: Vec<Declaration>,
    /// In the order in which they were checked.
    pub uses: Vec<Use>,
    /// Inner expressions before outer ones.
    pub values: Vec<Value>,
    /// In the order in which they were checked.
    pub selections: Vec<Selection>,
    /// Macros: the name in the `#define`, and all from there to the last token of the body.
    pub macros: Vec<(Span, Span)>,
    structs: Vec<Struct>,
    names: Interner,
    extensions: Extensions,
    dialect: Dialect,
}

/// What the preprocessor leaves to [`CrossReferences`].
pub(crate) struct Origin {
    pub(crate) version: Version,
    pub(crate) stage: Stage,
    pub(crate) tokens: Vec<Token>,
    pub(crate) macros: Vec<(Span, Span)>,
    pub(crate) names: Interner,
    pub(crate) extensions: Extensions,
    pub(crate) dialect: Dialect,
}

impl CrossReferences {
    pub(crate) fn new(origin: Origin, recorded: Recorded) -> CrossReferences {
        CrossReferences {
            version: origin.version,
            stage: origin.stage,
            tokens: origin.tokens,
            macros: origin.macros,
            declarations: recorded.declarations,
            uses: recorded.uses,
            values: recorded.values,
            selections: recorded.selections,
            structs: recorded.structs,
            names: origin.names,
            extensions: origin.extensions,
            dialect: origin.dialect,
        }
    }

    /// A declaration by its number.
    pub fn declaration(&self, id: DeclarationId) -> Option<&Declaration> {
        self.declarations.get(id.0 as usize)
    }

    /// All declarations with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (DeclarationId, &Declaration)> {
        let numbered = self.declarations.iter().enumerate();
        numbered.map(|(index, declaration)| (DeclarationId(index as u32), declaration))
    }

    /// The shortest use that has a byte in it or ends before it.
    pub fn use_at(&self, file: FileId, byte: u32) -> Option<&Use> {
        let around = self.uses.iter().filter(|one| touches(one.span, file, byte));
        around.min_by_key(|one| one.span.end - one.span.start)
    }

    /// The token that has a byte in it or ends before it, a name where two touch.
    pub fn token_at(&self, file: FileId, byte: u32) -> Option<&Token> {
        let is_name = |token: &&Token| matches!(token.kind, TokenKind::Identifier(_));
        let around = || {
            let tokens = self.tokens.iter();
            tokens.filter(|token| token.definition.is_none() && touches(token.span, file, byte))
        };
        around().find(is_name).or_else(|| around().next_back())
    }

    /// The text of an identifier.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    /// A type as ESSL writes it.
    pub fn spell(&self, ty: Type) -> String {
        spell_type(ty, &self.structs, self.dialect)
    }

    /// The names and types of the members of a structure; none of another type.
    pub fn members(&self, ty: Type) -> Vec<(&str, Type)> {
        let structure = match ty {
            Type {
                base: Base::Struct(id),
                array: None,
            } => self.structs.get(id.0 as usize),
            _ => None,
        };
        let members = structure.into_iter().flat_map(|known| &known.members);
        members.map(|one| (one.name.as_str(), one.ty)).collect()
    }

    /// The built-in functions that the source may call, with their overloads: `float dot(float, float)`.
    pub fn builtin_functions(&self) -> impl Iterator<Item = (&'static str, Vec<String>)> {
        let is_cg = self.dialect.is_cg();
        let rows = builtins::FUNCTIONS.iter().filter(move |_| !is_cg);
        let rows = rows.map(|row| (row.name, self.overloads(row)));
        let rows = rows.filter(|(_, overloads)| !overloads.is_empty());
        let own = cg::names().filter(move |_| is_cg);
        rows.chain(own.map(|name| (name, cg::form(name).into_iter().collect())))
    }

    /// The overloads of one built-in function that the source may call; none if there is no such function.
    pub fn builtin_function(&self, name: &str) -> Vec<String> {
        if self.dialect.is_cg() {
            return cg::form(name).into_iter().collect();
        }
        builtins::function(name).map_or_else(Vec::new, |row| self.overloads(row))
    }

    fn overloads(&self, row: &builtins::FunctionRow) -> Vec<String> {
        let here = row.overloads.iter();
        let here = here.filter(|overload| overload.availability.check(self.place()).is_ok());
        here.map(|overload| overload.spell(row.name)).collect()
    }

    /// The built-in variables and constants of the source, as one would declare them.
    pub fn builtin_variables(&self) -> impl Iterator<Item = (&'static str, String)> {
        let is_cg = self.dialect.is_cg();
        let rows = builtins::VARIABLES.iter().filter(move |_| !is_cg);
        let here = rows.filter(|row| row.availability.check(self.place()).is_ok());
        here.filter_map(|row| {
            let word = match &row.kind {
                VariableKind::Variable(Role::BuiltinIn(_)) => "in",
                VariableKind::Variable(_) => "out",
                VariableKind::Constant(_) => "const",
                VariableKind::Refused(_) => return None,
            };
            let precision = row
                .precision
                .map(|precision| format!("{} ", precision.name()));
            let ty = self.spell(row.ty.element());
            let array = row.ty.array.map_or("", |_| "[]");
            let precision = precision.unwrap_or_default();
            Some((
                row.name,
                format!("{word} {precision}{ty} {}{array}", row.name),
            ))
        })
    }

    /// The keywords and the names of types of the source's language.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> {
        let is_cg = self.dialect.is_cg();
        let essl = words::used(self.version).filter(move |_| !is_cg);
        essl.chain(words_of_cg::used().filter(move |_| is_cg))
    }

    /// Whether a word can be the name of something that the source declares, or why not.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub fn check_name(&self, word: &str) -> Result<(), Fault> {
        let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if !word.chars().all(letter)
            || word.starts_with(|first: char| first.is_ascii_digit())
            || word.is_empty()
        {
            return Err(format!("`{word}` is not a name").into());
        }
        let taken = if self.dialect.is_cg() {
            words_of_cg::is_taken(word)
        } else {
            words::is_taken(word, self.version)
        };
        if taken {
            return Err(format!("`{word}` is a word of the language").into());
        }
        if word.starts_with("gl_") {
            return Err(
                format!("`{word}`: names that begin with `gl_` belong to the language").into(),
            );
        }
        if word.contains("__") {
            return Err(format!("`{word}`: names that contain `__` are reserved").into());
        }
        if !self.builtin_function(word).is_empty() {
            return Err(format!("`{word}` is a built-in function").into());
        }
        Ok(())
    }

    fn place(&self) -> Place<'_> {
        Place {
            version: self.version,
            desktop: self.dialect.is_desktop(),
            stage: self.stage,
            extensions: &self.extensions,
        }
    }
}

/// True if a span has a byte in it or ends before it.
fn touches(span: Span, file: FileId, byte: u32) -> bool {
    span.file == file && span.start <= byte && byte <= span.end
}
