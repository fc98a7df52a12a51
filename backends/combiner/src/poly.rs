//! Polynomials, interned: equal ones have equal numbers.

use crate::expr::{Expr, Uniforms};
use crate::range::SLACK;
use rustc_hash::FxHashMap;

/// A polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poly(u32);

/// What a polynomial is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(u32);

/// What an atom stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A lane of a lookup's result; the lookup's number.
    Lookup(u32, u8),
    /// A lane of a varying; the number of its slot among [`crate::shader::Varying`]s.
    Varying(u32, u8),
    /// A number that the application computes.
    Uniform(Expr),
    /// A polynomial clamped to [0, 1].
    Clamped(Poly),
    /// 1 where a condition holds, else 0; the number among [`crate::shader::Condition`]s. Its square is itself.
    Holds(u32),
}

/// Atoms with exponents, ascending.
pub type Factors = Vec<(AtomId, u8)>;

/// One summand.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its atoms.
    pub factors: Factors,
    /// Its coefficient.
    pub scale: f64,
}

/// Coefficients that differ by less count as equal: literals have 24 bits, and folding costs some.
const GRID: f64 = 1_048_576.0;

/// Terms that all polynomials of a shader may have together, before equal ones are united: what the search for
/// stages may take of memory and time, since it makes a polynomial in a step, however long.
const WORK: usize = 1_500_000;

/// Products of a quotient's and a divisor's terms; division ends before one that is longer.
const LONGEST_PRODUCT: usize = 256;

type Key = Vec<(Factors, i64)>;

/// All polynomials of a shader.
#[derive(Debug)]
pub struct Polys {
    terms: Vec<Vec<Term>>,
    known: FxHashMap<Key, Poly>,
    atoms: Vec<Atom>,
    atom_numbers: FxHashMap<Atom, AtomId>,
    /// What is known of a polynomial's values beyond what its terms tell.
    pub(crate) bounds: FxHashMap<Poly, (f64, f64)>,
    pub(crate) ranges: FxHashMap<Poly, (f64, f64)>,
    products: FxHashMap<(Poly, Poly), Poly>,
    sums: FxHashMap<(Poly, Poly), Poly>,
    fixed: FxHashMap<Poly, bool>,
    /// Atoms that are 0 or 1.
    indicators: Vec<AtomId>,
    /// Terms made so far.
    work: usize,
    /// The uniforms and what is assumed of them.
    pub uniforms: Uniforms,
}

impl Default for Polys {
    fn default() -> Polys {
        let mut polys = Polys {
            terms: Vec::new(),
            known: FxHashMap::default(),
            atoms: Vec::new(),
            atom_numbers: FxHashMap::default(),
            bounds: FxHashMap::default(),
            ranges: FxHashMap::default(),
            products: FxHashMap::default(),
            sums: FxHashMap::default(),
            fixed: FxHashMap::default(),
            indicators: Vec::new(),
            work: 0,
            uniforms: Uniforms,
        };
        polys.constant(0.0);
        polys.constant(1.0);
        polys
    }
}

impl Polys {
    /// 0
    pub const ZERO: Poly = Poly(0);
    /// 1
    pub const ONE: Poly = Poly(1);

    /// Whether so many terms were made that a search has to end.
    pub fn is_exhausted(&self) -> bool {
        self.work > WORK
    }

    /// The terms of a polynomial, ascending.
    pub fn terms(&self, poly: Poly) -> &[Term] {
        &self.terms[poly.0 as usize]
    }

    /// What an atom is.
    pub fn atom(&self, atom: AtomId) -> &Atom {
        &self.atoms[atom.0 as usize]
    }

    /// The number of an atom.
    pub fn atom_id(&mut self, atom: Atom) -> AtomId {
        if let Some(id) = self.atom_numbers.get(&atom) {
            return *id;
        }
        let id = AtomId(self.atoms.len() as u32);
        if matches!(atom, Atom::Holds(_)) {
            self.indicators.push(id);
        }
        self.atoms.push(atom.clone());
        self.atom_numbers.insert(atom, id);
        id
    }

    /// The polynomial that is an atom.
    pub fn of_atom(&mut self, atom: Atom) -> Poly {
        let id = self.atom_id(atom);
        self.intern(vec![Term {
            factors: vec![(id, 1)],
            scale: 1.0,
        }])
    }

    /// A number.
    pub fn constant(&mut self, value: f64) -> Poly {
        self.intern(vec![Term {
            factors: Vec::new(),
            scale: value,
        }])
    }

    /// From terms in any order.
    pub fn of_terms(&mut self, mut terms: Vec<Term>) -> Poly {
        terms.sort_by(|one, other| one.factors.cmp(&other.factors));
        let mut merged: Vec<Term> = Vec::with_capacity(terms.len());
        for term in terms {
            match merged.last_mut() {
                Some(last) if last.factors == term.factors => last.scale += term.scale,
                _ => merged.push(term),
            }
        }
        self.intern(merged)
    }

    /// From terms that are sorted and distinct.
    fn intern(&mut self, mut terms: Vec<Term>) -> Poly {
        let grid = |scale: f64| (scale * GRID).round() as i64;
        self.work = self.work.saturating_add(terms.len());
        terms.retain(|term| grid(term.scale) != 0);
        let key: Key = terms
            .iter()
            .map(|term| (term.factors.clone(), grid(term.scale)))
            .collect();
        if let Some(poly) = self.known.get(&key) {
            return *poly;
        }
        let poly = Poly(self.terms.len() as u32);
        self.terms.push(terms);
        self.known.insert(key, poly);
        poly
    }

    /// The number that a polynomial is.
    pub fn as_number(&self, poly: Poly) -> Option<f64> {
        match self.terms(poly) {
            [] => Some(0.0),
            [term] if term.factors.is_empty() => Some(term.scale),
            _ => None,
        }
    }

    /// The atom that a polynomial is.
    pub fn as_atom(&self, poly: Poly) -> Option<AtomId> {
        match self.terms(poly) {
            [term] if term.scale == 1.0 => match term.factors[..] {
                [(atom, 1)] => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is a clamped polynomial, scaled and moved.
    pub fn is_near_clamped(&self, poly: Poly) -> bool {
        let term = match self.terms(poly) {
            [term] => term,
            [literal, term] if literal.factors.is_empty() => term,
            _ => return false,
        };
        match term.factors[..] {
            [(atom, 1)] => matches!(self.atom(atom), Atom::Clamped(_)),
            _ => false,
        }
    }

    /// The polynomial inside, if this is a clamped one.
    pub fn as_clamped(&self, poly: Poly) -> Option<Poly> {
        match self.atom(self.as_atom(poly)?) {
            Atom::Clamped(inner) => Some(*inner),
            _ => None,
        }
    }

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
        let mut terms = self.terms(a).to_vec();
        terms.extend_from_slice(self.terms(b));
        let sum = self.of_terms(terms);
        self.sums.insert(key, sum);
        sum
    }

    /// a times a number
    pub fn scale(&mut self, a: Poly, by: f64) -> Poly {
        if by == 1.0 {
            return a;
        }
        let terms = self.terms(a).iter().map(|term| Term {
            factors: term.factors.clone(),
            scale: term.scale * by,
        });
        let terms = terms.collect();
        self.intern(terms)
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
        let mut terms = Vec::new();
        for one in self.terms(a) {
            for other in self.terms(b) {
                let mut factors = multiply(&one.factors, &other.factors);
                for (atom, exponent) in &mut factors {
                    if self.indicators.contains(atom) {
                        *exponent = 1;
                    }
                }
                terms.push(Term {
                    factors,
                    scale: one.scale * other.scale,
                });
            }
        }
        self.work = self.work.saturating_add(terms.len());
        let product = self.of_terms(terms);
        self.products.insert(key, product);
        product
    }

    /// Whether it depends on uniforms and literals only.
    pub fn is_fixed(&mut self, poly: Poly) -> bool {
        if let Some(known) = self.fixed.get(&poly) {
            return *known;
        }
        let fixed = self
            .terms(poly)
            .iter()
            .flat_map(|term| &term.factors)
            .all(|(atom, _)| matches!(self.atom(*atom), Atom::Uniform(_)));
        self.fixed.insert(poly, fixed);
        fixed
    }

    /// Its terms of uniforms and literals only.
    pub fn fixed_part(&mut self, poly: Poly) -> Poly {
        let is_uniform = |atom: AtomId| matches!(self.atom(atom), Atom::Uniform(_));
        let terms = self.terms(poly).iter();
        let fixed = terms.filter(|term| term.factors.iter().all(|(atom, _)| is_uniform(*atom)));
        let fixed = fixed.cloned().collect();
        self.of_terms(fixed)
    }

    /// Its literal summand.
    pub fn literal_part(&mut self, poly: Poly) -> Poly {
        let terms = self.terms(poly).iter();
        let mut literals = terms.filter(|term| term.factors.is_empty());
        let literal = literals.next().map_or(0.0, |term| term.scale);
        self.constant(literal)
    }

    /// A value clamped to [-1, 1]: `2 clamp(a / 2 + 1/2, 0, 1) - 1`.
    pub fn clamped_signed(&mut self, a: Poly) -> Poly {
        let (low, high) = self.range(a);
        if low >= -1.0 - SLACK && high <= 1.0 + SLACK {
            return a;
        }
        let half = self.constant(0.5);
        let halved = self.scale(a, 0.5);
        let raised = self.add(halved, half);
        let clamped = self.of_atom(Atom::Clamped(raised));
        let twice = self.scale(clamped, 2.0);
        self.sub(twice, Polys::ONE)
    }

    /// The value inside, if this is one clamped to [-1, 1] as [`Polys::clamped_signed`] writes it.
    pub fn as_clamped_signed(&mut self, poly: Poly) -> Option<Poly> {
        let [literal, term] = self.terms(poly) else {
            return None;
        };
        let [(atom, 1)] = term.factors[..] else {
            return None;
        };
        let is_form = literal.factors.is_empty() && literal.scale == -1.0 && term.scale == 2.0;
        let Atom::Clamped(inner) = *self.atom(atom) else {
            return None;
        };
        let twice = self.scale(inner, 2.0);
        is_form.then(|| self.sub(twice, Polys::ONE))
    }

    /// The atoms it is made of, ascending, each once; those inside of clamped ones do not count.
    pub fn atoms_of(&self, poly: Poly) -> Vec<AtomId> {
        let factors = self.terms(poly).iter().flat_map(|term| &term.factors);
        let mut atoms: Vec<AtomId> = factors.map(|(atom, _)| *atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// Calls `see` for every atom a value depends on, those inside of clamped ones included.
    pub fn visit_atoms(&self, poly: Poly, see: &mut dyn FnMut(&Atom)) {
        for atom in self.atoms_of(poly) {
            let atom = self.atom(atom);
            see(atom);
            if let Atom::Clamped(inner) = atom {
                self.visit_atoms(*inner, see);
            }
        }
    }

    /// Quotient and remainder: `poly = divisor * quotient + remainder`. Exact where the divisor is an atom; for
    /// longer divisors by long division with the divisor's last term leading.
    pub fn divide(&mut self, poly: Poly, divisor: Poly) -> (Poly, Poly) {
        let Some(lead) = self.terms(divisor).last().cloned() else {
            return (Polys::ZERO, poly);
        };
        if lead.factors.is_empty() {
            let quotient = self.scale(poly, 1.0 / lead.scale);
            return (quotient, Polys::ZERO);
        }
        let (mut quotient, mut rest) = (Polys::ZERO, poly);
        // Each round removes the terms that the leading one divides; a long divisor may bring new ones.
        for _ in 0..8 {
            let mut terms = Vec::new();
            for term in self.terms(rest) {
                if let Some(factors) = without(&term.factors, &lead.factors) {
                    terms.push(Term {
                        factors,
                        scale: term.scale / lead.scale,
                    });
                }
            }
            let product = terms.len().saturating_mul(self.terms(divisor).len());
            if terms.is_empty() || product > LONGEST_PRODUCT || self.is_exhausted() {
                break;
            }
            let part = self.of_terms(terms);
            quotient = self.add(quotient, part);
            let product = self.mul(part, divisor);
            rest = self.sub(rest, product);
        }
        (quotient, rest)
    }
}

fn multiply(a: &Factors, b: &Factors) -> Factors {
    let mut all = a.clone();
    for (atom, exponent) in b {
        match all.binary_search_by_key(atom, |(atom, _)| *atom) {
            Ok(place) => all[place].1 = all[place].1.saturating_add(*exponent),
            Err(place) => all.insert(place, (*atom, *exponent)),
        }
    }
    all
}

/// The factors of `all` without those of `part`, if it has them.
fn without(all: &Factors, part: &Factors) -> Option<Factors> {
    let mut rest = all.clone();
    for (atom, exponent) in part {
        let place = rest.iter().position(|(other, _)| other == atom)?;
        rest[place].1 = rest[place].1.checked_sub(*exponent)?;
        if rest[place].1 == 0 {
            rest.remove(place);
        }
    }
    Some(rest)
}
