//! Values that are 0 or 1: logic by arithmetic.
//!
//! `a + b - a b` is `max(a, b)`, `a b` is `min(a, b)`, and the choice between being below 0, above 1 and neither is
//! one comparison with the saturated value.

use crate::Op;
use crate::egraph::graph::Graph;
use crate::egraph::node::Class;
use crate::egraph::polynomial::{Coefficients, Monomial, Polynomial};
use crate::egraph::sums::Expanded;

/// The most operands of a nest of one operation.
const MOST_OPERANDS: usize = 8;
/// How deep a nest is looked into.
const DEEPEST: u32 = 6;

/// Sums and products of truth values as extremes.
pub(crate) fn use_extremes(graph: &mut Graph, expanded: &Expanded) {
    for (class, polynomial) in expanded {
        if graph.is_full() {
            return;
        }
        let extreme = both(graph, polynomial).map(|operands| (Op::Min, operands));
        let extreme = extreme.or_else(|| Some((Op::Max, either(graph, polynomial)?)));
        if let Some((op, [one, other])) = extreme {
            let equal = graph.op(op, &[one, other]);
            graph.union(*class, equal);
        }
    }
}

/// A literal in every lane that a polynomial has.
fn every(number: f64, lanes: u8) -> Coefficients {
    let mut all = Coefficients::default();
    all[..usize::from(lanes)].fill(number);
    all
}

/// The factors of a product of two truth values.
fn both(graph: &Graph, polynomial: &Polynomial) -> Option<[Class; 2]> {
    let (Some((monomial, coefficients)), 1) = (polynomial.terms.iter().next(), polynomial.len())
    else {
        return None;
    };
    let [one, other] = monomial[..] else {
        return None;
    };
    let truths = graph.class(one).facts.is_truth && graph.class(other).facts.is_truth;
    let scale = every(1.0, graph.lanes(one));
    (truths && *coefficients == scale).then_some([one, other])
}

/// The operands of `a + b - a b`.
fn either(graph: &Graph, polynomial: &Polynomial) -> Option<[Class; 2]> {
    if polynomial.len() != 3 {
        return None;
    }
    let product = polynomial.terms.keys().find(|one| one.len() == 2)?;
    let &[one, other] = &product[..] else {
        return None;
    };
    let lanes = graph.lanes(one);
    let has = |factors: &[Class], number: f64| {
        polynomial.terms.get(&Monomial::from_slice(factors)) == Some(&every(number, lanes))
    };
    let truths = graph.class(one).facts.is_truth && graph.class(other).facts.is_truth;
    (truths && has(&[one], 1.0) && has(&[other], 1.0) && has(product, -1.0)).then_some([one, other])
}

/// `x < 0 or 1 < x` is `saturate(x) != x`; `x >= 0 and 1 >= x` is `saturate(x) == x`. NaNs aside.
pub(crate) fn test_ranges(graph: &mut Graph) {
    for class in graph.live() {
        for op in [Op::Max, Op::Min, Op::Mul] {
            if graph.is_full() {
                return;
            }
            if graph.operands_of(class, op).is_empty() {
                continue;
            }
            let mut operands = Vec::new();
            flatten(graph, op, class, &mut operands, 0);
            operands.sort_unstable();
            operands.dedup();
            if !(2..=MOST_OPERANDS).contains(&operands.len()) {
                continue;
            }
            let joined = join_tests(graph, op, &operands);
            if joined.len() < operands.len() {
                let mut all = joined.into_iter();
                let Some(first) = all.next() else { continue };
                let equal = all.fold(first, |all, one| graph.op(op, &[all, one]));
                graph.union(class, equal);
            }
        }
    }
}

/// Collects the operands of a nest of one operation.
fn flatten(graph: &Graph, op: Op, class: Class, found: &mut Vec<Class>, depth: u32) {
    let class = graph.find(class);
    let is_truth = graph.class(class).facts.is_truth;
    let operands = graph.operands_of(class, op).into_iter().next();
    match operands {
        Some(operands) if depth < DEEPEST && is_truth => {
            for operand in operands {
                flatten(graph, op, operand, found, depth + 1);
            }
        }
        _ => found.push(class),
    }
}

/// Replaces pairs of tests of one value by tests of the saturated value.
fn join_tests(graph: &mut Graph, op: Op, operands: &[Class]) -> Vec<Class> {
    let (test, joined) = match op {
        Op::Max => (Op::SetLt, Op::SetNe),
        _ => (Op::SetGe, Op::SetEq),
    };
    // By the value: the operand that tests it against 0, and the one that tests it against 1.
    let is_low = |graph: &Graph, class: Class| {
        let tests = graph.operands_of(class, test).into_iter();
        let mut low = tests.filter(|of| graph.is_float(of[1], 0.0));
        low.next().map(|of| of[0])
    };
    let is_high = |graph: &Graph, class: Class| {
        let tests = graph.operands_of(class, test).into_iter();
        let mut high = tests.filter(|of| graph.is_float(of[0], 1.0));
        high.next().map(|of| of[1])
    };
    let mut rest = operands.to_vec();
    let mut found = Vec::new();
    for &low in operands {
        let Some(value) = is_low(graph, low) else {
            continue;
        };
        let high = rest
            .iter()
            .copied()
            .find(|&one| is_high(graph, one) == Some(value));
        let Some(high) = high else {
            continue;
        };
        rest.retain(|&one| one != low && one != high);
        let saturated = graph.op(Op::Saturate, &[value]);
        found.push(graph.op(joined, &[saturated, value]));
    }
    found.extend(rest);
    found
}
