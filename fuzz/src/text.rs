//! Programs as trees of text: a statement or an expression is text with holes in which others stand.

use std::fmt::Write;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `float`, `vec2` to `vec4`.
    Float(u8),
    /// `int`, `ivec2` to `ivec4`.
    Int(u8),
    /// `uint`.
    Uint,
    /// `bool`.
    Bool,
    /// `mat2` to `mat4`.
    Matrix(u8),
}

impl Type {
    /// Its name.
    pub fn name(self) -> String {
        match self {
            Type::Float(1) => "float".into(),
            Type::Float(lanes) => format!("vec{lanes}"),
            Type::Int(1) => "int".into(),
            Type::Int(lanes) => format!("ivec{lanes}"),
            Type::Uint => "uint".into(),
            Type::Bool => "bool".into(),
            Type::Matrix(size) => format!("mat{size}"),
        }
    }

    /// The simplest expressions of the type.
    fn simplest(self) -> Vec<String> {
        match self {
            Type::Bool => vec!["true".into(), "false".into()],
            Type::Uint => vec!["1u".into()],
            Type::Float(1) => vec!["1.0".into(), "2.0".into()],
            Type::Int(1) => vec!["1".into(), "0".into()],
            Type::Float(_) | Type::Matrix(_) => vec![format!("{}(1.0)", self.name())],
            Type::Int(_) => vec![format!("{}(1)", self.name())],
        }
    }
}

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
    /// Its type.
    pub ty: Type,
    /// Its pieces.
    pub parts: Vec<Part>,
}

/// A statement, a function or a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Its pieces.
    pub parts: Vec<Part>,
}

/// Pieces from text in which each `@` stands for the next expression.
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
    /// Version, precisions, declarations of the interface: never shrunk away.
    pub head: String,
    /// Functions and global variables.
    pub globals: Vec<Stmt>,
    /// Statements of `main`.
    pub main: Vec<Stmt>,
}

/// A value for all variables that have none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initial {
    /// None: the program as it is compiled.
    Missing,
    /// This number, converted.
    Number(f32),
}

impl Program {
    /// The source text.
    pub fn text(&self, initial: Initial) -> String {
        let mut text = self.head.clone();
        for stmt in &self.globals {
            print_stmt(stmt, 0, initial, &mut text);
        }
        text += "void main() {\n";
        for stmt in &self.main {
            print_stmt(stmt, 1, initial, &mut text);
        }
        text += "}\n";
        text
    }

    /// Whether some variable has no value at some place.
    pub fn has_undefined(&self) -> bool {
        self.text(Initial::Missing) != self.text(Initial::Number(0.0))
    }

    /// Programs that are smaller in one place each, large cuts first.
    pub fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        for main in smaller_lists(&self.main) {
            all.push(Program {
                main,
                ..self.clone()
            });
        }
        for globals in smaller_lists(&self.globals) {
            all.push(Program {
                globals,
                ..self.clone()
            });
        }
        all
    }
}

fn print_stmt(stmt: &Stmt, depth: usize, initial: Initial, text: &mut String) {
    let start = text.len();
    *text += &"    ".repeat(depth);
    let empty = text.len();
    print_parts(&stmt.parts, depth, initial, text);
    if text.len() == empty {
        text.truncate(start);
    } else {
        text.push('\n');
    }
}

fn print_parts(parts: &[Part], depth: usize, initial: Initial, text: &mut String) {
    for part in parts {
        match part {
            Part::Text(piece) => *text += piece,
            Part::Expr(expr) => print_parts(&expr.parts, depth, initial, text),
            Part::Body(body) => {
                *text += " {\n";
                for stmt in body {
                    print_stmt(stmt, depth + 1, initial, text);
                }
                let _ = write!(text, "{}}}", "    ".repeat(depth));
            }
            Part::Undefined(pattern, ty) => {
                if let Initial::Number(number) = initial {
                    let value = format!("{}({number:?})", ty.name());
                    *text += &pattern.replace('@', &value);
                }
            }
        }
    }
}

/// Lists without a run of statements, with a statement replaced by its contents, or with one smaller.
fn smaller_lists(list: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    let mut length = list.len();
    while length > 0 {
        for start in (0..list.len()).step_by(length) {
            let end = (start + length).min(list.len());
            all.push([&list[..start], &list[end..]].concat());
        }
        length /= 2;
    }
    for (index, stmt) in list.iter().enumerate() {
        let with = |new: &[Stmt]| [&list[..index], new, &list[index + 1..]].concat();
        for part in &stmt.parts {
            if let Part::Body(body) = part {
                all.push(with(body));
            }
        }
        all.extend(
            smaller_parts(&stmt.parts)
                .into_iter()
                .map(|parts| with(&[Stmt { parts }])),
        );
    }
    all
}

fn smaller_parts(parts: &[Part]) -> Vec<Vec<Part>> {
    let mut all = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut replace = |new: Part| {
            let mut parts = parts.to_vec();
            parts[index] = new;
            all.push(parts);
        };
        match part {
            Part::Body(body) => smaller_lists(body)
                .into_iter()
                .for_each(|body| replace(Part::Body(body))),
            Part::Expr(expr) => smaller_exprs(expr)
                .into_iter()
                .for_each(|expr| replace(Part::Expr(expr))),
            Part::Text(_) | Part::Undefined(..) => {}
        }
    }
    all
}

fn smaller_exprs(expr: &Expr) -> Vec<Expr> {
    let mut all = Vec::new();
    if expr.parts.iter().any(|part| matches!(part, Part::Expr(_))) {
        let simple = expr.ty.simplest();
        all.extend(
            simple
                .iter()
                .map(|text| Expr::new(expr.ty, text, Vec::new())),
        );
        expr.inside(expr.ty, &mut all);
    }
    let ty = expr.ty;
    all.extend(
        smaller_parts(&expr.parts)
            .into_iter()
            .map(|parts| Expr { ty, parts }),
    );
    all
}
