//! What the application computes of uniforms, once for each draw.

use crate::interval::times;
use retroshade_kit::reflect::scalar;
use std::rc::Rc;

/// A scalar over uniforms and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number, by its bits.
    Number(u64),
    /// A lane of a uniform.
    Uniform(Rc<Leaf>, u8),
    /// A lane of a varying, and whether it is the only one; in what a vertex program computes.
    Varying(Rc<str>, u8, bool),
    /// A function by its name in the record, and its operands.
    Apply(&'static str, Vec<Expr>),
}

/// A vector of a uniform: itself, an element of an array, or a column of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// The name as GL knows it.
    pub name: String,
    /// The GLSL type of an element.
    pub ty: String,
    /// The length, if it is an array.
    pub array: Option<u32>,
    /// The element or column.
    pub part: Option<u32>,
    /// The number of lanes that it has.
    pub lanes: u8,
}

impl Expr {
    /// A number.
    pub fn number(value: f64) -> Expr {
        Expr::Number(value.to_bits())
    }

    /// The number it is.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Expr::Number(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    /// A function of operands, folded if they are numbers.
    pub fn apply(function: &'static str, operands: Vec<Expr>) -> Expr {
        let numbers: Option<Vec<f64>> = operands.iter().map(Expr::as_number).collect();
        let value = numbers.and_then(|numbers| scalar(function, &numbers));
        match value.filter(|value| value.is_finite()) {
            Some(value) => Expr::number(value),
            None => Expr::Apply(function, operands),
        }
    }

    /// Calls `see` for every uniform in it.
    pub fn visit(&self, see: &mut dyn FnMut(&Rc<Leaf>)) {
        match self {
            Expr::Number(_) | Expr::Varying(..) => {}
            Expr::Uniform(leaf, _) => see(leaf),
            Expr::Apply(_, operands) => operands.iter().for_each(|operand| operand.visit(see)),
        }
    }
}

/// What is assumed of uniforms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniforms;

/// Nothing is known.
const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

impl Uniforms {
    /// The range of an expression whose uniforms are in [0, 1].
    pub fn range(&self, expr: &Expr) -> (f64, f64) {
        range(expr, (0.0, 1.0))
    }

    /// The range of an expression whatever its uniforms are.
    pub fn free_range(&self, expr: &Expr) -> (f64, f64) {
        range(expr, ANY)
    }
}

fn range(expr: &Expr, leaf: (f64, f64)) -> (f64, f64) {
    match expr {
        Expr::Number(bits) => (f64::from_bits(*bits), f64::from_bits(*bits)),
        Expr::Uniform(uniform, _) if uniform.ty.starts_with('b') => (0.0, 1.0),
        Expr::Uniform(..) => leaf,
        Expr::Varying(..) => ANY,
        Expr::Apply(function, operands) => {
            let ranges: Vec<(f64, f64)> = operands.iter().map(|one| range(one, leaf)).collect();
            let (low, high) = function_range(function, &ranges);
            if low.is_nan() || high.is_nan() {
                ANY
            } else {
                (low, high)
            }
        }
    }
}

fn function_range(function: &str, operands: &[(f64, f64)]) -> (f64, f64) {
    let pi = std::f64::consts::PI;
    match (function, operands) {
        ("neg", [a]) => (-a.1, -a.0),
        ("abs", [a]) if a.0 >= 0.0 => *a,
        ("abs", [a]) => (0.0, a.1.max(-a.0)),
        ("sqrt", [a]) => (a.0.max(0.0).sqrt(), a.1.max(0.0).sqrt()),
        ("exp", [a]) => (a.0.exp(), a.1.exp()),
        ("exp2", [a]) => (a.0.exp2(), a.1.exp2()),
        ("floor" | "ceil", [a]) => (a.0.floor(), a.1.ceil()),
        ("sin" | "cos" | "sign", _) => (-1.0, 1.0),
        (
            "fract" | "smoothstep" | "step" | "not" | "lt" | "le" | "gt" | "ge" | "eq" | "ne"
            | "and" | "or",
            _,
        ) => (0.0, 1.0),
        ("asin" | "atan", _) => (-pi / 2.0, pi / 2.0),
        ("acos", _) => (0.0, pi),
        ("atan2", _) => (-pi, pi),
        ("add", [a, b]) => (a.0 + b.0, a.1 + b.1),
        ("sub", [a, b]) => (a.0 - b.1, a.1 - b.0),
        ("mul", [a, b]) => times(*a, *b),
        ("div", [a, b]) if b.0 > 0.0 || b.1 < 0.0 => times(*a, (1.0 / b.1, 1.0 / b.0)),
        ("min", [a, b]) => (a.0.min(b.0), a.1.min(b.1)),
        ("max", [a, b]) => (a.0.max(b.0), a.1.max(b.1)),
        ("clamp", [x, low, high]) => (x.0.max(low.0).min(high.0), x.1.max(low.1).min(high.1)),
        ("mix", [a, b, t]) if t.0 >= 0.0 && t.1 <= 1.0 => (a.0.min(b.0), a.1.max(b.1)),
        ("select", [_, a, b]) => (a.0.min(b.0), a.1.max(b.1)),
        ("pow", [a, b]) if a.0 >= 0.0 && a.1 <= 1.0 && b.0 >= 0.0 => (0.0, 1.0),
        _ => ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::random::Random;

    /// Functions by their number of operands.
    const FUNCTIONS: [&[&str]; 3] = [
        &[
            "neg",
            "abs",
            "sqrt",
            "inversesqrt",
            "floor",
            "ceil",
            "fract",
            "sign",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "exp",
            "log",
            "exp2",
            "log2",
            "not",
        ],
        &[
            "add", "sub", "mul", "div", "min", "max", "pow", "mod", "step", "atan2", "lt", "le",
            "gt", "ge", "eq", "ne", "and", "or",
        ],
        &["clamp", "mix", "smoothstep", "select"],
    ];

    /// Ends of ranges, in order.
    const ENDS: [f64; 9] = [-4.0, -1.5, -1.0, -0.25, 0.0, 0.25, 0.75, 1.0, 3.0];

    #[test]
    fn values_lie_in_their_ranges() {
        let mut random = Random::new(5);
        for (functions, arity) in FUNCTIONS.iter().zip(1..) {
            for function in *functions {
                for _ in 0..400 {
                    let mut end = || ENDS[random.below(ENDS.len() as u64) as usize];
                    let ends = |(a, b): (f64, f64)| (a.min(b), a.max(b));
                    let operands: Vec<(f64, f64)> =
                        (0..arity).map(|_| ends((end(), end()))).collect();
                    let (low, high) = function_range(function, &operands);
                    let between = |(low, high): &(f64, f64), part: u64| {
                        low + (high - low) * (part as f64 / 4.0)
                    };
                    let numbers: Vec<f64> = operands
                        .iter()
                        .map(|range| between(range, random.below(5)))
                        .collect();
                    let value = scalar(function, &numbers).expect(function);
                    assert!(
                        !value.is_finite() || low <= value && value <= high,
                        "{function} {numbers:?} of {operands:?}: {value} is not in [{low}, {high}]"
                    );
                }
            }
        }
    }

    #[test]
    fn ranges_are_as_narrow_as_is_known() {
        type Row = (&'static str, &'static [(f64, f64)], (f64, f64));
        #[rustfmt::skip] // A row is a line.
        let rows: [Row; 15] = [
            ("neg", &[(1.0, 2.0)], (-2.0, -1.0)),
            ("abs", &[(1.0, 2.0)], (1.0, 2.0)),
            ("abs", &[(-3.0, 2.0)], (0.0, 3.0)),
            ("floor", &[(-0.5, 1.5)], (-1.0, 2.0)),
            ("sub", &[(1.0, 2.0), (0.0, 3.0)], (-2.0, 2.0)),
            ("mul", &[(-1.0, 2.0), (-3.0, 1.0)], (-6.0, 3.0)),
            ("div", &[(1.0, 2.0), (2.0, 4.0)], (0.25, 1.0)),
            ("div", &[(1.0, 2.0), (-1.0, 4.0)], ANY),
            ("max", &[(0.0, 1.0), (0.5, 0.75)], (0.5, 1.0)),
            ("clamp", &[(-5.0, 5.0), (0.0, 0.0), (1.0, 1.0)], (0.0, 1.0)),
            ("mix", &[(0.0, 1.0), (2.0, 3.0), (0.0, 1.0)], (0.0, 3.0)),
            ("mix", &[(0.0, 1.0), (2.0, 3.0), (0.0, 2.0)], ANY),
            ("select", &[(0.0, 1.0), (2.0, 3.0), (-1.0, 0.0)], (-1.0, 3.0)),
            ("pow", &[(0.0, 1.0), (0.5, 8.0)], (0.0, 1.0)),
            ("pow", &[(0.0, 2.0), (0.5, 8.0)], ANY),
        ];
        for (function, operands, range) in rows {
            assert_eq!(
                function_range(function, operands),
                range,
                "{function} {operands:?}"
            );
        }
    }

    #[test]
    fn uniforms_are_colours_where_that_is_assumed() {
        let leaf = |ty: &str| {
            Rc::new(Leaf {
                name: "u".into(),
                ty: ty.into(),
                array: None,
                part: None,
                lanes: 1,
            })
        };
        let number = Expr::Uniform(leaf("float"), 0);
        let half = Expr::apply("div", vec![Expr::number(1.0), Expr::number(2.0)]);
        assert_eq!(half.as_number(), Some(0.5));
        let sum = Expr::apply("add", vec![number.clone(), half]);
        assert_eq!(Uniforms.range(&sum), (0.5, 1.5));
        assert_eq!(Uniforms.free_range(&sum), ANY);
        // What is no number is none in a range either.
        let unknown = Expr::apply("sub", vec![number.clone(), number]);
        assert_eq!(Uniforms.free_range(&unknown), ANY);
        let truth = Expr::Uniform(leaf("bool"), 0);
        assert_eq!(Uniforms.free_range(&truth), (0.0, 1.0));
        let varying = Expr::Varying("v".into(), 0, true);
        assert_eq!(Uniforms.range(&varying), ANY);
        let endless = Expr::apply("div", vec![Expr::number(1.0), Expr::number(0.0)]);
        assert_eq!(endless.as_number(), None);
        let mut seen = Vec::new();
        let both = Expr::apply("add", vec![sum, Expr::apply("mul", vec![truth, varying])]);
        both.visit(&mut |leaf| seen.push(leaf.ty.clone()));
        assert_eq!(seen, ["float", "bool"]);
    }
}
