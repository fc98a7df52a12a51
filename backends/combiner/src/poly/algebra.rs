//! Sums, products, quotients.

use super::{AtomId, LONGEST_PRODUCT, Poly, Polys, Term};
use crate::monomial::Monomials;
use std::cmp::Ordering;
use std::ops::Range;

impl Polys {
    /// a + b
    pub fn add(&mut self, a: Poly, b: Poly) -> Poly {
        if a == Polys::ZERO {
            return b;
        }
        if b == Polys::ZERO {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(sum) = self.sums.get(&key) {
            return *sum;
        }
        let (one, other) = (self.terms(a), self.terms(b));
        let mut terms = Vec::with_capacity(one.len() + other.len());
        let (mut i, mut j) = (0, 0);
        while let (Some(left), Some(right)) = (one.get(i), other.get(j)) {
            let order = if left.factors == right.factors {
                Ordering::Equal
            } else {
                self.factors(left.factors).cmp(self.factors(right.factors))
            };
            terms.push(match order {
                Ordering::Less => *left,
                Ordering::Greater => *right,
                Ordering::Equal => Term {
                    factors: left.factors,
                    scale: left.scale + right.scale,
                },
            });
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        terms.extend_from_slice(&one[i..]);
        terms.extend_from_slice(&other[j..]);
        let sum = self.intern(terms);
        self.sums.insert(key, sum);
        sum
    }

    /// a times a number
    pub fn scale(&mut self, a: Poly, by: f64) -> Poly {
        if by == 1.0 {
            return a;
        }
        let key = (a, by.to_bits());
        if let Some(multiple) = self.multiples.get(&key) {
            return *multiple;
        }
        let terms = self.terms(a).iter().map(|term| Term {
            factors: term.factors,
            scale: term.scale * by,
        });
        let terms = terms.collect();
        let multiple = self.intern(terms);
        self.multiples.insert(key, multiple);
        multiple
    }

    /// -a
    pub fn neg(&mut self, a: Poly) -> Poly {
        self.scale(a, -1.0)
    }

    /// a - b
    pub fn sub(&mut self, a: Poly, b: Poly) -> Poly {
        if a == b {
            return Polys::ZERO;
        }
        let b = self.neg(b);
        self.add(a, b)
    }

    /// 1 - a
    pub fn complement(&mut self, a: Poly) -> Poly {
        self.sub(Polys::ONE, a)
    }

    /// a b
    pub fn mul(&mut self, a: Poly, b: Poly) -> Poly {
        let key = (a.min(b), a.max(b));
        if let Some(product) = self.products.get(&key) {
            return *product;
        }
        let (one, other) = (self.row(a), self.row(b));
        let mut terms = Vec::with_capacity(one.len() * other.len());
        for i in one {
            for j in other.clone() {
                let (left, right) = (self.terms[i], self.terms[j]);
                terms.push(Term {
                    factors: self.monomials.multiply(left.factors, right.factors),
                    scale: left.scale * right.scale,
                });
            }
        }
        self.work = self.work.saturating_add(terms.len());
        let product = self.of_terms(terms);
        self.products.insert(key, product);
        product
    }

    /// The derivative by an atom.
    pub fn slope(&mut self, poly: Poly, by: AtomId) -> Poly {
        let atom = self.monomials.number(vec![(by, 1)]);
        let mut terms = Vec::new();
        for place in self.row(poly) {
            let term = self.terms[place];
            let Some(factors) = self.monomials.divide(term.factors, atom) else {
                continue;
            };
            let factors_of = self.monomials.factors(term.factors).iter();
            let exponent: u8 = factors_of
                .filter(|(own, _)| *own == by)
                .map(|(_, one)| *one)
                .sum();
            terms.push(Term {
                factors,
                scale: term.scale * f64::from(exponent),
            });
        }
        self.of_terms(terms)
    }

    /// The places of its terms among those of all.
    pub(crate) fn row(&self, poly: Poly) -> Range<usize> {
        let row = self.rows[poly.0 as usize];
        row.start as usize..row.end as usize
    }

    /// Quotient and remainder: `poly = divisor * quotient + remainder`. Exact where the divisor is an atom; for
    /// longer divisors by long division with the divisor's last term leading.
    pub fn divide(&mut self, poly: Poly, divisor: Poly) -> (Poly, Poly) {
        let Some(lead) = self.terms(divisor).last().copied() else {
            return (Polys::ZERO, poly);
        };
        if lead.factors == Monomials::ONE {
            let quotient = self.scale(poly, 1.0 / lead.scale);
            return (quotient, Polys::ZERO);
        }
        if let Some(known) = self.quotients.get(&(poly, divisor)) {
            return *known;
        }
        let divided = match self.terms(divisor).len() {
            1 => self.divide_by_term(poly, lead),
            _ => self.divide_long(poly, divisor, lead),
        };
        self.quotients.insert((poly, divisor), divided);
        divided
    }

    /// Of a sum those terms that a term divides, divided, and the others.
    fn divide_by_term(&mut self, poly: Poly, divisor: Term) -> (Poly, Poly) {
        self.work = self.work.saturating_add(self.row(poly).len());
        let (mut quotient, mut rest) = (Vec::new(), Vec::new());
        for place in self.row(poly) {
            let term = self.terms[place];
            match self.monomials.divide(term.factors, divisor.factors) {
                None => rest.push(term),
                Some(factors) => quotient.push(Term {
                    factors,
                    scale: term.scale / divisor.scale,
                }),
            }
        }
        if quotient.is_empty() {
            return (Polys::ZERO, poly);
        }
        (self.of_terms(quotient), self.intern(rest))
    }

    fn divide_long(&mut self, poly: Poly, divisor: Poly, lead: Term) -> (Poly, Poly) {
        let (mut quotient, mut rest) = (Polys::ZERO, poly);
        // Each round removes the terms that the leading one divides; a long divisor may bring new ones.
        for _ in 0..8 {
            let (part, _) = self.divide_by_term(rest, lead);
            let product = self.row(part).len() * self.row(divisor).len();
            if part == Polys::ZERO || product > LONGEST_PRODUCT || self.is_exhausted() {
                break;
            }
            quotient = self.add(quotient, part);
            let product = self.mul(part, divisor);
            rest = self.sub(rest, product);
        }
        (quotient, rest)
    }
}
