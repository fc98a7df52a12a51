//! Expressions of records.

use super::*;
use retroshade_ir::run::UniformData;
use retroshade_ir::{Scalar, Shape};
use retroshade_kit::reflect::Expression;

fn number(number: f64) -> Expression {
    Expression::Constant(vec![number])
}

/// The reals of an expression; a uniform `m` is a matrix of two columns, a varying `v` has two lanes.
fn reals(expression: &Expression) -> Result<Vec<f64>, Verdict> {
    let mut domain = Domain::new(5);
    let mut data = RunInputs::default();
    for (name, shape) in [
        ("m", Shape::from_glsl("mat2x3")),
        ("u", Some(Shape::vector(Scalar::Float, 3))),
        ("n", None),
    ] {
        let value = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5].to_vec();
        data.uniforms
            .insert(name.to_owned(), UniformData { shape, value });
    }
    let varyings = |name: &str, domain: &mut Domain| {
        (name == "v").then(|| vec![domain.exact(7.0), domain.exact(8.0)])
    };
    let known = Known {
        uniforms: &data,
        varyings: &varyings,
    };
    let values = evaluate(expression, &known, &mut domain)?;
    assert!(values.iter().all(|value| value.defined));
    Ok(values.iter().map(|value| value.real).collect())
}

#[rustfmt::skip] // A row is a line.
const SCALARS: &[(&str, &[f64], f64)] = &[
    ("neg", &[1.5], -1.5),
    ("abs", &[-1.5], 1.5),
    ("sqrt", &[6.25], 2.5),
    ("inversesqrt", &[6.25], 0.4),
    ("floor", &[-1.25], -2.0),
    ("ceil", &[1.25], 2.0),
    ("fract", &[-1.25], 0.75),
    ("sign", &[-1.25], -1.0),
    ("sin", &[0.7], 0.644_217_687_237_691),
    ("cos", &[0.7], 0.764_842_187_284_488_5),
    ("tan", &[0.7], 0.842_288_380_463_079_4),
    ("exp", &[0.7], 2.013_752_707_470_476_5),
    ("log", &[0.7], -0.356_674_943_938_732_4),
    ("exp2", &[3.0], 8.0),
    ("log2", &[8.0], 3.0),
    ("not", &[1.0], 0.0),
    ("not", &[0.0], 1.0),
    ("add", &[1.5, 4.0], 5.5),
    ("sub", &[1.5, 4.0], -2.5),
    ("mul", &[1.5, 4.0], 6.0),
    ("div", &[1.5, 4.0], 0.375),
    ("min", &[1.5, 4.0], 1.5),
    ("max", &[1.5, 4.0], 4.0),
    ("pow", &[1.5, 3.0], 3.375),
    ("mod", &[-1.5, 4.0], 2.5),
    ("step", &[1.5, 4.0], 1.0),
    ("step", &[1.5, 1.5], 1.0),
    ("step", &[4.0, 1.5], 0.0),
    ("and", &[1.0, 0.0], 0.0),
    ("and", &[0.0, 1.0], 0.0),
    ("and", &[1.0, 1.0], 1.0),
    ("or", &[1.0, 0.0], 1.0),
    ("or", &[0.0, 1.0], 1.0),
    ("or", &[0.0, 0.0], 0.0),
    ("clamp", &[5.0, 0.5, 4.0], 4.0),
    ("mix", &[1.0, 5.0, 0.25], 2.0),
    ("smoothstep", &[1.0, 5.0, 3.0], 0.5),
    ("select", &[1.0, 5.0, 3.0], 5.0),
    ("select", &[0.0, 5.0, 3.0], 3.0),
];

/// Of less with more, the same, and more with less.
const COMPARISONS: &[(&str, [f64; 3])] = &[
    ("lt", [1.0, 0.0, 0.0]),
    ("le", [1.0, 1.0, 0.0]),
    ("gt", [0.0, 0.0, 1.0]),
    ("ge", [0.0, 1.0, 1.0]),
    ("eq", [0.0, 1.0, 0.0]),
    ("ne", [1.0, 0.0, 1.0]),
];

fn apply(function: &str, operands: &[Expression]) -> Expression {
    Expression::Apply(function.to_owned(), operands.to_vec())
}

#[test]
fn functions_of_numbers() {
    let mut rows: Vec<(&str, Vec<f64>, f64)> = Vec::new();
    rows.extend(
        SCALARS
            .iter()
            .map(|&(name, operands, wanted)| (name, operands.to_vec(), wanted)),
    );
    for (name, wanted) in COMPARISONS {
        for (other, wanted) in [3.0, 2.0, 1.0].into_iter().zip(wanted) {
            rows.push((name, vec![2.0, other], *wanted));
        }
    }
    for (name, operands, wanted) in rows {
        // What the record holds of these in single precision is near.
        let numbers: Vec<Expression> = operands.iter().map(|&one| number(one)).collect();
        let found = reals(&apply(name, &numbers)).unwrap();
        assert!(
            found.len() == 1 && (found[0] - wanted).abs() < 1e-6,
            "{name} of {operands:?}: {found:?}"
        );
        // One operand more is no call of the function.
        let more = [&numbers[..], &[number(1.0), number(1.0)]].concat();
        assert!(reals(&apply(name, &more)).is_err(), "{name}");
    }
}

#[test]
fn vectors_and_what_they_are_made_of() {
    let vector = |numbers: &[f64]| Expression::Constant(numbers.to_vec());
    let uniform = |name: &str, part: Option<u32>| Expression::Uniform(name.to_owned(), part);
    let swizzle = |letters: &str, inner| Expression::Swizzle(letters.to_owned(), Box::new(inner));
    let (a, b) = (vector(&[1.0, 2.0, 2.0]), vector(&[3.0, 5.0, 7.0]));
    let [none, one, all] = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|truths| vector(&truths));
    let rows: Vec<(Expression, Vec<f64>)> = vec![
        (
            apply("vec", &[number(1.0), a.clone()]),
            vec![1.0, 1.0, 2.0, 2.0],
        ),
        (apply("dot", &[a.clone(), b.clone()]), vec![27.0]),
        (apply("length", std::slice::from_ref(&a)), vec![3.0]),
        (
            apply("normalize", std::slice::from_ref(&a)),
            vec![1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
        ),
        (
            apply("cross", &[a.clone(), b.clone()]),
            vec![4.0, -1.0, -1.0],
        ),
        (apply("any", std::slice::from_ref(&none)), vec![0.0]),
        (apply("any", std::slice::from_ref(&one)), vec![1.0]),
        (apply("all", &[one]), vec![0.0]),
        (apply("all", &[all]), vec![1.0]),
        (apply("add", &[a.clone(), number(0.5)]), vec![1.5, 2.5, 2.5]),
        (
            apply("sub", &[number(0.5), a.clone()]),
            vec![-0.5, -1.5, -1.5],
        ),
        (apply("mul", &[a.clone(), b.clone()]), vec![3.0, 10.0, 14.0]),
        (uniform("m", None), vec![0.5, 1.5, 2.5, 3.5, 4.5, 5.5]),
        (uniform("m", Some(1)), vec![3.5, 4.5, 5.5]),
        (uniform("u", Some(0)), vec![0.5, 1.5, 2.5]),
        (uniform("n", None), vec![0.5, 1.5, 2.5, 3.5, 4.5, 5.5]),
        (Expression::Varying("v".to_owned()), vec![7.0, 8.0]),
        (swizzle("zxx", b.clone()), vec![7.0, 3.0, 3.0]),
        (swizzle("gr", b.clone()), vec![5.0, 3.0]),
    ];
    for (expression, wanted) in rows {
        let found = reals(&expression).unwrap();
        let mut pairs = found.iter().zip(&wanted);
        assert!(
            found.len() == wanted.len() && pairs.all(|(a, b)| (a - b).abs() < 1e-6),
            "{expression:?}: {found:?}"
        );
    }
    let two = vector(&[1.0, 2.0]);
    for expression in [
        apply("cross", &[a.clone(), two.clone()]),
        apply("cross", &[two, a.clone()]),
        apply("frobnicate", &[a]),
        swizzle("w", b),
        uniform("none", None),
        Expression::Varying("none".to_owned()),
    ] {
        assert!(reals(&expression).is_err(), "{expression:?}");
    }
}
