//! Identities that hold as elements, and what has no value.

use super::*;
use std::cmp::Ordering;

#[test]
fn powers_of_logarithms_are_powers() {
    let mut domain = Domain::new(7);
    let x = input(&mut domain, 2.5);
    let square = domain.mul(x, x);
    let logarithm = domain.log2(square);
    for (power, wanted) in [
        (1.0, square.element),
        (2.0, square.element * square.element),
        (0.5, square.element.square_root().unwrap()),
        (1.5, square.element.square_root().unwrap().power(3)),
        (
            -0.5,
            square.element.square_root().unwrap().inverse().unwrap(),
        ),
        (-1.0, square.element.inverse().unwrap()),
        (-3.0, square.element.power(3).inverse().unwrap()),
        (20.0, square.element.power(20)),
    ] {
        let count = domain.literal(power);
        for product in [domain.mul(logarithm, count), domain.mul(count, logarithm)] {
            let value = domain.exp2(product);
            assert_eq!(value.element, wanted, "{power}");
            let real = square.real.powf(power.into());
            assert!((value.real - real).abs() <= 1e-12 * real, "{power}");
        }
    }
    let twice = domain.literal(2.0);
    let half = domain.literal(0.5);
    let product = domain.mul(logarithm, twice);
    let product = domain.mul(product, half);
    assert_eq!(domain.exp2(product).element, square.element);
    // A third is no power that is known, nor is one of 256 and more.
    let root = square.element.square_root().unwrap();
    for power in [0.3, 256.0, 255.75] {
        let count = domain.literal(power);
        let product = domain.mul(logarithm, count);
        let value = domain.exp2(product).element;
        assert!(value != square.element.power(256) && value != root);
        assert_eq!(
            domain
                .log2(Value {
                    element: value,
                    real: 1.0,
                    ..x
                })
                .element,
            product.element
        );
    }
    let count = domain.literal(255.5);
    let product = domain.mul(logarithm, count);
    assert_eq!(domain.exp2(product).element, root.power(511));
}

#[test]
fn exponentials_and_logarithms_of_numbers_are_numbers() {
    let mut domain = Domain::new(7);
    for (number, power) in [(3.0, 8.0), (-2.0, 0.25), (0.0, 1.0), (126.0, 126f64.exp2())] {
        let number = domain.literal(number);
        assert_eq!(domain.exp2(number).element, of(power));
        let mut other = Domain::new(7);
        let power = other.literal(power as f32);
        assert_eq!(other.log2(power).element, number.element);
    }
    let keyed = |number: f32| {
        let mut domain = Domain::new(7);
        let number = domain.literal(number);
        let power = domain.exp2(number);
        (
            power.element,
            of(f64::from(number.real as f32).exp2().min(1e300)),
        )
    };
    for number in [127.0, -127.0, 0.5] {
        let (found, exact) = keyed(number);
        assert_ne!(found, exact, "{number}");
    }
    assert_eq!(keyed(-126.0).0, of((-126f64).exp2()));
    let three = domain.literal(3.0);
    let logarithm = domain.log2(three);
    assert_eq!(logarithm.real, 3f64.log2());
    assert_eq!(domain.exp2(logarithm).element, of(3.0));
    // Of an input that is a number nothing is computed.
    let x = input(&mut domain, 3.0);
    assert_ne!(domain.exp2(x).element, of(8.0));
    let y = domain.exp2(x);
    assert_eq!(domain.log2(y).element, x.element);
}

#[test]
fn what_has_no_value_is_undefined() {
    let mut domain = Domain::new(7);
    let minus = input(&mut domain, -2.0);
    let zero = domain.whole(0);
    let four = domain.whole(4);
    assert!(!domain.log2(minus).defined);
    assert!(!domain.log2(zero).defined);
    assert!(!domain.sqrt(minus).defined);
    assert!(!domain.rcp(zero).defined && !domain.div(four, zero).defined);
    assert!(domain.sqrt(zero).defined && domain.sqrt(zero).element == Element::ZERO);
    assert_eq!(domain.sqrt(four).element, of(2.0));
    assert_eq!(domain.rsqrt(four).element, of(0.5));
    assert!(!domain.rsqrt(zero).defined);
    // 0 as an element whose real is not, by rounding.
    let nearly = Value {
        real: -1e-20,
        ..zero
    };
    assert!(domain.sqrt(nearly).defined);
    let nothing = Value { real: 0.0, ..minus };
    assert!(domain.sqrt(nothing).defined);
    // Of a square of a constant the root is that constant, in the field as well.
    for number in 2..20 {
        let square = domain.whole(number * number);
        assert_eq!(domain.sqrt(square).element, domain.whole(number).element);
    }
    assert!(!domain.literal(f32::NAN).defined);
    domain.source = false;
    let infinity = domain.log2(zero);
    assert!(infinity.defined);
    let half = domain.literal(0.5);
    let product = domain.mul(half, infinity);
    assert_eq!(domain.exp2(product).element, Element::ZERO);
    let minus_half = domain.literal(-0.5);
    let product = domain.mul(minus_half, infinity);
    assert_ne!(domain.exp2(product).element, Element::ZERO);
    assert!(!domain.log2(minus).defined);
    for (operands, defined) in [
        ([four, four], true),
        ([four, domain.undefined()], false),
        ([domain.undefined(), four], false),
    ] {
        let [a, b] = operands;
        let results = [
            domain.add(a, b),
            domain.sub(a, b),
            domain.mul(a, b),
            domain.choose(a, b, b),
            domain.compare(a, b, Ordering::is_lt),
            domain.logic(&[a, b], |_| true),
        ];
        assert!(
            results.iter().all(|result| result.defined == defined),
            "{results:?}"
        );
        assert!(results.iter().all(|result| result.constant));
    }
    let x = input(&mut domain, 0.75);
    for [a, b] in [[x, four], [four, x]] {
        let results = [
            domain.add(a, b),
            domain.mul(a, b),
            domain.compare(a, b, Ordering::is_lt),
            domain.logic(&[a, b], |truths| truths[0] == truths[1]),
        ];
        assert!(
            results
                .iter()
                .all(|result| !result.constant && result.defined)
        );
    }
}

/// What 1 over 0 is the language leaves open. A machine has an infinity, of which 1 over it and the nearer of two ends
/// are numbers, and no more.
#[test]
fn machines_divide_by_zero() {
    let mut domain = Domain::new(7);
    let [zero, one] = [0, 1].map(|number| domain.whole(number));
    let x = input(&mut domain, 0.75);
    for source in [true, false] {
        domain.source = source;
        let infinity = domain.rcp(zero);
        let below = domain.neg(infinity);
        assert!(!infinity.defined && infinity.is_infinity() != source);
        for infinity in [infinity, below] {
            let back = domain.rcp(infinity);
            assert_eq!(back.defined, !source);
            assert_eq!(back.element, Element::ZERO);
        }
        assert_eq!(domain.rsqrt(zero).is_infinity(), !source);
        let root = domain.rsqrt(zero);
        assert_eq!(domain.rcp(root).defined, !source);
        // The end that is nearer, if it is not 0.
        let ends = [
            (domain.min(infinity, one), one),
            (domain.min(one, infinity), one),
            (domain.max(below, x), x),
            (domain.max(x, below), x),
        ];
        for (end, other) in ends {
            assert_eq!(end.defined, !source);
            assert!(source || end.element == other.element);
        }
        for value in [
            domain.max(infinity, one),
            domain.min(below, one),
            domain.max(below, zero),
            domain.max(infinity, below),
            domain.add(infinity, one),
            domain.mul(infinity, x),
            domain.mul(infinity, zero),
            domain.div(zero, zero),
        ] {
            assert!(!value.defined, "{value:?}");
        }
        assert!(!domain.div(zero, zero).is_infinity());
        let negative = domain.whole(-2);
        assert_eq!(domain.div(negative, zero).real < 0.0, !source);
        // 0 by rounding has no sign that is known, and what has no value none at all.
        for zero in [
            Value {
                real: -1e-20,
                ..zero
            },
            Value {
                defined: false,
                ..zero
            },
        ] {
            assert!(!domain.rcp(zero).is_infinity() && !domain.div(one, zero).is_infinity());
        }
        assert!(!domain.unstable);
    }
    domain.zero_wins = true;
    let infinity = domain.rcp(zero);
    for product in [domain.mul(zero, infinity), domain.mul(infinity, zero)] {
        assert!(product.defined && product.element == Element::ZERO);
    }
    let none = Value {
        defined: false,
        ..zero
    };
    assert!(!domain.mul(none, infinity).defined && !domain.mul(one, infinity).defined);
    assert!(!domain.mul(zero, none).defined);
}

/// Where constants say what a logical operation gives it is a constant.
#[test]
fn constants_settle_logical_operations() {
    let mut domain = Domain::new(7);
    let [no, yes] = [false, true].map(|holds| domain.truth(holds));
    let varies = |value: Value| Value {
        constant: false,
        ..value
    };
    let and: fn(&[bool]) -> bool = |truths| !truths.contains(&false);
    let or: fn(&[bool]) -> bool = |truths| truths.contains(&true);
    let differ: fn(&[bool]) -> bool = |truths| truths[0] != truths[1];
    let rows = [
        (and, [no, varies(yes)], true),
        (and, [varies(no), no], true),
        (and, [yes, varies(no)], false),
        (and, [varies(no), varies(no)], false),
        (or, [yes, varies(no)], true),
        (or, [no, varies(yes)], false),
        (differ, [no, varies(no)], false),
        (differ, [varies(no), varies(no)], false),
        (differ, [yes, no], true),
    ];
    for (number, (truth, operands, constant)) in rows.into_iter().enumerate() {
        let value = domain.logic(&operands, truth);
        assert_eq!(value.constant, constant, "{number}");
        let truths = operands.map(|value| value.real != 0.0);
        assert_eq!(value.real != 0.0, truth(&truths), "{number}");
    }
}

/// That a number is a power of 2 is known of the number: whether it is a constant, and has a value, of what is asked.
#[test]
fn logarithms_of_numbers_are_exact() {
    let mut domain = Domain::new(7);
    let varies = |value: Value| Value {
        constant: false,
        ..value
    };
    let [zero, one, eight] = [0, 1, 8].map(|number| domain.whole(number));
    for (number, wanted) in [(one, 0.0), (varies(one), 0.0), (varies(eight), 3.0)] {
        let logarithm = domain.log2(number);
        assert_eq!((logarithm.real, logarithm.element), (wanted, of(wanted)));
        assert_eq!(logarithm.constant, number.constant);
    }
    let open = Value {
        defined: false,
        ..varies(zero)
    };
    let power = domain.exp2(open);
    assert!(power.element == Element::ONE && !power.defined && !power.constant);
    let logarithm = domain.log2(one);
    assert!(logarithm.defined && logarithm.constant && logarithm.element == Element::ZERO);
    assert!(!domain.log2(power).defined);
}

#[test]
fn infinities_are_no_results() {
    let mut domain = Domain::new(7);
    let [plus, minus] = [f32::INFINITY, f32::NEG_INFINITY].map(|number| domain.literal(number));
    assert_eq!(plus.element, -minus.element);
    let mut machine = Domain::new(7);
    machine.source = false;
    let zero = machine.whole(0);
    let logarithm = machine.log2(zero);
    assert!(logarithm.element == minus.element && logarithm.real < -1e9);
    for (count, wanted) in [
        (0.0, Element::ONE),
        (0.3, Element::ZERO),
        (2.0, Element::ZERO),
    ] {
        let count = machine.literal(count);
        let product = machine.mul(count, logarithm);
        assert_eq!(machine.exp2(product).element, wanted, "{count:?}");
    }
    assert_ne!(plus.element, minus.element);
    assert!(plus.defined && !domain.unstable);
    let one = domain.whole(1);
    domain.add(plus, one);
    assert!(domain.unstable);
    let mut domain = Domain::new(7);
    let huge = domain.exact(1e300);
    domain.mul(huge, one);
    assert!(!domain.unstable);
    domain.mul(huge, huge);
    assert!(domain.unstable);
}

#[test]
fn missing_roots_are_noted() {
    let (mut with, mut without) = (0, 0);
    for real in 1..40u8 {
        let mut domain = Domain::new(7);
        let x = input(&mut domain, f32::from(real) + 0.5);
        let root = domain.sqrt(x);
        match x.element.square_root() {
            Some(wanted) => {
                with += 1;
                assert!(root.element == wanted && !root.rootless);
            }
            None => {
                without += 1;
                assert!(root.rootless && root.element * root.element != x.element);
            }
        }
    }
    assert!(with > 5 && without > 5);
}

#[test]
fn odd_and_even_functions() {
    let mut domain = Domain::new(7);
    let (plus, zero) = (input(&mut domain, 0.75), domain.whole(0));
    let minus = domain.neg(plus);
    assert_eq!(domain.sin(minus).element, -domain.sin(plus).element);
    assert_eq!(domain.cos(minus).element, domain.cos(plus).element);
    assert_ne!(domain.cos(plus).element, domain.sin(plus).element);
    assert_eq!(domain.sin(zero).element, Element::ZERO);
    assert_eq!(domain.cos(zero).element, Element::ONE);
    assert_eq!(
        (domain.sin(minus).real, domain.cos(minus).real),
        ((-0.75f64).sin(), 0.75f64.cos())
    );
    let (x, y) = (domain.derivative(0, plus), domain.derivative(1, plus));
    assert!(x.element != y.element && x.element == -domain.derivative(0, minus).element);
    let two = domain.whole(2);
    assert_eq!(domain.derivative(0, two).element, Element::ZERO);
    assert!(!domain.derivative(0, domain.undefined()).defined);
    let turned = [0, 1].map(|axis| domain.derivative(axis, minus).real);
    assert!(turned == [-x.real, -y.real] && x.real != y.real);
    let number = domain.number("sin", 3.0, &[two]);
    assert_eq!(number.element, of(3.0));
    let number = domain.number("sin", 0.5, &[two]);
    assert_ne!(number.element, of(0.5));
    assert_ne!(number.element, domain.number("cos", 0.5, &[two]).element);
}

#[test]
fn parts_of_a_number() {
    let mut domain = Domain::new(7);
    for (real, exponent) in [(5.0f32, 2.0), (0.3, -2.0), (1.0, 0.0)] {
        let x = input(&mut domain, real);
        let [whole, mantissa] = domain.parts(x);
        assert_eq!((whole.element, whole.real), (of(exponent), exponent));
        assert_eq!(mantissa.element, x.element * of((-exponent).exp2()));
        assert_eq!(mantissa.real, f64::from(real) * (-exponent).exp2());
        assert!(!whole.constant && whole.defined);
    }
    let (zero, x) = (domain.whole(0), input(&mut domain, 5.0));
    let open = Value {
        defined: false,
        ..x
    };
    for none in [zero, open] {
        assert!(domain.parts(none).iter().all(|part| !part.defined));
    }
}

#[test]
fn lookups_differ_by_all_that_they_depend_on() {
    let mut domain = Domain::new(7);
    let [x, y, z, zero] = [
        input(&mut domain, 0.25),
        input(&mut domain, 0.5),
        input(&mut domain, -0.75),
        domain.whole(0),
    ];
    let plain = domain.texture(1, &[x, y], Detail::None);
    let mut seen = vec![
        plain[0].element,
        plain[1].element,
        plain[2].element,
        plain[3].element,
    ];
    for (unit, place, detail) in [
        (2, vec![x, y], Detail::None),
        (1, vec![y, x], Detail::None),
        (1, vec![x, y, z], Detail::None),
        (1, vec![x, y], Detail::Bias(x)),
        (1, vec![x, y], Detail::Bias(y)),
        (1, vec![x, y], Detail::Level(x)),
        (1, vec![x, y], Detail::Level(zero)),
    ] {
        let found = domain.texture(unit, &place, detail)[0];
        assert!(!seen.contains(&found.element));
        seen.push(found.element);
        assert!((0.0..=1.0).contains(&found.real));
    }
    let unbiased = domain.texture(1, &[x, y], Detail::Bias(zero));
    assert_eq!(
        unbiased.map(|lane| lane.element),
        plain.map(|lane| lane.element)
    );
    // Reals move little with the coordinates, so that rounding is told from other lookups.
    let near = input(&mut domain, 0.250_001);
    let moved = domain.texture(1, &[near, y], Detail::None);
    assert!((0..4).all(|lane| (moved[lane].real - plain[lane].real).abs() < 1e-5));
    let mut reals: Vec<f64> = Vec::new();
    for unit in 0..4 {
        let lookup = domain.texture(unit, &[x, y], Detail::None);
        reals.extend(lookup.map(|lane| lane.real));
        let moved = domain.texture(unit, &[y, y], Detail::None);
        assert!((0..4).all(|lane| moved[lane].real != lookup[lane].real));
    }
    assert!((0..16).all(|one| {
        reals[..one]
            .iter()
            .all(|real| (real - reals[one]).abs() > 1e-6)
    }));
    assert!(reals.iter().any(|real| *real > 0.75) && reals.iter().any(|real| *real < 0.25));
    // Of directions the length is no matter, but the side.
    let scaled = [x, y, z].map(|lane| domain.mul(lane, x));
    let [one, other] =
        [[x, y, z], scaled].map(|place| domain.direction(place).map(|lane| lane.element));
    assert_eq!(one, other);
    let turned = [x, y, z].map(|lane| domain.neg(lane));
    assert_ne!(domain.direction(turned).map(|lane| lane.element), one);
    assert_eq!(domain.direction([x, y, z])[2].real, -1.0);
    assert!(!domain.unstable);
    let flat = input(&mut domain, 1e-10);
    domain.direction([x, y, flat]);
    assert!(domain.unstable);
}
