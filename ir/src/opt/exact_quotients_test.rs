//! The literals that quotients become, and their values on machines whose literals are narrow.

use super::exact_quotients::{Direction, EXACT_QUOTIENTS, rounded};
use crate::opt::testing::{read, run_on};
use crate::opt::{COMPOSITE, CSE, DCE, SIMPLIFY};
use crate::text::print;
use crate::{Arithmetic, Capabilities, OpKind, OpSet, ResultRounding, Scalar};

/// A machine without division, whose literals keep 17 bits.
fn narrow() -> Capabilities {
    Capabilities {
        arithmetic: Arithmetic {
            significand_bits: 17,
            literal_bits: 17,
            rounding: ResultRounding::Unknown,
            ..Arithmetic::FLOATS
        },
        native: Capabilities::MINIMAL
            .native
            .union(OpSet::of(&[OpKind::Sub, OpKind::Abs])),
        ..Capabilities::MINIMAL
    }
}

/// A machine without division in 32-bit floats.
fn single(rounding: ResultRounding) -> Capabilities {
    Capabilities {
        arithmetic: Arithmetic {
            rounding,
            ..Arithmetic::FLOATS
        },
        ..narrow()
    }
}

/// The floats that a body has as literals once its quotients are exact, besides those of the source.
fn literals(machine: &Capabilities, body: &str) -> Vec<f32> {
    let text = format!(
        "shader vertex \"a\"\ninput in0 \"v\" vec4\noutput out0 \"gl_Position\" vec4 builtin=position\n\
         body {{\n  %0:f4 = input in0[0]\n{body}}}\n"
    );
    let mut shader = read(&text);
    let passes = [EXACT_QUOTIENTS, COMPOSITE, SIMPLIFY, CSE, DCE];
    run_on(&passes, machine, &mut shader).unwrap_or_else(|fault| panic!("{fault:?}"));
    let mut found = Vec::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            if let crate::Op::Constant(constant) = shader.insts[inst].op
                && constant.ty.scalar == Scalar::Float
            {
                found.extend(constant.lanes().iter().map(|&bits| f32::from_bits(bits)));
            }
        }
    }
    assert!(!print(&shader).contains("div"), "{}", print(&shader));
    found
}

const BELOW: f32 = 0.333_332_06;
const ABOVE: f32 = 0.333_335_88;
const NEAREST: f32 = 1.0 / 3.0;

fn whole(op: &str, before: &str, operand: &str) -> String {
    format!(
        "%1:f1 = const 3.0\n{before}%5:f1 = div {operand}, %1\n%6:f1 = {op} %5\nyield %6.xxxx\n"
    )
}

#[test]
fn the_sign_of_a_quotient_chooses_the_literal() {
    let machine = narrow();
    // A sign may have gone to the literal.
    let of = |op: &str, before: &str, operand: &str| {
        let found = literals(&machine, &whole(op, before, operand));
        let sizes = found.into_iter().map(f32::abs);
        let mut sizes: Vec<f32> = sizes.filter(|size| (0.3..0.4).contains(size)).collect();
        sizes.sort_by(f32::total_cmp);
        // Both signs of one literal are one size.
        sizes.dedup();
        sizes
    };
    let positive = "%2:f1 = abs %0.x\n";
    let negative = "%2:f1 = abs %0.x\n%3:f1 = neg %2\n";
    assert_eq!(of("floor", positive, "%2"), [ABOVE]);
    assert_eq!(of("fract", positive, "%2"), [ABOVE]);
    assert_eq!(of("floor", negative, "%3"), [BELOW]);
    assert_eq!(of("ceil", positive, "%2"), [BELOW]);
    // Both, of which the farther one is taken.
    assert_eq!(of("floor", "", "%0.x"), [BELOW, ABOVE]);
    assert_eq!(of("ceil", "", "%0.x"), [BELOW, ABOVE]);
    // Towards zero the two sides are alike.
    assert_eq!(of("trunc", "", "%0.x"), [ABOVE]);
}

#[test]
fn one_literal_serves_both_signs_where_rounding_takes_its_error_away() {
    let body = whole("floor", "", "%0.x");
    assert!(literals(&single(ResultRounding::Nearest), &body).contains(&NEAREST));
    assert!(!literals(&single(ResultRounding::Nearest), &body).contains(&0.333_333_3));
    // The nearest to 1/3 is above it.
    assert!(literals(&single(ResultRounding::NearestOrTowardZero), &body).contains(&NEAREST));
    // That to 1/7 is above it by more than rounding takes away.
    let body = body.replace("3.0", "41.0");
    assert_eq!(literals(&single(ResultRounding::Nearest), &body).len(), 2);
    for power in ["2.0", "4.0", "0.25"] {
        let body = whole("floor", "", "%0.x").replace("3.0", power);
        assert_eq!(literals(&narrow(), &body).len(), 1, "{power}");
    }
}

#[test]
fn what_lies_between_a_quotient_and_its_whole_part_is_seen_through() {
    let machine = narrow();
    let of = |body: &str| {
        let mut found = literals(&machine, &format!("%1:f1 = const 3.0\n{body}"));
        found.retain(|number| (0.3..0.4).contains(&number.abs()));
        found
    };
    let zero = "%2:f1 = const 0.0\n%3:f1 = div %0.x, %1\n%4:f1 = max %3, %2\n%5:f1 = floor %4\nyield %5.xxxx\n";
    assert_eq!(of(zero), [ABOVE]);
    let factor = "%2:f1 = const 2.0\n%3:f1 = abs %0.x\n%4:f1 = mul %3, %2\n%5:f1 = div %4, %1\n\
                  %6:f1 = const 0.5\n%7:f1 = mul %5, %6\n%8:f1 = floor %7\nyield %8.xxxx\n";
    assert_eq!(of(factor), [ABOVE]);
    let vector = "%2:f2 = abs %0.xy\n%3:f1 = div %2.x, %1\n%4:f2 = compose %3, %2.y\n%5:f2 = floor %4\n\
                  %6:f4 = compose %5, %5\nyield %6\n";
    assert_eq!(of(vector), [ABOVE]);
}

#[test]
fn other_readers_and_products_of_the_source_keep_the_nearest_literal() {
    let machine = narrow();
    let both = "%1:f1 = const 3.0\n%2:f1 = abs %0.x\n%3:f1 = div %2, %1\n%4:f1 = floor %3\n\
                %5:f4 = compose %3, %4, %3, %4\nyield %5\n";
    let found = literals(&machine, both);
    assert!(
        found.contains(&ABOVE) && found.contains(&NEAREST),
        "{found:?}"
    );
    let product = "%1:f1 = const 0.33333334\n%2:f1 = abs %0.x\n%3:f1 = mul %2, %1\n%4:f1 = floor %3\nyield %4.xxxx\n";
    assert_eq!(literals(&machine, product), [NEAREST]);
}

#[test]
fn numbers_round_towards_zero_and_away() {
    let (toward, away) = (Direction::TowardZero, Direction::AwayFromZero);
    assert_eq!(rounded(1.0 / 3.0, 11, toward), 0.333_251_95);
    assert_eq!(rounded(1.0 / 3.0, 11, away), 0.333_496_1);
    assert_eq!(rounded(-1.0 / 3.0, 11, away), -0.333_496_1);
    for direction in [toward, away] {
        assert_eq!(rounded(0.75, 11, direction), 0.75);
    }
    assert_eq!(rounded(2047.0 / 2048.0 + 1e-4, 11, away), 1.0);
}
