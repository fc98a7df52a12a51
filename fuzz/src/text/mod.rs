//! Programs as trees of text: a statement or an expression is text with holes in which others stand.
//!
//! ```text
//! types   types by their names     print   source text     smaller   programs with a piece less
//! ```

mod print;
mod smaller;
mod types;

pub use print::{Initial, undefined_name};
pub use types::Type;

/// A piece of an expression or statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// As it is.
    Text(String),
    /// An expression.
    Expr(Expr),
    /// Statements in braces.
    Body(Vec<Stmt>),
    /// Where a variable has no value yet: prints as text with a value in place of `@`, or not at all.
    Undefined(String, Type),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The type.
    pub ty: Type,
    /// The pieces.
    pub parts: Vec<Part>,
}

/// A statement, a function or a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// The pieces.
    pub parts: Vec<Part>,
}

/// Pieces from text in which each `@` is replaced by the next expression.
fn fill(text: &str, holes: Vec<Expr>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut holes = holes.into_iter();
    for (index, piece) in text.split('@').enumerate() {
        if index > 0 {
            parts.extend(holes.next().map(Part::Expr));
        }
        if !piece.is_empty() {
            parts.push(Part::Text(piece.to_owned()));
        }
    }
    parts
}

impl Expr {
    /// An expression whose text has an `@` for each part.
    pub fn new(ty: Type, text: &str, holes: Vec<Expr>) -> Expr {
        let parts = fill(text, holes);
        Expr { ty, parts }
    }

    /// All expressions inside of a type, outermost first.
    fn inside(&self, ty: Type, found: &mut Vec<Expr>) {
        for part in &self.parts {
            if let Part::Expr(part) = part {
                if part.ty == ty {
                    found.push(part.clone());
                }
                part.inside(ty, found);
            }
        }
    }
}

impl Stmt {
    /// A statement whose text has an `@` for each part.
    pub fn new(text: &str, holes: Vec<Expr>) -> Stmt {
        let parts = fill(text, holes);
        Stmt { parts }
    }

    /// `text { body }`
    pub fn block(text: &str, holes: Vec<Expr>, body: Vec<Stmt>) -> Stmt {
        let mut stmt = Stmt::new(text, holes);
        stmt.parts.push(Part::Body(body));
        stmt
    }

    /// The statement with ` else { body }`.
    pub fn or_else(mut self, body: Vec<Stmt>) -> Stmt {
        self.parts.push(Part::Text(" else".into()));
        self.parts.push(Part::Body(body));
        self
    }

    /// Text behind everything else.
    pub fn end_with(&mut self, text: &str) {
        if !text.is_empty() {
            self.parts.push(Part::Text(text.to_owned()));
        }
    }

    /// The declaration of a variable without a value.
    pub fn undefined(ty: Type, name: &str) -> Stmt {
        let declaration = Part::Text(format!("{} {name}", ty.name()));
        let value = Part::Undefined(" = @".into(), ty);
        Stmt {
            parts: vec![declaration, value, Part::Text(";".into())],
        }
    }

    /// A variable has no value here.
    pub fn forget(ty: Type, name: &str) -> Stmt {
        Stmt {
            parts: vec![Part::Undefined(format!("{name} = @;"), ty)],
        }
    }
}

/// A program: everything in front of `main` and the statements of `main`.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Version, precisions, declarations of the interface, a line each.
    pub head: String,
    /// Functions and global variables.
    pub globals: Vec<Stmt>,
    /// Statements of `main`.
    pub main: Vec<Stmt>,
}
