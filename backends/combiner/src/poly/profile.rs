//! How much a polynomial is made of: what few stages cannot make is seen without a search.
//!
//! A stage multiplies two operands and adds such products. So every product in a value after `n` stages has at most
//! 2ⁿ factors: atoms of the fragment, and all uniforms together as one more, since the application multiplies them
//! with each other.

use super::{Atom, AtomId, Poly, Polys};

/// What the products in a polynomial are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The most factors in a product: atoms of the fragment as often as they appear, and one for the uniforms.
    pub factors: u32,
    /// Products of two atoms of the fragment, whatever they are multiplied with.
    pub pairs: u32,
    /// Atoms of the fragment that appear in no product of several.
    pub singles: u32,
    /// The polynomial inside, if it is a clamped one, scaled and moved.
    pub inner: Option<Poly>,
    /// True if there are clamped polynomials among the atoms.
    pub clamped: bool,
    /// True if there are conditions among the atoms; they are no factors.
    pub holds: bool,
}

impl Polys {
    /// What the products in a polynomial are made of.
    pub fn profile(&mut self, poly: Poly) -> Profile {
        if let Some(known) = self.profiles.get(poly) {
            return known;
        }
        let profile = self.new_profile(poly);
        self.profiles.insert(poly, profile);
        profile
    }

    fn new_profile(&self, poly: Poly) -> Profile {
        let mut profile = Profile {
            inner: self.near_clamped(poly),
            ..Profile::default()
        };
        let mut pairs: Vec<[AtomId; 2]> = Vec::new();
        let mut alone: Vec<AtomId> = Vec::new();
        let mut multiplied: Vec<AtomId> = Vec::new();
        for term in self.terms(poly) {
            let mut own: [AtomId; 2] = [AtomId::new(0); 2];
            let (mut degree, mut uniforms) = (0, 0);
            for (atom, exponent) in self.factors(term.factors) {
                match self.atom(*atom) {
                    Atom::Uniform(_) => {
                        uniforms = 1;
                        continue;
                    }
                    Atom::Holds(_) => {
                        profile.holds = true;
                        continue;
                    }
                    Atom::Clamped(_) => profile.clamped = true,
                    Atom::Lookup(..) | Atom::Varying(..) => {}
                }
                for _ in 0..*exponent {
                    if let Some(slot) = own.get_mut(degree as usize) {
                        *slot = *atom;
                    }
                    degree += 1;
                }
            }
            profile.factors = profile.factors.max(degree + uniforms);
            let [one, other] = own;
            match degree {
                0 => {}
                1 if !alone.contains(&one) => alone.push(one),
                2 if !pairs.contains(&own) => {
                    pairs.push(own);
                    multiplied.extend([one, other]);
                }
                _ => {}
            }
        }
        profile.pairs = pairs.len() as u32;
        let singles = alone.iter().filter(|atom| !multiplied.contains(atom));
        profile.singles = singles.count() as u32;
        profile
    }

    /// Stages that a value needs at least, unless it is an input: by the factors of its products, and by those of
    /// what is clamped within it, which is there `delay` stages before.
    fn least_stages(&mut self, poly: Poly, delay: u32) -> u32 {
        if let Some(known) = self.least.get(poly) {
            return known;
        }
        let profile = self.profile(poly);
        let mut least = profile.factors.max(2).next_power_of_two().trailing_zeros();
        if profile.clamped {
            for atom in self.atoms_of(poly) {
                if let Atom::Clamped(inner) = *self.atom(atom) {
                    least = least.max(delay + self.least_stages(inner, delay));
                }
            }
        }
        self.least.insert(poly, least);
        least
    }

    /// True if an operand can be a value, as far as its products tell. A clamped value, scaled and moved, is as good as
    /// what is clamped: registers or the ways to read them clamp.
    fn may_be_read(&mut self, poly: Poly, stages: u32, delay: u32) -> bool {
        let mut profile = self.profile(poly);
        let inner = profile.inner;
        let poly = inner.unwrap_or(poly);
        if inner.is_some() {
            profile = self.profile(poly);
        }
        if stages == 0 {
            let is_plain = profile.factors <= 1 && profile.singles <= 1;
            return is_plain && inner.is_none() && !profile.clamped && !profile.holds;
        }
        if self.least_stages(poly, delay) > stages {
            return false;
        }
        // The inner product of two inputs has three products.
        let is_special = profile.holds || profile.clamped;
        stages > 1 || is_special || profile.pairs + profile.singles <= 3
    }
}

/// What operands can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Stages before the one that reads them.
    pub stages: u32,
    /// Stages from what is clamped to what reads it within another value: none where a stage clamps on the way.
    pub delay: u32,
}

impl Reach {
    /// One stage later.
    pub fn later(self) -> Reach {
        Reach {
            stages: self.stages + 1,
            ..self
        }
    }

    /// True if a value may be there, as far as its products tell: `false` is certain.
    pub fn has<const N: usize>(self, polys: &mut Polys, want: &[Option<Poly>; N]) -> bool {
        let mut last = None;
        want.iter().flatten().all(|poly| {
            // Often all lanes are one value.
            let same = last.replace(*poly) == Some(*poly);
            same || polys.may_be_read(*poly, self.stages, self.delay)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Expr, Leaf};
    use std::rc::Rc;

    fn uniform(polys: &mut Polys, name: &str) -> Poly {
        let leaf = Leaf {
            name: name.to_owned(),
            ty: "float".to_owned(),
            array: None,
            part: None,
            lanes: 1,
        };
        polys.of_atom(Atom::Uniform(Expr::Uniform(Rc::new(leaf), 0)))
    }

    fn fits(polys: &mut Polys, poly: Poly) -> Vec<bool> {
        let reach = |stages| Reach { stages, delay: 1 };
        let stages = 0..4;
        stages
            .map(|stages| reach(stages).has(polys, &[Some(poly)]))
            .collect()
    }

    #[test]
    fn products_of_more_factors_need_more_stages() {
        let mut polys = Polys::default();
        let [a, b, c, d] = [0, 1, 2, 3].map(|lane| polys.of_atom(Atom::Lookup(0, lane)));
        let (k, l) = (uniform(&mut polys, "k"), uniform(&mut polys, "l"));
        let fixed = polys.mul(k, l);
        assert_eq!(fits(&mut polys, a), [true; 4]);
        // Of any number of uniforms the application makes one.
        assert_eq!(fits(&mut polys, fixed), [true; 4]);
        let pair = polys.mul(a, b);
        assert_eq!(fits(&mut polys, pair), [false, true, true, true]);
        let weighted = polys.mul(pair, fixed);
        assert_eq!(fits(&mut polys, weighted), [false, false, true, true]);
        let other = polys.mul(c, d);
        let four = polys.mul(pair, other);
        assert_eq!(fits(&mut polys, four), [false, false, true, true]);
        let five = polys.mul(four, a);
        assert_eq!(fits(&mut polys, five), [false, false, false, true]);
        // What is clamped on the way is there a stage earlier.
        let twice = polys.scale(pair, 2.0);
        let clamped = polys.of_atom(Atom::Clamped(twice));
        assert_eq!(fits(&mut polys, clamped), [false, true, true, true]);
        let product = polys.mul(clamped, c);
        assert_eq!(fits(&mut polys, product), [false, false, true, true]);
        // One stage adds three products at most.
        let sum = [a, b, c, d]
            .into_iter()
            .fold(Polys::ZERO, |sum, one| polys.add(sum, one));
        assert_eq!(fits(&mut polys, sum), [false, false, true, true]);
    }
}
