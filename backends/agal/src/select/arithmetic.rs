//! Arithmetic on lanes with signs.

use super::code::{Lane, Lanes, ValueInfo};
use super::lower::{Lowering, lanes_of};
use super::signed::{Signed, SignedLanes};
use crate::isa::Opcode;

impl Lowering<'_> {
    pub(super) fn unary(&mut self, opcode: Opcode, a: &[Signed]) -> SignedLanes {
        let a = self.plain(a);
        self.lanewise(opcode, a, Lanes::EMPTY, false)
    }

    /// f(-a) = -f(a)
    pub(super) fn odd(&mut self, opcode: Opcode, a: &[Signed]) -> SignedLanes {
        let (a, negative) = self.factored(a);
        self.lanewise(opcode, a, Lanes::EMPTY, negative)
    }

    /// f(-a) = f(a)
    pub(super) fn even(&mut self, opcode: Opcode, a: &[Signed]) -> SignedLanes {
        let a = Lanes::new(a.iter().map(|operand| operand.lane));
        self.lanewise(opcode, a, Lanes::EMPTY, false)
    }

    pub(super) fn sum(&mut self, a: &[Signed], b: &[Signed], subtract: bool) -> SignedLanes {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        match (minus_a, minus_b != subtract) {
            (false, false) => self.added(a, b, false),
            (false, true) => self.difference(a, b),
            (true, false) => self.difference(b, a),
            (true, true) => self.added(a, b, true),
        }
    }

    fn added(&mut self, a: Lanes, b: Lanes, negative: bool) -> SignedLanes {
        let sum = self.lanewise(Opcode::Add, a, b, negative);
        for (place, lane) in sum.iter().enumerate() {
            self.sums.insert(lane.lane, [a.at(place), b.at(place)]);
        }
        sum
    }

    /// a - b. Where all lanes are known, nothing is computed: b - a may be there already, and
    /// x - (x + y) is -y.
    fn difference(&mut self, a: Lanes, b: Lanes) -> SignedLanes {
        let known = |place: usize| {
            let (x, y) = (a.at(place), b.at(place));
            if let Some(lane) = self.differences.get(&(y, x)) {
                return Some(Signed::plain(*lane).negated_if(true));
            }
            let other = match *self.sums.get(&y)? {
                [p, q] if p == x => q,
                [p, q] if q == x => p,
                _ => return None,
            };
            Some(Signed::plain(other).negated_if(true))
        };
        if let Some(known) = (0..a.len()).map(known).collect() {
            return known;
        }
        let difference = self.lanewise(Opcode::Sub, a, b, false);
        for (place, lane) in difference.iter().enumerate() {
            let key = (a.at(place), b.at(place));
            self.differences.insert(key, lane.lane);
        }
        difference
    }

    pub(super) fn product(&mut self, a: &[Signed], b: &[Signed]) -> SignedLanes {
        let all = |list: &[Signed], wanted: f32| list.iter().all(|x| x.as_number() == Some(wanted));
        for (one, other) in [(a, b), (b, a)] {
            if all(one, 1.0) || all(one, -1.0) {
                let negate = all(one, -1.0);
                return other
                    .iter()
                    .map(|operand| operand.negated_if(negate))
                    .collect();
            }
            let (lanes, negative) = self.factored(other);
            let constant = |lane: &Lane| lane.base().is_constant();
            // Doubling needs no literal.
            if all(one, 2.0) && !lanes.as_slice().iter().any(constant) {
                return self.lanewise(Opcode::Add, lanes, lanes, negative);
            }
        }
        self.signed_binary(Opcode::Mul, a, b)
    }

    /// The sign of the result is the product of the operands' signs.
    pub(super) fn signed_binary(
        &mut self,
        opcode: Opcode,
        a: &[Signed],
        b: &[Signed],
    ) -> SignedLanes {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        self.lanewise(opcode, a, b, minus_a != minus_b)
    }

    /// min(-a, -b) = -max(a, b), and the other way round.
    pub(super) fn extreme(
        &mut self,
        opcode: Opcode,
        mirrored: Opcode,
        a: &[Signed],
        b: &[Signed],
    ) -> SignedLanes {
        match self.common_sign(a, b) {
            Some((a, b, true)) => self.lanewise(mirrored, a, b, true),
            Some((a, b, false)) => self.lanewise(opcode, a, b, false),
            None => {
                let (a, b) = (self.plain(a), self.plain(b));
                self.lanewise(opcode, a, b, false)
            }
        }
    }

    /// a < b is -b < -a; equality does not care.
    pub(super) fn comparison(
        &mut self,
        opcode: Opcode,
        ordered: bool,
        a: &[Signed],
        b: &[Signed],
    ) -> SignedLanes {
        match self.common_sign(a, b) {
            Some((a, b, true)) if ordered => self.lanewise(opcode, b, a, false),
            Some((a, b, _)) => self.lanewise(opcode, a, b, false),
            None => {
                let (a, b) = (self.plain(a), self.plain(b));
                self.lanewise(opcode, a, b, false)
            }
        }
    }

    /// Both operands with one sign for all their lanes.
    fn common_sign(&self, a: &[Signed], b: &[Signed]) -> Option<(Lanes, Lanes, bool)> {
        let both: SignedLanes = a.iter().chain(b).copied().collect();
        let signs = |operand: &&Signed| !matches!(operand.lane, Lane::Literal(_) | Lane::Undefined);
        let negative = both
            .iter()
            .find(signs)
            .is_some_and(|operand| operand.negative);
        if both
            .iter()
            .filter(signs)
            .any(|operand| operand.negative != negative)
        {
            return None;
        }
        let lanes = |list: &[Signed]| Lanes::new(list.iter().map(|x| x.negated_if(negative).lane));
        Some((lanes(a), lanes(b), negative))
    }

    /// `nrm` and `crs`: three lanes in place.
    pub(super) fn vector(&mut self, opcode: Opcode, a: &[Signed], b: &[Signed]) -> SignedLanes {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        let info = ValueInfo {
            fixed: true,
            clobbers: opcode.info().whole().bits(),
            ..ValueInfo::default()
        };
        let value = self.push(opcode, a, b, 3, info);
        lanes_of(value, 3, minus_a != minus_b)
    }
}
