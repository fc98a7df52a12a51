//! Arithmetic on lanes with signs.

use super::lower::Lowering;
use super::sign::common_sign;
use crate::isa::Opcode;
use crate::machine::is_constant;
use retroshade_kit::mir::{LaneRef, Operand};
use smallvec::SmallVec;

impl Lowering<'_> {
    pub(super) fn unary(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let a = self.plain(a);
        self.lanewise(opcode, [a])
    }

    /// f(-a) = -f(a)
    pub(super) fn odd(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let (a, negative) = self.factored(a);
        self.lanewise_signed(opcode, [a], negative)
    }

    /// f(-a) = f(a)
    pub(super) fn even(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let unsigned = |lane: &LaneRef| lane.negated_if(lane.negate);
        self.lanewise(opcode, [a.iter().map(unsigned).collect()])
    }

    /// a + b
    pub(super) fn add(&mut self, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        self.sum([(a, minus_a), (b, minus_b)])
    }

    /// a - b
    pub(super) fn subtract(&mut self, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        self.sum([(a, minus_a), (b, !minus_b)])
    }

    /// A sum of operands, each with whether it is subtracted.
    fn sum(&mut self, [(a, minus_a), (b, minus_b)]: [(Operand, bool); 2]) -> Operand {
        match (minus_a, minus_b) {
            (false, true) => self.difference(a, b),
            (true, false) => self.difference(b, a),
            _ => self.added(a, b, minus_a),
        }
    }

    fn added(&mut self, a: Operand, b: Operand, negative: bool) -> Operand {
        let sum = self.lanewise_signed(Opcode::Add, [a.clone(), b.clone()], negative);
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
        let difference = self.lanewise(Opcode::Sub, [a.clone(), b.clone()]);
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
            let is_constant = |lane: &LaneRef| is_constant(lane.storage());
            // Doubling needs no literal.
            if all(one, 2.0) && !lanes.iter().any(is_constant) {
                return self.lanewise_signed(Opcode::Add, [lanes.clone(), lanes], negative);
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
        self.lanewise_signed(opcode, [a, b], minus_a != minus_b)
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
        self.lanewise_signed(opcode, [a, b], negative)
    }

    /// a < b is -b < -a; equality does not care.
    pub(super) fn comparison(&mut self, opcode: Opcode, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let (a, b, negative) = self.with_one_sign(a, b);
        let turns = negative && matches!(opcode, Opcode::Slt | Opcode::Sge);
        self.lanewise(opcode, if turns { [b, a] } else { [a, b] })
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
        self.lanewise_signed(opcode, factored, negative)
    }
}
