//! Copies: any idle unit can make one, as far as the operation codes that units share allow.

use super::Slot;
use crate::gp::isa::{IDENTITY, Unit, acc, complex, mul, pass};

/// The units that a copy takes where both kinds are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CopyUnits {
    Multipliers,
    Accumulators,
}

impl Slot {
    /// True if both accumulators have to be given twice what they copy.
    pub(crate) fn copies_by_extreme(&self) -> bool {
        self.acc_op.is_some_and(|op| op != acc::ADD)
    }

    /// Returns the number of copies that units are left for.
    pub(crate) fn copies_free(&self) -> usize {
        let free = |units: u8| (units & !self.used).count_ones() as usize;
        let bit = |unit: Unit| 1u8 << unit as u8;
        let multipliers = match self.mul_op {
            None | Some(mul::MUL) => free(bit(Unit::Mul0) | bit(Unit::Mul1)),
            Some(mul::COMPLEX2) => free(bit(Unit::Mul1)),
            Some(_) => 0,
        };
        let accumulators = match self.acc_op {
            None | Some(acc::ADD | acc::MIN | acc::MAX) => free(bit(Unit::Acc0) | bit(Unit::Acc1)),
            Some(_) => 0,
        };
        multipliers + accumulators + free(bit(Unit::Pass))
    }

    /// Copies an input through any unit that can: the one that nothing else needs first, then
    /// those that are preferred.
    pub(crate) fn put_copy(&mut self, input: u16, units: CopyUnits) -> Option<Unit> {
        if self.is_free(Unit::Pass) {
            self.put_pass(pass::MOV, input);
            return Some(Unit::Pass);
        }
        match units {
            CopyUnits::Accumulators => self
                .copy_by_sum(input)
                .or_else(|| self.copy_by_product(input)),
            CopyUnits::Multipliers => self
                .copy_by_product(input)
                .or_else(|| self.copy_by_sum(input)),
        }
    }

    fn copy_by_product(&mut self, input: u16) -> Option<Unit> {
        let unit = self.mul_for()?;
        self.put_mul(unit, [input, IDENTITY], false);
        Some(unit)
    }

    fn copy_by_sum(&mut self, input: u16) -> Option<Unit> {
        let op = self.acc_op.unwrap_or(acc::ADD);
        let unit = self.acc_for(op)?;
        match op {
            acc::ADD => self.put_acc(unit, op, [input, IDENTITY], [false, true]),
            acc::MIN | acc::MAX => self.put_acc(unit, op, [input, input], [false, false]),
            _ => return None,
        }
        Some(unit)
    }

    /// Copies an input that is only stored, by the unit that is best at nothing else.
    pub(crate) fn put_stored_copy(&mut self, input: u16, units: CopyUnits) -> Option<Unit> {
        if self.is_free(Unit::Complex) {
            self.put_complex(complex::MOV, input);
            return Some(Unit::Complex);
        }
        self.put_copy(input, units)
    }
}
