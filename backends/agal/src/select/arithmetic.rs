//! Arithmetic on lanes with signs.

use super::lower::Lowering;
use super::sign::common_sign;
use crate::isa::Opcode;
use crate::machine::Home;
use retroshade_kit::mir::{LaneRef, Operand};
use smallvec::SmallVec;

impl Lowering<'_> {
    pub(super) fn unary(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let a = self.plain(a);
        self.lanewise(opcode, [a], false)
    }

    /// f(-a) = -f(a)
    pub(super) fn odd(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let (a, negative) = self.factored(a);
        self.lanewise(opcode, [a], negative)
    }

    /// f(-a) = f(a)
    pub(super) fn even(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let unsigned = |lane: &LaneRef| lane.negated_if(lane.negate);
        self.lanewise(opcode, [a.iter().map(unsigned).collect()], false)
    }

    pub(super) fn sum(&mut self, a: &[LaneRef], b: &[LaneRef], subtract: bool) -> Operand {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        match (minus_a, minus_b != subtract) {
            (false, false) => self.added(a, b, false),
            (false, true) => self.difference(a, b),
            (true, false) => self.difference(b, a),
            (true, true) => self.added(a, b, true),
        }
    }

    fn added(&mut self, a: Operand, b: Operand, negative: bool) -> Operand {
        let sum = self.lanewise(Opcode::Add, [a.clone(), b.clone()], negative);
        for ((lane, a), b) in sum.iter().zip(a).zip(b) {
            self.sums.insert(lane.plain(), [a, b]);
        }
        sum
    }

    /// a - b. Where all lanes are known, nothing is computed: b - a may be there already, and
    /// x - (x + y) is -y.
    fn difference(&mut self, a: Operand, b: Operand) -> Operand {
        let known = |(x, y): (&LaneRef, &LaneRef)| {
            if let Some(lane) = self.differences.get(&(*y, *x)) {
                return Some(lane.negated());
            }
            let other = match *self.sums.get(y)? {
                [p, q] if p == *x => q,
                [p, q] if q == *x => p,
                _ => return None,
            };
            Some(other.negated())
        };
        let known: Option<SmallVec<[LaneRef; 4]>> = a.iter().zip(&b).map(known).collect();
        if let Some(known) = known {
            return known.into_iter().collect();
        }
        let difference = self.lanewise(Opcode::Sub, [a.clone(), b.clone()], false);
        for ((lane, a), b) in difference.iter().zip(a).zip(b) {
            self.differences.insert((a, b), *lane);
        }
        difference
    }

    pub(super) fn product(&mut self, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let all = |list: &[LaneRef], wanted: f32| list.iter().all(|lane| lane.equals(wanted));
        for (one, other) in [(a, b), (b, a)] {
            if all(one, 1.0) || all(one, -1.0) {
                let negate = all(one, -1.0);
                return other.iter().map(|lane| lane.negated_if(negate)).collect();
            }
            let (lanes, negative) = self.factored(other);
            let is_constant = |lane: &LaneRef| Home::of(*lane).is_constant();
            // Doubling needs no literal.
            if all(one, 2.0) && !lanes.iter().any(is_constant) {
                return self.lanewise(Opcode::Add, [lanes.clone(), lanes], negative);
            }
        }
        self.signed_binary(Opcode::Mul, a, b)
    }

    /// The sign of the result is the product of the operands' signs.
    pub(super) fn signed_binary(
        &mut self,
        opcode: Opcode,
        a: &[LaneRef],
        b: &[LaneRef],
    ) -> Operand {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        self.lanewise(opcode, [a, b], minus_a != minus_b)
    }

    /// min(-a, -b) = -max(a, b), and the other way round.
    pub(super) fn extreme(
        &mut self,
        opcode: Opcode,
        mirrored: Opcode,
        a: &[LaneRef],
        b: &[LaneRef],
    ) -> Operand {
        let (a, b, negative) = self.with_one_sign(a, b);
        let opcode = if negative { mirrored } else { opcode };
        self.lanewise(opcode, [a, b], negative)
    }

    /// a < b is -b < -a; equality does not care.
    pub(super) fn comparison(
        &mut self,
        opcode: Opcode,
        ordered: bool,
        a: &[LaneRef],
        b: &[LaneRef],
    ) -> Operand {
        let (a, b, negative) = self.with_one_sign(a, b);
        let operands = if negative && ordered { [b, a] } else { [a, b] };
        self.lanewise(opcode, operands, false)
    }

    /// Both operands with one sign for all their lanes, which is taken out.
    fn with_one_sign(&mut self, a: &[LaneRef], b: &[LaneRef]) -> (Operand, Operand, bool) {
        let Some(negative) = common_sign(a.iter().chain(b)) else {
            return (self.plain(a), self.plain(b), false);
        };
        let lanes = |list: &[LaneRef]| list.iter().map(|x| x.negated_if(negative)).collect();
        (lanes(a), lanes(b), negative)
    }

    /// `nrm` and `crs`: three lanes in place.
    pub(super) fn vector(&mut self, opcode: Opcode, operands: &[Operand]) -> Operand {
        let mut negative = false;
        let mut factored = SmallVec::<[Operand; 2]>::new();
        for operand in operands {
            let (lanes, minus) = self.factored(operand);
            negative ^= minus;
            factored.push(lanes);
        }
        self.lanewise(opcode, factored, negative)
    }
}
