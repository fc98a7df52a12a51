//! Sums of products: dot products, matrix products, and the forms of them that one instruction does.

use super::Lowering;
use crate::isa::Opcode;
use crate::machine::is_uniform;
use retroshade_kit::mir::LaneRef;

impl Lowering<'_> {
    /// A sum of products. Pairs with a zero vanish; a one lets `dph` do with three.
    pub(super) fn dot(&mut self, pairs: &[(LaneRef, LaneRef)]) -> LaneRef {
        let alive = |pair: &&(LaneRef, LaneRef)| !pair.0.equals(0.0) && !pair.1.equals(0.0);
        let mut pairs: Vec<(LaneRef, LaneRef)> = pairs.iter().filter(alive).copied().collect();
        let (first, second) = unzip(&pairs);
        match pairs.len() {
            0 => LaneRef::literal(0.0),
            _ if is_scattered(&first) || is_scattered(&second) => self.sum_of_products(&pairs),
            1 | 2 => self.sum_of_products(&pairs),
            3 if pairs.iter().any(|(a, b)| unit(*a) || unit(*b)) => self.dot_of_plane(&pairs),
            3 => {
                let (a, b) = unzip(&pairs);
                self.emit_dot(Opcode::Dp3, a, b)
            }
            _ => {
                let one = pairs
                    .iter()
                    .position(|(a, b)| a.equals(1.0) || b.equals(1.0));
                if let Some(at) = one {
                    let (a, b) = pairs.remove(at);
                    let last = if a.equals(1.0) { b } else { a };
                    if let Some(result) = self.homogeneous(&pairs, last) {
                        return result;
                    }
                    pairs.insert(at, (a, b));
                }
                let (a, b) = unzip(&pairs);
                self.emit_dot(Opcode::Dp4, a, b)
            }
        }
    }

    /// A sign that all lanes of a factor have is taken out, so that products of either sign are alike.
    pub(super) fn emit_dot(
        &mut self,
        opcode: Opcode,
        mut a: Vec<LaneRef>,
        mut b: Vec<LaneRef>,
    ) -> LaneRef {
        let mut negate = false;
        for lanes in [&mut a, &mut b] {
            let is_literal = lanes.iter().any(|lane| lane.number().is_some());
            if !is_literal && lanes.iter().all(|lane| lane.negate) {
                lanes.iter_mut().for_each(|lane| lane.negate = false);
                negate = !negate;
            }
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let product = self.emit(opcode, vec![a, b]);
        if negate { product.negated() } else { product }
    }

    /// `dph` of three products and a last summand, which must lie where one of the factors does.
    pub(super) fn homogeneous(
        &mut self,
        pairs: &[(LaneRef, LaneRef)],
        last: LaneRef,
    ) -> Option<LaneRef> {
        let (a, b) = unzip(pairs);
        let together = |lanes: &[LaneRef]| {
            let same = |lane: &LaneRef| is_beside(*lane, last);
            lanes.iter().all(same)
        };
        let (first, mut second) = if together(&b) {
            (a, b)
        } else if together(&a) {
            (b, a)
        } else {
            return None;
        };
        second.push(last);
        Some(self.emit(Opcode::Dph, vec![first, second]))
    }

    /// `a x + b y + c`: a point of a plane. With three products of the last one's kind, one of them
    /// zero, `dph` takes a single instruction for each row.
    pub(super) fn dot_of_plane(&mut self, pairs: &[(LaneRef, LaneRef)]) -> LaneRef {
        let (ones, rest): (Vec<_>, Vec<_>) = pairs.iter().partition(|(a, b)| unit(*a) || unit(*b));
        if let ([(a, b)], [p, q]) = (ones.as_slice(), rest.as_slice()) {
            let (one, last) = if unit(*a) { (*a, *b) } else { (*b, *a) };
            let last = if one.is_negated() {
                last.negated()
            } else {
                last
            };
            let side = |pick: fn(&(LaneRef, LaneRef)) -> LaneRef| [pick(p), pick(q)];
            let (first, second) = (side(|pair| pair.0), side(|pair| pair.1));
            let near = |lanes: &[LaneRef; 2]| {
                is_uniform(last.storage()) && lanes.iter().all(|lane| is_beside(*lane, last))
            };
            let rows = match (near(&first), near(&second)) {
                (_, true) => Some((first, second)),
                (true, false) => Some((second, first)),
                _ => None,
            };
            if let Some((point, row)) = rows {
                if point.iter().any(|lane| lane.is_negated()) {
                    return self.sum_of_products(pairs);
                }
                // The third product is zero by its first factor; any lane will do for the other.
                let first = self.flattened(point);
                let second = vec![row[0], row[1], row[1], last];
                return self.emit(Opcode::Dph, vec![first, second]);
            }
        }
        self.sum_of_products(pairs)
    }

    /// (x, y, 0) in one register: copies of two lanes and a zero.
    pub(super) fn flattened(&mut self, [x, y]: [LaneRef; 2]) -> Vec<LaneRef> {
        // One multiplication by (1, 1, 0) makes all three lanes.
        let factors = [(x, 1.0), (y, 1.0), (y, 0.0)];
        factors
            .into_iter()
            .map(|(lane, factor)| {
                let factor = LaneRef::literal(factor);
                self.emit(Opcode::Mul, vec![vec![lane], vec![factor]])
            })
            .collect()
    }

    pub(super) fn sum_of_products(&mut self, pairs: &[(LaneRef, LaneRef)]) -> LaneRef {
        let mut sum = LaneRef::literal(0.0);
        for (a, b) in pairs {
            let product = self.mul(*a, *b);
            self.next_group();
            sum = self.add(sum, product);
        }
        sum
    }

    pub(super) fn columns_times(
        &mut self,
        columns: &[Vec<LaneRef>],
        vector: &[LaneRef],
    ) -> Vec<LaneRef> {
        let rows = columns.first().map_or(0, Vec::len);
        let mut sums = vec![LaneRef::literal(0.0); rows];
        for (column, factor) in columns.iter().zip(vector) {
            self.next_group();
            let products: Vec<LaneRef> =
                column.iter().map(|lane| self.mul(*lane, *factor)).collect();
            self.next_group();
            sums = sums
                .iter()
                .zip(products)
                .map(|(sum, product)| self.add(*sum, product))
                .collect();
        }
        sums
    }
}

/// True if a lane lies in the register of another and has its sign.
fn is_beside(lane: LaneRef, other: LaneRef) -> bool {
    lane.storage() == other.storage() && lane.is_negated() == other.is_negated()
}

/// True if lanes lie in one uniform register.
pub(super) fn is_row(lanes: &[LaneRef]) -> bool {
    let first = lanes.first().map(|lane| lane.storage());
    first.is_some_and(is_uniform) && lanes.iter().all(|lane| Some(lane.storage()) == first)
}

/// True if lanes lie in several uniform registers.
fn is_scattered(lanes: &[LaneRef]) -> bool {
    let storages = lanes.iter().map(|lane| lane.storage());
    let mut uniforms = storages.filter(|storage| is_uniform(*storage));
    let first = uniforms.next();
    uniforms.any(|storage| Some(storage) != first)
}

/// A factor of one, of either sign.
fn unit(source: LaneRef) -> bool {
    source.number().is_some_and(|value| value.abs() == 1.0)
}

fn unzip(pairs: &[(LaneRef, LaneRef)]) -> (Vec<LaneRef>, Vec<LaneRef>) {
    pairs.iter().copied().unzip()
}
