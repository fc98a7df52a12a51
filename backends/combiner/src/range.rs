//! What values a polynomial can have.
//!
//! Over a box the coefficients of a polynomial in the tensor Bernstein basis enclose it; where every atom
//! appears at most once in a term they are its values at the corners, so the enclosure is exact. (Garloff,
//! "Convergent bounds for the range of multivariate polynomials", 1986.)

use crate::interval::times;
use crate::poly::{Atom, AtomId, Poly, Polys};

/// More coefficients than this are not computed: the sum of the terms' ranges encloses the polynomial, too.
const COEFFICIENTS: usize = 4096;

/// Nor of atoms to higher powers than this.
const DEGREE: usize = 16;

/// How much of a range beyond [0, 1] counts as none: literals are rounded.
pub const SLACK: f64 = 1e-4;

impl Polys {
    /// The least and the greatest value.
    pub fn range(&mut self, poly: Poly) -> (f64, f64) {
        if let Some(known) = self.ranges.get(poly) {
            return known;
        }
        let computed = self
            .apart(poly)
            .or_else(|| self.bernstein(poly))
            .unwrap_or_else(|| self.interval(poly));
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
        self.ranges.remove(poly);
    }

    /// True if every value lies in [0, 1].
    pub fn is_unit(&mut self, poly: Poly) -> bool {
        self.is_within(poly, (0.0, 1.0))
    }

    /// True if every value lies between two numbers, or as good as.
    pub fn is_within(&mut self, poly: Poly, (low, high): (f64, f64)) -> bool {
        let inside = |value: f64| value >= low - SLACK && value <= high + SLACK;
        if self.ranges.get(poly).is_none() && !self.bounds.contains_key(&poly) {
            // Two corners, and the sum of the terms' ranges, often tell without the exact range.
            let [ends, sum] = self.outline(poly);
            let beyond = |end: f64| end.is_finite() && !inside(end);
            if beyond(ends.0) || beyond(ends.1) {
                return false;
            }
            if inside(sum.0) && inside(sum.1) {
                return true;
            }
        }
        let range = self.range(poly);
        inside(range.0) && inside(range.1)
    }

    /// A value clamped to [-1, 1]: `2 clamp(a / 2 + 1/2, 0, 1) - 1`.
    pub fn clamped_signed(&mut self, a: Poly) -> Poly {
        if self.is_within(a, (-1.0, 1.0)) {
            return a;
        }
        let half = self.constant(0.5);
        let halved = self.scale(a, 0.5);
        let raised = self.add(halved, half);
        let clamped = self.clamped(raised);
        let twice = self.scale(clamped, 2.0);
        self.sub(twice, Polys::ONE)
    }

    /// The values where all atoms are at their least and at their greatest, and the sum of the terms' ranges.
    fn outline(&mut self, poly: Poly) -> [(f64, f64); 2] {
        if let Some(known) = self.outlines.get(poly) {
            return known;
        }
        let outline = [self.at_ends(poly), self.interval(poly)];
        self.outlines.insert(poly, outline);
        outline
    }

    /// The values where all atoms are at their least, and at their greatest.
    fn at_ends(&mut self, poly: Poly) -> (f64, f64) {
        let mut ends = (0.0, 0.0);
        for place in self.row(poly) {
            let term = self.terms[place];
            let mut products = (term.scale, term.scale);
            for number in 0..self.factors(term.factors).len() {
                let (atom, exponent) = self.factors(term.factors)[number];
                let (low, high) = self.atom_range(atom);
                products.0 *= low.powi(exponent.into());
                products.1 *= high.powi(exponent.into());
            }
            ends = (ends.0 + products.0, ends.1 + products.1);
        }
        ends
    }

    /// The range of an atom.
    pub fn atom_range(&mut self, atom: AtomId) -> (f64, f64) {
        if let Some(known) = self.atom_ranges.get(&atom) {
            return *known;
        }
        let range = match self.atom(atom) {
            Atom::Lookup(..) | Atom::Varying(..) | Atom::Clamped(_) | Atom::Holds(_) => (0.0, 1.0),
            Atom::Uniform(expr) => self.uniforms.range(expr),
        };
        self.atom_ranges.insert(atom, range);
        range
    }

    /// The greatest factor of uniforms and literals in its terms.
    pub fn gain(&mut self, poly: Poly) -> f64 {
        if let Some(known) = self.gains.get(poly) {
            return known;
        }
        let mut gain: f64 = 0.0;
        let mut groups: Vec<(Vec<(AtomId, u8)>, f64)> = Vec::new();
        for term in self.terms(poly).to_vec() {
            let mut size = term.scale.abs();
            let mut varying = Vec::new();
            for (atom, exponent) in self.factors(term.factors).to_vec() {
                if matches!(self.atom(atom), Atom::Uniform(_)) {
                    let (low, high) = self.atom_range(atom);
                    size *= low.abs().max(high.abs()).powi(exponent.into());
                } else {
                    varying.push((atom, exponent));
                }
            }
            if varying.is_empty() {
                continue;
            }
            match groups.iter_mut().find(|(known, _)| *known == varying) {
                Some(group) => group.1 += size,
                None => groups.push((varying, size)),
            }
        }
        gain = groups.iter().fold(gain, |gain, group| gain.max(group.1));
        self.gains.insert(poly, gain);
        gain
    }

    fn interval(&mut self, poly: Poly) -> (f64, f64) {
        let mut sum = (0.0, 0.0);
        for place in self.row(poly) {
            let term = self.terms[place];
            let mut product = (term.scale, term.scale);
            for number in 0..self.factors(term.factors).len() {
                let (atom, exponent) = self.factors(term.factors)[number];
                let range = self.atom_range(atom);
                for _ in 0..exponent {
                    product = times(product, range);
                }
            }
            sum = (sum.0 + product.0, sum.1 + product.1);
        }
        sum
    }

    /// The sum of the ranges of parts that have no atom in common: exact where those are. A quadratic in one atom is
    /// exact, too. `None` where neither says more than the whole.
    fn apart(&mut self, poly: Poly) -> Option<(f64, f64)> {
        let factors =
            |polys: &Polys, place: usize| polys.factors(polys.terms[place].factors).to_vec();
        let bends =
            |polys: &Polys, place: usize| factors(polys, place).iter().any(|(_, power)| *power > 1);
        if !self.row(poly).any(|place| bends(self, place)) {
            return None;
        }
        // The atoms of each part, and its terms.
        let mut parts: Vec<(Vec<AtomId>, Vec<usize>)> = Vec::new();
        for place in self.row(poly) {
            let own = factors(self, place).into_iter().map(|(atom, _)| atom);
            let mut part = (own.collect::<Vec<_>>(), vec![place]);
            let meets = |(atoms, _): &(Vec<AtomId>, Vec<usize>)| {
                atoms.iter().any(|atom| part.0.contains(atom))
            };
            let (joined, apart): (Vec<_>, Vec<_>) = parts.into_iter().partition(meets);
            parts = apart;
            for (atoms, places) in joined {
                part.0.extend(atoms);
                part.1.extend(places);
            }
            parts.push(part);
        }
        if let [_] = parts[..] {
            return self.quadratic(poly);
        }
        let mut sum = (0.0, 0.0);
        for (_, places) in parts {
            let terms = places.iter().map(|place| self.terms[*place]).collect();
            let part = self.of_terms(terms);
            let (low, high) = self.range(part);
            sum = (sum.0 + low, sum.1 + high);
        }
        Some(sum)
    }

    /// The range of a polynomial of degree two in one atom: between its ends and its extremum.
    fn quadratic(&mut self, poly: Poly) -> Option<(f64, f64)> {
        let [atom] = self.atoms_of(poly)[..] else {
            return None;
        };
        let ends = self.atom_range(atom);
        if !ends.0.is_finite() || !ends.1.is_finite() {
            return None;
        }
        let mut coefficients = [0.0; 3];
        for term in self.terms(poly) {
            let power = self
                .factors(term.factors)
                .first()
                .map_or(0, |(_, power)| *power);
            *coefficients.get_mut(usize::from(power))? += term.scale;
        }
        let [constant, slope, square] = coefficients;
        let at = |x: f64| constant + x * (slope + x * square);
        let extremum = (-slope / (2.0 * square)).clamp(ends.0, ends.1);
        let values = [at(ends.0), at(ends.1), at(extremum)];
        let low = values.into_iter().fold(f64::INFINITY, f64::min);
        Some((low, values.into_iter().fold(f64::NEG_INFINITY, f64::max)))
    }

    fn bernstein(&mut self, poly: Poly) -> Option<(f64, f64)> {
        let atoms = self.atoms_of(poly);
        let terms = self.terms(poly).to_vec();
        let degree = |atom: &AtomId| {
            let exponents = terms.iter().flat_map(|term| self.factors(term.factors));
            let own = exponents.filter(|(other, _)| other == atom);
            own.map(|(_, exponent)| usize::from(*exponent)).max()
        };
        let degrees: Vec<usize> = atoms.iter().map(|atom| degree(atom).unwrap_or(0)).collect();
        let count = degrees
            .iter()
            .try_fold(1usize, |count, degree| count.checked_mul(degree + 1))?;
        if count > COEFFICIENTS || degrees.iter().any(|degree| *degree > DEGREE) {
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
                let factors = self.factors(term.factors);
                let own = factors.iter().find(|(other, _)| other == atom);
                place =
                    place * (degree + 1) + own.map_or(0, |(_, exponent)| usize::from(*exponent));
            }
            powers[place] += term.scale;
        }
        let mut stride = 1;
        for (degree, range) in degrees.iter().zip(&ranges).rev() {
            let ratios = Ratios::new(*degree);
            for line in lines(count, stride, degree + 1) {
                if *degree == 1 {
                    let (constant, slope) = (powers[line], powers[line + stride]);
                    powers[line] = constant + slope * range.0;
                    powers[line + stride] = constant + slope * range.1;
                    continue;
                }
                let mut row = [0.0; DEGREE + 1];
                let row = &mut row[..=*degree];
                for (k, power) in row.iter_mut().enumerate() {
                    *power = powers[line + k * stride];
                }
                to_bernstein(row, *range, &ratios);
                for (k, value) in row.iter().enumerate() {
                    powers[line + k * stride] = *value;
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

/// The ratios of the binomials i over k and degree over k.
struct Ratios([[f64; DEGREE + 1]; DEGREE + 1]);

impl Ratios {
    fn new(degree: usize) -> Ratios {
        let mut ratios = [[0.0; DEGREE + 1]; DEGREE + 1];
        if degree < 2 {
            return Ratios(ratios);
        }
        for (i, row) in ratios.iter_mut().enumerate().take(degree + 1) {
            let mut ratio = 1.0;
            for (k, slot) in row.iter_mut().enumerate().take(i + 1) {
                *slot = ratio;
                ratio *= (i - k) as f64 / (degree - k).max(1) as f64;
            }
        }
        Ratios(ratios)
    }
}

/// Coefficients of powers of x over [low, high] to those of the Bernstein basis.
fn to_bernstein(row: &mut [f64], (low, high): (f64, f64), ratios: &Ratios) {
    let degree = row.len() - 1;
    let mut moved = [0.0; DEGREE + 1];
    if (low, high) == (0.0, 1.0) {
        moved[..=degree].copy_from_slice(row);
    } else {
        // x = low + (high - low) t, by Horner's rule on polynomials in t.
        for coefficient in row.iter().rev() {
            for k in (0..=degree).rev() {
                let below = if k > 0 { moved[k - 1] } else { 0.0 };
                moved[k] = moved[k] * low + below * (high - low);
            }
            moved[0] += coefficient;
        }
    }
    for (i, value) in row.iter_mut().enumerate() {
        let pairs = ratios.0[i][..=i].iter().zip(&moved);
        *value = pairs.map(|(ratio, moved)| ratio * moved).sum();
    }
}
