//! Polynomials, interned: equal ones have equal numbers.

mod algebra;
mod profile;

use crate::expr::{Expr, Uniforms};
pub use crate::monomial::AtomId;
use crate::monomial::{Monomial, Monomials};
pub use profile::{Profile, Reach};
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poly(u32);

/// The value of an atom.
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

/// One summand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The atoms.
    pub factors: Monomial,
    /// The coefficient.
    pub scale: f64,
}

/// Coefficients that differ by less count as equal: literals have 24 bits, and folding costs some.
const GRID: f64 = 1_048_576.0;

/// Terms that all polynomials of a shader may have together, before equal ones are united: what the search for
/// stages may take of memory and time, since it makes a polynomial in a step, however long. All shaders that the
/// fixed-function tests compile, and nearly all that more would, need less.
const WORK: usize = 400_000;

/// The same where time is no matter.
const PATIENT_WORK: usize = 1_500_000;

/// Products of a quotient's and a divisor's terms; division ends before one that is longer.
const LONGEST_PRODUCT: usize = 256;

/// The terms of a polynomial among those of all.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u32,
    end: u32,
    /// The polynomial before this one with the same hash.
    next: Option<Poly>,
    /// A bit for each of its atoms, by their numbers modulo 64.
    atoms: u64,
}

/// What was worked out of polynomials, by their numbers.
#[derive(Debug)]
pub(crate) struct Notes<T>(Vec<Option<T>>);

impl<T> Default for Notes<T> {
    fn default() -> Notes<T> {
        Notes(Vec::new())
    }
}

impl<T: Copy> Notes<T> {
    /// What is noted of a polynomial.
    pub(crate) fn get(&self, poly: Poly) -> Option<T> {
        self.0.get(poly.0 as usize).copied().flatten()
    }

    /// Notes something of it.
    pub(crate) fn insert(&mut self, poly: Poly, note: T) {
        let place = poly.0 as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, None);
        }
        self.0[place] = Some(note);
    }

    /// Forgets it.
    pub(crate) fn remove(&mut self, poly: Poly) {
        if let Some(slot) = self.0.get_mut(poly.0 as usize) {
            *slot = None;
        }
    }
}

/// All polynomials of a shader.
#[derive(Debug)]
pub struct Polys {
    /// The terms of all polynomials one after the other.
    pub(crate) terms: Vec<Term>,
    /// Where those of each are.
    rows: Vec<Row>,
    monomials: Monomials,
    /// The last polynomial with a hash.
    known: FxHashMap<u64, Poly>,
    atoms: Vec<Atom>,
    atom_numbers: FxHashMap<Atom, AtomId>,
    /// What is known of a polynomial's values beyond what its terms tell.
    pub(crate) bounds: FxHashMap<Poly, (f64, f64)>,
    pub(crate) ranges: Notes<(f64, f64)>,
    pub(crate) gains: Notes<f64>,
    pub(crate) outlines: Notes<[(f64, f64); 2]>,
    pub(crate) profiles: Notes<Profile>,
    pub(crate) least: Notes<u32>,
    pub(crate) atom_ranges: FxHashMap<AtomId, (f64, f64)>,
    products: FxHashMap<(Poly, Poly), Poly>,
    sums: FxHashMap<(Poly, Poly), Poly>,
    multiples: FxHashMap<(Poly, u64), Poly>,
    quotients: FxHashMap<(Poly, Poly), (Poly, Poly)>,
    fixed: Notes<bool>,
    /// The atoms of polynomials of shaders that have more than the bits of [`Row::atoms`].
    atom_lists: RefCell<FxHashMap<Poly, Rc<[AtomId]>>>,
    /// Terms made so far.
    work: usize,
    /// Terms that may be made.
    limit: usize,
    /// The uniforms and what is assumed of them.
    pub uniforms: Uniforms,
}

impl Default for Polys {
    fn default() -> Polys {
        let mut polys = Polys {
            terms: Vec::new(),
            rows: Vec::new(),
            monomials: Monomials::default(),
            known: FxHashMap::default(),
            atoms: Vec::new(),
            atom_numbers: FxHashMap::default(),
            bounds: FxHashMap::default(),
            ranges: Notes::default(),
            gains: Notes::default(),
            outlines: Notes::default(),
            profiles: Notes::default(),
            least: Notes::default(),
            atom_ranges: FxHashMap::default(),
            products: FxHashMap::default(),
            sums: FxHashMap::default(),
            multiples: FxHashMap::default(),
            quotients: FxHashMap::default(),
            fixed: Notes::default(),
            atom_lists: RefCell::default(),
            work: 0,
            limit: WORK,
            uniforms: Uniforms,
        };
        polys.constant(0.0);
        polys.constant(1.0);
        polys
    }
}

/// A coefficient as it is compared.
fn grid(scale: f64) -> i64 {
    let steps = scale * GRID;
    (steps + 0.5f64.copysign(steps)) as i64
}

impl Polys {
    /// 0
    pub const ZERO: Poly = Poly(0);
    /// 1
    pub const ONE: Poly = Poly(1);

    /// Lets a search go on for longer.
    pub fn be_patient(&mut self) {
        self.limit = PATIENT_WORK;
    }

    /// True if so many terms were made that a search has to end.
    pub fn is_exhausted(&self) -> bool {
        self.work > self.limit
    }

    /// The terms of a polynomial, ascending.
    pub fn terms(&self, poly: Poly) -> &[Term] {
        let row = self.rows[poly.0 as usize];
        &self.terms[row.start as usize..row.end as usize]
    }

    /// The atoms of a product with their exponents, ascending.
    pub fn factors(&self, monomial: Monomial) -> &[(AtomId, u8)] {
        self.monomials.factors(monomial)
    }

    /// Returns the atom of this number.
    pub fn atom(&self, atom: AtomId) -> &Atom {
        &self.atoms[atom.number()]
    }

    /// The number of an atom.
    pub fn atom_id(&mut self, atom: Atom) -> AtomId {
        if let Some(id) = self.atom_numbers.get(&atom) {
            return *id;
        }
        let id = AtomId::new(self.atoms.len());
        if matches!(atom, Atom::Holds(_)) {
            self.monomials.indicators.push(id);
        }
        self.atoms.push(atom.clone());
        self.atom_numbers.insert(atom, id);
        id
    }

    /// The polynomial that is an atom.
    pub fn of_atom(&mut self, atom: Atom) -> Poly {
        let id = self.atom_id(atom);
        let factors = self.monomials.number(vec![(id, 1)]);
        self.intern(vec![Term {
            factors,
            scale: 1.0,
        }])
    }

    /// A number.
    pub fn constant(&mut self, value: f64) -> Poly {
        self.intern(vec![Term {
            factors: Monomials::ONE,
            scale: value,
        }])
    }

    /// From terms in any order.
    pub fn of_terms(&mut self, mut terms: Vec<Term>) -> Poly {
        let monomials = &self.monomials;
        terms.sort_by(|one, other| {
            let (one, other) = (one.factors, other.factors);
            if one == other {
                Ordering::Equal
            } else {
                monomials.factors(one).cmp(monomials.factors(other))
            }
        });
        terms.dedup_by(|term, last| {
            let same = term.factors == last.factors;
            if same {
                last.scale += term.scale;
            }
            same
        });
        self.intern(terms)
    }

    /// From terms that are sorted and distinct.
    fn intern(&mut self, mut terms: Vec<Term>) -> Poly {
        self.work = self.work.saturating_add(terms.len());
        terms.retain(|term| grid(term.scale) != 0);
        let mut hasher = FxHasher::default();
        for term in &terms {
            (term.factors, grid(term.scale)).hash(&mut hasher);
        }
        let hash = hasher.finish();
        let last = self.known.get(&hash).copied();
        let mut candidate = last;
        while let Some(poly) = candidate {
            if self.is_same(poly, &terms) {
                return poly;
            }
            candidate = self.rows[poly.0 as usize].next;
        }
        let mut atoms = 0;
        for term in &terms {
            for (atom, _) in self.monomials.factors(term.factors) {
                atoms |= 1 << (atom.number() % 64);
            }
        }
        let start = self.terms.len() as u32;
        self.terms.append(&mut terms);
        let poly = Poly(self.rows.len() as u32);
        self.rows.push(Row {
            start,
            end: self.terms.len() as u32,
            next: last,
            atoms,
        });
        self.known.insert(hash, poly);
        poly
    }

    fn is_same(&self, poly: Poly, terms: &[Term]) -> bool {
        let own = self.terms(poly);
        own.len() == terms.len()
            && own.iter().zip(terms).all(|(one, other)| {
                one.factors == other.factors && grid(one.scale) == grid(other.scale)
            })
    }

    /// The number that a polynomial is.
    pub fn as_number(&self, poly: Poly) -> Option<f64> {
        match self.terms(poly) {
            [] => Some(0.0),
            [term] if term.factors == Monomials::ONE => Some(term.scale),
            _ => None,
        }
    }

    /// The atom that a polynomial is.
    pub fn as_atom(&self, poly: Poly) -> Option<AtomId> {
        match self.terms(poly) {
            [term] if term.scale == 1.0 => match self.factors(term.factors)[..] {
                [(atom, 1)] => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }

    /// The polynomial inside, if this is a clamped one, scaled and moved.
    pub(crate) fn near_clamped(&self, poly: Poly) -> Option<Poly> {
        let term = match self.terms(poly) {
            [term] => term,
            [literal, term] if literal.factors == Monomials::ONE => term,
            _ => return None,
        };
        match self.factors(term.factors)[..] {
            [(atom, 1)] => match self.atom(atom) {
                Atom::Clamped(inner) => Some(*inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// The polynomial inside, if this is a clamped one or one minus a clamped one, which is the clamp of the complement.
    pub fn as_clamped(&mut self, poly: Poly) -> Option<Poly> {
        let (term, inverted) = match self.terms(poly) {
            [term] if term.scale == 1.0 => (term, false),
            [literal, term]
                if literal.factors == Monomials::ONE
                    && literal.scale == 1.0
                    && term.scale == -1.0 =>
            {
                (term, true)
            }
            _ => return None,
        };
        let [(atom, 1)] = self.factors(term.factors)[..] else {
            return None;
        };
        let Atom::Clamped(inner) = *self.atom(atom) else {
            return None;
        };
        Some(if inverted {
            self.complement(inner)
        } else {
            inner
        })
    }

    /// `clamp(x, 0, 1)`. Of `x` and `1 - x` one is inside of the atom, whichever the source clamps: the one with fewer
    /// terms, or with a positive last term.
    pub fn clamped(&mut self, x: Poly) -> Poly {
        let other = self.complement(x);
        let rank = |polys: &Polys, poly: Poly| {
            let terms = polys.terms(poly);
            let falls = terms.last().is_some_and(|term| term.scale < 0.0);
            (terms.len(), falls)
        };
        if rank(self, other) < rank(self, x) {
            let clamped = self.of_atom(Atom::Clamped(other));
            self.complement(clamped)
        } else {
            self.of_atom(Atom::Clamped(x))
        }
    }

    /// True if it depends on uniforms and literals only.
    pub fn is_fixed(&mut self, poly: Poly) -> bool {
        if let Some(known) = self.fixed.get(poly) {
            return known;
        }
        let fixed = self
            .terms(poly)
            .iter()
            .flat_map(|term| self.factors(term.factors))
            .all(|(atom, _)| matches!(self.atom(*atom), Atom::Uniform(_)));
        self.fixed.insert(poly, fixed);
        fixed
    }

    /// The terms of uniforms and literals only.
    pub fn fixed_part(&mut self, poly: Poly) -> Poly {
        let is_uniform = |atom: AtomId| matches!(self.atom(atom), Atom::Uniform(_));
        let terms = self.terms(poly).iter();
        let fixed = terms.filter(|term| {
            let mut factors = self.factors(term.factors).iter();
            factors.all(|(atom, _)| is_uniform(*atom))
        });
        let fixed = fixed.copied().collect();
        self.intern(fixed)
    }

    /// The sum of its terms of some kind.
    pub fn terms_where(&mut self, poly: Poly, keep: impl Fn(&Term) -> bool) -> Poly {
        let terms = self.terms(poly).iter().filter(|term| keep(term));
        let terms = terms.copied().collect();
        self.intern(terms)
    }

    /// One of its terms, 0 where there are fewer.
    pub fn term(&mut self, poly: Poly, place: usize) -> Poly {
        let term = self.terms(poly).get(place).copied();
        self.intern(term.into_iter().collect())
    }

    /// The literal summand.
    pub fn literal_part(&mut self, poly: Poly) -> Poly {
        let terms = self.terms(poly).iter();
        let mut literals = terms.filter(|term| term.factors == Monomials::ONE);
        let literal = literals.next().map_or(0.0, |term| term.scale);
        self.constant(literal)
    }

    /// The value inside, if this is one clamped to [-1, 1] as [`Polys::clamped_signed`] writes it.
    pub fn as_clamped_signed(&mut self, poly: Poly) -> Option<Poly> {
        let [literal, term] = self.terms(poly) else {
            return None;
        };
        let sign = term.scale / 2.0;
        if literal.factors != Monomials::ONE || literal.scale != -sign || sign.abs() != 1.0 {
            return None;
        }
        let [(atom, 1)] = self.factors(term.factors)[..] else {
            return None;
        };
        let Atom::Clamped(inner) = *self.atom(atom) else {
            return None;
        };
        // 2 clamp(a / 2 + 1/2) - 1, or its negative.
        let twice = self.scale(inner, 2.0);
        let value = self.sub(twice, Polys::ONE);
        Some(self.scale(value, sign))
    }

    /// The atoms it is made of, ascending, each once; those inside of clamped ones do not count.
    pub fn atoms_of(&self, poly: Poly) -> Vec<AtomId> {
        let terms = self.terms(poly).iter();
        let factors = terms.flat_map(|term| self.factors(term.factors));
        let mut atoms: Vec<AtomId> = factors.map(|(atom, _)| *atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// True if a polynomial has no atoms but those of another.
    pub fn is_made_of_atoms_of(&self, part: Poly, whole: Poly) -> bool {
        let bits = |poly: Poly| self.rows[poly.0 as usize].atoms;
        if bits(part) & !bits(whole) != 0 {
            return false;
        }
        if self.atoms.len() <= 64 {
            return true;
        }
        let list = |poly| {
            let mut lists = self.atom_lists.borrow_mut();
            let list = lists.entry(poly);
            Rc::clone(list.or_insert_with(|| self.atoms_of(poly).into()))
        };
        let (atoms, parts) = (list(whole), list(part));
        parts.iter().all(|atom| atoms.binary_search(atom).is_ok())
    }

    /// True if it is a number.
    pub fn is_number(&self, poly: Poly) -> bool {
        self.rows[poly.0 as usize].atoms == 0
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
}
