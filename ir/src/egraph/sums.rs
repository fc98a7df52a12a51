//! Sums: the forms of one polynomial, and sums in terms of others.

use crate::egraph::graph::Graph;
use crate::egraph::node::Class;
use crate::egraph::polynomial::{Coefficients, Known, Monomial, Polynomial, Sign};
use crate::{Op, Swizzle};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// How deep a sum is factored.
const DEEPEST: u32 = 5;
/// The most sums that are compared with each other.
const MOST_SUMS: usize = 60;

/// Each class of floats as a polynomial.
pub(crate) type Expanded = Vec<(Class, Polynomial)>;

/// Expands every class of floats.
pub(crate) fn expand(graph: &Graph, known: &mut Known) -> Expanded {
    let live = graph.live().into_iter();
    let floats = live.filter(|&class| graph.ty(class).scalar == crate::Scalar::Float);
    floats
        .map(|class| (class, graph.polynomial(class, known)))
        .collect()
}

/// Adds the expanded form of each sum and the forms with a factor taken out.
pub(crate) fn write_forms(graph: &mut Graph, expanded: &Expanded) {
    for (class, polynomial) in expanded {
        let is_itself = polynomial
            .terms
            .keys()
            .eq([&Monomial::from_slice(&[*class])]);
        if is_itself || is_kept(graph, *class) {
            continue;
        }
        if graph.is_full() {
            return;
        }
        let lanes = graph.lanes(*class);
        let mut forms = vec![
            build(graph, polynomial, lanes, Factors::None),
            build(graph, polynomial, lanes, Factors::MostFrequent),
        ];
        for atom in polynomial.atoms() {
            if polynomial.occurrences(atom) > 1 {
                forms.push(build(graph, polynomial, lanes, Factors::First(atom)));
            }
        }
        for form in forms.into_iter().flatten() {
            graph.union_rounding(*class, form);
        }
    }
}

/// True if no rule that rounds otherwise may touch a class.
fn is_kept(graph: &Graph, class: Class) -> bool {
    let data = graph.class(class);
    data.is_sensitive || data.facts.is_integral
}

/// Which factors of a sum are taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factors {
    /// None: the sum of its terms.
    None,
    /// The factor of most terms, again and again.
    MostFrequent,
    /// This one, then those of most terms.
    First(Class),
}

/// The class of a polynomial in a form; `None` where a literal does not fit.
pub(crate) fn build(
    graph: &mut Graph,
    polynomial: &Polynomial,
    lanes: u8,
    factors: Factors,
) -> Option<Class> {
    build_at(graph, polynomial, lanes, factors, 0)
}

fn build_at(
    graph: &mut Graph,
    polynomial: &Polynomial,
    lanes: u8,
    factors: Factors,
    depth: u32,
) -> Option<Class> {
    if polynomial.len() > 1 && depth < DEEPEST && factors != Factors::None {
        if let Some(factor) = factor(polynomial, factors) {
            return with_factor(graph, polynomial, lanes, factor, depth);
        }
        if let Some(scale) = common_scale(polynomial, lanes) {
            let rest = polynomial.divided(scale);
            let rest = build_at(graph, &rest, lanes, Factors::MostFrequent, depth + 1)?;
            let scale = graph.coefficients(scale, lanes)?;
            return Some(graph.op(Op::Mul, &[rest, scale]));
        }
    }
    let mut terms = Vec::with_capacity(polynomial.len());
    for (monomial, coefficients) in &polynomial.terms {
        terms.push(graph.term(monomial, *coefficients, lanes)?);
    }
    Some(graph.sum(&terms, lanes))
}

/// The factor to take out next: one of several terms.
fn factor(polynomial: &Polynomial, factors: Factors) -> Option<Class> {
    if let Factors::First(atom) = factors
        && polynomial.occurrences(atom) > 1
    {
        return Some(atom);
    }
    let mut best = None;
    for atom in polynomial.atoms() {
        let terms = polynomial.occurrences(atom);
        if terms > 1 && best.is_none_or(|(_, most)| terms > most) {
            best = Some((atom, terms));
        }
    }
    best.map(|(atom, _)| atom)
}

/// `factor * (...) + rest`
fn with_factor(
    graph: &mut Graph,
    polynomial: &Polynomial,
    lanes: u8,
    factor: Class,
    depth: u32,
) -> Option<Class> {
    let (mut inner, mut rest) = (Polynomial::default(), Polynomial::default());
    for (monomial, coefficients) in &polynomial.terms {
        match monomial.iter().position(|one| *one == factor) {
            Some(at) => {
                let mut monomial = monomial.clone();
                monomial.remove(at);
                inner.add_term(monomial, *coefficients);
            }
            None => rest.add_term(monomial.clone(), *coefficients),
        }
    }
    let mut coefficients = inner.terms.values().flatten();
    let negative = coefficients.all(|lane| *lane <= 0.0);
    if negative {
        inner = Polynomial::default().plus(&inner, -1.0);
    }
    let inner = build_at(graph, &inner, lanes, Factors::MostFrequent, depth + 1)?;
    let product = graph.op(Op::Mul, &[factor, inner]);
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    let mut terms = vec![(product, sign)];
    if rest.len() > 0 {
        let rest = build_at(graph, &rest, lanes, Factors::MostFrequent, depth + 1)?;
        terms.insert(0, (rest, Sign::Plus));
    }
    Some(graph.sum(&terms, lanes))
}

/// The size of all coefficients, if they have one in common other than 1.
fn common_scale(polynomial: &Polynomial, lanes: u8) -> Option<Coefficients> {
    let first = polynomial.terms.values().next()?.map(f64::abs);
    let same = |other: &Coefficients| other.map(f64::abs) == first;
    let used = &first[..usize::from(lanes)];
    let all = polynomial.terms.values().all(same) && polynomial.constant().is_none();
    let is_scale = used.iter().all(|lane| *lane != 0.0) && used.iter().any(|lane| *lane != 1.0);
    (all && is_scale).then_some(first)
}

/// Writes sums as other sums of the graph and what is missing: `x - (1 - p) d` is `(x + p d) - d`.
pub(crate) fn relate_sums(graph: &mut Graph, expanded: &Expanded) {
    let mut distinct: Vec<&(Class, Polynomial)> = Vec::new();
    for one in expanded {
        let is_new = || {
            distinct
                .iter()
                .all(|other| other.1.terms != one.1.terms || graph.ty(other.0) != graph.ty(one.0))
        };
        if (2..=6).contains(&one.1.len()) && !is_kept(graph, one.0) && is_new() {
            distinct.push(one);
        }
        if distinct.len() == MOST_SUMS {
            break;
        }
    }
    for (part, smaller) in &distinct {
        for (whole, larger) in &distinct {
            if graph.is_full() {
                return;
            }
            if part == whole || graph.ty(*part) != graph.ty(*whole) {
                continue;
            }
            let terms = smaller.terms.iter();
            let common = terms
                .filter(|(monomial, lanes)| larger.terms.get(*monomial) == Some(lanes))
                .count();
            if common < 2 && !(common == 1 && larger.len() == 2) {
                continue;
            }
            let rest = larger.clone().plus(smaller, -1.0);
            let is_shorter = rest.len() + 1 < larger.len()
                || rest.len() < larger.len() && rest.len() <= 2 && larger.len() > 2;
            if !is_shorter {
                continue;
            }
            let lanes = graph.lanes(*whole);
            let negative = rest.terms.values().flatten().all(|lane| *lane <= 0.0);
            let (rest, sign) = if negative {
                (Polynomial::default().plus(&rest, -1.0), Sign::Minus)
            } else {
                (rest, Sign::Plus)
            };
            if let Some(rest) = build(graph, &rest, lanes, Factors::MostFrequent) {
                let sum = graph.sum(&[(*part, Sign::Plus), (rest, sign)], lanes);
                graph.union_rounding(*whole, sum);
            }
        }
    }
}

/// Uses that `a + b` is `min(a, b) + max(a, b)`.
pub(crate) fn exchange_extremes(graph: &mut Graph, expanded: &Expanded, known: &mut Known) {
    for (class, polynomial) in expanded {
        if polynomial.len() < 2 || is_kept(graph, *class) {
            continue;
        }
        for (op, other) in [(Op::Min, Op::Max), (Op::Max, Op::Min)] {
            for atom in polynomial.atoms() {
                let Some(&coefficients) = polynomial.terms.get(&Monomial::from_slice(&[atom]))
                else {
                    continue;
                };
                let lanes = usize::from(graph.lanes(*class));
                let factor = coefficients[0];
                if coefficients[..lanes].iter().any(|lane| *lane != factor) {
                    continue;
                }
                for operands in graph.operands_of(atom, op) {
                    if graph.is_full() {
                        return;
                    }
                    let rest = polynomial.without(&[atom]);
                    let rest = rest.plus(&graph.polynomial(operands[0], known), factor);
                    let mut rest = rest.plus(&graph.polynomial(operands[1], known), factor);
                    if rest.len() + 1 >= polynomial.len() {
                        continue;
                    }
                    let exchanged = graph.op(other, &operands);
                    rest.add_term(
                        Monomial::from_slice(&[exchanged]),
                        coefficients.map(|lane| -lane),
                    );
                    let lanes = graph.lanes(*class);
                    if let Some(sum) = build(graph, &rest, lanes, Factors::MostFrequent) {
                        graph.union_rounding(*class, sum);
                    }
                }
            }
        }
    }
}

/// Writes sums of three or four lanes of a vector, each with a literal factor, as an inner product:
/// `v.x + v.y + v.z` is `dot(v.xyz, vec3(1))`. Whether that is shorter depends on what else reads the lanes.
pub(crate) fn add_up_lanes(graph: &mut Graph, expanded: &Expanded) {
    for (class, polynomial) in expanded {
        if graph.lanes(*class) != 1 || polynomial.len() < 3 || is_kept(graph, *class) {
            continue;
        }
        let mut by_vector: BTreeMap<Class, Vec<(u8, Class, f64)>> = BTreeMap::new();
        for (monomial, coefficients) in &polynomial.terms {
            let &[atom] = monomial.as_slice() else {
                continue;
            };
            let (vector, swizzle) = graph.source(atom);
            let lanes = by_vector.entry(vector).or_default();
            lanes.push((swizzle.lane(0), atom, coefficients[0]));
        }
        for (vector, mut lanes) in by_vector {
            if graph.is_full() {
                return;
            }
            lanes.sort_by_key(|(lane, ..)| *lane);
            if let Some(sum) = added_up(graph, polynomial, vector, &lanes) {
                graph.union_rounding(*class, sum);
            }
        }
    }
}

fn added_up(
    graph: &mut Graph,
    polynomial: &Polynomial,
    vector: Class,
    lanes: &[(u8, Class, f64)],
) -> Option<Class> {
    if lanes.len() < 3 {
        return None;
    }
    let numbers: SmallVec<[u8; 4]> = lanes.iter().map(|(lane, ..)| *lane).collect();
    let mut factors = Coefficients::default();
    let mut rest = polynomial.clone();
    for (place, (_, atom, factor)) in factors.iter_mut().zip(lanes) {
        *place = *factor;
        rest = rest.without(&[*atom]);
    }
    let factors = graph.coefficients(factors, lanes.len() as u8)?;
    let selected = graph.select(vector, Swizzle::new(&numbers)?);
    let dot = graph.op(Op::Dot, &[selected, factors]);
    if rest.len() == 0 {
        return Some(dot);
    }
    let rest = build(graph, &rest, 1, Factors::MostFrequent)?;
    Some(graph.op(Op::Add, &[dot, rest]))
}
