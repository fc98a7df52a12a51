//! The products and sums that end in a wanted value.

use retroshade_combiner::poly::{Atom, Poly, Polys};
use retroshade_combiner::split::{
    Candidates, Form, Want, all_are, complement, fill, gain, scaled, splits,
};

/// One side of a stage as wanted values: an operation on AB, or on AB + CD.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape<const N: usize> {
    /// The code of the operation.
    pub(super) operation: u32,
    /// A and B, and C and D if there is a sum.
    pub(super) operands: Vec<Want<N>>,
}

/// Operations with what they do to the value before them: times, after a summand.
const OPERATIONS: [(u32, f64, f64); 6] = [
    (0, 1.0, 0.0),
    (2, 2.0, 0.0),
    (4, 4.0, 0.0),
    (1, 1.0, -0.5),
    (3, 2.0, -0.5),
    (6, 0.5, 0.0),
];

/// All ways in which a general combiner ends in a value.
pub(super) fn shapes<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    candidates: &Candidates<N>,
) -> Vec<Shape<N>> {
    let mut found = Vec::new();
    let gain = gain(polys, want);
    let cuts = want
        .iter()
        .flatten()
        .any(|poly| subtracts_clamped(polys, *poly));
    for (operation, factor, summand) in OPERATIONS {
        // What an operation does must be of use: doubling what is large, a half for what a mapping takes off.
        let useful = match operation {
            0 => true,
            1 => cuts,
            3 => false,
            6 => gain <= 0.5001,
            _ => gain > factor / 2.0 * 1.0001,
        };
        if !useful {
            continue;
        }
        let summand = polys.constant(summand);
        let value = want.map(|lane| {
            let part = polys.scale(lane?, 1.0 / factor);
            Some(polys.sub(part, summand))
        });
        for operands in sums(polys, &value, candidates) {
            let shape = Shape {
                operation,
                operands,
            };
            if !found.contains(&shape) {
                found.push(shape);
            }
        }
    }
    found
}

/// Whether a clamped part is taken off a value.
fn subtracts_clamped(polys: &Polys, poly: Poly) -> bool {
    polys.terms(poly).iter().any(|term| {
        let mut atoms = term.factors.iter();
        term.scale < 0.0 && atoms.any(|(atom, _)| matches!(polys.atom(*atom), Atom::Clamped(_)))
    })
}

/// What a general combiner computes lane by lane.
const SUMS: [Form; 6] = [
    Form::Same,
    Form::Product,
    Form::Sum,
    Form::Difference,
    Form::MultiplyAdd,
    Form::Mix,
];

/// Products and sums of two products.
fn sums<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    candidates: &Candidates<N>,
) -> Vec<Vec<Want<N>>> {
    let one = fill(want, Polys::ONE);
    let mut found = Vec::new();
    for split in splits(polys, want, candidates, 0, &SUMS) {
        let at = |number: usize| split.operands[number];
        match split.form {
            Form::Same => found.push(vec![at(0), one]),
            Form::Product => found.push(vec![at(0), at(1)]),
            Form::Sum => found.push(vec![at(0), one, at(1), one]),
            Form::Difference => {
                let negative = scaled(polys, &at(1), -1.0);
                found.push(vec![at(0), one, negative, one]);
            }
            Form::MultiplyAdd => {
                found.push(vec![at(0), at(1), at(2), one]);
                for inner in splits(polys, &at(2), candidates, 0, &[Form::Product]) {
                    found.push(vec![at(0), at(1), inner.operands[0], inner.operands[1]]);
                }
            }
            Form::Mix => {
                let rest = complement(polys, &at(2));
                found.push(vec![at(0), rest, at(1), at(2)]);
            }
            Form::SumLessHalf | Form::AddMultiply | Form::Dot => {}
        }
    }
    found
}

/// An inner product with its operation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Inner {
    pub(super) operation: u32,
    pub(super) operands: [Want<3>; 2],
}

/// The inner products that a scalar is: of vectors as they are, and as 2 a - 1.
pub(super) fn inners(polys: &mut Polys, value: Poly, candidates: &Candidates<3>) -> Vec<Inner> {
    let mut found = Vec::new();
    for (operation, factor) in [(0, 1.0), (2, 2.0), (4, 4.0)] {
        let part = polys.scale(value, 1.0 / factor);
        for vector in &candidates.vectors {
            let mut rest = part;
            let mut weights = [Polys::ZERO; 3];
            for (weight, lane) in weights.iter_mut().zip(vector) {
                (*weight, rest) = polys.divide(rest, *lane);
            }
            if rest != Polys::ZERO {
                // With 2 a - 1 for a: a = (v + 1) / 2, so the weight of v is half that of a.
                let halves = weights.map(|weight| polys.scale(weight, 0.5));
                let sum = halves.iter().fold(rest, |sum, half| polys.add(sum, *half));
                if sum != Polys::ZERO {
                    continue;
                }
                let expanded = vector.map(|lane| {
                    let twice = polys.scale(lane, 2.0);
                    Some(polys.sub(twice, Polys::ONE))
                });
                weights = halves;
                push(&mut found, operation, expanded, weights);
                continue;
            }
            push(&mut found, operation, vector.map(Some), weights);
        }
    }
    found
}

fn push(found: &mut Vec<Inner>, operation: u32, vector: Want<3>, weights: [Poly; 3]) {
    let weights = weights.map(Some);
    if all_are(&weights, Polys::ZERO) {
        return;
    }
    found.push(Inner {
        operation,
        operands: [vector, weights],
    });
}
