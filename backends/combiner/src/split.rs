//! The ways in which a wanted value is a sum, a product, a mix, … of others.
//!
//! A wanted value has one lane or three; a lane that nobody reads is `None` and may become anything. The
//! identities are those of polynomials, so they hold for all inputs. Which operands a chip can have, it knows.

use crate::poly::{Atom, Poly, Polys, Reach};
pub use crate::want::{Want, all_are, complement, fill, gain, lanes, masked, scaled, splat};
use crate::want::{each, size};
use arrayvec::ArrayVec;

/// The expressions that a split can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A
    Same,
    /// A B
    Product,
    /// A + B
    Sum,
    /// A + B - 1/2
    SumLessHalf,
    /// A - B
    Difference,
    /// A B + C
    MultiplyAdd,
    /// A (1 - C) + B C
    Mix,
    /// (A + B) C
    AddMultiply,
    /// The inner product of A and B in every lane.
    Dot,
}

/// One way.
#[derive(Clone, Debug, PartialEq)]
pub struct Split<const N: usize> {
    /// How.
    pub form: Form,
    /// Of what: A, B, C; of inner products the three lanes of A, then those of B.
    pub operands: ArrayVec<Want<N>, 6>,
    /// The result is multiplied by two to this power.
    pub scale: u8,
}

/// What the splits of a shader may be made of.
#[derive(Clone, Debug)]
pub struct Candidates<const N: usize> {
    /// What the chip reads without computing it.
    pub inputs: Vec<[Poly; N]>,
    /// What the source computes.
    pub values: Vec<[Poly; N]>,
    /// Inputs of which inner products can be: three lanes that differ.
    pub vectors: Vec<[Poly; 3]>,
}

impl<const N: usize> Candidates<N> {
    /// Each of them once: what the source computes, but for what is an input.
    pub fn new(
        inputs: &[[Poly; N]],
        values: impl Iterator<Item = [Poly; N]>,
        vectors: Vec<[Poly; 3]>,
    ) -> Candidates<N> {
        let mut candidates = Candidates {
            inputs: Vec::new(),
            values: Vec::new(),
            vectors,
        };
        for input in inputs {
            if !candidates.inputs.contains(input) {
                candidates.inputs.push(*input);
            }
        }
        for value in values {
            if !candidates.inputs.contains(&value) && !candidates.values.contains(&value) {
                candidates.values.push(value);
            }
        }
        candidates
    }
}

/// Which splits a chip can use.
#[derive(Clone, Copy, Debug)]
pub struct Useful<'a> {
    /// The expressions that the chip has.
    pub forms: &'a [Form],
    /// The largest power of two that the result is multiplied by.
    pub scales: u8,
    /// What operands can be.
    pub reach: Reach,
    /// Operands that may be products of two such.
    pub products: Products,
    /// What is done with values that leave [0, 1].
    pub halves: Halves,
}

/// The treatment of values that leave [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// Nothing: a sum is a sum.
    Never,
    /// Halves are computed, which stay in it, and doubled. Each costs digits, and the constant 1/2.
    Doubled,
    /// Quarters, too.
    Quadrupled,
}

/// Which operands may be products of two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Products {
    /// None.
    None,
    /// C of A B + C.
    Summand,
    /// Any.
    Any,
}

/// Every way of some forms in which a wanted value is made of candidates and what they leave.
pub fn splits<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    candidates: &Candidates<N>,
    useful: Useful,
) -> Vec<Split<N>> {
    let Useful { scales, .. } = useful;
    let mut found = Vec::new();
    let gain = gain(polys, want);
    let leaves = want.iter().flatten().any(|poly| !polys.is_unit(*poly));
    let spare = match useful.halves {
        Halves::Doubled if leaves => 1,
        Halves::Quadrupled if leaves => 2,
        _ => 0,
    };
    for scale in 0..=scales {
        // A scale pays where something must be doubled; elsewhere it only loses digits.
        let pays = scale == 0 || gain > f64::from(1 << (scale - 1)) * 1.0001;
        if !pays && scale > spare {
            break;
        }
        let part = scaled(polys, want, 0.5f64.powi(scale.into()));
        let mut splits = Enumerator {
            polys: &mut *polys,
            candidates,
            scale,
            useful,
            found: &mut found,
        };
        if pays {
            splits.all(&part);
        }
        if useful.halves != Halves::Never {
            splits.halved(&part);
        }
    }
    found
}

struct Enumerator<'a, const N: usize> {
    polys: &'a mut Polys,
    candidates: &'a Candidates<N>,
    scale: u8,
    useful: Useful<'a>,
    found: &'a mut Vec<Split<N>>,
}

impl<const N: usize> Enumerator<'_, N> {
    fn wants(&self, forms: &[Form]) -> bool {
        forms.iter().any(|form| self.useful.forms.contains(form))
    }

    /// True if an operand can be a value.
    fn reaches(&mut self, form: Form, place: usize, operand: &Want<N>) -> bool {
        let reach = self.useful.reach;
        let is_product = match self.useful.products {
            Products::None => false,
            Products::Summand => form == Form::MultiplyAdd && place == 2,
            Products::Any => true,
        };
        let reach = if is_product { reach.later() } else { reach };
        reach.has(self.polys, operand)
    }

    fn put(&mut self, form: Form, operands: &[Want<N>]) {
        if !self.wants(&[form]) {
            return;
        }
        for (place, operand) in operands.iter().enumerate() {
            if !self.reaches(form, place, operand) {
                return;
            }
        }
        let split = Split {
            form,
            operands: operands.iter().copied().collect(),
            scale: self.scale,
        };
        if !self.found.contains(&split) {
            self.found.push(split);
        }
    }

    fn all(&mut self, want: &Want<N>) {
        self.put(Form::Same, &[*want]);
        let candidates = self.candidates;
        let fixed = self.fixed_part(want);
        for divisor in self.own_atoms(want) {
            if self.reaches(Form::Product, 0, &divisor) {
                self.divided(want, &divisor);
                self.added(want, &divisor, Form::Sum);
            }
        }
        for divisor in candidates.inputs.iter().chain(&candidates.values) {
            if self.concerns(want, divisor) {
                let divisor = masked(want, divisor);
                if self.reaches(Form::Product, 0, &divisor) {
                    self.divided(want, &divisor);
                    self.added(want, &divisor, Form::Sum);
                }
            }
        }
        if !all_are(&fixed, Polys::ZERO) {
            self.added(want, &fixed, Form::Sum);
        }
        if self.wants(&[Form::SumLessHalf]) {
            let half = self.polys.constant(0.5);
            let raised = want.map(|lane| lane.map(|poly| self.polys.add(poly, half)));
            for part in candidates.inputs.iter().chain(&candidates.values) {
                if self.concerns(want, part) {
                    let part = masked(want, part);
                    self.added(&raised, &part, Form::SumLessHalf);
                }
            }
        }
        if self.wants(&[Form::Mix]) {
            self.masks(want);
        }
        if self.wants(&[Form::Dot]) {
            self.dots(want);
        }
    }

    /// Vectors of one atom from each lane, in the order of the atoms: clamped parts and uniforms, which need not
    /// be values of the source.
    fn own_atoms(&mut self, want: &Want<N>) -> Vec<Want<N>> {
        let of_lane = |polys: &Polys, poly: Poly| -> Vec<_> {
            let atoms = polys.atoms_of(poly).into_iter();
            let own = |atom: &crate::poly::AtomId| {
                matches!(polys.atom(*atom), Atom::Clamped(_) | Atom::Uniform(_))
            };
            atoms.filter(own).collect()
        };
        let lanes = want.map(|lane| lane.map(|poly| of_lane(self.polys, poly)));
        let mut counts = lanes.iter().flatten().map(Vec::len);
        let count = counts.next().unwrap_or(0);
        if counts.any(|other| other != count) {
            return Vec::new();
        }
        let mut vectors = Vec::new();
        for place in 0..count {
            let mut vector: Want<N> = [None; N];
            for (slot, atoms) in vector.iter_mut().zip(&lanes) {
                let atom = atoms
                    .as_ref()
                    .map(|atoms| self.polys.atom(atoms[place]).clone());
                *slot = atom.map(|atom| self.polys.of_atom(atom));
            }
            vectors.push(vector);
        }
        vectors
    }

    /// True if a candidate has atoms of the value in every lane in which it is not constant.
    fn concerns(&self, want: &Want<N>, candidate: &[Poly; N]) -> bool {
        let mut some = false;
        for (lane, part) in want.iter().zip(candidate) {
            let Some(poly) = lane else { continue };
            if poly == part {
                some = true;
                continue;
            }
            if self.polys.is_number(*part) || !self.polys.is_made_of_atoms_of(*part, *poly) {
                continue;
            }
            some = true;
        }
        some
    }

    fn fixed_part(&mut self, want: &Want<N>) -> Want<N> {
        each(self.polys, want, Polys::fixed_part)
    }

    /// `want = divisor * quotient + rest`, and what follows from it.
    fn divided(&mut self, want: &Want<N>, divisor: &Want<N>) {
        if self.polys.is_exhausted() {
            return;
        }
        let mut quotient: Want<N> = [None; N];
        let mut rest: Want<N> = [None; N];
        let has_rests = self.wants(&[Form::Sum, Form::MultiplyAdd, Form::Mix]);
        // Whether it is a product so far: of the divisor, or of one minus it.
        let (mut plain, mut inverse) = (true, true);
        for lane in 0..N {
            let (Some(poly), Some(by)) = (want[lane], divisor[lane]) else {
                continue;
            };
            if lane > 0 && want[0] == want[lane] && divisor[0] == divisor[lane] {
                (quotient[lane], rest[lane]) = (quotient[0], rest[0]);
                continue;
            }
            let (q, r) = if self.polys.is_number(by) {
                // A lane in which the divisor is a number takes part only as what it is.
                (Polys::ZERO, poly)
            } else {
                self.polys.divide(poly, by)
            };
            (quotient[lane], rest[lane]) = (Some(q), Some(r));
            plain &= r == Polys::ZERO;
            inverse = inverse && self.polys.add(q, r) == Polys::ZERO;
            if !has_rests && !plain && !inverse {
                return;
            }
        }
        if all_are(&quotient, Polys::ZERO) {
            return;
        }
        self.products(divisor, &quotient, &rest);
        let sum = lanes(self.polys, &rest, &quotient, Polys::add);
        let negative = scaled(self.polys, &quotient, -1.0);
        let inverse = complement(self.polys, divisor);
        self.products(&inverse, &negative, &sum);
        if !all_are(&rest, Polys::ZERO) {
            self.put(Form::Mix, &[rest, sum, *divisor]);
        }
        if self.wants(&[Form::Mix]) {
            self.weighted(divisor, &quotient, &rest);
            self.weighted(&inverse, &negative, &sum);
        }
    }

    fn products(&mut self, a: &Want<N>, b: &Want<N>, rest: &Want<N>) {
        if !all_are(rest, Polys::ZERO) {
            if all_are(b, Polys::ONE) {
                return self.put(Form::Sum, &[*a, *rest]);
            }
            return self.put(Form::MultiplyAdd, &[*a, *b, *rest]);
        }
        if all_are(b, Polys::ONE) {
            return;
        }
        self.put(Form::Product, &[*a, *b]);
        if !self.wants(&[Form::AddMultiply]) {
            return;
        }
        // (A + B) C
        let inner = b.map(|lane| lane.map(|poly| self.polys.as_clamped(poly).unwrap_or(poly)));
        if size(self.polys, &inner) < 2 {
            return;
        }
        let fixed = self.fixed_part(&inner);
        let mut parts = vec![fixed];
        for part in self.candidates.inputs.iter().chain(&self.candidates.values) {
            if self.concerns(&inner, part) {
                parts.push(masked(&inner, part));
            }
        }
        for part in parts {
            let other = lanes(self.polys, &inner, &part, Polys::sub);
            let some = !all_are(&part, Polys::ZERO) && !all_are(&other, Polys::ZERO);
            if some && size(self.polys, &other) < size(self.polys, &inner) {
                self.put(Form::AddMultiply, &[part, other, *a]);
            }
        }
    }

    /// `want = weight * part + rest` as a mix of the part with what the rest is of the other weight.
    fn weighted(&mut self, part: &Want<N>, weight: &Want<N>, rest: &Want<N>) {
        let Some(one) = splat(weight) else { return };
        if !self.polys.is_fixed(one) || all_are(rest, Polys::ZERO) {
            return;
        }
        let other = self.polys.complement(one);
        if other == Polys::ZERO {
            return;
        }
        let mut mixed: Want<N> = [None; N];
        for lane in 0..N {
            let Some(poly) = rest[lane] else { continue };
            let (quotient, left) = self.polys.divide(poly, other);
            if left != Polys::ZERO {
                return;
            }
            mixed[lane] = Some(quotient);
        }
        self.put(Form::Mix, &[mixed, *part, fill(rest, one)]);
    }

    /// `want = part + other`, `part - other`, `other - part`
    fn added(&mut self, want: &Want<N>, part: &Want<N>, form: Form) {
        let forms = match form {
            Form::Sum => [Form::Sum, Form::Difference],
            _ => [form; 2],
        };
        if !self.wants(&forms) {
            return;
        }
        let before = size(self.polys, want);
        let other = lanes(self.polys, want, part, Polys::sub);
        if size(self.polys, &other) < before && !all_are(&other, Polys::ZERO) {
            self.put(form, &[*part, other]);
        }
        if form != Form::Sum {
            return;
        }
        let less = scaled(self.polys, &other, -1.0);
        if size(self.polys, &less) < before && !all_are(&less, Polys::ZERO) {
            self.put(Form::Difference, &[*part, less]);
        }
        let more = lanes(self.polys, want, part, Polys::add);
        if size(self.polys, &more) < before && !all_are(&more, Polys::ZERO) {
            self.put(Form::Difference, &[more, *part]);
        }
    }

    /// Differences of what is added and what is subtracted, and sums of which a part is a half.
    fn halved(&mut self, want: &Want<N>) {
        let added = each(self.polys, want, |polys, poly| {
            polys.terms_where(poly, |term| term.scale > 0.0)
        });
        let taken = lanes(self.polys, &added, want, Polys::sub);
        let mut parts = vec![self.fixed_part(want)];
        let longest = want
            .iter()
            .flatten()
            .map(|poly| self.polys.terms(*poly).len());
        for place in 0..longest.max().unwrap_or(0) {
            parts.push(each(self.polys, want, |polys, poly| {
                polys.term(poly, place)
            }));
        }
        if !all_are(&taken, Polys::ZERO) {
            self.put(Form::Difference, &[added, taken]);
            // Of what is subtracted a part may be subtracted alone.
            for part in &parts {
                let less = scaled(self.polys, part, -1.0);
                let rest = lanes(self.polys, want, &less, Polys::add);
                if !all_are(&less, Polys::ZERO) {
                    self.put(Form::Difference, &[rest, less]);
                }
            }
        }
        let half = self.polys.constant(0.5);
        let half = fill(want, half);
        let twice = scaled(self.polys, want, 2.0);
        self.put(Form::Product, &[twice, half]);
        for part in &parts {
            if all_are(part, Polys::ZERO) {
                continue;
            }
            let part = scaled(self.polys, part, 2.0);
            let other = lanes(self.polys, &twice, &part, Polys::sub);
            if !all_are(&other, Polys::ZERO) {
                self.put(Form::Mix, &[other, part, half]);
                let other = scaled(self.polys, &other, 0.5);
                self.put(Form::MultiplyAdd, &[part, half, other]);
            }
        }
    }

    /// Some lanes from one value, the others from another.
    fn masks(&mut self, want: &Want<N>) {
        if N != 3 || want.iter().any(Option::is_none) || splat(want).is_some() {
            return;
        }
        let matches = |part: &Want<N>| {
            let inputs = self.candidates.inputs.iter().chain(&self.candidates.values);
            let mut inputs = inputs;
            inputs.any(|input| {
                let lanes = part.iter().zip(input);
                lanes
                    .into_iter()
                    .all(|(lane, own)| lane.is_none_or(|lane| lane == *own))
            })
        };
        let is_input = |input: &[Poly; N]| masked(want, input) == *want;
        if self.candidates.inputs.iter().any(is_input) {
            return;
        }
        for mask in 1..7u8 {
            let bit = |lane: usize| mask >> lane & 1 == 1;
            let a: Want<N> = std::array::from_fn(|lane| want[lane].filter(|_| !bit(lane)));
            let b: Want<N> = std::array::from_fn(|lane| want[lane].filter(|_| bit(lane)));
            if !matches(&a) && !matches(&b) {
                continue;
            }
            let weight: Want<N> =
                std::array::from_fn(|lane| Some(if bit(lane) { Polys::ONE } else { Polys::ZERO }));
            self.put(Form::Mix, &[a, b, weight]);
        }
    }

    /// Inner products of vectors that the chip reads or the source computes.
    fn dots(&mut self, want: &Want<N>) {
        let Some(poly) = splat(want) else { return };
        let reach = self.useful.reach;
        for vector in &self.candidates.vectors {
            if !reach.has(self.polys, &vector.map(Some)) {
                continue;
            }
            let mut rest = poly;
            let mut weights = [Polys::ZERO; 3];
            for (weight, lane) in weights.iter_mut().zip(vector) {
                let (quotient, left) = self.polys.divide(rest, *lane);
                (*weight, rest) = (quotient, left);
            }
            if rest != Polys::ZERO || weights.iter().all(|weight| *weight == Polys::ZERO) {
                continue;
            }
            if !reach.has(self.polys, &weights.map(Some)) {
                continue;
            }
            // One operand has three lanes whatever the number of lanes here.
            let operands = vector.iter().chain(&weights);
            let split = Split {
                form: Form::Dot,
                operands: operands.map(|lane| [Some(*lane); N]).collect(),
                scale: self.scale,
            };
            self.found.push(split);
        }
    }
}
