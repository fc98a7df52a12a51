//! Programs as source text.

use super::{Part, Program, Stmt};
use std::fmt::Write;

/// What stands where a variable has no value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initial {
    /// Nothing: the program as it is compiled.
    Missing,
    /// Uniforms of the place's own, [`undefined_name`], converted: one for each number.
    Uniform,
}

/// The uniform, a `float`, that gives the value of this number, counted in the order of the text.
pub fn undefined_name(place: usize) -> String {
    format!("undefined{place}")
}

impl Program {
    /// The source text.
    pub fn text(&self, initial: Initial) -> String {
        self.text_and_places(initial).0
    }

    /// The source text, and how many numbers of it have no value; without [`Initial::Uniform`] none are
    /// counted.
    pub fn text_and_places(&self, initial: Initial) -> (String, usize) {
        let mut printer = Printer {
            text: String::new(),
            initial,
            places: 0,
        };
        for stmt in &self.globals {
            printer.stmt(stmt, 0);
        }
        printer.text += "void main() {\n";
        for stmt in &self.main {
            printer.stmt(stmt, 1);
        }
        printer.text += "}\n";
        let mut text = self.head.clone();
        for place in 0..printer.places {
            let _ = writeln!(text, "uniform highp float {};", undefined_name(place));
        }
        (text + &printer.text, printer.places)
    }
}

struct Printer {
    text: String,
    initial: Initial,
    /// Numbers without a value, so far.
    places: usize,
}

impl Printer {
    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        let start = self.text.len();
        self.text += &"    ".repeat(depth);
        let empty = self.text.len();
        self.parts(&stmt.parts, depth);
        if self.text.len() == empty {
            self.text.truncate(start);
        } else {
            self.text.push('\n');
        }
    }

    fn parts(&mut self, parts: &[Part], depth: usize) {
        for part in parts {
            match part {
                Part::Text(piece) => self.text += piece,
                Part::Expr(expr) => self.parts(&expr.parts, depth),
                Part::Body(body) => {
                    self.text += " {\n";
                    for stmt in body {
                        self.stmt(stmt, depth + 1);
                    }
                    let _ = write!(self.text, "{}}}", "    ".repeat(depth));
                }
                Part::Undefined(pattern, ty) => {
                    if self.initial == Initial::Uniform {
                        let places = self.places..self.places + ty.numbers();
                        self.places = places.end;
                        let numbers: Vec<String> = places.map(undefined_name).collect();
                        let value = format!("{}({})", ty.name(), numbers.join(", "));
                        self.text += &pattern.replace('@', &value);
                    }
                }
            }
        }
    }
}
