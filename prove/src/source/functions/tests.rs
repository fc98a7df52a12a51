//! Functions in each meaning: near to what they are called, and told apart.

use super::*;
use crate::domain::Domain;
use crate::meaning::Meaning;
use crate::source::tests::alone;

const ALL: [Trigonometry; 4] = [
    Trigonometry::Native,
    Trigonometry::Turns,
    Trigonometry::Expanded,
    Trigonometry::Coarse,
];

/// A function of one number or two.
type Real = fn(f64, f64) -> f64;

/// Functions of angles with what they are in numbers.
const ANGLES: [(Op, &str, Real); 7] = [
    (Op::Sin, "sin", |a, _| a.sin()),
    (Op::Cos, "cos", |a, _| a.cos()),
    (Op::Tan, "tan", |a, _| a.tan()),
    (Op::Asin, "asin", |a, _| a.asin()),
    (Op::Acos, "acos", |a, _| a.acos()),
    (Op::Atan, "atan", |a, _| a.atan()),
    (Op::Atan2, "atan2", f64::atan2),
];

const POWERS: [(Op, Real); 5] = [
    (Op::Exp, |a, _| a.exp()),
    (Op::Exp2, |a, _| a.exp2()),
    (Op::Log, |a, _| a.ln()),
    (Op::Log2, |a, _| a.log2()),
    (Op::Pow, f64::powf),
];

fn input(domain: &mut Domain, number: f32) -> Value {
    domain.declare_input(
        number,
        u64::from(number.to_bits()).wrapping_mul(0x1234_5678_9abc),
        0,
    );
    domain.given(number)
}

fn found(domain: &mut Domain, meaning: Meaning, op: Op, [a, b]: [Value; 2]) -> Value {
    alone(domain, meaning, |source| source.function(op, a, b)).unwrap()
}

#[test]
fn formulas_are_near_to_their_functions() {
    for trigonometry in ALL {
        for powers in [false, true] {
            let meaning = Meaning {
                trigonometry,
                powers,
                folded: false,
            };
            let mut domain = Domain::new(3);
            let near = |domain: &mut Domain, op, [a, b]: [f32; 2], wanted: f64| {
                let operands = [a, b].map(|number| input(domain, number));
                let value = found(domain, meaning, op, operands);
                let distance = (value.real - wanted).abs();
                assert!(
                    value.defined && distance < 4e-4 * wanted.abs().max(1.0),
                    "{op:?} of {a}, {b} in {meaning:?}: {} for {wanted}",
                    value.real
                );
            };
            for (op, _, real) in ANGLES {
                for a in [0.3, -0.3, 0.8, -0.8, 2.7, -2.7, 9.1, -9.1] {
                    if matches!(op, Op::Asin | Op::Acos) && !(-1.0..1.0).contains(&a) {
                        continue;
                    }
                    for b in [0.55, -0.55, 4.2, -4.2] {
                        near(&mut domain, op, [a, b], real(a.into(), b.into()));
                    }
                }
            }
            for (op, real) in POWERS {
                for a in [0.3, 0.8, 1.7, 5.3] {
                    for b in [0.55, -0.55, 1.8, -1.8] {
                        near(&mut domain, op, [a, b], real(a.into(), b.into()));
                    }
                }
            }
        }
    }
}

/// Functions of constants are numbers where the compiler has computed them, and what the chip has where not.
#[test]
fn functions_of_constants_are_folded() {
    for (op, name, real) in ANGLES {
        let mut domain = Domain::new(3);
        let [a, b] = [0.3, 0.55].map(|number| domain.literal(number));
        let operands: &[Value] = if op == Op::Atan2 { &[a, b] } else { &[a] };
        let number = domain.number(name, real(a.real, b.real), operands);
        let mut of = |folded: bool, operands: [Value; 2]| {
            let meaning = Meaning {
                folded,
                ..Meaning::PLAIN
            };
            let value = found(&mut domain, meaning, op, operands);
            (value.element, value.real) == (number.element, number.real)
        };
        assert!(of(true, [a, b]), "{op:?}");
        assert!(!of(false, [a, b]), "{op:?}");
        let varying = |value: Value| Value {
            constant: false,
            ..value
        };
        assert!(!of(true, [varying(a), b]), "{op:?}");
        // An input that is a literal at this point.
        let given = |value: Value| Value {
            given: true,
            ..value
        };
        assert!(!of(true, [given(a), b]), "{op:?}");
        assert_eq!(of(true, [a, varying(b)]), op != Op::Atan2, "{op:?}");
    }
}

#[test]
fn meanings_of_angles_are_told_apart() {
    for (op, kinds) in [
        (Op::Sin, 4),
        (Op::Cos, 4),
        (Op::Tan, 4),
        (Op::Atan, 2),
        (Op::Atan2, 2),
        (Op::Acos, 1),
    ] {
        let mut domain = Domain::new(3);
        let operands = [0.3, 0.55].map(|number| input(&mut domain, number));
        let mut elements = ALL.map(|trigonometry| {
            let meaning = Meaning {
                trigonometry,
                ..Meaning::PLAIN
            };
            found(&mut domain, meaning, op, operands).element
        });
        elements.sort();
        let mut different = elements.to_vec();
        different.dedup();
        assert_eq!(different.len(), kinds, "{op:?}");
    }
}

/// Powers of inputs have formulas where the chip has them for all; what is folded are numbers.
#[test]
fn powers_of_inputs_are_formulas() {
    let expanded = Meaning {
        powers: true,
        ..Meaning::PLAIN
    };
    for (op, _) in POWERS {
        let mut domain = Domain::new(3);
        let inputs = [1.7, 0.55].map(|number| input(&mut domain, number));
        let constants = [1.3, 0.45].map(|number| domain.literal(number));
        let mut same = |operands: [Value; 2]| {
            let [one, other] =
                [expanded, Meaning::PLAIN].map(|meaning| found(&mut domain, meaning, op, operands));
            one.element == other.element
        };
        assert!(!same(inputs) && same(constants), "{op:?}");
        // An input that is a literal at this point is one all the same.
        let given = constants.map(|value| Value {
            given: true,
            ..value
        });
        assert!(!same(given), "{op:?}");
        assert_eq!(same([constants[0], inputs[1]]), op != Op::Pow, "{op:?}");
        // The exponent of a root is no input.
        let half = domain.literal(0.5);
        let mut is_root = |exponent: Value| {
            let [one, other] = [expanded, Meaning::PLAIN]
                .map(|meaning| found(&mut domain, meaning, op, [inputs[0], exponent]));
            one.element == other.element
        };
        let input = Value {
            given: true,
            ..half
        };
        assert_eq!(is_root(half), op == Op::Pow, "{op:?}");
        assert!(!is_root(input), "{op:?}");
    }
}
