//! Products of atoms, interned: equal ones have equal numbers.

use rustc_hash::FxHashMap;

/// What a polynomial is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(u32);

impl AtomId {
    pub(crate) fn new(number: usize) -> AtomId {
        AtomId(number as u32)
    }

    /// The place among all.
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

/// A product of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Monomial(u32);

/// Atoms with exponents, ascending.
pub type Factors = Vec<(AtomId, u8)>;

/// All products of a shader.
#[derive(Debug)]
pub(crate) struct Monomials {
    factors: Vec<Factors>,
    numbers: FxHashMap<Factors, Monomial>,
    products: FxHashMap<(Monomial, Monomial), Monomial>,
    quotients: FxHashMap<(Monomial, Monomial), Option<Monomial>>,
    /// Atoms that are 0 or 1, so that their squares are themselves.
    pub(crate) indicators: Vec<AtomId>,
}

impl Default for Monomials {
    fn default() -> Monomials {
        let mut monomials = Monomials {
            factors: Vec::new(),
            numbers: FxHashMap::default(),
            products: FxHashMap::default(),
            quotients: FxHashMap::default(),
            indicators: Vec::new(),
        };
        monomials.number(Vec::new());
        monomials
    }
}

impl Monomials {
    /// The product of no atoms.
    pub(crate) const ONE: Monomial = Monomial(0);

    /// The atoms of a product with their exponents.
    pub(crate) fn factors(&self, monomial: Monomial) -> &[(AtomId, u8)] {
        &self.factors[monomial.0 as usize]
    }

    /// The number of a product.
    pub(crate) fn number(&mut self, factors: Factors) -> Monomial {
        if let Some(known) = self.numbers.get(&factors) {
            return *known;
        }
        let monomial = Monomial(self.factors.len() as u32);
        self.factors.push(factors.clone());
        self.numbers.insert(factors, monomial);
        monomial
    }

    pub(crate) fn multiply(&mut self, a: Monomial, b: Monomial) -> Monomial {
        if a == Self::ONE {
            return b;
        }
        if b == Self::ONE {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.products.get(&key) {
            return *known;
        }
        let mut all = self.factors(a).to_vec();
        for (atom, exponent) in self.factors(b) {
            match all.binary_search_by_key(atom, |(atom, _)| *atom) {
                Ok(_) if self.indicators.contains(atom) => {}
                Ok(place) => all[place].1 = all[place].1.saturating_add(*exponent),
                Err(place) => all.insert(place, (*atom, *exponent)),
            }
        }
        let product = self.number(all);
        self.products.insert(key, product);
        product
    }

    /// a / b, if that is a product.
    pub(crate) fn divide(&mut self, a: Monomial, b: Monomial) -> Option<Monomial> {
        if let Some(known) = self.quotients.get(&(a, b)) {
            return *known;
        }
        let quotient = without(self.factors(a), self.factors(b));
        let quotient = quotient.map(|factors| self.number(factors));
        self.quotients.insert((a, b), quotient);
        quotient
    }
}

/// The factors of `all` without those of `part`, if it has them.
fn without(all: &[(AtomId, u8)], part: &[(AtomId, u8)]) -> Option<Factors> {
    let mut rest = all.to_vec();
    for (atom, exponent) in part {
        let place = rest.iter().position(|(other, _)| other == atom)?;
        rest[place].1 = rest[place].1.checked_sub(*exponent)?;
        if rest[place].1 == 0 {
            rest.remove(place);
        }
    }
    Some(rest)
}
