//! Attributions of constants.

use super::*;

const A: f32 = 0.304_351;
const B: f32 = 0.693_125;
const C: f32 = 2.143_357;

/// A domain whose source has literals, when the program runs.
fn after(literals: &[f32], significand: u32) -> Domain {
    let mut domain = Domain::new(7);
    domain.significand = significand;
    for &literal in literals {
        domain.literal(literal);
    }
    domain.source = false;
    domain
}

#[test]
fn numbers_in_the_code_are_what_they_were_rounded_from() {
    let [a, b, c] = [A, B, C].map(f64::from);
    let [x, y, z] = [a, b, c].map(of);
    let over = |element: Element| element.inverse().unwrap();
    let forms = [
        (a, x),
        (-b, -y),
        (1.0 / a, over(x)),
        (a * b, x * y),
        (b * b, y * y),
        (1.0 / (a * c), over(x * z)),
        (a / c, x * over(z)),
        (c / a, z * over(x)),
        (a + c, x + z),
        (a - c, x - z),
        (c - b, z - y),
        (-a * b, -(x * y)),
        (a * b * c, x * y * z),
        (b * c / a, y * z * over(x)),
        ((a + b) * c, (x + y) * z),
        ((a - c) * b, (x - z) * y),
        // None of them.
        (f64::from(0.123_456_7f32), of(f64::from(0.123_456_7f32))),
    ];
    for (place, (real, element)) in forms.into_iter().enumerate() {
        for significand in [24, 17].into_iter().take(if place < 4 { 2 } else { 1 }) {
            let mut domain = after(&[A, B, C], significand);
            let dropped = 24 - significand;
            let bits = ((real as f32).to_bits() + (1 << dropped >> 1)) >> dropped << dropped;
            if (12..16).contains(&place) {
                // Numbers as they are come before what three constants make.
                assert_eq!(
                    domain.literal(f32::from_bits(bits)).element,
                    of(f32::from_bits(bits).into())
                );
                domain.choices.insert((bits, None), real.to_bits());
            }
            let value = domain.literal(f32::from_bits(bits));
            assert_eq!(
                value.element,
                if place == 16 {
                    of(f32::from_bits(bits).into())
                } else {
                    element
                },
                "{place} {real} {significand}"
            );
            assert!(
                place == 16 || (value.real - real).abs() < 1e-6 * real.abs(),
                "{place}"
            );
        }
    }
}

/// More literals than are tried together: what a source adds up is followed, whatever the inputs are.
#[test]
fn literals_that_are_added_up_are_known() {
    for v in [0.81, 0.5] {
        let mut domain = Domain::new(7);
        let [x, y, z] = [0.27, 0.64, v].map(|real| {
            let drawn = domain.exact(f64::from(real as f32));
            Value {
                constant: false,
                ..drawn
            }
        });
        let [one, half, third, a, b, c] =
            [0.0625, 0.531, 0.377, 1.164, 0.391, 0.813].map(|literal| domain.literal(literal));
        // a (x - one) - b (y - half) - (z - third) c
        let [x, y, z] = [(x, one), (y, half), (z, third)].map(|(a, b)| domain.sub(a, b));
        let [x, y, z] = [(x, a), (b, y), (z, c)].map(|(a, b)| domain.mul(a, b));
        let sum = domain.sub(x, y);
        domain.sub(sum, z);
        domain.source = false;
        let [x, y, z] = [(a, one), (b, half), (c, third)].map(|(a, b)| a.real * b.real);
        let real = y + z - x;
        let found = domain.literal(real as f32);
        assert_eq!(found.real, real, "{v}");
        let (a, b, c) = (a.element, b.element, c.element);
        let exact = b * half.element + c * third.element - a * one.element;
        assert_eq!(found.element, exact, "{v}");
        // What nobody adds up is the number that it is.
        let other = domain.literal(real as f32 + 0.01);
        assert_eq!(other.real, f64::from(real as f32 + 0.01));
    }
}

#[test]
fn many_constants_are_not_combined() {
    let product = |count: u16| {
        let literals: Vec<f32> = (0..count)
            .map(|number| 1.1 + 0.013 * f32::from(number))
            .collect();
        let mut domain = after(&literals, 24);
        let [a, b] = [literals[1], literals[2]].map(f64::from);
        domain.literal((a * b) as f32).element == of(a) * of(b)
    };
    assert!(product(64));
    assert!(!product(65));
    let triple = |place: usize| {
        let literals: Vec<f32> = (0..26u16)
            .map(|number| 1.1 + 0.013 * f32::from(number))
            .collect();
        let mut domain = after(&literals, 24);
        domain.listed = Some(FxHashMap::default());
        let [a, b, c] = [literals[0], literals[1], literals[place]].map(f64::from);
        let number = (a * b * c) as f32;
        domain.literal(number);
        let listed = domain.listed.unwrap();
        listed[&number.to_bits()]
            .iter()
            .any(|real| (real - a * b * c).abs() < 1e-15)
    };
    assert!(triple(23));
    assert!(!triple(24));
}

#[test]
fn candidates_are_listed_and_chosen() {
    // 720 as it is, and as a product that rounds to it.
    let nearly = 720.0 / f64::from(A);
    let mut domain = after(&[720.0, A, nearly as f32], 24);
    domain.listed = Some(FxHashMap::default());
    assert_eq!(domain.literal(720.0).element, of(720.0));
    let listed = domain.listed.clone().unwrap()[&720f32.to_bits()].clone();
    assert_eq!(listed[0], 720.0);
    let other = f64::from(A) * f64::from(nearly as f32);
    assert!(listed.contains(&other), "{listed:?}");
    assert_eq!(domain.literals, [(720f32.to_bits(), 0)]);

    domain
        .choices
        .insert((720f32.to_bits(), Some(3)), other.to_bits());
    assert_eq!(domain.literal(720.0).element, of(720.0));
    domain.at(3);
    let product = of(f64::from(A)) * of(f64::from(nearly as f32));
    assert_eq!(domain.literal(720.0).element, product);
    assert_eq!(domain.literals.len(), 2);
    domain
        .choices
        .insert((720f32.to_bits(), None), other.to_bits());
    domain
        .choices
        .insert((720f32.to_bits(), Some(3)), 720f64.to_bits());
    assert_eq!(domain.literal(720.0).element, of(720.0));
    domain.at(4);
    assert_eq!(domain.literal(720.0).element, product);
    // One that is no candidate.
    domain
        .choices
        .insert((720f32.to_bits(), None), 721f64.to_bits());
    assert_eq!(domain.literal(720.0).element, of(720.0));
    // No more than a dozen.
    let literals: Vec<f32> = (0..40u16)
        .map(|number| 1.0 + f32::from(number) / 64.0)
        .collect();
    let mut domain = after(&literals, 7);
    domain.listed = Some(FxHashMap::default());
    domain.literal(1.5);
    let listed = &domain.listed.unwrap()[&1.5f32.to_bits()];
    assert_eq!(listed.len(), 12);
    assert!((1..12).all(|place| !listed[..place].contains(&listed[place])));
}

#[test]
fn significands_are_rounded_to() {
    let of = |significand: u32, number: f64| {
        let mut domain = Domain::new(0);
        domain.significand = significand;
        domain.rounded(number)
    };
    assert_eq!(of(24, 0.1), of(24, f64::from(0.1f32)));
    assert_ne!(of(24, 0.1), of(24, 0.1 + 1e-8));
    assert_eq!(of(11, 0.1), of(11, 0.099_98));
    assert_ne!(of(11, 0.1), of(11, 0.1001));
    assert_ne!(of(11, 0.1), of(11, -0.1));
    // A carry.
    assert_eq!(of(11, 1.999_999), of(11, 2.0));
    // Half floats below the least normal one.
    let step = (-24f64).exp2();
    assert_eq!(of(11, 3.0 * step), of(11, 3.4 * step));
    assert_ne!(of(11, 3.0 * step), of(11, 3.6 * step));
    assert_ne!(of(11, 3.0 * step), of(11, -3.0 * step));
    assert_ne!(of(24, 3.0 * step), of(24, 3.4 * step));
    let least = (-14f64).exp2();
    assert_eq!(of(11, least), of(11, least * 1.0001));
}

/// Constants are known as they come by steps in single precision, too, and are no literals where an input was one.
#[test]
fn steps_of_the_source_are_constants() {
    let mut domain = Domain::new(7);
    let [a, b, c] = [A, B, C].map(|number| domain.literal(number));
    let steps: [(Value, f32); 5] = [
        (domain.add(a, c), A + C),
        (domain.sub(b, c), B - C),
        (domain.mul(a, b), A * B),
        (domain.div(a, c), A / C),
        (domain.neg(c), -C),
    ];
    for (value, single) in steps {
        assert_eq!(
            (value.single, value.constant, value.given),
            (single, true, false)
        );
    }
    let product = domain.mul(a, b);
    let cube = domain.mul(product, c);
    assert_eq!(cube.single, A * B * C);
    let given = domain.given(0.5);
    assert!(given.given && given.constant);
    let sum = domain.add(given, a);
    assert!(sum.given && sum.constant);
    // Each step is rounded, not the sum.
    let (mut sum, mut single) = (a, A);
    for _ in 0..50 {
        (sum, single) = (domain.add(sum, a), single + A);
    }
    assert!(sum.single == single && sum.real as f32 != single);
    let number = domain.literal(2.75);
    assert_eq!(domain.floor(number).single, 2.0);
    let varying = input(&mut domain, 0.25);
    let sum = domain.add(varying, a);
    assert!(!sum.constant && sum.defined);
    domain.source = false;
    assert!(!domain.given(0.5).given);
    assert_eq!(domain.literal(A * B * C).element, cube.element);
}

/// Inputs that are literals at a point, what depends on inputs, and what has no value are not what constants come from.
#[test]
fn what_is_no_constant_is_not_combined() {
    let mut domain = Domain::new(7);
    let [a, ..] = [A, B, C, A, 0.0].map(|number| domain.literal(number));
    assert_eq!(domain.combinable.len(), 3);
    let (given, varying) = (domain.given(0.537), input(&mut domain, 0.259));
    let open = Value {
        defined: false,
        ..domain.exact(0.317)
    };
    let sums = [given, varying, open].map(|other| domain.add(a, other).real as f32);
    assert_eq!(domain.combinable.len(), 3);
    domain.source = false;
    for sum in sums {
        assert_eq!(domain.literal(sum).element, of(sum.into()));
    }
}

/// A number of few bits is itself before it is what constants make, and one of many bits is not.
#[test]
fn numbers_of_few_bits_are_written_down() {
    for (significand, few, many) in [(24, 11, 12), (17, 7, 8)] {
        for (bits, is_itself) in [(few, true), (many, false)] {
            let number = 1.0 + (-f64::from(bits)).exp2() as f32;
            // Constants of which the product rounds to the number and is another one.
            let found = (0..100u8).find_map(|step| {
                let a = 1.37 + 0.01 * f32::from(step);
                let b = number / a;
                let mut domain = after(&[a, b], significand);
                let product = of(a.into()) * of(b.into());
                let rounds =
                    domain.rounded(f64::from(a) * f64::from(b)) == domain.rounded(number.into());
                let differs = product != of(number.into());
                (rounds && differs).then(|| (domain.literal(number).element, product))
            });
            let (element, product) = found.unwrap();
            let wanted = if is_itself {
                of(number.into())
            } else {
                product
            };
            assert_eq!(element, wanted, "{significand} {bits}");
        }
    }
}

/// Functions of constants are rounded step by step, too.
#[test]
fn functions_of_constants_come_by_steps() {
    let mut domain = Domain::new(7);
    let (tenth, seven) = (domain.literal(0.1), domain.literal(0.7));
    // A little beside the real, as single precision has it.
    let mut sum = tenth;
    for _ in 0..9 {
        sum = domain.add(sum, seven);
    }
    let x = sum.single;
    assert_ne!(f64::from(x), sum.real);
    let wide = |function: fn(f64) -> f64| function(x.into()) as f32;
    let steps = [
        (domain.sin(sum), wide(f64::sin)),
        (domain.cos(sum), wide(f64::cos)),
        (domain.sqrt(sum), x.sqrt()),
        (domain.rcp(sum), 1.0 / x),
        (domain.exp2(sum), wide(f64::exp2)),
        (domain.log2(sum), wide(f64::log2)),
        (domain.floor(sum), x.floor()),
    ];
    for (place, (value, single)) in steps.into_iter().enumerate() {
        assert_eq!(value.single, single, "{place}");
    }
}

/// Half floats stand for the singles that the compiler says it rounded to them, and else for themselves.
#[test]
fn half_floats_have_witnesses() {
    let (a, b) = (0.3, 0.300_01);
    let half = 0.300_048_83;
    let with = |witness: &[f32], literals: &[f32]| {
        let mut domain = after(literals, 11);
        domain.witness = Some(Rc::new(Witness::new(witness.iter().copied())));
        // The source's constants are told apart by all their bits.
        domain.constants.clear();
        domain.source = true;
        for &literal in literals {
            domain.literal(literal);
        }
        domain.source = false;
        domain
    };
    let element = |number: f32| of(number.into());
    // The one that was rounded, of two that round alike, whichever comes first in the source.
    for literals in [[a, b], [b, a]] {
        for said in [a, b] {
            assert_eq!(
                with(&[said], &literals).literal(half).element,
                element(said)
            );
            let negative = with(&[said], &literals).literal(-half).element;
            assert_eq!(negative, -element(said));
        }
    }
    // With both of them the first; the other is a choice, and so is the half float itself.
    let mut both = with(&[b, a], &[a, b]);
    both.listed = Some(FxHashMap::default());
    assert_eq!(both.literal(half).element, element(b));
    let listed = both.listed.unwrap().remove(&half.to_bits()).unwrap();
    assert_eq!(listed, [b, a, half].map(f64::from));
    // None: no more than itself.
    assert_eq!(with(&[], &[a, b]).literal(half).element, element(half));
    // One that rounds to another half float.
    assert_eq!(
        with(&[0.299], &[0.299]).literal(half).element,
        element(half)
    );
}

/// A combination is rounded at each step, and may come out a unit beside what it is.
#[test]
fn combinations_are_rounded_step_by_step() {
    let (ten, three) = (10.0f32, 3.0f32);
    let steps = ten * (1.0 / three);
    assert_ne!(steps, ten / three);
    let ratio = of(10.0) * of(3.0).inverse().unwrap();
    let found = |units: u32| {
        let mut domain = after(&[ten, three], 24);
        domain
            .literal(f32::from_bits(steps.to_bits() + units))
            .element
            == ratio
    };
    assert_eq!([0, 1, 2, 8].map(found), [true, false, false, false]);
}

/// Where the source computes very many constants, those are combined that are written in it.
#[test]
fn of_many_constants_literals_are_combined() {
    let found = |computed: usize| {
        let mut domain = Domain::new(7);
        let (third, step) = (domain.literal(0.33), domain.literal(0.017));
        let mut sum = third;
        for _ in 0..computed {
            sum = domain.add(sum, step);
        }
        domain.source = false;
        let inverse = domain.literal(1.0 / 0.33).element == third.element.inverse().unwrap();
        let middle = of(0.33f32.into()) + of(0.017f32.into());
        (
            inverse,
            domain.literal(1.0 / (0.33 + 0.017)).element == middle.inverse().unwrap(),
        )
    };
    assert_eq!(found(62), (true, true));
    assert_eq!(found(63), (true, false));
}
