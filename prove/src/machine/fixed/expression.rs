//! Expressions of a record: what the application computes for a draw, and the vertex program for a register.

use crate::domain::{Domain, Value};
use crate::verdict::Verdict;
use retroshade_ir::run::RunInputs;
use retroshade_kit::reflect::Expression;
use std::cmp::Ordering;

/// Values of a varying by its name.
pub(crate) type Varyings<'a> = dyn Fn(&str, &mut Domain) -> Option<Vec<Value>> + 'a;

/// What expressions read.
pub(crate) struct Known<'a> {
    pub(crate) uniforms: &'a RunInputs,
    pub(crate) varyings: &'a Varyings<'a>,
}

/// The value of an expression.
///
/// # Errors
/// What is not modelled, or has no data.
pub(crate) fn evaluate(
    expression: &Expression,
    known: &Known,
    domain: &mut Domain,
) -> Result<Vec<Value>, Verdict> {
    match expression {
        Expression::Uniform(name, part) => {
            let data = known.uniforms.uniforms.get(name);
            let data = data.ok_or_else(|| Verdict::Undecided(format!("{name} has no data")))?;
            let rows = data
                .shape
                .map_or(data.value.len(), |shape| shape.rows.into());
            let start = part.unwrap_or(0) as usize * rows;
            let numbers = data.value.iter().skip(start);
            let count = part.map_or(data.value.len(), |_| rows);
            Ok(numbers.take(count).map(|one| domain.given(*one)).collect())
        }
        Expression::Varying(name) => (known.varyings)(name, domain)
            .ok_or_else(|| Verdict::Undecided(format!("{name} has no data"))),
        Expression::Constant(numbers) => {
            let numbers = numbers.iter();
            Ok(numbers.map(|one| domain.literal(*one as f32)).collect())
        }
        Expression::Swizzle(letters, inner) => {
            let inner = evaluate(inner, known, domain)?;
            let lanes = super::places(letters).map(|place| inner.get(place).copied());
            let lanes: Option<Vec<Value>> = lanes.collect();
            lanes.ok_or_else(|| Verdict::Undecided("a lane does not exist".to_owned()))
        }
        Expression::Apply(function, operands) => {
            let operands = operands.iter().map(|one| evaluate(one, known, domain));
            let operands: Vec<Vec<Value>> = operands.collect::<Result<_, _>>()?;
            apply(function, &operands, domain)
        }
    }
}

fn apply(
    function: &str,
    operands: &[Vec<Value>],
    domain: &mut Domain,
) -> Result<Vec<Value>, Verdict> {
    match (function, operands) {
        ("vec", parts) => return Ok(parts.concat()),
        ("dot", [a, b]) => return Ok(vec![domain.dot(a, b)]),
        ("length", [a]) => return Ok(vec![domain.length(a)]),
        ("normalize", [a]) => return Ok(domain.normalize(a)),
        ("cross", [a, b]) if a.len() == 3 && b.len() == 3 => return Ok(domain.cross(a, b)),
        ("any", [a]) => return Ok(vec![domain.logic(a, |truths| truths.contains(&true))]),
        ("all", [a]) => return Ok(vec![domain.logic(a, |truths| !truths.contains(&false))]),
        _ => {}
    }
    let lanes = operands.iter().map(Vec::len).max().unwrap_or(0);
    let lane = |lane: usize| {
        let at = |operand: &Vec<Value>| operand.get(lane).or(operand.first()).copied();
        let operands: Option<Vec<Value>> = operands.iter().map(at).collect();
        let value = operands.and_then(|operands| scalar(function, &operands, domain));
        value.ok_or_else(|| Verdict::Undecided(format!("`{function}` of uniforms is not modelled")))
    };
    (0..lanes).map(lane).collect()
}

fn scalar(function: &str, operands: &[Value], domain: &mut Domain) -> Option<Value> {
    Some(match (function, operands) {
        ("neg", [a]) => domain.neg(*a),
        ("abs", [a]) => domain.abs(*a),
        ("sqrt", [a]) => domain.sqrt(*a),
        ("inversesqrt", [a]) => domain.rsqrt(*a),
        ("floor", [a]) => domain.floor(*a),
        ("ceil", [a]) => domain.ceil(*a),
        ("fract", [a]) => domain.fract(*a),
        ("sign", [a]) => domain.sign(*a),
        ("sin", [a]) => domain.sin(*a),
        ("cos", [a]) => domain.cos(*a),
        ("tan", [a]) => {
            let (sine, cosine) = (domain.sin(*a), domain.cos(*a));
            domain.div(sine, cosine)
        }
        ("exp", [a]) => domain.exp(*a),
        ("log", [a]) => domain.log(*a),
        ("exp2", [a]) => domain.exp2(*a),
        ("log2", [a]) => domain.log2(*a),
        ("not", [a]) => domain.logic(&[*a], |truths| !truths[0]),
        ("add", [a, b]) => domain.add(*a, *b),
        ("sub", [a, b]) => domain.sub(*a, *b),
        ("mul", [a, b]) => domain.mul(*a, *b),
        ("div", [a, b]) => domain.div(*a, *b),
        ("min", [a, b]) => domain.min(*a, *b),
        ("max", [a, b]) => domain.max(*a, *b),
        ("pow", [a, b]) => domain.pow(*a, *b),
        ("mod", [a, b]) => domain.modulo(*a, *b),
        ("step", [a, b]) => domain.compare(*b, *a, Ordering::is_ge),
        ("lt", [a, b]) => domain.compare(*a, *b, Ordering::is_lt),
        ("le", [a, b]) => domain.compare(*a, *b, Ordering::is_le),
        ("gt", [a, b]) => domain.compare(*a, *b, Ordering::is_gt),
        ("ge", [a, b]) => domain.compare(*a, *b, Ordering::is_ge),
        ("eq", [a, b]) => domain.compare(*a, *b, Ordering::is_eq),
        ("ne", [a, b]) => domain.compare(*a, *b, Ordering::is_ne),
        ("and", [a, b]) => domain.logic(&[*a, *b], |truths| truths[0] && truths[1]),
        ("or", [a, b]) => domain.logic(&[*a, *b], |truths| truths[0] || truths[1]),
        ("clamp", [x, low, high]) => domain.clamp(*x, *low, *high),
        ("mix", [a, b, t]) => domain.mix(*a, *b, *t),
        ("smoothstep", [low, high, x]) => domain.smoothstep(*low, *high, *x),
        ("select", [condition, then, otherwise]) => domain.choose(*condition, *then, *otherwise),
        _ => return None,
    })
}
