//! Functions that the application computes of uniforms once for each draw.

use super::expressions::Expressions;
use retroshade_combiner::numbers::Numbers;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::numbers::{Comparison, Function, VectorFunction};
use retroshade_kit::machine::symbols::Symbol;
use std::f64::consts::{LN_2, LOG2_E};

/// A function by the name that records have for it.
///
/// # Errors
/// Functions without words here.
pub(super) fn evaluate(
    function: &str,
    operands: &[Vec<Symbol>],
    expressions: &mut Expressions,
) -> Result<Vec<Symbol>, Fault> {
    match (function, operands) {
        ("vec", parts) => return Ok(parts.concat()),
        ("dot", [a, b]) => return Ok(vec![sum_of_products(a, b, expressions)]),
        ("length", [a]) => {
            let square = sum_of_products(a, a, expressions);
            return Ok(vec![expressions.apply(Function::SquareRoot, &[square])]);
        }
        ("normalize", [a]) => {
            let square = sum_of_products(a, a, expressions);
            let inverse = expressions.apply(Function::ReciprocalSquareRoot, &[square]);
            let lanes = a.iter();
            return Ok(lanes.map(|lane| expressions.mul(*lane, inverse)).collect());
        }
        ("cross", [a, b]) if a.len() == 3 && b.len() == 3 => {
            let operands = [a.as_slice(), b].concat();
            return Ok(expressions
                .vector(VectorFunction::Cross, &operands)
                .to_vec());
        }
        _ => {}
    }
    let lanes = operands.iter().map(Vec::len).max().unwrap_or(0);
    let lane = |lane: usize| {
        let at = |operand: &Vec<Symbol>| operand.get(lane).or(operand.first()).copied();
        let operands: Option<Vec<Symbol>> = operands.iter().map(at).collect();
        let value = operands.and_then(|operands| scalar(function, &operands, expressions));
        value.ok_or_else(|| {
            format!("the application computes `{function}`, which is not lifted").into()
        })
    };
    (0..lanes).map(lane).collect()
}

fn sum_of_products(a: &[Symbol], b: &[Symbol], expressions: &mut Expressions) -> Symbol {
    if let ([x, y, z], [u, v, w]) = (a, b) {
        return expressions.dot([*x, *y, *z], [*u, *v, *w]);
    }
    let mut sum = expressions.literal(0.0);
    for (a, b) in a.iter().zip(b) {
        let product = expressions.mul(*a, *b);
        sum = expressions.add(sum, product);
    }
    sum
}

fn scalar(function: &str, operands: &[Symbol], expressions: &mut Expressions) -> Option<Symbol> {
    let one_of = |function| {
        Some(match function {
            "abs" => Function::Absolute,
            "sqrt" => Function::SquareRoot,
            "inversesqrt" => Function::ReciprocalSquareRoot,
            "floor" => Function::Floor,
            "ceil" => Function::Ceiling,
            "fract" => Function::Fraction,
            "sign" => Function::Sign,
            "sin" => Function::Sine,
            "cos" => Function::Cosine,
            "exp2" => Function::Exp2,
            "log2" => Function::Log2,
            "not" => Function::Not,
            "min" => Function::Minimum,
            "max" => Function::Maximum,
            "pow" => Function::Power,
            "and" => Function::And,
            "or" => Function::Or,
            "lt" => Function::Compare(Comparison::LESS),
            "le" => Function::Compare(Comparison::LESS_OR_EQUAL),
            "gt" => Function::Compare(Comparison::GREATER),
            "ge" => Function::Compare(Comparison::GREATER_OR_EQUAL),
            "eq" => Function::Compare(Comparison::EQUAL),
            "ne" => Function::Compare(Comparison::NOT_EQUAL),
            "select" => Function::Select,
            "div" => Function::Divide,
            _ => return None,
        })
    };
    Some(match (function, operands) {
        ("add", [a, b]) => expressions.add(*a, *b),
        ("sub", [a, b]) => expressions.sub(*a, *b),
        ("mul", [a, b]) => expressions.mul(*a, *b),
        ("neg", [a]) => {
            let zero = expressions.literal(0.0);
            expressions.sub(zero, *a)
        }
        ("mix", [a, b, t]) => expressions.mix(*a, *b, *t),
        ("clamp", [x, low, high]) => {
            let limits = [low, high].map(|one| expressions.number_of(*one));
            match limits {
                [Some(low), Some(high)] if low < high => {
                    expressions.kept(*x, low.into(), high.into())
                }
                _ => expressions.apply(Function::Clamp, operands),
            }
        }
        ("exp", [a]) => {
            let factor = expressions.literal(LOG2_E);
            let power = expressions.mul(factor, *a);
            expressions.apply(Function::Exp2, &[power])
        }
        ("log", [a]) => {
            let factor = expressions.literal(LN_2);
            let power = expressions.apply(Function::Log2, &[*a]);
            expressions.mul(factor, power)
        }
        ("tan", [a]) => {
            let sine = expressions.apply(Function::Sine, &[*a]);
            let cosine = expressions.apply(Function::Cosine, &[*a]);
            expressions.divided(sine, cosine)
        }
        ("step", [edge, x]) => {
            let function = Function::Compare(Comparison::GREATER_OR_EQUAL);
            expressions.apply(function, &[*x, *edge])
        }
        ("mod", [a, b]) => {
            let quotient = expressions.divided(*a, *b);
            let whole = expressions.apply(Function::Floor, &[quotient]);
            let rest = expressions.mul(*b, whole);
            expressions.sub(*a, rest)
        }
        ("smoothstep", [low, high, x]) => {
            let (width, offset) = (expressions.sub(*high, *low), expressions.sub(*x, *low));
            let t = expressions.divided(offset, width);
            let t = expressions.kept(t, 0.0, 1.0);
            let (square, twice) = (expressions.mul(t, t), expressions.scaled(t, 2.0));
            let three = expressions.literal(3.0);
            let rest = expressions.sub(three, twice);
            expressions.mul(square, rest)
        }
        (name, operands) => {
            let function = one_of(name).filter(|one| one.arity() == operands.len())?;
            expressions.apply(function, operands)
        }
    })
}
