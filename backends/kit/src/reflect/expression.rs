//! What the application computes of uniforms, once for each draw, for machines that compute nothing there.
//!
//! In JSON a list whose first item says what it is: `["mul", ["swizzle", "rgb", ["uniform", "u_tint"]],
//! ["const", [0.5]]]`. Operations go lane by lane, a single lane is repeated; truth is 1 or 0.

use serde_core::ser::{Serialize, SerializeSeq, Serializer};

/// A vector of 1 to 16 numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A uniform; of an array the element, of a matrix the column.
    Uniform(String, Option<u32>),
    /// A varying, in the expressions of inputs.
    Varying(String),
    /// Numbers.
    Constant(Vec<f64>),
    /// Lanes of an expression by their letters.
    Swizzle(String, Box<Expression>),
    /// A function by its name: those of GLSL, `add sub mul div neg`, `lt le gt ge eq ne and or not select`, and
    /// `vec`, which puts its operands in a row.
    Apply(String, Vec<Expression>),
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        match self {
            Expression::Uniform(name, part) => {
                list.serialize_element("uniform")?;
                list.serialize_element(name)?;
                if let Some(part) = part {
                    list.serialize_element(part)?;
                }
            }
            Expression::Varying(name) => {
                list.serialize_element("varying")?;
                list.serialize_element(name)?;
            }
            Expression::Constant(numbers) => {
                list.serialize_element("const")?;
                list.serialize_element(numbers)?;
            }
            Expression::Swizzle(lanes, inner) => {
                list.serialize_element("swizzle")?;
                list.serialize_element(lanes)?;
                list.serialize_element(inner)?;
            }
            Expression::Apply(function, operands) => {
                list.serialize_element(function)?;
                for operand in operands {
                    list.serialize_element(operand)?;
                }
            }
        }
        list.end()
    }
}

/// Gives the value of a uniform or varying: its name, and the element or column.
#[cfg(feature = "tools")]
pub type Reader<'a, E> = &'a dyn Fn(&str, Option<u32>) -> Result<Vec<f64>, E>;

#[cfg(feature = "tools")]
impl Expression {
    /// Reads the JSON form; `None` if it is none.
    pub(super) fn from_json(value: &serde_json::Value) -> Option<Expression> {
        let (head, rest) = value.as_array()?.split_first()?;
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        Some(match (head.as_str()?, rest) {
            ("uniform", [name]) => Expression::Uniform(text(name)?, None),
            ("uniform", [name, part]) => {
                Expression::Uniform(text(name)?, Some(u32::try_from(part.as_u64()?).ok()?))
            }
            ("varying", [name]) => Expression::Varying(text(name)?),
            ("const", [numbers]) => {
                let numbers = numbers.as_array()?.iter().map(serde_json::Value::as_f64);
                Expression::Constant(numbers.collect::<Option<_>>()?)
            }
            ("swizzle", [lanes, inner]) => {
                Expression::Swizzle(text(lanes)?, Box::new(Expression::from_json(inner)?))
            }
            (function, operands) => {
                let operands = operands.iter().map(Expression::from_json);
                Expression::Apply(function.to_owned(), operands.collect::<Option<_>>()?)
            }
        })
    }

    /// The value, from those of uniforms and varyings: `read` gets the name and the element or column.
    ///
    /// # Errors
    /// Those of `read`; names of functions that do not exist and operands that do not fit.
    pub fn evaluate<E>(
        &self,
        read: Reader<'_, E>,
        wrong: &dyn Fn(String) -> E,
    ) -> Result<Vec<f64>, E> {
        match self {
            Expression::Uniform(name, part) => read(name, *part),
            Expression::Varying(name) => read(name, None),
            Expression::Constant(numbers) => Ok(numbers.clone()),
            Expression::Swizzle(lanes, inner) => {
                let value = inner.evaluate(read, wrong)?;
                let lane = |letter: char| {
                    let lane = "xyzwrgbastpq".find(letter)? % 4;
                    value.get(lane).copied()
                };
                let lanes: Option<Vec<f64>> = lanes.chars().map(lane).collect();
                lanes.ok_or_else(|| wrong("a swizzle names a lane that does not exist".into()))
            }
            Expression::Apply(function, operands) => {
                let mut values = Vec::with_capacity(operands.len());
                for operand in operands {
                    values.push(operand.evaluate(read, wrong)?);
                }
                apply(function, &values)
                    .ok_or_else(|| wrong(format!("`{function}` with {} operands", values.len())))
            }
        }
    }
}

/// A function of vectors.
#[cfg(feature = "tools")]
fn apply(function: &str, values: &[Vec<f64>]) -> Option<Vec<f64>> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    match (function, values) {
        ("vec", _) => return Some(values.concat()),
        ("dot", [a, b]) => return Some(vec![dot(a, b)]),
        ("length", [a]) => return Some(vec![dot(a, a).sqrt()]),
        ("normalize", [a]) => {
            let length = dot(a, a).sqrt();
            return Some(a.iter().map(|lane| lane / length).collect());
        }
        ("any", [a]) => return Some(vec![truth(a.iter().any(|lane| *lane != 0.0))]),
        ("all", [a]) => return Some(vec![truth(a.iter().all(|lane| *lane != 0.0))]),
        ("cross", [a, b]) if a.len() == 3 && b.len() == 3 => {
            let lane = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
            return Some(vec![lane(1, 2), lane(2, 0), lane(0, 1)]);
        }
        _ => {}
    }
    let lanes = values.iter().map(Vec::len).max()?;
    (0..lanes)
        .map(|lane| {
            let at: Option<Vec<f64>> = values
                .iter()
                .map(|value| match value.len() {
                    1 => value.first().copied(),
                    _ => value.get(lane).copied(),
                })
                .collect();
            scalar(function, &at?)
        })
        .collect()
}

fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// A function of numbers by its name; `None` for names and counts of operands that do not exist.
pub fn scalar(function: &str, at: &[f64]) -> Option<f64> {
    Some(match (function, at) {
        ("neg", [a]) => -a,
        ("abs", [a]) => a.abs(),
        ("sqrt", [a]) => a.sqrt(),
        ("inversesqrt", [a]) => 1.0 / a.sqrt(),
        ("floor", [a]) => a.floor(),
        ("ceil", [a]) => a.ceil(),
        ("fract", [a]) => a - a.floor(),
        ("sign", [a]) => truth(*a > 0.0) - truth(*a < 0.0),
        ("sin", [a]) => a.sin(),
        ("cos", [a]) => a.cos(),
        ("tan", [a]) => a.tan(),
        ("asin", [a]) => a.asin(),
        ("acos", [a]) => a.acos(),
        ("atan", [a]) => a.atan(),
        ("exp", [a]) => a.exp(),
        ("log", [a]) => a.ln(),
        ("exp2", [a]) => a.exp2(),
        ("log2", [a]) => a.log2(),
        ("not", [a]) => truth(*a == 0.0),
        ("add", [a, b]) => a + b,
        ("sub", [a, b]) => a - b,
        ("mul", [a, b]) => a * b,
        ("div", [a, b]) => a / b,
        ("min", [a, b]) => a.min(*b),
        ("max", [a, b]) => a.max(*b),
        ("pow", [a, b]) => a.powf(*b),
        ("mod", [a, b]) => a - b * (a / b).floor(),
        ("step", [edge, x]) => truth(x >= edge),
        ("atan2", [a, b]) => a.atan2(*b),
        ("lt", [a, b]) => truth(a < b),
        ("le", [a, b]) => truth(a <= b),
        ("gt", [a, b]) => truth(a > b),
        ("ge", [a, b]) => truth(a >= b),
        ("eq", [a, b]) => truth(a == b),
        ("ne", [a, b]) => truth(a != b),
        ("and", [a, b]) => truth(*a != 0.0 && *b != 0.0),
        ("or", [a, b]) => truth(*a != 0.0 || *b != 0.0),
        ("clamp", [x, low, high]) => x.max(*low).min(*high),
        ("mix", [a, b, t]) => a * (1.0 - t) + b * t,
        ("smoothstep", [low, high, x]) => {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        ("select", [condition, then, otherwise]) => {
            if *condition != 0.0 {
                *then
            } else {
                *otherwise
            }
        }
        _ => return None,
    })
}
