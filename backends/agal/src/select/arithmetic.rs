//! Arithmetic on lanes with signs.

use super::code::{Lane, Lanes, ValueInfo};
use super::lower::{Lowering, lanes_of};
use super::signed::Signed;
use crate::isa::Opcode;

impl Lowering<'_> {
    pub(super) fn unary(&mut self, opcode: Opcode, a: &[Signed]) -> Vec<Signed> {
        let a = self.plain(a);
        self.lanewise(opcode, a, Lanes::EMPTY, false)
    }

    /// f(-a) = -f(a)
    pub(super) fn odd(&mut self, opcode: Opcode, a: &[Signed]) -> Vec<Signed> {
        let (a, negative) = self.factored(a);
        self.lanewise(opcode, a, Lanes::EMPTY, negative)
    }

    /// f(-a) = f(a)
    pub(super) fn even(&mut self, opcode: Opcode, a: &[Signed]) -> Vec<Signed> {
        let a = Lanes::new(a.iter().map(|operand| operand.lane));
        self.lanewise(opcode, a, Lanes::EMPTY, false)
    }

    pub(super) fn sum(&mut self, a: &[Signed], b: &[Signed], subtract: bool) -> Vec<Signed> {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        match (minus_a, minus_b != subtract) {
            (false, false) => self.lanewise(Opcode::Add, a, b, false),
            (false, true) => self.lanewise(Opcode::Sub, a, b, false),
            (true, false) => self.lanewise(Opcode::Sub, b, a, false),
            (true, true) => self.lanewise(Opcode::Add, a, b, true),
        }
    }

    pub(super) fn product(&mut self, a: &[Signed], b: &[Signed]) -> Vec<Signed> {
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
    ) -> Vec<Signed> {
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
    ) -> Vec<Signed> {
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
    ) -> Vec<Signed> {
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
        let both: Vec<Signed> = a.iter().chain(b).copied().collect();
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
    pub(super) fn vector(&mut self, opcode: Opcode, a: &[Signed], b: &[Signed]) -> Vec<Signed> {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        let info = ValueInfo {
            fixed: true,
            clobbers: 7,
            ..ValueInfo::default()
        };
        let value = self.push(opcode, a, b, 3, info);
        lanes_of(value, 3, minus_a != minus_b)
    }
}
