//! Programs as source text.

use super::{Part, Program, Stmt};
use std::fmt::Write;

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
