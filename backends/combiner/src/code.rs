//! What the application computes of uniforms, in C and in Rust.

use retroshade_kit::reflect::{Expression, Variable};
use std::fmt::Write;

/// The language that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, with `math.h`.
    C,
    /// Rust; roots, exponentials and the like need its standard library.
    Rust,
}

/// The uniforms of a record with their names in a language.
#[derive(Clone, Debug)]
pub struct Uniforms<'a> {
    language: Language,
    list: Vec<(&'a Variable, String)>,
    /// What stands before each name: `u->`.
    prefix: &'static str,
}

/// A GL name as an identifier: `lights[0].color` is `lights_0_color`.
pub fn identifier(name: &str) -> String {
    let mut made = String::new();
    for character in name.chars() {
        match character {
            ']' => {}
            c if c.is_ascii_alphanumeric() => made.push(c),
            _ => made.push('_'),
        }
    }
    made
}

/// Rows and columns of a GLSL type.
fn size(ty: &str) -> (usize, usize) {
    let last = ty.chars().last().and_then(|digit| digit.to_digit(10));
    let last = last.map_or(1, |digit| digit as usize);
    match ty.strip_prefix("mat") {
        Some(sizes) => {
            let columns = sizes.chars().next().and_then(|digit| digit.to_digit(10));
            (last, columns.map_or(1, |digit| digit as usize))
        }
        None => (last, 1),
    }
}

impl<'a> Uniforms<'a> {
    /// Names for the uniforms of a record, each once.
    pub fn new(uniforms: &'a [Variable], prefix: &'static str, language: Language) -> Uniforms<'a> {
        let mut list: Vec<(&Variable, String)> = Vec::new();
        for uniform in uniforms {
            let mut name = identifier(&uniform.name);
            while list.iter().any(|(_, other)| *other == name) {
                name.push('_');
            }
            list.push((uniform, name));
        }
        Uniforms {
            language,
            list,
            prefix,
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The declarations, a line each: arrays of floats, matrices column by column. In Rust fields of a structure, with
    /// their documentation.
    pub fn declarations(&self, indent: &str) -> String {
        let mut text = String::new();
        for (uniform, name) in &self.list {
            let (rows, columns) = size(&uniform.ty);
            let array = uniform.array.map_or(1, |length| length as usize);
            let lengths = [array, columns, rows];
            let lengths = lengths.into_iter().filter(|length| *length > 1);
            let ty = &uniform.ty;
            let _ = match self.language {
                Language::C => {
                    let dimensions: String = lengths.map(|length| format!("[{length}]")).collect();
                    writeln!(text, "{indent}float {name}{dimensions}; /* {ty} */")
                }
                Language::Rust => {
                    let float = "f32".to_owned();
                    let nested = lengths
                        .rev()
                        .fold(float, |inner, length| format!("[{inner}; {length}]"));
                    let gl = uniform.name.replace('`', "'");
                    writeln!(
                        text,
                        "{indent}/// `{ty} {gl}`\n{indent}pub {name}: {nested},"
                    )
                }
            };
        }
        text
    }

    /// A lane of a uniform, or of an element or column of it.
    fn lane(&self, name: &str, part: Option<u32>, lane: usize) -> Option<String> {
        let (uniform, own) = self.list.iter().find(|(one, _)| one.name == name)?;
        let (rows, _) = size(&uniform.ty);
        let part = part.map_or(String::new(), |part| format!("[{part}]"));
        let lane = match rows {
            1 => String::new(),
            rows => format!("[{}]", (lane < rows).then_some(lane)?),
        };
        Some(format!("{}{own}{part}{lane}", self.prefix))
    }

    /// A lane of an expression; `None` for what no record of this compiler has.
    pub fn scalar(&self, expression: &Expression, lane: usize) -> Option<String> {
        match expression {
            Expression::Constant(numbers) => {
                let number = match numbers[..] {
                    [one] => one,
                    _ => *numbers.get(lane)?,
                };
                Some(literal(self.language, number))
            }
            Expression::Varying(_) => None,
            Expression::Uniform(name, part) => self.lane(name, *part, lane),
            Expression::Swizzle(letters, inner) => {
                let letters: Vec<char> = letters.chars().collect();
                let letter = match letters[..] {
                    [one] => one,
                    _ => *letters.get(lane)?,
                };
                self.scalar(inner, "xyzwrgbastpq".find(letter)? % 4)
            }
            Expression::Apply(function, operands) if function == "vec" => {
                // The combiner's vectors are of scalars.
                self.scalar(operands.get(lane)?, 0)
            }
            Expression::Apply(function, operands) => {
                let operands = operands.iter().map(|one| self.scalar(one, lane));
                let operands: Option<Vec<String>> = operands.collect();
                match self.language {
                    Language::C => apply(function, &operands?),
                    Language::Rust => apply_rust(function, &operands?),
                }
            }
        }
    }
}

/// A number that a language reads back to the same float.
fn literal(language: Language, number: f64) -> String {
    match language {
        Language::C => format!("{:?}f", number as f32),
        Language::Rust => format!("{:?}_f32", number as f32),
    }
}

fn apply_rust(function: &str, operands: &[String]) -> Option<String> {
    let truth = |condition: String| format!("(if {condition} {{ 1.0 }} else {{ 0.0 }})");
    Some(match (function, operands) {
        ("neg", [a]) => format!("(-{a})"),
        ("add", [a, b]) => format!("({a} + {b})"),
        ("sub", [a, b]) => format!("({a} - {b})"),
        ("mul", [a, b]) => format!("({a} * {b})"),
        ("div", [a, b]) => format!("({a} / {b})"),
        ("inversesqrt", [a]) => format!("(1.0_f32 / f32::sqrt({a}))"),
        ("fract", [a]) => format!("({a} - f32::floor({a}))"),
        ("sign", [a]) => {
            let (above, below) = (truth(format!("{a} > 0.0")), truth(format!("{a} < 0.0")));
            format!("({above} - {below})")
        }
        (
            "abs" | "sqrt" | "floor" | "ceil" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan"
            | "exp" | "exp2" | "log2",
            [a],
        ) => format!("f32::{function}({a})"),
        ("log", [a]) => format!("f32::ln({a})"),
        ("not", [a]) => truth(format!("{a} == 0.0")),
        ("min" | "max" | "atan2", [a, b]) => format!("f32::{function}({a}, {b})"),
        ("pow", [a, b]) => format!("f32::powf({a}, {b})"),
        ("mod", [a, b]) => format!("({a} - {b} * f32::floor({a} / {b}))"),
        ("step", [a, b]) => truth(format!("{b} >= {a}")),
        ("lt", [a, b]) => truth(format!("{a} < {b}")),
        ("le", [a, b]) => truth(format!("{a} <= {b}")),
        ("gt", [a, b]) => truth(format!("{a} > {b}")),
        ("ge", [a, b]) => truth(format!("{a} >= {b}")),
        ("eq", [a, b]) => truth(format!("{a} == {b}")),
        ("ne", [a, b]) => truth(format!("{a} != {b}")),
        ("and", [a, b]) => truth(format!("{a} != 0.0 && {b} != 0.0")),
        ("or", [a, b]) => truth(format!("{a} != 0.0 || {b} != 0.0")),
        ("clamp", [x, low, high]) => format!("f32::min(f32::max({x}, {low}), {high})"),
        ("mix", [a, b, t]) => format!("({a} * (1.0_f32 - {t}) + {b} * {t})"),
        ("smoothstep", [low, high, x]) => {
            let t = format!("f32::min(f32::max(({x} - {low}) / ({high} - {low}), 0.0), 1.0)");
            format!("({t} * {t} * (3.0_f32 - 2.0_f32 * {t}))")
        }
        ("select", [condition, a, b]) => {
            format!("(if {condition} != 0.0 {{ {a} }} else {{ {b} }})")
        }
        _ => return None,
    })
}

/// A function in C.
fn apply(function: &str, operands: &[String]) -> Option<String> {
    Some(match (function, operands) {
        ("neg", [a]) => format!("(-{a})"),
        ("add", [a, b]) => format!("({a} + {b})"),
        ("sub", [a, b]) => format!("({a} - {b})"),
        ("mul", [a, b]) => format!("({a} * {b})"),
        ("div", [a, b]) => format!("({a} / {b})"),
        ("abs", [a]) => format!("fabsf({a})"),
        ("inversesqrt", [a]) => format!("(1.0f / sqrtf({a}))"),
        ("fract", [a]) => format!("({a} - floorf({a}))"),
        ("sign", [a]) => format!("(({a} > 0.0f ? 1.0f : 0.0f) - ({a} < 0.0f ? 1.0f : 0.0f))"),
        (
            "sqrt" | "floor" | "ceil" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "exp"
            | "exp2" | "log2",
            [a],
        ) => format!("{function}f({a})"),
        ("log", [a]) => format!("logf({a})"),
        ("not", [a]) => format!("({a} == 0.0f ? 1.0f : 0.0f)"),
        ("min", [a, b]) => format!("fminf({a}, {b})"),
        ("max", [a, b]) => format!("fmaxf({a}, {b})"),
        ("pow", [a, b]) => format!("powf({a}, {b})"),
        ("atan2", [a, b]) => format!("atan2f({a}, {b})"),
        ("mod", [a, b]) => format!("({a} - {b} * floorf({a} / {b}))"),
        ("step", [a, b]) => truth(&format!("{b} >= {a}")),
        ("lt", [a, b]) => truth(&format!("{a} < {b}")),
        ("le", [a, b]) => truth(&format!("{a} <= {b}")),
        ("gt", [a, b]) => truth(&format!("{a} > {b}")),
        ("ge", [a, b]) => truth(&format!("{a} >= {b}")),
        ("eq", [a, b]) => truth(&format!("{a} == {b}")),
        ("ne", [a, b]) => truth(&format!("{a} != {b}")),
        ("and", [a, b]) => truth(&format!("{a} != 0.0f && {b} != 0.0f")),
        ("or", [a, b]) => truth(&format!("{a} != 0.0f || {b} != 0.0f")),
        ("clamp", [x, low, high]) => format!("fminf(fmaxf({x}, {low}), {high})"),
        ("mix", [a, b, t]) => format!("({a} * (1.0f - {t}) + {b} * {t})"),
        ("smoothstep", [low, high, x]) => {
            let t = format!("fminf(fmaxf(({x} - {low}) / ({high} - {low}), 0.0f), 1.0f)");
            format!("({t} * {t} * (3.0f - 2.0f * {t}))")
        }
        ("select", [condition, a, b]) => format!("({condition} != 0.0f ? {a} : {b})"),
        _ => return None,
    })
}

fn truth(condition: &str) -> String {
    format!("({condition} ? 1.0f : 0.0f)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_c() {
        let uniform = |name: &str, ty: &str, array| Variable {
            name: name.into(),
            ty: ty.into(),
            array,
            ..Variable::default()
        };
        let list = [
            uniform("lights[1].color", "vec3", None),
            uniform("m", "mat4", None),
            uniform("k", "float", Some(3)),
        ];
        let uniforms = Uniforms::new(&list, "u->", Language::C);
        assert_eq!(
            uniforms.declarations(""),
            "float lights_1_color[3]; /* vec3 */\nfloat m[4][4]; /* mat4 */\nfloat k[3]; /* float */\n"
        );
        let read = |name: &str, part| Box::new(Expression::Uniform(name.into(), part));
        let swizzle = |letters: &str, inner| Expression::Swizzle(letters.into(), inner);
        let sum = Expression::Apply(
            "add".into(),
            vec![
                swizzle("zyx", read("lights[1].color", None)),
                Expression::Apply(
                    "mul".into(),
                    vec![*read("k", Some(2)), Expression::Constant(vec![0.5])],
                ),
            ],
        );
        assert_eq!(
            uniforms.scalar(&sum, 0).unwrap(),
            "(u->lights_1_color[2] + (u->k[2] * 0.5f))"
        );
        let column = swizzle("w", read("m", Some(3)));
        assert_eq!(uniforms.scalar(&column, 0).unwrap(), "u->m[3][3]");
        assert_eq!(uniforms.scalar(&read("gone", None), 0), None);
        let rust = Uniforms::new(&list, "uniforms.", Language::Rust);
        assert_eq!(
            rust.declarations(""),
            "/// `vec3 lights[1].color`\npub lights_1_color: [f32; 3],\n/// `mat4 m`\npub m: [[f32; 4]; 4],\n/// `float k`\npub k: [f32; 3],\n"
        );
        assert_eq!(
            rust.scalar(&sum, 0).unwrap(),
            "(uniforms.lights_1_color[2] + (uniforms.k[2] * 0.5_f32))"
        );
    }

    /// Functions with as many of the operands a, b, c as they take, in C and in Rust.
    #[rustfmt::skip] // A row is a line.
    const FUNCTIONS: &[(&str, usize, &str, &str)] = &[
        ("neg", 1, "(-a)", "(-a)"),
        ("sub", 2, "(a - b)", "(a - b)"),
        ("div", 2, "(a / b)", "(a / b)"),
        ("abs", 1, "fabsf(a)", "f32::abs(a)"),
        ("sqrt", 1, "sqrtf(a)", "f32::sqrt(a)"),
        ("atan", 1, "atanf(a)", "f32::atan(a)"),
        ("exp2", 1, "exp2f(a)", "f32::exp2(a)"),
        ("log", 1, "logf(a)", "f32::ln(a)"),
        ("inversesqrt", 1, "(1.0f / sqrtf(a))", "(1.0_f32 / f32::sqrt(a))"),
        ("fract", 1, "(a - floorf(a))", "(a - f32::floor(a))"),
        ("sign", 1, "((a > 0.0f ? 1.0f : 0.0f) - (a < 0.0f ? 1.0f : 0.0f))",
            "((if a > 0.0 { 1.0 } else { 0.0 }) - (if a < 0.0 { 1.0 } else { 0.0 }))"),
        ("not", 1, "(a == 0.0f ? 1.0f : 0.0f)", "(if a == 0.0 { 1.0 } else { 0.0 })"),
        ("min", 2, "fminf(a, b)", "f32::min(a, b)"),
        ("max", 2, "fmaxf(a, b)", "f32::max(a, b)"),
        ("pow", 2, "powf(a, b)", "f32::powf(a, b)"),
        ("atan2", 2, "atan2f(a, b)", "f32::atan2(a, b)"),
        ("mod", 2, "(a - b * floorf(a / b))", "(a - b * f32::floor(a / b))"),
        ("step", 2, "(b >= a ? 1.0f : 0.0f)", "(if b >= a { 1.0 } else { 0.0 })"),
        ("lt", 2, "(a < b ? 1.0f : 0.0f)", "(if a < b { 1.0 } else { 0.0 })"),
        ("le", 2, "(a <= b ? 1.0f : 0.0f)", "(if a <= b { 1.0 } else { 0.0 })"),
        ("gt", 2, "(a > b ? 1.0f : 0.0f)", "(if a > b { 1.0 } else { 0.0 })"),
        ("ge", 2, "(a >= b ? 1.0f : 0.0f)", "(if a >= b { 1.0 } else { 0.0 })"),
        ("eq", 2, "(a == b ? 1.0f : 0.0f)", "(if a == b { 1.0 } else { 0.0 })"),
        ("ne", 2, "(a != b ? 1.0f : 0.0f)", "(if a != b { 1.0 } else { 0.0 })"),
        ("and", 2, "(a != 0.0f && b != 0.0f ? 1.0f : 0.0f)", "(if a != 0.0 && b != 0.0 { 1.0 } else { 0.0 })"),
        ("or", 2, "(a != 0.0f || b != 0.0f ? 1.0f : 0.0f)", "(if a != 0.0 || b != 0.0 { 1.0 } else { 0.0 })"),
        ("clamp", 3, "fminf(fmaxf(a, b), c)", "f32::min(f32::max(a, b), c)"),
        ("mix", 3, "(a * (1.0f - c) + b * c)", "(a * (1.0_f32 - c) + b * c)"),
        ("select", 3, "(a != 0.0f ? b : c)", "(if a != 0.0 { b } else { c })"),
    ];

    #[test]
    fn functions_have_a_form_in_both_languages() {
        let operands = ["a", "b", "c"].map(str::to_owned);
        for (function, count, c, rust) in FUNCTIONS {
            let operands = &operands[..*count];
            assert_eq!(apply(function, operands).as_deref(), Some(*c));
            assert_eq!(apply_rust(function, operands).as_deref(), Some(*rust));
        }
        for (function, count) in [("nonsense", 1), ("neg", 2), ("mix", 2)] {
            let operands = &operands[..count];
            assert_eq!(apply(function, operands), None, "{function}");
            assert_eq!(apply_rust(function, operands), None, "{function}");
        }
    }
}
