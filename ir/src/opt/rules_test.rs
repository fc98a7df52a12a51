//! Holds every rule to its exactness: both sides are evaluated on special values squared or cubed
//! and on random ones.

use crate::op::Domain;
use crate::opt::fold::lane_value;
use crate::opt::fuse;
use crate::opt::pattern::{Over, Pattern, Rule};
use crate::opt::rules::rules;
use crate::pass::Exactness;
use crate::{OpKind, Scalar, Signature};

type Types = [Option<Scalar>; 4];

/// The scalars of the operands of an operation whose result is `result`; `free` is what comparisons
/// are over.
fn operand_scalars(kind: OpKind, result: Scalar, free: Scalar) -> Vec<Scalar> {
    match kind.signature() {
        Signature::Lanewise(arity, Domain::Float) => vec![Scalar::Float; arity.into()],
        Signature::Lanewise(arity, Domain::Int) => vec![Scalar::Int; arity.into()],
        Signature::Lanewise(arity, _) => vec![result; arity.into()],
        Signature::Compare(_) => vec![free; 2],
        Signature::Select => vec![Scalar::Bool, result, result],
        Signature::Convert(from, _) => vec![from],
        _ => panic!("{} is not lanewise", kind.name()),
    }
}

fn result_scalar(kind: OpKind, over: Scalar) -> Scalar {
    match kind.signature() {
        Signature::Compare(_) => Scalar::Bool,
        Signature::Convert(_, to) => to,
        _ => over,
    }
}

fn infer(pattern: &Pattern, scalar: Scalar, free: Scalar, types: &mut Types) {
    match *pattern {
        Pattern::Var(number) | Pattern::Literal(number) => {
            let slot = &mut types[usize::from(number)];
            assert_eq!(
                *slot.get_or_insert(scalar),
                scalar,
                "an operand of two types"
            );
        }
        Pattern::Number(_) => assert_ne!(scalar, Scalar::Bool),
        Pattern::Truth(_) => assert_eq!(scalar, Scalar::Bool),
        Pattern::Op(kind, parts) => {
            let operands = operand_scalars(kind, scalar, free);
            assert_eq!(operands.len(), parts.len());
            for (part, scalar) in parts.iter().zip(operands) {
                infer(part, scalar, free, types);
            }
        }
    }
}

fn value(pattern: &Pattern, scalar: Scalar, free: Scalar, operands: &[u32; 4]) -> Option<u32> {
    Some(match *pattern {
        Pattern::Var(number) | Pattern::Literal(number) => operands[usize::from(number)],
        Pattern::Number(number) if scalar == Scalar::Int => number as i32 as u32,
        Pattern::Number(number) => number.to_bits(),
        Pattern::Truth(truth) => u32::from(truth),
        Pattern::Op(kind, parts) => {
            let scalars = operand_scalars(kind, scalar, free);
            let mut args = [0; 3];
            for ((slot, part), &scalar) in args.iter_mut().zip(parts).zip(&scalars) {
                *slot = value(part, scalar, free, operands)?;
            }
            let over = if kind == OpKind::Select {
                scalar
            } else {
                scalars[0]
            };
            lane_value(kind.simple()?, over, args)?
        }
    })
}

/// True if some value on the way is infinite or a NaN.
fn overflows(pattern: &Pattern, scalar: Scalar, free: Scalar, operands: &[u32; 4]) -> bool {
    let below = match *pattern {
        Pattern::Op(kind, parts) => operand_scalars(kind, scalar, free)
            .iter()
            .zip(parts)
            .any(|(&scalar, part)| overflows(part, scalar, free, operands)),
        _ => false,
    };
    below
        || scalar == Scalar::Float
            && value(pattern, scalar, free, operands).is_none_or(|bits| {
                let value = f32::from_bits(bits);
                !value.is_finite() || value != 0.0 && value.abs() < 1e-30
            })
}

/// The largest magnitude on the way.
fn magnitude(pattern: &Pattern, scalar: Scalar, free: Scalar, operands: &[u32; 4]) -> f32 {
    let below = match *pattern {
        Pattern::Op(kind, parts) => {
            let scalars = operand_scalars(kind, scalar, free);
            let parts = scalars.iter().zip(parts);
            let parts = parts.map(|(&scalar, part)| magnitude(part, scalar, free, operands));
            match kind {
                // Products inside of the operation.
                OpKind::Mix => parts.fold(1.0, |product, part| product * (1.0 + part)),
                _ => parts.fold(0.0, f32::max),
            }
        }
        _ => 0.0,
    };
    match value(pattern, scalar, free, operands) {
        Some(bits) if scalar == Scalar::Float => below.max(f32::from_bits(bits).abs()),
        _ => below,
    }
}

fn agree(exactness: Exactness, scalar: Scalar, left: u32, right: u32, scale: f32) -> bool {
    if left == right {
        return true;
    }
    if scalar != Scalar::Float {
        return false;
    }
    let (left, right) = (f32::from_bits(left), f32::from_bits(right));
    if left.is_nan() && right.is_nan() {
        return true;
    }
    match exactness {
        Exactness::Exact => false,
        Exactness::SignOfZero | Exactness::Finite => left == right,
        Exactness::Rounding => {
            // A logarithm near 1 has an absolute error, not a relative one.
            (left - right).abs() <= 1e-6 * scale + 1e-6
        }
    }
}

const SPECIAL: [f32; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    1.5,
    2.5,
    -2.5,
    0.999_999_94,
    16_777_215.0,
    -1e-10,
    1e-38,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

fn specials(scalar: Scalar) -> Vec<u32> {
    match scalar {
        Scalar::Float => SPECIAL.iter().map(|value| value.to_bits()).collect(),
        Scalar::Int => [0, 1, -1, 2, 7, -8, 31, i32::MAX, i32::MIN, 1 << 23]
            .iter()
            .map(|&value| value as u32)
            .collect(),
        Scalar::Bool => vec![0, 1],
    }
}

/// A small generator of its own, so that a failure repeats.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as u32
    }

    fn lane(&mut self, scalar: Scalar) -> u32 {
        match scalar {
            Scalar::Float => {
                let unit = self.next() as f32 / (1u32 << 31) as f32;
                let scale = [1.0, 4.0, 100.0, 1e6][self.next() as usize % 4];
                ((unit * 2.0 - 1.0) * scale).to_bits()
            }
            Scalar::Int => (self.next() as i32 % 1000 - 500) as u32,
            Scalar::Bool => self.next() & 1,
        }
    }
}

fn check(rule: &Rule, root: OpKind, over: Scalar, free: Scalar) {
    let result = result_scalar(root, over);
    let mut types = [None; 4];
    infer(&rule.left, result, free, &mut types);
    let bound = types;
    infer(&rule.right, result, free, &mut types);
    assert_eq!(
        bound, types,
        "{}: the right side uses an unbound operand",
        rule.name
    );

    let try_operands = |operands: &[u32; 4]| {
        let side = |pattern| value(pattern, result, free, operands);
        let (left, right) = (side(&rule.left), side(&rule.right));
        // Undefined on the left side: anything goes.
        let Some(left) = left else { return };
        if rule.exactness >= Exactness::Finite
            && (overflows(&rule.left, result, free, operands)
                || overflows(&rule.right, result, free, operands))
        {
            return;
        }
        let right = right.unwrap_or_else(|| panic!("{}: undefined on {operands:x?}", rule.name));
        assert!(
            agree(
                rule.exactness,
                result,
                left,
                right,
                magnitude(&rule.left, result, free, operands)
            ),
            "{}: {left:x} became {right:x} on {operands:x?}",
            rule.name
        );
    };

    let values: Vec<Vec<u32>> = types
        .iter()
        .map(|scalar| scalar.map_or(vec![0], specials))
        .collect();
    let total: usize = values.iter().map(Vec::len).product();
    for number in 0..total {
        let mut rest = number;
        let operands = std::array::from_fn(|index| {
            let choices = &values[index];
            let choice = choices[rest % choices.len()];
            rest /= choices.len();
            choice
        });
        try_operands(&operands);
    }
    let mut random = Random(7);
    for _ in 0..2000 {
        let operands = std::array::from_fn(|index| types[index].map_or(0, |ty| random.lane(ty)));
        try_operands(&operands);
    }
}

#[test]
fn every_rule_holds() {
    let mut count = 0;
    for &root in OpKind::ALL {
        let fused = fuse::RULES.iter().filter(|rule| rule.root() == Some(root));
        for rule in rules(root).list.iter().chain(fused) {
            for over in [Scalar::Float, Scalar::Int, Scalar::Bool] {
                let fits = match root.signature() {
                    Signature::Lanewise(_, Domain::Float) => over == Scalar::Float,
                    Signature::Lanewise(_, Domain::Int) => over == Scalar::Int,
                    Signature::Lanewise(_, Domain::Number) => over != Scalar::Bool,
                    Signature::Lanewise(_, Domain::Bits) => over != Scalar::Float,
                    Signature::Convert(from, _) => over == from,
                    _ => true,
                };
                if !fits || !rule.over.includes(over) {
                    continue;
                }
                count += 1;
                // What a comparison below the root is over is not the rule's business.
                let compares = matches!(root.signature(), Signature::Compare(_));
                let kinds: &[Scalar] = match over {
                    _ if compares => &[over],
                    Scalar::Bool => &[Scalar::Float, Scalar::Int],
                    Scalar::Float => &[Scalar::Float],
                    Scalar::Int => &[Scalar::Int],
                };
                for &free in kinds {
                    check(rule, root, over, free);
                }
            }
        }
    }
    assert!(count > 180, "only {count} rules were tried");
}

/// What [`crate::opt::pattern::Rules`] passes over is what none of its rules could match.
#[test]
fn every_rule_needs_a_defining_operation_or_names_an_operand_twice() {
    for rule in OpKind::ALL.iter().flat_map(|&root| rules(root).list) {
        let Pattern::Op(_, parts) = rule.left else {
            panic!("{}: no operation", rule.name);
        };
        let variable = |part: &Pattern| match part {
            Pattern::Var(number) => Some(*number),
            _ => None,
        };
        let mut named: Vec<u8> = parts.iter().filter_map(variable).collect();
        let count = named.len();
        named.sort_unstable();
        named.dedup();
        assert!(rule.wanted != 0 || named.len() < count, "{}", rule.name);
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = OpKind::ALL
        .iter()
        .flat_map(|&root| rules(root).list)
        .map(|rule| rule.name)
        .collect();
    let total = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), total);
}

#[test]
fn a_wrong_rule_is_noticed() {
    let wrong = Rule {
        name: "wrong",
        over: Over::Float,
        defining_ops: [u128::MAX; 3],
        wanted: 0,
        left: Pattern::Op(OpKind::Sub, &[Pattern::Var(0), Pattern::Var(1)]),
        right: Pattern::Op(OpKind::Sub, &[Pattern::Var(1), Pattern::Var(0)]),
        exactness: Exactness::Rounding,
    };
    let outcome = std::panic::catch_unwind(|| {
        check(&wrong, OpKind::Sub, Scalar::Float, Scalar::Float);
    });
    assert!(outcome.is_err());
}
