//! Inner products, unit vectors and composes of affine forms.

use crate::egraph::graph::Graph;
use crate::egraph::node::{Class, Head, Node};
use crate::egraph::polynomial::{Known, Monomial, Polynomial, Sign};
use crate::egraph::sums::{Expanded, Factors, build};
use crate::{Op, Type};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The most different monomials of a compose of affine forms.
const MOST_PARTS: usize = 4;

/// Applies what is linear to sums: inner products, and `normalize`, which a positive factor does not change.
pub(crate) fn use_linearity(graph: &mut Graph, expanded: &Expanded, known: &mut Known) {
    for (class, _) in expanded {
        if graph.is_full() {
            return;
        }
        for operands in graph.operands_of(*class, Op::Dot) {
            for (vector, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
                split_dot(graph, *class, (vector, other), known);
            }
        }
        for operands in graph.operands_of(*class, Op::Normalize) {
            drop_scale(graph, *class, operands[0], known);
        }
    }
}

/// `dot(a + c, k)` is `dot(a, k)` and a literal, `dot(s a, k)` is `s dot(a, k)`.
fn split_dot(graph: &mut Graph, class: Class, (vector, other): (Class, Class), known: &mut Known) {
    let polynomial = graph.polynomial(vector, known);
    let lanes = graph.lanes(vector);
    let is_literal = graph.literal(other).is_some();
    if let Some(constant) = polynomial.constant()
        && is_literal
        && polynomial.len() > 1
    {
        let rest = polynomial.without(&[]);
        let rest = build(graph, &rest, lanes, Factors::MostFrequent);
        let constant = graph.coefficients(constant, lanes);
        if let (Some(rest), Some(constant)) = (rest, constant) {
            let first = graph.op(Op::Dot, &[rest, other]);
            let second = graph.op(Op::Dot, &[constant, other]);
            let sum = graph.op(Op::Add, &[first, second]);
            graph.union_rounding(class, sum);
        }
    }
    let (Some((monomial, coefficients)), 1) = (polynomial.terms.iter().next(), polynomial.len())
    else {
        return;
    };
    let scale = monomial.iter().position(|&factor| graph.is_splat(factor));
    if let Some(at) = scale
        && monomial.len() > 1
    {
        let mut rest = monomial.clone();
        let scale = rest.remove(at);
        if let Some((rest, sign)) = graph.term(&rest, *coefficients, lanes) {
            let dot = graph.op(Op::Dot, &[rest, other]);
            let scale = graph.select(scale, crate::Swizzle::splat(0, 1));
            let product = graph.op(Op::Mul, &[dot, scale]);
            let signed = graph.sum(&[(product, sign)], 1);
            graph.union_rounding(class, signed);
        }
    }
    let ones = coefficients[..usize::from(lanes)]
        .iter()
        .all(|lane| *lane == 1.0);
    if let (Some(literal), [factor], false) = (graph.literal(other), &monomial[..], ones) {
        let mut scaled = *coefficients;
        for (lane, index) in scaled.iter_mut().zip(0..literal.ty.lanes) {
            *lane *= f64::from(literal.float(index));
        }
        if let Some(scaled) = graph.coefficients(scaled, lanes) {
            let dot = graph.op(Op::Dot, &[*factor, scaled]);
            graph.union_rounding(class, dot);
        }
    }
}

/// `normalize(c x + d)` is `normalize(x + d / c)` for a positive literal `c`.
fn drop_scale(graph: &mut Graph, class: Class, vector: Class, known: &mut Known) {
    let polynomial = graph.polynomial(vector, known);
    let mut terms = polynomial.terms.iter();
    let Some((_, coefficients)) = terms.find(|(monomial, _)| !monomial.is_empty()) else {
        return;
    };
    let lanes = graph.lanes(vector);
    let scale = coefficients[0];
    let same = coefficients[..usize::from(lanes)]
        .iter()
        .all(|lane| *lane == scale);
    if !same || scale <= 0.0 || scale == 1.0 {
        return;
    }
    let divided = polynomial.divided([scale; 4]);
    if let Some(divided) = build(graph, &divided, lanes, Factors::MostFrequent) {
        let ty = graph.ty(class);
        let unit = graph.add(&Node::new(Head::Op(Op::Normalize), &[divided]), ty);
        graph.union_rounding(class, unit);
    }
}

/// A compose of affine forms of the same scalars is a sum of scalars times literal vectors.
pub(crate) fn vectorize_affine_forms(graph: &mut Graph, expanded: &Expanded, known: &mut Known) {
    for (class, _) in expanded {
        for parts in graph.operands_of(*class, Op::Compose) {
            if graph.is_full() {
                return;
            }
            if parts.iter().all(|&part| graph.ty(part) == Type::float(1))
                && let Some(sum) = affine_sum(graph, &parts, known)
            {
                graph.union_rounding(*class, sum);
            }
        }
    }
}

fn affine_sum(graph: &mut Graph, parts: &[Class], known: &mut Known) -> Option<Class> {
    let forms: SmallVec<[Polynomial; 4]> = parts
        .iter()
        .map(|&part| graph.polynomial(part, known))
        .collect();
    let monomials: BTreeSet<Monomial> = forms
        .iter()
        .flat_map(|form| form.terms.keys().cloned())
        .collect();
    let distinct = monomials.iter().filter(|one| !one.is_empty()).count();
    let terms = forms.iter().flat_map(|form| form.terms.keys());
    let used = terms.filter(|one| !one.is_empty()).count();
    if distinct == 0 || distinct > MOST_PARTS || used <= distinct {
        return None;
    }
    let lanes = parts.len() as u8;
    let mut terms = Vec::with_capacity(monomials.len());
    for monomial in &monomials {
        let mut column = [0.0; 4];
        for (lane, form) in column.iter_mut().zip(&forms) {
            *lane = form
                .terms
                .get(monomial)
                .map_or(0.0, |coefficients| coefficients[0]);
        }
        let column = graph.coefficients(column, lanes)?;
        if monomial.is_empty() {
            terms.push((column, Sign::Plus));
            continue;
        }
        let scalar = graph.monomial(monomial, 1);
        let scalar = graph.splat(scalar, lanes);
        terms.push((graph.op(Op::Mul, &[scalar, column]), Sign::Plus));
    }
    Some(graph.sum(&terms, lanes))
}
