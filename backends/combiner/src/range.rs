//! What values a polynomial can have.
//!
//! Over a box the coefficients of a polynomial in the tensor Bernstein basis enclose it; where every atom
//! appears at most once in a term they are its values at the corners, so the enclosure is exact. (Garloff,
//! "Convergent bounds for the range of multivariate polynomials", 1986.)

use crate::interval::times;
use crate::poly::{Atom, AtomId, Poly, Polys};

/// More coefficients than this are not computed: the sum of the terms' ranges encloses the polynomial, too.
const COEFFICIENTS: usize = 4096;

/// How much of a range beyond [0, 1] counts as none: literals are rounded.
pub const SLACK: f64 = 1e-4;

impl Polys {
    /// The least and the greatest value.
    pub fn range(&mut self, poly: Poly) -> (f64, f64) {
        if let Some(known) = self.ranges.get(&poly) {
            return *known;
        }
        let computed = self.bernstein(poly).unwrap_or_else(|| self.interval(poly));
        let range = match self.bounds.get(&poly) {
            Some((low, high)) => (computed.0.max(*low), computed.1.min(*high)),
            None => computed,
        };
        self.ranges.insert(poly, range);
        range
    }

    /// Notes that a polynomial's values lie in a range, which its terms do not tell.
    pub fn know(&mut self, poly: Poly, range: (f64, f64)) {
        let bound = self.bounds.entry(poly).or_insert(range);
        *bound = (bound.0.max(range.0), bound.1.min(range.1));
        self.ranges.remove(&poly);
    }

    /// Notes the range that a polynomial has by that of another, which saves computing it.
    pub fn know_range(&mut self, poly: Poly, (low, high): (f64, f64)) {
        if self.ranges.contains_key(&poly) {
            return;
        }
        let range = match self.bounds.get(&poly) {
            Some(known) => (low.max(known.0), high.min(known.1)),
            None => (low, high),
        };
        self.ranges.insert(poly, range);
    }

    /// Whether every value lies in [0, 1].
    pub fn is_unit(&mut self, poly: Poly) -> bool {
        let (low, high) = self.range(poly);
        low >= -SLACK && high <= 1.0 + SLACK
    }

    /// The range of an atom.
    pub fn atom_range(&mut self, atom: AtomId) -> (f64, f64) {
        match self.atom(atom).clone() {
            Atom::Lookup(..) | Atom::Varying(..) | Atom::Clamped(_) | Atom::Holds(_) => (0.0, 1.0),
            Atom::Uniform(expr) => self.uniforms.range(&expr),
        }
    }

    fn interval(&mut self, poly: Poly) -> (f64, f64) {
        let mut sum = (0.0, 0.0);
        for term in self.terms(poly).to_vec() {
            let mut product = (term.scale, term.scale);
            for (atom, exponent) in term.factors {
                let range = self.atom_range(atom);
                for _ in 0..exponent {
                    product = times(product, range);
                }
            }
            sum = (sum.0 + product.0, sum.1 + product.1);
        }
        sum
    }

    fn bernstein(&mut self, poly: Poly) -> Option<(f64, f64)> {
        let atoms = self.atoms_of(poly);
        let terms = self.terms(poly).to_vec();
        let degree = |atom: &AtomId| {
            let exponents = terms.iter().flat_map(|term| &term.factors);
            let own = exponents.filter(|(other, _)| other == atom);
            own.map(|(_, exponent)| usize::from(*exponent)).max()
        };
        let degrees: Vec<usize> = atoms.iter().map(|atom| degree(atom).unwrap_or(0)).collect();
        let count = degrees
            .iter()
            .try_fold(1usize, |count, degree| count.checked_mul(degree + 1))?;
        if count > COEFFICIENTS || degrees.iter().any(|degree| *degree > 16) {
            return None;
        }
        let ranges: Vec<(f64, f64)> = atoms.iter().map(|atom| self.atom_range(*atom)).collect();
        if ranges
            .iter()
            .any(|(low, high)| !low.is_finite() || !high.is_finite())
        {
            return None;
        }
        let mut powers = vec![0.0; count];
        for term in &terms {
            let mut place = 0;
            for (atom, degree) in atoms.iter().zip(&degrees) {
                let own = term.factors.iter().find(|(other, _)| other == atom);
                place =
                    place * (degree + 1) + own.map_or(0, |(_, exponent)| usize::from(*exponent));
            }
            powers[place] += term.scale;
        }
        let mut stride = 1;
        for (degree, range) in degrees.iter().zip(&ranges).rev() {
            for line in lines(count, stride, degree + 1) {
                if *degree == 1 {
                    let (constant, slope) = (powers[line], powers[line + stride]);
                    powers[line] = constant + slope * range.0;
                    powers[line + stride] = constant + slope * range.1;
                    continue;
                }
                let row: Vec<f64> = (0..=*degree).map(|k| powers[line + k * stride]).collect();
                for (k, value) in to_bernstein(&row, *range).into_iter().enumerate() {
                    powers[line + k * stride] = value;
                }
            }
            stride *= degree + 1;
        }
        let low = powers.iter().copied().fold(f64::INFINITY, f64::min);
        let high = powers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some((low, high))
    }
}

/// The first element of each row of `length` elements `stride` apart.
fn lines(count: usize, stride: usize, length: usize) -> impl Iterator<Item = usize> {
    let block = stride * length;
    (0..count / block).flat_map(move |outer| (0..stride).map(move |inner| outer * block + inner))
}

/// Coefficients of powers of x over [low, high] to those of the Bernstein basis.
fn to_bernstein(powers: &[f64], (low, high): (f64, f64)) -> Vec<f64> {
    let degree = powers.len() - 1;
    // x = low + (high - low) t, by Horner's rule on polynomials in t.
    let mut moved = vec![0.0; degree + 1];
    for coefficient in powers.iter().rev() {
        for k in (0..=degree).rev() {
            let below = if k > 0 { moved[k - 1] } else { 0.0 };
            moved[k] = moved[k] * low + below * (high - low);
        }
        moved[0] += coefficient;
    }
    (0..=degree)
        .map(|i| {
            let terms = (0..=i).map(|k| choose(i, k) / choose(degree, k) * moved[k]);
            terms.sum()
        })
        .collect()
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |all, i| all * (n - i) as f64 / (i + 1) as f64)
}
