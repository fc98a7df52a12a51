//! Questions of source and program, and what explains them.

use super::*;
use crate::domain::{Decision, Table, Turn};
use crate::sides::{self, Fork};
use std::cmp::Ordering;

#[test]
fn questions_of_the_program_are_explained_by_those_of_the_source() {
    let explained = |question: &dyn Fn(&mut Domain, Value, Value)| {
        let mut domain = Domain::new(7);
        let (x, y) = (input(&mut domain, 0.71), input(&mut domain, 2.3));
        let three = domain.literal(3.0);
        let scaled = domain.mul(y, three);
        domain.order(x, scaled);
        domain.source = false;
        domain.at(5);
        question(&mut domain, x, y);
        assert!(domain.sites.keys().all(|site| site.0 == 5));
        domain.sites.get(&(5, 0)).copied()
    };
    let times = |domain: &mut Domain, a: Value, factor: f32| {
        let factor = domain.literal(factor);
        domain.mul(a, factor)
    };
    assert_eq!(
        explained(&|domain, x, y| {
            let y = times(domain, y, 3.0);
            domain.order(x, y);
        }),
        Some(true)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let y = times(domain, y, 3.0);
            domain.order(y, x);
        }),
        Some(true)
    );
    // A third of it, as the source has the number 3; a fifth of it is another question. Twice it, and negative.
    for (factor, other, wanted) in [(1.0, 3.0, true), (0.2, 0.6, false)] {
        let found = explained(&|domain, x, y| {
            let third = domain.literal(3.0);
            let x = times(domain, x, factor);
            let x = domain.div(x, third);
            let y = times(domain, y, other);
            let y = domain.div(y, third);
            domain.order(x, y);
        });
        assert_eq!(found, Some(wanted), "{factor}");
    }
    assert_eq!(
        explained(&|domain, x, y| {
            let (x, y) = (times(domain, x, 2.0), times(domain, y, 6.0));
            domain.order(x, y);
        }),
        Some(true)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let (x, y) = (times(domain, x, -2.0), times(domain, y, -6.0));
            domain.order(x, y);
        }),
        Some(true)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let (x, y) = (times(domain, x, 0.25), times(domain, y, 0.75));
            domain.order(x, y);
        }),
        Some(true)
    );
    // An integer more, as floors have.
    assert_eq!(
        explained(&|domain, x, y| {
            let y = times(domain, y, 3.0);
            let d = domain.sub(x, y);
            let two = domain.whole(2);
            let d = domain.add(d, two);
            domain.floor(d);
        }),
        Some(true)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let y = times(domain, y, 3.0);
            let d = domain.sub(y, x);
            let two = domain.whole(7);
            let d = domain.add(d, two);
            domain.floor(d);
        }),
        Some(true)
    );
    // Minus twice it, as the greater of a number and its negative asks.
    assert_eq!(
        explained(&|domain, x, y| {
            let (x, y) = (times(domain, x, -2.0), times(domain, y, -6.0));
            domain.order(x, y);
        }),
        Some(true)
    );
    // Others.
    assert_eq!(
        explained(&|domain, x, y| {
            domain.order(x, y);
        }),
        Some(false)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let y = times(domain, y, 3.000_001);
            domain.order(x, y);
        }),
        Some(false)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let (x, y) = (times(domain, x, 5.0), times(domain, y, 15.0));
            domain.order(x, y);
        }),
        Some(false)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let y = times(domain, y, 3.0);
            let d = domain.sub(x, y);
            let half = domain.literal(0.5);
            let d = domain.add(d, half);
            domain.floor(d);
        }),
        Some(false)
    );
    assert_eq!(
        explained(&|domain, x, _| {
            domain.floor(x);
        }),
        Some(false)
    );
    // On the other side of 0 by as much, which says nothing of elements.
    assert_eq!(
        explained(&|domain, _, _| {
            let twice = input(domain, 2.0 * (0.71 - 3.0 * 2.3));
            domain.floor(twice);
        }),
        Some(false)
    );
    // The sign, which is no end of a range.
    assert_eq!(
        explained(&|domain, x, _| {
            let zero = domain.whole(0);
            domain.order(x, zero);
        }),
        Some(false)
    );
    // No questions: numbers, ends of ranges, what has no value.
    assert_eq!(
        explained(&|domain, _, _| {
            let known = domain.declare_whole(2.0, 0);
            let (number, one) = (domain.given(known), domain.whole(1));
            assert!(number.element == of(2.0) && !number.constant);
            domain.order(number, one);
            domain.floor(number);
        }),
        None
    );
    assert_eq!(
        explained(&|domain, _, _| {
            let (factor, turn) = (domain.log2_of_e(), domain.turn());
            domain.order(factor, turn);
            domain.parts(factor);
        }),
        None
    );
    assert_eq!(
        explained(&|domain, x, _| {
            let huge = domain.literal(1e10);
            domain.order(x, huge);
        }),
        None
    );
    assert_eq!(
        explained(&|domain, x, _| {
            let tiny = domain.literal(-9e-11);
            domain.order(tiny, x);
        }),
        None
    );
    assert_eq!(
        explained(&|domain, x, _| {
            let large = domain.literal(9.9e9);
            domain.order(x, large);
        }),
        Some(false)
    );
    assert_eq!(
        explained(&|domain, x, _| {
            let small = domain.literal(1.1e-10);
            domain.order(x, small);
        }),
        Some(false)
    );
    assert_eq!(
        explained(&|domain, x, _| {
            domain.order(x, x);
        }),
        None
    );
    assert_eq!(
        explained(&|domain, _, _| {
            let (one, two) = (domain.whole(1), domain.whole(2));
            domain.order(one, two);
            domain.floor(two);
        }),
        None
    );
    assert_eq!(
        explained(&|domain, x, _| {
            let none = domain.undefined();
            domain.order(x, none);
            domain.floor(Value {
                defined: false,
                ..x
            });
        }),
        None
    );
    // A question is explained if one of its askings is.
    assert_eq!(
        explained(&|domain, x, y| {
            domain.order(x, y);
            domain.at(5);
            let y = times(domain, y, 3.0);
            domain.order(x, y);
        }),
        Some(true)
    );
    assert_eq!(
        explained(&|domain, x, y| {
            let z = times(domain, y, 3.0);
            domain.order(x, z);
            domain.at(5);
            domain.order(x, y);
        }),
        Some(true)
    );
}

#[test]
fn questions_have_numbers_in_their_instruction() {
    let mut domain = Domain::new(7);
    let (x, y) = (input(&mut domain, 0.71), input(&mut domain, 2.3));
    domain.order(x, y);
    domain.source = false;
    domain.at(2);
    domain.order(x, y);
    domain.floor(x);
    assert_eq!(
        domain.sites,
        [((2, 0), true), ((2, 1), false)].into_iter().collect()
    );
}

#[test]
fn a_loop_of_questions_ends() {
    let mut domain = Domain::new(7);
    let x = input(&mut domain, 0.71);
    for number in 0..1000 {
        let other = input(&mut domain, 3.0 + number as f32);
        domain.order(x, other);
    }
    domain.source = false;
    let wanted = domain.asked[0].element;
    for number in 0..99 {
        domain.at(number);
        let step = domain.whole(7 + number as i64);
        let root = domain.exp2(x);
        let odd = domain.mul(root, step);
        domain.floor(odd);
    }
    // What needs arithmetic is sought once more and then no longer; what was asked is still known.
    let real = domain.asked[0].real;
    let zero = domain.whole(0);
    let of = |element, real| Value { element, real, ..x };
    for (place, wanted_so) in [(0, true), (1, false)] {
        domain.at(200 + place);
        domain.floor(of(wanted + Element::ONE, 1.0 + real));
        assert_eq!(domain.sites[&(200 + place, 0)], wanted_so, "{place}");
    }
    for (place, (element, real)) in [(wanted, real), (-wanted, -real)].into_iter().enumerate() {
        domain.at(300 + place);
        domain.order(of(element, real), zero);
        assert!(domain.sites[&(300 + place, 0)], "{place}");
    }
}

#[test]
fn what_is_too_near_says_nothing() {
    for size in [0.71, 1e4] {
        let near = |distance: f64| {
            let mut domain = Domain::new(7);
            let (x, y) = (input(&mut domain, size), input(&mut domain, 2.3));
            domain.order(
                x,
                Value {
                    real: x.real * (1.0 + distance),
                    ..y
                },
            );
            domain.unstable
        };
        assert!(near(1e-12) && near(-1e-12) && !near(1e-10) && !near(-1e-10));
    }
    let floor = |real: f64| {
        let mut domain = Domain::new(7);
        let x = input(&mut domain, 0.71);
        let below = domain.floor(Value { real, ..x });
        (domain.unstable, below.real)
    };
    assert_eq!(floor(3.0 - 1e-12), (true, 2.0));
    assert_eq!(floor(3.0 + 1e-12), (true, 3.0));
    assert_eq!(floor(3.0 - 1e-9), (false, 2.0));
    assert_eq!(floor(1e4 - 1e-8), (true, 9999.0));
    assert_eq!(floor(1e4 - 1e-6), (false, 9999.0));
    // The integer itself, whatever its real was rounded to.
    let mut domain = Domain::new(7);
    let three = domain.whole(3);
    assert_eq!(
        domain
            .floor(Value {
                real: 3.0 - 1e-13,
                ..three
            })
            .element,
        of(3.0)
    );
    assert!(!domain.unstable);
    // Numbers that have no value are not compared.
    let (x, y) = (input(&mut domain, 0.71), input(&mut domain, 2.3));
    domain.order(
        Value {
            defined: false,
            ..x
        },
        Value { real: x.real, ..y },
    );
    domain.order(
        x,
        Value {
            real: x.real,
            defined: false,
            ..y
        },
    );
    domain.floor(Value {
        real: 1.0,
        defined: false,
        ..x
    });
    assert!(!domain.unstable);
}

/// A comparison that is turned comes out so in both programs, with its operands exchanged or scaled; others do not.
#[test]
fn comparisons_are_turned() {
    for order in [Ordering::Greater, Ordering::Equal] {
        let mut domain = Domain::new(7);
        let (x, y, z) = (
            input(&mut domain, 0.71),
            input(&mut domain, 2.3),
            input(&mut domain, 4.5),
        );
        domain.turned = vec![Turn {
            element: x.element - y.element,
            order,
        }];
        for source in [true, false] {
            domain.source = source;
            assert_eq!(domain.order(x, y).order, order);
            assert_eq!(domain.order(y, x).order, order.reverse());
            let (a, b) = (domain.add(x, x), domain.add(y, y));
            if !source {
                assert_eq!(domain.order(a, b).order, order);
                assert_eq!(domain.order(b, a).order, order.reverse());
            }
            assert!(domain.order(x, z).is_less() && domain.order(z, y).is_greater());
            assert_eq!(domain.order(x, x).order, Ordering::Equal);
            let (one, two) = (domain.whole(1), domain.whole(2));
            assert!(domain.order(one, two).is_less());
        }
    }
}

/// The ways that a comparison can go are asked for, those of an equality are two, and of constants there is one.
#[test]
fn ways_of_decisions() {
    let mut domain = Domain::new(7);
    let x = input(&mut domain, 0.71);
    let square = domain.mul(x, x);
    let (zero, one) = (domain.whole(0), domain.whole(1));
    let all = sides::LESS | sides::EQUAL | sides::GREATER;
    type Ask = fn(&mut Domain, Value, Value) -> Decision;
    let rows: [(Ask, Value, u64); 7] = [
        (Domain::order, x, all & !sides::EQUAL),
        (Domain::strict_order, x, all),
        (
            |domain, a, b| domain.order_for(a, b, Ordering::is_lt),
            x,
            all,
        ),
        (
            |domain, a, b| domain.order_for(a, b, Ordering::is_ne),
            x,
            all & !sides::LESS,
        ),
        (Domain::order, square, 0),
        (Domain::strict_order, square, all & !sides::LESS),
        (Domain::order, one, 0),
    ];
    for (number, (ask, value, wanted)) in rows.into_iter().enumerate() {
        domain.at(number);
        let decision = ask(&mut domain, value, zero);
        assert!(decision.is_greater());
        assert_eq!(
            domain.demanded.of(Fork::Source((number, 0))),
            wanted,
            "{number}"
        );
    }
    // Machine code has one truth value or the other.
    domain.source = false;
    domain.at(8);
    domain.order_for(x, zero, Ordering::is_lt);
    domain.at(9);
    domain.order_for(square, zero, Ordering::is_le);
    domain.at(10);
    domain.order_for(square, zero, Ordering::is_ge);
    let wanted = [8, 9, 10].map(|number| domain.demanded.of(Fork::Program((number, 0))));
    assert_eq!(wanted, [all & !sides::EQUAL, all & !sides::EQUAL, 0]);
    domain.source = true;
    // A tie of formulas that are the same is one everywhere.
    domain.at(9);
    domain.strict_order(x, x);
    assert_eq!(domain.demanded.of(Fork::Source((9, 0))), 0);
    // What control depends on already is decided.
    domain.jump(&[x], x.node);
    domain.at(10);
    domain.strict_order(x, zero);
    assert_eq!(domain.demanded.of(Fork::Source((10, 0))), 0);
    // Elements of the shader's own tables, and of the application's.
    let known = domain.declare_whole(2.0, 0);
    let index = domain.given(known);
    for (number, table, wanted) in [(11, Table::Own, 0b111 << 3), (12, Table::Given, 0)] {
        domain.at(number);
        assert_eq!(domain.read_element(index, 3, table).0, 2);
        assert_eq!(domain.demanded.of(Fork::Source((number, 0))), wanted);
    }
}

/// A whole number that sums of others make is one that machines round; a number without its fraction is exact.
#[test]
fn rounding_decides_where_whole_numbers_are_made_of_others() {
    let rounding = |of: fn(&mut Domain, Value) -> Value| {
        let mut domain = Domain::new(7);
        let x = input(&mut domain, 5.71);
        domain.floor(x);
        domain.source = false;
        domain.at(3);
        let whole = of(&mut domain, x);
        domain.floor(whole);
        assert_eq!(whole.real, 6.0);
        domain.rounding.len()
    };
    assert_eq!(
        rounding(|domain, x| {
            let (one, fraction) = (domain.whole(1), domain.fract(x));
            let whole = domain.sub(x, fraction);
            domain.add(whole, one)
        }),
        0
    );
    assert_eq!(
        rounding(|domain, x| {
            let (one, fraction) = (domain.whole(1), domain.fract(x));
            let more = domain.add(x, one);
            domain.sub(more, fraction)
        }),
        1
    );
}

/// Division of integers takes the integer part of a quotient, which a program may have a little larger.
#[test]
fn quotients_of_integers_are_asked_for() {
    let explained = |significand: u32, factor: f32, of_integers: bool| {
        let mut domain = Domain::new(7);
        domain.significand = significand;
        let [a, b] = [25.0, 11.0].map(|number| {
            let known = domain.declare_whole(number, 0);
            domain.given(known)
        });
        let whole = if of_integers {
            domain.quotient(a, b)
        } else {
            let quotient = domain.div(a, b);
            domain.trunc(quotient)
        };
        assert_eq!((whole.real, whole.element), (2.0, of(2.0)));
        domain.source = false;
        domain.at(5);
        let (factor, quotient) = (domain.literal(factor), domain.div(a, b));
        let product = domain.mul(quotient, factor);
        domain.floor(product);
        domain.sites[&(5, 0)]
    };
    let raised = |bits: i32| 1.0 + 2f32.powi(-bits);
    for (significand, factor, wanted) in [
        (24, 1.0, true),
        (24, raised(21), true),
        (24, 2.0 * raised(21), true),
        (24, -2.0 * raised(20), true),
        (24, raised(19), false),
        (24, 1.0 - 2f32.powi(-21), false),
        (24, 5.0, false),
        (17, raised(14), true),
        (17, raised(12), false),
    ] {
        assert_eq!(
            explained(significand, factor, true),
            wanted,
            "{significand} {factor}"
        );
    }
    assert!(explained(24, 1.0, false) && !explained(24, raised(21), false));
}

/// Of what is below 0 there is no root and no logarithm: the source asks for the sign of operands that are no constants,
/// the program does not.
#[test]
fn roots_and_logarithms_ask_for_a_sign() {
    type Of = fn(&mut Domain, Value) -> Value;
    let functions: [Of; 3] = [Domain::sqrt, Domain::rsqrt, Domain::log2];
    for function in functions {
        let mut domain = Domain::new(7);
        let (x, constant) = (input(&mut domain, 0.71), domain.log2_of_e());
        function(&mut domain, constant);
        assert!(domain.asked.is_empty());
        function(&mut domain, x);
        let asked = domain.asked.iter().map(|asked| (asked.element, asked.real));
        assert_eq!(asked.collect::<Vec<_>>(), [(x.element, x.real)]);
        domain.source = false;
        let y = input(&mut domain, 2.3);
        function(&mut domain, y);
        assert!(domain.sites.is_empty());
    }
    // Which exponent a number has is a question of both.
    let mut domain = Domain::new(7);
    let x = input(&mut domain, 0.71);
    domain.parts(x);
    domain.source = false;
    domain.at(4);
    domain.parts(x);
    assert_eq!(domain.sites, [((4, 0), true)].into_iter().collect());
}
