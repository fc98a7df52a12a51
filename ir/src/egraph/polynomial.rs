//! Sums of products of classes with literal coefficients.
//!
//! Associativity and distributivity as rules of an e-graph double it every round. A sum is expanded here instead, so
//! that equal sums are equal data, and written back in a few forms.

use crate::Op;
use crate::egraph::graph::Graph;
use crate::egraph::node::{Class, Node};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A product of classes, sorted; a power is there several times.
pub(crate) type Monomial = SmallVec<[Class; 4]>;

/// The coefficient of each lane; lanes that do not exist are 0.
pub(crate) type Coefficients = [f64; 4];

/// The most monomials that a sum is expanded to.
const MOST_MONOMIALS: usize = 10;
/// The most factors of a monomial.
const MOST_FACTORS: usize = 5;
/// The most literals that are folded to one factor: each rounds, and the prover, which has to find out what a number was
/// made of, does not try more. Of what is added the prover knows.
const MOST_LITERALS: u32 = 3;
/// Literals from here on stand in no sum that is taken apart: adding 2^23 and taking it away rounds to integers.
const LARGE: f32 = 65536.0;
/// How deep sums and products are looked into.
const DEEPEST: usize = 12;

/// A polynomial over classes of one type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polynomial {
    /// No coefficient is 0 in every lane.
    pub(crate) terms: BTreeMap<Monomial, Coefficients>,
    /// How many literals a coefficient was made of, where it is more than one number.
    literals: BTreeMap<Monomial, u32>,
}

impl Polynomial {
    /// One monomial.
    pub(crate) fn of(monomial: Monomial, coefficients: Coefficients) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add_term(monomial, coefficients);
        polynomial
    }

    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(crate) fn add_term(&mut self, monomial: Monomial, coefficients: Coefficients) {
        let sum = self.terms.entry(monomial).or_default();
        for (lane, more) in sum.iter_mut().zip(coefficients) {
            // Literals that cancel out but for their rounding cancel out.
            let total = *lane + more;
            *lane = if total.abs() < 1e-7 * more.abs() {
                0.0
            } else {
                total
            };
        }
        self.terms
            .retain(|_, lanes| lanes.iter().any(|lane| *lane != 0.0));
    }

    /// As [`Polynomial::add_term`], of a coefficient that is made of so many literals.
    fn add_folded(&mut self, monomial: Monomial, coefficients: Coefficients, literals: u32) {
        if literals > 0 {
            *self.literals.entry(monomial.clone()).or_default() += literals;
        }
        self.add_term(monomial, coefficients);
    }

    fn literals(&self, monomial: &Monomial) -> u32 {
        self.literals.get(monomial).copied().unwrap_or(0)
    }

    /// `self + factor * other`
    pub(crate) fn plus(mut self, other: &Polynomial, factor: f64) -> Polynomial {
        for (monomial, coefficients) in &other.terms {
            let coefficients = coefficients.map(|lane| factor * lane);
            self.add_folded(monomial.clone(), coefficients, other.literals(monomial));
        }
        self
    }

    fn times(&self, by: &Polynomial) -> Option<Polynomial> {
        if self.len() * by.len() > 2 * MOST_MONOMIALS {
            return None;
        }
        let mut product = Polynomial::default();
        for (one, first) in &self.terms {
            for (other, second) in &by.terms {
                let mut monomial: Monomial = one.iter().chain(other).copied().collect();
                monomial.sort_unstable();
                let mut coefficients = Coefficients::default();
                for (lane, (first, second)) in coefficients.iter_mut().zip(first.iter().zip(second))
                {
                    *lane = first * second;
                }
                let literals = self.literals(one) + by.literals(other);
                product.add_folded(monomial, coefficients, literals);
            }
        }
        Some(product)
    }

    fn is_small(&self) -> bool {
        self.len() <= MOST_MONOMIALS
            && self.terms.keys().all(|one| one.len() <= MOST_FACTORS)
            && self
                .literals
                .iter()
                .all(|(one, literals)| one.is_empty() || *literals <= MOST_LITERALS)
    }

    /// The literal term.
    pub(crate) fn constant(&self) -> Option<Coefficients> {
        self.terms.get(&Monomial::new()).copied()
    }

    /// Without one monomial.
    pub(crate) fn without(&self, monomial: &[Class]) -> Polynomial {
        let mut rest = self.clone();
        rest.terms.remove(monomial);
        rest
    }

    /// Divided by numbers that are not 0.
    pub(crate) fn divided(&self, by: Coefficients) -> Polynomial {
        let terms = self.terms.iter().map(|(monomial, coefficients)| {
            let mut quotients = *coefficients;
            for (lane, by) in quotients.iter_mut().zip(by) {
                *lane = if by == 0.0 { 0.0 } else { *lane / by };
            }
            (monomial.clone(), quotients)
        });
        Polynomial {
            terms: terms.collect(),
            literals: self.literals.clone(),
        }
    }

    /// Every class that is a factor of some monomial, in order.
    pub(crate) fn atoms(&self) -> Vec<Class> {
        let mut atoms: Vec<Class> = self.terms.keys().flatten().copied().collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// The number of monomials that have a factor.
    pub(crate) fn occurrences(&self, atom: Class) -> usize {
        self.terms.keys().filter(|one| one.contains(&atom)).count()
    }
}

/// Expansions that are known.
pub(crate) type Known = FxHashMap<Class, Polynomial>;

impl Graph {
    /// A class as a polynomial: itself, where it is no sum or product or too large a one.
    pub(crate) fn polynomial(&self, class: Class, known: &mut Known) -> Polynomial {
        self.expand(class, &mut Vec::new(), known)
    }

    fn expand(&self, class: Class, open: &mut Vec<Class>, known: &mut Known) -> Polynomial {
        let class = self.find(class);
        let lanes = usize::from(self.lanes(class));
        if let Some(literal) = self.literal(class) {
            let mut coefficients = Coefficients::default();
            for (lane, number) in (0..literal.ty.lanes).zip(&mut coefficients) {
                *number = f64::from(literal.float(lane));
            }
            let is_plain = coefficients
                .iter()
                .all(|lane| [0.0, 1.0, -1.0].contains(lane));
            let mut polynomial = Polynomial::default();
            polynomial.add_folded(Monomial::new(), coefficients, u32::from(!is_plain));
            return polynomial;
        }
        if let Some(polynomial) = known.get(&class) {
            return polynomial.clone();
        }
        let mut ones = Coefficients::default();
        ones[..lanes].fill(1.0);
        let atom = Polynomial::of(Monomial::from_slice(&[class]), ones);
        if open.contains(&class) || open.len() > DEEPEST {
            return atom;
        }
        open.push(class);
        let mut found = None;
        for node in &self.class(class).nodes {
            let mut part = |index: usize| self.expand(node.operands[index], open, known);
            let expanded = match node.op() {
                Some(Op::Add | Op::Sub) if self.adds_large_literal(node) => None,
                Some(Op::Add) => Some(part(0).plus(&part(1), 1.0)),
                Some(Op::Sub) => Some(part(0).plus(&part(1), -1.0)),
                Some(Op::Neg) => Some(Polynomial::default().plus(&part(0), -1.0)),
                Some(Op::Mul) => part(0).times(&part(1)),
                _ => None,
            };
            let is_own =
                |polynomial: &Polynomial| polynomial.terms.keys().any(|one| one.contains(&class));
            found = expanded.filter(|polynomial| polynomial.is_small() && !is_own(polynomial));
            if found.is_some() {
                break;
            }
        }
        open.pop();
        let polynomial = found.unwrap_or(atom);
        known.insert(class, polynomial.clone());
        polynomial
    }

    /// True if a sum has a literal that drowns the last places of what it is added to, which may be what it is for.
    fn adds_large_literal(&self, node: &Node) -> bool {
        let mut literals = node.operands.iter().filter_map(|&one| self.literal(one));
        literals.any(|literal| {
            let mut lanes = 0..literal.ty.lanes;
            lanes.any(|lane| literal.float(lane).abs() >= LARGE)
        })
    }

    /// The class of coefficients as a literal; `None` where single precision does not hold them.
    pub(crate) fn coefficients(&mut self, coefficients: Coefficients, lanes: u8) -> Option<Class> {
        let lanes = &coefficients[..usize::from(lanes)];
        let fits = |number: &f64| {
            let size = number.abs();
            *number == 0.0 || (size < 1e30 && size > 1e-30)
        };
        if !lanes.iter().all(fits) {
            return None;
        }
        let numbers: SmallVec<[f32; 4]> = lanes.iter().map(|&number| number as f32).collect();
        Some(self.floats(&numbers))
    }

    /// The class of a product.
    pub(crate) fn monomial(&mut self, factors: &[Class], lanes: u8) -> Class {
        let mut product = None;
        for &factor in factors {
            product = Some(match product {
                Some(product) => self.op(Op::Mul, &[product, factor]),
                None => factor,
            });
        }
        product.unwrap_or_else(|| self.splat_float(1.0, lanes))
    }

    /// The class of a term without its sign, and whether that is negative.
    pub(crate) fn term(
        &mut self,
        monomial: &[Class],
        coefficients: Coefficients,
        lanes: u8,
    ) -> Option<(Class, Sign)> {
        let negative = !monomial.is_empty() && coefficients.iter().all(|lane| *lane <= 0.0);
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        let size = if negative {
            coefficients.map(|lane| -lane)
        } else {
            coefficients
        };
        let literal = self.coefficients(size, lanes)?;
        if monomial.is_empty() {
            return Some((literal, sign));
        }
        let product = self.monomial(monomial, lanes);
        Some((self.op(Op::Mul, &[product, literal]), sign))
    }

    /// The class of a sum, positive terms first.
    pub(crate) fn sum(&mut self, terms: &[(Class, Sign)], lanes: u8) -> Class {
        let mut sum = None;
        let positive = terms.iter().filter(|(_, sign)| *sign == Sign::Plus);
        let negative = terms.iter().filter(|(_, sign)| *sign == Sign::Minus);
        for &(term, sign) in positive.chain(negative) {
            sum = Some(match (sum, sign) {
                (None, Sign::Plus) => term,
                (None, Sign::Minus) => self.op(Op::Neg, &[term]),
                (Some(sum), Sign::Plus) => self.op(Op::Add, &[sum, term]),
                (Some(sum), Sign::Minus) => self.op(Op::Sub, &[sum, term]),
            });
        }
        sum.unwrap_or_else(|| self.splat_float(0.0, lanes))
    }
}

/// The sign of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}
