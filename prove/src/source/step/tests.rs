//! What operations make of numbers, lane by lane.

use super::*;
use crate::domain::Domain;
use crate::meaning::Meaning;
use crate::source::tests::alone;

fn source<T>(domain: &mut Domain, ask: impl FnOnce(&mut Source<'_>) -> T) -> T {
    alone(domain, Meaning::PLAIN, ask)
}

const INTEGERS_OF: &[(Op, i64, i64, i64)] = &[
    (Op::Add, 7, -9, -2),
    (Op::Sub, 7, -9, 16),
    (Op::Mul, 7, -9, -63),
    (Op::Div, 7, -2, -3),
    (Op::Div, -9, 2, -4),
    (Op::Rem, 7, -2, 1),
    (Op::Rem, -9, 2, -1),
    (Op::Rem, 12, 5, 2),
    (Op::Shl, 3, 4, 48),
    (Op::Shl, 1, 31, -(1 << 31)),
    (Op::Shl, 5, 30, 1 << 30),
    (Op::Shr, 12, 2, 3),
    (Op::Shr, -9, 1, -5),
    (Op::And, 12, 10, 8),
    (Op::And, -1, 5, 5),
    (Op::Or, 12, 10, 14),
    (Op::Xor, 12, 10, 6),
    (Op::Not, 5, 0, -6),
    (Op::IntToFloat, -5, 0, -5),
    (Op::Neg, 5, 0, -5),
    (Op::Abs, -5, 0, 5),
    (Op::Min, 3, -4, -4),
    (Op::Max, 3, -4, 3),
    (Op::Lt, 3, 4, 1),
];

#[test]
fn integers() {
    let mut domain = Domain::new(3);
    for &(op, a, b, wanted) in INTEGERS_OF {
        let [x, y] = [a, b].map(|number| domain.whole(number));
        for [constant, defined] in [[true, true], [false, true], [true, false]] {
            let other = Value {
                constant,
                defined,
                ..x
            };
            let found = source(&mut domain, |source| source.whole_lane(op, [other, y, y]));
            let found = found.unwrap();
            let place = format!("{op:?} of {a} and {b}: {found:?}");
            assert_eq!(found.real, wanted as f64, "{place}");
            assert_eq!(found.element, domain.whole(wanted).element, "{place}");
            // The smaller and the greater of two are one of the two.
            if !matches!(op, Op::Min | Op::Max) {
                assert_eq!(
                    (found.constant, found.defined),
                    (constant, defined),
                    "{place}"
                );
            }
        }
    }
    // The second operand counts as much.
    let one = domain.whole(1);
    for [constant, defined] in [[false, true], [true, false]] {
        let other = Value {
            constant,
            defined,
            ..one
        };
        let found = source(&mut domain, |source| {
            source.whole_lane(Op::And, [one, other, one])
        });
        let found = found.unwrap();
        assert_eq!((found.constant, found.defined), (constant, defined));
    }
    for op in [Op::Div, Op::Rem] {
        let zero = domain.whole(0);
        let found = source(&mut domain, |source| {
            source.whole_lane(op, [one, zero, zero])
        });
        assert!(!found.unwrap().defined, "{op:?}");
    }
}

#[rustfmt::skip] // A row is a line.
const FLOATS_OF: &[(Op, [f64; 3], f64)] = &[
    (Op::Neg, [1.5, 0.0, 0.0], -1.5),
    (Op::Abs, [-1.5, 0.0, 0.0], 1.5),
    (Op::Sign, [-1.5, 0.0, 0.0], -1.0),
    (Op::Floor, [-1.25, 0.0, 0.0], -2.0),
    (Op::Ceil, [1.25, 0.0, 0.0], 2.0),
    (Op::Fract, [-1.25, 0.0, 0.0], 0.75),
    (Op::Trunc, [-1.25, 0.0, 0.0], -1.0),
    (Op::FloatToInt, [-1.25, 0.0, 0.0], -1.0),
    (Op::FloatToInt, [2147483520.5, 0.0, 0.0], 2147483520.0),
    (Op::Round, [1.5, 0.0, 0.0], 2.0),
    (Op::Sqrt, [6.25, 0.0, 0.0], 2.5),
    (Op::Rsqrt, [6.25, 0.0, 0.0], 0.4),
    (Op::Rcp, [4.0, 0.0, 0.0], 0.25),
    (Op::Saturate, [1.25, 0.0, 0.0], 1.0),
    (Op::Add, [1.5, 4.0, 0.0], 5.5),
    (Op::Sub, [1.5, 4.0, 0.0], -2.5),
    (Op::Mul, [1.5, 4.0, 0.0], 6.0),
    (Op::Div, [1.5, 4.0, 0.0], 0.375),
    (Op::Min, [1.5, 4.0, 0.0], 1.5),
    (Op::Max, [1.5, 4.0, 0.0], 4.0),
    (Op::Mod, [-1.5, 4.0, 0.0], 2.5),
    (Op::Step, [1.5, 4.0, 0.0], 1.0),
    (Op::Step, [1.5, 1.5, 0.0], 1.0),
    (Op::Step, [4.0, 1.5, 0.0], 0.0),
    (Op::Mad, [1.5, 4.0, 0.25], 6.25),
    (Op::Clamp, [5.0, 0.5, 4.0], 4.0),
    (Op::Mix, [1.0, 5.0, 0.25], 2.0),
    (Op::Smoothstep, [1.0, 5.0, 3.0], 0.5),
    (Op::Select, [1.0, 5.0, 3.0], 5.0),
    (Op::Select, [0.0, 5.0, 3.0], 3.0),
    (Op::Exp2, [3.0, 0.0, 0.0], 8.0),
    (Op::Log2, [8.0, 0.0, 0.0], 3.0),
    (Op::Pow, [1.5, 3.0, 0.0], 3.375),
    (Op::BoolToFloat, [1.0, 0.0, 0.0], 1.0),
    (Op::BoolToInt, [1.0, 0.0, 0.0], 1.0),
];

/// Comparisons of less with more, of the same, and of more with less; operations on truth values of (0, 0), (0, 1), (1, 0)
/// and (1, 1).
const TRUTHS_OF: &[(&[Op], &[u8])] = &[
    (&[Op::Lt, Op::SetLt], &[1, 0, 0]),
    (&[Op::Ge, Op::SetGe], &[0, 1, 1]),
    (&[Op::Eq, Op::SetEq], &[0, 1, 0]),
    (&[Op::Ne, Op::SetNe], &[1, 0, 1]),
    (&[Op::And], &[0, 0, 0, 1]),
    (&[Op::Or], &[0, 1, 1, 1]),
    (&[Op::Xor], &[0, 1, 1, 0]),
    (&[Op::Not], &[1, 1, 0, 0]),
];

#[test]
fn floats_and_truth_values() {
    let mut domain = Domain::new(3);
    for &(op, operands, wanted) in FLOATS_OF {
        let operands = operands.map(|number| domain.exact(number));
        let found = source(&mut domain, |source| source.lane(op, operands)).unwrap();
        let place = format!("{op:?}: {found:?}");
        assert!((found.real - wanted).abs() < 1e-12, "{place}");
        assert!(found.constant && found.defined, "{place}");
        if op != Op::Rsqrt {
            assert_eq!(found.element, domain.exact(wanted).element, "{place}");
        }
    }
    let compared = [[1.5, 2.5], [2.5, 2.5], [2.5, 1.5]];
    let truths = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
    for (ops, wanted) in TRUTHS_OF {
        let operands: &[[f64; 2]] = if wanted.len() == 3 {
            &compared
        } else {
            &truths
        };
        for (&op, (&[a, b], &wanted)) in ops
            .iter()
            .flat_map(|op| operands.iter().zip(*wanted).map(move |row| (op, row)))
        {
            let [a, b] = [a, b].map(|number| domain.exact(number));
            let found = source(&mut domain, |source| source.lane(op, [a, b, b])).unwrap();
            assert_eq!(
                found.real,
                f64::from(wanted),
                "{op:?} {} {}",
                a.real,
                b.real
            );
        }
    }
    for number in [2147483648.0, -2147483648.5] {
        let number = domain.exact(number);
        let found = source(&mut domain, |source| {
            source.lane(Op::FloatToInt, [number; 3])
        });
        assert!(!found.unwrap().defined);
    }
    let number = domain.whole(1);
    let found = source(&mut domain, |source| source.lane(Op::Discard, [number; 3]));
    assert_eq!(found.unwrap_err(), Stop::Unmodelled("an operation"));
}

/// Derivatives by x and by y, and the sum of their sizes.
#[test]
fn derivatives() {
    let mut domain = Domain::new(3);
    domain.declare_input(0.75, 0x1234_5678_9abc, 0);
    let a = domain.given(0.75);
    let [x, y] = [0, 1].map(|axis| domain.derivative(axis, a));
    let (width, height) = (domain.abs(x), domain.abs(y));
    let sum = domain.add(width, height);
    for (op, wanted) in [(Op::Dfdx, x), (Op::Dfdy, y), (Op::Fwidth, sum)] {
        let found = source(&mut domain, |source| source.lane(op, [a; 3])).unwrap();
        assert_eq!(found.element, wanted.element, "{op:?}");
    }
}
