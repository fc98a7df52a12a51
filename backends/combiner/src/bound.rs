//! A lower bound on stages, whatever the forms of a chip's stages are: by the degree of the colour.
//!
//! Around nearly every point no clamp and no comparison changes over, so the colour is a polynomial in the inputs of the
//! fragment there, and so is what any set-up computes. A stage multiplies two operands, so `n` stages end in degree
//! 2ⁿ at most (a last combiner may multiply once more). Where all of those factors are inputs, none is left for a constant:
//! a coefficient that depends on uniforms takes one more.
//!
//! The degree is found along a line through a point: it is the degree of a polynomial in one variable.

use crate::expr::{Expr, Leaf};
use crate::monomial::AtomId;
use crate::poly::{Atom, Poly};
use crate::shader::Flat;
use retroshade_kit::reflect::scalar;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Points that are looked at.
const POINTS: u64 = 12;

/// Polynomials of a higher degree are left alone.
const DEGREE: usize = 128;

/// A value that is nearer to the end of a clamp may be beyond it a little further on.
const MARGIN: f64 = 1e-3;

/// A coefficient this much smaller than the largest is rounding.
const TINY: f64 = 1e-9;

/// How far uniforms move to see whether a coefficient depends on them.
const SHIFT: f64 = 1e-5;

/// The factors of a product that each lane of the colour needs at least.
pub fn factors(flat: &Flat) -> [u32; 4] {
    flat.color.map(|lane| {
        let points = (0..POINTS).map(|point| factors_at(flat, lane, point));
        points.max().unwrap_or(0)
    })
}

/// The fewest stages that make such a product, if a product of the results of all of them has `last` factors.
pub fn stages(factors: u32, last: u32) -> u32 {
    factors
        .div_ceil(last)
        .max(1)
        .next_power_of_two()
        .trailing_zeros()
}

fn factors_at(flat: &Flat, lane: Poly, point: u64) -> u32 {
    let leading = |shift: f64| {
        let mut line = Line {
            flat,
            point,
            shift,
            known: FxHashMap::default(),
            sides: Vec::new(),
        };
        let along = line.along(lane)?;
        // The clamp at the end.
        let inside = along[0] > MARGIN && along[0] < 1.0 - MARGIN;
        let largest = along
            .iter()
            .fold(0.0f64, |largest, one| largest.max(one.abs()));
        let place = along.iter().rposition(|one| one.abs() > TINY * largest)?;
        inside.then(|| (place as u32, along[place], line.sides))
    };
    let Some((degree, coefficient, sides)) = leading(0.0) else {
        return 0;
    };
    let moved = leading(SHIFT).filter(|(other, _, beside)| *other == degree && *beside == sides);
    let depends = moved.is_some_and(|(_, other, _)| {
        (other - coefficient).abs() > 1e-3 * SHIFT * coefficient.abs()
    });
    degree + u32::from(degree > 0 && depends)
}

/// Values along a line through a point, as polynomials of the distance from it.
struct Line<'a> {
    flat: &'a Flat,
    point: u64,
    /// How far uniforms are moved.
    shift: f64,
    known: FxHashMap<Poly, Option<Rc<[f64]>>>,
    /// The side of each clamp and comparison.
    sides: Vec<i8>,
}

impl Line<'_> {
    fn along(&mut self, poly: Poly) -> Option<Rc<[f64]>> {
        if let Some(known) = self.known.get(&poly) {
            return known.clone();
        }
        let found = self.sum(poly);
        self.known.insert(poly, found.clone());
        found
    }

    fn sum(&mut self, poly: Poly) -> Option<Rc<[f64]>> {
        let flat = self.flat;
        let mut sum = vec![0.0];
        for term in flat.polys.terms(poly) {
            let mut product: Rc<[f64]> = Rc::new([term.scale]);
            for (atom, exponent) in flat.polys.factors(term.factors) {
                let own = self.atom(*atom)?;
                for _ in 0..*exponent {
                    product = times(&product, &own)?;
                }
            }
            if sum.len() < product.len() {
                sum.resize(product.len(), 0.0);
            }
            for (slot, part) in sum.iter_mut().zip(&*product) {
                *slot += part;
            }
        }
        sum.iter().all(|one| one.is_finite()).then(|| sum.into())
    }

    fn atom(&mut self, id: AtomId) -> Option<Rc<[f64]>> {
        let flat = self.flat;
        match flat.polys.atom(id) {
            Atom::Lookup(number, lane) => Some(self.input(1, *number, *lane)),
            Atom::Varying(number, lane) => Some(self.input(2, *number, *lane)),
            Atom::Uniform(expr) => Some(Rc::new([self.uniform(expr)?])),
            Atom::Clamped(inner) => {
                let along = self.along(*inner)?;
                let side = side(along[0])? + side(along[0] - 1.0)?;
                self.sides.push(side);
                Some(match side {
                    -2 => Rc::new([0.0]),
                    2 => Rc::new([1.0]),
                    _ => along,
                })
            }
            Atom::Holds(number) => {
                let condition = flat.conditions.get(*number as usize)?;
                let side = side(self.along(condition.value)?[0])?;
                self.sides.push(side);
                Some(Rc::new([f64::from(side.max(0))]))
            }
        }
    }

    /// An input: its value at the point, and how it grows along the line.
    fn input(&self, kind: u8, number: u32, lane: u8) -> Rc<[f64]> {
        let [a, b, c, d] = number.to_le_bytes();
        let at = |which: u8| random(self.point, &[kind, which, a, b, c, d, lane]);
        // Of high powers something is left near 1 only.
        let width = [1.0, 0.3, 0.05][(self.point % 3) as usize];
        Rc::new([1.0 - width * at(0), at(1) + 0.5])
    }

    fn uniform(&self, expr: &Expr) -> Option<f64> {
        match expr {
            Expr::Number(bits) => Some(f64::from_bits(*bits)),
            Expr::Uniform(leaf, lane) => Some(self.leaf(leaf, *lane)),
            Expr::Varying(..) => None,
            Expr::Apply(function, operands) => {
                let operands = operands.iter().map(|operand| self.uniform(operand));
                let operands: Option<Vec<f64>> = operands.collect();
                scalar(function, &operands?).filter(|value| value.is_finite())
            }
        }
    }

    fn leaf(&self, leaf: &Leaf, lane: u8) -> f64 {
        let mut key = leaf.name.as_bytes().to_vec();
        key.extend(leaf.part.unwrap_or(0).to_le_bytes());
        let at = |which: u8| {
            let key = [&key[..], &[lane, which]].concat();
            random(self.point, &key)
        };
        if leaf.ty.starts_with('b') {
            return at(0).round();
        }
        at(0) + self.shift * (at(1) + 0.5)
    }
}

/// -1 below 0, 1 above, `None` too near.
fn side(value: f64) -> Option<i8> {
    (value.abs() > MARGIN).then_some(if value < 0.0 { -1 } else { 1 })
}

fn times(a: &[f64], b: &[f64]) -> Option<Rc<[f64]>> {
    let length = a.len() + b.len() - 1;
    if length > DEGREE + 1 {
        return None;
    }
    let mut product = vec![0.0; length];
    for (i, one) in a.iter().enumerate() {
        for (j, other) in b.iter().enumerate() {
            product[i + j] += one * other;
        }
    }
    Some(product.into())
}

/// A number in [0, 1), the same for the same key on every machine (FNV-1a, then the last steps of SplitMix64).
fn random(point: u64, key: &[u8]) -> f64 {
    let bytes = point.to_le_bytes();
    let hash = bytes
        .iter()
        .chain(key)
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        });
    let mixed = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ mixed >> 31) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_doubles_the_factors() {
        let alone = [0, 1, 2, 3, 4, 5, 8, 9, 128].map(|factors| stages(factors, 1));
        assert_eq!(alone, [0, 0, 1, 2, 2, 3, 3, 4, 7]);
        let of_four = [0, 4, 5, 8, 9, 16, 17].map(|factors| stages(factors, 4));
        assert_eq!(of_four, [0, 0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn points_are_the_same_everywhere() {
        assert_eq!(random(0, b"a"), random(0, b"a"));
        assert_ne!(random(0, b"a"), random(1, b"a"));
        assert!(
            (0..1000)
                .map(|point| random(point, b"x"))
                .all(|x| (0.0..1.0).contains(&x))
        );
    }

    #[test]
    fn values_near_the_end_of_a_clamp_are_on_no_side() {
        assert_eq!(
            [-0.5, 0.5, 0.0, MARGIN / 2.0].map(side),
            [Some(-1), Some(1), None, None]
        );
    }

    #[test]
    fn products_beyond_the_degree_are_left_alone() {
        let x: Rc<[f64]> = Rc::new([0.0, 1.0]);
        assert_eq!(
            times(&x, &[1.0, 2.0]).as_deref(),
            Some(&[0.0, 1.0, 2.0][..])
        );
        assert_eq!(times(&vec![1.0; DEGREE + 1], &x), None);
    }
}
