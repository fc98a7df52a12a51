//! The products and sums that end in a wanted value.

use retroshade_combiner::poly::{Atom, Poly, Polys, Reach};
use retroshade_combiner::range::SLACK;
use retroshade_combiner::split::{
    self, Candidates, Form, Halves, Useful, Want, all_are, complement, fill, gain, masked, scaled,
    splits,
};

use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The largest factor of an operation.
const LARGEST: f64 = 4.0;

/// One side of a stage as wanted values: an operation on AB, on AB + CD, or on the one of the two that MUX chooses.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape<const N: usize> {
    /// The code of the operation.
    pub(super) operation: u32,
    /// A and B, and C and D if there is a sum or a choice.
    pub(super) operands: Vec<Want<N>>,
    /// CD where the condition of this number holds, else AB.
    pub(super) mux: Option<u32>,
}

/// The pairs of factors of values after so many stages, as far as they are worked out.
pub(super) type Products<const N: usize> = FxHashMap<(Want<N>, u32), Rc<Vec<[Want<N>; 2]>>>;

/// The pairs of factors of a value.
pub(super) fn products<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    candidates: &Candidates<N>,
    known: &mut Products<N>,
    reach: Reach,
) -> Rc<Vec<[Want<N>; 2]>> {
    let key = (*want, reach.stages);
    if let Some(known) = known.get(&key) {
        return known.clone();
    }
    let useful = Useful {
        forms: &[Form::Product],
        scales: 0,
        reach,
        products: split::Products::None,
        halves: Halves::Never,
    };
    let splits = if reach.later().has(polys, want) {
        splits(polys, want, candidates, useful)
    } else {
        Vec::new()
    };
    let products = splits
        .iter()
        .map(|split| [split.operands[0], split.operands[1]]);
    let found = Rc::new(products.collect::<Vec<_>>());
    known.insert(key, found.clone());
    found
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
    known: &mut Products<N>,
    reach: Reach,
) -> Vec<Shape<N>> {
    let mut found = Vec::new();
    let gain = gain(polys, want);
    let cuts = want
        .iter()
        .flatten()
        .any(|poly| subtracts_clamped(polys, *poly));
    for (operation, factor, summand) in OPERATIONS {
        // An operation must be needed: doubling what is large, a half for what a mapping takes off.
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
        for operands in sums(polys, &value, candidates, known, reach) {
            let shape = Shape {
                operation,
                operands,
                mux: None,
            };
            if !found.contains(&shape) {
                found.push(shape);
            }
        }
        for condition in conditions(polys, &value) {
            for operands in choices(polys, &value, condition, candidates, known, reach) {
                found.push(Shape {
                    operation,
                    operands,
                    mux: Some(condition),
                });
            }
        }
    }
    found
}

/// The numbers of the conditions that a value depends on.
fn conditions<const N: usize>(polys: &Polys, want: &Want<N>) -> Vec<u32> {
    let mut found = Vec::new();
    for poly in want.iter().flatten() {
        for atom in polys.atoms_of(*poly) {
            if let Atom::Holds(number) = polys.atom(atom)
                && !found.contains(number)
            {
                found.push(*number);
            }
        }
    }
    found
}

/// A value as the choice between two products by a condition.
fn choices<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    condition: u32,
    candidates: &Candidates<N>,
    known: &mut Products<N>,
    reach: Reach,
) -> Vec<Vec<Want<N>>> {
    let holds = polys.of_atom(Atom::Holds(condition));
    let (mut then, mut otherwise): (Want<N>, Want<N>) = ([None; N], [None; N]);
    for lane in 0..N {
        let Some(poly) = want[lane] else { continue };
        let (step, rest) = polys.divide(poly, holds);
        then[lane] = Some(polys.add(step, rest));
        otherwise[lane] = Some(rest);
    }
    let one = fill(want, Polys::ONE);
    let mut products = |value: &Want<N>| -> Vec<[Want<N>; 2]> {
        let products = products(polys, value, candidates, known, reach);
        let products = products.iter().copied();
        std::iter::once([*value, one]).chain(products).collect()
    };
    let (ab, cd) = (products(&otherwise), products(&then));
    let pairs = ab
        .iter()
        .flat_map(|ab| cd.iter().map(move |cd| [*ab, *cd].concat()));
    pairs.collect()
}

/// A value that only counts between two limits, with a gain that no single operation has, as `factor * part + rest`:
/// where the clamp of the stage before cuts `part` off at 1 or -1, the value is beyond its limits.
pub(super) fn gains<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    limits: &[(f64, f64); N],
    candidates: &Candidates<N>,
) -> Vec<Shape<N>> {
    let mut found = Vec::new();
    if gain(polys, want) <= LARGEST * 1.0001 {
        return found;
    }
    let literals = want.map(|lane| lane.map(|poly| polys.literal_part(poly)));
    let fixed = want.map(|lane| lane.map(|poly| polys.fixed_part(poly)));
    let mut rests = vec![fill(want, Polys::ZERO), literals, fixed];
    for candidate in candidates.inputs.iter().chain(&candidates.values) {
        let lanes = want.iter().zip(candidate);
        let own = lanes.filter_map(|(lane, part)| Some(((*lane)?, *part)));
        let concerns = own
            .clone()
            .all(|(poly, part)| polys.is_made_of_atoms_of(part, poly));
        if concerns && own.count() > 0 {
            rests.push(masked(want, candidate));
        }
    }
    let one = fill(want, Polys::ONE);
    for (operation, factor) in [(2, 2.0), (4, LARGEST)] {
        for rest in &rests {
            let Some(part) = cut_part(polys, want, rest, factor, limits) else {
                continue;
            };
            let mut operands = vec![part, one];
            if !all_are(rest, Polys::ZERO) {
                let is_fixed = rest.iter().flatten().all(|poly| polys.is_fixed(*poly));
                let inverse = polys.constant(1.0 / factor);
                operands.extend(if is_fixed {
                    [scaled(polys, rest, 1.0 / factor), one]
                } else {
                    [*rest, fill(want, inverse)]
                });
            }
            let shape = Shape {
                operation,
                operands,
                mux: None,
            };
            if !found.contains(&shape) {
                found.push(shape);
            }
        }
    }
    found
}

/// `(want - rest) / factor` clamped to [-1, 1], if that is seen nowhere between the limits.
fn cut_part<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    rest: &Want<N>,
    factor: f64,
    limits: &[(f64, f64); N],
) -> Option<Want<N>> {
    let mut parts: Want<N> = [None; N];
    for lane in 0..N {
        let (Some(poly), Some(rest)) = (want[lane], rest[lane]) else {
            continue;
        };
        let difference = polys.sub(poly, rest);
        let part = polys.scale(difference, 1.0 / factor);
        let (low, high) = polys.range(part);
        let (least, greatest) = polys.range(rest);
        let unseen = factor + least >= limits[lane].1 && greatest - factor <= limits[lane].0;
        if !unseen && (low < -1.0 - SLACK || high > 1.0 + SLACK) {
            return None;
        }
        parts[lane] = Some(polys.clamped_signed(part));
    }
    Some(parts)
}

/// True if a clamped part is taken off a value.
fn subtracts_clamped(polys: &Polys, poly: Poly) -> bool {
    polys.terms(poly).iter().any(|term| {
        let mut atoms = polys.factors(term.factors).iter();
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
    known: &mut Products<N>,
    reach: Reach,
) -> Vec<Vec<Want<N>>> {
    let one = fill(want, Polys::ONE);
    let mut found = Vec::new();
    let useful = Useful {
        forms: &SUMS,
        scales: 0,
        reach,
        products: split::Products::Summand,
        halves: Halves::Never,
    };
    for split in splits(polys, want, candidates, useful) {
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
                for [c, d] in products(polys, &at(2), candidates, known, reach).iter() {
                    found.push(vec![at(0), at(1), *c, *d]);
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
